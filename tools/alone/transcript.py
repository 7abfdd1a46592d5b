"""Reading a file, and the chain: signatures, game, epochs, history (docs/protocol.md, sections 6 to 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from alone.ed25519 import holds
from alone.encoding import (
    MAX_BYTES,
    BadEncoding,
    CutShort,
    Value,
    data_of,
    decode,
    digest,
    items_of,
    number_of,
    shaped,
    text_of,
)
from alone.genesis import Genesis, is_word, read_genesis

MAX_ENTRY_BYTES = 65536
MAX_OBJECT_BYTES = 394240
MAX_ROUND = 1000000
MAX_EPOCH = 1000
STATEMENTS = ("resignation", "complaint", "evidence")
TRANSCRIPT, EVIDENCE = "keep-p2p transcript", "keep-p2p evidence"
LAST = {"pair": ("pair",), "entry": ("entry",), "complaint": ("statement",), "disclosed": ()}
BODY = ("content", "epoch", "game", "history", "kind", "round", "seat", "state")


@dataclass(frozen=True)
class Entry:
    """One seat's word in one round."""

    game: bytes
    epoch: int
    round: int
    seat: int
    kind: str
    content: Mapping[str, Value]
    history: bytes
    state: bytes
    digest: bytes
    signature: bytes

    def signed_by(self, key: bytes) -> bool:
        """Whether the signature is this key's."""
        return holds(key, self.signature, "entry", self.digest)


@dataclass(frozen=True)
class Statement:
    """What a seat said outside the rounds."""

    game: bytes
    epoch: int
    round: int
    seat: int
    kind: str
    content: Mapping[str, Value]
    digest: bytes
    signature: bytes

    def signed_by(self, key: bytes) -> bool:
        """Whether the signature is this key's."""
        return holds(key, self.signature, f"statement-{self.kind}", self.digest)


@dataclass
class File:
    """What could be read. `problem` says why the file is not as it was written; `cut` that it ends inside an object.

    `history` holds the history digest after each round, that after none first. A file of `evidence` has a `last`
    object, by which it accuses.
    """

    genesis: Genesis | None = None
    rounds: list[tuple[Entry, ...]] = field(default_factory=list)
    history: list[bytes] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)
    problem: str | None = None
    problem_round: int | None = None
    cut: bool = False
    evidence: bool = False
    last: Mapping[str, Value] | None = None


def _position(found: Mapping[str, Value], what: str, first_round: int) -> tuple[bytes, int, int, int]:
    return (
        data_of(found["game"], f"the game of {what}", 32),
        number_of(found["epoch"], f"the epoch of {what}", 0, MAX_EPOCH),
        number_of(found["round"], f"the round of {what}", first_round, MAX_ROUND),
        number_of(found["seat"], f"the seat of {what}", 0, 5),
    )


def _content(value: Value, what: str) -> Mapping[str, Value]:
    if not isinstance(value, Mapping):
        raise BadEncoding(f"the content of {what} is no map")
    return value


def read_entry(data: bytes) -> Entry:
    """An entry's bytes; BadEncoding if they are none."""
    signed = shaped(decode(data, MAX_ENTRY_BYTES), "an entry", "body", "signature")
    body = shaped(signed["body"], "a body", *BODY)
    if not is_word(body["kind"], 32):
        raise BadEncoding("an entry's kind is no word")
    return Entry(
        *_position(body, "an entry", 1),
        text_of(body["kind"], "a kind"),
        _content(body["content"], "an entry"),
        data_of(body["history"], "the history of an entry", 32),
        data_of(body["state"], "the state of an entry", 32),
        digest("body", body),
        data_of(signed["signature"], "the signature of an entry", 64),
    )


def read_statement(data: bytes) -> Statement:
    """A signed statement's bytes; BadEncoding if they are none that has its place in a file."""
    signed = shaped(decode(data, MAX_BYTES), "a statement", "signature", "statement")
    plain = shaped(signed["statement"], "a statement", "content", "epoch", "game", "kind", "round", "seat")
    kind = text_of(plain["kind"], "a statement's kind")
    if kind not in STATEMENTS:
        raise BadEncoding(f"a statement of the kind {kind} has no place in a file")
    return Statement(
        *_position(plain, "a statement", 0),
        kind,
        _content(plain["content"], "a statement"),
        digest("statement", plain),
        data_of(signed["signature"], "the signature of a statement", 64),
    )


