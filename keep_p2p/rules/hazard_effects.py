"""What follows a Hazard: picks and reveals, Flashlights in answer, guards put in the cellar (H1-H3, B6)."""

from __future__ import annotations

from functools import lru_cache

from keep_p2p.rules.actions import Action, Done, PickBonus, PlayBonus, PutGuard
from keep_p2p.rules.awaited import Awaited, Decision, Reveal, RevealItem
from keep_p2p.rules.bonus import check_play, play, plays
from keep_p2p.rules.chapter import Chapter, decide, refuse
from keep_p2p.rules.errors import IllegalAction, IllegalEvent
from keep_p2p.rules.events import Event, Revealed
from keep_p2p.rules.frames import Lighting, Spreading, Summoning
from keep_p2p.rules.moving import move
from keep_p2p.rules.names import BONUS_OF, Bonus, Character, Deck, Guard, Room
from keep_p2p.rules.records import BonusLost, Cause
from keep_p2p.rules.state import MAX_CELLAR_GUARDS, Draft, Knowledge, Table
from keep_p2p.rules.stock import discard

SUMMONED = 2  # H3


class SpreadingChapter(Chapter[Spreading]):
    """PICK_BONUS for each Searcher with a Bonus card, then all picks are turned up (H1)."""

    def _next(self, t: Table, f: Spreading) -> Character | None:
        done = {c for c, _ in f.picks}
        return next((c for c in t.searchers if c not in done and t.hand(c, Deck.BONUS)), None)

    def settle(self, d: Draft, f: Spreading) -> bool:
        """Nobody has a card: nothing to do."""
        if f.picks or self._next(d, f) is not None:
            return False
        d.pop()
        return True

    def ask(self, t: Table, f: Spreading) -> Awaited:
        """PICK_BONUS of Molasar, or the reveal."""
        if self._next(t, f) is not None:
            return decide(t, Decision.PICK_BONUS, Character.MOLASAR)
        return Reveal(tuple(RevealItem(c, Deck.BONUS, slot) for c, slot in f.picks))

    def choices(self, t: Table, f: Spreading, known: Knowledge | None) -> list[Action]:
        """The slots of the next Searcher in turn order."""
        character = self._next(t, f)
        return [] if character is None else [PickBonus(character, slot) for slot in t.hand(character, Deck.BONUS)]

    def check(self, t: Table, f: Spreading, action: Action) -> None:
        """H1."""
        character = self._next(t, f)
        if not isinstance(action, PickBonus):
            refuse(action)
        if action.character is not character:
            raise IllegalAction("H1", f"A card of {character} is picked now.")
        if action.slot not in t.hand(action.character, Deck.BONUS):
            raise IllegalAction("H1", f"That card is not among {character}'s Bonus cards.")

    def act(self, d: Draft, f: Spreading, action: Action) -> None:
        """One more pick."""
        assert isinstance(action, PickBonus)
        d.become(Spreading((*f.picks, (action.character, action.slot))))

    def happen(self, d: Draft, f: Spreading, event: Event) -> None:
        """All picks are discarded."""
        if not isinstance(event, Revealed):
            raise IllegalEvent(f"{type(event).__name__} was not awaited.")
        for turned in event.cards:
            discard(d, turned.character, Deck.BONUS, turned.slot, turned.card)
            d.tell(BonusLost(turned.character, turned.card, BONUS_OF[turned.card], hazard=True))
        d.pop()


class LightingChapter(Chapter[Lighting]):
    """FLASHLIGHT: each Searcher that can hold one, in turn order (B6)."""

    def settle(self, d: Draft, f: Lighting) -> bool:
        """All have answered."""
        if f.asked:
            return False
        d.pop()
        return True

    def ask(self, t: Table, f: Lighting) -> Awaited:
        """FLASHLIGHT."""
        return decide(t, Decision.FLASHLIGHT, f.asked[0])

    def choices(self, t: Table, f: Lighting, known: Knowledge | None) -> list[Action]:
        """Done, or the card."""
        return [Done(), *plays(t, f.asked[0], Bonus.FLASHLIGHT, known)]

    def check(self, t: Table, f: Lighting, action: Action) -> None:
        """B6."""
        if isinstance(action, PlayBonus):
            check_play(t, action, f.asked[0], Bonus.FLASHLIGHT)
        elif not isinstance(action, Done):
            refuse(action)

    def act(self, d: Draft, f: Lighting, action: Action) -> None:
        """Its next turn is lit, or not."""
        if isinstance(action, PlayBonus):
            play(d, action.character, action.slot, action.card)
            d.lit = (*d.lit, action.character)
        rest = tuple(c for c in f.asked[1:] if d.may_hold(c, Bonus.FLASHLIGHT))
        d.become(Lighting(rest))


@lru_cache(maxsize=2048)
def _puts(guard: Guard, rooms: tuple[Room, ...]) -> tuple[PutGuard, ...]:
    return tuple(PutGuard(guard, room) for room in rooms)


class SummoningChapter(Chapter[Summoning]):
    """SUMMON: up to two guards are put in cellar rooms (H3)."""

    def _guards(self, t: Table, f: Summoning) -> list[Guard]:
        if len(f.put) == SUMMONED:
            return []
        left = [guard for guard in t.guards_left if guard not in f.put]
        if t.masks.cellar_guards < MAX_CELLAR_GUARDS:
            return left
        return [guard for guard in left if t.where(guard) in t.plan.cellar_rooms]

    def _rooms(self, t: Table) -> list[Room]:
        masks = t.masks
        return [room for room in t.plan.cellar_rooms if not t.plan.bit[room] & (masks.guards | masks.molasar)]

    def ask(self, t: Table, f: Summoning) -> Awaited:
        """SUMMON."""
        return decide(t, Decision.SUMMON, Character.MOLASAR)

    def choices(self, t: Table, f: Summoning, known: Knowledge | None) -> list[Action]:
        """Done, or a guard and a room."""
        rooms = tuple(self._rooms(t))
        found: list[Action] = [Done()]
        for guard in self._guards(t, f):
            found.extend(_puts(guard, rooms))
        return found

    def sole(self, t: Table, f: Summoning) -> Action | None:
        """Done where two were put, or there is no guard or room."""
        return None if self._guards(t, f) and self._rooms(t) else Done()

    def check(self, t: Table, f: Summoning, action: Action) -> None:
        """H3, M2, M12."""
        if isinstance(action, PutGuard):
            if action.guard not in t.guards_left or action.guard in f.put:
                raise IllegalAction("H3", f"{action.guard} is not on the board, or was put already.")
            if action.guard not in self._guards(t, f):
                raise IllegalAction("M12", "Two guards are in the cellar: only those two may be put.")
            if action.room not in t.plan.cellar_rooms:
                raise IllegalAction("H3", f"{action.room} is not a cellar room.")
            if action.room not in self._rooms(t):
                raise IllegalAction("M2", f"{action.room} holds a guard or Molasar.")
        elif not isinstance(action, Done):
            refuse(action)

    def act(self, d: Draft, f: Summoning, action: Action) -> None:
        """One more is put, or it is enough."""
        if isinstance(action, PutGuard):
            move(d, action.guard, (action.room,), Cause.SUMMON)
            d.become(Summoning((*f.put, action.guard)))
        else:
            d.pop()
