"""Templates: what they can say, what is refused with file and line, and which files count."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from tts_tool.build.faces import DrawnFace, Easel, contrast, inked, rasterised, sketched
from tts_tool.build.faces.soundness import flaw, is_tame
from tts_tool.build.graph import Output
from tts_tool.build.mod import Drawing, Folders
from tts_tool.build.seams import Sketch
from tts_tool.build.stamps import digest_of
from tts_tool.errors import BadInput, NotFound, UserError

STYLE = """
[colours]
paper = "#efe6d2"
ink = "#1f1b16"
sand = "#d8cba8"
[text.rules]
font = "sans"
largest = 40
smallest = 30
"""
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2H22"/></svg>'
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 700">\n'


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    """Make a mod's data folder with a style and one icon."""
    for folder in ("faces", "icons", "shared/faces", "shared/icons"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "faces" / "style.toml").write_text(STYLE, "utf-8")
    (tmp_path / "shared" / "icons" / "shield.svg").write_text(ICON, "utf-8")
    return tmp_path


def easel(mod: Path) -> Easel:
    """Draw by the mod's own folders, then the shared ones."""
    return Easel([mod / "faces", mod / "shared/faces"], [mod / "icons", mod / "shared/icons"])


def draw(mod: Path, body: str, **values: object) -> DrawnFace:
    """Write a template and draw by it."""
    (mod / "faces" / "card.svg").write_text(f"{HEAD}{body}\n</svg>\n", "utf-8")
    return easel(mod).draw("card.svg", values)


def sketch(mod: Path, body: str) -> bytes:
    """Write a template and draw by it, as a build does."""
    (mod / "faces" / "card.svg").write_text(f"{HEAD}{body}\n</svg>\n", "utf-8")
    drawing = Drawing(name="card", template="card.svg")
    return sketched(Sketch(drawing, Folders((mod, mod / "shared"), ())), {}).data


