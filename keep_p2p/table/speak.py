"""What an honest seat says in a round: the content of its entry, from the table and its own secrets.

The counterpart of `keep_p2p.table.rounds`, which checks it. One function for each kind of
round, so that a test can override exactly one.
"""

from __future__ import annotations

from keep_p2p.rules.actions import Action, CommitCard, HideHilt, public
from keep_p2p.rules.awaited import AnswerHilt, Over, Shuffle
from keep_p2p.rules.game import hilt_openings
from keep_p2p.rules.names import Deck, Seat, Slot
from keep_p2p.rules.notation import plain
from keep_p2p.table.cards import SlotKey
from keep_p2p.table.disclosure import Disclosure
from keep_p2p.table.peek import seal_peek
from keep_p2p.table.private import PrivateView
from keep_p2p.table.public import PublicTable, card_context
from keep_p2p.table.rounds.dealing import decks_before, slots_to_share
from keep_p2p.table.rounds.ending import final_outcome
from keep_p2p.table.rounds.playing import cards_turned_up, is_second_guess
from keep_p2p.table.rounds.showing import items_of
from keep_p2p.table.spec import RoundKind, RoundSpec
from protocol.commitment import commit
from protocol.deck import pack_shares, shares
from protocol.encoding import Value
from protocol.hilt import commit as commit_hilt
from protocol.hilt import hide, opening

Content = dict[str, Value]


