"""A seat is gone, or its characters change hands: pawns, conflicts, turn and cards (W3, W4, C9)."""

from __future__ import annotations

from keep_p2p.rules.awaited import Reason
from keep_p2p.rules.conflict import restart
from keep_p2p.rules.dealing import first_sizes, present_sizes
from keep_p2p.rules.errors import IllegalEvent
from keep_p2p.rules.events import Departure, SeatLeft
from keep_p2p.rules.frames import Answering, Dealing, Discarding, Exchange, Frame, Lighting, SettingUp, Spreading
from keep_p2p.rules.moving import put
from keep_p2p.rules.names import Character
from keep_p2p.rules.records import ConflictVoid, SeatGone
from keep_p2p.rules.state import Draft
from keep_p2p.rules.turns import AnsweringChapter, end_game, of_player

BEFORE_REVEAL = frozenset(Exchange) - {Exchange.DECIDED, Exchange.RETREAT, Exchange.ANSWER}
"""Steps of a conflict in which cards lie face down or are still to be chosen."""


def leave(d: Draft, event: SeatLeft) -> None:
    """The seat of ``event`` is gone and nobody takes it over (W3)."""
    seat = event.seat
    if not 0 <= seat < len(d.game.seating.players) or seat in d.gone:
        raise IllegalEvent(f"No seat {seat} is at the table.")
    d.tell(SeatGone(seat, event.why))
    if seat == d.seat(Character.MOLASAR):
        _molasar_gone(d, event.why)
        return
    leaving = tuple(c for c in d.searchers if d.seat(c) == seat)
    d.gone = (*d.gone, seat)
    for character in leaving:
        put(d, character, None)
    d.lit = tuple(c for c in d.lit if c not in leaving)
    d.owed = tuple(owed for owed in d.owed if owed[0] not in leaving)
    if not d.searchers:
        end_game(d, Reason.NO_SEARCHERS, (Character.MOLASAR,))
        return
    _without(d, leaving)
    deal_again(d)


def _molasar_gone(d: Draft, why: Departure) -> None:
    """Absent: abandoned. Otherwise the Searchers have won, or those who awaited an answer at a turn's end (W4)."""
    if why is Departure.ABSENT:
        end_game(d, Reason.ABANDONED, ())
        return
    winners = d.searchers
    if d.stack and isinstance(d.stack[0], Answering):
        awaiting = AnsweringChapter().waiting(d)
        winners = tuple(c for c in winners if any(c in of_player(d, a) for a in awaiting)) or winners
    reason = Reason.MOLASAR_RESIGNED if why is Departure.RESIGNED else Reason.MOLASAR_CONVICTED
    end_game(d, reason, winners)


def _without(d: Draft, leaving: tuple[Character, ...]) -> None:
    """Take ``leaving`` out of what is going on: third Bonus cards and new deals stay due."""
    d.stack = _kept(d.stack, leaving)
    fight = d.conflict
    if d.turn in leaving and not isinstance(d.stack[0], SettingUp):
        if fight is not None:
            d.tell(ConflictVoid(fight.searcher, fight.enemy))
        d.stack = (Answering(), *(frame for frame in d.stack if isinstance(frame, Discarding | Dealing)))
        return
    if isinstance(d.stack[0], SettingUp):
        d.turn = d.searchers[0]
    if fight is not None and fight.searcher in leaving:
        d.tell(ConflictVoid(fight.searcher, fight.enemy))
        d.stack = tuple(frame for frame in d.stack if frame is not fight)


def _kept(stack: tuple[Frame, ...], leaving: tuple[Character, ...]) -> tuple[Frame, ...]:
    """``stack`` without what ``leaving`` are asked for."""
    kept: list[Frame] = []
    for frame in stack:
        if isinstance(frame, Lighting):
            kept.append(Lighting(tuple(c for c in frame.asked if c not in leaving)))
        elif not isinstance(frame, Discarding) or frame.character not in leaving:
            kept.append(frame)
    return tuple(kept)


def deal_again(d: Draft) -> None:
    """All cards that are not discards are shuffled and dealt again to the same hand sizes (design: epochs).

    What lay face down is in no hand any more: an exchange not yet turned up begins again from the start of
    C2, picks of Evil Spreads are made again (C9).
    """
    if d.stack and isinstance(d.top, Dealing):
        dealing = d.top
        d.pop()
        kept = tuple(size for size in dealing.sizes if size[0] in d.characters)
        sizes = kept if dealing.fresh else first_sizes(d.characters)
        d.push(Dealing(sizes, shuffled=False, fresh=dealing.fresh))
        return
    if d.stack and isinstance(d.top, Spreading):
        d.become(Spreading(()))
    fight = d.conflict
    if fight is not None and fight.step in BEFORE_REVEAL and fight.step is not Exchange.MOLASAR_COMMITS:
        assert d.top is fight, "nothing interrupts an exchange"
        restart(d, fight)
    d.push(Dealing(present_sizes(d), shuffled=False, fresh=True))
