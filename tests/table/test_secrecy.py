"""What nobody may hold: another seat's card, key, nonce or Hilt, before it is opened.

Everything a peer holds is reachable from it, so everything reachable is walked: all bytes
and numbers are looked at for the secrets of the other seats, at every round of a game.
"""

from __future__ import annotations

import gc
import types
from collections.abc import Iterator

import pytest

from keep_p2p.rules.names import Deck
from keep_p2p.table.local import LocalTable
from keep_p2p.table.peer import Peer
from keep_p2p.table.spec import RoundKind
from tests.table.games import local_table

SECRET_NAMES = ("deck-key", "beacon-seed", "shuffle-seed", "commit", "hilt", "guess-key")


def everything_in(root: object) -> Iterator[object]:
    """Every object reachable from ``root``, not going into classes, modules or functions."""
    seen: set[int] = set()
    todo = [root]
    skipped = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.FrameType)
    while todo:
        item = todo.pop()
        if id(item) in seen or isinstance(item, skipped):
            continue
        seen.add(id(item))
        yield item
        todo.extend(gc.get_referents(item))


def secrets_of(peer: Peer) -> dict[str, bytes]:
    """The seat's secrets by name: of a commitment its nonce, of the Hilt its slip's nonce and blindings."""
    assert peer.speaker is not None
    kept = peer.speaker.private.vault._kept
    found = {name: data for name, data in kept.items() if name.split("/")[0] in SECRET_NAMES}
    for name in list(found):
        if name.startswith("commit/"):
            found[name] = found[name][4:]
    hilt = peer.speaker.private.hilt
    if hilt is not None:
        found.pop("hilt")
        found["hilt/nonce"] = hilt.nonce
        found |= {f"hilt/{room}": blinding for room, blinding in zip(hilt.rooms, hilt.blindings, strict=True)}
    return found


def hidden_secrets(table: LocalTable, owner: int) -> dict[str, bytes]:
    """Those of a seat's secrets that the game has not opened so far."""
    peer = table.peers[owner]
    public = peer.replica.table
    opened = {f"commit/{each.round}" for each in public.commitments if each.opened is not None}
    opened |= {f"hilt/{room}" for room in public.openings}
    # The guesser of a Second Guess was shown this card's opening, on purpose.
    opened |= {f"commit/{guess.commitment.round}" for guess in public.guesses if guess.answered}
    turning_up = public.commitments[-2:] if peer.replica.spec and peer.replica.spec.kind is RoundKind.REVEAL else ()
    opened |= {f"commit/{each.round}" for each in turning_up}
    return {name: data for name, data in secrets_of(peer).items() if name not in opened}


def held_secrets(table: LocalTable, index: int) -> list[tuple[int, str]]:
    """(owner, name) of each hidden secret of another seat that this peer holds."""
    wanted: dict[object, tuple[int, str]] = {}
    for owner, peer in enumerate(table.peers):
        if owner == index or peer.seat is None:
            continue
        for name, data in hidden_secrets(table, owner).items():
            wanted[data] = (owner, name)
            wanted[int.from_bytes(data, "little")] = (owner, name)
    found = []
    for item in everything_in(table.peers[index]):
        if isinstance(item, bytes) and len(item) > 32:
            found += [who for data, who in wanted.items() if isinstance(data, bytes) and data in item]
        elif isinstance(item, bytes | int) and item in wanted:
            found.append(wanted[item])
    return found


def step_by_rounds(table: LocalTable, every: int) -> Iterator[int]:
    """Run the table, stopping after every so many rounds until anybody discloses or unveils."""
    table.start()
    stop = 1
    while table.under_way:
        table.deliver(table.under_way.popleft())
        spec = table.peers[0].replica.spec
        if spec is None or spec.kind in (RoundKind.UNVEIL, RoundKind.FINAL):
            return
        if table.peers[0].round >= stop:
            stop = table.peers[0].round + every
            yield table.peers[0].round


@pytest.mark.parametrize("seats", [3, 5])
def test_no_peer_or_spectator_ever_holds_a_secret_of_another_seat(seats: int) -> None:
    table = local_table(seats, ("secrecy", seats), spectators=1)
    looked = 0
    for round_number in step_by_rounds(table, every=40):
        for index in range(len(table.peers)):
            assert held_secrets(table, index) == [], f"round {round_number}, peer {index}"
            looked += 1
    assert looked > 20


def test_the_scan_finds_a_secret_that_is_there() -> None:
    table = local_table(3, "scan", spectators=1)
    for _ in step_by_rounds(table, every=60):
        pass
    speaker = table.peers[0].speaker
    assert speaker is not None
    leaked = speaker.private.vault.get("deck-key")
    assert leaked is not None
    table.peers[3].replica.table.checks["leak"] = int.from_bytes(leaked, "little")
    assert (0, "deck-key") in held_secrets(table, 3)
    table.peers[3]._unheard = [b"with more around it" + leaked]  # type: ignore[assignment]  # anywhere will do
    assert (0, "deck-key") in held_secrets(table, 3)


def test_a_seat_knows_its_own_cards_and_those_it_was_shown_and_no_others() -> None:
    table = local_table(4, "knows", spectators=1)
    for _ in step_by_rounds(table, every=15):
        for peer in table.peers[:4]:
            view = peer.view
            if view is None:
                continue
            public = peer.replica.table
            shown = {guess.owner for guess in public.guesses if guess.guesser == peer.seat}
            for key in view.known.cards:
                holder = public.cards.laid()[key].holder
                assert holder is not None
                assert public.seat_of(holder) in {peer.seat, *shown}


def test_no_card_in_a_hand_or_pile_can_be_decrypted_from_what_is_public() -> None:
    table = local_table(4, "shares", spectators=1)
    for _ in step_by_rounds(table, every=15):
        public = table.peers[-1].replica.table
        if public.rules is None:
            continue
        for deck in Deck:
            hidden = set(public.state.pile(deck))
            for character in public.state.characters:
                hidden |= set(public.state.hand(character, deck))
            for slot in hidden:
                face_down = public.cards.laid().get((deck, slot))
                assert face_down is None or len(face_down.shares) < 4
