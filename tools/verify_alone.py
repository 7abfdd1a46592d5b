"""Check the cryptography of a transcript with a checker that shares no code with the game.

    python3 tools/verify_alone.py FILE [--json] [--board FILE.toml]

It was written from docs/protocol.md, docs/protocol-rounds.md and docs/protocol-cards.md alone, and needs only
`rbcl` and `cryptography`. It knows neither the rules nor the board; what it took as given for want of them it says.
With `--board` it reads the names of the marked rooms, and checks the Hilt's proof and slip as well. Exit status: 0
fair (also as far as an unfinished game goes), 1 foul or altered, 2 not a readable transcript.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

if __name__ == "__main__":
    from _setup import in_environment

    in_environment()

sys.path.insert(0, str(Path(__file__).resolve().parent))

from _pipe import finish
from alone.verify import Report, verify


def sentence(report: Report) -> str:
    """The report for people."""
    if report.verdict == "fair":
        lines = [f"Fair: {report.rounds} rounds of the game {report.game}."]
    elif report.verdict == "foul":
        lines = [f"Foul: seat {report.seat} in round {report.round}: {report.reason}."]
    else:
        lines = [f"{report.verdict.capitalize()}: {report.reason}."]
    if report.checks:
        lines.append("Checked: " + ", ".join(f"{count} {what}" for what, count in sorted(report.checks.items())) + ".")
    lines += [f"Taken as given: {what}." for what in report.given]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Run the command; the exit status."""
    parser = argparse.ArgumentParser(description="Check the cryptography of a transcript.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="one JSON object instead of sentences")
    parser.add_argument("--board", type=Path, help="the board's TOML file, for the names of the marked rooms")
    options = parser.parse_args(arguments)
    try:
        data = options.file.read_bytes()
    except OSError as problem:
        print(f"{options.file}: {problem.strerror}", file=sys.stderr)
        return 2
    report = verify(data, options.board)
    print(json.dumps(report.plain()) if options.json else sentence(report))
    return report.exit_status


if __name__ == "__main__":
    finish(main)
