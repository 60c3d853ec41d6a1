"""Story cards: how often which effect, where quests lead, what options are worth.

The frequencies are those of the box by a public count, which can only have missed some.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec
import pytest

from tests.old_world.story_worth import (
    TASTES,
    effects_of,
    event_worth,
    events,
    explorations,
    quests_of,
    way_worth,
)
from tests.old_world.table import catalogue
from tts_tool.kernel.inventory import Component
from tts_tool.kernel.module import Setup
from tts_tool.rulesets.old_world.base.abilities import abilities
from tts_tool.rulesets.old_world.base.box.box import atlas
from tts_tool.rulesets.old_world.base.box.records import Location
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.story import stories
from tts_tool.rulesets.old_world.base.story.stories import Event, Exploration

Card = Exploration | Event

DECKS: dict[str, Callable[[], Iterable[Card]]] = {
    "city": lambda: explorations("city"),
    "wilds": lambda: explorations("wilds"),
    "events": lambda: events().values(),
}


def fees(card: Card) -> list[stories.Fee]:
    """Give what the options of a card cost."""
    return [way.fee for way in card.ways]


def has(*kinds: type) -> Callable[[Card], bool]:
    """Say whether a card has a result of a kind."""
    return lambda card: any(isinstance(effect, kinds) for effect in effects_of(card))


def changes(kind: type, sign: int) -> Callable[[Card], bool]:
    """Say whether a card has a result of a kind that adds, or takes."""
    return lambda card: any(
        isinstance(effect, kind) and effect.by * sign > 0  # type: ignore[attr-defined]  # those have it
        for effect in effects_of(card)
    )


EFFECTS: dict[str, Callable[[Card], bool]] = {
    "gain_gold": changes(stories.Gold, 1),
    "lose_gold": lambda card: (
        changes(stories.Gold, -1)(card) or any(fee.gold for fee in fees(card))
    ),
    "raise_attribute": has(stories.Learn),
    "lower_attribute": has(stories.Unlearn),
    "draw_potion": has(stories.Brew),
    "discard_potion": lambda card: (
        has(stories.Spill)(card) or any(fee.potions for fee in fees(card))
    ),
    "gain_trail": has(stories.Track),
    "phase3_draw_more": changes(stories.Phase3, 1),
    "phase3_draw_less": changes(stories.Phase3, -1),
    "draw_now": has(abilities.DrawCards),
    "trash_card": has(stories.Thin),
    "discard_hand": has(stories.Drop),
    "gain_action_card": has(stories.Find),
    "die_roll": has(stories.RollDie),
    "quest": has(stories.Quest),
    "equipment_or_companion": lambda card: (
        card.kept is not None if isinstance(card, Event) else has(stories.Stay)(card)
    ),
    "mini_fight_combo": has(stories.Skirmish),
    "attribute_test": has(stories.Test),
}

LEAST: Mapping[str, Mapping[str, int]] = {
    "city": {
        "gain_gold": 14,
        "lose_gold": 7,
        "raise_attribute": 9,
        "lower_attribute": 9,
        "draw_potion": 3,
        "discard_potion": 4,
        "gain_trail": 6,
        "phase3_draw_more": 5,
        "phase3_draw_less": 1,
        "trash_card": 6,
        "gain_action_card": 1,
        "die_roll": 5,
        "quest": 20,
        "equipment_or_companion": 1,
    },
    "wilds": {
        "gain_gold": 6,
        "lose_gold": 6,
        "raise_attribute": 14,
        "lower_attribute": 9,
        "draw_potion": 9,
        "discard_potion": 6,
        "gain_trail": 8,
        "phase3_draw_more": 6,
        "phase3_draw_less": 5,
        "trash_card": 5,
        "die_roll": 5,
        "quest": 21,
        "equipment_or_companion": 2,
    },
    "events": {
        "gain_gold": 17,
        "raise_attribute": 15,
        "lower_attribute": 15,
        "draw_potion": 8,
        "discard_potion": 1,
        "gain_trail": 4,
        "phase3_draw_more": 4,
        "phase3_draw_less": 4,
        "draw_now": 8,
        "trash_card": 3,
        "discard_hand": 5,
        "die_roll": 12,
        "equipment_or_companion": 16,
        "mini_fight_combo": 4,
        "attribute_test": 3,
    },
}
"""Deck -> effect -> the least number of cards that have it."""

KEPT = {
    "equipment": {1, 13, 14, 15, 16, 28, 31, 56},
    "companion": {5, 11, 18, 20, 23, 50},
}
"""The numbers at which kept cards are known."""

FIXED = {4, 5, 6, 8, 9, 12, 18}
"""The locations to which quests are known to lead by number."""


@pytest.mark.parametrize(
    ("deck", "effect", "least"),
    [(deck, effect, least) for deck, table in LEAST.items() for effect, least in table.items()],
)
def test_effects_are_as_frequent_as_in_the_box(deck: str, effect: str, least: int) -> None:
    """As many cards of each deck as in the box, or more, can have the effect."""
    assert sum(EFFECTS[effect](card) for card in DECKS[deck]()) >= least


def mechanics(card: Card) -> str:
    """Write down what a card does, without its words and without where its quests lead."""
    masked = msgspec.to_builtins(
        [[way.fee, list(way.effects)] for way in card.ways]
        + [list(getattr(card, "effects", ())), list(card.abilities)]
    )
    return str(_without_targets(masked))


def _without_targets(data: object) -> object:
    if isinstance(data, dict):
        return {key: _without_targets(v) for key, v in data.items() if key not in ("event", "to")}
    return [_without_targets(each) for each in data] if isinstance(data, list) else data


@pytest.mark.parametrize("deck", DECKS)
def test_no_two_cards_are_alike(deck: str) -> None:
    """No two cards do the same, not even with quests that lead elsewhere, or share a name."""
    cards = list(DECKS[deck]())
    assert [m for m, count in Counter(map(mechanics, cards)).items() if count > 1] == []
    for language in ("en", "de"):
        assert len({getattr(card.name, language) for card in cards}) == len(cards)


@pytest.mark.rule("OW-SETUP-08", "OW-COMP-07")
def test_events_are_numbered() -> None:
    """The events lie in the order of their numbers, from 1 to 56."""
    setup = _setup()
    laid_out = [c for c in stories.story_cards(setup) if isinstance(c, Component)]
    numbers = [card.back["number"] for card in laid_out if card.start == "events"]
    assert numbers == list(range(1, 57))


def _setup() -> Setup:
    settings = {setting.name: setting.default for setting in base.settings}
    return Setup(("a", "b"), ("base",), settings, catalogue())


def test_kept_cards_have_their_numbers() -> None:
    """Equipment and companions that are known stand where they belong; each can do something."""
    for kind, numbers in KEPT.items():
        assert numbers <= {n for n, event in events().items() if event.kept == kind}
    assert all(bool(event.abilities) == (event.kept is not None) for event in events().values())


def test_cards_that_stay_can_do_something_until_they_go() -> None:
    """An exploration card stays exactly if it has an ability, and that ability ends it."""
    for card in (*explorations("city"), *explorations("wilds")):
        parting = [
            isinstance(effect, stories.Depart)
            for ability in card.abilities
            for effect in ability.effects
        ]
        assert any(parting) == has(stories.Stay)(card) == bool(card.abilities)


def test_quests_reach_every_event_evenly() -> None:
    """Every quest leads to an event, and every event is reached by one quest or two."""
    led = Counter(
        quest.event
        for card in (*explorations("city"), *explorations("wilds"))
        for quest in quests_of(card)
    )
    assert set(led) == set(events())
    assert max(led.values()) <= 2
    departing = {
        effect.event
        for event in events().values()
        for ability in event.abilities
        for effect in ability.effects
        if isinstance(effect, stories.Depart)
    }
    assert departing == {51}


def test_quests_lead_all_over_the_map() -> None:
    """By number quests lead where they are known to, besides to schools and every terrain."""
    goals = Counter(
        quest.to
        for card in (*explorations("city"), *explorations("wilds"))
        for quest in quests_of(card)
    )
    assert {goal for goal in goals if isinstance(goal, int)} == FIXED
    assert all(goals[number] >= 2 for number in FIXED)
    assert goals["own-school"] >= 3
    assert all(goals[terrain] >= 8 for terrain in ("forest", "mountain", "water"))


def test_only_instant_stories_fight_and_nothing_follows_a_short_fight() -> None:
    """A short fight stands last in an event, once; no other card and no parting leads to one."""
    for card in (*explorations("city"), *explorations("wilds")):
        assert not has(stories.Skirmish)(card)
    for event in events().values():
        lists = (event.effects, *(way.effects for way in event.ways))
        before = [effect for effects in lists for effect in effects[:-1]]
        assert not any(isinstance(effect, stories.Skirmish) for effect in before)
        assert (
            sum(isinstance(effects[-1:][0], stories.Skirmish) for effects in lists if effects) < 2
        )
    assert not has(stories.Skirmish)(events()[51])


def test_outcomes_stand_in_order_and_begin_low_enough() -> None:
    """Thresholds rise, and no roll, level or Combo falls below the first of them."""
    for card in itertools.chain.from_iterable(deck() for deck in DECKS.values()):
        for effect in effects_of(card):
            if isinstance(effect, stories.RollDie | stories.Test | stories.Skirmish):
                thresholds = [outcome.least for outcome in effect.outcomes]
                assert thresholds == sorted(set(thresholds))
                assert thresholds[0] == (0 if isinstance(effect, stories.Skirmish) else 1)


@pytest.mark.parametrize("deck", DECKS)
def test_both_options_are_worth_a_thought(deck: str) -> None:
    """To a sober player both options are worth about the same; each is somebody's choice."""
    for card in (card for card in DECKS[deck]() if card.ways):
        a, b = card.ways
        assert abs(way_worth(a, TASTES["sober"]) - way_worth(b, TASTES["sober"])) <= 1.1, card.id
        leaning = {way_worth(a, taste) > way_worth(b, taste) for taste in TASTES.values()}
        assert leaning == {True, False}, f"nobody chooses one option of {card.id}"


