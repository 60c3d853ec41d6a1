"""What is installed is found as Python's own library finds it, without that being imported."""

import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from tts_tool import installed

HERE = {
    "Crows.Nest-1.2.3.dist-info/METADATA": (
        "Metadata-Version: 2.1\nName: Crows.Nest\nVersion: 1.2.3\n"
    ),
    "Crows.Nest-1.2.3.dist-info/entry_points.txt": (
        "# ours\n[other]\ncrow = crows:NO\n\n"
        "[games]\ncrow = nest.box:HOME.name [fast]\nrook=nest.box\n"
    ),
    "nest/__init__.py": "",
    "nest/box.py": "class HOME:\n    name = 'here'\n",
}


def lay(folder: Path, files: dict[str, str]) -> Path:
    """Write files below a folder."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def told(group: str) -> set[tuple[str, str]]:
    """List what is declared in a group."""
    return {(each.name, each.value) for each in installed.entry_points(group)}


def told_by_python(group: str) -> set[tuple[str, str]]:
    """List the same as Python does."""
    return {(each.name, each.value) for each in metadata.entry_points(group=group)}


def test_same_as_python_says() -> None:
    """All that is installed here has the same version and the same entry points."""
    for group in ("tts_tool.rulesets", "pytest11", "console_scripts"):
        assert told(group) == told_by_python(group) != set()
    for each in metadata.distributions():
        assert installed.version(each.metadata["Name"]) == each.version
    assert installed.version("no-such-package") == "none"


def test_a_package_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package of somebody else's is found by any spelling, and what it declares is imported."""
    monkeypatch.syspath_prepend(str(lay(tmp_path / "one", HERE)))
    older = {name.replace("1.2.3", "0.9"): HERE[name].replace("rook", "rock") for name in HERE}
    monkeypatch.setattr(sys, "path", [*sys.path, str(lay(tmp_path / "two", older))])
    assert told("games") == told_by_python("games")
    by_name = {each.name: each for each in installed.entry_points("games")}
    assert by_name.keys() == {"crow", "rook"}
    assert by_name["crow"].load() == "here"
    assert by_name["rook"].load().__name__ == by_name["rook"].module == "nest.box"
    assert {installed.version(name) for name in ("crows-nest", "Crows_Nest")} == {"1.2.3"}


def test_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is installed in an archive is found, too."""
    from zipfile import ZipFile  # noqa: PLC0415 - only here

    with ZipFile(tmp_path / "all.zip", "w") as archive:
        for name, text in HERE.items():
            archive.writestr(name, text)
    monkeypatch.syspath_prepend(str(tmp_path / "all.zip"))
    assert told("games") == told_by_python("games") != set()
    assert installed.version("crows.nest") == "1.2.3"


def test_nothing_slow_is_imported() -> None:
    """To find games and versions takes none of what Python's own library imports."""
    program = (
        "import sys; from tts_tool.installed import *; entry_points('tts_tool.rulesets');"
        "version('pillow'); assert not {'email', 'importlib.metadata'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
