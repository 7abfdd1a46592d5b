"""Conflicts: rulings C1 to C8 (C9 and C10, about seats that leave, are in `test_rulings_winning`)."""

from __future__ import annotations

from typing import Any

import pytest

from keep_p2p.rules.actions import (
    CommitCard,
    DiscardBonus,
    Done,
    JudgeGuess,
    NameDefender,
    PickConflict,
    PlayBonus,
)
from keep_p2p.rules.awaited import Decide, Decision, Dice, Peek, Reveal
from keep_p2p.rules.dealer import Simulation
from keep_p2p.rules.events import Revealed, Rolled, Turned
from keep_p2p.rules.game import IllegalAction, IllegalEvent, apply, awaited, legal_actions
from keep_p2p.rules.names import Card, Character, Deck, Pawn, Seat
from keep_p2p.rules.position import slot_of
from keep_p2p.rules.records import (
    BonusLost,
    CardsDealt,
    ConflictBegan,
    ConflictDecided,
    ConflictRevealed,
    DecksShuffled,
    Moved,
)
from keep_p2p.rules.seating import Game
from tests.rules.scene import (
    CUZA,
    EVA,
    FONESCU,
    G1,
    G2,
    GLAEKEN,
    WOERMANN,
    M,
    at,
    bonus,
    card_game,
    commit,
    decision,
    do,
    exchange,
    of,
    offers,
    play,
    refused,
    table,
    walk,
)

# Cards 1-9 count 1-9 on every side and for every enemy; all others count 1.
NUMBERS = {n: (n, n, n, n) for n in range(1, 10)}
MOLASARS = (3, 5, 8, 10)
HANDS = {M: MOLASARS, CUZA: (1, 2, 9), GLAEKEN: (4, 6, 7)}


def numbers(players: int = 6) -> Game:
    return card_game(NUMBERS, players)


# C1


def test_C1_movement_ends_before_conflicts_begin() -> None:
    state = at(M, {G1: "k10", G2: "k20", EVA: "k00"}).guard_moving(5)
    state = do(state, walk(G1, "k00")).state
    assert state.conflict is None and decision(state) is Decision.GUARD_MOVE
    assert do(state, Done()).state.conflict is not None


@pytest.mark.parametrize("turn", [EVA, FONESCU, M])
def test_C1_the_player_in_turn_picks_the_order_of_all_pairs(turn: Character) -> None:
    places = {EVA: "k00", G1: "k00", FONESCU: "k02", G2: "k02", CUZA: "k20", M: "k20"}
    state = at(turn, places).fighting()
    assert awaited(state) == Decide(Decision.PICK_CONFLICT, state.seat(turn), turn)
    assert offers(state, PickConflict) == (PickConflict(EVA, G1), PickConflict(FONESCU, G2), PickConflict(CUZA, M))
    assert refused(state, PickConflict(EVA, G2)) == "C1" and refused(state, PickConflict(GLAEKEN, M)) == "C1"


def test_C1_what_is_left_after_a_chain_is_picked_again() -> None:
    """Eva's guard is walked onto Cuza; that is fought at once; then two wait again, in the picker's order."""
    places = {EVA: "k00", G1: "k00", CUZA: "k11", FONESCU: "k03", G2: "k03", GLAEKEN: "k33", M: "k33"}
    sim = table(at(M, places, game=numbers(), conflict_hands=HANDS).fighting())
    play(sim, PickConflict(EVA, G1))
    exchange(sim, 3, CUZA, 9)
    play(sim, walk(G1, "k01", "k11"))
    assert sim.state.conflict is not None and sim.state.conflict.searcher is CUZA
    exchange(sim, 8, GLAEKEN, 4)
    assert decision(sim.state) is Decision.CONFLICT_BONUS, "Cuza has won a card as Eva's defender"
    play(sim, Done(), walk(CUZA, "k12"))
    assert decision(sim.state) is Decision.PICK_CONFLICT
    assert offers(sim.state, PickConflict) == (PickConflict(FONESCU, G2), PickConflict(GLAEKEN, M))


