"""Distances that the computer players think with."""

import pytest

from keep_p2p.packs import load_board
from keep_p2p.players.danger import Dangers
from keep_p2p.players.tables import CUZA_DOOR_COST, DOOR_COST, FAR, Tables, tables_for

BOARD = load_board().board


@pytest.fixture(scope="module")
def tables() -> Tables:
    return Tables(BOARD, 4)


def test_neighbours_are_one_room_apart(tables: Tables) -> None:
    for doorway in BOARD.doorways:
        assert tables.flight[tables.index[doorway.a]][tables.index[doorway.b]] == 1.0


def test_an_unfound_door_costs_what_searching_for_it_costs(tables: Tables) -> None:
    for number, door in enumerate(BOARD.secret_doors):
        keep, cellar = tables.index[door.keep_side], tables.index[door.cellar_side]
        assert tables.between(1 << number, DOOR_COST)[keep][cellar] == 1.0
        assert tables.between(0, DOOR_COST)[keep][cellar] == 1.0 + DOOR_COST
        assert tables.between(0, CUZA_DOOR_COST)[keep][cellar] == 1.0 + CUZA_DOOR_COST


def test_a_found_door_never_makes_a_way_longer(tables: Tables) -> None:
    for marked in range(len(tables.marked)):
        without, with_all = tables.approach(0, DOOR_COST)[marked], tables.approach(tables.all_doors, DOOR_COST)[marked]
        assert all(near <= far for near, far in zip(with_all, without, strict=True))
        assert with_all != without


def test_outside_is_as_far_as_the_best_open_entry(tables: Tables) -> None:
    for costs in tables.approach(0, DOOR_COST):
        assert costs[tables.outside] == min(costs[entry] for entry in tables.entries)


def test_a_toll_is_paid_on_entering_and_not_on_leaving(tables: Tables) -> None:
    a, b = (tables.index[room] for room in (BOARD.doorways[0].a, BOARD.doorways[0].b))
    toll = [0.0] * (tables.outside + 1)
    toll[b] = 50.0
    assert tables.field(0, FAR, ((b, 0.0),), toll)[a] == 51.0
    assert tables.field(0, FAR, ((a, 0.0),), toll)[b] == 1.0


def test_each_layer_is_one_step_nearer_to_the_goal(tables: Tables) -> None:
    costs = tables.approach(tables.all_doors, DOOR_COST)[0]
    start = max(range(tables.outside), key=lambda room: costs[room])
    layers = tables.layers(tables.all_doors, DOOR_COST, 0, start)
    assert len(layers) == costs[start]
    assert layers[-1] == (tables.marked[0],)
    for steps, layer in enumerate(layers, start=1):
        assert {costs[room] for room in layer} == {costs[start] - steps}


def test_tables_are_kept_for_the_board_they_were_made_for() -> None:
    assert tables_for(BOARD, 4) is tables_for(BOARD, 4)
    assert tables_for(BOARD, 4) is not tables_for(BOARD, 5)


def test_danger_is_one_in_the_hilts_room_and_falls_away_from_it(tables: Tables) -> None:
    dangers = Dangers(tables, 0.75, 0.6)
    focus = (1.0, *(0.0 for _ in tables.marked[1:]))
    danger = dangers.rooms(tables.all_doors, DOOR_COST, focus)
    assert danger[tables.marked[0]] == 1.0
    assert all(0.0 < value <= 1.0 for room, value in enumerate(danger) if room != tables.marked[0])


def test_a_longer_retreat_never_leaves_more_danger(tables: Tables) -> None:
    dangers = Dangers(tables, 0.75, 0.6)
    focus = tuple(1.0 / len(tables.marked) for _ in tables.marked)
    for room in range(tables.outside):
        swept = dangers.swept(0, DOOR_COST, focus, room)
        assert list(swept) == sorted(swept, reverse=True)
        assert swept[0] == dangers.rooms(0, DOOR_COST, focus)[room]
