"""Random games take the advice of boxes for a while now and then, and so come to hard ends."""

from __future__ import annotations

from itertools import islice

import msgspec

from tests.proof.pebbles import Words
from tts_tool.kernel.events import Ended
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.module import Module, Ruleset
from tts_tool.kernel.spaces import Choice
from tts_tool.proof.match import Match
from tts_tool.proof.play import random_play

TOP = 25
ENOUGH = 4_000


class Ladder(msgspec.Struct, frozen=True):
    """How high somebody stands."""

    rung: int = 0


def climb(g: Game) -> Flow[None]:
    """Go up rung by rung; a single step down leads to the ground."""
    while (rung := g.part(Ladder).rung) < TOP:
        g.restart()
        way = yield from g.ask("ann", "step", lambda: Choice(("down", "up")))
        g.note(Ladder, rung=rung + 1 if way == "up" else 0)
    g.emit(Ended((("ann",),)))


def ends(*advice: str) -> list[bool]:
    """Say which of some random games come to the top, where boxes advise this, the last first."""
    ladder = Module("ladder", parts=(Ladder,))
    boxes = [Module(f"box-{number}", needs=("ladder",)) for number, _ in enumerate(advice)]
    for box, said in zip(boxes, advice, strict=True):
        box.advises("step")(lambda _g, _seat, _space, said=said: said or None)
    rules = Ruleset("ladder", modules=(ladder, *boxes), play=climb, seats=("ann",), fewest=1)
    names = tuple(module.name for module in (ladder, *boxes))
    plays = [random_play(Match(rules, Words(), names, ("ann",)), seed) for seed in range(5)]
    return [any(game.over for game in islice(play, ENOUGH)) for play in plays]


def test_chance_alone_does_not_get_there() -> None:
    """Twenty-five steps up on end are not to be had by chance."""
    assert not any(ends())


def test_advice_is_taken_for_so_long() -> None:
    """Some answers on end are what a box advises; where one has nothing to say the next does."""
    assert all(ends("up"))
    assert all(ends("up", ""))


def test_what_is_refused_is_left_to_chance() -> None:
    """Advice that can't be followed harms nobody."""
    assert not any(ends("sideways"))
    assert all(ends("up", "sideways"))
