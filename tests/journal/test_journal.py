"""Many games in one file: listed, handed on, taken in, forgotten; and files that are none."""

from __future__ import annotations

import copy
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.journal.lamps import NOW, SEATS, answers
from tts_tool.errors import BadInput, NotFound, Unavailable
from tts_tool.journal import Journal, Keeper, games_file, resume
from tts_tool.kernel.position import canonical


def played(journal: Journal, count: int = 5) -> str:
    """Play a game and leave it."""
    with Keeper.begin(journal, NOW.begin()) as keeper:
        answers(keeper, count)
        return keeper.game


def test_games_are_listed(tmp_path: Path) -> None:
    """Each with seats, answers that stand, and whether it is over; ids are short and differ."""
    with Journal(tmp_path / "games") as journal:
        ids = [played(journal, count) for count in (16, 3, 0)]
        listed = {game.id: game for game in journal.games()}
    assert set(listed) == set(ids)
    assert len(set(ids)) == 3
    assert all(game.startswith("lamps-") and len(game) == 10 for game in ids)
    assert [listed[game].answers for game in ids] == [16, 3, 0]
    assert [listed[game].over for game in ids] == [True, False, False]
    assert {(game.game, game.seats) for game in listed.values()} == {("lamps", SEATS)}
    assert all(game.begun <= game.played for game in listed.values())


def test_exported_game_is_the_same_elsewhere(tmp_path: Path) -> None:
    """Through JSON into another journal, with all legs, and what was taken back."""
    with Journal(tmp_path / "one") as one, Journal(tmp_path / "two") as two:
        with Keeper.begin(one, NOW.begin()) as keeper:
            answers(keeper, 7)
            keeper.undo("blue", 5, SEATS)
        version = replace(NOW, question="kindle")
        with resume(one, keeper.game, version.present).keeper as changed:
            answers(changed, 2)
            known = canonical(changed.timeline.state)
        document = msgspec.json.decode(msgspec.json.encode(one.export(keeper.game)))
        assert two.load(document) == keeper.game
        assert two.load(document) != keeper.game
        assert two.show(keeper.game) == one.show(keeper.game)
        resumed = resume(two, keeper.game, version.present)
        assert (resumed.notices, canonical(resumed.timeline.state)) == ((), known)


def test_export_says_what_became_of_each_entry(tmp_path: Path) -> None:
    """Every entry that ever was is there and marked."""
    with Journal(tmp_path / "games") as journal:
        with Keeper.begin(journal, NOW.begin()) as keeper:
            answers(keeper, 4)
            keeper.undo("blue", 3, SEATS)
            answers(keeper, 1, "swap")
        (leg,) = journal.export(keeper.game)["legs"]
    said = [
        (line["entry"]["value"], line["status"]) for line in leg["lines"] if line["line"] == "done"
    ]
    stood = [(1, "stands"), ("keep", "stands"), (1, "stands")]
    assert said == [*stood, ("keep", "taken-back"), ("swap", "stands")]


def test_deleted_game_is_gone(tmp_path: Path) -> None:
    """Nothing of it is left, and the others are untouched."""
    with Journal(tmp_path / "games") as journal:
        gone, stays = played(journal), played(journal)
        before = journal.show(stays)
        journal.delete(gone)
        for call in (journal.show, journal.export, journal.delete, journal.hold):
            with pytest.raises(NotFound, match=f'no saved game "{gone}"'):
                call(gone)
        assert [game.id for game in journal.games()] == [stays]
        assert journal.show(stays) == before


def test_old_restart_points_are_thinned_out(tmp_path: Path) -> None:
    """A long game keeps the newest and few of the others, and still goes on from the last."""
    with Journal(tmp_path / "games", "NORMAL") as journal:
        with Keeper.begin(journal, NOW.begin()) as keeper:
            for _ in range(10):
                answers(keeper, 12)
                keeper.undo("red", 0, SEATS)
        (leg,) = journal.show(keeper.game).legs
        assert 16 <= len(leg.restarts) <= 16 + 60 // 16 + 1
        resumed = resume(journal, keeper.game, replace(NOW, question="kindle").present)
        assert resumed.timeline.state.branch == 10


