"""What legends do in a fight: their Special Abilities, their Special Attacks, and what they bar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.old_world.legendary_hunt.hunting import MONSTER, Hunted
from tests.old_world.ring import tab
from tts_tool.kernel.decisions import Move
from tts_tool.kernel.events import EffectBegan, Rolled
from tts_tool.rulesets.old_world.base.fight.fight import Fight
from tts_tool.rulesets.old_world.legendary_hunt.memory import Hunt

NUMBERED = {1: (4, "charge"), 2: (1, "charge"), 3: (2, "bite"), 4: (7, "charge")}
"""For each Special Attack a fight card and the half that shows it."""


ATTACK = "legend-attack"


def attacked(  # noqa: PLR0913  # as `by` has them
    legend: str,
    number: int,
    *hand: str,
    deck: int = 12,
    potions: tuple[str, ...] = (),
    spare: int = 3,
    tracks: Mapping[str, int] | None = None,
) -> Hunted:
    """Let a legend carry out one of its Special Attacks against red, who holds these colours."""
    card, attack = NUMBERED[number]
    return by(legend, card, attack, *hand, deck=deck, potions=potions, spare=spare, tracks=tracks)


def by(  # noqa: PLR0913  # who attacks how, and what red has
    legend: str,
    card: int,
    attack: str,
    *hand: str,
    deck: int = 12,
    potions: tuple[str, ...] = (),
    spare: int = 3,
    tracks: Mapping[str, int] | None = None,
) -> Hunted:
    """Let a legend carry out one half of a fight card against red, who has cards to spare."""
    h = Hunted(legend=legend, at=11).tracks(**{"shield.red": 0, **(tracks or {})})
    h.potions("red", *potions)
    colours = (*hand, *("blue",) * spare)
    h.hand("red", *(h.printed(colour) for colour in colours))  # type: ignore[arg-type]
    h.deck("red", *h.plain(deck)).pile("red")
    rest = (n for n in (12, 17, 18, 19, 20) if n != card)
    return h.hunt((card, *rest), turn=MONSTER, turns={MONSTER: 1}).answer("attack", attack)


def lost(h: Hunted) -> int:
    """Count the cards that red has discarded."""
    return len(h.place("discard.red"))


# Fight cards


@pytest.mark.rule("LH-76")
@pytest.mark.parametrize(("attack", "said", "cards"), [("charge", 1, 3), ("bite", 0, 5)])
def test_only_the_half_that_was_called(attack: str, said: int, cards: int) -> None:
    """A card with a Special Attack on one half does it there; its other half is plain damage."""
    h = by("ice-giant", 1, attack, "red", "red")
    assert len(h.said("legend-attack")) == said
    assert lost(h) == cards
    told = [getattr(e.event, "code", getattr(e.event, "target", "")) for e in h.timeline.happened]
    assert "legend-attack" not in told[told.index("discard.red") :]


@pytest.mark.rule("LH-76")
@pytest.mark.parametrize(("deck", "gone"), [(12, 3), (1, 3), (0, 3)])
def test_the_top_of_the_deck(deck: int, gone: int) -> None:
    """Three cards go from the deck, what it lacks from the hand by choice; no Shield helps."""
    h = by(
        "ice-giant",
        9,
        "charge",
        "red",
        "red",
        deck=deck,
        tracks={"shield.red": 3, "defense.red": 4},
    )
    if deck < gone:
        assert h.open() == ["discard/red"]
        laid = {gesture for _, gesture in h.ask("discard").bindings()}
        assert laid == {Move(card, "discard.red") for card in h.place("hand.red")}
        h.answer("discard", h.ask("discard").space().sole()[0])
    assert h.track("shield.red") == 3
    assert lost(h) == gone


# The Golem


@pytest.mark.rule("LH-75")
@pytest.mark.parametrize(("cap", "cards"), [("dealt", 2), ("suffered", 5)])
def test_no_more_than_five(cap: str, cards: int) -> None:
    """Of nine damage five count, before Protection, or after it where that is played."""
    h = Hunted(settings={"hunt-cap": cap})
    h.hand("red", h.printed("red", damage=9), *h.plain(3)).deck("red", *h.plain(9))
    h.owns(1).stand(red=h.lurks).ready().answer("phase-2", "fight.legend")
    assert h.now.turn == "red"
    card = next(c for c in h.place("hand.red") if h.inventory.cards[c].fight.damage)
    assert sum(isinstance(each.event, EffectBegan) for each in h.timeline.happened) == 1
    h.combo(card)
    assert len(h.place("monster-spent")) == cards


@pytest.mark.rule("LH-78")
@pytest.mark.parametrize(("hand", "cards"), [(("purple", "red"), 1), (("red", "red"), 4)])
def test_a_toll_of_a_colour(hand: tuple[str, ...], cards: int) -> None:
    """With a purple card that alone is discarded; without one there is damage."""
    h = attacked("imperial-golem", 1, *hand)
    assert lost(h) == cards


@pytest.mark.rule("LH-78")
@pytest.mark.parametrize(
    ("hand", "told"), [(("purple",), "legend-demand-met"), (("red",), "legend-demand-unmet")]
)
def test_all_learn_whether_a_toll_can_be_paid(hand: tuple[str, ...], told: str) -> None:
    """What a hand holds is said before anything comes of it, and can't be unheard."""
    h = attacked("imperial-golem", 1, *hand)
    events = h.timeline.happened
    begun = next(at for at, e in enumerate(events) if getattr(e.event, "code", "") == ATTACK)
    said = events[begun + 1]
    assert (getattr(said.event, "code", ""), said.wall) == (told, True)
    for seat in ("red", "blue", None):
        heard = said.seen_by(seat, h.timeline.state) or {}
        assert heard["params"] == {"monster": "imperial-golem", "seat": "red"}
        assert heard["rule"] == "LH-78"
    assert len(h.said(told)) == 1


