"""Exploring: who reads, what may be chosen, what comes of it, and what nobody learns."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.old_world.oddity import Story, happened, oddities, seen, story, way
from tests.old_world.ring import Ring
from tests.old_world.table import new
from tts_tool.catalog import Effect
from tts_tool.kernel.decisions import Press
from tts_tool.kernel.events import Moved, Shuffled
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.module import Module
from tts_tool.kernel.views import view
from tts_tool.rulesets.old_world.base.abilities import abilities
from tts_tool.rulesets.old_world.base.box.records import ATTRIBUTES
from tts_tool.rulesets.old_world.base.points import EXPLORE_DECK, STORY_RESULT
from tts_tool.rulesets.old_world.base.story import stories
from tts_tool.rulesets.old_world.base.story.stories import (
    Exploration,
    Learn,
    Outcome,
    RollDie,
    Unlearn,
)

VIEWERS = ("red", "blue", "green", None)
"""Who explores, the others and a spectator."""


def after(
    *effects: Effect,
    potions: int = 0,
    hand: int | None = None,
    die: int | None = None,
    **tracks: int,
) -> Story:
    """Give a table at which red has chosen a result, in a situation of tracks, Potions, cards."""
    t = oddities([way(effects), way([])], script={} if die is None else {"story": [[die]]})
    t.tracks(**tracks)
    t.lay("potions.red", *t.place("potion-deck")[:potions], rest="potion-deck")
    if hand is not None:
        own = (*t.place("hand.red"), *t.place("deck.red"))
        t.hand("red", *own[:hand])
    return t.explore().answer("option", "a")


# Choosing a deck, and reading


@pytest.mark.rule("OW-EXPLORE-01", "OW-TURN-07", "OW-DEC-18")
@pytest.mark.parametrize("location", [0, 1, 7, 12])
def test_both_decks_everywhere(location: int) -> None:
    """At a school, at location 0 and anywhere else, City and Wilds can be explored."""
    t = story().stand(red=location).to_phase("phase-2").until("explore")
    assert (t.ask("explore").seat, t.ask("explore").why) == ("red", "OW-DEC-18")
    assert t.options("explore") == ["city", "wilds"]
    t.answer("explore", "wilds")
    assert t.place("story") or t.place("wilds-used") or t.place("quests.red")


@pytest.mark.rule("OW-EXPLORE-01", "OW-TURN-07")
def test_who_explores() -> None:
    """Boxes are asked what may be explored for the seat whose turn it is, and for no other."""
    box, asked = Module("own-deck", needs=("base",)), set[str]()

    @box.hook(EXPLORE_DECK, "provide")
    def own(_g: Game, seat: str) -> list[str]:
        asked.add(seat)
        return []

    t = new(3, boxes=(box,)).stand(red=7, blue=7).to_phase("phase-2")
    assert "explore" in t.options("phase-2")
    assert asked == {"red"}


@pytest.mark.rule("OW-EXPLORE-01", "OW-DEC-18")
def test_a_deck_that_is_gone() -> None:
    """A deck of which all cards are kept or gone can't be chosen; one that is left is taken."""
    t = story().on_top("city", "city.lame-porter").lay("wilds-deck").to_phase("phase-2")
    assert t.open() == ["option/red"]
    (card,) = t.place("story")
    assert card.startswith("city.")
    t = oddities([way([]), way([])]).lay("wilds-deck").to_phase("phase-2")
    assert t.refused("explore", "wilds").rule == "OW-EXPLORE-01"


@pytest.mark.rule("OW-EXPLORE-01")
def test_nothing_left_to_explore() -> None:
    """With every card kept or gone there is nothing to explore; the first deck is named."""
    r = Ring().lay("city-deck").lay("wilds-deck").ready()
    refusal = r.refused("phase-2", "explore")
    assert (refusal.rule, refusal.params) == ("OW-EXPLORE-01", {"deck": "city"})


def test_boxes_join_in_every_result() -> None:
    """What a box provides at `story.result` happens before the result, for who gets it."""
    met = list[tuple[str, str, int]]()
    crow = Module("crow", needs=("base",))

    @crow.hook(STORY_RESULT, "provide")
    def caw(g: Game, seat: str, card: str) -> list[Callable[[], Flow[None]]]:
        def flow() -> Flow[None]:
            met.append((seat, card, g.track("gold.red")))
            g.add("gold.red", 1)
            yield from ()

        return [flow]

    t = story(boxes=(crow,)).on_top("city", "city.lame-porter").explore("city")
    t.answer("option", "a")
    assert met == [("red", "city.lame-porter", 2)]
    assert t.track("gold.red") == 4


