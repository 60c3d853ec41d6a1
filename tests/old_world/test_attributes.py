"""Attributes, witcher level and Shield, changed as cards and monsters change them."""

from __future__ import annotations

import pytest

from tests.old_world.table import Table, new, workshop
from tts_tool.kernel.entries import Refused
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.module import Module
from tts_tool.kernel.position import encode
from tts_tool.rulesets.old_world.base import points
from tts_tool.rulesets.old_world.base.cards import potions
from tts_tool.rulesets.old_world.base.fight.arena import Arena
from tts_tool.rulesets.old_world.base.story.stories import Unlearn
from tts_tool.rulesets.old_world.base.witcher import attributes

bench_tools = workshop(
    "bench",
    {
        "alchemy+2": lambda g, seat: attributes.raise_(g, seat, "alchemy", 2),
        "combat+1": lambda g, seat: attributes.raise_(g, seat, "combat"),
        "combat-1": lambda g, seat: attributes.lower(g, seat, "combat"),
        "alchemy-1": lambda g, seat: attributes.lower(g, seat, "alchemy"),
        "defense-1": lambda g, seat: attributes.lower(g, seat, "defense"),
        "defense+1": lambda g, seat: attributes.raise_(g, seat, "defense"),
        "potion": potions.gain_potion,
        "shield+3": lambda g, seat: done(attributes.raise_shield(g, seat, 3)),
        "shield-3": lambda g, seat: done(attributes.lower_shield(g, seat, 3)),
        "refill": attributes.refill_shield,
        "unlearn": lambda g, seat: g.perform(Unlearn(), seat, ""),
    },
)


token = workshop(
    "token", {"study": lambda g, s: attributes.raise_(g, s, "alchemy", source="token")}
)
heard = Module("heard", needs=("base",))


@heard.hook(points.ATTRIBUTE_RAISED, "notify")
def raised(g: Game, _seat: str, attribute: str, source: str, **_: object) -> Flow[None]:
    """Write down where a level came from."""
    g.flag(f"{attribute}-level", source)
    yield from ()


@heard.hook(points.GAIN_POTION, "ask")
def given(g: Game, source: str, **_: object) -> Flow[None]:
    """Write down where a Potion came from."""
    g.flag("potion", source)
    yield from ()


@heard.hook(points.LEVEL_REACHED, "replace", when=lambda _g, source, **_: source == "token")
def no_cards(g: Game, _usual: object, level: int, **_: object) -> Flow[None]:
    """Draw nothing for a level that comes by a token."""
    g.flag("no-draw", level)
    yield from ()


def done(_by: int) -> None:
    """Forget by how much the Shield changed: the track shows it."""


def bench(**levels: int) -> Table:
    """Let red be at these levels, with every tool in reach."""
    t = new(seats=2, boxes=(bench_tools,))
    return t.tracks(**{f"{name}.red": value for name, value in levels.items()})


def use(t: Table, *names: str) -> Table:
    """Use tools one after the other."""
    for name in names:
        t.answer("phase-1", name)
    return t


@pytest.mark.rule("OW-ATTR-01", "OW-ATTR-08")
def test_between_one_and_five() -> None:
    """A raise at 5 does nothing, and a level outside is no position."""
    t = bench(combat=5)
    before = t.document()
    use(t, "combat+1")
    after = t.document()
    assert (after["tracks"], after["places"]) == (before["tracks"], before["places"])
    assert use(bench(combat=2).tracks(**{"combat.blue": 5}), "combat+1").track("combat.red") == 3
    wrong = encode(t.timeline.state) | {"tracks": {**t.timeline.state.tracks, "combat.red": 6}}
    assert isinstance(t.timeline.override(wrong), Refused)


def test_where_a_level_comes_from() -> None:
    """A box is told by what a level, its Potion and its witcher level came, and by what not."""
    t = new(boxes=(token, heard))
    t.tracks(**{f"{attribute}.red": 2 for attribute in ("combat", "defense", "specialty")})
    cards = len(t.place("hand.red"))
    t.answer("phase-1", "study")
    assert t.timeline.state.flags == {"alchemy-level": "token", "potion": "token", "no-draw": 2}
    assert len(t.place("hand.red")) == cards
    usual = new(4, boxes=(heard,)).timeline.state.flags
    assert usual["combat-level" if "combat-level" in usual else "alchemy-level"] == "set-up"
    assert "no-draw" not in usual


@pytest.mark.rule("OW-ATTR-02", "OW-SETUP-25")
def test_values_of_levels() -> None:
    """A level is worth what the table says, and level 5 as much as level 4."""
    for level, worth in enumerate((1, 2, 3, 4, 4), 1):
        g = bench(combat=level).timeline.game
        assert attributes.value(g, "red", "combat") == worth


