"""Taking cards: discarding, sliding, refilling, choosing a spot, and the order that comes of it."""
# ruff: noqa: ANN401 - what a moment is laid out with

from __future__ import annotations

from typing import Any

import pytest

from tests.path_of_destiny.table import Table, at, short
from tts_tool.kernel.game import Game
from tts_tool.kernel.module import Module
from tts_tool.kernel.views import view
from tts_tool.rulesets.path_of_destiny.base.course import order
from tts_tool.rulesets.path_of_destiny.base.module import LOWEST_ROW

ROWS = {
    "row.1": ["red-combat-1", "red-combat-2"],
    "row.2": ["red-magic-1", "red-magic-2"],
    "row.3": ["red-none-1", "red-none-2"],
    "row.4": ["blue-none-1", "blue-none-2"],
}


def drafting(seats: int = 2, rows: dict[str, list[str]] | None = None, **more: Any) -> Table:
    """Stand before somebody takes cards; nobody has an ability."""
    return at("draft", {**(ROWS if rows is None else rows)}, seats=seats, **more)


def refreshed(rows: dict[str, list[str]], seats: int = 2, **more: Any) -> Table:
    """Let the display be made whole."""
    return at("refresh", {**rows}, seats=seats, number=2, **more)


@pytest.mark.rule("PD-DRAFT-01", "PD-DRAFT-18")
def test_the_topmost_pair_is_discarded() -> None:
    """The pile grows by these two, face up."""
    t = refreshed(ROWS)
    assert t.lies("discard") == ROWS["row.1"]
    assert all("id" in card for card in view(t.timeline.state, None)["places"]["discard"])


@pytest.mark.rule("PD-DRAFT-02", "PD-DRAFT-04")
def test_where_nothing_is_left_nothing_is_discarded() -> None:
    """All rows are filled with pairs before anybody chooses."""
    t = refreshed({})
    assert t.lies("discard") == []
    assert [len(t.lies(f"row.{n}")) for n in (1, 2, 3, 4)] == [2, 2, 2, 2]
    assert t.asked() == ["take/red"]


@pytest.mark.rule("PD-DRAFT-03", "PD-DRAFT-05", "PD-DRAFT-06")
def test_pairs_slide_up_together() -> None:
    """Of rows 1, 3 and 4 the first goes; the two others close up and stay pairs."""
    t = refreshed({row: ROWS[row] for row in ("row.1", "row.3", "row.4")})
    assert [t.lies("row.1"), t.lies("row.2")] == [ROWS["row.3"], ROWS["row.4"]]
    assert t.lies("discard") == ROWS["row.1"]
    t.say("red", "take", "row.4")
    assert t.track("xp.red") == 1


@pytest.mark.rule("PD-DRAFT-07", "PD-DRAFT-08", "PD-ROUND-02")
def test_each_in_turn_takes_a_row_that_is_free() -> None:
    """One after the other; a row that is taken is refused to the next."""
    t = drafting(3)
    assert t.offered("red", "take") == ["row.1", "row.2", "row.3", "row.4", "deck"]
    t.say("red", "take", "row.2")
    assert t.asked() == ["take/blue"]
    assert t.refused("blue", "take", "row.2") == ("row-taken", "PD-DRAFT-08")
    assert t.offered("blue", "take") == ["row.1", "row.3", "row.4", "deck"]


@pytest.mark.rule("PD-DRAFT-10", "PD-DRAFT-19")
def test_a_row_goes_into_the_hand_and_stays_empty() -> None:
    """Two cards more; nothing is refilled before the next round."""
    t = drafting()
    t.say("red", "take", "row.2")
    assert t.lies("hand.red")[:2] == ROWS["row.2"]
    assert (len(t.lies("hand.red")), t.lies("row.2")) == (7, [])


@pytest.mark.rule("PD-DRAFT-09", "PD-DRAFT-16", "PD-DRAFT-15")
def test_the_deck_is_open_to_all_and_ranks_last() -> None:
    """Two go to the deck, then one to the lowest row: that one is first, then as they came."""
    t = drafting(3)
    t.say("red", "take", "deck").say("blue", "take", "deck")
    assert t.lies("spot.deck") == ["figure.geralt", "figure.yennefer"]
    t.say("green", "take", "row.4")
    assert order(t.g) == ("green", "red", "blue")


