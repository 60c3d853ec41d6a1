"""`tts-tool pull` of a project: what its files compute is led back as far as one place says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.person import Quick, edit
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
    project = Project(Quick(tmp_path))
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
    """Of a loop, or what a template would read anew: the line that computes it is named."""
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


# The table itself


def view(distance: float, pitch: float = 70.0, turn: float = 0.0) -> dict[str, object]:
    """Look at a point of the table."""
    return {
        "Position": {"x": 1.5, "y": 0.96, "z": -2.0},
        "Rotation": {"x": pitch, "y": turn, "z": 0.0},
        "Distance": distance,
        "Zoomed": False,
    }


def test_what_the_table_is_set_to(project: Project) -> None:
    """Light and snap points come into a file of the table, views to their entries.

    Built again, the table has them; what a place brings along is named with its line.
    """
    game = project.game
    game["Lighting"]["LightIntensity"] = 0.9
    own = {"Position": {"x": 12.0, "y": 1.0, "z": 10.0}, "Tags": ["mine"]}
    game["SnapPoints"].append(own)
    game["CameraStates"] = [None, view(22.0)]
    told = project.told("--take")
    assert told["left"] == []
    files = [sheet["file"] for sheet in told["proposed"]]
    assert files == ["mod_json/my_mod/table.json", "mod_json/my_mod/layout.toml"]
    built = project.built()
    assert built["Lighting"] == game["Lighting"]
    assert built["SnapPoints"] == game["SnapPoints"]
    assert built["CameraStates"][0] is None
    assert built["CameraStates"][1]["Distance"] == 22
    assert built["CameraStates"][1]["Rotation"] == view(22)["Rotation"]
    assert project.told() == {"proposed": [], "left": [], "conflicts": [], "written": 0}

    project.game = game = built
    game["CameraStates"][1] = view(30.0, 65.0)
    game["SnapPoints"].remove(own)
    first = game["SnapPoints"].pop(0)
    told = project.told("--take")
    lines = [line for sheet in told["proposed"] for line in sheet["diff"]]
    assert {"+distance = 30", "+pitch = 65"} <= {*lines}
    (left,) = told["left"]
    number = int(left["where"].rpartition(":")[2])
    assert project.layout.read_text().split("\n")[number - 1] == "[[places]]"
    built = project.built()
    assert built["SnapPoints"] == [first, *game["SnapPoints"]]
    assert built["Lighting"] == game["Lighting"]
    assert built["CameraStates"][1]["Distance"] == 30

    project.game = built
    built["CameraStates"][1] = view(30.0, 65.0, turn=45.0)
    told = project.told("--take")
    assert (told["written"], len(told["left"])) == (0, 1)
    assert "turned as its mat is" in told["left"][0]["what"]


def test_how_things_look(project: Project, tmp_path: Path) -> None:
    """A tint, the tag of a sort, a picture of one's own come into files; the rest is named."""
    project.extras()
    game = project.game
    named = {it["Nickname"]: it for it in game["ObjectStates"] if it["Nickname"]}
    tint = {"r": 0.5, "g": 0.25, "b": 0.125}
    named["Doomed"]["ColorDiffuse"] = tint
    named["Notice"]["ColorDiffuse"] = tint
    named["Two dice"]["ColorDiffuse"] = tint
    named["Two dice"]["Tags"] = ["Die", "rolled"]
    named["Doomed"]["GMNotes"] = "mine"
    for card in named["Crate"]["ContainedObjects"]:
        card["Tags"] = ["Obst"]
    picture = tmp_path / "own.png"
    (drawn,) = (
        it["CustomImage"]["ImageURL"] for it in game["ObjectStates"] if it["GMNotes"] == "surface"
    )
    picture.write_bytes(Path(drawn.removeprefix("file://")).read_bytes())
    before = named["Notice"]["CustomImage"]["ImageURL"]
    named["Notice"]["CustomImage"]["ImageURL"] = picture.as_posix()
    (mat,) = (it for it in game["ObjectStates"] if it["GMNotes"] == "mat board")
    mat["CustomImage"]["ImageURL"] = "https://example.org/mat.png"
    told = project.told("--take")
    lines = [line for sheet in told["proposed"] for line in sheet["diff"]]
    assert lines.count("+colour = [0.5, 0.25, 0.125]") == 2
    assert lines.count('+tag = "Obst"') == 1
    (art,) = (it["file"] for it in told["proposed"] if it["file"].endswith(".png"))
    assert (project.folder / art).read_bytes() == picture.read_bytes()
    left = {it["what"]: it["where"].rpartition("/")[2] for it in told["left"]}
    assert len(left) == 4, left
    for part, where in (
        ("one for all 2 of them", "props.toml:"),
        ("what it is gives them", "props.toml:"),
        ("scripts look for them", "props.toml:"),
        ("mat.board.png would replace it", "mat.svg:1"),
    ):
        assert any(part in what and at.startswith(where) for what, at in left.items()), part
    built = {it["Nickname"]: it for it in project.built()["ObjectStates"] if it["Nickname"]}
    assert built["Doomed"]["ColorDiffuse"] == built["Notice"]["ColorDiffuse"] == tint
    assert {tag for it in built["Crate"]["ContainedObjects"] for tag in it["Tags"]} == {"Obst"}
    assert built["Notice"]["CustomImage"]["ImageURL"] != before
