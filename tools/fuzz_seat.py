"""What a dishonest seat may say, signed as it must be: every kind of round, and statements (tools/fuzz_targets.py)."""

from __future__ import annotations

from collections.abc import Mapping

from fuzz_game import copied, identities, moments, packs, whole_game
from keep_p2p.cli.verify import in_words
from keep_p2p.rules.names import Seat
from keep_p2p.table.accuse import complaint_of
from keep_p2p.table.admission import AdmissionError
from keep_p2p.table.order import ROUND_TYPES
from keep_p2p.table.public import Guess
from keep_p2p.table.rounds.base import Refusals
from keep_p2p.table.spec import EPOCH
from keep_p2p.table.verify import verify_file
from protocol.encoding import EncodingError, Value, decode, encode
from protocol.entry import MAX_ENTRY_BYTES, frozen, parse_entry
from protocol.statement import Statement, StatementKind, sign_statement


def _map(data: bytes) -> Mapping[str, Value] | None:
    try:
        value = decode(data, max_bytes=MAX_ENTRY_BYTES)
    except EncodingError:
        return None
    return frozen(value) if isinstance(value, dict) else None


def speech(data: bytes) -> None:
    """The content of an entry, in every kind of round. It is refused, or the round can be settled with it."""
    content = _map(data)
    if content is None:
        return
    for moment in moments():
        table, spec, round_type = moment.replica.table, moment.spec, ROUND_TYPES[moment.spec.kind]
        seat = spec.speakers[0]
        try:
            said = {seat: round_type.check(table, spec, seat, content)}
        except Refusals:
            continue
        if content == moment.entries[0].body.content:
            continue
        other = copied(table)
        for entry in moment.entries[1:]:
            said[Seat(entry.body.seat)] = round_type.check(other, spec, Seat(entry.body.seat), entry.body.content)
        round_type.settle(other, spec, said)
    looked_at = moments()[len(data) % len(moments())].replica
    assert looked_at.table.digest() == looked_at.state_digest, "what was looked at has changed the table"


def speech_seeds() -> tuple[bytes, ...]:
    """What was said in the first round of each kind."""
    return tuple(encode(moment.entries[0].body.content) for moment in moments())


def _guess() -> Guess:
    return next(guess for guess in whole_game().peers[0].replica.table.guesses if guess.answered)


def heard(data: bytes) -> None:
    """The content of evidence, or of a complaint, signed by a seat: it convicts nobody, or that seat."""
    content = _map(data)
    if content is None:
        return
    peer, liar = whole_game().peers[_guess().owner], _guess().guesser
    for kind in (StatementKind.EVIDENCE, StatementKind.COMPLAINT):
        statement = Statement(
            game=peer.game_id, epoch=EPOCH, round=_after(content, peer.round), seat=liar, kind=kind, content=content
        )
        try:
            peer.receive(sign_statement(identities()[liar], statement).to_bytes())
            assert all(breach.seat == liar for breach in peer.breaches), "somebody honest was convicted"
        finally:
            peer._convicted.clear()
            peer._unheard.clear()
            peer.breach = None


def _after(content: Mapping[str, Value], last: int) -> int:
    """The round that the statement must follow to be judged at all."""
    entries = content.get("entries")
    if isinstance(entries, tuple) and len(entries) == 1 and type(entries[0]) is bytes:
        try:
            return parse_entry(entries[0]).body.round - 1
        except EncodingError:
            pass
    return last - 1


def heard_seeds() -> tuple[bytes, ...]:
    """A complaint of a true card, and honest entries as evidence."""
    peers, guess = whole_game().peers, _guess()
    speaker, identity = peers[guess.guesser].speaker, peers[guess.guesser].identity
    assert speaker is not None
    assert identity is not None
    key = speaker.private.guess_key(guess.round).private
    complaint = complaint_of(peers[guess.guesser].replica, identity, [(guess, key)])
    rounds = peers[0].replica.rounds
    entries = [each[0].to_bytes() for each in (rounds[0], rounds[guess.round - 1], rounds[-1])]
    contents: list[dict[str, Value]] = [{"entries": [entry]} for entry in entries]
    contents += [{"entries": entries[:2]}, dict(complaint.statement.content)]
    return tuple(encode(content) for content in contents)


def verdict(data: bytes) -> str:
    """A file that is to be verified; returns the sentence that is printed."""
    try:
        report = verify_file(data, packs())
    except AdmissionError as error:
        return str(error)
    return in_words(report) + repr(report.as_json())
