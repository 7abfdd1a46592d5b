"""Whom this profile has played with: names and the keys they had, to point out a known name with another key."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from keep_p2p.store.files import OWNER_ONLY_FILE, private_folder, read_json, write_over

MAX_NAMES = 1000
"""Names remembered; the oldest go. Stops a network of made-up names from growing the file."""

MAX_KEYS = 8
"""Keys remembered for one name."""

MAX_FILE = 1 << 20
"""Bytes of the file that are read."""

FILE = "known-players.json"


class KnownPlayers:
    """The list, in ``folder``. Reading it never fails: what cannot be read is not known."""

    def __init__(self, folder: Path) -> None:
        """Read it."""
        self._path = folder / FILE
        self._keys: dict[str, list[str]] = _read(self._path)

    def keys(self, name: str) -> tuple[bytes, ...]:
        """The keys that somebody of this name had, the latest last."""
        return tuple(bytes.fromhex(key) for key in self._keys.get(name, ()))

    def remember(self, players: Iterable[tuple[str, bytes]]) -> None:
        """These have sat down with us under these names with these keys. Raises `OSError` if it cannot be written."""
        before = json.dumps(self._keys)
        for name, key in players:
            keys = [known for known in self._keys.pop(name, []) if known != key.hex()]
            self._keys[name] = [*keys, key.hex()][-MAX_KEYS:]
        for name in list(self._keys)[: max(0, len(self._keys) - MAX_NAMES)]:
            del self._keys[name]
        if json.dumps(self._keys) != before:
            private_folder(self._path.parent)
            write_over(self._path, json.dumps(self._keys, indent=1).encode(), OWNER_ONLY_FILE)


def _read(path: Path) -> dict[str, list[str]]:
    try:
        plain = read_json(path, MAX_FILE)
    except (OSError, ValueError):
        return {}
    if not isinstance(plain, dict):
        return {}
    return {name: [key for key in keys if _is_key(key)] for name, keys in plain.items() if isinstance(keys, list)}


def _is_key(key: object) -> bool:
    if not isinstance(key, str) or len(key) != 64:
        return False
    try:
        return len(bytes.fromhex(key)) == 32
    except ValueError:
        return False