Spoil = Callable[[dict[str, Any]], object]
SPOILT: dict[str, tuple[Spoil, str]] = {
    "format": (lambda d: d.pop("format"), "no exported game"),
    "version": (lambda d: d.update(version=2), "version 2"),
    "no legs": (lambda d: d.update(legs=[]), "no leg"),
    "wrong type": (lambda d: d.update(legs=3), "can't be read"),
    "no header": (lambda d: d["legs"][0].pop("header"), "can't be read"),
    "entry": (lambda d: d["legs"][0]["lines"][1]["entry"].update(entry="x"), "can't be read"),
    "taken back": (
        lambda d: d["legs"][0]["lines"].append({"line": "taken-back", "at": "", "to": 9}),
        "takes back what isn't there",
    ),
    "done again": (lambda d: d["legs"][0]["lines"][1].update(redo=True), "makes no sense"),
    "from somewhere": (
        lambda d: d["legs"][0].update(origin={"leg": 0, "entries": 0}),
        "leg 0: it comes from somewhere",
    ),
    "from nowhere": (lambda d: d["legs"].append(d["legs"][0]), "leg 1: it comes from nowhere"),
    "in a circle": (
        lambda d: d["legs"].append({**d["legs"][0], "origin": {"leg": 1, "entries": 0}}),
        "leg 1: it comes from a leg that is not before it",
    ),
    "below nothing": (
        lambda d: d["legs"][0]["restarts"][0].update(entries=-1),
        "counts below nothing",
    ),
}


@pytest.mark.parametrize("what", SPOILT)
def test_spoilt_document_is_not_taken_in(tmp_path: Path, what: str) -> None:
    """Whatever is wrong with it is said, and nothing is written."""
    spoil, reason = SPOILT[what]
    with Journal(tmp_path / "games") as journal:
        document = copy.deepcopy(journal.export(played(journal)))
        spoil(document)
        with pytest.raises(BadInput, match=reason):
            journal.load(document)
        assert len(journal.games()) == 1


@pytest.mark.parametrize("document", [None, [], "x", {}, {"format": []}])
def test_anything_else_is_no_game(tmp_path: Path, document: object) -> None:
    """Plain data of any shape is refused, never a crash."""
    with Journal(tmp_path / "games") as journal, pytest.raises(BadInput, match="no exported game"):
        journal.load(document)


@pytest.mark.parametrize("name", ["../../etc", "UPPER", "", "x" * 99, "a'b"])
def test_id_of_a_document_is_not_trusted(tmp_path: Path, name: str) -> None:
    """An id that we would not give is replaced by one that we would."""
    with Journal(tmp_path / "games") as journal:
        document = {**journal.export(played(journal)), "id": name}
        assert journal.load(document).startswith("lamps-")


def foreign(path: Path, statement: str) -> None:
    """Make a database of somebody else."""
    with closing(sqlite3.connect(path)) as disk:
        disk.execute(statement)


def newer(path: Path) -> None:
    """Make a journal of a version to come."""
    Journal(path).close()
    foreign(path, "PRAGMA user_version = 99")


FILES: dict[str, tuple[Callable[[Path], Any], type[Exception], str]] = {
    "text": (lambda p: p.write_text("no database\n" * 99), BadInput, "no journal of games"),
    "foreign": (lambda p: foreign(p, "CREATE TABLE a (b)"), BadInput, "another program's"),
    "newer": (
        newer,
        BadInput,
        "a newer tts-tool",
    ),
    "folder": (lambda p: p.mkdir(), Unavailable, "unable to open"),
}


@pytest.mark.parametrize("what", FILES)
def test_other_files_are_left_alone(tmp_path: Path, what: str) -> None:
    """What is no journal of this version is refused and not written into."""
    make, error, reason = FILES[what]
    path = tmp_path / "games"
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(error, match=reason):
        Journal(path)
    assert (path.read_bytes() if path.is_file() else b"") == before


HOME = Path("/home/eve")
PLACES = [
    ("linux", {}, HOME / ".local/share/tts-tool/games.sqlite3"),
    ("linux", {"XDG_DATA_HOME": "/data"}, Path("/data/tts-tool/games.sqlite3")),
    ("linux", {"XDG_DATA_HOME": "data"}, HOME / ".local/share/tts-tool/games.sqlite3"),
    ("darwin", {}, HOME / "Library/Application Support/tts-tool/games.sqlite3"),
    ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/tts-tool/games.sqlite3")),
    ("win32", {}, HOME / "AppData/Local/tts-tool/games.sqlite3"),
    ("win32", {"TTS_TOOL_GAMES": "club"}, Path("club")),
]


@pytest.mark.parametrize(("platform", "environ", "path"), PLACES)
def test_games_have_a_usual_place(platform: str, environ: dict[str, str], path: Path) -> None:
    """Where the platform keeps such things, or where the environment says."""
    assert games_file(platform, environ, HOME) == path


def test_nothing_is_left_beside_the_file(tmp_path: Path) -> None:
    """The signs of those who play are taken down when they leave, and the folder of signs stays."""
    with Journal(tmp_path / "sub" / "games") as journal:
        played(journal)
        assert len(list((tmp_path / "sub" / "games-players").iterdir())) == 1
    assert [file.name for file in (tmp_path / "sub").rglob("*") if file.is_file()] == ["games"]
