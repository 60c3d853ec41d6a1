"""Scripts behave as in MoonSharp where its operators, syntax and messages are not Lua 5.2's."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lua.plain_lua import result
from tests.lua.programs import program, squeezed
from tests.table.troupe import bare_script
from tts_tool.table.scripts import Script, ScriptFault

ROW = tuple[str, object]


@pytest.fixture(scope="module")
def script() -> Script:
    """Give one script to all questions; none of them changes it."""
    return bare_script(
        "text, list, word = 'é', {1, 2, nil, 4}, 'b' five, tiny, huge = 5, 1e-5, 1e15 "
        "function same() return true end"
    )


def message(text: str) -> str:
    """Run what must fail, and say how."""
    with pytest.raises(ScriptFault) as caught:
        bare_script().execute(text)
    return caught.value.message


LENGTHS: list[ROW] = [
    ('#"é"', 1),
    ("#text", 1),
    ("#'日本語'", 3),
    ("#'😀'", 2),
    ("#[[a\r\nb]]", 3),
    ("#'a\\u{e9}b'", 3),
    ("#('é' .. 'é')", 2),
    ("#list", 2),
    ("#{1, 2, nil, 4}", 2),
    ("#{nil, 2}", 0),
    ("#{n = 1}", 0),
    ("(function(...) return #{...} end)(1, nil, 3)", 1),
    ("(function() local t = {1, 2, 3} t[2] = nil return #t end)()", 1),
    ("(function() local t = {} for n = 1, 3000 do t[#t + 1] = n end return #t end)()", 3000),
    ("(function() local t = {} for n = 1, 40 do t[n] = n end t[20] = nil return #t end)()", 19),
    ("#setmetatable({1}, {__len = function() return 'any' end})", "any"),
    ("#setmetatable({1, 2}, {__index = function() return 7 end})", 2),
    ("#Vector", 0),
]
JOINED: list[ROW] = [
    ("1 .. ''", "1"),
    ("tiny .. ''", "1E-05"),
    ("'' .. huge", "1E+15"),
    ("1/3 .. ''", "0.333333333333333"),
    ("-0.0 .. ''", "0"),
    ("1e14 .. ''", "100000000000000"),
    ("1/0 .. '|' .. -1/0 .. '|' .. 0/0", "Infinity|-Infinity|NaN"),
    ("math.huge .. ''", "1.79769313486232E+308"),
    ("tiny .. tiny", "1E-051E-05"),
    ("five .. word .. tiny .. 2 .. huge", "5b1E-0521E+15"),
    ("('a' .. tiny):lower()", "a1e-05"),
    ("(function() local s = '' for n = 1, 3 do s = s .. n .. ',' end return s end)()", "1,2,3,"),
    ("setmetatable({}, {__concat = function(a, b) return b end}) .. 'x'", "x"),
    ("0x10 .. ''", "16"),
    ("12345678901234567 .. ''", "1.23456789012346E+16"),
]
COMPARED: list[ROW] = [
    ("'a' < 'B'", True),
    ("'B' < 'a'", False),
    ("'_' < '1' and '1' < 'a' and 'a' < 'A' and 'A' < 'b'", True),
    ("word > 'A'", True),
    ("word <= 'B' and word >= 'b' and not (word >= 'B')", True),
    ("'é' < 'f' and 'e' < 'é'", True),
    ("'' < 'a' and 'a' <= 'a' and not ('a' < 'a')", True),
    ("'ab' < 'abc'", True),
    ("five < 6 and five >= 5 and not (five > tiny * 1e9)", True),
    ("setmetatable({}, {__lt = function() return true end}) > setmetatable({}, {})", True),
    ("setmetatable({}, {__le = function() return true end}) > setmetatable({}, {})", False),
    ("0/0 > 1 and 0/0 >= 1 and 0/0 > five and not (0/0 < 1) and not (0/0 <= five)", True),
    ("not (five > 4) == false", True),
    ("setmetatable({}, {__le = function() return true end}) <= five", True),
    ("table.concat(table.sort({'b', 'A', 'a', 'B', '_', '1'}))", "_1aAbB"),
    ("(function(a, b) return a > b end)('b', 'a')", True),
    ("(function(a, b) return a == b or not (a ~= b) end)(0/0, 0/0)", False),
    ("(function(...) return ... == ... end)(five, word)", True),
    ("nothing == nil and nil ~= five and not (word == nothing)", True),
    ("word ~= nil == true and not word == nil == nil", False),
    ("(function(m) return setmetatable({}, m) == setmetatable({}, m) end)({__eq = same})", True),
    ("setmetatable({}, {__eq = same}) == nothing", False),
]
REMAINDERS: list[ROW] = [
    ("7 % -3", 1),
    ("-7 % 3", 2),
    ("7 % 3", 1),
    ("-7 % -3", -4),
    ("6 % -3", 0),
    ("five % (0 - 3)", -4),
    ("5.5 % 2", 1.5),
    ("five % 0 ~= five % 0", True),
    ("'7' % -3", 1),
    ("setmetatable({}, {__mod = function() return 'any' end}) % -3", "any"),
]
ARITHMETIC: list[ROW] = [
    ('"10" + 1', 11),
    ("'1,5' + 0", 15),
    ("'(5)' * 2", -10),
    ("-'2'", -2),
    ("'2' ^ '3'", 8),
    ("10 - ' 4 '", 6),
    ("(function() local x = '1,000' return x / 2 end)()", 500),
]
ASSIGNED: list[ROW] = [
    ("local i, t = 1, {} i, t[i] = i + 1, 20 return {t[1] == nil, t[2]}", [True, 20]),
    ("local a = {} a.b, a.b.c = {}, 5 return a.b.c", 5),
    ("local a, b = 1, 2 a, b = b, a return {a, b}", [2, 1]),
    ("local t = {1, 2} t[1], t[2] = t[2], t[1] return t", [2, 1]),
    ("local t, n = {}, next_number t[n()], t[n()] = n(), n() return {t[3], t[4]}", [1, 2]),
    ("local i, t = 1, {{}, {}} i, t[i].x, t[#t].y = 2, 'é' return {t[2].x, t[1].x}", ["é"]),
    ("local i, t = 1, {} do i, t[i] = (function() return 3, 4 end)() end return t[3]", 4),
    ("local i, t = 1, {} i, t[(function() return i end)()] = 2, 3 return t[2]", 3),
]
SYNTAX: list[ROW] = [
    ("(|a| |b| a .. b)(1)(tiny)", "11E-05"),
    ("(|...| #{...})(1, 2)", 2),
    ("#'x' != 2", True),
    ("(function() goto done do local z end ::done:: return 2 end)()", 2),
    ("1e15 +0.5 > 1", True),
    ("1e-5+1 > 1", True),
    ("(function(...) return select('#', ...) end)(1, nil)", 2),
    ("(function(a)) return (a) .. tiny end)('x')", "x1E-05"),
    ("select(2, (function(a, ...)) return a, #'é' end)(1))", 1),
    ("(function() local m0_ , m0_len = 1, 2 return m0_ + m0_len + #'ab' .. '' end)()", "5"),
]


@pytest.mark.parametrize(
    ("expression", "value"),
    [*LENGTHS, *JOINED, *COMPARED, *REMAINDERS, *ARITHMETIC, *SYNTAX],
)
def test_operators(script: Script, expression: str, value: object) -> None:
    """An expression has the value that it has in the game, however it is written."""
    if "Vector" in expression:
        script.set("Vector", {})
    assert script.execute(f"return {expression}") == value
    assert script.execute(f"local got = ({expression}) return got") == value
    assert script.mishaps == []


@pytest.mark.parametrize(("text", "value"), ASSIGNED)
def test_several_variables_at_once(text: str, value: object) -> None:
    """First come the values; then each place is looked for, and written, one after the other."""
    count = "local count = 0 function next_number() count = count + 1 return count end"
    assert bare_script(count).execute(text) == value


REFUSED = [
    ('return "0x10" + 0', "attempt to perform arithmetic on a string value"),
    ("return 'x' + 1", "attempt to perform arithmetic on a string value"),
    ("local x = 'x' return -x", "attempt to perform arithmetic on a string value"),
    ("return 1e15+0.5", "malformed number near '1e15'"),
    ("return 1e400", "malformed number near '1e400'"),
    ("do goto c local z ::c:: end", "<goto c> at line 1 jumps into the scope of a local"),
    ("return 7 // 2", "Tabletop Simulator has no operator `//`"),
    ("return 7 & 2", "Tabletop Simulator has no operator `&`"),
    ("return #5", "attempt to get length of a number value"),
    ("return {} .. 'x'", "attempt to concatenate a table value"),
    ("return {} < {}", "attempt to compare two table values"),
    ("return 'a' < 1", "attempt to compare string with number"),
    ("local a, b = 'a', nil return a >= b", "attempt to compare string with nil"),
    ("local t = {} return t % -2", "attempt to perform arithmetic on a table value"),
    ("json.parse('[-1]')", "unexpected '-' in JSON"),
    ("json.parse('\"\\\\u00e9\"')", "unexpected escape in JSON"),
    ("return m0_len", None),
]


@pytest.mark.parametrize(("text", "what"), REFUSED)
def test_refusals(text: str, what: str | None) -> None:
    """What the game refuses is refused; of what stands in between a script sees nothing."""
    if what is None:
        assert bare_script().execute(text) is None
        return
    place, _, rest = message(text).partition(": ")
    assert rest.startswith(what)
    assert place.startswith("chunk_4:(1,")


PLACES = [
    ("|error('boom')|", "5-13"),
    ("local x = 1  |x.y.z = 2|", "whole"),
    ("if true then |error 'boom'| end", "6-12"),
    ("|local t = nil + 1| local u = 2", "whole"),
    ("if true then |return nil .. 'x'| else return 1 end", "whole"),
    ("|if nil < 1 then| return 1 end", "whole"),
    ("if false then elseif |nil < 1 then| return 1 end", "elseif"),
    ("|while nil < 1 do| return 1 end", "while"),
    ("repeat local x = 1 |until nil < x|", "whole"),
    ("|for i = 1, {} do| end", "whole"),
    ("|for k in 5 do| end", "whole"),
    ("local f = function() |return nil + 1| end f()", "whole"),
    ("local f = function() return 1 end  |x = f() + nil|", "whole"),
    ("|x = {f = function() return 1 end, y = nil + 1}|", "whole"),
    ("local t = {} |t:go(1, 2)|", "method"),
    ("|local a, b = 1, nil + 1|", "whole"),
    ("|function nothing.at() end|", "head"),
]


@pytest.mark.parametrize(("marked", "part"), PLACES)
def test_columns(marked: str, part: str) -> None:
    """An error names the columns of the statement that fails, or what of it the game names."""
    before, statement, after = marked.split("|")
    first, last = len(before), len(before) + len(statement)
    match part:
        case "elseif":
            first -= len("elseif ")
        case "while":
            last -= len(" do")
        case "head":
            last = before.count("") - 1 + len("function nothing.at")
        case "method":
            first += len("t:")
        case "whole":
            pass
        case _:
            start, end = map(int, part.split("-"))
            first, last = first + start, first + end
    assert message(f"\n{before}{statement}{after}").startswith(f"chunk_4:(2,{first}-{last}): ")


def test_how_a_text_begins() -> None:
    """A byte order mark and a line for a shell are nothing, and shift no place."""
    assert bare_script().execute("\ufeffreturn #'é'") == 1
    assert bare_script().execute("#!/usr/bin/lua\nreturn 7 % -3") == 1
    assert message("\ufefferror('x')").startswith("chunk_4:(1,5-10): x")
    assert message("#!/usr/bin/lua\nerror('x')").startswith("chunk_4:(2,5-10): x")


def test_a_statement_of_several_lines() -> None:
    """Both of its ends are named, and the lines are the author's, whatever stands in between."""
    text = "-- é\nlocal t = [[\n\n]]\nlocal f = |x| x .. 'é'\nt = f(\n  {}\n) .. nil"
    assert message(text).startswith("chunk_4:(5,14-22): attempt to concatenate a table value")
    text = "x = (function()\n  return 1\nend)()\n  + nil"
    assert message(text).startswith("chunk_4:(1,0-4,7): attempt to perform arithmetic on a nil")


