"""A dishonest seat at a real table, on real sockets: every honest screen says who cheated, and the proof is kept."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from keep_p2p.app.place import Place
from keep_p2p.net.mesh import Mesh
from keep_p2p.net.neighbour import Neighbour
from keep_p2p.net.session import Session
from keep_p2p.net.wire import entry_frame
from keep_p2p.rules.actions import Action, HideHilt
from keep_p2p.rules.awaited import Reason
from keep_p2p.rules.names import Character
from keep_p2p.table.effects import Accused, Ask, Effect, Send
from keep_p2p.table.lobby_wishes import Wish
from keep_p2p.table.peer import Peer
from keep_p2p.table.private import PrivateView
from keep_p2p.table.speak import Content, Speaker
from keep_p2p.table.spec import RoundKind, RoundSpec
from keep_p2p.table.verify import Verdict, verify_file
from protocol.entry import Body, parse_entry, sign_entry
from tests.net.helpers import run, until
from tests.net.sessions import PACKS, Seated, all_over, options

CHEAT = 1
"""The seat of the cheat; the opener, seat 0, is honest."""

VICTIM = 2
"""The seat that is told something else."""


class Liar(Peer):
    """Honest but for its speaker; that it is convicted itself it tells nobody."""

    speaks: type[Speaker] = Speaker

    def make_speaker(self, private: PrivateView) -> Speaker:
        return self.speaks(self.replica.table, private)

    def _convict(self, breach: Any, proof: Any, heard: Any = None) -> tuple[Effect, ...]:
        return tuple(each for each in super()._convict(breach, proof, heard) if not isinstance(each, Send))

    def _evidence_for(self, have: Any) -> tuple[bytes, ...]:
        return ()


class LoadedDice(Speaker):
    """Chooses its value for the lot."""

    def content(self, spec: RoundSpec) -> Content:
        return {"value": bytes(32)} if spec.kind is RoundKind.LOT else super().content(spec)


class NoHilt(Speaker):
    """Hides a Hilt whose commitment proves nothing."""

    def act(self, spec: RoundSpec, action: Action) -> Content:
        content = super().act(spec, action)
        if isinstance(action, HideHilt):
            hilt = content["hilt"]
            assert isinstance(hilt, bytes)
            content["hilt"] = hilt[:-1] + bytes([hilt[-1] ^ 1])
        return content


class DiceLiar(Liar):
    speaks = LoadedDice


class HiltLiar(Liar):
    speaks = NoHilt


class TwoTongues(Liar):
    """Has two sets of keys for the first round; `lies` says which frame goes to the victim for which."""

    lies: dict[bytes, bytes]

    def start(self) -> tuple[Effect, ...]:
        effects = super().start()
        assert self.identity is not None
        self.lies = {}
        for sent in (each for each in effects if isinstance(each, Send)):
            body = parse_entry(sent.data).body
            fields: dict[str, Any] = {**body.plain(), "content": {**body.content, "tip": bytes(32)}}
            self.lies[entry_frame(sent.data)] = entry_frame(sign_entry(self.identity, Body(**fields)).to_bytes())
        return effects


def lie_to_the_victim(monkeypatch: pytest.MonkeyPatch) -> None:
    """On its link to the victim the cheat says the other thing, whenever it says anything."""
    honest = Mesh._send

    def send(mesh: Mesh, neighbour: Neighbour, framed: bytes) -> None:
        if mesh.own == CHEAT and neighbour.seat == VICTIM:
            peer = mesh._owner.peer  # type: ignore[attr-defined]  # the owner is the cheat's Playing
            framed = peer.lies.get(framed, framed)
        honest(mesh, neighbour, framed)

    monkeypatch.setattr(Mesh, "_send", send)


def answer(seat: Seated) -> None:
    """Let the cheat answer what it is asked, with the first that it may do."""
    for ask in seat.of(Ask):
        with contextlib.suppress(Exception):
            seat.session.choose(ask.actions[0])


@pytest.mark.parametrize(
    ("liar", "wish", "number", "sentence"),
    [
        (DiceLiar, None, 2, "by giving another value for drawing the characters than the one fixed beforehand"),
        (TwoTongues, None, 1, "by saying two different things"),
        (HiltLiar, Wish((Character.MOLASAR,)), None, "without a valid proof that it lies in exactly one marked room"),
    ],
)
def test_a_cheat_is_told_on_every_honest_screen_and_the_table_ends(
    liar: type[Liar],
    wish: Wish | None,
    number: int | None,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path))
    if liar is TwoTongues:
        lie_to_the_victim(monkeypatch)

    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = []
            for seat in range(4):
                own = options(seat + 1, make_peer=liar if seat == CHEAT else None)
                if seat == CHEAT and wish is not None:
                    own = replace(own, wish=wish)
                seats.append(Seated(await stack.enter_async_context(Session(own))))
                if seat == 0:
                    await seats[0].session.open("Friday", 4)
                else:
                    await seats[seat].session.join(seats[0].address)
            if wish is not None:
                await until(lambda: seats[CHEAT].of(Ask))
                answer(seats[CHEAT])
            honest = [each for index, each in enumerate(seats) if index != CHEAT]
            await all_over(honest)
            seats[CHEAT].session.stop()
            await seats[CHEAT].reading
            for each in honest:
                check_screen(each)

    def check_screen(seat: Seated) -> None:
        (accused,) = seat.of(Accused)
        assert accused.seat == CHEAT
        assert number is None or accused.round == number
        assert sentence in accused.sentence
        place = Place(seat.session, PACKS)
        lines = [line for event in seat.seen for line in place.note(event)]
        (stopped,) = [line for line in lines if line.startswith("STOPPED. Player 2")]
        assert sentence in stopped
        assert accused.over is None or (accused.over.reason is Reason.MOLASAR_CONVICTED) == (wish is not None)
        transcript = place.keep_transcript()
        assert transcript is not None
        kept = [*tmp_path.rglob("*.evidence"), transcript]
        assert len(kept) >= 2
        for path in kept:
            report = verify_file(path.read_bytes(), PACKS)
            assert (report.verdict, report.seat, report.round) == (Verdict.FOUL, CHEAT, accused.round), report

    run(main())
