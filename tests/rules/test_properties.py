"""What holds at every step of every game, whoever plays and whatever the dice: seeded random play, checked all along.

`Watch` sits between the table and `apply` and looks at each event; nothing it asks is taken from `status`.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Iterator
from dataclasses import fields, replace
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keep_p2p.rules import dealer
from keep_p2p.rules.actions import Action, CommitCard, HideHilt, Walk, public
from keep_p2p.rules.awaited import AnswerHilt, Decide, Decision, Over
from keep_p2p.rules.chance import Dealer
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.events import (
    Acted,
    Departure,
    Drawn,
    Event,
    FreshDeal,
    HiltAnswered,
    Peeked,
    Revealed,
    Rolled,
    SeatLeft,
    Shuffled,
)
from keep_p2p.rules.game import (
    IllegalAction,
    IllegalEvent,
    State,
    Step,
    apply,
    awaited,
    check_action,
    legal_actions,
    outcome,
    status,
)
from keep_p2p.rules.names import (
    DECK_CARDS,
    GUARDS,
    SEARCHERS,
    Card,
    Character,
    Deck,
    Door,
    Hazard,
    Pawn,
    Region,
    Room,
    Seat,
    Slot,
)
from keep_p2p.rules.notation import parse_action, parse_event, plain, plain_state
from keep_p2p.rules.records import DecksShuffled, GuardEaten, Record, TurnBegan
from tests.rules.boards import small_game
from tests.rules.scatter import chance, pick

M = Character.MOLASAR
ALWAYS_ASKED = {Decision.HIDE_HILT, Decision.COMMIT_CARD, Decision.JUDGE_GUESS, Decision.RETREAT}
"""Something hidden hangs on the answer; a retreat of Molasar's may end in one room and yet ask for several."""

seeds = st.integers(min_value=0, max_value=2**32 - 1)
sizes = st.sampled_from([3, 4, 5, 6])


class Watch:
    """One random game, with every event applied through `apply_watched`."""

    def __init__(self, players: int, seed: int) -> None:
        self.hand = Dealer(seed ^ 0x5EED)
        self.sim = Simulation(small_game(players), seed)
        self.records: list[Record] = []
        self.next_slot = dict.fromkeys(Deck, 0)

    def play(self, *, leaving: bool = False) -> Iterator[State]:
        """Each state in which something is awaited, up to the end."""
        while True:
            yield self.sim.state
            if self.sim.over is not None:
                return
            with mock.patch.object(dealer, "apply", self.apply_watched):
                self._go_on(leaving=leaving and chance(self.hand, 60))

    def _go_on(self, *, leaving: bool) -> None:
        if leaving:
            self._somebody_leaves()
            return
        own = self.sim.choices()
        self.sim.step(pick(self.hand, own) if own else None)

    def _somebody_leaves(self) -> None:
        state = self.sim.state
        seats = [seat for seat in range(len(state.game.seating.players)) if seat not in state.gone]
        searchers = [seat for seat in seats if seat != state.seat(M)]
        if chance(self.hand, 3) or len(searchers) == 1:
            self.sim.report(FreshDeal())
        else:
            self.sim.report(SeatLeft(Seat(pick(self.hand, searchers)), pick(self.hand, list(Departure))))

    def apply_watched(self, state: State, event: Event) -> Step:
        """`apply`, twice: it changes nothing, and gives the same for an equal state and a reread event."""
        before, key = plain_state(state), hash(state)
        step = apply(state, event)
        assert plain_state(state) == before and hash(state) == key
        reread = parse_event(json.loads(json.dumps(plain(event))))
        assert reread == event
        again = apply(copy.copy(state), reread)
        assert again == step and hash(again.state) == hash(step.state)
        assert step.state != state or isinstance(event, FreshDeal), "something has happened"
        self.records += step.records
        self._count_slots(step.records)
        return step

    def _count_slots(self, records: tuple[Record, ...]) -> None:
        """Each shuffle takes slots never used before (C8)."""
        for record in records:
            if isinstance(record, DecksShuffled):
                for shuffle in record.decks:
                    assert shuffle.first_slot == self.next_slot[shuffle.deck]
                    self.next_slot[shuffle.deck] += len(shuffle.cards)