def test_no_operator_can_be_reached() -> None:
    """Scripts neither see what stands behind operators nor change it, whatever they replace."""
    script = bare_script(
        "local seen = {} for name in pairs(_G) do seen[name] = true end "
        "hidden = seen.m0_len == nil and select('#', ...) == 0 "
        "tostring, type, rawget, getmetatable, select, table, string, math = nil"
    )
    assert script.get("hidden") is True
    assert script.execute("return #'é' .. 1e-5 .. 7 % -3") == "11E-051"
    assert script.execute("return 'a' < 'B' and #{1, nil, 3} == 1") is True


def test_a_list_that_grows_is_not_counted_again_and_again() -> None:
    """Filling a long list by its length looks at each value a few times, not at all each time."""
    script = bare_script(
        "function fill(n) local t = {} for i = 1, n do t[#t + 1] = i end return #t end"
    )
    assert script.call("fill", 60_000) == 60_000


def test_long_chains() -> None:
    """Many operands in a row are joined and added without descending into each of them."""
    joined = " .. ".join(["'a'", "n"] * 80)
    assert bare_script("n = 1e-5").execute(f"return {joined}") == "a1E-05" * 80
    added = " + ".join(["n"] * 5000)
    assert bare_script("n = 1").execute(f"return #('é' .. ({added}))") == 5


