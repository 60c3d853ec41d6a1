"""Reads and runs `*.checks`: for each documented name, Lua expressions and what they give.

## setLock                          a name of the page, which is the name of the file
| card.setLock(true)                a statement in the Global script
|die function onDrop() … end        the same in the script of something on the table
@ red.flip(card)                    a gesture: Python, with the hands and things of the scene
~ 10                                frames pass (`~ settle`: until nothing moves;
                                    `~ web`: what is wanted from the web is fetched)
card.locked => true                 a check: both sides are Lua
card.setLock() !! expected          a check: it fails, and this is part of the message
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.table.api.fetched import address, fetch
from tests.table.api.scene import GUIDS, Scene
from tts_tool.errors import UserError
from tts_tool.table.gestures import gestures
from tts_tool.table.scripts import ScriptFault
from tts_tool.table.service import ExternalMessage
from tts_tool.table.world.events import PlayerChatTyping
from tts_tool.table.world.seating import connect, join_team, sit
from tts_tool.table.world.turns import enable_turns, end_turn

__all__ = ["CHECKS", "Failure", "Section", "read", "run"]

CHECKS = Path(__file__).parent / "checks"
_FILE_NAMES = {"/": "."}


class Section(NamedTuple):
    """All lines about one name."""

    page: str
    name: str
    lines: tuple[tuple[int, str], ...]

    @property
    def checks(self) -> int:
        """Count what is checked."""
        return sum(1 for _, line in self.lines if " => " in line or " !! " in line)

    @property
    def scene(self) -> Scene:
        """Lay the table; whoever is given a function has a script."""
        spoken_to = (line[1:].partition(" ")[0] for _, line in self.lines if line[0] == "|")
        return Scene(scripted={"card", *spoken_to})


class Failure(NamedTuple):
    """A check that did not hold."""

    line: int
    text: str
    got: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}   got: {self.got}"


def read(path: Path) -> Iterator[Section]:
    """Read a file, section by section."""
    page = path.stem.replace(".", "/")
    name, lines = "", list[tuple[int, str]]()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            if name:
                yield Section(page, name, tuple(lines))
            name, lines = line[3:].strip(), []
        elif line.strip() and not line.startswith("# "):  # `#list` is Lua
            lines.append((number, line))
    if name:
        yield Section(page, name, tuple(lines))


def run(section: Section, scene: Scene) -> list[Failure]:
    """Run a section to its end; what failed is returned."""
    if section.page.startswith("webrequest"):
        scene.table.execute(f"address = '{address()}'")
    failures = [
        Failure(number, line, got)
        for number, line in section.lines
        if (got := _run_line(line, scene)) is not None
    ]
    faults = [Failure(0, "a handler failed", str(fault)) for fault in scene.table.faults]
    return failures + faults


def _run_line(line: str, scene: Scene) -> str | None:
    if line.startswith("|"):
        return _statement(line[1:], scene)
    if line.startswith("@"):
        return _gesture(line[1:].strip(), scene)
    if line.startswith("~"):
        return _frames(line[1:].strip(), scene)
    if " !! " in line:
        expression, _, part = line.partition(" !! ")
        return _fails(expression, part, scene)
    expression, expected = line.rsplit(" => ", 1)
    return _gives(expression, expected, scene)


def _statement(text: str, scene: Scene) -> str | None:
    who, _, rest = text.partition(" ")
    handle = scene.thing(who).handle if who in GUIDS else 0
    try:
        scene.table.execute(rest if who in GUIDS or not who else text, handle)
    except ScriptFault as fault:
        return fault.message
    return None


def _gesture(text: str, scene: Scene) -> str | None:
    names: dict[str, Any] = {
        **gestures(),
        "red": scene.hand("Red"),
        "white": scene.hand("White"),
        "blue": scene.hand("Blue"),
        "world": scene.world,
        "table": scene.table,
        "connect": connect,
        "join_team": join_team,
        "sit": sit,
        "enable_turns": enable_turns,
        "end_turn": end_turn,
        "ExternalMessage": ExternalMessage,
        "PlayerChatTyping": PlayerChatTyping,
        **{name: thing for name in GUIDS if (thing := scene.world.by_guid(GUIDS[name]))},
    }
    try:
        eval(text, names)  # noqa: S307 - our own tests
    except (NameError, UserError) as error:
        return str(error)
    finally:
        scene.world.deliver()
    return None


def _frames(text: str, scene: Scene) -> str | None:
    if text == "settle":
        scene.table.settle()
    elif text == "web":
        fetch(scene)
    else:
        scene.table.run(int(text))
    return None


def _gives(expression: str, expected: str, scene: Scene) -> str | None:
    lua = f"local a, b = ({expression}), ({expected}) return same(a, b), shown(a)"
    try:
        scene.table.execute(f"check_holds, check_got = (function() {lua} end)()")
    except ScriptFault as fault:
        return fault.message
    return (
        None
        if scene.table.execute("return check_holds")
        else str(scene.table.execute("return check_got"))
    )


def _fails(expression: str, part: str, scene: Scene) -> str | None:
    try:
        got = scene.table.execute(f"return shown(({expression}))")
    except ScriptFault as fault:
        return None if part.strip() in fault.message else fault.message
    return f"no error, but {got}"
