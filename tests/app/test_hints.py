"""What a person is told to type must work as it stands."""

from __future__ import annotations

from pathlib import Path

from keep_p2p.app.hints import bot_command, join_command, verify_command


def test_the_packs_that_were_played_with_are_named() -> None:
    assert verify_command(Path("g.transcript"), None, None) == "keep-p2p verify g.transcript"
    told = verify_command(Path("g.transcript"), Path("mine.toml"), Path("cards.toml"))
    assert told == "keep-p2p verify g.transcript --board mine.toml --deck cards.toml"


def test_a_name_with_spaces_is_one_argument() -> None:
    assert verify_command(Path("our games/g.transcript"), None, None) == "keep-p2p verify 'our games/g.transcript'"


def test_whatever_the_tables_name_the_command_joins_it() -> None:
    assert join_command("friday") == "keep-p2p join friday"
    assert join_command("Winter night") == "keep-p2p join 'Winter night'"
    assert join_command("--plain") == "keep-p2p join -- --plain"


def test_a_computer_player_is_seated_by_name_too() -> None:
    assert bot_command("friday") == "keep-p2p bot friday"
    assert bot_command("--plain") == "keep-p2p bot -- --plain"
