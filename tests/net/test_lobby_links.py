"""The lobby on real links: those who say nothing, say too much, or come twice."""

from __future__ import annotations

import secrets

import pytest

from keep_p2p.net import hosting as hosting_module
from keep_p2p.net.dial import Dialler
from keep_p2p.net.errors import Refused
from keep_p2p.net.hello import Purpose, Wanted
from keep_p2p.net.hosting import MAX_LOBBY_LINKS, MAX_LOBBY_MESSAGES, Hosting, LobbyEvent
from keep_p2p.net.link import Link
from keep_p2p.net.visiting import Visiting
from keep_p2p.table.lobby import Convener, Guest, LobbyChanged, Stage
from keep_p2p.table.lobby_seats import TableSetup
from tests.net.helpers import TABLE, Door, Ends, identity, run, until
from tests.table.lobby_table import BOARD, DECK, Player


def convener(seats: int = 4) -> tuple[Convener, list[LobbyEvent]]:
    opener = Player("A", 1)
    return Convener(TableSetup(TABLE, "Castle", seats, "1", BOARD, DECK), opener.seat(), opener.signer), []


class Lobby(Door):
    """A listener whose links go to a lobby."""

    def __init__(self, seats: int = 4, patience: float = 1.0) -> None:
        super().__init__(identity(1))
        machine, self.told = convener(seats)
        self.hosting = Hosting(machine, self.told.append, patience=patience)
        self.listener._accept = self.hosting.accept

    async def __aexit__(self, *_: object) -> None:
        await self.hosting.close("the test is over")
        await super().__aexit__()

    async def dial(self, who: Player) -> Link:
        return await Dialler(who.identity, secrets.token_bytes).dial(self.address, Wanted(Purpose.LOBBY))

    async def visit(self, who: Player) -> Visiting:
        who.table = TABLE
        visiting = Visiting(who.guest(), lambda event: who.outputs.append(event), lambda: self.dial(who))
        await visiting.join(await self.dial(who))
        return visiting

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.hosting.convener.seats]


def join_of(player: Player) -> Guest:
    player.table = TABLE
    return player.guest()


def test_a_second_link_of_the_same_player_has_no_seat_and_costs_the_first_nothing() -> None:
    async def main() -> None:
        async with Lobby() as lobby:
            visiting = await lobby.visit(Player("B", 2))
            with pytest.raises(Refused, match="You sit at this table already"):
                await lobby.visit(Player("C", 2))
            assert lobby.names == ["A", "B"]
            await visiting.close("done")
            await until(lambda: lobby.names == ["A"])

    run(main())


def test_who_links_and_does_not_join_is_sent_away() -> None:
    async def main() -> None:
        async with Lobby(patience=0.01) as lobby:
            ends = Ends(await lobby.dial(Player("B", 2)))
            assert (await ends.messages.get())["why"] == "you did not join"
            await ends.closed
            assert lobby.names == ["A"]

    run(main())


def test_who_talks_before_joining_is_sent_away() -> None:
    async def main() -> None:
        async with Lobby() as lobby:
            ends = Ends(await lobby.dial(Player("B", 2)))
            ends.link.send({"type": "reveal", "nonce": bytes(32)})
            assert (await ends.messages.get())["why"] == "a seat has to be asked for first"
            await ends.closed

    run(main())


def test_links_to_the_lobby_are_bounded_and_those_that_only_sit_there_make_room() -> None:
    async def main() -> None:
        async with Lobby() as lobby:
            idle = [Ends(await lobby.dial(Player("x", 20 + number))) for number in range(2 * MAX_LOBBY_LINKS)]
            for ends in idle[:MAX_LOBBY_LINKS]:
                assert (await ends.messages.get())["why"] == "you did not join"
                await ends.closed
            await lobby.visit(Player("B", 2))
            assert lobby.names == ["A", "B"]
            assert not idle[-1].closed.done()
            assert len(lobby.hosting._messages) == MAX_LOBBY_LINKS

    run(main())


def test_links_that_have_asked_for_a_seat_make_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting_module, "MAX_LOBBY_LINKS", 1)

    async def main() -> None:
        async with Lobby() as lobby:
            await lobby.visit(Player("B", 2))
            one_more = Ends(await lobby.dial(Player("y", 90)))
            assert "too many are asking" in str((await one_more.messages.get())["why"])
            await one_more.closed
            assert lobby.names == ["A", "B"]

    run(main())


def test_messages_on_one_lobby_link_are_bounded() -> None:
    async def main() -> None:
        async with Lobby() as lobby:
            player = Player("B", 2)
            ends = Ends(await lobby.dial(player))
            ends.link.send(join_of(player).join().message)
            for _ in range(MAX_LOBBY_MESSAGES):
                ends.link.send({"type": "commit", "commitment": bytes(32)})
            assert await ends.closed == "too many messages"
            await until(lambda: lobby.names == ["A"])

    run(main())


def test_a_player_that_does_not_reveal_its_nonce_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting_module, "REVEAL_SECONDS", 0.1)

    async def main() -> None:
        async with Lobby(seats=3) as lobby:
            honest = await lobby.visit(Player("B", 2))
            player = Player("C", 3)
            silent = Ends(await lobby.dial(player))
            silent.link.send(join_of(player).join().message)
            why = ""
            while not silent.closed.done():
                message = await silent.messages.get()
                if message["type"] == "refused":
                    why = str(message["why"])
                    break
            assert why == "your answer did not come in time"
            await until(lambda: lobby.hosting.convener.stage is Stage.OPEN)
            assert lobby.names == ["A", "B"]
            await honest.close("done")

    run(main())


def test_an_opener_that_does_not_answer_is_left() -> None:
    async def main() -> None:
        async with Door(identity(1)) as door:
            player = Player("B", 2)
            visiting = Visiting(join_of(player), lambda event: None, lambda: door.pair(player.identity))  # type: ignore[arg-type, return-value]  # never dialled again
            link = await Dialler(player.identity, secrets.token_bytes).dial(door.address, Wanted(Purpose.LOBBY))
            Ends(await door.links.get())
            with pytest.raises(Refused, match="The opener did not answer: try again"):
                await visiting.join(link, seconds=0.05)

    run(main())


def test_the_opener_is_told_who_sits_down() -> None:
    async def main() -> None:
        async with Lobby() as lobby:
            visiting = await lobby.visit(Player("B", 2))
            changes = [event for event in lobby.told if isinstance(event, LobbyChanged)]
            assert [seat.name for seat in changes[-1].seats] == ["A", "B"]
            assert changes[-1].seats[1].hosts[0] == "127.0.0.1", "as the opener sees it, first"
            await visiting.close("done")

    run(main())
