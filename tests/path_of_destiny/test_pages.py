"""The book: what is read when, what it pays, where it leads, how it ends."""
# ruff: noqa: ANN401 - what a moment is laid out with

from __future__ import annotations

from typing import Any

import pytest

from tests.path_of_destiny.table import TIMELINE, Table, action, at, op, plain_match
from tests.path_of_destiny.test_setup import chosen
from tts_tool.kernel.events import Ended, PhaseBegan, Said, Showed
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.module import Module
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.views import view
from tts_tool.proof.play import random_play
from tts_tool.referee.wording import Reader
from tts_tool.rulesets.path_of_destiny.base.final import hand_worth
from tts_tool.rulesets.path_of_destiny.base.module import FINAL_SCORING
from tts_tool.rulesets.path_of_destiny.base.records import SideQuest

SOME = [f"red-none-{n}" for n in range(1, 7)]
OTHERS = [f"blue-none-{n}" for n in range(1, 7)]
TIMELINES = {TIMELINE: SOME[:1], "timeline.blue": OTHERS[:1]}
TOKENS = {"path.red": ["path-token.left"], "path.blue": ["path-token.right"]}


def told(t: Table) -> list[tuple[str, object]]:
    """List what was said of which page."""
    said = [one.event for one in t.timeline.happened if isinstance(one.event, Said)]
    return [(each.code, each.params.get("card")) for each in said]


def turned(main: str, chapter: int = 1, **more: Any) -> Table:
    """Turn the page after a chapter; red holds the left path token, blue the right one."""
    places = {**TIMELINES, **TOKENS, **more.pop("places", {})}
    active = more.pop("active", ("combat", "magic"))
    return at("turn-page", places, chapter=chapter, number=3, main=main, active=active, **more)


@pytest.mark.rule("PD-STORY-01")
@pytest.mark.parametrize("seats", [2, 5])
def test_a_game_has_nine_rounds(seats: int) -> None:
    """Three chapters of three rounds, each with its steps; then it ends."""
    play = random_play(plain_match(seats), 0)
    for _ in play:
        pass
    phases = [one.event.phase for one in play.game.happened if isinstance(one.event, PhaseBegan)]
    assert (phases.count("draft"), phases.count("fate"), phases.count("main")) == (9, 9, 3)
    assert isinstance(play.game.happened[-1].event, Ended)


@pytest.mark.rule("PD-STORY-02", "PD-STORY-03", "PD-SYM-07")
def test_the_introduction_is_read_first_then_the_first_pages() -> None:
    """Two pages lie open, each with a path and a symbol of its own; two symbols are inactive."""
    t = chosen(2)
    assert told(t)[0] == ("page-tale", "edge-1")
    assert (t.lies("page.left"), t.lies("page.right")) == (["page.edge-2"], ["page.edge-3"])
    assert t.course.active == ("diplomacy", "exploration")


@pytest.mark.rule("PD-STORY-04", "PD-STORY-08")
def test_everybody_sees_what_comes_next_and_no_more() -> None:
    """Both pairs of symbols that may follow are in every view, but no page that is not read."""
    t = chosen(3)
    for seat in (*t.g.seats, None):
        places = view(t.timeline.state, seat)["places"]
        (left,), (right,) = places["page.left"], places["page.right"]
        assert (left["next"], left["leads"]) == (["combat", "magic"], [4, 5])
        assert (right["next"], right["leads"]) == (["magic", "diplomacy"], [6, 7])
        assert all("tale" not in page for page in places["book"])


@pytest.mark.rule("PD-STORY-05", "PD-STORY-06")
@pytest.mark.parametrize(("main", "pages"), [("left", [4, 5]), ("right", [6, 7])])
def test_the_main_symbol_says_which_pages_are_read(main: str, pages: list[int]) -> None:
    """Left then right, each from its tale to its offer; the old ones are put away."""
    t = turned(main)
    lying = [*t.lies("page.left"), *t.lies("page.right")]
    assert lying == [f"page.edge-{number}" for number in pages]
    assert t.lies("read")[:2] == ["page.edge-3", "page.edge-2"]
    (first, second) = (f"edge-{number}" for number in pages)
    said = [one for one in told(t) if one[0] in ("page-tale", "page-offer")]
    assert said == [
        (code, page) for page in (first, second) for code in ("page-tale", "page-offer")
    ]


