"""Play and publish one whole game of three seats, with what a checker must find in it.

    python3 tools/vectors_game.py             play games anew and write protocol/vectors/games/
    python3 tools/vectors_game.py --check     write nothing; exit 1 if what is there is not found as its JSON says

It keeps the smallest of some games in which Second Guess is played, a deck is shuffled again and a card is sent back,
and lays the board and the deck of the game beside it, so that the files stay good when the project's own packs change.
They are only made anew when the protocol or the rules are changed on purpose. The format is docs/vectors.md.
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

if __name__ == "__main__":
    from _setup import in_environment

    in_environment()

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

from _pipe import finish
from alone.transcript import read_file
from alone.verify import all_cards, dice_of, verify
from keep_p2p.packs import Packs, load_board, load_deck
from keep_p2p.rules.actions import Action, JudgeGuess, PlayBonus
from keep_p2p.table.effects import Ask
from keep_p2p.table.local import LocalTable, local_genesis
from keep_p2p.table.peer import Peer
from keep_p2p.table.verify import verify_transcript
from keep_p2p.table.view import View
from protocol.identity import Identity

DIRECTORY = ROOT / "protocol" / "vectors" / "games"
PACKS = ROOT / "keep_p2p" / "packs" / "data"
SEATS = 3
TRIES = 40
DICE = 8
"""How many dice of each event the JSON has; events of the game ask for one or two."""


class Source:
    """Bytes that are the same in every run."""

    def __init__(self, *name: object) -> None:
        self.name, self.calls = " ".join(map(str, name)), 0

    def __call__(self, size: int) -> bytes:
        """The next bytes."""
        self.calls += 1
        return hashlib.shake_256(f"{self.name} {self.calls}".encode()).digest(size)


def eager(seed: str) -> Callable[[View, Ask], Action]:
    """A player that plays every Bonus card it can and sends back what it is shown, and else does anything."""
    source = random.Random(seed)

    def choose(view: View, ask: Ask) -> Action:
        liked: list[Action] = [
            action for action in ask.actions if isinstance(action, PlayBonus) and action.guess is not None
        ]
        liked += [action for action in ask.actions if isinstance(action, JudgeGuess) and action.send_back]
        return source.choice(liked or ask.actions)

    return choose


def play(number: int, packs: Packs) -> bytes:
    """One whole game; the same each time for the same packs."""
    keys = [Identity.from_seed(Source("identity", number, seat)(32)) for seat in range(SEATS)]
    genesis = local_genesis(keys, packs, Source("nonces", number))
    peers = [Peer(genesis, packs, Source("seat", number, seat), key) for seat, key in enumerate(keys)]
    table = LocalTable(peers, [eager(f"choices {number} {seat}") for seat in range(SEATS)])
    table.start()
    table.run()
    return peers[0].transcript()


def rich(data: bytes) -> bool:
    """Whether all that is hard to check is in a game."""
    table = verify(data).table
    assert table is not None
    sent_back = any(commitment.returned for commitment in table.commitments)
    again = any(shuffle.count for shuffle in table.shuffles)
    return sent_back and again and len(table.answered) > 0


def expected(data: bytes, board: Path) -> dict[str, object]:
    """What a checker must find."""
    report, file = verify(data, board), read_file(data)
    table = report.table
    assert table is not None and report.verdict == "fair", report.reason
    marks = sorted({0, 1, 2, len(file.rounds) // 2, len(file.rounds)})
    return {
        "about": "A whole game of three seats (docs/protocol-rounds.md)",
        "game": report.game,
        "verdict": report.verdict,
        "rounds": report.rounds,
        "characters": [list(names) for names in table.characters],
        "history": {str(mark): file.history[mark].hex() for mark in marks},
        "events": [
            {"round": event.round, "outcome": event.outcome.hex(), "dice": list(dice)}
            for event, dice in zip(table.events, dice_of(table, DICE), strict=True)
        ],
        "cards": {deck: [cards[slot] for slot in sorted(cards)] for deck, cards in all_cards(table, file).items()},
        "turned_up": [[deck, slot, card] for (deck, slot), card in table.cards.items()],
        "marked_rooms": list(table.rooms or ()),
        "hilt": next(entries[0].content["room"] for entries in file.rounds if entries[0].kind == "unveil"),
        "answered": {str(place): here for place, here in table.answered.items()},
        "outcome": next(entries[0].content["outcome"] for entries in file.rounds if entries[0].kind == "final"),
    }


def write() -> None:
    """Play, choose and write."""
    DIRECTORY.mkdir(parents=True, exist_ok=True)
    for kind in ("board", "deck"):
        shutil.copyfile(PACKS / f"{kind}.toml", DIRECTORY / f"game-3.{kind}.toml")
    board, deck = (DIRECTORY / f"game-3.{kind}.toml" for kind in ("board", "deck"))
    packs = Packs(load_board(board), load_deck(deck))
    games = [data for number in range(TRIES) if rich(data := play(number, packs))]
    data = min(games, key=len)
    (DIRECTORY / "game-3.transcript").write_bytes(data)
    text = json.dumps(expected(data, board), indent=1, ensure_ascii=True)
    (DIRECTORY / "game-3.json").write_text(text + "\n", encoding="ascii")
    print(f"{len(games)} of {TRIES} games would do; the smallest has {len(data)} bytes")


def problems() -> list[str]:
    """What both checkers find otherwise than the JSON says."""
    data = (DIRECTORY / "game-3.transcript").read_bytes()
    board, deck = (DIRECTORY / f"game-3.{kind}.toml" for kind in ("board", "deck"))
    found = []
    if json.loads(json.dumps(expected(data, board))) != json.loads((DIRECTORY / "game-3.json").read_text("ascii")):
        found.append("game-3.json is not what the transcript says")
    report = verify_transcript(data, Packs(load_board(board), load_deck(deck)))
    if report.verdict.value != "fair":
        found.append(f"game-3.transcript is {report.verdict}: {report.reason}")
    return found


def main(arguments: list[str]) -> int:
    """Run the command; the exit status."""
    if arguments not in ([], ["--check"]):
        print("usage: python3 tools/vectors_game.py [--check]", file=sys.stderr)
        return 2
    if not arguments:
        write()
    found = problems()
    print("\n".join(found) or "the game is as its JSON says")
    return 1 if found else 0


if __name__ == "__main__":
    finish(lambda: main(sys.argv[1:]))
