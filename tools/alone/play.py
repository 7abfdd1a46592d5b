"""The rounds of a game, as far as they need no rules (docs/protocol-rounds.md)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence

from alone import beacon
from alone.acts import act, answer, peek, reveal
from alone.encoding import BadEncoding, data_of, digest, shaped
from alone.ending import disclose, final, result, unveil
from alone.group import IDENTITY, BadProof, read_point, read_points, total
from alone.proofs import ShuffleStatement, check_key, check_shares, read_ciphertexts
from alone.table import CARDS, MOLASAR, SEARCHERS, Chain, Event, Foul, ShuffleDone, SlotKey, Table, exactly
from alone.transcript import Entry

Round = Sequence[Entry]

EVERYBODY = ("keys", "lot", "tips", "roll", "final", "disclose", "result")
AFTER: dict[str, tuple[str, ...]] = {
    "keys": ("keys",),
    "lot": ("lot",),
    "shuffle": ("shuffle",),
    "deal": ("draw",),
    "hide": ("act",),
    "play": ("act", "roll", "tips", "draw", "reveal", "answer", "shuffle", "unveil"),
    "draw": ("draw",),
    "peek": ("peek",),
    "judge": ("act",),
    "final": ("final",),
    "disclose": ("disclose",),
    "result": ("result",),
    "over": (),
}
"""For each stage of the game the kinds of rounds that may be next."""


class Missing(Exception):
    """A round is not complete: no seat is to blame for what a file leaves out."""


def play_round(table: Table, entries: Round) -> None:
    """Check one round and take it. Foul names the seat that broke something, Missing a round that is not whole."""
    if table.stage == "over":
        raise Missing(f"round {entries[0].round} follows the end of the game")
    _check_kinds(table, entries)
    kind = entries[0].kind
    if speakers(table, kind) - {entry.seat for entry in entries}:
        raise Missing(f"round {entries[0].round} ({kind}) has not the entries of all who must speak")
    KINDS[kind](table, entries)
    table.checks["entries"] += len(entries)


def judge(table: Table, entry: Entry) -> Foul | None:
    """What one entry of the open round breaks, as far as that is seen without rules and without the others'."""
    copied = copy.deepcopy(table)
    try:
        _check_kinds(copied, [entry])
        if entry.kind == "draw":
            problems = [_draw_problems(copied, [entry], draws) for draws in _possible_draws(copied, entry.seat)]
            return None if [] in problems else problems[0][0]
        KINDS[entry.kind](copied, [entry])
    except Foul as foul:
        return foul
    return None


def _check_kinds(table: Table, entries: Round) -> None:
    for entry in entries:
        if entry.kind not in AFTER[table.stage]:
            raise Foul(entry.seat, entry.round, f"a round of the kind {entry.kind} when {table.stage} is due")
    _check_states(table, entries)
    kinds = {entry.kind for entry in entries}
    if len(kinds) > 1:
        odd = min(entries, key=lambda entry: sum(other.kind == entry.kind for other in entries))
        raise Foul(odd.seat, odd.round, "a round of another kind than the others'")
    known = speakers(table, entries[0].kind)
    for entry in entries:
        if known and entry.seat not in known:
            raise Foul(entry.seat, entry.round, "it speaks when it was not asked")
    if entries[0].kind == "act" and len(entries) > 1:
        raise Foul(None, entries[0].round, "two seats decide; whose decision it was only the rules can say")


def speakers(table: Table, kind: str) -> frozenset[int]:
    """The seats that speak in a round; none where that is not known without the rules."""
    if kind in EVERYBODY or table.stage == "deal":
        return frozenset(range(table.seats))
    if kind == "shuffle":
        return frozenset({max((deck.shuffled_by for deck in table.decks.values() if deck.cards), default=0)})
    if kind in ("answer", "unveil") or table.stage == "hide":
        return frozenset() if table.molasar is None else frozenset({table.molasar})
    if kind == "peek":
        return frozenset({table.guesses[-1].commitment.seat})
    if table.stage == "judge":
        return frozenset({table.guesses[-1].seat})
    if kind == "reveal":
        return frozenset(found.seat for found in table.laid()) or frozenset(
            seat for (deck, _), (seat, _) in table.hands.items() if deck == "bonus"
        )
    return frozenset()