@pytest.mark.rule("LH-78")
def test_potions_lie_open() -> None:
    """Who has no Potion to hand over tells nothing new by that."""
    for potions in ((), ("adder-bite",)):
        h = attacked("gaunter-odimm", 2, "red", potions=potions)
        assert not h.said("legend-demand-met")
        assert not h.said("legend-demand-unmet")


@pytest.mark.rule("LH-78")
def test_which_of_them_says_the_owner() -> None:
    """With several cards of the colour one of them is chosen."""
    h = attacked("imperial-golem", 1, "purple", "purple", "red")
    assert h.open() == ["toll/red"]
    purple = h.options("toll")
    assert len(purple) == 2
    laid = {gesture for _, gesture in h.ask("toll").bindings()}
    assert laid == {Move(card, "discard.red") for card in purple}
    assert h.refused("toll", purple).rule == "LH-78"
    h.answer("toll", purple[:1])
    assert h.place("discard.red") == (purple[0],)


@pytest.mark.rule("LH-79")
def test_a_colour_is_barred_for_a_turn() -> None:
    """Yellow can't be laid in the next own Fight Turn, and can in the one after."""
    h = attacked("imperial-golem", 2, "yellow", "red", "red")
    yellow = next(c for c in h.place("hand.red") if h.inventory.cards[c].colour == "yellow")
    refused = h.refused("combo", yellow)
    assert (refused.code, refused.rule) == ("colour-barred", "LH-79")
    red = next(c for c in h.place("hand.red") if c != yellow)
    h.combo(red)
    h.answer("attack", "bite")
    while not h.open()[0].startswith("combo/"):
        decision = h.timeline.decisions()[0]
        h.answer(decision.name, decision.space().sole()[0], decision.seat)
    assert yellow in h.options("combo")


