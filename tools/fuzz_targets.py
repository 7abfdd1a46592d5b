"""Everything that reads bytes from outside, each as a function that takes any bytes and must come through.

A target raises nothing for bad bytes: it catches exactly the errors its reader documents. Where a
reader has an inverse, what was taken must be written back as the same bytes. Anything else that
comes out of a target (an exception, a wrong round trip) is a finding.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import cast

import fuzz_lobby
import fuzz_people
import fuzz_seat
from fuzz_game import game
from fuzz_lobby import CONTROLS
from keep_p2p.app.reports import NotAReport, from_line
from keep_p2p.errors import UserError
from keep_p2p.net.address import parse as parse_address
from keep_p2p.net.announcement import Announcement, from_txt, to_txt
from keep_p2p.net.errors import NetError
from keep_p2p.net.hello import CallerHello, Doorplate, HelloFailed, Purpose, ServerHello, Wanted
from keep_p2p.net.wire import read_ask, read_beat, read_entry, read_genesis
from keep_p2p.packs import PackError
from keep_p2p.packs.board_file import parse_board
from keep_p2p.packs.check import check_board
from keep_p2p.packs.deck_file import parse_deck
from keep_p2p.packs.source import parse as parse_pack
from keep_p2p.packs.source import read_default
from keep_p2p.rules.notation import NotationError, parse_action, plain
from keep_p2p.table.disclosure import parse_disclosure
from keep_p2p.table.evidence import EvidenceError, read_evidence, write_evidence
from keep_p2p.table.lobby_names import clean
from keep_p2p.table.lobby_seats import Ticket
from keep_p2p.table.spec import InvalidEntry
from keep_p2p.table.summary import summarize
from keep_p2p.ui.saved_words import how_said, who_played
from protocol.encoding import Deframer, EncodingError, Value, decode, encode
from protocol.entry import parse_entry, sign_entry
from protocol.equivocation import Equivocation, parse_equivocation
from protocol.genesis import genesis_bytes, parse_genesis, parse_signed_genesis
from protocol.group import GroupError, parse_point
from protocol.identity import Identity, IdentityError, parse_public
from protocol.proof import ProofError
from protocol.roster import GenesisError, check_name
from protocol.statement import Statement, StatementKind, parse_statement, sign_statement
from protocol.transcript import read_transcript, write_transcript

Run = Callable[[bytes], None]

IDENTITY = Identity.from_seed(bytes(range(32)))
OTHER = Identity.from_seed(bytes(range(32, 64)))


@dataclass(frozen=True)
class Target:
    """One reader: how it is run, what it begins from, and its share of a run (cheap ones get more)."""

    run: Run
    seeds: Callable[[], tuple[bytes, ...]]
    share: int


def _entries() -> tuple[bytes, ...]:
    rounds = game().peers[0].replica.rounds
    return tuple(entries[0].to_bytes() for entries in rounds if len(entries[0].to_bytes()) < 2_000)[:12]


def _statements() -> tuple[bytes, ...]:
    fields = {"game": game().peers[0].game_id, "epoch": 0, "round": 3, "seat": 1}
    kinds: tuple[dict[str, Value], ...] = {"key": bytes(32), "round": 2}, {}
    return tuple(
        sign_statement(OTHER, Statement(**fields, kind=kind, content=content)).to_bytes()  # type: ignore[arg-type]  # as named
        for kind in StatementKind
        for content in kinds
    )


def _pairs() -> tuple[bytes, ...]:
    entry = parse_entry(_entries()[0])
    other = sign_entry(OTHER, replace(entry.body, content={"other": 1}))
    return (Equivocation.of(entry, other).to_bytes(),)


def _evidence_seeds() -> tuple[bytes, ...]:
    replica = game().peers[0].replica
    rounds, pair = replica.rounds[:2], parse_equivocation(_pairs()[0])
    proofs = (rounds[-1][0], pair, parse_statement(_statements()[0]), None)
    return tuple(write_evidence(replica.signed, rounds, proof) for proof in proofs)


def _contents() -> tuple[bytes, ...]:
    rounds = game().peers[0].replica.rounds
    return tuple(encode(entries[0].body.content) for entries in rounds)


def _decode(data: bytes) -> None:
    try:
        value = decode(data, max_bytes=4096)
    except EncodingError:
        return
    assert encode(value) == data, "decoded, but not written back the same"


def _deframe(data: bytes) -> None:
    deframer = Deframer(512)
    try:
        for at in range(0, len(data), 7):
            deframer.feed(data[at : at + 7])
            assert deframer.pending <= 512 + 4
    except EncodingError:
        return


def _round_trip(parse: Callable[[bytes], object], write: Callable[[object], bytes]) -> Run:
    def run(data: bytes) -> None:
        try:
            taken = parse(data)
        except EncodingError:
            return
        assert write(taken) == data, "parsed, but not written back the same"

    return run


def _to_bytes(value: object) -> bytes:
    return bytes(value.to_bytes())  # type: ignore[attr-defined]  # every parsed object here has it


def _transcript(data: bytes) -> None:
    said = summarize(data)
    assert not CONTROLS & set(f"{said.table}{how_said(said)}{who_played(said)}"), "a control character got through"
    reading = read_transcript(data)
    if reading.transcript is not None and reading.problem is None:
        assert write_transcript(reading.transcript) == data


def _evidence(data: bytes) -> None:
    try:
        read_evidence(data)
    except (EvidenceError, EncodingError):
        return


def _hello_of_caller(data: bytes) -> None:
    hello = ServerHello(IDENTITY, bytes(32), Doorplate(bytes(16), None), bytes)
    try:
        hello.receive(data)
    except HelloFailed:
        return


def _hello_of_server(data: bytes) -> None:
    hello = CallerHello(IDENTITY, bytes(32), Wanted(Purpose.LOBBY), "there", bytes)
    try:
        for part in data.split(b"\xff\x00\xff", 1):
            hello.receive(part)
    except NetError:
        return


def _hello_seeds() -> tuple[bytes, ...]:
    server = ServerHello(OTHER, bytes(32), Doorplate(bytes(16), None), bytes)
    caller = CallerHello(IDENTITY, bytes(32), Wanted(Purpose.LOBBY), "there", bytes)
    answer = caller.receive(server.opening())
    assert isinstance(answer, bytes)
    last, _ = server.receive(answer)
    return (server.opening(), answer, server.opening() + b"\xff\x00\xff" + last)


def _wire(data: bytes) -> None:
    try:
        message = decode(data)
        if not isinstance(message, dict):
            return
        for read in (read_entry, read_beat, read_ask, read_genesis):
            try:
                read(message)
            except EncodingError:
                continue
    except EncodingError:
        return


def _wire_seeds() -> tuple[bytes, ...]:
    have = game().peers[0].have()
    beat: dict[str, Value] = {"have": have, "level": [0, 2], "links": [1, 2], "type": "beat", "wants": True}
    return encode(beat), encode({"type": "ask"}), encode({"data": b"12345", "type": "entry"})


def _txt(data: bytes) -> None:
    items = [part.partition(b"=") for part in data.split(b"\n")]
    announcement = from_txt({key: value for key, _, value in items})
    if announcement is not None:
        shown = announcement.name + announcement.fingerprint
        assert not CONTROLS & set(shown), "a control character got through"


def _txt_seeds() -> tuple[bytes, ...]:
    announcement = Announcement(1, bytes(range(16)), "Friday", 4, 2, "abcd-efgh-ijkl", watch=True, game=b"")
    pairs = to_txt(announcement).items()
    return (b"\n".join(f"{key!s}={value!s}".encode() for key, value in pairs),)


def _text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _address(data: bytes) -> None:
    try:
        parse_address(_text_of(data))
    except UserError:
        return


def _name(data: bytes) -> None:
    text = _text_of(data)
    assert not CONTROLS & set(clean(text)), "a control character got through"
    try:
        check_name(text)
    except GenesisError:
        return
    assert not CONTROLS & set(text), "a control character got through"


def _pack(parse: Callable[[dict[str, object], str], object]) -> Run:
    def run(data: bytes) -> None:
        sentence = ""
        try:
            parse(_document(data), "a file")
        except PackError as error:
            sentence = str(error)
        assert not CONTROLS & set(sentence), "a control character got into a sentence"

    return run


def _document(data: bytes) -> dict[str, object]:
    """What the TOML says, or the encoded map: of that every part can be changed and the whole stays a document."""
    try:
        value = decode(data)
    except EncodingError:
        value = None
    return (
        {key: _listed(item) for key, item in value.items()} if isinstance(value, dict) else parse_pack(data, "a file")
    )


def _listed(value: Value) -> object:
    """With lists, as TOML gives them."""
    if isinstance(value, Mapping):
        return {key: _listed(item) for key, item in value.items()}
    return [_listed(item) for item in value] if isinstance(value, tuple) else value


def _pack_seeds(name: str) -> tuple[bytes, ...]:
    text = read_default(name)
    return encode(cast(Value, parse_pack(text, name))), text[:2_000].rpartition(b"\n")[0], text


def _board(document: dict[str, object], file: str) -> None:
    check_board(parse_board(document, file), file)


def _action(data: bytes) -> None:
    try:
        value = decode(data, max_bytes=4096)
        action = parse_action(value)
    except (EncodingError, NotationError):
        return
    assert encode(plain(action)) == data


def _action_seeds() -> tuple[bytes, ...]:
    rounds = game().peers[0].replica.rounds
    contents = [entries[0].body.content for entries in rounds]
    return tuple(encode(content["action"]) for content in contents if "action" in content)


def _disclosure(data: bytes) -> None:
    try:
        parse_disclosure(decode(data))
    except (EncodingError, ProofError, InvalidEntry):
        return


def _disclosure_seeds() -> tuple[bytes, ...]:
    speaker = game().peers[0].speaker
    assert speaker is not None
    return (encode(speaker.disclose().content()),)


def _peer(data: bytes) -> None:
    peer = game().peers[1]
    before = peer.have()
    peer.receive(data)
    assert peer.breach is None, "unsigned bytes accused somebody"
    assert peer.have() == before, "unsigned bytes moved the game"


def _ticket(data: bytes) -> None:
    try:
        Ticket.from_text(_text_of(data))
    except ValueError:
        return


def _report(data: bytes) -> None:
    try:
        from_line(data.decode("utf-8", "replace"))
    except NotAReport:
        return


def _keys(data: bytes) -> None:
    for parse in (parse_point, parse_public):
        try:
            parse(data)
        except (GroupError, IdentityError):
            continue


def _verdict(data: bytes) -> None:
    assert not CONTROLS & set(fuzz_seat.verdict(data)), "a control character got into a verdict"


def encode_json(value: object) -> bytes:
    """As it stands in a file."""
    return json.dumps(value).encode()


def _genesis_seed() -> bytes:
    return game().peers[0].replica.signed.to_bytes()


SETTINGS = (
    encode_json({"name": "J\u00f6rg", "colours": "16", "glyphs": "ascii", "calm": True, "explained": "walk roll"}),
    encode_json({"name": "\ud800\x1b", "hints": 10**30}),
    b"[" * 30_000,
)
KNOWN = encode_json({"Anna": ["00" * 32, "ff" * 32, 7]}), b"[" * 30_000


TARGETS: dict[str, Target] = {
    "decode": Target(_decode, lambda: (*_contents(), b"\x81\xa1a\x01", b"\x93\x01\xc0\xc3"), 120),
    "frames": Target(_deframe, lambda: (b"\x00\x00\x00\x03abc\x00\x00\x00\x01x",), 24),
    "entry": Target(_round_trip(parse_entry, _to_bytes), _entries, 32),
    "statement": Target(_round_trip(parse_statement, _to_bytes), _statements, 12),
    "genesis": Target(
        _round_trip(parse_genesis, genesis_bytes),  # type: ignore[arg-type]  # it writes what it parsed
        lambda: (genesis_bytes(game().peers[0].replica.signed.genesis),),
        12,
    ),
    "signed genesis": Target(_round_trip(parse_signed_genesis, _to_bytes), lambda: (_genesis_seed(),), 12),
    "equivocation": Target(_round_trip(parse_equivocation, _to_bytes), _pairs, 8),
    "transcript": Target(_transcript, lambda: (game().peers[0].transcript()[:9_000],), 4),
    "evidence": Target(_evidence, _evidence_seeds, 4),
    "caller's hello": Target(_hello_of_caller, _hello_seeds, 16),
    "server's hello": Target(_hello_of_server, _hello_seeds, 12),
    "link message": Target(_wire, _wire_seeds, 32),
    "txt record": Target(_txt, _txt_seeds, 32),
    "address": Target(_address, lambda: (b"192.168.1.20:4711", b"[fe80::1%eth0]:80", b"name.local:1"), 24),
    "name": Target(_name, lambda: (b"Magda", "J\u00f6rg \u202e".encode(), b"\x1b[31mred"), 32),
    "board file": Target(_pack(_board), lambda: _pack_seeds("board.toml"), 4),
    "deck file": Target(_pack(parse_deck), lambda: _pack_seeds("deck.toml"), 4),
    "action": Target(_action, _action_seeds, 32),
    "disclosure": Target(_disclosure, _disclosure_seeds, 12),
    "peer": Target(_peer, _entries, 12),
    "ticket": Target(_ticket, lambda: (b"83a4686f7374",), 12),
    "report": Target(_report, lambda: (b'{"report": "joined", "taken": 1, "seats": 4}',), 8),
    "lobby opener": Target(fuzz_lobby.opener, fuzz_lobby.opener_seeds, 4),
    "lobby guest": Target(fuzz_lobby.guest, fuzz_lobby.guest_seeds, 4),
    "chat": Target(fuzz_lobby.chat, fuzz_lobby.chat_seeds, 8),
    "farewell": Target(fuzz_lobby.farewell, fuzz_lobby.farewell_seeds, 8),
    "speech": Target(fuzz_seat.speech, fuzz_seat.speech_seeds, 8),
    "statement heard": Target(fuzz_seat.heard, fuzz_seat.heard_seeds, 4),
    "verdict": Target(_verdict, lambda: (game().peers[0].transcript()[:9_000], *_evidence_seeds()), 2),
    "typed line": Target(fuzz_people.typed, lambda: tuple(line.encode() for line in fuzz_people.TYPED), 8),
    "text field": Target(fuzz_people.field, lambda: fuzz_people.KEYS, 12),
    "settings file": Target(fuzz_people.settings_file, lambda: SETTINGS, 8),
    "known players file": Target(fuzz_people.known_file, lambda: KNOWN, 4),
    "journal file": Target(fuzz_people.journal_file, fuzz_people.journal_seeds, 4),
    "page": Target(fuzz_people.html, lambda: fuzz_people.HTML, 1),
    "keys": Target(_keys, lambda: (IDENTITY.public, bytes(32)), 24),
}
"""All of them, by name."""