def test_C1_a_pair_fights_once_in_a_turn_unless_a_retreat_brings_it_together_again() -> None:
    places = {EVA: "k00", G1: "k00", CUZA: "k33"}
    sim = table(at(EVA, places, game=numbers(), conflict_hands=HANDS).fighting())
    exchange(sim, 3, CUZA, 9)
    play(sim, walk(G1, "k01"))
    assert sim.state.conflict is None and sim.state.turn is not EVA
    both = {EVA: "k00", G1: "k00", CUZA: "k01", G2: "k02", M: "k33"}
    again = at(EVA, both).retreat(EVA, G1, EVA, 2)
    again = do(again, walk(G1, "k01")).state
    fight = again.conflict
    assert fight is not None and (fight.searcher, fight.enemy) == (CUZA, G1)


# C2


def test_C2_the_order_of_a_conflict() -> None:
    places = {EVA: "k00", M: "k00", CUZA: "k33"}
    pos = at(FONESCU, places, game=numbers(), conflict_hands=HANDS, bonus_hands={EVA: (37, 35)})
    sim = table(pos.conflict(EVA, M))
    assert sim.awaited == Decide(Decision.COMMIT_CARD, Seat(5), M)
    assert legal_actions(sim.state) == (CommitCard(M),)
    play(sim, commit(M, 3))
    assert sim.awaited == Decide(Decision.NAME_DEFENDER, Seat(0), EVA)
    play(sim, NameDefender(CUZA))
    assert sim.awaited == Decide(Decision.COMMIT_CARD, Seat(2), CUZA)
    play(sim, commit(CUZA, 1))
    assert sim.awaited == Decide(Decision.CONFLICT_BONUS, Seat(0), EVA)
    play(sim, bonus(EVA, 37))
    assert decision(sim.state) is Decision.CONFLICT_BONUS, "any number, until it passes"
    step = sim.step(Done())
    wanted = awaited(step.state)
    assert isinstance(wanted, Reveal) and [i.character for i in wanted.items] == [M, CUZA]
    assert all(item.slot is None for item in wanted.items), "nobody else knows which they are"


def test_C2_each_card_comes_from_its_own_hand() -> None:
    sim = table(at(EVA, {EVA: "k00", G1: "k00"}, game=numbers(), conflict_hands=HANDS).fighting())
    assert refused(sim.state, commit(M, 3)) == "" and refused(sim.state, commit(M, 1)) == "C2"
    assert refused(sim.state, commit(CUZA, 1)) == "C2"
    play(sim, commit(M, 3), NameDefender(CUZA))
    assert refused(sim.state, commit(CUZA, 4)) == "C2" and refused(sim.state, commit(CUZA, 2)) == ""
    with pytest.raises(IllegalAction, match="C2"):
        sim.step(commit(CUZA, 3))


def test_C2_any_other_players_searcher_defends_wherever_it_is() -> None:
    """In the Keep, beside an enemy of its own, or outside."""
    places = {EVA: "k00", G1: "k00", CUZA: "k33", G2: "k33"}
    state = do(at(EVA, places).conflict(EVA, G1), CommitCard(M)).state
    assert offers(state, NameDefender) == tuple(NameDefender(c) for c in (FONESCU, CUZA, GLAEKEN, WOERMANN))
    assert state.is_outside(FONESCU)
    assert refused(state, NameDefender(EVA)) == refused(state, NameDefender(M)) == "C2"


def test_C2_with_three_players_the_defender_is_the_other_players() -> None:
    state = do(at(EVA, {EVA: "k00", G1: "k00"}, players=3).conflict(EVA, G1), CommitCard(M)).state
    assert offers(state, NameDefender) == (NameDefender(FONESCU), NameDefender(GLAEKEN))
    assert refused(state, NameDefender(CUZA)) == "C2", "Cuza is run by Eva's player"


def test_C2_the_blade_only_against_molasar_and_only_by_the_attacked() -> None:
    hands = {EVA: (37, 35), CUZA: (36,)}
    for enemy, taken in ((M, ""), (G1, "B1")):
        pos = at(FONESCU, {EVA: "k00", enemy: "k00"}, game=numbers(), conflict_hands=HANDS, bonus_hands=hands)
        sim = table(pos.conflict(EVA, enemy))
        play(sim, commit(M, 3), NameDefender(CUZA), commit(CUZA, 1))
        assert decision(sim.state) is Decision.CONFLICT_BONUS
        assert refused(sim.state, bonus(EVA, 37)) == taken
        assert refused(sim.state, bonus(CUZA, 36, guess=M)) == "B1"


