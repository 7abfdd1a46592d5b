"""A replay shows each moment as it was, and from each seat exactly what that seat knew then."""

from __future__ import annotations

import tracemalloc

import pytest

from keep_p2p.rules.names import DECK_CARDS, Card, Character, Deck, Seat, Slot
from keep_p2p.rules.records import HiltHidden
from keep_p2p.table.replay import Eyes, NoReplay, read_replay
from keep_p2p.table.spec import RoundKind
from keep_p2p.table.verify import Verdict
from tests.table.games import PACKS
from tests.table.replays import foul_transcript, game, peers, replay

BYTES_A_MOMENT = 12_000
"""What one more round may add to a replay, bytes: so fifteen hundred rounds stay under 20 MB."""

SIZES = pytest.mark.parametrize("seats", [3, 4, 6])


@SIZES
def test_the_state_after_each_round_is_the_one_that_the_peers_had(seats: int) -> None:
    moments = replay(seats).moments
    assert [moment.index for moment in moments] == list(range(len(moments)))
    assert [moment.round for moment in moments] == list(range(len(moments)))
    for peer in peers(game(seats)):
        assert len(peer.remembered) > 100
        for number, (_, state) in peer.remembered.items():
            assert moments[number].state == state


@SIZES
def test_a_seat_sees_what_it_knew_then_and_nothing_that_came_later(seats: int) -> None:
    shown = replay(seats)
    compared = 0
    for seat, peer in enumerate(peers(game(seats))):
        for number, (known, _) in peer.remembered.items():
            if shown.moments[number].unveiled:
                continue  # From here on everybody knows the Hilt's room, a live seat from the table itself.
            assert shown.known(number, Seat(seat)) == known, f"seat {seat} after round {number}"
            compared += 1
    assert compared > 100 * seats


def test_second_guesses_were_among_what_was_compared() -> None:
    kinds = {moment.kind for seats in (3, 4, 6) for moment in replay(seats).moments}
    assert RoundKind.PEEK in kinds
    assert any(item.returned_in for seats in (3, 4, 6) for item in replay(seats).secrets.laid)
    assert any(item.shown_to for seats in (3, 4, 6) for item in replay(seats).secrets.laid)


@SIZES
def test_all_face_up_is_the_truth(seats: int) -> None:
    shown = replay(seats)
    truth = shown.known(shown.last, Eyes.ALL)
    seen: dict[tuple[Deck, Slot], Card] = {}
    for peer in peers(game(seats)):
        for known, _ in peer.remembered.values():
            seen.update(known.cards)
    assert seen
    assert {key: truth.cards[key] for key in seen} == seen
    for deck, cards in DECK_CARDS.items():
        first = [truth.cards[deck, slot] for deck_, slot in sorted(truth.cards) if deck_ is deck and slot < len(cards)]
        assert sorted(first) == list(cards)
    molasar = next(peer for peer in peers(game(seats)) if peer.view and peer.view.known.hilt)
    assert molasar.view is not None
    assert truth.hilt == molasar.view.known.hilt


@SIZES
def test_all_face_up_covers_every_card_on_the_table_at_every_moment(seats: int) -> None:
    shown = replay(seats)
    for moment in shown.moments:
        if moment.state is None:
            continue
        cards = shown.known(moment.index, Eyes.ALL).cards
        for deck in Deck:
            hands = [slot for character in moment.state.characters for slot in moment.state.hand(character, deck)]
            held = [cards[deck, slot] for slot in (*hands, *moment.state.pile(deck))]
            assert len(set(held)) == len(held)
            assert not set(held) & set(moment.state.discards(deck))


@SIZES
def test_the_public_view_knows_nothing_until_the_slip_is_turned_over(seats: int) -> None:
    shown = replay(seats)
    for moment in shown.moments:
        known = shown.known(moment.index, Eyes.PUBLIC)
        assert not known.cards
        assert not known.committed
        assert (known.hilt is not None) is moment.unveiled
    assert shown.known(shown.last, Eyes.PUBLIC).hilt is not None


@SIZES
def test_only_molasars_seat_knows_the_hilt_and_only_once_it_is_hidden(seats: int) -> None:
    shown = replay(seats)
    hidden = next(m.index for m in shown.moments if any(isinstance(r, HiltHidden) for r in m.records))
    state = shown.moments[hidden].state
    assert state is not None
    for seat in range(seats):
        is_his = state.seat(Character.MOLASAR) == seat
        assert shown.known(hidden - 1, Seat(seat)).hilt is None
        assert (shown.known(hidden, Seat(seat)).hilt is not None) is is_his
    assert shown.known(hidden - 1, Eyes.ALL).hilt is None
    assert shown.known(hidden, Eyes.ALL).hilt is not None


