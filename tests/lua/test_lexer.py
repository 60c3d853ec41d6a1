"""The lexer cuts scripts as MoonSharp does, loses nothing, and says where something is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lua.scripts import corpus_scripts
from tts_tool.lua.lexer import LuaError, Token, code, tokens
from tts_tool.lua.strings import string_value

PIECES = st.sampled_from(
    r"""a é end function | != ~= == = < <= << // .. ... . : :: -- --[[ ]] --[==[ ]==] [[ ]=] [=[ "
    ' \ \" \z \u{e9} \65 \x41 \n 0x1p4 1e5 .5 3. 12 # #! { } ( ) ; , + - ! $ @ & ~""".split()
) | st.sampled_from(["\n", "\r\n", "\r", " ", "\t", "\xa0", "\ufeff", "\0", "𝔸", "\u2028"])
SOUPS = st.lists(PIECES, max_size=30).map("".join)


def kinds(text: str) -> list[tuple[str, str]]:
    """Cut a text and give what matters."""
    return [(token.kind, token.text) for token in code(text, "x")]


@given(SOUPS)
def test_nothing_is_lost(text: str) -> None:
    """Whatever is cut can be joined again, each token knows its place, or the error knows its."""
    try:
        cut = list(tokens(text, "soup"))
    except LuaError as error:
        refused = error
    else:
        _check(text, cut)
        return
    assert refused.where == f"soup:{refused.line}:{refused.column + 1}"
    assert 1 <= refused.line <= text.count("\n") + 1


def _check(text: str, cut: list[Token]) -> None:
    assert "".join(token.text for token in cut) == text
    for token in cut:
        before = text[: token.offset].removeprefix("\ufeff")
        assert text[token.offset : token.end] == token.text
        assert token.line == before.count("\n") + 1
        assert token.column == len(before) - (before.rfind("\n") + 1)


def test_real_scripts_are_cut() -> None:
    """Every script of the corpus can be cut, and joined to the same characters."""
    for text, save in corpus_scripts().items():
        assert "".join(token.text for token in tokens(text, save)) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a!=b", [("name", "a"), ("symbol", "!="), ("name", "b")]),
        ("|a|a", [("symbol", "|"), ("name", "a"), ("symbol", "|"), ("name", "a")]),
        ("a..b...c.d", [("name", "a"), ("symbol", ".."), ("name", "b"), ("symbol", "..."),
                        ("name", "c"), ("symbol", "."), ("name", "d")]),
        ("10do", [("number", "10"), ("keyword", "do")]),
        ("0xAp-1+.5e+3-3.", [("number", "0xAp-1"), ("symbol", "+"), ("number", ".5e+3"),
                             ("symbol", "-"), ("number", "3.")]),
        ("--[==[ ]] ]=] ]==]x--y", [("name", "x")]),
        ("-- one\r two\nx", [("name", "x")]),
        ("[=[ ]] ]=]", [("string", "[=[ ]] ]=]")]),
        (r"""'a"\'b' "c'\"d" """, [("string", r"""'a"\'b'"""), ("string", r'''"c'\"d"''')]),
        ("'a\\\nb\\\r\nc\\z \r\n d'", [("string", "'a\\\nb\\\r\nc\\z \r\n d'")]),
        ("\ufeff#!/usr/bin/lua\nx", [("name", "x")]),
        ("größe\xa0=\u20281", [("name", "größe"), ("symbol", "="), ("number", "1")]),
        ("ended", [("name", "ended")]),
        ("a[b[1]]", [("name", "a"), ("symbol", "["), ("name", "b"), ("symbol", "["),
                     ("number", "1"), ("symbol", "]"), ("symbol", "]")]),
    ],
)  # fmt: skip
def test_tokens(text: str, expected: list[tuple[str, str]]) -> None:
    """The cases in which one could cut wrongly."""
    assert kinds(text) == expected


def test_places() -> None:
    """Lines count from 1, columns from 0; a byte order mark takes no column, a CR no line."""
    cut = list(code("\ufeffa b\r\n  [[\n]] c\rd", "x"))
    assert cut == [
        Token("name", "a", 1, 1, 0),
        Token("name", "b", 3, 1, 2),
        Token("string", "[[\n]]", 8, 2, 2),
        Token("name", "c", 14, 3, 3),
        Token("name", "d", 16, 3, 5),
    ]


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ('\nx = "a', (2, 4), "unfinished string"),
        ("x = 'a\n'", (1, 4), "unfinished string"),
        ("x = 'a\\", (1, 4), "unfinished string"),
        ("x = [==[ ]=]", (1, 4), "unfinished long string"),
        ("\n --[[ ]", (2, 1), "unfinished long comment"),
        ("a = $b", (1, 4), "unexpected character '$'"),
        ("if !a then", (1, 3), "unexpected !"),
        ("a\ufeff", (1, 1), "unexpected character '\\ufeff'"),
        ("a = 1..2", (1, 4), "malformed number 1..2"),
        ("a = 0x", (1, 4), "malformed number 0x"),
        ("a = 1e+", (1, 4), "malformed number 1e+"),
        (r"a = '\q'", (1, 5), r"invalid escape \q in a string"),
        ("a = 'b\\z \n \\300'", (2, 1), r"invalid escape \300 in a string"),
        (r"a = '\u{110000}'", (1, 5), r"invalid escape \u{110000} in a string"),
        (r"a = '\xg'", (1, 5), r"invalid escape \x in a string"),
    ],
)
def test_errors(text: str, place: tuple[int, int], what: str) -> None:
    """An error says what is wrong, and the very place."""
    with pytest.raises(LuaError) as caught:
        list(tokens(text, "my.lua"))
    assert (caught.value.line, caught.value.column) == place
    assert str(caught.value) == f"my.lua:{place[0]}:{place[1] + 1}: {what}"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (r"'\a\b\f\n\r\t\v\\\"\'\[\]'", "\a\b\f\n\r\t\v\\\"'[]"),
        (r"'\65\0650\x41\u{41}\u{1F600}\233'", "AA0AA😀é"),
        ("'a\\z \n\t b\\\nc\\\r\nd'", "ab\nc\nd"),
        ("[[\r\na\rb\r\n]]", "ab\n"),
        ("[==[\n\n]]]==]", "\n]]"),
        ("''", ""),
    ],
)
def test_values(text: str, value: str) -> None:
    """A literal means what MoonSharp takes it for: characters, not bytes."""
    assert string_value(text) == value
