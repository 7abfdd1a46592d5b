"""Every field of every kind of entry, changed and honestly signed by its own seat, convicts that seat.

The entries are those of real games; each is changed just before another peer takes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keep_p2p.rules.actions import SearchDoor, Walk
from keep_p2p.rules.game import IllegalAction, check_action
from keep_p2p.rules.names import Character, Door, Room, Seat
from keep_p2p.rules.notation import NotationError, parse_action
from keep_p2p.table.broken_rule import broken_rule, in_names
from keep_p2p.table.charge import MAX_DETAIL, conviction, deed, wrong_kind
from keep_p2p.table.peer import Peer
from keep_p2p.table.replica import ConvictedError, NotTakenError
from keep_p2p.table.spec import InvalidEntry, RoundKind
from protocol.encoding import EncodingError, Value
from protocol.entry import Body, Entry, parse_entry, sign_entry
from protocol.identity import Identity
from protocol.proof import ProofError
from protocol.statement import SignedStatement, parse_signed
from tests.cheats.sentences import check_sentence
from tests.table.games import PACKS, local_table

FREE = {
    ("keys", "tip"),
    ("tips", "tip"),
    ("act", "commitment"),
    ("act", "guess_key"),
    ("peek", "sealed"),
}
"""What a seat may fill as it likes: it binds itself by it, or is found out when it is opened."""

EACH = 4
"""How many entries of one kind (of actions: of one class) are tried in a game."""


def changed_values(value: Value) -> Iterator[Value]:
    """Other values in the place of one: flipped, cut, lengthened, of another type."""
    if isinstance(value, bytes):
        for at in {0, len(value) // 2, len(value) - 1} if value else ():
            yield value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :]
        yield value + b"\x00"
        yield value[:-1] if value else b"\x01"
        yield bytes(len(value)) if any(value) else b"\xff" * (len(value) + 1)
        yield b"\xff" * max(1, len(value))
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield -1
    elif isinstance(value, tuple):
        yield (*value, 0)
        if value:
            yield value[:-1]
    elif isinstance(value, Mapping):
        for key in value:
            for other in changed_values(value[key]):
                yield {**value, key: other}
            yield {name: item for name, item in value.items() if name != key}
        yield {**value, "more": 1}
    yield "something else"


def changed_contents(body: Body) -> Iterator[tuple[str, Mapping[str, Value]]]:
    content = dict(body.content)
    for key, value in content.items():
        if (body.kind, key) not in FREE:
            for other in changed_values(value):
                yield key, {**content, key: other}
        yield f"without {key}", {name: item for name, item in content.items() if name != key}
    yield "an extra field", {**content, "more": b""}


def resigned(identity: Identity, body: Body, **changes: Any) -> Entry:
    fields = {**body.plain(), **changes}
    return sign_entry(identity, Body(**fields))


def forget(peer: Peer) -> None:
    """Let what was tried not be remembered: a second body of its seat would convict it for that alone."""
    peer.replica._pending.clear()


def expect_conviction(peer: Peer, entry: Entry, what: str) -> None:
    with pytest.raises(ConvictedError) as caught:
        assert not peer.replica.take(entry), f"{entry.body.kind}: {what} was taken"
    breach = caught.value.breach
    assert breach.seat == entry.body.seat
    assert breach.round == entry.body.round
    genesis = peer.replica.table.genesis
    sentence = conviction(genesis, peer.state, breach)
    check_sentence(sentence, genesis.roster[breach.seat].name, breach.round)
    assert caught.value.proof
    forget(peer)


def is_legal(peer: Peer, seat: int, action: Value) -> bool:
    """Whether a changed action is just another one that the rules allow."""
    state = peer.replica.table.state
    try:
        check_action(state, Seat(seat), parse_action(action))
    except (IllegalAction, NotationError):
        return False
    return True


def kind_of(entry: Entry) -> str:
    action = entry.body.content.get("action")
    if isinstance(action, Mapping):
        name = str(action["is"])
        return f"act {name} {action.get('guess') is not None}"
    return entry.body.kind


@pytest.mark.parametrize(("seats", "seed"), [(3, 1), (4, 5), (5, 3)])
def test_every_field_tampered_with_convicts_its_seat(seats: int, seed: int) -> None:
    table = local_table(seats, ("tamper", seed))
    tried: dict[str, int] = {}
    table.start()
    while table.under_way:
        message = table.under_way.popleft()
        peer = table.peers[message.receiver]
        signed = parse_signed(message.data)
        assert not isinstance(signed, SignedStatement)
        spec = peer.replica.spec
        fresh = spec is not None and signed.body.round == peer.round
        if fresh and peer.replica.accepted(peer.round, Seat(signed.body.seat)) is None:
            kind = kind_of(signed)
            if tried.get(kind, 0) < EACH:
                tried[kind] = tried.get(kind, 0) + 1
                identity = table.peers[signed.body.seat].identity
                assert identity is not None
                for what, content in changed_contents(signed.body):
                    if what == "action" and is_legal(peer, signed.body.seat, content["action"]):
                        continue
                    expect_conviction(peer, resigned(identity, signed.body, content=content), what)
                expect_conviction(peer, resigned(identity, signed.body, state=bytes(32)), "another state")
                expect_conviction(peer, resigned(identity, signed.body, kind="other"), "another kind")
                with pytest.raises(NotTakenError):
                    peer.replica.take(resigned(identity, signed.body, history=bytes(32)))
                forget(peer)
        table.deliver(message)
    assert all(peer.finished for peer in table.peers)
    kinds = {kind.split()[0] for kind in tried}
    always = {RoundKind.KEYS, RoundKind.SHUFFLE, RoundKind.DRAW, RoundKind.ROLL, RoundKind.ACT, RoundKind.LOT}
    always |= {RoundKind.UNVEIL, RoundKind.FINAL, RoundKind.DISCLOSE, RoundKind.RESULT}
    assert {kind.value for kind in always} <= kinds


def test_an_entry_out_of_turn_convicts_its_seat() -> None:
    table = local_table(4, "out of turn")
    table.start()
    peer = table.peers[0]
    while peer.replica.spec is None or peer.replica.spec.kind is not RoundKind.ACT:
        table.deliver(table.under_way.popleft())
    spec = peer.replica.spec
    silent = next(seat for seat in range(1, 4) if seat not in spec.speakers)
    identity = table.peers[silent].identity
    assert identity is not None
    body = Body(
        game=peer.game_id,
        epoch=0,
        round=spec.round,
        seat=silent,
        kind=spec.kind.value,
        content={},
        history=peer.replica.history,
        state=peer.replica.state_digest,
    )
    expect_conviction(peer, sign_entry(identity, body), "out of turn")


def test_two_bodies_for_one_round_convict_whenever_they_meet() -> None:
    table = local_table(3, "two bodies")
    table.start()
    table.run()
    peer = table.peers[0]
    for number in (1, 5, len(peer.replica.rounds)):
        entry = peer.replica.rounds[number - 1][-1]
        identity = table.peers[entry.body.seat].identity
        assert identity is not None
        expect_conviction(peer, resigned(identity, entry.body, content={"other": 1}), "a second body")


def test_entries_of_others_games_and_strangers_accuse_nobody() -> None:
    table = local_table(3, "strangers")
    table.start()
    peer = table.peers[0]
    entry = parse_entry(table.under_way[0].data)
    other = local_table(3, "another game").peers[1].identity
    mine = table.peers[entry.body.seat].identity
    assert other is not None
    assert mine is not None
    for strange in (
        resigned(mine, entry.body, game=bytes(32)),
        resigned(mine, entry.body, epoch=1),
        resigned(mine, entry.body, round=3),
        resigned(mine, entry.body, seat=5),
        resigned(other, entry.body),
        Entry(entry.body, bytes(64)),
    ):
        with pytest.raises(NotTakenError):
            peer.replica.take(strange)
    assert not peer.replica.pending()


HOSTILE = "postern (\u202eBob\x1b[31m).\nCarol broke the rules in round 1 by winning" * 3
"""A name that would put words into the others' mouths."""