def test_C2_both_cards_are_turned_up_together_and_are_what_was_committed() -> None:
    sim = table(at(EVA, {EVA: "k00", G1: "k00"}, game=numbers(), conflict_hands=HANDS).fighting())
    play(sim, commit(M, 3), NameDefender(CUZA))
    step = sim.step(commit(CUZA, 9))
    state = step.state
    ours, theirs = Turned(M, slot_of(3), Card(3)), Turned(CUZA, slot_of(9), Card(9))
    for wrong in ((ours,), (theirs, ours), (ours, Turned(CUZA, slot_of(4), Card(4))), (ours, theirs, theirs)):
        with pytest.raises(IllegalEvent):
            apply(state, Revealed(wrong))
    assert of(ConflictRevealed, apply(state, Revealed((ours, theirs))).records)


# C3


def test_C3_with_one_searcher_player_left_another_of_its_own_searchers_defends() -> None:
    pos = at(EVA, {EVA: "k00", G1: "k00"}, players=3, gone=(Seat(1),), bonus_hands={EVA: (35,)})
    state = do(pos.conflict(EVA, G1), CommitCard(M)).state
    assert awaited(state) == Decide(Decision.COMMIT_CARD, Seat(0), CUZA), "nobody else can, so it is not asked"
    state = do(state, CommitCard(CUZA)).state
    assert {a.guess for a in offers(state, PlayBonus)} == {M}, "its own card is not guessed"
    assert refused(state, bonus(EVA, 35, guess=CUZA)) == "C5"


def test_C3_with_one_searcher_left_its_own_hand_defends() -> None:
    gone = tuple(Seat(n) for n in range(1, 5))
    pos = at(EVA, {EVA: "k00", G1: "k00"}, gone=gone, bonus_hands={EVA: (35,)})
    state = do(pos.conflict(EVA, G1), CommitCard(M)).state
    assert awaited(state) == Decide(Decision.COMMIT_CARD, Seat(0), EVA)
    state = do(state, CommitCard(EVA)).state
    assert {a.guess for a in offers(state, PlayBonus)} == {M}


# C4

SIDES = {5: (10, 20, 0, 0), 6: (0, 0, 13, 26)}


@pytest.mark.parametrize(
    ("searcher", "enemy", "cards", "added", "won_by"),
    [
        (EVA, M, (10, 13), (), 3),
        (EVA, G1, (20, 26), (), 6),
        (FONESCU, G1, (20, 26), (("fonescu", 1),), 7),
        (FONESCU, M, (10, 13), (), 3),
        (GLAEKEN, M, (10, 13), (("glaeken", 1),), 4),
        (GLAEKEN, G1, (20, 26), (), 6),
        (CUZA, G1, (20, 26), (), 6),
        (WOERMANN, M, (10, 13), (), 3),
    ],
)
def test_C4_the_number_for_that_enemy_on_the_players_side_and_the_attackeds_own_bonus(
    searcher: Character, enemy: Pawn, cards: tuple[int, int], added: tuple[tuple[str, int], ...], won_by: int
) -> None:
    defender = GLAEKEN if searcher is not GLAEKEN else FONESCU
    hands = {M: (5, 1, 2, 3), defender: (6, 7, 8)}
    pos = at(searcher, {searcher: "k11", enemy: "k11"}, game=card_game(SIDES), conflict_hands=hands)
    sim = table(pos.conflict(searcher, enemy))
    told = exchange(sim, 5, defender, 6)
    (shown,) = of(ConflictRevealed, told)
    assert (shown.molasar_value, shown.searcher_value) == cards and shown.bonuses == added
    assert of(ConflictDecided, told) == [ConflictDecided(searcher, enemy, searcher, won_by)]


def test_C4_the_defenders_abilities_and_cards_count_for_nothing() -> None:
    """Fonescu defends Eva against a guard, with The Blade in his hand: his 3 is a 3."""
    hands = {M: (3, 5, 8, 10), FONESCU: (2, 4, 1)}
    pos = at(EVA, {EVA: "k00", G1: "k00"}, game=numbers(), conflict_hands=hands, bonus_hands={FONESCU: (37, 35)})
    sim = table(pos.fighting())
    told = exchange(sim, 3, FONESCU, 4)
    assert of(ConflictRevealed, told)[0].bonuses == () and of(ConflictDecided, told)[0].difference == 1


