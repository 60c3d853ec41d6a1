"""Fights in general, and the four steps of a witcher's Fight Turn."""

from __future__ import annotations

import pytest

from tests.old_world.ring import MONSTER, Ring, tab
from tts_tool.kernel.events import Forced
from tts_tool.kernel.spaces import Subset


def ring(seats: int = 2, **tracks: int) -> Ring:
    """Let red stand beside a monster whose Special Ability has no part in a fight."""
    return Ring(seats).monster("archespore").tracks(**tracks)


def hit_of(r: Ring, damage: int) -> str:
    """Print a card that deals so much damage and does nothing else."""
    return r.printed("red", damage=damage)


# Declaring


@pytest.mark.rule("OW-FIGHT-01", "OW-FIGHT-02")
def test_only_who_is_here_is_fought() -> None:
    """Without any move the monster here is fought, and nobody who stands elsewhere."""
    r = Ring().monster("barghest").ready().tracks(**{"combat.red": 5}).stand(blue=18)
    assert not r.memory("red").moved
    assert r.refused("phase-2", "fight.blue").rule == "OW-FIGHT-01"
    assert r.refused("phase-2", "fight.water").rule == "OW-MONSTER-01"
    r.answer("phase-2", "fight.forest")
    assert r.now.attacker == "red"  # nobody was asked for leave
    assert r.rules().count("OW-FIGHT-01") == 1


@pytest.mark.rule("OW-FIGHT-03", "OW-FIGHT-04")
def test_life_pool_is_deck_and_discard() -> None:
    """The discard is shuffled into the deck, the hand stays as it is."""
    r = Ring().monster("barghest")
    hand, discard, deck = r.plain(2), r.plain(3), r.plain(4)
    r.hand("red", *hand)
    r.deck("red", *deck).pile("red", *discard).fight()
    assert r.place("hand.red") == tuple(hand)
    assert r.place("discard.red") == ()
    assert sorted(r.place("deck.red")) == sorted(deck + discard)


# Knock-Out


@pytest.mark.rule("OW-FIGHT-05", "OW-FIGHT-06")
@pytest.mark.parametrize(
    ("deck", "hand", "winner"), [(2, 0, MONSTER), (0, 2, MONSTER), (3, 0, ""), (2, 2, "")]
)
def test_knocked_out_without_deck_and_hand(deck: int, hand: int, winner: str) -> None:
    """Two damage knocks out whoever has two cards left, whatever lies in the discard."""
    r = ring(**{"shield.red": 0})
    cards = r.plain(deck + hand + 4)
    r.deck("red", *cards[:deck]).hand("red", *cards[deck : deck + hand])
    r.pile("red", *cards[deck + hand :]).bout((18, 12, 5), turn=MONSTER)
    r.answer("attack", "charge")
    assert r.ended("winner") == winner


@pytest.mark.rule("OW-FIGHT-07")
def test_who_plays_the_last_card_wins() -> None:
    """The last card of both sides is gone: the one that was played to do it wins."""
    r = ring()
    last = r.printed("red", damage=3)
    r.hand("red", last)
    r.deck("red").pile("red").bout(3)
    assert r.ended("winner") == "red"  # a single card is laid and announced by itself
    assert r.ended("outcome") == "defeated"


@pytest.mark.rule("OW-FIGHT-08")
@pytest.mark.parametrize(("back", "winner"), [(True, ""), (False, MONSTER)])
def test_own_knock_out_is_judged_after_the_combo(back: bool, winner: str) -> None:  # noqa: FBT001
    """A last card that returns to the hand saves its owner, any other doesn't."""
    r = ring()
    r.hand("red", r.printed("green", back=back))
    r.deck("red").pile("red").bout(9)
    assert r.ended("winner") == winner
    told = [rule for rule in r.rules() if rule in {"OW-FIGHT-08", "OW-FIGHT-33"}]
    assert told == ([] if back else ["OW-FIGHT-08", "OW-FIGHT-33"])  # judged with the Combo there


@pytest.mark.rule("OW-FIGHT-09", "OW-FIGHT-21")
def test_damage_beyond_the_last_card_is_ignored() -> None:
    """Five damage against two cards of life is simply the end."""
    r = ring()
    r.hand("red", r.printed("red", damage=5))
    r.bout(2)
    assert r.ended("lost") == 2
    assert r.ended("winner") == "red"


