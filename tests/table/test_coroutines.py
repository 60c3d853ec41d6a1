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


def test_orders_of_keys_that_a_coroutine_was_first_to_need() -> None:
    """They may be forgotten when it is over, as many as there are, and be needed again."""
    gives = "function give(given) return { ['b' .. given.n] = 1, a = 2, c = 3 } end"
    asks = """
    function ask(n)
        local order = ''
        for key in pairs(getObjectFromGUID('b0b000').call('give', { n = n })) do
            order = order .. key
        end
        return order
    end
    function all(first)
        for n = first, first + 299 do
            coroutine.wrap(function() assert(ask(n) == 'ab' .. n .. 'c') end)()
        end
    end
    """
    with Table.open(save(thing("b0b000", LuaScript=gives), script=asks)) as table:
        for first in range(0, 1_500, 300):
            table.execute(f"all({first}) collectgarbage() collectgarbage()")
        assert table.execute("return ask(7)") == "ab7c"
        assert table.errors == []