def test_C4_the_blade_adds_two_on_top_of_glaekens_one() -> None:
    hands = {M: (8, 5, 3, 10), CUZA: (6, 1, 2)}
    places = {GLAEKEN: "k00", M: "k00"}
    pos = at(GLAEKEN, places, game=numbers(), conflict_hands=hands, bonus_hands={GLAEKEN: (37,)})
    sim = table(pos.fighting())
    exchange(sim, 8, CUZA, 6)
    told = play(sim, bonus(GLAEKEN, 37))
    assert of(ConflictRevealed, told)[0].bonuses == (("glaeken", 1), ("blade", 2))
    assert of(ConflictDecided, told) == [ConflictDecided(GLAEKEN, M, GLAEKEN, 1)]


def test_C4_the_higher_value_wins_by_the_difference() -> None:
    for molasars, defenders, winner, difference in ((3, 9, EVA, 6), (8, 1, M, 7), (10, 2, EVA, 1)):
        pos = at(EVA, {EVA: "k11", G1: "k11"}, game=numbers(), conflict_hands=HANDS)
        told = exchange(table(pos.fighting()), molasars, CUZA, defenders)
        assert of(ConflictDecided, told) == [ConflictDecided(EVA, G1, winner, difference)]


# C5


def at_the_window(*held: int) -> Simulation:
    """Eva against a guard; Molasar has laid an 8, Cuza a 1; Eva holds ``held``."""
    pos = at(EVA, {EVA: "k11", G1: "k11"}, game=numbers(), conflict_hands=HANDS, bonus_hands={EVA: held})
    sim = table(pos.fighting())
    play(sim, commit(M, 8), NameDefender(CUZA), commit(CUZA, 1))
    return sim


def test_C5_second_guess_shows_one_of_the_two_cards_to_its_player_alone() -> None:
    sim = at_the_window(35)
    assert {a.guess for a in offers(sim.state, PlayBonus) if a.card == 35} == {M, CUZA}
    step = sim.step(bonus(EVA, 35, guess=M))
    assert awaited(step.state) == Peek(M, EVA)
    play(sim)
    assert sim.awaited == Decide(Decision.JUDGE_GUESS, Seat(0), EVA)
    assert sim.knowledge(Seat(0)).cards[Deck.CONFLICT, slot_of(8)] == 8
    assert all((Deck.CONFLICT, slot_of(8)) not in sim.knowledge(Seat(n)).cards for n in range(1, 5))


def test_C5_kept_it_stays_sent_back_another_of_the_same_hand_is_committed() -> None:
    kept = at_the_window(35)
    play(kept, bonus(EVA, 35, guess=M))
    told = play(kept, JudgeGuess(False))
    assert of(ConflictRevealed, told)[0].molasar_value == 8
    sent = at_the_window(35)
    play(sent, bonus(EVA, 35, guess=M), JudgeGuess(True))
    assert sent.awaited == Decide(Decision.COMMIT_CARD, Seat(5), M)
    own = {a.slot for a in sent.choices() if isinstance(a, CommitCard)}
    assert own == {slot_of(card) for card in (3, 5, 10)}
    with pytest.raises(IllegalAction, match="C5"):
        sent.step(commit(M, 8))
    told = play(sent, commit(M, 3))
    assert of(ConflictRevealed, told)[0].molasar_value == 3


def test_C5_the_defenders_card_can_be_sent_back_too() -> None:
    sim = at_the_window(35)
    play(sim, bonus(EVA, 35, guess=CUZA), JudgeGuess(True))
    assert sim.awaited == Decide(Decision.COMMIT_CARD, Seat(2), CUZA)
    assert of(ConflictRevealed, play(sim, commit(CUZA, 9)))[0].searcher_value == 9


@pytest.mark.parametrize("second", [M, CUZA])
def test_C5_both_copies_on_the_same_or_on_different_cards_what_went_back_is_barred(second: Character) -> None:
    sim = at_the_window(35, 36)
    play(sim, bonus(EVA, 35, guess=CUZA), JudgeGuess(True), commit(CUZA, 2))
    assert decision(sim.state) is Decision.CONFLICT_BONUS
    play(sim, bonus(EVA, 36, guess=second), JudgeGuess(True))
    own = [a.slot for a in sim.choices() if isinstance(a, CommitCard)]
    if second is CUZA:
        assert own == [slot_of(9)], "of three cards two went back: there is always another"
    else:
        assert len(own) == 3