@pytest.mark.rule("OW-EXPLORE-02", "OW-GEN-06")
@pytest.mark.parametrize(
    ("seats", "explorer", "reader"),
    [(2, "red", "blue"), (4, "red", "yellow"), (4, "blue", "red"), (1, "red", "red")],
)
def test_the_right_hand_player_reads(seats: int, explorer: str, reader: str) -> None:
    """Who plays directly before the explorer reads; the question goes to the explorer."""
    t = story(seats).on_top("city", "city.lame-porter").explore("city", explorer)
    (read,) = happened(t, "said")
    assert read["code"] == "story-read"
    assert read["params"] == {"reader": reader, "card": "lame-porter"}
    assert t.open() == [f"option/{explorer}"]


@pytest.mark.rule("OW-EXPLORE-02", "OW-HID-20")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_labels_are_read_and_results_are_not(viewer: str | None) -> None:
    """Before the choice everyone may read introduction and labels, nobody what comes of them."""
    t = oddities([way([stories.Gold(by=7)]), way([stories.Brew(count=6)])], seats=3).explore()
    assert t.composed_anew().inventory.components["odd.1"].face["b-en"] == "So be it"
    (shown,) = view(t.timeline.state, viewer)["places"]["story"]
    read = {f"{part}-{lang}" for part in ("introduction", "a", "b") for lang in ("en", "de")}
    assert set(shown) == {"id", "kind"} | read
    assert shown["introduction-de"] == "Wie kurios"
    told = seen(t, viewer)
    assert '"a-de":"So sei es"' in told
    assert not any(word in told for word in ('"op"', '"by":7', '"count":6'))


@pytest.mark.rule("OW-EXPLORE-04", "OW-HID-20", "OW-DEC-19")
@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize(("chosen", "event", "other"), [("a", 41, 44), ("b", 44, 41)])
def test_the_other_result_stays_secret(
    viewer: str | None, chosen: str, event: int, other: int
) -> None:
    """Only what was chosen is ever told, to the explorer, the reader, others and spectators."""
    quests = [way([stories.Quest(event=number, to=9)]) for number in (41, 44)]
    t = oddities(quests, seats=3).explore().answer("option", chosen)
    told = seen(t, viewer)
    assert f'"event":{event},' in told
    assert f'"event":{other}' not in told


# Prices


@pytest.mark.rule("OW-EXPLORE-03", "OW-DEC-19")
@pytest.mark.parametrize(
    ("fee", "enough", "short"),
    [
        ({"gold": 2}, {"gold.red": 2}, {"gold.red": 1}),
        ({"potions": 2}, {"potions": 2}, {"potions": 1}),
        ({"hand": 3}, {"hand": 3}, {"hand": 2}),
    ],
)
def test_what_cannot_be_paid_cannot_be_chosen(
    fee: dict[str, int], enough: dict[str, int], short: dict[str, int]
) -> None:
    """A price is paid in full or its option refused; it is still listed, with the reason."""
    card = [way([stories.Shield(by=-1)], **fee), way([]), way([Learn()])]

    def table(gold: int = 0, potions: int = 0, hand: int = 2) -> Story:
        t = oddities(card).tracks(**{"gold.red": gold})
        t.lay("potions.red", *t.place("potion-deck")[:potions], rest="potion-deck")
        return t.hand("red", *(*t.place("hand.red"), *t.place("deck.red"))[:hand]).explore()

    assert table(**_plain(short)).refused("option", "a").rule == "OW-EXPLORE-03"
    t = table(**_plain(enough)).answer("option", "a")
    assert t.track("shield.red") == 0
    assert (t.track("gold.red"), t.place("potions.red")) == (0, ())
    assert len(t.place("discard.red")) == fee.get("hand", 0)


def _plain(situation: dict[str, int]) -> dict[str, int]:
    return {name.removesuffix(".red"): value for name, value in situation.items()}


@pytest.mark.rule("OW-EXPLORE-03", "OW-DEC-19")
def test_the_only_payable_option_is_taken() -> None:
    """With one payable option nothing is asked."""
    t = oddities([way([stories.Gold(by=9)], gold=3), way([stories.Gold(by=1)])])
    t.tracks(**{"gold.red": 2}).explore()
    assert t.open() != ["option/red"]
    assert t.track("gold.red") == 3


