"""Scripts behave as in the game, where its Lua (MoonSharp) differs from Lua 5.2."""

import math
import os
import re
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.troupe import bare_script
from tts_tool.table.scripts import Script, ScriptFault, Value, Watch
from tts_tool.table.scripts.sources import Prepared, prepared

ROW = tuple[str, object]


@pytest.fixture(scope="module")
def script() -> Script:
    """Give one script to all questions; none of them changes it."""
    return bare_script()


def answers(script: Script, expression: str) -> object:
    """Evaluate expressions; several come as a list."""
    got = script.execute(f"return {{{expression}}}")
    return got[0] if isinstance(got, list) and len(got) == 1 else got


def message(script: Script, text: str) -> str:
    """Run what must fail, and say how."""
    with pytest.raises(ScriptFault) as caught:
        script.execute(text)
    return caught.value.message


SYNTAX: list[ROW] = [
    ("1 != 2", True),
    ("(|a, b| a + b)(1, 2)", 3),
    (r'"\u{e9}" == "é"', True),
    (r'"\233" == "é"', True),
    (r'"\u{1F600}" == "😀"', True),
    ("(function() goto done; do return 1 end ::done:: return 2 end)()", 2),
    ("#[[a\r\nb]]", 3),
    ("_VERSION:sub(1, 9)", "MoonSharp"),
]
STRINGS: list[ROW] = [
    ('("é"):len()', 1),
    ('("日本語"):sub(2, 2)', "本"),
    ('("日本語"):sub(-1)', "語"),
    ('("日本"):byte()', 63),
    ('("日本"):unicode(2)', 0x672C),
    ('("aé"):byte(1, 2)', [97, 233]),
    ('("abc"):byte(1, -1)', [97, 98, 99]),
    ("string.char(8226)", "•"),
    ("string.char(72, 252)", "Hü"),
    ('("aäb"):reverse()', "bäa"),
    ('("straße Ärger"):upper()', "STRAßE ÄRGER"),
    ('("ÄÖ x"):lower()', "äö x"),
    ('("naïve"):find("v")', [4, 4]),
    ('("naïve"):find("ï", 1, true)', [3, 3]),
    ('("größe"):match("%a+")', "größe"),
    ('("ünö x"):find("%s")', [4, 4]),
    ('("für öl"):gsub("[%a]+", "<%0>")', ["<für> <öl>", 2]),
    ('("äbc"):gsub("", "-")', ["-ä-b-c-", 4]),
    ('("k=ä"):match("(%w)=(%w)")', ["k", "ä"]),
    ('("äöä"):gsub("ä", {["ä"] = "ae"})', ["aeöae", 2]),
    ('("äöä"):gsub("ä", function(found) return found:upper() end, 1)', ["Äöä", 1]),
    ('("(é(x)é)"):match("%b()")', "(é(x)é)"),
    ('("THE (ä) x"):find("%f[%a]%a+%f[%A]")', [1, 3]),
    ('("äa äa"):match("(%S+) %1")', "äa"),
    ('("é"):match("()é()")', [1, 2]),
    ('("äxä"):find("x", -2)', [2, 2]),
    ('("日本"):find("[一-龯]+")', [1, 2]),
    ('("ä"):rep(3, ",")', "ä,ä,ä"),
    ('("😀"):len()', 2),
    ('("a😀"):sub(1, 1)', "a"),
    ('("haystack"):contains("st")', True),
    ('("haystack"):startsWith("hay")', True),
    ('("haystack"):endsWith("hay")', False),
    ("(function(next) return {next(), next(), next()} end)(('ä b ü'):gmatch('%S+'))[3]", "ü"),
]
FORMAT: list[ROW] = [
    ('string.format("%s|%5s|%-5s|", "a", "b", "c")', "a|    b|c    |"),
    ('string.format("%5s", "ä")', "    ä"),
    ('string.format("%.2s", "äöü")', "äö"),
    ('string.format("%s", 1e-5)', "1E-05"),
    ('string.format("%d", 3.7)', "3"),
    ('string.format("%5.2f", 3.14159)', " 3.14"),
    ('string.format("%05d", 42)', "00042"),
    ('string.format("%.0f", 0.5)', "1"),
    ('string.format("%.0f", -2.5)', "-3"),
    ('string.format("%.2f", 0.125)', "0.13"),
    ('string.format("%.2f", -0.001)', "-0.00"),
    ('string.format("%.1f", 999.96)', "1000.0"),
    ('string.format("%e", 12345.678)', "1.234568e+004"),
    ('string.format("%x %X %o", 255, 255, 8)', "ff FF 10"),
    ('string.format("%q", "a\\"b")', '"a\\"b"'),
    ('string.format("100%%")', "100%"),
    ('string.format("%+d", 5)', "+5"),
    ('string.format("%c", 233)', "é"),
]
NUMBERS: list[ROW] = [
    ("tostring(1)", "1"),
    ("tostring(1.0)", "1"),
    ("tostring(0.1)", "0.1"),
    ("tostring(1 / 3)", "0.333333333333333"),
    ("tostring(1e-5)", "1E-05"),
    ("tostring(1e15)", "1E+15"),
    ("tostring(1e14)", "100000000000000"),
    ("tostring(1 / 0)", "Infinity"),
    ("tostring(-1 / 0)", "-Infinity"),
    ("tostring(0 / 0)", "NaN"),
    ("tostring(-0.0)", "0"),
    ("tostring(math.huge)", "1.79769313486232E+308"),
    ("math.huge < 1 / 0", True),
    ("tonumber('0x10') == nil", True),
    ("tonumber('1,5')", 15),
    ("tonumber(' 12 ')", 12),
    ("tonumber('1e3')", 1000),
    ("tonumber('(5)')", -5),
    ("tonumber('5-')", -5),
    ("tonumber('x') == nil", True),
    ("tonumber('') == nil", True),
    ("tonumber('ff', 16)", 255),
    ("tonumber('101', 2)", 5),
    ('"10" + 1', 11),
    ("math.modf(3.5)", [3, 0.5]),
    ("math.modf(-3.75)", [-4, 0.25]),
    ("math.fmod(5, 3)", -1),
    ("math.random(2, 1) <= 2", True),
    ("math.random() < 1", True),
    ("bit32.band(12, 10)", 8),
]
TABLES: list[ROW] = [
    ("select('#', table.unpack({1, nil, 3}))", 1),
    ("table.concat({1, nil, 3})", "1"),
    ("table.concat({1e15, 'a', 0.5}, ';')", "1E+15;a;0.5"),
    ("table.concat({}, ',')", ""),
    ("unpack({1, 2})", [1, 2]),
    ("pack(1, nil).n", 2),
    ("#table.insert({}, 'x')", 1),
    ("table.remove({1, 2, 3}, 1)", 1),
    ("table.remove({}) == nil", True),
    ("table.concat(table.sort({'b', 'A', 'a', 'B', '_', '1'}))", "_1aAbB"),
    ("table.concat(table.sort({3, 1, 2}, function(a, b) return a > b end))", "321"),
    ("collectgarbage('count') == nil", True),
    ("next({}) == nil", True),
    ("next({'a'})", [1, "a"]),
    ("#setmetatable({}, {__len = function() return 7 end})", 7),
]
GLOBALS: list[ROW] = [
    ("load == nil and loadstring == nil and dofile == nil and require == nil", True),
    ("io == nil and debug == nil and loadfile == nil and package == nil", True),
    ("os.exit == nil and os.getenv == nil and os.remove == nil and os.execute == nil", True),
    ("type(os.time()) == 'number' and type(os.clock()) == 'number'", True),
    ("os.date('%Y-%m-%d', 0)", "1970-01-01"),
    ("os.time({year = 1970, month = 1, day = 2, hour = 0})", 86400),
    ("dynamic.eval('1 + 2')", 3),
    ("json.parse('[1, 2]')[2]", 2),
    ("json.serialize({1})", "[1]"),
    ("json.isnull(json.null())", True),
    ("type(json.null())", "userdata"),
    ("_G.tostring == tostring", True),
    ("string.dump == nil", True),
]
JSON: list[ROW] = [
    ("JSON.encode({})", "[]"),
    ("JSON.encode({1, 2.5, 'x', true})", '[1,2.5,"x",true]'),
    ("JSON.encode({pos = {x = 1}, b = false, C = 'Ä'})", '{"b":false,"C":"Ä","pos":{"x":1}}'),
    ("JSON.encode({[3] = 'c'})", '{"3":"c"}'),
    ("JSON.encode(1e-5)", "1E-05"),
    ("JSON.encode('a\\n')", '"a\\n"'),
    ("JSON.encode_pretty({a = {}})", '{\n  "a": []\n}'),
    ("JSON.encode_pretty({1, 2})", "[\n  1,\n  2\n]"),
    ("JSON.decode('{\"a\": [1, {\"b\": null}]}').a[1]", 1),
    ("JSON.decode('\"\\\\u00e9\"')", "é"),
    ("JSON.decode(JSON.encode({a = {1, 2, {b = 'ü'}}})).a[3].b", "ü"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("expression", "value"),
    [*SYNTAX, *STRINGS, *FORMAT, *NUMBERS, *TABLES, *GLOBALS, *JSON],
)
def test_answers_of_the_game(script: Script, expression: str, value: object) -> None:
    """An expression has the value that it has in the game."""
    assert answers(script, expression) == value
    assert script.mishaps == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('string.format("%s", nil)', "bad argument #2 to 'format' (string expected, got nil)"),
        ('string.format("%s", true)', "bad argument #2 to 'format' (string expected, got boolean)"),
        ('string.format("%s", {})', "bad argument #2 to 'format' (string expected, got table)"),
        ('string.format("%a", 1)', "invalid option '%a' to 'format'"),
        ("error({1})", "bad argument #1 to 'error' (string expected, got table)"),
        ("error('boom')", "boom"),
        ("error('boom', 0)", "boom"),
        ("tonumber('z', 36)", "bad argument #2 to 'tonumber' (base out of range)"),
        ("local x = nil; x.y = 1", "attempt to index a nil value"),
        ("local x = nil; local y = x.z.w", "attempt to index a nil value"),
        ("missing()", "attempt to call a nil value"),
        ("local t = {}; t.go()", "attempt to call a nil value"),
        ("local t = {}; t:go()", "attempt to call a nil value"),
        ("local x = 1 + {}", "attempt to perform arithmetic on a table value"),
        ("local t = {}; local x = t.a + 1", "attempt to perform arithmetic on a nil value"),
        ("local x = 'a' .. {}", "attempt to concatenate a table value"),
        ("local x = 1 < 'a'", "attempt to compare number with string"),
        ("local x = #nil", "attempt to get length of a nil value"),
        ("('x'):rep()", "bad argument #2 to 'rep' (number expected, got nil)"),
        ("('ä'):find('[')", "malformed pattern (missing ']')"),
        ("table.concat({{}})", "invalid value (table) at index 1 in table for 'concat'"),
        ("table.sort({3, 1, 2}, function() return true end)", "invalid order function for sorting"),
        ("table.insert({}, 5, 1)", "bad argument #2 to 'insert' (position out of bounds)"),
        ("JSON.decode('{')", "invalid JSON"),
        ("ask('refuse')", "this is not possible"),
        ("pairs(nil)", "bad argument #1 to 'pairs' (table expected, got nil)"),
        ("assert(false, 'no good')", "no good"),
        ("rawset(1, 2, 3)", "bad argument #1 to 'rawset' (table expected, got number)"),
    ],
)
def test_errors_of_the_game(text: str, what: str) -> None:
    """An error names the chunk, the line and the columns, and says what the game says."""
    said = message(bare_script(), f"\n  {text}")
    place, _, rest = said.partition(": ")
    assert rest.startswith(what)
    assert re.fullmatch(r"chunk_4:\(2,\d+-\d+\)", place)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("pcall(error, 'deep')", "0-37"),
        ("pcall(function() error('deep') end)", "39-47"),
        ("coroutine.resume(coroutine.create(function() error('deep') end))", "67-75"),
        ("pcall(coroutine.wrap(function() error('deep') end))", "54-62"),
        ("xpcall(function() error('deep') end, function(said) return said end)", "40-48"),
        ("pcall(function() pcall(error, 'x') error('deep') end)", "57-65"),
    ],
)
def test_caught_errors_have_the_same_shape(text: str, columns: str) -> None:
    """A script that catches an error sees the same text, whatever it catches it with."""
    script = bare_script()
    ok, said = script.execute(f"local ok, said = {text} return {{ok, said}}")
    assert not ok
    assert said == f"chunk_4:(1,{columns}): deep"


