"""After a decision: the loser is walked away, chains begin (C6, R1-R5)."""

from __future__ import annotations

from dataclasses import replace

from keep_p2p.rules.actions import Action, Path, Walk
from keep_p2p.rules.awaited import AnswerHilt, Awaited, Decision
from keep_p2p.rules.chapter import Chapter, decide, refuse
from keep_p2p.rules.conflict import (
    act_exchange,
    ask_exchange,
    begin_conflict,
    check_exchange,
    exchange_choices,
    happen_exchange,
    restart,
    sole_exchange,
)
from keep_p2p.rules.errors import IllegalAction, IllegalEvent
from keep_p2p.rules.events import Event, HiltAnswered
from keep_p2p.rules.frames import Conflict, Exchange
from keep_p2p.rules.moving import entered_unproven, move
from keep_p2p.rules.names import Character, Pawn, Room
from keep_p2p.rules.records import Cause, RetreatHalted
from keep_p2p.rules.state import Draft, Knowledge, Table
from keep_p2p.rules.stepping import check_walk
from keep_p2p.rules.terrain import retreat_terrain
from keep_p2p.rules.turns import check_answers, take_answers
from keep_p2p.rules.walking import can_walk, walks

AFTERMATH = frozenset({Exchange.DECIDED, Exchange.RETREAT, Exchange.ANSWER})


class ConflictChapter(Chapter[Conflict]):
    """A conflict from its first card to the retreat."""

    def settle(self, d: Draft, f: Conflict) -> bool:
        """Once cards are drawn: a tie is played again, a decision goes on to the retreat."""
        if f.step is not Exchange.DECIDED:
            return False
        if f.winner is None:
            restart(d, f)
            return True
        d.become(replace(f, step=Exchange.RETREAT))
        return True

    def ask(self, t: Table, f: Conflict) -> Awaited:
        """RETREAT, or the answers to Molasar's retreat; before the reveal see `ask_exchange`."""
        if f.step not in AFTERMATH:
            return ask_exchange(t, f)
        if f.step is Exchange.ANSWER:
            return AnswerHilt(entered_unproven(t, f.path), until_yes=True)
        assert f.winner is not None
        return decide(t, Decision.RETREAT, f.winner)

    def choices(self, t: Table, f: Conflict, known: Knowledge | None) -> list[Action]:
        """The answers to `ask`."""
        if f.step not in AFTERMATH:
            return exchange_choices(t, f, known)
        found = walks(t, f.loser, retreat_terrain(t, f.loser), f.difference)
        return [*found] or [Walk(f.loser, ())]

    def sole(self, t: Table, f: Conflict) -> Action | None:
        """A loser with nowhere to go stays (R5); one with a single way is walked there."""
        if f.step is Exchange.RETREAT:
            return None if self._ways_differ(t, f) else super().sole(t, f)
        return sole_exchange(t, f) if f.step not in AFTERMATH else None

    def _ways_differ(self, t: Table, f: Conflict) -> bool:
        """Whether Molasar may be walked through rooms that would be answered for, whatever room he ends in (R4)."""
        if f.loser is not Character.MOLASAR or not t.unproven:
            return False
        land = retreat_terrain(t, f.loser)
        rooms = tuple(walk.path[-1] for walk in walks(t, f.loser, land._replace(taken=0), f.difference))
        return len(rooms) > 1 and bool(entered_unproven(t, rooms)) and can_walk(t, f.loser, land, f.difference)

    def check(self, t: Table, f: Conflict, action: Action) -> None:
        """C2-C7, R1-R4."""
        if f.step not in AFTERMATH:
            check_exchange(t, f, action)
        elif f.step is Exchange.RETREAT and isinstance(action, Walk):
            self._check_retreat(t, f, action)
        else:
            refuse(action)

    def _check_retreat(self, t: Table, f: Conflict, action: Walk) -> None:
        if action.pawn != f.loser or action.passes:
            raise IllegalAction("R1", f"{f.loser}, that lost, is walked now, without cards.")
        land = retreat_terrain(t, f.loser)
        check_walk(t, f.loser, land, action.path, f.difference)
        if not action.path and can_walk(t, f.loser, land, f.difference):
            raise IllegalAction("R1", f"{f.loser} retreats at least one room: there is a way.")

    def act(self, d: Draft, f: Conflict, action: Action) -> None:
        """The loser is walked."""
        if f.step not in AFTERMATH:
            act_exchange(d, f, action)
        else:
            assert isinstance(action, Walk)
            if f.loser is Character.MOLASAR and entered_unproven(d, action.path):
                d.become(replace(f, step=Exchange.ANSWER, path=action.path))
            else:
                _leave(d, f, action.path)

    def happen(self, d: Draft, f: Conflict, event: Event) -> None:
        """The answers to Molasar's retreat (R4), or what the exchange awaited."""
        if f.step is not Exchange.ANSWER:
            happen_exchange(d, f, event)
            return
        if not isinstance(event, HiltAnswered):
            raise IllegalEvent(f"{type(event).__name__} was not awaited.")
        check_answers(d, event, entered_unproven(d, f.path), until_yes=True)
        take_answers(d, event)
        room, here = event.answers[-1]
        _leave(d, f, _halted(d, f, room) if here else f.path)


def _halted(d: Draft, f: Conflict, wall: Room) -> Path:
    """Molasar's walk cut before ``wall``, back to the last room where he may stand: () is the conflict's own (R4)."""
    before = f.path[: f.path.index(wall)]
    guards = d.masks.guards
    while before and guards & d.plan.bit[before[-1]]:
        before = before[:-1]
    d.tell(RetreatHalted(before[-1] if before else f.room, wall))
    return before


def _leave(d: Draft, f: Conflict, path: Path) -> None:
    """The loser is walked; with nowhere to go the pair rests (R5); meeting an opponent, it fights at once (R2)."""
    loser: Pawn = f.loser
    d.pop()
    move(d, loser, path, Cause.RETREAT)
    if not path:
        d.truces = (*d.truces, (f.searcher, f.enemy))
        return
    met = [pair for pair in d.conflicts if loser in pair]
    assert len(met) <= 1, "M4: no room holds three that could fight"
    if met:
        begin_conflict(d, met[0])
