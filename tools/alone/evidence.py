"""Complaints and evidence (docs/protocol-rounds.md, "Complaints" and "Evidence"; docs/protocol.md, section 6)."""

from __future__ import annotations

from collections.abc import Sequence

from alone.encoding import BadEncoding, Value, data_of, decode, items_of, number_of, shaped
from alone.ending import again, fits, opened_envelope, opening_problem, peek_of
from alone.play import judge
from alone.table import Foul, Guess, Table
from alone.transcript import MAX_ROUND, Entry, File, Statement, read_entry, read_statement

MAX_PAIR_BYTES = 2 * 65536 + 64


class Groundless(Exception):
    """Evidence that convicts nobody: the file was altered."""


def judge_statements(table: Table, file: File, after: int) -> None:
    """Judge what was said after a round: the breach of the earliest round counts, of these that of the lowest seat."""
    found: list[Foul] = []
    unseen = False
    for said in file.statements:
        if said.round != after:
            continue
        if said.kind == "evidence":
            foul = judge_evidence(table, file, said)
            unseen = unseen or foul is None
        else:
            foul = judge_complaint(table, file, said) if said.kind == "complaint" else None
            if foul is None:
                raise Groundless(f"the {said.kind} of seat {said.seat} after round {after} convicts nobody")
        found += [foul] if foul is not None else []
    if found:
        raise min(found, key=lambda foul: (foul.round, -1 if foul.seat is None else foul.seat))
    if unseen:
        table.take_given("that an entry shown as evidence breaks the rules of the game")


# --- complaints ------------------------------------------------------------------------------------------------------


def judge_complaint(table: Table, file: File, said: Statement) -> Foul | None:
    """Whom a complaint convicts; nobody if it is about another history, or says nothing."""
    try:
        content = shaped(said.content, "a complaint", "history", "keys", "rounds")
        history = data_of(content["history"], "`history`", 32)
        keys = [data_of(key, "a key", 32) for key in items_of(content["keys"], "`keys`")]
        rounds = [number_of(item, "a round", 1, MAX_ROUND) for item in items_of(content["rounds"], "`rounds`")]
    except BadEncoding:
        return None
    if not 1 <= len(keys) <= 2 or len(rounds) != len(keys) or rounds != sorted(set(rounds)):
        return None
    if history != file.history[said.round]:
        return None
    guesses: list[Guess] = []
    for number, key in zip(rounds, keys, strict=True):
        guess = next((one for one in table.guesses if (one.seat, one.round) == (said.seat, number)), None)
        if guess is None or guess.peek is None or not fits(guess, key):
            return None
        guesses.append(guess)
    return _convicted(table, said, guesses, keys)


def _convicted(table: Table, said: Statement, guesses: Sequence[Guess], keys: Sequence[bytes]) -> Foul:
    for guess, key in zip(guesses, keys, strict=True):
        problem = opening_problem(table, guess, key)
        if problem is not None:
            return Foul(guess.commitment.seat, peek_of(guess).round, f"peek: {problem}")
    openings = [opened_envelope(guess, key) or b"" for guess, key in zip(guesses, keys, strict=True)]
    slots = [int.from_bytes(opening[:4], "big") for opening in openings]
    first = guesses[0].commitment
    if len(guesses) == 1:
        played = again(table, first, slots[0]) if first.returned else None
        if played is not None:
            return Foul(first.seat, played.round, "act: a card that was sent back is laid again in the same exchange")
    else:
        second = guesses[1].commitment
        same = (first.exchange, first.character) == (second.exchange, second.character)
        if same and first is not second and first.returned and slots[0] == slots[1]:
            return Foul(first.seat, second.round, "act: a card that was sent back is laid again in the same exchange")
    return Foul(said.seat, said.round, "a false complaint: what the envelopes hold is true")


# --- evidence --------------------------------------------------------------------------------------------------------


