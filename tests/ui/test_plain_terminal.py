"""The line interface on a real pseudo-terminal."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.ui.tmux import Pane, needs_tmux

pytestmark = needs_tmux


def test_a_slip_on_ctrl_c_leaves_no_table_and_a_second_one_does(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "keep_p2p", "--plain", "open", "slip", "--name", "Anna"]
    with Pane(command, environ={"KEEP_P2P_HOME": str(tmp_path)}) as pane:
        pane.wait_for("Anna sits at the table slip")
        pane.press("C-c")
        pane.wait_for("Leave the table? Your seat becomes free.")
        pane.press("n", "o", "Enter")
        pane.wait_for("You stay.")
        pane.press("C-c")
        pane.wait_for("Ctrl-C once more leaves too.")
        pane.press("C-c")
        pane.wait_for("[ended]")
        assert "Stopped." in pane.text()
        assert pane.status_file.read_text().strip() == "130"