# Step 1


@pytest.mark.rule("OW-FIGHT-10", "OW-FIGHT-28")
def test_steps_come_in_order() -> None:
    """Step 1, the Combo, damage before Shield before special effects, the draw last."""
    r = ring(**{"shield.red": 0, "alchemy.red": 2})
    adder, _ = r.potions("red", "adder-bite", "stonebark")
    fetched, card = r.plain(1)[0], r.printed("red", damage=1, shield=1, fetch=1, draw=1)
    r.hand("red", card).pile("red", fetched).bout(12)
    r.answer("use-step-1", adder).answer("use-step-1", "pass")
    assert r.open() == ["attack/blue"]
    order = [
        "OW-POTION-05",
        "OW-FIGHT-14",
        "OW-FIGHT-15",
        "OW-FIGHT-21",
        "OW-FIGHT-25",
        "OW-FIGHT-26",
        "OW-FIGHT-30",
        "OW-FIGHT-33",
    ]
    assert [rule for rule in r.rules() if rule in order] == order


@pytest.mark.rule("OW-FIGHT-11")
def test_uses_in_any_order_or_none() -> None:
    """Potions and effects may be used in either order, or not at all."""
    for order in (("potion.stonebark.1", "bear-trophy"), ("bear-trophy", "potion.stonebark.1")):
        r = ring(**{"shield.red": 0, "defense.red": 4})
        r.potions("red", "stonebark")
        r.lay("trophies.red", "monster.leshen").bout(12)
        names = ["monster.leshen" if key == "bear-trophy" else key for key in order]
        r.answer("use-step-1", names[0]).answer("use-step-1", names[1])
        assert r.track("shield.red") == 4
    r = ring()
    r.potions("red", "stonebark")
    r.bout(12)
    r.answer("use-step-1", "pass")
    assert r.place("potions.red") == ("potion.stonebark.1",)


@pytest.mark.rule("OW-FIGHT-12")
def test_other_moments_are_not_step_1() -> None:
    """What is used when a Combo is announced is listed in step 1, but refused."""
    r = ring()
    r.potions("red", "stonebark")
    r.lay("trophies.red", "witcher-trophy.wolf.1").bout(12)
    rejection = r.refused("use-step-1", "witcher-trophy.wolf.1")
    assert (rejection.code, rejection.rule) == ("other-moment", "OW-FIGHT-12")


@pytest.mark.rule("OW-FIGHT-13")
def test_once_per_fight() -> None:
    """A second use in the same fight is refused; the next fight has it again."""
    r = ring(**{"defense.red": 4, "shield.red": 0})
    r.potions("red", "stonebark")
    r.lay("trophies.red", "monster.leshen").bout(1).hand("red", r.printed("red", damage=1))
    r.answer("use-step-1", "monster.leshen")
    assert r.refused("use-step-1", "monster.leshen").rule == "OW-FIGHT-13"
    r.answer("use-step-1", "pass").after()
    r.monster("barghest").bout(5)
    assert "monster.leshen" in r.options("use-step-1")


@pytest.mark.rule("OW-FIGHT-14")
def test_step_1_belongs_to_the_attack() -> None:
    """A Potion deals its damage at once, and what reacts to the attack reacts to that."""
    r = ring(**{"specialty.red": 2}).school("red", "viper")
    adder = r.potions("red", "adder-bite")[0]
    r.bout(12)
    assert r.refused("use-step-1", "venomous-steel").rule == "OW-SPEC-01"
    r.answer("use-step-1", adder)
    assert len(r.place("monster-life")) == 10
    assert "venomous-steel" in r.options("use-step-1")


# Step 2


@pytest.mark.rule("OW-FIGHT-15", "OW-FIGHT-16")
def test_cards_connect_to_the_card_beneath() -> None:
    """Any card may be first; then only the colours of the last card's tabs count."""
    r = ring()
    first = r.printed("red", tab("blue"))
    second, third = r.printed("blue", tab("green")), r.printed("blue")
    r.hand("red", first, second, third).bout(12)
    assert {first, second, third} <= set(r.options("combo"))
    r.answer("combo", first).answer("combo", second)
    refusal = r.refused("combo", third)  # blue matched the first card, but not the last
    assert (refusal.code, refusal.rule) == ("no-connection", "OW-FIGHT-16")


