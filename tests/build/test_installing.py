"""The game's folder is found wherever it may be, and no save of a player is ever lost there."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.build.tiny import Tiny
from tts_tool.build import installing
from tts_tool.build.gallery import Gallery
from tts_tool.build.installing import Installed, uninstall
from tts_tool.build.places import Machine, cages, data_folder, data_folders
from tts_tool.errors import NotFound, Refused, Unavailable

TTS = "Tabletop Simulator"
PROTON = f"steamapps/compatdata/286160/pfx/drive_c/users/steamuser/Documents/My Games/{TTS}"
STEAM = ".local/share/Steam"
FLATPAK = ".var/app/com.valvesoftware.Steam/.local/share"


@pytest.mark.parametrize(
    ("system", "place"),
    [
        ("win32", f"Documents/My Games/{TTS}"),
        ("win32", f"OneDrive/Documents/My Games/{TTS}"),
        ("darwin", f"Library/{TTS}"),
        ("linux", f".local/share/{TTS}"),
        ("linux", f"{STEAM}/{PROTON}"),
        ("linux", f".steam/steam/{PROTON}"),
        ("linux", f"{FLATPAK}/{TTS}"),
        ("linux", f"{FLATPAK}/Steam/{PROTON}"),
        ("linux", f"snap/steam/common/.local/share/{TTS}"),
        ("linux", f"snap/steam/common/.local/share/Steam/{PROTON}"),
    ],
)
def test_found(tmp_path: Path, system: str, place: str) -> None:
    """On each system the game is found in each of its places."""
    (tmp_path / place / "Saves").mkdir(parents=True)
    assert data_folder(Machine(system, tmp_path, {})) == tmp_path / place


@pytest.mark.parametrize(
    ("place", "between"),
    [
        (f".local/share/{TTS}", []),
        (f"{STEAM}/{PROTON}", ["Proton"]),
        (f"{FLATPAK}/{TTS}", ["Flatpak"]),
        (f"{FLATPAK}/Steam/{PROTON}", ["Proton", "Flatpak"]),
        (f"snap/steam/common/.local/share/{TTS}", ["Snap"]),
        (f"Library/{TTS}", []),
    ],
)
def test_cages(tmp_path: Path, place: str, between: list[str]) -> None:
    """A folder tells through what a game looks at this computer's files."""
    assert cages(tmp_path / place) == between
    assert cages(tmp_path / place / "Saves") == between


@pytest.mark.parametrize("variable", ["OneDrive", "OneDriveConsumer", "OneDriveCommercial"])
def test_onedrive_elsewhere(tmp_path: Path, variable: str) -> None:
    """A OneDrive that lies elsewhere, or has a company's name, is found by the environment."""
    cloud = tmp_path / "OneDrive - Acme"
    (cloud / f"Documents/My Games/{TTS}/Saves").mkdir(parents=True)
    machine = Machine("win32", tmp_path / "home", {variable: str(cloud)})
    assert data_folder(machine).is_relative_to(cloud)


def test_moved_documents(tmp_path: Path) -> None:
    """Documents that were moved to another drive are where Windows says."""
    moved = tmp_path / "D" / "Meine Dokumente"
    (moved / f"My Games/{TTS}/Saves").mkdir(parents=True)
    machine = Machine("win32", tmp_path, {"USERPROFILE": str(tmp_path)}, moved)
    assert data_folder(machine) == moved / "My Games" / TTS


@pytest.mark.parametrize("lists", ["steamapps", "config"])
def test_other_library(tmp_path: Path, lists: str) -> None:
    """Games that Steam keeps on another disk are found by its own list."""
    other = tmp_path / "disk two"
    (other / PROTON / "Saves").mkdir(parents=True)
    file = tmp_path / STEAM / lists / "libraryfolders.vdf"
    file.parent.mkdir(parents=True)
    file.write_text(f'"libraryfolders"\n{{\n "0" {{ "path"\t\t"{other}" }}\n}}\n', encoding="utf-8")
    assert data_folder(Machine("linux", tmp_path, {})) == other / PROTON


def test_own_data_home(tmp_path: Path) -> None:
    """XDG_DATA_HOME is where a person says that data is."""
    (tmp_path / "data" / TTS / "Saves").mkdir(parents=True)
    machine = Machine("linux", tmp_path, {"XDG_DATA_HOME": str(tmp_path / "data")})
    assert data_folder(machine) == tmp_path / "data" / TTS


def test_last_used_wins(tmp_path: Path) -> None:
    """Where the game was played natively and with Proton, the last save decides."""
    places = [tmp_path / ".local/share" / TTS, tmp_path / STEAM / PROTON]
    for place in places:
        (place / "Saves").mkdir(parents=True)
    for wanted, when in ((1, 2_000), (0, 3_000)):
        save = places[wanted] / "Saves/TS_Save_1.json"
        save.write_bytes(b"{}")
        os.utime(save, (when, when))
        assert data_folder(Machine("linux", tmp_path, {})) == places[wanted]


