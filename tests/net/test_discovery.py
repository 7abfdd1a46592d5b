"""Real mDNS on this machine, where it passes multicast; and finding a table by what a person typed."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest
from zeroconf.asyncio import AsyncServiceInfo

from keep_p2p.net import discovery as discovery_module
from keep_p2p.net.address import Address
from keep_p2p.net.announcement import SERVICE, Announcement, Sighting
from keep_p2p.net.discovery import MAX_SIGHTINGS, NO_MULTICAST, Change, Discovery, Seen, multicast_works
from keep_p2p.net.errors import AmbiguousTable, NoMulticast, NoNetwork, OtherVersion, Refused, UnknownTable
from keep_p2p.net.finding import Found, find
from tests.net.helpers import run, until

WORKS = asyncio.run(multicast_works())
mdns = pytest.mark.skipif(not WORKS, reason="this machine passes no multicast")

TABLE = Announcement(1, bytes(range(16)), "Friday", 4, 2, "aaaa-bbbb", watch=False)


def sighting(announcement: Announcement = TABLE, host: str = "10.0.0.1") -> Sighting:
    service = f"{host}-{announcement.table.hex()}.{SERVICE}"
    return Sighting(service, announcement, (Address(host, 4711),))


@contextlib.asynccontextmanager
async def two() -> AsyncIterator[tuple[Discovery, Discovery, list[Seen]]]:
    """One who announces, one who looks around, and what the second sees of the first's table."""
    async with Discovery() as teller, Discovery() as hearer:
        seen: list[Seen] = []
        hearer.listen(lambda s: seen.append(s) if s.sighting.announcement.table == TABLE.table else None)
        yield teller, hearer, seen


@mdns
def test_a_table_appears_changes_and_goes() -> None:
    async def main() -> None:
        async with two() as (teller, hearer, seen):
            await teller.announce(TABLE, 4711)
            await until(lambda: seen)
            assert seen[0].change is Change.APPEARED
            assert seen[0].sighting.announcement == TABLE
            assert {address.port for address in seen[0].sighting.addresses} == {4711}
            await teller.announce(replace(TABLE, free=1), 4711)
            await until(lambda: seen[-1].sighting.announcement.free == 1)
            assert seen[-1].change is Change.CHANGED
            await teller.withdraw()
            await until(lambda: seen[-1].change is Change.GONE)
            assert all(s.announcement.table != TABLE.table for s in hearer.sightings)

    run(main())


@mdns
def test_who_comes_later_finds_what_was_announced_before() -> None:
    async def main() -> None:
        async with Discovery() as teller:
            await teller.announce(TABLE, 4711)
            async with Discovery() as late:
                found = await find("friday", late, watch=False)
                assert found.table == TABLE.table
                assert found.name == "Friday"

    run(main())


@mdns
def test_ones_own_announcement_is_no_sighting() -> None:
    async def main() -> None:
        async with two() as (teller, _, seen):
            own: list[Seen] = []
            teller.listen(own.append)
            await teller.announce(TABLE, 4711)
            await until(lambda: seen)
            assert all(s.sighting.announcement.table != TABLE.table for s in own)

    run(main())


@mdns
def test_a_service_of_our_type_that_is_not_ours_is_passed_over() -> None:
    async def main() -> None:
        async with two() as (teller, hearer, seen):
            assert teller._zeroconf is not None
            hostile = AsyncServiceInfo(
                SERVICE, f"hostile.{SERVICE}", port=1, properties={"v": "1", "n": "\x1b[2J"}, server="h.local.",
                parsed_addresses=["127.0.0.1"],
            )  # fmt: skip
            await (await teller._zeroconf.async_register_service(hostile, cooperating_responders=True))
            await teller.announce(TABLE, 4711)
            await until(lambda: seen)
            assert all(not s.service.startswith("hostile") for s in hearer.sightings)

    run(main())


def test_what_is_remembered_is_bounded() -> None:
    discovery = Discovery(())
    for number in range(MAX_SIGHTINGS + 50):
        discovery._found(sighting(host=f"10.0.0.{number}"))
    assert len(discovery.sightings) == MAX_SIGHTINGS


