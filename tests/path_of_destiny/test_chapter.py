"""The end of a chapter: main symbol, scoring, path tokens, clearing, what is kept."""
# ruff: noqa: ANN401 - what a moment is laid out with

from __future__ import annotations

from typing import Any

import pytest

from tests.path_of_destiny.table import TIMELINE, Table, action, at, op
from tts_tool.kernel.events import Noted
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.module import Module
from tts_tool.kernel.views import view
from tts_tool.rulesets.path_of_destiny.base.course import Course, course
from tts_tool.rulesets.path_of_destiny.base.module import CHAPTER_END

XP = op("gain-xp", amount=3)
SOME = [f"red-none-{n}" for n in range(1, 7)]
BLUE_FIRST = {"initiative": ["figure.yennefer", "figure.geralt"]}
"""With this, of equals blue has the path tokens, and what they pay."""
OTHERS = [f"blue-none-{n}" for n in range(1, 7)]


def ended(left: str = "", right: str = "", **more: Any) -> Table:
    """Let a chapter end with these fate tokens on the two sides."""
    placed = {
        f"fate.{side}": [f"fate.{n}" for n in numbers]
        for side, numbers in (("left", left), ("right", right))
    }
    aside = [f"fate.{n}" for n in "123" if n not in left + right]
    lying = {**placed, "fate.aside": aside, TIMELINE: SOME, "timeline.blue": OTHERS}
    return at("main", {**lying, **more.pop("places", {})}, number=3, **more)


def main_symbol(t: Table) -> str:
    """Say which side has won, by what was told of it."""
    noted = [one.event for one in t.timeline.happened if isinstance(one.event, Noted)]
    notes = [each.value for each in noted if isinstance(each.value, Course)]
    return next(each.main for each in notes if each.main)


@pytest.mark.rule("PD-CHAPTER-02", "PD-CHAPTER-03", "PD-CHAPTER-04")
@pytest.mark.parametrize(
    ("left", "right", "main"),
    [
        ("12", "3", "left"),
        ("3", "12", "right"),
        ("1", "3", "right"),
        ("3", "2", "left"),
        ("", "1", "right"),
    ],
)
def test_more_tokens_then_the_higher_one(left: str, right: str, main: str) -> None:
    """Two beat one, whatever their numbers; of one each the higher number counts."""
    assert main_symbol(ended(left, right)) == main


@pytest.mark.rule("PD-CHAPTER-05")
@pytest.mark.parametrize(("symbol", "main"), [("combat", "left"), ("magic", "right")])
def test_without_tokens_the_highest_chooses(symbol: str, main: str) -> None:
    """One of the two active symbols, also that of which there is less; no other."""
    t = ended(tracks={"combat.blue": 3}, places=BLUE_FIRST)
    assert t.asked() == ["main-symbol/blue"]
    assert t.refused("blue", "main-symbol", "diplomacy") == ("symbol-inactive", "PD-CHAPTER-05")
    t.say("blue", "main-symbol", symbol)
    assert main_symbol(t) == main


@pytest.mark.rule("PD-CHAPTER-06", "PD-CHAPTER-07", "PD-CHAPTER-08")
def test_everybody_scores_both_symbols() -> None:
    """Points for the main one, experience for the other, though red has none of the winning."""
    t = ended("12", "", tracks={"magic.red": 3, "combat.blue": 4, "magic.blue": 1})
    assert [t.track(f"vp.{seat}") for seat in t.g.seats] == [0, 4]
    assert [t.track(f"xp.{seat}") for seat in t.g.seats] == [3, 1]


@pytest.mark.rule("PD-SYM-08", "PD-END-10", "PD-CHAPTER-12")
def test_what_is_inactive_or_covered_scores_nothing() -> None:
    """Two combats, one covered, and a diplomacy: one point."""
    lying = ["red-combat-1", "red-combat-2", "red-diplomacy-1"]
    t = ended("12", "", places={TIMELINE: lying}, covered=("red-combat-1",))
    assert [t.track(f"{name}.red") for name in ("vp", "xp")] == [1, 0]


