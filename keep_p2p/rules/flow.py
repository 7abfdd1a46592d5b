"""The table of all chapters, and the one loop that carries the game to the next thing awaited."""

from __future__ import annotations

from typing import Any

from keep_p2p.rules import frames
from keep_p2p.rules.awaited import Awaited
from keep_p2p.rules.chapter import Chapter
from keep_p2p.rules.conflict import FightingChapter
from keep_p2p.rules.dealing import DealingChapter, DiscardingChapter, ask_owed
from keep_p2p.rules.guards import GuardDiceChapter, GuardFoundChapter, GuardMovingChapter, GuardRollingChapter
from keep_p2p.rules.hazard_effects import LightingChapter, SpreadingChapter, SummoningChapter
from keep_p2p.rules.molasar_turn import FeedingChapter, MolasarMovingChapter, MolasarRollingChapter
from keep_p2p.rules.moves import FailedSearchChapter, MovingChapter, RollingChapter
from keep_p2p.rules.retreat import ConflictChapter
from keep_p2p.rules.searcher_turn import BeforeRollChapter, ComingBackChapter, FavourChapter
from keep_p2p.rules.setup import SettingUpChapter
from keep_p2p.rules.state import Draft, Table
from keep_p2p.rules.turns import AnsweringChapter, SecondWindChapter

CHAPTERS: dict[type[frames.Frame], Chapter[Any]] = {
    frames.Dealing: DealingChapter(),
    frames.Discarding: DiscardingChapter(),
    frames.SettingUp: SettingUpChapter(),
    frames.ComingBack: ComingBackChapter(),
    frames.BeforeRoll: BeforeRollChapter(),
    frames.Favour: FavourChapter(),
    frames.Rolling: RollingChapter(),
    frames.FailedSearch: FailedSearchChapter(),
    frames.Moving: MovingChapter(),
    frames.Feeding: FeedingChapter(),
    frames.MolasarRolling: MolasarRollingChapter(),
    frames.MolasarMoving: MolasarMovingChapter(),
    frames.GuardDice: GuardDiceChapter(),
    frames.GuardRolling: GuardRollingChapter(),
    frames.GuardFound: GuardFoundChapter(),
    frames.GuardMoving: GuardMovingChapter(),
    frames.Spreading: SpreadingChapter(),
    frames.Lighting: LightingChapter(),
    frames.Summoning: SummoningChapter(),
    frames.Fighting: FightingChapter(),
    frames.Conflict: ConflictChapter(),
    frames.Answering: AnsweringChapter(),
    frames.SecondWind: SecondWindChapter(),
}
"""The rules of each kind of frame."""


def chapter(t: Table) -> Chapter[Any]:
    """The rules of what is going on. Not once the game is over."""
    return CHAPTERS[type(t.top)]


def cards_are_owed(t: Table) -> bool:
    """Whether the next thing is a card owed, before what is on top of the stack goes on."""
    return bool(t.owed) and not isinstance(t.top, frames.Dealing)


def awaited_of(t: Table) -> Awaited:
    """What is awaited, once `advance` has run."""
    if t.over is not None:
        return t.over
    return ask_owed(t) if cards_are_owed(t) else chapter(t).ask(t, t.top)


def advance(d: Draft) -> None:
    """Do all that needs no answer, and give all answers that are the only ones, until something is awaited."""
    while d.over is None and not cards_are_owed(d):
        rules, frame = chapter(d), d.top
        if rules.settle(d, frame):
            continue
        action = rules.sole(d, frame)
        if action is None:
            return
        rules.act(d, frame, action)