@pytest.mark.rule("LH-80")
def test_with_nothing_else_there_is_no_combo() -> None:
    """Who holds barred cards only lays none; step 4 draws, and the fight goes on."""
    h = attacked("imperial-golem", 2, "yellow", "yellow", spare=0)
    assert len(h.place("hand.red")) == 3  # step 4 has drawn a card
    assert h.place("combo.red") == ()
    assert h.now.turn == MONSTER
    assert not h.now.winner


@pytest.mark.rule("LH-76")
def test_twice_the_price() -> None:
    """Damage comes first, then the toll, or more damage."""
    assert lost(attacked("imperial-golem", 4, "yellow", "red")) == 3
    assert lost(attacked("imperial-golem", 4, "red", "red")) == 8


# The Frightener


@pytest.mark.rule("LH-76")
@pytest.mark.parametrize(("potions", "cards"), [((), 1), (("adder-bite",), 2)])
def test_damage_by_flasks(potions: tuple[str, ...], cards: int) -> None:
    """Two for each unused Potion, and one at least."""
    assert lost(attacked("frightener", 1, "red", "red", potions=potions)) == cards


@pytest.mark.rule("LH-76")
def test_what_lasts_comes_from_the_legend() -> None:
    """Its card always lies open; a fight card that is replenished lies hidden again."""
    h = attacked("toad", 2)
    begun = [e.event for e in h.timeline.happened if isinstance(e.event, EffectBegan)]
    assert {each.effect.source for each in begun} == {"legend.toad"}
    assert {each.effect.kind for each in begun} >= {"change.shield-rise"}


@pytest.mark.rule("LH-76")
def test_all_of_a_colour() -> None:
    """Every green card goes; without one there is damage."""
    assert lost(attacked("frightener", 3, "green", "green", "green", "red")) == 3
    assert lost(attacked("frightener", 3, "red")) == 2


@pytest.mark.rule("LH-76")
def test_a_toll_beside_damage() -> None:
    """A green card keeps the damage low, but doesn't prevent it."""
    assert lost(attacked("frightener", 4, "green", "red")) == 4
    assert lost(attacked("frightener", 4, "red")) == 7


@pytest.mark.rule("LH-75")
def test_three_colours_at_most() -> None:
    """A fourth colour can't be laid, a third and a second card of the same can."""
    h = Hunted(legend="frightener", at=11).owns(1)
    every = ("red", "blue", "green", "yellow", "purple")
    tabs = [tab(colour) for colour in every]  # type: ignore[arg-type]
    cards = [h.printed(colour, *tabs) for colour in ("red", "blue", "green", "yellow", "red")]
    h.hand("red", *cards).deck("red", *h.plain(9)).stand(red=11).ready()
    h.answer("phase-2", "fight.legend")
    for card in cards[:3]:
        h.answer("combo", card)
    refused = h.refused("combo", cards[3])
    assert (refused.code, refused.params) == ("combo-too-colourful", {"most": 3})
    h.answer("combo", cards[4])


# The Ice Giant


@pytest.mark.rule("LH-75")
@pytest.mark.parametrize(("deck", "left"), [(9, (5, 3)), (1, (0, 0))])
def test_four_cards_before_it_attacks(deck: int, left: tuple[int, int]) -> None:
    """Before its first attack four cards go from the deck, and from the hand what it lacks."""
    h = Hunted(legend="ice-giant", at=11).tracks(**{"shield.red": 0})
    h.hand("red", *h.plain(3)).deck("red", *h.plain(deck)).stand(red=11).ready()
    h.answer("phase-2", "fight.legend")
    assert (len(h.place("deck.red")), len(h.place("hand.red"))) == left


@pytest.mark.rule("LH-76")
def test_damage_by_tokens_on_the_map() -> None:
    """Those on the map count, and none that is held."""
    h = Hunted(legend="ice-giant", at=11).raze(1, 2, 3).owns(4).tracks(**{"shield.red": 0})
    h.hand("red", *h.plain(2)).deck("red", *h.plain(9))
    h.hunt((4, 12, 17, 18), turn=MONSTER, turns={MONSTER: 1}).answer("attack", "charge")
    assert lost(h) == 3


