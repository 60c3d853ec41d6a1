"""The parser accepts what MoonSharp accepts, and understands it."""

import random
from collections.abc import Iterator

import pytest

from tests.lua.luaparse import luaparse_accepts
from tests.lua.plain_lua import accepts, globals_read, worked_out
from tests.lua.programs import broken, expression, program, scoped
from tests.lua.scripts import corpus_scripts
from tts_tool.lua import syntax
from tts_tool.lua.cursor import DEPTH
from tts_tool.lua.dialect import translate
from tts_tool.lua.errors import ForeignOperator
from tts_tool.lua.lexer import LuaError
from tts_tool.lua.lint import lint
from tts_tool.lua.parser import parse


def accepted(text: str) -> bool:
    """Tell whether our parser reads a script."""
    try:
        parse(text, "x")
    except LuaError:
        return False
    return True


def spare(text: str) -> int:
    """Count the second brackets behind parameters, which only MoonSharp reads over."""
    return len(parse(text, "x").spare) if accepted(text) else 0


SECOND_BRACKETS = [
    ("function f(a)) end", 1),
    ("local function f(a, b) ) end", 1),
    ("x = function(...)) return (...) end", 1),
    ("f(function(a)) return a end, (b))", 1),
    ("function f(a)) function g(b)) end end", 2),
    ("function f(a) return ((a)) end", 0),
]


@pytest.mark.parametrize(("text", "count"), SECOND_BRACKETS)
def test_a_second_bracket_behind_parameters(text: str, count: int) -> None:
    """It is read over, as MoonSharp does; nothing else of the script reads differently for it."""
    assert spare(text) == count
    assert accepts(translate(text))


@pytest.mark.parametrize("text", ["function f()) end", "function f(a))) end", "f(a))", "x = (a))"])
def test_other_brackets_too_many(text: str) -> None:
    """Behind no parameters, or behind anything else, a bracket too many is refused."""
    assert not accepted(text)


def test_real_scripts() -> None:
    """We read what luaparse reads; it lacks escapes of code points, and second brackets."""
    texts = [text for text in corpus_scripts() if "\\u{" not in text and not spare(text)]
    ours = [accepted(text) for text in texts]
    assert ours == luaparse_accepts(texts)
    assert sum(ours) > 150


@pytest.mark.soak(sample=200, full=20_000)
def test_made_programs(rounds: int) -> None:
    """Programs from the grammar are read by us, by luaparse and, without extras, by Lua 5.2."""
    chance = random.Random(1)
    plain = [program(chance) for _ in range(rounds)]
    extra = [program(chance, moonsharp=True) for _ in range(rounds)]
    assert all(map(accepted, plain + extra))
    assert all(map(accepts, plain))
    assert all(luaparse_accepts(plain + extra))


@pytest.mark.soak(sample=600, full=50_000)
def test_broken_programs(rounds: int) -> None:
    """Where luaparse and Lua 5.2 agree about a damaged program, we say the same."""
    chance = random.Random(2)
    texts = [broken(chance, program(chance)) for _ in range(rounds)]
    both = list(zip(texts, map(accepts, texts), luaparse_accepts(texts), strict=True))
    agreed = [(text, plain) for text, plain, other in both if plain == other]
    assert [text for text, good in agreed if accepted(text) != good and not spare(text)] == []
    assert len(agreed) > 0.98 * rounds
    assert 0.1 < sum(good for _, good in agreed) / len(agreed) < 0.9


def rendered(part: syntax.Expression) -> str:
    """Write an expression with all its brackets."""
    match part:
        case syntax.Binary():
            return f"({rendered(part.left)} {part.at.text} {rendered(part.right)})"
        case syntax.Unary():
            return f"({part.at.text} {rendered(part.operand)})"
        case syntax.Group():
            return rendered(part.inner)
    return part.at.text


@pytest.mark.soak(sample=400, full=50_000)
def test_operators_bind_as_in_lua(rounds: int) -> None:
    """An expression written with the brackets that we see is worked out as Lua does."""
    chance = random.Random(3)
    seen = set()
    for _ in range(rounds):
        text = expression(chance, 6)
        (statement,) = parse(f"return {text}", "x").body.statements
        assert isinstance(statement, syntax.Return)
        (value,) = statement.values
        expected = worked_out(text)
        assert worked_out(rendered(value)) == expected, text
        seen.add(expected)
    assert len(seen) > rounds // 10


@pytest.mark.soak(sample=250, full=20_000)
def test_names_are_resolved_as_in_lua(rounds: int) -> None:
    """The names that we take for globals are those that Lua asks its globals for."""
    chance = random.Random(4)
    for _ in range(rounds):
        text = scoped(chance, 3)
        assert set(_globals_read(text)) - {"next"} == globals_read(text), text


def _globals_read(text: str) -> Iterator[str]:
    parts = list(syntax.walk(parse(text, "x").body))
    written = {
        id(target) for part in parts if isinstance(part, syntax.Assign) for target in part.targets
    }
    for part in parts:
        if isinstance(part, syntax.Name) and not part.is_local and id(part) not in written:
            yield part.name


