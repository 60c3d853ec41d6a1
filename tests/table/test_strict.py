"""Strict mode: Lua of our own may not depend on which Lua runs it."""

import pytest

from tests.table.troupe import BARE, bare_script
from tts_tool.table.api.binding import names_part
from tts_tool.table.scripts import PreludePart, Script, ScriptFault

STRICT = {"lua-strict": True}


def strict() -> Script:
    """Make a script in strict mode."""
    return bare_script(switches=STRICT)


# What is passed in is not seen by the linter, so only the value can tell.
AT_RUN_TIME = [
    ("#x", "é", "letters beyond ASCII"),
    ("#x", {1: 1, 2: 2, 4: 4}, "hole"),
    ("x .. ''", 1e-5, "written 1E-05 in the game"),
    ("'' .. x", 1 / 3, "written 0.333333333333333 in the game"),
    ("7 % x", -3, "remainder"),
    ("x % 5", "0x10", "another number"),
    ("x + 1", "0x10", "another number"),
    ("2 * x", "0x10", "another number"),
    ("x < y", "a", "player's language"),
    ("y <= x", "a", "player's language"),
    ("x > y", "a", "player's language"),
    ("y >= x", "a", "player's language"),
    ("x:len()", "é", "letters beyond ASCII"),
    ("x:sub(1, 1)", "é", "letters beyond ASCII"),
    ("x:byte()", "é", "letters beyond ASCII"),
    ("x:upper()", "é", "letters beyond ASCII"),
    ("x:find('e')", "é", "letters beyond ASCII"),
    ("('abc'):gsub(x, 'e')", "é", "letters beyond ASCII"),
    ("x:contains('y')", "xy", "only the game has"),
    ("string.char(x)", 200, "character in the game"),
    ("string.format('%s', x)", {}, "string expected, got table"),
    ("string.format('%.1f', x)", 0.25, "written '0.3' in the game"),
    ("string.format('%5s', x)", "é", "letters beyond ASCII"),
    ("tostring(x)", 1e15, "written 1E+15 in the game"),
    ("tonumber(x)", "0x10", "another number"),
    ("tonumber(x)", "1,5", "another number"),
    ("table.unpack(x)", {1: 1, 3: 3}, "hole"),
    ("table.concat(x)", {1: "a", 2: 1e-7}, "written 1E-07 in the game"),
    ("table.insert(x, 1)", {1: 1, 2: 1, 4: 1}, "hole"),
    ("math.modf(x)", -3.5, "math.modf"),
    ("math.fmod(x, 3)", 5, "math.fmod"),
    ("math.random(x, 1)", 5, "no whole number"),
    ("setmetatable({}, x)", {"__gc": True}, "finalizers"),
    ("error('x', x)", 2, "whatever level"),
    ("error(x)", {}, "string expected, got table"),
]
AT_LOAD = [
    ("return 1 != 2", "[dialect]"),
    ("return |a| a", "[dialect]"),
    (r'return "\u{e9}"', "[dialect]"),
    ("for key in pairs({}) do end", "[pairs]"),
    ("table.sort({'b', 'a'})", "[sort]"),
    ("return {1, nil, 2}", "[holes]"),
    ("local x", "[local]"),
    ("return math.huge", "[huge]"),
    ("return -7 % 3", "[remainder]"),
    ("return 'a' < 'b'", "[compare]"),
    ("local i, t = 1, {} i, t[i] = 2, 3", "[assignment]"),
    ("return load('x')", "[absent]"),
    ("return io.open", "[absent]"),
    ("return 1e5", "[exponent]"),
    ("setmetatable({}, {__mode = 'k'})", "[weak]"),
    ("do goto c local z = nil ::c:: end", "[goto]"),
    ("error({})", "[error-value]"),
    ("return string.format('%s', nil)", "[format]"),
    ("return ('é'):len()", "[characters]"),
    ("collectgarbage()", "[memory]"),
    ("return tonumber('0x10')", "[tonumber]"),
    ("return string.contains('x', 'y')", "[moonsharp]"),
]
SAME_EVERYWHERE = [
    ("1 + 2 * 3 - 4 / 2 ^ 2", 6),
    ("'a' .. 'b' .. 1 .. 2.5", "ab12.5"),
    ("#'abc' + #{1, 2}", 5),
    ("(1 < 2) == not (2 <= 1)", True),
    ("nil == nil and 1 ~= nil and 'a' == 'a'", True),
    ("1 + 1 == 2 ~= false", True),
    ("setmetatable({}, {__eq = function() return false end}) == nil", False),
    ("-2 ^ 2", -4),
    ("7 % 3 .. ''", "1"),
    ("#({{1, 2}})[1] * 2", 4),
    ("(function(...) return select('#', ...) end)(1, 2 + 3)", 2),
    ("({f = function(self, n) return n + 1 end}):f(1) + 1", 3),
    ("('x'):rep(#'abc' - 1) .. 'y'", "xxy"),
    ("setmetatable({}, {__concat = function(a, b) return 'joined' end}) .. 'x'", "joined"),
    ("setmetatable({}, {__lt = function() return true end}) < setmetatable({}, {})", True),
    ("string.format('%d %s %5.2f', 3, 'x', 2.5)", "3 x  2.50"),
    ("math.modf(3.5)", 3),
    ("tonumber('12') + tonumber(' 7 ')", 19),
    ("table.concat({1, 'a'}, ', ')", "1, a"),
]