# What must hold


def check_rooms(state: State, hilt: Room | None) -> None:
    """M2, M4, M11, M12."""
    deep = 0
    for room in state.game.board.rooms:
        here = state.pawns_in(room.id)
        searchers = [pawn for pawn in here if pawn in SEARCHERS]
        guards = [pawn for pawn in here if pawn in GUARDS]
        assert len(searchers) <= 1 and len(guards) + (M in here) <= 1, here
        deep += len(guards) if room.region is Region.CELLAR else 0
    assert deep <= 2
    lair = state.where(M)
    assert lair is not None and lair != hilt
    assert hilt not in state.proven and state.hilt_proven in (None, hilt)


def check_guards(state: State) -> None:
    """T1, T6: eaten or on the board, eleven eaten at most."""
    assert sorted((*state.eaten, *state.guards_left)) == sorted(GUARDS)
    assert len(state.eaten) <= 11 and state.turn_number <= 12


def check_cards(sim: Simulation) -> None:
    """All 32 and 12 are somewhere, each once; no slot is in two places."""
    state = sim.state
    for deck in Deck:
        held = [slot for character in Character for slot in state.hand(character, deck)]
        slots = [*held, *state.pile(deck)]
        if not slots and not state.discards(deck):
            continue  # before the first shuffle
        assert len(set(slots)) == len(slots)
        if state.pile(deck) or held:
            true = [sim.card(deck, slot) for slot in slots]
            assert sorted((*true, *state.discards(deck))) == list(DECK_CARDS[deck])
            assert all(sim.card(deck, slot) in state.possible_cards(deck, slot) for slot in slots)


def check_hands(state: State) -> None:
    """S4, C7: full Conflict hands and at most two Bonus cards wherever somebody decides."""
    wanted = awaited(state)
    assert isinstance(wanted, Decide)
    for character in state.characters:
        assert len(state.hand(character, Deck.CONFLICT)) == (4 if character is M else 3)
        third = wanted.decision is Decision.DISCARD_BONUS and wanted.character is character
        assert len(state.hand(character, Deck.BONUS)) == 3 if third else len(state.hand(character, Deck.BONUS)) <= 2


@settings(max_examples=12)
@given(players=sizes, seed=seeds)
def test_every_step_of_every_game_is_sound(players: int, seed: int) -> None:
    watch = Watch(players, seed)
    for state in watch.play():
        assert status(state) == ()
        check_rooms(state, watch.sim.hilt)
        check_guards(state)
        check_cards(watch.sim)
        if isinstance(awaited(state), Decide):
            check_hands(state)
    turns = [record.number for record in watch.records if isinstance(record, TurnBegan) and record.character is M]
    assert turns == list(range(1, len(turns) + 1)) and len(turns) <= 12
    assert sum(isinstance(record, GuardEaten) for record in watch.records) <= 11
    assert outcome(watch.sim.state) is not None


@settings(max_examples=12)
@given(players=sizes, seed=seeds)
def test_it_stays_sound_whoever_leaves_and_whatever_is_dealt_again(players: int, seed: int) -> None:
    watch = Watch(players, seed)
    for state in watch.play(leaving=True):
        assert status(state) == ()
        check_rooms(state, watch.sim.hilt)
        check_guards(state)
        if isinstance(awaited(state), Decide):
            check_hands(state)
            assert legal_actions(state)
    assert watch.sim.over is not None


# Legal actions


def allowed(state: State, action: Action, seat: Seat | None = None) -> bool:
    wanted = awaited(state)
    assert isinstance(wanted, Decide)
    try:
        check_action(state, wanted.seat if seat is None else seat, action)
    except IllegalAction:
        return False
    return True


