"""Cheats that need more than one seat of four: two Searchers of one player, two Second Guesses, all against one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from keep_p2p.packs import Packs
from keep_p2p.rules.actions import Action, CommitCard, PlayBonus
from keep_p2p.rules.names import BONUS_OF, Bonus, Character, Deck, Seat
from keep_p2p.rules.state import COPIES
from keep_p2p.table.admission import AdmissionError
from keep_p2p.table.effects import Ask
from keep_p2p.table.peer import Peer
from keep_p2p.table.public import card_context
from keep_p2p.table.replica import NotTakenError, Replica
from keep_p2p.table.speak import Content
from keep_p2p.table.spec import RoundKind, RoundSpec
from keep_p2p.table.verify import Verdict, verify_transcript
from keep_p2p.table.view import View
from protocol.commitment import commit
from protocol.deck import DeckKey
from protocol.encoding import digest
from protocol.entry import sign_entry
from protocol.group import ORDER
from protocol.identity import Identity
from tests.cheats.conflict import HANDS, HIDDEN
from tests.cheats.stage import altered, game, seeded_table
from tests.cheats.table import line_of
from tests.cheats.troupe import Cheat, Liar, Outcome, Troupe, check, hire, perform, play_on
from tests.table.games import PACKS

Record = Callable[[str, object], None]

JOINING = "joining"


class OtherSearchersCard(Cheat):
    """Both Searchers are this player's, but each fights with its own cards (ruling S4)."""

    group, what, occasion, late = HANDS, "a card from the hand of the player's other Searcher", "commit", HIDDEN

    def act(self, spec: RoundSpec, action: Action) -> Content:
        if isinstance(action, CommitCard) and self.is_now(spec):
            state = self.table.state
            mine = state.game.seating.players[self.seat]
            other = next(each for each in mine if each is not action.character)
            action = replace(action, slot=state.hand(other, Deck.CONFLICT)[0])
        return super().act(spec, action)


def test_a_card_of_the_players_other_searcher_is_caught_when_it_is_turned_up(record_property: Record) -> None:
    for seed in range(20):
        rounds = game(seed, 3).rounds
        for occasion in ("commit", "second commit"):
            if occasion in rounds and rounds[occasion].awaited.character is not Character.MOLASAR:  # type: ignore[union-attr]  # of the right kind here
                outcome = perform(OtherSearchersCard, game(seed, 3).moment(occasion))
                record_property("cheat", line_of(outcome, check(outcome)))
                return
    raise AssertionError("no game in which a Searcher defends")


def test_all_keys_cancel_only_if_all_seats_collude_and_then_no_shuffle_is_accepted() -> None:
    class Cancelling(Cheat):
        accuses = True

    troupe = Troupe(seeded_table(3, "cancel"))
    genesis = troupe.peers[0].replica.signed
    watcher = Peer(genesis, PACKS, bytes)
    troupe.peers = (*troupe.peers, watcher)
    spec = watcher.replica.spec
    assert spec is not None
    liars = tuple(Seat(seat) for seat in range(3))
    secrets = [5, 7, ORDER - 12]
    for seat, secret in zip(liars, secrets, strict=True):
        liar = hire(troupe, Cancelling, seat, liars, spec, (3,))
        assert liar.speaker is not None
        liar.speaker.private._deck_key = DeckKey.from_secret(secret.to_bytes(32, "little"))
    troupe.peers[3].start()
    for entry_of in liars:
        peer = troupe.peers[entry_of]
        assert isinstance(peer, Liar) and peer.identity is not None
        watcher.receive(sign_entry(peer.identity, peer.cheat.body(spec, peer.cheat.content(spec))).to_bytes())
    assert watcher.round == 2, "each key is proven: nobody is accused yet"
    assert watcher.breach is None
    assert verify_transcript(watcher.transcript(), PACKS).verdict is Verdict.INCOMPLETE
    # They may go on to draw characters, but whoever shuffles first is convicted: nothing is hidden under that key.
    for _ in range(2):
        assert watcher.replica.spec is not None
        now = watcher.replica.spec
        for seat in now.speakers:
            peer = troupe.peers[seat]
            assert isinstance(peer, Liar) and peer.identity is not None
            content: Content = {"bonus": {"cards": bytes(768), "proof": b"x"}, "conflict": {}}
            if now.kind is not RoundKind.SHUFFLE:
                content = {"value": peer.cheat.private.chain(watcher.replica.table, 0).value(1)}
            body = peer.cheat.body(now, content, history=watcher.replica.history, state=watcher.replica.state_digest)
            watcher.receive(sign_entry(peer.identity, body).to_bytes())
    assert [each.seat for each in watcher.breaches] == [0]