MANY = " ".join(f"local v{n} = {n}" for n in range(300))
LOOP = """
local fs = {} for i = 1, 3 do local x = i fs[i] = function() x = x + v290 return x end end
fs[1]() return fs[1]() + fs[2]()"""
CALLS = """
function v299() return 7 end local t = {} function t.f() return v299() end return t.f()"""
FUNCTION = "local function f(n) return n > 0 and f(n - 1) + v299 or v200 end return f(2)"
AROUND = " ".join(f"local w{n} = t" for n in range(300))
INSIDE = " ".join(f"u[{n}] = w{n}" for n in range(300))
CROWDED = [
    (f"{MANY} return v0 + v150 + v299", 449),
    (f"{MANY} v299, v0 = v0, v299 return v299 + v0 * 2 + #(v298 .. '')", 601),
    (f"{MANY} {FUNCTION}", 798),
    (f"{MANY} local v299 = v299 + 1 do local v299 = 5 end return v299", 300),
    (f"{MANY} local a, b return {{a == nil, b == nil, v5 .. v299}}", [True, True, "5299"]),
    (f"{MANY} local a, b, c = (function() return 1, v298 end)() return a + b", 299),
    (f"{MANY} {LOOP}", 581 + 292),
    (f"{MANY} local i = 0 repeat local x = i + 1 i = x until x > v210 return i", 211),
    (f"{MANY} {CALLS}", 7),
    (f"local f = function(a, b) {MANY} return a + b + v299 end return f(1, 2)", 302),
    (f"local t = {{}} {AROUND} return (function() local u = {{}} {INSIDE} return #u end)()", 299),
]