@settings(max_examples=8)
@given(players=sizes, seed=seeds)
def test_what_is_offered_may_be_said_and_what_one_who_knows_may_say_everybody_knows_to_be_possible(
    players: int, seed: int
) -> None:
    watch = Watch(players, seed)
    for state in watch.play():
        wanted = awaited(state)
        possible = legal_actions(state)
        if not isinstance(wanted, Decide):
            assert possible == () == watch.sim.choices()
            continue
        own = watch.sim.choices()
        assert own and possible and len(set(possible)) == len(possible) and len(set(own)) == len(own)
        assert legal_actions(state) == possible, "in the same order"
        for action in (*possible, *own):
            assert allowed(state, action)
            assert parse_action(json.loads(json.dumps(plain(action)))) == action
            assert not any(allowed(state, action, Seat(s)) for s in range(7) if s != wanted.seat)
        assert all(public(action) == action for action in possible)
        assert {public(action) for action in own if not isinstance(action, Walk)} <= set(possible)
        for action in (pick(watch.hand, possible), public(pick(watch.hand, own))):
            assert status(apply(state, Acted(wanted.seat, action)).state) == ()


@settings(max_examples=8)
@given(players=sizes, seed=seeds)
def test_nobody_is_asked_where_everybody_knows_the_only_answer(players: int, seed: int) -> None:
    for state in Watch(players, seed).play():
        wanted = awaited(state)
        if isinstance(wanted, Decide) and wanted.decision not in ALWAYS_ASKED:
            assert len(legal_actions(state)) > 1, wanted


@settings(max_examples=8)
@given(players=sizes, seed=seeds)
def test_a_retreat_is_asked_only_where_there_is_a_choice(players: int, seed: int) -> None:
    for state in Watch(players, seed).play():
        wanted = awaited(state)
        if isinstance(wanted, Decide) and wanted.decision is Decision.RETREAT:
            walks = legal_actions(state)
            molasars = isinstance(walks[0], Walk) and walks[0].pawn is M
            assert len(walks) > 1 or (molasars and state.unproven)


def mutants(state: State, action: Action, hand: Dealer) -> Iterator[Action]:
    """``action`` with one field put to other values of its kind."""
    board = state.game.board
    rooms = [room.id for room in board.rooms] + [Room("nowhere")]
    pawns: list[Pawn] = [*Character, *GUARDS]
    values: dict[str, list[object]] = {
        "room": [*rooms, None],
        "character": list(Character),
        "pawn": list(pawns),
        "enemy": list(pawns),
        "searcher": list(Character),
        "defender": list(Character),
        "guard": list(GUARDS),
        "hazard": list(Hazard),
        "door": [*(door.id for door in board.secret_doors), Door("trapdoor"), None],
        "slot": [Slot(n) for n in range(50)],
        "card": [Card(n) for n in range(30, 47)],
        "guess": [*Character, None],
        "send_back": [True, False],
    }
    for field in fields(action):
        for value in values.get(field.name, ()):
            if chance(hand, 3):
                yield replace(action, **{field.name: value})  # type: ignore[arg-type]  # wrong kinds of None too


@settings(max_examples=8)
@given(players=sizes, seed=seeds)
def test_all_that_is_not_offered_is_refused(players: int, seed: int) -> None:
    """For all actions but walks (see `test_walk_oracle`) the list is complete: what is not in it is refused."""
    watch, refusals = Watch(players, seed), 0
    for state in watch.play():
        if not isinstance(awaited(state), Decide):
            continue
        possible = set(legal_actions(state))
        kinds = {type(action): action for action in possible if not isinstance(action, Walk)}
        for action in kinds.values():
            for mutant in mutants(state, action, watch.hand):
                if isinstance(mutant, HideHilt | CommitCard) and public(mutant) in possible:
                    continue  # a full form, whose hidden field is checked by those who know
                right = mutant in possible
                assert allowed(state, mutant) is right, mutant
                refusals += not right
    assert refusals > 100


