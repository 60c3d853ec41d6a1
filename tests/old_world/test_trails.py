"""Location Tokens, Trail Quests and Trail Tokens."""

from __future__ import annotations

import pytest

from tests.old_world.ring import MONSTER, Ring
from tests.old_world.table import Table, new, workshop
from tts_tool.kernel.entries import Refused
from tts_tool.kernel.events import Showed
from tts_tool.kernel.position import encode
from tts_tool.kernel.views import view
from tts_tool.rulesets.old_world.base.board import tokens, trails

TERRAINS = ("forest", "mountain", "water")
TRAIL_LOCATION = 2

tracker = workshop(
    "tracker",
    {
        "any-trail": trails.gain_trail,
        "forest-trail": lambda g, seat: trails.gain_trail(g, seat, "forest"),
        "return-forest": lambda g, _seat: tokens.return_tokens(g, "forest"),
        "swept-to-16": lambda g, seat: trails.arrive(g, seat, 16),
    },
)


def hunt(seats: int = 2) -> Table:
    """Let red, having moved, stand at a trail location, with a monster for every terrain."""
    return new(seats=seats, boxes=(tracker,)).stand(red=TRAIL_LOCATION).did("red", moved=True)


def pile(t: Table, terrain: str, *numbers: int) -> Table:
    """Let the pile of a terrain hold these tokens from the top; others lie on blue's quests."""
    return t.lay(f"tokens.{terrain}", *(f"token.{n}" for n in numbers), rest="quest-tokens.blue")


@pytest.mark.rule("OW-TRAIL-02", "OW-TRAIL-04")
def test_taking_a_trail_quest() -> None:
    """For a chosen monster a token of its terrain comes, open to all; empty piles give none."""
    t = pile(hunt(), "water").answer("phase-1", "action")
    assert t.refused("track", "water").rule == "OW-TRAIL-04"
    top = t.place("tokens.forest")[0]
    left = t.place("tokens.forest")[1:]
    t.answer("track", "forest")
    shown = [each.event for each in t.timeline.happened if isinstance(each.event, Showed)]
    assert [(each.components, each.seats) for each in shown] == [((top,), None)]
    assert (t.place("rumours.red"), t.place("tokens.forest")) == ((top,), left)
    assert t.shuffled("tokens.forest") == 0
    assert t.sees("blue", "rumours.red") == [top]


@pytest.mark.rule("OW-TRAIL-02")
def test_no_monster_no_trail_quest() -> None:
    """Where no monster is there is nothing to track."""
    t = hunt().lay("monster.water").answer("phase-1", "action")
    assert t.refused("track", "water").rule == "OW-TRAIL-02"


@pytest.mark.rule("OW-TRAIL-03")
def test_not_for_the_own_location() -> None:
    """A token that names where one stands is put back, another comes, the rest is shuffled."""
    t = pile(hunt(), "mountain", TRAIL_LOCATION, 13, 18).answer("phase-1", "action")
    t.answer("track", "mountain")
    assert t.place("rumours.red") == ("token.13",)
    assert set(t.place("tokens.mountain")) == {f"token.{TRAIL_LOCATION}", "token.18"}
    assert t.shuffled("tokens.mountain") == 1


@pytest.mark.rule("OW-TRAIL-03")
def test_only_the_own_location_is_left() -> None:
    """If no other token is left there is no Trail Quest; the gold stays."""
    t = pile(hunt(), "mountain", TRAIL_LOCATION).tracks(**{"gold.red": 0})
    t.answer("phase-1", "action").answer("track", "mountain")
    assert t.place("rumours.red") == ()
    assert t.place("tokens.mountain") == (f"token.{TRAIL_LOCATION}",)
    assert t.track("gold.red") == 1


def rumoured(*numbers: int) -> Table:
    """Let red stand at 9 with open Trail Quests for these locations and cards to walk."""
    t = new(seats=2, boxes=(tracker,)).stand(red=9).tracks(**{"gold.red": 0})
    t.hand("red", *t.cards(terrain="wild")[:3])
    return t.lay("rumours.red", *(f"token.{n}" for n in numbers))


@pytest.mark.rule("OW-TRAIL-05", "OW-MOVE-10")
def test_fulfilled_on_entering() -> None:
    """Entering, even in passing, brings the gold and turns the token into a trail."""
    t = rumoured(12).go(12)
    assert t.track("gold.red") == 1
    assert (t.place("rumours.red"), t.place("trails.red")) == ((), ("token.12",))
    t.go(13)
    assert t.memory("red").used == ()


@pytest.mark.rule("OW-TRAIL-06")
def test_several_trail_quests() -> None:
    """Only the one for the entered location is fulfilled."""
    t = rumoured(12, 7).go(12)
    assert (t.place("rumours.red"), t.place("trails.red")) == (("token.7",), ("token.12",))
    assert t.track("gold.red") == 1


@pytest.mark.rule("OW-TRAIL-05")
def test_fulfilled_by_a_card_that_moves() -> None:
    """A miniature that a card puts down fulfils a Trail Quest as well."""
    t = rumoured(16).answer("phase-1", "swept-to-16")
    assert (t.place("rumours.red"), t.place("trails.red")) == ((), ("token.16",))
    assert t.track("gold.red") == 1
    assert not t.memory("red").moved


