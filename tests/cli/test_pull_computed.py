"""`tts-tool pull` of a project: what its files compute is led back as far as one place says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.person import Person, edit
from tests.cli.test_pull import Project

MORE = """
local ready = {{ ("Ready, " ~ title) | lua }} -- said once
{% for seat in seats %}
local own_{{ seat }} = {{ loop.index }}
{% endfor %}
local order = {{ order | lua }}
"""
UI = '<Panel>\n  <Text id="t" color="White">{{ title }}</Text>\n  <Text>all</Text>\n</Panel>\n'


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Give a project whose script and interface compute more than most."""
    project = Project(Person(tmp_path))
    edit(project.main, "local own = {}", f"local own = {{}}{MORE}")
    project.main.with_name("main.xml").write_text(UI, encoding="utf-8")
    project.game = project.built()
    return project


def in_game(project: Project, key: str, *changes: tuple[str, str]) -> None:
    """Change a script or an interface in the game."""
    for old, new in changes:
        assert project.game[key].count(old) == 1, old
        project.game[key] = project.game[key].replace(old, new)


def test_lines_of_templates(project: Project) -> None:
    """What a template says beside stays computed; what it computed gives way, and that is told.

    Taken and built again, script and interface are as in the game, and nothing is left to pull.
    """
    in_game(
        project,
        "LuaScript",
        ("{ 1, 1, 1 }", "{ 1, 0, 0 }"),
        ('"Ready, My Mod"', '"On your marks"'),
    )
    in_game(project, "XmlUI", ('color="White">My Mod', 'color="Red">My Mod'))
    told = project.told()
    assert told["left"] == []
    whole = "\n".join(line for sheet in told["proposed"] for line in sheet["diff"])
    assert '+  broadcastToAll({{ ("Welcome to " ~ title) | lua }}, { 1, 0, 0 })' in whole
    assert '+local ready = "On your marks" -- said once' in whole
    assert '+  <Text id="t" color="Red">{{ title }}</Text>' in whole
    reasons = [why for sheet in told["proposed"] for why in sheet["why"]]
    gone = [why for why in reasons if why.endswith(
        '{{ ("Ready, " ~ title) | lua }} is not computed here any more')]  # fmt: skip
    assert (len(reasons), len(gone)) == (3, 1)
    assert project.told("--take")["written"] == 2
    built = project.built()
    assert built["LuaScript"] == project.game["LuaScript"]
    assert built["XmlUI"] == project.game["XmlUI"]
    assert project.told()["proposed"] == []


def test_lines_that_several_come_of(project: Project) -> None:
    """Of a loop, or what a template would read anew, the line that computes it is named."""
    in_game(project, "LuaScript", ("local own_blue = 2", "local own_blue = 22"))
    in_game(project, "XmlUI", (">My Mod<", ">{{ mine }}<"))
    before = project.texts()
    told = project.told("--take")
    assert (told["proposed"], told["written"]) == ([], 0)
    (loop,) = (it for it in told["left"] if "own_blue" in it["what"])
    (mark,) = (it for it in told["left"] if it is not loop)
    line = project.main.read_text().split("\n").index("local own_{{ seat }} = {{ loop.index }}")
    assert loop["where"].startswith(f"{project.main.as_posix()}:{line + 1}")
    assert "`local own_{{ seat }} = {{ loop.index }}` computes this" in loop["what"]
    assert "local own_blue = 22" in loop["what"]
    assert mark["where"].endswith("main.xml:2")
    assert project.texts() == before