class Speaker:
    """Makes the content of one seat's entries."""

    def __init__(self, table: PublicTable, private: PrivateView) -> None:
        """Take the public table and the seat's secrets."""
        self.table = table
        self.private = private

    @property
    def seat(self) -> Seat:
        """The seat that speaks."""
        return self.private.seat

    def content(self, spec: RoundSpec) -> Content:
        """What this seat says in a round that needs no decision of a player."""
        match spec.kind:
            case RoundKind.KEYS:
                return self.keys()
            case RoundKind.ROLL | RoundKind.LOT:
                return self.beacon_value()
            case RoundKind.TIPS:
                return {"tip": self.private.chain(self.table, self.table.dice.renewed + 1).tip}
            case RoundKind.SHUFFLE:
                return self.shuffle(spec)
            case RoundKind.DRAW:
                return self.shares_of(slots_to_share(self.table, spec, self.seat), "draw")
            case RoundKind.REVEAL:
                return self.reveal(spec)
            case RoundKind.PEEK:
                return self.peek()
            case RoundKind.ANSWER:
                return self.answer(spec)
            case _:
                return self.ending(spec)

    def keys(self) -> Content:
        """The deck key, proven known, and the beacon's tip."""
        key = self.private.deck_key
        proof = key.prove(self.table.context(self.seat, "deck-key"), self.private.vault.random)
        return {"deck_key": key.public, "proof": proof, "tip": self.private.chain(self.table, 0).tip}

    def beacon_value(self) -> Content:
        """The next value of the beacon chain."""
        dice = self.table.dice
        return {"value": self.private.chain(self.table, dice.renewed).value(dice.position)}

    def shuffle(self, spec: RoundSpec) -> Content:
        """Every deck permuted and re-encrypted, with its proof."""
        assert isinstance(spec.awaited, Shuffle)
        content: Content = {}
        for before in decks_before(self.table, spec):
            seed = self.private.shuffle_seed(spec.round, before.what.deck)
            context = self.table.context(self.seat, "shuffle")
            after, proof = before.sealed.shuffle(self.table.joint_key, context, seed)
            content[before.what.deck.value] = {"cards": after.packed(), "proof": proof}
        return content

    def shares_of(self, keys: tuple[SlotKey, ...], step: str) -> Content:
        """This seat's decryption shares of these slots, with one proof."""
        context = self.table.context(self.seat, step)
        ciphertexts = self.table.cards.ciphertexts(keys)
        made, proof = shares(self.private.deck_key, ciphertexts, context, self.private.vault.random)
        return {"proof": proof, "shares": pack_shares(made)}

    def reveal(self, spec: RoundSpec) -> Content:
        """The cards this seat turns up."""
        keys: list[SlotKey] = []
        slots: list[Slot] = []
        nonces: list[bytes] = []
        for item in items_of(self.table, spec, self.seat):
            slot = item.slot
            if slot is None:
                slot, nonce = self.private.committed(self.table.open_commitment(item.character))
                slots.append(slot)
                nonces.append(nonce)
            keys.append((item.deck, slot))
        return {"nonces": b"".join(nonces), "slots": slots, **self.shares_of(tuple(keys), "reveal")}

    def peek(self) -> Content:
        """The committed card, sealed to the guesser."""
        guess = self.table.guesses[-1]
        slot, nonce = self.private.committed(guess.commitment)
        sealed = seal_peek(self.table, guess, self.private.deck_key, slot, nonce, self.private.vault.random)
        return {"sealed": sealed}

    def answer(self, spec: RoundSpec) -> Content:
        """Whether the Hilt is in each room asked for."""
        assert isinstance(spec.awaited, AnswerHilt)
        assert self.private.hilt is not None
        openings = []
        for room in spec.awaited.rooms:
            openings.append(opening(self.private.hilt, room))
            if openings[-1].here and spec.awaited.until_yes:
                break
        return {
            "answers": [each.here for each in openings],
            "blindings": b"".join(each.blinding for each in openings),
        }

    def ending(self, spec: RoundSpec) -> Content:
        """The rounds after play."""
        if spec.kind is RoundKind.UNVEIL:
            secret = self.private.hilt
            assert secret is not None
            return {"blindings": b"".join(secret.blindings), "nonce": secret.nonce, "room": secret.room}
        if spec.kind is RoundKind.FINAL:
            assert isinstance(spec.awaited, Over)
            return {"outcome": final_outcome(spec.awaited)}
        if spec.kind is RoundKind.DISCLOSE:
            return self.disclose().content()
        assert spec.kind is RoundKind.RESULT
        return {"fair": True}

    def disclose(self) -> Disclosure:
        """All of this seat's secrets of the game."""
        table, private = self.table, self.private
        own = [shuffle for shuffle in table.shuffles if shuffle.seat == self.seat]
        guesses = [guess for guess in table.guesses if guess.guesser == self.seat]
        returned = [each for each in table.commitments if each.seat == self.seat and each.returned]
        return Disclosure(
            deck_key=private.deck_key,
            beacon_seeds=tuple(private.vault.seed(f"beacon-seed/{number}") for number in range(table.dice.renewed + 1)),
            shuffle_seeds=tuple(private.shuffle_seed(each.round, each.before.what.deck) for each in own),
            guess_keys=tuple(private.guess_key(each.round).private for each in guesses),
            returned=tuple(private.committed(each) for each in returned),
        )

    def act(self, spec: RoundSpec, action: Action) -> Content:
        """A player's action in its public form, with what it must prove."""
        content: Content = {"action": plain(public(action))}
        cards = cards_turned_up(action)
        if cards:
            content |= self.shares_of(tuple((Deck.BONUS, slot) for slot, _ in cards), "turn-up")
        if is_second_guess(action):
            content["guess_key"] = self.private.guess_key(spec.round).public
        if isinstance(action, CommitCard):
            content["commitment"] = self._commit(spec, action)
        if isinstance(action, HideHilt):
            content["hilt"] = self._hide(action)
        rooms = hilt_openings(self.table.state, action)
        if rooms:
            assert self.private.hilt is not None
            content["blindings"] = b"".join(opening(self.private.hilt, room).blinding for room in rooms)
        return content

    def _commit(self, spec: RoundSpec, action: CommitCard) -> bytes:
        assert action.slot is not None
        slot, nonce = self.private.commit_card(spec.round, action.slot)
        return commit(card_context(self.table.game_id, spec.round, self.seat), slot, nonce)

    def _hide(self, action: HideHilt) -> bytes:
        assert action.room is not None
        context, random = self.table.context(self.seat, "hilt"), self.private.vault.random
        secret, _ = hide(self.table.marked_rooms(), action.room, context, random)
        return commit_hilt(self.private.keep_hilt(secret), context, random).packed()
