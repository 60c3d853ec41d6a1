"""Follows the README as a stranger does: every command, as written, in order, in one terminal.

    python -m tests.readme

The stranger has a copy of the project with nothing beside it, an empty home, in which Tabletop
Simulator has been started once, and a machine with Python on it: no Node, no git, no tool of ours.
Only the package index is reached as from here. Needs no library, so that it runs anywhere.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections.abc import Collection, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Final, NamedTuple

__all__ = ["INSTALL", "INSTALLING", "Step", "follow", "lone_copy", "ready", "steps", "stranger"]

ROOT: Final = Path(__file__).parents[1]
README: Final = "README.md"
INSTALL: Final = "Install it"
"""What stands under this heading wants no clone, but uv; `tests/test_install.py` follows it."""
INSTALLING: Final = frozenset(("Run it", "Test it"))
"""What stands under these headings installs the clone, and then plays a game, or runs the suite."""
_FENCE: Final = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^## ", re.MULTILINE)

_PROGRAMS: Final = (
    *("bash", "sh", "env", "uname", "cat", "ls", "cp", "mv", "rm", "mkdir", "ln", "chmod", "tr"),
    *("dirname", "basename", "readlink", "sed", "grep", "sort", "wc", "true", "false", "sleep"),
)
"""What a system has before anybody installs something on it."""
_KEPT: Final = re.compile(
    r"(?:pip|uv|ssl|requests|curl)_.*|.*_proxy|lang|ci|tts_tool_lacks", re.IGNORECASE
)
"""Variables by which a machine reaches the package index, its language, and what holds in CI."""
_QUICK: Final = {"PIP_NO_COMPILE": "1"}
"""Most of what pip would compile is never run; what is, Python compiles by itself."""
_SAVES: Final = (".local/share/Tabletop Simulator/Saves", "Library/Tabletop Simulator/Saves")

_ENDS: Final = (
    # Who is asked and gone has stopped it.
    (re.compile(r"tts-tool play (?!.*--bots)|tts-tool play .*--people"), "130"),
    # What is wrong may be the machine's fault: another program on the port of editors.
    (re.compile(r"tts-tool doctor"), "0 1"),
)
"""How a command ends that does not end with 0."""
_SAMPLE: Final = "tests/test_project.py"


class Step(NamedTuple):
    """A command of the README, and the heading under which it stands."""

    heading: str
    line: str


def steps(text: str) -> list[Step]:
    """List the commands of a page, for Linux and macOS, in the order of reading."""
    found = []
    for chapter in _HEADING.split(text)[1:]:
        heading = chapter.partition("\n")[0]
        lines = "".join(_FENCE.findall(chapter)).splitlines()
        found += [Step(heading, line) for line in lines if line.strip()]
    return found


def lone_copy(folder: Path) -> Path:
    """Copy what is not ignored by git to a place where nothing lies beside it."""
    patterns = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    copy = folder / "tts-tool"
    shutil.copytree(ROOT, copy, ignore=lambda at, names: _ignored(Path(at), names, patterns))
    return copy


def _ignored(at: Path, names: Collection[str], patterns: Sequence[str]) -> set[str]:
    places = {name: f"/{(at / name).relative_to(ROOT).as_posix()}" for name in names}
    wanted = [each.rstrip("/") for each in patterns if each and not each.startswith("#")]
    return {".git"} | {
        name
        for name, place in places.items()
        for each in wanted
        if fnmatch(place, each if each.startswith("/") else f"*/{each}")
    }


def ready(clone: Path) -> None:
    """Make a clone look installed: what is installed here, and its own code."""
    home = clone / ".venv"
    venv.create(home, symlinks=True)
    found = sysconfig.get_paths(vars={"base": str(home), "platbase": str(home)})
    lines = f"{clone}\n{sysconfig.get_path('purelib')}\n"
    (Path(found["purelib"]) / "here.pth").write_text(lines, encoding="utf-8")
    for name, module in (("tts-tool", "tts_tool"), ("pip", "pip"), ("pytest", "pytest")):
        program = Path(found["scripts"]) / name
        program.write_text(f'#!/bin/sh\nexec "{home}/bin/python" -P -m {module} "$@"\n', "utf-8")
        program.chmod(0o755)


def stranger(folder: Path) -> dict[str, str]:
    """Make a home and a machine with Python only; give the environment of a terminal there."""
    home, programs = folder / "home", folder / "programs"
    for saves in _SAVES:
        (home / saves).mkdir(parents=True)
    programs.mkdir()
    for name in _PROGRAMS:
        if found := shutil.which(name):
            (programs / name).symlink_to(found)
    (programs / "python3").symlink_to(_own_python())
    kept = {name: value for name, value in os.environ.items() if _KEPT.fullmatch(name)}
    return kept | {"HOME": str(home), "PATH": str(programs), **_QUICK}


def _own_python() -> str:
    """Name the Python behind the environment in which we run."""
    return str(getattr(sys, "_base_executable", None) or sys.executable)


def follow(
    todo: Sequence[Step], folder: Path, environment: Mapping[str, str], *, sample: bool = False
) -> int:
    """Type all commands into one terminal; give the exit code, after saying what went wrong.

    Of the whole suite a sample can be run instead; nothing else is left out or changed.
    """
    typed = "\n".join(_typed(step, sample=sample) for step in todo)
    command = ["bash", "-c", f"{_TERMINAL}\n{typed}"]
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode


_TERMINAL: Final = r"""
ended() {
    if [[ " $2 " != *" $1 "* ]]; then
        printf '\nREADME.md, under "%s": this ends with exit code %s:\n%s\n' "$3" "$1" "$4" >&2
        exit 1
    fi
}
"""


def _typed(step: Step, *, sample: bool) -> str:
    """Write what the terminal does for a command: it shows it, does it, and looks how it ended."""
    ends = next((codes for line, codes in _ENDS if line.match(step.line)), "0")
    tests = _SAMPLE if sample and step.heading == "Test it" else ""
    heading, line = shlex.quote(step.heading), shlex.quote(step.line)
    return "\n".join(
        (
            f"printf '\\n$ %s\\n' {line}",
            f"export PYTEST_ADDOPTS={tests}",
            "{",
            step.line,
            "} </dev/null",
            f"ended $? '{ends}' {heading} {line}",
        )
    )


def main() -> int:
    """Follow the README in a clone, the whole suite included."""
    page = steps((ROOT / README).read_text(encoding="utf-8"))
    todo = [step for step in page if step.heading != INSTALL]
    with tempfile.TemporaryDirectory(prefix="stranger-") as folder:
        return follow(todo, lone_copy(Path(folder) / "clone"), stranger(Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