def test_chunks_are_counted_and_lines_are_those_of_the_author() -> None:
    """Each text that is loaded gets the next number; a translated text keeps its lines."""
    script = bare_script("function bad()\n  local t = nil\n  -- ä != |\n  return t.x\nend")
    script.execute("x = 1")
    assert message(script, "\nreturn bad()") == "chunk_3:(4,2-12): attempt to index a nil value"
    assert message(script, "\n\n  error('x')").startswith("chunk_6:(3,7-12): ")
    assert message(script, "x = = 1").startswith("chunk_7:(1,")
    assert message(bare_script(switches={"first-chunk": 0}), "error('x')").startswith("chunk_1:(1,")


def test_the_traceback_names_every_line_on_the_way() -> None:
    """The lines of the script that led to an error are kept, innermost first."""
    script = bare_script("function f()\n  error('x')\nend\nfunction g()\n  f()\n  return 1\nend")
    with pytest.raises(ScriptFault) as caught:
        script.call("g")
    places = [line.split()[0] for line in caught.value.traceback.splitlines()]
    assert places == ["chunk_3:2", "chunk_3:5"]
    assert (caught.value.script, caught.value.guid) == ("Bare", "ba5e00")
    assert caught.value.function == "g"


def walk_of(script: Script, table: str) -> list[object]:
    """List the keys of a table in the order of `pairs`."""
    text = f"local keys = {{}} for key in pairs({table}) do keys[#keys + 1] = key end return keys"
    keys = script.execute(text)
    assert isinstance(keys, list)
    return keys


