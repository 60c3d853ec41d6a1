"""Players that are programs.  A bot is given its questions and nothing that its seat can't see."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from tts_tool.kernel.decisions import Decision

__all__ = ["BOTS", "Bot", "RandomBot"]


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


BOTS = {"random": RandomBot}
