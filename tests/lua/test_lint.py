"""The linter finds what goes wrong in the game, points at it, and leaves the rest alone."""

from collections import Counter

import pytest

from tests.lua.scripts import corpus_scripts
from tts_tool.lua.lint import RULES, LuaFinding, lint


def codes(text: str) -> list[str]:
    """Lint a script and give the codes in order."""
    return [found.code for found in lint(text, "x")]


CASES: dict[str, list[tuple[str, str]]] = {
    # what is found: (a script with it, one that is nearly the same and fine)
    "syntax": [("x = = 1", "x = 1"), ("x = '", "x = ''")],
    "operator": [("x = 7 // 2", "x = 7 / 2"), ("x = 7 & 2", "x = bit32.band(7, 2)")],
    "suppression": [("-- lint: ignore nothing", "-- lint: ignore pairs")],
    "undefined": [
        ("print(foo)", "foo = 1 print(foo)"),
        ("function f() return g end", "function f() return g end function g() end"),
        ("local a = a", "local a = nil; local b = a"),
        ("print(x)", "_G.x = 1 print(x)"),
        ("print(x)", "_G['x'] = 1 print(x)"),
        ("if onLod then end", "if onLoad then end"),
        ("x = TRUE", "x = true"),
    ],
    "absent": [
        ("load('x')()", "local function load() end load()"),
        ("x = require('a')", "local require = nil; local x = require('a')"),
        ("io.open('f')", "local io = {} io.open('f')"),
    ],
    "member": [
        ("Wait.tiem(f, 1) f = 1", "Wait.time(f, 1) f = 1"),
        ("x = string.spilt('a', 'b')", "function string.spilt() end x = string.spilt('a')"),
        ("os.exit()", "os.time()"),
        ("x = Player.Rd", "x = Player.Red.seated"),
        ("x = math.maxinteger", "x = math.max(1)"),
    ],
    "misspelt": [
        ("self.getPostion()", "self.getPosition()"),
        ("self:setRotatoin({})", "self:setRotation({})"),
        ("self.takeObjct({})", "x = {takeObjct = 1} self.takeObjct({})"),
    ],
    "handler": [
        ("function onObjectPickup() end", "function onObjectPickUp() end"),
        ("function onsave() end", "function onload() end"),
        ("function tryobjectrotate() end", "local function tryobjectrotate() end"),
    ],
    "goto": [
        ("do goto c; local z = 1 ::c:: end", "do goto c; do local z = 1 end ::c:: end"),
        (
            "for i = 1, 2 do if i then goto next end local z = i ::next:: end",
            "for i = 1, 2 do local z = i if z then goto next end ::next:: end",
        ),
    ],
    "comment": [
        ("--==[ Title ]==--", "-- ==[ Title ]==--"),
        ("-- one\rx = 1", "-- one\r\nx = 1"),
    ],
    "error-value": [("error({1})", "error('one')"), ("error(nil)", "error(tostring(nil))")],
    "format": [
        ("x = string.format('%d %s', 1, nil)", "x = string.format('%d %s', nil, 1)"),
        ("x = ('%s'):format({})", "x = ('%s'):format(tostring({}))"),
        ("x = ('%5s'):format(true)", "x = ('%%s'):format(true)"),
    ],
    "local": [("local x", "local x = nil"), ("local x, y", "local function x() end")],
    "pairs": [("for k in pairs({}) do end", "for k in ipairs({}) do end"),
              ("x = next({}, 1)", "x = next({})")],
    "sort": [("table.sort({})", "table.sort({}, function(a, b) return a.x > b.x end)")],
    "compare": [("x = self.name < 'm'", "x = self.name == 'm'")],
    "characters": [
        ("x = #'é'", "x = #'e'"),
        ("x = string.sub('é', 1)", "x = string.sub('e', 1)"),
        ("x = ('é'):upper()", "x = ('é'):rep(2)"),
        ("x = string.char(233)", "x = string.char(65)"),
    ],
    "escape": [(r"x = '\195\169'", r"x = 'é\65\n'"), (r"x = '\xe9'", r"x = '\x65'")],
    "huge": [("x = math.huge", "x = math.pi")],
    "remainder": [("x = 7 % -3", "x = 7 % 3"), ("x = (-7) % 3", "x = -(7 % 3)")],
    "rounding": [
        ("x = math.modf(-3.7)", "x = math.modf(3.7)"),
        ("x = ('%.0f'):format(0.5)", "x = ('%.1f'):format(0.5)"),
        ("x = ('%e'):format(1)", "x = ('%g'):format(1)"),
    ],
    "tonumber": [
        ("x = tonumber('0x10')", "x = tonumber('10')"),
        ("x = tonumber('1,5')", "x = tonumber('1.5')"),
        ("x = '0x10' + 1", "x = 0x10 + 1"),
    ],
    "holes": [("x = {1, nil, 3}", "x = {1, 3, nil}"), ("x = {nil, 1}", "x = {a = nil, 1}")],
    "weak": [("x = setmetatable({}, {__mode = 'k'})", "x = setmetatable({}, {__index = 'k'})"),
             ("x = {} x.__gc = 1", "x = {} x.__len = 1")],
    "assignment": [
        ("local i, t = 1, {} i, t[i] = i + 1, 20", "local i, t = 1, {} i, t = t, i"),
        ("local i, t = 1, {} i, t.x[i].y = 1, 2", "local i, t = 1, {} t[i], t[i + 1] = i, i"),
    ],
    "exponent": [("x = 1e3", "x = 0x1e3"), ("x = 2.5E-2", "x = 1000.5")],
    "dialect": [
        ("x = 1 != 2", "x = 1 ~= 2"),
        ("x = |a| a", "x = function(a) return a end"),
        (r"x = '\u{41}'", r"x = '\65'"),
        (r"x = '\['", "x = '['"),
        ("\ufeffx = 1", "x = 1"),
        ("#!lua\nx = 1", "--!lua\nx = 1"),
        ("x\xa0= 1", "x = '\xa0'"),
        ("größe = 1", "x = 'größe'"),
        ("for i = 1,10do end", "for i = 1,10 do end"),
        ("function f(a)) end", "function f(a) end"),
        ("x = UI.GetXmlTable()", "x = UI.getXmlTable()"),
    ],
    "removed": [
        ("x = getPlayer('Red')", "x = Player.Red"),
        ("clearPixelPaint()", "local clearPixelPaint = print; clearPixelPaint()"),
        ("self.dealToColor(1, 'Red')", "self.deal(1, 'Red')"),
        ("x = Player.Red:getPlayerHand()", "x = Player.Red:getHandTransform()"),
    ],
    "moonsharp": [
        ("x = unpack({})", "x = table.unpack({})"),
        ("x = string.contains('a', 'b')", "x = string.find('a', 'b')"),
        ("x = json.parse('')", "x = JSON.decode('')"),
    ],
    "memory": [("x = collectgarbage('count')", "x = os.clock()")],
}  # fmt: skip


