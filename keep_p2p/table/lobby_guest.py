"""A joining player's side of the lobby, sans-I/O. It believes the opener nothing that it can check itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from keep_p2p.table.lobby_admission import join_message
from keep_p2p.table.lobby_events import (
    Begun,
    LobbyChanged,
    LobbyOutput,
    Reopened,
    SafetyWords,
    Say,
    Stage,
    TurnedAway,
)
from keep_p2p.table.lobby_names import MAX_SENTENCE, clean
from keep_p2p.table.lobby_seats import LobbySeat, TableSetup, parse_seats
from keep_p2p.table.lobby_signing import Disagreement, Signer, check_genesis, check_signed
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
        self._genesis: Genesis | None = None
        self._confirmed = False
        self._over = False
        self._handlers: dict[str, Callable[[Message], Outputs]] = {
            "roster": self._roster,
            "fix": self._fixed,
            "genesis": self._proposed,
            "signed": self._all_signed,
            "reopen": self._reopened,
            "refused": self._refused,
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
        return (LobbyChanged(name, size, seats, stage, self._place(seats)),)

    def _fixed(self, message: Message) -> Outputs:
        seats = parse_seats(Shape(message, "the fixed roster", "type", "seats").items("seats", MAX_SEATS, MIN_SEATS))
        if self.stage is not Stage.OPEN:
            raise Disagreement("the roster was fixed twice")
        place = self._place(seats)
        if place is None or replace(seats[place], hosts=self.own.hosts) != self.own:
            raise Disagreement("the fixed roster does not have our seat as we asked for it")
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