def test_nothing_payable_at_all() -> None:
    """OW-OPEN-50: the cheapest option happens, and as much of its price is paid as there is."""
    dear = [way([Learn(attribute="combat")], gold=5), way([stories.Shield(by=-1)], gold=3)]
    t = oddities(dear).tracks(**{"gold.red": 2}).explore()
    assert (t.track("gold.red"), t.track("shield.red"), t.track("combat.red")) == (0, 0, 1)


# Results


@pytest.mark.rule("OW-EXPLORE-05")
@pytest.mark.parametrize("deck", ["city", "wilds"])
def test_only_the_explorer_is_concerned(deck: str) -> None:
    """Whatever the cards of a deck do, nobody else gains or loses anything."""
    t = story(3)
    others = {
        name: value for name, value in t.timeline.state.tracks.items() if "red" not in name
    } | {place: t.place(place) for place in t.timeline.state.places if place.endswith("blue")}
    for card in t.place(f"{deck}-deck")[:12]:
        t = story(3).on_top(deck, card).explore(deck)
        state = t.to_phase_three().timeline.state
        assert {name: (state.tracks | state.places)[name] for name in others} == others


@pytest.mark.rule("OW-EXPLORE-06", "OW-GEN-08")
def test_as_far_as_possible() -> None:
    """What can't be lost in full is lost as far as it goes, and the other parts happen."""
    t = after(
        stories.Gold(by=-4),
        stories.Shield(by=-3),
        stories.Spill(count=2),
        stories.Drop(count=5),
        Learn(attribute="combat"),
        **{"gold.red": 1, "shield.red": 1, "potions": 1, "hand": 2},
    )
    assert (t.track("gold.red"), t.track("shield.red"), t.track("combat.red")) == (0, 0, 2)
    assert t.place("potions.red") == ()
    assert len(t.place("discard.red")) == 2


RESULTS = [
    (stories.Gold(by=3), {"gold.red": 2}, {"gold.red": 5}),
    (stories.Gold(by=-2), {"gold.red": 2}, {"gold.red": 0}),
    (Learn(attribute="specialty"), {"specialty.red": 4}, {"specialty.red": 5}),
    (Learn(attribute="combat", levels=2), {}, {"combat.red": 3}),
    (Learn(attribute="combat"), {"combat.red": 5}, {"combat.red": 5}),
    (Unlearn(attribute="combat"), {"combat.red": 3}, {"combat.red": 2}),
    (Unlearn(attribute="combat"), {"combat.red": 1}, {"combat.red": 1}),
    (Unlearn(attribute="combat"), {"combat.red": 5}, {"combat.red": 5}),
    (Unlearn(), {}, {"combat.red": 1}),
    (stories.Shield(by=1), {"shield.red": 0}, {"shield.red": 1}),
    (stories.Shield(by=-1), {"shield.red": 1}, {"shield.red": 0}),
    (stories.Shield(by=-1), {"shield.red": 2, "defense.red": 2}, {"shield.red": 1}),
]


@pytest.mark.rule("OW-EXPLORE-06", "OW-ATTR-21", "OW-ATTR-19")
@pytest.mark.parametrize(("effect", "before", "then"), RESULTS)
def test_numbers_change(effect: Effect, before: dict[str, int], then: dict[str, int]) -> None:
    """Gold, attributes and the Shield change at once, within what they can be."""
    t = after(effect, **before)
    assert {name: t.track(name) for name in then} == then
    assert t.open() == ["discard/red"]


@pytest.mark.rule("OW-ATTR-21", "OW-ATTR-09", "OW-ATTR-10")
def test_an_attribute_of_choice() -> None:
    """Any attribute of one's own may be raised that isn't at the top, any lowered that can be."""
    t = after(Learn(), **{"combat.red": 5})
    assert t.open() == ["learn/red"]
    assert _pressed(t, "learn") == {f"{each}.red" for each in ATTRIBUTES}
    assert t.refused("learn", "combat").rule == "OW-ATTR-08"
    t.answer("learn", "specialty")
    assert t.track("specialty.red") == 2
    t = after(Unlearn(), **{"combat.red": 5, "defense.red": 3, "specialty.red": 2})
    assert t.open() == ["unlearn/red"]
    assert _pressed(t, "unlearn") == {f"{each}.red" for each in ATTRIBUTES}
    assert t.refused("unlearn", "combat").rule == "OW-ATTR-10"
    assert t.refused("unlearn", "alchemy").rule == "OW-ATTR-09"
    t.answer("unlearn", "defense")
    assert t.track("defense.red") == 2
    top = dict.fromkeys(("combat.red", "defense.red", "alchemy.red", "specialty.red"), 5)
    assert after(Learn(), **top, **{"witcher.red": 5}).open() == ["discard/red"]