@pytest.mark.parametrize("system", ["win32", "darwin", "linux"])
def test_not_found(tmp_path: Path, system: str) -> None:
    """Where there is no game, the error lists the places and how to name one."""
    machine = Machine(system, tmp_path, {})
    with pytest.raises(NotFound) as caught:
        data_folder(machine)
    assert "--dir" in str(caught.value.fix)
    assert all(str(place) in str(caught.value.fix) for place in data_folders(machine))


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    """Build the tiny mod, beside a game that has been started once."""
    (tmp_path / TTS / "Saves").mkdir(parents=True)
    made = Tiny(tmp_path)
    made.build()
    return made


def install(build: Path, data: Path, *, force: bool = False) -> Installed:
    """Install with a gallery beside the game."""
    return installing.install(build, data, Gallery(data.parent / "pictures"), force=force)


def saves(tiny: Tiny) -> Mapping[str, bytes]:
    """Read the game's saves."""
    folder = tiny.folder / TTS / "Saves"
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix}


def backups(tiny: Tiny) -> Mapping[str, bytes]:
    """Read what was kept."""
    folder = tiny.folder / TTS / "tts-tool backups"
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*"))}


def built(tiny: Tiny) -> dict[str, bytes]:
    """Read the save and the thumbnail of the build."""
    files = tiny.files()
    return {name: files[name] for name in ("Tiny_Gems.json", "Tiny_Gems.png")}


def test_install_and_uninstall(tiny: Tiny) -> None:
    """Save and thumbnail come, are replaced by those of the next build, and go."""
    data = tiny.folder / TTS
    assert install(tiny.out, data).backups == ()
    first = built(tiny)
    assert {**saves(tiny), **first} == saves(tiny)
    assert install(tiny.out, data / "Saves").backups == ()
    tiny.write("data/layout.txt", "5 5")
    tiny.build()
    install(tiny.out, data)
    assert saves(tiny)["Tiny_Gems.json"] == built(tiny)["Tiny_Gems.json"]
    assert backups(tiny) == {"Tiny_Gems.1.json": first["Tiny_Gems.json"]}
    uninstall(["Tiny_Gems.json"], data)
    assert saves(tiny) == {}
    with pytest.raises(NotFound):
        uninstall(["Tiny_Gems.json"], data)


def test_somebody_elses_save(tiny: Tiny) -> None:
    """A save that we did not write stays; with --force it is kept as a copy."""
    data = tiny.folder / TTS
    (data / "Saves/Tiny_Gems.json").write_bytes(b"a year of evenings")
    with pytest.raises(Refused, match="not ours"):
        install(tiny.out, data)
    assert saves(tiny) == {"Tiny_Gems.json": b"a year of evenings"}
    with pytest.raises(NotFound):
        uninstall(["Tiny_Gems.json"], data, force=True)
    done = install(tiny.out, data, force=True)
    assert [path.read_bytes() for path in done.backups] == [b"a year of evenings"]


def test_played_on(tiny: Tiny) -> None:
    """A save in which somebody has played on is neither replaced nor removed."""
    data = tiny.folder / TTS
    install(tiny.out, data)
    (data / "Saves/Tiny_Gems.json").write_bytes(b"round three")
    with pytest.raises(Refused, match="changed since"):
        install(tiny.out, data)
    with pytest.raises(Refused, match="changed since"):
        uninstall(["Tiny_Gems.json"], data)
    assert saves(tiny)["Tiny_Gems.json"] == b"round three"
    assert uninstall(["Tiny_Gems.json"], data, force=True).backups
    assert list(backups(tiny).values()) == [b"round three"]
    assert saves(tiny) == {}


def test_backups_are_many_but_not_endless(tiny: Tiny) -> None:
    """The last twenty copies are kept, under numbers that only grow."""
    data = tiny.folder / TTS
    for number in range(25):
        (data / "Saves/Tiny_Gems.json").write_bytes(b"%d" % number)
        install(tiny.out, data, force=True)
    kept = backups(tiny)
    assert len(kept) == 20
    assert kept["Tiny_Gems.25.json"] == b"24"
    assert "Tiny_Gems.5.json" not in kept


def test_nothing_built_or_no_game(tiny: Tiny) -> None:
    """Without a build, or without a folder of saves, nothing is written."""
    with pytest.raises(NotFound, match="nothing is built"):
        install(tiny.folder / "nowhere", tiny.folder / TTS)
    with pytest.raises(NotFound, match="no folder for saves"):
        install(tiny.out, tiny.folder / "nowhere")


def test_disk_refuses(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that refuses leaves the save that was there."""
    data = tiny.folder / TTS
    install(tiny.out, data)
    before = saves(tiny)
    tiny.write("data/layout.txt", "6 6")
    tiny.build()

    def refuse(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(Unavailable, match="No space left"):
        install(tiny.out, data)
    assert saves(tiny) == before
