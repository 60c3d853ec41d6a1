"""How a game is set up: characters, display, figures, what is whose, and who sees it."""

from __future__ import annotations

import pytest

from tests.path_of_destiny.table import Table, fresh
from tts_tool.errors import UserError
from tts_tool.kernel.timeline import Timeline
from tts_tool.kernel.views import view
from tts_tool.referee.opening import choose_seats
from tts_tool.rulesets.path_of_destiny import RULESET
from tts_tool.rulesets.path_of_destiny.base.course import character, order
from tts_tool.rulesets.path_of_destiny.base.records import Ability, Action
from tts_tool.rulesets.path_of_destiny.edge_of_the_world import NAME

COUNTS = [2, 3, 4, 5]


def chosen(seats: int, seed: str = "fresh", **settings: str) -> Table:
    """Let everybody take the first board offered."""
    t = Table(fresh(seats, seed, **settings))
    while t.asked()[0].startswith("character/"):
        seat = t.asked()[0].partition("/")[2]
        t.say(seat, "character", t.offered(seat, "character")[0])
    return t


def all_views(game: Timeline) -> list[dict[str, object]]:
    """Give what each seat and a spectator see."""
    return [view(game.state, seat) for seat in (*game.game.seats, None)]


@pytest.mark.rule("PD-SETUP-01")
def test_two_to_five_play() -> None:
    """Six are refused, with how many there can be; and so is nobody."""
    for count in (0, 6):
        with pytest.raises(UserError, match="is for 2 to 5 seats, not"):
            choose_seats(RULESET, count)
    assert [len(choose_seats(RULESET, fine)) for fine in COUNTS] == COUNTS


@pytest.mark.rule("PD-SETUP-02", "PD-SETUP-03")
def test_one_story_is_told_in_the_order_of_its_pages() -> None:
    """The story comes by itself; its book is never shuffled."""
    t = Table(fresh(2))
    assert [m.name for m in t.timeline.composition.modules] == ["base", NAME]
    assert t.lies("book") == [f"page.edge-{number}" for number in range(1, 24)]
    t = chosen(2)
    assert t.lies("read") == ["page.edge-1"]
    assert t.lies("book") == [f"page.edge-{number}" for number in range(4, 24)]


@pytest.mark.rule("PD-SETUP-04", "PD-SETUP-05")
def test_fate_tokens_are_stacked_and_path_tokens_are_nobodys() -> None:
    """The first lies on top."""
    t = chosen(3)
    assert t.lies("fate") == ["fate.1", "fate.2", "fate.3"]
    assert sorted(t.lies("paths")) == ["path-token.left", "path-token.right"]
    assert [t.lies(f"path.{seat}") for seat in t.g.seats] == [[], [], []]


@pytest.mark.rule("PD-SETUP-06", "PD-SETUP-07", "PD-EDGE-01")
@pytest.mark.parametrize("seats", COUNTS)
def test_the_story_says_who_acts_before_whom(seats: int) -> None:
    """Ciri, Yennefer, Geralt, Dandelion, Vesemir, as far as they are in play."""
    t = chosen(seats)
    playing = [character(t.g, seat) for seat in order(t.g)]
    base = ["ciri", "yennefer", "geralt", "dandelion", "vesemir"]
    assert playing == [each for each in base if each in playing]
    assert len(playing) == seats
    assert t.asked() == [f"take/{order(t.g)[0]}"]


@pytest.mark.rule("PD-DATA-26")
def test_unknown_characters_of_the_order_are_passed_over() -> None:
    """Ten names stand in the story, five of them are in the box."""
    t = chosen(5)
    assert len(t.lies("initiative")) == 5


@pytest.mark.rule("PD-SETUP-08", "PD-SETUP-09", "PD-SETUP-10")
@pytest.mark.parametrize(("seats", "rows"), [(2, 4), (3, 4), (4, 5), (5, 5)])
def test_the_display(seats: int, rows: int) -> None:
    """Four rows of a pair, or five from four seats on; the rest is the deck."""
    t = chosen(seats)
    known = t.g.composition.inventory.places
    lying = {place: len(t.lies(place)) for place in known if place.startswith("row.")}
    assert lying == {f"row.{number}": 2 for number in range(1, rows + 1)}
    common = [a for a in t.g.setup.cards.of(Action).values() if a.character is None]
    assert len(t.lies("deck")) == len(common) - 2 * rows
    assert t.lies("deck") != sorted(t.lies("deck"))


@pytest.mark.rule("PD-SETUP-11", "PD-DRAFT-12", "PD-DRAFT-06")
@pytest.mark.parametrize(("seats", "lowest"), [(2, "row.4"), (3, "row.4"), (4, "row.5")])
def test_the_lowest_row_gives_experience(seats: int, lowest: str) -> None:
    """Only that one."""
    for row in (f"row.{number}" for number in range(1, int(lowest[-1]) + 1)):
        t = chosen(seats)
        seat = order(t.g)[0]
        t.say(seat, "take", row)
        assert t.track(f"xp.{seat}") == (row == lowest)


