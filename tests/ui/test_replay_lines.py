"""Stepping through a replay line by line: forward and back, by turns, through anybody's eyes, to the verdict."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from keep_p2p.cli.shell import run
from keep_p2p.rules.names import Character, Deck, Seat
from keep_p2p.table.replay import Eyes, Replay, read_replay
from keep_p2p.ui.replay_lines import ReplayLines
from keep_p2p.ui.replay_story import Reel, hands, replay_names, seen_lines, sight_called
from tests.table.games import PACKS
from tests.table.replays import game, replay


class Shown:
    """Takes lines in place of a terminal."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def show(self, text: str) -> None:
        self.lines.append(text)

    def take(self) -> str:
        text, self.lines = "\n".join(self.lines), []
        return text


def started(shown: Replay | None = None) -> tuple[ReplayLines, Shown]:
    sink = Shown()
    lines = ReplayLines(shown or replay(4), sink)
    lines.start()
    return lines, sink


def test_the_steps_cover_every_moment_once_and_in_order() -> None:
    for seats in (3, 4, 6):
        reel = Reel(replay(seats))
        covered = [index for step in reel.steps for index in range(step.first, step.last + 1)]
        assert covered == list(range(len(reel.replay.moments)))
        assert [step.index for step in reel.steps] == list(range(len(reel.steps)))
        assert all(step.lines for step in reel.steps)


def test_nothing_of_the_game_changes_in_a_step_that_does_not_tell_it() -> None:
    reel = Reel(replay(4))
    for step in reel.steps[1:]:
        before = reel.replay.moments[step.first].state
        after = reel.replay.moments[step.last].state
        if before is None or after is None:
            continue
        assert before.pawns == after.pawns
        assert before.eaten == after.eaten
        assert before.proven == after.proven


def test_forward_and_back_show_the_same_in_every_step() -> None:
    reel = Reel(replay(4))
    forward = [(reel.step, reel.moment)]
    while reel.move(1):
        forward.append((reel.step, reel.moment))
    assert reel.at_end
    backward = [(reel.step, reel.moment)]
    while reel.move(-1):
        backward.append((reel.step, reel.moment))
    assert backward[::-1] == forward
    assert reel.place == 0


def test_enter_and_next_go_on_and_back_goes_back() -> None:
    lines, sink = started()
    assert "[1 of " in sink.take()
    lines.typed("")
    second = sink.take()
    assert second.startswith("[2 of ")
    lines.typed("next 3")
    assert sink.take().startswith("[5 of ")
    lines.typed("back 3")
    assert sink.take() == second
    lines.typed("b 100")
    assert sink.take().startswith("[1 of ")
    lines.typed("back")
    assert "the beginning" in sink.take()


def test_the_end_tells_the_verdict_with_its_counts() -> None:
    lines, sink = started()
    lines.typed("end")
    told = sink.take()
    assert "Fair: every proof held" in told
    assert "signatures" in told
    lines.typed("next")
    assert "That was the end" in sink.take()


def test_a_turn_is_found_by_number_and_by_character() -> None:
    lines, sink = started()
    sink.take()
    lines.typed("turn 1")
    assert "=== Turn 1 of 12: " in sink.take()
    lines.typed("turn 1 mol")
    assert "=== Turn 1 of 12: Molasar" in sink.take()
    lines.typed("turn 99")
    assert "no such turn" in sink.take()
    for nonsense in ("turn", "turn x", "turn 1 nobody"):
        lines.typed(nonsense)
        assert "Which turn?" in sink.take()


def test_the_public_view_tells_no_card_before_the_end() -> None:
    shown = replay(4)
    names = replay_names(shown)
    for moment in shown.moments:
        if moment.state is None or moment.unveiled:
            continue
        told = "\n".join(hands(moment.state, shown.known(moment.index, Eyes.PUBLIC), names))
        assert not any(title in told for title in PACKS.deck.titles)
        assert "Hilt" not in told


