"""A whole game at the table, played by bots with hands.

After every answer the table is compared with the rules: what lies where, and all tracks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from tts_tool.errors import ExitCode, Refused
from tts_tool.kernel.decisions import Decision
from tts_tool.playtest.bots import Bot
from tts_tool.playtest.hands import Hands
from tts_tool.playtest.refereed import Refereed

__all__ = ["Drifted", "Evening", "one_answer", "play_out"]

LONGEST: Final = 20_000
"""Answers after which no game of ours still goes on."""
_WHOLE: Final = 50
"""After so many answers the whole table is read anew, not only what has changed on it."""
_SHOWN: Final = 600
"""Letters of what differs; any number does, as the first of it says where to look."""
_A_SECOND: Final = 60
"""Frames."""


class Drifted(Refused):
    """Table and rules do not agree any more."""

    exit_code = ExitCode.FINDING


class Evening(NamedTuple):
    """What a game at the table has come to."""

    answers: int
    drags: int
    presses: int
    frames: int
    mended: int
    """How often the table had to put something right by itself."""


async def play_out(
    top: Refereed, bots: Mapping[str, Bot], watch: Callable[[Refereed], None]
) -> Evening:
    """Let bots play until the game is over; `watch` is shown the table after each answer."""
    hands = {seat: Hands(top, seat) for seat in bots}
    await top.settle()
    mended = int(await _mended(top, "the set-up"))
    answers = 0
    while not top.host.session.over:
        answers += 1
        if answers > LONGEST:
            raise Refused(f"after {LONGEST} answers the game still goes on")
        mended += await _mended(top, await one_answer(top, hands, bots))
        watch(top)
    return Evening(
        answers,
        sum(each.drags for each in hands.values()),
        sum(each.presses for each in hands.values()),
        top.table.frame,
        mended,
    )


async def one_answer(top: Refereed, hands: Mapping[str, Hands], bots: Mapping[str, Bot]) -> str:
    """Let one seat answer; say what."""
    host = top.host
    rolls = list(host.chance.for_hands())
    if rolls:
        await hands[host.chance.rollers(rolls[0])[0]].roll(rolls[0])
        return rolls[0].id
    decision = _next(top)
    answer = bots[decision.seat].answer(decision)
    before = host.session.step
    await hands[decision.seat].answer(decision, answer)
    if host.session.step == before:
        said = [line.text for line in top.table.chat[-2:]]
        raise Drifted(f"{answer!r} was not taken: {said}", where=decision.id)
    return f"{decision.id} = {answer!r}"


def _next(top: Refereed) -> Decision[Any]:
    session = top.host.session
    for decision in session.open("*"):
        if decision.seat and not session.waits_for(decision):
            return decision
    raise Drifted("nobody is asked anything, and the game is not over", where="the referee")


async def _mended(top: Refereed, after: str) -> bool:
    """Compare; what the table notices by itself it has put right a second later."""
    whole = top.host.session.over or not top.host.session.step % _WHOLE
    mended = bool(top.drift(whole=whole))
    if mended:
        top.table.run(_A_SECOND)
        await top.settle()
    wrong = top.drift(whole=True) if mended else {}
    if wrong:
        places = "; ".join(f"{place}: {each}" for place, each in wrong.items())
        raise Drifted(f"table and rules differ: {places[:_SHOWN]}", where=f"after {after}")
    if top.table.errors:
        raise Drifted(f"an error of the table: {top.table.errors[-1]}", where=f"after {after}")
    return mended