@pytest.mark.rule("OW-FIGHT-17")
def test_with_a_hand_a_combo_is_played() -> None:
    """Nothing can't be announced; one card can, though another would connect."""
    r = ring()
    cards = [r.printed("red", tab("red")) for _ in range(2)]
    r.hand("red", *cards).bout(12)
    assert r.refused("combo", "announce").rule == "OW-FIGHT-17"
    r.combo(cards[0])
    assert r.place("hand.red")[-1] == cards[1]


@pytest.mark.rule("OW-FIGHT-18")
def test_without_a_hand_the_turn_goes_on() -> None:
    """An empty hand plays nothing and draws what Combat is worth."""
    r = ring(**{"combat.red": 2})
    r.hand("red")
    r.deck("red", *r.plain(4)).bout(12)
    assert (len(r.place("hand.red")), r.now.turn) == (2, MONSTER)
    assert not [h for h in r.timeline.happened if isinstance(h.event, Forced)]  # nothing is asked


@pytest.mark.rule("OW-FIGHT-19")
def test_announced_before_resolved() -> None:
    """Until it is announced a Combo does nothing and can be changed; afterwards it can't."""
    r = ring()
    one, two = r.printed("red", tab("red"), damage=1), r.printed("red", damage=2)
    r.hand("red", one, two).bout(12)
    assert r.refused("combo", "take-back").rule == "OW-FIGHT-19"
    r.answer("combo", one)
    assert len(r.place("monster-life")) == 12
    r.answer("combo", "take-back")
    assert set(r.place("hand.red")) == {one, two}
    r.answer("combo", two).answer("combo", "announce")
    assert len(r.place("monster-life")) == 10
    assert "combo/red" not in r.open()


# Step 3


@pytest.mark.rule("OW-FIGHT-20", "OW-FIGHT-29")
def test_only_matched_tabs_count() -> None:
    """Of two tabs only the one that was matched counts, and none of the last card."""
    r = ring(**{"combat.red": 1})
    one = r.printed("red", tab("yellow", draw=2), tab("blue", damage=1), damage=1)
    two = r.printed("blue", tab("green", damage=3), damage=1)
    r.hand("red", one, two).bout(12)
    r.combo(one, two)
    assert len(r.place("monster-life")) == 12 - 3
    assert len(r.place("hand.red")) == 1


@pytest.mark.rule("OW-FIGHT-21", "OW-FIGHT-24")
def test_damage_is_one_amount_from_the_top() -> None:
    """Two cards and a tab deal four damage at once; the pool loses its top cards."""
    r = ring()
    one, two = r.printed("red", tab("red", damage=1), damage=2), r.printed("red", damage=1)
    r.hand("red", one, two).bout((4, 8, 15, 16, 17, 12))
    r.combo(one, two)
    assert r.place("monster-life") == ("fight.17", "fight.12")
    assert r.place("monster-spent") == ("fight.16", "fight.15", "fight.8", "fight.4")
    assert r.rules().count("OW-FIGHT-21") == 1


@pytest.mark.rule("OW-FIGHT-22", "OW-FIGHT-23")
def test_damage_to_a_witcher() -> None:
    """Shield first, then the top of the deck, then hand cards that the damaged seat chooses."""
    r = ring(3)
    deck, hand = r.plain(2), r.plain(3)
    r.tracks(**{"shield.blue": 2, "defense.blue": 2})
    r.deck("blue", *deck).hand("blue", *hand)
    r.hand("red", r.printed("red", damage=5)).spar()
    assert (r.track("shield.blue"), r.place("deck.blue")) == (0, ())
    decision = r.ask("damage", "blue")
    assert isinstance(decision.space(), Subset)
    assert r.refused("damage", list(hand[:2])).rule == "OW-FIGHT-23"
    r.answer("damage", [hand[1]])
    assert set(r.place("hand.blue")) == {hand[0], hand[2]}


@pytest.mark.rule("OW-FIGHT-25", "OW-ATTR-03")
def test_shield_rises_to_defense_at_most() -> None:
    """Three Shield symbols lift a Shield of 1 to a Defense of 3, no further."""
    r = ring(**{"shield.red": 1, "defense.red": 3})
    r.hand("red", r.printed("yellow", shield=3)).bout(12)
    assert r.track("shield.red") == 3


