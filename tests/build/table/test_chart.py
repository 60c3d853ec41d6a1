"""The map as a chart: roads keep off what stands there, names of lands off roads."""

from __future__ import annotations

import io
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from PIL import Image, ImageChops

from tests.build.table.old_world import layout, mod
from tts_tool.build import table
from tts_tool.build.faces import contrast, easel_of, rasterised
from tts_tool.build.faces.fonts import SPACE, shape
from tts_tool.build.faces.layers import composed, laid
from tts_tool.build.mod import Drawing

ROAD = 0.16
"""Half of how wide a road is drawn, in units of the table."""
SEATS = ("red", "blue", "green", "yellow", "white")


class Box(NamedTuple):
    """A part of the map, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def has(self, x: float, y: float, more: float = 0) -> bool:
        """Tell whether a point lies in it, or so near."""
        inside = self.left - more < x < self.right + more
        return inside and self.top - more < y < self.bottom + more

    def meets(self, other: Box) -> bool:
        """Tell whether the two share ground."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@cache
def chart() -> Drawing:
    """Give the map as the table asks for it to be drawn."""
    found = table.drawings(mod(), layout())
    return next(each for each in found if each.name == "mat.map")


@cache
def unit() -> float:
    """Say how many pixels a unit of the table has."""
    return float(chart().values["unit"])


@cache
def places() -> dict[int, dict[str, Any]]:
    """Give the places by their numbers."""
    return {int(each["name"].removeprefix("at.")): each for each in chart().values["places"]}


def slots(place: dict[str, Any]) -> list[Box]:
    """Give the ground of the row of miniatures and of the monster at a place."""
    u, piles = unit(), place["piles"]
    row = [piles[f"miniature.{seat}"] for seat in SEATS]
    beast = piles["monster-token"]
    left, right, y = row[0][0] - 0.42 * u, row[-1][0] + 0.42 * u, row[0][1]
    return [
        Box(left, y - 0.5 * u, right, y + 0.5 * u),
        Box(beast[0] - 0.82 * u, beast[1] - 0.82 * u, beast[0] + 0.82 * u, beast[1] + 0.82 * u),
    ]


def medallions(place: dict[str, Any]) -> Box:
    """Give the ground of a place's three medallions and of the ribbon below them."""
    u, x, y = unit(), place["x"], place["y"]
    return Box(x - 2.05 * u, y - 1.2 * u, x + 2.05 * u, y + 1.5 * u)


@cache
def roads() -> dict[tuple[int, int], list[tuple[float, float]]]:
    """Give points on each road, bent as the layout says."""
    values, found = chart().values, {}
    at = places()
    for here in values["records"]["location"]:
        for number in (each for each in here["roads"] if each > here["number"]):
            key = (here["number"], number)
            a, b = ((at[each]["x"], at[each]["y"]) for each in key)
            bend = values["bends"].get(f"at.{key[0]}-at.{key[1]}")
            k = 0.05 if sum(key) % 2 else -0.05
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            control = (middle[0] + (b[1] - a[1]) * k, middle[1] - (b[0] - a[0]) * k)
            if bend:
                through = (
                    values["width"] / 2 + bend[0] * unit(),
                    values["height"] / 2 - bend[1] * unit(),
                )
                control = (2 * through[0] - middle[0], 2 * through[1] - middle[1])
            found[key] = [_on(a, control, b, n / 80) for n in range(81)]
    return found


def _on(
    a: tuple[float, float], c: tuple[float, float], b: tuple[float, float], t: float
) -> tuple[float, float]:
    shares = ((1 - t) ** 2, 2 * t * (1 - t), t * t)
    x, y = (sum(share * p[n] for share, p in zip(shares, (a, c, b), strict=True)) for n in (0, 1))
    return x, y


