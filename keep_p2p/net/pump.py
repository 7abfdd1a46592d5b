"""One peer's inbox: what comes from each neighbour waits in a queue of its own, and each gets its turn."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Item = TypeVar("Item")

QUEUED_ITEMS = 512
"""Items of one source that wait before it is paused. Stops a source from filling memory or shutting out the others."""

QUEUED_BYTES = 1_048_576
"""Bytes of one source's items that wait before it is paused: the same attack with few, large items."""


@dataclass
class _Queue(Generic[Item]):
    items: deque[tuple[Item, int]] = field(default_factory=deque)
    size: int = 0

    @property
    def full(self) -> bool:
        return len(self.items) >= QUEUED_ITEMS or self.size >= QUEUED_BYTES


class Inbox(Generic[Item]):
    """Queues by source. ``pause(source)`` and ``resume(source)`` are called when one fills up and when it is empty."""

    def __init__(self, pause: Callable[[Hashable], None], resume: Callable[[Hashable], None]) -> None:
        self._pause = pause
        self._resume = resume
        self._queues: dict[Hashable, _Queue[Item]] = {}
        self._turns: deque[Hashable] = deque()
        self._paused: set[Hashable] = set()
        self._filled = asyncio.Event()

    def put(self, source: Hashable, item: Item, size: int = 0, *, once: bool = False) -> None:
        """Append an item of ``size`` bytes. Nothing is lost: a full source is paused, which takes effect soon.

        ``once``: an item that equals the last one waiting is left out.
        """
        queue = self._queue(source)
        if once and queue.items and queue.items[-1][0] == item:
            return
        queue.items.append((item, size))
        queue.size += size
        if queue.full and source not in self._paused:
            self._paused.add(source)
            self._pause(source)

    def put_first(self, source: Hashable, item: Item) -> None:
        """Put before everything else of this source."""
        self._queue(source).items.appendleft((item, 0))

    async def take(self) -> tuple[Hashable, Item]:
        """The next item, each source in turn; waits until there is one."""
        while not self._turns:
            self._filled.clear()
            await self._filled.wait()
        source = self._turns.popleft()
        queue = self._queues[source]
        item, size = queue.items.popleft()
        queue.size -= size
        if queue.items:
            self._turns.append(source)
        else:
            del self._queues[source]
            if source in self._paused:
                self._paused.discard(source)
                self._resume(source)
        return source, item

    @property
    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._turns

    def _queue(self, source: Hashable) -> _Queue[Item]:
        queue = self._queues.get(source)
        if queue is None:
            queue = self._queues[source] = _Queue()
            self._turns.append(source)
            self._filled.set()
        return queue