@pytest.mark.rule("OW-FIGHT-26", "OW-CARD-16")
@pytest.mark.parametrize(
    ("settings", "hand", "fetched"),
    [({}, 1, True), ({}, 7, True), ({}, 8, False), ({"fetch-limit": "free"}, 8, True)],
)
def test_fetching(settings: dict[str, str], hand: int, fetched: bool) -> None:  # noqa: FBT001
    """The top of the own discard comes to hand, unless seven cards are there already."""
    r = Ring(settings=settings).monster("archespore").tracks(**{"combat.red": 1})
    fetching, top, below = r.printed("yellow", fetch=1), *r.plain(2)
    r.hand("red", fetching, *r.plain(hand - 1))
    r.pile("red", top, below).deck("red").bout(12)
    r.combo(fetching)
    assert (top in r.place("hand.red")) == fetched
    assert below in r.place("discard.red")
    assert fetching in r.place("discard.red")


@pytest.mark.rule("OW-FIGHT-26")
def test_fetching_from_nothing() -> None:
    """With an empty discard nothing is fetched: the Combo itself isn't there yet."""
    r = ring()
    r.hand("red", r.printed("yellow", fetch=1)).pile("red").bout(12)
    assert "OW-FIGHT-26" not in r.rules()


@pytest.mark.rule("OW-FIGHT-27", "OW-CARD-16")
@pytest.mark.parametrize("hand", [2, 8])
def test_returning_card(hand: int) -> None:
    """A card that returns comes back at any size of the hand; the others are discarded."""
    r = ring(**{"combat.red": 1})
    back, other = r.printed("green", tab("green"), back=True), r.printed("green")
    r.hand("red", back, other, *r.plain(hand - 2)).deck("red", *r.plain(9)).bout(12)
    r.combo(back, other)
    assert back in r.place("hand.red")
    assert other in r.place("discard.red")


# Step 4


@pytest.mark.rule("OW-FIGHT-30", "OW-ATTR-02")
@pytest.mark.parametrize(
    ("combat", "symbols", "drawn"), [(2, 2, 4), (3, 0, 3), (5, 0, 4), (1, -1, 0), (1, -3, 0)]
)
def test_draw_of_step_4(combat: int, symbols: int, drawn: int) -> None:
    """What Combat is worth and the draw symbols of the Combo are drawn together."""
    r = ring(**{"combat.red": combat})
    r.hand("red", r.printed("blue", draw=symbols)).bout(12)
    assert len(r.place("hand.red")) == drawn


@pytest.mark.rule("OW-FIGHT-30", "OW-FIGHT-31")
def test_draw_counts_everything() -> None:
    """Combat 2, +2 of the Combo and -1 of a Potion are three; below nothing is nothing."""
    for symbols, drawn in ((2, 3), (-3, 0)):
        r = ring(**{"combat.red": 2})
        adder = r.potions("red", "adder-bite")[0]
        r.hand("red", r.printed("blue", draw=symbols)).bout(12)
        r.answer("use-step-1", adder)
        assert len(r.place("hand.red")) == drawn


@pytest.mark.rule("OW-FIGHT-32", "OW-CARD-13", "OW-CARD-14")
@pytest.mark.parametrize(("deck", "hand", "after"), [(1, 1, 1), (9, 7, 7), (9, 6, 7)])
def test_draw_is_limited(deck: int, hand: int, after: int) -> None:
    """No reshuffle in a fight, and never more than seven cards in hand by drawing."""
    r = ring(**{"combat.red": 3})
    cards = r.plain(hand)
    r.hand("red", *cards)
    r.deck("red", *r.plain(deck)).pile("red", *r.plain(5)).bout(12)
    r.combo(cards[0])
    assert len(r.place("hand.red")) == after
    assert len(r.place("discard.red")) == 6


@pytest.mark.rule("OW-FIGHT-33")
def test_last_card_of_the_combo_lies_on_top() -> None:
    """The Combo goes to the discard with the first-played card lowest."""
    r = ring()
    one, two = r.printed("red", tab("red")), r.printed("red")
    old = r.plain(1)[0]
    r.hand("red", one, two).pile("red", old).bout(12)
    r.combo(one, two)
    assert r.place("discard.red") == (two, one, old)


