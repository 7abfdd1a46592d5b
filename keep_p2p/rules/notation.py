"""Rules values as plain data and back: what entries carry and what the state digest covers.

A frozen dataclass becomes a map with its class under ``"is"`` and every field by name;
tuples become lists, enums their values, maps lists of pairs in key order. `plain` and
the `parse_...` functions are inverse on actions and events; parsing is strict: a
missing, unknown or ill-typed field is a `NotationError`, whatever was sent.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping
from enum import Enum, StrEnum
from functools import lru_cache
from typing import Any, Union, get_args, get_origin

from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Over
from keep_p2p.rules.events import Event
from keep_p2p.rules.state import FIELDS, State

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]
"""What `plain` returns: encodable as canonical msgpack and as JSON."""

MAX_ITEMS = 256
"""Longest list accepted, items: no walk, deal or reveal is longer. Stops a flood of steps."""

MAX_TEXT = 64
"""Longest identifier accepted, characters."""


class NotationError(ValueError):
    """The data is not what was awaited. The text says which field and why."""


def plain(value: object) -> Plain:
    """Return any rules value (dataclass, tuple, enum, number, text) as plain data.

    Raises TypeError for a type that has no notation: that is an error of ours.
    """
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return typing.cast("Plain", value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if dataclasses.is_dataclass(kind):
        return _plain_fields(value)
    if isinstance(value, Enum):
        return plain(value.value)
    if isinstance(value, frozenset):
        return [plain(item) for item in sorted(value)]
    if isinstance(value, dict):
        return [[plain(key), plain(item)] for key, item in sorted(value.items())]
    raise TypeError(f"no notation for {kind.__name__}")


def _plain_fields(value: object) -> dict[str, Plain]:
    kind: Any = type(value)
    result: dict[str, Plain] = {"is": kind.__name__}
    for name in _field_names(kind):
        result[name] = plain(getattr(value, name))
    return result


@lru_cache(maxsize=256)
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


def plain_state(state: State) -> dict[str, Plain]:
    """The public state as plain data, all but the game's fixed setting: what the state digest covers."""
    return {name: plain(getattr(state, name)) for name in FIELDS if name != "game"}


def parse_action(value: object) -> Action:
    """Return the action written by `plain`. Raises NotationError."""
    return typing.cast("Action", _parser_of(Action)(value, "action"))


def parse_event(value: object) -> Event:
    """Return the event written by `plain`. Raises NotationError."""
    return typing.cast("Event", _parser_of(Event)(value, "event"))


def parse_over(value: object) -> Over:
    """Return the outcome written by `plain`. Raises NotationError."""
    return typing.cast("Over", _parser_of(Over)(value, "outcome"))


Parser = Callable[[object, str], object]


@lru_cache(maxsize=256)
def _parser_of(hint: Any) -> Parser:
    """Build the strict parser of one type hint, once."""
    if isinstance(hint, typing.NewType):
        return _parser_of(hint.__supertype__)
    origin = get_origin(hint)
    if origin in (Union, types.UnionType):
        return _union_parser(get_args(hint))
    if origin is tuple:
        return _tuple_parser(get_args(hint))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _enum_parser(hint)
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return _class_parser(hint)
    if hint in _SCALARS:
        return _SCALARS[hint]
    raise TypeError(f"no parser for {hint!r}")


def _parse_int(value: object, where: str) -> object:
    if type(value) is not int or not 0 <= value < 2**32:
        raise NotationError(f"{where} must be a whole number from 0 to 2^32 - 1")
    return value


def _parse_text(value: object, where: str) -> object:
    if type(value) is not str or not 0 < len(value) <= MAX_TEXT:
        raise NotationError(f"{where} must be a text of 1 to {MAX_TEXT} characters")
    return value


def _parse_bool(value: object, where: str) -> object:
    if type(value) is not bool:
        raise NotationError(f"{where} must be true or false")
    return value


def _parse_none(value: object, where: str) -> object:
    if value is not None:
        raise NotationError(f"{where} must be empty")
    return None


_SCALARS: dict[Any, Parser] = {
    int: _parse_int,
    str: _parse_text,
    bool: _parse_bool,
    type(None): _parse_none,
}


def _enum_parser(kind: type[StrEnum]) -> Parser:
    members = {member.value: member for member in kind}

    def parse(value: object, where: str) -> object:
        if type(value) is not str or value not in members:
            raise NotationError(f"{where} must be one of: {', '.join(members)}")
        return members[value]

    return parse


def _tuple_parser(args: tuple[Any, ...]) -> Parser:
    if len(args) == 2 and args[1] is Ellipsis:
        item = _parser_of(args[0])

        def parse_many(value: object, where: str) -> object:
            if not isinstance(value, list | tuple) or len(value) > MAX_ITEMS:
                raise NotationError(f"{where} must be a list of at most {MAX_ITEMS} items")
            return tuple(item(each, f"{where}[{index}]") for index, each in enumerate(value))

        return parse_many
    items = tuple(_parser_of(arg) for arg in args)

    def parse_fixed(value: object, where: str) -> object:
        if not isinstance(value, list | tuple) or len(value) != len(items):
            raise NotationError(f"{where} must be a list of {len(items)} items")
        pairs = zip(items, value, strict=True)
        return tuple(item(each, f"{where}[{index}]") for index, (item, each) in enumerate(pairs))

    return parse_fixed


def _class_parser(kind: type) -> Parser:
    hints = typing.get_type_hints(kind)
    fields = {name: _parser_of(hints[name]) for name in _field_names(kind)}
    keys = {"is", *fields}

    def parse(value: object, where: str) -> object:
        if not isinstance(value, Mapping) or value.get("is") != kind.__name__:
            raise NotationError(f"{where} must be a {kind.__name__}")
        if value.keys() != keys:
            odd = ", ".join(sorted(str(key) for key in value.keys() ^ keys))
            raise NotationError(f"{where}: fields missing or unknown: {odd}")
        return kind(**{name: item(value[name], f"{where}.{name}") for name, item in fields.items()})

    return parse


def _union_parser(args: tuple[Any, ...]) -> Parser:
    """Maps are told apart by their class, all else by trying in the order written."""
    classes: dict[str, Parser] = {}
    for arg in args:
        if dataclasses.is_dataclass(arg):
            hint: Any = arg
            classes[hint.__name__] = _parser_of(hint)
    others = tuple(_parser_of(arg) for arg in args if not dataclasses.is_dataclass(arg))

    def parse(value: object, where: str) -> object:
        if isinstance(value, Mapping) and classes:
            name = value.get("is")
            if type(name) is not str or name not in classes:
                raise NotationError(f"{where} must be one of: {', '.join(classes)}")
            return classes[name](value, where)
        problem = NotationError(f"{where} must be a map")
        for other in others:
            try:
                return other(value, where)
            except NotationError as error:
                problem = error
        raise problem

    return parse
