"""The pages of the story at the edge of the world, and the cards that pay for colours in a row."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.path_of_destiny.box import cards
from tts_tool.rulesets.path_of_destiny.base.checking import ways
from tts_tool.rulesets.path_of_destiny.base.records import Page, Story
from tts_tool.rulesets.path_of_destiny.base.vocabulary import GainVp, GainXp
from tts_tool.rulesets.path_of_destiny.edge_of_the_world.records import Effort

STORY = "edge-of-the-world"


def worth(effects: object) -> int:
    """Say what a bonus is worth, roughly: a point, a step of experience, a symbol are one each."""
    assert isinstance(effects, tuple)
    return sum(getattr(each, "amount", 1) for each in effects)


@pytest.mark.rule("PD-DATA-13")
def test_the_story_has_eight_ways_of_five_pages_with_eight_endings() -> None:
    """An introduction, two, four and eight pages, eight endings; each is on some way."""
    pages = cards().of(Page)
    assert sorted(page.number for page in pages.values()) == list(range(1, 24))
    walked = list(ways(cards(), cards().of(Story)[STORY].opens))
    assert [len(way) for way in walked] == [5] * 8
    assert len({way[-1].id for way in walked}) == 8
    assert all(way[-1].number == way[-2].number + 8 for way in walked)
    assert {page.id for way in walked for page in way} == set(pages)


@pytest.mark.rule("PD-DATA-14", "PD-DATA-15")
def test_each_pair_of_paths_pays_on_the_page_after_it() -> None:
    """Left pages after the first spread and all endings pay two tokens; right pages none."""
    for page in cards().of(Page).values():
        pays = page.epilogue is not None or (page.number >= 4 and page.number % 2 == 0)
        assert (page.rewards is not None) == pays, page.id


@pytest.mark.rule("PD-END-08")
def test_endings_pay_points_alone() -> None:
    """What is paid at the very end needs no riddle: it is points, six of them together."""
    endings = [page for page in cards().of(Page).values() if page.epilogue is not None]
    for page in endings:
        assert page.rewards is not None
        paid = (*page.rewards.left.effects, *page.rewards.right.effects)
        assert all(isinstance(each, GainVp) for each in paid)
        assert worth(paid) == 6
    assert len(endings) == 8


@pytest.mark.rule("PD-DATA-17", "PD-DATA-18")
def test_four_efforts_for_each_chapter_and_longer_ones_pay_more() -> None:
    """Two to four colours in a row, the longer the dearer on each card; all colours alike often."""
    efforts = cards().of(Effort).values()
    assert Counter(effort.chapter for effort in efforts) == {1: 4, 2: 4, 3: 4}
    for effort in efforts:
        lengths = [len(each.colours) for each in effort.sequences]
        assert lengths == sorted(set(lengths)), effort.id
        points = [worth(s.bonus) for s in effort.sequences if not isinstance(s.bonus[0], GainXp)]
        assert points == sorted(set(points)), effort.id
    colours = Counter(c for e in efforts for s in e.sequences for c in s.colours)
    assert dict(colours) == dict.fromkeys(("red", "green", "blue", "yellow"), 21)
