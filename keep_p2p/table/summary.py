"""What a transcript says of its game, for a list of files: read whole, but nothing in it is checked.

A verdict is `keep_p2p.table.verify`'s. Here a file may say anything; what does not fit together is said to be damaged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from keep_p2p.rules.actions import Feed
from keep_p2p.rules.awaited import Over
from keep_p2p.rules.names import Character
from keep_p2p.rules.notation import NotationError, parse_over
from keep_p2p.table.admission import AdmissionError, check_characters
from keep_p2p.table.rounds.setup import chosen_characters, draw_characters
from keep_p2p.table.spec import EPOCH, RoundKind
from protocol.beacon import outcome
from protocol.encoding import DIGEST_BYTES, EncodingError, encode
from protocol.entry import Entry
from protocol.genesis import Genesis
from protocol.shape import Shape, ShapeError
from protocol.transcript import Round, Transcript, read_transcript

MOST_LATE_ROUNDS = 8
"""Rounds from a file's end in which the signed outcome is looked for; after it come the disclosures and the result."""

FIRST_ROUNDS = 3
"""Rounds from a file's beginning in which the characters are drawn, if they are."""


@dataclass(frozen=True, slots=True)
class Player:
    """One seat, as the file names it; no characters where they were not drawn yet."""

    name: str
    characters: tuple[Character, ...]
    computer: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """What the file says. Without ``players`` it could not even be told what table it was.

    ``over`` is the end that all seats have signed, None where the file has none. ``meals`` counts Molasar's turns: in
    each he eats once. ``cut``: the file merely ends inside something; ``damaged``: it cannot be read on, or
    contradicts itself.
    """

    table: str = ""
    players: tuple[Player, ...] = ()
    over: Over | None = None
    meals: int = 0
    rounds: int = 0
    cut: bool = False
    damaged: bool = False


def summarize(data: bytes) -> Summary:
    """What these bytes say of a game. Never raises, whatever the bytes."""
    reading = read_transcript(data)
    transcript, problem = reading.transcript, reading.problem
    cut = problem is not None and problem.cut
    damaged = problem is not None and not problem.cut
    if transcript is None:
        return Summary(cut=cut, damaged=damaged)
    genesis = transcript.genesis.genesis
    try:
        characters = _characters(genesis, transcript.rounds[:FIRST_ROUNDS])
        over = _outcome(transcript, characters)
    except (EncodingError, NotationError, AdmissionError):
        characters, over, damaged = ((),) * len(genesis.roster), None, True
    players = tuple(
        Player(seat.name, mine, seat.computer) for seat, mine in zip(genesis.roster, characters, strict=True)
    )
    meals = sum(_is_meal(done) for done in transcript.rounds)
    return Summary(genesis.name, players, over, meals, len(transcript.rounds), cut, damaged)


def _characters(genesis: Genesis, first: tuple[Round, ...]) -> tuple[tuple[Character, ...], ...]:
    """Each seat's, drawn ones too. Raises AdmissionError or EncodingError for what makes no game."""
    check_characters(genesis)
    chosen = chosen_characters(genesis)
    lot = next((done for done in first if done.entries[0].body.kind == RoundKind.LOT.value), None)
    if all(chosen) or lot is None:
        return chosen
    values = [Shape(entry.body.content, "the entry", "value").data("value", DIGEST_BYTES) for entry in lot.entries]
    return draw_characters(chosen, outcome(genesis.digest(), EPOCH, 1, values))


def _outcome(transcript: Transcript, characters: tuple[tuple[Character, ...], ...]) -> Over | None:
    """The end that all seats have signed alike. Raises an error where they differ or name who was not there."""
    final = next((done for done in reversed(transcript.rounds[-MOST_LATE_ROUNDS:]) if _is_final(done)), None)
    if final is None:
        return None
    said = [_said(entry) for entry in final.entries]
    if len(final.entries) != len(characters) or len({encode(each.body.content) for each in final.entries}) > 1:
        raise ShapeError("the seats have not signed one outcome")
    over = said[0]
    theirs = [character for seat in over.winning_seats if seat < len(characters) for character in characters[seat]]
    if any(seat >= len(characters) for seat in over.winning_seats) or not set(over.winners) <= set(theirs):
        raise ShapeError("the outcome names winners who were not there")
    return over


def _is_final(done: Round) -> bool:
    return all(entry.body.kind == RoundKind.FINAL.value for entry in done.entries)


def _said(entry: Entry) -> Over:
    return parse_over(Shape(entry.body.content, "the entry", "outcome").any("outcome"))


def _is_meal(done: Round) -> bool:
    body = done.entries[0].body
    action = body.content.get("action") if body.kind == RoundKind.ACT.value else None
    return isinstance(action, Mapping) and action.get("is") == Feed.__name__
