"""Counts what real objects have in common: `python -m tests.saves.counting --write`.

What it counts is kept in `real_objects.json`: names of keys, their order, types, and the values
that TTS itself gives. So the suite knows how real objects look without any of them, and nothing in
the file is a mod's own.

Objects are counted wherever they lie: on the table, in containers, as another state. Older versions
of TTS wrote other keys in another order, so only *newer* objects count: those that begin with GUID.
"""

from __future__ import annotations

import json
import sys
from collections import Counter as Count
from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.corpus import CORPUS, corpus_file
from tests.saves.objects import EVERYTHING, walk
from tts_tool.saves.objects import object_trees

__all__ = ["COLORED", "FACTS", "OWN_KEYS", "SWITCHES", "VALUES", "count", "facts", "shape", "under"]

Tree = Mapping[str, Any]

FACTS = Path(__file__).with_name("real_objects.json")

SWITCHES = (
    *("Grid", "Snap", "IgnoreFoW", "MeasureMovement", "DragSelectable", "Autoraise", "Sticky"),
    *("Tooltip", "GridProjection", "HideWhenFaceDown", "Hands"),
)
COLORED = ("Card", "CardCustom", "Deck", "ScriptingTrigger", "Custom_Token")
VALUES = (
    ("Custom_Token", "CustomImage.CustomToken"),
    ("Custom_Token", "CustomImage.ImageScalar"),
    ("Custom_Token", "CustomImage.WidthScale"),
    ("Custom_Tile", "CustomImage.CustomTile.Stretch"),
    ("Custom_Model", "CustomMesh.MaterialIndex"),
    ("Custom_Model", "CustomMesh.TypeIndex"),
    ("Custom_Model", "CustomMesh.Convex"),
    ("Custom_Model_Bag", "CustomMesh.TypeIndex"),
    ("Custom_Model_Bag", "Bag.Order"),
    ("Custom_Dice", "CustomImage.CustomDice"),
    ("Custom_PDF", "CustomPDF.PDFPage"),
    ("3DText", "Text.fontSize"),
    ("Bag", "MeshIndex"),
)
OWN_KEYS = {
    "Card": "CustomDeck.*",
    "Custom_Board": "CustomImage",
    "Custom_Dice": "CustomImage",
    "Custom_Model": "CustomMesh",
    "Custom_Model_Bag": "CustomMesh",
    "Custom_PDF": "CustomPDF",
    "Custom_Tile": "CustomImage",
    "Custom_Token": "CustomImage",
    "Figurine_Custom": "CustomImage",
    "3DText": "Text",
    "Bag": "Bag",
    "Counter": "Counter",
}
"""What only one kind of thing has: the path to it, `*` for whatever stands there."""

_TABLE = "arcs_v13.3.json"
_NOTEBOOK = "sleeping_gods_autosave_v13.1.json"
_TABLE_SHAPES = (
    *("Grid", "Lighting", "Hands", "Turns", "Gravity", "PlayArea", "PlayingTime"),
    *("TabStates.0", "ComponentTags.labels.0"),
)
_TABLE_VALUES = ("Grid", "Hands", "Turns")
_FOG = "FogOfWarTrigger"


@cache
def facts() -> Mapping[str, Any]:
    """Read what has been counted."""
    read: dict[str, Any] = json.loads(FACTS.read_bytes())
    return read


def shape(value: object) -> str:
    """Take the values out of a tree: what is left are keys, their order, and types."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {shape(part)}' for key, part in value.items())}}}"
    return type(value).__name__


def under(tree: Any, path: str) -> Any:  # noqa: ANN401 - whatever is there
    """Follow a path of keys and numbers; `*` is whatever comes first."""
    for key in path.split("."):
        if key == "*":
            tree = next(iter(tree.values()))
        else:
            tree = tree[int(key)] if isinstance(tree, list) else tree[key]
    return tree


def count() -> dict[str, Any]:
    """Count everything anew from the corpus."""
    every = real_objects()
    newer = {name: list(filter(_is_newer, things)) for name, things in every.items()}
    built = sorted({part["Name"] for tree in object_trees(EVERYTHING) for part in walk(tree)})
    others = [thing for name, things in newer.items() if name not in built for thing in things]
    return {
        "counted by": "python -m tests.saves.counting --write",
        "saves": len(CORPUS),
        "objects": sum(map(len, every.values())),
        "newer objects": sum(map(len, newer.values())),
        "kinds": {name: _kind(name, every[name], newer[name]) for name in built if name in every},
        "orders of other kinds": _orders(others),
        "table": _table(json.loads(corpus_file(_TABLE).read_bytes())),
        "player colors": _player_colors(json.loads(corpus_file(_NOTEBOOK).read_bytes())),
    }


def real_objects() -> Mapping[str, list[Tree]]:
    """Give the objects of the corpus by their names."""
    found = defaultdict(list)
    for path in CORPUS:
        save = json.loads(path.read_bytes().decode("utf-8-sig"))
        for thing in save["ObjectStates"]:
            for part in walk(thing):
                found[part["Name"]].append(part)
    return found


def _is_newer(thing: Tree) -> bool:
    return next(iter(thing)) == "GUID"


def _kind(name: str, every: list[Tree], newer: list[Tree]) -> dict[str, Any]:
    """Say what is counted of a kind; own keys and fog are counted in older objects, too."""
    told: dict[str, Any] = {"objects": len(every), "newer": len(newer), "orders": _orders(newer)}
    paths = [*SWITCHES, *(path for kind, path in VALUES if kind == name)]
    if name in COLORED:
        paths.append("ColorDiffuse")
    told["most"] = {path: most for path in paths if (most := _most(newer, path))}
    if name in OWN_KEYS:
        told["own"] = sorted({shape(each) for thing in every for each in _own(thing, name)})
    if name == _FOG:
        told["fog"] = _orders({key: 0 for key in each if key.startswith("Fog")} for each in every)
    return told


def _own(thing: Tree, name: str) -> Iterable[object]:
    key, _, inner = OWN_KEYS[name].partition(".")
    whole = [thing[key]] if key in thing else []
    return (each for part in whole for each in part.values()) if inner else whole


def _orders(things: Iterable[Tree]) -> list[str]:
    return sorted({" ".join(thing) for thing in things})


def _most(things: list[Tree], path: str) -> str:
    """Give the value that most things have, of those that have the key: `true, 34 of 35`."""
    key = path.partition(".")[0]
    counted = Count(json.dumps(under(thing, path)) for thing in things if key in thing)
    return "".join(f"{value}, {n} of {counted.total()}" for value, n in counted.most_common(1))


def _table(save: Tree) -> dict[str, Any]:
    return {
        "order": " ".join(save),
        "shapes": {path: shape(under(save, path)) for path in _TABLE_SHAPES},
        "values": {path: save[path] for path in _TABLE_VALUES},
    }


def _player_colors(save: Tree) -> dict[str, Any]:
    tabs = save["TabStates"].values()
    return {tab["color"]: tab["visibleColor"] for tab in tabs}


def written(counted: Mapping[str, Any]) -> str:
    """Write facts, as JSON that a person can read."""
    return f"{json.dumps(counted, indent=1, ensure_ascii=False)}\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        FACTS.write_text(written(count()), encoding="utf-8", newline="\n")
    else:
        print(written(count()))  # noqa: T201 - what it is there for
