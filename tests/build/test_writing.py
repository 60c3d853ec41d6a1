"""A build comes into its folder as a whole or not at all, and touches nothing that is not its."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.build.tiny import Tiny
from tts_tool.build import writing
from tts_tool.build.stamps import Stamps, digest_of
from tts_tool.build.writing import (
    MANIFEST,
    Content,
    Manifest,
    clear,
    differences,
    read_manifest,
    write_outputs,
)
from tts_tool.errors import NotFound, Refused, Unavailable, UserError

ROOT = Path(__file__).parents[2]
OLD = {"game.json": b"old", "assets/a.png": b"a", "assets/b.png": b"b"}
NEW = {"game.json": b"new", "assets/a.png": b"a", "assets/c.png": b"c"}


def contents(files: dict[str, bytes]) -> dict[str, Content]:
    """Say what files are to hold."""
    return {path: Content(digest_of(data), lambda data=data: data) for path, data in files.items()}  # type: ignore[misc]


def put(folder: Path, files: dict[str, bytes]) -> writing.Written:
    """Write files as a build does."""
    return write_outputs(folder, contents(files), Manifest(game="g", save="game.json"), Stamps())


def present(folder: Path) -> dict[str, bytes]:
    """Read what lies in a folder, but for the list of it."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_second_build(tmp_path: Path) -> None:
    """Only what differs is written; what is no longer built goes; the list says what is there."""
    out = tmp_path / "out"
    assert put(out, OLD) == (tuple(OLD), ())
    kept = (out / "assets/a.png").stat().st_ino
    assert put(out, NEW) == (("game.json", "assets/c.png"), ("assets/b.png",))
    assert present(out) == NEW
    assert (out / "assets/a.png").stat().st_ino == kept
    manifest = read_manifest(out)
    assert manifest is not None
    assert manifest.files == {path: digest_of(data) for path, data in NEW.items()}
    before = out.stat().st_ino
    assert put(out, NEW) == ((), ())
    assert out.stat().st_ino == before


def test_altered_outputs_are_mended(tmp_path: Path) -> None:
    """What somebody has altered or deleted of ours is put right."""
    out = tmp_path / "out"
    put(out, OLD)
    (out / "game.json").write_bytes(b"edited")
    (out / "assets/a.png").unlink()
    assert differences(out, contents(OLD), Stamps()) == [
        "assets/a.png is missing",
        "game.json differs",
    ]
    assert put(out, OLD).changed == ("game.json", "assets/a.png")
    assert present(out) == OLD
    assert differences(out, contents(OLD), Stamps()) == []
    assert differences(out, contents(NEW), Stamps()) == [
        "assets/c.png is missing",
        "game.json differs",
        "assets/b.png is no longer built",
    ]


def test_strangers_stay(tmp_path: Path) -> None:
    """What a person has put into the folder is there afterwards, and after `clean`, too."""
    out = tmp_path / "out"
    put(out, OLD)
    (out / "notes").mkdir()
    (out / "notes/mine.txt").write_bytes(b"mine")
    put(out, NEW)
    assert present(out) == {**NEW, "notes/mine.txt": b"mine"}
    assert set(clear(out)) == set(NEW)
    assert present(out) == {"notes/mine.txt": b"mine"}
    assert read_manifest(out) is None
    assert clear(out) == ()
    put(out, OLD)
    assert present(out) == {**OLD, "notes/mine.txt": b"mine"}
    (out / "notes/mine.txt").unlink()
    clear(out)
    assert not out.exists()
    with pytest.raises(NotFound):
        clear(out)


def test_cleaned_is_not_fresh(tmp_path: Path) -> None:
    """After `clean` the next build builds, also beside a file of a person's own."""
    tiny = Tiny(tmp_path)
    tiny.build()
    before = tiny.files()
    (tiny.out / "mine.txt").write_bytes(b"mine")
    clear(tiny.out)
    assert not tiny.past().is_fresh(tiny.job().asked)
    tiny.build()
    assert tiny.files() == {**before, "mine.txt": b"mine"}


def test_folder_by_another_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder may be named by way of others; the one that a person is in, or a disk, is not."""
    (tmp_path / "beside").mkdir()
    monkeypatch.chdir(tmp_path / "beside")
    put(Path("../out"), OLD)
    put(Path("../out/../out"), NEW)
    assert present(tmp_path / "out") == NEW
    for inside in (tmp_path / "beside", tmp_path / "out", tmp_path / "out/assets"):
        monkeypatch.chdir(inside)
        for named in ("." if inside.name != "assets" else "..", tmp_path):
            with pytest.raises(Refused):
                put(Path(named), OLD)
    assert present(tmp_path / "out") == NEW
    with pytest.raises(Refused, match="whole disk"):
        put(Path(tmp_path.anchor), OLD)


def test_clean_takes_the_folder(tmp_path: Path) -> None:
    """A folder in which nothing but ours was is gone."""
    put(tmp_path / "out", OLD)
    clear(tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["file.txt", MANIFEST])
def test_folder_of_somebody_else(tmp_path: Path, name: str) -> None:
    """A folder that was not built by us is refused, whatever lies in it."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).write_bytes(b'{"made_by": "somebody"}')
    with pytest.raises(Refused, match="not made by"):
        put(tmp_path / "out", OLD)
    assert [path.name for path in (tmp_path / "out").iterdir()] == [name]


