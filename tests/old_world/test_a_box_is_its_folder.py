"""A box is its folders and its line in the list of modules: without them nothing knows of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.compiled import compile_as_here

pytestmark = pytest.mark.timeout(300)

ROOT = Path(__file__).parents[2]
TREES = ("tts_tool", "cards", "mod_json", "lua_templates")
OWN = (
    "tts_tool/rulesets/old_world/lost_mount",
    "cards/old_world/lost_mount",
    "mod_json/old_world/layout_lost_mount.toml",
    "mod_json/old_world/faces/mount.svg",
    "mod_json/old_world/faces/mount-card.svg",
)
"""All that belongs to the box, in each tree what is called like it."""
LIST = "tts_tool/rulesets/old_world/__init__.py"
NAMES = re.compile(r"lost.?mount|\bmount\b|\bLM-|Verlorenes Ross", re.IGNORECASE)
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*")


def told(tree: Path, *words: str) -> Any:  # noqa: ANN401  # as each command has it
    """Type a command that must succeed in a tree, with the tool of that tree."""
    done = subprocess.run(
        [sys.executable, "-m", "tts_tool", *words, "--json"],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the project, and take the box out of it."""
    tree = tmp_path_factory.mktemp("without")
    for name in TREES:
        shutil.copytree(ROOT / name, tree / name, ignore=LEFT_OUT)
    (tree / "pyproject.toml").write_bytes((ROOT / "pyproject.toml").read_bytes())
    compile_as_here(tree)
    for name in OWN:
        path = tree / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    file = tree / LIST
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if "lost_mount" not in line]
    text = "".join(kept)
    assert len(lines) - len(kept) == 2  # its import, and its place among the modules
    file.write_text(text, encoding="utf-8")
    return tree


def test_nobody_else_names_it(without: Path) -> None:
    """In code, cards, layout and scripts nothing is left that speaks of it."""
    files = [each for name in TREES for each in (without / name).rglob("*") if each.is_file()]
    texts = {each: each.read_bytes() for each in files}
    found = [
        str(each.relative_to(without))
        for each, data in texts.items()
        if b"\0" not in data and NAMES.search(data.decode("utf-8", "replace"))
    ]
    assert found == []
    assert len(files) > 900


@pytest.mark.long
def test_the_game_goes_on_without_it(without: Path) -> None:
    """The same game is played, all cards are as they should be, and the box can't be chosen."""
    words = ("play", "old-world", "--bots", "2", "--seed", "5")
    assert told(without, *words) == told(ROOT, *words)
    assert told(without, "cards", "lint", "old-world") == []
    points = {tree: told(tree, "rules", "open-points", "old-world") for tree in (without, ROOT)}
    ids = {tree: {row["id"] for row in each["points"]} for tree, each in points.items()}
    assert ids[ROOT] - ids[without] == {f"LM-OPEN-{number:02}" for number in range(1, 5)}
    assert ids[without] < ids[ROOT]


@pytest.mark.long
def test_the_table_is_laid_without_it(without: Path) -> None:
    """Its layout is that of the game without the box, to the last number."""
    ask = (
        "from tts_tool.build import table; from tts_tool.cli.mods import choose, job;"
        "m = job(choose('old-world')).mod;"
        "print(sorted(table.script_values(m, table.read_layout(m)).items()));"
        "print(list(map(str, table.look_over(m))))"
    )
    laid = [
        subprocess.run(
            [sys.executable, "-c", ask],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree)},
            capture_output=True,
            check=True,
        ).stdout
        for tree in (without, ROOT)
    ]
    assert laid[0] == laid[1]
    assert len(laid[0]) > 10_000
