"""The miniature and its card are on the table where the box is built with, and only there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tts_tool.build import table
from tts_tool.build.faces import easel_of, words_in
from tts_tool.build.mod import Mod
from tts_tool.cli.mods import choose, job
from tts_tool.rulesets.old_world.lost_mount.mount import Help


def built(lang: str, *boxes: str) -> Mod:
    """Read what is to be built."""
    return job(choose("old-world", boxes, lang=lang, out=Path("nowhere"))).mod


@pytest.mark.parametrize("lang", ["en", "de"])
def test_it_lies_well(lang: str) -> None:
    """Nothing is in the way of anything, off its mat or unnamed."""
    assert table.look_over(built(lang, "lost-mount")) == ()


@pytest.mark.parametrize(
    ("lang", "says"),
    [("en", ["Nothing.", "Draw a card at once."]), ("de", ["Nichts.", "Ziehe sofort eine Karte."])],
)
def test_what_is_drawn(lang: str, says: list[str]) -> None:
    """The card says in each language what each face of the die brings, as the rules have it."""
    mod = built(lang, "lost-mount")
    drawings = {each.name: each for each in table.drawings(mod, table.read_layout(mod))}
    assert drawings["mount"].template == "mount.svg"
    easel = easel_of(mod.folders.data)
    card = drawings["lost-mount.1"]
    words = " ".join(words_in(easel.draw(card.template, card.values, lang).svg))
    assert all(each in words for each in says)
    assert mod.cards.table(Help).cards == (0, 0, 0, 1, 1, 2)
    assert all(face in words for face in ("1–3", "4–5", "6"))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_all_that_looks_otherwise_is_drawn(lang: str) -> None:
    """Whatever the box changes on the table fits where it is drawn; what it brings is its own."""
    without, within = (
        {each.name: each for each in table.drawings(mod, table.read_layout(mod))}
        for mod in (built(lang), built(lang, "lost-mount"))
    )
    assert set(within) - set(without) == {"mount", "lost-mount.1", "lost-mount.2"}
    assert set(without) <= set(within)
    easel = easel_of(built(lang).folders.data)
    for name, drawing in within.items():
        if without.get(name) != drawing:
            assert easel.draw(drawing.template, drawing.values, lang).svg, name


def test_any_die_may_be_thrown_for_it() -> None:
    """The dice of the game are rolled for the mount, too, where the box is built with."""
    without, within = (table.read_layout(built("en", *boxes)) for boxes in ((), ("lost-mount",)))
    sets = [prop for prop in without.props if prop.shape == "die"]
    assert len(sets) == 2
    assert [prop.rolls for prop in within.props if prop.shape == "die"] == [
        (*prop.rolls, "mount") for prop in sets
    ]
