"""The music player: nothing sounds, but it keeps what would."""

from __future__ import annotations

from typing import Any

from tts_tool.saves.tree import number
from tts_tool.table.api.caller import Caller
from tts_tool.table.api.registry import function, prop, setter
from tts_tool.table.api.values import fields, text

__all__: list[str] = []

_NOTHING = -1
_FRESH: dict[str, Any] = {
    "RepeatSong": False,
    "PlaylistEntry": _NOTHING,
    "CurrentAudioTitle": "",
    "CurrentAudioURL": "",
    "AudioLibrary": [],
}


def _player(caller: Caller) -> dict[str, Any]:
    """Find what the save keeps, to read it; what it lacks is as on a fresh table."""
    return {**_FRESH, **(caller.world.save.get("MusicPlayer") or {})}


def _keep(caller: Caller, **facts: object) -> None:
    caller.world.save["MusicPlayer"] = {**_player(caller), **facts}


def _memory(caller: Caller) -> dict[str, Any]:
    """Find what no save keeps."""
    found: dict[str, Any] = caller.desk.memory.setdefault(
        "music", {"playing": False, "shuffle": False}
    )
    return found


def _clip(caller: Caller) -> str:
    return str(_player(caller)["CurrentAudioURL"])


# ---- What is true


@prop("musicplayer", "loaded")
def _loaded(caller: Caller) -> bool:
    return bool(_clip(caller))


@prop("musicplayer", "player_status")
def _status(caller: Caller) -> str:
    if not _clip(caller):
        return "Stop"
    return "Play" if _memory(caller)["playing"] else "Ready"


@prop("musicplayer", "playlist_index", "playlistIndex")
def _index(caller: Caller) -> int:
    """Count from 0, as the playlist of the save does."""
    return int(number(_player(caller)["PlaylistEntry"]))


@setter("musicplayer", "playlist_index", "playlistIndex")
def _set_index(caller: Caller, value: int) -> None:
    _load_entry(caller, value)


@prop("musicplayer", "repeat_track")
def _repeat(caller: Caller) -> bool:
    return bool(_player(caller)["RepeatSong"])


@setter("musicplayer", "repeat_track")
def _set_repeat(caller: Caller, value: bool) -> None:
    _keep(caller, RepeatSong=value)


@prop("musicplayer", "shuffle")
def _shuffle(caller: Caller) -> bool:
    return bool(_memory(caller)["shuffle"])


@setter("musicplayer", "shuffle")
def _set_shuffle(caller: Caller, value: bool) -> None:
    _memory(caller)["shuffle"] = value


# ---- Clips


@function("musicplayer", "getCurrentAudioclip")
def _current(caller: Caller) -> dict[str, str]:
    kept = _player(caller)
    return {"url": str(kept["CurrentAudioURL"]), "title": str(kept["CurrentAudioTitle"])}


@function("musicplayer", "setCurrentAudioclip")
def _set_current(caller: Caller, parameters: dict[str, Any]) -> bool:
    url, title = text(parameters.get("url")), text(parameters.get("title", ""))
    _keep(caller, CurrentAudioURL=url, CurrentAudioTitle=title, PlaylistEntry=_NOTHING)
    return True


@function("musicplayer", "getPlaylist")
def _playlist(caller: Caller) -> list[dict[str, str]]:
    return [
        {"url": str(each.get("Item1", "")), "title": str(each.get("Item2", ""))}
        for each in _player(caller)["AudioLibrary"]
    ]


@function("musicplayer", "setPlaylist")
def _set_playlist(caller: Caller, parameters: list[Any]) -> bool:
    rows = [fields(each) for each in parameters]
    library = [{"Item1": text(row.get("url")), "Item2": text(row.get("title", ""))} for row in rows]
    _keep(caller, AudioLibrary=library, PlaylistEntry=_NOTHING)
    return True


# ---- Buttons


@function("musicplayer", "play")
def _play(caller: Caller) -> bool:
    _memory(caller)["playing"] = bool(_clip(caller))
    return bool(_clip(caller))


@function("musicplayer", "pause")
def _pause(caller: Caller) -> bool:
    _memory(caller)["playing"] = False
    return bool(_clip(caller))


@function("musicplayer", "skipForward")
def _forward(caller: Caller) -> bool:
    """Go to the next clip, or to any other if they are shuffled; after the last comes the first."""
    count = len(_player(caller)["AudioLibrary"])
    if not count:
        return False
    if _shuffle(caller):
        return _load_entry(caller, caller.world.chance.below(count, "music"))
    return _load_entry(caller, (_index(caller) + 1) % count)


@function("musicplayer", "skipBack")
def _back(caller: Caller) -> bool:
    """Go to the clip before; no time passes for the music, so it is always at a beginning."""
    _load_entry(caller, _index(caller) - 1)
    return bool(_clip(caller))


def _load_entry(caller: Caller, index: int) -> bool:
    library = _player(caller)["AudioLibrary"]
    if not 0 <= index < len(library):
        return False
    url, title = str(library[index]["Item1"]), str(library[index].get("Item2", ""))
    _keep(caller, PlaylistEntry=index, CurrentAudioURL=url, CurrentAudioTitle=title)
    return True
