"""Many games in one file: listed, handed on, taken in, forgotten; and files that are none."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.journal.lamps import NOW, SEATS, answers
from tts_tool.errors import BadInput, NotFound
from tts_tool.journal import Journal, Keeper, games_folder, resume
from tts_tool.journal.pages import read, written
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


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("no journal\n", "a file, and no folder of games"),
        ("SQLite format 3\0", "holds games as tts-tool kept them before: all in one file"),
    ],
)
def test_a_file_is_no_journal(tmp_path: Path, text: str, what: str) -> None:
    """What is no folder is refused, saying what it is, and not written into."""
    path = tmp_path / "games"
    path.write_text(text)
    with pytest.raises(BadInput, match=what):
        Journal(path)
    assert path.read_text() == text


def test_a_newer_game_is_left_alone(tmp_path: Path) -> None:
    """A game that a tts-tool to come wrote is neither read nor written, and hinders no other."""
    with Journal(tmp_path / "games") as journal:
        newer, other = played(journal), played(journal)
        path = journal.path_of(newer)
        reading = read(path.read_bytes(), path)
        assert reading.title is not None
        title = msgspec.structs.replace(reading.title, version=99)
        path.write_bytes(written(title, reading.lines))
        before = path.read_bytes()
        for call in (journal.show, journal.hold, journal.check):
            with pytest.raises(BadInput, match="a newer tts-tool wrote this"):
                call(newer)
        assert path.read_bytes() == before
        assert len(journal.games()) == 2
        assert resume(journal, other, NOW.present).notices == ()


HOME = Path("/home/eve")
PLACES = [
    ("linux", {}, HOME / ".local/share/tts-tool/games"),
    ("linux", {"XDG_DATA_HOME": "/data"}, Path("/data/tts-tool/games")),
    ("linux", {"XDG_DATA_HOME": "data"}, HOME / ".local/share/tts-tool/games"),
    ("darwin", {}, HOME / "Library/Application Support/tts-tool/games"),
    ("win32", {"LOCALAPPDATA": "/local"}, Path("/local/tts-tool/games")),
    ("win32", {}, HOME / "AppData/Local/tts-tool/games"),
    ("win32", {"TTS_TOOL_GAMES": "club"}, Path("club")),
]


@pytest.mark.parametrize(("platform", "environ", "path"), PLACES)
def test_games_have_a_usual_place(platform: str, environ: dict[str, str], path: Path) -> None:
    """Where the platform keeps such things, or where the environment says."""
    assert games_folder(platform, environ, HOME) == path


def test_signs_are_taken_down(tmp_path: Path) -> None:
    """Of those who played nothing is left but the game and its backup."""
    with Journal(tmp_path / "games") as journal:
        with Keeper.begin(journal, NOW.begin()) as keeper:
            assert [sign.name for sign in (tmp_path / "games/playing").iterdir()] == [keeper.game]
        files = [path for path in (tmp_path / "games").rglob("*") if path.is_file()]
        names = {path.relative_to(tmp_path / "games").as_posix() for path in files}
        assert names == {f"{keeper.game}.game", f"backup/{keeper.game}.1.game"}


def test_a_game_that_is_over_is_packed(tmp_path: Path) -> None:
    """It is a quarter of what it was, says the same, and can still be taken back and played on."""
    with Journal(tmp_path / "games") as journal:
        keeper = Keeper.begin(journal, NOW.begin())
        path = journal.path_of(keeper.game)
        answers(keeper, 16)
        long, (before,) = path.stat().st_size, journal.show(keeper.game).legs
        keeper.close()
        (after,) = journal.show(keeper.game).legs
        assert path.stat().st_size * 4 < long
        assert after == msgspec.structs.replace(before, restarts=before.restarts[-1:])
        assert [(game.answers, game.over) for game in journal.games()] == [(16, True)]
        with resume(journal, keeper.game, NOW.present).keeper as again:
            again.undo("red", 14, SEATS)
            answers(again, 1)
            known = canonical(again.timeline.state)
        assert [(game.answers, game.over) for game in journal.games()] == [(15, False)]
        resumed = resume(journal, keeper.game, NOW.present)
        assert (resumed.notices, canonical(resumed.timeline.state)) == ((), known)
