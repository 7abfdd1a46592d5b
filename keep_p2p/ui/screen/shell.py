"""The program around the screens: a prompt_toolkit application that shows the grid and brings keys and mouse.

Nothing heavy runs in its loop: sessions live in a thread of their own (`keep_p2p.app.engine`) and hand
over what happened by `Shell.post`. The terminal is given back as it was whatever happens.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.application import Application
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output

from keep_p2p.ui.orphaned import end_with_the_shell
from keep_p2p.ui.screen.base import Cancel, Desk
from keep_p2p.ui.screen.events import Key, MouseKind
from keep_p2p.ui.screen.keyboard import bound
from keep_p2p.ui.screen.navigator import Navigator
from keep_p2p.ui.screen.paint import GridContainer
from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.stopping import leaves_no_trace, stops_tidily
from keep_p2p.ui.screen.theme import Depth

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

FRAME_SECONDS = 0.02
"""Least seconds from a drawing to the next that no key asked for. Stops a flood of news from taking all the time."""

ESCAPE_SECONDS = 0.03
"""Seconds after which an escape byte is the Esc key, not the beginning of another key's bytes."""

DEPTHS = {
    Depth.NONE: ColorDepth.DEPTH_1_BIT,
    Depth.SIXTEEN: ColorDepth.DEPTH_4_BIT,
    Depth.MANY: ColorDepth.DEPTH_8_BIT,
    Depth.TRUE: ColorDepth.DEPTH_24_BIT,
}

WORDS = {
    Keys.Up: "up", Keys.Down: "down", Keys.Left: "left", Keys.Right: "right", Keys.Home: "home", Keys.End: "end",
    Keys.PageUp: "pageup", Keys.PageDown: "pagedown", Keys.Delete: "delete", Keys.Escape: "escape",
    Keys.Enter: "enter", Keys.Tab: "tab", Keys.BackTab: "backtab", Keys.Backspace: "backspace",
    Keys.ControlJ: "enter", Keys.SIGINT: "ctrl-c",
}  # fmt: skip
"""The keys that have a name of their own here."""

MOUSE = {
    (MouseEventType.MOUSE_DOWN, MouseButton.LEFT): MouseKind.CLICK,
    (MouseEventType.SCROLL_UP, MouseButton.NONE): MouseKind.WHEEL_UP,
    (MouseEventType.SCROLL_DOWN, MouseButton.NONE): MouseKind.WHEEL_DOWN,
}


