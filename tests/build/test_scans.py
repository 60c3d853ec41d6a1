"""A person's own picture is taken as it looks in a viewer, and one that is not taken is told of."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from tests.build.tiny import Tiny
from tts_tool.build.pictures import Scan, scanned
from tts_tool.errors import BadInput

UPRIGHT = 1
ON_ITS_SIDE = 6
ORIENTATION = 0x0112
RED, BLUE, WHITE = (200, 30, 30), (30, 30, 200), (255, 255, 255)


def bands(mode: str, *colours: object) -> Image.Image:
    """Paint bands from left to right."""
    picture = Image.new(mode, (60 * len(colours), 60))
    for place, colour in enumerate(colours):
        band = Image.new(mode, (60, 60), colour)  # type: ignore[arg-type]
        picture.paste(band, (60 * place, 0))
    return picture


def encoded(picture: Image.Image, form: str = "PNG", orientation: int = UPRIGHT) -> bytes:
    """Write a picture as a camera or a program does."""
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    target = io.BytesIO()
    picture.save(target, form, exif=exif)
    return target.getvalue()


def taken(
    folder: Path, content: bytes, size: tuple[int, int], *, opaque: bool = True
) -> Image.Image:
    """Take a scan in place of a drawing, and see what came of it."""
    file = folder / "scan"
    file.write_bytes(content)
    made = scanned(Scan(file.as_posix(), size, opaque), {})
    return Image.open(io.BytesIO(made.data))


def close(one: object, other: object) -> bool:
    """Tell whether two colours look the same."""
    return all(abs(a - b) < 12 for a, b in zip(one, other, strict=True))  # type: ignore[call-overload]


def test_fine_greys(tmp_path: Path) -> None:
    """A grey of 16 bits stays that grey."""
    greys = bands("I;16", 0, 64 * 256, 192 * 256, 65_535)
    picture = taken(tmp_path, encoded(greys), (240, 60)).convert("RGB")
    for place, grey in enumerate((0, 64, 192, 255)):
        assert close(picture.getpixel((60 * place + 30, 30)), (grey, grey, grey))


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_the_right_way_up(tmp_path: Path, form: str) -> None:
    """A camera that was held upright says so beside the pixels."""
    picture = taken(tmp_path, encoded(bands("RGB", RED, BLUE), form, ON_ITS_SIDE), (60, 120))
    assert picture.size == (60, 120)
    assert close(picture.convert("RGB").getpixel((30, 15)), RED)
    assert close(picture.convert("RGB").getpixel((30, 105)), BLUE)


def test_a_large_photograph_stays_sharp(tmp_path: Path) -> None:
    """A JPEG is read no smaller than it is needed, also if it lies on its side."""
    chequers = Image.new("RGB", (8, 4), WHITE)
    for x, y in ((x, y) for x in range(8) for y in range(4) if (x + y) % 2):
        chequers.putpixel((x, y), (0, 0, 0))
    large = chequers.resize((1600, 800), Image.Resampling.NEAREST)
    picture = taken(tmp_path, encoded(large, "JPEG", ON_ITS_SIDE), (800, 400)).convert("L")
    row = picture.crop((0, 50, 800, 51)).tobytes()
    assert {value for value in row if 20 < value < 235} == set()
    assert len(set(row)) > 1


@pytest.mark.parametrize("side", [1, 340, 453, 679, 5_000])
def test_any_size(tmp_path: Path, side: int) -> None:
    """However large a square is, it fills the card from top to bottom."""
    square = Image.new("L", (side, side), 77)
    assert taken(tmp_path, encoded(square), (500, 700)).getcolors() == [(350_000, (77, 77, 77))]


def test_what_would_fill_the_memory(tmp_path: Path) -> None:
    """A small file may unpack to a picture that no computer needs; it is refused by its size."""
    with pytest.raises(BadInput, match="this picture is 8000 x 8000 pixels"):
        taken(tmp_path, encoded(Image.new("1", (8_000, 8_000))), (500, 700))


@pytest.mark.parametrize("mode", ["RGBA", "P"])
def test_transparent_is_paper(tmp_path: Path, mode: str) -> None:
    """Where a picture is transparent, paper is seen and not the colour that hides there."""
    clear = bands("RGBA", (*RED, 255), (*BLUE, 0))
    content = encoded(clear if mode == "RGBA" else clear.quantize(16))
    card = taken(tmp_path, content, (120, 60))
    assert card.mode == "RGB"
    assert close(card.getpixel((30, 30)), RED)
    assert close(card.getpixel((90, 30)), WHITE)
    token = taken(tmp_path, content, (120, 60), opaque=False)
    alpha = token.getchannel("A")
    assert (alpha.getpixel((30, 30)), alpha.getpixel((90, 30))) == (255, 0)


SCAN = encoded(bands("RGB", RED))


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    """Build the tiny mod once."""
    made = Tiny(tmp_path)
    made.build()
    return made


@pytest.mark.parametrize(
    ("name", "drawing"),
    [
        ("gem.ruby.png", "gem.ruby"),
        ("gem.ruby.en.jpg", "gem.ruby"),
        ("gem.ruby.PNG", "gem.ruby"),
        ("back.gem.JPG", "back.gem"),
        ("board.map.webp", "board.map"),
    ],
)
def test_replaces(tiny: Tiny, name: str, drawing: str) -> None:
    """A picture is known by its name, however its ending is written."""
    tiny.write(f"art/{name}", SCAN)
    report = tiny.build().report
    assert report.ran[0].node == f"face/{drawing}/en"
    assert report.notes == ()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("gem.rubby.png", "did you mean gem.ruby.png?"),
        ("Gem.Ruby.png", "did you mean gem.ruby.png?"),
        ("gem.ruby.fr.png", "did you mean gem.ruby"),
        ("gem.ruby.2.png", "did you mean gem.ruby"),
        ("xyz.webp", "no picture here is called like it"),
        ("gem.ruby.gif", "it may be .png, .jpg, .jpeg, .webp"),
        ("gem.ruby.svg", "export it from your drawing program: it may be .png"),
        ("gem.ruby.TIFF", "it may be .png"),
        ("gem.ruby.png/keep.txt", "it is a folder"),
    ],
)
def test_replaces_nothing(tiny: Tiny, name: str, why: str) -> None:
    """A picture that changes nothing is told of, with what was probably meant."""
    tiny.write(f"art/{name}", SCAN)
    built = tiny.build()
    assert built.report.ran == ()
    (note,) = built.report.notes
    assert re.match(rf".*/art/{name.partition('/')[0]} replaces nothing: ", note)
    assert why in note
    assert tiny.past().last is not None
    assert tiny.past().last.notes == (note,)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["gem.ruby.de.png", ".DS_Store", "readme.txt", "gem.ruby.psd"])
def test_may_lie_there(tiny: Tiny, name: str) -> None:
    """Pictures for another language, and what is no picture, are nothing to talk about."""
    tiny.write(f"art/{name}", SCAN)
    report = tiny.build().report
    assert (report.ran, report.notes) == ((), ())


def test_drawing_beside_its_picture(tiny: Tiny) -> None:
    """The drawing from which a picture was exported may lie beside it."""
    tiny.write("art/gem.ruby.png", SCAN)
    tiny.write("art/gem.ruby.svg", "<svg/>")
    report = tiny.build().report
    assert [run.node for run in report.ran][:1] == ["face/gem.ruby/en"]
    assert report.notes == ()


def test_two_for_one(tiny: Tiny) -> None:
    """Of two pictures of one name the first is taken, and the other told of."""
    tiny.write("art/gem.ruby.png", SCAN)
    tiny.write("art/gem.ruby.jpg", encoded(bands("RGB", BLUE), "JPEG"))
    (note,) = tiny.build().report.notes
    assert re.fullmatch(r".*/art/gem\.ruby\.jpg replaces .*/art/gem\.ruby\.png comes first", note)
