"""Saves up to version 12 list hands among the settings: they are hands like all others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.corpus import corpus_file
from tests.table.small_saves import State, deck, hand, save, thing
from tts_tool.errors import BadInput
from tts_tool.saves.tree import written
from tts_tool.table import Table
from tts_tool.table.switches import Switches

AROUND = {"White": (0.0, -20.0, 0.0), "Red": (-20.0, 0.0, 90.0), "Blue": (20.0, 0.0, 270.0)}


def place(x: float, z: float, turned: float) -> State:
    """Say where a hand is, and that it has room for many cards."""
    at = {"posX": x, "posY": 4.0, "posZ": z, "rotX": 0.0, "rotY": turned, "rotZ": 0.0}
    return {**at, "scaleX": 12.0, "scaleY": 8.0, "scaleZ": 4.0}


def old_save(*objects: State, script: str = "", **settings: Any) -> State:  # noqa: ANN401
    """Make a save of version 12 with three hands, and cards that say nothing of hands."""
    hands = [{"Color": colour, "Transform": place(*at)} for colour, at in AROUND.items()]
    state = save(*objects, script=script)
    state["VersionNumber"] = "v12.2.2"
    state["Hands"] = {"Enable": True, "Hiding": 0, "HandTransforms": hands, **settings}
    return state


def old_deck(guid: str = "dec000") -> State:
    """Make a deck as it was written before objects said whether hands take them."""
    whole = deck(guid, 6)
    for raw in (whole, *whole["ContainedObjects"]):
        del raw["Hands"]
    return whole


def test_they_seat_deal_and_hide() -> None:
    """The host sits at the first, cards come there, and nobody else sees their faces."""
    with Table.open(old_save(old_deck()), seats=("Red", "Blue")) as table:
        table.red.draw(table.find("Deck"), 2)
        table.execute("getObjectFromGUID('dec000').deal(1, 'Blue')")
        table.settle()
        assert [len(table.hand(colour)) for colour in AROUND] == [0, 2, 1]
        mine = {piece.nickname for piece in table.seen_by("Red") if piece.look.hand == "Red"}
        theirs = {piece.nickname for piece in table.seen_by("Blue") if piece.look.hand == "Red"}
        assert mine == {"Card 4", "Card 5"}
        assert theirs == {""}
    with Table.open(old_save(old_deck())) as table:
        assert table.execute("return getSeatedPlayers()") == ["White"]


ASKED = [
    ("return Player.getAvailableColors()", ["White", "Red", "Blue"]),
    ("return #Hands.getHands()", 3),
    ("return Player.Red.getHandCount() + Player.Green.getHandCount()", 1),
    ("return Player.Red.getHandTransform().rotation.y", 90),
    ("return Player.Blue.getHandTransform().position.x", 20),
    ("return #getObjects()", 1),
]


@pytest.fixture(scope="module")
def asked() -> Iterator[Table]:
    """Open a table that is only asked about."""
    with Table.open(old_save(old_deck())) as table:
        yield table


@pytest.mark.parametrize(("lua", "value"), ASKED)
def test_scripts_find_them(asked: Table, lua: str, value: object) -> None:
    """Whoever asks for hands finds them where the list has them."""
    assert asked.execute(lua) == value


def test_the_save_stays_the_save() -> None:
    """With nothing done, nothing changes; a hand that moves or goes does so in the list."""
    state = old_save(old_deck())
    raw = written(state)
    with Table.open(raw, hold_scripts=True) as table:
        table.run(5)
        assert table.save_as_it_is() == raw
    with Table.open(raw) as table:
        table.execute("Player.Red.setHandTransform({position={1,2,3}, scale={4,5,6}})")
        table.execute("Hands.getHands()[3].setValue('Green')")
        table.execute("Hands.getHands()[1].destruct()")
        table.run(2)
        kept = json.loads(table.save())
        red, green = kept["Hands"]["HandTransforms"]
        assert [red["Color"], green["Color"]] == ["Red", "Green"]
        assert [red["Transform"][key] for key in ("posX", "posZ", "scaleX")] == [1, 3, 4]
        assert green["Transform"] == state["Hands"]["HandTransforms"][2]["Transform"]
        assert [each["Name"] for each in kept["ObjectStates"]] == ["Deck"]
    with Table.open(written(kept)) as table:
        assert table.execute("return Player.getAvailableColors()") == ["Red", "Green"]


def test_hands_of_both_kinds() -> None:
    """A hand that is an object, or that a script spawns, is one beside those of the list."""
    with Table.open(old_save(hand("fac000", "Green"))) as table:
        table.execute("spawnObject({type = 'HandTrigger'}).setValue('Pink')")
        table.run(5)
        colours = table.execute("return Player.getAvailableColors()")
        assert colours == ["White", "Red", "Green", "Blue", "Pink"]
        kept = json.loads(table.save())
        assert len(kept["Hands"]["HandTransforms"]) == 3
        assert [each["Name"] for each in kept["ObjectStates"]] == ["HandTrigger", "HandTrigger"]


def test_the_old_word_for_hiding() -> None:
    """`Hidding` is what even older saves call it."""
    with Table.open(old_save(Hidding=2, Hiding=0)) as table:
        assert table.execute("return Hands.hiding") == 1
    state = old_save(Hidding=2)
    del state["Hands"]["Hiding"]
    with Table.open(state) as table:
        assert table.execute("return Hands.hiding") == 3


WRONG = [
    ({"HandTransforms": 5}, "Hands.HandTransforms is 5 instead of a list"),
    ({"HandTransforms": [5]}, r"Hands.HandTransforms\[0\] is 5 instead of a block"),
    ({"HandTransforms": [{"Color": 5}]}, r"Color is 5 instead of a text"),
    (
        {"HandTransforms": [{"Transform": {"posX": "far"}}]},
        r"Hands.HandTransforms\[0\].Transform.posX is 'far' instead of a number",
    ),
]


@pytest.mark.parametrize(("settings", "message"), WRONG)
def test_a_broken_list_is_refused(settings: dict[str, Any], message: str) -> None:
    """With the path to what is wrong, before anything runs."""
    with pytest.raises(BadInput, match=message):
        Table.open(old_save(**settings))


def test_an_entry_may_lack_everything() -> None:
    """A hand of nobody at the origin; it stays as it was written."""
    state = old_save(thing("b0b000"), HandTransforms=[{}])
    with Table.open(state, hold_scripts=True) as table:
        assert json.loads(table.save_as_it_is())["Hands"]["HandTransforms"] == [{}]


@pytest.mark.parametrize(
    ("name", "colours"),
    [
        ("pandemic_v12.2.json", ["White", "Red", "Yellow", "Green", "Blue", "Purple"]),
        ("nemesis_scripted_v12.0.json", ["White", "Red", "Orange", "Yellow", "Blue"]),
        ("zombicide_exponents_v9.7.json", ["White", "Red", "Orange", "Green", "Blue", "Purple"]),
    ],
)
def test_real_saves_have_hands(name: str, colours: list[str]) -> None:
    """Each colour of the list has a hand; a card that is dealt lies in it, and is hidden."""
    with Table.open(corpus_file(name), seats=colours[:2], switches=Switches()) as table:
        assert table.execute("return Player.getAvailableColors()") == colours
        first = colours[0]
        before = len(table.hand(first))
        text = """
            for _, thing in ipairs(getObjects()) do
                if thing.type == 'Deck' and not thing.locked then
                    return thing.deal(1, '%s') and thing.guid
                end
            end"""
        assert table.execute(text % first)
        table.run(300)
        assert len(table.hand(first)) == before + 1
