"""What builders make looks as if Tabletop Simulator had written it.

How real objects look was counted once: `counting.py` says how, `real_objects.json` what came out.
"""

import json
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest

from tests.corpus import wants_corpus
from tests.saves.counting import COLORED, OWN_KEYS, SWITCHES, VALUES, count, facts, shape, under
from tests.saves.objects import EVERYTHING, walk
from tts_tool.saves.objects import PLAYER_COLORS, Save, Tab, object_trees

TREES = [part for tree in object_trees(EVERYTHING) for part in walk(tree)]
BY_NAME = {tree["Name"]: tree for tree in reversed(TREES)}
KINDS = facts()["kinds"]
COMPARED = [name for name, kind in KINDS.items() if kind["newer"]]

# Keys that stand in an object only if there is something to say.
WHEN_SAID = {
    *("Memo", "AltLookAngle", "Tags", "Number", "PhysicsMaterial", "Rigidbody", "ChildObjects"),
    *("ContainedObjects", "AttachedDecals", "AttachedSnapPoints", "CustomUIAssets"),
    *("RotationValues", "States"),
}
# Here the real objects come from a script, or their makers had reason to turn a switch.
TURNED_BY_HAND = {
    "Notecard": set(SWITCHES),
    "BlockSquare": {"Sticky"},
    "BlockRectangle": {"Grid", "Snap", "Autoraise", "Sticky", "DragSelectable"},
    "Infinite_Bag": {"Grid", "Snap", "Sticky"},
    "Bag": {"HideWhenFaceDown"},
    "CardCustom": {"Hands"},
}
# All newer ones in the corpus come from a script that left out a key which TTS writes.
WITHOUT_XML = {"BlockRectangle", "Infinite_Bag"}


@wants_corpus
def test_facts_are_what_is_counted() -> None:
    """Where the real objects are at hand, counting again gives what is written down."""
    assert count() == facts()


@pytest.mark.parametrize("name", COMPARED)
def test_keys_are_those_of_real_objects(name: str) -> None:
    """Some real object has, beside what is there only when said, the same keys in this order."""
    aside = WHEN_SAID | ({"XmlUI"} if name in WITHOUT_XML else set())
    ours = [key for key in BY_NAME[name] if key not in aside]
    theirs = [[key for key in each.split() if key not in aside] for each in KINDS[name]["orders"]]
    assert ours in theirs


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_no_real_object_contradicts_the_order(name: str) -> None:
    """Whatever pair of keys we write, no newer real object of any kind has them the other way."""
    orders = [each.split() for kind in KINDS.values() for each in kind["orders"]]
    real = pairs([*orders, *(each.split() for each in facts()["orders of other kinds"])])
    assert real
    assert not {(after, before) for before, after in pairs([BY_NAME[name]])} & real


def pairs(orders: Iterable[Iterable[str]]) -> set[tuple[str, str]]:
    """Give which key has stood before which."""
    return {pair for order in orders for pair in combinations(order, 2)}


@pytest.mark.parametrize("name", COMPARED)
def test_switches_are_those_of_real_objects(name: str) -> None:
    """Every switch stands where it stands in most real objects of the kind."""
    for switch in set(SWITCHES) - TURNED_BY_HAND.get(name, set()):
        assert json.dumps(BY_NAME[name][switch]) == most(name, switch), switch


@pytest.mark.parametrize("name", COLORED)
def test_colors_are_those_of_real_objects(name: str) -> None:
    """Cards are grey and zones like glass, as TTS makes them."""
    assert json.dumps(BY_NAME[name]["ColorDiffuse"]) == most(name, "ColorDiffuse")


@pytest.mark.parametrize(("name", "path"), VALUES)
def test_values_are_those_of_real_objects(name: str, path: str) -> None:
    """What nobody has said is what most real objects say."""
    assert json.dumps(under(BY_NAME[name], path)) == most(name, path)


def most(name: str, path: str) -> str:
    """Give the value that most real objects of a kind have, as JSON."""
    value, _, _ = KINDS[name]["most"][path].rpartition(", ")
    return str(value)


@pytest.mark.parametrize(("name", "path"), OWN_KEYS.items())
def test_own_keys_are_those_of_real_objects(name: str, path: str) -> None:
    """What only this kind has is built like the real thing, down to which numbers are floats."""
    assert shape(under(BY_NAME[name], path)) in KINDS[name]["own"]


def test_hidden_zone_has_the_keys_of_a_real_one() -> None:
    """Hidden zones are rare: the corpus has them only in the old order of keys."""
    ours = [key for key in BY_NAME["FogOfWarTrigger"] if key.startswith("Fog")]
    assert " ".join(ours) in KINDS["FogOfWarTrigger"]["fog"]


def test_table_is_that_of_a_real_save() -> None:
    """The save itself has the keys, their order and their types from a real save."""
    real: Any = facts()["table"]
    ours = Save(
        name="x",
        sky_url="sky.png",
        notebook=(Tab(title="Rules"),),
        snap_points=(EVERYTHING[1].snap_points[0],),
        objects=EVERYTHING[:1],
    ).tree()
    assert " ".join(ours) == real["order"]
    assert {path: shape(under(ours, path)) for path in real["shapes"]} == real["shapes"]
    assert {path: ours[path] for path in real["values"]} == real["values"]


def test_player_colors_are_those_of_a_real_notebook() -> None:
    """The colors of the seats are TTS's own."""
    ours = {name: color.tree() for name, color in PLAYER_COLORS.items()}
    assert ours == facts()["player colors"]
