"""What came of many games, and what was tried in them: seats, modes, switches, faults."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from tts_tool.playtest.faults import ALWAYS, AT_REST, BREAKABLE
from tts_tool.referee.table.told import Mode
from tts_tool.table.switches import Switches

__all__ = [
    "AMID",
    "LANGUAGES",
    "MODES",
    "SEATS",
    "PlayedGame",
    "covered",
    "in_words",
    "summary",
    "uncovered",
]

SEATS: Final = range(1, 6)
"""As many as Old World takes, solo included."""
MODES: Final[tuple[Mode, ...]] = ("enforce", "automate", "enforce", "enforce", "automate")
"""One after the other; some games are only advised."""
LANGUAGES: Final = ("en", "de")
AMID: Final = " amid"
"""How the name of a fault ends that happened while the table did something."""


class PlayedGame(msgspec.Struct, kw_only=True):
    """How one game was played, and what came of it."""

    game: int
    calm: bool
    seats: int
    mode: str
    language: str
    switches: dict[str, Any]
    bot: str = "random"
    """Who played it."""
    answers: int = 0
    accepted: int = 0
    """Entries of the journal."""
    frames: int = 0
    longest: int = 0
    """So many frames it took at most until all was at rest."""
    verdicts: int = 0
    """Those of what was done while neither referee died nor a save was loaded."""
    slowest: int = 0
    """So many frames one of them took at most."""
    mended: int = 0
    """How often a difference was put right only when the table had looked again."""
    faults: dict[str, int] = {}
    over: bool = False
    seconds: float = 0.0
    """Of a processor."""
    broken: list[str] = []
    """Which functions were made to fail."""
    failed: str = ""
    """What was not as it must be; empty if all was."""


def in_words(game: PlayedGame) -> str:
    """Say in a line what came of a game."""
    came = game.failed or ("over" if game.over else "not over")
    weather = "calm" if game.calm else f"{sum(game.faults.values())} faults"
    return (
        f"{game.game}: {game.seats} seats, {game.bot}, {game.mode}, {weather}, "
        f"{game.accepted} answers, {game.frames} frames, {game.seconds} s: {came}"
    )


def covered(played: Sequence[PlayedGame], counts: Sequence[int] = SEATS) -> dict[str, Counter[str]]:
    """Count in how many games there was what has to be tried somewhere."""
    seen = {
        kind: Counter(dict.fromkeys(names, 0)) for kind, names in _to_be_covered(counts).items()
    }
    turns = {name: each.turned.items() for name, each in Switches().each_turned()}
    for game in played:
        seen["seats"][str(game.seats)] += 1
        seen["modes"][game.mode] += 1
        seen["languages"][game.language] += 1
        seen["weather"]["calm" if game.calm else "stormy"] += 1
        seen["switches"].update(n for n, turned in turns.items() if turned <= game.switches.items())
        seen["faults"].update({name.removesuffix(AMID) for name in game.faults})
        seen["failing"].update({*game.broken})
    return seen


def uncovered(played: Sequence[PlayedGame], counts: Sequence[int] = SEATS) -> dict[str, list[str]]:
    """Name what was tried in no game."""
    never = {
        kind: sorted(name for name, many in seen.items() if not many)
        for kind, seen in covered(played, counts).items()
    }
    return {kind: names for kind, names in never.items() if names}


def _to_be_covered(counts: Sequence[int]) -> dict[str, list[str]]:
    """List what has to be tried somewhere, by kind."""
    return {
        "seats": [str(n) for n in counts],
        "modes": sorted({*MODES, "advise"}),
        "languages": [*LANGUAGES],
        "weather": ["calm", "stormy"],
        "switches": [name for name, _ in Switches().each_turned()],
        "faults": sorted({"illegal", *AT_REST, *ALWAYS}),
        "failing": [*BREAKABLE],
    }


def summary(played: Sequence[PlayedGame], counts: Sequence[int] = SEATS) -> dict[str, Any]:
    """Add up what came of games."""
    faults = Counter(dict.fromkeys(AT_REST, 0))
    for game in played:
        faults.update(game.faults)
    return {
        "games": len(played),
        "over": sum(game.over for game in played),
        "stormy": sum(not game.calm for game in played),
        "answers": sum(game.accepted for game in played),
        "frames": sum(game.frames for game in played),
        "longest": max((game.longest for game in played), default=0),
        "verdicts": sum(game.verdicts for game in played),
        "slowest": max((game.slowest for game in played), default=0),
        "mended": sum(game.mended for game in played),
        "faults": dict(sorted(faults.items())),
        "seconds": {
            f"{seats} seats, {'calm' if calm else 'stormy'}, {bot}": [
                round(game.seconds)
                for game in played
                if (game.seats, game.calm, game.bot) == (seats, calm, bot)
            ]
            for seats in counts
            for calm in (True, False)
            for bot in sorted({game.bot for game in played})
        },
        "covered": {
            kind: dict(sorted(seen.items())) for kind, seen in covered(played, counts).items()
        },
        "uncovered": uncovered(played, counts),
        "failed": {game.game: game.failed for game in played if game.failed},
    }