@pytest.mark.parametrize(("expression", "value", "what"), AT_RUN_TIME)
def test_a_value_on_which_they_disagree_is_an_error(
    expression: str, value: object, what: str
) -> None:
    """What can only be seen in a value is an error at the line, and none outside strict mode."""
    script = strict()
    script.set("x", value)
    script.set("y", "b")
    with pytest.raises(ScriptFault) as caught:
        script.execute(f"\n  return {expression}")
    assert what in caught.value.message
    assert caught.value.message.startswith("chunk_4:(2,2-")


@pytest.mark.parametrize(("text", "code"), AT_LOAD)
def test_a_text_on_which_they_disagree_is_refused(text: str, code: str) -> None:
    """What can be seen in the text does not even load, and says which rule it breaks."""
    with pytest.raises(ScriptFault) as caught:
        strict().execute(text)
    assert code in caught.value.message
    assert caught.value.message.startswith("chunk_4:(1,")


@pytest.mark.parametrize(("expression", "value"), SAME_EVERYWHERE)
def test_what_is_the_same_everywhere_is_allowed(expression: str, value: object) -> None:
    """Strict mode changes no result: neither precedence nor metamethods nor lists of values."""
    for script in (strict(), bare_script()):
        assert script.execute(f"return {expression}") == value


@pytest.mark.parametrize("comparison", ["==", "~="])
@pytest.mark.parametrize("turned_round", [False, True])
def test_what_is_gone_is_not_compared(comparison: str, turned_round: bool) -> None:  # noqa: FBT001
    """Whether the rest of an object is nil differs, so it has to be asked in another way."""
    world = {"self": 1, "gone": False}
    parts = (*BARE, names_part(), PreludePart("object"))
    ask = Script("Own", "", "", lambda op, *_: world[op], parts=parts, switches=STRICT).execute
    sides = ("nil", "self") if turned_round else ("self", "nil")
    assert ask(f"return {comparison.join(sides)}") is (comparison == "~=")
    world["gone"] = True
    assert ask("return self == self and self ~= Global") is True
    with pytest.raises(ScriptFault, match=r"ask isDestroyed\(\)"):
        ask(f"return {comparison.join(sides)}")


def test_excused_lines_run() -> None:
    """A comment excuses a line whose author knows better."""
    text = (
        "local n = 0\n"
        "for _ in pairs({a = 1, b = 2}) do -- lint: ignore pairs\n  n = n + 1\nend\n"
        "return n"
    )
    assert strict().execute(text) == 2


def test_strict_mode_is_only_for_those_who_ask() -> None:
    """Strangers' scripts run as in the game."""
    script = bare_script("x = 'é'")
    assert script.execute("return x:len() .. tostring(1e-5) .. (7 % 3)") == "11E-051"
    assert script.execute("return __strict == nil")
