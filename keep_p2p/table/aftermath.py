"""How a game has ended in which somebody is proven to have cheated (ruling W3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keep_p2p.rules.awaited import Over, Reason
from keep_p2p.rules.events import Departure, SeatLeft
from keep_p2p.rules.game import State, apply, outcome
from keep_p2p.rules.names import Character, Seat
from keep_p2p.table.spec import Breach


def ending_after(now: State | None, states: Sequence[State | None], breaches: Sequence[Breach]) -> Over | None:
    """Who has won once these seats are convicted; None if the characters are not known.

    ``now`` is the public state at the stop, ``states`` those after each round, from 0. A Molasar who cheated has
    lost: to those who awaited his answer, if one was open in the round of the breach, else to all Searchers. A
    Searcher's cheat ends the game in its round, without a winner, also where some have settled the end of play by
    then: so it does not matter who had heard what. After a breach in a later round the result stands, save that
    nobody convicted has won.
    """
    if now is None or not breaches:
        return None
    convicted = {breach.seat for breach in breaches}
    over = outcome(now)
    molasar = now.game.seating.seat(Character.MOLASAR)
    if any(breach.round <= _last_of_play(states) for breach in breaches if breach.seat != molasar):
        over = None
    if molasar in convicted and (over is None or molasar in over.winning_seats):
        number = min(breach.round for breach in breaches if breach.seat == molasar)
        over = _molasar_lost(now, states[min(number, len(states)) - 1])
    elif over is None:
        over = Over(Reason.ABANDONED, (), ())
    winners = tuple(each for each in over.winners if now.game.seating.seat(each) not in convicted)
    seats = tuple(seat for seat in over.winning_seats if seat not in convicted)
    return replace(over, winners=winners, winning_seats=seats)


def _last_of_play(states: Sequence[State | None]) -> int:
    """The round that ended play; the last one there is while it goes on."""
    ended = (number for number, state in enumerate(states) if state is not None and outcome(state) is not None)
    return next(ended, len(states) - 1)


def _molasar_lost(now: State, then: State | None) -> Over:
    """As the rules have it in the state ``then``, before the breach; if that was over or not begun, all Searchers."""
    if then is not None and outcome(then) is None:
        seat = then.game.seating.seat(Character.MOLASAR)
        over = outcome(apply(then, SeatLeft(seat, Departure.CONVICTED)).state)
        assert over is not None, "without Molasar there is no game"
        return over
    searchers = tuple(each for each in now.characters if each.is_searcher)
    seats: tuple[Seat, ...] = tuple(sorted({now.game.seating.seat(each) for each in searchers}))
    return Over(Reason.MOLASAR_CONVICTED, searchers, seats)
