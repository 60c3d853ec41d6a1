"""Who sees what: every row is looked at by its owner, by another seat and by a spectator."""

from __future__ import annotations

import json

import pytest

from tests.old_world.table import Table, new, unplayed
from tts_tool.kernel.views import view
from tts_tool.rulesets.old_world.base.story.quests import OpenQuest, Quests

OWNER, OTHER, SPECTATOR = "red", "blue", None
VIEWERS = (OWNER, OTHER, SPECTATOR)

PLACES: tuple[tuple[str, str, tuple[str | None, ...]], ...] = (
    ("OW-HID-01", "hand.red", (OWNER,)),
    ("OW-HID-02", "deck.red", ()),
    ("OW-HID-04", "discard.red", VIEWERS),
    ("OW-HID-05", "combo.red", VIEWERS),
    ("OW-HID-06", "trash", VIEWERS),
    ("OW-HID-08", "potions.red", VIEWERS),
    ("OW-HID-08", "spent-potions.red", VIEWERS),
    ("OW-HID-09", "trophies.red", VIEWERS),
    ("OW-HID-09", "quests.red", VIEWERS),
    ("OW-HID-09", "quest-tokens.red", VIEWERS),
    ("OW-HID-09", "gear.red", VIEWERS),
    ("OW-HID-10", "rumours.red", VIEWERS),
    ("OW-HID-11", "trails.red", ()),
    ("OW-HID-12", "tokens.forest", ()),
    ("OW-HID-13", "display.1", VIEWERS),
    ("OW-HID-14", "action-deck", ()),
    ("OW-HID-14", "potion-deck", ()),
    ("OW-HID-14", "city-deck", ()),
    ("OW-HID-14", "wilds-deck", ()),
    ("OW-HID-14", "monster-deck", ()),
    ("OW-HID-15", "action-discard", VIEWERS),
    ("OW-HID-16", "monster-tokens.1", ()),
    ("OW-HID-16", "more-monsters", ()),
    ("OW-HID-17", "monster-cards.1", VIEWERS),
    ("OW-HID-17", "monster.forest", VIEWERS),
    ("OW-HID-18", "monster-life", ()),
    ("OW-HID-19", "monster-spent", VIEWERS),
    ("OW-HID-21", "events", ()),
)


def filled() -> Table:
    """Lay something into every place that is looked at."""
    t = new(seats=2)
    cards, potions = t.cards(), t.place("potion-deck")
    t.lay("discard.red", *cards[:2]).lay("action-discard", *cards[2:4])
    t.lay("potions.red", potions[0]).lay("spent-potions.red", potions[1])
    t.lay("combo.red", cards[4]).lay("trash", cards[5])
    forest, mountain = t.place("tokens.forest"), t.place("tokens.mountain")
    t.lay("rumours.red", forest[0]).lay("trails.red", forest[1])
    t.lay("trophies.red", t.place("attribute-trophies")[0])
    quest, gear = t.place("city-deck")[:2]
    t.lay("quests.red", quest).lay("quest-tokens.red", mountain[0]).lay("gear.red", gear)
    t.note(Quests, open={quest: OpenQuest(30, 9, mountain[0])})
    fights = t.place("monster-deck")
    t.lay("monster-life", *fights[:3]).lay("monster-spent", fights[3])
    return t.lay("more-monsters", t.place("monster-tokens.1")[0])


@pytest.mark.parametrize(
    ("place", "seeing"),
    [pytest.param(p, s, marks=pytest.mark.rule(rule), id=p) for rule, p, s in PLACES],
)
def test_who_sees_a_place(place: str, seeing: tuple[str | None, ...]) -> None:
    """Faces are for those who may see them, numbers and backs for everyone."""
    t = filled()
    declared = t.composed_anew().inventory.seers(place)
    assert declared is None if SPECTATOR in seeing else set(declared or ()) == set(seeing)
    lying = list(t.place(place))
    assert lying
    for viewer in VIEWERS:
        assert t.sees(viewer, place) == (lying if viewer in seeing else [])
        assert len(view(t.timeline.state, viewer)["places"][place]) == len(lying)


@pytest.mark.rule("OW-HID-03", "OW-CARD-06")
def test_own_deck_while_it_is_looked_through() -> None:
    """Who may look sees all cards of the deck, nobody else does, and order is lost afterwards."""
    t = new(seats=2).answer("look-through", "look", "blue")
    cards = set(t.place("deck.blue"))
    assert set(t.sees("blue", "deck.blue")) == cards
    assert t.sees("red", "deck.blue") == t.sees(SPECTATOR, "deck.blue") == []
    t.answer("look", "done", "blue")
    assert t.sees("blue", "deck.blue") == []


@pytest.mark.rule("OW-HID-07")
def test_levels_and_gold() -> None:
    """Attributes, witcher level, Shield, gold and position on the track are known to all."""
    t = new(seats=2).tracks(**{"gold.red": 4, "combat.red": 3, "track.red": 2})
    declared = t.composed_anew().inventory.tracks
    for name in ("gold", "combat", "defense", "alchemy", "specialty", "witcher", "shield", "track"):
        assert f"{name}.red" in declared
        values = {view(t.timeline.state, viewer)["tracks"][f"{name}.red"] for viewer in VIEWERS}
        assert values == {t.track(f"{name}.red")}


@pytest.mark.rule("OW-HID-23")
def test_boards_in_the_draft() -> None:
    """The two boards that were drawn are for who draws; the one that is kept is for all."""
    t = unplayed(seats=2, settings={"starting-player": "red"}).until("board")
    seat = t.timeline.decisions()[0].seat
    other = next(each for each in ("red", "blue") if each != seat)
    assert t.composed_anew().inventory.seers(f"draft.{seat}") == (seat,)
    assert set(t.sees(seat, f"draft.{seat}")) == set(t.options("board"))
    assert t.sees(other, f"draft.{seat}") == t.sees(SPECTATOR, f"draft.{seat}") == []
    kept = t.options("board")[0]
    t.answer("board", kept)
    assert all(t.sees(viewer, f"board.{seat}") == [kept] for viewer in VIEWERS)


@pytest.mark.rule("OW-HID-24", "OW-HID-25")
def test_dice_and_what_is_behind_them() -> None:
    """Everyone sees the dice; nobody sees anything of where the next ones come from."""
    t = new(seats=2, seed="kept secret").stand(red=9, blue=9).did("red", moved=True)
    t.tracks(**{"gold.red": 2, "gold.blue": 2}).answer("phase-1", "poker.blue")
    t.answer("roll-again", [1], "blue")
    shown = [view(t.timeline.state, viewer)["parts"]["dice-poker"]["dice"] for viewer in VIEWERS]
    assert shown[0] == shown[1] == shown[2]
    assert {len(dice) for dice in shown[0].values()} == {5}
    for viewer in VIEWERS:
        seen = view(t.timeline.state, viewer)
        assert not {"streams", "chance", "branch", "seed"} & set(seen)
        assert "kept secret" not in json.dumps(seen)
