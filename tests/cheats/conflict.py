"""Cheats with cards in hand: committing, turning up, playing Bonus cards, Second Guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keep_p2p.rules.actions import Action, CommitCard, PlayBonus
from keep_p2p.rules.game import legal_actions
from keep_p2p.rules.names import Deck, Slot
from keep_p2p.rules.notation import plain
from keep_p2p.table.accuse import complaint_of
from keep_p2p.table.cards import SlotKey
from keep_p2p.table.peek import seal_peek
from keep_p2p.table.public import PublicTable, card_context
from keep_p2p.table.rounds.showing import items_of
from keep_p2p.table.speak import Content
from keep_p2p.table.spec import RoundSpec
from protocol.commitment import commit
from protocol.deck import DeckKey
from protocol.envelope import OneTimeKey, seal
from tests.cheats.troupe import Cheat

HANDS, GUESSES = "cards in hand", "Second Guess"
HIDDEN = "a commitment shows nothing until it is opened"


class Committing(Cheat):
    """Commits to another slot than one that may be committed to."""

    group, occasion, late = HANDS, "commit", HIDDEN

    def slot(self, action: CommitCard) -> Slot:
        raise AssertionError("a cheat says which")

    def act(self, spec: RoundSpec, action: Action) -> Content:
        if isinstance(action, CommitCard) and self.is_now(spec):
            action = replace(action, slot=self.slot(action))
        return super().act(spec, action)


class FromThePile(Committing):
    what = "a card that lies in the pile"

    def slot(self, action: CommitCard) -> Slot:
        return self.table.state.pile(Deck.CONFLICT)[0]


class FromAnotherHand(Committing):
    what = "a card that another player holds"

    def slot(self, action: CommitCard) -> Slot:
        state = self.table.state
        other = next(each for each in state.characters if each is not action.character)
        return state.hand(other, Deck.CONFLICT)[0]


class NoSuchSlot(Committing):
    what = "a slot that there is not"

    def slot(self, action: CommitCard) -> Slot:
        return Slot(9_999)

    def shares_of(self, keys: tuple[SlotKey, ...], step: str) -> Content:
        return super().shares_of(tuple((deck, slot if slot < 999 else Slot(0)) for deck, slot in keys), step)


class PlayedTwice(Committing):
    what, occasion = "a card that has been played and discarded", "commit after a discard"

    def slot(self, action: CommitCard) -> Slot:
        return discarded_slot(self.table, action)


def discarded_slot(table: PublicTable, action: CommitCard) -> Slot:
    """A slot that this character turned up before."""
    mine = (each for each in table.commitments if each.character is action.character and each.opened is not None)
    slot = next(mine).opened
    assert slot is not None and slot not in table.state.hand(action.character, Deck.CONFLICT)
    return slot


class CopiedCommitment(Cheat):
    """The first commitment of the conflict said again by the second seat; it opens for nobody else."""

    group, what, occasion, late = HANDS, "the other player's commitment, copied", "second commit", HIDDEN

    def act(self, spec: RoundSpec, action: Action) -> Content:
        content = super().act(spec, action)
        return {**content, "commitment": self.table.commitments[-1].value} if self.is_now(spec) else content


class Turning(Cheat):
    """Opens a commitment otherwise than it was made."""

    group, occasion = HANDS, "reveal"

    def other_slot(self, spec: RoundSpec) -> Slot:
        (item,) = items_of(self.table, spec, self.seat)
        slot, _ = self.private.committed(self.table.open_commitment(item.character))
        return next(each for each in self.table.state.hand(item.character, Deck.CONFLICT) if each != slot)


class OtherCard(Turning):
    what = "another card of the hand than the one committed to"

    def reveal(self, spec: RoundSpec) -> Content:
        slot = self.other_slot(spec)
        return {**super().reveal(spec), "slots": [slot], **self.shares_of(((Deck.CONFLICT, slot),), "reveal")}


class OtherNonce(Turning):
    what = "another nonce than the one committed to"

    def reveal(self, spec: RoundSpec) -> Content:
        return {**super().reveal(spec), "nonces": bytes(32)}


class OtherShare(Turning):
    what = "the share of another card, so that it would decrypt to that"

    def reveal(self, spec: RoundSpec) -> Content:
        return {**super().reveal(spec), **self.shares_of(((Deck.CONFLICT, self.other_slot(spec)),), "reveal")}


class OtherFace(Turning):
    """A share chosen so that the slot decrypts to a better card; its proof cannot hold."""

    what = "a share made to measure for another card"

    def reveal(self, spec: RoundSpec) -> Content:
        content = super().reveal(spec)
        other = self.shares_of(((Deck.CONFLICT, self.other_slot(spec)),), "reveal")
        return {**content, "shares": other["shares"]}


class OtherPlacesProof(Turning):
    what = "a true share with the proof of another step"

    def shares_of(self, keys: tuple[SlotKey, ...], step: str) -> Content:
        return super().shares_of(keys, "draw")


class BonusNotHeld(Cheat):
    """Publicly the slot could be that card; its share shows what it is."""

    group, what, occasion = HANDS, "a Bonus card played that is another one", "before roll"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        known = self.private.knowledge(self.table).cards
        played = (each for each in legal_actions(self.table.state) if isinstance(each, PlayBonus))
        return super().act(spec, next(each for each in played if known.get((Deck.BONUS, each.slot)) != each.card))


class BonusOfAnother(Cheat):
    group, what, occasion = HANDS, "a Bonus card played from another Searcher's hand", "before roll"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        state = self.table.state
        played = next(each for each in legal_actions(state) if isinstance(each, PlayBonus))
        others = (each for each in state.searchers if each is not played.character)
        slot = next(slot for each in others for slot in state.hand(each, Deck.BONUS))
        return super().act(spec, replace(played, slot=slot))


class BonusWithoutShare(Cheat):
    group, what, occasion = HANDS, "a Bonus card played but not turned up", "before roll"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        played = next(each for each in legal_actions(self.table.state) if isinstance(each, PlayBonus))
        content = super().act(spec, played)
        return {"action": content["action"]}


class TurnedUpOther(Cheat):
    group, what, occasion = HANDS, "another Bonus card turned up than was pointed at", "turn up"

    def shares_of(self, keys: tuple[SlotKey, ...], step: str) -> Content:
        (deck, slot) = keys[0]
        return super().shares_of(((deck, Slot(slot + 1 if slot < 5 else slot - 1)), *keys[1:]), step)


class ShownInTheOpen(Cheat):
    """What an action hides must stay hidden: it may be an attempt to bind or to tell others."""

    group, what, occasion = HANDS, "the slot of a committed card named aloud", "commit"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        return {**super().act(spec, action), "action": plain(action)}


class PeekOther(Cheat):
    """Seals the truth about another card of the hand."""

    group, what, occasion = GUESSES, "another card shown than the one that lies there", "peek"

    def peek(self) -> Content:
        guess = self.table.guesses[-1]
        slot, nonce = self.private.committed(guess.commitment)
        hand = self.table.state.hand(guess.commitment.character, Deck.CONFLICT)
        other = next(each for each in hand if each != slot)
        return {"sealed": seal_peek(self.table, guess, self.private.deck_key, other, nonce, self.private.vault.random)}


class PeekGarbage(Cheat):
    group, what, occasion = GUESSES, "an envelope that cannot be opened", "peek"

    def peek(self) -> Content:
        return {"sealed": self.private.vault.random(180)}


class PeekToOther(Cheat):
    group, what, occasion = GUESSES, "a true opening sealed to another key", "peek"

    def peek(self) -> Content:
        guess = replace(self.table.guesses[-1], key=OneTimeKey(bytes(32)).public)
        slot, nonce = self.private.committed(guess.commitment)
        return {"sealed": seal_peek(self.table, guess, self.private.deck_key, slot, nonce, self.private.vault.random)}


class PeekOtherRound(Cheat):
    group, what, occasion = GUESSES, "a true opening sealed for another place in the game", "peek"

    def peek(self) -> Content:
        guess = self.table.guesses[-1]
        return {"sealed": seal(guess.key, bytes(132), bytes(32))}


class PeekTwoWays(Cheat):
    """The guesser's complaint is about a history that nobody else has; the two envelopes convict."""

    group, what, occasion = (
        GUESSES,
        "an envelope that cannot be opened, to the guesser only; a true one to the rest",
        "peek",
    )

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None or receiver != self.table.guesses[-1].guesser:
            return (data,)
        return (self.resigned(entry, content={"sealed": bytes(180)}),)


