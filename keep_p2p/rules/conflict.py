"""Conflicts: which comes next, the exchange of cards, Second Guess, the decision (C1-C7)."""

from __future__ import annotations

from dataclasses import replace

from keep_p2p.rules.actions import (
    Action,
    CommitCard,
    Done,
    JudgeGuess,
    NameDefender,
    PickConflict,
    PlayBonus,
    PlayHazard,
)
from keep_p2p.rules.awaited import Awaited, Decision, PawnPair, Peek, Reveal, RevealItem
from keep_p2p.rules.bonus import check_play, held, play, plays
from keep_p2p.rules.chapter import Chapter, decide, refuse
from keep_p2p.rules.errors import IllegalAction, IllegalEvent
from keep_p2p.rules.events import Event, Peeked, Revealed
from keep_p2p.rules.frames import Answering, Conflict, Exchange, Fighting
from keep_p2p.rules.hazards import any_hazard, check_hazard, hazard_choices, play_hazard
from keep_p2p.rules.names import Bonus, Card, Character, Deck
from keep_p2p.rules.records import (
    CardCommitted,
    CardLookedAt,
    ConflictBegan,
    ConflictDecided,
    ConflictRevealed,
    DefenderNamed,
    GuessJudged,
)
from keep_p2p.rules.state import Draft, Knowledge, Table
from keep_p2p.rules.stock import discard

BLADE_BONUS = 2  # C4
ABILITY_BONUS = 1  # C4


def begin_conflict(d: Draft, pair: PawnPair) -> None:
    """``pair`` fights now (C1, R2)."""
    searcher, enemy = pair
    room = d.where(searcher)
    assert room is not None and room == d.where(enemy), "a conflict is between two in one room"
    d.fought = True
    d.tell(ConflictBegan(searcher, enemy, room))
    d.push(
        Conflict(
            searcher=searcher,
            enemy=enemy,
            room=room,
            step=Exchange.MOLASAR_COMMITS,
            defender=None,
            blade=False,
            sent_back=(0, 0),
            looked_at=None,
            winner=None,
            difference=0,
            path=(),
        )
    )


def restart(d: Draft, f: Conflict) -> None:
    """The exchange is played again from the start of C2; The Blade still counts (C6)."""
    d.tell(ConflictBegan(f.searcher, f.enemy, f.room, again=True))
    d.become(replace(f, step=Exchange.MOLASAR_COMMITS, defender=None, sent_back=(0, 0), looked_at=None))


class FightingChapter(Chapter[Fighting]):
    """PICK_CONFLICT, until none is left (C1)."""

    def settle(self, d: Draft, f: Fighting) -> bool:
        """A conflict alone begins unasked; with none left the turn's play is over."""
        pairs = d.conflicts
        if not pairs:
            d.become(Answering())
            return True
        if len(pairs) > 1 or any_hazard(d):
            return False
        begin_conflict(d, pairs[0])
        return True

    def ask(self, t: Table, f: Fighting) -> Awaited:
        """PICK_CONFLICT by the player in turn."""
        return decide(t, Decision.PICK_CONFLICT, t.turn)

    def choices(self, t: Table, f: Fighting, known: Knowledge | None) -> list[Action]:
        """The pairs, then Molasar's Hazards."""
        pairs = (PickConflict(searcher, enemy) for searcher, enemy in t.conflicts)
        return [*pairs, *hazard_choices(t, known)]

    def sole(self, t: Table, f: Fighting) -> Action | None:
        """Settled before."""
        return None

    def check(self, t: Table, f: Fighting, action: Action) -> None:
        """C1, T5."""
        if isinstance(action, PlayHazard):
            check_hazard(t, action)
        elif isinstance(action, PickConflict):
            if (action.searcher, action.enemy) not in t.conflicts:
                raise IllegalAction("C1", f"{action.searcher} and {action.enemy} are not to fight now.")
        else:
            refuse(action)

    def act(self, d: Draft, f: Fighting, action: Action) -> None:
        """It begins."""
        if isinstance(action, PlayHazard):
            play_hazard(d, action)
        else:
            assert isinstance(action, PickConflict)
            begin_conflict(d, (action.searcher, action.enemy))


# The exchange of cards. The later steps (draws, retreat) are in `keep_p2p.rules.retreat`.


def defenders(t: Table, f: Conflict) -> tuple[Character, ...]:
    """Who may defend: another player's Searchers; failing these another of its own; failing these itself (C2, C3)."""
    own = t.seat(f.searcher)
    others = tuple(c for c in t.searchers if t.seat(c) != own)
    return others or tuple(c for c in t.searchers if c is not f.searcher) or (f.searcher,)