@pytest.mark.parametrize("part", ["board", "deck", "rules"])
def test_another_board_deck_or_rules_version_is_refused_before_the_game(part: str, record_property: Record) -> None:
    signed = seeded_table(4, "join").peers[0].replica.signed
    changes: dict[str, Any] = {"rules": "0.0.other"} if part == "rules" else {part: digest("another")}
    other = replace(signed, genesis=replace(signed.genesis, **changes))
    with pytest.raises(AdmissionError, match=part):
        Replica(other, PACKS)
    assert other.problem() is not None, "nor has anybody signed it"
    what = "another version of the rules" if part == "rules" else f"another {part}"
    record_property("cheat", (JOINING, what, "genesis", "not signed", "nobody", "nobody is accused", ""))


def test_a_seat_taken_with_another_key_says_nothing_that_counts(record_property: Record) -> None:
    table = seeded_table(4, "seat taken")
    signed = table.peers[0].replica.signed
    thief = Identity.from_seed(bytes(32))
    with pytest.raises(ValueError, match="no seat"):
        Peer(signed, PACKS, bytes, thief)
    table.start()
    peer, robbed = table.peers[0], table.peers[1]
    mine = next(iter(robbed.replica.entries.values()))
    for body in (mine.body, altered(mine.body, content={})):
        with pytest.raises(NotTakenError, match="did not sign"):
            peer.replica.take(sign_entry(thief, body))
    table.run()
    assert table.accusations == []
    assert isinstance(PACKS, Packs)
    what = "a seat taken with another key"
    record_property("cheat", (JOINING, what, "keys 1", "not taken", "nobody", "nobody is accused", ""))


class Saving:
    """Saves its Bonus cards until it has two, then plays both Second Guesses at Molasar's card and sends it back."""

    def __init__(self, otherwise: Callable[[View, Ask], Action]) -> None:
        self.otherwise, self.again = otherwise, False

    def __call__(self, view: View, ask: Ask) -> Action:
        cards = [each for each in ask.actions if isinstance(each, PlayBonus)]
        aimed = [each for each in cards if each.guess is Character.MOLASAR]
        if aimed and (self.again or len(view.state.hand(aimed[0].character, Deck.BONUS)) > 1):
            self.again = not self.again
            return aimed[0]
        saved = replace(ask, actions=tuple(each for each in ask.actions if each not in cards))
        return self.otherwise(view, saved if saved.actions else ask)


class ShownTwice(Cheat):
    """Lays the same card again, and it is looked at again before it is turned up."""

    group, what = "Second Guess", "the card that was sent back laid down again, and looked at again"
    late = "who sent it back sees it again only when it looks, or when it is turned up"

    def act(self, spec: RoundSpec, action: Action) -> Content:
        content = super().act(spec, action)
        before = [each for each in self.table.commitments[-2:] if each.returned and each.seat == self.seat]
        if not isinstance(action, CommitCard) or not before:
            return content
        slot, _ = self.private.committed(before[-1])
        self.private.vault._kept[f"commit/{spec.round}"] = slot.to_bytes(4, "big") + bytes(32)
        context = card_context(self.table.game_id, spec.round, self.seat)
        return {**content, "commitment": commit(context, slot, bytes(32))}


@pytest.fixture
def _only_second_guesses(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in which every Bonus card is a Second Guess: two in one exchange are rare otherwise."""
    for card in BONUS_OF:
        monkeypatch.setitem(BONUS_OF, card, Bonus.SECOND_GUESS)
    for kind in Bonus:
        monkeypatch.setitem(COPIES, kind, tuple(BONUS_OF) if kind is Bonus.SECOND_GUESS else ())


@pytest.mark.usefixtures("_only_second_guesses")
def test_the_same_card_shown_at_two_second_guesses_is_caught_at_the_second(record_property: Record) -> None:
    outcome = next(found for seed in range(40) if (found := shown_twice(4, seed)) is not None)
    record_property("cheat", line_of(outcome, check(outcome)))
    (breach,) = outcome.breaches
    assert breach.deed == "playing again the card that Second Guess had sent back"
    last = outcome.honest[0].replica.rounds[-1][0].body
    assert last.kind == RoundKind.PEEK.value, "before it is turned up"


def shown_twice(seats: int, seed: int) -> Outcome | None:
    """A game up to the conviction; None if in it nobody plays Second Guess twice in one exchange."""
    troupe = Troupe(seeded_table(seats, ("twice", seed)))
    troupe.choose = tuple(Saving(each) for each in troupe.choose)
    troupe.start()
    while troupe.under_way:
        ahead = max((peer.replica for peer in troupe.peers), key=lambda each: each.round)
        guesses, now = ahead.table.guesses, ahead.spec
        if guesses and guesses[-1].answered and now is not None:
            spec = replace(now, round=now.round + 1)  # now the guesser judges, then the owner lays a card again
            owner = guesses[-1].owner
            honest = tuple(seat for seat in range(seats) if seat != owner)
            hire(troupe, ShownTwice, owner, (owner,), spec, honest)
            play_on(troupe, honest, spec.round + 8)
            peers = tuple(troupe.peers[seat] for seat in honest)
            caught = any(peer.breaches for peer in peers)
            return Outcome(troupe, ShownTwice, (owner,), spec, peers) if caught else None
        troupe.deliver(troupe.under_way.popleft())
    return None