@pytest.mark.rule("OW-ATTR-03")
def test_shield_is_capped() -> None:
    """Three Shield at Defense 3 fill up a Shield of 1 to 3, and more is no position."""
    t = use(bench(defense=3, shield=1), "shield+3")
    assert t.track("shield.red") == 3
    wrong = encode(t.timeline.state) | {"tracks": {**t.timeline.state.tracks, "shield.red": 4}}
    refused = t.timeline.override(wrong)
    assert isinstance(refused, Refused)
    assert refused.rejection.rule == "OW-ATTR-03"


@pytest.mark.rule("OW-ATTR-06")
@pytest.mark.parametrize(("level", "shield", "after"), [(2, 0, 1), (1, 1, 2), (3, 3, 4), (4, 2, 2)])
def test_raising_defense(level: int, shield: int, after: int) -> None:
    """The Shield rises with Defense, but not when that reaches level 5."""
    t = use(bench(defense=level, shield=shield), "defense+1")
    assert (t.track("defense.red"), t.track("shield.red")) == (level + 1, after)


@pytest.mark.rule("OW-ATTR-07", "OW-POTION-03")
def test_raising_alchemy_with_four_potions() -> None:
    """A fifth Potion is drawn and seen; then one of the five is discarded."""
    t = bench()
    held, fifth = t.place("potion-deck")[:4], t.place("potion-deck")[4]
    t.lay("potions.red", *held).answer("phase-1", "alchemy+2")
    assert set(t.options("discard-potions")) == {*held, fifth}
    t.answer("discard-potions", [held[0]])
    assert t.place("potion-discard") == (held[0],)
    assert t.options("discard-potions")
    t.answer("discard-potions", [held[1]])
    assert len(t.place("potions.red")) == 4


@pytest.mark.rule("OW-ATTR-18", "OW-ATTR-07")
def test_two_levels_at_once() -> None:
    """Alchemy raised by two brings two Potions, the raise to level 5 included."""
    t = use(bench(alchemy=3), "alchemy+2")
    assert t.track("alchemy.red") == 5
    assert len(t.place("potions.red")) == 2


@pytest.mark.rule("OW-ATTR-09")
def test_not_below_one() -> None:
    """Lowering at 1 changes nothing."""
    assert use(bench(), "combat-1").track("combat.red") == 1


@pytest.mark.rule("OW-ATTR-10")
def test_never_from_the_top() -> None:
    """What has reached level 5 stays there."""
    assert use(bench(combat=5), "combat-1").track("combat.red") == 5
    assert use(bench(combat=4), "combat-1").track("combat.red") == 3


@pytest.mark.rule("OW-ATTR-09", "OW-ATTR-10")
def test_what_can_be_lost() -> None:
    """Asked which attribute to lose, nobody can name one that is at the bottom or at the top."""
    t = bench(defense=3, alchemy=2, specialty=5).answer("phase-1", "unlearn")
    assert t.open() == ["unlearn/red"]
    assert t.options("unlearn") == ["defense", "alchemy"]
    assert t.refused("unlearn", "combat").rule == "OW-ATTR-09"
    assert t.refused("unlearn", "specialty").rule == "OW-ATTR-10"
    assert t.answer("unlearn", "alchemy").track("alchemy.red") == 1


@pytest.mark.rule("OW-ATTR-11")
@pytest.mark.parametrize(("shield", "after"), [(3, 2), (1, 1)])
def test_lowering_defense(shield: int, after: int) -> None:
    """A Shield above the new Defense falls with it."""
    t = use(bench(defense=3, shield=shield), "defense-1")
    assert (t.track("defense.red"), t.track("shield.red")) == (2, after)


@pytest.mark.rule("OW-ATTR-12")
def test_lowering_takes_nothing_away() -> None:
    """Lower Alchemy leaves all Potions."""
    t = bench(alchemy=3)
    held = t.place("potion-deck")[:3]
    use(t.lay("potions.red", *held), "alchemy-1")
    assert (t.track("alchemy.red"), t.place("potions.red")) == (2, held)


@pytest.mark.rule("OW-ATTR-13")
def test_level_up() -> None:
    """The witcher level rises with the last attribute above it, in the same step."""
    t = use(bench(combat=1, defense=2, alchemy=2, specialty=2), "combat+1")
    assert t.track("witcher.red") == 2
    t = use(bench(combat=2, defense=1, alchemy=2, specialty=2), "combat+1")
    assert t.track("witcher.red") == 1


