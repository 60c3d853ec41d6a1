"""Experience, the golden cube, and abilities: when they unlock, when they can be used, once."""
# ruff: noqa: ANN401 - what a moment is laid out with

from __future__ import annotations

from typing import Any

import pytest

from tests.path_of_destiny.table import TIMELINE, Table, ability, action, at, op, resolved
from tts_tool.kernel.views import view
from tts_tool.rulesets.path_of_destiny.base.experience import golden, lose_xp
from tts_tool.rulesets.path_of_destiny.base.records import Ability

XP = op("gain-xp", amount=3)
ALWAYS = op("have-colour", colour="red")


def after_gaining(amount: int, had: int, **more: Any) -> Table:
    """Let red, who has had so much experience, gain some by the effect of a card."""
    card = action("the-card", ["red"], when=ALWAYS, then=op("gain-xp", amount=amount))
    return resolved(card, tracks={"xp.red": had}, **more)


def thresholds(t: Table) -> list[int]:
    """Say at how much experience Geralt's abilities unlock."""
    known = t.g.setup.cards.of(Ability).values()
    return sorted(each.xp for each in known if each.character == "geralt")


@pytest.mark.rule("PD-XP-01", "PD-XP-09")
def test_experience_and_points_add_up() -> None:
    """Four and three make seven; points likewise."""
    assert after_gaining(3, had=1).track("xp.red") == 4
    card = action("the-card", ["red"], when=ALWAYS, then=op("gain-vp", amount=2))
    assert resolved(card, tracks={"vp.red": 5}).track("vp.red") == 7


@pytest.mark.rule("PD-XP-02", "PD-ABIL-07")
def test_reaching_or_passing_a_field_unlocks() -> None:
    """One short of it nothing; on it the ability is there, for all to see; two at once as well."""
    second, third = thresholds(at("effects"))[1:3]
    short_of = after_gaining(1, had=second - 2)
    assert len(short_of.lies("locked.red")) == 3
    reached = after_gaining(1, had=second - 1)
    assert len(reached.lies("locked.red")) == 2
    seen = view(reached.timeline.state, None)["places"]["abilities.red"]
    assert [thing["id"] for thing in seen] == reached.lies("abilities.red")
    jumped = after_gaining(third - second + 1, had=second - 1)
    assert len(jumped.lies("locked.red")) == 1


@pytest.mark.rule("PD-XP-03", "PD-XP-04", "PD-XP-08")
@pytest.mark.parametrize(
    ("had", "amount", "cube"), [(18, 2, 0), (18, 5, 3), (19, 1, 0), (25, 4, 9)]
)
def test_the_golden_cube_takes_what_is_over(had: int, amount: int, cube: int) -> None:
    """On twenty it enters at nothing; the rest of the same gain moves it already."""
    t = after_gaining(amount, had=had)
    assert (t.track("xp.red"), golden(t.g, "red")) == (had + amount, cube)


@pytest.mark.rule("PD-XP-05", "PD-XP-06")
def test_the_golden_cube_unlocks_nothing_and_stops() -> None:
    """Four more at thirty-nine are one; all abilities were there at twenty."""
    t = after_gaining(4, had=39)
    assert (t.track("xp.red"), golden(t.g, "red"), t.lies("locked.red")) == (40, 20, [])


@pytest.mark.rule("PD-XP-10")
@pytest.mark.parametrize(("had", "left"), [(3, 0), (9, 4)])
def test_experience_falls_down_to_nothing(had: int, left: int) -> None:
    """Five less, never below nothing; what was unlocked stays unlocked."""
    t = at("draft", tracks={"xp.red": had})
    free = len(t.lies("locked.red"))
    lose_xp(t.g, "red", 5)
    assert (t.track("xp.red"), len(t.lies("locked.red"))) == (left, free)


# Abilities

MOMENTS: dict[str, tuple[str, dict[str, Any]]] = {
    "at-draft": ("draft", {}),
    "after-draft": ("after-draft", {}),
    "at-play": ("effects", {"pending": ("action.red-none-1", "action.red-none-2")}),
    "after-effects": ("effects", {"pending": ("action.red-none-2",)}),
    "before-fate": ("fate", {}),
    "at-chapter-end": ("chapter-end", {"main": "left"}),
}
GAIN = op("gain-symbol", symbol="combat")
LYING = {TIMELINE: ["red-none-1", "red-none-2"], "timeline.blue": ["blue-none-1"]}


def able(step: str, *written: dict[str, object], spent: bool = False, **more: Any) -> Table:
    """Stand at a step with abilities of red's own beside those of the box."""
    names = [f"ability.{each['id']}" for each in written]
    places = {**LYING, **more.pop("places", {}), "abilities.red": [] if spent else names}
    return at(step, places, cards=[*written, *more.pop("cards", [])], **more)


