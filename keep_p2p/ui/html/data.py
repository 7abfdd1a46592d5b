"""What the page's script needs of a replay: each step as what changed since the step before.

Everything is numbers and short lists: pawns by their place in `PAWNS`, rooms and secret doors by their place in the
board, characters in ID order, seats from 0. docs/interface.md lists the fields.
"""

from __future__ import annotations

from typing import Any

from keep_p2p.rules.names import BONUS_OF, DECK_CARDS, Bonus, Character, Deck, Hazard, Pawn, Room
from keep_p2p.rules.records import ConflictDecided, ConflictRevealed, DiceRolled, Moved, Record
from keep_p2p.rules.state import PAWN_INDEX, PAWNS, State
from keep_p2p.table.replay import Eyes, Lying, Moment, Replay
from keep_p2p.ui.cards import bonus_line, hazard_line
from keep_p2p.ui.html.svg import Drawing, doorway_points
from keep_p2p.ui.names import BONUS_NAME, FULL, HAZARD_NAME, Names
from keep_p2p.ui.replay_story import Reel, Step
from keep_p2p.ui.told import waiting_line

Json = Any
"""Numbers, texts, lists and maps of them."""

OUTSIDE, ABSENT = -1, -2
"""Where a pawn stands that stands in no room: outside the Keep; eaten or not in play."""

CHARACTERS = tuple(Character)


def page_data(reel: Reel, drawings: tuple[Drawing, ...]) -> dict[str, Json]:
    """All that the script reads, in one map."""
    return _Data(reel.replay, reel.names).all(reel, drawings)


