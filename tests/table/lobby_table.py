"""A whole lobby in memory: one opener and its guests, messages passed on at once, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from keep_p2p.table.lobby import (
    Begun,
    Convener,
    Dismiss,
    Guest,
    LobbyOutput,
    LobbySeat,
    SafetyWords,
    Say,
    Signer,
    TableSetup,
    Ticket,
)
from keep_p2p.table.lobby_wishes import Wish
from protocol.encoding import decode, encode
from protocol.identity import Identity, PublicKey

TABLE = bytes(range(16))
BOARD, DECK = bytes([1]) * 32, bytes([2]) * 32


def counting(start: int) -> Callable[[int], bytes]:
    """Random bytes for tests: different every time, the same in every run."""
    counter = start * 1000

    def random(size: int) -> bytes:
        nonlocal counter
        counter += 1
        return counter.to_bytes(size, "big")

    return random


@dataclass
class Player:
    name: str
    number: int
    wish: Wish = ()
    computer: bool = False
    ticket: Ticket | None = None
    rules: str = "1"
    board: bytes = BOARD
    deck: bytes = DECK
    table: bytes = TABLE
    identity: Identity = field(init=False)
    signer: Signer = field(init=False)
    outputs: list[LobbyOutput] = field(default_factory=list)
    machine: Guest | None = None

    def __post_init__(self) -> None:
        self.identity = Identity.from_seed(bytes([self.number]) * 32)
        self.signer = Signer(self.identity, counting(self.number))

    @property
    def key(self) -> PublicKey:
        return self.identity.public

    def seat(self) -> LobbySeat:
        return LobbySeat(
            self.name, self.key, self.wish, self.computer, ("10.0.0.1",), 4000 + self.number, None, self.ticket
        )

    def guest(self) -> Guest:
        self.machine = Guest(self.seat(), self.rules, self.board, self.deck, self.signer, self.table)
        return self.machine

    def seen(self, kind: type) -> list:  # type: ignore[type-arg]  # the tests know what they ask for
        return [output for output in self.outputs if isinstance(output, kind)]


class Lobby:
    """The opener's machine, the guests', and the links between them."""

    def __init__(self, seats: int, opener: Player, *, auto_start: bool = True, confirm: bool = True) -> None:
        self.opener = opener
        self.players = {opener.key: opener}
        self.confirm = confirm
        setup = TableSetup(TABLE, "Castle", seats, "1", BOARD, DECK, {"spectators": True})
        self.convener = Convener(setup, opener.seat(), opener.signer, auto_start=auto_start)
        self._waiting: deque[Callable[[], None]] = deque()

    def join(self, player: Player) -> None:
        self.players[player.key] = player
        self.to_convener(player, player.guest().join())
        self.run()

    def drop(self, player: Player) -> None:
        del self.players[player.key]
        self.from_convener(self.convener.dropped(player.key))
        self.run()

    def start(self) -> None:
        self.from_convener(self.convener.start())
        self.run()

    def to_convener(self, player: Player, say: Say) -> None:
        message = decode(encode(say.message))
        assert isinstance(message, dict)
        self._waiting.append(lambda: self.from_convener(self.convener.receive(player.key, message, "10.9.9.9")))

    def from_convener(self, outputs: tuple[LobbyOutput, ...]) -> None:
        for output in outputs:
            if isinstance(output, Say):
                self._to_guest(output)
            elif isinstance(output, Dismiss):
                self._to_guest(Say({"type": "refused", "why": output.why}, output.who))
            else:
                self.opener.outputs.append(output)
                if isinstance(output, SafetyWords) and self.confirm:
                    self._waiting.append(lambda: self.from_convener(self.convener.confirm(True)))

    def _to_guest(self, say: Say) -> None:
        assert say.to is not None
        player = self.players.get(say.to)
        if player is None or player.machine is None:
            return
        message = decode(encode(say.message))
        assert isinstance(message, dict)
        machine = player.machine
        self._waiting.append(lambda: self.from_guest(player, machine.receive(message)))

    def from_guest(self, player: Player, outputs: tuple[LobbyOutput, ...]) -> None:
        for output in outputs:
            player.outputs.append(output)
            if isinstance(output, Say):
                self.to_convener(player, output)
            elif isinstance(output, SafetyWords) and self.confirm:
                self._waiting.append(lambda: self._confirm(player))

    def _confirm(self, player: Player) -> None:
        assert player.machine is not None
        self.from_guest(player, player.machine.confirm(True))

    def run(self) -> None:
        while self._waiting:
            self._waiting.popleft()()

    def begun(self) -> list[Begun]:
        return [begun for player in self.players.values() for begun in player.seen(Begun)]
