"""Extra effort at the edge of the world: colours side by side pay, once, before fate is asked."""
# ruff: noqa: ANN401 - what a moment is laid out with

from __future__ import annotations

from typing import Any

import pytest

from tests.path_of_destiny.table import TIMELINE, Table, action, at, op

FIRST = {
    "kind": "effort",
    "id": "the-effort",
    "name": {"en": "An effort", "de": "Ein Aufwand"},
    "chapter": 1,
    "sequences": [
        {"colours": ["red", "green"], "bonus": [op("gain-xp", amount=1)]},
        {"colours": ["red", "green", "blue"], "bonus": [op("gain-vp", amount=2)]},
    ],
}
SECOND = {**FIRST, "id": "second-effort", "chapter": 2}
EFFORTS = {"effort.1": ["extra-effort.the-effort"], "effort.2": ["extra-effort.second-effort"]}
RED, GREEN, BLUE, YELLOW = (f"{colour}-none-1" for colour in ("red", "green", "blue", "yellow"))
NEW = "action.green-none-1"


def looked(*lying: str, new: tuple[str, ...] = (GREEN,), **more: Any) -> Table:
    """Let the story look at a timeline of red's of which some cards are new."""
    places = {TIMELINE: lying, **EFFORTS, **more.pop("places", {})}
    settings = {"extra-effort": "yes", **more.pop("settings", {})}
    mine = more.pop("cards", [])
    cards = [
        *(each for each in (FIRST, SECOND) if each["id"] not in {m["id"] for m in mine}),
        *mine,
    ]
    played = tuple(f"action.{name}" for name in new)
    return at("story", places, cards=cards, settings=settings, played=played, **more)


def paid(t: Table) -> tuple[int, int]:
    """Say what red has got: experience and points."""
    return t.track("xp.red"), t.track("vp.red")


@pytest.mark.rule("PD-EDGE-03", "PD-EDGE-04", "PD-EDGE-06")
@pytest.mark.parametrize(
    ("lying", "gained"),
    [
        ((RED, GREEN), (1, 0)),
        ((GREEN, RED), (0, 0)),
        ((RED, YELLOW, GREEN), (0, 0)),
        ((RED, "red-none-2", GREEN), (1, 0)),
        ((GREEN,), (0, 0)),
    ],
)
def test_colours_side_by_side_in_their_order_pay(
    lying: tuple[str, ...], gained: tuple[int, int]
) -> None:
    """Nothing for the other order, with a gap, or for a part."""
    assert paid(looked(*lying)) == gained


@pytest.mark.rule("PD-EDGE-03", "PD-EDGE-14")
def test_only_the_card_of_the_chapter_pays() -> None:
    """In the second chapter the second; a kept card may be the older part."""
    assert paid(looked(RED, GREEN, chapter=2)) == (1, 0)
    assert paid(looked(RED, GREEN, chapter=2, places={"effort.2": []})) == (0, 0)


@pytest.mark.rule("PD-EDGE-05")
def test_old_cards_alone_pay_nothing() -> None:
    """One of the cards must have been played in this round."""
    assert paid(looked(RED, GREEN, YELLOW, new=(YELLOW,))) == (0, 0)


@pytest.mark.rule("PD-EDGE-07")
def test_a_card_of_two_colours_is_one_of_them_at_a_time() -> None:
    """It fills one place: beside a green one it is red, alone it is no sequence."""
    both = action("both-card", ["red", "green"])
    assert paid(looked("both-card", cards=[both], new=("both-card",))) == (0, 0)
    assert paid(looked("both-card", GREEN, cards=[both])) == (1, 0)


@pytest.mark.rule("PD-EDGE-10")
def test_of_several_one_is_chosen() -> None:
    """Two colours or all three, and then no second one in this round."""
    t = looked(RED, GREEN, BLUE, new=(GREEN, BLUE))
    found = t.timeline.driver.find("effort/red")
    assert found is not None
    two, three = t.offered("red", "effort")
    assert found.words(three)["de"].startswith("Rot–Grün–Blau (")
    assert found.words(two)["en"].endswith(": +1 experience")
    t.say("red", "effort", three)
    assert (paid(t), t.asked()) == ((0, 2), ["take/red"])


@pytest.mark.rule("PD-EDGE-08", "PD-EDGE-09")
def test_the_last_card_may_begin_another_sequence_once() -> None:
    """What was green at the end may be red at the beginning; all others have paid for good."""
    both = action("both-card", ["red", "green"])
    t = looked(RED, "both-card", cards=[both], new=("both-card",))
    assert paid(t) == (1, 0)
    lying = t.lies(TIMELINE)
    for following in (GREEN, "green-none-2"):
        t = looked(
            *lying,
            following,
            cards=[both],
            new=(following,),
            lasting=t.g.effects("effort"),
            tracks={"xp.red": t.track("xp.red")},
        )
        assert paid(t) == (2, 0)


@pytest.mark.rule("PD-EDGE-11")
def test_a_bonus_is_there_for_all() -> None:
    """Both get it in the same round."""
    t = looked(
        RED,
        GREEN,
        new=(GREEN, "green-none-2"),
        places={"timeline.blue": ["red-none-2", "green-none-2"]},
    )
    assert [t.track(f"xp.{seat}") for seat in t.g.seats] == [1, 1]


@pytest.mark.rule("PD-EDGE-12", "PD-ROUND-06")
def test_what_it_brings_counts_for_the_vote() -> None:
    """The symbol gained turns fate to the left."""
    effort = {
        **FIRST,
        "sequences": [{"colours": ["red", "green"], "bonus": [op("gain-symbol", symbol="left")]}],
    }
    t = looked(RED, GREEN, cards=[effort], seats=3)
    assert t.lies("fate.left") == ["fate.1"]


@pytest.mark.rule("PD-EDGE-13")
def test_at_the_end_of_the_chapter_the_card_is_turned_down() -> None:
    """It lies there face down."""
    t = at(
        "chapter-end",
        {**EFFORTS, TIMELINE: [RED], "timeline.blue": [BLUE]},
        cards=[FIRST, SECOND],
        settings={"extra-effort": "yes"},
        main="left",
        number=3,
    )
    assert t.timeline.state.down == {"extra-effort.the-effort"}


@pytest.mark.rule("PD-EDGE-15")
@pytest.mark.parametrize("settings", [{"extra-effort": "no"}, {"introductory": "yes"}])
def test_without_extra_effort_nothing_pays(settings: dict[str, str]) -> None:
    """No card is laid out, so nothing is looked for."""
    t = looked(RED, GREEN, settings=settings, places={"effort.1": [], "effort.2": []})
    assert paid(t) == (0, 0)
