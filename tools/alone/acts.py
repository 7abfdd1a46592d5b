"""Actions, cards turned up and answers (docs/protocol-rounds.md: act, peek, reveal, answer)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from alone.encoding import BadEncoding, Value, commitment, data_of, items_of, number_of, text_of
from alone.envelope import valid_recipient
from alone.forms import check_form
from alone.group import BadProof, read_scalars
from alone.hilt import Hidden
from alone.table import MOLASAR, Commitment, Guess, SlotKey, Table, exactly
from alone.transcript import Entry

SEALED = 180
SECOND_GUESS = (35, 36)


def act(table: Table, entry: Entry) -> None:
    """One action, with whatever it must carry."""
    action = check_form(entry.content.get("action"), table.characters[entry.seat])
    name = text_of(action["is"], "the action's name")
    if table.stage == "hide" and name != "HideHilt":
        raise BadProof("the Hilt is hidden first")
    if table.stage == "judge":
        if name != "JudgeGuess" or table.guesses[-1].seat != entry.seat:
            raise BadProof("a Second Guess is judged by who played it")
        table.stage = "play"
    fields = ["action"]
    if name == "HideHilt":
        fields.append("hilt")
        exactly(entry, *fields)
        _hide(table, entry, action)
    elif name == "CommitCard":
        fields.append("commitment")
        exactly(entry, *fields)
        _commit(table, entry, action)
    elif name in ("PlayBonus", "DiscardBonus") or action.get("passes"):
        guess = action.get("guess") is not None
        exactly(entry, "action", "proof", "shares", *(["guess_key"] if guess else []))
        _turn_up(table, entry, action)
        if guess:
            _guess(table, entry, action)
    elif "blindings" in entry.content or _entered(table, entry, action):
        exactly(entry, "action", "blindings")
        _walk_through(table, entry, action)
    else:
        exactly(entry, *fields)
        if name == "JudgeGuess" and action.get("send_back") is True:
            _send_back(table)
        elif name == "PickBonus":
            table.picks.append(("bonus", number_of(action.get("slot"), "`slot`", 0, 1 << 32)))
    table.take_given("whose action is asked for, and that it is legal")


def _hide(table: Table, entry: Entry, action: Mapping[str, Value]) -> None:
    if table.stage != "hide" or entry.seat != table.molasar:
        raise BadProof("not the time or the seat to hide the Hilt")
    hidden = Hidden.read(data_of(entry.content["hilt"], "`hilt`"), table.context(entry, "hilt"))
    if table.rooms is not None:
        if len(table.rooms) != len(hidden.points):
            raise BadProof(f"{len(hidden.points)} answers for {len(table.rooms)} marked rooms")
        hidden.check(table.rooms)
        table.checks["Hilt proofs"] += 1
    else:
        table.take_given("the names of the marked rooms (so the Hilt's proof, its slip and the room named at the end)")
    table.hilt = hidden
    table.stage = "play"


def _commit(table: Table, entry: Entry, action: Mapping[str, Value]) -> None:
    name = text_of(action["character"], "`character`")
    if table.laid(name):
        raise BadProof(f"{name} has a card lying face down")
    value = data_of(entry.content["commitment"], "`commitment`", 32)
    table.commitments.append(Commitment(entry.seat, entry.round, name, value, table.exchange))


def _slots_named(action: Mapping[str, Value]) -> list[tuple[SlotKey, int]]:
    """The Bonus slots that an action names, with the card it says each is."""
    if action.get("is") in ("PlayBonus", "DiscardBonus"):
        card = number_of(action.get("card"), "`card`", 33, 44)
        return [(("bonus", number_of(action.get("slot"), "`slot`", 0, 1 << 32)), card)]
    named = []
    for item in items_of(action.get("passes"), "`passes`"):
        pair = items_of(item, "an item of `passes`", 2)
        slot = number_of(pair[0], "a slot of `passes`", 0, 1 << 32)
        named.append((("bonus", slot), number_of(pair[1], "a card of `passes`", 33, 44)))
    return named


def _turn_up(table: Table, entry: Entry, action: Mapping[str, Value]) -> None:
    named = _slots_named(action)
    for key, _ in named:
        if table.hands.get(key, (None, None))[0] != entry.seat:
            raise BadProof(f"slot {key[1]} is in no hand of this seat")
    cards = table.turn_up(entry, "turn-up", [key for key, _ in named])
    for card, (_, said) in zip(cards, named, strict=True):
        if said != card:
            raise BadProof(f"it says card {said}, and it is card {card}")


def _guess(table: Table, entry: Entry, action: Mapping[str, Value]) -> None:
    key = data_of(entry.content["guess_key"], "`guess_key`", 32)
    if not valid_recipient(key):
        raise BadProof("nothing can be sealed to the one-time key")
    if action.get("card") not in SECOND_GUESS:
        raise BadProof("only Second Guess looks at a card")
    target = text_of(action.get("guess"), "`guess`")
    laid = table.laid(target)
    if len(laid) != 1 or laid[0].seat == entry.seat:
        raise BadProof(f"{target} has no card there to be looked at")
    table.guesses.append(Guess(entry.seat, entry.round, key, target, laid[0]))
    table.stage = "peek"


def _send_back(table: Table) -> None:
    table.guesses[-1].commitment.returned = True


def peek(table: Table, entry: Entry) -> None:
    """The sealed opening; whether it is true is seen when the one-time key is shown."""
    exactly(entry, "sealed")
    data_of(entry.content["sealed"], "`sealed`", SEALED)
    guess = table.guesses[-1]
    if guess.commitment.seat != entry.seat:
        raise BadProof("it is not its card that is looked at")
    guess.peek = entry
    holders = ((entry.seat, guess.commitment.character), (entry.seat, None))
    guess.hand = frozenset(slot for (deck, slot), who in table.hands.items() if deck == "conflict" and who in holders)
    table.stage = "judge"


def packed_scalars(entry: Entry, count: int | None = None) -> tuple[int, ...]:
    """`blindings`."""
    found = read_scalars(data_of(entry.content["blindings"], "`blindings`"), "a blinding")
    if count is not None and len(found) != count:
        raise BadProof(f"{len(found)} blindings where {count} are due")
    return found


def _entered(table: Table, entry: Entry, action: Mapping[str, Value]) -> list[int] | None:
    """The places of the marked rooms, not proven yet, that Molasar's own action takes him into; None if not known."""
    if table.rooms is None or entry.seat != table.molasar or action["is"] not in ("Walk", "PlayHazard"):
        return None
    if action["is"] == "PlayHazard":
        path: Sequence[Value] = (action["room"],)
    else:
        path = items_of(action["path"], "`path`") if action["pawn"] == MOLASAR else ()
    proven = table.answered
    if True in proven.values() or len(proven) == len(table.rooms) - 1:
        return []
    places = [table.rooms.index(room) for room in path if isinstance(room, str) and room in table.rooms]
    return [place for place in dict.fromkeys(places) if place not in proven]


