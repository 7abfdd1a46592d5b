"""The thread that does the work while the screens stay quick: sessions, files and child processes run in its loop."""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import threading
from collections.abc import Callable, Coroutine
from typing import Any

CLOSE_SECONDS = 10.0
"""Seconds that what runs may take to end in order when the program ends: computer players get three of them."""


class Engine:
    """A thread with an event loop. Use it as a context manager; leaving it ends all that runs in it."""

    def __init__(self, broken: Callable[[BaseException], None]) -> None:
        """``broken`` is called, in the engine's thread, with whatever a task raised that nobody expected."""
        self._broken = broken
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ready = threading.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._thread = threading.Thread(target=self._main, name="engine", daemon=True)

    def __enter__(self) -> Engine:
        """Start the thread."""
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        """End every task, then the thread."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._end)
        self._thread.join(CLOSE_SECONDS)

    def go(self, work: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
        """Run something in the engine, from any thread; the function returned cancels it."""
        tasks: list[asyncio.Task[None]] = []
        cancelled = threading.Event()

        def start() -> None:
            if cancelled.is_set():
                return
            task = asyncio.get_running_loop().create_task(work())
            tasks.append(task)
            self._tasks.add(task)
            task.add_done_callback(self._done)

        def cancel() -> None:
            cancelled.set()
            self.call(lambda: [task.cancel() for task in tasks])

        self.call(start)
        return cancel

    def call(self, what: Callable[[], object]) -> None:
        """Call something in the engine's thread, soon, from any thread. Lost when the engine has ended."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._guarded, what)

    # --- inside -------------------------------------------------------------------------------------

    def _guarded(self, what: Callable[[], object]) -> None:
        try:
            what()
        except Exception as error:
            self._broken(error)

    def _main(self) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stopped = asyncio.Event()
        # Verifying a file is the one long computation: a thread of its own keeps the links' heartbeats going.
        self._loop.set_default_executor(concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="work"))
        self._ready.set()
        await self._stopped.wait()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _end(self) -> None:
        self._stopped.set()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._broken(error)
