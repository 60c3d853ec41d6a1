"""Attacks on `where`: strange messages, broken maps, unpacked saves that somebody has bent."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.attacks.weapons import (
    bent,
    command,
    contents,
    odd_file,
    overwrite,
    twisted,
    wrong_words,
)
from tests.saves.test_bundles import ONE, TWO, save_of
from tts_tool.lua.source_map import SourceMap
from tts_tool.lua.where import ScriptMap, written_maps
from tts_tool.saves.verifying import unpacked

__all__ = ["attack"]

_LONGEST = 2_000_000
GUIDS = ("-1", "-2", "000000", "000001", "abcdef", "", "é", "../..", "x" * 10_000)
PLACES = (
    *("chunk_3:(1,2)", "chunk_3:(3,0-4)", "chunk_3:(1,0-9,9)", "[clr]", "<executeScript>:(2,1)"),
    *("x:(999999999,999999999)", "x:(0,0)", "chunk_3:(١,٢)", "x:(1", "x:(1,2-3,4-5)"),
    *("c:(4,1)", "c:(6,1)", "<<<<:(1,1)", ":" * 5_000 + "(1,1)", "a" * 15_000 + ":(1,1)"),
)


@cache
def project() -> dict[str, bytes]:
    """Give an unpacked save with bundles and plain scripts, and two maps that a build left."""
    saved = unpacked(save_of(ONE, TWO, "x = 1\nerror('x')\n", TWO), "save.json")
    text = "one\ntwo\nthree\nfour"
    maps = [ScriptMap("-1", "Global", SourceMap.plain("src/a.lua", text))]
    maps += [ScriptMap("abcdef", "It", SourceMap.plain("src/b.lua", text).named("b"))]
    return {
        "tts-tool.toml": b'kind = "unpacked"\nsave-name = "x"\n',
        "src/a.lua": text.encode(),
        "src/b.lua": text.encode(),
        "build/mod.map.json": written_maps(Path("build"), maps),
        "build/any.lua.map.json": written_maps(
            Path("build"), [ScriptMap(None, "any.lua", SourceMap.plain("src/a.lua", text))]
        ),
        **{f"save/{path}": data for path, data in saved.items()},
    }


def attack(pick: random.Random, folder: Path) -> str | None:
    """Bend a project, then ask about a strange message; nothing but an answer may come of it."""
    files = project()
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    for _ in range(pick.choice([0, 1, 2, 5])):
        _harm(folder, pick.choice(sorted(files)), pick)
    if pick.random() < 0.1:
        _flood(folder, pick)
    before = contents(folder)
    message = _message(pick)[:_LONGEST]
    args = ["where", "-"] if "\0" in message or pick.random() < 0.5 else ["where", message]
    if pick.random() < 0.3:
        args += [f"--guid={pick.choice(GUIDS)}"]
    if pick.random() < 0.2:
        args += ["--map", pick.choice(sorted(files))]
    if pick.random() < 0.3:
        args += ["--json"]
    ran = command(*args, stdin=message)
    if wrong := wrong_words(ran):
        return wrong
    return None if contents(folder) == before else "it has changed a file"


def _harm(folder: Path, path: str, pick: random.Random) -> None:
    file = folder / path
    if not file.is_file() or file.is_symlink():
        return
    match pick.randrange(4):
        case 0:
            odd_file(file, pick)
        case 1 if path.endswith(".json"):
            file.write_bytes(twisted(file.read_bytes(), pick, pick.choice([1, 3])))
        case _:
            file.write_bytes(bent(file.read_bytes(), pick))


def _flood(folder: Path, pick: random.Random) -> None:
    """Put a great deal of something there."""
    match pick.randrange(4):
        case 0:
            data = project()["build/any.lua.map.json"] if pick.random() < 0.5 else b"{}"
            for number in range(300):
                overwrite(folder / f"build/{number}.map.json", data)
        case 1:
            rows = [[line, 0, 0, line, 0, 1] for line in range(1, 200_000)]
            script = {"guid": "-1", "name": "x", "lines": 200_000, "files": ["a.lua"]}
            script |= {"modules": [["m", 1, 200_000]] * 1_000, "pieces": rows}
            told = json.dumps({"version": 1, "scripts": [script]})
            overwrite(folder / "build/mod.map.json", told.encode())
        case 2:
            overwrite(folder / "src/a.lua", b"x = 1 -- \xc3\xa9\n" * 400_000)
        case 3:
            deep = folder / "build" / "/".join(["d"] * 60)
            deep.mkdir(parents=True)
            (deep / "x.map.json").write_bytes(b"{}")


def _message(pick: random.Random) -> str:
    guid, place = pick.choice(GUIDS), pick.choice(PLACES)
    begins = (f"Error in Script (A - {guid}) - function <f>: ", "Error in Global Script: ", "")
    end = pick.choice(["boom", "", chr(0xD800), chr(0), "{", "(" * 9_000])
    line = f"{pick.choice(begins)}{place}: {end}"
    sent = {"messageID": 3, "guid": guid, "error": line, "errorMessagePrefix": line}
    kinds: tuple[Callable[[], str], ...] = (
        lambda: line,
        lambda: json.dumps(sent),
        lambda: twisted(json.dumps(sent).encode(), pick).decode("utf-8", "surrogatepass"),
        lambda: bent(line.encode("utf-8", "surrogatepass"), pick).decode("utf-8", "replace"),
        lambda: f"{place} " * pick.choice([2, 5_000]),
        lambda: " ".join(f"c{n}:({n},{n})" for n in range(pick.choice([3, 5_000]))),
        lambda: "{" * pick.choice([1, 200_000]),
    )
    return pick.choice(kinds)()