def _walk_through(table: Table, entry: Entry, action: Mapping[str, Value]) -> None:
    """Rooms that Molasar enters: each blinding opens the answer of a room not answered for yet as no."""
    if entry.seat != table.molasar:
        raise BadProof("only Molasar's seat opens answers")
    entered = _entered(table, entry, action)
    blindings = packed_scalars(entry, None if entered is None else len(entered))
    if not blindings:
        raise BadProof("no blinding")
    _open(table, blindings, [False] * len(blindings), entered)


def _open(table: Table, blindings: Sequence[int], answers: Sequence[bool], places: Sequence[int] | None = None) -> None:
    """Open answers; of rooms whose places are not known by trying: a blinding fits one place at most."""
    hilt = table.hilt
    if hilt is None:
        raise BadProof("the Hilt is not hidden yet")
    for number, (blinding, here) in enumerate(zip(blindings, answers, strict=True)):
        for index in range(len(hilt.points)) if places is None else (places[number],):
            if index not in table.answered and hilt.opens(index, here, blinding):
                table.answered[index] = here
                table.checks["Hilt answers"] += 1
                break
        else:
            raise BadProof("a blinding opens no room that is still to be answered for")
    if places is not None:
        return
    table.take_given("which rooms are asked for or entered (only that each answer is of a room not answered before)")


def answer(table: Table, entry: Entry) -> None:
    """Is the Hilt there?"""
    exactly(entry, "answers", "blindings")
    if entry.seat != table.molasar:
        raise BadProof("only Molasar's seat answers")
    answers = items_of(entry.content["answers"], "`answers`")
    if not answers or not all(isinstance(item, bool) for item in answers):
        raise BadEncoding("`answers` are no truth values")
    said = [item is True for item in answers]
    _open(table, packed_scalars(entry, len(said)), said)


def reveal(table: Table, entry: Entry) -> None:
    """Cards turned up: committed ones, and Bonus cards that were picked."""
    exactly(entry, "nonces", "proof", "shares", "slots")
    slots = [number_of(item, "a slot", 0, 1 << 32) for item in items_of(entry.content["slots"], "`slots`")]
    nonces = data_of(entry.content["nonces"], "`nonces`", 32 * len(slots))
    laid = [found for found in table.laid() if found.seat == entry.seat]
    if slots and len(slots) != len(laid):
        raise BadProof(f"{len(slots)} slots for {len(laid)} cards laid")
    for i, (slot, found) in enumerate(zip(slots, laid, strict=False)):
        context = (entry.game, entry.epoch, found.round, entry.seat, "card")
        if commitment(context, slot, nonces[32 * i : 32 * i + 32]) != found.value:
            raise BadProof(f"slot {slot} and its nonce do not open the commitment")
        owner = table.hands.get(("conflict", slot))
        if owner is None or owner[0] != entry.seat or owner[1] not in (None, found.character):
            raise BadProof(f"slot {slot} is not in the hand of {found.character}")
        found.slot = slot
    if slots:
        table.turn_up(entry, "reveal", [("conflict", slot) for slot in slots])
        table.exchange = entry.round
    else:
        _picked(table, entry)


def _picked(table: Table, entry: Entry) -> None:
    """Evil Spreads: one Bonus card of each Searcher that has any, picked by name where there is a choice."""
    due: list[SlotKey] = []
    for name in table.characters[entry.seat]:
        hand = [key for key, holder in table.hands.items() if key[0] == "bonus" and holder == (entry.seat, name)]
        picked = [key for key in table.picks if key in hand]
        if len(picked) > 1 or (len(hand) > 1 and not picked):
            raise BadProof(f"{len(picked)} Bonus cards of {name} were picked")
        due += picked or hand
    if not due:
        raise BadProof("no card of this seat is to be turned up")
    table.turn_up(entry, "reveal", due)
    table.picks = [key for key in table.picks if key not in due]
