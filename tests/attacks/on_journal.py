"""Attacks on games on disk: files and backups that are bent, signs of nobody, exports made up."""

from __future__ import annotations

import json
import os
import random
import tempfile
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.attacks.weapons import Ran, bent, command, contents, odd_file, twisted, wrong_words
from tts_tool.errors import ExitCode

__all__ = ["attack"]

BOTS = ("play", "night-market", "--bots", "3", "--save", "--seed")


class Kept(NamedTuple):
    """What lies in a folder of games: an open game, one that is over, and the export of each."""

    files: dict[str, bytes]
    open: str
    over: str
    exports: tuple[bytes, bytes]


@cache
def kept() -> Kept:
    """Play two games once, one to its end and one that is left."""
    with tempfile.TemporaryDirectory() as folder:
        _games_in(Path(folder) / "games")
        command("play", "night-market", "--people", "1", "--bots", "2", stdin="1\n1\n1\nquit\n")
        command(*BOTS, "7")
        listed = json.loads(command("games", "list", "--json").out)
        over, left = (
            next(each["id"] for each in listed if each["over"] is over) for over in (True, False)
        )
        exports = tuple(command("games", "export", each).out.encode() for each in (left, over))
        return Kept(contents(Path(folder) / "games"), left, over, (exports[0], exports[1]))


def _games_in(folder: Path) -> None:
    os.environ["TTS_TOOL_GAMES"] = str(folder)


def attack(pick: random.Random, folder: Path) -> str | None:
    """Harm one game, and do with it all that one does with games; then look at the other."""
    games = folder / "games"
    _laid_out(games)
    harmed, other = pick.sample([kept().open, kept().over], 2)
    spoilt = _harm(games, harmed, pick)
    before = contents(games)
    said = [*_looked_at(harmed, pick)]
    exported = said[-1]
    if contents(games) != before:
        return "looking has changed something"
    said += _gone_on(harmed, folder, pick)
    lost = _touched(games, other) or _lost(games, harmed, spoilt, before, exported)
    if lost is None and not _plays_on(games):
        lost = "no game can be begun any more"
    return next(filter(None, map(wrong_words, said)), None) or lost


def _laid_out(games: Path) -> None:
    for name, data in kept().files.items():
        (games / name).parent.mkdir(parents=True, exist_ok=True)
        (games / name).write_bytes(data)
    _games_in(games)


def _harm(games: Path, game: str, pick: random.Random) -> frozenset[str]:
    """Harm the file of a game, its backup or its sign; tell which of the former are spoilt."""
    file, backup = games / f"{game}.game", games / "backup" / f"{game}.1.game"
    spoilt = frozenset(pick.choice([("file",), ("file",), ("backup",), ("file", "backup")]))
    for path in (each for each in (file, backup) if _called(each) in spoilt):
        good = path.read_bytes()
        match pick.randrange(6):
            case 0:
                odd_file(path, pick)
            case 1:
                path.unlink()
            case 2:
                path.write_bytes(pick.choice(HUGE)(good))
            case _:
                path.write_bytes(bent(good, pick))
    if pick.random() < 0.15:
        _sign(games, game).parent.mkdir(exist_ok=True)
        odd_file(_sign(games, game), pick)
    if pick.random() < 0.1:
        odd_file(games / "backup" / f"{game}.2.game", pick)
    return spoilt


def _sign(games: Path, game: str) -> Path:
    return games / "playing" / game


def _called(path: Path) -> str:
    return "backup" if path.parent.name == "backup" else "file"


@cache
def _packed_zeros() -> bytes:
    packer = zlib.compressobj(9)
    zeros = bytes(10**6)
    return b"".join(packer.compress(zeros) for _ in range(1_000)) + packer.flush()


def _bomb(good: bytes) -> bytes:
    """Put into a packed game what grows without an end when it is unpacked."""
    return good.partition(b"\n")[0] + b"\n" + _packed_zeros()


def _checked(line: bytes) -> bytes:
    return f"{zlib.crc32(line):08x} ".encode() + line + b"\n"


# Much of something that a file of a game has a little of.
HUGE: tuple[Callable[[bytes], bytes], ...] = (
    _bomb,
    lambda good: good + b"\n" * 3_000_000,
    lambda good: good + b"x" * 20_000_000,
    lambda good: good * 300,
    lambda good: _checked(good.partition(b" ")[2].partition(b"\n")[0]) * 20_000,
)


def _looked_at(game: str, pick: random.Random) -> Iterator[Ran]:
    yield command("games", "list", *pick.choice([(), ("--json",)]))
    yield command("games", "check", *pick.choice([(), (game,)]))
    yield command("games", "show", game, *pick.choice([(), ("--json",)]))
    yield command("games", "export", game)


def _gone_on(game: str, folder: Path, pick: random.Random) -> Iterator[Ran]:
    if pick.random() < 0.5:
        yield command("games", "resume", game, stdin="1\nundo\nquit\n")
    yield command("games", "salvage", game)
    sign = _sign(Path(os.environ["TTS_TOOL_GAMES"]), game)
    if sign.is_symlink() or (sign.exists() and not sign.is_file()):
        sign.rename(folder / "sign")  # as its message says
        yield command("games", "salvage", game)
    yield command("games", "check", game)
    if pick.random() < 0.5:
        yield command("games", "resume", game, stdin="1\nquit\n")
    if pick.random() < 0.5:
        export = folder / "export.json"
        good = pick.choice(kept().exports)
        export.write_bytes(twisted(good, pick, pick.choice([1, 2, 5])))
        if pick.random() < 0.2:
            export.write_bytes(bent(good, pick))
        taken = command("games", "import", str(export))
        yield taken
        if taken.code == ExitCode.OK:
            new = taken.out.rpartition(" -> ")[2].strip()
            yield command("games", "show", new)
            yield command("games", "resume", new, stdin="1\nundo\nquit\n")
            yield command("games", "delete", new, "--yes")


def _touched(games: Path, other: str) -> str | None:
    """See that the other game is as it was."""
    after = contents(games)
    if any(after.get(name) != data for name, data in kept().files.items() if other in name):
        return "the other game has changed"
    fine = command("games", "check", other).code == ExitCode.OK
    return None if fine else "the other game is damaged"


def _lost(
    games: Path, harmed: str, spoilt: frozenset[str], before: dict[str, bytes], exported: Ran
) -> str | None:
    """See that of the harmed game nothing is gone that was good.

    What could be exported is not damaged, whatever half of a line stands below it: that is taken
    away when somebody goes on, and need not be kept.
    """
    was_sound = exported.code == ExitCode.OK
    left = set(contents(games).values())
    kept_aside = before.get(f"{harmed}.game", b"") in left | {b""}
    if spoilt != {"backup"} and not was_sound and not kept_aside:
        return "the damaged file is not kept"
    if not was_sound and len(spoilt) > 1:
        return None
    told = command("games", "export", harmed)
    if told.code != ExitCode.OK:
        return f"what is good does not come back: {told.err[:200]}"
    good = [exported.out.encode()] if was_sound else kept().exports
    lines = _lines(told.out.encode())
    fine = any(lines[: len(each)] == each for each in map(_lines, good))
    return None if fine else "what came back is another game"


def _lines(export: bytes) -> list[dict[str, object]]:
    lines = [line for leg in json.loads(export)["legs"] for line in leg["lines"]]
    return [{key: value for key, value in line.items() if key != "status"} for line in lines]


def _plays_on(games: Path) -> bool:
    begun = len(list(games.glob("*.game")))
    done = command(*BOTS, "8")
    return done.code == ExitCode.OK and len(list(games.glob("*.game"))) == begun + 1