def full(*_: object, **__: object) -> None:
    """Have no room left."""
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("broken", ["fsync", "link"])
def test_disk_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    """On a full disk the build that was there is as it was, and the error says so."""
    out = tmp_path / "out"
    put(out, OLD)
    with monkeypatch.context() as patch:
        patch.setattr(os, broken, full)
        if broken == "link":
            patch.setattr(shutil, "copy2", full)
        with pytest.raises(Unavailable, match="disk is full; the build that was here is as it was"):
            put(out, NEW)
    assert present(out) == OLD
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_not_writable(tmp_path: Path) -> None:
    """Where nothing can be written, the error names the folder and what to do."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Unavailable, match="cannot be written") as caught:
        put(tmp_path / "file/out", OLD)
    assert "--out" in str(caught.value.fix)
    assert caught.value.where == str(tmp_path / "file/out")


KILLED = """
import os, sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.build.tiny import Tiny
left = {calls}
real = getattr(os, {name!r})
def dying(*args, **how):
    global left
    left -= 1
    if left < 0:
        os._exit(9)
    return real(*args, **how)
setattr(os, {name!r}, dying)
Tiny.write = lambda *_: None
Tiny(Path({folder!r})).build()
"""


@pytest.mark.parametrize("name", ["fsync", "link", "rename", "replace"])
@pytest.mark.parametrize("calls", [0, 1, 2])
def test_killed_half_way(tmp_path: Path, name: str, calls: int) -> None:
    """A build that is killed leaves the old one or the new one; the next leaves no rubbish."""
    tiny = Tiny(tmp_path)
    tiny.build()
    before = tiny.files()
    tiny.edit("cards/gems.toml", "#aa1122", "#aa1133")
    text = KILLED.format(root=str(ROOT), calls=calls, name=name, folder=str(tmp_path))
    done = subprocess.run([sys.executable, "-c", text], check=False)
    assert done.returncode in {0, 9}
    after = tiny.files()
    tiny.build()
    assert after in (before, tiny.files())
    assert tiny.files() != before
    assert [path.name for path in tiny.out.parent.iterdir()] == ["tiny"]
    assert tiny.ran() == []


def test_kills_do_hit(tmp_path: Path) -> None:
    """The proof above kills at least once in the middle."""
    tiny = Tiny(tmp_path)
    tiny.build()
    tiny.edit("cards/gems.toml", "#aa1122", "#aa1133")
    text = KILLED.format(root=str(ROOT), calls=1, name="fsync", folder=str(tmp_path))
    assert subprocess.run([sys.executable, "-c", text], check=False).returncode == 9


def too_long(tiny: Tiny) -> None:
    """Write more than fits on the card."""
    tiny.edit("cards/gems.toml", 'en = "Warm."', f'en = "{"word " * 20}"')


def broken_template(tiny: Tiny) -> None:
    """Leave a tag open."""
    tiny.edit("data/faces/gem.svg", "{{ says }}", "{{ says")


def no_picture(tiny: Tiny) -> None:
    """Drop something that is no picture."""
    tiny.write("art/gem.ruby.png", b"<html>not found</html>")


def half_a_picture(tiny: Tiny) -> None:
    """Drop a picture that was cut off."""
    whole = next(tiny.out.glob("assets/*.png")).read_bytes()
    tiny.write("art/gem.ruby.png", whole[: len(whole) // 2])


def huge_picture(tiny: Tiny) -> None:
    """Drop a picture of 50,000 pixels, whose head is small."""
    head = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (50_000).to_bytes(4, "big") * 2
    head += b"\x08\x02\0\0\0"
    head += zlib.crc32(head[12:]).to_bytes(4, "big")
    tiny.write("art/gem.ruby.png", head + b"\0\0\0\0IEND\xaeB`\x82")


def missing_translation(tiny: Tiny) -> None:
    """Forget the German."""
    tiny.edit("cards/gems.toml", ', de = "Rubin"', "")


def missing_module(tiny: Tiny) -> None:
    """Require what is not there."""
    tiny.edit("lua/global/main.lua", "lib.words", "lib.wrods")


def stray_script(tiny: Tiny) -> None:
    """Write a script for an object that is not on the table."""
    tiny.write("lua/object/nobody.lua", "x = 1\n")


@pytest.mark.parametrize(
    ("spoil", "places", "what"),
    [
        (too_long, ["gems.toml:4"], "does not fit"),
        (broken_template, ["gem.svg:1", "gems.toml"], ""),
        (no_picture, ["art/gem.ruby.png"], "cannot be read"),
        (half_a_picture, ["art/gem.ruby.png"], "cannot be read"),
        (huge_picture, ["art/gem.ruby.png"], "far too large"),
        (missing_translation, ["gems.toml:6"], "de"),
        (missing_module, ["main.lua:1"], "lib.wrods"),
        (stray_script, ["object/nobody.lua"], "nobody"),
    ],
)
def test_bad_input(
    tmp_path: Path, spoil: Callable[[Tiny], None], places: list[str], what: str
) -> None:
    """What is wrong is told with file and line; the previous build is as it was."""
    tiny = Tiny(tmp_path)
    tiny.build()
    before = tiny.files()
    spoil(tiny)
    with pytest.raises(UserError) as caught:
        tiny.build()
    said = getattr(caught.value, "report", str(caught.value))
    assert all(place in said for place in places)
    assert what in said
    assert tiny.files() == before
    assert not any(path.name.startswith(".tts") for path in tiny.out.parent.iterdir())