def each(step: Callable[[Table, Entry], None]) -> Callable[[Table, Round], None]:
    """A round whose entries are checked one by one; what does not hold convicts the speaker."""

    def run(table: Table, entries: Round) -> None:
        for entry in entries:
            try:
                step(table, entry)
            except (BadEncoding, BadProof) as problem:
                raise Foul(entry.seat, entry.round, f"{entry.kind}: {problem}") from None

    return run


def _check_states(table: Table, entries: Round) -> None:
    """All speakers of a round quote one state; before the rules begin it is known which."""
    if table.stage in ("keys", "lot"):
        known = digest("state", None, (), len(table.events), 0)
        for entry in entries:
            if entry.state != known:
                raise Foul(entry.seat, entry.round, "the state digest is not that of the game before its characters")
        return
    table.take_given("the state digests (only that all who speak in a round quote the same)")
    if len({entry.state for entry in entries}) > 1:
        raise Foul(None, entries[0].round, "seats quote different states; whose is right only the rules can say")


# --- keys, lot, tips, roll -------------------------------------------------------------------------------------------


def keys(table: Table, entries: Round) -> None:
    """All seats' deck keys and tips."""

    def one(table: Table, entry: Entry) -> None:
        exactly(entry, "deck_key", "proof", "tip")
        key = read_point(data_of(entry.content["deck_key"], "`deck_key`", 32), "`deck_key`")
        check_key(key, data_of(entry.content["proof"], "`proof`", 64), table.context(entry, "deck-key"))
        data_of(entry.content["tip"], "`tip`", 32)
        table.keys.append(key)
        table.checks["deck keys"] += 1

    each(one)(table, entries)
    table.joint = total(table.keys)
    if table.joint == IDENTITY:
        raise Foul(entries[-1].seat, entries[-1].round, "the deck keys cancel")
    _new_chains(table, entries)
    drawn = any(seat.characters is None for seat in table.genesis.seats)
    table.characters = [seat.characters or () for seat in table.genesis.seats]
    table.stage = "lot" if drawn else "shuffle"
    if not drawn:
        _begin(table)


def _new_chains(table: Table, entries: Round) -> None:
    shown = [data_of(entry.content["tip"], "`tip`", 32) for entry in entries]
    table.chains.append([Chain(tip, tip) for tip in shown])
    table.k = 0


def _begin(table: Table) -> None:
    table.molasar = next((seat for seat, names in enumerate(table.characters) if MOLASAR in names), None)
    for name, cards in CARDS.items():
        table.decks[name].begin(cards)


def tips(table: Table, entries: Round) -> None:
    """New chains when the old are used up."""
    if table.k < beacon.CHAIN_LENGTH:
        raise Foul(entries[0].seat, entries[0].round, "new tips before the old chains are used up")

    def one(table: Table, entry: Entry) -> None:
        exactly(entry, "tip")
        data_of(entry.content["tip"], "`tip`", 32)

    each(one)(table, entries)
    _new_chains(table, entries)


def roll(table: Table, entries: Round) -> None:
    """One event of the beacon."""
    if table.k >= beacon.CHAIN_LENGTH:
        raise Foul(entries[0].seat, entries[0].round, "the chains are used up")
    table.k += 1

    def one(table: Table, entry: Entry) -> None:
        exactly(entry, "value")
        value = data_of(entry.content["value"], "`value`", 32)
        chain = table.chains[-1][entry.seat]
        if beacon.before(entry.game, entry.epoch, entry.seat, table.k, value) != chain.last:
            raise BadProof("the value does not lead to the one before")
        chain.last = value
        table.checks["beacon values"] += 1

    each(one)(table, entries)
    values = [chain.last for chain in table.chains[-1]]
    outcome = beacon.outcome(entries[0].game, entries[0].epoch, table.k, values)
    table.events.append(Event(entries[0].round, outcome))


