"""A table that comes back from another script is the table that went there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.table.small_saves import save, thing
from tts_tool.table import Table
from tts_tool.table.switches import Switches

OWNER = """
Player = {}
Player.__index = Player
function Player:name() return 'player ' .. self.colour end
red = setmetatable({ colour = 'Red', won = { 1, 2 } }, Player)
seats = { red, setmetatable({ colour = 'Blue', won = {} }, Player) }
plain = { 1, 2, inner = { 3 } }
function give() return seats end
function same(value) return rawequal(value, red) end
function take(value) taken = value end
function fresh() return { setmetatable({ colour = 'Teal' }, Player) } end
function forget() fresh = nil collectgarbage() end
"""
OTHER = "function pass(name) kept = Global.getVar(name) end function show() return kept end"
THIRD = "function pass() kept = getObjectFromGUID('000001').getTable('kept') end"


@pytest.fixture
def table() -> Iterator[Table]:
    """Open a table with the owner of the tables as Global, and two other scripts."""
    yield from opened(Switches())


def opened(switches: Switches) -> Iterator[Table]:
    """Open it with these switches."""
    things = thing("000001", LuaScript=OTHER), thing("000002", at=(5, 5), LuaScript=THIRD)
    with Table.open(save(*things, script=OWNER), switches=switches) as table:
        yield table
        assert table.errors == []


def ask(table: Table, text: str, guid: str = "000001") -> object:
    """Run a text in the other script."""
    return table.execute(text, guid)


ROUTES = {
    "getVar, setVar": "Global.setVar('seats', Global.getVar('seats'))",
    "getTable, setTable": "Global.setTable('seats', Global.getTable('seats'))",
    "call, setVar": "Global.setVar('seats', Global.call('give'))",
    "call, call": "Global.call('take', Global.call('give')) Global.call('give')",
    "kept meanwhile": "x = Global.call('give') collectgarbage() Global.setTable('seats', x)",
}


@pytest.mark.parametrize("text", ROUTES.values(), ids=ROUTES)
def test_it_keeps_its_methods(table: Table, text: str) -> None:
    """By whatever way a table comes home, it is itself, and so are the tables inside it."""
    ask(table, text)
    assert table.execute("return seats[1]:name() .. ', ' .. seats[2]:name()") == (
        "player Red, player Blue"
    )
    assert table.execute("return rawequal(seats[1], red)")


def test_it_is_a_table_of_the_other_script_meanwhile(table: Table) -> None:
    """The other script reads it as any table, without methods, which belong to the owner."""
    text = "local t = Global.getTable('seats')[1] return {t.colour, #t.won, t.name == nil}"
    assert ask(table, text) == ["Red", 2, True]


CHANGES = {
    "a value": ("t.colour = 'Pink'", "return red.colour", "Pink"),
    "a new key": ("t.note = {5}", "return red.note[1]", 5),
    "a key that goes": ("t.colour = nil", "return red.colour == nil", True),
    "inside": ("t.won[3] = 9", "return table.concat(red.won, ' ')", "1 2 9"),
    "another table": ("t.won = {7}", "return red.won[1] .. #red.won", "71"),
    "nothing": ("", "return red.colour .. #red.won", "Red2"),
}


@pytest.mark.parametrize(("change", "look", "value"), CHANGES.values(), ids=CHANGES)
def test_what_was_changed_comes_home_too(
    table: Table, change: str, look: str, value: object
) -> None:
    """A table that was changed elsewhere is changed, and stays itself."""
    ask(table, f"local t = Global.getTable('red') {change} Global.setTable('red', t)")
    assert table.execute(look) == value
    assert table.execute("return getmetatable(red) == Player and rawequal(red, seats[1])")


def test_only_what_was_changed_comes_home(table: Table) -> None:
    """What the owner has changed since then is not undone by an older copy."""
    ask(table, "kept = Global.getTable('red')")
    table.execute("red.colour = 'White' red.won[1] = 8")
    ask(table, "kept.won[2] = 9 Global.setTable('red', kept)")
    assert table.execute("return red.colour .. table.concat(red.won)") == "White89"
    table.execute("red.won[2] = 2")
    ask(table, "Global.setTable('red', kept)")
    assert table.execute("return red.won[2]") == 2


def test_it_comes_home_through_a_third_script(table: Table) -> None:
    """A table may go from hand to hand before it comes back."""
    table.execute("getObjectFromGUID('000001').call('pass', 'red')")
    table.execute("getObjectFromGUID('000002').call('pass')")
    assert ask(table, "return Global.call('same', kept)", "000002")


def test_each_copy_brings_home_what_was_changed_in_it(table: Table) -> None:
    """Of two scripts that have the same table, the one that comes later undoes nothing."""
    ask(table, "pass('red')")
    ask(table, "pass() kept.won[3] = 3 Global.setTable('red', kept)", "000002")
    ask(table, "kept.colour = 'Pink' Global.setTable('red', kept)")
    assert table.execute("return red.colour .. table.concat(red.won)") == "Pink123"


def test_what_was_replaced_meanwhile_stays_replaced(table: Table) -> None:
    """A table inside it that nobody has touched elsewhere is not put back, after any detour."""
    ask(table, "pass('red')")
    ask(table, "pass()", "000002")
    table.execute("red.won = {7}")
    ask(table, "Global.setTable('red', kept)", "000002")
    assert table.execute("return table.concat(red.won)") == "7"


def test_it_lives_as_long_as_somebody_has_it(table: Table) -> None:
    """A table that its owner has forgotten comes home whole; copies nobody has hold nothing."""
    ask(table, "kept = Global.call('fresh') Global.call('forget')")
    text = "for i = 1, 20000 do local t = Global.getTable('plain') end"
    ask(table, text)
    ask(table, "Global.setTable('back', kept)")
    assert table.execute("return back[1]:name()") == "player Teal"


def test_a_table_of_ones_own_is_copied(table: Table) -> None:
    """What a script gives away is its own still: the other one keeps a copy."""
    ask(table, "mine = {1} Global.setTable('theirs', mine) mine[1] = 2")
    assert table.execute("return theirs[1]") == 1
    table.execute("theirs[1] = 3")
    assert ask(table, "return mine[1]") == 2


def test_the_switch() -> None:
    """Turned, what comes back is a copy: equal, but another table without methods."""
    for table in opened(Switches({"tables-come-home": False})):
        ask(table, "Global.setTable('seats', Global.getTable('seats'))")
        assert table.execute("return seats[1].colour") == "Red"
        assert table.execute("return getmetatable(seats[1]) == nil and seats[1] ~= red")
