"""Where Tabletop Simulator keeps its saves: every place that a player's computer may have it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from tts_tool.errors import NotFound

__all__ = ["Machine", "cages", "data_folder", "data_folders"]

SAVES: Final = "Saves"
_NAME: Final = "Tabletop Simulator"
_APP: Final = "286160"
_GAMES: Final = Path("My Games") / _NAME
_STEAMS: Final = (
    ".local/share/Steam",
    ".steam/steam",
    ".steam/root",
    ".var/app/com.valvesoftware.Steam/.local/share/Steam",
    ".var/app/com.valvesoftware.Steam/data/Steam",
    "snap/steam/common/.local/share/Steam",
)
_NATIVES: Final = (
    ".var/app/com.valvesoftware.Steam/.local/share",
    ".var/app/com.valvesoftware.Steam/data",
    "snap/steam/common/.local/share",
)
_CAGES: Final = {
    "Proton": "pfx/drive_c",
    "Flatpak": ".var/app/com.valvesoftware.Steam",
    "Snap": "snap/steam/common",
}
_LIBRARY: Final = re.compile(r'"path"\s+"((?:[^"\\]|\\.)*)"')


class Machine(NamedTuple):
    """The computer of a player: its system, home and environment.

    `documents` is where Windows says that documents are; people move them to OneDrive or
    another drive.
    """

    system: str
    home: Path
    environment: Mapping[str, str]
    documents: Path | None = None

    @classmethod
    def here(cls) -> Machine:
        """Describe this computer."""
        return cls(sys.platform, Path.home(), os.environ, _documents())


def data_folder(machine: Machine) -> Path:
    """Find the folder of the game; of several, the one in which it has saved last."""
    places = list(dict.fromkeys(data_folders(machine)))
    there = [place for place in places if (place / SAVES).is_dir()]
    there = list({place.resolve(): place for place in reversed(there)}.values())[::-1]
    if not there:
        tried = ", ".join(map(str, places))
        fix = f"start the game once, or name its folder with --dir; tried {tried}"
        raise NotFound("Tabletop Simulator has no folder for saves here", fix=fix)
    return max(there, key=_last_used)


def cages(data: Path) -> list[str]:
    """Name what stands between this computer's files and a game that keeps its data here.

    A game for Windows under Proton names files by a drive; a sandbox may not see them at all.
    """
    path = f"{data.absolute().as_posix()}/"
    return [name for name, part in _CAGES.items() if f"/{part}/" in path]


def data_folders(machine: Machine) -> Iterator[Path]:
    """List where the game may keep its data, whether it is there or not."""
    home = machine.home
    if machine.system == "win32":
        yield from _on_windows(machine)
    elif machine.system == "darwin":
        yield home / "Library" / _NAME
    else:
        data = machine.environment.get("XDG_DATA_HOME")
        yield (Path(data) if data else home / ".local/share") / _NAME
        yield from (home / native / _NAME for native in _NATIVES)
        yield from map(_in_proton, _libraries(home))


def _on_windows(machine: Machine) -> Iterator[Path]:
    home = Path(machine.environment.get("USERPROFILE") or machine.home)
    clouds = ("OneDrive", "OneDriveConsumer", "OneDriveCommercial")
    if machine.documents:
        yield machine.documents / _GAMES
    for variable in clouds:
        if cloud := machine.environment.get(variable):
            yield Path(cloud) / "Documents" / _GAMES
    yield home / "OneDrive" / "Documents" / _GAMES
    yield home / "Documents" / _GAMES


def _libraries(home: Path) -> Iterator[Path]:
    """List the folders in which Steam keeps games, its own and those that were added."""
    for steam in (home / each for each in _STEAMS):
        yield steam
        for lists in ("steamapps", "config"):
            try:
                text = (steam / lists / "libraryfolders.vdf").read_text("utf-8", errors="replace")
            except OSError:
                continue
            yield from (Path(path.replace("\\\\", "\\")) for path in _LIBRARY.findall(text))


def _in_proton(library: Path) -> Path:
    drive = library / "steamapps/compatdata" / _APP / "pfx/drive_c"
    return drive / "users/steamuser/Documents" / _GAMES


def _last_used(folder: Path) -> int:
    """Say when something in the folder of saves was last written."""
    saves = folder / SAVES
    with os.scandir(saves) as entries:
        times = [entry.stat().st_mtime_ns for entry in entries if entry.is_file()]
    return max(times, default=0)


def _documents() -> Path | None:
    """Ask Windows where this person's documents are."""
    if sys.platform == "win32":
        import winreg  # noqa: PLC0415 - only Windows has it

        key = r"Software\Microsoft\Windows\CurrentVersion\Explorer\User Shell Folders"
        with suppress(OSError), winreg.OpenKey(winreg.HKEY_CURRENT_USER, key) as opened:
            said, _ = winreg.QueryValueEx(opened, "Personal")
            return Path(os.path.expandvars(str(said)))
    return None
