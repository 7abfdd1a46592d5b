"""Turns begin and end, in ID order; Molasar's twelfth wins him the game (S2, T6, B3, W1)."""

from __future__ import annotations

from keep_p2p.rules.actions import Action, Done, PlayBonus
from keep_p2p.rules.awaited import AnswerHilt, Awaited, Decision, Over, Reason
from keep_p2p.rules.bonus import check_play, play, plays
from keep_p2p.rules.chapter import Chapter, decide, refuse
from keep_p2p.rules.errors import IllegalEvent
from keep_p2p.rules.events import Event, HiltAnswered
from keep_p2p.rules.frames import Answering, BeforeRoll, ComingBack, Feeding, SecondWind
from keep_p2p.rules.moving import prove_empty, prove_hilt
from keep_p2p.rules.names import Bonus, Character, Room
from keep_p2p.rules.records import GameOver, TurnBegan, TurnEnded
from keep_p2p.rules.state import LAST_TURN, Draft, Knowledge, Table


def end_game(d: Draft, reason: Reason, winners: tuple[Character, ...], finder: Character | None = None) -> None:
    """The game is over. ``finder``: the Searcher in the Hilt's room."""
    seats = tuple(sorted({d.seat(c) for c in winners}))
    d.over = Over(reason, winners, seats, finder, None if finder is None else d.where(finder))
    d.stack = ()
    d.owed = ()
    d.tell(GameOver(d.over))


def of_player(t: Table, character: Character) -> tuple[Character, ...]:
    """All characters run by the player of ``character``, in turn order."""
    seat = t.seat(character)
    return tuple(c for c in t.characters if t.seat(c) == seat)


def begin_turn(d: Draft, character: Character, *, extra: bool = False) -> None:
    """``character``'s turn begins, with an empty slate; Power Failure ends when Molasar's does (H2)."""
    d.turn, d.extra = character, extra
    d.hazard_played = d.alert = d.fought = False
    d.moved = ()
    d.tell(TurnBegan(character, d.turn_number, extra))
    if character is not Character.MOLASAR:
        d.stack = (ComingBack() if d.is_outside(character) else BeforeRoll(placed=False),)
        return
    d.power_failure, d.lit = False, ()
    d.stack = (Feeding(),)
    if len(d.eaten) == LAST_TURN - 1:
        end_game(d, Reason.TWELFTH_TURN, (Character.MOLASAR,))


def next_turn(d: Draft) -> None:
    """The next character in turn order begins; after Molasar, the next game turn."""
    later = [c for c in d.characters if c.number > d.turn.number]
    if not later:
        d.turn_number += 1
    begin_turn(d, later[0] if later else d.characters[0])


def end_turn(d: Draft) -> None:
    """The turn has ended, the Hilt asked for; a window for Second Wind follows, or the next turn (B3)."""
    d.tell(TurnEnded(d.turn))
    d.lit = tuple(c for c in d.lit if c is not d.turn)
    here = d.turn in d.searchers
    if here and not d.extra and d.may_hold(d.turn, Bonus.SECOND_WIND):
        d.stack = (SecondWind(),)
    else:
        next_turn(d)


class AnsweringChapter(Chapter[Answering]):
    """W1, W2: one answer for each Searcher in a marked room not yet proven."""

    def _waiting(self, t: Table) -> list[tuple[Character, Room]]:
        unproven = t.unproven
        places = ((c, t.where(c)) for c in t.searchers)
        return [(c, room) for c, room in places if room is not None and room in unproven]

    def waiting(self, t: Table) -> tuple[Character, ...]:
        """The Searchers that await an answer (W3)."""
        return tuple(c for c, _ in self._waiting(t))

    def settle(self, d: Draft, f: Answering) -> bool:
        """A Searcher in the room already proven has won; with nobody to answer the turn is over."""
        finder = next((c for c in d.searchers if d.hilt_proven is not None and d.where(c) == d.hilt_proven), None)
        if finder is not None:
            end_game(d, Reason.HILT_FOUND, of_player(d, finder), finder)
            return True
        if self._waiting(d):
            return False
        end_turn(d)
        return True

    def ask(self, t: Table, f: Answering) -> Awaited:
        """The rooms in turn order of the Searchers in them."""
        return AnswerHilt(tuple(room for _, room in self._waiting(t)), until_yes=False)

    def happen(self, d: Draft, f: Answering, event: Event) -> None:
        """The answers; `settle` then sees who has won."""
        if not isinstance(event, HiltAnswered):
            raise IllegalEvent(f"{type(event).__name__} was not awaited.")
        rooms = tuple(room for _, room in self._waiting(d))
        check_answers(d, event, rooms, until_yes=False)
        take_answers(d, event)


def check_answers(t: Table, event: HiltAnswered, rooms: tuple[Room, ...], *, until_yes: bool) -> None:
    """Raise `IllegalEvent` unless ``event`` answers ``rooms`` in order, with at most one yes, and can be true."""
    given = tuple(room for room, _ in event.answers)
    found = [here for _, here in event.answers]
    yes = found.count(True)
    due = rooms[: found.index(True) + 1] if until_yes and yes else rooms  # nothing is answered after that yes
    if given != due:
        raise IllegalEvent(f"The Hilt is asked for in {', '.join(rooms)}, in this order.")
    if yes > 1:
        raise IllegalEvent("The Hilt cannot be in two rooms.")
    if not yes and len(given) == len(t.unproven):
        raise IllegalEvent("The Hilt must be in one of the rooms left.")


def take_answers(d: Draft, event: HiltAnswered) -> None:
    """What was answered is proven, in order."""
    for room, here in event.answers:
        if here:
            prove_hilt(d, room)
        else:
            prove_empty(d, room)


class SecondWindChapter(Chapter[SecondWind]):
    """SECOND_WIND: a whole second turn, or the next character's (B3)."""

    def ask(self, t: Table, f: SecondWind) -> Awaited:
        """SECOND_WIND."""
        return decide(t, Decision.SECOND_WIND, t.turn)

    def choices(self, t: Table, f: SecondWind, known: Knowledge | None) -> list[Action]:
        """Done, or the card."""
        return [Done(), *plays(t, t.turn, Bonus.SECOND_WIND, known)]

    def check(self, t: Table, f: SecondWind, action: Action) -> None:
        """B3."""
        if isinstance(action, PlayBonus):
            check_play(t, action, t.turn, Bonus.SECOND_WIND)
        elif not isinstance(action, Done):
            refuse(action)

    def act(self, d: Draft, f: SecondWind, action: Action) -> None:
        """Another turn, or on."""
        if isinstance(action, PlayBonus):
            play(d, action.character, action.slot, action.card)
            begin_turn(d, d.turn, extra=True)
        else:
            next_turn(d)
