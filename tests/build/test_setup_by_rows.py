"""Rows set a table up as the rules do: with the same chance and the same answers, all lies alike.

What a table leaves to chance is written down while a script sets it up, by the names that the
rules have for it; then the rules set the same game up with that. Nothing here knows a box.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, NamedTuple

import pytest

from tests.build.set_up import Panel, made, opened
from tests.build.table.booth import booth, put_up
from tests.old_world.table import catalogue
from tts_tool.build.mod import Mod
from tts_tool.build.table.reading import position, read_table
from tts_tool.build.unprinted import Unprinted, unprinted
from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Accepted, Header
from tts_tool.kernel.game import Luck
from tts_tool.kernel.module import Composition, Ruleset, Setup
from tts_tool.kernel.position import encode
from tts_tool.kernel.timeline import Timeline
from tts_tool.referee import opening
from tts_tool.resources import lua_templates_dir, mod_json_dir
from tts_tool.rulesets.old_world import RULESET
from tts_tool.saves.tree import read

WRITTEN_DOWN = """
drawn = {}
for name, way in pairs(chance) do
    chance[name] = function(about, list)
        local given = way(about, list)
        if name ~= "pick" then
            table.insert(drawn, { "shuffle." .. about, given })
        end
        return given
    end
end
return chance
"""
"""What the script of a test does besides: it keeps the orders in which piles were laid."""


class World(NamedTuple):
    """A game with its boxes, and its table."""

    game: Ruleset
    mod: Mod
    laid: Unprinted


def names_in(boxes: str) -> tuple[str, ...]:
    """Take the names of several boxes apart."""
    return tuple(boxes.split("+")) if boxes else ()


@cache
def world(box: str) -> World:
    """Make a table whose script writes down what it leaves to chance."""
    folder = Path(mkdtemp(prefix="rows-"))
    text = (lua_templates_dir() / "lib" / "chance.lua").read_text("utf-8")
    assert text.rstrip().endswith("return chance")
    (folder / "lib").mkdir()
    kept = text.rstrip().removesuffix("return chance") + WRITTEN_DOWN
    (folder / "lib" / "chance.lua").write_text(kept, "utf-8")
    if box == "booth":
        game, mod = RULESET.plus(booth), put_up(folder)
    else:
        game, mod = RULESET, made("en", names_in(box)).mod
    scripts = (folder, *mod.folders.scripts)
    mod = mod._replace(folders=mod.folders._replace(scripts=scripts))
    return World(game, mod, unprinted(mod))


def by_the_rules(
    known: World, seats: tuple[str, ...], box: str, panel: Panel
) -> tuple[Timeline, Composition]:
    """Set the same game up by the rules, with what was drawn and answered at the table."""
    memory = panel.state["memory"]
    boxes = ("base", *names_in(box))
    modules = known.game.completed(boxes, seats)
    names = opening.choose_modules(known.game, modules)
    wanted = {"starting-player": memory["first"]}
    settings = opening.choose_settings(known.game, names, wanted)
    composition = Composition(known.game, Setup(seats, names, settings, catalogue()))
    script: dict[str, list[Any]] = {"slot": slots(memory)}
    for stream, order in json.loads(panel.table.execute("return JSON.encode(drawn)")):
        script.setdefault(stream, []).append(order)
    header = Header(game=known.game.name, seats=seats, luck=Luck(seed="1", script=script))
    timeline = Timeline(composition, header)
    while (said := answered(memory, asked := timeline.decisions()[0])) is not None:
        assert isinstance(timeline.answer(asked.seat, asked.id, said), Accepted), asked
    return timeline, composition


def answered(memory: Mapping[str, Any], asked: Decision[Any]) -> Any:  # noqa: ANN401 - an option
    """Say what was answered at the table to a question of the rules, if it was asked there."""
    return memory["known"].get(f"{asked.name}/{asked.seat}")


def slots(memory: Mapping[str, Any]) -> list[list[int]]:
    """Say as the rules draw it where monsters of which level come; alike ones as they are laid."""
    said = {key: int(n) for key, n in memory["known"].items() if key.startswith("level.")}
    terrains = ["forest", "mountain", "water"]
    free, drawn = list(terrains), list[list[int]]()
    asked = next((value for key, value in memory["known"].items() if key.startswith("slot/")), "")
    for terrain in sorted(terrains, key=lambda each: -said[f"level.{each}"]):
        if terrain != asked:
            drawn.append([free.index(terrain) + 1])
        free.remove(terrain)
    return drawn


def alike(document: Mapping[str, Any], mod: World) -> Iterator[tuple[str, Any]]:
    """Give what lies in each place: in its order in a pile, sorted where all lie side by side."""
    for name, ids in document["places"].items():
        place = mod.laid.values["places"][name]
        is_pile = len(place["slots"]) == 1 and not place["piles"] and place["kind"] == "plain"
        yield name, list(ids) if is_pile else sorted(ids)


LAID = [
    module.name
    for module in RULESET.modules
    if (mod_json_dir() / RULESET.folder / f"layout_{module.name.replace('-', '_')}.toml").is_file()
]
SETS = [
    ("", 1),
    ("", 5),
    *(pytest.param(box, 3, marks=pytest.mark.long) for box in LAID),
    ("legendary-hunt", 1),
    pytest.param("legendary-hunt+monster-pack+lost-mount", 2, marks=pytest.mark.long),
    ("booth", 2),
]
"""Boxes with a table, and how many play: solo comes by itself. Two are asked, four may raise."""


@pytest.mark.soak(sample=1, full=50)
@pytest.mark.parametrize(("box", "count"), SETS)
def test_rows_set_up_as_the_rules_do(box: str, count: int, rounds: int) -> None:
    """Every place, every side that is up and every track are the same after both."""
    known = world(box)
    for seed in range(rounds):
        with opened(seed * 10 + count, save=known.laid.save) as panel:
            panel.set_up(count)
            assert panel.state["stage"] == "done", panel.lines[-3:]
            seats = RULESET.seats[:count]
            timeline, composition = by_the_rules(known, seats, box, panel)
            rules = encode(timeline.state)
            seen = read_table(read(panel.table.save(), "save").root, known.laid.values["tracks"])
            table = position(seen, composition.inventory, rules)
            assert timeline.state.phase == "phase-1"
            assert seen.astray == []
            assert dict(alike(table, known)) == dict(alike(rules, known))
            assert table["tracks"] == rules["tracks"]
            assert table.get("down", []) == rules.get("down", [])


@pytest.mark.parametrize("box", ["", "lost-mount"])
def test_rows_are_done_for_rules_that_there_are(box: str) -> None:
    """Whoever reads a row finds the rule for which it is done."""
    known = world(box)
    layout = known.laid.layout
    rows = [e for row in layout.setup for e in (*getattr(row, "steps", ()), row)]
    others = {getattr(each, "chore", "") for each in rows}
    rows += [row for chore in layout.chores if chore.id in others for row in chore.steps]
    said = {each.rule for each in rows} - {""}
    assert said <= known.mod.cards.rules.keys()
    assert len(said) >= 24 + 3 * bool(box)


def test_a_box_has_its_part_of_the_panel() -> None:
    """Its button does its rows for whoever presses it; where it can't, all stays as it was."""
    known = world("booth")

    def counted(panel: Panel) -> tuple[int, int, int]:
        table = read_table(read(panel.table.save(), "save").root, known.laid.values["tracks"])
        places = table.places
        shown = len(places["ware-shown"])
        return table.tracks["bought.red"], shown, len(places["ware-deck"])

    with opened(2, save=known.laid.save) as panel:
        panel.set_up(1)
        begun = counted(panel)
        assert begun == (1, 1, 5)
        for number in range(2, 6):
            panel.press("chore.buy-ware")
            assert panel.lines[-1] == "Red has bought a ware."
            assert counted(panel) == (number, 1, 6 - number)
        panel.press("chore.buy-ware")
        assert panel.lines[-1] == "That goes no further."
        assert counted(panel) == (5, 1, 1)
        panel.press("language.de")
        assert "Ware kaufen" in panel.table.execute("return UI.getXml()")
