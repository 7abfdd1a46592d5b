"""Rounds of the game itself: the dice, and a player's action with what it must prove."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from keep_p2p.rules.actions import Action, CommitCard, DiscardBonus, HideHilt, JudgeGuess, PlayBonus, Walk, public
from keep_p2p.rules.awaited import RollDice
from keep_p2p.rules.events import Acted, Rolled
from keep_p2p.rules.game import IllegalAction, check_action, hilt_openings
from keep_p2p.rules.names import BONUS_OF, Bonus, Card, Deck, Room, Seat, Slot
from keep_p2p.rules.notation import NotationError, parse_action
from keep_p2p.rules.records import Record
from keep_p2p.table.broken_rule import broken_rule, in_names
from keep_p2p.table.public import Commitment, Guess, PublicTable
from keep_p2p.table.rounds.base import Content, RoundType
from keep_p2p.table.rounds.dealing import check_shares
from keep_p2p.table.rounds.setup import BeaconRound
from keep_p2p.table.spec import InvalidEntry, RoundKind, RoundSpec
from protocol.beacon import dice
from protocol.encoding import DIGEST_BYTES
from protocol.envelope import KEY_BYTES, valid_recipient
from protocol.group import SCALAR_BYTES
from protocol.hilt import HiltCommitment, Opening, check_hilt, check_opening, commitment_bytes, parse_commitment
from protocol.proof import ProofError
from protocol.shape import Shape

UNPROVEN_HILT = "hiding the Hilt without a valid proof that it lies in exactly one marked room"
NO_RECIPIENT = "nothing can be sealed to its one-time key"


class RollRound(BeaconRound):
    """All dice of one random event."""

    kind = RoundKind.ROLL

    def settle(self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, bytes]) -> tuple[Record, ...]:
        """Throw the dice."""
        assert isinstance(spec.awaited, RollDice)
        return table.tell(Rolled(dice(self.draw_outcome(table, spec, said), spec.awaited.count)))


@dataclass(frozen=True, slots=True)
class SaidAction:
    """An action with what came along: at most one of the others is there."""

    action: Action
    commitment: bytes = b""
    guess_key: bytes = b""
    hilt: HiltCommitment | None = None
    openings: tuple[tuple[Room, bytes], ...] = ()


class ActRound(RoundType):
    """One seat answers a decision."""

    kind = RoundKind.ACT

    def check(self, table: PublicTable, spec: RoundSpec, seat: Seat, content: Content) -> SaidAction:
        """Return the action, legal, with its cards turned up and its Hilt rooms opened."""
        action = _check_legal(table, seat, content)
        cards = cards_turned_up(action)
        rooms = hilt_openings(table.state, action)
        _check_all_there(table, content, bool(cards), rooms)
        shape = Shape(content, "the entry", "action", *fields_beside(action, bool(cards), bool(rooms)))
        if cards:
            _check_turned_up(table, seat, cards, shape)
        said = SaidAction(
            action,
            commitment=shape.data("commitment", DIGEST_BYTES) if "commitment" in shape else b"",
            guess_key=_check_guess_key(shape) if "guess_key" in shape else b"",
            hilt=_check_hilt(table, seat, shape) if "hilt" in shape else None,
            openings=_check_openings(table, rooms, shape) if rooms else (),
        )
        table.checks["actions"] += 1
        return said

    def settle(self, table: PublicTable, spec: RoundSpec, said: Mapping[Seat, SaidAction]) -> tuple[Record, ...]:
        """Keep what was committed, turned up or opened, and let the rules go on."""
        (seat,) = spec.speakers
        entry = said[seat]
        if entry.hilt is not None:
            table.hilt, table.hilt_round = entry.hilt, spec.round
        for room, blinding in entry.openings:
            table.openings[room] = Opening(False, blinding)
        _settle_cards(table, spec, seat, entry)
        return table.tell(Acted(seat, entry.action))


def fields_beside(action: Action, cards: bool, rooms: bool) -> tuple[str, ...]:
    """The fields that the entry of this action must have besides ``action``."""
    fields: tuple[str, ...] = ()
    if cards:
        fields += ("shares", "proof")
    if is_second_guess(action):
        fields += ("guess_key",)
    if isinstance(action, CommitCard):
        fields += ("commitment",)
    if isinstance(action, HideHilt):
        fields += ("hilt",)
    if rooms:
        fields += ("blindings",)
    return fields


def _check_all_there(table: PublicTable, content: Content, cards: bool, rooms: tuple[Room, ...]) -> None:
    """What players would ask for first; anything else that is missing is a matter of form."""
    if cards and "shares" not in content:
        raise InvalidEntry("playing a Bonus card without turning it up")
    if rooms and "blindings" not in content:
        names = " and ".join(in_names(room, table.packs.board.board) for room in rooms)
        raise InvalidEntry(f"moving Molasar into {names} without showing that the Hilt is not there")


def is_second_guess(action: Action) -> bool:
    """Whether the action plays Second Guess."""
    return isinstance(action, PlayBonus) and BONUS_OF[action.card] is Bonus.SECOND_GUESS


def cards_turned_up(action: Action) -> tuple[tuple[Slot, Card], ...]:
    """The Bonus cards that this action plays or discards face up, in order."""
    if isinstance(action, PlayBonus | DiscardBonus):
        return ((action.slot, action.card),)
    if isinstance(action, Walk):
        return action.passes
    return ()


def _check_legal(table: PublicTable, seat: Seat, content: Content) -> Action:
    try:
        action = parse_action(content.get("action"))
        if action != public(action):
            raise InvalidEntry("saying aloud what a move must keep hidden")
        check_action(table.state, seat, action)
    except NotationError as error:
        raise InvalidEntry("sending a move that cannot be read", error) from error
    except IllegalAction as error:
        raise broken_rule(error, action, table.packs.board.board) from error
    return action


def _check_turned_up(table: PublicTable, seat: Seat, cards: tuple[tuple[Slot, Card], ...], shape: Shape) -> None:
    keys = tuple((Deck.BONUS, slot) for slot, _ in cards)
    shares = check_shares(table, seat, keys, shape, "turn-up")
    for (slot, card), share in zip(cards, shares, strict=True):
        if table.cards.card_with((Deck.BONUS, slot), seat, share) != card:
            said = in_names(BONUS_OF[card].value, table.packs.board.board)
            raise InvalidEntry(f"turning up another Bonus card than the {said} it was said to be", f"card {card}")
    table.checks["cards turned up"] += len(cards)


def _check_guess_key(shape: Shape) -> bytes:
    key = shape.data("guess_key", KEY_BYTES)
    if not valid_recipient(key):
        raise InvalidEntry("playing Second Guess in such a way that no card can be shown to its player", NO_RECIPIENT)
    return key


def _check_hilt(table: PublicTable, seat: Seat, shape: Shape) -> HiltCommitment:
    rooms = table.marked_rooms()
    packed = shape.data("hilt", commitment_bytes(len(rooms)))
    try:
        commitment = parse_commitment(packed, rooms)
        check_hilt(commitment, rooms, table.context(seat, "hilt"))
    except ProofError as error:
        raise InvalidEntry(UNPROVEN_HILT, error) from error
    table.checks["Hilt proofs"] += 1
    return commitment


def _check_openings(table: PublicTable, rooms: tuple[Room, ...], shape: Shape) -> tuple[tuple[Room, bytes], ...]:
    packed = shape.data("blindings", SCALAR_BYTES * len(rooms))
    opened = []
    for index, room in enumerate(rooms):
        blinding = packed[SCALAR_BYTES * index : SCALAR_BYTES * (index + 1)]
        check_hilt_opening(table, room, False, blinding)
        opened.append((room, blinding))
    return tuple(opened)


def check_hilt_opening(table: PublicTable, room: Room, here: bool, blinding: bytes) -> None:
    """Raise InvalidEntry unless the answer for ``room`` was committed as ``here`` with this blinding."""
    assert table.hilt is not None, "the Hilt is hidden before anybody walks"
    if not check_opening(table.hilt, room, here, blinding):
        said = "lies" if here else "does not lie"
        name = in_names(room, table.packs.board.board)
        raise InvalidEntry(f"saying that the Hilt {said} in the room {name}, against what was fixed when it was hidden")
    table.checks["Hilt answers"] += 1


def _settle_cards(table: PublicTable, spec: RoundSpec, seat: Seat, entry: SaidAction) -> None:
    action = entry.action
    if isinstance(action, CommitCard):
        commitment = Commitment(action.character, seat, spec.round, entry.commitment, table.exchange)
        table.commitments.append(commitment)
    elif isinstance(action, PlayBonus) and action.guess is not None:
        commitment = table.open_commitment(action.guess)
        table.guesses.append(Guess(seat, commitment.seat, spec.round, entry.guess_key, commitment))
    elif isinstance(action, JudgeGuess) and action.send_back:
        table.guesses[-1].commitment.returned_in = spec.round
