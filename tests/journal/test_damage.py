"""Files of games to which something has happened: it is seen and said, and what can be is had."""

from __future__ import annotations

import errno
import os
import random
import sys
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.journal.lamps import NOW, SEATS, answers
from tts_tool.errors import BadInput, NotFound, Unavailable
from tts_tool.journal import Journal, Keeper, Saved, resume
from tts_tool.journal.logbook import backups

Spoil = Callable[[bytes, random.Random], bytes]


def flipped(data: bytes, pick: random.Random) -> bytes:
    """Flip some bits of one byte."""
    at = pick.randrange(len(data))
    return data[:at] + bytes([data[at] ^ pick.randrange(1, 256)]) + data[at + 1 :]


def cut(data: bytes, pick: random.Random) -> bytes:
    """Lose the end."""
    return data[: pick.randrange(len(data))]


def zeroed(data: bytes, pick: random.Random) -> bytes:
    """Lose a block, as a disk does."""
    at = pick.randrange(len(data))
    return data[:at] + bytes(len(data[at : at + 512])) + data[at + 512 :]


SPOIL: dict[str, Spoil] = {"flipped": flipped, "cut": cut, "zeroed": zeroed}


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Open a journal of nobody."""
    with Journal(tmp_path / "games", "NORMAL") as journal:
        yield journal


def played(journal: Journal, *, to_its_end: bool = False) -> Saved:
    """Play a game, take something back, leave it."""
    with Keeper.begin(journal, NOW.begin()) as keeper:
        answers(keeper, 10)
        keeper.undo("red", 8, SEATS)
        answers(keeper, 2)
        while to_its_end and not keeper.timeline.over:
            answers(keeper, 1)
    return journal.show(keeper.game)


def without_backup(journal: Journal, game: str) -> None:
    """Lose the backups of a game."""
    for path in backups(journal.path_of(game)):
        path.unlink(missing_ok=True)


def begins_like(short: Saved, whole: Saved) -> bool:
    """Tell whether a game is another one as far as it goes."""
    lines = [line for leg in short.legs for line in leg.lines]
    return [line for leg in whole.legs for line in leg.lines][: len(lines)] == lines


@pytest.mark.parametrize("how", SPOIL)
@pytest.mark.parametrize("over", [False, True], ids=["open", "packed"])
@pytest.mark.soak(sample=25, full=1000)
def test_whatever_happens_to_a_file_its_backup_mends(
    journal: Journal, how: str, rounds: int, *, over: bool
) -> None:
    """It is said where it is damaged and how far it is good; salvaged, the game is whole again."""
    whole, other = played(journal, to_its_end=over), played(journal)
    path = journal.path_of(whole.id)
    good = path.read_bytes()
    pick = random.Random(f"{how}/{over}")
    for _ in range(rounds):
        spoilt = SPOIL[how](good, pick)
        if spoilt == good:
            continue
        path.write_bytes(spoilt)
        health = journal.check(whole.id)
        assert not health.good
        assert health.steps <= health.within_reach == len(whole.since_the_beginning())
        with pytest.raises(BadInput, match=f"its last good step is {health.steps}$") as damaged:
            resume(journal, whole.id, NOW.present)
        assert damaged.value.where == f"{path}:{health.line}"
        assert damaged.value.fix == (
            f"`tts-tool games salvage {whole.id}` brings back what can be had"
        )
        assert journal.check(other.id).good
        assert {game.id for game in journal.games()} == {whole.id, other.id}
        salvaged = journal.salvage(whole.id)
        assert (salvaged.before, salvaged.steps) == (health.steps, health.within_reach)
        assert Path(salvaged.damaged).read_bytes() == spoilt
        Path(salvaged.damaged).unlink()
        assert journal.check(whole.id).good
        assert journal.show(whole.id) == whole
    resumed = resume(journal, whole.id, NOW.present)
    assert (resumed.notices, resumed.timeline.over) == ((), over)


@pytest.mark.parametrize("how", SPOIL)
@pytest.mark.soak(sample=25, full=1000)
def test_without_a_backup_the_good_beginning_is_had(
    journal: Journal, how: str, rounds: int
) -> None:
    """What stands before the damage is exactly what was played, and the game goes on from there."""
    whole = played(journal)
    path = journal.path_of(whole.id)
    good = path.read_bytes()
    pick = random.Random(how)
    lengths = set()
    for _ in range(rounds):
        without_backup(journal, whole.id)
        path.write_bytes(SPOIL[how](good, pick))
        health = journal.check(whole.id)
        assert health.within_reach == health.steps
        if not health.good:
            if health.line <= 2 and not health.steps:
                with pytest.raises(BadInput, match="nothing of"):
                    journal.salvage(whole.id)
                continue
            assert journal.salvage(whole.id).steps == health.steps
        saved = journal.show(whole.id)
        assert begins_like(saved, whole)
        lengths.add(len(saved.legs[0].lines))
        with resume(journal, whole.id, NOW.present).keeper as keeper:
            answers(keeper, 1)
    assert len(lengths) > 5


def test_each_page_comes_from_a_file_in_which_it_is_good(journal: Journal) -> None:
    """A file and its backup that are damaged in different places make a whole game together."""
    whole = played(journal)
    path = journal.path_of(whole.id)
    backup = next(each for each in backups(path) if each.exists())
    good = path.read_bytes()
    lines = good.splitlines(keepends=True)
    late = len(b"".join(lines[:6])) + 20
    path.write_bytes(good[:late] + b"?" + good[late + 1 :])
    early = len(b"".join(lines[:3])) + 20
    backup.write_bytes(good[:early] + b"?" + good[early + 1 :])
    assert journal.check(whole.id).line == 7
    journal.salvage(whole.id)
    assert journal.show(whole.id) == whole


def test_a_game_whose_file_is_gone_comes_back_from_its_backup(journal: Journal) -> None:
    """It is known to be missing, and salvaged whole."""
    whole = played(journal)
    journal.path_of(whole.id).unlink()
    assert journal.lost() == [whole.id]
    with pytest.raises(NotFound):
        journal.show(whole.id)
    assert journal.salvage(whole.id).damaged == ""
    assert journal.lost() == []
    assert journal.show(whole.id) == whole


def test_a_good_game_is_not_salvaged(journal: Journal) -> None:
    """Where nothing is damaged nothing is done."""
    game = played(journal).id
    with pytest.raises(BadInput, match="is not damaged"):
        journal.salvage(game)


def test_a_spoilt_backup_hinders_nobody(journal: Journal) -> None:
    """A game whose own file is good is good, and the next sitting makes a backup anew."""
    whole = played(journal)
    path = journal.path_of(whole.id)
    for backup in backups(path):
        backup.write_bytes(b"\0" * 99)
    assert journal.check(whole.id).good
    resume(journal, whole.id, NOW.present).keeper.close()
    path.write_bytes(b"")
    journal.salvage(whole.id)
    assert journal.show(whole.id) == whole


def folder(path: Path) -> None:
    """Make a folder."""
    path.mkdir()


def pipe(path: Path) -> None:
    """Make a pipe, which whoever opens it waits for."""
    os.mkfifo(path)


def link(path: Path) -> None:
    """Make a link to somebody's own file."""
    (path.parent / "private.txt").write_bytes(b"private")
    path.symlink_to("private.txt")


