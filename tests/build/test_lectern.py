"""What lies open to be read for all stands on everybody's screen, wherever they look."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

import pytest

from tests.build.set_up import Panel, made, opened, seen
from tests.build.table.old_world import described
from tests.build.test_at_the_things import memo, push, thing_at
from tts_tool.build.mod import Language
from tts_tool.build.table.seeing import for_seat, lines_seen, views_of
from tts_tool.build.table.spots import SpotPlan
from tts_tool.picture.screen import Box, laid_out

SMALL, USUAL = (1366, 768), (1920, 1080)
HALVES: dict[Language, int] = {"en": 0, "de": 1}


@pytest.fixture
def played() -> Iterator[Panel]:
    """Set a game for two up."""
    with opened(21, seats=("Red", "Grey")) as panel:
        panel.set_up(2)
        yield panel


def boxes(panel: Panel, colour: str = "Red", size: tuple[int, int] = USUAL) -> list[Box]:
    """Lay out what somebody sees at the upper right, where cards are read."""
    roots = [
        each
        for each in panel.table.screen(colour)
        if each["attributes"].get("rectAlignment") == "UpperRight"
    ]
    return laid_out(roots, size)


def words(panel: Panel, colour: str = "Red") -> str:
    """Give all that somebody reads there."""
    return " ".join(line for box in boxes(panel, colour) for line in box.lines)


@cache
def descriptions() -> dict[str, str]:
    """Give what each card says: an unprinted table has no faces that it could be read from."""
    parts = (part for thing in described().objects for part in thing.all())
    return {part.memo: part.description for part in parts if part.memo}


def card_at(panel: Panel, place: str) -> tuple[str, str]:
    """Let the card of a place say what it does on a printed table; give its name, and that."""
    thing = thing_at(panel, place)
    said = descriptions()[memo(panel, thing)]
    panel.table.execute(
        f"getObjectFromGUID('{thing.guid}').setDescription(JSON.decode({json.dumps(json.dumps([said]))})[1])"
    )
    return thing.nickname, said


def lacking(panel: Panel, card: tuple[str, str], lang: Language, colour: str = "Red") -> list[str]:
    """List the words of a card, in a language, that somebody does not read."""
    shown = words(panel, colour)
    mine = [
        *(card[0].split() if lang == "en" else ()),
        *card[1].split("\n\n")[HALVES[lang]].split(),
    ]
    return [each for each in mine if each not in shown]


@pytest.mark.parametrize("lang", HALVES)
def test_all_that_is_read_where_it_lies_needs_no_key(lang: Language) -> None:
    """One's own things are large enough from one's seat; what is everybody's is on the screen."""
    known = made(lang)
    plan, reading = SpotPlan(known.mod, known.layout), known.layout.reading
    told = {name for group in known.values["reads"] for name in group["places"]}
    views = [each for each in views_of(plan) if each.key is None]
    read = [spot for spot in plan.spots.values() if spot.said.read]
    assert {spot.name.partition(".")[0] for spot in read} == {
        "board",
        "display",
        "monster",
        "story",
    }
    for spot in read:
        high = known.layout.piece[spot.said.holds].type * spot.holds[1]
        looks = for_seat(spot.frame, views)
        for slot in spot.slots:
            seen_ = lines_seen(reading, looks, spot.frame.place(slot), high)
            assert (seen_ >= reading.least) != (spot.name in told), spot.name


def test_a_story_is_read_by_all_as_soon_as_it_lies(played: Panel) -> None:
    """With its options, in the language of each, in letters that can be read; then it is gone."""
    assert "Card being read" in words(played)
    before = words(played)
    push(played, thing_at(played, "city-deck"), "Explore the city")
    assert thing_at(played, "story").nickname in words(played)
    story = card_at(played, "story")
    played.press("language.de")
    assert lacking(played, story, "de") == []
    assert lacking(played, story, "en", "Grey") == []
    for colour in ("Red", "Grey"):
        for size in (SMALL, USUAL):
            drawn = boxes(played, colour, size)
            assert not [box.lines for box in drawn if box.overflows]
            least = min(float(b.attributes["fontSize"]) for b in drawn if b.lines)
            assert least >= made().layout.reading.least
            frame = drawn[0].frame
            assert frame.top > 0
            assert frame.top + frame.height < size[1] * 0.8, "the hand is free"
    played.lang = "de"
    played.press("language.en")
    played.lang = "en"
    push(played, thing_at(played, "story"), "Put away")
    assert words(played) == before


def test_market_and_monsters_are_read_by_a_button(played: Panel) -> None:
    """All that lies there stands on the screen of whoever wants it, and is as it is now."""
    monsters = [f"monster.{terrain}" for terrain in ("forest", "mountain", "water")]
    shown = 0
    for number, there in ((1, [f"display.{n}" for n in range(1, 7)]), (2, monsters)):
        lying = [each for each in there if seen(played).places[each]]
        cards = [card_at(played, each) for each in lying]
        played.press(f"read.{number}.{shown}")
        shown = number
        assert len(cards) in {3, 6}
        assert [each for card in cards for each in lacking(played, card, "en")] == []
        assert not [box.lines for box in boxes(played) if box.overflows]
        assert "Cost" not in words(played, "Grey")
    played.press("read.1.2", "chore.take-discard.1", "chore.take-discard.2")
    now = [thing_at(played, f"display.{n}").nickname for n in range(1, 7)]
    assert [each for each in now if each not in words(played)] == []
    played.press("read.1.1")
    assert [each for each in now if each in words(played)] == []


def test_who_closes_a_story_reads_the_next(played: Panel) -> None:
    """It stays closed as long as the same lies there; nobody else's is closed."""
    push(played, thing_at(played, "city-deck"), "Explore the city")
    story = thing_at(played, "story")
    played.table.run(2)
    assert story.nickname in words(played)
    played.press("read.3.3", "fold", "unfold")
    assert story.nickname not in words(played)
    assert story.nickname in words(played, "Grey")
    push(played, thing_at(played, "story"), "Put away")
    push(played, thing_at(played, "wilds-deck"), "Explore the wilds")
    assert thing_at(played, "story").nickname in words(played)