@pytest.mark.rule("LH-76")
@pytest.mark.parametrize(("number", "damage", "counts"), [(2, 5, 2), (4, 5, 3)])
def test_a_weaker_combo(number: int, damage: int, counts: int) -> None:
    """Two damage at most, or two less without blue, in the next own Fight Turn."""
    h = Hunted(legend="ice-giant", at=11).tracks(**{"shield.red": 0, "track.red": 4})
    h.hand("red", h.printed("red", damage=damage), *h.plain(1)).deck("red", *h.plain(15))
    card, attack = NUMBERED[number]
    h.hunt((card, 9, 10, 11, 12, 17, 18), turn=MONSTER, turns={MONSTER: 1})
    h.answer("attack", attack)
    strong = next(c for c in h.place("hand.red") if h.inventory.cards[c].fight.damage)
    h.combo(strong)
    assert len(h.place("monster-spent")) == 1 + counts


# Our own


@pytest.mark.rule("LH-75")
@pytest.mark.parametrize(("turn", "cards"), [(1, 5), (2, 8), (3, 5), (4, 8)])
def test_a_rhythm(turn: int, cards: int) -> None:
    """The Cyclops strikes harder every second time."""
    h = Hunted(legend="cyclops", at=11).tracks(**{"shield.red": 0}).owns(1)
    h.hand("red", *h.plain(2)).deck("red", *h.plain(25)).stand(red=11).ready()
    h.answer("phase-2", "fight.legend")
    h.note(type(h.now), turn=MONSTER, step="start", turns={MONSTER: turn - 1})
    h.lay("monster-life", *(f"legend-fight.{n}" for n in (4, 12, 17, 18)), rest="legend-deck")
    h.answer("attack", "charge")
    assert lost(h) == cards


@pytest.mark.rule("LH-76")
@pytest.mark.parametrize(("legend", "number", "most"), [("cyclops", 2, 2), ("kayran", 1, 3)])
def test_a_short_combo(legend: str, number: int, most: int) -> None:
    """No more cards than so many can be laid in the next own Fight Turn."""
    h = Hunted(legend=legend, at=11).tracks(**{"shield.red": 0})
    card, attack = NUMBERED[number]
    h.hand("red", *(h.printed("red", tab("red")) for _ in range(7))).deck("red", *h.plain(15))
    h.hunt((card, 12, 17, 18), turn=MONSTER, turns={MONSTER: 1}).answer("attack", attack)
    for _ in range(most):
        h.answer("combo", h.options("combo")[0])
    refused = h.refused("combo", next(c for c in h.place("hand.red")))
    assert (refused.code, refused.params) == ("combo-too-long", {"most": most})


@pytest.mark.rule("LH-76")
@pytest.mark.parametrize(
    ("legend", "number", "way", "cards"),
    [("cyclops", 4, "a", 5), ("cyclops", 4, "b", 3), ("gaunter-odimm", 1, "b", 3)],
)
def test_ways_out(legend: str, number: int, way: str, cards: int) -> None:
    """One chooses which price one pays."""
    h = attacked(legend, number, "red", potions=("adder-bite",), tracks={"gold.red": 2})
    assert h.open() == ["bargain/red"]
    assert h.options("bargain") == ["a", "b"]
    h.answer("bargain", way)
    assert lost(h) == cards
    paid = {"cyclops": len(h.place("potions.red")), "gaunter-odimm": h.track("gold.red")}
    assert (paid[legend] == 0) == (way == "b")


@pytest.mark.rule("LH-76")
@pytest.mark.parametrize(("legend", "number"), [("cyclops", 4), ("gaunter-odimm", 1)])
def test_a_way_that_is_barred(legend: str, number: int) -> None:
    """Who can't pay takes what is threatened, without a question."""
    h = attacked(legend, number, "red", tracks={"gold.red": 1})
    assert h.forced("bargain") == ["a"]
    assert lost(h) in {5, 6}


