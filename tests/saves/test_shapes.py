"""What stands in the wrong place of a save is told by its path; what may be left out is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus import each_save
from tts_tool.errors import BadInput
from tts_tool.saves.shapes import check_object, check_save
from tts_tool.saves.tree import Node, read

WRONG: list[tuple[str, Node, str]] = [
    ("Transform", 7, "Transform is 7 instead of a block of keys"),
    ("Transform", {"posX": "left"}, "Transform.posX is 'left' instead of a number"),
    ("Transform", {"rotZ": None}, "Transform.rotZ is None instead of a number"),
    ("Tags", "one", "Tags is 'one' instead of a list"),
    ("Tags", ["one", 2], "Tags[1] is 2 instead of a text"),
    ("CustomMesh", {"TypeIndex": []}, "CustomMesh.TypeIndex is [] instead of a number"),
    ("CustomDeck", {"1": {"NumWidth": {}}}, "CustomDeck.1.NumWidth is {} instead of a number"),
    ("CustomImage", {"CustomTile": 3}, "CustomImage.CustomTile is 3 instead of a block of keys"),
    ("States", {"two": {}}, "States has a key 'two' instead of a number"),
    ("States", {"2": {"Tags": 5}}, "States.2.Tags is 5 instead of a list"),
    ("ContainedObjects", [{}, 5], "ContainedObjects[1] is 5 instead of a block of keys"),
    (
        "ContainedObjects",
        [{"ContainedObjects": [{"Bag": 1}]}],
        "ContainedObjects[0].ContainedObjects[0].Bag is 1 instead of a block of keys",
    ),
    ("AttachedSnapPoints", [{"Position": {"x": True, "y": "?"}}], "Position.y is '?'"),
    ("JointFixed", {"ConnectedBodyGUID": []}, "JointFixed.ConnectedBodyGUID is [] instead of a"),
]


@pytest.mark.parametrize(("key", "value", "told"), WRONG)
def test_what_stands_in_the_wrong_place_is_told(key: str, value: Node, told: str) -> None:
    """The path leads to it, what was wanted is said, and a save names its file."""
    with pytest.raises(BadInput) as caught:
        check_object({key: value})
    assert told in caught.value.what
    with pytest.raises(BadInput) as caught:
        check_save({"ObjectStates": [{}, {key: value}]}, "mod.json")
    assert str(caught.value).startswith(f"mod.json: ObjectStates[1].{key}")


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"Tags": None, "CustomDeck": None, "ContainedObjects": None, "States": None},
        {"Tags": {}, "CustomDeck": [], "Transform": []},
        {"Transform": {"posX": "3", "posY": 1, "posZ": 0.5}, "CardID": "100"},
        {"Nickname": 7, "LuaScript": {}, "NobodyKnows": [[{}]]},
    ],
)
def test_what_does_no_harm_is_let_be(raw: Node) -> None:
    """Nothing, empty tables of Lua, numbers as texts, and whatever nobody reckons with."""
    check_object(raw)


@pytest.mark.parametrize(
    ("key", "value"), [("Grid", 5), ("Hands", []), ("SnapPoints", [3]), ("Gravity", "strong")]
)
def test_the_table_itself(key: str, value: Node) -> None:
    """What a save says of the table is looked at as well."""
    save = {"ObjectStates": [], key: value}
    if not value:
        check_save(save, "mod.json")
        return
    with pytest.raises(BadInput, match=f"mod.json: {key}"):
        check_save(save, "mod.json")


def test_bags_in_bags() -> None:
    """However deep objects lie in objects, all of them are looked at."""
    raw: Node = {"Tags": 5}
    for _ in range(5_000):
        raw = {"ContainedObjects": [raw]}
    with pytest.raises(BadInput, match="Tags is 5"):
        check_object(raw)


@each_save
def test_real_saves(path: Path) -> None:
    """Nothing in a save of the game stands in a wrong place."""
    check_save(read(path.read_bytes(), str(path)).root, str(path))


@pytest.mark.parametrize("key", ["posX", "rotY", "scaleZ"])
@pytest.mark.parametrize("text", ["1e300", "-3.5E+38", '"1e300"'])
def test_what_is_too_far_away_names_the_object(key: str, text: str) -> None:
    """No save of the game has such a number; the path leads to it, and the object is named."""
    inside = f'{{"GUID": "b0b000", "Nickname": "Bob", "Transform": {{"{key}": {text}}}}}'
    raw = f'{{"ObjectStates": [{{"GUID": "ba9000", "ContainedObjects": [{inside}]}}]}}'
    with pytest.raises(BadInput) as caught:
        check_save(read(raw.encode(), "mod.json").root, "mod.json")
    path = f"ObjectStates[0].ContainedObjects[0].Transform.{key}"
    shown = text.replace('"', "'")
    wanted = f"{path} is {shown} instead of a number up to 3.4E+38, in Bob b0b000"
    assert caught.value.what == wanted


@pytest.mark.parametrize("text", ["3.4E+38", "-3.40282347E+38", "Infinity", "NaN", "1e-300"])
def test_how_far_away_things_may_be(text: str) -> None:
    """As far as single precision goes, and endlessly: real saves have that."""
    raw = f'{{"ObjectStates": [{{"Transform": {{"posX": {text}}}}}]}}'
    check_save(read(raw.encode(), "mod.json").root, "mod.json")
