"""Long games in chapters, so that a late decision costs no more to look at than an early one.

What has to hold at every decision costs more the longer the game has gone on, and in a game
of a thousand answers most decisions come late.  So a long game is played once and cut at
restart points into chapters of about `LENGTH` answers; each is begun from its position and
looked at as a game of its own, at every single decision.  By default a check sees the first
chapter of the first game and one more of each, drawn by the check's name, from the `CUT`
games that are cut; with ``--soak`` every game is cut, and one chapter of each drawn.  A game
of no more than `SHORT` answers is one chapter: it is always looked at from its first decision
to its last.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

import msgspec

from tts_tool.kernel.entries import Header
from tts_tool.kernel.position import encode
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.laws import ENDLESS
from tts_tool.proof.match import Match
from tts_tool.proof.play import Chooser, Deed, Play, Wanderer, random_play

# Five times LENGTH: of a game that is hardly longer than that, two chapters are nearly all.
SHORT = 250
LENGTH = 50
"""Far more than checks look ahead or back from an answer, 12 and 9 (`FOLLOWED`, `FURTHEST`)."""
CUT = 2
"""A long game has to be played whole before it is cut, which takes longer than its chapters."""


class Chapter(NamedTuple):
    """A stretch of a game: how it begins, and how many answers it is long."""

    header: Header
    answers: int

    def play(self, match: Match, seed: int) -> Play:
        """Play it at random; it need not go the way that the whole game went."""
        return Play(match, self.header, _so_many(self.answers, Wanderer(seed)), seed)


def _so_many(answers: int, choose: Chooser) -> Chooser:
    """Choose so many times and then no more."""
    left = iter(range(answers))

    def chosen(game: Timeline) -> Deed | None:
        return choose(game) if next(left, None) is not None else None

    return chosen


# Each law of the kit looks at the same games of a match, one match after the other. Any size gives
# the same; a long game, cut, takes some megabytes.
@lru_cache(maxsize=64)
def chapters(match: Match, seed: int) -> tuple[Chapter, ...]:
    """Play a random game and cut it."""
    play = random_play(match, seed)
    try:
        for game in play:
            if len(game.entries) > ENDLESS:
                break
    except Exception:  # noqa: BLE001  # the checks find it, and can say more about it
        return (Chapter(play.game.header, ENDLESS),)
    whole = len(play.steps)
    if whole <= SHORT:
        return (Chapter(play.game.header, whole),)
    starts = [0]
    headers = [play.game.header]
    for checkpoint in play.game.checkpoints:
        if checkpoint.entry >= starts[-1] + LENGTH:
            starts.append(checkpoint.entry)
            position = encode(checkpoint.state)
            headers.append(msgspec.structs.replace(play.game.header, position=position))
    lengths = (end - start for start, end in zip(starts, [*starts[1:], whole], strict=True))
    return tuple(Chapter(*chapter) for chapter in zip(headers, lengths, strict=True))


def whole(match: Match, games: int, enough: int | None, seeds: int = 0) -> Iterator[Play]:
    """Give whole games, until `enough` answers have been looked at; seeds count from `seeds`."""
    looked = 0
    for seed in range(seeds, seeds + games):
        if enough is None or looked < enough:
            play = random_play(match, seed)
            yield play
            looked += len(play.steps)


def some(match: Match, games: int, check: str, cut: int = CUT, seeds: int = 0) -> list[Play]:
    """Give short games whole, and of long ones the beginning and what is drawn for a check."""
    cut = games if len(chapters(match, seeds)) == 1 else cut
    drawn: list[Play] = []
    for number in range(games):
        seed = seeds + number
        first, *later = chapters(match, seeds + number % cut)
        if number == 0 or not later:
            drawn.append(first.play(match, seed))
        if later:
            drawn.append(Random(f"{check} {seed}").choice(later).play(match, seed))
    return drawn