def test_C5_barred_only_until_the_reveal_of_this_exchange() -> None:
    """A tie: in the exchange played again the card that went back may be laid."""
    hands = {M: (5, 8, 3, 10), CUZA: (5 + 10, 1, 2)}
    game = card_game({**NUMBERS, 15: (5, 5, 5, 5)})
    pos = at(EVA, {EVA: "k11", G1: "k11"}, game=game, conflict_hands=hands, bonus_hands={EVA: (35,)})
    sim = table(pos.fighting())
    play(sim, commit(M, 8), NameDefender(CUZA), commit(CUZA, 15))
    play(sim, bonus(EVA, 35, guess=M), JudgeGuess(True))
    told = play(sim, commit(M, 5))
    assert of(ConflictDecided, told)[0].winner is None
    assert slot_of(8) in {a.slot for a in sim.choices() if isinstance(a, CommitCard)}


def test_C5_a_card_to_look_at_is_named_and_with_no_other_card() -> None:
    sim = at_the_window(35)
    assert refused(sim.state, bonus(EVA, 35)) == "C5"
    assert refused(sim.state, bonus(EVA, 35, guess=GLAEKEN)) == "C5"
    assert refused(sim.state, bonus(EVA, 35, guess=EVA)) == "C5"


def test_C5_the_card_is_spent_whatever_it_shows() -> None:
    sim = at_the_window(35)
    play(sim, bonus(EVA, 35, guess=M))
    assert sim.state.discards(Deck.BONUS) == (35,) and sim.state.hand(EVA, Deck.BONUS) == ()


# C6

TIES = {**NUMBERS, 12: (6, 6, 6, 6), 13: (4, 4, 4, 4)}
TIE_HANDS = {M: (6, 5, 8, 10), CUZA: (12, 4, 9), GLAEKEN: (13, 1, 2)}


def tied(**more: Any) -> Simulation:
    pos = at(EVA, {EVA: "k11", M: "k11"}, game=card_game(TIES), conflict_hands=TIE_HANDS, **more)
    return table(pos.fighting())


def test_C6_a_tie_is_played_again_from_the_start_of_C2_with_cards_replaced_molasar_first() -> None:
    sim = tied()
    told = exchange(sim, 6, CUZA, 12)
    assert of(ConflictDecided, told) == [ConflictDecided(EVA, M, None, 0)]
    assert [item.character for deal in of(CardsDealt, told) for item in deal.draws] == [M, CUZA]
    assert of(ConflictBegan, told)[-1].again and sim.state.discards(Deck.CONFLICT) == (6, 12)
    assert len(sim.state.hand(M, Deck.CONFLICT)) == 4 and len(sim.state.hand(CUZA, Deck.CONFLICT)) == 3
    assert not of(Moved, told) and sim.state.hand(CUZA, Deck.BONUS) == (), "nobody won"
    told = exchange(sim, 5, GLAEKEN, 2)
    assert of(ConflictDecided, told) == [ConflictDecided(EVA, M, M, 3)], "another defender this time"


def test_C6_the_blade_counts_until_the_conflict_is_decided() -> None:
    sim = tied(bonus_hands={EVA: (37,)})
    exchange(sim, 6, GLAEKEN, 13)
    told = play(sim, bonus(EVA, 37))
    assert of(ConflictDecided, told)[0].winner is None, "4 and 2 against 6"
    told = exchange(sim, 5, CUZA, 4)
    assert of(ConflictRevealed, told)[0].bonuses == (("blade", 2),)
    assert of(ConflictDecided, told)[0].winner is EVA


# C7


def test_C7_after_a_decision_molasar_draws_then_the_defender_then_its_bonus_card() -> None:
    sim = table(at(EVA, {EVA: "k11", G1: "k11"}, game=numbers(), conflict_hands=HANDS).fighting())
    told = exchange(sim, 3, CUZA, 9)
    deals = [(i.character, i.deck) for deal in of(CardsDealt, told) for i in deal.draws]
    assert deals == [(M, Deck.CONFLICT), (CUZA, Deck.CONFLICT), (CUZA, Deck.BONUS)]
    assert sim.state.discards(Deck.CONFLICT) == (3, 9)
    assert len(sim.state.hand(CUZA, Deck.BONUS)) == 1 and sim.state.hand(EVA, Deck.BONUS) == ()


def test_C7_no_bonus_card_for_a_lost_defence() -> None:
    sim = table(at(EVA, {EVA: "k11", G1: "k11"}, game=numbers(), conflict_hands=HANDS).fighting())
    told = exchange(sim, 8, CUZA, 1)
    deals = [(i.character, i.deck) for deal in of(CardsDealt, told) for i in deal.draws]
    assert deals == [(M, Deck.CONFLICT), (CUZA, Deck.CONFLICT)]