on_unix = pytest.mark.skipif(sys.platform == "win32", reason="there not everybody may make these")
NO_FILES = [folder, pytest.param(pipe, marks=on_unix), pytest.param(link, marks=on_unix)]


@pytest.mark.parametrize("make", NO_FILES)
def test_what_is_no_file_is_damage(journal: Journal, make: Callable[[Path], None]) -> None:
    """A game in whose place lies something else is damaged; it comes back, and that is kept."""
    whole, other = played(journal), played(journal)
    path = journal.path_of(whole.id)
    path.unlink()
    make(path)
    assert {game.id: game.damaged for game in journal.games()} == {whole.id: True, other.id: False}
    assert not journal.check(whole.id).good
    aside = Path(journal.salvage(whole.id).damaged)
    assert aside.exists()
    assert journal.show(whole.id) == whole


@pytest.mark.parametrize("make", NO_FILES)
def test_a_backup_that_is_no_file_hinders_nobody(
    journal: Journal, make: Callable[[Path], None]
) -> None:
    """A good game needs none of its backups."""
    whole = played(journal)
    for backup in backups(journal.path_of(whole.id)):
        backup.unlink(missing_ok=True)
        make(backup)
    assert journal.check(whole.id).good
    with resume(journal, whole.id, NOW.present).keeper as keeper:
        answers(keeper, 1)