@pytest.mark.rule("PD-DRAFT-15", "PD-DRAFT-17", "PD-ROUND-05")
def test_the_new_order_is_that_of_the_rows_and_lasts() -> None:
    """Who took the higher row acts before; also in the next round, and in another chapter."""
    t = drafting(3)
    t.say("red", "take", "row.3").say("blue", "take", "row.2").say("green", "take", "row.1")
    assert order(t.g) == ("green", "blue", "red")
    t.play()
    assert t.asked() == ["take/green"]


@pytest.mark.rule("PD-DRAFT-11", "PD-PLAY-13")
def test_what_comes_from_the_deck_is_seen_by_nobody_else() -> None:
    """The others see that it was two cards."""
    t = drafting()
    top = t.lies("deck")[:2]
    t.say("red", "take", "deck")
    assert set(t.lies("hand.red")) > set(top)
    seen = view(t.timeline.state, "blue")["places"]["hand.red"]
    assert seen == [{"back": {"back": "action"}}] * 7
    mine = view(t.timeline.state, "red")["places"]["hand.red"]
    assert len([card for card in mine if "id" in card]) == 7


@pytest.mark.rule("PD-DRAFT-13")
def test_nobody_passes() -> None:
    """There is no such answer."""
    t = drafting()
    assert t.refused("red", "take", "pass")[0] == "not-an-option"
    assert t.asked() == ["take/red"]


@pytest.mark.rule("PD-DRAFT-14")
def test_an_empty_deck_is_made_of_what_was_discarded() -> None:
    """Also between the two cards that somebody draws; none is lost."""
    hands = {f"hand.{seat}": [f"filler-{n + at}" for n in range(5)] for at, seat in HANDS}
    there = {f"action.{name}" for several in (*ROWS.values(), *hands.values()) for name in several}
    rest = [name for name in every_card() if name not in there]
    t = at("draft", {**ROWS, **hands, "deck": rest[:1], "discard": rest[1:]})
    t.say("red", "take", "deck")
    assert (len(t.lies("hand.red")), t.lies("discard")) == (7, [])
    assert len(t.lies("deck")) == len(rest) - 2
    assert short(rest[0]) in t.lies("hand.red")


HANDS = ((1, "red"), (6, "blue"))


def every_card() -> list[str]:
    """List all common action cards of these tests."""
    t = at("draft", ROWS)
    return [c.id for c in t.g.composition.inventory.components.values() if c.start == "deck"]


@pytest.mark.rule("PD-STORY-09")
def test_a_story_may_say_otherwise() -> None:
    """In another story the lowest row gives nothing."""
    other = Module("other", needs=("base",))

    @other.hook(LOWEST_ROW, "modify")
    def nothing(_g: Game, _value: int) -> int:
        """Give no experience."""
        return 0

    t = drafting(modules=(other,))
    t.say("red", "take", "row.4")
    assert t.track("xp.red") == 0


@pytest.mark.rule("PD-ROUND-03", "PD-ROUND-01", "PD-ROUND-02")
def test_five_cards_seven_cards_five_cards() -> None:
    """Before taking, after it, and after playing; the steps come one after the other."""
    t = drafting()
    assert [len(t.lies(f"hand.{seat}")) for seat in t.g.seats] == [5, 5]
    t.say("red", "take", "row.1").say("blue", "take", "row.2")
    assert [len(t.lies(f"hand.{seat}")) for seat in t.g.seats] == [7, 7]
    assert t.asked() == ["cards-to-play/blue", "cards-to-play/red"]
    t.play()
    assert [len(t.lies(f"hand.{seat}")) for seat in t.g.seats] == [5, 5]
    phases = [e.event.phase for e in t.timeline.happened if hasattr(e.event, "phase")]
    assert phases == ["after-draft", "choose", "effects", "story", "fate", "refresh", "draft"]
