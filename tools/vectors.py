"""Write the published vectors, protocol/vectors/*.json. The same bytes each time.

    python3 tools/vectors.py            write all files
    python3 tools/vectors.py --check    write nothing; exit 1 if a file is not what would be written

The format is docs/vectors.md. A new file is one function that returns its content, put in
`FILES`. Files are only made anew when the protocol is changed on purpose: they are what tells
a change on purpose from one by mistake.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

if __name__ == "__main__":
    from _setup import in_environment

    in_environment()

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import vectors_base
import vectors_cards
import vectors_games
from _pipe import finish
from vectors_json import Json

DIRECTORY = ROOT / "protocol" / "vectors"

FILES: dict[str, Callable[[], dict[str, Json]]] = {
    "encoding.json": vectors_base.encoding,
    "identity.json": vectors_base.identity,
    "commitment.json": vectors_base.commitment,
    "beacon.json": vectors_base.beacon,
    "envelope.json": vectors_base.envelope,
    "group.json": vectors_cards.group,
    "schnorr.json": vectors_cards.schnorr_file,
    "dleq.json": vectors_cards.dleq_file,
    "shuffle.json": vectors_cards.shuffle_file,
    "hilt.json": vectors_cards.hilt_file,
    "genesis.json": vectors_games.genesis,
    "entry.json": vectors_games.entry,
    "statement.json": vectors_games.statement,
    "transcript.json": vectors_games.transcript,
}


def text_of(name: str) -> str:
    """What the file of this name must hold."""
    return json.dumps(FILES[name](), indent=1, ensure_ascii=True, sort_keys=False) + "\n"


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--check"]):
        print("usage: python3 tools/vectors.py [--check]", file=sys.stderr)
        return 2
    stale = []
    for name in FILES:
        path, text = DIRECTORY / name, text_of(name)
        if path.exists() and path.read_text(encoding="ascii") == text:
            continue
        stale.append(name)
        if not arguments:
            path.write_text(text, encoding="ascii")
    print(f"{len(FILES)} files, {len(stale)} {'different' if arguments else 'written'}: {', '.join(stale) or 'none'}")
    return 1 if arguments and stale else 0


if __name__ == "__main__":
    finish(lambda: main(sys.argv[1:]))
