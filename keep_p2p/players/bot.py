"""A computer player: one seat, one seed, one look at the table for each question."""

from __future__ import annotations

from hashlib import blake2b
from random import Random

from keep_p2p.players import conflict, gentle, molasar, searcher
from keep_p2p.players.manner import Manner
from keep_p2p.players.sight import Sight
from keep_p2p.players.threat import Threat
from keep_p2p.players.weights import DEFAULT, Weights
from keep_p2p.rules.actions import Action
from keep_p2p.rules.awaited import Decide, Decision
from keep_p2p.rules.names import Character, Seat
from keep_p2p.table.view import View


class Bot:
    """Plays ``seat``. The same seed and view give the same choice; nothing is remembered between choices.

    ``seed`` (any length) decides where two choices are alike, where the Hilt lies, and which rooms Molasar bluffs with.
    ``manner`` is how he plays Molasar; a Searcher is played to win in each.
    """

    def __init__(self, seat: Seat, seed: bytes, weights: Weights = DEFAULT, manner: Manner = Manner.TO_WIN) -> None:
        self.seat = seat
        self._seed = blake2b(seed, digest_size=16, person=b"keep-player").digest()
        self._weights = weights
        self._manner = manner
        self._decoys: tuple[float, ...] = ()

    def choose(self, view: View, decide: Decide, actions: tuple[Action, ...]) -> Action:
        """One of ``actions`` (not empty), the answer to ``decide``, which asks this seat."""
        if len(actions) == 1:
            return actions[0]
        sight = Sight(view, self._weights)
        if decide.character is Character.MOLASAR:
            if self._manner is Manner.GENTLE:
                actions = gentle.spared(sight, decide, actions)
            return self._as_molasar(sight, decide, actions)
        return self._as_searcher(sight, decide, actions)

    def _threat(self, sight: Sight) -> Threat:
        """What Molasar fears; a Searcher, who knows no better, takes all marked rooms alike."""
        count = len(sight.tables.marked)
        if len(self._decoys) != count:
            self._decoys = molasar.decoys(self._seed, count)
        return Threat(sight, self._decoys)

    def _random(self, sight: Sight, decide: Decide) -> Random:
        """Chance that is the same for the same seed and view."""
        spot = f"{sight.state.turn_number}/{decide.decision}/{sight.state.bonus_cards.hands}"
        return Random(self._seed + spot.encode())

    def _as_molasar(self, sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> Action:
        threat = self._threat(sight)
        match decide.decision:
            case Decision.HIDE_HILT:
                return molasar.hide_hilt(sight, actions, self._random(sight, decide))
            case Decision.FEED:
                return molasar.feed(sight, threat, actions)
            case Decision.MOLASAR_MOVE:
                return molasar.molasar_move(sight, threat, actions)
            case Decision.GUARD_DIE:
                return molasar.guard_die(sight, threat, actions)
            case Decision.GUARD_FOUND | Decision.GUARD_MOVE:
                return molasar.guard_move(sight, threat, actions)
            case Decision.SUMMON:
                return molasar.summon(sight, threat, actions)
            case Decision.PICK_BONUS:
                return molasar.pick_bonus(actions, self._random(sight, decide))
            case Decision.PICK_CONFLICT:
                return molasar.pick_conflict(sight, threat, actions)
            case Decision.COMMIT_CARD:
                return conflict.commit_card(sight, threat, decide, actions)
            case Decision.RETREAT:
                return conflict.retreat(sight, threat, decide, actions)
            case _:
                return actions[0]

    def _as_searcher(self, sight: Sight, decide: Decide, actions: tuple[Action, ...]) -> Action:
        match decide.decision:
            case Decision.PLACE:
                return searcher.place(sight, decide, actions)
            case Decision.BEFORE_ROLL:
                return searcher.before_roll(sight, decide, actions)
            case Decision.GUARD_FAVOUR:
                return searcher.guard_favour(sight, decide, actions)
            case Decision.FAILED_SEARCH:
                return searcher.failed_search(sight, decide, actions)
            case Decision.MOVE:
                return searcher.move(sight, decide, actions)
            case Decision.SECOND_WIND:
                return searcher.second_wind(sight, decide, actions)
            case Decision.FLASHLIGHT:
                return searcher.flashlight(sight, decide, actions)
            case Decision.DISCARD_BONUS:
                return searcher.discard_bonus(sight, decide, actions)
            case Decision.PICK_CONFLICT:
                return conflict.pick_conflict(sight, decide, actions)
            case Decision.NAME_DEFENDER:
                return conflict.name_defender(sight, actions)
            case Decision.COMMIT_CARD:
                return conflict.commit_card(sight, self._threat(sight), decide, actions)
            case Decision.CONFLICT_BONUS:
                return conflict.conflict_bonus(sight, self._threat(sight), decide, actions)
            case Decision.JUDGE_GUESS:
                return conflict.judge_guess(sight, decide, actions)
            case Decision.RETREAT:
                return conflict.retreat(sight, self._threat(sight), decide, actions)
            case _:
                return actions[0]


__all__ = ["Bot"]
