"""A replay as one self-contained web page: no network, no other file, no program but a browser.

    page(replay) -> str

page.html, page.css and page.js are its parts; a Content-Security-Policy in the page names the
digests of the style and the script, and allows nothing else. All text is escaped here; the script
only ever sets text, never markup.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from importlib import resources

from keep_p2p.rules.names import Character, Region, Room, Seat
from keep_p2p.table.replay import Eyes, Replay
from keep_p2p.table.verify import Report, Verdict
from keep_p2p.ui.checked import WHAT_IS_CHECKED
from keep_p2p.ui.html.data import page_data
from keep_p2p.ui.html.pawns import pawn_chip
from keep_p2p.ui.html.svg import draw
from keep_p2p.ui.names import FULL, Names, count
from keep_p2p.ui.replay_story import VERDICT_NAME, Reel, verdict_line_count, verdict_lines

_PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")


def page(replay: Replay) -> str:
    """The whole page, to be written as UTF-8."""
    reel = Reel(replay)
    board = reel.names.board
    entries, marked = _rooms_of_this_table(replay)
    drawings = tuple(draw(board, region, entries, marked) for region in Region)
    style, script = _part("page.css"), _part("page.js")
    title = f"{replay.genesis.name}, a game of {count(len(reel.names.seats), 'player')}"
    return _filled(
        _part("page.html"),
        {
            "policy": _policy(style, script),
            "style": style,
            "script": script,
            "title": escape(title),
            "table": escape(replay.genesis.name),
            "subtitle": escape(_subtitle(reel)),
            "verdict": _badge(replay.report),
            "keep": drawings[0].svg,
            "cellar": drawings[1].svg,
            "eyes": _eyes(replay, reel.names),
            "turns": _turns(reel),
            "last": str(len(reel.steps) - 1),
            "players": _players(reel),
            "legend": _legend(),
            "doors": _doors(reel.names),
            "story": _story(reel),
            "checks": _checks(replay.report),
            "data": _embedded(page_data(reel, drawings)),
        },
    )


def _part(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text("utf-8").strip()


def _filled(template: str, parts: Mapping[str, str]) -> str:
    """Each placeholder once, in one pass: what is put in is never looked at again."""
    return _PLACEHOLDER.sub(lambda match: parts[match[1]], template) + "\n"


def _policy(style: str, script: str) -> str:
    digests = {name: base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for name, text in
               (("style", style), ("script", script))}  # fmt: skip
    return (
        f"default-src 'none'; style-src 'sha256-{digests['style']}'; script-src 'sha256-{digests['script']}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _embedded(data: object) -> str:
    """JSON that cannot end the element it stands in, whatever a player is called."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _rooms_of_this_table(replay: Replay) -> tuple[tuple[Room, ...], tuple[Room, ...]]:
    """Entry rooms and marked rooms at this number of Searchers."""
    board = replay.packs.board.board
    seats = len(replay.genesis.roster)
    searchers = 4 if seats == 3 else seats - 1
    return board.entries_for(searchers), board.hilt_rooms_for(searchers)


def _subtitle(reel: Reel) -> str:
    players = count(len(reel.names.seats), "player")
    turns = reel.replay.turns[-1].number if reel.replay.turns else 0
    return f"{players}, {count(turns, 'turn')}, {count(len(reel.steps), 'step')}, on {reel.names.board.name}"


def _badge(report: Report) -> str:
    sign = "✓" if report.verdict is Verdict.FAIR else "!"
    return (
        f'<a class="verdict {report.verdict.value}" href="#proof"><span aria-hidden="true">{sign}</span> '
        f"<strong>{VERDICT_NAME[report.verdict]}</strong> <span>{escape(verdict_line_count(report))}</span></a>"
    )


