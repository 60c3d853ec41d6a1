"""Saves are whole at every moment; checkpoints come by the table's clock and go oldest first."""

from __future__ import annotations

from pathlib import Path

import pytest

from tts_tool.errors import NotFound
from tts_tool.table.keeping import Checkpoint, Keeping
from tts_tool.table.switches import Switches

QUICK = Switches({"rewind-seconds": 1, "autosave-seconds": 2.5, "rewind-steps": 3})


def test_save_file(tmp_path: Path) -> None:
    """The save lies where it was wished, what others write there is read, nothing else remains."""
    keeping = Keeping(b"one", QUICK, tmp_path / "mod.json")
    assert keeping.read() == b"one"
    keeping.path.write_bytes(b"theirs")
    assert keeping.read() == b"theirs"
    keeping.write(b"two")
    assert keeping.auto_save(b"auto").read_bytes() == b"auto"
    keeping.close()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "mod.json": b"two",
        "TS_AutoSave.json": b"auto",
    }
    keeping.path.unlink()
    with pytest.raises(NotFound, match="gone"):
        keeping.read()


def test_own_folder_goes_with_the_table() -> None:
    """Without a wish the saves lie in a folder that is removed at the end."""
    keeping = Keeping(b"one", QUICK)
    assert keeping.read() == b"one"
    keeping.close()
    assert not keeping.path.parent.exists()


def test_failed_write_leaves_the_old(tmp_path: Path) -> None:
    """When the file cannot be written the old one is still there, and nothing beside it."""
    keeping = Keeping(b"one", QUICK, tmp_path / "mod.json")
    with pytest.raises(TypeError):
        keeping.write("no bytes")  # type: ignore[arg-type]
    assert [path.name for path in tmp_path.iterdir()] == ["mod.json"]
    assert keeping.read() == b"one"


def test_stops() -> None:
    """Running from stop to stop meets every checkpoint and every auto-save, and the last frame."""
    keeping = Keeping(b"", QUICK)
    frame, met = 0, []
    while frame < 310:
        frame = keeping.next_stop(frame, 310)
        met.append((frame, *keeping.due(frame)))
    keeping.close()
    assert met == [
        (60, False, True),
        (120, False, True),
        (150, True, False),
        (180, False, True),
        (240, False, True),
        (300, True, True),
        (310, False, False),
    ]


def test_going_back() -> None:
    """The last three are kept; going back forgets what came after, and can be done again."""
    keeping = Keeping(b"", QUICK)
    points = [Checkpoint(frame, str(frame).encode()) for frame in (60, 120, 180, 240)]
    for point in points:
        keeping.note(point)
    assert keeping.points == tuple(points[1:])
    assert keeping.back(2) == points[2]
    assert keeping.back(1) == points[2]
    assert keeping.points == tuple(points[1:3])
    for steps in (0, 3, -1):
        with pytest.raises(NotFound, match="no checkpoint"):
            keeping.back(steps)
    keeping.close()