def _pressed(t: Story, question: str) -> set[str]:
    """Name the buttons that mean the answers to a question."""
    gestures = [gesture for _, gesture in t.ask(question).bindings()]
    return {gesture.button for gesture in gestures if isinstance(gesture, Press)}


@pytest.mark.rule("OW-EXPLORE-06")
def test_things_come_and_go() -> None:
    """Potions, trails, cards, and what Phase III draws: each result does what it says."""
    t = after(stories.Brew(count=2), stories.Phase3(by=2), stories.Phase3(by=-1))
    assert len(t.place("potions.red")) == 2
    assert t.memory("red").draws == 1
    t = after(stories.Track(terrain="water"), abilities.DrawCards(count=2), hand=3)
    (token,) = t.place("trails.red")
    assert t.timeline.game.card(token).terrain == "water"
    assert len(t.place("hand.red")) == 5
    assert after(stories.Track()).options("trail") == ["forest", "mountain", "water"]


@pytest.mark.rule("OW-EXPLORE-06", "OW-CARD-11")
def test_trashing() -> None:
    """Cards are trashed from anywhere, or only from the hand where the result says so."""
    t = after(stories.Thin(count=2), hand=3)
    everywhere = {*t.place("hand.red"), *t.place("deck.red"), *t.place("discard.red")}
    assert set(t.options("trash")) == everywhere
    t = after(stories.Thin(hand_only=True), hand=3)
    assert set(t.options("trash")) == set(t.place("hand.red"))
    t.answer("trash", [t.place("hand.red")[0]])
    assert (len(t.place("trash")), t.shuffled("deck.red")) == (1, 0)
    assert t.open() == ["discard/red"]  # in Phase III: nothing more is trashed


@pytest.mark.rule("OW-EXPLORE-07")
def test_gaining_a_card() -> None:
    """A display card of the printed cost goes to the discard for nothing, and the display fills."""
    t = after(stories.Find(cost=0))
    shown = t.options("gain")
    assert len(shown) >= 3
    t.answer("gain", shown[0])
    assert t.place("discard.red") == (shown[0],)
    assert all(t.place(f"display.{slot}") for slot in range(1, 7))


@pytest.mark.rule("OW-EXPLORE-09")
@pytest.mark.parametrize(
    ("face", "gold"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 8), (6, 8)], ids=str
)
def test_the_explorer_rolls_one_die(face: int, gold: int) -> None:
    """One die is rolled, and what stands at the highest number that it reaches happens."""
    die = RollDie(
        outcomes=(
            Outcome(least=3, effects=(stories.Gold(by=1),)),
            Outcome(least=5, effects=(stories.Gold(by=8),)),
        )
    )
    t = after(die, die=face, **{"gold.red": 0})
    assert t.track("gold.red") == gold
    (rolled,) = happened(t, "rolled")
    assert (rolled["sides"], list(rolled["values"])) == (6, [face])


@pytest.mark.rule("OW-EXPLORE-09")
@pytest.mark.parametrize(("level", "gold"), [(1, 0), (3, 5)])
def test_a_die_to_which_a_level_is_added(level: int, gold: int) -> None:
    """A result may add an attribute's level to the die."""
    die = RollDie(plus="alchemy", outcomes=(Outcome(least=6, effects=(stories.Gold(by=5),)),))
    t = after(die, die=3, **{"gold.red": 0, "alchemy.red": level})
    assert t.track("gold.red") == gold


@pytest.mark.rule("OW-EXPLORE-12", "OW-DEC-39")
@pytest.mark.parametrize(
    ("effect", "question", "place"),
    [
        (stories.Spill(), "discard-potions", "potions.red"),
        (stories.Drop(), "drop", "hand.red"),
    ],
)
def test_the_owner_picks_what_goes(effect: Effect, question: str, place: str) -> None:
    """Of more than demanded the owner picks exactly as many; others aren't asked."""
    t = after(effect, potions=3, hand=3)
    assert (t.ask(question).seat, t.ask(question).why) == ("red", "OW-DEC-39")
    held = t.place(place)
    assert t.options(question) == list(held)
    assert t.refused(question, list(held[:2])).code == "too-many"
    t.answer(question, [held[1]])
    assert t.place(place) == (held[0], held[2])
    assert f"{question}/red" not in t.open()