MIXED = "{z = 1, a = 2, 'x', 'y', [7] = 3, [true] = 4, ['10'] = 5, [-1.5] = 6}"
AS_WRITTEN = ["z", "a", 7, True, "10", -1.5, 1, 2]
SORTED = [1, 2, -1.5, 7, "10", "a", "z", True]
ORDERS = [
    (MIXED, "as-written", AS_WRITTEN),
    (MIXED, "sorted", SORTED),
    (f"(function() local t = {MIXED} t.m, t[3], t.b = 1, 1, 1 return t end)()", "as-written",
     [*AS_WRITTEN, 3, "b", "m"]),
    (f"(function() local t = {MIXED} t.a, t[7] = nil t.a = 1 return t end)()", "as-written",
     ["z", "a", True, "10", -1.5, 1, 2]),
    ("(function() local t = {} t.c, t.a = 1, 1 return t end)()", "as-written", ["a", "c"]),
    ("{[math.pi] = 1, z = 1, a = 1}", "as-written", [math.pi, "a", "z"]),
    ("{d = 1, ['d'] = 2, a = nil, c = 3}", "as-written", ["d", "c"]),
    ("(function() local t = {[1] = 1, [1.0] = 2, z = 3} t.a = 1 return t end)()", "as-written",
     [1, "z", "a"]),
    ("(function() local t = {z = 1, a = 2, b = 3} t.b, t.c = nil, 4 return t end)()", "as-written",
     ["z", "a", "c"]),
    ("(function() local t = {} t.b, t.a, t.B, t[true] = 1, 1, 1, 1 return t end)()", "as-written",
     ["B", "a", "b", True]),
    ("{['ü'] = 1, ['\\65\\n'] = 1, ['\\\\'] = 1}", "as-written", ["ü", "A\n", "\\"]),
    ("same{z = 1, a = 2}", "as-written", ["z", "a"]),
    ("box:same{z = 1, a = same{2, b = 1}}", "as-written", ["z", "a"]),
    ("box:same({z = 1, a = 2})", "as-written", ["z", "a"]),
    ("({z = {z = 1, b = 1}, a = 2}).z", "as-written", ["z", "b"]),
    ("(#'é' == 1 and {z = 1, a = 2} or {})", "as-written", ["z", "a"]),
    ("{z = 1, a = #{'é' .. 1, x = 1}}", "as-written", ["z", "a"]),
]  # fmt: skip


