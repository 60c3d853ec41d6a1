"""`tts-tool publish --steam`, from an installed save to friends who see its pictures."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.build.storage import Storage, storing
from tests.cli.person import Person, edit
from tests.saves.all_places import addresses
from tests.saves.uploading import COVERED, steam_address, uploaded
from tts_tool.errors import ExitCode
from tts_tool.saves.swap import replace_file

STEAM = ("publish", "my-mod", "--steam")


class Club:
    """A host with a built and installed mod, the game beside, and a Steam of their own."""

    def __init__(self, home: Path, cloud: Storage) -> None:
        self.person = Person(home)
        self.cloud = cloud
        self.saves = home / "game" / "Saves"
        self.saves.mkdir(parents=True)
        self.game = ("--dir", self.saves.parent)
        self.steam = {"TTS_TOOL_STEAM": f"http://127.0.0.1:{cloud.server_port}/ugc/"}
        assert self.person.types("init", "my-mod").returncode == 0

    def builds(self) -> str:
        """Build and install; give the last line, which says who sees the pictures."""
        assert self.person.types("build", "my-mod", "--jobs", "1").returncode == 0
        done = self.person.types("install", "my-mod", *self.game)
        assert done.returncode == 0, done.stderr
        return str(done.stdout.splitlines()[-1])

    def publishes(self, *words: str | Path) -> Any:  # noqa: ANN401
        """Ask where the pictures are, without waiting for a save unless that is said."""
        return self.person.types(*STEAM, *self.game, "--wait", "0", *words, cwd=None, **self.steam)

    def waits(self) -> subprocess.Popen[str]:
        """Begin to wait for a save."""
        words = (*STEAM, *self.game, "--wait", "3")
        return self.person.begins(*words, cwd=None, **self.steam)

    def uploads(self, loaded: str, saved: str, covers: Collection[str] = COVERED) -> Path:
        """In the game: load a save, press Upload All, save under another name."""
        root = json.loads((self.saves / loaded).read_bytes())
        cloud = {}
        here = dict.fromkeys(each for each in addresses(root) if not each.startswith("http"))
        for handle, each in enumerate(here, len(self.cloud.files)):
            content = Path(each).read_bytes()
            cloud[each] = steam_address(content, handle)
            self.cloud.files[f"/ugc/{cloud[each].partition('/ugc/')[2]}"] = content
        target = self.saves / saved
        replace_file(target, json.dumps(uploaded(root, cloud, covers)).encode())
        return target


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """Give a host with a new mod."""
    with storing() as cloud:
        yield Club(tmp_path, cloud)


def heard_until(process: subprocess.Popen[str], word: str) -> str:
    """Read what a command says, up to a line with a word."""
    assert process.stderr is not None
    lines = []
    for line in process.stderr:
        lines.append(line)
        if word in line:
            return "".join(lines)
    raise AssertionError("".join(lines))


def test_until_everybody_sees(club: Club) -> None:
    """It says what to do, reads the save, says what is left to do, and ends when all is there."""
    assert club.builds().startswith("only you see the ")
    with club.waits() as process:
        said = heard_until(process, "Waiting")
        assert 'load "My Mod"' in said
        assert "Upload All" in said
        club.uploads("My_Mod.json", "TS_Save_1.json", set())
        said = heard_until(process, "Waiting")
        assert "TS_Save_1.json: " in said
        assert 'load "My Mod: pictures for Steam"' in said
        club.uploads("My_Mod_for_Steam.json", "TS_Save_2.json")
        out, _ = process.communicate(timeout=60)
    assert process.returncode == ExitCode.OK
    assert out.startswith("everybody sees the ")
    assert not (club.saves / "My_Mod_for_Steam.json").exists()
    built = club.person.types("build", "my-mod").stdout
    assert built.splitlines()[-1] == out.splitlines()[0]
    assert club.builds() == out.splitlines()[0]
    called = set(addresses(json.loads((club.saves / "My_Mod.json").read_bytes())))
    assert all(each.startswith("https://steamusercontent-a.akamaihd.net/ugc/") for each in called)
    assert club.publishes().returncode == ExitCode.OK


def test_only_what_has_changed(club: Club) -> None:
    """After an edit one picture is asked for, in a save of its own, and read when one says so."""
    count = len(set(addresses(json.loads(_installed(club)))))
    club.uploads("My_Mod.json", "TS_Save_1.json")
    done = club.publishes()
    assert done.returncode == ExitCode.OK, done.stderr
    assert "load" not in done.stderr  # an earlier save has told all
    edit(club.person.mod / "cards/my_mod/base/fruit.toml", 'en = "Pear"', 'en = "Ripe pear"')
    assert club.builds().startswith(f"everybody sees {count - 1} pictures, only you the other 1: ")
    asked = club.publishes()
    assert asked.returncode == ExitCode.FINDING
    assert 'load "My Mod: pictures for Steam"' in asked.stderr
    sheet = club.saves / "My_Mod_for_Steam.json"
    assert len(json.loads(sheet.read_bytes())["ObjectStates"]) == 1
    saved = club.uploads(sheet.name, "TS_Save_3.json")
    told = json.loads(club.publishes("--save", saved, "--json").stdout)
    assert (len(told["published"]), told["lacking"], told["seen_by"]) == (count, [], "everybody")
    assert {each["proof"] for each in told["published"].values()} == {"fetched"}
    assert club.builds() == f"everybody sees the {count} pictures"


def test_forgotten(club: Club) -> None:
    """Whoever has deleted them on Steam lets saves look on this computer again."""
    _installed(club)
    club.uploads("My_Mod.json", "TS_Save_1.json")
    assert club.publishes().returncode == ExitCode.OK
    assert "looked for on this computer again" in club.publishes("--forget").stdout
    assert club.builds().startswith("only you see the ")


def test_steam_has_something_else(club: Club) -> None:
    """A picture that Steam no longer has is told of, and the others are kept."""
    count = len(set(addresses(json.loads(_installed(club)))))
    saved = club.uploads("My_Mod.json", "TS_Save_1.json")
    del club.cloud.files[next(iter(club.cloud.files))]
    done = club.publishes("--save", saved)
    assert done.returncode == ExitCode.FINDING
    assert "Steam has it no longer" in done.stderr
    assert done.stdout.startswith(f"everybody sees {count - 1} pictures, only you the other 1")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("publish", "my-mod"), ExitCode.USAGE, "--steam, or --to"),
        (("publish", "my-mod", "--steam", "--to", "x"), ExitCode.USAGE, "--steam, or --to"),
        (("publish", "my-mod", "--steam"), ExitCode.NOT_FOUND, "nothing is built here"),
    ],
)
def test_refused(club: Club, words: tuple[str, ...], code: ExitCode, said: str) -> None:
    """What cannot be is refused with the right code and one clear line."""
    done = club.person.types(*words)
    assert done.returncode == code
    assert said in done.stderr


def _installed(club: Club) -> bytes:
    club.builds()
    return (club.saves / "My_Mod.json").read_bytes()
