"""The digest by which two peers know that they hold the same pack."""

from __future__ import annotations

import hashlib
import json

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]
"""What a pack's canonical content is made of."""


def digest(kind: str, content: Plain) -> bytes:
    """SHA-256 (32 bytes) of ``content`` as canonical JSON (sorted keys, no spaces, ASCII).

    It covers what the pack says, not how: comments, layout and key order of the file do
    not change it, every name, number and order of a list does.
    """
    text = json.dumps(["keep-p2p pack", kind, content], sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).digest()
