"""One seat's peer between journal, mesh and screen: order, fairness, and nothing lost."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Hashable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from keep_p2p.net.dial import Dialler
from keep_p2p.net.events import SessionEvent
from keep_p2p.net.hello import Purpose, Wanted
from keep_p2p.net.mesh import Mesh
from keep_p2p.net.playing import HEAVY_BYTES, LATER_BYTES, LATER_ENTRIES, Playing, _as_read
from keep_p2p.net.pump import QUEUED_BYTES, QUEUED_ITEMS, Inbox
from keep_p2p.net.spectators import (
    BEATS_A_TICK,
    MAX_PUBLISHED,
    MAX_SPECTATORS,
    MAX_SPECTATORS_PER_HOST,
    SILENT_TICKS,
    Spectator,
    Spectators,
)
from keep_p2p.net.wire import beat_frame, read_beat
from keep_p2p.rules.actions import Action, Done
from keep_p2p.rules.game import IllegalAction
from keep_p2p.table.effects import Effect, Happened, Persist, Refused, Send
from keep_p2p.table.view import View
from protocol.encoding import FRAME_PREFIX_BYTES, Value, decode
from tests.net.helpers import Door, Ends, identity, run, until


class ScriptedPeer:
    """Answers each entry with what the test says."""

    view: View | None = None

    def __init__(self, answers: Mapping[bytes, tuple[Effect, ...]] | None = None) -> None:
        self.answers = dict(answers or {})
        self.taken: list[bytes] = []
        self.threads: list[threading.Thread] = []
        """In which thread each was taken."""
        self.round = 1
        self.busy = False

    def start(self) -> tuple[Effect, ...]:
        return ()

    def receive(self, data: bytes) -> tuple[Effect, ...]:
        assert not self.busy, "the peer is never entered twice"
        self.taken.append(data)
        self.threads.append(threading.current_thread())
        return self.answers.get(data, ())

    def choose(self, action: Action) -> tuple[Effect, ...]:
        raise IllegalAction("turn", "not now")

    def have(self) -> dict[str, Value]:
        return {"round": self.round, "seats": [1]}

    def missing_for(self, have: Mapping[str, Value]) -> tuple[bytes, ...]:
        return (b"missing",)

    def waiting_for(self) -> tuple[Any, ...]:
        return ()

    def transcript(self) -> bytes:
        return b""


class Wire:
    """In place of a mesh and a journal: what happened, in order."""

    def __init__(self) -> None:
        self.done: list[tuple[str, object]] = []

    def persist_all(self, items: Iterable[tuple[str, bytes]]) -> None:
        self.done.append(("persist", tuple(items)))

    def recall(self) -> Mapping[str, bytes]:
        return {}

    def broadcast(self, data: bytes) -> None:
        self.done.append(("send", data))

    def pass_on(self, data: bytes, source: int) -> None:
        self.done.append(("pass on", (data, source)))

    def give(self, seat: int, entries: tuple[bytes, ...]) -> None:
        self.done.append(("give", (seat, entries)))

    def answer(self, seat: int) -> None:
        self.done.append(("answer", seat))

    def pause(self, seat: int) -> None:
        self.done.append(("pause", seat))

    def resume(self, seat: int) -> None:
        self.done.append(("resume", seat))


class Run:
    """A `Playing` at work, for the length of a test."""

    def __init__(self, peer: ScriptedPeer) -> None:
        self.peer = peer
        self.wire = Wire()
        self.events: list[SessionEvent] = []
        self.worker = ThreadPoolExecutor(1)
        self.playing = Playing(peer, self.wire, self.note, self.worker, Spectators(False, lambda *_: None))
        self.playing.mesh = self.wire  # type: ignore[assignment]  # it has what is used

    async def note(self, event: SessionEvent) -> None:
        self.events.append(event)

    async def __aenter__(self) -> Run:
        self.task = asyncio.get_running_loop().create_task(self.playing.run())
        return self

    async def __aexit__(self, *_: object) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        self.worker.shutdown()


HAPPENED = Happened(1, None)  # type: ignore[arg-type]  # nobody looks inside here


def test_what_must_be_durable_is_before_anything_after_it_is_sent() -> None:
    effects = (Persist("a", b"1"), Persist("b", b"2"), Send(b"x"), HAPPENED, Persist("c", b"3"), Send(b"y"), Send(b"z"))

    async def main() -> None:
        async with Run(ScriptedPeer({b"in": effects})) as at:
            at.playing.received(2, b"in")
            await until(lambda: at.events)
            assert at.wire.done == [
                ("pass on", (b"in", 2)),
                ("persist", (("a", b"1"), ("b", b"2"))),
                ("send", b"x"),
                ("persist", (("c", b"3"),)),
                ("send", b"y"),
                ("send", b"z"),
            ]

    run(main())


def test_heavy_entries_go_to_the_thread_and_the_order_stays() -> None:
    async def main() -> None:
        async with Run(ScriptedPeer()) as at:
            sent = [b"a", b"H" * HEAVY_BYTES, b"b", b"I" * HEAVY_BYTES, b"c"]
            for data in sent:
                at.playing.received(1, data)
            await until(lambda: len(at.peer.taken) == 5)
            assert at.peer.taken == sent
            here = threading.current_thread()
            assert [thread is here for thread in at.peer.threads] == [True, False, True, False, True]

    run(main())


def test_what_is_refused_is_not_passed_on_and_is_tried_again_when_the_round_moves() -> None:
    async def main() -> None:
        peer = ScriptedPeer({b"early": (Refused("not yet"),)})
        async with Run(peer) as at:
            at.playing.received(1, b"early")
            await until(lambda: peer.taken == [b"early"])
            assert at.events == [], "one that may only be early is no news"

            class Moving(dict):  # type: ignore[type-arg]  # any dict
                def get(self, key: bytes, default: object = None) -> object:
                    if key == b"move":
                        peer.round = 2
                    return default

            peer.answers = Moving()
            at.playing.received(1, b"move")
            await until(lambda: peer.taken == [b"early", b"move", b"early"])
            assert [step for step in at.wire.done if step[0] == "pass on"] == [
                ("pass on", (b"move", 1)),
                ("pass on", (b"early", 1)),
            ]

    run(main())


def test_entries_kept_for_later_are_bounded() -> None:
    async def main() -> None:
        peer = ScriptedPeer({bytes([n]): (Refused("no"),) for n in range(200)})
        async with Run(peer) as at:
            for number in range(200):
                at.playing.received(1, bytes([number]))
            await until(lambda: len(peer.taken) == 200)
            assert len(at.playing._later[1]) == LATER_ENTRIES

    run(main())


def test_large_entries_of_one_neighbour_leave_the_others_their_room() -> None:
    async def main() -> None:
        large = [bytes([n]) * (LATER_BYTES // 4) for n in range(8)]
        peer = ScriptedPeer({data: (Refused("no"),) for data in (*large, b"small")})
        async with Run(peer) as at:
            for data in large:
                at.playing.received(1, data)
            at.playing.received(2, b"small")
            await until(lambda: len(peer.taken) == 9)
            assert len(at.playing._later[1]) == 4
            assert [each.data for each in at.playing._later[2]] == [b"small"]

    run(main())


def test_a_choice_that_is_not_legal_is_told_to_who_chose_and_harms_nothing() -> None:
    async def main() -> None:
        async with Run(ScriptedPeer()) as at:
            with pytest.raises(IllegalAction):
                await at.playing.choose(Done())
            at.playing.received(1, b"x")
            await until(lambda: at.peer.taken)

    run(main())


def test_a_question_is_answered_after_what_came_before_it() -> None:
    async def main() -> None:
        async with Run(ScriptedPeer()) as at:
            for number in range(10):
                at.playing.received(1, bytes([number]))
            at.playing.asked(1)
            await until(lambda: ("answer", 1) in at.wire.done)
            assert len(at.peer.taken) == 10

    run(main())


def test_who_holds_what_we_hold_is_given_nothing() -> None:
    async def main() -> None:
        async with Run(ScriptedPeer()) as at:
            at.playing.heard(1, {"round": 1, "seats": (1,)}, serve=True)
            at.playing.heard(1, {"round": 1, "seats": ()}, serve=False)
            at.playing.heard(2, {"round": 1, "seats": ()}, serve=True)
            await until(lambda: at.wire.done)
            assert at.wire.done == [("give", (2, (b"missing",)))]

    run(main())


def test_what_we_hold_is_compared_as_it_comes_back_from_the_wire() -> None:
    """Also after an accusation, when there are lists in lists: or nobody would ever be level with us."""
    have: dict[str, Value] = {"convicted": [[1, 7]], "history": bytes(32), "round": 7, "seats": [0, 2]}
    assert _as_read(have) == read_beat(decode(beat_frame(have, (), (), wants=False)[FRAME_PREFIX_BYTES:])).have  # type: ignore[arg-type]  # a heartbeat is a map


# --- the inbox -------------------------------------------------------------------------------------


def test_each_source_has_its_turn() -> None:
    async def main() -> None:
        inbox: Inbox[int] = Inbox(lambda source: None, lambda source: None)
        for number in range(3):
            inbox.put("loud", number)
        inbox.put("quiet", 9)
        assert [await inbox.take() for _ in range(4)] == [("loud", 0), ("quiet", 9), ("loud", 1), ("loud", 2)]
        assert inbox.empty

    run(main())


def test_a_source_that_fills_its_queue_is_paused_and_resumed() -> None:
    async def main() -> None:
        told: list[tuple[str, Hashable]] = []
        inbox: Inbox[int] = Inbox(lambda s: told.append(("pause", s)), lambda s: told.append(("resume", s)))
        for number in range(QUEUED_ITEMS + 5):
            inbox.put("loud", number)
        assert told == [("pause", "loud")]
        for _ in range(QUEUED_ITEMS + 5):
            await inbox.take()
        assert told == [("pause", "loud"), ("resume", "loud")]

    run(main())


def test_the_same_question_again_is_one_question() -> None:
    async def main() -> None:
        inbox: Inbox[int] = Inbox(lambda source: None, lambda source: None)
        for number in (1, 1, 2, 1):
            inbox.put("loud", number, once=True)
        inbox.put("other", 1, once=True)
        inbox.put("loud", 1)
        taken = [await inbox.take() for _ in range(5)]
        assert [item for source, item in taken if source == "loud"] == [1, 2, 1, 1]

    run(main())


def test_a_source_with_few_large_items_is_paused_too() -> None:
    async def main() -> None:
        told: list[Hashable] = []
        inbox: Inbox[int] = Inbox(told.append, lambda source: None)
        inbox.put("large", 1, QUEUED_BYTES - 1)
        assert told == []
        inbox.put("large", 2, 1)
        assert told == ["large"]
        assert [await inbox.take() for _ in range(2)] == [("large", 1), ("large", 2)]

    run(main())


# --- those who look on -----------------------------------------------------------------------------


async def guests(door: Door, spectators: Spectators, count: int) -> list[Ends]:
    door.listener._accept = spectators.accept
    ends = []
    for number in range(count):
        link = await Dialler(identity(100 + number), secrets.token_bytes).dial(door.address, Wanted(Purpose.SPECTATOR))
        ends.append(Ends(link))
    return ends


def test_spectators_are_bounded_in_all_and_from_one_address() -> None:
    async def main() -> None:
        async with Door(identity(1)) as door:
            spectators = Spectators(True, lambda *_: None)
            ends = await guests(door, spectators, MAX_SPECTATORS_PER_HOST + 1)
            assert "from this address" in await ends[-1].closed
            assert len(spectators) == MAX_SPECTATORS_PER_HOST
            for spectator in spectators._present:
                spectator.link.remote_host = "10.0.0.1"
            more = await guests(door, spectators, MAX_SPECTATORS - MAX_SPECTATORS_PER_HOST + 1)
            assert "try another seat" in await more[-1].closed
            assert len(spectators) == MAX_SPECTATORS
            await spectators.close("done")
            assert await ends[0].closed == "done"
            late = await guests(door, spectators, 1)
            assert await late[0].closed == "done"

    run(main())


def test_a_spectator_that_says_too_much_or_nothing_is_gone() -> None:
    async def main() -> None:
        async with Door(identity(1)) as door:
            asked: list[object] = []
            spectators = Spectators(True, lambda spectator, have: asked.append(have), genesis=b"\x80")
            loud, silent = await guests(door, spectators, 2)
            for _ in range(BEATS_A_TICK + 1):
                loud.link.send_frame(beat_frame({}, (), (), wants=True))
            assert "too many messages" in await loud.closed
            assert len(asked) == BEATS_A_TICK
            for _ in range(SILENT_TICKS + 1):
                spectators.tick()
            await silent.closed
            await until(lambda: len(spectators) == 0)

    run(main())


def test_a_spectator_that_catches_up_quickly_is_no_flood_and_one_that_only_says_so_is() -> None:
    """Each time it is given some entries it says at once how far it has come by them."""

    async def main() -> None:
        async with Door(identity(1)) as door:
            rounds = 3 * BEATS_A_TICK
            given: list[int] = []

            def lacks(spectator: Spectator, have: Mapping[str, Value]) -> None:
                number = have["round"]
                assert isinstance(number, int)
                given.append(number)
                spectators.give(spectator, (b"an entry",) if number < rounds else ())

            spectators = Spectators(True, lacks, genesis=b"\x80")
            (quick,) = await guests(door, spectators, 1)
            for number in range(1, rounds + 1):
                quick.link.send_frame(beat_frame({"round": number}, (), (), wants=True))
                await until(lambda number=number: given[-1:] == [number])  # type: ignore[misc]  # bound now
            assert not quick.closed.done()
            for number in range(rounds + 1, rounds + BEATS_A_TICK + 1):
                quick.link.send_frame(beat_frame({"round": number}, (), (), wants=True))
            assert "too many messages" in await quick.closed

    run(main())


def test_what_is_remembered_of_published_entries_is_bounded() -> None:
    spectators = Spectators(True, lambda *_: None)
    for number in range(MAX_PUBLISHED + 10):
        spectators._is_fresh(number.to_bytes(4, "big"))
    assert len(spectators._published) == MAX_PUBLISHED


def test_a_mesh_is_what_a_seat_needs_of_it() -> None:
    """The stand-in above has no method that the real one lacks."""
    used = [name for name in vars(Wire) if not name.startswith("_") and name not in ("persist_all", "recall")]
    assert all(hasattr(Mesh, name) for name in used)
