"""A list of words that cards may say is added to by each box that brings some."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import jsonschema
import msgspec
import pytest

from tts_tool.catalog import CatalogueError, Record, Schema, SchemaError, json_schema, load, ref


class Charm(Record):
    """Works at a moment, somewhere, and counts what somebody holds."""

    when: Annotated[str, ref("moment")]
    to: Annotated[str, ref("goal")] | int = 0
    tied_to: Annotated[str, ref("record")] | None = None
    least: dict[Annotated[str, ref("count")], int] = msgspec.field(default_factory=dict)


BASE = Schema(
    kinds={"charm": Charm},
    vocabularies={
        "moment": {"won": "the fight is won", "lost": "it is lost"},
        "goal": {"home": "where one lives"},
        "count": {"hand": "cards in hand"},
    },
)
BOX = Schema(vocabularies={"moment": {"sailing": "the die is not rolled"}, "goal": {"ship": "."}})
CHARM = """
[provenance]
default = "house"

[[charm]]
id = "charm"
name = { en = "Charm", de = "Amulett" }
when = "sailing"
to = "ship"
least = { hand = 2 }
"""


def written(folder: Path, text: str) -> Path:
    """Write a card file."""
    file = folder / "charms.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_box_adds_words(tmp_path: Path) -> None:
    """What only the box says can't be read without it, and can with it."""
    file = written(tmp_path, CHARM)
    charm = load(file, BASE | BOX).of(Charm)["charm"]
    assert (charm.when, charm.to, charm.least) == ("sailing", "ship", {"hand": 2})
    with pytest.raises(CatalogueError) as wrong:
        load(file, BASE)
    assert [(each.line, each.path) for each in wrong.value.problems] == [(8, "when"), (9, "to")]


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('"sailing"', '"salling"', '8: when: no moment "salling" (did you mean "sailing"?)'),
        ('"sailing"', '"x"', '8: when: no moment "x" (there are "won", "lost", "sailing")'),
        ('"sailing"', '"home"', '8: when: no moment "home" (it is a goal)'),
        ('"ship"', '"shop"', '9: to: no goal "shop" (did you mean "ship"?)'),
        (
            '"ship"',
            '"ship"\ntied_to = "charn"',
            '10: tied_to: no record "charn" (did you mean "charm"?)',
        ),
        ("hand =", "hnad =", '10: least.hnad: no count "hnad" (did you mean "hand"?)'),
    ],
)
def test_a_misspelt_word(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    """File, line and what exists are named, of words like of keys."""
    file = written(tmp_path, CHARM.replace(right, wrong))
    with pytest.raises(CatalogueError) as refused:
        load(file, BASE | BOX)
    assert str(refused.value) == f"{file}:{said}"


@pytest.mark.parametrize(
    ("vocabularies", "said"),
    [
        ({"momnet": {"sailing": "."}}, r"words of 'momnet' \('sailing'\): did you mean \"moment\""),
        ({"x": {}}, "there are count, goal, moment"),
        ({"charm": {}}, "a vocabulary cannot be named 'charm'"),
    ],
)
def test_a_misspelt_vocabulary(vocabularies: dict[str, dict[str, str]], said: str) -> None:
    """Words that no card could say are refused, not dropped."""
    with pytest.raises(SchemaError, match=said):
        _ = (BASE | Schema(vocabularies=vocabularies)).anatomy


def test_two_boxes_mean_the_same() -> None:
    """One word can't mean two things; said twice in the same words it is one."""
    assert (BASE | BOX | BOX).vocabularies["moment"].keys() == {"won", "lost", "sailing"}
    with pytest.raises(SchemaError, match="word of moment 'won' is declared twice"):
        _ = BASE | Schema(vocabularies={"moment": {"won": "something else"}})


@pytest.mark.parametrize(
    ("text", "right"),
    [
        (CHARM, True),
        (CHARM.replace('"ship"', "7"), True),
        (CHARM.replace('"sailing"', '"salling"'), False),
        (CHARM.replace('"ship"', '"shop"'), False),
        (CHARM.replace("hand =", "hnad ="), False),
    ],
)
def test_editors_know_the_words(text: str, *, right: bool) -> None:
    """An editor completes words of boxes, and marks those that there are not."""
    document = json_schema(BASE | BOX, "Charms")
    validator = jsonschema.Draft202012Validator(document)
    validator.check_schema(document)
    assert validator.is_valid(tomllib.loads(text)) == right
