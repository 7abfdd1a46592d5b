"""How a line of the story looks, wherever it is shown."""

from __future__ import annotations

from keep_p2p.ui.screen.roles import Role
from keep_p2p.ui.screen.scroller import Line
from keep_p2p.ui.screen.table_model import StoryLine, Told

_ROLES = {Told.EVENT: Role.TEXT, Told.NOTICE: Role.NOTICE, Told.CHAT: Role.CHAT, Told.BAD: Role.BAD}
_SIGNS = {Told.EVENT: "", Told.NOTICE: "- ", Told.CHAT: "", Told.BAD: "! "}


def story_line(line: StoryLine) -> Line:
    """A line of the story as it is shown: a sign says what it is where a colour does."""
    return Line(_SIGNS[line.kind] + line.text, _ROLES[line.kind], 2)
