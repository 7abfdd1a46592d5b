"""Players with programs of their own at real sockets: floods, false evidence, lying relays, one key that sits twice."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import pytest

from keep_p2p.net import game
from keep_p2p.net.events import Waiting
from keep_p2p.net.mesh import Mesh
from keep_p2p.net.neighbour import Have
from keep_p2p.net.playing import LATER_BYTES, LATER_ENTRIES
from keep_p2p.net.session import Session
from keep_p2p.net.wire import beat_frame
from keep_p2p.rules.actions import Action
from keep_p2p.rules.names import Seat
from keep_p2p.table.effects import Ask
from keep_p2p.table.lobby import Begun
from keep_p2p.table.local import Choose, Message
from keep_p2p.table.peer import MAX_UNHEARD, Peer
from keep_p2p.table.public import PublicTable
from keep_p2p.table.spec import RoundSpec
from keep_p2p.table.verify import Verdict, verify_file
from keep_p2p.table.view import View
from protocol.encoding import Value
from protocol.entry import Entry, sign_entry
from protocol.equivocation import Equivocation
from protocol.statement import Statement, StatementKind, sign_statement
from tests.cheats import signing
from tests.cheats.network import Company, Player, Stage, company, honest_company, lobby_seats, sends, staged
from tests.cheats.network import session_options as options_of
from tests.cheats.stage import altered, moment
from tests.cheats.troupe import Cheat, hire
from tests.net.helpers import PATIENCE, run, until
from tests.table.games import PACKS

GOES_ON = 3
"""Rounds that the table must play after an attack."""


ENOUGH = 5
"""Heartbeats after which a lie has been heard."""

FAR = 50
"""Rounds from now to the first that is spoken of too early: the test is over by then."""


class Own(Cheat):
    """Plays as it should; what it sends besides is the test's."""

    group, occasion = "attacks", "walk"

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        return (next(seat for seat in table.all_seats if seat not in spec.speakers),)


def statement(company: Company, **changes: Any) -> bytes:
    """A statement that the attacker has signed."""
    peer = company.peers[company.liars[0]]
    assert peer.identity is not None
    fields: dict[str, Any] = {
        "game": peer.game_id,
        "epoch": 0,
        "round": company.spec.round - 1,
        "seat": company.liars[0],
        "kind": StatementKind.EVIDENCE,
        "content": {"entries": []},
    }
    return sign_statement(peer.identity, Statement(**{**fields, **changes})).to_bytes()


def future(company: Company, number: int, **changes: Any) -> Entry:
    """An entry of the attacker's for a round to come."""
    peer = company.peers[company.liars[0]]
    assert peer.identity is not None
    body = next(each.body for each in peer.replica.rounds[0] if each.body.seat == peer.seat)
    return sign_entry(peer.identity, altered(body, round=company.spec.round + number, **changes))


def evidence(company: Company, *entries: bytes, after: int | None = None) -> bytes:
    content: dict[str, Value] = {"entries": list(entries)}
    return statement(company, content=content, **({} if after is None else {"round": after}))


def floods(company: Company) -> Iterator[bytes]:
    """Everything that a seat can send many of, and that convicts nobody."""
    honest = [entry for entries in company.peers[0].replica.rounds for entry in entries]
    for number in range(FAR, FAR + 60):
        late = future(company, number)
        yield late.to_bytes()
        yield evidence(company, late.to_bytes(), after=late.body.round - 1)
        yield statement(company, kind=StatementKind.COMPLAINT, round=company.spec.round + number)
    for entry in honest[::4]:
        data = entry.to_bytes()
        yield data
        yield data[:-1] + bytes([data[-1] ^ 1])
        yield bytes([*data[:40], data[40] ^ 1, *data[41:]])
        yield Entry(entry.body, bytes(64)).to_bytes()
        yield evidence(company, data, after=entry.body.round - 1)
        yield evidence(company, data, data)


