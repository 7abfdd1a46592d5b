"""One secure connection between two peers: messages in, messages out, bounded in every direction.

A `Link` is an asyncio protocol on top of TLS, so a message costs no task and no copy more than it
must. It first runs the hello; what follows is held back until `start` says who takes it.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections import deque
from collections.abc import Callable, Mapping
from typing import Protocol, cast

from keep_p2p.net.errors import NetError, NotAPeer
from keep_p2p.net.hello import HELLO_BYTES, CallerHello, HelloFailed, Met, Purpose, ServerHello
from keep_p2p.net.tls import seen_fingerprint
from keep_p2p.table.lobby_names import MAX_SENTENCE, clean
from protocol.encoding import MAX_BYTES, Deframer, EncodingError, Value, decode, encode, frame
from protocol.identity import PublicKey

Message = Mapping[str, Value]
"""A decoded message: a map with a text under ``"type"``."""

FRAME_BYTES: Mapping[Purpose, int] = {
    Purpose.LOBBY: 32_768,
    Purpose.MESH: MAX_BYTES,
    Purpose.SPECTATOR: MAX_BYTES,
}
"""Bytes of one frame that is accepted, by what the link is for. Stops a peer from making us hold megabytes."""

SPECTATOR_FRAME_BYTES = 4096
"""Bytes of one frame from a spectator, who has nothing to say but what it holds."""

SEND_QUEUE_BYTES = 4 * 1024 * 1024
"""Bytes waiting to be sent on one link before it is cut. Stops a peer that does not read from filling our memory;
after it links again it is told what it lacks."""

CLOSE_SECONDS = 2.0
"""Seconds a closing link may take to send what is left. Stops a peer that does not read from keeping it open."""

LOST = "the connection was lost"


class _HelloSide(Protocol):
    """Either side of the hello, as the link drives it."""

    def begin(self, transport: asyncio.BaseTransport) -> bytes | None:
        """What to send first, if we speak first."""

    def receive(self, payload: bytes) -> tuple[bytes | None, Met | None]:
        """What to answer, and whom we met once it is over."""


class AnsweringSide:
    """The hello as the dialled side."""

    def __init__(self, hello: ServerHello) -> None:
        self._hello = hello

    def begin(self, transport: asyncio.BaseTransport) -> bytes | None:
        """Speak first, whatever the connection."""
        return self._hello.opening()

    def receive(self, payload: bytes) -> tuple[bytes | None, Met | None]:
        """One message in: proof and outcome out."""
        return self._hello.receive(payload)


class DiallingSide:
    """The hello as the side that dialled: begun when the server's certificate has been seen."""

    def __init__(self, make: Callable[[bytes], CallerHello], where: str) -> None:
        self._make = make
        self._where = where
        self._hello: CallerHello | None = None

    def begin(self, transport: asyncio.BaseTransport) -> bytes | None:
        """Take the certificate's fingerprint; the server speaks first."""
        fingerprint = seen_fingerprint(transport.get_extra_info("ssl_object"))
        if fingerprint is None:
            raise NotAPeer(self._where, "it showed no certificate")
        self._hello = self._make(fingerprint)
        return None

    def receive(self, payload: bytes) -> tuple[bytes | None, Met | None]:
        """Two messages in, one after the other."""
        assert self._hello is not None, "begun before it receives"
        out = self._hello.receive(payload)
        return (None, out) if isinstance(out, Met) else (out, None)