@pytest.mark.rule("PD-ABIL-02", "PD-ABIL-04", "PD-ABIL-01")
@pytest.mark.parametrize("moment", MOMENTS)
def test_an_ability_has_its_moment_and_is_used_once(moment: str) -> None:
    """It is offered, and may be left; used, it lies among the used ones and does what it says."""
    step, course = MOMENTS[moment]
    t = able(step, ability("mine", moment, GAIN), **course)
    assert t.asked() == ["ability/red"]
    assert t.offered("red", "ability") == ["ability.mine", "pass"]
    t.say("red", "ability", "ability.mine")
    assert "ability.mine" in t.lies("spent.red")
    assert t.timeline.state.asked["ability/red"] == 1
    left = able(step, ability("mine", moment, GAIN), **course)
    left.say("red", "ability", "pass")
    assert "ability.mine" in left.lies("abilities.red")


@pytest.mark.rule("PD-ABIL-02", "PD-ABIL-06", "PD-ABIL-01")
def test_the_reasons_why_not() -> None:
    """Beside the one that can be used stand others: too early, locked, used."""
    second = thresholds(at("effects"))[1]
    t = able(
        "after-draft", ability("mine", "after-draft", GAIN), ability("later", "before-fate", GAIN)
    )
    locked, (spent, *_) = t.lies("locked.red")[0], t.lies("spent.red")
    assert t.refused("red", "ability", "ability.later") == ("ability-not-now", "PD-ABIL-02")
    assert t.refused("red", "ability", locked) == ("ability-locked", "PD-ABIL-06")
    assert t.refused("red", "ability", spent) == ("ability-spent", "PD-ABIL-01")
    found = t.timeline.driver.find("ability/red")
    assert found is not None
    (reason,) = [o.rejection for o in found.space().options() if o.value == locked]
    assert reason is not None
    assert reason.params == {"xp": second}


@pytest.mark.rule("PD-ABIL-02")
def test_any_own_moment_is_each_of_them() -> None:
    """What is not bound to a moment is offered at all six."""
    for step, course in MOMENTS.values():
        assert able(step, ability("mine", "any-own-moment", GAIN), **course).asked() == [
            "ability/red"
        ]


@pytest.mark.rule("PD-ABIL-03")
def test_what_is_unlocked_can_be_used_at_once() -> None:
    """The experience of the last effect unlocks what can be used right after it."""
    card = action("the-card", ["red"], when=ALWAYS, then=XP)
    mine = ability("mine", "after-effects", GAIN, xp=1)
    t = resolved(card, cards=[mine])
    assert t.asked() == ["ability/red"]
    t.say("red", "ability", "ability.mine")
    assert t.tokens() == {"combat": 1}


@pytest.mark.rule("PD-ABIL-05")
def test_the_higher_initiative_uses_first() -> None:
    """Both could; blue is above red."""
    theirs = {**ability("theirs", "before-fate", GAIN), "character": "yennefer"}
    order = ["figure.yennefer", "figure.geralt"]
    t = able(
        "fate",
        ability("mine", "before-fate", GAIN),
        cards=[theirs],
        places={"initiative": order, "abilities.blue": ["ability.theirs"]},
    )
    assert t.asked() == ["ability/blue"]
    t.say("blue", "ability", "pass")
    assert t.asked() == ["ability/red"]


@pytest.mark.rule("PD-ABIL-08")
def test_unused_abilities_are_worth_nothing() -> None:
    """With one and without, the points at the end are the same."""
    points = [
        able("final", ability("mine", "at-draft", GAIN), chapter=3, spent=spent).track("vp.red")
        for spent in (False, True)
    ]
    assert points[0] == points[1]


def used(step: str, *does: dict[str, object], **more: Any) -> Table:
    """Use an ability of any moment at a step."""
    t = able(step, ability("mine", "any-own-moment", *does), **more)
    return t.say("red", "ability", "ability.mine")


def idle(step: str, does: dict[str, object], **more: Any) -> bool:
    """Tell whether an ability can't be used since it would do nothing."""
    t = able(
        step,
        ability("mine", "any-own-moment", does),
        ability("other", "any-own-moment", GAIN),
        **more,
    )
    return t.refused("red", "ability", "ability.mine")[0] == "ability-idle"


def test_choosing_a_symbol() -> None:
    """One of the two active ones; or of the two others."""
    t = used("after-draft", op("gain-symbol", symbol="any-active"))
    assert t.offered("red", "which-symbol") == ["combat", "magic"]
    t = used("after-draft", op("gain-symbol", symbol="any-inactive"))
    assert t.offered("red", "which-symbol") == ["diplomacy", "exploration"]
    assert t.say("red", "which-symbol", "exploration").tokens() == {"exploration": 1}


