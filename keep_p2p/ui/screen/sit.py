"""Before sitting down: how many players, whom to play, what the table is called."""

from __future__ import annotations

from collections.abc import Callable

from keep_p2p.errors import UserError
from keep_p2p.rules.names import Character
from keep_p2p.table.lobby_names import player_name, table_name
from keep_p2p.table.lobby_wishes import Wish
from keep_p2p.ui.screen import characters
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Desk, Help, Hint, Screen
from keep_p2p.ui.screen.events import Did, Event, Key
from keep_p2p.ui.screen.form import ButtonItem, Form, Item, Option, PickItem, TextItem
from keep_p2p.ui.screen.overlays import tell
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.services import Services, Sitting
from keep_p2p.ui.screen.textfield import TextField
from protocol.roster import MAX_NAME

USUAL_PLAYERS = 4

Enter = Callable[[Desk, Sitting], None]
"""Shows the table that one is sitting down at."""


class OwnName:
    """The name by which others will see whoever sits down; once changed it is kept."""

    def __init__(self, services: Services) -> None:
        """As it is now."""
        self._services = services
        self._field = TextField("own-name", services.name, limit=MAX_NAME, hint="any name")
        self.item = TextItem("Your name", self._field, "As the others at the table see it.")

    def keep(self) -> None:
        """Take what was typed.

        :raises UserError: nobody can be called that.
        """
        name = self._field.text.strip()
        if name != self._services.name:
            self._services.rename(player_name(name))


class SitScreen(Screen):
    """A form that ends in a table. Subclasses say what is asked and what becomes of it."""

    button = "Sit down"
    heading = "Your seat"
    note = ""
    """What is said above the form."""
    alone = False
    """Whether nobody but computer players will sit there too."""
    size: int | None = None
    """Seats of the table, where they are known beforehand."""

    def __init__(self, desk: Desk, enter: Enter) -> None:
        """``enter`` shows the table."""
        super().__init__(desk)
        self._enter = enter
        self._first = characters.first_pick(alone=self.alone)
        self._second = characters.second_pick()
        self._players = PickItem(
            "Players",
            tuple(Option(number, str(number)) for number in range(3, 7)),
            USUAL_PLAYERS - 3,
            "Seats at the table, yours and Molasar's among them.",
        )
        self._button = ButtonItem(self.button, "sit")
        self._form = Form("sit", self._items())

    def _items(self) -> tuple[Item, ...]:
        """What is asked now: the second Searcher only where there may be one."""
        second = (self._second,) if characters.wants_second(self.players) else ()
        return (*self._own_items(), self._first, *second, *self._last_items(), self._button)

    def _own_items(self) -> tuple[Item, ...]:
        return (self._players,)

    def _last_items(self) -> tuple[Item, ...]:
        return ()

    @property
    def players(self) -> int | None:
        """How many will play, as far as that is known."""
        return int(str(self._players.value)) if self._players in self._own_items() else self.size

    def sit(self, wish: Wish) -> Sitting:
        """Sit down.

        :raises UserError: what was given cannot be used.
        """
        raise UserError("There is no table here.")

    def hints(self) -> tuple[Hint, ...]:
        """The keys."""
        return (*self._form.hints(self.desk.look.glyphs), Hint(Key("f2"), self.button.lower()))

    @property
    def typing(self) -> bool:
        """Whether letters are text now."""
        return self._form.typing

    def help(self) -> Help:
        """What `?` shows."""
        told = "Go up and down with the arrows or Tab. Left and Right change what stands side by side."
        return Help((told, f"F2, or Enter on the button: {self.button.lower()}."), topics=("seats", "minute"))

    def handle(self, event: Event) -> bool:
        """Fill in the form; F2 or its button sits down."""
        if event == Key("f2"):
            self._sit()
            return True
        did = self._form.handle(event)
        if did is Did.CHOSE:
            self._sit()
        elif did is Did.TOOK:
            index = self._form.index
            self._form.items = self._items()
            self._form.index = min(index, len(self._form.items) - 1)
        return did is not Did.NOTHING

    def _sit(self) -> None:
        second = self._second if characters.wants_second(self.players) else None
        wish = characters.wish_of(self._first, second)
        if problem := characters.problem_with(self.players, wish):
            tell(self.desk, "Not yet", problem)
            return
        try:
            sitting = self.sit(wish)
        except UserError as error:
            tell(self.desk, "Not yet", str(error))
            return
        self._enter(self.desk, sitting)
        self.desk.navigator.remove(self)  # only now: with its last screen the program would end

    def draw(self, area: Area) -> None:
        """The form, below what is to be said first."""
        inside = area.panel(self.heading)
        rows = inside.wrapped(0, self.note, Role.NOTICE) + 1 if self.note else 0
        self._form.draw(inside.part(0, rows))