def guessable(t: Table, f: Conflict) -> tuple[Character, ...]:
    """Whose committed card a Second Guess may look at: never the guesser's player's own (C5)."""
    assert f.defender is not None
    own = t.seat(f.defender) == t.seat(f.searcher)
    return (Character.MOLASAR,) if own else (Character.MOLASAR, f.defender)


def can_send_back(t: Table, f: Conflict) -> bool:
    """Whether the card looked at can be sent back: its hand holds another one not barred (C5)."""
    assert f.looked_at is not None
    barred = f.sent_back[0 if f.looked_at is Character.MOLASAR else 1]
    return len(t.hand(f.looked_at, Deck.CONFLICT)) > barred + 1


def committer(f: Conflict) -> Character | None:
    """Who must commit a card at this step."""
    if f.step is Exchange.MOLASAR_COMMITS:
        return Character.MOLASAR
    if f.step is Exchange.DEFENDER_COMMITS:
        return f.defender
    return f.looked_at if f.step is Exchange.RECOMMIT else None


def bonus_kinds(f: Conflict) -> tuple[Bonus, ...]:
    """The Bonus cards of use in this conflict (C2)."""
    return (Bonus.BLADE, Bonus.SECOND_GUESS) if f.against_molasar else (Bonus.SECOND_GUESS,)


def ask_exchange(t: Table, f: Conflict) -> Awaited:
    """What is awaited before the cards are turned up."""
    who = committer(f)
    if who is not None:
        return decide(t, Decision.COMMIT_CARD, who)
    if f.step is Exchange.NAMING:
        return decide(t, Decision.NAME_DEFENDER, f.searcher)
    if f.step is Exchange.BONUS:
        return decide(t, Decision.CONFLICT_BONUS, f.searcher)
    if f.step is Exchange.JUDGE:
        return decide(t, Decision.JUDGE_GUESS, f.searcher)
    assert f.defender is not None
    if f.step is Exchange.PEEK:
        assert f.looked_at is not None
        return Peek(f.looked_at, f.searcher)
    return Reveal(tuple(RevealItem(c, Deck.CONFLICT, None) for c in (Character.MOLASAR, f.defender)))


def exchange_choices(t: Table, f: Conflict, known: Knowledge | None) -> list[Action]:
    """The answers before the cards are turned up."""
    who = committer(f)
    if who is not None:
        if known is None:
            return [CommitCard(who)]
        return [CommitCard(who, slot) for slot in t.hand(who, Deck.CONFLICT) if slot not in known.barred]
    if f.step is Exchange.NAMING:
        return [NameDefender(c) for c in defenders(t, f)]
    if f.step is Exchange.JUDGE:
        return [JudgeGuess(False), JudgeGuess(True)] if can_send_back(t, f) else [JudgeGuess(False)]
    found: list[Action] = [Done()]
    if f.against_molasar:
        found.extend(plays(t, f.searcher, Bonus.BLADE, known))
    for slot, card in held(t, f.searcher, Bonus.SECOND_GUESS, known):
        found.extend(PlayBonus(f.searcher, slot, card, guess=c) for c in guessable(t, f))
    return found


def sole_exchange(t: Table, f: Conflict) -> Action | None:
    """A lone defender is named, an empty Bonus window passes; hidden cards and judgements are always asked."""
    if f.step is Exchange.NAMING:
        able = defenders(t, f)
        return NameDefender(able[0]) if len(able) == 1 else None
    if f.step is Exchange.BONUS:
        return None if t.may_hold(f.searcher, *bonus_kinds(f)) else Done()
    return None


def check_exchange(t: Table, f: Conflict, action: Action) -> None:
    """C2, C3, C5."""
    who = committer(f)
    if who is not None and isinstance(action, CommitCard):
        if action.character is not who:
            raise IllegalAction("C2", f"{who} commits a card now, not {action.character}.")
        if action.slot is not None and action.slot not in t.hand(who, Deck.CONFLICT):
            raise IllegalAction("C2", f"That card is not among {who}'s Conflict cards.")
    elif f.step is Exchange.NAMING and isinstance(action, NameDefender):
        if action.defender not in defenders(t, f):
            raise IllegalAction("C2", f"{action.defender} cannot defend {f.searcher}.")
    elif f.step is Exchange.JUDGE and isinstance(action, JudgeGuess):
        if action.send_back and not can_send_back(t, f):
            raise IllegalAction("C5", f"{f.looked_at} has no other card, so this one is not sent back.")
    elif f.step is Exchange.BONUS and isinstance(action, PlayBonus):
        check_play(t, action, f.searcher, *bonus_kinds(f))
        if action.guess is not None and action.guess not in guessable(t, f):
            raise IllegalAction("C5", f"{action.guess}'s card cannot be looked at by {f.searcher}'s player.")
    elif f.step is not Exchange.BONUS or not isinstance(action, Done):
        refuse(action)


