"""The five Specialties, each at every level of which something is to be shown."""

from __future__ import annotations

import pytest

from tests.old_world.rare import RARE
from tests.old_world.ring import MONSTER, Ring, tab
from tests.old_world.test_fight_turn import hit_of
from tts_tool.kernel.events import Showed
from tts_tool.rulesets.old_world.base.abilities.specialties import Specialty


def fighting(school: str, level: int, *, settings: dict[str, str] | None = None) -> Ring:
    """Let red, of a school, stand beside a monster, with ten cards in the deck."""
    r = Ring(settings=settings or {}).monster("archespore").school("red", school)
    r.tracks(**{"specialty.red": level, "combat.red": 1, "shield.red": 1, "defense.red": 3})
    return r.hand("red", *r.plain(2)).deck("red", *r.plain(10)).pile("red")


# Viper


@pytest.mark.rule("OW-SPEC-01", "OW-FIGHT-14")
def test_viper_needs_a_discard() -> None:
    """Not in step 1 before damage, not if the Shield took all; after step 3a it is asked."""
    r = fighting("viper", 1)
    r.potions("red", "stonebark")
    r.hand("red", hit_of(r, 1), *r.plain(2)).bout(12)
    assert r.refused("use-step-1", "venomous-steel").rule == "OW-SPEC-01"
    r.answer("use-step-1", "pass").combo(r.place("hand.red")[0])
    assert r.options("use-hit") == ["venomous-steel", "pass"]
    r = Ring().school("red", "viper").tracks(**{"shield.blue": 3})
    r.hand("red", hit_of(r, 3)).hand("blue", *r.plain(2)).spar()
    assert r.open() == ["combo/blue"]


@pytest.mark.rule("OW-SPEC-02", "OW-SPEC-03", "OW-SPEC-12")
def test_viper_looks_discards_and_orders() -> None:
    """Level 3: four cards are seen by the Viper alone, one goes, three come back in order."""
    r = fighting("viper", 3)
    r.hand("red", hit_of(r, 1)).bout((5, 1, 2, 3, 4, 6)).answer("use-hit", "venomous-steel")
    shown = [h for h in r.timeline.happened if isinstance(h.event, Showed)]
    assert [h.audience for h in shown] == [("red",)]
    assert shown[0].event.components == ("fight.1", "fight.2", "fight.3", "fight.4")  # type: ignore[attr-defined]
    assert r.refused("peer-discard", []).rule == "OW-SPEC-03"
    assert r.refused("peer-discard", ["fight.1", "fight.2"]).rule == "OW-SPEC-03"
    r.answer("peer-discard", ["fight.3"])
    r.answer("peer-order", ["fight.4", "fight.1", "fight.2"])
    assert r.place("monster-life") == ("fight.4", "fight.1", "fight.2", "fight.6")
    assert r.place("monster-spent")[0] == "fight.3"


@pytest.mark.rule("OW-SPEC-04")
def test_viper_takes_life_of_a_witcher() -> None:
    """What it discards lies on the opponent's own discard, past the Shield."""
    r = Ring().school("red", "viper").tracks(**{"specialty.red": 3, "shield.blue": 2})
    top = r.plain(6)
    r.hand("red", hit_of(r, 3)).hand("blue", *r.plain(2)).deck("blue", *top).spar()
    r.answer("use-hit", "venomous-steel").answer("peer-discard", [top[2]])
    assert r.place("discard.blue") == (top[2], top[0])  # upon what the hit took past the Shield
    assert r.track("shield.blue") == 0
    r.answer("peer-order", [top[4], top[1], top[3]])
    assert r.place("deck.blue") == (top[4], top[1], top[3], top[5])


@pytest.mark.rule("OW-SPEC-04")
def test_viper_can_end_the_fight() -> None:
    """Discarding the last card wins, and no Shield stands against it."""
    r = fighting("viper", 2)
    r.hand("red", hit_of(r, 1)).bout(2).answer("use-hit", "venomous-steel")
    assert r.ended("outcome") == "defeated"
    r = Ring().school("red", "viper").tracks(**{"specialty.red": 2, "shield.blue": 1})
    r.hand("blue").deck("blue", *r.plain(2)).hand("red", hit_of(r, 2)).spar()
    r.answer("use-hit", "venomous-steel")
    assert r.ended("winner") == "red"


