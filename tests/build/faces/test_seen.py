"""What eyes see of Old World's pictures: measured on pixels, also as those who tell few colours."""

from __future__ import annotations

import io
import math
import tomllib
from itertools import combinations
from typing import Final

import pytest
from PIL import Image, ImageChops

from tests.build.faces.old_world import GAME, easel, wanted
from tests.build.table.old_world import layout, mod
from tts_tool.build import table
from tts_tool.build.faces import contrast, easel_of, rasterised
from tts_tool.build.faces.fonts import shape
from tts_tool.build.faces.layers import composed, laid
from tts_tool.build.faces.style import read_style
from tts_tool.build.mod import Drawing
from tts_tool.build.table.seeing import lines_seen, views_of
from tts_tool.build.table.spots import SpotPlan
from tts_tool.saves.objects import PLAYER_COLORS

TYPES: Final = ("blue", "red", "green", "yellow", "purple")
SEATS: Final = ("Red", "Blue", "Green", "Yellow", "White")
HEAD: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'

Matrix = tuple[tuple[float, float, float], ...]
EYES: Final[dict[str, Matrix]] = {
    "no red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "no green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "no blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What is left of a colour, of linear light, as Machado and others measured it in 2009."""


def linear(level: int) -> float:
    """Give the light of a level."""
    share = level / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def seen_as(colour: str, eye: Matrix) -> tuple[float, float, float]:
    """Give a colour as such an eye has it: lightness, and two differences that it can tell."""
    light = [linear(int(colour[at : at + 2], 16)) for at in (1, 3, 5)]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in eye
    )
    one, two, three = (
        (0.4122 * red + 0.5363 * green + 0.0514 * blue) ** (1 / 3),
        (0.2119 * red + 0.6807 * green + 0.1074 * blue) ** (1 / 3),
        (0.0883 * red + 0.2817 * green + 0.6300 * blue) ** (1 / 3),
    )
    return (
        0.2105 * one + 0.7936 * two - 0.0041 * three,
        1.9780 * one - 2.4286 * two + 0.4506 * three,
        0.0259 * one + 0.7828 * two - 0.8087 * three,
    )


def apart(one: str, other: str, eye: Matrix) -> float:
    """Say how far two colours are apart for an eye, in a space that is even to people."""
    a, b = seen_as(one, eye), seen_as(other, eye)
    return math.dist(a, b)


def stamped(icon: str) -> Image.Image:
    """Draw an icon small, as a mask."""
    shapes = easel().icons.shapes(icon).shapes
    svg = f"{HEAD}<g fill='none' stroke='#000' color='#000' stroke-width='2'>{shapes}</g></svg>"
    with Image.open(io.BytesIO(rasterised(svg, (24, 24)))) as opened:
        return opened.convert("RGBA").getchannel("A")


def test_the_five_card_types_have_signs_that_need_no_colour() -> None:
    """At 24 pixels the sign that stands on each type differs from each other's by its ink."""
    signs = {name: stamped(name) for name in TYPES}
    for one, other in combinations(TYPES, 2):
        ink = ImageChops.difference(signs[one], signs[other]).histogram()
        assert sum(ink[128:]) > 100, (one, other)


@pytest.mark.parametrize("eye", EYES)
def test_the_five_card_types_are_told_apart_by_any_eye(eye: str) -> None:
    """Whoever lacks a colour still tells all ten pairs by theirs, and needs no sign for it."""
    colours = read_style(GAME / "faces" / "style.toml").colours
    for one, other in combinations(TYPES, 2):
        assert apart(colours[one], colours[other], EYES[eye]) > 0.06, (one, other)


@pytest.mark.parametrize("eye", EYES)
def test_seats_are_told_apart_by_any_eye(eye: str) -> None:
    """The game's own colours of players differ for any eye; what has no colour has its figure."""
    colours = {}
    for seat in SEATS:
        parts = (getattr(PLAYER_COLORS[seat], part) for part in "rgb")
        colours[seat] = "#" + "".join(f"{round(part * 255):02x}" for part in parts)
    for one, other in combinations(SEATS, 2):
        assert apart(colours[one], colours[other], EYES[eye]) > 0.05, (one, other)


