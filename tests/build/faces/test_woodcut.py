"""The drawing kit: the same picture each time, within bounds, and layers that lie under faces."""

from __future__ import annotations

import io
import re
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from tts_tool.build.faces import Easel, inked, rasterised
from tts_tool.build.faces.layers import Laid, composed, mark
from tts_tool.build.faces.soundness import flaw
from tts_tool.build.graph import Output
from tts_tool.build.mod import Drawing
from tts_tool.build.stamps import digest_of
from tts_tool.build.woodcut import calls
from tts_tool.errors import BadInput

STYLE = '[colours]\npaper = "#efe6d2"\nink = "#1f1b16"\npitch = "#0d1216"\n[text]\n'
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 380">\n'
PAGE = (Path(__file__).parents[3] / "docs" / "woodcut.md").read_text("utf-8")
SHOWN = PAGE.split("```jinja")[1].split("```")[0]
CALLS = {call.partition("(")[0]: call for call in re.findall(r"\{\{ (.*) \}\}", SHOWN)}
"""Each call of the kit as its page shows it."""
HOUND = """\
{{ limb("90 240 50, 220 180 100, 400 200 70, 450 120 8") }}
{{ claws(120, 330, 100, 60, 12) }}
{{ fur("120 180, 240 130, 380 160", 40) }}
{{ antler(130, 180, -110, 150, 14, 1) }}
"""
FIGURE = """\
{{% call engraved("paper", "pitch") %}}
{}
{{% endcall %}}
"""


@pytest.fixture
def studio(tmp_path: Path) -> Path:
    """Make a folder of templates with a style."""
    (tmp_path / "style.toml").write_text(STYLE, "utf-8")
    return tmp_path


def drawn(studio: Path, body: str, name: str = "figure.svg") -> str:
    """Write a template and draw by it."""
    (studio / name).write_text(f"{HEAD}{body}\n</svg>\n", "utf-8")
    svg = Easel([studio], []).draw(name, {}).svg
    assert flaw(svg, (100, 76)) is None
    return svg


def pixels(svg: str) -> Image.Image:
    """Draw it small."""
    with Image.open(io.BytesIO(rasterised(svg, (100, 76)))) as opened:
        return opened.convert("RGBA")


def ink(picture: Image.Image) -> int:
    """Count the pixels on which something is."""
    return sum(picture.getchannel("A").histogram()[64:])


@pytest.mark.parametrize("name", CALLS)
def test_every_call_draws_the_same_again(studio: Path, name: str) -> None:
    """Each puts something on the picture, the same whenever it is drawn."""
    body = f"{{{{ {CALLS[name]} }}}}"
    svg = drawn(studio, body)
    assert drawn(studio, body) == svg
    assert ink(pixels(svg)) > 40


def test_every_call_stands_on_its_page() -> None:
    """Whatever a template can call is described there, and drawn in its picture."""
    known = calls(str, Random).keys()
    assert {name for name in known if f"`{name}(" in PAGE or f"call {name}(" in PAGE} == known
    assert known - CALLS.keys() == {"along", "engraved", "points", "rough", "strewn"}


def test_a_figure_has_the_same_pixels_everywhere(studio: Path) -> None:
    """One small woodcut, pixel by pixel, as it was when this was written."""
    picture = pixels(drawn(studio, FIGURE.format(HOUND)))
    assert digest_of(picture.tobytes())[:16] == "0499275c346304a6"


def test_chance_comes_from_the_template(studio: Path) -> None:
    """What another template draws, or one call more at its end, changes nothing of a picture."""
    body = f"{{{{ {CALLS['fur']} }}}}"
    svg = drawn(studio, body)
    assert drawn(studio, body, "other.svg") != svg
    longer = drawn(studio, body + f"{{{{ {CALLS['reeds']} }}}}")
    assert longer.startswith(svg.removesuffix("</svg>").rstrip())


def test_what_is_strewn_keeps_its_distance(studio: Path) -> None:
    """Points lie in the box, apart, nearer to their own, and off what must stay clear."""
    body = (
        "{% for x, y in strewn([0, 0, 500, 380], 60, 30, [(100, 190)], [(400, 190)], 300,"
        " [(40, 40, 160, 160)], [(100, 300)], 50) %}<circle cx='{{ x }}' cy='{{ y }}' r='9'/>"
        "{% endfor %}"
    )
    found = re.findall(r"cx='([\d.]+)' cy='([\d.]+)'", drawn(studio, body))
    spots = [(float(x), float(y)) for x, y in found]
    assert 20 < len(spots) <= 60
    assert spots == sorted(spots, key=lambda spot: spot[1])
    for i, (x, y) in enumerate(spots):
        assert x < 250
        assert not (40 < x < 160 and 40 < y < 160)
        assert (x - 100) ** 2 + (y - 300) ** 2 > 49**2
        assert all((x - a) ** 2 + (y - b) ** 2 > 29**2 for a, b in spots[:i])


