"""What the README says to type works as written, in order, on a machine with Python only."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compiled import compile_as_here
from tests.index import reach_index
from tests.readme import (
    INSTALL,
    INSTALLING,
    README,
    ROOT,
    Step,
    follow,
    lone_copy,
    ready,
    steps,
    stranger,
)
from tests.wants import wants

TEXT = (ROOT / README).read_text(encoding="utf-8")
STEPS = [step for step in steps(TEXT) if step.heading != INSTALL]
INLINE = re.compile(r"`(tts-tool [^`]+)`")


@pytest.mark.long
@wants("posix")
@pytest.mark.soak(sample=0, full=1)
@pytest.mark.timeout(600)
def test_every_command_works_as_written(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], drawn: dict[str, str], rounds: int
) -> None:
    """Followed from top to bottom in one terminal, each command ends well; of the suite, a sample.

    By default it is installed already: installing, a whole game and the whole suite are followed by
    `.ci/run`, where every picture is drawn.
    """
    clone, who = lone_copy(tmp_path / "clone"), stranger(tmp_path) | drawn
    if rounds:
        reach_index("pip")
        todo = STEPS
    else:
        ready(clone)
        compile_as_here(clone, beside=True)
        todo = [step for step in STEPS if step.heading not in INSTALLING]
    code = follow(todo, clone, who, sample=True)
    told = capfd.readouterr()
    assert code == 0, told.out[-3000:] + told.err[-3000:]
    typed = [line[2:] for line in told.out.splitlines() if line.startswith("$ ")]
    assert typed == [step.line for step in todo]
    assert todo


@wants("posix")
def test_a_wrong_command_is_told(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The check itself can fail: the first command that ends badly is named, and none follows."""
    typed = ["cd ..", "ls clone  # as here", "tts-tool --version", "ls"]
    (tmp_path / "clone").mkdir()
    todo = [Step("Some", line) for line in typed]
    assert follow(todo, tmp_path / "clone", stranger(tmp_path)) == 1
    told = capfd.readouterr()
    assert told.err.endswith('under "Some": this ends with exit code 127:\ntts-tool --version\n')
    assert told.out.count("$ ") == 3


def test_a_lone_copy_has_nothing_beside_it(tmp_path: Path) -> None:
    """What git ignores is not copied, nor what lies beside; everything else is."""
    copy = lone_copy(tmp_path / "clone")
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]
    top = {path.name for path in copy.iterdir()}
    assert {"README.md", ".gitignore", ".ci", "tests", "tts_tool", "cards"} <= top
    assert not top & {".git", ".venv", "build", "my-mod"}
    assert not [*copy.rglob("node_modules"), *copy.rglob("__pycache__")]
    assert (copy / "tts_tool" / "build" / "graph.py").is_file()


@pytest.mark.parametrize("typed", sorted(set(INLINE.findall(TEXT))))
def test_commands_in_the_text_exist(typed: str) -> None:
    """What stands in a sentence begins with a command, and has options of that command."""
    words = [word for word in typed.split() if not word.startswith("-")]
    done = subprocess.run(
        [sys.executable, "-m", "tts_tool", *words[1:], "--help"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    command = done.stdout.removeprefix("Usage: ").partition(" [OPTIONS]")[0].split()
    assert len(command) > 1
    assert words[: len(command)] == command
    assert not [word for word in typed.split() if word[0] == "-" and word not in done.stdout]