def test_a_face_is_words_and_icons(mod: Path) -> None:
    """Words are outlines and icons are shapes, so that no font is needed to draw them."""
    face = draw(mod, '{{ text("Take [shield]2 & go", 0, 0, 400, 90, "rules") }}')
    assert "<text" not in face.svg
    assert 'd="M2 2H22"' in face.svg
    with Image.open(io.BytesIO(rasterised(face.svg, (250, 350)))) as picture:
        assert picture.size == (250, 350)
        assert sum(picture.getchannel("A").histogram()[200:]) > 200


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('{{ text("word " * 99, 0, 0, 300, 90, "rules") }}', "does not fit 300 x 90 at size 30"),
        ('{{ icon("sheild", 0, 0, 24) }}', "no icon 'sheild'"),
        ('{{ text("[sheild]", 0, 0, 300, 90, "rules") }}', "no icon 'sheild'"),
        ('{{ icon("../shield", 0, 0, 24) }}', "no icon '../shield'"),
        ('{{ icon("shield", 0, 0, 24, "mauve") }}', "no colour 'mauve'"),
        ('{{ text("a", 0, 0, 300, 90, "poem") }}', "no text style 'poem'"),
        ('{{ text("a", 0, 0, 300, 90, "rules", colour="sand") }}', "has a contrast of 1"),
        ("{{ name.de }}", "has no attribute 'de'"),
        ("{{ nothing }}", "'nothing' is undefined"),
        ("{{ fail('no words for this') }}", "no words for this"),
        ("{% if %}", "Expected an expression"),
        ('{% include "nowhere.j2" %}', "no template nowhere.j2"),
        ('{% include "../../secret.j2" %}', "no template ../../secret.j2"),
        ("{{ name.__class__ }}", "unsafe"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_line(mod: Path, body: str, said: str) -> None:
    """An error says what is wrong, and in which line of which template."""
    with pytest.raises(UserError, match=r"card\.svg:2") as error:
        draw(mod, body, name={"en": "Gem"})
    assert said in str(error.value)


def test_an_unknown_icon_comes_with_a_guess(mod: Path) -> None:
    """A slip of the pen is put right in the message."""
    with pytest.raises(NotFound) as error:
        draw(mod, '{{ icon("sheild", 0, 0, 24) }}')
    assert error.value.fix == "did you mean 'shield'?"


@pytest.mark.parametrize(
    "shape",
    [
        '<path d="m2 2-1.5.5l.5.5,1e1-1 3,3z"/>',
        '<path d=" M 2,2 A4 4 0 0 1 10 10 a4 4 0 01.5.5 1 1 0 1 0 1-1 Z M1 1h2v2 "/>',
        '<path d="M12 7.5c0-2.500 1-4 3-5s2 2 3 3q1 1 2 2t1 1S2 3 4 5"/>',
        '<g transform="rotate(9)"><circle cx="12" cy=".5" r="1e1"/></g>',
        '<polyline points="1,2 3,4 5-6"/>',
    ],
)
def test_what_an_icon_may_hold(mod: Path, shape: str) -> None:
    """Paths are written as any drawing program writes them."""
    text = ICON.replace('<path d="M2 2H22"/>', shape)
    (mod / "icons" / "shield.svg").write_text(text, "utf-8")
    assert shape.partition(" ")[0] in draw(mod, '{{ icon("shield", 0, 0, 24) }}').svg


def test_a_comment_is_no_declaration(mod: Path) -> None:
    """An ordinary comment may stand in a template; what is hidden behind one is found."""
    face = draw(mod, '<!-- the frame --><rect width="300" height="300"/>')
    assert rasterised(face.svg, (50, 70)) != rasterised(draw(mod, "").svg, (50, 70))
    with pytest.raises(BadInput, match="may not hold"):
        sketch(mod, '<?x <!-- ?><image href="/etc/passwd"/><!-- -->')


@pytest.mark.parametrize(
    "body",
    [
        '<image href="file:///etc/passwd" width="9" height="9"/>',
        '<use href="other.svg#a"/>',
        '<use xmlns:x="http://www.w3.org/1999/xlink" x:href="other.svg#a"/>',
        '<x:image xmlns:x="http://www.w3.org/2000/svg" href="a.png"/>',
        '<path fill="url(https://example.org/a.svg#b)"/>',
        "<path style=\"fill: url('other.svg#b')\"/>",
        "<filter><feImage/></filter>",
        "<filter><feMorphology radius='1000'/></filter>",
        "<filter><feTurbulence numOctaves='99999'/></filter>",
        "<script>1</script>",
        "<text>Hello</text>",
        "<style>path {}</style>",
        '<!DOCTYPE svg [<!ENTITY a "b">]>',
    ],
)
def test_a_face_reads_no_other_file(mod: Path, body: str) -> None:
    """Pictures, scripts, foreign text and declarations are refused."""
    with pytest.raises(BadInput, match=r"card\.svg:2: a face may not hold"):
        sketch(mod, body)


PAINTS = """\
<defs><linearGradient id="a"><stop offset="0" stop-color="#1e5f99"/></linearGradient>
<clipPath id="b"><circle r="9"/></clipPath><mask id="c"><rect width="9" height="9"/></mask>
<filter id="d"><feGaussianBlur stdDeviation="3"/></filter>
<pattern id="e" width="9" height="9"><path d="M0 0h3"/></pattern><g id="f"><path d="M0 0h3"/></g>
</defs>
<g fill="url(#a)" clip-path="url(#b)"><rect mask="url(#c)" filter="url('#d')"/>
<use href="#f" x="9"/><use href="#f"/><path style="fill: url( #e ); opacity: 0.5"/></g>
<sodipodi:namedview xmlns:sodipodi="http://sodipodi.example.org"><x xmlns=""/></sodipodi:namedview>
"""


def test_what_a_face_may_hold(mod: Path) -> None:
    """Paints, masks and repeated groups of its own, and what drawing programs note there."""
    assert b"url( #e )" in sketch(mod, PAINTS)


def bomb(kind: str, times: int) -> str:
    """Write groups that hold each other twice, each in its own way."""
    said = {
        "use": '<g id="a{1}"><use href="#a{0}"/><use href="#a{0}"/></g>',
        "mask": '<mask id="a{1}"><path mask="url(#a{0})"/><path mask="url(#a{0})"/></mask>',
        "pattern": '<pattern id="a{1}"><path fill="url(#a{0})" stroke="url(#a{0})"/></pattern>',
    }[kind]
    groups = "".join(said.format(number, number + 1) for number in range(times))
    return f'<defs><g id="a0"><path d="M0 0h9"/></g>{groups}</defs><use href="#a{times}"/>'


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<g>" * 300 + "</g>" * 300, "more than 64 deep"),
        ("<g>" * 99_999 + "</g>" * 99_999, "more than 64 deep"),
        ("<path/>" * 30_000, "more than 20,000 elements"),
        (bomb("use", 20), "repeats itself"),
        (bomb("mask", 40), "repeats itself"),
        (bomb("pattern", 60), "repeats itself"),
        ('<g id="a"><use href="#a"/><use href="#a"/></g>' + bomb("use", 63), "repeats itself"),
        (
            '<filter id="a">' + "<feOffset/>" * 60 + '</filter><g filter="url(#a)"/>',
            "repeats itself",
        ),
    ],
    ids=lambda each: str(each)[:30],
)
def test_what_takes_too_much_to_draw(mod: Path, body: str, said: str) -> None:
    """Whatever would end or stop the process that draws is refused with its template."""
    with pytest.raises(BadInput, match=r"card\.svg") as error:
        sketch(mod, body)
    assert said in str(error.value)