def forged(company: Company) -> Iterator[bytes]:
    """Evidence against seats that have done nothing."""
    attacker = company.peers[company.liars[0]]
    assert attacker.identity is not None
    for honest in company.honest:
        entry = next(each for each in attacker.replica.rounds[0] if each.body.seat == honest)
        never = altered(entry.body, content={"tip": bytes(32)})
        by_attacker = sign_entry(attacker.identity, never)
        borrowed = Entry(never, entry.signature)
        elsewhere = sign_entry(attacker.identity, altered(never, game=bytes(32)))
        for other in (by_attacker, borrowed, elsewhere):
            pair = Equivocation.of(entry, other) if other.body.position == entry.body.position else None
            first, second = (pair.first, pair.second) if pair is not None else (entry, other)
            yield other.to_bytes()
            yield evidence(company, first.to_bytes(), second.to_bytes())
            yield evidence(company, other.to_bytes(), after=0)
        yield statement(company, seat=honest, content={"entries": [entry.to_bytes(), by_attacker.to_bytes()]})


def accused(stage: Stage) -> list[object]:
    return [each for player in stage.witnesses for each in player.accused]


@pytest.mark.parametrize("attack", [floods, forged])
def test_floods_and_false_evidence_convict_nobody_and_the_table_plays_on(
    attack: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    sends(monkeypatch)
    at = company(Own, moment("walk"))

    async def main() -> None:
        async with staged(at) as stage:
            (liar,) = at.liars
            for data in attack(at):
                for honest in at.honest:
                    stage.say(liar, honest, data)
            await until(lambda: all(each.peer.round >= at.spec.round + GOES_ON for each in stage.witnesses))
            for player in stage.honest:
                assert player.session._game is not None
                playing = player.session._game.playing
                assert all(len(kept) <= LATER_ENTRIES for kept in playing._later.values())
                assert sum(len(each.data) for kept in playing._later.values() for each in kept) <= 4 * LATER_BYTES
                assert sum(len(kept) for kept in player.peer._unheard.values()) <= MAX_UNHEARD
                assert len(player.peer.replica._pending) <= 2 * len(at.peers)
        assert not accused(stage)

    run(main())


def test_two_entries_as_large_as_may_be_convict_like_any_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """What proves it must still fit into a statement, a frame and a file."""
    sends(monkeypatch)
    at = company(Own, moment("walk"))
    ballast = 65_000
    liar, number = at.liars[0], at.spec.round
    pair = [future(at, 0, content={"x": bytes([n]) * ballast}).to_bytes() for n in (1, 2)]
    at.under_way += tuple(Message(liar, at.honest[0], data) for data in pair)

    async def main() -> None:
        async with staged(at) as stage:
            await stage.convicted()
            assert stage.verdicts() == {((liar, number),)}
            for player in stage.witnesses:
                report = verify_file(player.accused[0].evidence, PACKS)
                assert (report.verdict, report.seat, report.round) == (Verdict.FOUL, liar, number)

    run(main())


# --- relays ----------------------------------------------------------------------------------------


class Relay(Own):
    """The only way to a seat that cannot reach the others."""

    @classmethod
    def seats(cls, table: PublicTable, spec: RoundSpec) -> tuple[Seat, ...]:
        return (table.all_seats[0],)


@pytest.mark.parametrize("alters", [False, True], ids=["drops", "alters"])
def test_a_relay_that_drops_or_alters_holds_up_the_table_and_harms_nobody(
    alters: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sends(monkeypatch)
    at = company(Relay, moment("roll"))
    (liar,) = at.liars
    lonely = at.honest[-1]
    apart = [(lonely, other) for other in at.honest if other != lonely]

    def pass_on(mesh: Mesh, data: bytes, source: int) -> None:
        if mesh.own != liar:
            honest_pass_on(mesh, data, source)

    honest_pass_on = Mesh.pass_on
    monkeypatch.setattr(Mesh, "pass_on", pass_on)

    async def main() -> None:
        async with staged(at, apart, quiet=0.1) as stage:
            away = stage.players[lonely]
            others = [each for each in stage.honest if each is not away]
            if alters:
                for data in (copy for entry in held(at.peers[liar]) for copy in damaged(entry)):
                    for honest in at.honest:
                        stage.say(liar, honest, data)
            await until(lambda: any(set(each.seats) <= others_of(at, lonely) for each in away.of(Waiting)))
            await until(lambda: all(any(each.seats == (lonely,) for each in other.of(Waiting)) for other in others))
            assert any(each.unlinked == (lonely,) for each in others[0].of(Waiting)), "and that there is no link"
            for other in at.honest:
                if other != lonely:
                    stage.join(lonely, other)
            await until(lambda: all(each.peer.round >= at.spec.round + GOES_ON for each in stage.witnesses))
            assert not accused(stage)

    run(main())


def others_of(at: Company, lonely: int) -> set[int]:
    return {each for each in at.honest if each != lonely}


def held(peer: Peer) -> list[Entry]:
    """What a peer could give to others, of late."""
    return [*(entry for entries in peer.replica.rounds[-3:] for entry in entries), *peer.replica.entries.values()]


def damaged(entry: Entry) -> Iterator[bytes]:
    data = entry.to_bytes()
    for at in (len(data) - 1, len(data) // 2, len(data) // 3):
        yield bytes([*data[:at], data[at] ^ 1, *data[at + 1 :]])


def test_a_seat_that_is_convicted_is_not_believed_that_all_others_know_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or whoever alone has found it out would leave, before the others can be reached."""
    sends(monkeypatch)
    monkeypatch.setattr(game, "ACCUSED_LINGER_SECONDS", PATIENCE)
    at = company(signing.BadToOneOnly, moment("roll"))
    (liar,), lonely = at.liars, at.honest[0]
    apart = [(lonely, other) for other in at.honest[1:]]
    claims: list[Have] = []
    lies = 0
    honest_beat = Mesh._beat

    def beat(mesh: Mesh, wants: bool) -> bytes:
        nonlocal lies
        if mesh.own != liar or not claims:
            return honest_beat(mesh, wants)
        lies += 1
        return beat_frame(claims[0], mesh.linked, range(len(at.peers)), wants)

    monkeypatch.setattr(Mesh, "_beat", beat)

    async def main() -> None:
        async with staged(at, apart, linger=PATIENCE) as stage:
            witness = stage.players[lonely]
            await until(lambda: witness.accused)
            claims.append(witness.peer.have())
            await until(lambda: lies > ENOUGH)
            assert not witness.reading.done(), "it has left, and nobody else knows"
            for other in at.honest[1:]:
                stage.join(lonely, other)
            await stage.convicted()

    run(main())


# --- one key, two programs -------------------------------------------------------------------------


def pick(place: int) -> Choose:
    def choose(view: View, ask: Ask) -> Action:
        return ask.actions[place]

    return choose


class Twin(Own):
    """Shows all what the other program of its key has not said."""

    said: bytes

    def opened(self, spec: RoundSpec) -> tuple[bytes, ...]:
        return (self.said,)


def test_one_key_in_two_programs_that_say_different_things_is_convicted(monkeypatch: pytest.MonkeyPatch) -> None:
    sends(monkeypatch)
    now = moment("walk")
    (seat,) = now.spec.speakers
    at = honest_company(now, (seat,))
    at.choose = tuple(pick(0) if each == seat else choose for each, choose in enumerate(at.choose))
    copy = now.copy()
    copy.choose = tuple(pick(-1) if each == seat else choose for each, choose in enumerate(copy.choose))
    twin = copy.peers[seat]
    while twin.round <= now.spec.round:
        copy.deliver(copy.under_way.popleft())
    said = next(entry for entry in twin.replica.rounds[now.spec.round - 1] if entry.body.seat == seat)

    async def main() -> None:
        async with staged(at) as stage, contextlib.AsyncExitStack() as stack:
            await until(lambda: all(each.peer.round > now.spec.round for each in stage.honest))
            liar = hire(copy, Twin, seat, (seat,), now.spec, at.honest)  # type: ignore[arg-type]  # only its peers are used
            assert isinstance(liar.cheat, Twin)
            liar.cheat.said = said.to_bytes()
            second = await stack.enter_async_context(Session(options_of(liar, None)))
            second._tell(Begun(liar.replica.signed, lobby_seats(at, [each.session for each in stage.players]), seat))
            player = Player(second, None)
            await until(lambda: second.linked)
            liar_mesh = second._game
            assert liar_mesh is not None
            liar_mesh.mesh.broadcast(said.to_bytes())
            await stage.convicted()
            assert stage.verdicts() == {((seat, now.spec.round),)}
            second.stop()
            await player.reading

    run(main())
