"""What the hunt is about: the track ends nothing, and how the others are ranked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.old_world.legendary_hunt.hunting import BOXES, Hunted
from tests.old_world.table import workshop
from tts_tool.kernel.events import Ended, Said
from tts_tool.rulesets.old_world.base.witcher import trophies
from tts_tool.rulesets.old_world.legendary_hunt.goal import nobody_by_track

gift = workshop("gift", {"take": lambda g, seat: trophies.reward(g, seat, "monster.barghest")})


def gifted(position: int, **facts: Any) -> Hunted:  # noqa: ANN401  # as `Hunted` has them
    """Let red, at a position on the track, gain a trophy."""
    h = Hunted(boxes=(*BOXES, gift), **facts).tracks(**{"track.red": position})
    return h.answer("phase-1", "take")


@pytest.mark.rule("LH-13", "LH-14", "COMB-40")
def test_the_top_of_the_track_wins_nothing() -> None:
    """The fourth trophy brings its step and Fatigue, and the game goes on."""
    h = gifted(3)
    assert h.open() == ["trash/red"]
    assert h.track("track.red") == 4
    h.until("phase-1")
    assert not h.over
    assert len(h.place("trash")) > 0
    assert nobody_by_track(h.timeline.game, lambda: (("red",),)) == ()


@pytest.mark.rule("LH-15")
@pytest.mark.parametrize(("played", "tired"), [("rested", False), ("tired", True)])
def test_further_trophies(played: str, tired: bool) -> None:  # noqa: FBT001  # a case
    """At the top the marker stays, and nothing tires any more; or each trophy as the last spot."""
    h = gifted(4, settings={"hunt-fatigue": played})
    assert (h.track("track.red"), h.over) == (4, False)
    assert ("trash/red" in h.open()) == tired
    h.until("phase-1")
    assert not h.over
    assert len(h.place("trash")) == (3 if tired else 0)


@pytest.mark.rule("LH-16")
@pytest.mark.parametrize(
    ("played", "before", "position"), [("free", 3, 4), ("short", 3, 3), ("free", 1, 2)]
)
def test_meditation(played: str, before: int, position: int) -> None:
    """It leads one step up, also to the top; where it is played otherwise it stops before."""
    h = Hunted(settings={"hunt-meditation": played})
    h.tracks(**{"track.red": before, "combat.red": 5}).ready()
    h.answer("phase-2", "meditate").until("phase-1")
    assert h.track("track.red") == position
    assert len(h.place("trophies.red")) == 1
    assert not h.over


def slain(**facts: Any) -> Hunted:  # noqa: ANN401  # as `Hunted` has them
    """Let red slay the legend among five seats; positions and tokens of the others differ."""
    h = Hunted(5, **facts).owns(1, "green").owns(3, "yellow").owns(1, "white")
    h.tracks(**{"track.blue": 2, "track.green": 1, "track.yellow": 1, "track.white": 1})
    h.hunt(1).hand("red", h.printed("red", damage=9), *h.plain(1)).deck("red", *h.plain(5))
    return h.combo(h.place("hand.red")[0])


@pytest.mark.rule("LH-12")
@pytest.mark.parametrize(
    ("ranking", "ranks"),
    [
        ("by-track", (("red",), ("blue",), ("yellow",), ("green", "white"))),
        ("shared", (("red",), ("blue", "green", "yellow", "white"))),
    ],
)
def test_how_the_others_are_ranked(ranking: str, ranks: tuple[tuple[str, ...], ...]) -> None:
    """By the track, among equals by tokens; or all together behind the winner."""
    h = slain(settings={"hunt-ranking": ranking})
    assert h.over
    assert (h.timeline.state.result, h.timeline.state.lost) == (ranks, ())
    told = [type(each.event) for each in h.timeline.happened if each.rule == "LH-12"]
    assert told == [Said, Ended]