@pytest.mark.parametrize(("table", "switch", "keys"), ORDERS)
def test_pairs_goes_in_a_fixed_order(table: str, switch: str, keys: list[object]) -> None:
    """As the keys are written, as the game does; else 1, 2, 3 …, then by type and letters.

    `next` goes the same way. What is worked out, or comes later, has no order of its own.
    """
    script = bare_script(
        "function same(t) return t end box = {same = function(_, t) return t end}",
        {"pairs-order": switch},
    )
    assert walk_of(script, table) == keys
    by_hand = (
        f"local t, keys, key = {table}, {{}}, nil "
        "repeat key = next(t, key) keys[#keys + 1] = key until key == nil return keys"
    )
    assert script.execute(by_hand) == keys


def test_tables_from_python_keep_their_order() -> None:
    """What Python gives is walked in the order in which it came; new keys come after that."""
    script = bare_script()
    script.set("given", {"z": 1, "a": 2, "m": {"y": 1, "b": 2}})
    assert walk_of(script, "given") == ["z", "a", "m"]
    assert walk_of(script, "given.m") == ["y", "b"]
    script.execute("given.new = 1 given.z = nil")
    assert walk_of(script, "given") == ["a", "m", "new"]
    assert walk_of(script, """JSON.decode('{"q": 1, "b": {"d": 1, "c": 2}}')""") == ["q", "b"]


