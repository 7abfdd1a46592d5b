"""The two sides of a lobby, and the chat of a game, as readers that any bytes may come to (tools/fuzz_targets.py)."""

from __future__ import annotations

import copy
from collections import deque
from functools import cache
from typing import Final, TypeVar

from fuzz_game import Numbers
from keep_p2p.net.chat import Chat
from keep_p2p.net.farewell import Farewells
from keep_p2p.table.lobby import Begun, Convener, Guest, LobbyOutput, LobbySeat, SafetyWords, Say, Signer, TableSetup
from protocol.encoding import EncodingError, Value, decode, encode
from protocol.entry import Body, sign_entry
from protocol.genesis import Genesis, SignedGenesis
from protocol.identity import Identity, PublicKey

SEATS = 3
TABLE, BOARD, DECK = bytes(16), bytes(32), bytes(range(32))

CONTROLS: Final = frozenset(
    chr(code) for code in (*range(32), *range(127, 160), *range(0x202A, 0x202F), *range(0x2066, 0x206A))
)
"""What must never reach a terminal from outside: control characters and those that turn the direction of text."""

Message = dict[str, Value]
OpenerMoment = tuple[Convener, PublicKey, Message]
GuestMoment = tuple[Guest, Message]


TALK: Final[tuple[Message, ...]] = (
    {"text": "Good evening", "type": "chat"},
    {"characters": ("eva",), "type": "wish"},
    {"type": "decline", "why": "no"},
    {"commitment": bytes(32), "type": "commit"},
)
"""What guests may say besides."""


class _Lobby:
    """One lobby from opening to the signed genesis; a copy of each side is kept before each message it takes."""

    def __init__(self) -> None:
        keys = [Identity.from_seed(bytes([number]) * 32) for number in range(1, SEATS + 1)]
        seats = [LobbySeat(f"P{n}", key.public, (), False, ("10.0.0.1",), 4000 + n, None) for n, key in enumerate(keys)]
        signers = [Signer(key, Numbers(number)) for number, key in enumerate(keys)]
        setup = TableSetup(TABLE, "Friday", SEATS, "1", BOARD, DECK, {"spectators": True})
        self.opener = Convener(setup, seats[0], signers[0])
        self.guests = {
            seat.key: Guest(seat, "1", BOARD, DECK, signer, TABLE)
            for seat, signer in zip(seats[1:], signers[1:], strict=True)
        }
        self.to_opener: list[OpenerMoment] = []
        self.to_guests: list[GuestMoment] = []
        self.signed: SignedGenesis | None = None
        self._under_way: deque[tuple[PublicKey, Message]] = deque()

    def play(self) -> None:
        """From the first guest to the end."""
        for key, side in self.guests.items():
            self._from_guest(key, (side.join(),))
        while self._under_way:
            key, message = self._under_way.popleft()
            self.to_guests.append((_copied(self.guests[key]), message))
            self._from_guest(key, self.guests[key].receive(message))

    def _from_guest(self, key: PublicKey, outputs: tuple[LobbyOutput, ...]) -> None:
        for output in outputs:
            if isinstance(output, Say):
                message = _sent(output)
                self.to_opener.append((_copied(self.opener), key, message))
                self._from_opener(self.opener.receive(key, message, "10.0.0.9"))
            elif isinstance(output, SafetyWords):
                self._from_guest(key, self.guests[key].confirm(True))

    def _from_opener(self, outputs: tuple[LobbyOutput, ...]) -> None:
        for output in outputs:
            if isinstance(output, Say):
                assert output.to is not None
                self._under_way.append((output.to, _sent(output)))
            elif isinstance(output, SafetyWords):
                self._from_opener(self.opener.confirm(True))
            elif isinstance(output, Begun):
                self.signed = output.signed


def _sent(say: Say) -> Message:
    message = decode(encode(say.message))
    assert isinstance(message, dict)
    return message


Side = TypeVar("Side", Convener, Guest)


def _copied(side: Side) -> Side:
    """A side as it is now; what never changes is shared."""
    shared: list[object] = [side._signer.identity]
    shared += [each for each in vars(side).values() if isinstance(each, (Genesis, SignedGenesis, TableSetup, Begun))]
    return copy.deepcopy(side, {id(each): each for each in shared})


@cache
def _lobby() -> _Lobby:
    lobby = _Lobby()
    lobby.play()
    assert lobby.signed is not None and lobby.signed.problem() is None
    return lobby


def _message(data: bytes) -> Message | None:
    """What a link hands on: a map, or nothing."""
    try:
        message = decode(data)
    except EncodingError:
        return None
    return message if isinstance(message, dict) else None


def opener(data: bytes) -> None:
    """One message to the opener, from each guest in each moment in which one spoke."""
    message = _message(data)
    if message is not None:
        for side, key, _ in _lobby().to_opener:
            _copied(side).receive(key, message, "10.0.0.9")


def guest(data: bytes) -> None:
    """One message of the opener's to a guest in each moment in which it was spoken to."""
    message = _message(data)
    if message is not None:
        for side, _ in _lobby().to_guests:
            _copied(side).receive(message)


def opener_seeds() -> tuple[bytes, ...]:
    """What guests say to the opener."""
    messages = [message for _, _, message in _lobby().to_opener]
    return tuple(encode(message) for message in (*messages, *TALK))


def guest_seeds() -> tuple[bytes, ...]:
    """What the opener says to guests."""
    return tuple(encode(message) for _, message in _lobby().to_guests)


def _chat(own: int) -> Chat:
    signed = _lobby().signed
    assert signed is not None
    return Chat(signed.genesis, Identity.from_seed(bytes([own + 1]) * 32), own)


def chat(data: bytes) -> None:
    """A line of chat, heard by another seat; and the text of one that its own seat has signed, whatever it is."""
    listener = _chat(1)
    listener.hear(data)
    line = _chat(0).say(data.decode("utf-8", "replace")[:2_000], 1)
    if line is not None:
        is_chat, said = listener.hear(line)
        assert is_chat and said is not None
        assert not CONTROLS & set(said.text), "a control character got through"


def chat_seeds() -> tuple[bytes, ...]:
    """Lines as they are sent, and texts."""
    line = _chat(0).say("Good evening", 1)
    assert line is not None
    return line, b"Good evening", "\u202eolleh \x1b[2J".encode()


def _farewells(own: int) -> Farewells:
    signed = _lobby().signed
    assert signed is not None
    return Farewells(signed.genesis, Identity.from_seed(bytes([own + 1]) * 32), own)


def farewell(data: bytes) -> None:
    """Heard as a farewell, and read as what a seat that said one may have signed since: only its own word counts."""
    listener, said = _farewells(1), _farewells(0).say(1)
    assert said is not None
    listener.hear(data)
    assert listener.gone == ((0,) if data == said else ()), "somebody was sent away"
    listener.hear(said)
    back = listener.returned(data)
    assert back is None or data in farewell_seeds(), "somebody was called back"


@cache
def farewell_seeds() -> tuple[bytes, ...]:
    """One as it is sent, and an entry of the round after it."""
    said, signed = _farewells(0).say(1), _lobby().signed
    assert said is not None and signed is not None
    game = signed.genesis.digest()
    body = Body(game=game, epoch=0, round=2, seat=0, kind="act", content={}, history=bytes(32), state=bytes(32))
    return said, sign_entry(Identity.from_seed(bytes([1]) * 32), body).to_bytes()
