"""The story: who did what and what came of it, told to each as they may know it."""

from __future__ import annotations

from functools import partial

import pytest

from tests.kernel.tiny import SEATS, begun, do, pay
from tts_tool.kernel.events import Said
from tts_tool.kernel.game import Flow, Game, Luck
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.spaces import Choice
from tts_tool.kernel.story import Chapter, cause, story, told
from tts_tool.kernel.timeline import Timeline


def evening(g: Game) -> Flow[None]:
    """Draw, lay a card, vote in secret, and roll."""
    g.draw("deck", "hand.ann", 2, "T-1")
    card = yield from g.ask("ann", "lay", lambda: Choice(g.cards("hand.ann")))
    g.move(card, "hand.ann", "table", rule="T-2")
    g.emit(Said("psst", {}, ("bob",)))
    yield from g.together("vote", {s: partial(pay(s, name="vote"), g) for s in ("bob", "cid")})
    yield from g.roll("die", 6, rule="T-3")


def evening_played() -> Timeline:
    """Play that evening to the end, with a second thought of bob."""
    timeline = begun(evening, luck=Luck(observed=("die",)))
    do(timeline, "lay/ann", "card.2")
    do(timeline, "vote/bob", "yes")
    do(timeline, "vote.again/bob", "again")
    do(timeline, "vote/bob", "no")
    do(timeline, "vote/cid", "yes")
    timeline.observe("die", 3)
    return timeline


def headings(timeline: Timeline, seat: Seat | None) -> list[tuple[str, str, object]]:
    """Give who did what of each chapter."""
    return [(chapter.seat, chapter.did, chapter.value) for chapter in story(timeline, seat)]


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (
            "bob",
            [
                ("ann", "lay", None),
                ("bob", "vote", "yes"),
                ("bob", "vote.again", None),
                ("bob", "vote", "no"),
                ("cid", "", None),
                ("", "chance.die", (3,)),
            ],
        ),
        (
            "ann",
            [
                ("ann", "lay", "card.2"),
                ("bob", "", None),
                ("bob", "", None),
                ("bob", "", None),
                ("cid", "", None),
                ("", "chance.die", (3,)),
            ],
        ),
        (
            None,
            [
                ("ann", "lay", None),
                ("bob", "", None),
                ("bob", "", None),
                ("bob", "", None),
                ("cid", "", None),
                ("", "chance.die", (3,)),
            ],
        ),
    ],
)
def test_who_did_what(seat: Seat | None, expected: list[tuple[str, str, object]]) -> None:
    """One chapter per entry; of secrets the others learn only whose they were."""
    assert headings(evening_played(), seat) == expected


def test_a_chapter_holds_all_that_came_of_it() -> None:
    """The events of an entry with their numbers and rules, up to the next entry."""
    timeline = evening_played()
    chapters = story(timeline, "bob")
    assert [chapter.entry for chapter in chapters] == list(range(6))
    assert [[e["event"] for e in chapter.events] for chapter in chapters] == [
        ["answered", "moved", "said"],
        ["sealed"],
        ["unsealed"],
        ["sealed"],
        ["sealed", "opened"],
        ["answered", "rolled"],
    ]
    assert [e["n"] for e in chapters[0].events] == [1, 2, 3]
    assert chapters[0].events[1]["rule"] == "T-2"
    assert chapters[-1].events[1]["rule"] == "T-3"
    assert [e["event"] for e in story(timeline, "ann")[0].events] == ["answered", "moved"]


def test_from_a_chapter_on() -> None:
    """A reader may go on where they stopped."""
    timeline = evening_played()
    assert story(timeline, "bob", 4) == story(timeline, "bob")[4:]
    assert story(timeline, "bob", 6) == []
    assert story(begun(evening), None) == []


def test_events_by_number() -> None:
    """Events are told from a number on, up to another, with what is hidden left out."""
    timeline = evening_played()
    everything = told(timeline, "bob")
    assert [event["n"] for event in everything] == list(range(len(timeline.happened)))
    assert told(timeline, "bob", 2) == everything[2:]
    assert told(timeline, "bob", 2, 4) == everything[2:4]
    assert [event["n"] for event in told(timeline, "ann")][:5] == [0, 1, 2, 4, 5]
    assert everything[0] == {
        "n": 0,
        "event": "moved",
        "backs": [{"back": "blue"}, {"back": "blue"}],
        "source": "deck",
        "target": "hand.ann",
        "at": 0,
        "rule": "T-1",
    }
    assert told(timeline, "ann")[0]["components"] == ("card.1", "card.2")


def test_the_cause_of_an_event() -> None:
    """Each event came of the entry before it; the set-up came of none."""
    timeline = evening_played()
    assert cause(timeline, 0) is None
    caused = [cause(timeline, n) for n in range(1, len(timeline.happened))]
    assert [chapter.entry for chapter in caused if chapter] == [0, 0, 0, 1, 2, 3, 4, 4, 5, 5]
    first = caused[0]
    assert isinstance(first, Chapter)
    assert (first.seat, first.did) == ("ann", "lay")
    assert first == story(timeline, None)[0]


def test_chapters_of_the_table() -> None:
    """What nobody answered is told without a seat: marks of a wall, and what follows them."""
    timeline = evening_played()
    timeline.undo("ann", 5, SEATS)
    last = story(timeline, "ann")[-1]
    assert (last.seat, last.did, last.value) == ("", "", None)
    assert [event["event"] for event in last.events] == ["branched"]


def test_a_hidden_beginning() -> None:
    """Where a chapter begins with something hidden, nobody is said to have done it."""
    timeline = begun(whisper)
    timeline.game.emit(Said("psst", {}, ("bob",)))
    timeline.starts.append(0)
    assert story(timeline, "ann") == [Chapter(0, "", "", None, [])]
    timeline.game.emit(Said("hello"))
    assert story(timeline, "ann")[0].seat == ""
    assert [e["code"] for e in story(timeline, "ann")[0].events] == ["hello"]


def whisper(g: Game) -> Flow[None]:
    """Wait for ann."""
    yield from pay("ann")(g)
