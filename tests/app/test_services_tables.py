"""Which tables in sight a person is shown."""

from __future__ import annotations

from dataclasses import replace

from keep_p2p.app.services import _tables
from tests.net.test_discovery import OTHER, PLAYING, TABLE, sighting


def test_tables_for_practice_are_nobodys_business() -> None:
    practice = replace(OTHER, practice=True)
    shown = _tables([sighting(), sighting(practice), sighting(replace(practice, game=bytes(8), free=0))])
    assert [table.name for table in shown] == ["Friday"]


def test_the_opener_tells_of_a_table_rather_than_its_players() -> None:
    (shown,) = _tables([sighting(PLAYING, "10.0.0.2"), sighting(TABLE)])
    assert not shown.playing