@pytest.mark.rule("OW-ATTR-14")
@pytest.mark.parametrize(("reached", "cards"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_what_a_level_up_draws(reached: int, cards: int) -> None:
    """Levels II and III bring one card, IV and V two, to the hand."""
    levels = dict.fromkeys(("defense", "alchemy", "specialty"), reached)
    t = bench(combat=reached - 1, witcher=reached - 1, **levels)
    hand = t.place("hand.red")
    use(t, "combat+1")
    assert t.track("witcher.red") == reached
    assert len(t.place("hand.red")) == len(hand) + cards


@pytest.mark.rule("OW-ATTR-14", "OW-CARD-14")
def test_level_up_with_a_full_hand() -> None:
    """With seven cards in hand the draw is lost."""
    t = bench(combat=1, defense=2, alchemy=2, specialty=2)
    t.hand("red", *t.cards()[:7])
    use(t, "combat+1")
    assert t.track("witcher.red") == 2
    assert len(t.place("hand.red")) == 7


@pytest.mark.rule("OW-ATTR-16", "OW-ATTR-17")
def test_level_stays_and_is_not_reached_twice() -> None:
    """The witcher level never falls, and rising again draws nothing."""
    t = bench(combat=2, defense=2, alchemy=2, specialty=2, witcher=2)
    hand = t.place("hand.red")
    use(t, "combat-1")
    assert (t.track("combat.red"), t.track("witcher.red")) == (1, 2)
    use(t, "combat+1")
    assert (t.track("witcher.red"), t.place("hand.red")) == (2, hand)


@pytest.mark.rule("OW-ATTR-19")
def test_shield_not_below_zero() -> None:
    """Lowering the Shield by more than it has leaves 0 and takes no cards."""
    t = bench(shield=1)
    cards = t.place("hand.red"), t.place("deck.red")
    use(t, "shield-3")
    assert t.track("shield.red") == 0
    assert (t.place("hand.red"), t.place("deck.red")) == cards


@pytest.mark.rule("OW-ATTR-20")
def test_shield_is_filled_by_the_end_of_a_fight_only() -> None:
    """A low Shield stays low in the next turns; being refilled brings it to Defense."""
    t = bench(defense=3, shield=1)
    for _ in range(2):
        t.answer("phase-1", "end-phase").until("phase-1")
    assert t.track("shield.red") == 1
    assert use(t, "refill").track("shield.red") == 3


@pytest.mark.rule("OW-ATTR-21")
def test_results_ignore_the_witcher_level() -> None:
    """A result lifts Combat above the witcher level; the Combat location would not."""
    t = bench(combat=2).stand(red=5).did("red", moved=True)
    assert t.refused("phase-1", "action").rule == "OW-ACT-06"
    assert use(t, "combat+1").track("combat.red") == 3


@pytest.mark.rule("OW-CARD-13", "OW-ATTR-14")
def test_level_up_in_a_fight() -> None:
    """In a fight a level-up draws at once, but doesn't make a new deck of the discard."""
    t = bench(combat=1, defense=2, alchemy=2, specialty=2).note(Arena, fighters=("red",))
    t.lay("discard.red", *t.place("deck.red")).hand("red")
    t.lay("deck.red")
    use(t, "combat+1")
    assert t.track("witcher.red") == 2
    assert t.place("hand.red") == ()


@pytest.mark.rule("OW-POTION-02", "OW-POTION-03", "OW-DEC-12")
def test_never_more_than_four_potions() -> None:
    """A fifth Potion goes to whoever has four, and any of them must leave."""
    t = bench()
    held = t.place("potion-deck")[:4]
    t.lay("potions.red", *held).answer("phase-1", "potion")
    new_one = next(c for c in t.options("discard-potions") if c not in held)
    assert t.refused("discard-potions", []).code == "too-few"
    t.answer("discard-potions", [new_one])
    assert (t.open(), t.place("potions.red")) == (["phase-1/red"], held)


@pytest.mark.rule("OW-POTION-07")
def test_potion_deck_is_made_anew() -> None:
    """From an empty deck the discarded Potions come again; with both empty nothing comes."""
    t = bench()
    everything = t.place("potion-deck")
    t.lay("potion-deck").lay("potion-discard", *everything)
    use(t, "potion")
    assert len(t.place("potions.red")) == 1
    assert len(t.place("potion-deck")) == len(everything) - 1
    assert t.shuffled("potion-deck") == 1
    t = use(bench().lay("potion-deck"), "potion")
    assert t.place("potions.red") == ()


@pytest.mark.rule("OW-POTION-01")
def test_potions_lie_open() -> None:
    """Every seat and every spectator can read the unused Potions of all."""
    t = use(bench(), "potion")
    (potion,) = t.place("potions.red")
    assert t.sees("blue", "potions.red") == [potion]
    assert t.sees(None, "potions.red") == [potion]