def test_a_seats_view_tells_its_own_cards_and_counts_the_others() -> None:
    shown = replay(4)
    names = replay_names(shown)
    moment = shown.moments[shown.find_turn(1) or 0]
    assert moment.state is not None
    for seat, named in enumerate(names.seats):
        (character,) = named.characters
        known = shown.known(moment.index, Seat(seat))
        own = [known.cards[Deck.CONFLICT, slot] for slot in moment.state.hand(character, Deck.CONFLICT)]
        told = hands(moment.state, known, names)
        theirs = [line for line in told if "unknown" in line]
        assert len(theirs) == 3
        assert all(PACKS.deck.title(card) in "".join(line for line in told if line not in theirs) for card in own)
        assert ("The Hilt lies in" in "".join(told)) is (character is Character.MOLASAR)


def test_what_a_seat_sees_first_is_told_on_the_way_and_all_face_up_tells_all() -> None:
    shown = replay(4)
    names = replay_names(shown)
    deal = next(
        moment.index for moment in shown.moments if moment.state and moment.state.hand(Character.MOLASAR, Deck.CONFLICT)
    )
    everything = seen_lines(shown, deal - 1, deal, Eyes.ALL, names)
    each = [seen_lines(shown, deal - 1, deal, Seat(seat), names) for seat in range(4)]
    assert not seen_lines(shown, deal - 1, deal, Eyes.PUBLIC, names)
    assert sorted(everything) == sorted(line for lines in each for line in lines)
    assert len(everything) == 4 + 3 * (3 + 1)


def test_the_view_is_chosen_by_number_by_player_and_by_character() -> None:
    shown = replay(4)
    names = replay_names(shown)
    assert sight_called("all", shown, names) is Eyes.ALL
    assert sight_called("PUBLIC", shown, names) is Eyes.PUBLIC
    assert sight_called("2", shown, names) == 1
    assert sight_called("player 3", shown, names) == 2
    molasar = next(seat for seat, named in enumerate(names.seats) if Character.MOLASAR in named.characters)
    assert sight_called("mol", shown, names) == molasar
    for nobody in ("", "0", "5", "player", "zelda", "²"):
        assert sight_called(nobody, shown, names) is None
    lines, sink = started()
    sink.take()
    lines.typed("view all")
    assert "all cards face up" in sink.take()
    lines.typed("view zelda")
    assert "Through whose eyes?" in sink.take()


@pytest.mark.parametrize("word", ["map", "state", "rooms", "cards", "rules", "who", "verdict", "hands", "?", "help"])
def test_every_command_of_the_help_answers(word: str) -> None:
    lines, sink = started()
    for place in ("first", "end"):
        lines.typed(place)
        sink.take()
        assert lines.typed(word)
        assert sink.take()


def test_an_unknown_word_is_answered_and_quit_leaves() -> None:
    lines, sink = started()
    assert lines.typed("dance")
    assert "no command" in sink.take()
    assert lines.typed("next x")
    assert "How many steps?" in sink.take()
    assert not lines.typed("quit")


def test_of_a_broken_off_game_only_the_public_part_can_be_seen_and_it_says_so() -> None:
    data = game(4).peers[0].transcript()
    lines, sink = started(read_replay(data[: len(data) // 2], PACKS))
    told = sink.take()
    assert "Incomplete" in told
    assert "only what was public" in told
    lines.typed("view 1")
    assert "not disclosed" in sink.take()
    lines.typed("end")
    assert "Incomplete" in sink.take()


def test_the_command_reads_lines_until_they_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.transcript"
    path.write_bytes(game(4).peers[0].transcript())
    monkeypatch.setattr("sys.stdin", io.StringIO("next\nview all\nend\n"))
    assert run(["replay", str(path), "--plain"]) == 0
    told = capsys.readouterr().out
    assert "[2 of " in told
    assert "all cards face up" in told
    assert re.search(r"Hilt slip 1, .* and signatures \d+\.$", told.rstrip())  # reads right for one of a kind as well


def test_what_is_no_transcript_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.transcript"
    path.write_bytes(b"not a game")
    assert run(["replay", str(path)]) == 2
    assert "nothing to replay" in capsys.readouterr().err
    assert run(["replay", str(tmp_path / "nowhere")]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_who_drew_whom_is_a_sentence_for_each() -> None:
    lines, sink = started()
    while "All draw their characters" not in (text := sink.take()):
        lines.typed("")
    played = text.split("nobody rules alone: ")[1].split(".\n")[0].removesuffix(".")
    assert len(played.replace(" and ", ", ").split(", ")) == 4
    assert played.count(" plays ") == 4