@pytest.mark.rule("PD-SYM-05")
def test_taking_covers_off() -> None:
    """Two of three, and the symbols are back; without covers there is nothing to do."""
    lying = [f"red-combat-{n}" for n in (1, 2, 3)]
    t = used("after-draft", op("remove-cover", count=2), places={TIMELINE: lying}, covered=lying)
    t.say("red", "uncover", lying[:2])
    assert t.covered() == [lying[2]]
    assert idle("after-draft", op("remove-cover", count=2))


@pytest.mark.rule("PD-DRAFT-05")
def test_swapping_rows() -> None:
    """Two pairs change places and stay pairs; one pair alone has none to change with."""
    rows = {"row.2": ["red-none-3", "red-none-4"], "row.4": ["blue-none-3", "blue-none-4"]}
    t = used("draft", op("swap-rows"), places=rows)
    assert t.offered("red", "take")[:2] == ["row.2", "row.4"]
    assert (t.lies("row.2"), t.lies("row.4")) == (rows["row.4"], rows["row.2"])
    assert idle("draft", op("swap-rows"), places={"row.1": ["red-none-3", "red-none-4"]})


@pytest.mark.rule("PD-ROUND-03")
def test_drawing_and_discarding() -> None:
    """Two more in the hand, then two of them all go; one or three are refused."""
    rows = {"row.1": ["red-none-3", "red-none-4"]}
    t = used("draft", op("draw-cards", count=2), places=rows)
    hand = t.lies("hand.red")
    assert len(hand) == 7
    assert t.refused("red", "discard-cards", hand[:1]) == ("too-few", "PD-ROUND-03")
    assert t.refused("red", "discard-cards", hand[:3]) == ("too-many", "PD-ROUND-03")
    t.say("red", "discard-cards", hand[:2])
    assert (t.lies("hand.red"), t.lies("discard")) == (hand[2:], hand[:2])


@pytest.mark.rule("PD-PLAY-15")
def test_taking_a_card_back() -> None:
    """The other card takes its place; a cover on it is gone, and no effect follows."""
    lying = ["red-combat-1", "red-none-2"]
    t = used("fate", op("return-card"), places={TIMELINE: lying}, covered=lying[:1])
    mine = t.lies("hand.red")[0]
    t.say("red", "return-card", {"back": lying[0], "instead": mine})
    assert (t.lies(TIMELINE), t.covered()) == ([mine, lying[1]], [])
    assert lying[0] in t.lies("hand.red")
    assert idle("fate", op("return-card"), places={TIMELINE: []})


@pytest.mark.rule("PD-PLAY-04")
def test_repeating_an_effect() -> None:
    """Any own card of which the condition is met; where there is none, it can't be used."""
    card = action("the-card", ["red"], when=ALWAYS, then=XP)
    other = action("no-card", ["red"], when=op("have-colour", colour="blue"), then=XP)
    lying = ["the-card", "no-card"]
    t = used("fate", op("repeat-effect"), places={TIMELINE: lying}, cards=[card, other])
    assert t.track("xp.red") == 3
    assert idle("fate", op("repeat-effect"), places={TIMELINE: ["no-card"]}, cards=[other])


@pytest.mark.rule("PD-SETUP-07")
def test_going_up_on_the_initiative_track() -> None:
    """From the last place to the second; who is first can't go further."""
    order = [f"figure.{name}" for name in ("yennefer", "dandelion", "geralt")]
    t = used("fate", op("change-order", places=1), seats=3, places={"initiative": order})
    assert t.lies("initiative") == [order[0], order[2], order[1]]
    assert idle("fate", op("change-order", places=1))


@pytest.mark.rule("PD-CHAPTER-24")
def test_an_extra_card() -> None:
    """The top card of the deck lies at the right end, and its effect comes at once."""
    card = action("the-card", ["red"], when=ALWAYS, then=XP)
    t = used("fate", op("extra-card"), places={"deck": ["the-card"]}, cards=[card])
    assert (t.lies(TIMELINE)[-1], t.track("xp.red")) == ("the-card", 3)
    assert t.course.extra == {"red": 1}


@pytest.mark.rule("PD-PLAY-09")
@pytest.mark.parametrize("answer", ["ability.mine", "pass"])
def test_ignoring_a_condition(answer: str) -> None:
    """Offered where a condition is not met: carried out at the step, and nothing is lost."""
    card = action(
        "the-card",
        ["red"],
        when=op("lose-symbol-scaled", symbol="magic"),
        then=op("gain-xp-scaled"),
    )
    mine = ability("mine", "at-play", op("ignore-condition", step=2))
    t = resolved(card, cards=[mine], places={"abilities.red": ["ability.mine"]})
    assert t.asked() == ["ability/red"]
    t.say("red", "ability", answer)
    assert t.track("xp.red") == (2 if answer == "ability.mine" else 0)
    met = resolved(
        card, cards=[mine], places={"abilities.red": ["ability.mine"]}, tracks={"magic.red": 1}
    )
    assert (met.asked(), met.track("xp.red")) == (["take/red"], 1)
