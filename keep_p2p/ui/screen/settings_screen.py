"""The settings: name, colours, lines, calm, hints. Each holds at once and is kept when the screen is left."""

from __future__ import annotations

from dataclasses import replace

from keep_p2p.errors import UserError
from keep_p2p.table.lobby_names import player_name
from keep_p2p.ui.environment import terminal_environment
from keep_p2p.ui.screen.area import Area
from keep_p2p.ui.screen.base import Desk, Help, Hint, Screen
from keep_p2p.ui.screen.events import Did, Event
from keep_p2p.ui.screen.form import ButtonItem, Form, Option, PickItem, TextItem
from keep_p2p.ui.screen.overlays import tell
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.services import Services
from keep_p2p.ui.screen.settings import Settings, look_for
from keep_p2p.ui.screen.textfield import TextField
from protocol.roster import MAX_NAME


class SettingsScreen(Screen):
    """A form over the settings."""

    def __init__(self, desk: Desk, services: Services) -> None:
        """As they stand now."""
        super().__init__(desk)
        self._services = services
        now = services.settings
        self._name = TextField("name", now.name, limit=MAX_NAME, hint=services.name)
        self._colours = _pick(
            "Colours", now.colours, "What the terminal says it can show, unless you say otherwise.",
            ("auto", "as the terminal says"), ("true", "all"), ("256", "256"), ("16", "16"), ("none", "none"),
        )  # fmt: skip
        self._glyphs = _pick(
            "Lines", now.glyphs, "With plain ASCII walls are # and -, for terminals that show boxes or gibberish.",
            ("auto", "as the terminal says"), ("utf-8", "drawn"), ("ascii", "plain ASCII"),
        )  # fmt: skip
        self._calm = _pick(
            "Motion", now.calm, "Dice and cards turned up may be small moments of half a second, or just appear.",
            (False, "small moments"), (True, "calm: nothing moves by itself"),
        )  # fmt: skip
        self._hints = _pick(
            "First game", now.hints, "Whether a step is explained when it first comes up.",
            (True, "explain each step once"), (False, "no explanations"),
        )  # fmt: skip
        name = TextItem("Your name", self._name, "As the others at a table see it.")
        picks = (self._colours, self._glyphs, self._calm, self._hints)
        self._form = Form("settings", (name, *picks, ButtonItem("Done", "done")))

    @property
    def title(self) -> str:
        """What the top line says."""
        return "Settings"

    def hints(self) -> tuple[Hint, ...]:
        """The keys."""
        return self._form.hints(self.desk.look.glyphs)

    @property
    def typing(self) -> bool:
        """Whether letters are text now."""
        return self._form.typing

    def help(self) -> Help:
        """What `?` shows."""
        return Help(("A change holds at once, and is kept when you leave this screen.",))

    @property
    def leave_label(self) -> str:
        """What Esc does."""
        return "keep and go back"

    def _settings(self) -> Settings:
        return replace(
            self._services.settings,
            name=self._name.text.strip(),
            colours=str(self._colours.value),
            glyphs=str(self._glyphs.value),
            calm=bool(self._calm.value),
            hints=bool(self._hints.value),
        )

    def back(self) -> None:
        """Keep them, if the name can be used."""
        settings = self._settings()
        try:
            if settings.name:
                player_name(settings.name)
        except UserError as error:
            tell(self.desk, "The name", str(error))
            return
        problem = self._services.save(settings) if settings != self._services.settings else ""
        self.desk.navigator.pop(self)
        if problem:
            self.desk.navigator.notice(problem)

    def handle(self, event: Event) -> bool:
        """Change something: it is seen at once."""
        did = self._form.handle(event)
        if did is Did.CHOSE:
            self.back()
        elif did is Did.TOOK:
            look = look_for(replace(self._settings(), calm=False), terminal_environment())
            look = replace(look, calm=bool(self._calm.value))
            if look != self.desk.look:
                self.desk.look = look
                self.desk.look_changed()
        return did is not Did.NOTHING

    def draw(self, area: Area) -> None:
        """The form, and how things look with it."""
        form, sample = area.bottom(3)
        self._form.draw(form.panel("Settings"))
        inside = sample.panel("How it looks")
        roles = (
            ("E", Role.PAWN_EVA), ("F", Role.PAWN_FONESCU), ("C", Role.PAWN_CUZA), ("G", Role.PAWN_GLAEKEN),
            ("W", Role.PAWN_WOERMANN), ("M", Role.PAWN_MOLASAR), ("a", Role.PAWN_GUARD),
        )  # fmt: skip
        x = 0
        for letter, role in roles:
            x = inside.put(x, 0, letter, role) + 1
        words = (("good", Role.GOOD), ("look out", Role.WARNING), ("bad", Role.BAD), ("yours", Role.YOURS))
        for word, role in words:
            x = inside.put(x + 1, 0, word, role)
        glyphs = area.glyphs.map
        marks = f"{glyphs.entry} {glyphs.marked} {glyphs.proven} {glyphs.hilt} {glyphs.stairs} {glyphs.secret_door}"
        inside.put(x + 2, 0, f"{area.glyphs.horizontal * 3} {marks}")


def _pick(label: str, value: object, detail: str, *options: tuple[str | bool, str]) -> PickItem:
    item = PickItem(label, tuple(Option(value, text) for value, text in options), detail=detail)
    if isinstance(value, str | bool):
        item.choose(value)
    return item
