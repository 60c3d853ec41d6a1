"""Layers lie where faces say, whole or in part, and no picture is squeezed to fit."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from tests.old_world.legendary_hunt.test_hunt_on_the_table import built
from tests.path_of_destiny.test_desk import mod
from tts_tool.build import table
from tts_tool.build.faces import easel_of
from tts_tool.build.faces.layers import Laid, composed, laid, mark

GAMES = {
    "old-world": lambda: built("en", "legendary-hunt", "monster-pack", "lost-mount"),
    "path-of-destiny": lambda: mod(lang="en"),
}
SQUEEZED = 0.05
"""So much wider or narrower than it was drawn, nobody sees that a disc is no disc."""


def flat(colour: str, size: tuple[int, int]) -> bytes:
    """Give the file of a picture of one colour."""
    target = io.BytesIO()
    Image.new("RGBA", size, colour).save(target, "PNG")
    return target.getvalue()


@pytest.mark.parametrize(
    ("lying", "seen"),
    [
        ([Laid("red", 0, 0, 40, 40)], "rrrr"),
        ([Laid("red", 0, 0, 40, 40, right=20)], "rr--"),
        ([Laid("red", -10, 0, 40, 40, left=20)], "--r-"),
        ([Laid("red", -10, 0, 40, 40, right=20), Laid("blue", 10, 0, 40, 40, left=20)], "rrbb"),
        ([Laid("red", -90, 0, 40, 40)], "----"),
        ([Laid("red", 0, 0, 40, 40, left=30, right=20)], "----"),
    ],
    ids=["whole", "left", "moved", "two halves", "outside", "nothing"],
)
def test_a_layer_is_seen_between_its_bounds(lying: list[Laid], seen: str) -> None:
    """What lies beyond them, or beside the face, is cut off, as no picture of it was ever there."""
    layers = {"red": flat("#f00", (4, 4)), "blue": flat("#00f", (4, 4))}
    face = flat("#0000", (40, 40))
    whole = composed(face, layers, laid("".join(map(mark, lying))), (40, 40))
    named = {(255, 0, 0, 255): "r", (0, 0, 255, 255): "b", (0, 0, 0, 0): "-"}
    colours: list[Any] = [whole.getpixel((x, 20)) for x in (5, 15, 25, 35)]
    assert "".join(named[each] for each in colours) == seen


@pytest.mark.parametrize("game", GAMES)
def test_no_picture_is_squeezed(game: str) -> None:
    """Scenes, heads and figures lie in the proportions in which they were drawn; paper may not."""
    made = GAMES[game]()
    said = table.read_layout(made)
    under = {each.name: each for each in table.layers(made, said)}
    desk = easel_of(made.folders.data)
    squeezed: set[str] = set()
    looked_at: set[tuple[str, str]] = set()
    for asked in table.drawings(made, said):
        pictures = {
            name: under[each]
            for name, each in asked.layers.items()
            if not under[each].template.startswith("grounds/")
        }
        kind = (asked.template, ",".join(sorted(pictures)))
        if not pictures or kind in looked_at:
            continue
        looked_at.add(kind)
        for at in laid(desk.draw(asked.template, asked.values, "en", asked.layers).svg):
            if at.layer in pictures:
                wide, high = pictures[at.layer].size
                if abs(at.width / at.height * high / wide - 1) > SQUEEZED:
                    squeezed.add(f"{asked.template}: {at.layer}")
    assert len(looked_at) >= 4
    assert squeezed == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_lies_on_layers_too(game: str) -> None:
    """What is of no component, as a help sheet, has layers, and they are drawn with all others."""
    made = GAMES[game]()
    said = table.read_layout(made)
    drawn = {each.name for each in table.layers(made, said)}
    sheets = [each for each in table.drawings(made, said) if each.name.startswith("help.")]
    assert sheets
    assert all(each.layers["paper"] in drawn for each in sheets)
