"""Reading packs from files, and the digest by which peers compare them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from keep_p2p.packs import PackError, load_board, load_deck, load_packs
from keep_p2p.packs.board_file import board_content, check_kind, parse_board
from keep_p2p.packs.deck_file import deck_content, parse_deck
from keep_p2p.packs.digest import digest
from keep_p2p.packs.errors import SHOWN_CHARACTERS, shown
from keep_p2p.packs.source import MAX_DOTS, MAX_PACK_BYTES, parse, read_default
from tests.packs.small import Document, small_board, small_deck


def refused(path: Path) -> str:
    with pytest.raises(PackError) as error:
        load_board(path)
    assert str(error.value).startswith(str(path))
    return str(error.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert "there is no such file; give the path of a pack file" in refused(tmp_path / "none.toml")


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert "cannot be opened" in refused(tmp_path) or "not a regular file" in refused(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_refused_without_waiting_for_a_writer(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "this is not a regular file" in refused(tmp_path / "pipe")


def test_a_path_with_a_zero_byte_is_refused() -> None:
    with pytest.raises(PackError, match="cannot be opened"):
        load_board("a\0b")


def test_a_file_of_the_largest_size_is_read_and_a_byte_more_is_refused(tmp_path: Path) -> None:
    default = read_default("board.toml")
    path = tmp_path / "large.toml"
    path.write_bytes(default + b"#" * (MAX_PACK_BYTES - len(default)))
    assert load_board(path).digest == load_board().digest
    path.write_bytes(path.read_bytes() + b"#")
    assert "larger than a pack may be (256 KiB)" in refused(path)


@pytest.mark.parametrize("start", ["", "[", "kind = { ", "'#' . ", '"\u2028" . '])
def test_a_key_of_many_parts_is_refused_before_it_is_parsed(start: str) -> None:
    with pytest.raises(PackError, match="line 2 has more than 8 dots"):
        parse(b"# a comment\n" + start.encode() + b"a." * MAX_DOTS + b"a.a = 1", "file")


def test_as_many_dots_as_allowed_are_parsed_and_any_number_in_a_comment() -> None:
    assert list(parse(b"a." * MAX_DOTS + b"a = 1\n  # " + b"." * 99, "file")) == ["a"]


class Counted(str):
    """A key that counts how often it is compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Counted.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_the_work_for_a_file_of_many_keys_grows_as_the_keys_do() -> None:
    keys: dict[str, object] = {Counted(f"key-{number}"): number for number in range(3_000)}
    with pytest.raises(PackError, match="this key is missing"):
        check_kind(keys, "file", "board", 1)
    assert Counted.compared < 10 * len(keys)


def test_a_file_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'name = "\xe9"')
    assert "byte 8 is not UTF-8 text; save the file as UTF-8" in refused(path)


@pytest.mark.parametrize("text", ["name = ", "a = 1\na = 2", "n = " + "9" * 5000])
def test_a_file_that_is_not_toml_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    assert "this is not TOML" in refused(path)


def test_values_nested_without_end_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "deep.toml"
    path.write_text("a = " + "[" * 50_000 + "]" * 50_000, encoding="utf-8")
    assert "nested too deeply" in refused(path)


def test_a_deck_given_as_a_board_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "deck.toml"
    path.write_bytes(read_default("deck.toml"))
    assert 'kind: this is no board but "deck"; give a pack of kind "board" here' in refused(path)


def test_a_pack_in_a_file_is_the_same_as_the_default_one_with_its_content(tmp_path: Path) -> None:
    board, deck = tmp_path / "board.toml", tmp_path / "deck.toml"
    board.write_bytes(b"# another comment\n" + read_default("board.toml"))
    deck.write_bytes(b"\n\n" + read_default("deck.toml"))
    packs, default = load_packs(board, deck), load_packs()
    assert packs.board.digest == default.board.digest
    assert packs.deck.digest == default.deck.digest
    assert (packs.board.path, packs.deck.path) == (board, deck)
    assert (default.board.path, default.deck.path) == (None, None)
    assert packs.board.board == default.board.board


BOARD_CHANGES: list[Callable[[Document], object]] = [
    lambda d: d.update(id="other"),
    lambda d: d.update(name="Other"),
    lambda d: d["rooms"][0].update(name="Other"),
    lambda d: d["rooms"][0].update(stair=True),
    lambda d: d["rooms"][18]["rect"].__setitem__(3, 4),
    lambda d: d["rooms"].reverse(),
    lambda d: d["doorways"].reverse(),
    lambda d: d["doorways"].pop(0),
    lambda d: d["secret-doors"][0].update(name="Other"),
    lambda d: d["entries"].reverse(),
    lambda d: d["entries"].append({"room": "k52", "searchers": [3]}),
    lambda d: d["guard-starts"].reverse(),
    lambda d: d["hilt-rooms"].reverse(),
    lambda d: d["hilt-rooms"].append({"room": "c3", "searchers": [5]}),
    lambda d: d.update({"molasar-start": "c3"}),
]
"""Each changes one thing the board says."""


def test_the_digest_changes_with_every_thing_a_board_says() -> None:
    plain = digest("board", board_content(parse_board(small_board(), "x")))
    digests = set()
    for change in BOARD_CHANGES:
        document = small_board()
        change(document)
        digests.add(digest("board", board_content(parse_board(document, "x"))))
    assert len(digests) == len(BOARD_CHANGES)
    assert plain not in digests


def test_the_digest_changes_with_every_number_and_title_of_a_deck() -> None:
    def of(document: dict[str, object]) -> bytes:
        return digest("deck", deck_content(*parse_deck(document, "x")))

    digests = {of(small_deck())}
    for side in ("molasar-side", "searcher-side"):
        for kind in ("molasar", "guard"):
            document = small_deck()
            document["cards"][31][side][kind] = 9
            digests.add(of(document))
    document = small_deck()
    document["cards"][0]["title"] = "Torch"
    digests.add(of(document))
    assert len(digests) == 6


def test_the_order_of_an_entrys_numbers_does_not_change_the_digest() -> None:
    document = small_board()
    document["entries"][0]["searchers"] = [5, 3, 4]
    board = parse_board(document, "x")
    assert board_content(board) == board_content(parse_board(small_board(), "x"))


def test_what_is_quoted_from_a_pack_is_short_and_printable() -> None:
    assert len(shown("x" * 500)) == SHOWN_CHARACTERS + 2
    assert shown("\x1b[2J") == '"\\x1b[2J"'


def test_a_loaded_deck_knows_its_titles() -> None:
    deck = load_deck()
    assert len(set(deck.titles)) == 32
    assert deck.title(deck.deck.cards[0].card) == deck.titles[0]
