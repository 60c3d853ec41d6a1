"""Location Actions: when they may be used, what they cost and bring."""

from __future__ import annotations

import pytest

from tests.old_world.table import Table, new
from tts_tool.kernel.events import Moved
from tts_tool.rulesets.old_world.base.box.records import Location

ATTRIBUTE_LOCATIONS = {"combat": 5, "defense": 13, "alchemy": 4, "specialty": 12}
SCHOOLS = {"griffin": 1, "wolf": 3, "bear": 10, "viper": 15, "cat": 17, "manticore": 0}
EXCHANGE, MARKET, POTION, TRAIL = 8, 7, 9, 2
SLOTS = tuple(f"display.{slot}" for slot in range(1, 7))


def at(number: int, *, gold: int = 0, **levels: int) -> Table:
    """Let red stand at a location, having moved, with the given gold and levels."""
    t = new(seats=2).stand(red=number).did("red", moved=True)
    return t.tracks(
        **{"gold.red": gold}, **{f"{name}.red": value for name, value in levels.items()}
    )


def display(t: Table) -> tuple[str, ...]:
    """Give the cards of the display from left to right."""
    return tuple(c for slot in SLOTS for c in t.place(slot))


def cost(t: Table, component: str) -> int:
    """Read the printed cost of an Action card."""
    printed = t.timeline.composition.inventory.cards[component].cost
    assert isinstance(printed, int)
    return printed


# In general


@pytest.mark.rule("OW-ACT-01")
def test_only_after_a_move() -> None:
    """At the start of a turn no action is offered, after a move it is."""
    t = new(seats=2).stand(red=POTION)
    assert t.refused("phase-1", "action").rule == "OW-ACT-01"
    assert t.did("red", moved=True).why_not("phase-1", "action") is None


@pytest.mark.rule("OW-ACT-02", "OW-DEC-07")
def test_optional() -> None:
    """One may move on, or end the phase, without acting."""
    t = at(POTION, gold=2)
    before = t.place("potions.red")
    t.go(7)
    assert t.place("potions.red") == before
    assert t.memory("red").used == ()


@pytest.mark.rule("OW-ACT-03")
def test_once_per_turn_and_location() -> None:
    """An action is used up for the turn, also after coming back; that of another isn't."""
    t = at(POTION, gold=5).hand("red", *new().cards(terrain="wild")[:6])
    t.answer("phase-1", "action")
    assert t.refused("phase-1", "action").rule == "OW-ACT-03"
    t.go(12).go(POTION)
    assert t.refused("phase-1", "action").rule == "OW-ACT-03"
    t.stand(red=16).did("red", used=[POTION])
    assert t.why_not("phase-1", "action") is None


@pytest.mark.rule("OW-ACT-04")
def test_others_are_no_hindrance() -> None:
    """The action works beside another witcher."""
    t = at(POTION).stand(blue=POTION)
    assert t.why_not("phase-1", "action") is None


@pytest.mark.rule("OW-ACT-05", "OW-POKER-21")
@pytest.mark.parametrize("order", [("action", "poker.blue"), ("poker.blue", "action")])
def test_with_poker_in_either_order(order: tuple[str, str]) -> None:
    """Location Action and poker may both be done, whichever comes first."""
    t = at(POTION, gold=3).stand(blue=POTION).tracks(**{"gold.blue": 3})
    for deed in order:
        t.answer("phase-1", deed)
        while t.timeline.decisions()[0].name == "roll-again":
            t.answer("roll-again", [])
    assert t.memory("red").used == (POTION,)
    assert t.memory("red").poker == ("blue",)


# Attribute locations


@pytest.mark.rule("OW-ACT-06")
@pytest.mark.parametrize("attribute", ATTRIBUTE_LOCATIONS)
def test_attribute_location(attribute: str) -> None:
    """It raises its attribute for nothing, unless that is above the witcher level."""
    number = ATTRIBUTE_LOCATIONS[attribute]
    t = at(number)
    t.answer("phase-1", "action")
    assert t.track(f"{attribute}.red") == 2
    assert at(number, **{attribute: 2}).refused("phase-1", "action").rule == "OW-ACT-06"
    assert at(number, **{attribute: 2}, witcher=2).why_not("phase-1", "action") is None


@pytest.mark.rule("OW-ATTR-08")
def test_attribute_location_at_the_top() -> None:
    """At level 5 there is nothing to raise."""
    t = at(5, combat=5, witcher=5)
    assert t.refused("phase-1", "action").rule == "OW-ATTR-08"


# Schools


@pytest.mark.rule("OW-ACT-12", "OW-ACT-16")
@pytest.mark.parametrize("school", SCHOOLS)
def test_what_a_school_trains(school: str) -> None:
    """A foreign school offers three attributes, the own one four; red is of the Bear."""
    t = at(SCHOOLS[school], gold=9).answer("phase-1", "action")
    offered = t.options("train")
    assert offered[:3] == ["combat", "defense", "alchemy"]
    if school == "bear":
        assert offered[3:] == ["specialty"]
        t.answer("train", "specialty")
        assert t.track("specialty.red") == 2
    else:
        assert t.refused("train", "specialty").rule == "OW-ACT-12"


