"""What the files of finished games say, in words: who won, whom everybody played, how far it went."""

from __future__ import annotations

from keep_p2p.rules.awaited import Over, Reason
from keep_p2p.rules.names import Character
from keep_p2p.table.summary import Player, Summary
from keep_p2p.ui.names import SHORT, count, join

DAMAGED = "damaged: it does not tell how the game ended"
UNREADABLE = "damaged from its beginning on: no game can be read in it"
NOT_FINISHED = "stopped before its end: nobody won"
CUT = "the file is cut off: it does not tell how the game ended"


def how_said(summary: Summary) -> str:
    """Who won, or why that is not known, as the file says: the rest of a line that begins with the table's name."""
    if summary.damaged:
        return DAMAGED
    if summary.over is not None:
        return _won(summary.over, summary.players)
    return CUT if summary.cut else NOT_FINISHED


def _won(over: Over, players: tuple[Player, ...]) -> str:
    if not over.winners:
        return "abandoned: nobody won"
    names = join(players[seat].name for seat in over.winning_seats)
    if over.reason is Reason.HILT_FOUND:
        return f"{'the Hilt was found' if over.finder is None else f'{SHORT[over.finder]} found the Hilt'}: {names} won"
    if Character.MOLASAR in over.winners:
        names = f"Molasar ({names})"
    why = _WHY.get(over.reason)
    return f"{names} won" if why is None else f"{why}: {names} won"


_WHY = {
    Reason.MOLASAR_RESIGNED: "Molasar resigned",
    Reason.MOLASAR_CONVICTED: "Molasar broke the rules",
    Reason.NO_SEARCHERS: "no Searcher was left",
    Reason.ABANDONED: "abandoned",
}


def how_far(summary: Summary) -> str:
    """How long it was: Molasar's turns are the game's clock."""
    if summary.over is not None and summary.over.reason is Reason.TWELFTH_TURN:
        return "in Molasar's twelfth turn"
    return f"after {count(summary.meals, 'turn')} of Molasar" if summary.meals else "before Molasar's first turn"


def who_played(summary: Summary) -> str:
    """Everybody at the table with the characters they played; whom a computer played, unless that is so of all."""
    is_news = not all(player.computer for player in summary.players)
    return join(_player(player, is_news=is_news) for player in summary.players)


def _player(player: Player, *, is_news: bool) -> str:
    played = " and ".join(SHORT[character] for character in player.characters)
    computer = "computer" if is_news and player.computer and "computer" not in player.name.casefold() else ""
    told = ", ".join(filter(None, (computer, played)))
    return f"{player.name} ({told})" if told else player.name
