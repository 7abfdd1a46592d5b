"""What the table says about itself: its title, how fair it is so far, and the help that fits the moment."""

from __future__ import annotations

from keep_p2p.rules.awaited import Decide
from keep_p2p.rules.game import awaited
from keep_p2p.rules.names import Character
from keep_p2p.rules.state import State
from keep_p2p.ui.checked import WHAT_IS_CHECKED, proofs_checked
from keep_p2p.ui.facts import setting_up
from keep_p2p.ui.names import count
from keep_p2p.ui.screen.area import Span
from keep_p2p.ui.screen.base import Help
from keep_p2p.ui.screen.glyphs import GlyphSet
from keep_p2p.ui.screen.paths import short_path
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.table_layout import Pieces
from keep_p2p.ui.screen.table_model import TableModel
from keep_p2p.ui.table.advice import ADVICE, said_by
from keep_p2p.ui.told import STOPS_FOR_ALL
from keep_p2p.ui.words import MOLASAR_TURNS

_CHOOSING_KEYS = (
    ("arrows", "go to the next room or line that may be chosen; Tab goes through all of them"),
    ("Enter", "choose what is pointed at: only now is it sent; until then Esc takes it back"),
    ("1-9", "go to a line of the list"),
    ("w", "give a walk step by step, to choose another way"),
    ("mouse", "click a room or a line to point at it, again to choose it; the wheel scrolls the map"),
)  # fmt: skip
"""While something is asked."""

_KEYS = (
    ("v", "look around: arrows go from room to room, and what is there is told"),
    ("s", "how it stands: where everybody is, and who plays whom"),
    ("PgUp, PgDn", "scroll the story"),
)  # fmt: skip

_OWN_KEYS = (
    ("G", "switch the guide for the first game on or off"),
    ("r", "recap: what has happened since your own last turn (below the rule: since your last answer)"),
)
"""What an onlooker, who has no turns, has no use for."""


def standing_title(pieces: Pieces, *, named: bool = True) -> str:
    """How far the game is, and (``named``) the table's name: ``Turn 3 of 12, 9 guards left (Mill)``.

    An onlooker's says first that it is one: ``Watching: turn 3 of 12, 9 guards left (Mill)``.
    """
    model = pieces.model
    name = f" ({model.table})" if model.table and named else ""
    told = _standing(pieces.state)
    return f"Watching: {told[:1].lower()}{told[1:]}{name}" if model.watching else f"{told}{name}"


def _standing(state: State | None) -> str:
    if state is None or setting_up(state):
        return "Setting up"
    left = count(len(state.guards_left), "guard")
    dark = ", POWER FAILURE" if state.power_failure else ""
    last = ", THE LAST" if state.turn_number == MOLASAR_TURNS and state.turn.is_searcher else ""
    return f"Turn {state.turn_number} of {MOLASAR_TURNS}{last}, {left} left{dark}"


def leaving(model: TableModel) -> str:
    """What leaving a running game means for oneself and for the others, and what is left of it."""
    seats = () if model.lobby is None else model.lobby.seats
    alone = bool(seats) and all(seat.computer or seat.own for seat in seats)
    means = "This game cannot be continued later." if alone else STOPS_FOR_ALL
    place = "" if model.kept_in is None else f" in {short_path(model.kept_in)}"
    return f"Leave the table? {means} What was played so far is kept{place}, and 'Finished games' at home shows it."


def fairness(model: TableModel, glyphs: GlyphSet) -> tuple[Span, ...]:
    """How many proofs were checked and that all held; or whose did not."""
    if model.convicted is not None and model.now is not None:
        who = model.now.names.player(model.convicted.seat)
        return ((f"{glyphs.no} Not all held: {who} broke the rules (round {model.convicted.round})", Role.BAD),)
    if not model.checked:
        return ((f"{glyphs.yes} every step will be checked", Role.BAR),)
    return ((f"{glyphs.yes} {proofs_checked(model.checked)}, all held", Role.BAR),)


def help_at(pieces: Pieces) -> Help:
    """What can be done now, which rulings say so, and the chapters of the rules that fit."""
    state, choosing = pieces.state, pieces.choosing
    wanted = None if state is None or state.over is not None else awaited(state)
    glyphs = pieces.desk.look.glyphs
    signs = _signs(glyphs, _finders(pieces))
    keys = _KEYS if pieces.model.watching else (*_KEYS, *_OWN_KEYS)
    if choosing is not None:
        advice = ADVICE[choosing.decide.decision]
        now = (f"You are asked. {advice.text}", said_by(advice.rulings))
        return Help(
            (*now, signs[0], signs[1], _choice_sign(glyphs), *signs[2:]),
            (*_CHOOSING_KEYS, *keys),
            advice.topics,
            advice.rulings,
        )
    waiting = "Nothing is asked of you now. Look around, read the story, or look at your cards."
    if pieces.model.watching:
        waiting = "You look on: nothing is asked of you, and you see no hidden card. Look around, or read the story."
    if isinstance(wanted, Decide):
        advice = ADVICE[wanted.decision]
        told = f"Who is asked may: {advice.text} {said_by(advice.rulings)}"
        return Help((waiting, told, *signs), keys, advice.topics, advice.rulings)
    return Help((waiting, *signs), keys, ("minute", "fairness"))


def _finders(pieces: Pieces) -> str:
    """By whom a door must be found for the sign that says so."""
    now = pieces.now
    if now is None or now.names.you is None:
        return "any Searcher"
    return "your guards (you may use it all the same)" if now.names.is_yours(Character.MOLASAR) else "you"


def _signs(glyphs: GlyphSet, finders: str) -> tuple[str, ...]:
    marks = glyphs.map
    return (
        "Pawns: E Eva, F Father Fonescu, C Dr. Cuza, G Glaeken, W Captain Woermann, M Molasar; a to l are the guards.",
        f"Signs: {marks.entry} entry   {marks.marked} marked room   {marks.proven} proven empty   {marks.hilt} the Hilt"
        f"   {marks.stairs} stairs   {marks.secret_door}3 secret door 3, not found by {finders}"
        f"   {glyphs.door_found}3 found",
        "Beside each name: Conflict cards + Bonus cards in hand; for Molasar, Conflict cards + Hazards not yet played. "
        f"{glyphs.no}: there is no link to that player for now.",
        WHAT_IS_CHECKED,
    )


def _choice_sign(glyphs: GlyphSet) -> str:
    return (
        f"When you choose: {glyphs.here} may be chosen   3 so many rooms to walk   ! somebody is there to fight"
        f"   {glyphs.card} only with your card Pass   {glyphs.pointer} pointed at."
    )
