"""The doctor's words about this terminal."""

from __future__ import annotations

from collections.abc import Mapping

from keep_p2p.ui.checkup import Finding, Grade
from keep_p2p.ui.screen.geometry import SMALLEST, Breakpoint, Size, breakpoint_of
from keep_p2p.ui.screen.glyphs import glyphs_for
from keep_p2p.ui.screen.theme import Depth, depth_for

COLOURS = {Depth.NONE: "no colours", Depth.SIXTEEN: "16 colours", Depth.MANY: "256 colours", Depth.TRUE: "true colours"}

WHOLE_BOARD = "120 columns and 40 rows"


def about_terminal(size: Size | None, environ: Mapping[str, str], platform: str) -> tuple[Finding, ...]:
    """Size, colours and letters of the terminal. ``size`` None: the output is no terminal at all."""
    if size is None:
        told = "The output is no terminal, so everything is shown line by line."
        return (Finding(Grade.OK, "Terminal", told),)
    return _size(size, environ, platform), _colours(environ, platform), _letters(environ, platform)


def _size(size: Size, environ: Mapping[str, str], platform: str) -> Finding:
    told = f"{size.width} columns and {size.height} rows."
    term = environ.get("TERM", "")
    if term in ("", "dumb") and platform != "win32":
        told += f" It says of itself that it can place no letters (TERM is {term or 'not set'})."
        return Finding(
            Grade.WARNING, "Terminal", told,
            ("Line by line is used by itself; for the full screen, use another terminal or set TERM rightly.",),
        )  # fmt: skip
    if size.width < SMALLEST.width or size.height < SMALLEST.height:
        needs = f"The full screen needs {SMALLEST.width} and {SMALLEST.height}."
        return Finding(
            Grade.WARNING, "Terminal", f"{told} {needs}",
            ("Make the window larger or its letters smaller, or play line by line with --plain.",),
        )  # fmt: skip
    if breakpoint_of(size) < Breakpoint.WIDE:
        return Finding(Grade.OK, "Terminal", f"{told} With {WHOLE_BOARD} the whole board fits; here it scrolls.")
    return Finding(Grade.OK, "Terminal", f"{told} The whole board fits.")


def _colours(environ: Mapping[str, str], platform: str) -> Finding:
    depth = depth_for(environ, platform)
    why = ""
    if depth is Depth.NONE and environ.get("NO_COLOR"):
        why = ", as NO_COLOR asks"
    told = f"{COLOURS[depth][:1].upper()}{COLOURS[depth][1:]}{why}. Letters and signs say everything as well."
    if depth is not Depth.SIXTEEN:
        return Finding(Grade.OK, "Colours", told)
    more = "If the terminal has more, say so: export COLORTERM=truecolor, or choose in keep-p2p's settings."
    return Finding(Grade.OK, "Colours", told, (more,))


def _letters(environ: Mapping[str, str], platform: str) -> Finding:
    if not glyphs_for(environ, platform).ascii_only:
        return Finding(Grade.OK, "Letters", "UTF-8: walls and doorways are drawn with lines.")
    if environ.get("TERM") == "linux":
        told = "The Linux console has few letters, so the board is drawn with plain ones."
        return Finding(Grade.OK, "Letters", told)
    return Finding(
        Grade.WARNING, "Letters",
        "The locale is not UTF-8, so the board is drawn with plain letters, and names may look wrong.",
        ("Choose a UTF-8 locale: export LC_ALL=C.UTF-8",),
    )  # fmt: skip