@pytest.mark.parametrize(
    "text",
    [
        "x = a!=b",
        "f(|x| x, 2)",
        "x = || 1",
        "x = |...| select('#', ...)",
        "x = |a| |b| a + b",
        "x = b or |a| a",
        "x = '\\u{e9}\\['",
        "for i = 1,10do end",
        "größe = 1",
        "\ufeff#!lua\nx = 1",
        "a\xa0= 1",
        "goto l; do ::l:: end ::l::",
        "::l:: repeat goto l until true",
        "while x do break local y end",
        "do goto c local z ::c:: end",
        "return;",
    ],
)
def test_accepted(text: str) -> None:
    """What MoonSharp reads beyond luaparse or Lua 5.2 is read."""
    assert accepted(text)


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("a = 1 // 2", (1, 6), "Tabletop Simulator has no operator `//`"),
        ("a = b & c", (1, 6), "Tabletop Simulator has no operator `&`"),
        ("a = b | c", (1, 6), "Tabletop Simulator has no operator `|`"),
        ("a = b << 2", (1, 6), "Tabletop Simulator has no operator `<<`"),
        ("a = b >> 2", (1, 6), "Tabletop Simulator has no operator `>>`"),
        ("a = ~b", (1, 4), "Tabletop Simulator has no operator `~`"),
        ("a = b ~ c", (1, 6), "Tabletop Simulator has no operator `~`"),
    ],
)
def test_operators_of_later_lua(text: str, place: tuple[int, int], what: str) -> None:
    """Operators of Lua 5.3 are named, with what to write instead."""
    with pytest.raises(ForeignOperator) as caught:
        parse(text, "x")
    assert (caught.value.line, caught.value.column, caught.value.what) == (*place, what)
    assert caught.value.fix


@pytest.mark.parametrize(
    ("text", "where", "what"),
    [
        ("if a then\nb() until", "2:5", "expected `end` for the `if` of line 1, found `until`"),
        ("f(\n1", "2:2", "expected `)` for the `(` of line 1, found the end of the script"),
        ("x = {1\n2}", "2:1", "expected `}` for the `{` of line 1, found `2`"),
        ("repeat x() end", "1:12", "expected `until` for the `repeat` of line 1, found `end`"),
        ("end", "1:1", "expected a statement, found `end`"),
        ("a.b", "1:4", "expected `=` or a call, found the end of the script"),
        ("a += 1", "1:3", "Lua has no `+=`"),
        ("for i = 1, 2 do continue end", "1:17", "Lua has no `continue`"),
        ("f() = 1", "1:1", "nothing can be assigned to this"),
        ("local function a.b() end", "1:17", "expected `(`, found `.`"),
        ("function f() return ... end", "1:21", "`...` outside a function that has it"),
        ("break", "1:1", "break outside a loop"),
        ("while x do f = function() break end end", "1:27", "break outside a loop"),
        ("goto x", "1:6", "no label x can be seen here"),
        ("do ::x:: end goto x", "1:19", "no label x can be seen here"),
        ("::a:: ::a::", "1:9", "label a is in line 1 already"),
        ("do goto c local z ::c:: z() end", "1:9", "goto leaps over local z"),
        ("return 1 x()", "1:10", "expected a statement, found `x`"),
        ("x = a[1, 2]", "1:8", "expected `]` for the `[` of line 1, found `,`"),
    ],
)  # fmt: skip
def test_errors(text: str, where: str, what: str) -> None:
    """An error says what was expected, and where the thing began that is not finished."""
    with pytest.raises(LuaError) as caught:
        parse(text, "my.lua")
    assert str(caught.value) == f"my.lua:{where}: {what}"


_NESTS = {
    "brackets": ("(", "1", ")"),
    "tables": ("{", "", "}"),
    "calls": ("f(", "", ")"),
    "tables in calls": ("f{", "", "}"),
    "indices": ("a[", "1", "]"),
    "functions": ("function() return ", "1", " end"),
    "short functions": ("(|a| ", "a", ")"),
}


@pytest.mark.parametrize("nest", _NESTS.values(), ids=_NESTS)
@pytest.mark.parametrize("statement", ["x = {}", "f(function() return {} end)"])
def test_deep_values(nest: tuple[str, str, str], statement: str) -> None:
    """What is nested as deep as anybody writes is read; 10,000 deep is an error, not a crash."""
    opening, inside, closing = nest
    for depth, good in ((DEPTH // 2 - 4, True), (10_000, False)):
        value = opening * depth + inside + closing * depth
        text = statement.replace("{}", value)
        assert accepted(text) is good
        assert ("syntax" in {found.code for found in lint(text, "x")}) is not good


@pytest.mark.parametrize(
    "nest",
    [
        ("do ", " end"),
        ("if x then ", " end"),
        ("while x do ", " end"),
        ("repeat ", " until x"),
        ("for i = 1, 2 do ", " end"),
        ("function f() ", " end"),
    ],
)
def test_deep_statements(nest: tuple[str, str]) -> None:
    """The same holds for statements."""
    assert accepted(nest[0] * (DEPTH - 5) + nest[1] * (DEPTH - 5))
    assert not accepted(nest[0] * 10_000 + nest[1] * 10_000)


@pytest.mark.parametrize(
    "text",
    [
        "x = a" + " .. a" * 10_000,
        "x = a" + " + a" * 10_000,
        "x = " + "not " * 10_000 + "a",
        "x = 2" + " ^ 2" * 10_000,
        "x = a" + ".b" * 10_000,
        "f" + "()" * 10_000,
        "if a then " + "elseif b then " * 10_000 + "end",
    ],
    ids=["concat", "plus", "not", "power", "members", "calls", "elseif"],
)
def test_long_chains(text: str) -> None:
    """Chains are not nested: of any length they are read, checked and translated."""
    assert accepted(text)
    assert "syntax" not in {found.code for found in lint(text, "x")}
    assert translate(text) == text