def test_keys_may_go_while_pairs_walks() -> None:
    """Removing what one has come to, or has not come to yet, is safe."""
    script = bare_script()
    walk = (
        "local t, seen = {a = 1, b = 2, c = 3, d = 4}, {} "
        "for key in pairs(t) do seen[#seen + 1] = key t[key] = nil t.c = nil end return seen"
    )
    assert script.execute(walk) == ["a", "b", "d"]


def test_order_can_be_shuffled_by_a_seed() -> None:
    """The switch finds scripts that rely on an order: same seed, same order; others differ."""
    table = "{" + ", ".join(f"k{number} = 1" for number in range(20)) + "}"
    shuffled = {
        seed: walk_of(bare_script(switches={"pairs-order": "shuffled"}, seed=seed), table)
        for seed in (1, 2)
    }
    again = walk_of(bare_script(switches={"pairs-order": "shuffled"}, seed=1), table)
    in_order = walk_of(bare_script(), table)
    assert shuffled[1] == again != shuffled[2]
    assert sorted(shuffled[1], key=str) == sorted(in_order, key=str)
    assert shuffled[1] != in_order


def test_order_is_the_same_in_every_process() -> None:
    """Neither Python's nor Lua's hash seed shows in what a script does."""
    text = (
        "from tests.table.troupe import bare_script; "
        "print(bare_script(seed=3).execute('local r = {} "
        "for k, v in pairs({alpha=1, beta=2, gamma=3, delta=4, [{}]=5, [type]=6}) "
        "do r[#r+1] = tostring(v) end "
        "return table.concat(r) .. tostring({}) .. math.random(1000)'))"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", text],
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(seen) == 1, seen


def test_package_is_a_switch() -> None:
    """Nobody knows whether the game has `package`; a switch says what scripts see."""
    assert bare_script().execute("return package == nil")
    assert bare_script(switches={"package-library": True}).execute(
        "return package.loaded.string == string"
    )


def test_values_are_copied_both_ways() -> None:
    """What one side changes afterwards does not change on the other."""
    script = bare_script("t = {1, 2, deep = {x = 'ä', y = {true}}}")
    taken = script.get("t")
    assert taken == {1: 1, 2: 2, "deep": {"x": "ä", "y": [True]}}
    taken["deep"]["x"] = "changed"
    assert script.execute("return t.deep.x") == "ä"
    ours = {"list": [1, 2], "text": "😀"}
    script.set("given", ours)
    ours["list"] = []
    assert script.execute("return #given.list .. given.text") == "2😀"
    assert script.execute("local a = {1} local b = ask('echo', a) return rawequal(a, b)") is False


def test_functions_cross_as_tokens() -> None:
    """A function can be kept and called later; it belongs to its script and to no other."""
    script = bare_script("function maker(n) return function(m) return n + m end end")
    function = script.call("maker", 40)
    assert script.call_function(function, 2) == 42
    assert script.execute("return ask('echo', type) == type")
    with pytest.raises(ScriptFault, match="cannot be passed to another script"):
        bare_script("function f() end").call("f", function)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("local t = {} t.t = t return ask('echo', t)", "nested too deeply"),
        ("return ask('echo', {[{}] = 1})", "with a table as key"),
        ("return ask('echo', coroutine.create(type))", "a thread cannot be passed on"),
        ("return ask('lie')", "a fault of ours in lie: ValueError"),
    ],
)
def test_what_cannot_cross_is_an_error_of_the_script(text: str, what: str) -> None:
    """A script that passes what has no copy gets an error at its line."""
    said = message(bare_script(), text)
    assert what in said
    assert said.startswith("chunk_4:(1,")