def test_a_machine_without_an_interface_has_no_multicast(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        assert not await multicast_works(0.5, ())
        with pytest.raises(NoNetwork):
            async with Discovery(()):
                pass

    run(main())
    assert NO_MULTICAST.endswith(").")


def test_where_nothing_comes_back_multicast_does_not_work(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(self: Discovery, announcement: Announcement, port: int) -> None:
        return None

    monkeypatch.setattr(discovery_module.Discovery, "announce", silent)
    assert asyncio.run(multicast_works(0.1)) is False


# --- from a name to a table ------------------------------------------------------------------------


class Around:
    """A discovery that sees what a test shows it."""

    def __init__(self, *sightings: Sighting) -> None:
        self.sightings = sightings
        self.listeners: list[Callable[[Seen], None]] = []

    def listen(self, listener: Callable[[Seen], None]) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)


async def look(target: str | None, around: Around, *, watch: bool = False) -> Found:
    return await find(target, around, watch=watch, seconds=0.05)  # type: ignore[arg-type]  # it has what is used


OTHER = replace(TABLE, table=bytes(16), name="Saturday", fingerprint="cccc-dddd")
PLAYING = replace(TABLE, game=bytes(8), free=0, watch=True)
PRACTICE = replace(TABLE, practice=True)


def test_an_address_is_taken_as_it_is() -> None:
    found = asyncio.run(find("10.0.0.9:80", None, watch=False))
    assert found == Found((Address("10.0.0.9", 80),))


def test_a_table_is_found_by_name_or_by_being_the_only_one() -> None:
    for target in ("Friday", "fRIDAY", None):
        found = asyncio.run(look(target, Around(sighting())))
        assert found == Found((Address("10.0.0.1", 4711),), TABLE.table, "Friday")


def test_a_table_announced_later_is_waited_for() -> None:
    async def main() -> None:
        around = Around()
        looking = asyncio.ensure_future(find("Friday", around, watch=False, seconds=20.0))  # type: ignore[arg-type]  # Around has what is used
        await until(lambda: around.listeners)
        around.sightings = (sighting(),)
        around.listeners[0](Seen(Change.APPEARED, sighting()))
        assert (await looking).table == TABLE.table
        assert around.listeners == []

    run(main())


@pytest.mark.parametrize(
    ("target", "around", "watch", "error", "sentence"),
    [
        (
            "Monday",
            Around(),
            False,
            UnknownTable,
            "No table named 'Monday' was found in 0.05 s; no table was seen at all",
        ),
        ("Monday", Around(sighting()), False, UnknownTable, "seen: 'Friday'"),
        (None, Around(), False, UnknownTable, "No table was found"),
        (None, Around(sighting(), sighting(OTHER)), False, AmbiguousTable, "2 tables are open"),
        (
            "Friday",
            Around(sighting(), sighting(replace(OTHER, name="friday"), "10.0.0.2")),
            False,
            AmbiguousTable,
            "2 tables named 'Friday' are open: 'Friday' of aaaa-bbbb at 10.0.0.1:4711; 'friday' of cccc-dddd",
        ),
        ("Friday", Around(sighting(PLAYING)), False, Refused, "is playing already: watch it, or join another"),
        ("Friday", Around(sighting()), True, Refused, "not open to spectators"),
        (None, Around(sighting(PLAYING)), False, Refused, "is playing already .'Friday'.: open one of your own"),
        (None, Around(sighting()), True, Refused, "No table in sight lets onlookers in .'Friday'.: ask an opener"),
        ("Friday", Around(sighting(replace(TABLE, version=2))), False, OtherVersion, "speaks protocol version 2"),
        ("Friday", Around(sighting(PRACTICE)), False, Refused, "is for practice: only computer players of its own sit"),
        ("Friday", Around(sighting(PRACTICE)), True, Refused, "is for practice"),
        ("Monday", Around(sighting(PRACTICE)), False, UnknownTable, "no table was seen at all"),
        (None, Around(sighting(PRACTICE)), False, UnknownTable, "No table was found"),
        ("Friday", None, False, NoMulticast, "^This machine passes no multicast.*: give the opener's HOST:PORT[.]$"),
    ],
)
def test_each_way_not_to_find_a_table_has_its_sentence(
    target: str | None, around: Around | None, watch: bool, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        asyncio.run(find(target, around, watch=watch, seconds=0.05))  # type: ignore[arg-type]  # Around has what is used


def test_a_computer_player_finds_a_table_for_practice_by_its_name_alone() -> None:
    async def named(target: str | None) -> Found:
        return await find(target, Around(sighting(PRACTICE)), watch=False, seconds=0.05, practice=True)  # type: ignore[arg-type]  # Around has what is used

    assert asyncio.run(named("friday")).table == TABLE.table
    with pytest.raises(UnknownTable):
        asyncio.run(named(None))


def test_a_table_for_practice_does_not_stand_in_the_way_of_the_only_one_there_is() -> None:
    around = Around(sighting(replace(PRACTICE, table=bytes(16), name="raven")), sighting())
    assert asyncio.run(look(None, around)).table == TABLE.table


def test_a_running_game_can_be_watched_at_any_of_its_seats() -> None:
    seats = (sighting(PLAYING, "10.0.0.1"), sighting(replace(PLAYING, fingerprint="eeee"), "10.0.0.2"))
    found = asyncio.run(look("Friday", Around(*seats), watch=True))
    assert [address.host for address in found.addresses] == ["10.0.0.1", "10.0.0.2"]
