"""Players that are programs.  A bot is given its questions and nothing that its seat can't see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, Protocol

from tts_tool.kernel.decisions import Decision

__all__ = ["BOTS", "KNOWN", "Bot", "RandomBot", "bot_for"]


class Bot(Protocol):
    """Somebody who answers questions."""

    def answer(self, decision: Decision[Any]) -> Any:  # noqa: ANN401  # whatever the question wants
        """Choose among what is allowed."""


class RandomBot:
    """Takes any allowed answer; the same seed answers the same questions alike."""

    def __init__(self, seed: str) -> None:
        """Seed the bot's own chance, which is not the game's."""
        self._random = Random(seed)  # noqa: S311  # a game, not a secret

    def answer(self, decision: Decision[Any]) -> Any:  # noqa: ANN401  # whatever the question wants
        """Choose anything."""
        return decision.space().sample(self._random.randrange)


def steady(seed: str) -> Bot:
    """Give the bot that knows Old World."""
    from tts_tool.playtest.steady import SteadyBot  # noqa: PLC0415  # needs the rules of that game

    return SteadyBot(seed)


def counting(seed: str) -> Bot:
    """Give the bot that knows Path of Destiny."""
    from tts_tool.playtest.counting import CountingBot  # noqa: PLC0415  # needs the rules of that game

    return CountingBot(seed)


BOTS: Final[Mapping[str, Callable[[str], Bot]]] = {
    "random": RandomBot,
    "steady": steady,
    "counting": counting,
}
"""By name."""
KNOWN: Final[Mapping[str, str]] = {"old-world": "steady", "path-of-destiny": "counting"}
"""By game, the best bot that there is for it; others have the one that takes anything."""


def bot_for(game: str, seed: str, name: str = "") -> Bot:
    """Give a bot that plays a game: the one named, or the best that there is."""
    return BOTS[name or KNOWN.get(game, "random")](seed)
