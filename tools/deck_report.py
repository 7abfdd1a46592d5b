"""Prints what a Conflict deck does: how often Searchers win, how often it is a tie, how far the loser retreats.

    python3 tools/deck_report.py [DECK.toml] [--conflicts N] [--seed S]

Sensible play is modelled plainly: everybody plays the highest number of the hand for the conflict at
hand. "Fresh" hands are three and four cards just dealt. "Played" hands are those of a running game:
cards used are replaced, so what was not worth playing stays in the hand; Molasar fights in every
conflict, a Searcher in one of so many as there are defenders. Abilities and The Blade are left out.
Players of whole games also save cards for the conflicts that matter, which helps the side that has more
hands: there Searchers win somewhat more often.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

if __name__ == "__main__":
    from _setup import in_environment

    in_environment()

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from _pipe import finish
from keep_p2p.packs import PackError, load_deck
from keep_p2p.rules.board import ConflictDeck
from keep_p2p.rules.names import Card, Character

MOLASAR_HAND = 4
SEARCHER_HAND = 3
"""Cards in a hand (ruling S4)."""

LONGEST = 7
"""Differences of this many rooms and more are counted together."""


@dataclass
class Tally:
    """What came of many conflicts, counted once each: ties are played again and counted as shows."""

    conflicts: int = 0
    shows: int = 0
    ties: int = 0
    won: int = 0
    differences: dict[bool, list[int]] = field(default_factory=lambda: {True: [], False: []})

    def show(self, molasar: int, searcher: int) -> bool:
        """Count one pair of cards turned up; whether it decided the conflict."""
        self.shows += 1
        if molasar == searcher:
            self.ties += 1
            return False
        self.conflicts += 1
        self.won += searcher > molasar
        self.differences[searcher > molasar].append(abs(searcher - molasar))
        return True

    def line(self) -> str:
        """One line of figures."""
        mean = {who: sum(found) / max(1, len(found)) for who, found in self.differences.items()}
        return (
            f"Searcher wins {self.won / self.conflicts:5.1%}   ties {self.ties / self.shows:5.1%} of shows   "
            f"retreat: loser Searcher {mean[False]:.1f} rooms, loser enemy {mean[True]:.1f}"
        )

    def histogram(self) -> str:
        """How long the retreats are, in per cent of conflicts."""
        lengths = [min(way, LONGEST) for found in self.differences.values() for way in found]
        shares = ((way, lengths.count(way) / len(lengths)) for way in range(1, LONGEST + 1))
        return "  ".join(f"{way}{'+' if way == LONGEST else ''}: {share:.0%}" for way, share in shares)


class Stock:
    """The draw pile and the discards (ruling C8)."""

    def __init__(self, deck: ConflictDeck, random: Random) -> None:
        self._random = random
        self._pile = [card.card for card in deck.cards]
        self._discards: list[Card] = []
        random.shuffle(self._pile)

    def draw(self, count: int = 1) -> list[Card]:
        """The next cards, the discards shuffled back in when the pile is empty."""
        drawn = []
        for _ in range(count):
            if not self._pile:
                self._pile, self._discards = self._discards, []
                self._random.shuffle(self._pile)
            drawn.append(self._pile.pop())
        return drawn

    def discard(self, card: Card) -> None:
        """A used card."""
        self._discards.append(card)


def best(deck: ConflictDeck, hand: Sequence[Card], player: Character, against_molasar: bool) -> Card:
    """The card with the highest number for this conflict; of equals, the one that is worth less in the other kind."""
    return max(
        hand,
        key=lambda card: (
            deck.value(card, player, against_molasar=against_molasar),
            -deck.value(card, player, against_molasar=not against_molasar),
            card,
        ),
    )


def fresh(deck: ConflictDeck, against_molasar: bool, conflicts: int, random: Random) -> Tally:
    """Conflicts between newly dealt hands."""
    tally = Tally()
    for _ in range(conflicts):
        stock = Stock(deck, random)
        molasar = best(deck, stock.draw(MOLASAR_HAND), Character.MOLASAR, against_molasar)
        searcher = best(deck, stock.draw(SEARCHER_HAND), Character.EVA, against_molasar)
        tally.show(
            deck.value(molasar, Character.MOLASAR, against_molasar=against_molasar),
            deck.value(searcher, Character.EVA, against_molasar=against_molasar),
        )
    return tally


def played(deck: ConflictDeck, searchers: int, share: float, conflicts: int, random: Random) -> dict[bool, Tally]:
    """Conflicts of running games of 20 conflicts each; ``share`` of them against Molasar himself (key True)."""
    tallies = {True: Tally(), False: Tally()}
    for _ in range(conflicts // 20):
        stock = Stock(deck, random)
        molasar = stock.draw(MOLASAR_HAND)
        hands = [stock.draw(SEARCHER_HAND) for _ in range(searchers)]
        for _ in range(20):
            against_molasar = random.random() < share
            attacked = random.randrange(searchers)
            defender = random.choice([number for number in range(searchers) if number != attacked])
            decided = False
            while not decided:
                theirs = best(deck, molasar, Character.MOLASAR, against_molasar)
                ours = best(deck, hands[defender], Character.EVA, against_molasar)
                decided = tallies[against_molasar].show(
                    deck.value(theirs, Character.MOLASAR, against_molasar=against_molasar),
                    deck.value(ours, Character.EVA, against_molasar=against_molasar),
                )
                for hand, card in ((molasar, theirs), (hands[defender], ours)):
                    hand.remove(card)
                    stock.discard(card)
                    hand += stock.draw()
    return tallies


def report(deck: ConflictDeck, conflicts: int, seed: int) -> Iterator[str]:
    """The figures as lines of text."""
    random = Random(seed)
    sides = {"Molasar's side": Character.MOLASAR, "Searcher's side": Character.EVA}
    for name, player in sides.items():
        for against, word in ((True, "molasar"), (False, "guard")):
            numbers = sorted(deck.value(card.card, player, against_molasar=against) for card in deck.cards)
            yield f"{name:16} {word:8} mean {sum(numbers) / len(numbers):.2f}   {' '.join(map(str, numbers))}"
    for against, word in ((True, "Molasar"), (False, "a guard")):
        tally = fresh(deck, against, conflicts, random)
        yield f"fresh hands, against {word:8} {tally.line()}"
        yield f"    retreats  {tally.histogram()}"
    for searchers in (3, 4, 5):
        tallies = played(deck, searchers, 0.35, conflicts, random)
        for against, word in ((True, "Molasar"), (False, "a guard")):
            yield f"played, {searchers} Searchers, {word:8}  {tallies[against].line()}"
            yield f"    retreats  {tallies[against].histogram()}"


def main() -> int:
    """Print the report; 2 and one sentence when the pack cannot be used."""
    parser = argparse.ArgumentParser(description="What a Conflict deck does.")
    parser.add_argument("deck", nargs="?", type=Path, help="a deck pack (the default one if left out)")
    parser.add_argument("--conflicts", type=int, default=20_000, help="how many to try for each line")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same figures")
    options = parser.parse_args()
    try:
        deck = load_deck(options.deck).deck
    except PackError as error:
        print(error, file=sys.stderr)
        return 2
    for line in report(deck, max(20, options.conflicts), options.seed):
        print(line)
    return 0


if __name__ == "__main__":
    finish(main)