@SIZES
def test_a_card_lying_face_down_is_known_to_its_owner_and_hidden_from_the_public(seats: int) -> None:
    shown, found = replay(seats), 0
    for moment in shown.moments:
        for lying, public in zip(
            shown.lying(moment.index, Eyes.ALL), shown.lying(moment.index, Eyes.PUBLIC), strict=True
        ):
            assert moment.state is not None
            assert lying.character is public.character
            assert public.slot is None
            owner = moment.state.seat(lying.character)
            own = [item for item in shown.lying(moment.index, owner) if item.character is lying.character]
            assert [item.slot for item in own] == [lying.slot]
            found += lying.slot is not None
    assert found > 10


def test_looking_back_gives_what_looking_forward_gave() -> None:
    shown = replay(4)
    forward = [[shown.known(moment.index, sight) for sight in shown.sights] for moment in shown.moments]
    backward = [[shown.known(moment.index, sight) for sight in shown.sights] for moment in reversed(shown.moments)]
    assert forward == backward[::-1]
    assert read_replay(game(4).peers[1].transcript(), PACKS) == shown


def test_every_turn_can_be_jumped_to() -> None:
    shown = replay(4)
    assert len(shown.turns) > 10
    for mark in shown.turns:
        assert shown.turn_at(mark.index) in [other for other in shown.turns if other.index == mark.index]
        assert (shown.find_turn(mark.number, mark.character) or 0) <= mark.index
    assert shown.find_turn(1) == shown.turns[0].index
    assert shown.find_turn(99) is None
    assert shown.turn_at(0) is None


def test_the_cards_first_seen_on_the_way_are_told_once() -> None:
    shown = replay(4)
    for sight in shown.sights:
        told = [key for index in range(1, shown.last + 1) for key in shown.seen_since(index - 1, index, sight)]
        if sight is Eyes.PUBLIC:
            assert not told
        else:
            assert len(told) == len(set(told)) or sight is not Eyes.ALL
            assert set(told) <= set(shown.known(shown.last, sight).cards)


@pytest.mark.parametrize("kept", [0.02, 0.3, 0.9, 0.999])
def test_a_cut_file_shows_its_beginning_and_only_what_was_public(kept: float) -> None:
    data = game(4).peers[0].transcript()
    shown = read_replay(data[: int(len(data) * kept)], PACKS)
    assert shown.report.verdict is Verdict.INCOMPLETE
    assert 1 <= len(shown.moments) <= len(replay(4).moments)
    assert shown.moments == replay(4).moments[: len(shown.moments)]
    if shown.moments[-1].kind is not RoundKind.DISCLOSE:
        assert shown.sights == (Eyes.PUBLIC,)
        with pytest.raises(ValueError, match="disclosed nothing"):
            shown.known(0, Seat(0))


def test_an_altered_file_shows_what_lies_before_the_change_and_says_where_it_is() -> None:
    data = bytearray(game(4).peers[0].transcript())
    data[len(data) // 2] ^= 1
    shown = read_replay(bytes(data), PACKS)
    assert shown.report.verdict is Verdict.ALTERED
    assert 10 < len(shown.moments) < len(replay(4).moments)
    assert shown.moments == replay(4).moments[: len(shown.moments)]
    assert shown.report.round == len(shown.moments)


def test_a_foul_game_shows_all_up_to_the_breach_and_names_the_seat() -> None:
    shown = read_replay(foul_transcript(), PACKS)
    assert shown.report.verdict is Verdict.FOUL
    assert shown.report.seat == 2
    assert len(shown.moments) > 60
    assert shown.moments == replay(4).moments[: len(shown.moments)]
    assert shown.report.round == len(shown.moments)
    assert shown.sights == (Eyes.PUBLIC,)


@pytest.mark.parametrize("data", [b"", b"not a transcript", bytes(500)])
def test_what_is_no_transcript_is_no_replay(data: bytes) -> None:
    with pytest.raises(NoReplay, match="nothing to replay"):
        read_replay(data, PACKS)


def test_moments_share_their_structure() -> None:
    data = game(6).peers[0].transcript()
    tracemalloc.start()
    try:
        shown = read_replay(data, PACKS)
        held, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert held / len(shown.moments) < BYTES_A_MOMENT
