"""MoonSharp's Lua, translated, runs in plain Lua 5.2, on the same lines."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lua.luaparse import luaparse_accepts
from tests.lua.plain_lua import accepts, result
from tests.lua.programs import program
from tests.lua.scripts import corpus_scripts
from tts_tool.lua.dialect import respelt, translate
from tts_tool.lua.lexer import LuaError, tokens
from tts_tool.lua.parser import parse
from tts_tool.lua.strings import string_value


def test_real_scripts() -> None:
    """Every real script that MoonSharp's luaparse reads compiles in Lua 5.2, line for line."""
    texts = [text for text in corpus_scripts() if not parse(text, "x").spare]
    # luaparse knows neither \u{} nor a second bracket behind parameters, which MoonSharp does.
    good = luaparse_accepts([text.replace("\\u{", "u{") for text in texts])
    assert [accepts(translate(text)) for text in texts] == good
    assert all(translate(text).count("\n") == text.count("\n") for text in texts)
    assert sum(good) > 150
    assert sum(map(accepts, texts)) < sum(good)


@pytest.mark.soak(sample=300, full=20_000)
def test_made_programs(rounds: int) -> None:
    """Plain programs stay as they are; others compile, and translating twice changes nothing."""
    chance = random.Random(5)
    for _ in range(rounds):
        plain = program(chance)
        assert translate(plain) == plain
        once = translate(program(chance, moonsharp=True))
        assert accepts(once)
        assert translate(once) == once


def is_sound(text: str) -> bool:
    """Tell whether a text is a script, in which nothing stands between bars or is left over."""
    try:
        return not parse(text, "x").spare and all(each.text != "|" for each in tokens(text, "x"))
    except LuaError:
        return False


def test_many_tokens_at_a_time() -> None:
    """What is passed over many tokens at a time becomes what it becomes token by token."""
    texts = [text for text in corpus_scripts() if is_sound(text)]
    assert [text for text in texts if respelt(text) != translate(text)] == []
    assert len(texts) > 150
    assert sum(respelt(text) != text for text in texts) > 20


_BITS = st.sampled_from(
    [
        *(
            "x y größe ß if 1 0x1F .5 1.5 1e5 10do 'é' [=[b]=] != ~= == .. ... -- --[[a]] --["
        ).split(),
        *('#x #!x - [ ] ( ) { } ; : :: , < <= / // = "\\\\n" [[\u2003]]').split(" "),
        *(" ", "\n", "\r\n", "\r", "\t", "\xa0", "\u2003", "\ufeff", "\x85"),
        *("'\\\r'", "[[\ra\r\n]]", "--a\rb", "--a\r\n", "--[[a\rb]]", "'a\\z \xa0b'"),
    ]
)


@given(st.lists(_BITS, max_size=12).map("".join))
@settings(max_examples=1_000)
def test_tokens_beside_each_other(text: str) -> None:
    """Whatever stands beside what becomes what it becomes token by token."""
    try:
        once = translate(text)
    except LuaError:
        return
    assert respelt(text) == once


@pytest.mark.parametrize(
    ("text", "translated"),
    [
        ("if a!=b then end", "if a~=b then end"),
        ("x = '!=|a|' -- !=", "x = '!=|a|' -- !="),
        ("f = |a, b| a + b", "f = function(a, b) return  a + b end"),
        ("f(||1, |...| g(...))", "f(function() return 1 end, function(...) return  g(...) end)"),
        ("f = |a| |b| a", "f = function(a) return  function(b) return  a end end"),
        ("for i=1,10do end", "for i=1,10 do end"),
        (r"x = '\u{e9}\233é\65\x41'", r"x = '\195\169\195\169é\65\x41'"),
        (r"x = '\u{1F600}\[\]'", r"x = '\240\159\152\128[]'"),
        ("\ufeffx = 1", "x = 1"),
        ("#!lua\nx = 1", "--lua\nx = 1"),
        ("a\xa0=\r1 -- b\rc\nd = 2", "a = 1 -- b c\nd = 2"),
        ("x = [[a\r\r\nb]]", "x = [[a\nb]]"),
        ("'a\\z\xa0\n b\\\rc'", "'a\\z \n b\\nc'"),
        ("f(function(a) ) return (a) end, ((1)))", "f(function(a)  return (a) end, ((1)))"),
        ("größe.ß = 1", "gr_uf6__udf_e._udf_ = 1"),
    ],
)
def test_translations(text: str, translated: str) -> None:
    """What is translated, and what only looks like it."""
    assert translate(text) == translated


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("local f = |a, b| |c| a + b * c return f(1, 2)(3)", b"7"),
        ("local t = {x = |...| select('#', ...), || 5} return t.x(1, 2) .. t[1]()", b"25"),
        ("return 1 != 2 and 1 ~= 2", b"true"),
        ("return '\\u{e9}' == 'é' and '\\233' == 'é'", b"true"),
        ("return [[\r\r\na\rb]]", b"ab"),
    ],
)
def test_meaning(text: str, value: bytes) -> None:
    """A translated script does what MoonSharp would do."""
    assert result(translate(text)) == value


_ESCAPES = st.sampled_from(
    ["a", "é", "😀", "\\\\", "\\'", "\\n", "\\065", "\\233", "\\x7f", "\\xe9", "\\u{e9}"]
) | st.sampled_from(["\\u{1F600}", "\\z  ", "\\\n", "\\\r\n", "\\[", '"', "\\0", "x"])


@given(st.lists(_ESCAPES, max_size=8).map("".join))
def test_strings_keep_their_characters(inside: str) -> None:
    """Whatever escapes a string is made of, plain Lua gets the same characters, in UTF-8."""
    literal = f"'{inside}'"
    assert result(translate(f"return {literal}")) == string_value(literal).encode()


def test_errors_name_the_script() -> None:
    """What cannot be read is an error with its place, also inside a short function."""
    with pytest.raises(LuaError, match=r"^mine:2:9: expected a name or a value"):
        translate("\nf = |a| ", "mine")