def test_half_a_character(mod: Path) -> None:
    """What no file can hold is refused with the line that spells it, and how to spell it."""
    with pytest.raises(BadInput, match=r"card\.svg:3: .*half a character \(\\ud83d") as error:
        sketch(mod, "\n{{ 'half of \\ud83d' }}")
    assert error.value.fix is not None


def test_layers_of_a_large_picture() -> None:
    """Groups that are drawn for themselves need room for the whole picture, each of them."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        + '<g opacity="0.5">' * 20
        + "</g>" * 20
        + "</svg>"
    )
    assert flaw(svg, (600, 840)) is None
    found = flaw(svg, (4096, 4096))
    assert found is not None
    assert "20 groups with opacity" in found.what


@pytest.mark.parametrize(
    ("body", "tame"),
    [
        ('<path fill="#1e5f99" d="M0 0h1234"/>', True),
        ('<g transform="scale(0.05)" opacity="0.5"><path stroke-dasharray="4 4"/></g>', True),
        ('<path d="M37.400000000000006 529.6200000000001"/>', True),
        ('<path d="M0 0H12345678"/>', False),
        ('<path d="M0.5.5H1234567.5"/>', False),
        ('<linearGradient id="a"><stop offset="0"/></linearGradient><g fill="url(#a)"/>', True),
        ('<s:mask xmlns:s="http://www.w3.org/2000/svg" id="a"/><path mask="url(#a)"/>', False),
        ('<clipPath id="a"><path d="M0 0h9"/></clipPath><path clip-path="url(#a)"/>', False),
        ('<mask id="a"><path d="M0 0h9"/></mask><path mask="url(#a)"/>', False),
        ('<path stroke-width="1e30"/>', False),
        ('<g transform="scale(900)"><g transform="scale(900)"/></g>', False),
        ('<g transform="scale(900)"/><g transform="scale(900)"/>', True),
        ("<path/>" * 9_000, False),
        (PAINTS, False),
    ],
    ids=lambda each: str(each)[:30],
)
def test_tame(body: str, tame: bool) -> None:  # noqa: FBT001 - what is expected
    """What is plain, small and of moderate numbers is drawn at once, all else with care."""
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 700">{body}</svg>'
    assert flaw(svg, (600, 840)) is None
    assert is_tame(svg, (600, 840)) is tame


@pytest.mark.parametrize(
    ("icon", "said"),
    [
        ("<svg", "no XML"),
        (ICON.replace("24 24", "32 32"), "view box 0 0 24 24"),
        (ICON.replace("path", "image"), "shapes only, no <image>"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + ICON, "without declarations"),
        (ICON + " " * 30_000, "a short SVG"),
        (ICON.replace("M2 2H22", "XX 3"), ':1: d="XX 3" cannot be drawn'),
        (ICON.replace("M2 2H22", "M2 2L10 10 Q"), "cannot be drawn"),
        (ICON.replace("M2 2H22", "M2 2H22 junk"), "cannot be drawn"),
        (ICON.replace("M2 2H22", "H22"), "cannot be drawn"),
        (ICON.replace("M2 2H22", "M" + "1" * 10_000 + "x"), "cannot be drawn"),
        (ICON.replace("M2 2H22", ""), 'd="" cannot be drawn'),
        (ICON.replace(' d="M2 2H22"', ""), "<path> without d cannot be seen"),
        (ICON.replace("<path", '\n<circle r="wide"/><path'), ':2: r="wide" cannot be drawn'),
        (ICON.replace("<path", '<polygon points="1 2 3"/><path'), "cannot be drawn"),
        (ICON.replace("<path", '<polygon points="1 2 3 4 5"/><path'), "cannot be drawn"),
    ],
)
def test_an_icon_is_shapes_on_a_grid(mod: Path, icon: str, said: str) -> None:
    """Whatever else stands in an icon is refused, with its file."""
    (mod / "icons" / "shield.svg").write_text(icon, "utf-8")
    with pytest.raises(BadInput, match=r"shield\.svg") as error:
        draw(mod, '{{ icon("shield", 0, 0, 24) }}')
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('"#efe6d2"', '"beige"', "colours.paper: expected"),
        ('"sans"', '"Arial"', "text.rules.font: invalid enum value 'Arial'"),
        ("smallest = 30", "weight = 3", "weight"),
        ("smallest = 30", "", '[text.rules] lacks "smallest"'),
        ("smallest = 30", 'smallest = "30"', "text.rules.smallest: expected"),
        ("30\n", '30\non = "snow"\n', "text.rules has the unknown colour 'snow'"),
        ("smallest = 30", "smallest = 50", "smallest"),
        ("smallest = 30", "smallest == 30", "Invalid value"),
        ("[colours]", "[colour]", 'unknown field "colour"'),
    ],
)
def test_a_style_is_checked(mod: Path, right: str, wrong: str, said: str) -> None:
    """A mistake in style.toml names the line, and what is wrong there."""
    style = STYLE.replace(right, wrong)
    at = style.index(wrong.lstrip("30\n") or "[text.rules]")
    line = style[:at].count("\n") + 1
    (mod / "faces" / "style.toml").write_text(style, "utf-8")
    with pytest.raises(BadInput) as error:
        draw(mod, "")
    assert said in str(error.value)
    assert str(error.value.where).endswith(f"/faces/style.toml:{line}")


def test_all_files_that_decide_are_named(mod: Path) -> None:
    """Also those that would have been taken if they had been there."""
    (mod / "faces" / "more.j2").write_text(
        '{% from "parts.j2" import mark %}\n'
        "{% macro both() %}{{ mark() }}{{ mark() }}{% endmacro %}",
        "utf-8",
    )
    (mod / "shared" / "faces" / "parts.j2").write_text(
        "{% macro mark() %}{{ icon('shield', 0, 0, 24) }}{% endmacro %}", "utf-8"
    )
    draw(mod, '{% import "more.j2" as more %}{{ more.both() }}')
    artist = easel(mod)
    for _ in range(2):  # also when all of it is compiled already
        face = artist.draw("card.svg", {})
        assert {path.relative_to(mod).as_posix() for path in face.files} == {
            "faces/style.toml",
            "faces/card.svg",
            "faces/more.j2",
            "faces/parts.j2",
            "shared/faces/parts.j2",
            "icons/shield.svg",
            "shared/icons/shield.svg",
        }
    (mod / "faces" / "parts.j2").write_text("{% macro mark() %}own{% endmacro %}", "utf-8")
    assert "ownown" in artist.draw("card.svg", {}).svg


def test_a_mod_s_own_files_win_and_edits_are_seen(mod: Path) -> None:
    """An easel that goes on drawing takes the new icon, template and style."""
    artist = easel(mod)
    template = mod / "faces" / "card.svg"
    template.write_text(HEAD + "{{ icon('shield', 0, 0, 24) }}</svg>", "utf-8")
    before = artist.draw("card.svg", {}).svg
    (mod / "icons" / "shield.svg").write_text(ICON.replace("2 2", "3 3"), "utf-8")
    own_icon = artist.draw("card.svg", {}).svg
    template.write_text(HEAD + "{{ icon('shield', 0, 0, 48) }}</svg>", "utf-8")
    larger = artist.draw("card.svg", {}).svg
    style = STYLE.replace("#1f1b16", "#000000")
    (mod / "faces" / "style.toml").write_text(style, "utf-8")
    assert len({before, own_icon, larger, artist.draw("card.svg", {}).svg}) == 4


def test_text_boxes_can_be_stacked(mod: Path) -> None:
    """What was set says how high, wide and large it became."""
    face = draw(
        mod,
        '{% set a = text("word " * 12, 0, 0, 300, 300, "rules") %}'
        '<g id="h{{ a.height | int }} w{{ a.width <= 300 }} s{{ a.size | int }}"/>',
    )
    assert 'id="h' in face.svg
    assert "wTrue" in face.svg


def test_alignment_moves_text_inside_its_box(mod: Path) -> None:
    """Left, middle, right and top, middle, bottom put the ink where they say."""
    boxes = []
    for align in ("left", "middle", "right"):
        for valign in ("top", "middle", "bottom"):
            body = '{{ text("Ink", 0, 0, 500, 700, "rules", align=align, valign=valign) }}'
            face = draw(mod, body, align=align, valign=valign)
            with Image.open(io.BytesIO(rasterised(face.svg, (500, 700)))) as picture:
                boxes.append(picture.getchannel("A").getbbox() or (0, 0, 0, 0))
    lefts, tops = [box[0] for box in boxes[::3]], [box[1] for box in boxes[:3]]
    assert lefts == sorted(lefts)
    assert tops == sorted(tops)
    assert boxes[0][0] < 10
    assert boxes[-1][2] > 490
    assert boxes[-1][3] > 680


def test_a_drawing_becomes_pixels_of_its_size(mod: Path, tmp_path: Path) -> None:
    """The two nodes of a picture: values to SVG with its files, SVG to a PNG."""
    (mod / "faces" / "card.svg").write_text(HEAD + '<path d="M0 0H500V700z"/></svg>', "utf-8")
    drawing = Drawing(name="card", template="card.svg", size=(100, 140))
    made = sketched(Sketch(drawing, Folders((mod, mod / "shared"), ())), {})
    assert {Path(file).name for file in made.files} == {"card.svg", "style.toml"}
    stored = tmp_path / "sketch"
    stored.write_bytes(made.data)
    png = inked(drawing, {"sketch/card": Output(digest_of(made.data), "", str(stored))}).data
    with Image.open(io.BytesIO(png)) as picture:
        assert (picture.format, picture.size) == ("PNG", (100, 140))


@pytest.mark.parametrize(
    ("root", "size"),
    [
        ('viewBox="0 0 500 700"', (250, 350)),
        ('viewBox="0 0 500 700"', (512, 716)),
        ('viewBox="0 0 500 700"', (1000, 1409)),
        ('viewBox="0 0 500 704.5"', (682, 961)),
        ('viewBox="-3,-4 500 700"', (250, 360)),
        ('width="500" height="700"', (300, 350)),
        ('width="50mm" height="70mm" viewBox="0 0 500 700"', (250, 350)),
    ],
)
def test_the_whole_size_is_drawn_on(root: str, size: tuple[int, int]) -> None:
    """A picture has exactly its size, from edge to edge, whatever its proportions are."""
    shape = '<rect x="-9" y="-9" width="900" height="900" fill="#112233"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {root}><!-- a --><g>{shape}</g></svg>'
    with Image.open(io.BytesIO(rasterised(svg, size))) as picture:
        assert picture.size == size
        assert picture.convert("RGBA").getcolors() == [(size[0] * size[1], (17, 34, 51, 255))]


def test_no_svg_is_an_error() -> None:
    """What a template writes must be an SVG."""
    with pytest.raises(BadInput, match="this is no SVG"):
        rasterised("<svg", (10, 10))


@pytest.mark.parametrize(
    ("body", "part", "place"),
    [
        ("<g>\n<path/>\n</h>", "", "card.svg:4: this is no SVG: mismatched tag"),
        ("{% include 'part.j2' %}", "<g>\n<path d=M0/>\n</g>", "part.j2:2: this is no SVG: not"),
        ("{% for n in [1, 2] %}<path d='{{ n }}' d=''/>{% endfor %}", "", "card.svg: this is no"),
        ("{{ card.name }}{% raw %}<!-- a{% endraw %}", "", "card.svg"),
        ("{% include 'part.j2' %}", b"<g>\n\xff", "part.j2:2: not UTF-8"),
        ("{% include 'part.j2' %}", b"\n\n<style>a {}</style>", "part.j2:3: a face may not"),
    ],
)
def test_what_is_no_svg_is_told_with_its_template(
    mod: Path, body: str, part: str | bytes, place: str
) -> None:
    """What is drawn wrong is looked for in the templates: their line, or at least their name."""
    (mod / "faces" / "part.j2").write_bytes(part.encode() if isinstance(part, str) else part)
    (mod / "faces" / "card.svg").write_text(f"{HEAD}{body}\n</svg>\n", "utf-8")
    drawing = Drawing(name="card", template="card.svg", values={"card": {"name": "A"}})
    with pytest.raises(BadInput) as error:
        sketched(Sketch(drawing, Folders((mod, mod / "shared"), ())), {})
    assert f"{(mod / 'faces').as_posix()}/{place}" in str(error.value)


def test_a_template_that_is_not_there(mod: Path) -> None:
    """A template that nobody wrote is named with the folder in which it belongs."""
    with pytest.raises(NotFound, match="no template gem") as error:
        easel(mod).draw("gem.svg", {})
    assert error.value.where == (mod / "faces/gem.svg").as_posix()


def test_pixels_are_the_same_in_every_process(mod: Path) -> None:
    """Two processes draw the same bytes, whatever their hash seed and their language."""
    (mod / "faces" / "card.svg").write_text(
        HEAD + '{{ text("Straße *und* [shield]", 0, 0, 400, 90, "rules") }}</svg>', "utf-8"
    )
    code = (
        "import sys, hashlib; from pathlib import Path; "
        "from tts_tool.build.faces import Easel, rasterised; m = Path(sys.argv[1]); "
        "e = Easel([m / 'faces'], [m / 'shared/icons']); "
        "print(hashlib.sha256(rasterised(e.draw('card.svg', {}).svg, (500, 700))).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code, str(mod)],
            env={"PYTHONHASHSEED": seed, "LC_ALL": locale, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed, locale in (("1", "C"), ("2", "tr_TR.UTF-8"))
    }
    assert len(seen) == 1


def test_contrast_is_measured_as_the_guidelines_say() -> None:
    """Black on white is 21, alike is 1, and the order doesn't matter."""
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
