"""The questions about Save & Play, saving and going back: they touch the file of the save."""

from __future__ import annotations

import asyncio
import secrets
from pathlib import Path
from typing import Any, Final

from tts_tool.errors import Refused
from tts_tool.saves.tree import read
from tts_tool.sync.messages import GLOBAL, GameSaved, Loaded, ScriptPrinted, ScriptState
from tts_tool.sync.probe.asking import Answers
from tts_tool.sync.probe.conversation import Conversation
from tts_tool.sync.probe.selftest import MARK

__all__ = [
    "RELOADING",
    "after_rewind",
    "after_saving",
    "before_saving",
    "reload",
    "selftest_of",
]

RELOADING: Final = (
    "save-and-play-rereads-file",
    "save-and-play-adds-objects",
    "save-and-play-calls-on-save",
    "save-and-play-writes-file",
    "reload-calls-on-destroy",
    "prints-while-loading",
)
_RENAMED: Final = "Block in the zone"
# As long as `Exchange` waits for what travels apart.
_MOMENT: Final = 0.5
_CHECKPOINT: Final = 15.0
"""Seconds in which one comes for sure: the game is said to make one every ten."""


def selftest_of(loaded: Loaded) -> ScriptState:
    """Find the script of the self-test; any other save is left alone."""
    for state in loaded.states:
        if state.guid == GLOBAL and state.script.lstrip().startswith(MARK):
            return state
    raise Refused(
        "the game has another save open than the self-test",
        where=loaded.save_path or None,
        fix="load the save of the self-test in the game, then start again",
    )


async def reload(game: Conversation) -> Answers:
    """Change the save on disk, send Save & Play, and look at what came of both."""
    loaded = await game.exchange.scripts()
    script = selftest_of(loaded)
    path = Path(loaded.save_path)
    token = secrets.token_hex(3)
    changed = _change(path, token)
    # Right after a checkpoint no other one is due.
    await game.until_told("lived on", len(game.heard), _CHECKPOINT)
    await game.execute(f"seen.life = '{token}'")
    since = len(game.heard)
    again = ScriptState(GLOBAL, "Global", f"{script.script}\n-- {token}", script.ui)
    await game.exchange.save_and_play([again])
    await _all_said(game)
    found: Answers = {
        "save-and-play-calls-on-save": _saved_at_last(game, since, token),
        "reload-calls-on-destroy": bool(game.told("destroyed", since)),
        "prints-while-loading": _printed(game.of_kind(ScriptPrinted, since)),
    }
    if changed:
        found |= await _of_file(game, path, token)
    return found


async def _all_said(game: Conversation) -> None:
    """Let everything come that was said before: what is said first may well come last."""
    await game.execute("return 0")
    await asyncio.sleep(_MOMENT)


def _saved_at_last(game: Conversation, since: int, life: str) -> bool:
    """Tell whether the script that was ended has saved, and no frame of it has followed."""
    saved, lived_on = (game.told(topic, since).count(life) for topic in ("saved", "lived on"))
    return saved > lived_on


async def _of_file(game: Conversation, path: Path, token: str) -> Answers:
    name = await game.execute("return getObjectFromGUID(STORE.in_zone).getName()")
    added = await game.execute(f"return getObjectFromGUID('{token}') ~= nil")
    rereads = str(name).endswith(token)
    found: Answers = {
        "save-and-play-rereads-file": rereads,
        "save-and-play-writes-file": _holds(path, f"-- {token}"),
    }
    # Whoever does not read the file cannot find what was added.
    return found | ({"save-and-play-adds-objects": added} if rereads else {})


def _holds(path: Path, text: str) -> bool:
    return text.encode() in path.read_bytes()


def _change(path: Path, token: str) -> bool:
    """Rename an object in the file and add one; only in the file of a self-test.

    No two runs do it alike, so that none takes for its own what another has done.
    """
    if not path.is_file():
        return False
    document = read(path.read_bytes(), str(path))
    root: dict[str, Any] = document.root
    if not str(root.get("LuaScript", "")).lstrip().startswith(MARK):
        return False
    block = next(each for each in root["ObjectStates"] if _RENAMED in each["Nickname"])
    root["ObjectStates"].append({**block, "GUID": token, "Nickname": "Added"})
    block["Nickname"] = f"{_RENAMED} {token}"
    path.write_bytes(document.bytes())
    return True


def _printed(messages: list[ScriptPrinted]) -> bool:
    return any("selftest: onLoad" in each.message for each in messages)


# With a person: what they are asked to do, and what it shows.


async def after_rewind(game: Conversation, since: int) -> Answers:
    """Look whether an editor is told."""
    await asyncio.sleep(_MOMENT)
    return {"rewind-tells-editor": bool(game.of_kind(Loaded, since))}


async def before_saving(game: Conversation) -> None:
    """Put on the table what the order of keys is asked about."""
    await game.execute(
        "UI.setCustomAssets({{name = 'selftest', type = 0, url = 'https://localhost/ui.png'}}) "
        "Global.setSnapPoints({{position = {0, 1, 0}}}) "
        "Global.setVectorLines({{points = {{0, 2, 0}, {1, 2, 0}}, color = {1, 1, 1}}}) "
        "Global.setDecals({{name = 'selftest', url = 'https://localhost/decal.png', "
        "position = {0, 2, 0}, rotation = {90, 0, 0}, scale = {1, 1, 1}}}) "
        "getObjectFromGUID(STORE.block).memo = 'selftest'"
    )


async def after_saving(game: Conversation, since: int) -> Answers:
    """Read the order of keys in the file that the game wrote."""
    saved = game.of_kind(GameSaved, since)
    path = Path(saved[-1].save_path) if saved else None
    if path is None or not path.is_file():
        return {}
    root: dict[str, Any] = read(path.read_bytes(), str(path)).root
    found: Answers = {}
    keys = list(root)
    if {"VectorLines", "CustomUIAssets"} <= set(keys):
        first = keys.index("VectorLines") < keys.index("CustomUIAssets")
        found["vector-lines-before-assets"] = first
    if "Decals" in keys[1:]:
        found["decals-after"] = keys[keys.index("Decals") - 1]
    for each in root.get("ObjectStates", []):
        if each.get("Memo") == "selftest":
            of_thing = list(each)
            found["memo-after"] = of_thing[of_thing.index("Memo") - 1]
    return found