@pytest.mark.rule("OW-ACT-13")
@pytest.mark.parametrize(("level", "price"), [(1, 2), (2, 3), (3, 4), (4, 5)])
def test_training_price(level: int, price: int) -> None:
    """Training costs the level so far and one more."""
    t = at(3, gold=9, combat=level).answer("phase-1", "action").answer("train", "combat")
    assert t.track("combat.red") == level + 1
    assert t.track("gold.red") == 9 - price


@pytest.mark.rule("OW-ACT-14", "OW-ATTR-21")
def test_training_above_the_witcher_level() -> None:
    """Training doesn't look at the witcher level."""
    t = at(3, gold=4, combat=3).answer("phase-1", "action").answer("train", "combat")
    assert (t.track("combat.red"), t.track("gold.red"), t.track("witcher.red")) == (4, 0, 1)


@pytest.mark.rule("OW-ACT-14", "OW-ATTR-21")
def test_training_looks_at_nobody_else() -> None:
    """What others have mastered already can be trained, and what they use is not used up."""
    t = at(3, gold=4, combat=3).tracks(**{"combat.blue": 5}).did("blue", used=[8])
    t.answer("phase-1", "action").answer("train", "combat")
    assert t.track("combat.red") == 4
    assert t.memory("red").used == (3,)


@pytest.mark.rule("OW-ACT-15", "OW-DEC-08")
def test_training_too_dear() -> None:
    """What can't be paid can't be chosen; with 1 gold there is no training at all."""
    t = at(3, gold=2, combat=2).answer("phase-1", "action")
    assert t.refused("train", "combat").rule == "OW-ACT-15"
    assert t.options("train") == ["defense", "alchemy"]
    assert at(3, gold=1).refused("phase-1", "action").rule == "OW-ACT-15"


@pytest.mark.rule("OW-ATTR-08")
def test_training_at_the_top() -> None:
    """A level-5 attribute can't be trained."""
    t = at(3, gold=9, combat=5).answer("phase-1", "action")
    assert t.refused("train", "combat").rule == "OW-ATTR-08"


@pytest.mark.rule("OW-ACT-17", "OW-ATTR-06", "OW-ATTR-13")
def test_training_of_the_example() -> None:
    """Defense 2 to 3 for 3 gold raises Shield and witcher level, which brings a card."""
    t = at(10, gold=3, combat=3, defense=2, alchemy=3, specialty=3, witcher=2, shield=1)
    hand = len(t.place("hand.red"))
    t.answer("phase-1", "action")
    assert t.track("defense.red") == 3
    assert (t.track("gold.red"), t.track("shield.red"), t.track("witcher.red")) == (0, 2, 3)
    assert len(t.place("hand.red")) == hand + 1


@pytest.mark.rule("OW-ATTR-15")
def test_card_of_a_level_up_is_used_at_once() -> None:
    """Who levels up with an empty hand may move on with the card that it brings."""
    t = at(10, gold=3, combat=3, defense=2, alchemy=3, specialty=3, witcher=2)
    wild = t.cards(terrain="wild")[0]
    t.hand("red").lay("deck.red", wild, *new().place("deck.red"))
    t.answer("phase-1", "action").go(12)
    assert "miniature.red" in t.place("at.12")


# Potions and trails


@pytest.mark.rule("OW-ACT-07")
@pytest.mark.parametrize("number", [9, 16, 18])
def test_potion_location(number: int) -> None:
    """One Potion is drawn."""
    t = at(number)
    top = t.place("potion-deck")[0]
    t.answer("phase-1", "action")
    assert t.place("potions.red") == (top,)


@pytest.mark.rule("OW-ACT-18", "OW-ACT-21", "OW-DEC-11")
@pytest.mark.parametrize("number", [2, 14])
def test_trail_location(number: int) -> None:
    """One gold first, then a Trail Quest for a monster of choice."""
    t = at(number)
    t.answer("phase-1", "action")
    assert t.track("gold.red") == 1
    t.answer("track", "forest")
    assert len(t.place("rumours.red")) == 1


@pytest.mark.rule("OW-ACT-18")
def test_trail_location_without_tokens() -> None:
    """The gold comes even where no Trail Quest can be had."""
    t = at(TRAIL)
    for terrain in ("forest", "mountain", "water"):
        t.lay(f"tokens.{terrain}", rest="quest-tokens.blue")
    t.answer("phase-1", "action")
    assert t.track("gold.red") == 1
    assert t.place("rumours.red") == ()


# Exchange


@pytest.mark.rule("OW-ACT-03", "OW-ACT-09", "OW-CARD-09")
def test_exchange() -> None:
    """The hand card is gone for good, the display card comes into the hand."""
    t = at(EXCHANGE)
    given = t.place("hand.red")[0]
    wanted = next(c for c in display(t) if cost(t, c) == 0)
    t.answer("phase-1", "action")
    assert t.memory("red").used == (EXCHANGE,)  # as soon as it is begun
    t.answer("exchange", {"trash": given, "gain": wanted})
    assert given in t.place("trash")
    assert wanted in t.place("hand.red")
    assert len(display(t)) == 6
    moved = [each.event for each in t.timeline.happened if isinstance(each.event, Moved)]
    targets = [each.target for each in moved if {given, wanted} & {*each.components}]
    assert targets[-2:] == ["trash", "hand.red"]  # what is gained can't be what is given