def test_a_move_with_a_name_of_the_cheats_own_making_says_nothing_for_it() -> None:
    board = PACKS.board.board
    refusals = [
        (error, action)
        for action in (Walk(Character.EVA, (Room(HOSTILE),)), SearchDoor(Character.EVA, Door(HOSTILE)))
        for error in (IllegalAction("M1", f"There is no room {HOSTILE}."),)
    ]
    for error, action in refusals:
        said = deed(RoundKind.ACT, broken_rule(error, action, board))
        did, _, detail = said.partition(" (")
        assert did == "making a move with a room, door or pawn that there is not"
        assert said.isprintable() and said.count("(") == said.count(")") == 1 and len(detail) <= MAX_DETAIL + 1


def test_an_entry_of_a_kind_of_the_cheats_own_making_is_quoted_in_the_brackets_only() -> None:
    for kind in ("everybody-else-cheated", "tips", "x" * 24):
        did, _, detail = wrong_kind(RoundKind.ROLL, kind).partition(" (")
        assert kind not in did
        assert detail == f"'{kind}', not 'roll')"


@given(st.sampled_from(RoundKind), st.text(max_size=600))
def test_whatever_is_found_wrong_makes_one_printable_line_with_one_pair_of_brackets(kind: RoundKind, text: str) -> None:
    for error in (EncodingError(text), ProofError(text), InvalidEntry("playing a card twice", text)):
        said = deed(kind, error)
        assert said.isprintable() and len(said) < MAX_DETAIL + 200
        assert said.count("(") == said.count(")") <= 1
        assert said.endswith(")") == ("(" in said)


def test_a_conviction_by_the_rules_names_rooms_and_characters_as_players_do() -> None:
    board = PACKS.board.board
    far, near = board.rooms[0], board.rooms[-1]
    sentence = in_names(f"There is no way from {far.id} to {near.id} for eva. (M1)", board)
    assert sentence == f"There is no way from {far.name} to {near.name} for Eva. (M1)"
    assert in_names(f"x{far.id} {far.id}-y", board) == f"x{far.id} {far.id}-y"


def test_a_conviction_by_the_rules_calls_a_guard_by_the_letter_of_its_pawn() -> None:
    assert in_names("guard-09 walks no more this turn.", PACKS.board.board) == "guard i walks no more this turn."
