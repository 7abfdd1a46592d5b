"""The smallest board and deck that are accepted, as parsed TOML, for tests to spoil."""

from __future__ import annotations

from typing import Any

Document = dict[str, Any]

COLUMNS, ROWS = 6, 3
"""The keep is a block of eighteen rooms: five entries, twelve guard starts, one more."""


def _name(column: int, row: int) -> str:
    return f"k{column}{row}"


def small_board() -> Document:
    """A fresh copy: the keep a block of rooms 5 by 3 cells (walls shared), the cellar a row of four."""
    keep = [(column, row) for row in range(ROWS) for column in range(COLUMNS)]
    rooms: list[Document] = [
        {"id": _name(x, y), "name": f"Keep {x} {y}", "region": "keep", "rect": [4 * x, 2 * y, 5, 3]} for x, y in keep
    ]
    rooms += [
        {"id": f"c{n}", "name": f"Cellar {n}", "region": "cellar", "rect": [4 * n, 0, 5, 3], "stair": n == 1}
        for n in range(4)
    ]
    across = [(_name(x, y), _name(x + 1, y), [4 * x + 4, 2 * y + 1]) for x, y in keep if x + 1 < COLUMNS]
    down = [(_name(x, y), _name(x, y + 1), [4 * x + 2, 2 * y + 2]) for x, y in keep if y + 1 < ROWS]
    below = [(f"c{n}", f"c{n + 1}", [4 * n + 4, 1]) for n in range(3)]
    names = [_name(x, y) for x, y in keep]
    return {
        "kind": "board",
        "format": 1,
        "id": "small",
        "name": "Small",
        "rooms": rooms,
        "doorways": [{"between": [a, b], "at": at} for a, b, at in (*across, *down, *below)],
        "secret-doors": [{"id": "trap", "name": "Trapdoor", "keep": "k52", "cellar": "c0"}],
        "entries": [{"room": name, "searchers": [3, 4, 5]} for name in names[:5]],
        "guard-starts": names[5:17],
        "molasar-start": "c0",
        "hilt-rooms": [{"room": "c1", "searchers": [3, 4, 5]}, {"room": "c2", "searchers": [3, 4, 5]}],
    }


def small_deck() -> Document:
    """A fresh copy: all numbers 1 to 4, different on each side."""
    return {
        "kind": "deck",
        "format": 1,
        "id": "small",
        "name": "Small",
        "cards": [
            {
                "card": number,
                "molasar-side": {"molasar": 1, "guard": 2},
                "searcher-side": {"molasar": 3, "guard": 4},
            }
            for number in range(1, 33)
        ],
    }