def test_a_woodcut_is_dark_and_lit_from_the_upper_left(studio: Path) -> None:
    """Most of a figure is ink; the lines and the rim of light are where the lamp is."""
    disc = "<circle cx='250' cy='190' r='150'/>"
    picture = pixels(drawn(studio, FIGURE.format(disc))).convert("RGB")
    light = picture.convert("L").point(lambda level: 255 * (level > 90))
    upper, lower = (light.crop(box).histogram()[255] for box in ((20, 8, 50, 38), (50, 38, 80, 68)))
    assert upper > 3 * lower
    assert picture.getpixel((58, 46)) == (13, 18, 22)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("limb([(1, 2)])", "limb cannot draw this"),
        ("limb([(1, 2, 1e9)])", "no measure"),
        ("blob([])", "blob cannot draw this"),
        ('blob("1 2, 3 x")', "are no points"),
        ('spike(1, 2, 3, 4, 5, 0, "mauve")', "no colour 'mauve'"),
        ("fangs([(0, 0), (9, 9)], 5000, 3)", "no measure"),
        ("strands([(0, 0)] * 2000, 9, 9, 9)", "too many"),
        ("along([(0, 0), (9, 9)], {})", "nothing to draw with"),
        ("strewn([0, 0, 9, 9], 5, 1, [])", "strewn cannot draw this"),
        ("layer('ground', 0, 0, 0, 9)", "has no size"),
    ],
)
def test_what_cannot_be_drawn_is_told(studio: Path, call: str, said: str) -> None:
    """A mistake in a figure ends with its line and what the call takes."""
    with pytest.raises(BadInput, match=r"figure\.svg:2") as error:
        drawn(studio, f"{{{{ {call} }}}}")
    assert said in str(error.value)


RED = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">'
    '<rect width="1" height="1" fill="#f00"/></svg>'
)


def test_layers_lie_under_a_face_in_the_order_in_which_they_are_said() -> None:
    """The first lies lowest; what is inside is seen only on what lies there already."""
    red, blue = (rasterised(RED.replace("#f00", each), (4, 4)) for each in ("#f00", "#00f"))
    face = rasterised(RED.replace("<rect", '<rect opacity="0"'), (40, 40))
    lying = [Laid("red", 0, 0, 20, 40), Laid("blue", 10, -10, 40, 30, inside=True)]
    whole = composed(face, {"red": red, "blue": blue}, lying, (40, 40))
    seen = [whole.getpixel(at) for at in ((5, 5), (15, 5), (15, 30), (30, 5))]
    assert seen == [(255, 0, 0, 255), (0, 0, 255, 255), (255, 0, 0, 255), (0, 0, 0, 0)]


def test_a_face_is_put_on_the_layers_that_its_node_needs(tmp_path: Path) -> None:
    """A drawing says which picture each layer is, its SVG where that lies."""
    svg = HEAD + mark(Laid("ground", 0, 0, 500, 190)) + "</svg>"
    needed = {}
    for name, data in (("sketch", svg.encode()), ("layer", rasterised(RED, (10, 10)))):
        (tmp_path / name).write_bytes(data)
        needed[name] = Output(digest_of(data), "", tmp_path / name)
    shape = Drawing(
        name="card", template="", size=(50, 38), opaque=False, layers={"ground": "ground.red"}
    )
    with Image.open(io.BytesIO(inked(shape, needed).data)) as opened:
        picture = opened.convert("RGBA")
    assert picture.getpixel((25, 9)) == (255, 0, 0, 255)
    assert picture.getpixel((25, 30)) == (0, 0, 0, 0)


def test_a_small_picture_may_have_more_light(studio: Path) -> None:
    """A filter goes over all pixels: what would take too long on a card is nothing on a strip."""
    blob = '{{ blob("90 90, 200 60, 260 200 1, 120 240") }}'
    block = f'{{% call engraved("paper", "pitch") %}}{blob}{{% endcall %}}'
    (studio / "head.svg").write_text(f"{HEAD}{block * 5}\n</svg>\n", "utf-8")
    svg = Easel([studio], []).draw("head.svg", {}).svg
    assert flaw(svg, (492, 226)) is None
    found = flaw(svg, (750, 1050))
    assert found is not None
    assert "repeats itself" in found.what