def test_faults_of_ours_are_kept() -> None:
    """What is our own mistake is told to the script, and remembered for us."""
    script = bare_script()
    message(script, "ask('lie')")
    assert "ValueError: a fault of ours" in script.mishaps[0]


def test_handlers_and_missing_functions() -> None:
    """An event without handler is nothing; a call by a name that nobody has is an error."""
    script = bare_script("function onLoad(state) seen = state return 'ready' end onSave = 5")
    assert script.fire("onLoad", "x") == "ready"
    assert script.get("seen") == "x"
    assert script.fire("onSave") is None
    assert script.fire("onDrop") is None
    assert not script.has("onSave")
    with pytest.raises(ScriptFault, match="attempt to call a nil value"):
        script.call("onDrop")


def test_nothing_is_weak_and_nothing_is_finalized() -> None:
    """Weak tables keep what they hold, and finalizers never run: the game has neither."""
    script = bare_script()
    text = (
        "local weak = setmetatable({}, {__mode = 'k'}) weak[{}] = 1 "
        "local meta = {__gc = function() gone = true end} setmetatable({}, meta) "
        "for i = 1, 200000 do local garbage = {i} end "
        "return {next(weak) ~= nil, gone == nil, meta.__gc ~= nil}"
    )
    assert script.execute(text) == [True, True, True]


def test_coroutines_may_pause_where_the_game_lets_them() -> None:
    """Across `pcall` and a metamethod, but not inside a comparison of `table.sort`."""
    script = bare_script()
    for run in (
        "pcall(coroutine.yield, 'paused')",
        "pcall(function() coroutine.yield('paused') end)",
        "return setmetatable({}, {__index = function() coroutine.yield('paused') end}).x",
    ):
        assert script.execute(f"return coroutine.wrap(function() {run} end)()") == "paused"
    text = "table.sort({2, 1}, function() coroutine.yield() end)"
    assert "attempt to yield" in message(script, f"coroutine.wrap(function() {text} end)()")


