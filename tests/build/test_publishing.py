"""Pictures come to where other players see them, and it is proven that they are there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.build.storage import Habit, Storage, storing
from tests.build.tiny import Tiny
from tests.wants import wants
from tts_tool.build.addresses import Addresses
from tts_tool.build.built import looked_at, manifest_of, pictures_of
from tts_tool.build.publishing import (
    AUTHORIZATION,
    Manners,
    publish_to_folder,
    publish_to_web,
)
from tts_tool.build.release import faults
from tts_tool.errors import BadInput, NotFound, Refused, Unavailable
from tts_tool.saves.links import Manners as Asking

HASTY = Manners(together=1, attempts=3, pause=0.01, longest_pause=0.02, timeout=5)
IMPATIENT = Manners(together=1, attempts=2, pause=0.01, longest_pause=0.02, timeout=0.15)
MEGABYTE = 1_000_000


@pytest.fixture
def storage() -> Iterator[Storage]:
    """Run a server that takes files."""
    with storing() as server:
        yield server


@pytest.fixture
def pictures(tmp_path: Path) -> list[Path]:
    """Build the tiny mod and list its pictures."""
    tiny = Tiny(tmp_path)
    tiny.build()
    return pictures_of(tiny.out)


def sent(files: list[Path], storage: Storage) -> list[str]:
    """Publish, and name what was sent."""
    return [
        each.name for each in publish_to_web(files, storage.address, HASTY) if each.how == "sent"
    ]


def test_sent_once(pictures: list[Path], storage: Storage) -> None:
    """Everything is sent and answers; the second time nothing is sent."""
    assert len(sent(pictures, storage)) == len(pictures) == 4
    kept = {path.rpartition("/")[2]: data for path, data in storage.files.items()}
    assert kept == {path.name: path.read_bytes() for path in pictures}
    assert all(path.startswith("/site/assets/") for path in storage.files)
    assert sent(pictures, storage) == []
    assert storage.asked["PUT"] == 4


def test_goes_on_where_it_stopped(pictures: list[Path], storage: Storage) -> None:
    """A server that goes away after two pictures gets only the others afterwards."""
    storage.limit = 2
    with pytest.raises(Unavailable, match="no answer") as caught:
        sent(pictures, storage)
    assert "not sent again" in str(caught.value.fix)
    assert len(storage.files) == 2
    storage.limit = 1_000
    assert len(sent(pictures, storage)) == 2
    assert len(storage.files) == 4


@pytest.mark.parametrize("busy", [1, 2])
def test_busy_server(pictures: list[Path], storage: Storage, busy: int) -> None:
    """A server that is busy is asked again."""
    storage.busy = busy
    assert len(sent(pictures, storage)) == 4


def test_server_that_stays_busy(pictures: list[Path], storage: Storage) -> None:
    """One that stays busy is given up, with what it said."""
    storage.busy = 9
    with pytest.raises(Unavailable, match=r"503 .*, 3 times"):
        sent(pictures, storage)


def test_half_a_picture_is_sent_again(pictures: list[Path], storage: Storage) -> None:
    """What answers with another content is no proof, whatever its size."""
    sent(pictures, storage)
    cut, altered = list(storage.files)[:2]
    storage.files[cut] = storage.files[cut][:-1]
    storage.files[altered] = storage.files[altered][::-1]
    again = sent(pictures, storage)
    assert sorted(again) == sorted(path.rpartition("/")[2] for path in (cut, altered))


def test_server_that_alters(pictures: list[Path], storage: Storage) -> None:
    """A server that changes what it is sent is found out."""
    storage.alters = True
    with pytest.raises(Unavailable, match="does not answer with it"):
        sent(pictures, storage)


def test_server_without_head(pictures: list[Path], storage: Storage) -> None:
    """A server that does not know HEAD is asked for the whole."""
    storage.heads = False
    assert len(sent(pictures, storage)) == 4
    assert sent(pictures, storage) == []


@pytest.mark.parametrize("habit", ["endless", "lying"])
def test_answer_without_end(pictures: list[Path], storage: Storage, habit: Habit) -> None:
    """Of an answer no more is read than the picture has, and the next byte tells them apart."""
    storage.habit = habit
    with pytest.raises(Unavailable, match=r"does not answer with it|no answer"):
        list(publish_to_web(pictures, storage.address, HASTY))
    answers = storage.asked["GET"]
    assert answers >= 1
    assert storage.said < answers * 8 * MEGABYTE  # what the lines between us hold


@pytest.mark.parametrize("method", ["HEAD", "GET", "PUT"])
@pytest.mark.parametrize("habit", ["silent", "dripping", "dripping head"])
def test_answer_that_never_comes(
    pictures: list[Path], storage: Storage, method: str, habit: Habit
) -> None:
    """A server that lets us wait, in whatever way, is given up after as many tries as for others.

    What follows the head of an answer to HEAD or PUT is not waited for: nobody reads it.
    """
    storage.habit, storage.habitual = habit, method
    storage.heads = method == "HEAD"
    waits = method == "GET" or habit != "dripping"
    said = r"no whole answer within 0\.\d+ s, 2 times" if waits else "does not answer with it"
    with pytest.raises(Unavailable, match=said):
        list(publish_to_web(pictures, storage.address, IMPATIENT))
    assert storage.asked[method] >= 2 - (method == "PUT" and not waits)


def test_refusal_without_end(pictures: list[Path], storage: Storage) -> None:
    """What a server says while it refuses is not read at all."""
    storage.habit, storage.habitual = "loud", "PUT"
    with pytest.raises(Unavailable, match="403 Go away"):
        list(publish_to_web(pictures, storage.address, HASTY))
    assert storage.said < 8 * MEGABYTE


def test_time_for_a_large_picture() -> None:
    """A large picture may take longer, on the slowest line that is worth waiting for."""
    manners = Manners(timeout=30.0, slowest=20_000)
    assert [manners.seconds(size) for size in (0, 1_000_000)] == [30.0, 80.0]


def test_authorization(
    pictures: list[Path], storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who must say who they are, can; over a readable line to elsewhere it is refused."""
    storage.wants = "Bearer sesame"
    with pytest.raises(Unavailable, match="401") as caught:
        sent(pictures, storage)
    assert AUTHORIZATION in str(caught.value.fix)
    monkeypatch.setenv(AUTHORIZATION, "Bearer sesame")
    assert len(sent(pictures, storage)) == 4
    with pytest.raises(BadInput, match="readable"):
        list(publish_to_web(pictures, "http://cards.example.org/x", HASTY))


