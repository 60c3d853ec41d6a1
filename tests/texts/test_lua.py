"""A table says its texts as the rules say theirs: Lua and Python fill them in alike."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

import pytest
from lupa import lua52  # type: ignore[import-untyped]  # it ships no types

from tests.build.set_up import made
from tts_tool.build.table.rows import Pay, Renew, Row
from tts_tool.catalog import load
from tts_tool.catalog.reading import places
from tts_tool.catalog.sayings import asked_for
from tts_tool.kernel.rejection import LANGUAGES, filled
from tts_tool.resources import cards_dir, lua_templates_dir
from tts_tool.rulesets.old_world import RULESET
from tts_tool.texts import house

VALUES = (0, 1, -1, 2, 60, "red", "{seat}", "100 %", "%1", None)
"""What is given for a place; nothing, where it is forgotten."""
ODD = (
    "{}", "{a", "a}", "{A}", "{a b}", "{a b|}", "{a |c}", "{a b|c|d}", "{a  b|c d}", "{a1}",
    "{a_b x|y} {a_b}", "{ a}", "%s {a}", "{{a}}", "{a {b}}", "{a-b}", "{ab|c}",
)  # fmt: skip


def told() -> Iterator[str]:
    """Give every text that Lua is given."""
    own = made().values["texts"].values()
    assert own
    for text in (*house("table").values(), *own):
        yield from (text[language] for language in LANGUAGES)


@pytest.fixture(scope="module")
def in_lua() -> lua52.LuaFunction:
    """Fill in a text as a table does, where names are written in capitals."""
    lua = lua52.LuaRuntime()
    lib = lua.execute((lua_templates_dir() / "lib" / "texts.lua").read_text("utf-8"))
    return lambda text, about: lib.filled(text, lua.table_from(about), lua.globals().string.upper)


def test_texts_that_lua_is_given(in_lua: lua52.LuaFunction) -> None:
    """Whatever is given for its places, each text reads the same; none asks for a card's words."""
    seen = 0
    for text in told():
        names = [place[1:-1] for place in places(text)]
        assert not [name for name in names if "." in name]
        for values in product(VALUES, repeat=len(names)):
            about = {n: v for n, v in zip(names, values, strict=True) if v is not None}
            assert in_lua(text, about) == filled(text, about, str.upper)
            seen += 1
    assert seen > 1_000


@pytest.mark.parametrize("text", ODD)
def test_what_is_no_place(in_lua: lua52.LuaFunction, text: str) -> None:
    """What only looks like a place stays as it is in both."""
    for value in VALUES:
        about = {} if value is None else dict.fromkeys(("a", "b", "a_b", "ab"), value)
        assert in_lua(text, about) == filled(text, about, str.upper)


_SAID = re.compile(
    r"\b(?:say|said|line|refused|bilingual|all|one)\((?:[\w.]+, )?"
    r'"([\w.-]+)"(?: \.\. [^,()]+(?:\([^)]*\))?)?(?:, (\{.*\}|\w+))?\)'
)


def test_the_desk_says_texts_that_there_are_with_all_they_ask_for() -> None:
    """Each code has a text; who says it writes out what it asks for, or passes a record on."""
    cards = load(cards_dir() / RULESET.folder, RULESET.schema)
    games = {c[5:]: t for c, t in cards.wordings.items() if c.startswith("desk-")}
    own = {**house("desk"), **games}
    folder = lua_templates_dir() / "lib"
    files = [folder / f"{name}.lua" for name in ("desk", "menu", "readings", "rows", "steps")]
    seen, wrong = set[str](), list[str]()
    for file in files:
        for code, about in _SAID.findall(file.read_text("utf-8")):
            meant = {each for each in own if each == code or (code[-1] in "-." and code in each)}
            seen |= meant
            given = {*re.findall(r"(\w+) = ", about)}
            asked = asked_for(text for each in meant for text in own[each].values())
            if not meant or (asked - given and not re.fullmatch(r"\w+", about)):
                wrong.append(f"{file.name}: {code} {asked - given}")
    assert wrong == []
    assert len(seen) > 15


GIVEN: dict[type, set[str]] = {Renew: {"place"}, Pay: {"cards"}}
"""What a row gives its text by itself."""


def test_chores_give_what_their_texts_ask_for() -> None:
    """Whatever a row says is filled in by what stands beside it, in every language."""
    seen = 0
    for chore in made(boxes=("lost-mount",)).layout.chores:
        for row in flat(chore.steps):
            text = getattr(row, "text", None) or getattr(row, "lacking", None)
            if text is not None:
                given = {*getattr(row, "about", ())} | GIVEN.get(type(row), set())
                asked = asked_for(getattr(text, language) for language in LANGUAGES)
                assert asked == given, (chore.id, row)
                seen += 1
    assert seen > 30


def flat(rows: Iterable[Row]) -> Iterator[Row]:
    """List rows, those in loops as well."""
    for row in rows:
        yield row
        yield from flat(getattr(row, "steps", ()))
