"""Every class of cheat on real sockets: all who are honest, and who looks on, end with the same seat and round."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from keep_p2p.app.place import Place
from keep_p2p.cli.shell import run as command
from tests.cheats import collusion, conflict, dice, ends, hilt, rules, shuffling, signing
from tests.cheats.network import Stage, company, sends, staged
from tests.cheats.stage import moment
from tests.cheats.troupe import Cheat, step
from tests.net.helpers import run, until
from tests.table.games import PACKS

Record = Callable[[str, object], None]

CAUGHT: tuple[type[Cheat], ...] = (
    signing.TwoWalks,
    signing.TwoProofs,
    signing.GoodAndBad,
    signing.BadToOneOnly,
    signing.OutOfTurn,
    signing.TwoHistories,
    signing.StaleState,
    signing.OldContent,
    dice.AnyValue,
    dice.AnothersValue,
    dice.CopiedTip,
    shuffling.RogueKey,
    shuffling.Doubled,
    shuffling.NoProof,
    shuffling.OtherKeysShare,
    shuffling.OtherSlotsShare,
    conflict.FromAnotherHand,
    conflict.CopiedCommitment,
    conflict.OtherCard,
    conflict.OtherShare,
    conflict.BonusNotHeld,
    conflict.PeekOther,
    conflict.PeekGarbage,
    conflict.SameAgain,
    conflict.FalseComplaint,
    hilt.InTwoRooms,
    hilt.FalseAnswer,
    hilt.IntoTheHilt,
    hilt.OtherNonceUnveiled,
    rules.TooFar,
    rules.RollIgnored,
    rules.Nonsense,
    ends.OtherOutcome,
    ends.OtherKey,
    ends.OtherShuffle,
    ends.Denied,
    collusion.BothToDifferent,
)

NOT_TAKEN: tuple[type[Cheat], ...] = (
    signing.ForAnother,
    signing.OtherGame,
    signing.Stranger,
    signing.OtherSpelling,
    conflict.ComplaintWithoutKey,
    ends.ToOneOnly,
    collusion.ResendOthers,
)

GOES_ON = 3
"""Rounds that must be played after something that is not taken."""


@pytest.mark.parametrize("cheat", CAUGHT, ids=lambda cheat: cheat.__name__)
def test_a_cheat_is_told_on_every_honest_screen_and_proven_by_every_file(
    cheat: type[Cheat],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    record_property: Record,
) -> None:
    sends(monkeypatch)
    at = company(cheat, moment(cheat.occasion))

    async def main() -> None:
        async with staged(at) as stage:
            await stage.convicted()
        (verdict,) = stage.verdicts()
        assert {seat for seat, _ in verdict} <= set(at.liars)
        check_screens(stage, tmp_path, monkeypatch)
        (first, *_) = verdict
        check_files(tmp_path, verdict, capsys)
        caught = ", ".join(f"seat {seat} in round {number}" for seat, number in verdict)
        line = (f"sockets: {cheat.group}", cheat.what, step(at.spec), f"round {first[1]}", str(first[0]), caught, "")
        record_property("cheat", line)

    run(main())


def check_screens(stage: Stage, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain interface's lines at every witness, each with a folder of its own for what it keeps."""
    for number, witness in enumerate(stage.witnesses):
        monkeypatch.setenv("KEEP_P2P_HOME", str(home / str(number)))
        place = Place(witness.session, PACKS)
        lines = [line for event in witness.seen for line in place.note(event)]
        stopped = [line for line in lines if line.startswith("STOPPED.")]
        assert len(stopped) == len(witness.accused) > 0
        roster = witness.peer.replica.table.genesis.roster
        for line, accused in zip(stopped, witness.accused, strict=True):
            assert accused.sentence and accused.sentence in line
            assert roster[accused.seat].name in line
            assert f"round {accused.round}" in line
        assert place.keep_transcript() is not None


def check_files(home: Path, verdict: tuple[tuple[int, int], ...], capsys: pytest.CaptureFixture[str]) -> None:
    """The evidence and the transcript of each witness, by the command that a stranger would use."""
    reports: dict[bytes, tuple[int, int]] = {}
    for folder in sorted(home.iterdir()):
        proven = set()
        for path in sorted(each for each in folder.rglob("*") if each.is_file()):
            data = path.read_bytes()
            if data not in reports:
                status = command(["verify", "--json", str(path)])
                found = json.loads(capsys.readouterr().out)
                assert (status, found["verdict"]) == (1, "foul"), found
                reports[data] = (found["seat"], found["round"])
            proven.add(reports[data])
            if path.suffix == ".transcript":
                assert reports[data] == verdict[0]
        assert set(verdict) <= proven, f"{folder.name} has not kept what proves it"


@pytest.mark.parametrize("cheat", NOT_TAKEN, ids=lambda cheat: cheat.__name__)
def test_what_is_not_taken_harms_nobody(
    cheat: type[Cheat], monkeypatch: pytest.MonkeyPatch, record_property: Record
) -> None:
    sends(monkeypatch)
    at = company(cheat, moment(cheat.occasion))

    async def main() -> None:
        async with staged(at) as stage:
            goal = at.spec.round + (0 if cheat in SAYS_NOTHING else GOES_ON)
            await until(lambda: all(each.peer.round >= goal for each in stage.witnesses))
            assert not [each for player in stage.witnesses for each in player.accused]
        line = (f"sockets: {cheat.group}", cheat.what, step(at.spec), "not taken", "nobody", "nobody is accused", "")
        record_property("cheat", line)

    run(main())


SAYS_NOTHING = (signing.OtherSpelling,)
"""Cheats after which the table waits for the cheat."""
