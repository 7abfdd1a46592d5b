"""Exact counts of action sequences from fixed positions, against the files in `perft/`.

Each file holds the counts for every depth and, for the last one, the count under each first action, so a mismatch
shows where the rules have changed. Counts that can be reasoned out are, below: in words, or by `naive`. To write the
files anew after a ruling has changed on purpose: ``python -m tests.rules.test_perft``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from keep_p2p.packs import load_packs
from keep_p2p.rules.actions import Action, Done, Walk
from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.chance import FixedChance
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.events import Acted
from keep_p2p.rules.game import Game, State, apply, awaited
from keep_p2p.rules.names import GUARDS, Door, Hazard, Pawn, Room
from keep_p2p.rules.perft import divide, perft, perft_table
from keep_p2p.rules.position import Position
from tests.rules.boards import seating_for, small_game
from tests.rules.naive import Errand, ends
from tests.rules.scene import CUZA, EVA, FONESCU, G1, G2, G3, GLAEKEN, WOERMANN, M, at, rooms, table

FOLDER = Path(__file__).with_name("perft")
A = Door("door-a")
Make = Callable[[], Simulation]


def default_game(players: int) -> Game:
    packs = load_packs()
    return Game(packs.board.board, packs.deck.deck, seating_for(players))


def opening(game: Game) -> Simulation:
    return Simulation(game, FixedChance((3,)))


def default_guards() -> Simulation:
    return perft_table(Position(default_game(5), M).guard_moving(2), Room("vault"), (3,))


def corner() -> Simulation:
    return table(at(GLAEKEN, {GLAEKEN: "k00", M: "c4"}).moving(1), (1,))


def search() -> Simulation:
    places = {EVA: "k11", G1: "k12", CUZA: "k21"}
    return table(at(EVA, places, bonus_hands={EVA: (33, 44)}).before_roll(), (3, 5))


def passes() -> Simulation:
    places = {EVA: "k00", G1: "k01", G2: "k02", G3: "k10"}
    return table(at(EVA, places, bonus_hands={EVA: (39, 40)}).moving(4))


def split() -> Simulation:
    return table(at(WOERMANN, {WOERMANN: "k00", EVA: "k11", G1: "k01", G2: "k22"}).moving(3), (2,))


def pool() -> Simulation:
    places = {G1: "k11", G2: "k12", G3: "c2", EVA: "k10"}
    return table(at(M, places, doors={M: (A,)}).guard_moving(3))


def guard_dice() -> Simulation:
    return table(at(M, {G1: "k11", G2: "k12", EVA: "c0"}).guard_dice(), (2, 5))


def hazards() -> Simulation:
    places = {M: "c0", G1: "k11", G2: "k33", G3: "c6", EVA: "k00"}
    pos = at(M, places, bonus_hands={EVA: (41, 35)}, hazards=tuple(Hazard))
    return table(pos.feeding(), (1, 2))


def molasar() -> Simulation:
    places = {M: "c0", G1: "c8", G2: "k33", EVA: "c6"}
    return table(at(M, places, hazards=(Hazard.MOLASARS_MAGIC,)).molasar_moving(4), (1,), "c9")


def conflict() -> Simulation:
    return table(at(EVA, {EVA: "k01", G1: "k01", CUZA: "k12"}, bonus_hands={EVA: (35,)}).fighting())


def chain() -> Simulation:
    places = {EVA: "k01", G1: "k01", CUZA: "k12", G2: "k12", FONESCU: "k20"}
    return table(at(M, places).fighting())


def retreat_out() -> Simulation:
    return table(at(M, {EVA: "k01", G1: "k01", CUZA: "k00"}).retreat(EVA, G1, M, 3), (2,))


def retreat_molasar() -> Simulation:
    places = {EVA: "c0", M: "c0", G1: "c7", CUZA: "k10"}
    return table(at(EVA, places, proven=rooms("c1")).retreat(EVA, M, EVA, 4), (2,), "c9")


POSITIONS: dict[str, tuple[Make, int]] = {
    # name: how it is made, and the greatest depth counted
    "corner": (corner, 3),
    "opening-3": (lambda: opening(small_game(3)), 4),
    "opening-6": (lambda: opening(small_game(6)), 4),
    "search": (search, 3),
    "passes": (passes, 2),
    "split": (split, 3),
    "pool": (pool, 3),
    "guard-dice": (guard_dice, 3),
    "hazards": (hazards, 2),
    "molasar": (molasar, 2),
    "conflict": (conflict, 5),
    "chain": (chain, 4),
    "retreat-out": (retreat_out, 2),
    "retreat-molasar": (retreat_molasar, 2),
    "default-opening-4": (lambda: opening(default_game(4)), 3),
    "default-guards": (default_guards, 2),
}


def written(name: str) -> str:
    """The text of one file."""
    make, deepest = POSITIONS[name]
    sim = make()
    lines = [f"depth {depth}: {perft(sim, depth)}" for depth in range(1, deepest + 1)]
    lines += [f"{count:6d}  {shown(action)}" for action, count in divide(sim, deepest)]
    return "\n".join(lines) + "\n"


def shown(action: Action) -> str:
    """An action in one line."""
    fields = (getattr(action, field) for field in action.__dataclass_fields__)
    return " ".join([type(action).__name__, *(str(value) for value in map(flat, fields) if value not in ("None", ""))])


def flat(value: object) -> str:
    return " ".join(flat(item) for item in value) if isinstance(value, tuple) else str(value)


@pytest.mark.parametrize("name", POSITIONS)
def test_counts_are_those_of_the_file(name: str) -> None:
    assert written(name).splitlines() == (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()


def test_every_file_belongs_to_a_position() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(POSITIONS)


@pytest.mark.parametrize("name", POSITIONS)
def test_counting_leaves_the_table_as_it_is_and_the_parts_make_the_whole(name: str) -> None:
    sim = POSITIONS[name][0]()
    before = sim.state
    assert sum(count for _, count in divide(sim, 2)) == perft(sim, 2)
    assert sim.state is before and perft(sim, 0) == 1


# Counts reasoned out


def test_corner_by_hand() -> None:
    """One room from a corner: stay, or two ways. Woermann, outside, is then placed on one of the entries left."""
    make, _ = POSITIONS["corner"]
    assert perft(make(), 1) == 3
    six_entries = {"stay": 6 - 1, "k01": 6 - 1, "k10": 6 - 1}
    assert perft(make(), 2) == sum(six_entries.values())


@pytest.mark.parametrize(("name", "entries"), [("opening-3", 5), ("opening-6", 6)])
def test_openings_by_hand(name: str, entries: int) -> None:
    """Six marked rooms, then one entry fewer for each Searcher."""
    sim = POSITIONS[name][0]()
    assert perft(sim, 1) == 6
    assert perft(sim, 2) == 6 * entries
    assert perft(sim, 3) == 6 * entries * (entries - 1)
    assert perft(sim, 4) == 6 * entries * (entries - 1) * (entries - 2)


def test_conflict_by_hand() -> None:
    """Four cards of Molasar's, four defenders, three cards; then pass, or look with Second Guess at one of two."""
    sim = POSITIONS["conflict"][0]()
    assert [perft(sim, depth) for depth in range(1, 5)] == [4, 4 * 4, 4 * 4 * 3, 4 * 4 * 3 * 3]