class _Data:
    def __init__(self, replay: Replay, names: Names) -> None:
        self._replay = replay
        self._names = names
        self._rooms = {room.id: number for number, room in enumerate(names.board.rooms)}
        self._doors = {door.id: number for number, door in enumerate(names.board.secret_doors)}

    def all(self, reel: Reel, drawings: tuple[Drawing, ...]) -> dict[str, Json]:
        steps = [self._step(step) for step in reel.steps]
        return {
            "rooms": self._room_list(drawings),
            "ways": [[self._rooms[a], self._rooms[b], *at] for (a, b), at in doorway_points(self._names.board).items()],
            "doors": [door.name for door in self._names.board.secret_doors],
            "characters": [FULL[character] for character in CHARACTERS],
            "seats": [self._seat(number) for number in range(len(self._names.seats))],
            "conflict": self._conflict_cards(),
            "bonus": {card: [BONUS_NAME[kind], bonus_line(kind)] for card, kind in BONUS_OF.items()},
            "hazards": [[HAZARD_NAME[hazard], hazard_line(hazard)] for hazard in Hazard],
            "steps": _deltas(steps),
            **self._secrets(reel),
        }

    def _room_list(self, drawings: tuple[Drawing, ...]) -> list[Json]:
        places = {room: (drawing.region, place) for drawing in drawings for room, place in drawing.places.items()}
        found = []
        for room in self._names.board.rooms:
            region, place = places[room.id]
            found.append([room.name, region.value, place.x, place.y, place.left, place.right, place.pawns])
        return found

    def _seat(self, number: int) -> Json:
        seat = self._names.seats[number]
        return [seat.player, [CHARACTERS.index(character) for character in seat.characters]]

    def _conflict_cards(self) -> list[Json]:
        """Title and the four numbers of each Conflict card, in card order."""
        titles = self._names.titles or tuple(f"Card {card}" for card in DECK_CARDS[Deck.CONFLICT])
        cards = self._names.deck.cards
        return [[title, *card.molasar_side, *card.searcher_side] for title, card in zip(titles, cards, strict=True)]

    def _secrets(self, reel: Reel) -> dict[str, Json]:
        """The card of each slot, and from which step on each seat knows which."""
        secrets, replay = self._replay.secrets, self._replay
        step_of = [step.index for step in reel.steps for _ in range(step.first, step.last + 1)]
        index_of = {moment.round: moment.index for moment in replay.moments}
        known: list[list[Json]] = [[] for _ in self._names.seats]
        for item in secrets.seen:
            known[item.seat].append([step_of[index_of[item.round]], _slot_name(*item.key)])
        hidden = secrets.hilt is not None and secrets.hidden_in in index_of
        return {
            "eyes": [int(sight) if not isinstance(sight, Eyes) else sight.value for sight in replay.sights],
            "cards": {_slot_name(*key): card for key, card in secrets.cards.items()},
            "known": known,
            "hilt": [self._rooms[secrets.hilt], step_of[index_of[secrets.hidden_in]]]
            if hidden and secrets.hilt is not None
            else None,
        }

    # Steps

    def _step(self, step: Step) -> tuple[dict[str, Json], dict[str, Json]]:
        """What lasts, and what is of this step alone."""
        moment = self._replay.moments[step.last]
        records = [record for each in self._replay.moments[step.first : step.last + 1] for record in each.records]
        lasting = {"r": moment.round, "k": moment.checks, "w": self._waiting(moment), "u": int(moment.unveiled)}
        if moment.state is not None:
            lasting |= self._public(moment.state) | self._lying(moment)
        return lasting, self._happened(records)

    def _waiting(self, moment: Moment) -> str:
        return waiting_line(moment.awaits.speakers, self._names) if moment.awaits is not None else ""

    def _public(self, state: State) -> dict[str, Json]:
        found: dict[str, Json] = {f"p{n}": self._where(state, pawn) for n, pawn in enumerate(PAWNS)}
        for number, character in enumerate(CHARACTERS):
            found[f"c{number}"] = list(state.hand(character, Deck.CONFLICT))
            found[f"b{number}"] = list(state.hand(character, Deck.BONUS))
            found[f"f{number}"] = [self._doors[door] for door in state.found[number]]
        found["n"] = [CHARACTERS.index(character) for character in state.characters]
        found["t"] = [CHARACTERS.index(state.turn), state.turn_number, int(state.extra)]
        found["e"] = [PAWN_INDEX[guard] for guard in state.eaten]
        found["h"] = [list(Hazard).index(hazard) for hazard in state.hazards]
        found["l"] = [len(state.pile(deck)) for deck in Deck]
        found["d"] = [list(state.discards(deck)) for deck in Deck]
        found["x"] = [self._rooms[room] for room in state.proven]
        found["y"] = -1 if state.hilt_proven is None else self._rooms[state.hilt_proven]
        found["o"] = int(state.power_failure)
        found["a"] = self._fight(state)
        found["v"] = None if state.over is None else [CHARACTERS.index(winner) for winner in state.over.winners]
        return found

    def _where(self, state: State, pawn: Pawn) -> int:
        room = state.where(pawn)
        if room is not None:
            return self._rooms[room]
        return OUTSIDE if isinstance(pawn, Character) and state.is_outside(pawn) else ABSENT

    def _fight(self, state: State) -> Json:
        """Searcher, enemy, room, defender or -1, whose cards lie face down (1 Molasar's, 2 the defender's), Blade."""
        fight = state.conflict
        if fight is None:
            return None
        defender = -1 if fight.defender is None else CHARACTERS.index(fight.defender)
        down = int(fight.molasar_committed) + 2 * int(fight.defender_committed)
        searcher, enemy = PAWN_INDEX[fight.searcher], PAWN_INDEX[fight.enemy]
        return [searcher, enemy, self._rooms[fight.room], defender, down, int(fight.blade), int(fight.undecided)]

    def _lying(self, moment: Moment) -> dict[str, Json]:
        """Of each card face down: its slot, and the seats that know that it lies there."""
        if Eyes.ALL not in self._replay.sights:
            return {}
        found = []
        for lying in self._replay.lying(moment.index, Eyes.ALL):
            if lying.slot is not None:
                found.append([CHARACTERS.index(lying.character), lying.slot, self._who_knows(moment, lying)])
        return {"g": found}

    def _who_knows(self, moment: Moment, lying: Lying) -> list[int]:
        seats = self._replay.secrets.seats
        return [seat for seat in seats if lying in self._replay.lying(moment.index, seat)]

    def _happened(self, records: list[Record]) -> dict[str, Json]:
        """Moves with their paths, dice, cards turned up and what came of them."""
        found: dict[str, Json] = {}
        moves = [self._move(record) for record in records if isinstance(record, Moved) and record.path]
        rolls = [list(record.values) for record in records if isinstance(record, DiceRolled)]
        shown = [self._revealed(record) for record in records if isinstance(record, ConflictRevealed)]
        decided = [_decided(record) for record in records if isinstance(record, ConflictDecided)]
        for key, value in (("M", moves), ("D", rolls), ("R", shown[-1:]), ("V", decided[-1:])):
            if value:
                found[key] = value if key in "MD" else value[0]
        return found

    def _move(self, record: Moved) -> Json:
        return [PAWN_INDEX[record.pawn], *(self._room(room) for room in (record.start, *record.path))]

    def _room(self, room: Room | None) -> int:
        return OUTSIDE if room is None else self._rooms.get(room, OUTSIDE)

    def _revealed(self, record: ConflictRevealed) -> Json:
        names = {"fonescu": FULL[Character.FONESCU], "glaeken": "Glaeken", "blade": BONUS_NAME[Bonus.BLADE]}
        return [
            PAWN_INDEX[record.searcher],
            PAWN_INDEX[record.enemy],
            CHARACTERS.index(record.defender),
            record.molasar_card,
            record.molasar_value,
            record.searcher_card,
            record.searcher_value,
            [[names.get(reason, reason), value] for reason, value in record.bonuses],
        ]


def _decided(record: ConflictDecided) -> Json:
    """The winner's character (-1: a tie) and the difference."""
    return [-1 if record.winner is None else CHARACTERS.index(record.winner), record.difference]


def _slot_name(deck: Deck, slot: int) -> str:
    return f"{deck.value[0]}{slot}"


def _deltas(steps: list[tuple[dict[str, Json], dict[str, Json]]]) -> list[dict[str, Json]]:
    """Each step with what lasts only where it changed."""
    found, before = [], dict[str, Json]()
    for lasting, alone in steps:
        changed = {key: value for key, value in lasting.items() if key not in before or before[key] != value}
        found.append(changed | alone)
        before = lasting
    return found