def lot(table: Table, entries: Round) -> None:
    """Who plays whom."""
    roll(table, entries)
    outcome = table.events[-1].outcome
    chosen = [name for names in table.characters for name in names]
    free = [name for name in SEARCHERS if name not in chosen]
    order = beacon.permutation(digest("lot-searchers", outcome), len(free))
    mixed = [free[i] for i in order]
    drawing = [seat for seat, names in enumerate(table.characters) if not names]
    hands: list[tuple[str, ...]] = [] if MOLASAR in chosen else [(MOLASAR,)]
    size = 2 if table.seats == 3 else 1
    while len(hands) < len(drawing):
        taken, mixed = mixed[:size], mixed[size:]
        hands.append(tuple(sorted(taken, key=SEARCHERS.index)))
    places = beacon.permutation(digest("lot-seats", outcome), len(hands))
    for seat, place in zip(drawing, places, strict=True):
        table.characters[seat] = hands[place]
    table.stage = "shuffle"
    _begin(table)


# --- shuffle, draw ---------------------------------------------------------------------------------------------------


def shuffle(table: Table, entries: Round) -> None:
    """One seat's shuffle of one deck or, at the start, of both."""
    entry = entries[0]
    names = set(entry.content)
    if table.stage == "play":
        if not names or not names <= set(CARDS):
            raise Foul(entry.seat, entry.round, "a shuffle of no deck")
        for name in sorted(names):
            deck = table.decks[name]
            if deck.next_slot < len(deck.slots):
                raise Foul(entry.seat, entry.round, f"a shuffle of the deck {name}, whose pile is not empty")
            deck.begin(deck.discards)
            deck.discards = []
        table.stage = "shuffle"
    due = [deck for deck in table.decks.values() if deck.cards]
    each(lambda table, entry: _shuffle(table, entry, [deck.name for deck in due]))(table, entries)
    if due[0].shuffled_by == table.seats:
        first = not table.hands
        for deck in due:
            deck.finish()
            deck.cards, deck.current = (), ()
        table.stage = "deal" if first else "draw"


def _shuffle(table: Table, entry: Entry, due: list[str]) -> None:
    exactly(entry, *due)
    for name in sorted(due, key=list(CARDS).index):
        deck = table.decks[name]
        if deck.shuffled_by != entry.seat:
            raise BadProof(f"it is seat {deck.shuffled_by} that shuffles")
        found = shaped(entry.content[name], f"`{name}`", "cards", "proof")
        outputs = read_ciphertexts(data_of(found["cards"], "`cards`"), len(deck.cards))
        context = table.context(entry, "shuffle")
        statement = ShuffleStatement(deck.current, table.joint, name, deck.count, context)
        statement.check(outputs, data_of(found["proof"], "`proof`"))
        done = ShuffleDone(entry.seat, entry.round, name, deck.count, context, deck.current, outputs)
        table.shuffles.append(done)
        deck.current, deck.shuffled_by = outputs, entry.seat + 1
        table.checks["shuffles"] += 1


Draws = list[tuple[SlotKey, int, str | None]]
"""Slot, seat and character."""


def draw(table: Table, entries: Round) -> None:
    """Shares of drawn cards, from all seats but the drawer's."""
    layouts = [_deal(table)] if table.stage == "deal" else _single(table, entries)
    best: list[Foul] = []
    for draws in layouts:
        problems = _draw_problems(table, entries, draws)
        if not problems:
            _take_draws(table, entries, draws)
            return
        if not best or len(problems) < len(best):
            best = problems
    raise best[0] if best else Foul(entries[0].seat, entries[0].round, "a draw from no pile")