@pytest.mark.rule("OW-EXPLORE-12", "OW-DEC-39")
@pytest.mark.parametrize(
    ("effect", "place", "pile"),
    [
        (stories.Spill(every=True), "potions.red", "potion-discard"),
        (stories.Spill(count=4), "potions.red", "potion-discard"),
        (stories.Drop(every=True), "hand.red", "discard.red"),
        (stories.Drop(count=4), "hand.red", "discard.red"),
    ],
)
def test_all_leaves_no_choice(effect: Effect, place: str, pile: str) -> None:
    """All, or more than there are, is all; none is nothing."""
    t = after(effect, potions=3, hand=3)
    (gone,) = [moved for moved in happened(t, "moved") if moved["target"] == pile]
    assert (gone["source"], len(gone["components"])) == (place, 3)
    assert after(effect, potions=0, hand=0).place(pile) == ()


# Where cards go


@pytest.mark.rule("OW-EXPLORE-10")
def test_no_card_comes_twice_before_all_have_come() -> None:
    """OW-OPEN-14: used cards lie aside until the deck is empty, then they are a new deck."""
    cards = [[way([stories.Gold(by=number)]), way([])] for number in (1, 2, 3)]
    t = oddities(*cards)
    for used in (1, 2, 3):
        t.explore().answer("option", "b")
        assert len(t.place("odd-used")) == used
    assert t.place("odd-deck") == ()
    t.explore()
    assert (len(t.place("story")), len(t.place("odd-deck")), t.place("odd-used")) == (1, 2, ())
    assert t.shuffled("odd-deck") == 1
    told = [each.event for each in t.timeline.happened]
    mixed = next(n for n, e in enumerate(told) if isinstance(e, Shuffled) and e.place == "odd-deck")
    laid = [n for n, e in enumerate(told) if isinstance(e, Moved) and e.target == "odd-deck"]
    assert laid == [mixed - 1]  # all of it lies there before it is shuffled


@pytest.mark.rule("OW-EXPLORE-11")
def test_phase_three_follows() -> None:
    """After exploring comes Phase III at once."""
    t = after()
    assert t.timeline.state.phase == "phase-3"
    assert t.open() == ["discard/red"]


STAYING = ["borrowed-blade", "tame-raven", "willow-charm"]


@pytest.mark.rule("OW-EXPLORE-10", "OW-HID-09")
@pytest.mark.parametrize("card", STAYING)
def test_a_card_that_stays(card: str) -> None:
    """A card whose result says so lies open before its owner and is no used card."""
    known: Exploration = story().timeline.game.setup.cards.of(Exploration)[card]
    component = f"{known.deck}.{card}"
    t = story(3).on_top(known.deck, component).explore(known.deck).answer("option", "a")
    for viewer in VIEWERS:
        assert t.sees(viewer, "gear.red") == [component]
    assert t.place(f"{known.deck}-used") == ()


@pytest.mark.rule("OW-EXPLORE-10")
@pytest.mark.parametrize(("card", "deck", "life"), [("borrowed-blade", "city", 3)])
def test_until_its_own_text_ends_it(card: str, deck: str, life: int) -> None:
    """What it can do it does once, and then it goes to the used cards."""
    r = Ring().monster("archespore").bout(life)
    r.hand("red", *r.plain(2)).lay("gear.red", f"{deck}.{card}", rest=f"{deck}-deck")
    r.answer("use-step-1", f"{deck}.{card}")
    assert len(r.place("monster-life")) == life - 2
    assert r.place("gear.red") == ()
    assert r.place(f"{deck}-used") == (f"{deck}.{card}",)


@pytest.mark.rule("OW-EXPLORE-10")
def test_charms_and_ravens_leave_as_well() -> None:
    """The raven looks and flies off; the charm takes damage and breaks."""
    r = Ring().monster("archespore").bout(4)
    r.hand("red", *r.plain(2)).lay("gear.red", "wilds.tame-raven", rest="wilds-deck")
    r.answer("use-step-1", "wilds.tame-raven")
    r.answer("peer-discard", [r.options("peer-discard")[0]])
    assert (r.place("gear.red"), r.place("wilds-used")) == ((), ("wilds.tame-raven",))
    r = Ring().monster("archespore").bout((1, 2, 3), turn="monster")
    r.hand("red", *r.plain(3)).lay("gear.red", "wilds.willow-charm", rest="wilds-deck")
    r.answer("use-opponent-turn", "wilds.willow-charm")
    assert r.place("wilds-used") == ("wilds.willow-charm",)
    assert [effect.params["by"] for effect in r.timeline.state.effects] == [-3]