@pytest.mark.rule("PD-STORY-07", "PD-DATA-16")
def test_a_page_pays_the_path_tokens() -> None:
    """Two points left; one of each new active symbol right; then the tokens are nobody's."""
    t = turned("left")
    assert t.track("vp.red") == 2
    assert t.tokens("blue") == {"combat": 1, "magic": 1}
    assert sorted(t.lies("paths")) == ["path-token.left", "path-token.right"]
    assert t.course.chapter == 2


@pytest.mark.rule("PD-STORY-07")
def test_a_token_that_nobody_has_pays_nobody() -> None:
    """As it may be in solo play."""
    t = turned("left", places={"path.red": [], "path.blue": []})
    assert (t.track("vp.red"), t.tokens("blue")) == (0, {})


@pytest.mark.rule("PD-END-07", "PD-END-08", "PD-STORY-06")
@pytest.mark.parametrize(("main", "page", "points"), [("left", 16, [4, 2]), ("right", 17, [1, 5])])
def test_the_ending_of_the_main_path_pays_before_it_is_counted(
    main: str, page: int, points: list[int]
) -> None:
    """It is read to its end, after everything is scored."""
    t = at(
        "ending",
        {**TIMELINES, **TOKENS},
        chapter=3,
        number=3,
        main=main,
        settings={"introductory": "yes"},
    )
    assert [t.track(f"vp.{seat}") for seat in t.g.seats] == points
    assert told(t)[0] == ("page-tale", f"edge-{page}")
    assert told(t)[-1] == ("page-epilogue", f"edge-{page}")
    assert t.timeline.state.result == (
        (("red",), ("blue",)) if main == "left" else (("blue",), ("red",))
    )


def test_the_epilogue_names_who_has_won() -> None:
    """In both languages, as the character is called in them."""
    t = at(
        "ending", {**TIMELINES, **TOKENS}, chapter=3, number=3, main="left", tracks={"vp.red": 9}
    )
    (epilogue,) = [
        o.event
        for o in t.timeline.happened
        if isinstance(o.event, Said) and o.event.code == "page-epilogue"
    ]
    for language, words in (("en", "Geralt Deep"), ("de", "Geralt-Tief")):
        reader = Reader(t.g.setup.cards, t.timeline.state, None, language)
        said = reader.say(Rejection(epilogue.code, epilogue.params))
        assert words in said
        assert "{" not in said


# The end


def finished(hand: list[str], scores: list[dict[str, object]], **more: Any) -> Table:
    """Let the end be counted with a hand and a side quest of red's."""
    text = {"en": "-", "de": "-"}
    quest = {
        "kind": "side-quest",
        "id": "the-quest",
        "name": text,
        "text": text,
        "character": "geralt",
        "scores": scores,
    }
    lying = {**TIMELINES, "hand.red": hand, "quest.red": ["quest.the-quest"], "quest.blue": []}
    return at(
        "final",
        {**lying, **more.pop("places", {})},
        cards=[quest, BOTH],
        chapter=3,
        number=3,
        main="left",
        **more,
    )


BOTH = action("both-card", ["red", "green"], "magic")
HAND = ["red-combat-1", "red-magic-1", "blue-magic-1", "green-combat-1", "both-card"]


