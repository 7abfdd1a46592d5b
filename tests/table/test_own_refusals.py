"""What a seat's own program keeps it from, since it would convict itself and the public rules cannot see it."""

from __future__ import annotations

import pytest

from keep_p2p.rules.actions import Action, CommitCard, HideHilt, Walk
from keep_p2p.rules.awaited import Decision
from keep_p2p.rules.game import IllegalAction, check_action, hilt_openings, legal_actions
from keep_p2p.rules.names import Room, Slot
from keep_p2p.table.effects import Ask
from keep_p2p.table.local import LocalTable
from keep_p2p.table.peer import Peer
from keep_p2p.table.view import View
from tests.table.games import local_table, random_choice


def peer_of(table_peers: tuple[Peer, ...], view: View) -> Peer:
    return table_peers[view.seat]


class Trespasser:
    """Plays at random, but first asks Molasar's own program for every step into the Hilt's room."""

    def __init__(self, table: LocalTable, seed: int) -> None:
        self.table = table
        self.plain = random_choice(seed)
        self.tried = 0

    def __call__(self, view: View, ask: Ask) -> Action:
        if ask.decide.decision is Decision.MOLASAR_MOVE and view.known.hilt is not None:
            for action in legal_actions(view.state):
                if isinstance(action, Walk) and view.known.hilt in hilt_openings(view.state, action):
                    check_action(view.state, view.seat, action)
                    with pytest.raises(IllegalAction, match="M11"):
                        peer_of(self.table.peers, view).choose(action)
                    self.tried += 1
        return self.plain(view, ask)


def test_M11_molasar_is_kept_from_the_hilts_room_without_saying_anything() -> None:
    for seed in range(6):
        table = local_table(3, ("own", seed))
        trespasser = Trespasser(table, seed)
        table.choose = (trespasser,) * 3
        table.start()
        table.run()
        assert table.accusations == []
        if trespasser.tried:
            return
    raise AssertionError("Molasar never stood before the Hilt's room")


def test_a_card_not_in_hand_and_a_room_not_marked_are_refused() -> None:
    table = local_table(4, "refused")
    plain = random_choice("refused")
    seen = set()

    def choose(view: View, ask: Ask) -> Action:
        peer = peer_of(table.peers, view)
        if ask.decide.decision is Decision.COMMIT_CARD:
            with pytest.raises(IllegalAction, match="C2"):
                peer.choose(CommitCard(ask.decide.character, Slot(999)))
        if ask.decide.decision is Decision.HIDE_HILT:
            with pytest.raises(IllegalAction, match="S5"):
                peer.choose(HideHilt(Room("nowhere")))
        seen.add(ask.decide.decision)
        return plain(view, ask)

    table.choose = (choose,) * 4
    table.start()
    table.run()
    assert table.accusations == []
    assert {Decision.COMMIT_CARD, Decision.HIDE_HILT} <= seen