# Bear


@pytest.mark.rule("OW-SPEC-05", "OW-SPEC-06", "OW-SPEC-11")
@pytest.mark.parametrize(
    ("level", "shield", "deck", "after", "drawn"),
    [(1, 0, 9, 0, 1), (3, 0, 9, 1, 2), (3, 1, 9, 1, 0), (3, 0, 1, 1, 1), (5, 0, 9, 2, 3)],
)
def test_bear(level: int, shield: int, deck: int, after: int, drawn: int) -> None:
    """With Shield 0 Armor triggers by itself: the Shield rises, then cards are drawn."""
    r = fighting("bear", level).tracks(**{"shield.red": shield})
    r.deck("red", *r.plain(deck)).pile("red", *r.plain(4)).bout(12)
    assert r.open() == ["combo/red"]
    assert (r.track("shield.red"), len(r.place("hand.red"))) == (after, 2 + drawn)
    rules = [rule for rule in r.rules() if rule in ("OW-SPEC-06", "OW-SPEC-11")]
    assert rules == (["OW-SPEC-06"] if after > shield else []) + (["OW-SPEC-11"] if drawn else [])


@pytest.mark.rule("OW-SPEC-05", "OW-FIGHT-13")
def test_bear_once() -> None:
    """Armor triggers in the first own Fight Turn with Shield 0, and never again in the fight."""
    r = fighting("bear", 1).tracks(**{"shield.red": 0})
    r.bout((12, 18, 17, 13)).combo(r.place("hand.red")[0])
    r.answer("attack", "charge")
    assert r.now.turns == {"red": 2, MONSTER: 1}
    assert r.rules().count("OW-SPEC-11") == 1


# Cat


@pytest.mark.rule("OW-DEC-34", "OW-SPEC-07")
def test_the_order_in_which_cards_are_put_back() -> None:
    """Who puts two cards back says also which of them lies on top."""
    t = RARE["put-back-order"]()
    one, two = t.place("hand.red")[:2]
    assert t.open() == ["put-back-order/red"]
    assert t.answer("put-back-order", [two, one]).place("deck.red")[:2] == (two, one)


@pytest.mark.rule("OW-SPEC-07")
def test_cat() -> None:
    """In the first own Fight Turn: draw three, put one back; afterwards it is refused."""
    r = fighting("cat", 3)
    r.lay("trophies.red", "monster.leshen").bout(12)
    r.answer("use-step-1", "speed")
    assert len(r.place("hand.red")) == 5
    chosen = r.place("hand.red")[1]
    r.answer("put-back", [chosen])
    assert r.place("deck.red")[0] == chosen
    r = fighting("cat", 3)
    r.lay("trophies.red", "monster.leshen").bout(12, turns={"red": 1})
    refusal = r.refused("use-step-1", "speed")
    assert (refusal.code, refusal.rule) == ("needs-turn", "OW-SPEC-07")


@pytest.mark.rule("OW-SPEC-11", "OW-CARD-14")
def test_specialty_draws_are_limited() -> None:
    """Neither past seven cards, nor out of the discard."""
    r = fighting("cat", 4)
    r.hand("red", *r.plain(6)).bout(12).answer("use-step-1", "speed")
    assert len(r.place("hand.red")) == 7
    r = fighting("cat", 4)
    r.deck("red", *r.plain(1)).pile("red", *r.plain(3)).bout(12).answer("use-step-1", "speed")
    assert (len(r.place("hand.red")), len(r.place("discard.red"))) == (3, 3)


# Wolf