@pytest.mark.rule("PD-CHAPTER-09", "PD-CHAPTER-12", "PD-CHAPTER-13")
def test_who_has_most_of_a_symbol_gets_its_token() -> None:
    """Left and right are paths, whichever has won; the tokens are given before all is cleared."""
    t = ended("1", "23", tracks={"combat.red": 2, "magic.blue": 1})
    assert (t.lies("path.red"), t.lies("path.blue")) == (["path-token.left"], ["path-token.right"])
    assert t.asked() == ["keep-one/blue", "keep-one/red"]
    assert t.tokens() == t.tokens("blue") == {}


@pytest.mark.rule("PD-CHAPTER-10", "PD-CHAPTER-11")
@pytest.mark.parametrize("first", ["geralt", "yennefer"])
def test_of_equals_the_higher_one_may_get_both(first: str) -> None:
    """Also where nobody has any."""
    order = [f"figure.{first}", "figure.yennefer" if first == "geralt" else "figure.geralt"]
    t = ended("12", "", places={"initiative": order})
    assert len(t.lies("path.red")) == (2 if first == "geralt" else 0)


@pytest.mark.rule("PD-CHAPTER-14", "PD-CHAPTER-25")
def test_tokens_and_covers_are_cleared_and_nothing_else() -> None:
    """Hands, display, points and abilities are as they were."""
    t = ended(
        "123",
        "",
        tracks={"diplomacy.red": 2, "vp.red": 7},
        places={TIMELINE: ["red-none-1", "red-combat-1"], **BLUE_FIRST},
        covered=("red-combat-1",),
    )
    hands, rows = t.lies("hand.red"), t.lies("row.1")
    t.say("red", "keep-one", "red-combat-1").say("blue", "keep-one", OTHERS[0])
    assert (t.tokens(), t.covered(), t.track("vp.red")) == ({}, [], 7)
    assert (t.lies("hand.red")[:5], rows) == (hands, [])


@pytest.mark.rule("PD-CHAPTER-15", "PD-CHAPTER-18")
def test_after_the_first_chapter_one_card_stays() -> None:
    """Chosen in secret, of the timeline alone; all others are discarded."""
    t = ended("12", "")
    t.say("red", "keep-one", SOME[2])
    assert view(t.timeline.state, "blue")["sealed"] == {"red": "hidden"}
    assert t.lies(TIMELINE) == SOME
    assert t.lies("hand.blue")[0] not in t.offered("blue", "keep-one")
    t.say("blue", "keep-one", OTHERS[0])
    assert (t.lies(TIMELINE), t.lies("timeline.blue")) == ([SOME[2]], [OTHERS[0]])
    assert set(t.lies("discard")) == {*SOME, *OTHERS} - {SOME[2], OTHERS[0]}


@pytest.mark.rule("PD-CHAPTER-16", "PD-CHAPTER-17")
def test_after_the_second_it_is_two_in_an_order() -> None:
    """The order is that of the answer; what was kept before may go."""
    t = ended("12", "", chapter=2)
    t.say("red", "keep-two", {"first": SOME[4], "second": SOME[1]})
    t.say("blue", "keep-two", {"first": OTHERS[0], "second": OTHERS[1]})
    assert t.lies(TIMELINE) == [SOME[4], SOME[1]]
    assert SOME[0] in t.lies("discard")


@pytest.mark.rule("PD-CHAPTER-19", "PD-CHAPTER-20", "PD-SYM-09")
def test_effects_of_what_is_kept_come_again() -> None:
    """Alone it is met or not; two kept ones help each other; left means the new left path."""
    needs_two = action(
        "pair",
        ["red"],
        when=op("colour-at-least", colour="red", count=2),
        then=op("gain-symbol", symbol="left", amount=2),
    )
    alone = ended("12", "", cards=[needs_two], places={TIMELINE: [*SOME[:3], "pair"], **BLUE_FIRST})
    alone.say("red", "keep-one", "pair").say("blue", "keep-one", OTHERS[0])
    assert alone.tokens() == {}
    both = ended(
        "12", "", chapter=2, cards=[needs_two], places={TIMELINE: [*SOME[:3], "pair"], **BLUE_FIRST}
    )
    both.say("red", "keep-two", {"first": SOME[0], "second": "pair"})
    both.say("blue", "keep-two", {"first": OTHERS[0], "second": OTHERS[1]})
    assert course(both.g).active == ("exploration", "magic")
    assert both.tokens() == {"exploration": 2}


