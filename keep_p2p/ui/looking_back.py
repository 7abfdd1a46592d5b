"""What is worth remembering of a game, told when it is over: its fights, its helpers, its doors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from keep_p2p.rules.names import Character, Door, Pawn, Room
from keep_p2p.rules.records import ConflictDecided, ConflictRevealed, DoorFound, GuardEaten, Record, RoomProven
from keep_p2p.ui.names import Names, count, join, sentence


@dataclass(frozen=True, slots=True)
class Blow:
    """One decided conflict: who beat whom by how many rooms, and whether the Searcher's side won."""

    winner: Pawn
    loser: Pawn
    defender: Character
    difference: int
    searcher_won: bool


class LookingBack:
    """Takes in the records of a game as they come, and tells of it at its end."""

    def __init__(self) -> None:
        """Nothing has happened yet."""
        self._blows: list[Blow] = []
        self._ties = 0
        self._defender: Character | None = None
        self._doors: dict[Door, list[Pawn]] = {}
        self._empty: list[Room] = []
        self._eaten = 0

    def note(self, record: Record) -> None:
        """One more thing has happened."""
        match record:
            case ConflictRevealed(defender=defender):
                self._defender = defender
            case ConflictDecided():
                self._decided(record)
            case DoorFound(pawn, door):
                self._doors.setdefault(door, []).append(pawn)
            case RoomProven(room, here) if not here:
                self._empty.append(room)
            case GuardEaten(turn=turn):
                self._eaten = turn
            case _:
                pass

    def _decided(self, record: ConflictDecided) -> None:
        if record.winner is None:
            self._ties += 1
        elif self._defender is not None:
            won = record.winner is record.searcher
            winner, loser = (record.searcher, record.enemy) if won else (record.enemy, record.searcher)
            self._blows.append(Blow(winner, loser, self._defender, record.difference, won))

    def lines(self, names: Names) -> tuple[str, ...]:
        """The game in a few sentences; none if nothing has been fought or found."""
        return tuple(map(sentence, (*self._fights(names), *self._found(names))))

    def _fights(self, names: Names) -> Iterator[str]:
        if not self._blows:
            return
        won = sum(blow.searcher_won for blow in self._blows)
        ties = f", after {count(self._ties, 'tie')}" if self._ties else ""
        yield (
            f"looking back: {count(len(self._blows), 'conflict')}{ties}; the Searchers won {won or 'none'}, "
            f"Molasar and his guards {len(self._blows) - won or 'none'}."
        )
        hardest = max(self._blows, key=lambda blow: blow.difference)
        yield f"the hardest blow: {names.who(hardest.winner)} beat {names.who(hardest.loser)} by {hardest.difference}."
        saved = Counter(blow.defender for blow in self._blows if blow.searcher_won)
        if saved:
            best, times = saved.most_common(1)[0]
            yield f"the best defender: {names.who(best)}, who won {count(times, 'conflict')} with a card."
        driven = Counter(blow.loser for blow in self._blows if not blow.searcher_won)
        if driven:
            loser, times = driven.most_common(1)[0]
            yield f"most often driven back: {names.who(loser)}, {count(times, 'time')}."

    def _found(self, names: Names) -> Iterator[str]:
        finders = [pawn for pawns in self._doors.values() for pawn in pawns]
        if finders:
            who = dict.fromkeys(names.who(p) if isinstance(p, Character) else "the guards" for p in finders)
            yield f"secret doors found: {len(self._doors)}, by {join(who)}."
        if self._empty:
            yield f"marked rooms proven empty: {join(map(names.room, self._empty))}."
        if self._eaten:
            yield f"guards eaten: {self._eaten}."
