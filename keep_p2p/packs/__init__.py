"""Boards and Conflict decks as data files: loading, checking, digests.

    board = load_board(None)            # the default board
    deck = load_deck(Path("mine.toml"))
    packs = Packs(board, deck)

The format is described in docs/boards.md. Everything wrong with a file is a `PackError`,
one sentence that names the file, the key and what to do.
"""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from keep_p2p.packs.board_file import board_content, parse_board
from keep_p2p.packs.deck_file import deck_content, parse_deck
from keep_p2p.packs.digest import digest
from keep_p2p.packs.errors import PackError
from keep_p2p.packs.source import parse, read_default, read_file
from keep_p2p.rules.board import Board, ConflictDeck
from keep_p2p.rules.names import Card

DEFAULT_BOARD = "board.toml"
DEFAULT_DECK = "deck.toml"


@dataclass(frozen=True, slots=True)
class LoadedBoard:
    """A checked board, the SHA-256 of its content (32 bytes) and where it came from (None: the default)."""

    board: Board
    digest: bytes
    path: Path | None = None


@dataclass(frozen=True, slots=True)
class LoadedDeck:
    """A checked Conflict deck, the SHA-256 of its content (32 bytes), its titles in card order and its file."""

    deck: ConflictDeck
    digest: bytes
    titles: tuple[str, ...]
    path: Path | None = None

    def title(self, card: Card) -> str:
        """The title of a Conflict card."""
        return self.titles[card - 1]


@dataclass(frozen=True, slots=True)
class Packs:
    """What a table is played with."""

    board: LoadedBoard
    deck: LoadedDeck


def load_board(path: str | PathLike[str] | None = None) -> LoadedBoard:
    """The board in the TOML file at ``path``, or the default one.

    Raises:
        PackError: the file cannot be read, or its board cannot be played on.
    """
    data, name, where = _read(path, DEFAULT_BOARD)
    board = parse_board(parse(data, name), name)
    return LoadedBoard(board, digest("board", board_content(board)), where)


def load_deck(path: str | PathLike[str] | None = None) -> LoadedDeck:
    """The Conflict deck in the TOML file at ``path``, or the default one.

    Raises:
        PackError: the file cannot be read, or is no Conflict deck.
    """
    data, name, where = _read(path, DEFAULT_DECK)
    deck, titles = parse_deck(parse(data, name), name)
    return LoadedDeck(deck, digest("deck", deck_content(deck, titles)), titles, where)


def load_packs(board: str | PathLike[str] | None = None, deck: str | PathLike[str] | None = None) -> Packs:
    """Both packs, each from its file or the default one.

    Raises:
        PackError: as `load_board` and `load_deck` do.
    """
    return Packs(load_board(board), load_deck(deck))


def _read(path: str | PathLike[str] | None, default: str) -> tuple[bytes, str, Path | None]:
    """The bytes, the name to use in errors, and the path."""
    if path is None:
        return read_default(default), default, None
    where = Path(path)
    return read_file(where), str(where), where


__all__ = ["LoadedBoard", "LoadedDeck", "PackError", "Packs", "load_board", "load_deck", "load_packs"]