def test_cards_are_worth_about_the_same() -> None:
    """No card is a blank and none a windfall; an event is worth the way to it."""
    sober = TASTES["sober"]
    for card in (*explorations("city"), *explorations("wilds")):
        assert 1.2 <= max(way_worth(way, sober) for way in card.ways) <= 3.0, card.id
    for number in events():
        assert 2.0 <= event_worth(number, sober) <= 5.0, number


@pytest.mark.parametrize("deck", DECKS)
def test_cheaper_options_exist(deck: str) -> None:
    """Every card has an option that costs nothing, so that there is always something to choose."""
    for card in (card for card in DECKS[deck]() if card.ways):
        assert stories.Fee() in fees(card), card.id


def test_labels_are_short_and_different() -> None:
    """A label is a line, names its option alone in its deck, and holds no number."""
    for deck in DECKS.values():
        labels = [way.label for card in deck() for way in card.ways]
        for language in ("en", "de"):
            texts = [getattr(label, language) for label in labels]
            assert len(set(texts)) == len(texts)
            assert all(3 <= len(text) <= 55 and not any(map(str.isdigit, text)) for text in texts)


def test_fixed_goals_are_locations() -> None:
    """Every location that a quest names by number has a place on the map and a token."""
    places = atlas(_setup())
    assert all(places[number].terrain is not None for number in FIXED)
    assert len(places) == len(catalogue().of(Location))
