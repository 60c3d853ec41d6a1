"""What people install works by itself: in a new environment, in an empty folder, no checkout near.

The wheel is built and installed from what is already here; no network is needed.
"""

import json
import os
import subprocess
import sys
import sysconfig
import textwrap
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.test_strangers import FILES
from tests.wheel import built_wheel
from tts_tool import resources
from tts_tool.errors import ExitCode, Unavailable

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
    quick = ("--no-index", "--no-deps", "--no-compile", "-q")
    command(*pip, "--python", python, "install", *quick, wheel, cwd=home)
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


STRANGER = {
    "crows/__init__.py": FILES["rules.py"],
    **{
        f"crows/{name}": text for name, text in FILES.items() if "/" in name and "tests" not in name
    },
    "crows-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: crows\nVersion: 1.0\n",
    "crows-1.0.dist-info/WHEEL": (
        "Wheel-Version: 1.0\nGenerator: hands\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    ),
    "crows-1.0.dist-info/entry_points.txt": "[tts_tool.rulesets]\ncrows = crows:RULESET\n",
}


@pytest.fixture(scope="module")
def strangers(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install somebody else's package beside it: a box for Old World with its cards and table."""
    folder = tmp_path_factory.mktemp("stranger")
    wheel = folder / "crows-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in STRANGER.items():
            archive.writestr(name, textwrap.dedent(text).lstrip("\n"))
        archive.writestr("crows-1.0.dist-info/RECORD", "")
    pip = (sys.executable, "-m", "pip", "--python", programs / Path(sys.executable).name)
    command(*pip, "install", "--no-index", "--no-deps", "-q", wheel, cwd=folder)
    return programs


@pytest.mark.long
def test_a_strangers_package_is_played(strangers: Path, tmp_path: Path) -> None:
    """What was installed beside is listed, and its box is played with by its name."""
    words = ("play", "crows", "--with", "crows-nest", "--bots", "2", "--seed", "1", "--json")
    told = json.loads(command(strangers / "tts-tool", *words, cwd=tmp_path))
    assert (told["modules"], told["over"]) == (["base", "crows-nest"], True)
    cards = ("cards", "list", "crows", "--kind", "crow", "--json")
    assert [row["id"] for row in json.loads(command(strangers / "tts-tool", *cards, cwd=tmp_path))]


@pytest.mark.long
def test_a_strangers_package_is_built(strangers: Path, tmp_path: Path) -> None:
    """The table has its things where it is built with, and nothing is in anybody's way."""
    ask = """
        from tts_tool.build.table import drawings, look_over, read_layout
        from tts_tool.cli.mods import choose, job
        mod = job(choose("crows", ["crows-nest"])).mod
        print([d.name for d in drawings(mod, read_layout(mod)) if "jack" in d.name])
        print([str(e) for e in look_over(mod) if "the rules have" in str(e)])
        """
    told = command(strangers / "python", "-c", textwrap.dedent(ask), cwd=tmp_path)
    assert told.splitlines() == ["['crow.jack']", "[]"]


@pytest.mark.long
def test_a_strangers_package_is_proven(strangers: Path, tmp_path: Path) -> None:
    """The kit knows the box from one line; evidence is only in its checkout, and that is said."""
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["tts_tool.proof.soak_plugin"]\n')
    (tmp_path / "test_kit.py").write_text(
        "from pathlib import Path\nimport crows\nfrom tts_tool.proof.kit import conformance\n"
        'test_kit = conformance(crows.RULESET, Path(crows.__file__).parent / "cards")\n'
    )
    words = ("-q", "-p", "no:cacheprovider", "-k", "components_conserved-base+crows-nest")
    told = command(strangers / "python", "-m", "pytest", *words, cwd=tmp_path)
    assert " passed" in told
    rules = ("rules", "show", "CR-01", "--json")
    assert "CR-01" in command(strangers / "tts-tool", *rules, cwd=tmp_path)
    covered = subprocess.run(
        [strangers / "tts-tool", "rules", "coverage", "crows"],
        cwd=tmp_path, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert covered.returncode == ExitCode.UNAVAILABLE
    assert "run it in a checkout" in covered.stderr


def test_missing_folder_is_told(tmp_path: Path) -> None:
    """A broken installation is told with what to do."""
    with pytest.raises(Unavailable) as caught:
        resources._folder("cards", tmp_path / "tts_tool")
    assert caught.value.fix == "install tts-tool again"