def test_answers_only_to_oneself(
    pictures: list[Path],
    storage: Storage,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """The proof asks as a player does: a server that shows pictures to their owner only is told."""
    storage.wants, storage.shy = "Basic bWU6c2VzYW1l", True
    monkeypatch.setenv(AUTHORIZATION, storage.wants)
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password sesame", "utf-8")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    for _ in range(2):
        with pytest.raises(Unavailable, match="answers only to you") as caught:
            sent(pictures, storage)
        assert "players" in str(caught.value.fix)
    storage.shy = False
    assert sent(pictures, storage)
    assert len(storage.files) == len(pictures)


@pytest.mark.parametrize("target", ["../../notes.txt", "assets/../../../notes.txt", "/notes.txt"])
def test_strangers_list(tmp_path: Path, target: str) -> None:
    """A build that lists a file outside of itself is none: nothing of the disk is sent with it."""
    tiny = Tiny(tmp_path)
    tiny.build()
    (tmp_path / "notes.txt").write_bytes(b"mine")
    listed = tiny.out / "manifest.json"
    text = listed.read_text("utf-8")
    kept = next(path.name for path in (tiny.out / "assets").iterdir())
    listed.write_text(text.replace(f"assets/{kept}", target), "utf-8")
    with pytest.raises(NotFound, match="nothing is built"):
        pictures_of(tiny.out)
    with pytest.raises(NotFound, match="nothing is built"):
        faults(tiny.out)


def test_not_as_built(tmp_path: Path) -> None:
    """A picture that is another one, or none, is not sent under its old name."""
    tiny = Tiny(tmp_path)
    tiny.build()
    first = next((tiny.out / "assets").iterdir())
    first.unlink()
    with pytest.raises(Refused, match="not as it was built"):
        pictures_of(tiny.out)
    first.write_bytes(b"mine")
    with pytest.raises(Refused, match="not as it was built"):
        pictures_of(tiny.out)


@pytest.mark.parametrize(
    ("said", "base"),
    [
        ("serve", "http://127.0.0.1:39997/assets/"),
        ("https://cards.example.org/x", "https://cards.example.org/x/assets/"),
    ],
)
def test_where_the_save_looks(tmp_path: Path, said: str, base: str) -> None:
    """A save says where it looks for pictures, so that they can be brought there."""
    tiny = Tiny(tmp_path)
    tiny.assets = said
    tiny.build()
    assert looked_at(tiny.out) == base


@pytest.mark.parametrize("there", ["nothing", "folder", "pipe"])
def test_a_save_that_is_none(tmp_path: Path, there: str) -> None:
    """Where a build's save looks for pictures is asked of a file, and nobody waits for a pipe."""
    tiny = Tiny(tmp_path)
    tiny.build()
    save = tiny.out / manifest_of(tiny.out).save
    save.unlink()
    if there == "folder":
        save.mkdir()
    elif there == "pipe":
        if sys.platform == "win32":
            return
        os.mkfifo(save)
    with pytest.raises(Refused, match="this save is not as it was built") as error:
        looked_at(tiny.out)
    assert error.value.where == str(save)


@pytest.mark.skipif(sys.platform == "win32", reason="there no file is a pipe")
def test_a_list_that_is_none(tmp_path: Path) -> None:
    """Where the list of a build is a pipe nothing is built, and nobody waits for it."""
    os.mkfifo(tmp_path / "manifest.json")
    with pytest.raises(NotFound, match="nothing is built here"):
        pictures_of(tmp_path)


@pytest.mark.parametrize(
    "address",
    [
        *("ftp://host/x", "https://", "https://host/x?y=1", "https://me:sesame@host/x"),
        *("http://[::1", "http://host:99999/x"),
    ],
)
def test_no_place(pictures: list[Path], address: str) -> None:
    """What is no address is refused before anything is sent."""
    with pytest.raises(BadInput, match="no place"):
        list(publish_to_web(pictures, address, HASTY))


def test_to_folder(pictures: list[Path], tmp_path: Path) -> None:
    """Into a folder only what is not there, or is broken there, is copied."""
    target = tmp_path / "website"
    assert [each.how for each in publish_to_folder(pictures, target)] == ["sent"] * 4
    (target / "assets" / pictures[0].name).write_bytes(b"cut")
    ways = [each.how for each in publish_to_folder(pictures, target)]
    assert ways == ["sent", "was there", "was there", "was there"]
    there = {path.name: path.read_bytes() for path in (target / "assets").iterdir()}
    assert there == {path.name: path.read_bytes() for path in pictures}


@wants("posix")
def test_a_link_is_replaced_and_not_what_it_leads_to(pictures: list[Path], tmp_path: Path) -> None:
    """A link that is called like a picture leads to a file of somebody's, which stays as it is."""
    theirs, target = tmp_path / "private.txt", tmp_path / "site" / "assets" / pictures[0].name
    theirs.write_text("mine", encoding="utf-8")
    target.parent.mkdir(parents=True)
    target.symlink_to(theirs)
    assert next(publish_to_folder(pictures, tmp_path / "site")).how == "sent"
    assert theirs.read_text(encoding="utf-8") == "mine"
    assert not target.is_symlink()
    assert target.read_bytes() == pictures[0].read_bytes()


def test_folder_that_refuses(pictures: list[Path], tmp_path: Path) -> None:
    """A folder that cannot be written is named."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Unavailable, match="cannot be written"):
        list(publish_to_folder(pictures, tmp_path / "file"))


def test_release(tmp_path: Path) -> None:
    """A release has no local address, a thumbnail, and links that answer."""
    tiny = Tiny(tmp_path)
    tiny.assets = "file"
    tiny.build()
    said = faults(tiny.out)
    (local,) = said
    assert local.startswith(
        f"{Addresses.of('file', tiny.out).base} is only on this computer, and 3"
    )
    tiny.assets = "serve"
    tiny.build()
    (served,) = faults(tiny.out)
    assert served.startswith("http://127.0.0.1:39997/assets/ is only on this computer")
    tiny.assets = "https://127.0.0.1:1"
    tiny.build()
    asking = Asking(private=True, retries=0, connect=0.5)
    assert all("is failed" in each for each in faults(tiny.out, asking))
    (tiny.out / "Tiny_Gems.png").write_bytes(b"GIF")
    assert any("thumbnail" in each for each in faults(tiny.out, asking))
    with pytest.raises(NotFound):
        faults(tmp_path / "nowhere")


def test_release_that_is_ready(tmp_path: Path, storage: Storage) -> None:
    """When all pictures answer, nothing is left to say."""
    tiny = Tiny(tmp_path)
    tiny.assets = "https://cards.example.org/site"
    tiny.build()
    sent(pictures_of(tiny.out), storage)
    save = tiny.out / "Tiny_Gems.json"
    text = save.read_text(encoding="utf-8")
    save.write_text(text.replace("https://cards.example.org/site", storage.address), "utf-8")
    assert faults(tiny.out, Asking(private=True)) == []