@pytest.mark.parametrize("make", NO_FILES)
def test_nobody_signs_what_is_no_sign(journal: Journal, make: Callable[[Path], None]) -> None:
    """Where whoever plays signs, nothing of somebody else is written over or waited for."""
    whole = played(journal)
    sign = journal.path / "playing" / whole.id
    make(sign)
    with pytest.raises(BadInput, match="this is no file") as error:
        journal.hold(whole.id)
    assert (error.value.where, error.value.fix) == (str(sign), "take it away")
    if make is link:
        assert sign.read_bytes() == b"private"


def test_what_unpacks_without_an_end_is_damage(journal: Journal) -> None:
    """A small file may unpack to more than any memory holds; its backup brings the game back."""
    whole = played(journal, to_its_end=True)
    path = journal.path_of(whole.id)
    title = path.read_bytes().partition(b"\n")[0]
    packer = zlib.compressobj(9)
    zeros = b"".join(packer.compress(bytes(10**6)) for _ in range(100)) + packer.flush()
    path.write_bytes(title + b"\n" + zeros)
    tracemalloc.start()
    try:
        assert not journal.check(whole.id).good
        assert tracemalloc.get_traced_memory()[1] < 90_000_000
    finally:
        tracemalloc.stop()
    journal.salvage(whole.id)
    assert journal.show(whole.id) == whole


def test_much_behind_a_packed_game_is_damage(journal: Journal) -> None:
    """What somebody has written behind it costs no time; all that was played is there."""
    whole = played(journal, to_its_end=True)
    path = journal.path_of(whole.id)
    path.write_bytes(path.read_bytes() + bytes(20_000_000))
    health = journal.check(whole.id)
    assert (health.good, health.steps) == (False, len(whole.since_the_beginning()))
    journal.salvage(whole.id)
    assert journal.show(whole.id) == whole


def test_what_was_never_finished_is_no_damage(journal: Journal) -> None:
    """The beginning of a page that was being written when the power went is left out."""
    whole = played(journal)
    with journal.path_of(whole.id).open("ab") as file:
        file.write(b'12345678 {"at":"2026-')
    assert journal.check(whole.id).good
    with resume(journal, whole.id, NOW.present).keeper as keeper:
        answers(keeper, 1)
    assert len(journal.show(whole.id).legs[0].lines) == len(whole.legs[0].lines) + 1


def test_backups_take_turns(journal: Journal) -> None:
    """Each sitting renews the older one, so the one before always stays."""
    path = journal.path_of(played(journal).id)
    seen = []
    for _ in range(3):
        with resume(journal, path.stem, NOW.present).keeper as keeper:
            answers(keeper, 1)
        one, other = (each.stat().st_size for each in backups(path))
        assert path.stat().st_size == max(one, other) > min(one, other)
        seen.append(one > other)
    assert seen in ([True, False, True], [False, True, False])


@contextmanager
def failing(name: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the disk be full, or fail."""

    def fails(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, name, fails)
        yield


def test_a_disk_that_fails_shows_nothing(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What could not be forced to the disk nobody learns, and the game has all it had before."""
    journal.close()
    with Journal(tmp_path / "games") as forced:
        keeper = Keeper.begin(forced, NOW.begin())
        answers(keeper, 3)
        (decision,) = keeper.timeline.decisions()
        with (
            failing("fsync", monkeypatch),
            pytest.raises(Unavailable, match="No space left on device"),
        ):
            keeper.choose(decision, "keep")
        with pytest.raises(Unavailable, match="could not be written down"):
            _ = keeper.timeline
        keeper.close()
        assert len(resume(forced, keeper.game, NOW.present).timeline.entries) == 3