def _checks(report: Report) -> str:
    rows = "".join(
        f"<tr><th scope='row'>{escape(kind)}</th><td>{number:,}</td></tr>" for kind, number in report.checks.items()
    )
    reason = escape(report.reason[:1].upper() + report.reason[1:])
    return (
        f"<p class='{report.verdict.value}'><strong>{VERDICT_NAME[report.verdict]}.</strong> {reason}.</p>"
        f"<p>{escape(verdict_line_count(report))}: all held when this page was written. "
        f"{escape(WHAT_IS_CHECKED)} The page cannot check itself: "
        "<code>keep-p2p verify</code> checks the game's transcript on any machine.</p>"
        f"<p>Game <code>{escape(report.game)}</code></p>"
        f"<table><caption>Proofs that held</caption><tbody>{rows}</tbody></table>"
    )


def _eyes(replay: Replay, names: Names) -> str:
    options = []
    for sight in replay.sights:
        if isinstance(sight, Eyes):
            value, text = sight.value, "All cards face up" if sight is Eyes.ALL else "What was public"
        else:
            value, text = str(int(sight)), f"As {names.player_with_characters(Seat(int(sight)))}"
        options.append(f'<option value="{value}">{escape(text)}</option>')
    return "".join(options)


def _turns(reel: Reel) -> str:
    """One option for each turn, with the step in which it began."""
    options = ['<option value="0">Set-up</option>']
    step_of = [step.index for step in reel.steps for _ in range(step.first, step.last + 1)]
    for mark in reel.replay.turns:
        extra = " again" if mark.extra else ""
        options.append(
            f'<option value="{step_of[mark.index]}">Turn {mark.number}: {FULL[mark.character]}{extra}</option>'
        )
    return "".join(options)


def _players(reel: Reel) -> str:
    """One panel for each character in play, filled by the script."""
    played = [(c, seat) for c in Character for seat in reel.names.seats if c in seat.characters]
    panels = []
    for character, seat in played:
        number = list(Character).index(character)
        computer = " <small>computer</small>" if seat.computer else ""
        panels.append(
            f'<li class="player" id="player-{number}" data-character="{number}"><h3>{pawn_chip(character)}'
            f"<span>{FULL[character]}</span></h3><p class='who'><bdi>{escape(seat.player)}</bdi>{computer} "
            f"<code>{escape(seat.fingerprint)}</code></p><p class='place'></p><div class='hand'></div></li>"
        )
    return "".join(panels)


def _legend() -> str:
    signs = [(pawn_chip(character), FULL[character]) for character in Character]
    signs.append((pawn_chip_guard(), "a guard, by number"))
    return "".join(f"<li>{chip}<span>{text}</span></li>" for chip, text in signs)


def pawn_chip_guard() -> str:
    """A guard's pawn without a number of its own."""
    return (
        '<svg class="chip" viewBox="-17 -17 34 34" aria-hidden="true"><g class="pawn guard">'
        '<rect x="-11" y="-11" width="22" height="22" rx="4"/><text y="5">7</text></g></svg>'
    )


def _doors(names: Names) -> str:
    rooms = names.board.room_data
    return "".join(
        f'<li data-door="{number}"><span class="sign">◊{number + 1}</span> <span>{escape(door.name)}: '
        f"{escape(rooms[door.keep_side].name)} to {escape(rooms[door.cellar_side].name)}</span> "
        f'<em class="finders"></em></li>'
        for number, door in enumerate(names.board.secret_doors)
    )


def _story(reel: Reel) -> str:
    """Every line, grouped by turns; readable without the script."""
    items = []
    for step in reel.steps:
        for line in step.lines:
            kind = ' class="turn"' if line.heading else ""
            items.append(f'<li data-step="{step.index}"{kind}>{escape(line.text)}</li>')
    if reel.replay.report.verdict is not Verdict.FAIR:
        text = verdict_lines(reel.replay.report)[0]
        items.append(f'<li data-step="{reel.steps[-1].index}">{escape(text)}</li>')
    return "".join(items)


__all__ = ["page"]
