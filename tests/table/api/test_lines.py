"""What scripts say reaches whom it should, as it should look."""

from __future__ import annotations

import pytest

from tests.table.api.scene import Scene
from tts_tool.table.api.caller import SpokenLine
from tts_tool.table.notices import ExternalNotice, Notice, Printed

WHITE = (1.0, 1.0, 1.0)
RED = (0.856, 0.1, 0.094)


@pytest.mark.parametrize(
    ("lua", "line"),
    [
        ("print('a', 2, nil, true)", SpokenLine("host", "a\t2\tnil\ttrue")),
        ("print(Vector(1, 2, 3))", SpokenLine("host", "Vector: { 1, 2, 3 }")),
        ("print(card)", SpokenLine("host", "Card(Clone) (LuaGameObjectScript)")),
        ("printToAll('hi', 'Red')", SpokenLine("print", "hi", RED)),
        ("printToAll(12)", SpokenLine("print", "12")),
        ("printToColor('hi', 'red')", SpokenLine("print", "hi", WHITE, "Red")),
        ("broadcastToAll('hi', {0, 1, 0})", SpokenLine("broadcast", "hi", (0.0, 1.0, 0.0))),
        (
            "broadcastToColor('hi', 'White', {r=1})",
            SpokenLine("broadcast", "hi", (1, 0, 0), "White"),
        ),
        ("log({a = 1}, 'what')", SpokenLine("log", "what \na: 1")),
        (
            "logStyle('t', 'Red', '<', '>') log(1, '', 't')",
            SpokenLine("log", "< 1 >", RED, tag="t"),
        ),
    ],
)
def test_a_line(lua: str, line: SpokenLine) -> None:
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
        ("sendExternalMessage({1, 2})", [ExternalNotice({"1": 1, "2": 2})]),
        ("sendExternalMessage({a = {b = {}}})", [ExternalNotice({"a": {"b": []}})]),
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
