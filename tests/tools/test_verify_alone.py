"""Two checkers that share no code say the same of every file, save where only the rules of the game can tell.

The differences that follow from not knowing the rules are those that `same` allows, and no others:

- a state digest that is wrong in a round in which one seat speaks is not seen;
- an action that has the right form but is against the rules is not seen;
- where seats quote different states, or sign different outcomes, it is seen, but not whose is right;
- where a seat decides besides the one asked, or a drawer publishes its own share, it is seen, but not who that is.
"""

from __future__ import annotations

import functools
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import vectors_game
from alone.verify import Report, verify
from keep_p2p.table.verify import Report as PackageReport
from keep_p2p.table.verify import verify_file
from protocol.entry import Entry, history_next
from tests.table.games import PACKS, local_table, played
from tests.table.test_tampered_entries import changed_contents
from tests.tools.altered import Played

ROOT = Path(__file__).resolve().parents[2]
BOARD = ROOT / "keep_p2p" / "packs" / "data" / "board.toml"


@functools.cache
def game(seats: int = 3, seed: object = "alone") -> Played:
    table = local_table(seats, seed)
    table.start()
    table.run()
    return Played.of(table)


def both(data: bytes) -> tuple[PackageReport, Report]:
    return verify_file(data, PACKS), verify(data, BOARD)


def found(report: PackageReport | Report) -> tuple[str, int | None, int | None]:
    return str(report.verdict), report.seat, report.round


def same(data: bytes, needs_rules: str = "") -> None:
    """Both say the same; `needs_rules` names the one thing that may be seen less clearly without the rules."""
    package, alone = both(data)
    assert package.exit_status == alone.exit_status or needs_rules
    if needs_rules and found(package) != found(alone):
        assert package.verdict.value == "foul"
        unseen = ("incomplete", None, None)
        unsure = ("foul", None, package.round)
        assert found(alone) in (unseen, unsure), (needs_rules, package, alone.reason)
        return
    assert found(package) == found(alone), (package.reason, alone.reason)
    if package.verdict.value != "unreadable":
        assert package.rounds == alone.rounds or package.verdict.value == "foul"


@pytest.mark.parametrize("seats", [3, 4, *(pytest.param(seats, marks=pytest.mark.slow) for seats in (5, 6))])
def test_honest_games_are_fair_to_both(seats: int) -> None:
    data = played(seats, f"alone {seats}").peers[0].transcript()
    package, alone = both(data)
    assert (package.verdict.value, alone.verdict) == ("fair", "fair"), alone.reason
    assert verify(data).verdict == "fair", "also without the names of the marked rooms"
    assert package.rounds == alone.rounds
    assert package.game == alone.game


def test_cut_files_are_fair_as_far_as_they_go_to_both() -> None:
    data, source = game().data, random.Random("cut")
    for at in [0, 3, 4, 30, 53, 60, 400, *(source.randrange(len(data)) for _ in range(10)), len(data) - 1]:
        same(data[:at])


@pytest.mark.parametrize("part", range(4))
def test_changed_bytes_are_seen_by_both_in_the_same_place(part: int) -> None:
    data, source = game().data, random.Random(f"bytes {part}")
    for at in [source.randrange(1500), *(source.randrange(len(data)) for _ in range(9))]:
        changed = bytearray(data)
        changed[at] ^= source.randrange(1, 256)
        same(bytes(changed))


def test_changed_lengths_are_seen_by_both_in_the_same_place() -> None:
    data, source, at = game().data, random.Random("lengths"), 0
    starts = []
    while at < len(data):
        starts.append(at)
        at += 4 + int.from_bytes(data[at : at + 4], "big")
    for start in [*source.sample(starts, 8), starts[-1]]:
        changed = bytearray(data)
        changed[start + source.randrange(4)] ^= 1 << source.randrange(8)
        same(bytes(changed))


def what_only_rules_tell(entry: Entry, what: str) -> str:
    if what == "state" and entry.body.kind not in ("keys", "lot"):
        return "the state"
    if (entry.body.kind, what) in (("act", "action"), ("final", "outcome")):
        return "the rules"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_entries_signed_again_convict_the_same_seat(part: int) -> None:
    """Every field of every kind of entry, changed and signed by its own seat: a quarter of them in each part."""
    played_once, source = game(4, ("tamper", 5)), random.Random(f"entries {part}")
    for number, entry in enumerate(played_once.of_each_kind(1)):
        if number % 4 != part:
            continue
        contents = list(changed_contents(entry.body))
        tries: list[tuple[str, dict[str, Any]]] = [
            (what, {"content": content}) for what, content in source.sample(contents, min(4, len(contents)))
        ]
        tries.append(("state", {"state": bytes(32)}))
        other: tuple[str, dict[str, Any]] = ("kind", {"kind": "other"})
        tries.append(other if source.random() < 0.5 else ("history", {"history": bytes(32)}))
        for what, changes in tries:
            same(played_once.changed(entry, **changes), what_only_rules_tell(entry, what))