@pytest.mark.parametrize(("text", "value"), CROWDED)
def test_more_locals_than_plain_lua_allows(text: str, value: object) -> None:
    """A function may have any number of locals, and each is as it would be in a small one."""
    assert bare_script().execute(text) == value


def test_places_among_many_locals() -> None:
    """An error in a crowded function names its place."""
    assert message(f"{MANY}\n local bad = v1 + nil").startswith("chunk_4:(2,1-21): attempt to perf")


# Of these, both kinds of Lua make the same.
VALUES = st.sampled_from(
    [*"xyw1", "2.5", "'a'", "'b'", "'ab'", "'7'", "t[1]", "f(2)", "#t", "(4)", "#w", "nil", "t.n"]
)
OPERATORS = st.sampled_from(
    [*"+-*%<>", "..", "<=", ">=", "==", "~=", "and", "or", "and not", "== -"]
)
SETTING = "x, y, w, t = 3, 8, 'b', {4, 5} function f(n) return n end"
SAME = bare_script(SETTING)
RUN = "local ok, value = pcall(function() return %s end) return ok and tostring(value) or 'error'"


@st.composite
def expressions(draw: st.DrawFn) -> str:
    """Make an expression of a few values and operators."""
    parts = [draw(VALUES)]
    for _ in range(draw(st.integers(1, 5))):
        parts += [draw(OPERATORS), draw(VALUES)]
    return " ".join(parts)


@given(expressions())
def test_changing_operators_changes_no_precedence(text: str) -> None:
    """What holds together stays together, whichever operators have become calls."""
    assert SAME.execute(RUN % text) == result(f"{SETTING} {RUN % text}").decode()


