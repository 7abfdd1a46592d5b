"""Cheats with deck keys, shuffles and decryption shares."""

from __future__ import annotations

from keep_p2p.rules.awaited import Draw
from keep_p2p.rules.names import Deck, Slot
from keep_p2p.table.cards import SlotKey
from keep_p2p.table.rounds.dealing import decks_before
from keep_p2p.table.speak import Content
from keep_p2p.table.spec import RoundSpec
from protocol.deck import DeckKey, card_points, pack_ciphertexts, pack_shares, parse_shares, shares
from protocol.encoding import Value
from protocol.group import ORDER, add, multiply, multiply_base, subtract
from protocol.shuffle import shuffle
from tests.cheats.troupe import Cheat

KEYS, SHUFFLE, SHARES = "deck keys", "shuffles", "decryption shares"


class CopiedKey(Cheat):
    group, what, occasion = KEYS, "another seat's key with its proof, copied", "keys"

    def keys(self) -> Content:
        assert self.victim.speaker is not None
        return {**super().keys(), **{k: v for k, v in self.victim.speaker.keys().items() if k != "tip"}}


class RogueKey(Cheat):
    """Its key less all others': the joint key would be its own alone. It cannot prove that it knows it."""

    group, what, occasion = KEYS, "a key that cancels the others'", "keys"

    def keys(self) -> Content:
        own = super().keys()
        assert self.victim.speaker is not None
        others = self.victim.speaker.private.deck_key.public
        return {**own, "deck_key": subtract(self.private.deck_key.public, others)}


class NoKey(Cheat):
    group, what, occasion = KEYS, "the identity as key", "keys"

    def keys(self) -> Content:
        return {**super().keys(), "deck_key": bytes(32)}


class OtherPlaceKey(Cheat):
    group, what, occasion = KEYS, "a proof made for another step", "keys"

    def keys(self) -> Content:
        key = self.private.deck_key
        return {
            **super().keys(),
            "proof": key.prove(self.table.context(self.seat, "shuffle"), self.private.vault.random),
        }


