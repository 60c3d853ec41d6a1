"""A mod as `tts-tool init` starts it, built once: what attacks on builds harm."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

from tests.attacks.weapons import Ran, command, contents
from tts_tool.build.built import manifest_of
from tts_tool.errors import ExitCode

__all__ = ["DATA", "OUT", "build", "laid_out", "started", "whole"]

OUT = "build/my-mod"
DATA = "mod_json/my_mod"


@cache
def started() -> dict[str, bytes]:
    """Start a mod and build it, so that whatever is not harmed is made already."""
    home = Path(tempfile.mkdtemp(prefix="attacked-mod-"))
    for name in ("CACHE", "PICTURES"):
        os.environ[f"TTS_TOOL_{name}"] = str(home / name.lower())
    before = Path.cwd()
    os.chdir(home)
    try:
        assert command("init", "my-mod").code == ExitCode.OK
        assert build(home / "my-mod").code == ExitCode.OK
        return contents(home / "my-mod")
    finally:
        os.chdir(before)


def laid_out(folder: Path) -> Path:
    """Put the mod with its build into a folder."""
    mod = folder / "my-mod"
    for name, data in started().items():
        (mod / name).parent.mkdir(parents=True, exist_ok=True)
        (mod / name).write_bytes(data)
    return mod


def build(mod: Path, *more: str) -> Ran:
    """Build a mod into its own folder."""
    return command("build", str(mod), "--jobs", "2", "--out", str(mod / OUT), *more)


def whole(out: Path) -> str | None:
    """See that a build has all that its list names, as the list names it."""
    manifest = manifest_of(out)
    missing = [path for path in manifest.files if not (out / path).is_file()]
    return f"a build lacks {missing}" if missing else None
