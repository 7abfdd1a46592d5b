"""The opener's lobby on real links: `Convener` with its guests' connections and patience."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from keep_p2p.net.link import Link, Message
from keep_p2p.table.lobby import (
    Begun,
    Chatted,
    Convener,
    Dismiss,
    LobbyChanged,
    LobbyOutput,
    NotGranted,
    Reopened,
    SafetyWords,
    Say,
    SignedBy,
    Stage,
)
from keep_p2p.table.lobby_wishes import Wish
from protocol.identity import PublicKey

MAX_LOBBY_LINKS = 16
"""Links to the lobby at once. Stops strangers from filling it; six players need five. One more costs the oldest that
has not asked for a seat its place, so that those who only sit there shut nobody out."""

JOIN_SECONDS = 10.0
"""Seconds for asking for a seat after the hello. Stops links that only sit there."""

REVEAL_SECONDS = 15.0
"""Seconds for what a program answers by itself: a fresh commitment, a nonce. Stops a player from holding up all."""

SIGN_SECONDS = 600.0
"""Seconds for what a person answers: whether the safety words are the same. Stops the same, more patiently."""

MAX_LOBBY_MESSAGES = 256
"""Messages taken on one lobby link. Stops a player from keeping the opener busy."""

LobbyEvent = LobbyChanged | SafetyWords | Reopened | Chatted | SignedBy | NotGranted | Begun


class Hosting:
    """The opener's side. ``tell`` takes what concerns the opener."""

    def __init__(self, convener: Convener, tell: Callable[[LobbyEvent], None], *, patience: float = 1.0) -> None:
        """``patience`` stretches all the waiting times."""
        self.convener = convener
        self._tell = tell
        self._patience = patience
        self._links: dict[PublicKey, Link] = {}
        self._unseated: dict[Link, asyncio.TimerHandle] = {}
        self._messages: dict[Link, int] = {}
        self._deadline: asyncio.TimerHandle | None = None
        self._stage = convener.stage

    def accept(self, link: Link) -> None:
        """A link for the lobby."""
        if len(self._messages) >= MAX_LOBBY_LINKS and not self._make_room():
            self._refuse(link, "too many are asking for a seat at once: try again in a moment")
            return
        self._messages[link] = 0
        loop = asyncio.get_running_loop()
        self._unseated[link] = loop.call_later(JOIN_SECONDS * self._patience, self._refuse, link, "you did not join")
        link.start(lambda message: self._take(link, message), lambda why: self._gone(link))

    def start(self) -> None:
        """Begin with the players there are. Raises `CannotStart`."""
        self._do(self.convener.start())

    def confirm(self, yes: bool) -> None:
        """The opener's answer to the safety words."""
        self._do(self.convener.confirm(yes))

    def wish(self, wish: Wish) -> None:
        """The opener asks for other characters."""
        self._do(self.convener.wish(wish))

    def say(self, text: str) -> None:
        """The opener says something to all."""
        self._do(self.convener.say(text))

    def show(self) -> None:
        """Tell the opener how the table stands."""
        convener = self.convener
        self._tell(LobbyChanged(convener.setup.name, convener.setup.seats, convener.seats, convener.stage, own=0))

    async def close(self, reason: str) -> None:
        """Send everybody away."""
        if self._deadline is not None:
            self._deadline.cancel()
        links = tuple(self._messages)
        for link in links:
            link.close(reason)
        await asyncio.gather(*(link.wait_closed() for link in links))

    # --- inside -----------------------------------------------------------------------------------

    def _make_room(self) -> bool:
        """Send the oldest link away that has not asked for a seat; False if all have."""
        oldest = next(iter(self._unseated), None)
        if oldest is None:
            return False
        self._unseated.pop(oldest).cancel()
        del self._messages[oldest]
        self._refuse(oldest, "you did not join")
        return True

    def _take(self, link: Link, message: Message) -> None:
        self._messages[link] = self._messages.get(link, 0) + 1
        if self._messages[link] > MAX_LOBBY_MESSAGES:
            link.close("too many messages")
            return
        if message["type"] == "join" and link in self._unseated:
            self._unseated.pop(link).cancel()
            self._links.setdefault(link.peer, link)
        if self._links.get(link.peer) is link:
            self._do(self.convener.receive(link.peer, message, link.remote_host))
        else:
            self._again(link, message)

    def _again(self, link: Link, message: Message) -> None:
        """A second link of somebody who has one, or one that talks before it has asked for a seat."""
        if message["type"] == "join":
            self._refuse(link, "you sit at this table already: use another profile for a second seat")
        else:
            self._refuse(link, "a seat has to be asked for first")

    def _gone(self, link: Link) -> None:
        self._messages.pop(link, None)
        if (timer := self._unseated.pop(link, None)) is not None:
            timer.cancel()
        if self._links.get(link.peer) is link:
            del self._links[link.peer]
            self._do(self.convener.dropped(link.peer))

    def _do(self, outputs: tuple[LobbyOutput, ...]) -> None:
        for output in outputs:
            if isinstance(output, Say):
                if output.to is not None and (link := self._links.get(output.to)) is not None:
                    link.send(output.message)
            elif isinstance(output, Dismiss):
                if (link := self._links.pop(output.who, None)) is not None:
                    self._refuse(link, output.why)
            elif isinstance(output, (LobbyChanged, SafetyWords, Reopened, Chatted, SignedBy, NotGranted, Begun)):
                self._tell(output)
        self._set_deadline()

    def _refuse(self, link: Link, why: str) -> None:
        link.send({"type": "refused", "why": why})
        link.close(why)

    def _set_deadline(self) -> None:
        """Whoever holds up a stage beyond patience is put out."""
        stage = self.convener.stage
        recommitting = stage is Stage.OPEN and bool(self.convener.awaited())
        if stage is self._stage and not recommitting:
            return
        self._stage = stage
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if stage is Stage.BEGUN or (stage is Stage.OPEN and not recommitting):
            return
        seconds = (SIGN_SECONDS if stage is Stage.SIGNING else REVEAL_SECONDS) * self._patience
        self._deadline = asyncio.get_running_loop().call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        self._deadline = None
        own = self.convener.seats[0].key
        for key in self.convener.awaited():
            if key != own:
                self._do(self.convener.dismiss(key, "your answer did not come in time"))
                return
        self._set_deadline()
