"""A joining player's side of the lobby, sans-I/O. It believes the opener nothing that it can check itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from keep_p2p.table.lobby_admission import join_message
from keep_p2p.table.lobby_events import (
    Begun,
    Chatted,
    LobbyChanged,
    LobbyOutput,
    NotGranted,
    Reopened,
    SafetyWords,
    Say,
    SignedBy,
    Stage,
    TurnedAway,
)
from keep_p2p.table.lobby_names import MAX_CHAT, MAX_SENTENCE, clean
from keep_p2p.table.lobby_seats import LobbySeat, TableSetup, parse_seats
from keep_p2p.table.lobby_signing import Disagreement, Signer, check_genesis, check_signed
from keep_p2p.table.lobby_wishes import Wish
from protocol.encoding import EncodingError, Value
from protocol.entry import MAX_SEATS
from protocol.genesis import MAX_GENESIS_BYTES, MIN_SEATS, Genesis, Option, parse_genesis, parse_signed_genesis
from protocol.identity import safety_words
from protocol.roster import MAX_NAME, check_name
from protocol.shape import Shape

Outputs = tuple[LobbyOutput, ...]
Message = Mapping[str, Value]


class Guest:
    """One player's attempt at a seat, from the request to join to the signed genesis."""

    def __init__(self, own: LobbySeat, rules: str, board: bytes, deck: bytes, signer: Signer, table: bytes) -> None:
        """``own`` is the seat we want (its commitment is filled in); ``table`` the id of the table we ask."""
        self.own = replace(own, commitment=signer.commitment)
        self.stage = Stage.OPEN
        self._signer = signer
        self._setup = TableSetup(table, "?", MIN_SEATS, rules, board, deck)
        self._seats: tuple[LobbySeat, ...] = ()
        self._shown: tuple[LobbySeat, ...] = ()
        """The seats of the last roster."""
        self._genesis: Genesis | None = None
        self._confirmed = False
        self._over = False
        self._asked = self.own.wish
        """The characters we last asked for: the opener may not have granted them yet."""
        self._handlers: dict[str, Callable[[Message], Outputs]] = {
            "roster": self._roster,
            "fix": self._fixed,
            "genesis": self._proposed,
            "signed": self._all_signed,
            "reopen": self._reopened,
            "refused": self._refused,
            "denied": self._denied,
            "said": self._said,
            "signers": self._signers,
        }

    @property
    def awaits_signatures(self) -> bool:
        """Whether we have signed and only the others' signatures are missing: worth dialling again for."""
        return self._confirmed and self.stage is Stage.SIGNING

    def join(self) -> Say:
        """The request to join."""
        return Say(join_message(self.own, self._setup.rules, self._setup.board, self._setup.deck))

    def receive(self, message: Message) -> Outputs:
        """One message of the opener's."""
        if self._over:
            return ()
        kind = message.get("type")
        handler = self._handlers.get(kind) if isinstance(kind, str) else None
        try:
            if handler is None:
                raise EncodingError("it is no message of the lobby")
            return handler(message)
        except Disagreement as error:
            return self._decline(str(error))
        except EncodingError as error:
            return self._decline(f"the opener's program said something wrong: {error}")

    def lost(self, why: str) -> Outputs:
        """The link to the opener is gone."""
        return () if self._over else self._turned_away(f"the opener is gone ({why}): look for the table again")

    def confirm(self, yes: bool) -> Outputs:
        """Our answer to the safety words."""
        if self.stage is not Stage.SIGNING or self._genesis is None or self._confirmed or self._over:
            return ()
        if not yes:
            return self._decline("you did not confirm the safety words")
        try:
            hosted = self._signer.sign_for_hosted(self._genesis, self._seats)
            signature = self._signer.sign(self._genesis)
        except (Disagreement, EncodingError) as error:
            return self._decline(str(error))
        self._confirmed = True
        return (Say({"type": "sign", "hosted": hosted, "signature": signature}),)

    def wish(self, wish: Wish) -> Outputs:
        """Ask for other characters, while the table is open."""
        if self._over or self.stage is not Stage.OPEN:
            return (NotGranted("too late for another character: all seats are being signed"),)
        self._asked = wish
        return (Say({"type": "wish", "characters": tuple(character.value for character in wish)}),)

    def say(self, text: str) -> Outputs:
        """Say something to all."""
        text = clean(text, MAX_CHAT)
        return (Say({"type": "chat", "text": text}),) if text and not self._over else ()

    # --- what the opener says ---------------------------------------------------------------------

    def _roster(self, message: Message) -> Outputs:
        shape = Shape(message, "the roster", "type", "name", "options", "seats", "size", "stage")
        name = shape.text("name", MAX_NAME)
        check_name(name)
        size = shape.nat("size", most=MAX_SEATS, least=MIN_SEATS)
        try:
            stage = Stage(shape.text("stage", most=16))
        except ValueError:
            raise shape.fail("stage", "is none") from None
        seats = parse_seats(shape.items("seats", most=size))
        if self._genesis is None:
            self._setup = replace(self._setup, name=name, seats=size, options=_options(shape))
        place, self._shown = self._place(seats), seats
        if place is not None and self.stage is Stage.OPEN and seats[place].wish == self._asked:
            self.own = replace(self.own, wish=self._asked)
        return (LobbyChanged(name, size, seats, stage, place),)

    def _fixed(self, message: Message) -> Outputs:
        seats = parse_seats(Shape(message, "the fixed roster", "type", "seats").items("seats", MAX_SEATS, MIN_SEATS))
        if self.stage is not Stage.OPEN:
            raise Disagreement("the roster was fixed twice")
        place = self._place(seats)
        ours = (self.own, replace(self.own, wish=self._asked))
        if place is None or replace(seats[place], hosts=self.own.hosts) not in ours:
            raise Disagreement("the fixed roster does not have our seat as we asked for it")
        self.own = replace(self.own, wish=seats[place].wish)
        if any(seat.commitment is None for seat in seats):
            raise Disagreement("the roster was fixed before all commitments were in")
        if any(seat.ticket is not None and not seat.ticket.holds for seat in seats):
            raise Disagreement("a computer player's ticket is not its host's")
        self._seats = seats
        self.stage = Stage.REVEALING
        return (Say({"type": "reveal", "nonce": self._signer.nonce}),)

    def _proposed(self, message: Message) -> Outputs:
        data = Shape(message, "the proposal", "type", "genesis").blob("genesis", MAX_GENESIS_BYTES)
        if self.stage is not Stage.REVEALING:
            raise Disagreement("a game was proposed out of turn")
        genesis = parse_genesis(data)
        check_genesis(genesis, self._setup, self._seats)
        self._genesis = genesis
        self.stage = Stage.SIGNING
        return (SafetyWords(safety_words(genesis.digest()), genesis),)

    def _all_signed(self, message: Message) -> Outputs:
        data = Shape(message, "the signed game", "type", "genesis").blob("genesis", MAX_GENESIS_BYTES)
        if self._genesis is None or not self._confirmed:
            raise Disagreement("a game was said to be signed that we did not sign")
        signed = parse_signed_genesis(data)
        check_signed(signed, self._genesis)
        place = self._place(self._seats)
        assert place is not None, "checked when the roster was fixed"
        self.stage = Stage.BEGUN
        self._over = True
        self._signer.used(self._seats)
        return (Begun(signed, self._seats, place),)

    def _reopened(self, message: Message) -> Outputs:
        why = clean(Shape(message, "the reopening", "type", "why").text("why", MAX_SENTENCE))
        self.stage = Stage.OPEN
        self._genesis = None
        self._confirmed = False
        self.own = replace(self.own, commitment=self._signer.fresh())
        return (Say({"type": "commit", "commitment": self._signer.commitment}), Reopened(why))

    def _refused(self, message: Message) -> Outputs:
        return self._turned_away(clean(Shape(message, "the refusal", "type", "why").text("why", MAX_SENTENCE)))

    def _denied(self, message: Message) -> Outputs:
        why = clean(Shape(message, "the refusal", "type", "why").text("why", MAX_SENTENCE))
        self._asked = self.own.wish
        return (NotGranted(why),)

    def _said(self, message: Message) -> Outputs:
        shape = Shape(message, "the line of chat", "type", "seat", "text")
        seat, text = shape.nat("seat", MAX_SEATS - 1), clean(shape.text("text", MAX_CHAT), MAX_CHAT)
        name = self._shown[seat].name if seat < len(self._shown) else ""
        return (Chatted(seat, name, text),) if name and text else ()

    def _signers(self, message: Message) -> Outputs:
        items = Shape(message, "the signers", "type", "seats").items("seats", MAX_SEATS)
        seats = tuple(item for item in items if isinstance(item, int) and 0 <= item < len(self._seats))
        return (SignedBy(seats),) if self.stage is Stage.SIGNING else ()

    # --- helpers ----------------------------------------------------------------------------------

    def _place(self, seats: tuple[LobbySeat, ...]) -> int | None:
        return next((place for place, seat in enumerate(seats) if seat.key == self.own.key), None)

    def _decline(self, why: str) -> Outputs:
        return (Say({"type": "decline", "why": why[:MAX_SENTENCE]}), *self._turned_away(why))

    def _turned_away(self, why: str) -> Outputs:
        self._over = True
        return (TurnedAway(why),)


def _options(shape: Shape) -> dict[str, Option]:
    options: dict[str, Option] = {}
    for name, value in shape.map("options", most=16).items():
        if not isinstance(value, (bool, int, str)):
            raise shape.fail("options", "holds something that is no option")
        options[name] = value
    return options
