"""Attacks on saves: files that are bent, full of odd values, deep, huge, or none at all."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.attacks.weapons import Ran, bent, command, contents, odd_file, twisted, wrong_words
from tests.saves.saves import hostile, small
from tests.saves.test_bundles import ONE, TWO, save_of
from tests.saves.writers import scribble
from tests.table.api.scene import scene_save
from tts_tool.errors import ExitCode, UserError
from tts_tool.saves.tree import written
from tts_tool.table.world import loading, time

__all__ = ["attack"]

FRAMES = 5
MINE = {
    "notes.md": b"mine",
    "save/modules/mine.lua": b"return 'mine'",
    "save/objects/own.txt": b"own",
}


@cache
def plain() -> tuple[bytes, ...]:
    """Give saves that are right: small, bundled, one of everything, one with a list of hands."""
    scene = scene_save()
    hand = {"Color": "Red", "Transform": {"posX": 1, "posY": 2, "posZ": -20, "scaleX": 9}}
    scene["Hands"] = {"Enable": True, "HandTransforms": [hand, hand]}
    scene["XmlUI"] = "<Panel><Button onClick='f'/><Image id='i'/></Panel>"
    return written(small()), save_of(ONE, TWO), json.dumps(scene, indent=2).encode()


def attack(pick: random.Random, folder: Path) -> str | None:
    """Make a save that nobody would, and do with it all that one does with saves."""
    good = pick.choice(plain())
    save, other, mod, back = (folder / name for name in ("a.json", "b.json", "mod", "back.json"))
    other.write_bytes(good)
    save.write_bytes(_bad(good, pick))
    if pick.random() < 0.05:
        odd_file(save, pick, but=("pipe",))  # whoever names one waits for it
    first = command("unpack", str(other), str(mod))
    for name, data in MINE.items():
        (mod / name).parent.mkdir(parents=True, exist_ok=True)
        (mod / name).write_bytes(data)
    before = contents(folder)
    said = [first, command("verify", str(save)), command("info", str(save), "--json")]
    said += [command("diff", str(other), str(save)), command("unpack", str(save), str(mod))]
    lost = _lost(said, before, folder)
    if lost is None and said[-1].code == ExitCode.OK:
        said.append(command("pack", str(mod), str(back)))
        if said[-1].code != ExitCode.OK or back.read_bytes() != save.read_bytes():
            lost = f"unpacked and packed, it is not the same: {said[-1].err[:200]}"
    if pick.random() < 0.3:
        said.append(_harmed(mod, back, pick))
    if pick.random() < 0.03:
        said.append(command("table", str(save), "--frames", str(FRAMES), "--seconds", "1"))
    wrong = next(filter(None, map(wrong_words, said)), None)
    return wrong or lost or _on_a_table(save)


def _bad(good: bytes, pick: random.Random) -> bytes:
    match pick.randrange(8):
        case 0:
            return scribble(hostile(pick), pick, 0.05).encode("utf-8", "surrogatepass")
        case 1:
            return written(hostile(pick))
        case 2:
            return bent(twisted(good, pick), pick)
        case 3:
            return pick.choice(HUGE)()
        case 4 | 5:
            return twisted(good, pick, pick.choice([1, 2, 5]))
    return bent(good, pick)


THING = b'{"GUID": "aaaaaa", "Name": "Block", "Nickname": "x"}'
TOLD = b'-- Bundled by luabundle {\\"version\\":\\"1.6.0\\"}\\n'
REGISTER = b'__bundle_register(\\"m\\", function()\\nend)\\n'
# Much of something that a save has a little of.
HUGE: tuple[Callable[[], bytes], ...] = (
    lambda: b'{"ObjectStates": [%b]}' % b",".join([THING] * 4_000),
    lambda: _deep(60),
    lambda: _deep(5_000),
    lambda: b'{"ObjectStates": [], "LuaScript": "%b"}' % (b"x = 1\\n" * 1_000_000),
    lambda: b'{\n  "ObjectStates": [\n%b  ]\n}' % (b"\n" * 3_000_000),
    lambda: b'{"a": 1,%b"ObjectStates": []}' % (b'"a": 2,' * 20_000),
    lambda: _script(TOLD + REGISTER * 20_000 + b'return __bundle_require(\\"m\\")'),
    lambda: _script(b"--\\n" * 300_000 + TOLD),
    lambda: b'{"XmlUI": "%b", "ObjectStates": []}' % (b"<Panel>" * 20_000),
)


def _deep(depth: int) -> bytes:
    inside = b'[{"ContainedObjects": ' * depth + b"[]" + b"}]" * depth
    return b'{"ObjectStates": %b}' % inside


def _script(escaped: bytes) -> bytes:
    return b'{"LuaScript": "%b", "ObjectStates": []}' % escaped


def _lost(said: list[Ran], before: dict[str, bytes], folder: Path) -> str | None:
    """See that a refusal has changed nothing, and that what a person put there is there."""
    after = contents(folder)
    if said[-1].code != ExitCode.OK and after != before:
        return "a refused save has changed the folder"
    gone = [name for name, data in MINE.items() if after.get(f"mod/{name}") != data]
    return f"a person's own file is gone: {gone}" if gone else None


def _harmed(mod: Path, back: Path, pick: random.Random) -> Ran:
    """Bend a file of the unpacked folder and pack it; a save that is there stays if that fails."""
    files = sorted(path for path in (mod / "save").rglob("*") if path.is_file())
    file = pick.choice(files)
    if pick.random() < 0.3:
        odd_file(file, pick)
    elif file.suffix == ".json":
        file.write_bytes(twisted(file.read_bytes(), pick))
    else:
        file.write_bytes(bent(file.read_bytes(), pick))
    back.write_bytes(b"old")
    ran = command("pack", str(mod), str(back))
    assert ran.code == ExitCode.OK or back.read_bytes() == b"old", "a save is gone"
    return ran


def _on_a_table(save: Path) -> str | None:
    """Let the save come to a table on which time passes, and write it again."""
    try:
        world = loading.load(save.read_bytes(), where="save")
        time.run(world, FRAMES)
        loading.save(world)
    except (UserError, OSError):
        pass
    return None