def _objects(data: bytes, file: File) -> Iterator[tuple[int, Mapping[str, Value]]]:
    """Each object with the byte where it begins. At the first that cannot be read, says so in `file` and stops."""
    at = index = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        if len(data) - at < 4:
            file.cut = True
            return
        where = f"object {index} at byte {at}"
        payload = data[at + 4 : at + 4 + size]
        try:
            if not 1 <= size <= MAX_OBJECT_BYTES:
                raise BadEncoding(f"the length {size}")
            found = decode(payload, MAX_OBJECT_BYTES)
            if len(payload) < size:
                raise BadEncoding("the length is not that of the object")
            if not isinstance(found, Mapping):
                raise BadEncoding("no map")
        except CutShort as problem:
            file.cut = len(payload) < size
            file.problem = None if file.cut else f"{where}: {problem}"
            return
        except BadEncoding as problem:
            file.problem = f"{where}: {problem}"
            return
        yield at, found
        at, index = at + 4 + size, index + 1


def read_file(data: bytes) -> File:
    """All that can be read of a file. Never raises."""
    file = File()
    for index, (at, found) in enumerate(_objects(data, file)):
        try:
            _take(file, index, found)
        except BadEncoding as problem:
            file.problem = f"object {index} at byte {at}: {problem}"
            if file.history and not file.rounds and index == 1:
                file.problem_round = 0
            break
    if file.problem is not None and file.problem_round is None:
        file.problem_round = len(file.rounds) + 1
    return file


def _take(file: File, index: int, found: Mapping[str, Value]) -> None:
    kind = found.get("type")
    if index == 0:
        file.evidence = found.get("format") == EVIDENCE
        if found != {"format": EVIDENCE if file.evidence else TRANSCRIPT, "type": "header", "version": 1}:
            raise BadEncoding("no header of this format")
    elif index == 1:
        shaped(found, "the object of the genesis", "genesis", "type")
        if kind != "genesis":
            raise BadEncoding("no genesis")
        file.genesis, problem = read_genesis(data_of(found["genesis"], "the genesis"))
        file.history.append(digest("history-start", file.genesis.game))
        if problem:
            raise BadEncoding(problem)
    elif kind == "round" and file.last is None:
        shaped(found, "the object of a round", "entries", "round", "type")
        entries = tuple(read_entry(data_of(item, "an entry")) for item in items_of(found["entries"], "`entries`"))
        number = number_of(found["round"], "`round`", 1, MAX_ROUND)
        _check_round(file, number, entries)
        file.rounds.append(entries)
        file.history.append(digest("history", file.history[-1], tuple(entry.digest for entry in entries)))
    elif file.evidence:
        if file.last is not None or kind not in LAST:
            raise BadEncoding("an object that has no place in evidence")
        file.last = shaped(found, "the last object", *LAST[text_of(kind, "a type")], "type")
    elif kind == "statement":
        shaped(found, "the object of a statement", "statement", "type")
        statement = read_statement(data_of(found["statement"], "a statement"))
        _check_statement(file, statement)
        file.statements.append(statement)
    else:
        raise BadEncoding("an object of no known type")


def _check_round(file: File, number: int, entries: tuple[Entry, ...]) -> None:
    """Form and chain of one round; BadEncoding says what does not hold."""
    genesis = file.genesis
    assert genesis is not None, "the genesis is read first"
    if number != len(file.rounds) + 1:
        raise BadEncoding(f"round {number} after round {len(file.rounds)}")
    seats = [entry.seat for entry in entries]
    if not entries or seats != sorted(set(seats)):
        raise BadEncoding(f"round {number}: the entries are not one a seat, in the order of seats")
    for entry in entries:
        who = f"round {number}: the entry of seat {entry.seat}"
        if entry.seat >= len(genesis.seats) or entry.game != genesis.game or entry.round != number:
            raise BadEncoding(f"{who} is of no seat of the game, of another game or of another round")
        if not entry.signed_by(genesis.seats[entry.seat].key):
            raise BadEncoding(f"{who} is not signed by it")
        if entry.history != file.history[-1]:
            raise BadEncoding(f"{who} quotes another history")
        if entry.epoch != 0:
            raise BadEncoding(f"{who} is of an epoch that there is not")


def _check_statement(file: File, statement: Statement) -> None:
    genesis = file.genesis
    assert genesis is not None, "the genesis is read first"
    who = f"the {statement.kind} of seat {statement.seat} after round {statement.round}"
    if statement.round != len(file.rounds):
        raise BadEncoding(f"{who} stands after round {len(file.rounds)}")
    if statement.seat >= len(genesis.seats) or statement.game != genesis.game:
        raise BadEncoding(f"{who} is of no seat of the game")
    if not statement.signed_by(genesis.seats[statement.seat].key):
        raise BadEncoding(f"{who} is not signed by it")
    if file.statements and file.statements[-1].round == statement.round:
        last = file.statements[-1]
        if (last.seat, last.kind, last.digest) >= (statement.seat, statement.kind, statement.digest):
            raise BadEncoding(f"{who} is out of order")