# Events


def wrong_events() -> list[Event]:
    return [
        Rolled(()),
        Rolled((0,)),
        Rolled((7,)),
        Rolled((1, 1, 1)),
        Rolled((3,)),
        Rolled((3, 4)),
        Shuffled(),
        Drawn(),
        Peeked(),
        Revealed(()),
        HiltAnswered(()),
        HiltAnswered(((Room("c1"), True), (Room("c1"), True))),
    ]


FITS: dict[type[Event], str] = {
    Rolled: "RollDice",
    Shuffled: "Shuffle",
    Drawn: "Draw",
    Peeked: "Peek",
    Revealed: "Reveal",
    HiltAnswered: "AnswerHilt",
}


@settings(max_examples=6)
@given(players=sizes, seed=seeds)
def test_events_that_are_not_awaited_are_refused(players: int, seed: int) -> None:
    watch = Watch(players, seed)
    for state in watch.play():
        wanted = awaited(state)
        for event in wrong_events():
            fitting = FITS[type(event)] == type(wanted).__name__
            if fitting and not (isinstance(event, Rolled) and 0 in (*event.values, 0)[: len(event.values)]):
                continue
            with pytest.raises(IllegalEvent):
                apply(state, event)
        with pytest.raises(IllegalAction if not isinstance(wanted, Decide) else (IllegalAction, IllegalEvent)):
            apply(state, Acted(Seat(9), HideHilt()))
        if isinstance(wanted, AnswerHilt):
            with pytest.raises(IllegalEvent):
                apply(state, HiltAnswered(tuple((room, True) for room in wanted.rooms) * 2))


# States


@settings(max_examples=6)
@given(players=sizes, seed=seeds)
def test_states_are_values_equal_when_all_fields_are(players: int, seed: int) -> None:
    seen: dict[State, int] = {}
    watch, twin = Watch(players, seed), Watch(players, seed)
    for step, (state, same) in enumerate(zip(watch.play(), twin.play(), strict=True)):
        assert state == same and hash(state) == hash(same) and state is not same
        assert plain_state(state) == plain_state(same)
        assert state not in seen, "no state comes twice"
        seen[state] = step
        if step % 50 == 0:
            thawed = pickle.loads(pickle.dumps(state))
            assert thawed == state and hash(thawed) == hash(state) and awaited(thawed) == awaited(state)
            assert json.loads(json.dumps(plain_state(state))) == plain_state(state)
    assert watch.records == twin.records


@settings(max_examples=6)
@given(players=sizes, seed=seeds)
def test_a_state_tells_nothing_hidden(players: int, seed: int) -> None:
    """Two tables with other cards in the same slots and another Hilt have the same public states, up to a reveal."""
    one, other = Simulation(small_game(players), seed), Simulation(small_game(players), seed + 1)
    for sim, room in ((one, "c1"), (other, "c9")):
        sim.step()
        sim.step()
        sim.step(HideHilt(Room(room)))
    wanted = awaited(one.state)
    while isinstance(wanted, Decide) and wanted.decision is Decision.PLACE:
        for sim in (one, other):
            sim.step(legal_actions(one.state if sim is one else other.state)[0])
        wanted = awaited(one.state)
    assert one.hilt != other.hilt and one.knowledge(Seat(0)) != other.knowledge(Seat(0))
    assert one.state == other.state and plain_state(one.state) == plain_state(other.state)


def test_over_is_the_end() -> None:
    watch = Watch(4, 3)
    *_, last = watch.play()
    assert isinstance(awaited(last), Over) and legal_actions(last) == ()
    with pytest.raises(IllegalAction):
        check_action(last, Seat(0), HideHilt())
    for event in (*wrong_events(), FreshDeal(), SeatLeft(Seat(0), Departure.ABSENT)):
        with pytest.raises(IllegalEvent):
            apply(last, event)
