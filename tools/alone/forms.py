"""The forms of actions (docs/protocol-rounds.md, "Actions"), and which seat each can come from."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from alone.encoding import BadEncoding, Value
from alone.table import MOLASAR, SEARCHERS

MAX_ITEMS = 256
MAX_TEXT = 64
HAZARDS = ("evil-spreads", "power-failure", "summon-guards", "general-alert", "secret-passage", "molasars-magic")

Check = Callable[[Value], bool]


def _name(value: Value) -> bool:
    return isinstance(value, str) and 1 <= len(value) <= MAX_TEXT


def _number(value: Value) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 32


def _nothing(value: Value) -> bool:
    return value is None


def _character(value: Value) -> bool:
    return value in (*SEARCHERS, MOLASAR)


def _perhaps(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _list(check: Check) -> Check:
    return lambda value: isinstance(value, tuple) and len(value) <= MAX_ITEMS and all(map(check, value))


def _slot_and_card(value: Value) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(map(_number, value))


FORMS: dict[str, dict[str, Check]] = {
    "HideHilt": {"room": _nothing},
    "PlacePawn": {"character": _character, "room": _name},
    "Roll": {},
    "SearchDoor": {"pawn": _name, "door": _name},
    "Walk": {"pawn": _name, "path": _list(_name), "passes": _list(_slot_and_card)},
    "Done": {},
    "PlayBonus": {
        "character": _character,
        "slot": _number,
        "card": _number,
        "door": _perhaps(_name),
        "guess": _perhaps(_character),
    },
    "PlayHazard": {"hazard": HAZARDS.__contains__, "room": _perhaps(_name)},
    "PickBonus": {"character": _character, "slot": _number},
    "PutGuard": {"guard": _name, "room": _name},
    "Feed": {"guard": _name},
    "PickConflict": {"searcher": _character, "enemy": _name},
    "NameDefender": {"defender": _character},
    "CommitCard": {"character": _character, "slot": _nothing},
    "JudgeGuess": {"send_back": lambda value: isinstance(value, bool)},
    "DiscardBonus": {"character": _character, "slot": _number, "card": _number},
}
"""For each action its fields, besides `is`."""

OWN = ("PlacePawn", "PlayBonus", "CommitCard", "DiscardBonus")
"""What is done by or with the `character` named: only its seat can."""

MOLASARS = ("HideHilt", "PlayHazard", "PickBonus", "PutGuard", "Feed")
"""What only Molasar's seat does."""


def check_form(action: Value, own: tuple[str, ...]) -> Mapping[str, Value]:
    """An action in its form, from the seat of these characters. BadEncoding if it is not."""
    if not isinstance(action, Mapping) or action.get("is") not in FORMS:
        raise BadEncoding("`action` is no action")
    name = str(action["is"])
    fields = FORMS[name]
    if set(action) != {"is", *fields} or not all(check(action[key]) for key, check in fields.items()):
        raise BadEncoding(f"the fields of {name} are not of its form")
    if (name in OWN and action["character"] not in own) or (name in MOLASARS and MOLASAR not in own):
        raise BadEncoding(f"{name} is not this seat's to do")
    return action
