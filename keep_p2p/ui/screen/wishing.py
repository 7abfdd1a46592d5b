"""Choosing another character while the table is still filling."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from keep_p2p.rules.names import Character
from keep_p2p.table.lobby_wishes import Wish
from keep_p2p.ui.screen import characters
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Desk, Hint, Screen
from keep_p2p.ui.screen.events import Did, Event, Key
from keep_p2p.ui.screen.form import ButtonItem, Form, Option, PickItem
from keep_p2p.ui.screen.overlays import tell


class WishScreen(Screen):
    """A form with the characters, and who has taken which."""

    def __init__(
        self, desk: Desk, size: int, wish: Wish, takers: Mapping[Character, str], done: Callable[[Wish], None]
    ) -> None:
        """``wish`` is the one until now, ``takers`` are the others' names, ``done`` takes the new one."""
        super().__init__(desk)
        self._size = size
        self._done = done
        self._first = _with_takers(characters.first_pick(), takers)
        self._second = _with_takers(characters.second_pick(), {})
        characters.choose(self._first, self._second, wish)
        second = (self._second,) if characters.wants_second(size) else ()
        self._form = Form("wish", (self._first, *second, ButtonItem("Ask for it", "done")))

    @property
    def title(self) -> str:
        """What the top line says."""
        return "Whom do you play?"

    def hints(self) -> tuple[Hint, ...]:
        """The keys."""
        return (*self._form.hints(self.desk.look.glyphs), Hint(Key("f2"), "ask for it"))

    def handle(self, event: Event) -> bool:
        """Choose; F2 or the button asks the table for it."""
        did = Did.CHOSE if event == Key("f2") else self._form.handle(event)
        if did is Did.CHOSE:
            second = self._second if characters.wants_second(self._size) else None
            wish = characters.wish_of(self._first, second)
            if problem := characters.problem_with(self._size, wish):
                tell(self.desk, "Not yet", problem)
            else:
                self.desk.navigator.pop(self)
                self._done(wish)
        return did is not Did.NOTHING

    def draw(self, area: Area) -> None:
        """The form."""
        self._form.draw(area.panel(self.title))


def _with_takers(item: PickItem, takers: Mapping[Character, str]) -> PickItem:
    """The pick with the names of those who have a character already."""
    options = tuple(
        replace(option, detail=f"taken by {takers[option.value]}")
        if isinstance(option.value, Character) and option.value in takers
        else option
        for option in item.options
    )
    return replace(item, options=tuple(Option(o.value, o.label, o.detail) for o in options))