def realm_box(realm: dict[str, Any], language: str) -> Box:
    """Give the ground of a land's name, in letters set apart."""
    size, u = realm["size"] * unit(), unit()
    letters = [shape("serif", letter).width / 1000 for letter in realm[language].upper()]
    wide = (sum(letters) + SPACE * 1.3 * (len(letters) - 1)) * size
    x = chart().values["width"] / 2 + realm["at"][0] * u
    y = chart().values["height"] / 2 - realm["at"][1] * u
    return Box(x - wide / 2, y - 0.45 * size, x + wide / 2, y + 0.35 * size)


def test_no_road_crosses_what_stands_at_a_place() -> None:
    """Of 42 roads none runs under a slot, nor through the medallions of a place on neither end."""
    wide = ROAD * unit()
    assert len(roads()) == 42
    stands = {number: (slots(place), medallions(place)) for number, place in places().items()}
    for ends, points in roads().items():
        for number, (own, medals) in stands.items():
            boxes = own + ([] if number in ends else [medals])
            hit = [box for box in boxes for point in points if box.has(*point, wide)]
            assert not hit, (ends, number)


def test_what_stands_at_a_place_keeps_off_its_neighbours() -> None:
    """No slot lies on another, on medallions or names, or on the scale around the map."""
    ground = {number: slots(place) for number, place in places().items()}
    rim = 0.62 * unit()
    for number, boxes in ground.items():
        for box in boxes:
            assert rim <= min(box.left, box.top), number
            assert box.right <= chart().values["width"] - rim, number
            assert box.bottom <= chart().values["height"] - rim, number
            assert not any(box.meets(medallions(place)) for place in places().values()), number
    for one, other in combinations(ground, 2):
        assert not any(a.meets(b) for a in ground[one] for b in ground[other]), (one, other)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_names_of_lands_are_free_and_near_their_places(language: str) -> None:
    """Each is clear of slots, medallions, roads, names and rim, and nearest to its own places."""
    realms, at = chart().values["realms"], places()
    named = {realm["en"]: realm_box(realm, language) for realm in realms}
    assert len(named) >= 7
    for realm in realms:
        box = named[realm["en"]]
        taken = [each for p in at.values() for each in (*slots(p), medallions(p))]
        assert not any(box.meets(each) for each in taken), realm["en"]
        on_it = [ends for ends, way in roads().items() if any(box.has(*p, 6) for p in way)]
        assert not on_it, (realm["en"], on_it)
        assert box.right < chart().values["width"] - 0.6 * unit(), realm["en"]
        x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        near = {
            other["en"]: min((at[n]["x"] - x) ** 2 + (at[n]["y"] - y) ** 2 for n in other["places"])
            for other in realms
        }
        assert min(near, key=lambda name: near[name]) == realm["en"]
    for one, other in combinations(named, 2):
        assert not named[one].meets(named[other]), (one, other)


def towns() -> dict[int, Box]:
    """Give the ground of each town; one of houses alone is lower."""
    values, u = chart().values, unit()
    found = {}
    for name, (x, z, wide) in values["towns"].items():
        left, foot = values["width"] / 2 + (x - 0.56 * wide) * u, values["height"] / 2 - z * u
        high = 0.4 if name == "at.16" else 0.78
        found[int(name.removeprefix("at."))] = Box(
            left, foot - high * wide * u, left + 1.12 * wide * u, foot
        )
    return found


def test_every_town_is_seen_whole_beside_its_own_place() -> None:
    """No road runs through a town, nothing that is played on hides it; it is nearest to its own."""
    at, realms = places(), chart().values["realms"]
    ribbons = [medallions(place) for place in at.values()]
    named = [realm_box(realm, language) for realm in realms for language in ("en", "de")]
    hidden = [*ribbons, *named, *(each for place in at.values() for each in slots(place))]
    assert towns().keys() == at.keys()
    for number, town in towns().items():
        through = [way for way, points in roads().items() if any(town.has(*p) for p in points)]
        assert not through, (number, through)
        assert not [each for each in hidden if town.meets(each)], number
        x, y = (town.left + town.right) / 2, (town.top + town.bottom) / 2
        near = {n: (each["x"] - x) ** 2 + (each["y"] - y) ** 2 for n, each in at.items()}
        assert min(near, key=lambda n: near[n]) == number
    for one, other in combinations(towns(), 2):
        assert not towns()[one].meets(towns()[other]), (one, other)


