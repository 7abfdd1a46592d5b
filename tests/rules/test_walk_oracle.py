"""The walks the engine offers and takes, against `naive`: thousands of random positions on two boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

import pytest

from keep_p2p.packs import load_packs
from keep_p2p.rules.actions import OUTSIDE, Action, Path, PlayBonus, PlayHazard, SearchDoor, Walk
from keep_p2p.rules.awaited import Decide, Decision
from keep_p2p.rules.chance import Dealer
from keep_p2p.rules.events import Acted, Rolled
from keep_p2p.rules.game import IllegalAction, State, apply, awaited, check_action, legal_actions
from keep_p2p.rules.names import GUARDS, SEARCHERS, Card, Character, Deck, Door, Hazard, Pawn
from keep_p2p.rules.position import slot_of
from keep_p2p.rules.seating import Game
from keep_p2p.rules.state import Knowledge
from tests.rules.boards import seating_for, small_game
from tests.rules.naive import Errand, M, ends, paths
from tests.rules.scatter import Scatter, pick

LONGEST = 3
"""Steps to which every walk is written out: some hundreds of walks for a position."""

PASSES = (39, 40)


@lru_cache(maxsize=1)
def default_game() -> Game:
    packs = load_packs()
    return Game(packs.board.board, packs.deck.deck, seating_for(6))


on_both_boards = pytest.mark.parametrize("make", [small_game, default_game], ids=["small", "default"])
Make = Callable[[], Game]


def accepts(state: State, action: Action) -> bool:
    wanted = awaited(state)
    assert isinstance(wanted, Decide)
    try:
        check_action(state, wanted.seat, action)
    except IllegalAction:
        return False
    return True


def asks(state: State, decision: Decision) -> bool:
    wanted = awaited(state)
    return isinstance(wanted, Decide) and wanted.decision is decision


def offered(state: State, pawn: Pawn, known: Knowledge | None = None, passes: int = 0) -> list[Walk]:
    walks = [a for a in legal_actions(state, known) if isinstance(a, Walk) and a.pawn == pawn and a.path]
    return [walk for walk in walks if len(walk.passes) == passes]


def wild_paths(errand: Errand) -> Iterable[Path]:
    """All ways of 1 to `LONGEST` + 1 steps through doorways and secret doors, open or not, and out of the Keep."""
    board = errand.state.game.board
    edge: list[Path] = [()]
    for _ in range(LONGEST + 1):
        onward: list[Path] = []
        for path in edge:
            room = path[-1] if path else errand.start
            if room == OUTSIDE:
                continue
            beyond = [d.cellar_side if d.keep_side == room else d.keep_side for d in board.doors_of.get(room, ())]
            onward.extend((*path, near) for near in (*board.neighbours[room], *beyond, OUTSIDE))
        edge = onward
        yield from edge


def compare(errand: Errand, known: Knowledge | None = None) -> None:
    """Ends offered = ends that can be walked to; every walk offered is one; walks taken = walks allowed."""
    state, pawn = errand.state, errand.pawn
    walks = offered(state, pawn, known)
    right = ends(errand)
    if not errand.friends_and_foes(errand.start)[1]:
        right.discard(errand.start)  # to come back is to stay, unless a foe stands there
    assert {walk.path[-1] for walk in walks} == right, errand
    assert len({walk.path[-1] for walk in walks}) == len(walks)
    assert all(accepts(state, walk) for walk in walks), errand
    if known is not None:
        return
    allowed = paths(replace(errand, steps=min(errand.steps, LONGEST)))
    for path in wild_paths(errand):
        if len(path) <= LONGEST or len(path) > errand.steps:
            assert accepts(state, Walk(pawn, path)) is (path in allowed), (path, errand)


def beside_a_door(make: Make, hand: Dealer, pawn: Pawn, meetings: int = 1) -> tuple[Scatter, Door]:
    """A position in which ``pawn`` stands alone beside a secret door, and that door."""
    while True:
        scatter = Scatter(make(), hand, meetings=meetings)
        taken = scatter.places_of([*Character, *GUARDS])
        doors = [d for d in scatter.game.board.secret_doors if d.keep_side not in taken]
        if doors:
            door = pick(hand, doors)
            scatter.places[pawn] = door.keep_side
            return scatter, door.id


@on_both_boards
def test_walks_of_searchers(make: Make) -> None:
    game, hand, asked = make(), Dealer(1), 0
    for _ in range(250):
        turn, steps = pick(hand, SEARCHERS[:4]), hand.below(7) + 1
        state = Scatter(game, hand).position(turn).moving(steps)
        if asks(state, Decision.MOVE):
            compare(Errand(state, turn, steps))
            asked += 1
    assert asked > 200


@on_both_boards
def test_walks_of_searchers_through_a_door_just_found(make: Make) -> None:
    hand, asked = Dealer(2), 0
    for _ in range(150):
        turn, steps = pick(hand, SEARCHERS[:4]), hand.below(4) + 1
        scatter, door = beside_a_door(make, hand, turn, meetings=0)
        state = scatter.position(turn, doors={}).moving(steps, door=door, searched=True)
        if asks(state, Decision.MOVE):
            compare(Errand(state, turn, steps, door=door))
            asked += 1
    assert asked > 100


@on_both_boards
def test_walks_with_pass_cards(make: Make) -> None:
    game, hand, asked = make(), Dealer(3), 0
    for _ in range(120):
        turn, steps, held = pick(hand, SEARCHERS[:4]), hand.below(6) + 1, hand.below(2) + 1
        scatter = Scatter(game, hand, guards=11)
        state = scatter.position(turn, bonus_hands={turn: PASSES[:held]}).moving(steps)
        if not asks(state, Decision.MOVE):
            continue
        known = Knowledge({(Deck.BONUS, slot_of(card)): Card(card) for card in PASSES[:held]})
        fewer = ends(Errand(state, turn, steps))
        for passes in range(1, held + 1):
            errand = Errand(state, turn, steps, passes=passes)
            walks = offered(state, turn, known, passes)
            assert {walk.path[-1] for walk in walks} == ends(errand) - fewer - {errand.start}
            assert all(accepts(state, walk) for walk in walks)
            fewer |= ends(errand)
            asked += 1
    assert asked > 100


@on_both_boards
def test_single_steps_with_a_pass_card_are_judged_one_by_one(make: Make) -> None:
    game, hand, through = make(), Dealer(4), 0
    laid = ((slot_of(39), Card(39)),)
    for _ in range(60):
        turn = pick(hand, SEARCHERS[:4])
        scatter = Scatter(game, hand, guards=11)
        state = scatter.position(turn, bonus_hands={turn: (39,)}).moving(LONGEST)
        errand = Errand(state, turn, LONGEST, passes=1)
        allowed = paths(errand)
        guarded = {state.where(guard) for guard in state.guards_left} - {state.where(M)}
        for path in wild_paths(errand):
            useful = any(room in guarded for room in path)
            assert accepts(state, Walk(turn, path, laid)) is (path in allowed and useful), path
            through += path in allowed and useful
    assert through > 500


@on_both_boards
def test_walks_of_woermann_and_of_guards_with_his_points(make: Make) -> None:
    game, hand, asked = make(), Dealer(5), 0
    for _ in range(60):
        steps = hand.below(6) + 1
        state = Scatter(game, hand).position(Character.WOERMANN).moving(steps)
        pawns: tuple[Pawn, ...] = (Character.WOERMANN, *state.guards_left[:3])
        for pawn in pawns:
            compare(Errand(state, pawn, steps))
            asked += 1
    assert asked == 240


@on_both_boards
def test_walks_of_guards_from_the_pool(make: Make) -> None:
    game, hand, asked = make(), Dealer(6), 0
    for _ in range(80):
        steps = hand.below(12) + 1
        state = Scatter(game, hand).position(M).guard_moving(steps)
        if asks(state, Decision.GUARD_MOVE):
            for guard in state.guards_left[:4]:
                compare(Errand(state, guard, steps))
                asked += 1
    assert asked > 200


@on_both_boards
def test_walks_of_a_guard_through_a_door_just_found(make: Make) -> None:
    hand, asked = Dealer(7), 0
    for _ in range(120):
        scatter, door = beside_a_door(make, hand, GUARDS[0])
        state = scatter.position(M, doors={}).guard_dice()
        state = apply(state, Acted(state.seat(M), SearchDoor(GUARDS[0], door))).state
        steps = hand.below(3) + 1
        state = apply(state, Rolled((steps,))).state
        errand = Errand(state, GUARDS[0], steps, door=door)
        if asks(state, Decision.GUARD_FOUND):
            compare(errand)
            asked += 1
        else:
            assert not ends(errand)
    assert asked > 30


@on_both_boards
def test_walks_of_guards_by_card_and_by_hazard(make: Make) -> None:
    game, hand = make(), Dealer(8)
    for _ in range(30):
        turn = pick(hand, SEARCHERS)
        favour = Scatter(game, hand).position(turn, bonus_hands={turn: (38,)}).before_roll()
        play = PlayBonus(turn, slot_of(38), Card(38))
        favour = apply(favour, Acted(favour.seat(turn), play)).state
        alert = Scatter(game, hand).position(M, hazards=(Hazard.GENERAL_ALERT,)).molasar_moving(4)
        alert = apply(alert, Acted(alert.seat(M), PlayHazard(Hazard.GENERAL_ALERT))).state
        for guard in GUARDS[:3]:
            compare(Errand(favour, guard, 4))
            compare(Errand(alert, guard, 5))


@on_both_boards
def test_walks_of_molasar(make: Make) -> None:
    game, hand, asked = make(), Dealer(9), 0
    for _ in range(250):
        steps = hand.below(11) + 2
        state = Scatter(game, hand, guards=hand.below(8) + 1).position(M).molasar_moving(steps)
        if not asks(state, Decision.MOLASAR_MOVE):
            continue
        compare(Errand(state, M, steps, guess_hilt=state.hilt_proven is None))
        hilt = state.hilt_proven or pick(hand, state.unproven)
        compare(Errand(state, M, steps, hilt=hilt), Knowledge(hilt=hilt))
        asked += 1
    assert asked > 200


@on_both_boards
def test_walks_of_retreats(make: Make) -> None:
    game, hand, asked = make(), Dealer(10), 0
    for _ in range(300):
        scatter = Scatter(game, hand)
        searcher = game.seating.searchers[0]
        room = scatter.places[searcher]
        enemy = next(pawn for pawn, place in scatter.places.items() if place == room and pawn not in SEARCHERS)
        winner, steps = pick(hand, (searcher, M)), hand.below(7) + 1
        state = scatter.position(pick(hand, game.seating.characters)).retreat(searcher, enemy, winner, steps)
        loser = searcher if winner is M else enemy
        errand = Errand(scatter.position(Character.EVA).fighting(), loser, steps, retreat=True)
        if asks(state, Decision.RETREAT) and state.conflict is not None and state.where(loser) == room:
            compare(replace(errand, state=state))
            asked += 1
        else:
            assert len(ends(errand)) < 2  # walked there, or stayed, unasked
    assert asked > 200