def legs(state: State, pawn: Pawn, steps: int) -> list[tuple[Room, int]]:
    """Where ``pawn`` may end, each with the fewest steps it takes, by `naive`; back again only beside a foe."""
    found: dict[Room, int] = {}
    for length in range(1, steps + 1):
        errand = Errand(state, pawn, length)
        for room in ends(errand):
            if room != errand.start or errand.friends_and_foes(room)[1]:
                found.setdefault(room, length)
    return list(found.items())


def test_pool_of_guards_by_an_independent_count() -> None:
    """Two moves of guards in a row, added up from where each may end and the fewest rooms that takes."""
    state = at(
        M, {G1: "k11", G2: "k12", G3: "c2", EVA: "k20"}, doors={M: (A,)}, hazards=(Hazard.EVIL_SPREADS,)
    ).guard_moving(3)
    sim = table(state)
    first = {(w.pawn, w.path[-1]): w for w in sim.choices() if isinstance(w, Walk)}
    expected = {(g, room): n for g in state.guards_left for room, n in legs(state, g, 3)}
    assert {key: len(w.path) for key, w in first.items()} == expected
    for (pawn, _), w in first.items():
        after = apply(state, Acted(state.seat(M), w)).state
        count = sum(len(legs(after, g, 3 - len(w.path))) for g in after.guards_left if g != pawn)
        sub = sim.copy()
        sub.step(w)
        walked = [a for a in sub.choices() if isinstance(a, Walk)]
        assert len(walked) == count and Done() in sub.choices()


def test_split_by_an_independent_count() -> None:
    """Woermann's second action after each first one, from `naive` alone."""
    state = at(WOERMANN, {WOERMANN: "k00", EVA: "k11", G1: "k01", G2: "k22"}).moving(3)
    sim = table(state)
    for action, count in divide(sim, 2):
        if not isinstance(action, Walk):
            continue
        after = apply(state, Acted(state.seat(WOERMANN), action)).state
        wanted = awaited(after)
        if not isinstance(wanted, Decide) or after.turn is not WOERMANN:
            continue
        left = 3 - len(action.path)
        met = any(p in GUARDS for p in after.pawns_in(action.path[-1])) and action.pawn is WOERMANN
        stopped = action.pawn in GUARDS and any(p not in GUARDS for p in after.pawns_in(action.path[-1]))
        walkers: list[Pawn] = [] if met else [WOERMANN]
        walkers += [g for g in after.guards_left if not (stopped and g == action.pawn)]
        assert count == 1 + sum(len(legs(after, pawn, left)) for pawn in walkers), action


if __name__ == "__main__":
    for each in POSITIONS:
        (FOLDER / f"{each}.txt").write_text(written(each), "utf-8")