@pytest.mark.rule("OW-TRAIL-07", "OW-TOKEN-03", "OW-DEC-20")
def test_any_trail() -> None:
    """One chooses among the terrains that have tokens; the token stays hidden from all."""
    t = pile(hunt(), "water").answer("phase-1", "any-trail")
    assert t.refused("trail", "water").rule == "OW-TOKEN-03"
    top = t.place("tokens.mountain")[0]
    t.answer("trail", "mountain")
    assert t.place("trails.red") == (top,)
    for seat in ("red", "blue", None):
        (seen,) = view(t.timeline.state, seat)["places"]["trails.red"]
        assert seen == {"back": {"back": "location-token", "terrain": "mountain"}}


@pytest.mark.rule("OW-TOKEN-03")
def test_no_trail_from_an_empty_pile() -> None:
    """A named terrain without tokens gives nothing; with all empty nothing is asked."""
    t = pile(hunt(), "forest").answer("phase-1", "forest-trail")
    assert t.place("trails.red") == ()
    t = hunt()
    for terrain in TERRAINS:
        pile(t, terrain)
    t.answer("phase-1", "any-trail")
    assert t.place("trails.red") == ()
    assert t.open() == ["phase-1/red"]


@pytest.mark.rule("OW-TRAIL-01")
def test_counts_for_its_terrain() -> None:
    """A forest trail is one for the forest monster and for no other; a Trail Quest is none."""
    t = hunt().lay("trails.red", "token.7").lay("rumours.red", "token.12")
    g = t.timeline.game
    assert [trails.has_trail(g, "red", terrain) for terrain in TERRAINS] == [True, False, False]
    assert not trails.has_trail(g, "blue", "forest")


@pytest.mark.rule("OW-TRAIL-10", "OW-QUEST-14")
def test_trails_go_back() -> None:
    """All trails and Trail Quests of the terrain return, of all seats; those on quests stay."""
    t = hunt(3).lay("trails.red", "token.6", "token.5").lay("rumours.blue", "token.7")
    t.lay("trails.green", "token.8").lay("quest-tokens.red", "token.10")
    lair = t.place("lair.forest")
    gold = {seat: t.track(f"gold.{seat}") for seat in ("red", "blue", "green")}
    t.answer("phase-1", "return-forest")
    assert t.place("trails.red") == ("token.5",)
    assert t.place("rumours.blue") == t.place("trails.green") == t.place("lair.forest") == ()
    assert t.place("quest-tokens.red") == ("token.10",)
    assert {"token.6", "token.7", "token.8", *lair} <= set(t.place("tokens.forest"))
    assert t.shuffled("tokens.forest") == 1
    assert all(t.track(f"gold.{seat}") == before for seat, before in gold.items())


@pytest.mark.rule("OW-TRAIL-09", "OW-TRAIL-11")
def test_a_trail_outlasts_a_lost_fight() -> None:
    """Whoever loses with a trail keeps it, gets no second one, and begins the next fight."""
    r = Ring().monster("archespore", at=8).tracks(**{"shield.red": 0}).lay("trails.red", "token.16")
    r.hand("red", *r.plain(1)).deck("red").pile("red", *r.plain(5))
    r.bout((5, 1, 2, 3), turn=MONSTER).answer("attack", "charge")
    r.after()
    assert r.place("trails.red") == ("token.16",)
    assert trails.has_trail(r.timeline.game, "red", "forest")


def test_a_second_trail_is_of_no_use() -> None:
    """Explicit gains may bring a second one; it is no more than one."""
    t = hunt().answer("phase-1", "forest-trail").answer("phase-1", "forest-trail")
    assert len(t.place("trails.red")) == 2
    assert trails.has_trail(t.timeline.game, "red", "forest")


@pytest.mark.rule("OW-TOKEN-01", "OW-TOKEN-02")
def test_eighteen_tokens() -> None:
    """Six of each terrain, each in one place; a pile with a wrong one is no position."""
    t = hunt()
    fresh = t.composed_anew().inventory
    found = [c for c in fresh.components.values() if c.id.startswith("token.")]
    terrains = [c.back["terrain"] for c in found]
    assert {terrain: terrains.count(terrain) for terrain in TERRAINS} == dict.fromkeys(TERRAINS, 6)
    assert fresh.places["tokens.forest"].seen == "nobody"
    t.lay("tokens.water", *t.place("tokens.forest"), *t.place("tokens.water"))
    refused = new().timeline.override(t.document())
    assert isinstance(refused, Refused)
    assert refused.rejection.rule == "OW-TOKEN-01"


@pytest.mark.rule("OW-TOKEN-06")
def test_location_0_has_no_token() -> None:
    """Neither trails nor monsters lead there."""
    assert "token.0" not in hunt().composed_anew().inventory.components


@pytest.mark.rule("OW-TOKEN-07")
def test_one_monster_per_location() -> None:
    """A monster slot with two tokens is no position."""
    t = new()
    document = encode(t.timeline.state)
    places = document["places"]
    places["lair.forest"] = [*places["lair.forest"], places["tokens.forest"].pop()]
    refused = t.timeline.override(document)
    assert isinstance(refused, Refused)
    assert refused.rejection.rule == "OW-TOKEN-07"