class Link(asyncio.Protocol):
    """One connection. Made by `keep_p2p.net.dial` and `keep_p2p.net.listener`."""

    def __init__(self, hello: _HelloSide, incoming: bool) -> None:
        self.incoming = incoming
        """Whether the other side dialled."""
        self.met: asyncio.Future[Met] = asyncio.get_running_loop().create_future()
        """The hello's outcome, or the error that ended it."""
        self.remote_host = ""
        """The other side's IP address as seen here."""
        self.reason: str | None = None
        """Why the link closed, once it has."""
        self._hello: _HelloSide | None = hello
        self._transport: asyncio.Transport | None = None
        self._deframer = Deframer(MAX_BYTES)
        self._cap = HELLO_BYTES
        self._early: deque[Message] = deque()
        self._on_message: Callable[[Message], None] | None = None
        self._on_closed: Callable[[str], None] | None = None
        self._closing = False
        self._retired = False
        self._lost = False
        self._gone = asyncio.Event()
        self._aborter: asyncio.TimerHandle | None = None
        self.met.add_done_callback(_look_at_error)

    # --- what the owner calls ---------------------------------------------------------------------

    @property
    def peer(self) -> PublicKey:
        """The other side's proven key."""
        return self.met.result().peer

    @property
    def open(self) -> bool:
        """Whether messages can be sent."""
        return self._transport is not None and not self._closing and not self._retired and self._hello is None

    @property
    def queued(self) -> int:
        """Bytes not yet handed to the system."""
        return self._transport.get_write_buffer_size() if self._transport is not None else 0

    def start(self, on_message: Callable[[Message], None], on_closed: Callable[[str], None]) -> None:
        """Hand over: every message from now on, those held back first, then at the end the reason, once."""
        self._on_message, self._on_closed = on_message, on_closed
        while self._early and not self._closing:
            on_message(self._early.popleft())
        if self._is_lost():
            on_closed(self.reason or LOST)
        elif self._transport is not None:
            self._transport.resume_reading()

    def send(self, message: Message) -> None:
        """Queue one message. A link that is closing drops it; one whose queue is full is cut."""
        self.send_frame(frame(encode(message)))

    def send_frame(self, framed: bytes) -> None:
        """Queue bytes that are frames already, so that one message for many links is encoded once."""
        if not self.open or self._transport is None:
            return
        self._transport.write(framed)
        if self._transport.get_write_buffer_size() > SEND_QUEUE_BYTES:
            self.abort("it did not read what was sent to it")

    def pause(self) -> None:
        """Take nothing more from the connection for now: the other side's system has to wait."""
        if self._transport is not None and not self._closing:
            self._transport.pause_reading()

    def resume(self) -> None:
        """Take again."""
        if self._transport is not None and not self._closing:
            self._transport.resume_reading()

    def close(self, reason: str) -> None:
        """Say why, send what is queued, and hang up."""
        if self._closing:
            return
        if self.open:
            self.send({"type": "bye", "why": clean(reason, MAX_SENTENCE)})
        self._hang_up(reason)

    def retire(self, reason: str) -> None:
        """Say why and send no more, but take what the other side sent before it heard: it will hang up."""
        if not self.open or self._transport is None:
            return
        self.send({"type": "bye", "why": clean(reason, MAX_SENTENCE)})
        self.reason = self.reason or reason
        self._retired = True
        self._aborter = asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._transport.abort)

    def abort(self, reason: str) -> None:
        """Hang up at once, sending nothing."""
        self.reason = self.reason or reason
        self._closing = True
        if self._transport is not None:
            self._transport.abort()

    async def wait_closed(self) -> None:
        """Wait, after `close` or `abort`, until the connection is really gone (at most `CLOSE_SECONDS`)."""
        if self._transport is not None:
            await self._gone.wait()

    # --- what asyncio calls -----------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the hello: TLS is up."""
        self._transport = cast(asyncio.Transport, transport)
        self.remote_host = plain_host(transport.get_extra_info("peername"))
        _send_at_once(transport)
        assert self._hello is not None, "a link is connected once"
        try:
            opening = self._hello.begin(transport)
        except NetError as error:
            self._fail_hello(error)
            return
        if opening is not None:
            self._transport.write(frame(opening))

    def data_received(self, data: bytes) -> None:
        """Take what came; whatever is wrong with it ends the link and nothing else."""
        if self._closing or self._lost:
            return
        try:
            if self._transport is None:
                raise HelloFailed("it spoke before the hello")
            for payload in self._deframer.feed(data):
                if len(payload) > self._cap:
                    raise EncodingError(f"a frame of {len(payload)} bytes, more than the {self._cap} allowed")
                self._take(payload)
            if self._deframer.pending > self._cap + 4:
                raise EncodingError(f"a frame of more than the {self._cap} bytes allowed")
        except (HelloFailed, EncodingError, NetError) as error:
            self._fault(error)

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the owner, once."""
        self._lost = self._closing = True
        self._transport = None
        self._gone.set()
        if self._aborter is not None:
            self._aborter.cancel()
        self.reason = self.reason or LOST
        if not self.met.done():
            self.met.set_exception(HelloFailed("it hung up during the hello"))
        if self._on_closed is not None:
            self._on_closed(self.reason)
        self._on_message = self._on_closed = None

    # --- inside -----------------------------------------------------------------------------------

    def _is_lost(self) -> bool:
        return self._lost

    def _take(self, payload: bytes) -> None:
        if self._closing:
            return
        if self._hello is not None:
            self._take_hello(payload)
            return
        message = decode(payload, max_bytes=self._cap)
        if not isinstance(message, dict) or not isinstance(message.get("type"), str):
            raise EncodingError("a message is not a map with a type")
        if message["type"] == "bye":
            self._hung_up(message)
        elif self._on_message is not None:
            self._on_message(message)
        else:
            self._early.append(message)

    def _take_hello(self, payload: bytes) -> None:
        assert self._hello is not None, "only called during the hello"
        assert self._transport is not None, "bytes come over a connection"
        answer, met = self._hello.receive(payload)
        if answer is not None:
            self._transport.write(frame(answer))
        if met is not None:
            self._hello = None
            spectator = self.incoming and met.purpose is Purpose.SPECTATOR
            self._cap = SPECTATOR_FRAME_BYTES if spectator else FRAME_BYTES[met.purpose]
            self._transport.pause_reading()
            self.met.set_result(met)

    def _hung_up(self, message: Message) -> None:
        why = message.get("why")
        self._hang_up(clean(why, MAX_SENTENCE) if isinstance(why, str) and why else "the other side hung up")

    def _fault(self, error: Exception) -> None:
        if self._hello is not None:
            self._fail_hello(error)
        else:
            self.close(f"the last message was refused: {error}")

    def _fail_hello(self, error: Exception) -> None:
        if not self.met.done():
            self.met.set_exception(error)
        self.abort(str(error))

    def _hang_up(self, reason: str) -> None:
        self.reason = self.reason or reason
        self._closing = True
        if self._transport is not None:
            self._transport.close()
            if self._aborter is not None:
                self._aborter.cancel()
            self._aborter = asyncio.get_running_loop().call_later(CLOSE_SECONDS, self._transport.abort)


def plain_host(peername: object) -> str:
    """The host in a socket's name: without a scope, and an IPv4 address in IPv6 clothes as what it is."""
    if not isinstance(peername, tuple) or not peername:
        return ""
    host = str(peername[0]).partition("%")[0]
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return ""
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped) if mapped is not None else host


def _send_at_once(transport: asyncio.BaseTransport) -> None:
    """Switch off Nagle's algorithm; asyncio does it by itself for some sockets only."""
    connection = transport.get_extra_info("socket")
    if connection is not None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def _look_at_error(met: asyncio.Future[Met]) -> None:
    """A hello that failed with nobody waiting is no news for the event loop's log."""
    if not met.cancelled():
        met.exception()