class PeekTrueToGuesser(PeekTwoWays):
    """The guesser sees nothing wrong; the others see that it has something else."""

    what = "a true envelope to the guesser only, another one to the rest"

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None or receiver == self.table.guesses[-1].guesser:
            return (data,)
        return (self.resigned(entry, content={"sealed": bytes(180)}),)


class PeekWrongShare(Cheat):
    group, what, occasion = GUESSES, "the card shown with the share of another key", "peek"

    def peek(self) -> Content:
        guess, random = self.table.guesses[-1], self.private.vault.random
        slot, nonce = self.private.committed(guess.commitment)
        return {"sealed": seal_peek(self.table, guess, DeckKey.generate(random), slot, nonce, random)}


class PeekDiscarded(Cheat):
    """Commits to a discarded card and truly shows that, to make the other send it back."""

    group, what, occasion = GUESSES, "a discarded card laid down and truly shown", "commit, then looked at"
    late = "a commitment shows nothing until it is looked at: caught when it is"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        if isinstance(action, CommitCard) and self.is_now(spec):
            action = replace(action, slot=self.gone(action))
        return super().act(spec, action)

    def gone(self, action: CommitCard) -> Slot:
        """A slot whose shares of all others are published, but that is not in the hand any more."""
        state = self.table.state
        hands = {slot for each in state.characters for slot in state.hand(each, Deck.CONFLICT)}
        pile = set(state.pile(Deck.CONFLICT))
        laid = (key[1] for key in self.table.cards.laid() if key[0] is Deck.CONFLICT)
        mine = [
            slot
            for slot in laid
            if slot not in hands | pile and self.table.cards.laid()[(Deck.CONFLICT, slot)].holder is action.character
        ]
        assert mine, "this character has discarded a card"
        return mine[0]


