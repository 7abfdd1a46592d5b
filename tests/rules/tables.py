"""Short ways to bring a table to a point and look at it, for the tests of the rules."""

from __future__ import annotations

from keep_p2p.rules.actions import Action, CommitCard, Done, Walk
from keep_p2p.rules.awaited import Decide, Decision, Over
from keep_p2p.rules.chance import FixedChance
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.events import Departure, SeatLeft
from keep_p2p.rules.game import IllegalAction, State, check_action, status
from keep_p2p.rules.names import Character, Deck, Pawn, Room, Seat
from keep_p2p.rules.position import slot_of
from keep_p2p.rules.records import Record


def rooms(text: str) -> tuple[Room, ...]:
    """The rooms named in ``text``."""
    return tuple(Room(name) for name in text.split())


class Play:
    """A table with fixed dice, carried to the next decision after each action."""

    def __init__(self, state: State, dice: tuple[int, ...] = (3,), hilt: str = "c9") -> None:
        self.sim = Simulation.at(state, FixedChance(dice), Room(hilt))
        self.records: list[Record] = []
        self._run()

    def _run(self) -> None:
        while not isinstance(self.sim.awaited, Decide | Over):
            self.records.extend(self.sim.step().records)
            assert status(self.state) == ()

    @property
    def state(self) -> State:
        return self.sim.state

    @property
    def decision(self) -> tuple[Decision, Character] | Over:
        """What is asked of whom, or how it ended."""
        wanted = self.sim.awaited
        if isinstance(wanted, Over):
            return wanted
        assert isinstance(wanted, Decide)
        return wanted.decision, wanted.character

    @property
    def asks(self) -> Decision | None:
        """The kind of question asked, or None when it is over."""
        return None if isinstance(self.decision, Over) else self.decision[0]

    def do(self, *actions: Action) -> Play:
        """Take each action, and all that follows of itself; `records` are those of this call."""
        self.records = []
        for action in actions:
            self.records.extend(self.sim.step(action).records)
            assert status(self.state) == ()
            self._run()
        return self

    def leave(self, character: Character, why: Departure = Departure.RESIGNED) -> Play:
        """The seat of ``character`` leaves."""
        self.records = list(self.sim.report(SeatLeft(self.state.seat(character), why)).records)
        self._run()
        return self

    def walk(self, pawn: Pawn, path: str) -> Play:
        return self.do(Walk(pawn, rooms(path)))

    def commit(self, character: Character, card: int) -> Play:
        return self.do(CommitCard(character, slot_of(card)))

    def done(self) -> Play:
        return self.do(Done())

    def told(self, kind: type[Record]) -> list[Record]:
        """The records of ``kind`` since the last call of `do`."""
        return [record for record in self.records if isinstance(record, kind)]

    def refused(self, action: Action, seat: Seat | None = None) -> str:
        """The ruling by which ``action`` is refused now, or ''."""
        wanted = self.sim.awaited
        asked = wanted.seat if isinstance(wanted, Decide) else Seat(0)
        try:
            check_action(self.state, asked if seat is None else seat, action)
        except IllegalAction as refusal:
            return refusal.ruling
        return ""

    def hand(self, character: Character, deck: Deck) -> list[int]:
        """The printed numbers a character holds, by slot."""
        return [self.sim.card(deck, slot) for slot in self.state.hand(character, deck)]