@pytest.mark.rule("OW-ACT-10", "OW-CARD-15")
@pytest.mark.parametrize(("slot", "printed"), [(1, 0), (1, 1), (6, 0), (6, 1), (1, 2), (6, 2)])
def test_exchange_for_a_starting_card(slot: int, printed: int) -> None:
    """A card of cost 0 goes for one of cost 0 or 1, never of 2, whatever the slot."""
    t = at(EXCHANGE)
    wanted = t.cards(cost=printed)[0]
    t.lay(f"display.{slot}", wanted, rest="action-deck")
    given = t.place("hand.red")[0]
    t.answer("phase-1", "action")
    deal = {"trash": given, "gain": wanted}
    if printed < 2:
        t.answer("exchange", deal)
        assert wanted in t.place("hand.red")
    else:
        assert t.refused("exchange", deal).rule == "OW-ACT-10"


@pytest.mark.rule("OW-ACT-10")
@pytest.mark.parametrize("printed", [1, 2])
def test_exchange_for_a_dear_card(printed: int) -> None:
    """A card of cost 1 or 2 goes for any card."""
    t = at(EXCHANGE)
    given, wanted = t.cards(cost=printed)[0], t.cards(cost=2)[-1]
    t.hand("red", given, *t.place("hand.red")[:1]).lay("display.1", wanted, rest="action-deck")
    t.answer("phase-1", "action").answer("exchange", {"trash": given, "gain": wanted})
    assert wanted in t.place("hand.red")


@pytest.mark.rule("OW-DEC-09")
def test_exchange_in_one_way_only() -> None:
    """Who has two cards is asked even if one deal is possible: all else would tell of the hand."""
    t = at(EXCHANGE)
    given, kept, wanted = t.cards(cost=1)[0], t.place("hand.red")[0], t.cards(cost=2)[-1]
    for slot in SLOTS[1:]:
        t.lay(slot, rest="trash")
    t.lay("display.1", wanted, rest="trash").hand("red", given, kept).answer("phase-1", "action")
    assert t.open() == ["exchange/red"]
    deal = {"trash": given, "gain": wanted}
    assert t.ask("exchange").space().sole() == [deal]
    assert set(t.answer("exchange", deal).place("hand.red")) == {kept, wanted}


@pytest.mark.rule("OW-ACT-11")
def test_exchange_with_nothing() -> None:
    """Without a hand card, or with nothing cheap enough on display, there is no exchange."""
    t = at(EXCHANGE, gold=1).stand(blue=EXCHANGE).tracks(**{"gold.blue": 1}).hand("red")
    refused = t.refused("phase-1", "action")
    assert (refused.rule, refused.code) == ("OW-ACT-11", "nothing-to-exchange")
    t = at(EXCHANGE)
    dear = t.cards(cost=2)[:6]
    for slot, card in zip(SLOTS, dear, strict=True):
        t.lay(slot, card, rest="action-deck")
    assert t.refused("phase-1", "action").rule == "OW-ACT-11"


# Market


@pytest.mark.rule("OW-ACT-19")
@pytest.mark.parametrize(("gold", "after"), [(0, 1), (1, 1), (4, 4)])
def test_gold_at_the_market(gold: int, after: int) -> None:
    """Only who has none gains gold."""
    t = at(MARKET, gold=gold).answer("phase-1", "action")
    assert t.track("gold.red") == after


@pytest.mark.rule("OW-ACT-20", "OW-DEC-10")
@pytest.mark.parametrize("count", [0, 1, 2])
def test_clearing_the_market(count: int) -> None:
    """Up to two cards leave the game; the rest slides right and the display is filled."""
    t = at(MARKET).answer("phase-1", "action")
    before = display(t)
    chosen = before[1 : 1 + 3 * count : 3]
    t.answer("clear-market", list(chosen))
    assert set(chosen) <= set(t.place("trash"))
    stayed = tuple(c for c in before if c not in chosen)
    assert display(t)[count:] == stayed
    assert len(display(t)) == 6


@pytest.mark.rule("OW-ACT-20")
def test_no_more_than_two() -> None:
    """Three cards can't be trashed."""
    t = at(MARKET).answer("phase-1", "action")
    assert t.refused("clear-market", list(display(t)[:3])).code == "too-many"


@pytest.mark.rule("OW-ACT-08")
def test_taverns() -> None:
    """Dice Poker with locals is the action of exactly two locations."""
    locations = new().timeline.composition.setup.cards.of(Location).values()
    taverns = [known.number for known in locations if known.deed == "tavern"]
    assert len(taverns) == 2
    for number in taverns:
        t = at(number, gold=1).answer("phase-1", "action")
        assert t.track("gold.red") == 0
        assert t.open() == ["roll-again/blue"]
