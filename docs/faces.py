"""Prints faces that a seed draws: the record, and what stands on the card in both languages.

    python docs/faces.py                      thirty faces of Old World, of every kind in turn
    python docs/faces.py --seed 7 --count 9   other ones, and fewer

What is printed was read from the drawn face. Of story cards it also prints what the table tells
whoever has chosen; no face shows it. So anybody may lay record and card side by side.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from tts_tool.build import table
from tts_tool.build.faces import easel_of, words_in
from tts_tool.build.mod import Drawing, Mod
from tts_tool.build.table.told import results
from tts_tool.catalog import Text
from tts_tool.cli.mods import choose, job
from tts_tool.kernel.inventory import Component

BARE = ("closed-tavern.svg", "location-token.svg", "miniature.svg", "monster-token.svg")
"""Faces that have a name and nothing else to say."""


def facts(value: Any) -> Any:  # noqa: ANN401 - whatever stands in a record
    """Give a record as data: without names and stories, and without what is as usual."""
    if isinstance(value, msgspec.Struct):
        known = {field.name: field for field in msgspec.structs.fields(value)}
        tag = value.__struct_config__.tag_field
        return {
            **({tag: value.__struct_config__.tag} if tag else {}),
            **{
                name: facts(each)
                for name, each in msgspec.structs.asdict(value).items()
                if not isinstance(each, Text)
                and (known[name].required or each != known[name].default)
            },
        }
    if isinstance(value, list | tuple):
        return [facts(each) for each in value]
    return msgspec.to_builtins(value)


def drawn(drawings: list[Drawing], seed: int, count: int) -> list[Drawing]:
    """Draw faces: each kind is shuffled, then every kind in turn gives one."""
    chance = random.Random(seed)  # noqa: S311 - a sample, no secret
    kinds: dict[str, list[Drawing]] = {}
    for each in drawings:
        kinds.setdefault(each.template, []).append(each)
    for several in kinds.values():
        chance.shuffle(several)
    turns = [(number, each) for several in kinds.values() for number, each in enumerate(several)]
    return [each for _, each in sorted(turns, key=lambda turn: turn[0])][:count]


def record(mod: Mod, component: Component, drawing: Drawing) -> Any:  # noqa: ANN401 - plain data
    """Give what a face is drawn from."""
    joined = drawing.values.get("specialty")
    found = mod.cards.record(joined["id"]) if joined else component.card
    return {key: each for key, each in facts(found).items() if key != "provenance"}


def lines(seed: int, count: int) -> Iterator[str]:
    """Word the faces, one after the other."""
    asked = job(choose("old-world", lang="en"))
    mod = asked.mod
    layout = table.read_layout(mod)
    easel = easel_of(mod.folders.data)
    told = results(mod, layout)
    named = set(table.described(mod, layout))
    faces = [e for e in table.drawings(mod, layout) if e.name in named and e.template not in BARE]
    for number, face in enumerate(drawn(faces, seed, count), 1):
        component = mod.inventory.components[face.name]
        yield f"{number}. {face.name}"
        yield f"   record  {json.dumps(record(mod, component, face), ensure_ascii=False)}"
        for language in mod.told_in:
            words = words_in(easel.draw(face.template, face.values, language).svg)
            said = [line for text in words for line in text.split("\n")]
            then = [f"→ {' '.join(e.split())}" for e in told.get(face.name, {}).get(language, ())]
            for at, line in enumerate((*said, *then)):
                yield f"   {language if not at else '  '}      {line}"
        yield ""


def main() -> None:
    """Print them."""
    what = "Print faces that a seed draws, and their records."
    parser = argparse.ArgumentParser(description=what)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=30)
    given = parser.parse_args()
    for line in lines(given.seed, given.count):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