@pytest.mark.rule("OW-SPEC-08")
@pytest.mark.parametrize(("cards", "asked"), [(2, False), (3, True), (4, True)])
def test_wolf_needs_three_cards(cards: int, asked: bool) -> None:  # noqa: FBT001
    """Only for a Combo of three cards or more is Swordsmanship offered."""
    r = fighting("wolf", 1)
    combo = [r.printed("red", tab("red"), damage=1) for _ in range(cards)]
    r.hand("red", *combo, *r.plain(1)).bout(12).combo(*combo)
    assert (r.open() == ["use-combo/red"]) == asked


@pytest.mark.rule("OW-SPEC-08", "OW-SPEC-13")
@pytest.mark.parametrize(
    ("level", "answer", "draw", "damage", "drawn"),
    [
        (1, "swordsmanship", "step-4", 4, 1),
        (2, "swordsmanship", "step-4", 4, 2),
        (5, "swordsmanship", "step-4", 6, 3),
        (5, "swordsmanship", "at-once", 6, 3),
        (5, "pass", "step-4", 3, 1),
    ],
)
def test_wolf(level: int, answer: str, draw: str, damage: int, drawn: int) -> None:
    """More damage, and from level 2 on more cards: with step 4, or at once if so chosen."""
    r = fighting("wolf", level, settings={"wolf-draw": draw})
    combo = [r.printed("red", tab("red"), damage=1) for _ in range(3)]
    r.hand("red", *combo).bout(12).combo(*combo).answer("use-combo", answer)
    assert len(r.place("monster-life")) == 12 - damage
    assert len(r.place("hand.red")) == drawn
    at_once = [rule for rule in r.rules() if rule in ("OW-SPEC-08", "OW-FIGHT-30")]
    assert at_once == (["OW-SPEC-08"] if draw == "at-once" else []) + ["OW-FIGHT-30"]


# Griffin


@pytest.mark.rule("OW-SPEC-09", "OW-SPEC-10")
@pytest.mark.parametrize(
    ("level", "choice", "lost"), [(1, False, 2), (2, False, 1), (3, False, 0), (4, True, 1)]
)
def test_griffin(level: int, choice: bool, lost: int) -> None:  # noqa: FBT001
    """The top card of the discard first, at level 4 any one; then so many are discarded."""
    r = fighting("griffin", level)
    pile = r.plain(3)
    r.pile("red", *pile).bout(12).answer("use-step-1", "magic")
    if choice:
        assert r.options("fetch") == pile
        r.answer("fetch", pile[2])
    fetched = pile[2] if choice else pile[0]
    assert fetched in r.place("hand.red")
    if lost:
        assert r.refused("discard", [fetched, *r.place("hand.red")][: lost - 1]).code == "too-few"
        r.answer("discard", list(r.place("hand.red")[:lost]))
    assert len(r.place("hand.red")) == 3 - lost


@pytest.mark.rule("OW-SPEC-12", "OW-ATTR-05")
def test_only_the_current_level_counts() -> None:
    """Lowered from 4 to 3 during a fight, Magic takes the top card like any level 3."""
    r = fighting("griffin", 4)
    pile = r.plain(2)
    r.pile("red", *pile).bout(12, turns={"red": 1})
    assert "use-step-1/red" in r.open()
    r.tracks(**{"specialty.red": 3}).answer("use-step-1", "magic")
    assert "fetch/red" not in r.open()
    assert pile[0] in r.place("hand.red")


@pytest.mark.rule("OW-SPEC-13")
def test_specialties_may_be_left() -> None:
    """Passing is allowed and brings nothing."""
    r = fighting("cat", 3).bout(12)
    before = r.place("hand.red")
    r.answer("use-step-1", "pass")
    assert r.place("hand.red") == before
    assert r.open() == ["combo/red"]


def test_every_school_has_five_levels() -> None:
    """The card files hold one Specialty for each base school, with an ability for every level."""
    kinds = Ring().timeline.composition.setup.cards.of(Specialty).values()
    assert sorted(each.school for each in kinds) == ["bear", "cat", "griffin", "viper", "wolf"]
    assert {len(each.levels) for each in kinds} == {5}
