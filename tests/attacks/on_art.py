"""Attacks on a person's own pictures: cut off, huge, of other kinds, no pictures, no files."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from PIL import Image

from tests.attacks.mods import OUT, build, laid_out, whole
from tests.attacks.weapons import bent, contents, odd_file, overwrite, wrong_words
from tts_tool.errors import ExitCode

__all__ = ["attack"]

STEMS = (
    *("fruit.apple", "fruit.apple.1", "fruit.apple.1.en", "fruit.pear.de", "back.fruit"),
    *("mat.board", "mat.seat.red", "mat.surface", "Fruit.Apple", "fruit.apple.1.fr", "nobody"),
    *(
        "fruit.apple.9",
        ".fruit.apple",
        "fruit apple",
        "früchte",
        "x" * 200,
        "",
        "a\nb",
        "%s",
        "CON",
    ),
)
ENDINGS = (".png", ".png", ".jpg", ".jpeg", ".webp", ".PNG", ".svg", ".gif", ".tiff", ".avif", "")
MODES = ("1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16", "F", "I", "YCbCr", "LAB")
KINDS = ("PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP", "PPM", "ICO", "TGA", "PCX")
SIZES = ((1, 1), (1, 3_000), (3_000, 1), (500, 700), (60, 60), (0, 0), (1_200, 1_700))
ART = ("art", "art", "art/my_mod", "art/my_mod/base")


def attack(pick: random.Random, folder: Path) -> str | None:
    """Lay pictures into a mod's art and build; they stay as they are, and so does a build."""
    mod = laid_out(folder)
    for _ in range(pick.choice([1, 1, 2, 4])):
        path = mod / pick.choice(ART) / f"{pick.choice(STEMS)}{pick.choice(ENDINGS)}"
        with suppress(OSError):  # a file of ours may stand where a folder is meant to be
            path.parent.mkdir(parents=True, exist_ok=True)
        if not path.parent.is_dir():
            continue
        if pick.random() < 0.1:
            odd_file(path, pick)
        else:
            overwrite(path, _picture(pick))
    before, built = contents(mod), contents(mod / OUT)
    ran = build(mod, *pick.choice([(), ("--json",), ("--lang", "de")]))
    if wrong := wrong_words(ran):
        return wrong
    after = contents(mod)
    if any(after.get(path) != data for path, data in before.items() if not path.startswith(OUT)):
        return "a file of the mod has changed"
    if ran.code == ExitCode.OK:
        return whole(mod / OUT)
    return None if contents(mod / OUT) == built else "a build that failed has changed the last one"


def _picture(pick: random.Random) -> bytes:
    match pick.randrange(6):
        case 0:
            return pick.choice(HUGE)()
        case 1:
            return pick.randbytes(pick.choice([1, 100, 50_000]))
        case 2:
            return _encoded(pick)
    return bent(_encoded(pick) or _plain(), pick)


@cache
def _plain() -> bytes:
    target = io.BytesIO()
    Image.linear_gradient("L").convert("RGB").save(target, "PNG")
    return target.getvalue()


def _encoded(pick: random.Random) -> bytes:
    """Write a picture as some program might; b"" if that kind knows no such picture."""
    exif = Image.Exif()
    exif[0x0112] = pick.choice([1, 6, 9, 0, 65_535])
    more: dict[str, object] = {"exif": exif} if pick.random() < 0.3 else {}
    if pick.random() < 0.2:
        more["icc_profile"] = pick.randbytes(200)
    if pick.random() < 0.2:
        more |= {"save_all": True, "append_images": [Image.new("RGB", (60, 60), "red")] * 30}
    target = io.BytesIO()
    try:
        picture = Image.new(pick.choice(MODES), pick.choice(SIZES))
        if pick.random() < 0.1:
            more["transparency"] = 0
        picture.save(target, pick.choice(KINDS), **more)
    except (
        ValueError,
        OSError,
        SystemError,
        KeyError,
        TypeError,
        RuntimeError,
        MemoryError,
        ZeroDivisionError,
    ):
        return b""
    return target.getvalue()


def _chunk(name: bytes, data: bytes) -> bytes:
    sum_ = zlib.crc32(name + data)
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", sum_)


def _png(width: int, height: int, *chunks: bytes, depth: int = 1, colours: int = 0) -> bytes:
    """Write a PNG of any size that holds what we like."""
    head = struct.pack(">IIBBBBB", width, height, depth, colours, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", head) + b"".join(chunks) + _chunk(b"IEND", b"")


@cache
def _zeros() -> bytes:
    packer = zlib.compressobj(9)
    return b"".join(packer.compress(bytes(10**6)) for _ in range(300)) + packer.flush()


# Small files of much, or of what never was a picture.
HUGE: tuple[Callable[[], bytes], ...] = (
    lambda: _png(40_000, 40_000, _chunk(b"IDAT", _zeros())),
    lambda: _png(13_000, 13_000, _chunk(b"IDAT", _zeros()), depth=8, colours=2),
    lambda: _png(9_000, 9_000, _chunk(b"IDAT", _zeros()), depth=8, colours=6),
    lambda: _png(2**31 - 1, 2**31 - 1),
    lambda: _png(0, 0),
    lambda: _png(10, 10, _chunk(b"zTXt", b"a\x00\x00" + _zeros()), _chunk(b"IDAT", _zeros())),
    lambda: _png(10, 10, _chunk(b"iCCP", b"a\x00\x00" + _zeros()), _chunk(b"IDAT", _zeros())),
    lambda: _png(10, 10, *[_chunk(b"tEXt", b"a\x00b")] * 100_000),
    lambda: b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 2**31 - 1) + b"IHDR",
    lambda: b"\xff\xd8" + b"\xff\xe1\xff\xffExif\x00\x00" + b"M" * 65_525 + b"\xff\xd9",
    lambda: b"\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01",
    lambda: b"RIFF\xff\xff\xff\xffWEBPVP8X\x0a\x00\x00\x00\x10\x00\x00\x00\xff\xff\xff\xff\xff\xff",
    lambda: b"GIF89a\xff\xff\xff\xff\x80\x00\x00" + b"\x00" * 6 + b"," + b"\x00" * 4 + b"\xff" * 4,
    lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) run\n",
    lambda: b"II*\x00\x08\x00\x00\x00\xff\xff" + b"\x00\x01\x04\x00\xff\xff\xff\xff" * 4_000,
    lambda: b"<svg xmlns='http://www.w3.org/2000/svg'>" + b"<g>" * 100_000 + b"</svg>",
    lambda: bytes(60_000_000),
)  # fmt: skip