@pytest.mark.rule("LH-76")
def test_a_card_is_signed_away() -> None:
    """Trashing a hand card is a way out for who holds one."""
    h = attacked("gaunter-odimm", 3, "red", "blue")
    h.answer("bargain", "b").answer("trash-one", h.place("hand.red")[0])
    assert (lost(h), len(h.place("hand.red"))) == (3, 4)
    h = Hunted(legend="gaunter-odimm", at=11).tracks(**{"shield.red": 0}).hand("red")
    h.deck("red", *h.plain(9)).hunt((2, 12, 17), turn=MONSTER, turns={MONSTER: 1})
    h.answer("attack", "bite")
    assert h.forced("bargain") == ["a"]
    assert lost(h) == 5


@pytest.mark.rule("LH-76")
@pytest.mark.parametrize(("potions", "again"), [((), True), (("adder-bite",), False)])
def test_the_hourglass(potions: tuple[str, ...], *, again: bool) -> None:
    """Without a Potion to give, it attacks once more at once, and the next in order announces."""
    h = attacked("gaunter-odimm", 2, "red", "red", potions=potions)
    assert (h.now.turn == MONSTER, h.now.turns[MONSTER]) == (again, 3 if again else 2)
    assert h.place("potions.red") == ()


@pytest.mark.rule("LH-78")
def test_one_potion_is_enough() -> None:
    """Who has two gives up the one of choice, once."""
    h = attacked("gaunter-odimm", 2, "red", potions=("adder-bite", "blizzard"))
    h.answer("discard-potions", [h.place("potions.red")[0]])
    assert h.now.turn != MONSTER
    assert len(h.place("potions.red")) == 1


@pytest.mark.rule("LH-76")
@pytest.mark.parametrize(("dealt", "cards"), [(0, 3), (5, 5), (9, 6)])
def test_the_mirror(dealt: int, cards: int) -> None:
    """Damage as was dealt in the last own Fight Turn, three at least and six at most."""
    h = Hunted(legend="gaunter-odimm", at=11).tracks(**{"shield.red": 0, "track.red": 4})
    h.hand("red", h.printed("red", damage=dealt), *h.plain(1)).deck("red", *h.plain(20))
    h.hunt((*range(8, 8 + dealt), 7, 12, 17, 18), turn="red")
    strong = next(c for c in h.place("hand.red") if h.inventory.cards[c].colour == "red")
    h.combo(strong)
    before = lost(h)
    h.answer("attack", "charge")
    assert lost(h) - before == cards


@pytest.mark.rule("LH-75")
def test_another_opening() -> None:
    """Against O'Dimm no Combo begins as the one before did."""
    h = Hunted(legend="gaunter-odimm", at=11).owns(1)
    cards = [h.printed(colour) for colour in ("red", "red", "blue", "blue", "blue")]
    h.hand("red", *cards).deck("red", *h.plain(15)).stand(red=11).ready()
    h.answer("phase-2", "fight.legend").combo(cards[0])
    assert h.part(Hunt).opening == "red"
    h.note(Fight, turn="red", step="start")
    refused = h.refused("combo", cards[1])
    assert (refused.code, refused.params) == ("opening-again", {"colour": "red"})
    h.answer("combo", cards[2])


@pytest.mark.rule("LH-75", "LH-76")
@pytest.mark.parametrize(("shield", "life"), [(0, 4), (4, 3)])
def test_it_grows_back(shield: int, life: int) -> None:
    """After its turn the Toad has a lost card back, below the others, if the Shield is down."""
    h = Hunted(legend="toad", at=11).tracks(**{"shield.red": shield, "defense.red": 4})
    h.hand("red", *h.plain(2)).deck("red", *h.plain(12))
    h.hunt((4, 12, 17, 18), turn=MONSTER).answer("attack", "bite")
    assert h.place("monster-life") == tuple(f"legend-fight.{n}" for n in (12, 17, 18, 4)[:life])


