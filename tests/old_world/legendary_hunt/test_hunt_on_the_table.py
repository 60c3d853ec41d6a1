"""The hunt lies on the table where the box is built with, and its faces say what its rules do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.build.faces.filled import filled
from tests.build.set_up import made, opened, seen
from tts_tool.build import table
from tts_tool.build.faces import words_in
from tts_tool.build.mod import Drawing, Mod
from tts_tool.cli.mods import choose, job
from tts_tool.rulesets.old_world.base.box.records import Location
from tts_tool.rulesets.old_world.legendary_hunt.records import Hunting, Legend, Movement
from tts_tool.rulesets.old_world.voice.between import between_faults
from tts_tool.rulesets.old_world.voice.forms import form_faults
from tts_tool.rulesets.old_world.voice.lines import Sort, StoryLine

HUNT = ("legendary-hunt",)
SETS = (HUNT, (*HUNT, "monster-pack"), (*HUNT, "monster-pack", "lost-mount"))
LANGUAGES = ("en", "de")
NIGHTS = ("movement-deck", "movement-discard")
TOLD: tuple[tuple[str, Sort], ...] = (
    ("introduction", "kept"),
    ("slain", "ending"),
    ("unbeaten", "ending"),
)


def built(lang: str, *boxes: str) -> Mod:
    """Read what is to be built."""
    return job(choose("old-world", boxes, lang=lang, out=Path("nowhere"))).mod


def drawings(mod: Mod) -> dict[str, Drawing]:
    """Give everything that is drawn for a table, by its name."""
    return {each.name: each for each in table.drawings(mod, table.read_layout(mod))}


def said(mod: Mod, drawing: Drawing, lang: str) -> str:
    """Give what stands on a face."""
    return " ".join(words_in(filled(mod.folders.data, drawing, lang)))


@pytest.mark.parametrize("boxes", SETS, ids="+".join)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_lies_well(lang: str, boxes: tuple[str, ...]) -> None:
    """Nothing is in the way of anything, off its mat or unnamed."""
    assert table.look_over(built(lang, *boxes)) == ()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.long
def test_all_of_the_box_is_drawn(lang: str) -> None:
    """Every face that the box brings or changes fits where it is drawn, in this language."""
    without, within = (drawings(built(lang, *boxes)) for boxes in ((), SETS[1]))
    new = set(within) - set(without)
    assert set(without) <= set(within)
    counted = {kind: sum(each.split(".")[0] == kind for each in new) for kind in kinds(new)}
    assert counted == {
        "back": 4,
        "destruction": 8,
        "hunt-help": 2,
        "legend": 8,
        "legend-fight": 20,
        "legend-miniature": 8,
        "mat": 1,
        "movement": 12,
    }
    for name, drawing in within.items():
        if without.get(name) != drawing:
            assert filled(built(lang).folders.data, drawing, lang), name


def kinds(names: set[str]) -> list[str]:
    """List the first words of names."""
    return sorted({each.split(".")[0] for each in names})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_card_of_a_legend_says_it_all(lang: str) -> None:
    """Where it begins, what is read of it, its ability and its four attacks by their names."""
    mod = built(lang, *SETS[1])
    drawn = drawings(mod)
    abilities = set()
    for legend in mod.cards.of(Legend).values():
        words = said(mod, drawn[f"legend.{legend.id}"], lang)
        names = (legend.name, legend.introduction, *(each.name for each in legend.attacks))
        assert all(getattr(each, lang) in words for each in names), legend.id
        assert f": {legend.start}" in words
        assert all(f" {number}, " in words for number in ("I", "II", "III", "IV"))
        damage = {e.damage for a in legend.attacks for e in a.effects if hasattr(e, "damage")}
        assert all(f"{each}" in words for each in damage)
        abilities.add(words.partition({"en": "Ability", "de": "fähigkeit"}[lang])[2][:60])
    assert len(abilities) == len(mod.cards.of(Legend)) == 8


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_movement_card_names_its_goals(lang: str) -> None:
    """Both goals stand there by number and by name, and how far by how many."""
    mod = built(lang, *HUNT)
    drawn = drawings(mod)
    places = {each.number: each for each in mod.cards.of(Location).values()}
    for card in mod.cards.of(Movement).values():
        face = next(each for each in drawn.values() if told(each).get("kind") == card.id)
        words = said(mod, face, lang)
        for number in (card.main, card.secondary):
            assert f"{number} {getattr(places[number].name, lang)}" in words, card.id
        assert all(f"{seats}: {n}" in words for seats, n in enumerate(card.moves, 1)), card.id


def told(drawing: Drawing) -> dict[str, Any]:
    """Give what a face is told."""
    return dict(drawing.values)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_card_has_the_numbers_of_the_rules(lang: str) -> None:
    """Protection on either side is that of the table by which the rules go."""
    mod = built(lang, *HUNT)
    drawn = drawings(mod)
    hunt = mod.cards.table(Hunting)
    for page, values in ((1, hunt.protection_a), (2, hunt.protection_b)):
        words = said(mod, drawn[f"hunt-help.{page}"], lang)
        assert all(f"{at}: {value}" in words for at, value in enumerate(values))


KNOWN_BY_HEART: dict[str, tuple[str, ...]] = {
    "en": ("along roads", "A level from it draws no cards", "from the supply, which does"),
    "de": ("auf Straßen", "Eine Stufe davon lässt keine Karten ziehen", "das wirkt ebenso"),
}
"""What nobody could guess whose rulebook is closed: LH-43, LH-65, LH-89."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_has_to_open_the_rulebook(lang: str) -> None:
    """The Large Help Card says what stands on no token and no card, and works all the same."""
    mod = built(lang, *HUNT)
    words = said(mod, drawings(mod)["hunt-help.1"], lang)
    assert [each for each in KNOWN_BY_HEART[lang] if each not in words] == []


def test_night_falls_by_a_button() -> None:
    """Without a referee a button turns a Movement card up; alone there is an end to them."""
    with opened(1, save=made(boxes=HUNT).save) as panel:
        panel.set_up(1)
        for night in range(1, 9):
            panel.press("chore.night")
            assert [len(seen(panel).places[each]) for each in NIGHTS] == [8 - night, night]
        panel.press("chore.night")
        assert "got away" in panel.lines[-1]
        assert [len(seen(panel).places[each]) for each in NIGHTS] == [0, 8]


def test_legends_are_told_in_the_voice() -> None:
    """What is read of them is as long, and as plain, as whatever else is read at the table."""
    cards = built("en", *SETS[1]).cards
    lines = [
        StoryLine(legend.id, path, sort, getattr(legend, path), f"legends-{path}")
        for legend in cards.of(Legend).values()
        for path, sort in TOLD
    ]
    assert len(lines) == 24
    assert [fault for line in lines for fault in form_faults(line)] == []
    assert list(between_faults(lines)) == []