class PractiseScreen(SitScreen):
    """Practise against computer players."""

    button = "Play"
    heading = "How many, and whom?"
    alone = True

    def __init__(
        self,
        desk: Desk,
        services: Services,
        enter: Enter,
        players: int = USUAL_PLAYERS,
        gentle: bool | None = None,
    ) -> None:
        """Everything has a sensible default: F2 plays at once. In a first game that is a Searcher, and it is said.

        ``gentle``: how the computer's Molasar is proposed to play; None: gently in a first game alone.
        """
        self._molasar = characters.molasars_manner()
        super().__init__(desk, enter)
        self._services = services
        self._molasar.choose(services.settings.first_game if gentle is None else gentle)
        self._players.choose(players)
        self._proposes = services.settings.first_game
        """Whether the second Searcher is still a proposal."""
        if self._proposes:
            self.note = characters.FIRST_GAME_NOTE
            characters.choose(self._first, self._second, characters.FIRST_GAME)
        self._form.items = self._items()

    def handle(self, event: Event) -> bool:
        """As everywhere; a second Searcher that was only proposed goes with the first."""
        second = self._second.index
        took = super().handle(event)
        self._proposes = self._proposes and second == self._second.index
        if self._proposes:
            self._second.choose(characters.partner_of(self._first.value))
        return took

    @property
    def title(self) -> str:
        """What the top line says."""
        return "Practise against the computer"

    @property
    def leave_label(self) -> str:
        """Home lies below, also where a command led straight here."""
        return "home"

    def sit(self, wish: Wish) -> Sitting:
        """A table of our own, all other seats given to computer players."""
        return self._services.practise(self.players or USUAL_PLAYERS, wish, bool(self._molasar.value))

    def _last_items(self) -> tuple[Item, ...]:
        """How Molasar is played, unless whoever practises plays him."""
        return () if self._first.value is Character.MOLASAR else (self._molasar,)


class OpenScreen(SitScreen):
    """Open a table."""

    button = "Open the table"
    heading = "Your table"

    def __init__(self, desk: Desk, services: Services, enter: Enter) -> None:
        """The table needs a name."""
        self._name = TextField("table", limit=MAX_NAME, hint="a word the others know it by")
        self._watch = PickItem(
            "Onlookers",
            (Option(False, "none"), Option(True, "may watch")),
            detail="Onlookers see what is public: no hands, and not where the Hilt lies.",
        )
        self._own_name = OwnName(services)
        super().__init__(desk, enter)
        self._services = services

    @property
    def title(self) -> str:
        """What the top line says."""
        return "Open a table"

    def _last_items(self) -> tuple[Item, ...]:
        return (self._own_name.item,)

    def _own_items(self) -> tuple[Item, ...]:
        name = TextItem("Its name", self._name, "The others on this network see this name, and join by it.")
        return (name, self._players, self._watch)

    def fill_in(self, table: str, players: int, wish: Wish) -> None:
        """Begin with these, as at a table that is opened again; the arrows stand on the button."""
        self._name.set(table)
        self._players.choose(players)
        characters.choose(self._first, self._second, wish)
        self._form.items = self._items()
        self._form.index = len(self._form.items) - 1

    def sit(self, wish: Wish) -> Sitting:
        """Open it."""
        name = self._name.text.strip()
        if not name:
            self._form.index = 0  # the name: it can be typed at once
            raise UserError("The table needs a name: any word will do.")
        self._own_name.keep()
        return self._services.open(table_name(name), self.players or USUAL_PLAYERS, wish, bool(self._watch.value))


class JoinSeatScreen(SitScreen):
    """Choose a character, then join."""

    def __init__(self, desk: Desk, services: Services, enter: Enter, target: str, name: str, size: int | None) -> None:
        """``target`` is a name or HOST:PORT; ``size`` the table's seats, if it was seen."""
        self.size = size
        self._target = target
        self._table = name
        self._own_name = OwnName(services)
        super().__init__(desk, enter)
        self._services = services

    @property
    def title(self) -> str:
        """What the top line says."""
        return f"Join {self._table}"

    def _own_items(self) -> tuple[Item, ...]:
        return ()

    def _last_items(self) -> tuple[Item, ...]:
        return (self._own_name.item,)

    def sit(self, wish: Wish) -> Sitting:
        """Join it."""
        self._own_name.keep()
        return self._services.join(self._target, wish)
