"""Saves that nobody would wish for, and small ones for looking at."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from tests.saves.writers import NUMBERS, string, tree

NAMES = (
    *("", "CON", "con", "NUL.txt", "com1", "COM¹", "..", ".", "a/b", "a\\b", "C:\\x", "/etc", "-"),
    *(
        "Ace",
        "ace",
        "ACE",
        "Äce",
        "äce",
        "Straße",
        "STRASSE",
        "ﬁne",
        "fine",
        "😀",
        "👩‍👩‍👧",
        "\u202eabc",
    ),
    *(
        "x" * 300,
        "é" * 300,
        "x.",
        "x ",
        " x",
        "[b]x[/b]",
        "[ff0000]x[-]",
        'q"u<o>t|e?*',
        "order.txt",
    ),
    *("object.json", "a\nb", "a\x07b", "\ud800", "e\u0301", "é", "2", "Ace.2", "value", "folder"),
)
GUIDS = ("", "abc123", "abc123", "ABC123", "abc124", "..", "a/b", "SpiritEditor", "x" * 40, "con")
SCRIPTS = ("", "print(1)\r\n", "\ufeffx = 1\r", "-- ä\n\n", "\ud800", "{}", "\x00", '{"a":\r\n1}')
LISTS = ("ContainedObjects", "ChildObjects", "ObjectStates")
ODD_MARKERS: tuple[Any, ...] = (
    {"file": "script.lua"},
    {"folder": "../.."},
    {"value": 1},
    {"cards": "x"},
    [],
    {},
    7,
)

Node = dict[str, Any]


def hostile(pick: random.Random) -> Node:
    """Make up a save with everything that makes unpacking hard."""
    save: Node = {"SaveName": pick.choice(NAMES), "EpochTime": 1, "Note": pick.choice(SCRIPTS)}
    for key in pick.sample(["LuaScript", "LuaScriptState", "XmlUI", "Rules"], k=pick.randrange(5)):
        save[key] = _text(pick)
    tabs = [{"title": pick.choice(NAMES), "body": _text(pick)} for _ in range(pick.randrange(4))]
    save["TabStates"] = dict(zip([*"01", pick.choice(NAMES), "3"], tabs, strict=False))
    save["ObjectStates"] = [_thing(pick, 3) for _ in range(pick.randrange(6))]
    if pick.random() < 0.2:
        key = pick.choice(["ObjectStates", "TabStates", "LuaScript", "States", pick.choice(NAMES)])
        save[key] = pick.choice([*ODD_MARKERS, tree(pick, 2)])
    return save


def _text(pick: random.Random) -> Any:  # noqa: ANN401
    """Make up a script, or what is none although it stands where one should."""
    return pick.choice(SCRIPTS) if pick.random() < 0.9 else pick.choice(ODD_MARKERS)


def _thing(pick: random.Random, depth: int) -> Node:
    thing: Node = {
        "GUID": pick.choice(GUIDS),
        "Name": pick.choice(["Card", "Deck", "Bag", *NAMES]),
        "Transform": {"posX": _number(pick), "posY": 1, "scaleX": _number(pick)},
        "Nickname": pick.choice(NAMES),
        "Description": string(pick),
        "Locked": pick.choice([True, False, 1, 0]),
    }
    for key in pick.sample(list(thing), k=pick.choice([0, 0, 1, 2])):
        del thing[key]
    for key in pick.sample(
        ["LuaScript", "LuaScriptState", "XmlUI", "GMNotes"], k=pick.choice([0, 2, 4])
    ):
        thing[key] = _text(pick)
    if depth and pick.random() < 0.4:
        _fill(thing, pick, depth - 1)
    if pick.random() < 0.1:
        thing[pick.choice([*LISTS, "States"])] = pick.choice([*ODD_MARKERS, tree(pick, 2)])
    return thing


def _fill(thing: Node, pick: random.Random, depth: int) -> None:
    kind = pick.choice([*LISTS, "States", "deck"])
    inside = [_thing(pick, depth) for _ in range(pick.choice([1, 2, 5]))]
    if kind == "States":
        keys = pick.sample([*"1234567", *NAMES], k=len(inside))
        thing["States"] = dict(zip(keys, inside, strict=True))
    elif kind == "deck":
        thing |= {"DeckIDs": [100] * len(inside), "ContainedObjects": inside}
    else:
        thing[kind] = inside


def _number(pick: random.Random) -> msgspec.Raw | int:
    numbers: list[msgspec.Raw | int] = [1, 0, *map(msgspec.Raw, NUMBERS)]
    return pick.choice(numbers)


def small() -> Node:
    """Give a save with one thing of each kind in it, as TTS would write it."""
    one = msgspec.Raw("1.0")

    def thing(guid: str, nickname: str, **more: Any) -> Node:  # noqa: ANN401
        place = {"posX": msgspec.Raw("0.5"), "posY": one, "posZ": msgspec.Raw("1E-05")}
        named = {"GUID": guid, "Name": "Bag", "Transform": place, "Nickname": nickname}
        return {**named, "Description": "", "LuaScript": "", **more}

    cards = [thing(f"00000{n}", f"Card {n}", CardID=100 + n) for n in range(5)]
    return {
        "SaveName": "Small",
        "Note": "Hello",
        "TabStates": {"0": {"title": "Rules", "body": "Be nice.\r\n", "id": 0}},
        "LuaScript": "function onLoad()\r\nend\n",
        "ObjectStates": [
            thing("aaaaaa", "Chest", ContainedObjects=[thing("bbbbbb", "Coin"), thing("", "Coin")]),
            thing("cccccc", "Deck", DeckIDs=[100, 101, 102, 103, 104], ContainedObjects=cards),
            thing("dddddd", "Door", LuaScript="-- door\n", States={"2": thing("eeeeee", "Open")}),
            thing("ffffff", "Ship", ChildObjects=[thing("abcdef", "Flag", Description="red")]),
        ],
    }