def test_the_figures_of_seats_are_told_apart_without_colour() -> None:
    """As black shapes of 72 pixels, each two differ in a good part of their ink."""
    shapes = {}
    for seat in ("red", "blue", "green", "yellow", "white"):
        svg = easel().draw(f"witchers/{seat}.svg", {}).svg
        with Image.open(io.BytesIO(rasterised(svg, (45, 72)))) as opened:
            shapes[seat] = opened.convert("RGBA").getchannel("A").point(lambda a: 255 * (a > 96))
    for one, other in combinations(shapes, 2):
        differ = sum(ImageChops.difference(shapes[one], shapes[other]).histogram()[128:])
        ink = sum(shapes[one].histogram()[128:]) + sum(shapes[other].histogram()[128:])
        assert differ / ink > 0.15, (one, other)


@pytest.mark.long
def test_no_gesture_is_cut_where_the_card_goes_on() -> None:
    """It may run over the right edge and below the foot of its card; left and above it ends."""
    cut = []
    desk = easel_of(mod().folders.data)
    for drawing in table.layers(mod(), layout()):
        if not drawing.template.startswith(("gestures/", "stances/")):
            continue
        svg = desk.draw(drawing.template, drawing.values).svg
        with Image.open(io.BytesIO(rasterised(svg, (352, 393)))) as opened:
            ink = opened.convert("RGBA").getchannel("A")
        edges = {"left": ink.crop((0, 0, 1, 393)), "top": ink.crop((0, 0, 352, 1))}
        cut += [
            (drawing.name, name) for name, each in edges.items() if sum(each.histogram()[64:]) > 6
        ]
    assert cut == []


@pytest.mark.parametrize("font", ["serif-black", "serif", "sans-black", "sans"])
def test_a_zero_is_no_o(font: str) -> None:
    """In each font a zero is as tall as capitals, a fifth taller than the letter o."""

    def tall(letter: str) -> int:
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-100 -900 1000 1000">'
            f'<path d="{shape(font, letter).path}"/></svg>'
        )
        with Image.open(io.BytesIO(rasterised(svg, (200, 200)))) as opened:
            box = opened.convert("RGBA").getchannel("A").getbbox()
        assert box is not None
        return box[3] - box[1]

    assert tall("0") >= 1.2 * tall("o")
    assert abs(tall("0") - tall("8")) <= 2


def finished(asked: Drawing, size: tuple[int, int]) -> Image.Image:
    """Draw a face on its layers, as a build does."""
    desk = easel_of(mod().folders.data)
    under = {each.name: each for each in table.layers(mod(), layout())}
    layers = {}
    for name, layer in asked.layers.items():
        wants = under[layer]
        svg = desk.draw(wants.template, wants.values).svg
        layers[name] = rasterised(svg, (wants.size[0] // 2, wants.size[1] // 2))
    face = desk.draw(asked.template, asked.values, "en", asked.layers).svg
    return composed(rasterised(face, size), layers, laid(face), (500, 700)).convert("RGB")


@pytest.mark.parametrize("name", ["city.bathhouse", "wilds.notched-tree", "event.42"])
def test_a_story_is_written_on_light_ground_only(name: str) -> None:
    """Below the ribbon of a finished card most pixels are light, and ink stands out by 7 : 1."""
    asked = next(each for each in table.drawings(mod(), layout()) if each.name == name)
    picture = finished(asked, (250, 350))
    lower = picture.crop((16, 150, 234, 230)).convert("L")
    levels = lower.histogram()
    paper = max(range(256), key=lambda level: levels[level])
    light = f"#{paper:02x}{paper:02x}{paper:02x}"
    assert contrast("#1f1b16", light) >= 7
    assert sum(levels[paper - 24 :]) > 0.72 * sum(levels)


def test_the_smallest_type_of_every_mat_can_be_read_from_its_camera() -> None:
    """Names of lands, the smallest words of the map, are as high on a screen as any must be."""
    said = layout()
    asked = next(each for each in table.drawings(mod(), said) if each.name == "mat.map")
    plan = SpotPlan(mod(), said)
    for realm in asked.values["realms"]:
        at = plan.frames["map"].place(realm["at"])
        seen = lines_seen(said.reading, views_of(plan), at, realm["size"])
        assert seen >= said.reading.least, realm["en"]
    style = tomllib.loads((GAME / "faces" / "style.toml").read_text("utf-8"))["text"]
    assert min(each["smallest"] for each in style.values()) >= 28


def test_every_sort_of_face_has_a_ground_of_its_own() -> None:
    """No face is words on a plain sheet any more, but help sheets and what is a token."""
    plain = {each.template for each in wanted()} - {
        each.template for each in table.drawings(mod(), layout()) if each.layers
    }
    assert plain == {"back.svg", "token-back.svg", "closed-tavern.svg"}