@pytest.mark.rule("PD-END-02", "PD-DATA-12")
@pytest.mark.parametrize(
    ("score", "points"),
    [
        (op("per-colour", colour="red", vp=2), 6),
        (op("per-colour", colour="yellow", vp=2), 0),
        (op("per-symbol", symbol="magic", vp=2), 6),
        (op("per-different-colour", vp=2), 6),
        (op("per-different-symbol", vp=2), 4),
        (op("per-set", symbols=["combat", "magic"], vp=3), 6),
        (op("per-set", symbols=["magic", "magic"], vp=3), 3),
        (op("colour-threshold", colour="red", count=3, vp=5), 5),
        (op("colour-threshold", colour="red", count=4, vp=5), 0),
        (op("symbol-threshold", symbol="combat", count=2, vp=4), 4),
        (op("symbol-threshold", symbol="combat", count=3, vp=4), 0),
    ],
)
def test_a_side_quest_counts_the_hand(score: dict[str, object], points: int) -> None:
    """Five cards, shown to all; what lies in the timeline is nothing to it."""
    t = finished(HAND, [score], places={TIMELINE: ["red-magic-2", "yellow-combat-1"]})
    assert t.track("vp.red") == points
    seen = view(t.timeline.state, "blue")["places"]["hand.red"]
    assert [card["id"] for card in seen] == [f"action.{name}" for name in HAND]
    shown = [one.event for one in t.timeline.happened if isinstance(one.event, Showed)]
    assert [(event.place, event.seats) for event in shown] == [("hand.red", None)]  # once, to all
    quest: SideQuest = t.g.card("quest.the-quest")
    assert hand_worth([t.g.card(f"action.{name}") for name in HAND], quest) == points


@pytest.mark.rule("PD-END-03", "PD-XP-07", "PD-XP-03")
@pytest.mark.parametrize(("xp", "points"), [(28, 8), (20, 0), (19, 0), (40, 20)])
def test_the_golden_cube_is_worth_its_field(xp: int, points: int) -> None:
    """Eight points for twenty-eight; without the cube on the track none."""
    t = at(
        "final",
        TIMELINES,
        chapter=3,
        main="left",
        tracks={"xp.red": xp},
        settings={"introductory": "yes"},
    )
    assert t.track("vp.red") == points


@pytest.mark.rule("PD-END-01", "PD-END-03")
def test_the_last_experience_counts_for_the_golden_cube() -> None:
    """Two of the secondary symbol bring the cube onto the track and one field further."""
    t = at(
        "score",
        {**TIMELINES, "initiative": ["figure.yennefer", "figure.geralt"]},
        chapter=3,
        number=3,
        main="left",
        tracks={"xp.red": 19, "magic.red": 2, "combat.red": 3},
        settings={"introductory": "yes"},
    )
    # three for combat, one for the cube, four and two for both path tokens
    assert (t.track("xp.red"), t.track("vp.red")) == (21, 3 + 1 + 4 + 2)


@pytest.mark.rule("PD-END-04")
def test_the_story_scores_last() -> None:
    """It sees the points of side quests and golden cubes."""
    seen: list[int] = []
    other = Module("other", needs=("base",))

    @other.hook(FINAL_SCORING, "ask")
    def count(g: Game) -> Flow[None]:
        """Look at what red has."""
        seen.append(g.track("vp.red"))
        g.add("vp.blue", 50)
        yield from ()

    t = finished(HAND, [op("per-different-colour", vp=2)], tracks={"xp.red": 23}, modules=(other,))
    assert seen[-1] == 6 + 3
    assert t.timeline.state.result == (("blue",), ("red",))


@pytest.mark.rule("PD-END-05", "PD-END-06", "PD-DRAFT-17")
@pytest.mark.parametrize("first", ["geralt", "yennefer"])
def test_most_points_win_and_of_equals_the_higher_one(first: str) -> None:
    """The order of the last draft decides; there are no shared ranks."""
    order = [
        f"figure.{first}",
        *(f"figure.{name}" for name in ("geralt", "yennefer") if name != first),
    ]
    lying = {**TIMELINES, "initiative": [*order, "figure.dandelion"]}
    t = at(
        "final",
        lying,
        seats=3,
        chapter=3,
        main="left",
        tracks={"vp.red": 5, "vp.blue": 5, "vp.green": 9},
        settings={"introductory": "yes"},
    )
    winner, other = ("red", "blue") if first == "geralt" else ("blue", "red")
    assert t.timeline.state.result == (("green",), (winner,), (other,))