WITHOUT_BLANKS = [
    ("local t = {1, 2} if#t>1then return#t end", 2),
    ("local t = {1} while#t<3do t[#t + 1] = 0 end return#t", 3),
    ("local t = {'a'} return#t==1and#t[1]", 1),
    ("local t = {} return not#t==1or'é'..1", "é1"),
    ("local a, b = 2, 'x' return(a)..b", "2x"),
    ("local a, b = 'a', 'B' return(a)<(b)and(a)==(a)", True),
    ("local a, b = 7, -3 repeat local c = a until(a)~=b return(a)%b", 1),
    ("local a, b = '1', {} if a then(b).x,b[b.x]=1,(2)else b.y=(3)end return-a", -1),
    ("local i,t=1,{}i,t[i]=2,(3)t[3]=4return t[2]", 3),
]


@pytest.mark.parametrize(("text", "value"), WITHOUT_BLANKS)
def test_words_beside_operators(text: str, value: object) -> None:
    """What takes the place of an operator never grows together with the word beside it."""
    assert bare_script().execute(text) == value


@pytest.mark.soak(sample=150, full=10_000)
def test_programs_without_blanks(rounds: int) -> None:
    """A program that is read with blanks is read without those that it does not need."""
    chance = random.Random(11)
    script = bare_script()
    for _ in range(rounds):
        # A sign behind an exponent is a part of it to MoonSharp, so none may come to stand there.
        text = squeezed(program(chance, moonsharp=True).replace("2e3", "7"))
        assert script.execute(f"local function never(...) {text}\nend return 1") == 1, text


SORTED = [
    ("{3, 1, 2, 5, 4}, function(a, b) return a <= b end", "12345"),
    ("{4, 2, 3, 1}, function(a, b) return a > b or a == 4 end", "4321"),
    ("{1, 2, 3, 4}, function(a, b) return (a - b) % 4 == 1 end", "2143"),
    ("{'b', 'A', 1}, function(a, b) return tostring(a) < tostring(b) end", "1Ab"),
    ("{3, 0/0, 1}, function() return false end", "3NaN1"),
    ("{1, 2, 3, nil, 0}", "1230"),
]


@pytest.mark.parametrize(("arguments", "order"), SORTED)
def test_sorting_by_a_doubtful_order(arguments: str, order: str) -> None:
    """A function that contradicts itself sorts somehow, as long as no two each come first."""
    script = bare_script("function all(t) for n = 1, 5 do t[n] = tostring(t[n] or '') end end")
    text = f"local t = table.sort({arguments}) all(t) return table.concat(t)"
    assert script.execute(text) == order


@given(st.lists(st.integers(0, 9), max_size=60), st.integers(0, 2**32))
def test_sorting_loses_nothing(values: list[int], seed: int) -> None:
    """However wild the order, what was there is there; by a sound order it comes out sorted."""
    script = bare_script(seed=seed)
    script.set("given", values)
    wild = "function(a, b) return a < b and math.random(3) > 1 end"
    assert sorted(script.execute(f"return table.sort(given, {wild})")) == sorted(values)
    assert script.execute("return table.sort(given, function(a, b) return a > b end)") == sorted(
        values, reverse=True
    )
    assert script.execute("return table.sort(given)") == sorted(values)


@given(st.lists(st.integers(0, 3), min_size=4, max_size=16))
def test_short_lists_keep_the_order_of_equals(values: list[int]) -> None:
    """Of equal values the first stays the first, as .NET leaves them in lists of 4 to 16."""
    script = bare_script()
    pairs = [[value, place] for place, value in enumerate(values)]
    script.set("given", pairs)
    order = "function(a, b) return a[1] < b[1] end"
    assert script.execute(f"return table.sort(given, {order})") == sorted(pairs)


def test_a_failing_order_leaves_the_list_alone() -> None:
    """The list is written when all is sorted, so an error, or one who looks, finds the old one."""
    script = bare_script(
        "t, seen = {3, 1, 2, 0}, {} "
        "ok = pcall(table.sort, t, function(a, b) seen[#seen + 1] = t[1] "
        "if a == 0 then error('no') end return a < b end)"
    )
    assert script.get("ok") is False
    assert script.get("t") == [3, 1, 2, 0]
    assert set(script.get("seen")) == {3}
