"""The page on adding a box is true: its files are a box, its commands do what it says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.compiled import compile_as_here

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-box.md"
TREES = ("tts_tool", "cards", "mod_json", "lua_templates", "tests")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info", ".*", "node_modules", "golden")
FILES = re.compile(r"^```\w+ title=(\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CHANGE = re.compile(r"^-(.*\n)((?:\+.*\n)+)", re.MULTILINE)
ELSEWHERE = {"tts-tool build", "tts-tool demo"}
"""What other tests do with a box: its table is looked over here, without drawing it."""
LOOK_OVER = (
    "from tts_tool.build import table; from tts_tool.cli.mods import choose, job;"
    "mod = job(choose('old-world', ['shrine'])).mod; print(*table.look_over(mod), sep='\\n')"
)

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]


def changed(before: str, change: str) -> str:
    """Do what a difference says: each line that goes stands there once."""
    for old, new in CHANGE.findall(change):
        assert before.count(old) == 1, old
        before = before.replace(old, "".join(line[1:] for line in new.splitlines(keepends=True)))
    return before


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the project, and write into it what the page says."""
    tree = tmp_path_factory.mktemp("added")
    for name in TREES:
        shutil.copytree(ROOT / name, tree / name, ignore=LEFT_OUT)
    shutil.copy(ROOT / "pyproject.toml", tree)
    compile_as_here(tree)
    files = FILES.findall(PAGE.read_text(encoding="utf-8"))
    assert len(files) == 7
    for name, text in files:
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        known = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(changed(known, text) if known else text, encoding="utf-8")
    return tree


def typed(tree: Path, *words: str) -> str:
    """Type a line in the tree; it must succeed. Give what it prints."""
    programs = {"tts-tool": ("-m", "tts_tool"), "pytest": ("-m", "pytest")}
    line = (*programs.get(words[0], words[:1]), *words[1:])
    done = subprocess.run(
        [sys.executable, *line],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_command_of_the_page(tree: Path) -> None:
    """From lint to coverage nothing is left to report, and all rules are shown."""
    lines = "".join(SHELL.findall(PAGE.read_text(encoding="utf-8"))).splitlines()
    told = {
        line: typed(tree, *line.split())
        for line in lines
        if " ".join(line.split()[:2]) not in ELSEWHERE
    }
    assert told["tts-tool cards lint old-world"] == "nothing to report\n"
    coverage = told["tts-tool rules coverage old-world --with shrine"]
    assert "4 of 4 rules shown, 0 missing" in coverage
    assert "6 passed" in told["pytest -q --rule-evidence tests/old_world/shrine"]


def test_its_place_on_the_table(tree: Path) -> None:
    """There is room for the shrine wherever it may stand."""
    assert typed(tree, "-c", LOOK_OVER).strip() == ""


def test_its_code_is_as_ours(tree: Path) -> None:
    """The page's Python passes what the project's own has to pass."""
    for folder in ("tts_tool/rulesets/old_world/shrine", "tests/old_world/shrine"):
        typed(tree, "-m", "ruff", "check", folder)
        typed(tree, "-m", "ruff", "format", "--check", folder)