@pytest.mark.rule("OW-FIGHT-34")
def test_fight_turns_alternate() -> None:
    """After a Fight Turn of either side comes one of the other."""
    r = ring(3, **{"shield.red": 4, "defense.red": 4})
    sides = []
    r.hand("red", *r.plain(4)).deck("red", *r.plain(20)).bout((5, 17, 12, 13, 18), turn=MONSTER)
    for _ in range(4):
        sides.append(r.now.turn)
        if r.now.turn == MONSTER:
            r.answer("attack", "charge")
        else:
            r.combo(r.place("hand.red")[0])
    assert sides == [MONSTER, "red", MONSTER, "red"]


# Afterwards


@pytest.mark.rule("OW-FIGHT-35", "OW-FIGHT-37")
def test_recovering() -> None:
    """A Combo that won is part of the new deck; hand and discard are empty, the Shield is full."""
    r = ring(**{"shield.red": 0, "defense.red": 3})
    own = r.plain(5)
    one, two = r.printed("red", tab("red"), damage=1), r.printed("red", damage=1)
    r.hand("red", one, two, own[0]).deck("red", *own[1:3]).pile("red", *own[3:]).bout(2)
    r.combo(one, two)
    trashed = r.place("discard.red")[0]
    assert trashed == two  # the Combo lies there when Fatigue asks for a card
    r.answer("trash", [trashed]).after()
    drawn = r.place("hand.red")  # by Phase III, out of the new deck
    assert (len(drawn), r.place("discard.red")) == (3, ())
    assert sorted(r.place("deck.red") + drawn) == sorted([*own, one])
    assert r.track("shield.red") == 3


@pytest.mark.rule("OW-FIGHT-36")
def test_what_lasts_ends_with_the_fight() -> None:
    """A Defense that counts one less during a fight caps the Shield only there."""
    r = Ring().monster("leshen").tracks(**{"defense.red": 3, "shield.red": 3}).fight()
    assert r.track("shield.red") == 2
    r.lay("monster-life", "fight.5", rest="monster-deck").hand("red", r.printed("red", damage=1))
    r.answer("attack", "charge").after()
    assert r.timeline.state.effects == ()
    assert r.track("shield.red") == 3


@pytest.mark.rule("OW-POTION-05", "OW-POTION-04")
def test_used_potion_is_gone_after_the_fight() -> None:
    """A used Potion can't be used again and is discarded when the fight ends."""
    r = ring(**{"alchemy.red": 3})
    used, kept = r.potions("red", "stonebark", "blizzard")
    r.hand("red", r.printed("red", damage=1)).bout(1)
    r.answer("use-step-1", used)
    assert r.place("spent-potions.red") == (used,)
    assert used not in [option.value for option in r.ask("use-step-1").space().options()]
    r.answer("use-step-1", "pass")
    assert "use-step-1/red" not in r.open()
    r.after()
    assert used in r.place("potion-discard")
    assert r.place("potions.red") == (kept,)


@pytest.mark.rule("OW-POTION-04", "OW-DUEL-27")
def test_potions_in_own_fight_turns_only() -> None:
    """Attacker and defender each use theirs in their own Fight Turns."""
    r = Ring()
    red, blue = "potion.stonebark.1", "potion.stonebark.2"
    r.lay("potions.red", red, rest="potion-deck").lay("potions.blue", blue, rest="potion-deck")
    r.hand("red", *r.plain(1)).hand("blue", *r.plain(1)).spar()
    assert r.open() == ["use-step-1/red"]
    r.answer("use-step-1", red)
    assert r.open() == ["use-step-1/blue"]
    r.answer("use-step-1", blue)
    assert r.place("spent-potions.blue") == (blue,)


@pytest.mark.rule("OW-ATTR-04", "OW-POTION-06")
def test_alchemy_limits_potions() -> None:
    """A second Potion is refused at Alchemy 1; below what was used already none is possible."""
    r = ring(**{"alchemy.red": 1, "shield.red": 1})
    one, two, _ = r.potions("red", "stonebark", "blizzard", "quicksilver")
    r.lay("trophies.red", "monster.striga").bout(12)
    r.answer("use-step-1", one)
    assert r.refused("use-step-1", two).rule == "OW-ATTR-04"
    r = ring(**{"alchemy.red": 1, "shield.red": 1})
    r.potions("red", "quicksilver")
    r.lay("spent-potions.red", "potion.stonebark.2", "potion.stonebark.3", rest="potion-deck")
    r.lay("trophies.red", "monster.striga").bout(12)
    assert r.refused("use-step-1", "potion.quicksilver.1").rule == "OW-POTION-06"