def act_exchange(d: Draft, f: Conflict, action: Action) -> None:
    """The next step before the cards are turned up."""
    if isinstance(action, CommitCard):
        again = f.step is Exchange.RECOMMIT
        d.tell(CardCommitted(action.character, again))
        after = Exchange.NAMING if f.step is Exchange.MOLASAR_COMMITS else Exchange.BONUS
        d.become(replace(f, step=after, looked_at=None))
    elif isinstance(action, NameDefender):
        d.tell(DefenderNamed(f.searcher, action.defender))
        d.become(replace(f, step=Exchange.DEFENDER_COMMITS, defender=action.defender))
    elif isinstance(action, JudgeGuess):
        _judge(d, f, action.send_back)
    elif isinstance(action, PlayBonus):
        play(d, f.searcher, action.slot, action.card)
        if action.guess is None:
            d.become(replace(f, blade=True))
        else:
            d.become(replace(f, step=Exchange.PEEK, looked_at=action.guess))
    else:
        d.become(replace(f, step=Exchange.REVEAL))


def _judge(d: Draft, f: Conflict, send_back: bool) -> None:
    owner = f.looked_at
    assert owner is not None
    d.tell(GuessJudged(f.searcher, owner, send_back))
    if not send_back:
        d.become(replace(f, step=Exchange.BONUS, looked_at=None))
        return
    molasar, defender = f.sent_back
    counts = (molasar + 1, defender) if owner is Character.MOLASAR else (molasar, defender + 1)
    d.become(replace(f, step=Exchange.RECOMMIT, sent_back=counts))


def happen_exchange(d: Draft, f: Conflict, event: Event) -> None:
    """A card has been shown, or both are turned up."""
    if f.step is Exchange.PEEK and isinstance(event, Peeked):
        assert f.looked_at is not None
        d.tell(CardLookedAt(f.searcher, f.looked_at))
        d.become(replace(f, step=Exchange.JUDGE))
    elif f.step is Exchange.REVEAL and isinstance(event, Revealed):
        ours, theirs = event.cards
        for turned in event.cards:
            discard(d, turned.character, Deck.CONFLICT, turned.slot, turned.card)
        _decide(d, f, ours.card, theirs.card)
    else:
        raise IllegalEvent(f"{type(event).__name__} was not awaited.")


def bonuses(f: Conflict) -> tuple[tuple[str, int], ...]:
    """What is added for the attacked Searcher, by reason (C4)."""
    added: list[tuple[str, int]] = []
    if f.searcher is Character.FONESCU and not f.against_molasar:
        added.append(("fonescu", ABILITY_BONUS))
    if f.searcher is Character.GLAEKEN and f.against_molasar:
        added.append(("glaeken", ABILITY_BONUS))
    if f.blade:
        added.append(("blade", BLADE_BONUS))
    return tuple(added)


def _decide(d: Draft, f: Conflict, molasars: Card, defenders_card: Card) -> None:
    """Values, winner, difference; then the draws: Molasar, the defender, and a Bonus card for a win (C4, C6, C7)."""
    defender = f.defender
    assert defender is not None
    value = d.game.deck.value
    ours = value(molasars, Character.MOLASAR, against_molasar=f.against_molasar)
    theirs = value(defenders_card, defender, against_molasar=f.against_molasar)
    added = bonuses(f)
    d.tell(ConflictRevealed(f.searcher, f.enemy, defender, molasars, ours, defenders_card, theirs, added))
    margin = theirs + sum(n for _, n in added) - ours
    winner = None if not margin else f.searcher if margin > 0 else Character.MOLASAR
    d.tell(ConflictDecided(f.searcher, f.enemy, winner, abs(margin)))
    d.owed = ((Character.MOLASAR, Deck.CONFLICT), (defender, Deck.CONFLICT))
    if winner is None:
        d.become(replace(f, step=Exchange.DECIDED))
        return
    if winner is f.searcher:
        d.owed = (*d.owed, (defender, Deck.BONUS))
    d.become(replace(f, step=Exchange.DECIDED, winner=winner, difference=abs(margin)))
