"""An opener that would seat different players at different games of one table gets nobody to play any of them."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace

import pytest

from keep_p2p.net import session as module
from keep_p2p.net.errors import Refused
from keep_p2p.net.events import GameBegan
from keep_p2p.net.session import Session
from keep_p2p.table.lobby import Convener, SafetyWords, Say
from keep_p2p.table.lobby_convener import Message, Outputs, _Member
from protocol.genesis import (
    Genesis,
    SignedGenesis,
    genesis_bytes,
    nonce_commitment,
    parse_genesis,
    parse_signed_genesis,
    sign_genesis,
)
from protocol.shape import Shape
from tests.net.helpers import identity, run, until
from tests.net.sessions import Seated, options

VICTIM = "Player 3"
OTHER_NONCE = bytes([7]) * 32


class Forking(Convener):
    """Tells the last player of another nonce of its own, so that its game is another one."""

    def _to_all(self, message: Message) -> tuple[Say, ...]:
        names = {member.seat.key: member.seat.name for member in self._members}
        return tuple(
            Say(self._other(each.message), each.to) if each.to and names[each.to] == VICTIM else each
            for each in super()._to_all(message)
        )

    def _other(self, message: Message) -> Message:
        if message["type"] in ("roster", "fix"):
            opener, *guests = Shape(message, "ours", *message).items("seats", 6)
            assert isinstance(opener, dict)
            if opener["commitment"] is not None:
                opener = {**opener, "commitment": nonce_commitment(self._own.seat.key, OTHER_NONCE)}
            return {**message, "seats": (opener, *guests)}
        if message["type"] == "genesis":
            data = message["genesis"]
            assert isinstance(data, bytes)
            return {**message, "genesis": genesis_bytes(forked(parse_genesis(data)))}
        if message["type"] == "signed":
            data = message["genesis"]
            assert isinstance(data, bytes)
            signed = parse_signed_genesis(data)
            other = forked(signed.genesis)
            own = sign_genesis(self._signer.identity, other, OTHER_NONCE)
            signatures = (own, *signed.signatures[1:])
            return {**message, "genesis": SignedGenesis(other, signatures, signed.host_signatures).to_bytes()}
        return message

    def _signed(self, member: _Member, message: Message) -> Outputs:
        """Takes any signature: the victim's is under another game."""
        shape = Shape(message, "the signature", "type", "hosted", "signature")
        member.signature = shape.data("signature", 64)
        member.hosted = (None,) * len(self._members)
        return self._if_all_signed()


def forked(genesis: Genesis) -> Genesis:
    return replace(genesis, nonces=(OTHER_NONCE, *genesis.nonces[1:]))


def test_players_who_are_shown_different_games_see_different_words_and_play_neither(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "Convener", Forking)

    async def main() -> None:
        async with contextlib.AsyncExitStack() as stack:
            seats = []
            for number in (1, 2, 3):
                seats.append(Seated(await stack.enter_async_context(Session(options(number)))))
                if number == 1:
                    await seats[0].session.open("Friday", 3)
                else:
                    await seats[-1].session.join(seats[0].address)
            guests = seats[1:]
            found = await asyncio.gather(*(guest.reading for guest in guests), return_exceptions=True)
            assert all(isinstance(each, Refused) for each in found), found
            first, second = (guest.of(SafetyWords)[0] for guest in guests)
            assert first.words != second.words
            assert first.genesis.seat_of(identity(1).public) == second.genesis.seat_of(identity(1).public) == 0
            assert not [event for guest in guests for event in guest.of(GameBegan)]
            await until(lambda: seats[0].seen)
            seats[0].session.stop()
            await seats[0].reading

    run(main())