@pytest.mark.rule("PD-CHAPTER-21")
def test_what_is_kept_counts_from_the_start() -> None:
    """Its symbol votes in the first round of the new chapter."""
    t = at("fate", {TIMELINE: ["red-combat-1"]}, chapter=2, seats=3)
    assert t.lies("fate.left") == ["fate.1"]


@pytest.mark.rule("PD-CHAPTER-22", "PD-CHAPTER-01")
def test_fate_tokens_are_stacked_anew() -> None:
    """After the third round, where they lay and what was set aside."""
    t = at(
        "fate",
        {
            "fate.left": ["fate.1"],
            "fate.aside": ["fate.2"],
            TIMELINE: SOME,
            "timeline.blue": OTHERS,
        },
        number=3,
        tracks={"combat.red": 1},
    )
    t.say("red", "keep-one", SOME[0]).say("blue", "keep-one", OTHERS[0])
    assert t.lies("fate") == ["fate.1", "fate.2", "fate.3"]
    assert (t.course.chapter, t.course.round) == (2, 1)


@pytest.mark.rule("PD-CHAPTER-23", "PD-END-09")
def test_nothing_is_cleared_at_the_very_end() -> None:
    """Timelines, tokens and hands lie there when the game is over."""
    t = ended("12", "", chapter=3, tracks={"combat.red": 2})
    assert t.timeline.over
    assert (t.lies(TIMELINE), t.tokens(), len(t.lies("hand.red"))) == (SOME, {"combat": 2}, 5)


@pytest.mark.rule("PD-CHAPTER-24")
@pytest.mark.parametrize(("chapter", "most"), [(1, 6), (2, 7), (3, 8)])
def test_so_long_is_a_timeline_at_most(chapter: int, most: int) -> None:
    """One card more is no position of the game."""
    cards = [*SOME, *OTHERS]
    fine = at("fate", {TIMELINE: cards[:most]}, chapter=chapter)
    assert len(fine.lies(TIMELINE)) == most
    too_long = at("fate", {TIMELINE: cards[: most + 1]}, chapter=chapter, sound=False)
    flaws = [holds(too_long.g) for holds in too_long.timeline.composition.invariants]
    assert [flaw.rule for flaw in flaws if flaw] == ["PD-CHAPTER-24"]


@pytest.mark.rule("PD-ROUND-04", "PD-ROUND-05")
def test_hands_and_the_order_go_on_into_the_next_chapter() -> None:
    """Nothing of them is discarded; who is highest takes first."""
    t = ended("12", "", places=BLUE_FIRST)
    hand = t.lies("hand.red")
    t.say("red", "keep-one", SOME[0]).say("blue", "keep-one", OTHERS[0])
    assert (t.lies("hand.red"), t.asked()) == (hand, ["take/blue"])


@pytest.mark.rule("PD-STORY-10", "PD-ROUND-06")
def test_a_story_may_act_on_the_main_symbol_before_it_is_scored() -> None:
    """Here it takes a point's worth of the losing side's symbol for one of the winning side's."""
    other = Module("other", needs=("base",))

    @other.hook(CHAPTER_END, "ask")
    def favour(g: Game) -> Flow[None]:
        """Give red one symbol of the side that has won."""
        g.add(f"{course(g).active[course(g).main == 'right']}.red", 1)
        yield from ()

    assert ended("12", "", modules=(other,)).track("vp.red") == 1
    assert ended("12", "").track("vp.red") == 0
