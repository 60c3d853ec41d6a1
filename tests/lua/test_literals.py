"""Values written as Lua mean the same to Lua, whatever is in them."""

import math
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lupa import lua52  # type: ignore[import-untyped]  # it ships no types

from tests.node import ask
from tts_tool.lua.lexer import tokens
from tts_tool.lua.literals import LiteralError, lua, lua_comment, lua_key, lua_long, lua_string

_RUNTIME: Any = lua52.LuaRuntime(encoding=None)

characters = st.characters(exclude_categories=["Cs"])
awkward = st.sampled_from(
    [
        "]]",
        "]=]",
        "]",
        "[[",
        "\r",
        "\r\n",
        "\n",
        "\0",
        "\\",
        '"',
        "'",
        "--",
        "\x1a",
        "\u2028",
        "\ufeff",
        "{{",
        "0",
        "\\u{41}",
        "é",
        "🎲",
        "end)",
        "${x}",
    ]
)
texts = st.lists(st.text(characters, max_size=4) | awkward, max_size=8).map("".join)
numbers = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


def evaluated(source: str) -> Any:  # noqa: ANN401 - whatever Lua makes of it
    """Let Lua 5.2 read it, as bytes."""
    return _RUNTIME.execute(b"return " + source.encode())


def plain(value: Any) -> Any:  # noqa: ANN401 - the same, as Python has it
    """Turn a value of Lua into dicts, bytes, numbers and bools."""
    if lua52.lua_type(value) == "table":
        return {plain(key): plain(part) for key, part in value.items()}
    return value


def as_lua_has_it(value: Any) -> Any:  # noqa: ANN401 - any value
    """Say what Lua should make of a value: a list is a dict from 1, a text is bytes."""
    if isinstance(value, dict):
        return {as_lua_has_it(key): as_lua_has_it(part) for key, part in value.items()}
    if isinstance(value, list):
        return {index: as_lua_has_it(part) for index, part in enumerate(value, 1)}
    return value.encode() if isinstance(value, str) else value


@given(texts)
@example("\x0079")
@example("a]")
@example("\n\nx]==")
@example("]=]]]")
def test_strings(text: str) -> None:
    """Each way of writing a string gives back the same bytes."""
    assert evaluated(lua_string(text)) == text.encode()
    assert evaluated(lua_long(text)) == text.encode()
    assert plain(evaluated(f"{{{lua_key(text)} = 1}}")) == {text.encode(): 1}


@given(values, st.none() | st.integers(0, 3))
def test_values(value: object, indent: int | None) -> None:
    """A value is one expression, on one line or many, that means the same."""
    text = lua(value, indent)
    assert plain(evaluated(text)) == as_lua_has_it(value)
    assert indent is not None or "\n" not in text


@given(numbers)
def test_a_number_may_stand_anywhere(number: float) -> None:
    """Its sign neither makes a comment of what follows, nor binds weaker than a power."""
    assert evaluated(f"0 -{lua(number)}") == 0 - number
    assert evaluated(f"{lua(number)}^2") == float(number) * float(number)
    assert "e" not in lua(number).lower()


@given(texts)
@example("[[")
@example("[==[ \r os.exit()")
def test_comments(text: str) -> None:
    """A comment ends with its line and does nothing, also one that looks like code."""
    comment = lua_comment(text)
    assert evaluated(f"1 {comment}\n") == 1
    assert all(each.kind in ("comment", "space") for each in tokens(comment, "comment"))


@given(st.lists(values, min_size=1, max_size=5))
def test_moonsharp_rules(many: list[object]) -> None:
    """Nothing is used that MoonSharp reads differently."""
    for text in map(lua, many):
        for token in tokens(text, "literal"):
            if token.kind == "number":
                assert re.fullmatch(r"[0-9]+(\.[0-9]+)?", token.text)
            if token.kind == "string":
                assert token.text[0] == '"'
                assert not re.search(r"[\r\n\0]|\\[uxz]", token.text.replace(r"\\", ""))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "nil"),
        (True, "true"),
        (-5, "(-5)"),
        ([-5, 1.5], "{-5, 1.5}"),
        (1e-7, "0.0000001"),
        (1e16, "10000000000000000"),
        ({"b": 1, "a": 2, "end": 3, "x y": 4, 7: "é"},
         '{b = 1, a = 2, ["end"] = 3, ["x y"] = 4, [7] = "é"}'),
        ([], "{}"),
        ("a\0" + "1\t", '"a\\0001\\t"'),
    ],
)  # fmt: skip
def test_spelling(value: object, text: str) -> None:
    """Dicts keep their order, letters of all languages stay readable."""
    assert lua(value) == text


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (math.nan, "value is nan"),
        ({"a": [math.inf]}, "value.a[0] is inf"),
        ([1, None], "value[1] is None"),
        ({"a": {1, 2}}, "value.a is set"),
        (2**53 + 1, "value is 9007199254740993"),
        ({"x": b"raw"}, "value.x is bytes"),
        ({True: 1}, "a key of value is bool"),
        ("\ud800", "half of a surrogate pair"),
        ({"\udfff": 1}, "half of a surrogate pair"),
    ],
)
def test_refused(value: object, what: str) -> None:
    """What Lua cannot say, or says differently in the game, is refused by its place."""
    with pytest.raises(LiteralError) as caught:
        lua(value)
    assert what in str(caught.value)


def test_too_deep() -> None:
    """A value that Lua's own parser would give up on is refused."""
    deep: list[object] = []
    for _ in range(150):
        deep = [deep]
    with pytest.raises(LiteralError, match="nested deeper"):
        lua(deep)


def test_another_parser_agrees() -> None:
    """What we write is read by a parser that knows MoonSharp's own grammar."""
    written = [lua({"a": [1, -2.5, "]]\r\n\0é"], "end": None}, 2), lua_long("]]\nx]"), lua(-1)]
    program = """
        const { parse } = require("moonsharp-luaparse");
        return question.map(each => parse("return " + each, { luaVersion: "5.2" }).body.length);
    """
    assert ask(program, written) == [1, 1, 1]
