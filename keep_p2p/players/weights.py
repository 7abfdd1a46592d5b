"""What the computer players weigh, as numbers. Found by playing thousands of games of old numbers against new."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Lengths are in rooms to go, dangers and values in parts of a won game, unless said otherwise."""

    lasting: float = 0.75
    """The chance that a Searcher has another turn, in the thoughts about its danger."""
    driven: float = 0.6
    """The chance that it is driven back in one, in the same."""
    rival: float = 3.0
    """Handicap of a marked room that another Searcher reaches first."""
    suspect: float = 4.0
    """Rooms farther that a Searcher goes to a marked room in which a guard stands: Molasar may have a reason."""
    guard_toll: float = 2.5
    """What fighting past a guard costs a Searcher."""
    molasar_toll: float = 3.0
    """What Molasar in the way costs a Searcher: he will have jumped away before long."""
    camp_toll: float = 1.0
    """What a guard in the marked room itself costs more: it has to be beaten, no way leads round it."""
    closed_toll: float = 6.0
    """What a room costs in which others fight: nobody may enter."""
    threat: float = 0.5
    """What standing next to an enemy costs a Searcher, fading with the distance."""
    card: float = 1.2
    """What a Bonus card is worth, kept in the hand."""
    bluff: float = 0.3
    """The part of Molasar's attention that goes to marked rooms without the Hilt."""
    reveal: float = 0.12
    """What proving a room empty costs Molasar."""
    guard: float = 0.02
    """What a guard is worth anywhere."""
    block: float = 0.5
    """The part of an attack's worth that a guard in the only way has, were the Searcher to meet it next turn."""
    near: float = 0.3
    """The part of an attack's worth that a guard beside the Searcher has, for the next turn."""
    camp: float = 0.5
    """What a guard in a marked room is worth with a Searcher one step away."""
    favour: float = 2.5
    """Rooms that moving one guard away must save."""
    entrance: float = 1.0
    """Rooms to go that Secret Entrance must save."""
    push: float = 1.0
    """What moving a guard must bring Woermann, in rooms."""
    fight: float = 2.5
    """What a conflict costs a Searcher in the mean, in rooms."""
    win: float = 0.65
    """Molasar's chance in a conflict, in the mean."""
    beaten: float = 0.03
    """What losing a conflict costs Molasar: the guard is sent away and a Bonus card is drawn."""
    doom: float = 1.0
    """What hangs on a Searcher that stands in the Hilt's room, besides its danger."""
    save: float = 0.03
    """What a point of a Conflict card's number is worth, kept in the hand."""
    usual_stake: float = 0.12
    """The danger that usually hangs on a conflict."""
    hide: float = 4.0
    """Rooms farther that make a Hilt room twice as likely."""
    spread: float = 0.05
    """What taking one Bonus card is worth to Molasar."""
    dark: float = 0.2
    """What a turn in the dark is worth, for each Searcher times its danger squared."""
    patience: float = 0.2
    """What a Hazard must do early in the game to be played."""
    search: float = 0.15
    """What a guard die must be able to do in the pool to be kept from searching."""
    probe: float = 2.0
    """What walking Molasar into a marked room is worth to a Searcher, in rooms."""
    jealous: float = 5.0
    """Rooms to go within which a defender would rather win himself, the Hilt's room being known."""
    guess: float = 0.9
    """The stake, in usual ones, from which a Second Guess is played."""
    chain: float = 0.02
    """What another conflict after a retreat is worth besides."""
    step: float = 0.002
    """What a room of the guards' pool is worth."""


DEFAULT = Weights()