class SameAgain(Cheat):
    """The rules cannot see it, the guesser can: as soon as the card is turned up."""

    group, what, occasion = GUESSES, "the card that was sent back laid down again", "commit after sent back"
    late = "who sent it back sees it again only when it is turned up"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        content = super().act(spec, action)
        if not isinstance(action, CommitCard) or not self.is_now(spec):
            return content
        before = next(each for each in reversed(self.table.commitments) if each.returned)
        slot, _ = self.private.committed(before)
        self.private.vault._kept[f"commit/{spec.round}"] = slot.to_bytes(4, "big") + bytes(32)
        context = card_context(self.table.game_id, spec.round, self.seat)
        return {**content, "commitment": commit(context, slot, bytes(32))}


class UnsealableKey(Cheat):
    group, what, occasion = GUESSES, "a one-time key that nothing can be sealed to", "second guess"
    key = bytes(32)

    def act(self, spec: RoundSpec, action: Action) -> Content:
        return {**super().act(spec, action), "guess_key": self.key}


class SecondSpelling(UnsealableKey):
    what = "a second spelling of a one-time key"
    key = (2**255 - 19 + 9).to_bytes(32, "little")


class TwoOneTimeKeys(Cheat):
    """So that the owner answers to a key that is not the one all others will judge by."""

    group, what, occasion = GUESSES, "one one-time key told to one player, another to the rest", "second guess"

    def send(self, receiver: int, data: bytes) -> Sequence[bytes]:
        entry = self.own_entry(data)
        if entry is None or receiver != self.others[0]:
            return (data,)
        return (self.resigned(entry, content={**entry.body.content, "guess_key": OneTimeKey(bytes(32)).public}),)


class KeyOfNobody(Cheat):
    """It sees nothing by it, and nobody else can complain with it."""

    group, what, occasion = GUESSES, "a one-time key whose secret it does not have", "second guess"
    late, ends, quiet = "a key looks like any other; its secret is missing when it must be disclosed", True, True

    def act(self, spec: RoundSpec, action: Action) -> Content:
        content = super().act(spec, action)
        return {**content, "guess_key": OneTimeKey(bytes(32)).public} if self.is_now(spec) else content


class FalseComplaint(Cheat):
    """The complaint shows the card to all, and that it was shown truly."""

    group, what, occasion = GUESSES, "a complaint about a card that was truly shown", "judge"
    before = 1

    def opened(self, spec: RoundSpec) -> Sequence[bytes]:
        if not self.is_now(spec):
            return ()
        guess = self.table.guesses[-1]
        shown = [(guess, self.private.guess_key(guess.round).private)]
        return (complaint_of(self.peer.replica, self.identity, shown).to_bytes(),)

    def act(self, spec: RoundSpec, action: Action) -> Content:
        return super().act(spec, action)


class ComplaintWithoutKey(FalseComplaint):
    """It shows nothing, so it proves nothing: also about a guess of somebody else, or one that is not there."""

    what = "complaints with a wrong key, about another's Second Guess, quoting another history"
    accuses = False

    def opened(self, spec: RoundSpec) -> Sequence[bytes]:
        if not self.is_now(spec):
            return ()
        guess = self.table.guesses[-1]
        key = self.private.guess_key(guess.round).private
        replica = self.peer.replica
        true_history = replica.histories[-1]
        wrong = [[(guess, OneTimeKey(bytes(32)).private)], [(replace(guess, round=1), key)]]
        out = [complaint_of(replica, self.identity, shown).to_bytes() for shown in wrong]
        replica.histories[-1] = bytes(32)
        out.append(complaint_of(replica, self.identity, [(guess, key)]).to_bytes())
        replica.histories[-1] = true_history
        return out
