"""A save becomes a world and comes back, and nothing is lost on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus import each_save
from tests.table.world.furniture import all_of, card, listener, one, table, thing
from tts_tool.errors import BadInput
from tts_tool.saves.tree import Node
from tts_tool.table.world import loading, motion, time
from tts_tool.table.world.thing import Raw
from tts_tool.table.world.world import World


@each_save
class TestEveryRealSave:
    """What holds for each save of the corpus."""

    def test_comes_back_byte_by_byte(self, path: Path) -> None:
        """Loading and saving is no change at all."""
        data = path.read_bytes()
        assert loading.save(loading.load(data, where=path.name)) == data

    def test_lies_still(self, path: Path) -> None:
        """Two seconds without scripts move nothing: only clocks go on, and GUIDs are filled in."""
        world = loading.load(path.read_bytes(), where=path.name)
        places = _places(world)
        before = _still(loading.save_tree(world))
        time.run(world, 120)
        assert _places(world) == places
        assert _still(loading.save_tree(world)) == before

    def test_is_the_same_when_loaded_again(self, path: Path) -> None:
        """A table on which time has passed is saved, loaded and saved: the same bytes."""
        world = loading.load(path.read_bytes(), where=path.name)
        time.run(world, 90)
        once = loading.save(world)
        assert loading.save(loading.load(once, where="again")) == once


def _places(world: World) -> list[str]:
    """Say where everything is, as text, since a place that is no number differs from itself."""
    return [repr((each.handle, each.position, each.rotation, each.scale)) for each in world]


def _still(tree: Raw) -> list[Raw]:
    """Give everything of the things but what time itself changes."""
    return [
        {key: value for key, value in raw.items() if key not in {"Clock", "GUID"}}
        for raw in tree["ObjectStates"]
    ]


def test_only_what_changed_is_written_anew() -> None:
    """A moved thing gets new numbers for what moved; the odd spelling of the rest stays."""
    text = b"""{
  "ObjectStates": [
    {
      "GUID": "abc123",
      "Name": "BlockSquare",
      "Transform": {
        "posX": 1.50,
        "posY": 4.00,
        "posZ": 1E-05,
        "rotX": 0.0
      },
      "Locked": true,
      "Unknown": [1E+09]
    }
  ]
}"""
    world = loading.load(text)
    (block,) = list(world)
    motion.move_to(world, block, (2.0, 4.0, 1e-05))
    assert loading.save(world) == text.replace(b"1.50", b"2.0").replace(
        b'"rotX": 0.0\n',
        b'"rotX": 0.0,\n        "rotY": 0.0,\n        "rotZ": 0.0,\n        '
        b'"scaleX": 1.0,\n        "scaleY": 1.0,\n        "scaleZ": 1.0\n',
    )


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ({"SaveName": "x"}, "no list of ObjectStates"),
        ({"ObjectStates": {}}, "no list of ObjectStates"),
        ({"ObjectStates": [3]}, "instead of a block"),
        (b"[]", "no list of ObjectStates"),
    ],
)
def test_what_is_no_save_is_refused(source: Node, says: str) -> None:
    """The error names the file and says what is missing."""
    with pytest.raises(BadInput, match=says) as error:
        loading.load(source, where="wrong.json")
    assert error.value.where == "wrong.json"


def test_a_save_handed_in_as_a_tree_stays_as_it_was() -> None:
    """The world works on a copy."""
    save = {**loading.EMPTY, "ObjectStates": [card(1)]}
    world = loading.load(save)
    motion.move_to(world, one(world, "Card"), (9, 9, 9))
    loading.save(world)
    assert save["ObjectStates"] == [card(1)]


def test_guids_are_made_unique_once_time_passes() -> None:
    """What has none, or one that is taken, is called anew; the words of the save stay first."""
    world = table(thing("Bag", GUID="same"), thing("Bag", 5, GUID="same"), thing("Bag", 9, GUID=""))
    guids = [bag.guid for bag in all_of(world, "Bag")]
    assert guids[0] == "same"
    assert len(set(guids)) == 3
    assert [raw["GUID"] for raw in loading.save_tree(world)["ObjectStates"]] == ["same", "same", ""]
    time.step(world)
    assert [raw["GUID"] for raw in loading.save_tree(world)["ObjectStates"]] == guids


@pytest.mark.parametrize(("spawns", "told"), [(False, []), (True, ["ObjectSpawn"])])
def test_the_switch_for_spawning_at_load(spawns: bool, told: list[str]) -> None:  # noqa: FBT001
    """Whether loaded things are told as spawned is a switch."""
    world = table(card(1), turned={"loaded-objects-spawn": spawns})
    world.deliver()
    assert listener(world).names() == told