class Clock:
    """A clock that stands still but when somebody turns it."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        """Tell the time."""
        return self.now


def test_compiling_takes_no_time_of_the_script(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither of the text itself nor of the script that lets it load; and nothing seems to run."""
    clock = Clock()
    shown: list[object] = []

    class Noting(Watch):
        """A watch that notes what is shown to the owner of a cage."""

        def show(self, running: object) -> None:
            """Note it."""
            shown.append(running)

    def slowly(text: str, **named: bool) -> Prepared:
        clock.now += 100
        assert shown[-1] is None
        return prepared(text, **named)

    watch = Noting(1.0)
    script = bare_script("function spin() for n = 1, 3e6 do end return 'done' end", watch=watch)
    monkeypatch.setattr("tts_tool.table.scripts.watch.time", clock)
    monkeypatch.setattr("tts_tool.table.work.own", clock.monotonic)
    monkeypatch.setattr("tts_tool.table.scripts.script.prepared", slowly)
    outer = bare_script(watch=watch)
    watch.enter("Outer", "000000", "f")
    assert script.execute("return spin()") == "done"
    late = [watch.late]
    clock.now += 1
    assert [*late, watch.late] == [False, True]
    watch.leave()
    assert outer.execute("return 1") == 1


def test_a_script_that_keeps_running_too_long_is_given_up() -> None:
    """After three times its functions are not called any more; a person still can run a text."""
    script = bare_script("function onUpdate() while true do end end", watch=Watch(0.02))
    for _ in range(3):
        assert script.has("onUpdate")
        with pytest.raises(ScriptFault, match="ran for too long and was ended"):
            script.fire("onUpdate")
    assert script.given_up
    assert not script.has("onUpdate")
    assert script.fire("onUpdate") is None
    with pytest.raises(ScriptFault, match="is not run any more"):
        script.call("onUpdate")
    assert script.execute("return 1") == 1


LETTERS = st.text(st.sampled_from("aAzé Ä1,日😀-%"), max_size=12)


@given(LETTERS, st.integers(-14, 14), st.integers(-14, 14))
def test_substrings_are_those_of_utf16(text: str, first: int, last: int) -> None:
    """Whatever the letters are, `sub` cuts UTF-16 units (half a pair becomes a question mark)."""
    units = text.encode("utf-16-le")
    count = len(units) // 2
    start = max(first + count + 1 if first < 0 else first, 1)
    stop = min(last + count + 1 if last < 0 else last, count)
    wanted = (
        units[2 * (start - 1) : 2 * stop].decode("utf-16-le", "replace") if start <= stop else ""
    )
    _SCRIPT.set("text", text)
    assert _SCRIPT.execute(f"return text:sub({first}, {last})") == wanted
    assert _SCRIPT.execute("return text:len()") == count
    assert _SCRIPT.execute("return text") == text


_SCRIPT = bare_script()
PATTERNS = st.sampled_from(
    """a* (a)(b?) [^b]+ a-b %a+ ^a b$ () %f[%a]%w+ (.)%1 [a-b] %s* a?b+ [%sb] %S-%s ((a)b)* %bab
    [^%a]+ [%w]- .- (.-)b a-$ ((.)(.)) [ab1]+$""".split()
)


@given(st.text("ab 1", max_size=10), PATTERNS, st.integers(-3, 4))
def test_our_matcher_agrees_with_that_of_lua(text: str, pattern: str, init: int) -> None:
    """On other letters our matcher finds what Lua's finds on ASCII: places, captures, all."""
    for call in (
        f"('{text}'):find('{pattern}', {init})",
        f"('{text}'):match('{pattern}', {init})",
        f"('{text}'):gsub('{pattern}', '<%0>')",
        f"('{text}'):gsub('{pattern}', function(found) return '-' .. found end, 2)",
        f"('{text}'):gmatch('{pattern}')()",
    ):
        got = _SCRIPT.execute(f"return {{{call}}}")
        assert _foreign(got) == _SCRIPT.execute(f"return {{{_elsewhere(call)}}}"), call


def _elsewhere(call: str) -> str:
    """Write the letters of text and pattern in another alphabet, but no names and no classes."""
    quoted = call.split("'")
    return "'".join(
        _foreign(part).replace("%ä", "%a").replace("%ö", "%b") if odd % 2 else part
        for odd, part in enumerate(quoted)
    )


def _foreign(value: Value) -> Value:
    if isinstance(value, str):
        return value.replace("a", "ä").replace("b", "ö")
    if isinstance(value, list):
        return [_foreign(one) for one in value]
    return value
