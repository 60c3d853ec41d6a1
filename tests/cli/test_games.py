"""`tts-tool games`: what people see of the games on disk."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from tts_tool.cli.main import cli
from tts_tool.cli.rulesets import find
from tts_tool.cli.shell import run
from tts_tool.errors import ExitCode
from tts_tool.journal import Journal
from tts_tool.kernel.entries import Accepted
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


@pytest.mark.soak(sample=2, full=100)
def test_finished_games_are_packed(path: Path, rounds: int) -> None:
    """However many games are over, each takes a quarter of what it says; its backup no more."""
    for seed in range(rounds):
        line = f"play night-market --bots 3 --seed {seed} --save"
        assert CliRunner().invoke(cli, line.split()).exit_code == 0
    files = sorted(path.glob("*.game"))
    assert len(files) == rounds
    for file in files:
        title, _, body = file.read_bytes().partition(b"\n")
        assert b'"over":true' in title
        assert len(zlib.decompress(body)) > 4 * file.stat().st_size
        assert (path / "backup" / f"{file.stem}.1.game").read_bytes() == file.read_bytes()
    with Journal(path) as journal:
        assert [game.over for game in journal.games()] == [True] * rounds


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
    assert "Blue: At the stalls" in told.output
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


def test_import(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An exported game comes in under its own id, or, where that is taken, under another."""
    file = tmp_path / "game.json"
    assert run(cli, ["games", "export", game, "--out", str(file)]) == ExitCode.OK
    assert run(cli, ["games", "import", str(file), str(file)]) == ExitCode.OK
    new = [line.rpartition(" -> ")[2] for line in capsys.readouterr().out.splitlines()[1:]]
    assert len({game, *new}) == 3
    assert run(cli, ["games", "delete", game, "--yes"]) == ExitCode.OK
    assert run(cli, ["games", "import", str(file)]) == ExitCode.OK
    assert capsys.readouterr().out.endswith(f"{file} -> {game}\n")
    assert run(cli, ["games", "show", game]) == ExitCode.OK


def test_import_says_what_is_no_game(path: Path, tmp_path: Path) -> None:
    """A file that is missing, no JSON or no game is named, and nothing is taken in."""
    bad = tmp_path / "bad.json"
    for text, code in ((None, ExitCode.NOT_FOUND), ("{", ExitCode.BAD_INPUT), ("{}", 3)):
        if text is not None:
            bad.write_text(text)
        told = CliRunner().invoke(cli, ["games", "import", str(bad)])
        assert told.exception is not None
        assert str(bad) in str(told.exception)
        assert getattr(told.exception, "exit_code", None) == code
    assert not list(path.glob("*.game"))


def truncate(path: Path, game: str) -> int:
    """Lose the second half of a game; give how long it is now."""
    file = path / f"{game}.game"
    half = file.read_bytes()[: file.stat().st_size // 2]
    file.write_bytes(half)
    return len(half)


def test_a_damaged_game_is_told_and_mended(
    game: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Resuming says what to do, `check` finds it, `salvage` mends it; then it is as before."""
    assert run(cli, ["games", "show", game]) == ExitCode.OK
    story = capsys.readouterr().out
    assert run(cli, ["games", "check"]) == ExitCode.OK
    assert capsys.readouterr().out.split() == [game, "good,", "4", "steps"]
    truncate(path, game)
    assert run(cli, ["games", "resume", game]) == ExitCode.BAD_INPUT
    said = capsys.readouterr().err
    assert f"{game} is damaged" in said
    assert "its last good step is" in said
    assert f"tts-tool games salvage {game}" in said
    assert run(cli, ["games", "check"]) == ExitCode.FINDING
    assert f"games salvage {game}` brings it back up to step 4" in capsys.readouterr().out
    assert run(cli, ["games", "check", "--json"]) == ExitCode.FINDING
    (health,) = json.loads(capsys.readouterr().out)
    assert (health["good"], health["within_reach"]) == (False, 4)
    assert run(cli, ["games", "salvage", game]) == ExitCode.OK
    assert "whole again up to step 4" in capsys.readouterr().out
    assert run(cli, ["games", "check", game]) == ExitCode.OK
    capsys.readouterr()
    assert run(cli, ["games", "show", game]) == ExitCode.OK
    assert capsys.readouterr().out == story


def test_a_damaged_game_hinders_no_other(
    game: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside one that is cut off others are played, listed and resumed; it can be deleted."""
    good = (path / f"{game}.game").read_bytes()
    for size in (0, 1, 200):
        (path / f"{game}.game").write_bytes(good[:size])
        play = ["play", "night-market", "--bots", "2", "--seed", "1", "--save"]
        assert run(cli, play) == ExitCode.OK
    capsys.readouterr()
    assert run(cli, ["games", "list"]) == ExitCode.OK
    *rows, last = capsys.readouterr().out.splitlines()
    assert [row.split()[1] for row in rows] == ["over"] * 3
    assert last.split()[:2] == [game, "damaged;"]
    assert run(cli, ["games", "resume", rows[0].split()[0]]) == ExitCode.OK
    assert run(cli, ["games", "delete", game, "--yes"]) == ExitCode.OK


def test_delete_asks(game: str, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a yes nothing is deleted."""
    assert run(cli, ["games", "delete", game]) != ExitCode.OK
    with Journal(path) as journal:
        assert [each.id for each in journal.games()] == [game]
    assert run(cli, ["games", "delete", game, "--yes"]) == ExitCode.OK
    assert run(cli, ["games", "delete", game, "--yes"]) == ExitCode.NOT_FOUND
    assert f'no saved game "{game}"' in capsys.readouterr().err