class Shell:
    """Runs the screens of ``navigator`` in the terminal until ``desk.quit`` is called."""

    def __init__(
        self, desk: Desk, navigator: Navigator, *, source: Input | None = None, output: Output | None = None
    ) -> None:
        """``source`` and ``output`` take the terminal's place in tests."""
        self._desk = desk
        self._navigator = navigator
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[Callable[[], None]] = []
        self._failed: BaseException | None = None
        self._drawn = 0.0
        """When it was drawn last, by the loop's clock."""
        self._next: asyncio.TimerHandle | None = None
        """The next drawing, of news."""
        self._container = GridContainer(navigator.render, self._style, self._mouse)
        self._application: Application[int] = Application(
            layout=Layout(self._container),
            key_bindings=self._bindings(),
            full_screen=True,
            mouse_support=True,
            color_depth=lambda: DEPTHS[desk.look.theme.depth],
            max_render_postpone_time=None,
            after_render=self._after_drawing,
            input=source,
            output=output,
        )
        bound(self._application.input)
        self._application.ttimeoutlen = ESCAPE_SECONDS
        self._application.timeoutlen = 0
        desk.redraw = self._draw_soon
        desk.later = self._later
        desk.quit = self._quit
        desk.bell = self._application.output.bell
        desk.look_changed = self.look_changed

    def run(self) -> int:
        """Show the screens; the exit status given to ``desk.quit``.

        Whatever a screen raises ends the program and comes out here, the terminal being as it was before.
        """
        return asyncio.run(self._run())

    async def _run(self) -> int:
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(self._broken)
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            self._loop.call_soon(self._guarded, call)
        leaves_no_trace(self._application.output)
        end_watch = end_with_the_shell()
        try:
            with stops_tidily(self._application, self._loop):
                return await self._application.run_async(set_exception_handler=False)
        finally:
            end_watch()
            self._loop = None
            self._next = None
            if self._failed is not None:
                raise self._failed

    def post(self, call: Callable[[], None]) -> None:
        """Call something in the screens' thread, soon, and draw afterwards. From any thread; at the end see `drain`."""
        loop = self._loop
        if loop is None:
            self._waiting.append(call)
            return
        try:
            loop.call_soon_threadsafe(self._guarded, call)
        except RuntimeError:
            return  # the program has ended

    def drain(self) -> None:
        """Call what was posted after the end: what came of the tables that were left."""
        waiting, self._waiting = self._waiting, []
        for call in waiting:
            call()

    def fail(self, error: BaseException) -> None:
        """End the program by this error, from any thread."""
        self.post(lambda: self._fail(error))

    def look_changed(self) -> None:
        """``desk.look`` is another: styles are looked up anew."""
        self._container.forget_styles()
        self._application.invalidate()

    # --- inside -------------------------------------------------------------------------------------

    def _guarded(self, call: Callable[[], None]) -> None:
        """Call something of the screens', and draw what came of it: soon, or at once if it was a key (`_pressed`)."""
        try:
            call()
        except Exception as error:
            self._fail(error)
        self._draw_soon()

    def _draw_soon(self) -> None:
        """Draw as soon as ``FRAME_SECONDS`` have passed since the last drawing.

        prompt_toolkit could pace drawings too (``min_redraw_interval``), but would hold keys up by it as well: it draws
        after each key, and that must not wait.
        """
        if self._loop is not None and self._next is None:
            self._next = self._loop.call_at(self._drawn + FRAME_SECONDS, self._application.invalidate)

    def _after_drawing(self, _: object) -> None:
        """Whatever was to be drawn is on the screen now."""
        if self._loop is not None:
            self._drawn = self._loop.time()
        if self._next is not None:
            self._next.cancel()
            self._next = None

    def _broken(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        error = context.get("exception")
        self._fail(error if isinstance(error, BaseException) else RuntimeError(str(context.get("message"))))

    def _fail(self, error: BaseException) -> None:
        """End the program by this error, once."""
        if self._failed is None:
            self._failed = error
            self._exit(1)

    def _exit(self, status: int) -> None:
        future = self._application.future
        if future is not None and not future.done():
            self._application.exit(result=status)

    def _quit(self, status: int) -> None:
        self._exit(status)

    def _later(self, seconds: float, call: Callable[[], None]) -> Cancel:
        if self._loop is None:
            return lambda: None
        return self._loop.call_later(seconds, self._guarded, call).cancel

    def _style(self, role: Role) -> str:
        return self._desk.look.theme.style(role)

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()
        for key in (Keys.Any, Keys.SIGINT, Keys.BracketedPaste):
            bindings.add(key, eager=key is not Keys.Any)(self._pressed)
        return bindings

    def _pressed(self, event: KeyPressEvent) -> None:
        press = event.key_sequence[0]
        key = self._key(press.key, press.data)
        if key is not None:
            self._guarded(lambda: self._navigator.handle(key))

    @staticmethod
    def _key(key: Keys | str, data: str) -> Key | None:
        """The key as screens know it; None for what none of them uses."""
        if key == Keys.BracketedPaste:
            return Key("paste", data)
        if isinstance(key, Keys):
            if key in WORDS:
                return Key(WORDS[key])
            name = key.value
            if name.startswith("c-") and len(name) == 3:
                return Key(f"ctrl-{name[2:]}")
            return Key(name) if name[0] == "f" and name[1:].isdecimal() else None
        if key == " ":
            return Key("space")
        return Key(key) if len(key) == 1 and key.isprintable() else None

    def _mouse(self, event: MouseEvent) -> NotImplementedOrNone:
        kind = MOUSE.get((event.event_type, event.button))
        if kind is None:
            return NotImplemented
        x, y = event.position.x, event.position.y
        self._guarded(lambda: self._navigator.click(self._container.grid, x, y, kind))
        return None
