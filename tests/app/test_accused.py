"""What a player reads and keeps when somebody is proven to have cheated."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from keep_p2p.app.place import Place
from keep_p2p.net.events import GameBegan
from keep_p2p.table.effects import Accused
from keep_p2p.table.verify import Verdict, verify_file
from protocol.entry import Body, sign_entry
from tests.table.games import PACKS, played


@pytest.mark.parametrize("cheat", range(3))
def test_the_screen_names_the_player_the_outcome_and_the_proof(
    cheat: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path))
    table = played(3, "accused")
    peer = table.peers[(cheat + 1) % 3]
    place = Place(cast("Any", SimpleNamespace(peer=peer)), PACKS)
    place.note(GameBegan(peer.replica.signed, peer.seat))
    identity, entry = table.peers[cheat].identity, peer.replica.rounds[0][cheat]
    assert identity is not None
    fields: dict[str, Any] = {**entry.body.plain(), "content": {}}
    effects = peer.receive(sign_entry(identity, Body(**fields)).to_bytes())
    (accused,) = [each for each in effects if isinstance(each, Accused)]
    lines = place.note(accused)
    assert lines[0].startswith(f"STOPPED. Player {cheat + 1} (")
    assert "broke the rules in round 1 by saying two different things" in lines[0]
    assert lines[1].startswith("The game ends here")
    (kept,) = tmp_path.rglob("*.evidence")
    assert str(kept) in lines[2]
    report = verify_file(kept.read_bytes(), PACKS)
    assert (report.verdict, report.seat, report.round) == (Verdict.FOUL, cheat, 1)
    said = accused.sentence.partition(" broke ")[2]
    assert report.reason.endswith(said), "the file and the screen say the same"
