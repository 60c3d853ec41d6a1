"""`tts-tool games`: what people see of the games on disk."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tts_tool.cli.main import cli
from tts_tool.cli.rulesets import find
from tts_tool.cli.shell import run
from tts_tool.errors import ExitCode
from tts_tool.journal import Journal
from tts_tool.kernel.timeline import Accepted
from tts_tool.referee import Session


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a place for games that is no person's own."""
    monkeypatch.setenv("TTS_TOOL_GAMES", str(tmp_path / "games"))
    return tmp_path / "games"


def answer(session: Session) -> None:
    """Give the first answer that is allowed to the first question."""
    decision = session.open("*")[0]
    assert isinstance(session.choose(decision, decision.space().sample(lambda _: 0)), Accepted)


@pytest.fixture
def game(path: Path) -> str:
    """Play the first answers of a game, one of them taken back, and leave it."""
    found = find("night-market")
    with Journal(path) as journal:
        with Session.new(
            found.ruleset, found.load(), seats=2, seed="1", journal=journal
        ) as session:
            answer(session)
            session.undo("red")
            for _ in range(4):
                answer(session)
        return journal.games()[0].id


def test_list(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each game, and the same for programs."""
    assert run(cli, ["games", "list"]) == ExitCode.OK
    line = capsys.readouterr().out
    assert line.startswith(game)
    assert "4 answers" in line
    assert line.endswith("red, blue\n")
    assert run(cli, ["games", "list", "--json"]) == ExitCode.OK
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["id"], row["answers"], row["over"], row["seats"]) == (
        game,
        4,
        False,
        ["red", "blue"],
    )


@pytest.mark.usefixtures("path")
def test_no_games_yet(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where there are none the list is empty, the others say so, and no file is made."""
    assert run(cli, ["games", "list"]) == ExitCode.OK
    assert "no games yet" in capsys.readouterr().out
    assert run(cli, ["games", "list", "--json"]) == ExitCode.OK
    assert json.loads(capsys.readouterr().out) == []
    assert run(cli, ["games", "show", "x"]) == ExitCode.NOT_FOUND
    assert "there are no games yet" in capsys.readouterr().err
    assert not path.exists()


def test_show(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The story: what stands is numbered, what was taken back is marked."""
    assert run(cli, ["games", "show", game]) == ExitCode.OK
    head, dates, *story = capsys.readouterr().out.splitlines()
    assert head == f"{game}: night-market of red, blue"
    assert dates.endswith("not over")
    assert [line[:5] for line in story if line.strip()[0].isdigit()] == [
        f"{number:>4}." for number in (1, 2, 3, 4)
    ]
    assert story[0] == "      red: spot -> bridge  (taken back)"
    assert story[1] == "   1. red: spot -> bridge"


def test_resume(game: str, path: Path) -> None:
    """The game goes on at the question where it stood; what is answered is kept."""
    told = CliRunner().invoke(cli, ["games", "resume", game, "--people", "2"], input="close\nq\n")
    assert told.exit_code == ExitCode.OK
    assert "blue: bustle" in told.output
    with Journal(path) as journal:
        assert [each.answers for each in journal.games()] == [5]


def test_export(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same document on stdout and in a file; another journal takes it in."""
    assert run(cli, ["games", "export", game]) == ExitCode.OK
    printed = json.loads(capsys.readouterr().out)
    assert run(cli, ["games", "export", game, "--out", str(tmp_path / "game.json")]) == ExitCode.OK
    assert json.loads((tmp_path / "game.json").read_bytes()) == printed
    with Journal(tmp_path / "other") as other:
        assert other.load(printed) == game


def test_delete_asks(game: str, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a yes nothing is deleted."""
    assert run(cli, ["games", "delete", game]) != ExitCode.OK
    with Journal(path) as journal:
        assert [each.id for each in journal.games()] == [game]
    assert run(cli, ["games", "delete", game, "--yes"]) == ExitCode.OK
    assert run(cli, ["games", "delete", game, "--yes"]) == ExitCode.NOT_FOUND
    assert f'no saved game "{game}"' in capsys.readouterr().err
