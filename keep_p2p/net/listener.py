"""Listening: one port for every kind of link, with caps on whoever has not proven itself yet."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import ssl
from collections.abc import Callable

from keep_p2p.net.errors import NetError, NoNetwork, PortInUse
from keep_p2p.net.hello import Doorplate, HelloFailed, ServerHello
from keep_p2p.net.link import AnsweringSide, Link, plain_host
from keep_p2p.net.tls import server_tls
from protocol.identity import Identity

MAX_UNPROVEN = 64
"""Connections at once whose hello is not over. Stops a stranger from using up our sockets. One more costs the oldest
of the address that has the most its place: who is held open by strangers still lets others in."""

MAX_UNPROVEN_PER_HOST = 24
"""The same from one address: less, so that one stranger does not shut the others out. (A whole table of six with
its spectators may sit on one machine.) One more costs its oldest its place."""

HELLO_SECONDS = 10.0
"""Seconds for TLS and hello together. Stops connections that say nothing from staying."""

_RETRY_SECONDS = 0.1


class Listener:
    """Accepts links as one identity. ``accept(link)`` gets each link whose hello is over, to `start` or close it."""

    def __init__(
        self,
        identity: Identity,
        doorplate: Callable[[], Doorplate],
        accept: Callable[[Link], None],
        random: Callable[[int], bytes],
        *,
        seconds: float = HELLO_SECONDS,
    ) -> None:
        self._identity = identity
        self._doorplate = doorplate
        self._accept = accept
        self._random = random
        self._seconds = seconds
        self._tls = server_tls()
        self._socket: socket.socket | None = None
        self._accepting: asyncio.Task[None] | None = None
        self._unproven: dict[str, dict[asyncio.Task[None], None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        """The port, once open."""

    @property
    def unproven(self) -> int:
        """Connections now whose hello is not over."""
        return sum(map(len, self._unproven.values()))

    async def open(self, host: str | None = None, port: int = 0) -> None:
        """Listen on ``host`` (None: every address) and ``port`` (0: one that is free).

        :raises PortInUse: the port is taken.
        :raises NoNetwork: the address cannot be listened on.
        """
        self._socket = bind(host, port)
        self._socket.setblocking(False)
        self.port = self._socket.getsockname()[1]
        self._accepting = asyncio.get_running_loop().create_task(self._accept_on(self._socket))

    async def close(self) -> None:
        """Listen no more and drop every connection that is still unproven."""
        tasks = [task for task in (self._accepting, *self._tasks) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._socket is not None:
            self._socket.close()

    async def _accept_on(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, name = await loop.sock_accept(listening)
            except ConnectionError:  # it was gone before we looked
                continue
            except OSError:  # no file left to open: others have to end first
                await asyncio.sleep(_RETRY_SECONDS)
                continue
            self._arrived(connection, plain_host(name))
            await asyncio.sleep(0)  # a queue of connections that never empties must not keep all else waiting

    def _arrived(self, connection: socket.socket, host: str) -> None:
        """A bare connection: let it try to prove itself, in the place of an older one if there is no room."""
        if len(self._unproven.get(host, ())) >= MAX_UNPROVEN_PER_HOST:
            self._drop_oldest(host)
        elif self.unproven >= MAX_UNPROVEN:
            self._drop_oldest(max(self._unproven, key=lambda each: len(self._unproven[each])))
        task = asyncio.get_running_loop().create_task(self._prove(connection))
        self._unproven.setdefault(host, {})[task] = None
        self._tasks.add(task)
        task.add_done_callback(lambda _: self._left(task, host))

    def _drop_oldest(self, host: str) -> None:
        oldest = next(iter(self._unproven[host]))
        oldest.cancel()
        self._forget(oldest, host)

    def _left(self, task: asyncio.Task[None], host: str) -> None:
        self._tasks.discard(task)
        self._forget(task, host)

    def _forget(self, task: asyncio.Task[None], host: str) -> None:
        tasks = self._unproven.get(host, {})
        tasks.pop(task, None)
        if not tasks:
            self._unproven.pop(host, None)

    async def _prove(self, connection: socket.socket) -> None:
        hello = ServerHello(self._identity, self._tls.fingerprint, self._doorplate(), self._random)
        link = Link(AnsweringSide(hello), incoming=True)
        try:
            async with asyncio.timeout(self._seconds):
                await asyncio.get_running_loop().connect_accepted_socket(
                    lambda: link, connection, ssl=self._tls.context,
                    ssl_handshake_timeout=self._seconds, ssl_shutdown_timeout=1.0,
                )  # fmt: skip
                await asyncio.shield(link.met)
        except (TimeoutError, HelloFailed, NetError, OSError, ssl.SSLError) as error:
            link.abort(str(error) or "no hello in time")
        except asyncio.CancelledError:
            link.abort("others came, or this peer stopped listening")
            raise
        else:
            self._accept(link)


def bind(host: str | None, port: int) -> socket.socket:
    """A socket that listens: on ``host`` (None: every address) and ``port`` (0: a free one). Raises `NetError`."""
    try:
        if host is not None:
            return _bind_to(host, port)
        if socket.has_dualstack_ipv6():
            with contextlib.suppress(OSError):  # IPv6 may be compiled in and switched off
                return socket.create_server(("::", port), family=socket.AF_INET6, dualstack_ipv6=True)
        return socket.create_server(("0.0.0.0", port), family=socket.AF_INET)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(port) from error
        if error.errno == errno.EACCES:
            raise NoNetwork(f"port {port} may not be opened by this user") from error
        raise NoNetwork(f"cannot listen on {host or 'any address'} port {port} ({error.strerror})") from error


def _bind_to(host: str, port: int) -> socket.socket:
    family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
    return socket.create_server((host, port), family=family)
