"""A seat that hangs up and links again without end is told so often a round, and at last as it is."""

from __future__ import annotations

import pytest

from keep_p2p.net.events import LinkDown, LinkUp
from keep_p2p.net.link_news import MAX_CHANGES, LinkNews


def test_every_change_is_told_as_long_as_they_are_few() -> None:
    news = LinkNews()
    assert news.changed(2, True) == (LinkUp(2),)
    assert news.changed(2, False) == (LinkDown(2),)
    assert news.changed(1, True) == (LinkUp(1),)
    assert news.changed(2, True) == (LinkUp(2),)
    assert news.round_moved() == ()


def test_the_same_again_is_no_news() -> None:
    news = LinkNews()
    assert news.changed(2, True) == (LinkUp(2),)
    assert news.changed(2, True) == ()


@pytest.mark.parametrize("up", [True, False])
def test_a_seat_that_comes_and_goes_is_told_so_often_a_round_and_then_as_it_is(up: bool) -> None:
    news = LinkNews()
    told = [event for number in range(1000) for event in news.changed(2, number % 2 == 0)]
    assert told == [LinkUp(2), LinkDown(2)] * (MAX_CHANGES // 2)
    assert news.changed(1, True) == (LinkUp(1),), "others have their own count"
    assert news.changed(2, up) == ()
    assert news.round_moved() == ((LinkUp(2),) if up else ())
    assert news.changed(2, not up) != (), "and it is counted from the beginning"