def test_C7_a_third_bonus_card_costs_any_one_openly_before_the_retreat() -> None:
    pos = at(
        EVA, {EVA: "k11", G1: "k11"}, game=numbers(), conflict_hands=HANDS, bonus_hands={CUZA: (33, 34), EVA: (38,)}
    )
    sim = table(pos.fighting())
    exchange(sim, 3, CUZA, 9)
    play(sim, Done())
    assert sim.awaited == Decide(Decision.DISCARD_BONUS, Seat(2), CUZA)
    own = {a.card for a in sim.choices() if isinstance(a, DiscardBonus)}
    assert own == {33, 34, 35}, "the new one, too"
    assert refused(sim.state, DiscardBonus(CUZA, slot_of(38), Card(38))) == "B1"
    assert refused(sim.state, DiscardBonus(EVA, slot_of(38), Card(38))) == "C7"
    assert refused(sim.state, Done()) == "T7"
    told = play(sim, DiscardBonus(CUZA, slot_of(34), Card(34)))
    assert [(lost.card, lost.hazard) for lost in of(BonusLost, told)] == [(34, False)]
    assert len(sim.state.hand(CUZA, Deck.BONUS)) == 2 and decision(sim.state) is Decision.RETREAT


def test_C7_two_are_kept() -> None:
    pos = at(EVA, {EVA: "k11", G1: "k11"}, game=numbers(), conflict_hands=HANDS, bonus_hands={CUZA: (33,)})
    sim = table(pos.fighting())
    exchange(sim, 3, CUZA, 9)
    assert decision(sim.state) is Decision.RETREAT and len(sim.state.hand(CUZA, Deck.BONUS)) == 2


# C8


def test_C8_a_draw_from_an_empty_pile_reshuffles_the_discards_first_into_new_slots() -> None:
    hands = {M: (3, 5, 8, 10), CUZA: (9, 1, 2), EVA: (11, 12, 13), FONESCU: (14, 15, 16)}
    hands |= {GLAEKEN: (17, 18, 19), WOERMANN: (20, 21, 22)}
    discards = (4, 6, 7, *range(23, 32))
    pos = at(EVA, {EVA: "k11", G1: "k11"}, game=numbers(), conflict_hands=hands, discards=discards)
    sim = table(pos.fighting())
    assert len(sim.state.pile(Deck.CONFLICT)) == 1
    told = exchange(sim, 3, CUZA, 9)
    (shuffled,) = of(DecksShuffled, told)
    (shuffle,) = shuffled.decks
    assert shuffle.cards == tuple(sorted((*discards, 3, 9))) and shuffle.first_slot == 32 and shuffle.count == 1
    kinds = [type(record) for record in told if isinstance(record, CardsDealt | DecksShuffled)]
    assert kinds[:3] == [CardsDealt, DecksShuffled, CardsDealt], "in the middle of a deal"
    assert sim.state.discards(Deck.CONFLICT) == () and len(sim.state.pile(Deck.CONFLICT)) == 13
    assert max(sim.state.hand(CUZA, Deck.CONFLICT)) >= 32


def test_C8_the_bonus_pile_too() -> None:
    discards = tuple(range(34, 45))
    pos = at(
        EVA,
        {EVA: "k11", G1: "k11"},
        game=numbers(),
        conflict_hands=HANDS,
        bonus_hands={EVA: (33,)},
        discards=discards,
    )
    sim = table(pos.fighting())
    assert sim.state.pile(Deck.BONUS) == ()
    told = exchange(sim, 3, CUZA, 9)
    assert [d.deck for s in of(DecksShuffled, told) for d in s.decks] == [Deck.BONUS]
    assert len(sim.state.pile(Deck.BONUS)) == 10 and len(sim.state.hand(CUZA, Deck.BONUS)) == 1


def test_C8_a_pile_with_cards_is_never_reshuffled() -> None:
    sim = table(at(EVA, {EVA: "k11", G1: "k11"}, game=numbers(), conflict_hands=HANDS).fighting())
    assert not of(DecksShuffled, exchange(sim, 3, CUZA, 9))


def test_C1_a_conflict_comes_after_the_roll_of_one_who_begins_beside_an_enemy() -> None:
    state = at(EVA, {EVA: "k00", G1: "k00"}, truces=((EVA, G1),)).rolling(Dice.MOVE)
    state = apply(state, Rolled((2,))).state
    assert decision(state) is Decision.MOVE and state.conflict is None
