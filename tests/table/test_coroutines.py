"""What a coroutine has handed over outlives it."""

from __future__ import annotations

from tests.table.small_saves import save, thing
from tts_tool.table import Table

SCRIPT = """
function put_off()
    local made = {}
    for n = 1, 200 do
        coroutine.wrap(function()
            Wait.frames(function() print(n) end, 5)
            Wait.condition(function() print(-n) end, function() return n > 0 end)
        end)()
    end
end
function lend()
    for _ = 1, 200 do
        coroutine.wrap(function() getObjectFromGUID('b0b000').call('keep', { name = 'lent' }) end)()
    end
end
"""
KEEPER = """
local kept = {}
function keep(given)
    table.insert(kept, given)
end
"""


def test_functions_of_a_coroutine_that_is_over() -> None:
    """What it has put off is run, although its coroutine and all that it held are gone."""
    with Table.open(save(script=SCRIPT)) as table:
        table.execute("put_off() collectgarbage() collectgarbage()")
        table.run(10)
        assert {*map(float, table.prints)} == {*range(-200, 0), *range(1, 201)}
        assert table.errors == []


def test_tables_of_a_coroutine_that_is_over() -> None:
    """What it has lent to another script can be forgotten there."""
    with Table.open(save(thing("b0b000", LuaScript=KEEPER), script=SCRIPT)) as table:
        for _ in range(5):
            table.execute("lend() collectgarbage() collectgarbage()")
            table.run(2)
        assert table.errors == []
        assert table.execute("return 1 + 1") == 2