@cache
def engraving() -> Drawing:
    """Give what lies under the map."""
    found = {each.name: each for each in table.layers(mod(), layout())}
    return found[chart().layers["chart"]]


@cache
def engraved(part: float) -> Image.Image:
    """Draw what lies under the map, so large a part of its size."""
    asked = engraving()
    svg = easel_of(mod().folders.data).draw(asked.template, asked.values).svg
    size = (round(asked.size[0] * part), round(asked.size[1] * part))
    with Image.open(io.BytesIO(rasterised(svg, size))) as picture:
        return picture.convert("RGB")


def hexed(colour: Any) -> str:  # noqa: ANN401 - as Pillow gives it
    """Write a colour as templates do."""
    return "#" + "".join(f"{each:02x}" for each in colour[:3])


@pytest.mark.long
def test_roads_are_the_clearest_lines_of_the_chart() -> None:
    """Beside each road, on both sides, the ground is so light that its edges stand out by 3 : 1."""
    picture, off = finished(), 0.2 * unit()
    taken = [medallions(place) for place in places().values()]
    scale = picture.width / chart().values["width"]
    ratios = []
    for points in roads().values():
        for (x0, y0), (x, y), (x1, y1) in zip(points, points[1:], points[2:], strict=False):
            if any(each.has(x, y, 30) for each in taken):
                continue
            long = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
            for side in (-1, 1):
                at = (x - side * (y1 - y0) / long * off, y + side * (x1 - x0) / long * off)
                pixel = picture.getpixel((round(at[0] * scale), round(at[1] * scale)))
                ratios.append(contrast("#2a2118", hexed(pixel)))
    assert len(ratios) > 2_000
    assert sum(ratio >= 3 for ratio in ratios) / len(ratios) > 0.97
    assert sorted(ratios)[len(ratios) // 10] > 4.5


def test_the_chart_has_neither_words_nor_a_language() -> None:
    """It is drawn once for all languages; whatever is read on the map is above it."""
    svg = easel_of(mod().folders.data).draw(engraving().template, engraving().values).svg
    assert "data-words" not in svg
    german = {each.name: each.values for each in table.layers(mod(5, "de"), layout(5, "de"))}
    assert german[engraving().name] == engraving().values


def test_each_place_has_a_drawing_of_its_own() -> None:
    """Nineteen towns: no two look alike where they stand."""
    ground = engraved(0.5)
    scale = ground.width / chart().values["width"]
    seen = set()
    for number, box in towns().items():
        left, top, right, bottom = (round(each * scale) for each in box)
        town = ground.crop((left, top, right, bottom)).convert("L")
        levels = [level for level, many in enumerate(town.histogram()) if many]
        assert levels[-1] - levels[0] > 120, number
        seen.add(town.tobytes())
    assert len(seen) == 19


@cache
def finished() -> Image.Image:
    """Draw the map as a build does, in a third of its size."""
    asked = chart()
    svg = easel_of(mod().folders.data).draw(asked.template, asked.values, "en", asked.layers).svg
    drawn = {each.name: each for each in table.layers(mod(), layout())}
    desk = easel_of(mod().folders.data)
    under = {
        layer: rasterised(desk.draw(drawn[name].template, drawn[name].values).svg, drawn[name].size)
        for layer, name in asked.layers.items()
    }
    units = (asked.values["width"], asked.values["height"])
    face = rasterised(svg, (units[0] // 3, units[1] // 3))
    return composed(face, under, laid(svg), units).convert("RGB")


def test_what_is_above_hides_no_more_of_the_chart_than_it_must() -> None:
    """More than half of the engraving is seen on the finished map."""
    below = engraved(0.5).resize(finished().size)
    apart = ImageChops.difference(finished(), below).convert("L").histogram()
    assert sum(apart[:16]) > 0.55 * sum(apart)
