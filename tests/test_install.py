"""Whoever has no clone installs the wheel as the README says: in an empty home, with uv alone."""

import re
import shutil
import sysconfig
from pathlib import Path

import pytest

import tts_tool
from tests.index import reach_index
from tests.readme import INSTALL, README, ROOT, Step, follow, lone_copy, steps, stranger
from tests.wants import wants
from tests.wheel import built_wheel

TEXT = (ROOT / README).read_text(encoding="utf-8")
STEPS = [step for step in steps(TEXT) if step.heading == INSTALL]
WORDS = ("doctor", "build", "old-world", "play", "uninstall")
PROGRAM = ".local/bin/tts-tool"
GAMES = ".local/share/tts-tool/games"

pytestmark = [wants("posix"), pytest.mark.timeout(400)]


@pytest.fixture
def host(tmp_path: Path, drawn: dict[str, str]) -> dict[str, str]:
    """Give a machine that has uv, a home where it has put nothing yet, and the wheel."""
    reach_index("uv")
    environment = stranger(tmp_path) | drawn
    uv = Path(sysconfig.get_path("scripts")) / "uv"
    (tmp_path / "programs" / "uv").symlink_to(uv)
    (tmp_path / "downloads").mkdir()
    shutil.copy(built_wheel(tmp_path), tmp_path / "downloads")
    path = f"{environment['PATH']}:{tmp_path / 'home/.local/bin'}"
    return environment | {"PATH": path, "XDG_DATA_HOME": "", "UV_PYTHON_DOWNLOADS": "never"}


@pytest.mark.long
def test_the_wheel_installs_and_works_as_written(
    host: dict[str, str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Each line under the heading works: install, doctor, build, play, update; at last it is gone.

    What belongs to the person is still there then.
    """
    downloads, home = tmp_path / "downloads", tmp_path / "home"
    code = follow(STEPS, downloads, host)
    told = capfd.readouterr()
    assert code == 0, told.out[-3000:] + told.err[-3000:]
    assert set(WORDS) <= {word for step in STEPS for word in step.line.split()}
    assert set(re.findall(r"^NO  (\w+)", told.out, flags=re.MULTILINE)) <= {"port"}
    assert (downloads / "build/old-world/Old_World.json").is_file()
    assert not (home / PROGRAM).exists()
    assert list((home / GAMES).iterdir())


@pytest.mark.long
def test_a_newer_wheel_takes_the_place_of_the_older(
    host: dict[str, str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The line that installs is the line that updates, without a question."""
    copy = lone_copy(tmp_path / "newer")
    package = copy / "tts_tool" / "__init__.py"
    source = package.read_text(encoding="utf-8")
    package.write_text(source.replace(tts_tool.__version__, "99.0"), encoding="utf-8")
    downloads = tmp_path / "downloads"
    (older,) = downloads.glob("*.whl")
    newer = built_wheel(tmp_path / "newer", copy).name
    shutil.move(tmp_path / "newer" / newer, downloads)
    lines = [f"uv tool install {older.name}", f"uv tool install {newer}", "tts-tool --version"]
    assert follow([Step("", line) for line in lines], downloads, host) == 0
    assert capfd.readouterr().out.endswith("tts-tool, version 99.0\n")


def test_what_is_written_for_windows_is_what_was_seen() -> None:
    """The line of uv and the one after it are those that were followed on this system."""
    chapter = TEXT.partition(f"\n## {INSTALL}\n")[2].partition("\n## ")[0]
    (windows,) = re.findall(r"```bat\n(.*?)\n```", chapter, flags=re.DOTALL)
    assert windows.splitlines()[1:] == [step.line for step in STEPS[:2]]
    assert windows.count("\n") == 2


def test_the_wheel_is_called_by_its_name() -> None:
    """Every name of the wheel on the page is that of this version."""
    names = {name.strip("`") for name in re.findall(r"\S+\.whl", TEXT)}
    assert names == {f"tts_tool-{tts_tool.__version__}-py3-none-any.whl"}
