"""Whole games between peers that share nothing but signed bytes."""

from __future__ import annotations

import random

import pytest

from keep_p2p.rules.game import outcome, status
from keep_p2p.rules.names import Character
from keep_p2p.table.effects import Finished, Happened
from keep_p2p.table.local import LocalTable
from keep_p2p.table.verify import Verdict, verify_transcript
from tests.table.games import PACKS, local_table, played


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_a_game_ends_by_the_rules_and_all_peers_hold_the_same(seats: int) -> None:
    table = played(seats, ("whole", seats), spectators=1)
    assert table.accusations == []
    assert all(peer.finished for peer in table.peers)
    assert len({peer.transcript() for peer in table.peers}) == 1
    assert len({peer.state for peer in table.peers}) == 1
    state = table.peers[0].state
    assert state is not None
    assert outcome(state) is not None
    assert status(state) == ()


@pytest.mark.parametrize("seats", [3, 6])
def test_the_transcript_is_fair_and_says_who_won(seats: int) -> None:
    table = played(seats, ("fair", seats))
    report = verify_transcript(table.peers[0].transcript(), PACKS)
    assert report.verdict is Verdict.FAIR, report.reason
    assert report.exit_status == 0
    assert report.rounds == table.peers[0].round - 1
    assert report.winner
    assert set(report.checks) >= {"signatures", "shuffles", "decryption shares", "beacon values", "disclosures"}
    assert all(count > 0 for count in report.checks.values())
    assert report.checks == table.peers[0].checks


def test_every_peer_tells_the_same_story() -> None:
    table = played(4, "story", spectators=1)
    stories = [
        [noted.effect for noted in table.of_kind(Happened) if noted.peer == index] for index in range(len(table.peers))
    ]
    assert stories[0]
    assert all(story == stories[0] for story in stories)
    assert len(table.of_kind(Finished)) == len(table.peers)


def test_chosen_characters_are_kept_and_the_rest_are_drawn_with_molasar_among_them() -> None:
    wanted = [(Character.CUZA,), None, None, (Character.EVA,)]
    drawn = set()
    for seed in range(12):
        table = local_table(4, seed, characters=wanted)
        table.start()
        while table.peers[0].state is None:
            table.deliver(table.under_way.popleft())
        players = table.peers[0].state.game.seating.players
        assert players[0] == (Character.CUZA,)
        assert players[3] == (Character.EVA,)
        assert Character.MOLASAR in players[1] + players[2]
        drawn.add(players[1])
    assert len(drawn) > 1


def test_in_a_three_player_game_drawn_searchers_come_in_pairs() -> None:
    table = local_table(3, "pairs")
    table.start()
    while table.peers[0].state is None:
        table.deliver(table.under_way.popleft())
    sizes = sorted(len(characters) for characters in table.peers[0].state.game.seating.players)
    assert sizes == [1, 2, 2]


@pytest.mark.parametrize("seed", range(4))
def test_over_a_network_that_delays_reorders_repeats_and_drops_nobody_is_accused(seed: int) -> None:
    table = weathered(3 + seed % 4, seed)
    table.start()
    table.run()
    assert table.accusations == []
    assert all(peer.finished for peer in table.peers)
    assert len({peer.transcript() for peer in table.peers}) == 1


def weathered(seats: int, seed: int) -> LocalTable:
    weather = random.Random(seed)
    return local_table(
        seats,
        seed,
        pick=lambda under_way: weather.randrange(under_way),
        copies=lambda: weather.choices((0, 1, 2), (1, 8, 1))[0],
    )