def _deal(table: Table) -> Draws:
    """The first hands: three Conflict cards and a Bonus card for each Searcher, four Conflict cards for Molasar."""
    owner = {name: seat for seat, names in enumerate(table.characters) for name in names}
    draws: Draws = []
    for name in [*filter(owner.__contains__, SEARCHERS), MOLASAR]:
        for deck, size in (("conflict", 4 if name == MOLASAR else 3), ("bonus", 0 if name == MOLASAR else 1)):
            for _ in range(size):
                slot = sum(key[0] == deck for key, _, _ in draws)
                draws.append(((deck, slot), owner[name], name))
    return draws


def _single(table: Table, entries: Round) -> list[Draws]:
    """One card for the one seat that does not speak: the next of either deck."""
    silent = set(range(table.seats)) - {entry.seat for entry in entries}
    if not silent:
        raise Foul(None, entries[0].round, "draw: all seats speak; who draws only the rules can say")
    if len(silent) > 1:
        raise Missing(f"round {entries[0].round}: more than one seat has nothing to publish")
    return _next_cards(table, silent.pop())


def _possible_draws(table: Table, speaker: int) -> list[Draws]:
    """What may be drawn when only one seat's word is known."""
    if table.stage == "deal":
        return [_deal(table)]
    return [draws for seat in range(table.seats) if seat != speaker for draws in _next_cards(table, seat)]


def _next_cards(table: Table, seat: int) -> list[Draws]:
    found: list[Draws] = []
    for deck in table.decks.values():
        if deck.next_slot < len(deck.slots):
            found.append([((deck.name, deck.next_slot), seat, _drawer(table, seat, deck.name))])
    return found


def _drawer(table: Table, seat: int, deck: str) -> str | None:
    """Which of a seat's characters draws: the one that laid a card last."""
    names = table.characters[seat]
    if len(names) == 1:
        return names[0]
    laid = [found.character for found in table.commitments if found.seat == seat]
    return laid[-1] if laid else None


def _draw_problems(table: Table, entries: Round, draws: Draws) -> list[Foul]:
    found: list[Foul] = []
    for entry in entries:
        try:
            exactly(entry, "proof", "shares")
            keys = [key for key, seat, _ in draws if seat != entry.seat]
            shares = read_points(data_of(entry.content["shares"], "`shares`"), "a share")
            proof = data_of(entry.content["proof"], "`proof`", 64)
            cards = [table.decks[deck].slots[slot] for deck, slot in keys]
            check_shares(table.keys[entry.seat], cards, shares, proof, table.context(entry, "draw"))
        except (BadEncoding, BadProof) as problem:
            found.append(Foul(entry.seat, entry.round, f"draw: {problem}"))
    return found


def _take_draws(table: Table, entries: Round, draws: Draws) -> None:
    for key, seat, name in draws:
        table.hands[key] = (seat, name)
        table.shares[key] = {}
        table.decks[key[0]].next_slot = key[1] + 1
    for entry in entries:
        shares = read_points(data_of(entry.content["shares"], "`shares`"), "a share")
        keys = [key for key, seat, _ in draws if seat != entry.seat]
        for key, share in zip(keys, shares, strict=True):
            table.shares[key][entry.seat] = share
        table.checks["shares"] += len(shares)
    table.stage = "hide" if table.stage == "deal" else "play"


KINDS: dict[str, Callable[[Table, Round], None]] = {
    "keys": keys,
    "lot": lot,
    "tips": tips,
    "roll": roll,
    "shuffle": shuffle,
    "draw": draw,
    "act": each(act),
    "peek": each(peek),
    "answer": each(answer),
    "reveal": each(reveal),
    "unveil": each(unveil),
    "final": final,
    "disclose": disclose,
    "result": each(result),
}