@pytest.mark.rule("LH-75")
@pytest.mark.parametrize(("tokens", "life"), [(0, 18), (5, 13), (17, 1), (20, 1)])
def test_a_smaller_pool(tokens: int, life: int) -> None:
    """The Toad begins with two cards less, together with the tokens, and never with none."""
    h = Hunted(legend="toad", at=11).owns(tokens).stand(red=11).ready()
    h.hand("red", *h.plain(3)).answer("phase-2", "fight.legend")
    assert len(h.place("monster-life")) + len(h.place("monster-spent")) == life


@pytest.mark.rule("LH-76")
def test_swallowed() -> None:
    """Without a red card there is damage, and a lost card goes under the pool."""
    h = attacked("toad", 3, "blue", tracks={"shield.red": 0})
    assert lost(h) == 4
    assert h.place("monster-life")[-1].startswith("legend-fight.")
    assert lost(attacked("toad", 3, "red", "blue")) == 1


@pytest.mark.rule("LH-75")
@pytest.mark.parametrize(("card", "cards"), [(1, 5), (10, 4), (14, 6), (18, 6)])
def test_the_worse_half(card: int, cards: int) -> None:
    """In odd turns the Elder sees the card first; Special Attacks count for what they cost."""
    script = {"shuffle.legend-deck": [[f"legend-fight-card-{card}"]]}
    h = Hunted(legend="unseen-elder", at=11, script=script).tracks(**{"shield.red": 0})
    h.hand("red", *h.plain(3)).deck("red", *h.plain(12)).stand(red=11).ready()
    h.answer("phase-2", "fight.legend")
    assert h.open() == ["combo/red"]
    assert lost(h) == cards


@pytest.mark.rule("LH-76")
def test_blood_feast() -> None:
    """Damage as many as there are hand cards, two at least."""
    assert lost(attacked("unseen-elder", 1, "red", "red")) == 5
    assert lost(attacked("unseen-elder", 1, spare=2)) == 2


@pytest.mark.rule("LH-76")
def test_a_whisper() -> None:
    """Two hand cards go, and chance lays the first card of the next Combo."""
    h = attacked("unseen-elder", 3, "red", "blue", "green", "yellow")
    h.answer("discard", list(h.place("hand.red")[:2]))
    first = [e.event for e in h.timeline.happened if isinstance(e.event, Rolled)]
    assert [each.stream for each in first] == ["first-card"]
    assert lost(h) == 3  # and the card that chance has laid


@pytest.mark.rule("LH-76")
def test_drawn_under() -> None:
    """Two random hand cards go on top of the deck."""
    h = attacked("kayran", 2, "red", "blue", "yellow", "purple")
    assert (len(h.place("hand.red")), lost(h)) == (5, 3)
    assert len(h.place("deck.red")) == 12 - 3 + 2


@pytest.mark.rule("LH-75")
def test_two_phases() -> None:
    """Kayran hardly bleeds at first, and rages when few cards are left."""
    h = Hunted(legend="kayran", at=11).owns(1).tracks(**{"shield.red": 0, "track.red": 4})
    h.hand("red", h.printed("red", damage=7), *h.plain(1)).deck("red", *h.plain(20))
    h.stand(red=11).ready().answer("phase-2", "fight.legend")
    h.combo(next(c for c in h.place("hand.red") if h.inventory.cards[c].fight.damage))
    assert len(h.place("monster-spent")) == 3
    h.lay("monster-life", *(f"legend-fight.{n}" for n in (3, 12, 17, 18)), rest="legend-deck")
    before = lost(h)
    h.answer("attack", "charge")
    assert lost(h) - before == 7


@pytest.mark.rule("LH-76")
def test_slime() -> None:
    """Two damage, and two Potions go."""
    h: Any = attacked("kayran", 3, "red", potions=("adder-bite", "blizzard"))
    assert (lost(h), h.place("potions.red")) == (2, ())