@pytest.mark.parametrize(
    ("code", "bad", "good"),
    [(code, bad, good) for code, pairs in CASES.items() for bad, good in pairs],
)
def test_rules(code: str, bad: str, good: str) -> None:
    """A rule finds what it is for, and nothing in the script that says it right."""
    assert set(codes(bad)) == {code}
    assert codes(good) == []


def test_numbers_that_the_game_cannot_read() -> None:
    """The game reads a sign into an exponent that has none, and refuses what is too large."""
    assert codes("x = 1e15+1") == ["exponent", "number"]
    assert codes("x = 1e15 +1") == codes("x = 1e-15+1") == ["exponent"]
    assert codes("x = 1e400") == ["number"]
    assert codes("x = 1e15-x") == ["exponent", "number"]


def test_every_rule_is_shown() -> None:
    """No rule without an example above, or in the test of numbers."""
    assert set(CASES) | {"number"} == set(RULES)


def test_findings_point_at_the_place() -> None:
    """The place, the level of the rule, and a way out."""
    assert lint("\nif x then\n  Wait.tiem() end", "my.lua") == [
        LuaFinding("undefined", "error", "my.lua", 2, 3, "nobody defines x"),
        LuaFinding(
            "member", "error", "my.lua", 3, 7, "the game has no Wait.tiem",
            "did you mean Wait.time?",
        ),
    ]  # fmt: skip
    (found,) = lint("local a", "my.lua")
    assert str(found) == (
        "my.lua:1:1: local a may hold what was there before [local]; write local a = nil"
    )


@pytest.mark.parametrize(
    ("text", "near"),
    [("broadcastToAl('x')", "broadcastToAll"), ("getObjectFromGuid('x')", "getObjectFromGUID")],
)
def test_suggestions(text: str, near: str) -> None:
    """A name that is nearly one of the game is answered with that one."""
    (found,) = lint(text, "x")
    assert (found.code, found.fix) == ("undefined", f"did you mean {near}?")


def test_known_globals() -> None:
    """Names that other scripts define are given, and then nothing is said about them."""
    assert codes("x = foo.bar(require)") == ["undefined", "absent"]
    assert lint("x = foo.bar(require)", "x", {"foo", "require"}) == []


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("print(a) -- lint: ignore undefined", []),
        ("-- lint: ignore undefined\nprint(a)", []),
        ("-- lint: ignore undefined\n\nprint(a)", ["undefined"]),
        ("print(a) -- lint: ignore undefined\nprint(a)", ["undefined"]),
        ("print(a) local b -- lint: ignore local", ["undefined"]),
        ("print(a) local b -- lint: ignore local, undefined", []),
        ("print(a) --lint:ignore undefined", []),
        ("print(a) -- lint: ignore undefind", ["undefined", "suppression"]),
        ("print('-- lint: ignore undefined', a)", ["undefined"]),
    ],
)
def test_suppression(text: str, left: list[str]) -> None:
    """A comment excuses its line from the rules it names; alone on a line, the next."""
    assert codes(text) == left


def test_real_scripts() -> None:
    """Working mods give few errors: what is found there was looked at, and is wrong in them."""
    found = [each for text, save in corpus_scripts().items() for each in lint(text, save)]
    errors = Counter(each.code for each in found if each.level == "error")
    assert errors == {"undefined": 37}
    assert {"pairs", "local", "dialect"} < {each.code for each in found}
