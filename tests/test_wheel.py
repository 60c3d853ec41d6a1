"""What people install works by itself: in a new environment, in an empty folder, no checkout near.

The wheel is built and installed from what is already here; no network is needed.
"""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.wheel import built_wheel
from tts_tool import resources
from tts_tool.errors import Unavailable

ROOT = Path(__file__).parents[1]
DATA = ("cards", "lua_templates", "mod_json")
BIN = "Scripts" if os.name == "nt" else "bin"

pytestmark = pytest.mark.timeout(300)


def command(*args: str | Path, cwd: Path) -> str:
    """Run a program with next to nothing in its environment; return what it printed."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    done = subprocess.run(
        args,
        cwd=cwd,
        env=kept | {"HOME": str(cwd), "USERPROFILE": str(cwd)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel once."""
    return built_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into a new environment that borrows the libraries from this one."""
    home = tmp_path_factory.mktemp("home") / "env"
    venv.create(home, with_pip=False)
    python = home / BIN / Path(sys.executable).name
    pip = (sys.executable, "-m", "pip")
    command(*pip, "--python", python, "install", "--no-index", "--no-deps", "-q", wheel, cwd=home)
    site = command(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home)
    # A path file lends the libraries, but not the editable checkout: path files do not nest.
    (Path(site.strip()) / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return home / BIN


def test_wheel_carries_data_and_nothing_else(wheel: Path) -> None:
    """Cards, templates and fragments are inside the package; tests and papers stay outside."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"tts_tool", f"{wheel.name.rsplit('-', 3)[0]}.dist-info"}
    assert carried(names) == set(DATA)
    assert "tts_tool/py.typed" in names


def carried(names: Sequence[str]) -> set[str]:
    """List the data folders in the wheel."""
    return {name.split("/")[2] for name in names if name.startswith("tts_tool/_data/")}


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["--version"],
        ["cards", "lint"],
        ["rules", "show", "NM-06"],
        ["play", "night-market", "--bots", "2", "--seed", "1"],
    ],
    ids=" ".join,
)
def test_installed_copy_works(programs: Path, tmp_path: Path, args: list[str]) -> None:
    """An installed copy does its work in an empty folder."""
    assert command(programs / "tts-tool", *args, cwd=tmp_path)


def test_installed_copy_is_its_own(programs: Path, tmp_path: Path) -> None:
    """The copy under test is the installed one, with data of its own, not the checkout."""
    ask = "from tts_tool import resources as r; print(r.cards_dir(), r.mod_json_dir(), sep='\\n')"
    for line in command(programs / "python", "-c", ask, cwd=tmp_path).splitlines():
        assert Path(line).is_relative_to(programs.parent)


def test_checkout_reads_its_own_folders() -> None:
    """In a checkout the folders that people edit are read, not a copy."""
    found = [resources.cards_dir(), resources.lua_templates_dir(), resources.mod_json_dir()]
    assert found == [ROOT / name for name in DATA]


def test_missing_folder_is_told(tmp_path: Path) -> None:
    """A broken installation is told with what to do."""
    with pytest.raises(Unavailable) as caught:
        resources._folder("cards", tmp_path / "tts_tool")
    assert caught.value.fix == "install tts-tool again"
