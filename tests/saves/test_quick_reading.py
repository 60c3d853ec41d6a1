"""What is read quickly is read as if token by token: numbers that are words, blank lines."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest

from tests.corpus import each_save
from tests.saves.writers import tree
from tts_tool.errors import BadInput
from tts_tool.saves.layout import Layout, Shape, write
from tts_tool.saves.reading import FileReader, read_quickly
from tts_tool.saves.thorough import read_thoroughly
from tts_tool.saves.tree import read

UNITS = ("  ", " ", "    ")
LOOKS_LIKE_A_WORD = (
    *("NaN", ": NaN,", "[NaN]", ":NaN,", ",-Infinity}", "x\nNaN,\ny", " Infinity", "NaN\n"),
    *("1E+999999901", ":1E+999999902,", "NaNNaN", "Infinity-Infinity"),
)


def rule(unit: str) -> Layout:
    """Give the rule of a file with a line for each item."""
    line = f"\n{unit}"
    return Layout(unit=unit, shape=Shape(line, line, "\n", ": "))


def slowly(layout: Layout) -> Layout:
    """Give the same layout, which must be gone through step by step."""
    return msgspec.structs.replace(layout, marks={"\x00": "\\u0000"})


def worded(pick: random.Random, depth: int = 4) -> Any:  # noqa: ANN401
    """Make up a value with words for numbers, and texts that look like them."""
    kind = pick.randrange(5 if depth else 3)
    if kind == 0:
        return msgspec.Raw(pick.choice(["NaN", "Infinity", "-Infinity", "1.5", "0.0"]))
    if kind == 1:
        return pick.choice([*LOOKS_LIKE_A_WORD, "plain", 7, None, True])
    if kind == 2:
        return pick.choice([[], {}, "text"])
    size = pick.choice([1, 2, 5])
    if kind == 3:
        return [worded(pick, depth - 1) for _ in range(size)]
    keys = [pick.choice([*LOOKS_LIKE_A_WORD, "a/b", "~", str(n)]) + str(n) for n in range(size)]
    return {key: worded(pick, depth - 1) for key in keys}


@pytest.mark.soak(sample=1_500, full=100_000)
def test_words_for_numbers(rounds: int) -> None:
    """NaN and Infinity are numbers, and letters where they are in a text; all of it comes back."""
    quick = 0
    for seed in range(rounds):
        pick = random.Random(seed)
        root = {"a": worded(pick), "b": [worded(pick)]}
        layout = rule(pick.choice(UNITS))
        data = write(root, slowly(layout))
        assert write(root, layout) == data, seed
        found = read_quickly(data, "x")
        if found is not None:
            quick += 1
            assert found[1] == layout
            assert msgspec.json.encode(found[0]) == msgspec.json.encode(root), seed
        assert read(data, "x").bytes() == data
        assert msgspec.json.encode(FileReader().read(data, "x")) == msgspec.json.encode(root)
    assert quick > rounds / 3


def blank_lines(text: str, pick: random.Random) -> str:
    """Leave some blanks before items that begin a line."""
    lines = text.split("\n")
    made = [lines[0]]
    for line in lines[1:]:
        odd = pick.choice(["\n", "\n\n", "   \n", "\t\n"]) if pick.random() < 0.05 else ""
        made.append(line if line.lstrip(" ")[:1] in "]}" else odd + line)
    return "\n".join(made)


@pytest.mark.soak(sample=1_500, full=50_000)
def test_blank_lines(rounds: int) -> None:
    """Blank lines before items are noted as if read token by token, and written as if so."""
    quick = 0
    for seed in range(rounds):
        pick = random.Random(seed)
        unit = pick.choice(UNITS)
        root = {"a": tree(pick, 4), "ObjectStates": [tree(pick, 3) for _ in range(4)], "z": 1}
        plain = write(root, rule(unit)).decode("utf-8", "surrogatepass")
        data = blank_lines(plain, pick).encode("utf-8", "surrogatepass")
        found = read_quickly(data, "x")
        if found is None:
            continue
        quick += 1
        slow_root, _ = read_thoroughly(data, "x")
        assert write(found[0], found[1]) == data
        assert msgspec.json.encode(found[0]) == msgspec.json.encode(slow_root), seed
        changed = edited(found[0], pick)
        assert write(changed, found[1]) == write(changed, slowly(found[1])), seed
    assert quick > rounds / 3


def edited(root: Any, pick: random.Random) -> Any:  # noqa: ANN401
    """Take something out, put something in, or let it be."""
    things = root["ObjectStates"]
    deed = pick.randrange(4)
    if deed == 0:
        things.pop(pick.randrange(len(things)))
    elif deed == 1:
        root.pop("a")
    elif deed == 2:
        things[0] = {"new": [1, {"deep": "\n"}]}
    return root


NOT_QUICK = {
    "blanks before a comma": b'{\n  "a": 1 ,\n  "b": 2\n}',
    "blanks behind a colon": b'{\n  "a":  1,\n  "b": 2\n}',
    "blanks before the end": b'{\n  "a": [\n    1\n\n  ],\n  "b": 2\n}',
    "another depth": b'{\n  "a": [\n      1\n  ],\n  "b": 2\n}',
    "another spelling": b'{\n\n  "a": "\\u0041",\n  "b": 2\n}',
    "tabs among blanks": b'{\n\t"a": 1,\n  "b": 2\n}',
}


@pytest.mark.parametrize("kind", NOT_QUICK)
def test_whatever_else_is_odd_is_read_token_by_token(kind: str) -> None:
    """It is not read quickly, and comes back all the same."""
    data = NOT_QUICK[kind]
    assert read_quickly(data, "x") is None
    assert read(data, "x").bytes() == data


def test_many_blank_lines_are_read_token_by_token() -> None:
    """Beyond fifty, looking each of them up is no quicker."""
    items = ",\n\n  ".join(map(str, range(60)))
    data = f"[\n  {items}\n]".encode()
    assert read_quickly(data, "x") is None
    assert read(data, "x").bytes() == data
    few = re.sub(rb"\n\n", b"\n", data, count=20)
    assert read_quickly(few, "x") is not None
    assert read(few, "x").bytes() == few


@each_save
class TestRealSaves:
    """Each real save."""

    def test_it_is_read_quickly(self, path: Any) -> None:  # noqa: ANN401
        """Also those with numbers that are words, and the one that somebody has edited by hand."""
        data = path.read_bytes()
        found = read_quickly(data, path.name)
        assert found is not None
        assert found[1] == read_thoroughly(data, path.name)[1]


def test_a_word_where_none_may_be() -> None:
    """Other words are no JSON, and neither are these as keys."""
    for text in ('{\n  "a": Nan\n}', "{\n  NaN: 1\n}", '{\n  "a": -NaN\n}', "[\n  +Infinity\n]"):
        with pytest.raises(BadInput):
            read(text.encode(), "x")
        with pytest.raises(BadInput):
            FileReader().read(text.encode(), "x")
