"""The thread that works while the screens stay quick."""

from __future__ import annotations

import asyncio
import threading

from keep_p2p.app.engine import Engine


def test_work_runs_in_a_thread_of_its_own() -> None:
    names: list[str] = []
    done = threading.Event()

    async def work() -> None:
        names.append(threading.current_thread().name)
        done.set()

    with Engine(broken=raise_it) as engine:
        engine.go(work)
        assert done.wait(10)
    assert names == ["engine"]


def raise_it(error: BaseException) -> None:
    raise error


def test_what_nobody_expected_is_reported() -> None:
    broken: list[BaseException] = []
    seen = threading.Event()

    def hear(error: BaseException) -> None:
        broken.append(error)
        seen.set()

    async def work() -> None:
        raise ZeroDivisionError("made to fail")

    with Engine(hear) as engine:
        engine.go(work)
        assert seen.wait(10)
    assert [str(error) for error in broken] == ["made to fail"]


def test_leaving_ends_what_runs_in_order() -> None:
    ended = threading.Event()
    begun = threading.Event()

    async def work() -> None:
        try:
            begun.set()
            await asyncio.Event().wait()
        finally:
            ended.set()

    with Engine(broken=raise_it) as engine:
        engine.go(work)
        assert begun.wait(10)
    assert ended.is_set()


def test_one_piece_of_work_can_be_cancelled_even_before_it_has_begun() -> None:
    ran: list[str] = []
    after = threading.Event()

    async def work() -> None:
        ran.append("work")

    async def later() -> None:
        after.set()

    with Engine(broken=raise_it) as engine:
        hold, held = threading.Event(), threading.Event()

        def occupy() -> None:
            held.set()
            hold.wait(10)

        engine.call(occupy)
        assert held.wait(10)
        engine.go(work)()
        engine.go(later)
        hold.set()
        assert after.wait(10)
    assert ran == []


def test_after_the_end_nothing_runs_and_nothing_raises() -> None:
    engine = Engine(broken=raise_it)
    with engine:
        pass
    engine.call(lambda: raise_it(AssertionError("ran")))