def test_a_breach_before_the_first_altered_place_counts() -> None:
    """What follows a breach cannot quote it, but the breach is signed: it convicts all the same."""
    once = game()
    entry = next(entries[0] for entries in once.rounds if entries[0].body.kind == "roll")
    data = once.changed(entry, content={"value": bytes(32)})
    rest = once.cut(once.rounds)[len(once.cut(once.rounds[: entry.body.round])) :]
    assert verify(data + rest, BOARD).verdict == "foul"
    same(data + rest)


def test_a_round_left_out_or_said_twice_is_altered() -> None:
    once = game()
    for rounds in (once.rounds[:40] + once.rounds[41:], once.rounds[:41] + once.rounds[40:]):
        objects = once.cut(once.rounds[:40])
        for entries in rounds[40:43]:
            whole = once.cut(once.rounds[: entries[0].body.round])
            objects += whole[len(once.cut(once.rounds[: entries[0].body.round - 1])) :]
        same(objects)


ALL_KINDS = ("keys", "lot", "shuffle", "draw", "roll", "act", "reveal", "unveil", "final", "disclose", "result")


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_who_is_left_out_and_who_was_not_asked(kind: str) -> None:
    once = game()
    before, entries = next(
        (once.rounds[:i], found) for i, found in enumerate(once.rounds) if found[0].body.kind == kind
    )
    for entry in entries if len(entries) > 1 else ():
        same(once.cut([*before, [other for other in entries if other is not entry]]))
    said = {entry.body.seat for entry in entries}
    for seat in {0, 1, 2} - said:
        more = once.signed(entries[0], seat)
        same(once.cut([*before, sorted([*entries, more], key=lambda entry: entry.body.seat)]))


def test_too_many_at_a_decision_or_a_draw_are_seen() -> None:
    once = game()
    for kind in ("act", "draw"):
        few = [i for i, entries in enumerate(once.rounds) if entries[0].body.kind == kind and len(entries) < 3]
        at = few[-1]
        silent = ({0, 1, 2} - {entry.body.seat for entry in once.rounds[at]}).pop()
        entries = [*once.rounds[at], once.signed(once.rounds[at][0], silent)]
        whole = sorted(entries, key=lambda entry: entry.body.seat)
        same(once.cut([*once.rounds[:at], whole]), "who was asked")


def test_nothing_follows_the_end() -> None:
    once = game()
    last = once.rounds[-1]
    history = history_next(last[0].body.history, [entry.body for entry in last])
    again = [once.signed(entry, entry.body.seat, round=len(once.rounds) + 1, history=history) for entry in last]
    same(once.cut([*once.rounds, again]))


def test_the_command_says_what_it_took_as_given(tmp_path: Path) -> None:
    path = tmp_path / "some.transcript"
    path.write_bytes(game().data)
    command = [sys.executable, str(ROOT / "tools" / "verify_alone.py"), str(path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Taken as given: the state digests" in said.stdout
    said = subprocess.run([*command, "--json"], capture_output=True, text=True, check=True)
    report = json.loads(said.stdout)
    assert report["verdict"] == "fair"
    assert report["taken_as_given"]
    path.write_bytes(b"not a transcript")
    assert subprocess.run(command, capture_output=True, check=False).returncode == 2


def test_the_checker_imports_nothing_of_the_game() -> None:
    check = "import sys; sys.path.insert(0, 'tools'); import verify_alone; print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not {name for name in said.stdout.split() if name.split(".")[0] in ("keep_p2p", "protocol")}


def test_the_published_game_is_what_its_json_says_to_both_checkers() -> None:
    assert vectors_game.problems() == []


def test_the_published_game_needs_no_board() -> None:
    report = verify((vectors_game.DIRECTORY / "game-3.transcript").read_bytes())
    assert report.verdict == "fair"
    assert any("marked rooms" in sentence for sentence in report.given)
