"""Evidence: what convicts a seat before anyone, as a file and as a statement (docs/protocol-rounds.md, "Evidence").

A file is complete in itself: the signed genesis, the rounds needed to judge, and what convicts.
It names nobody: who has broken which rule follows from it, or nothing does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from keep_p2p.table.replica import NotTakenError, breach_of_pair
from keep_p2p.table.spec import EPOCH, Breach
from protocol.encoding import FRAME_PREFIX_BYTES, EncodingError, Value, decode, encode, frame
from protocol.entry import MAX_ENTRY_BYTES, Entry, parse_entry
from protocol.equivocation import Equivocation, parse_equivocation
from protocol.genesis import Genesis, SignedGenesis
from protocol.identity import Identity
from protocol.shape import Shape
from protocol.statement import (
    MAX_STATEMENT_BYTES,
    SignedStatement,
    Statement,
    StatementKind,
    parse_statement,
    sign_statement,
)
from protocol.transcript import Transcript, TranscriptWriter, read_transcript

FORMAT: Final = "keep-p2p evidence"
FORMAT_VERSION: Final = 1

_HEADER: Final[dict[str, Value]] = {"format": FORMAT, "type": "header", "version": FORMAT_VERSION}
_TRANSCRIPT_HEADER: Final = frame(encode({**_HEADER, "format": "keep-p2p transcript"}))

Proof = Entry | Equivocation | SignedStatement | None
"""What convicts: an entry that breaks a rule, two of one seat for one round, a complaint over a sealed card; or
None where the rounds alone bring it out (a lie in an envelope that a disclosure opens)."""


class EvidenceError(Exception):
    """The bytes are no evidence. The text says why."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What an evidence file holds. Nothing signed is checked yet."""

    transcript: Transcript
    proof: Proof


def write_evidence(genesis: SignedGenesis, rounds: Sequence[Sequence[Entry]], proof: Proof) -> bytes:
    """The file: ``rounds`` are all complete rounds known; it holds those that are needed to judge ``proof``."""
    writer = TranscriptWriter(genesis)
    for entries in rounds[: rounds_needed(len(rounds), proof)]:
        writer.add_round(entries)
    needed = writer.to_bytes()[len(_TRANSCRIPT_HEADER) :]
    return frame(encode(_HEADER)) + needed + frame(encode(_plain(proof)))


def rounds_needed(known: int, proof: Proof) -> int:
    """How many rounds stand before ``proof`` in its file: no more, no fewer; ``known`` are all where it is None."""
    match proof:
        case Equivocation():
            return 0
        case Entry():
            return proof.body.round - 1
        case SignedStatement():
            return proof.statement.round
        case None:
            return known


def _plain(proof: Proof) -> dict[str, Value]:
    match proof:
        case Equivocation():
            return {"pair": proof.to_bytes(), "type": "pair"}
        case Entry():
            return {"entry": proof.to_bytes(), "type": "entry"}
        case SignedStatement():
            return {"statement": proof.to_bytes(), "type": "complaint"}
        case None:
            return {"type": "disclosed"}


def is_evidence(data: bytes) -> bool:
    """Whether these bytes begin as an evidence file does."""
    return data.startswith(frame(encode(_HEADER)))


def read_evidence(data: bytes) -> Evidence:
    """What is in an evidence file. Raises EvidenceError unless every byte of it is as it must be."""
    header = frame(encode(_HEADER))
    if not data.startswith(header):
        raise EvidenceError(f"the file does not begin as {FORMAT} of version {FORMAT_VERSION}")
    last = _last_frame(data)
    if last <= len(header):
        raise EvidenceError("the file holds nothing besides its header and one object")
    reading = read_transcript(_TRANSCRIPT_HEADER + data[len(header) : last])
    if reading.transcript is None or reading.problem is not None:
        raise EvidenceError(f"what it was judged by cannot be read: {reading.problem}")
    if reading.transcript.statements:
        raise EvidenceError("it holds a statement among its rounds")
    try:
        return Evidence(reading.transcript, _parse(data[last + FRAME_PREFIX_BYTES :]))
    except EncodingError as error:
        raise EvidenceError(f"what is to convict cannot be read: {error}") from error


def _last_frame(data: bytes) -> int:
    """Where the last frame of the file begins."""
    at = 0
    while True:
        size = int.from_bytes(data[at : at + FRAME_PREFIX_BYTES], "big")
        end = at + FRAME_PREFIX_BYTES + size
        if size == 0 or end > len(data):
            raise EvidenceError(f"the file is cut off or damaged at byte {at}")
        if end == len(data):
            return at
        at = end


def _parse(payload: bytes) -> Proof:
    value = decode(payload, max_bytes=MAX_STATEMENT_BYTES + 1_024)
    kind = value.get("type") if isinstance(value, dict) else None
    if kind == "pair":
        return parse_equivocation(Shape(value, "the pair", "pair", "type").blob("pair", MAX_STATEMENT_BYTES))
    if kind == "entry":
        return parse_entry(Shape(value, "the entry", "entry", "type").blob("entry", MAX_ENTRY_BYTES))
    if kind == "complaint":
        shape = Shape(value, "the complaint", "statement", "type")
        return parse_statement(shape.blob("statement", MAX_STATEMENT_BYTES))
    if kind == "disclosed":
        Shape(value, "the last object", "type")
        return None
    raise EncodingError("the last object is neither an entry nor a pair of entries nor a complaint")


def evidence_statement(
    identity: Identity, seat: int, game: bytes, after_round: int, proof: Entry | Equivocation
) -> SignedStatement:
    """``proof`` for all others at the table, and for the transcript after ``after_round``.

    ``seat`` is the seat of ``identity``. An entry alone is judged by the history that it quotes, so
    ``after_round`` is then the round before the entry's.
    """
    entries = (proof,) if isinstance(proof, Entry) else (proof.first, proof.second)
    statement = Statement(
        game=game,
        epoch=EPOCH,
        round=after_round,
        seat=seat,
        kind=StatementKind.EVIDENCE,
        content={"entries": [entry.to_bytes() for entry in entries]},
    )
    return sign_statement(identity, statement)


def check_pair(genesis: Genesis, pair: Equivocation) -> Breach:
    """Whom a pair of entries convicts. Raises NotTakenError if it is not of this game or not signed by its seat."""
    body = pair.first.body
    if body.game != genesis.digest() or body.epoch != EPOCH or not 0 <= body.seat < len(genesis.roster):
        raise NotTakenError("a pair of entries of another game")
    if not pair.check(genesis.roster[body.seat].key):
        raise NotTakenError(f"a pair of entries that seat {body.seat} did not both sign")
    return breach_of_pair(pair)


def proof_in(statement: Statement) -> Entry | Equivocation:
    """What a statement of evidence holds. Raises EncodingError if it is neither an entry nor a pair."""
    shape = Shape(statement.content, "the evidence", "entries")
    parts = shape.items("entries", 2, 1)
    if not all(type(part) is bytes for part in parts):
        raise shape.fail("entries", "holds something that is not a byte string")
    entries = [parse_entry(part) for part in parts if type(part) is bytes]
    if len(entries) == 1:
        if statement.round != entries[0].body.round - 1:
            raise shape.fail("entries", "holds an entry of another round than the one after it")
        return entries[0]
    return Equivocation(entries[0], entries[1])
