"""Whether the signatures and the chain of a transcript hold. Needs no rules and no secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from protocol.entry import Entry, check_signature, history_next, history_start
from protocol.genesis import Genesis
from protocol.transcript import Place, PlacedStatement, Round, Transcript


@dataclass(frozen=True, slots=True)
class ChainProblem:
    """Something in a transcript that does not hold. It accuses nobody: whoever wrote the file may have altered it."""

    place: Place
    round: int
    """The round, or the one a statement follows; 0 for the genesis."""
    seat: int | None
    """Whose entry or statement it is about."""
    sentence: str

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}"


def chain_problems(transcript: Transcript) -> Iterator[ChainProblem]:
    """Everything that does not hold, in the order of the file: none when all is sound.

    Checked are all signatures of the genesis, the entries and the statements; that all are of
    this game; that the epoch is one for a round and never falls; and that every body quotes
    the history before it.
    """
    genesis = transcript.genesis.genesis
    sentence = transcript.genesis.problem()
    if sentence is not None:
        yield ChainProblem(transcript.genesis_place, 0, None, sentence)
    history, epoch = history_start(genesis.digest()), 0
    for done in transcript.rounds:
        yield from _round_problems(done, genesis, history, epoch)
        history, epoch = history_next(history, [entry.body for entry in done.entries]), done.entries[0].body.epoch
    for placed in transcript.statements:
        yield from _statement_problems(placed, genesis)


def _round_problems(done: Round, genesis: Genesis, history: bytes, epoch: int) -> Iterator[ChainProblem]:
    first = done.entries[0].body.epoch
    for entry in done.entries:
        sentence = _entry_problem(entry, genesis, history)
        if sentence is None and (entry.body.epoch != first or first < epoch):
            sentence = f"round {done.number} is of epoch {entry.body.epoch}, where that is not possible"
        if sentence is not None:
            yield ChainProblem(done.place, done.number, entry.body.seat, sentence)


def _entry_problem(entry: Entry, genesis: Genesis, history: bytes) -> str | None:
    body = entry.body
    what = f"the entry of seat {body.seat} in round {body.round}"
    if body.seat >= len(genesis.roster):
        return f"{what} is of a seat that the roster does not have"
    if not check_signature(entry, genesis.roster[body.seat].key):
        return f"{what} is not signed by that seat"
    if body.game != genesis.digest():
        return f"{what} is of another game"
    if body.history != history:
        return f"{what} quotes another history than the one before it"
    return None


def _statement_problems(placed: PlacedStatement, genesis: Genesis) -> Iterator[ChainProblem]:
    statement = placed.signed.statement
    what = f"the {statement.kind.value} of seat {statement.seat} after round {statement.round}"
    sentence: str | None = None
    if statement.seat >= len(genesis.roster):
        sentence = f"{what} is of a seat that the roster does not have"
    elif not placed.signed.check(genesis.roster[statement.seat].key):
        sentence = f"{what} is not signed by that seat"
    elif statement.game != genesis.digest():
        sentence = f"{what} is of another game"
    if sentence is not None:
        yield ChainProblem(placed.place, statement.round, statement.seat, sentence)