def judge_pair(file: File, first: bytes, second: bytes) -> Foul:
    """Two bodies of one seat for one round. Groundless if it is no such pair."""
    genesis = file.genesis
    assert genesis is not None, "the genesis is read first"
    try:
        one, two = read_entry(first), read_entry(second)
    except BadEncoding as problem:
        raise Groundless(f"a pair: {problem}") from None
    if (one.game, one.epoch, one.round, one.seat) != (two.game, two.epoch, two.round, two.seat):
        raise Groundless("the two entries of a pair are of different places")
    if one.game != genesis.game or one.seat >= len(genesis.seats) or one.digest >= two.digest:
        raise Groundless("a pair of another game, of no seat, of one body, or in the wrong order")
    if not all(entry.signed_by(genesis.seats[entry.seat].key) for entry in (one, two)):
        raise Groundless("an entry of a pair is not signed by its seat")
    return Foul(one.seat, one.round, "it signed two different entries")


def judge_single(table: Table, file: File, data: bytes) -> Foul | None:
    """An entry for the round after the last. None if it breaks nothing that is seen without the rules."""
    genesis = file.genesis
    assert genesis is not None, "the genesis is read first"
    try:
        entry = read_entry(data)
    except BadEncoding as problem:
        raise Groundless(f"an entry shown as evidence: {problem}") from None
    after = entry.round - 1
    if entry.game != genesis.game or entry.seat >= len(genesis.seats) or after >= len(file.history):
        raise Groundless("an entry shown as evidence is of another game, seat or time")
    if not entry.signed_by(genesis.seats[entry.seat].key) or entry.history != file.history[after]:
        raise Groundless("an entry shown as evidence is not signed by its seat, or quotes another history")
    if after < len(file.rounds) and _taken(file.rounds[after], entry):
        raise Groundless("an entry shown as evidence is the one that was taken")
    return judge(table, entry)


def _taken(entries: Sequence[Entry], shown: Entry) -> bool:
    return any(entry.digest == shown.digest for entry in entries)


def judge_evidence(table: Table, file: File, said: Statement) -> Foul | None:
    """A statement of evidence in a transcript."""
    try:
        content = shaped(said.content, "a statement of evidence", "entries")
        entries = [data_of(item, "an entry") for item in items_of(content["entries"], "`entries`")]
    except BadEncoding as problem:
        raise Groundless(str(problem)) from None
    if len(entries) == 2:
        return judge_pair(file, *entries)
    if len(entries) != 1:
        raise Groundless("evidence is one entry or two")
    return judge_single(table, file, entries[0])


def judge_last(table: Table, file: File) -> None:
    """The last object of an evidence file. Foul says whom it convicts."""
    last = file.last
    assert last is not None, "asked for by the caller"
    try:
        foul = _accused(table, file, last)
    except BadEncoding as problem:
        raise Groundless(f"the last object: {problem}") from None
    if foul is not None:
        raise foul


def _accused(table: Table, file: File, last: dict[str, Value] | object) -> Foul | None:
    assert isinstance(last, dict), "decoded as a map"
    if last["type"] == "pair":
        if file.rounds:
            raise Groundless("a pair needs no rounds before it")
        pair = shaped(decode(data_of(last["pair"], "the pair"), MAX_PAIR_BYTES), "the pair", "first", "second")
        return judge_pair(file, data_of(pair["first"], "`first`"), data_of(pair["second"], "`second`"))
    if last["type"] == "entry":
        data = data_of(last["entry"], "the entry")
        if read_entry(data).round != len(file.rounds) + 1:
            raise Groundless("the entry does not follow the rounds before it")
        return judge_single(table, file, data)
    if last["type"] == "complaint":
        said = read_statement(data_of(last["statement"], "the statement"))
        genesis = file.genesis
        assert genesis is not None, "the genesis is read first"
        of_game = said.game == genesis.game and said.seat < len(genesis.seats) and said.kind == "complaint"
        if not of_game or said.round != len(file.rounds) or not said.signed_by(genesis.seats[said.seat].key):
            raise Groundless("the complaint is of another game or time, or not signed")
        foul = judge_complaint(table, file, said)
        if foul is not None:
            return foul
    raise Groundless("the last object convicts nobody")