@pytest.mark.rule("PD-SETUP-12", "PD-SETUP-14")
def test_two_boards_are_offered_and_one_goes_back() -> None:
    """Each keeps one of two; of five seats the last has what is left and is not asked."""
    t = Table(fresh(5))
    asked = []
    while t.asked()[0].startswith("character/"):
        seat = t.asked()[0].partition("/")[2]
        asked.append(seat)
        offered = t.offered(seat, "character")
        assert (len(offered), t.lies(f"offer.{seat}")) == (2, offered)
        before = set(offered) | set(t.lies("boards"))
        t.say(seat, "character", offered[1])
        assert t.lies(f"board.{seat}") == [offered[1]]
        following = [s for s in t.g.seats if s not in asked]
        back = {c for s in following for c in (*t.lies(f"offer.{s}"), *t.lies(f"board.{s}"))}
        assert back | set(t.lies("boards")) == before - {offered[1]}
    assert len(asked) == 4
    last = next(seat for seat in t.g.seats if seat not in asked)
    assert len(t.lies(f"board.{last}")) == 1


@pytest.mark.rule("PD-SETUP-12")
def test_what_is_offered_is_for_the_chooser_alone() -> None:
    """The others see two backs."""
    t = Table(fresh(3))
    seat = t.asked()[0].partition("/")[2]
    for other in (*t.g.seats, None):
        shown = view(t.timeline.state, other)["places"][f"offer.{seat}"]
        assert all(("id" in board) == (other == seat) for board in shown)


@pytest.mark.rule("PD-SETUP-13")
def test_chance_says_who_chooses_first_then_it_goes_clockwise() -> None:
    """Every seat comes first with some seed."""
    firsts = set()
    for seed in range(20):
        t = Table(fresh(3, str(seed)))
        first = t.asked()[0].partition("/")[2]
        firsts.add(first)
        t.say(first, "character", t.offered(first, "character")[0])
        assert t.asked() == [f"character/{t.g.clockwise(first)[1]}"]
    assert firsts == {"red", "blue", "green"}


@pytest.mark.rule("PD-SETUP-15", "PD-SETUP-19", "PD-SETUP-17")
@pytest.mark.parametrize("seats", COUNTS)
def test_everyone_has_what_is_the_characters(seats: int) -> None:
    """Five cards in hand, four abilities of which one is unlocked, a side quest."""
    t = chosen(seats)
    for seat in t.g.seats:
        who = character(t.g, seat)
        hand = [t.g.card(f"action.{name}") for name in t.lies(f"hand.{seat}")]
        assert [card.character for card in hand] == [who] * 5
        (free,) = t.lies(f"abilities.{seat}")
        locked = t.lies(f"locked.{seat}")
        known: list[Ability] = [t.g.card(each) for each in (free, *locked)]
        assert ([each.character for each in known], known[0].xp) == ([who] * 4, 0)
        (quest,) = t.lies(f"quest.{seat}")
        assert t.g.card(quest).character == who


@pytest.mark.rule("PD-SETUP-16", "PD-SETUP-18")
def test_tracks_begin_at_nothing() -> None:
    """No points, no experience, and four tokens to spare."""
    t = chosen(4)
    for seat in t.g.seats:
        assert [t.track(f"{name}.{seat}") for name in ("vp", "xp", "spare")] == [0, 0, 4]


@pytest.mark.rule("PD-SETUP-20", "PD-SETUP-23", "PD-ABIL-07")
def test_side_quests_abilities_and_the_display_are_for_all_to_see() -> None:
    """Every view has the same of them."""
    t = chosen(4)
    public = [
        {
            place: things
            for place, things in seen["places"].items()  # type: ignore[attr-defined]
            if place.partition(".")[0] in ("quest", "row", "abilities", "locked", "initiative")
        }
        for seen in all_views(t.timeline)
    ]
    assert all(each == public[0] for each in public)
    assert all("id" in thing for things in public[0].values() for thing in things)


@pytest.mark.rule("PD-SETUP-21", "PD-EDGE-02")
def test_the_story_sets_up_when_characters_are_known() -> None:
    """Three cards of extra effort, one of each chapter, lie open; before there is none."""
    t = Table(fresh(2))
    places = [f"effort.{chapter}" for chapter in (1, 2, 3)]
    assert [t.lies(place) for place in places] == [[], [], []]
    t = chosen(2)
    for chapter, place in enumerate(places, 1):
        (effort,) = t.lies(place)
        assert t.g.card(effort).chapter == chapter
        assert len(t.lies(f"efforts.{chapter}")) == 3
        assert all("id" in seen["places"][place][0] for seen in all_views(t.timeline))  # type: ignore[index]


@pytest.mark.rule("PD-SETUP-22", "PD-EDGE-15")
@pytest.mark.parametrize(
    ("settings", "quests", "efforts"),
    [
        ({}, 1, 1),
        ({"introductory": "yes"}, 0, 0),
        ({"extra-effort": "no"}, 1, 0),
    ],
)
def test_what_can_be_left_out(settings: dict[str, str], quests: int, efforts: int) -> None:
    """The introductory game has neither side quests nor extra effort; the latter can go alone."""
    t = chosen(2, **settings)
    assert {len(t.lies(f"quest.{seat}")) for seat in t.g.seats} == {quests}
    assert {len(t.lies(f"effort.{chapter}")) for chapter in (1, 2, 3)} == {efforts}
