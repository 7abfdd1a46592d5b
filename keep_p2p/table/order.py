"""The one table of who speaks next and what kind of round it is.

Peers, spectators and the verifier all read it; there is no leader because it is a pure
consequence of the public state (docs/protocol-rounds.md has it as a diagram).
"""

from __future__ import annotations

from keep_p2p.rules.awaited import AnswerHilt, Awaited, Decide, Draw, Over, Peek, Reveal, RollDice, Shuffle
from keep_p2p.rules.game import awaited
from keep_p2p.rules.names import Character, Seat
from keep_p2p.table.public import PublicTable
from keep_p2p.table.rounds.base import RoundType
from keep_p2p.table.rounds.dealing import DrawRound, ShuffleRound
from keep_p2p.table.rounds.ending import DiscloseRound, FinalRound, ResultRound, UnveilRound
from keep_p2p.table.rounds.playing import ActRound, RollRound
from keep_p2p.table.rounds.setup import KeysRound, LotRound, TipsRound
from keep_p2p.table.rounds.showing import AnswerRound, PeekRound, RevealRound
from keep_p2p.table.spec import RoundKind, RoundSpec

ENDING = (RoundKind.UNVEIL, RoundKind.FINAL, RoundKind.DISCLOSE, RoundKind.RESULT)
"""The rounds after play, in order."""

ROUND_TYPES: dict[RoundKind, RoundType] = {
    round_type.kind: round_type
    for round_type in (
        KeysRound(),
        LotRound(),
        TipsRound(),
        ShuffleRound(),
        DrawRound(),
        RollRound(),
        ActRound(),
        RevealRound(),
        PeekRound(),
        AnswerRound(),
        UnveilRound(),
        FinalRound(),
        DiscloseRound(),
        ResultRound(),
    )
}
"""Every kind of round there is."""


def next_round(table: PublicTable) -> RoundSpec | None:
    """The round that is open now; None when the transcript is complete."""
    if not table.deck_keys:
        return RoundSpec(table.round, RoundKind.KEYS, table.all_seats)
    if table.rules is None:
        return RoundSpec(table.round, RoundKind.LOT, table.all_seats)
    wanted = awaited(table.rules)
    if isinstance(wanted, Over):
        return _ending_round(table, wanted)
    kind, speakers = _playing_round(table, wanted)
    return RoundSpec(table.round, kind, speakers, wanted)


def _playing_round(table: PublicTable, wanted: Awaited) -> tuple[RoundKind, tuple[Seat, ...]]:
    match wanted:
        case Decide(seat=seat):
            return RoundKind.ACT, (seat,)
        case RollDice():
            return (RoundKind.TIPS if table.dice.exhausted else RoundKind.ROLL), table.all_seats
        case Shuffle():
            return RoundKind.SHUFFLE, (Seat(table.shuffled_by),)
        case Draw(draws=draws):
            drawers = {table.seat_of(item.character) for item in draws}
            return RoundKind.DRAW, tuple(seat for seat in table.all_seats if drawers - {seat})
        case Reveal(items=items):
            holders = {table.seat_of(item.character) for item in items}
            return RoundKind.REVEAL, tuple(sorted(holders))
        case Peek(owner=owner):
            return RoundKind.PEEK, (table.seat_of(owner),)
        case AnswerHilt():
            return RoundKind.ANSWER, (table.seat_of(Character.MOLASAR),)
        case _:
            raise AssertionError(f"no round settles {wanted}")


def _ending_round(table: PublicTable, over: Over) -> RoundSpec | None:
    if table.ending == len(ENDING):
        return None
    kind = ENDING[table.ending]
    speakers = (table.seat_of(Character.MOLASAR),) if kind is RoundKind.UNVEIL else table.all_seats
    return RoundSpec(table.round, kind, speakers, over)