class Reshaped(Cheat):
    """What a false shuffle does with the Conflict deck: shuffle honestly, then change the cards that come out."""

    group, occasion = SHUFFLE, "second shuffle"

    def shuffle(self, spec: RoundSpec) -> Content:
        content = super().shuffle(spec)
        part = content["conflict"]
        assert isinstance(part, dict)
        packed = part["cards"]
        assert isinstance(packed, bytes)
        cards = [(packed[at : at + 32], packed[at + 32 : at + 64]) for at in range(0, len(packed), 64)]
        changed = pack_ciphertexts(self.changed(cards))  # type: ignore[arg-type]  # points are checked bytes elsewhere
        return {**content, "conflict": {**part, "cards": changed}}

    def changed(self, cards: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        return cards

    def again(self, card: tuple[bytes, bytes], plus: bytes | None = None) -> tuple[bytes, bytes]:
        """The card once more, encrypted afresh, perhaps with something added."""
        factor = 1 + int.from_bytes(self.private.vault.random(32), "little") % (ORDER - 1)
        b = add(card[1], multiply(factor, self.table.joint_key))  # type: ignore[arg-type]  # a point, unpacked
        return add(card[0], multiply_base(factor)), b if plus is None else add(b, plus)  # type: ignore[arg-type]  # of the right kind here


class Doubled(Reshaped):
    what = "a card doubled, another dropped"

    def changed(self, cards: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        return [self.again(cards[1]), *cards[1:]]


class Dropped(Reshaped):
    what = "a card less"

    def changed(self, cards: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        return cards[1:]


class Foreign(Reshaped):
    what = "a card of the other deck put in"

    def changed(self, cards: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        before, (bonus,) = card_points("conflict", (1,))[0], card_points("bonus", (33,))
        return [self.again(cards[0], subtract(bonus, before)), *cards[1:]]


class Swapped(Reshaped):
    what = "two cards swapped after the proof was made"

    def changed(self, cards: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        return [cards[1], cards[0], *cards[2:]]


class DoubledWithProof(Cheat):
    """A true proof about another deck: one in which the card was double from the start."""

    group, what, occasion = SHUFFLE, "a card doubled, with the proof of a deck that has it twice", "second shuffle"

    def shuffle(self, spec: RoundSpec) -> Content:
        content = super().shuffle(spec)
        deck = next(each for each in decks_before(self.table, spec) if each.what.deck is Deck.CONFLICT)
        inputs = (deck.sealed.ciphertexts[1], *deck.sealed.ciphertexts[1:])
        context = self.table.context(self.seat, "shuffle")
        outputs, proof = shuffle(inputs, self.table.joint_key, context, "conflict", deck.what.count, bytes(32))
        return {**content, "conflict": {"cards": pack_ciphertexts(outputs), "proof": proof}}


class NoProof(Cheat):
    group, what, occasion = SHUFFLE, "a shuffle with nothing for a proof", "second shuffle"

    def shuffle(self, spec: RoundSpec) -> Content:
        content = super().shuffle(spec)
        part = content["bonus"]
        assert isinstance(part, dict)
        return {**content, "bonus": {**part, "proof": bytes(len(part["proof"]))}}


class AnothersShuffle(Cheat):
    group, what, occasion = SHUFFLE, "the shuffle and proof of the seat before, copied", "second shuffle"

    def shuffle(self, spec: RoundSpec) -> Content:
        return dict(self.peer.replica.rounds[-1][0].body.content)


class OtherDecksProof(Cheat):
    group, what, occasion = SHUFFLE, "a proof made for another round", "second shuffle"

    def shuffle(self, spec: RoundSpec) -> Content:
        content: dict[str, Value] = {}
        for deck in decks_before(self.table, spec):
            context = self.table.context(self.seat, "shuffle", round_number=spec.round + 1)
            after, proof = deck.sealed.shuffle(self.table.joint_key, context, bytes(32))
            content[deck.what.deck.value] = {"cards": after.packed(), "proof": proof}
        return content


class OneDeckOnly(Cheat):
    group, what, occasion = SHUFFLE, "one of the two decks left as it was", "second shuffle"

    def shuffle(self, spec: RoundSpec) -> Content:
        return {name: part for name, part in super().shuffle(spec).items() if name != "bonus"}


class OtherKeysShare(Cheat):
    group, what, occasion = SHARES, "shares of another key than the published one", "deal"

    def shares_of(self, keys: tuple[SlotKey, ...], step: str) -> Content:
        key, random = DeckKey.generate(self.private.vault.random), self.private.vault.random
        made, proof = shares(key, self.table.cards.ciphertexts(keys), self.table.context(self.seat, step), random)
        return {"proof": proof, "shares": pack_shares(made)}


class OtherSlotsShare(Cheat):
    group, what, occasion = SHARES, "a true share, for another slot", "redraw"

    def shares_of(self, keys: tuple[SlotKey, ...], step: str) -> Content:
        (deck, slot) = keys[0]
        return super().shares_of(((deck, Slot(slot + 1 if slot < 5 else slot - 1)),), step)


class SwappedShares(Cheat):
    group, what, occasion = SHARES, "true shares in another order", "deal"

    def shares_of(self, keys: tuple[SlotKey, ...], step: str) -> Content:
        content = super().shares_of(keys, step)
        packed = content["shares"]
        assert isinstance(packed, bytes)
        return {**content, "shares": packed[32:64] + packed[:32] + packed[64:]}


class CancellingShares(Cheat):
    """Two errors that cancel in a sum without weights."""

    group, what, occasion = SHARES, "two wrong shares whose errors cancel", "deal"

    def shares_of(self, keys: tuple[SlotKey, ...], step: str) -> Content:
        content = super().shares_of(keys, step)
        packed = content["shares"]
        assert isinstance(packed, bytes)
        first, second, *rest = parse_shares(packed, len(packed) // 32)
        error = multiply_base(7)
        return {**content, "shares": pack_shares((add(first, error), subtract(second, error), *rest))}


class OwnShareToo(Cheat):
    """Nobody publishes a share that the rules do not call for."""

    group, what, occasion = SHARES, "the share of its own hidden card published as well", "deal"

    def content(self, spec: RoundSpec) -> Content:
        if not isinstance(spec.awaited, Draw):
            return super().content(spec)
        return self.shares_of(tuple((item.deck, item.slot) for item in spec.awaited.draws), "draw")


class CopiedShares(Cheat):
    group, what, occasion = SHARES, "another seat's shares and proof, copied", "redraw"

    def shares_of(self, keys: tuple[SlotKey, ...], step: str) -> Content:
        assert self.victim.speaker is not None
        return self.victim.speaker.shares_of(keys, step)


class NoShare(Cheat):
    group, what, occasion = SHARES, "the identity as share", "redraw"

    def shares_of(self, keys: tuple[SlotKey, ...], step: str) -> Content:
        return {**super().shares_of(keys, step), "shares": bytes(32)}
