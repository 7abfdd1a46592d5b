"""At the end of a stopped game every interface says what its transcript says, whatever has been confessed meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from keep_p2p.app import table_run
from keep_p2p.app.computer import Aloud, Computer
from keep_p2p.app.person import Person
from keep_p2p.app.place import Place
from keep_p2p.app.sitting import Who
from keep_p2p.app.table_run import Plan, TableRun
from keep_p2p.app.watch import CHEATED, WatchOptions, _watch
from keep_p2p.net.events import GameBegan
from keep_p2p.net.session import Session
from keep_p2p.net.setup import Options
from keep_p2p.table.effects import Accused, Effect, Send
from keep_p2p.table.peer import MAX_CORRECTIONS, Peer
from keep_p2p.table.verify import Verdict, verify_file
from protocol.encoding import Value
from protocol.entry import Body, sign_entry
from protocol.equivocation import Equivocation
from protocol.statement import Statement, StatementKind, sign_statement
from tests.net.helpers import run, until
from tests.net.sessions import PACKS, Seated, options
from tests.table.games import played

CHEAT = 1

CONFESSED = range(MAX_CORRECTIONS + 12, 0, -1)
"""The rounds that the cheat confesses one after another: more than are shown."""


def confession(liar: Peer, number: int) -> bytes:
    """Two bodies for one round, signed by the liar, as a statement of evidence against itself."""
    assert liar.identity is not None and liar.seat is not None
    fields: dict[str, Any] = {"game": liar.game_id, "epoch": 0, "round": number, "seat": liar.seat, "kind": "roll"}
    digests: dict[str, Any] = {"history": bytes(32), "state": bytes(32)}
    bodies = (Body(**fields, **digests, content={"n": n}) for n in (1, 2))
    pair = Equivocation.of(*(sign_entry(liar.identity, body) for body in bodies))
    content: dict[str, Value] = {"entries": [pair.first.to_bytes(), pair.second.to_bytes()]}
    statement = Statement(
        game=liar.game_id, epoch=0, round=1, seat=liar.seat, kind=StatementKind.EVIDENCE, content=content
    )
    return sign_statement(liar.identity, statement).to_bytes()


class Penitent(Peer):
    """Confesses one round after another as soon as the second is open."""

    confessed = False

    def receive(self, data: bytes) -> tuple[Effect, ...]:
        effects = super().receive(data)
        if self.round > 1 and not self.confessed:
            self.confessed = True
            effects += tuple(Send(confession(self, number)) for number in CONFESSED)
        return effects


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path))
    return tmp_path


def test_a_place_tells_the_last_verdict_when_it_is_not_what_was_told_last() -> None:
    table = played(4, "last verdict")
    peer, liar = table.peers[0], table.peers[CHEAT]
    place = Place(cast("Any", SimpleNamespace(peer=peer)), PACKS)
    place.note(GameBegan(peer.replica.signed, peer.seat))
    assert place.untold_verdict() is None, "nobody has cheated"
    told = []
    for number in CONFESSED:
        for effect in peer.receive(confession(liar, number)):
            if isinstance(effect, Accused):
                told.append(effect.round)
                place.note(effect)
    assert len(told) == MAX_CORRECTIONS + 1 and min(told) > 1
    verdict = place.untold_verdict()
    assert verdict is not None and (verdict.seat, verdict.round) == (CHEAT, 1)
    report = verify_file(peer.transcript(), PACKS)
    assert (report.verdict, report.reason) == (Verdict.FOUL, verdict.sentence)
    assert verify_file(verdict.evidence, PACKS).round == 1
    assert f"STOPPED. {report.reason}." in place.note(verdict)[0]
    assert place.untold_verdict() is None, "it is told now"


def test_of_two_cheats_the_last_verdict_is_of_the_one_who_cheated_first() -> None:
    table = played(4, "last verdict")
    peer = table.peers[3]
    place = Place(cast("Any", SimpleNamespace(peer=peer)), PACKS)
    place.note(GameBegan(peer.replica.signed, peer.seat))
    for seat, number in ((2, 3), (1, 7)):
        for effect in peer.receive(confession(table.peers[seat], number)):
            if isinstance(effect, Accused):
                place.note(effect)
    verdict = place.untold_verdict()
    assert verdict is not None and (verdict.seat, verdict.round) == (2, 3)
    assert verify_file(peer.transcript(), PACKS).reason == verdict.sentence


class Page:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def show(self, text: str) -> None:
        self.lines.append(text)


class Silent:
    """A person who types nothing."""

    async def line(self) -> str | None:
        await asyncio.Event().wait()
        return None


class SameLoop:
    """The engine of the screens, in the loop of the test."""

    def __init__(self) -> None:
        self.tasks: list[asyncio.Task[None]] = []

    def go(self, work: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
        task = asyncio.get_running_loop().create_task(work())
        self.tasks.append(task)
        return lambda: None

    def call(self, what: Callable[[], object]) -> None:
        what()


def real(number: int) -> Options:
    """Options with an honest peer that is as it is."""
    return options(number, make_peer=Peer)


def check_page(page: Page) -> None:
    """The last that is told is what the transcript that it names says too."""
    stopped = [line for line in page.lines if line.startswith("STOPPED.")]
    (named,) = set(re.findall(r"/[^\s`']+\.transcript", "\n".join(page.lines)))
    report = verify_file(Path(named).read_bytes(), PACKS)
    assert (report.verdict, report.seat, report.round) == (Verdict.FOUL, CHEAT, 1)
    assert stopped[-1].partition(" broke ")[2] == f"{report.reason}.".partition(" broke ")[2]


def test_screen_and_transcript_never_differ(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    @contextlib.contextmanager
    def sits(*_: object, **__: object) -> Iterator[tuple[Options, tuple[str, ...]]]:
        yield real(4), ()

    monkeypatch.setattr(table_run, "sitting_down", sits)
    plain, computer, watcher, engine = Page(), Page(), Page(), SameLoop()

    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            host = await stack.enter_async_context(Session(real(1)))
            await host.open("Friday", 4, spectators=True)
            address = str(host.addresses[0])
            person = asyncio.create_task(Person(host, PACKS, plain).run(Silent()))
            watching = asyncio.create_task(_watch(WatchOptions(address), real(9), watcher))
            await until(lambda: bool(watcher.lines))
            liar = Seated(await stack.enter_async_context(Session(options(2, make_peer=Penitent))))
            await liar.session.join(address)
            other = await stack.enter_async_context(Session(real(3)))
            await other.join(address)
            bot = asyncio.create_task(Computer(other, PACKS, Aloud(computer)).run())
            plan = Plan(Who(), lambda session: session.join(address))
            screen = TableRun(cast("Any", engine), lambda what: what(), plan).begin()
            assert set(await asyncio.gather(person, bot, watching)) == {CHEATED}
            await asyncio.gather(*engine.tasks)
            liar.session.stop()
            await liar.reading
            model = screen.model
            assert model.convicted is not None and model.ended is not None and model.ended.transcript is not None
            report = verify_file(model.ended.transcript.read_bytes(), PACKS)
            assert (report.seat, report.round) == (int(model.convicted.seat), model.convicted.round)
            assert (int(model.convicted.seat), model.convicted.round) == (CHEAT, 1)
            assert report.reason == model.convicted.sentence

    run(main())
    check_page(plain)
    check_page(watcher)
    assert computer.lines[-3].partition(" broke ")[2].startswith("the rules in round 1 by ")
    reports = [verify_file(path.read_bytes(), PACKS) for path in home.rglob("*.transcript")]
    assert {(report.verdict, report.seat, report.round) for report in reports} == {(Verdict.FOUL, CHEAT, 1)}
