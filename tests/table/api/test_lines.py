"""What scripts say reaches whom it should, as it should look."""

from __future__ import annotations

import pytest

from tests.table.api.scene import Scene
from tts_tool.table.api.caller import Line
from tts_tool.table.notices import Notice, Printed, Told

WHITE = (1.0, 1.0, 1.0)
RED = (0.856, 0.1, 0.094)


@pytest.mark.parametrize(
    ("lua", "line"),
    [
        ("print('a', 2, nil, true)", Line("host", "a\t2\tnil\ttrue")),
        ("print(Vector(1, 2, 3))", Line("host", "Vector: { 1, 2, 3 }")),
        ("print(card)", Line("host", "Card(Clone) (LuaGameObjectScript)")),
        ("printToAll('hi', 'Red')", Line("print", "hi", RED)),
        ("printToAll(12)", Line("print", "12")),
        ("printToColor('hi', 'red')", Line("print", "hi", WHITE, "Red")),
        ("broadcastToAll('hi', {0, 1, 0})", Line("broadcast", "hi", (0.0, 1.0, 0.0))),
        ("broadcastToColor('hi', 'White', {r=1})", Line("broadcast", "hi", (1, 0, 0), "White")),
        ("log({a = 1}, 'what')", Line("log", "what \na: 1")),
        ("logStyle('t', 'Red', '<', '>') log(1, '', 't')", Line("log", "< 1 >", RED, tag="t")),
    ],
)
def test_a_line(lua: str, line: Line) -> None:
    """Text, tint, and the one who sees it."""
    scene = Scene()
    scene.table.execute(lua)
    assert scene.table.desk.lines == [line]


@pytest.mark.parametrize(
    ("lua", "notices"),
    [
        ("print('a')", [Printed("a")]),
        ("log('a', 'b')", [Printed("b a")]),
        ("printToAll('a')", []),
        ("sendExternalMessage({1, 2})", [Told({"1": 1, "2": 2})]),
        ("sendExternalMessage({a = {b = {}}})", [Told({"a": {"b": []}})]),
        ("sendExternalMessage('no table')", []),
    ],
)
def test_what_leaves_for_an_editor(lua: str, notices: list[Notice]) -> None:
    """Prints and messages do, chat does not."""
    scene = Scene()
    scene.table.execute(lua)
    assert scene.table.desk.notices == notices


def test_nobody_sees_what_is_said_to_an_empty_seat() -> None:
    """And the script is told so."""
    scene = Scene()
    assert scene.table.execute("return printToColor('hi', 'Blue')") is False
    assert scene.table.desk.lines == []
