"""The same API is there in the process that strangers' scripts run in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.table.api.scene import FINDERS, GUIDS, scene_save
from tts_tool.table import Table


@pytest.fixture(scope="module")
def table() -> Iterator[Table]:
    """Open the scene in its cage."""
    with Table.open(scene_save(GUIDS), seats=("White", "Red")) as opened:
        opened.execute(FINDERS)
        yield opened


@pytest.mark.parametrize(
    ("lua", "value"),
    [
        ("return tostring(card.getPosition())", "Vector: { 0, 1, 0 }"),
        ("return { Vector(1, 2, 3):scale(2):get() }", [2, 4, 6]),
        ("return #getObjects()", 20),
        ("return bag.getObjects()[2].name", "Second"),
        ("return getSeatedPlayers()", ["White", "Red"]),
        ("return pcall(function() return card.nothing end)", False),
        ("return JSON.encode({ counter.getValue(), words.getValue() })", '[5,"Hello"]'),
        ("return card.call('nothing') == nil and card.setVar('x', 1) and card.getVar('x')", 1),
    ],
)
def test_a_value(table: Table, lua: str, value: object) -> None:
    """It crosses two borders and arrives."""
    assert table.execute(lua) == value


def test_time_and_callbacks(table: Table) -> None:
    """Frames, waiting functions, coroutines and handlers go on in the cage."""
    table.execute(
        "Wait.frames(function() waited = true end, 3) "
        "function steps() for n = 1, 3 do step = n coroutine.yield(0) end return 1 end "
        "startLuaCoroutine(Global, 'steps') "
        "spawnObject({ type = 'Die_6', callback_function = function(o) born = o.type end }) "
        "function onObjectSpawn(o) heard = o.type end"
    )
    table.run(5)
    assert table.execute("return { waited, step, born, heard }") == [True, 3, "Dice", "Dice"]


def test_a_gesture_and_a_veto(table: Table) -> None:
    """The owner's side is told whether a script has forbidden it."""
    table.execute("function onPlayerAction(p, a, targets) return targets[1] ~= block end")
    assert table.red.flip(table.find("Block")) is False
    assert table.red.flip(table.find("Ace")) is True
