"""Whatever hand wrote a JSON file, reading and writing it gives back every byte."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest

from tests.corpus import CORPUS, corpus_file, wants_corpus
from tests.saves.writers import scribble, tree
from tts_tool.errors import BadInput
from tts_tool.saves.reading import LONGEST
from tts_tool.saves.thorough import DEEPEST
from tts_tool.saves.tree import Number, number, number_from, objects, read, written


@wants_corpus
def test_real_saves_come_back() -> None:
    """Every byte of every save of the corpus is kept."""
    for file in CORPUS:
        data = file.read_bytes()
        assert read(data, file.name).bytes() == data, file.name


@pytest.mark.soak(sample=1500, full=100_000)
def test_any_json_comes_back(rounds: int) -> None:
    """Blanks, escapes, numbers and keys that come twice stay as whoever wrote them had them."""
    for seed in range(rounds):
        pick = random.Random(seed)
        text = scribble(tree(pick, pick.choice([1, 3, 5])), pick)
        mark = pick.choice(["", "", "\ufeff"])
        data = (mark + pick.choice(["", " "]) + text + pick.choice(["", "\r\n"])).encode()
        assert read(data, "any.json").bytes() == data, seed


SAMPLE = {
    "Größe <&>": ["a/b", 'tab\tquote"back\\slash', 1, True, None, [], {}, "😀 \u2028"],
    "Inner": {"x": [1, [2, {"y": "ö"}]], "path": "http://x/y"},
}
HANDS = {
    "tts": json.dumps(SAMPLE, indent=2, ensure_ascii=False),
    "python": json.dumps(SAMPLE),
    "python, indented": json.dumps(SAMPLE, indent=4),
    "compact": json.dumps(SAMPLE, separators=(",", ":")),
    "tabs": json.dumps(SAMPLE, indent="\t", ensure_ascii=False),
    "one blank": json.dumps(SAMPLE, indent=1, ensure_ascii=False),
    "go": json.dumps(SAMPLE, indent=2, ensure_ascii=False)
    .replace("&", r"\u0026")
    .replace("<", r"\u003c")
    .replace(">", r"\u003e")
    .replace("\u2028", r"\u2028"),
    "slashes": json.dumps(SAMPLE, indent=2).replace("/", r"\/"),
    "upper case": json.dumps(SAMPLE).replace(r"\u00f6", r"\u00F6"),
}


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_habits_of_writers(hand: str, newline: str, mark: str) -> None:
    """A habit is found out and kept as one rule, not as a list of exceptions."""
    data = f"{mark}{HANDS[hand]}\n".replace("\n", newline).encode()
    document = read(data, "x")
    assert document.root == SAMPLE
    assert document.bytes() == data
    exceptions = sum(len(msgspec.json.encode(odd)) for odd in document.layout.odd.values())
    assert exceptions < 150


@pytest.mark.parametrize("text", "4.00 1e-07 1E+09 -0 NaN -Infinity 0.10 1E-05".split())
def test_numbers_keep_their_text(text: str) -> None:
    """A number that is no plain int is its own text, and still has a value."""
    data = f'{{\n  "a": {text}\n}}'.encode()
    document = read(data, "x")
    assert document.bytes() == data
    value = document.root["a"]
    assert isinstance(value, Number)
    assert bytes(value).decode() == text
    assert repr(number(value)) == repr(float(text))


def test_of_two_members_with_one_key_the_last_counts() -> None:
    """As for TTS; the others come back all the same, also around others and inside each other."""
    data = b'{"a": {"b": 1, "b": 2}, "c": 3, "a": {"b": 4,"d": 0, "b":5}, "e": 6}'
    document = read(data, "x")
    assert document.root == {"c": 3, "a": {"d": 0, "b": 5}, "e": 6}
    assert list(document.root) == ["c", "a", "e"]
    assert document.bytes() == data
    del document.root["a"]
    assert document.bytes() == b'{ "c": 3, "e": 6}'


def test_a_change_changes_nothing_else() -> None:
    """What is odd at a place that is gone, or has another text, is forgotten; the rest stays."""
    data = b'{"/A/": "x\\/y",\n\n  "b":   [1,2 , 3], "c": "\\u0041"}'
    document = read(data, "x")
    document.root["/A/"] = "x/z"
    document.root["b"][0] = number_from(0.1)
    del document.root["c"]
    assert document.bytes() == b'{"/A/": "x/z",\n\n  "b":   [0.1,2 , 3]}'


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ('{"a": [1, 2', "1:12", 'too early: what begins with "[" at 1:7'),
        ('{\n  "a": "b', "2:8", "a value is missing"),
        ("", "1:1", "too early"),
        ('{\n  "a" 1}', "2:7", "colon"),
        ("[1 2]", "1:4", 'comma or "]"'),
        ("[1,]", "1:4", "a value is missing"),
        ('{"a": 1,}', "1:9", "key in quotes"),
        ("[01]", "1:2", "a value is missing"),
        ('["\\x"]', "1:2", "escape"),
        ('["\\u12g4"]', "1:2", "escape"),
        ('["a\nb"]', "1:2", "a value is missing"),
        ("{}\n{}", "2:1", "follows the end"),
        ("nul", "1:1", "a value is missing"),
        ("[" * 10_000 + "]" * 10_000, "1:201", "200 deep"),
        ('{"a":' * 10_000, "1:1001", "200 deep"),
    ],
)
def test_what_is_no_json(text: str, place: str, what: str) -> None:
    """The error names file, line and column, and what is wrong there."""
    with pytest.raises(BadInput, match="x") as caught:
        read(text.encode(), "x.json")
    assert caught.value.where == f"x.json:{place}"
    assert what in caught.value.what


def test_what_is_no_text() -> None:
    """A file in another encoding is named with the place of its first bad byte."""
    with pytest.raises(BadInput, match="not UTF-8") as caught:
        read(b'{\n "a": "\xff"}', "x.json")
    assert caught.value.where == "x.json:2:8"


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("oddly", ["", " "])
def test_depth(indent: int | None, oddly: str) -> None:
    """As deep as we promise is read, whichever way; one deeper is refused."""
    nested = json.loads("[" * DEEPEST + "]" * DEEPEST)
    data = (json.dumps(nested, indent=indent) + oddly).replace("[]", f"[{oddly}]").encode()
    assert read(data, "x").bytes() == data
    with pytest.raises(BadInput, match="200 deep"):
        read(json.dumps([nested], indent=indent).replace("[]", f"[{oddly}]").encode(), "x")


def test_endless_string() -> None:
    """A string that no editor would open is refused with its place."""
    data = b'{\n  "LuaScript": "' + b"x" * (LONGEST + 1) + b'"\n}'
    with pytest.raises(BadInput, match="a string of 67 MB") as caught:
        read(data, "big.json")
    assert caught.value.where == "big.json:2:16"


def test_written_as_tts_would() -> None:
    """A tree that we made is laid out as TTS does it, its floats as TTS prints them."""
    made = {"a": [1, 0.1, 1e-5, (2.0,)], "b": {}, "c": "ä/\u0007", "d": Number("4.00")}
    text = (
        '{\n  "a": [\n    1,\n    0.1,\n    1E-05,\n    [\n      2.0\n    ]\n  ],\n'
        '  "b": {},\n  "c": "ä/\\u0007",\n  "d": 4.00\n}'
    )
    assert written(made).decode() == text


def test_objects_in_document_order() -> None:
    """Objects on the table, in containers, states and attached ones, are found in order."""
    save = {
        "ObjectStates": [
            {"GUID": "a", "ContainedObjects": [{"GUID": "b"}], "States": {"2": {"GUID": "c"}}},
            {"GUID": "d", "ChildObjects": [{"GUID": "e"}]},
        ]
    }
    assert [each["GUID"] for each in objects(save)] == list("abcde")


def test_numbers_are_kept_once() -> None:
    """Thousands of equal numbers share one object, or large saves would not fit into memory."""
    save = read(corpus_file("arcs_v13.3.json").read_bytes(), "arcs").root
    ones = [each["Transform"]["scaleX"] for each in objects(save)]
    ones = [one for one in ones if isinstance(one, Number) and bytes(one) == b"1.0"]
    assert len(ones) > 300
    assert len(set(map(id, ones))) == 1


def test_corpus_is_where_tests_look() -> None:
    """The names that tests use are those of real files."""
    if CORPUS:
        assert Path(corpus_file("canterbury.json")) in CORPUS
