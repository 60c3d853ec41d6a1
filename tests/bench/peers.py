"""The engines that we measure ourselves beside, in an environment of their own.

They are fetched by name from the registry.  None is a dependency and none is imported by
our code: their licences are not ours.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from collections.abc import Iterable, Mapping
from pathlib import Path

PEERS = {"chess": "chess", "catanatron": "catanatron"}
"""What is imported -> what is fetched for it."""


class NoPeers(Exception):
    """The environment could not be made; the text says why."""


def cache() -> Path:
    """Give our folder among those in which a user's programs keep what can be made again."""
    home = Path.home()
    if sys.platform == "win32":
        caches = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        caches = home / "Library" / "Caches"
    else:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return caches / "tts-tool"


def usual_folder() -> Path:
    """Give a folder for the peers that later runs find again."""
    return cache() / f"bench-peers-{sys.version_info.major}.{sys.version_info.minor}"


def python(folder: Path, wanted: Mapping[str, str] = PEERS) -> Path:
    """Give the interpreter that has the peers, after making its environment if there is none."""
    interpreter = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if not _has_peers(interpreter, wanted):
        try:
            venv.create(folder, with_pip=True)
            _run(interpreter, "-m", "pip", "install", "-q", *wanted.values())
        except (OSError, subprocess.CalledProcessError) as problem:
            raise NoPeers(_last_line(problem)) from problem
    return interpreter


def _has_peers(interpreter: Path, wanted: Iterable[str]) -> bool:
    if not interpreter.exists():
        return False
    imports = "".join(f"import {peer}\n" for peer in wanted)
    asked = subprocess.run([interpreter, "-c", imports], check=False, capture_output=True)
    return asked.returncode == 0


def _run(interpreter: Path, *arguments: str) -> None:
    subprocess.run([interpreter, *arguments], check=True, capture_output=True, text=True)


def _last_line(problem: Exception) -> str:
    said = getattr(problem, "stderr", None) or str(problem)
    text = said.decode(errors="replace") if isinstance(said, bytes) else said
    return text.strip().splitlines()[-1]
