"""The opener's side of the lobby, sans-I/O. It only convenes: it decides nothing that others do not check.

Messages come in with the key that the link has proven; out come `keep_p2p.table.lobby_events`.
docs/network.md, "Lobby", has the messages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from keep_p2p.errors import UserError
from keep_p2p.table.lobby_admission import Application, read_join, refusal
from keep_p2p.table.lobby_events import (
    Begun,
    Chatted,
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
from keep_p2p.table.lobby_names import MAX_CHAT, clean
from keep_p2p.table.lobby_seats import LobbySeat, TableSetup, make_genesis
from keep_p2p.table.lobby_signing import Signer
from keep_p2p.table.lobby_wishes import Wish, read_wish, taken, uncastable, wrong_size
from protocol.encoding import EncodingError, Value
from protocol.genesis import (
    MIN_SEATS,
    Genesis,
    SignedGenesis,
    check_host_signature,
    check_seat_signature,
    genesis_bytes,
    nonce_matches,
)
from protocol.identity import PublicKey, safety_words
from protocol.shape import Shape

Outputs = tuple[LobbyOutput, ...]
Message = Mapping[str, Value]


class CannotStart(UserError):
    """The opener asked to begin and that is not possible; the text says why."""


@dataclass
class _Member:
    """One player at the table and what has come from it for this attempt."""

    seat: LobbySeat
    nonce: bytes | None = None
    signature: bytes | None = None
    hosted: tuple[bytes | None, ...] = ()


class Convener:
    """The lobby of one table. The opener has the first seat."""

    def __init__(self, setup: TableSetup, own: LobbySeat, signer: Signer, *, auto_start: bool = True) -> None:
        """``own`` is the opener's seat (its commitment is filled in); ``auto_start``: begin when all seats are taken.

        :raises CannotStart: nobody may want at this table what ``own`` wants.
        """
        if (problem := wrong_size(setup.seats, own.wish)) is not None:
            raise CannotStart(f"This table cannot be opened: {problem}.")
        self.setup = setup
        self.stage = Stage.OPEN
        self.signed: SignedGenesis | None = None
        self._signer = signer
        self._auto_start = auto_start
        self._members = [_Member(replace(own, commitment=signer.commitment))]
        self._genesis: Genesis | None = None
        self._begun: Begun | None = None
        self._handlers: dict[str, Callable[[_Member, Message], Outputs]] = {
            "reveal": self._revealed,
            "sign": self._signed,
            "commit": self._committed,
            "decline": self._declined,
            "wish": self._wished,
            "chat": self._chatted,
        }

    @property
    def seats(self) -> tuple[LobbySeat, ...]:
        """The seats taken, in seat order."""
        return tuple(member.seat for member in self._members)

    @property
    def free(self) -> int:
        """Seats still free."""
        return self.setup.seats - len(self._members) if self.stage is Stage.OPEN else 0

    def awaited(self) -> tuple[PublicKey, ...]:
        """Whose fresh commitment, nonce or signature the table waits for; our own may be among them."""
        return tuple(member.seat.key for member in self._members if self._lacks(member))

    # --- what comes in ------------------------------------------------------------------------------

    def receive(self, key: PublicKey, message: Message, seen_host: str = "") -> Outputs:
        """One message of the player with this proven key, whose address is seen as ``seen_host``."""
        member = self._find(key)
        kind = message.get("type")
        try:
            if kind == "join":
                return self._joined(key, read_join(message, key, seen_host)) if member is None else self._again(member)
            handler = self._handlers.get(kind) if isinstance(kind, str) else None
            if member is None or handler is None:
                return self._dismiss(key, "that was no message for the lobby")
            return handler(member, message)
        except EncodingError as error:
            return self._dismiss(key, f"your last message was refused: {error}")

    def dropped(self, key: PublicKey, why: str = "left the table") -> Outputs:
        """The link of this player is gone, or the opener wants it gone."""
        member = self._find(key)
        if member is None or self.stage is Stage.BEGUN or key == self._own.seat.key:
            return ()
        return self._without(member, f"{member.seat.name} {why}")

    def dismiss(self, key: PublicKey, why: str) -> Outputs:
        """Put a player out before the game."""
        return self._dismiss(key, why)

    def start(self) -> Outputs:
        """Begin with the players at the table now; the free seats are given up.

        :raises CannotStart: too few, or they cannot be cast.
        """
        if self.stage is not Stage.OPEN:
            return ()
        if (problem := self._unready()) is not None:
            raise CannotStart(f"The game cannot begin: {problem}.")
        self.setup = replace(self.setup, seats=len(self._members))
        return self._fix()

    def confirm(self, yes: bool) -> Outputs:
        """The opener's own answer to the safety words. After a no the game begins only when told to (`start`)."""
        if self.stage is not Stage.SIGNING or self._genesis is None or self._own.signature is not None:
            return ()
        if not yes:
            self._auto_start = False  # or it would begin again at once
            return self._reopen("the opener did not confirm the safety words")
        hosted = self._signer.sign_for_hosted(self._genesis, self.seats)
        self._own.signature, self._own.hosted = self._signer.sign(self._genesis), hosted
        return self._if_all_signed()

    # --- other wishes, and chat -------------------------------------------------------------------------

    def wish(self, wish: Wish) -> Outputs:
        """The opener asks for other characters."""
        why = self._granted(self._own, wish)
        return self._when_changed() if why is None else (NotGranted(why),)

    def say(self, text: str) -> Outputs:
        """The opener says something to all."""
        return self._said(self._own, text)

    def _wished(self, member: _Member, message: Message) -> Outputs:
        shape = Shape(message, "the wish", "type", "characters")
        why = self._granted(member, read_wish(shape, "characters"))
        return self._when_changed() if why is None else (Say({"type": "denied", "why": why}, member.seat.key),)

    def _granted(self, member: _Member, wish: Wish) -> str | None:
        """Give this player's seat another wish; a sentence if that is not possible."""
        others = [(other.seat.name, other.seat.wish) for other in self._members if other is not member]
        why = "too late for another character: all seats are being signed" if self.stage is not Stage.OPEN else None
        why = why or wrong_size(self.setup.seats, wish) or taken(wish, others)
        if why is None:
            member.seat = replace(member.seat, wish=wish)
        return why

    def _when_changed(self) -> Outputs:
        return (*self._roster(), *self._when_full())

    def _chatted(self, member: _Member, message: Message) -> Outputs:
        return self._said(member, Shape(message, "the line of chat", "type", "text").text("text", MAX_CHAT))

    def _said(self, member: _Member, text: str) -> Outputs:
        text, seat = clean(text, MAX_CHAT), self._members.index(member)
        if not text or self.stage is Stage.BEGUN:
            return ()
        message: Message = {"type": "said", "seat": seat, "text": text}
        return (*self._to_all(message), Chatted(seat, member.seat.name, text))

    # --- joining and leaving --------------------------------------------------------------------------

    def _joined(self, key: PublicKey, application: Application) -> Outputs:
        if self.stage is not Stage.OPEN:
            return (Dismiss(key, "the game at this table is beginning or has begun: look for another table"),)
        why = refusal(application, self.setup, self.seats)
        if why is None and not self._signer.honours(application.seat.ticket):
            why = "the ticket of this computer player is spent or not from here: start it from the opener's program"
        if why is not None:
            return (Dismiss(key, why),)
        self._members.append(_Member(application.seat))
        return (*self._roster(), *self._when_full())

    def _again(self, member: _Member) -> Outputs:
        """A player who lost its link at the very end gets what it missed."""
        if self._begun is not None and self.signed is not None:
            return (Say({"type": "signed", "genesis": self.signed.to_bytes()}, member.seat.key),)
        return (Dismiss(member.seat.key, "you sit at this table already: use another profile for a second seat"),)

    def _without(self, member: _Member, why: str) -> Outputs:
        """A player is gone, and with it the computer players it answers for."""
        self._members.remove(member)
        hosted = [other for other in self._members if other.seat.host == member.seat.key]
        self._members = [other for other in self._members if other not in hosted]
        sent_off = tuple(Dismiss(other.seat.key, "your host has left the table") for other in hosted)
        again = self._reopen(why) if self.stage is not Stage.OPEN else self._roster()
        return (*sent_off, *again)

    def _dismiss(self, key: PublicKey, why: str) -> Outputs:
        member = self._find(key)
        rest: Outputs = ()
        if member is not None and self.stage is not Stage.BEGUN and member is not self._own:
            rest = self._without(member, f"{member.seat.name} was put out: {why}")
        return (Dismiss(key, why), *rest)

    def _roster(self) -> Outputs:
        seats = tuple(seat.plain() for seat in self.seats)
        message: Message = {
            "type": "roster",
            "name": self.setup.name,
            "options": self.setup.options,
            "seats": seats,
            "size": self.setup.seats,
            "stage": self.stage.value,
        }
        changed = LobbyChanged(self.setup.name, self.setup.seats, self.seats, self.stage, own=0)
        return (*self._to_all(message), changed)

    # --- the genesis ----------------------------------------------------------------------------------

    def _when_full(self) -> Outputs:
        if not self._auto_start or len(self._members) < self.setup.seats or self._unready() is not None:
            return ()
        return self._fix()

    def _unready(self) -> str | None:
        if len(self._members) < MIN_SEATS:
            return f"it takes at least {MIN_SEATS} players, and {len(self._members)} sit at the table"
        for member in self._members:
            if member.seat.commitment is None:
                return f"{member.seat.name} has not answered yet: try again in a moment"
            if (problem := wrong_size(len(self._members), member.seat.wish)) is not None:
                return f"{member.seat.name} wants what is not possible with {len(self._members)} players, for {problem}"
        return uncastable([member.seat.wish for member in self._members])

    def _fix(self) -> Outputs:
        self.stage = Stage.REVEALING
        self._own.nonce = self._signer.nonce
        seats = tuple(seat.plain() for seat in self.seats)
        return (*self._roster(), *self._to_all({"type": "fix", "seats": seats}))

    def _revealed(self, member: _Member, message: Message) -> Outputs:
        nonce = Shape(message, "the reveal", "type", "nonce").data("nonce", 32)
        commitment = member.seat.commitment
        if self.stage is not Stage.REVEALING or commitment is None:
            return ()
        if not nonce_matches(commitment, member.seat.key, nonce):
            return self._dismiss(member.seat.key, "the nonce you revealed is not the one you committed to")
        member.nonce = nonce
        if self.awaited():
            return ()
        self._genesis = make_genesis(self.setup, self.seats, [m.nonce or b"" for m in self._members])
        self.stage = Stage.SIGNING
        proposal = self._to_all({"type": "genesis", "genesis": genesis_bytes(self._genesis)})
        return (*self._roster(), *proposal, SafetyWords(safety_words(self._genesis.digest()), self._genesis))

    def _signed(self, member: _Member, message: Message) -> Outputs:
        shape = Shape(message, "the signature", "type", "hosted", "signature")
        signature = shape.data("signature", 64)
        hosted = shape.items("hosted", most=len(self._members))
        if self.stage is not Stage.SIGNING or self._genesis is None:
            return ()
        number = self._members.index(member)
        if not check_seat_signature(self._genesis, number, signature) or not self._check_hosted(member, hosted):
            return self._dismiss(member.seat.key, "your signature does not hold")
        member.signature = signature
        member.hosted = tuple(item if isinstance(item, bytes) else None for item in hosted)
        return self._if_all_signed()

    def _check_hosted(self, member: _Member, hosted: tuple[Value, ...]) -> bool:
        """Whether the player has signed for exactly the computer players that it is the host of."""
        if len(hosted) != len(self._members) or self._genesis is None:
            return False
        for number, (seat, item) in enumerate(zip(self.seats, hosted, strict=True)):
            if seat.host != member.seat.key:
                if item is not None:
                    return False
            elif not isinstance(item, bytes) or not check_host_signature(self._genesis, number, item):
                return False
        return True

    def _if_all_signed(self) -> Outputs:
        if self.awaited() or self._genesis is None:
            return self._who_signed()
        hosts = tuple(self._host_signature(number) for number in range(len(self._members)))
        self.signed = SignedGenesis(self._genesis, tuple(m.signature or b"" for m in self._members), hosts)
        self.stage = Stage.BEGUN
        self._signer.used(self.seats)
        self._begun = Begun(self.signed, self.seats, own=0)
        return (*self._to_all({"type": "signed", "genesis": self.signed.to_bytes()}), self._begun)

    def _who_signed(self) -> Outputs:
        """Tell all who has signed so far."""
        seats = tuple(number for number, member in enumerate(self._members) if member.signature is not None)
        return (*self._to_all({"type": "signers", "seats": seats}), SignedBy(seats))

    def _host_signature(self, number: int) -> bytes | None:
        host = self._members[number].seat.host
        return next((m.hosted[number] for m in self._members if host is not None and m.seat.key == host), None)

    # --- starting over --------------------------------------------------------------------------------

    def _reopen(self, why: str) -> Outputs:
        """Back to the open table: every nonce that may be known is thrown away."""
        self.stage = Stage.OPEN
        self._genesis = None
        for member in self._members:
            member.nonce = member.signature = None
            member.hosted = ()
            member.seat = member.seat.uncommitted()
        self._own.seat = replace(self._own.seat, commitment=self._signer.fresh())
        return (*self._to_all({"type": "reopen", "why": why}), Reopened(why), *self._roster())

    def _committed(self, member: _Member, message: Message) -> Outputs:
        commitment = Shape(message, "the commitment", "type", "commitment").data("commitment", 32)
        if self.stage is not Stage.OPEN or member.seat.commitment is not None:
            return ()
        member.seat = replace(member.seat, commitment=commitment)
        return self._when_full()

    def _declined(self, member: _Member, message: Message) -> Outputs:
        Shape(message, "the refusal", "type", "why").text("why", most=400)
        if self.stage is Stage.BEGUN:
            return ()
        return (
            Dismiss(member.seat.key, "you did not confirm"),
            *self._without(member, f"{member.seat.name} did not sign"),
        )

    # --- helpers --------------------------------------------------------------------------------------

    @property
    def _own(self) -> _Member:
        return self._members[0]

    def _lacks(self, member: _Member) -> bool:
        if self.stage is Stage.OPEN:
            return member.seat.commitment is None
        if self.stage is Stage.REVEALING:
            return member.nonce is None
        return self.stage is Stage.SIGNING and member.signature is None

    def _find(self, key: PublicKey) -> _Member | None:
        return next((member for member in self._members if member.seat.key == key), None)

    def _to_all(self, message: Message) -> tuple[Say, ...]:
        return tuple(Say(message, member.seat.key) for member in self._members[1:])
