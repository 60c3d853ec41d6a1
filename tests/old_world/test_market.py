"""Phase III: discard, draw, gain; how the display moves and what it costs."""

from __future__ import annotations

import pytest

from tests.old_world.table import Table, catalogue, new
from tests.referee.client import Client
from tts_tool.kernel.events import Moved
from tts_tool.referee.desk import Desk
from tts_tool.referee.desk import OfferedGame as Desked
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.box.records import Market
from tts_tool.rulesets.old_world.base.cards.market import PhaseThree

SLOTS = [f"display.{slot}" for slot in range(1, 7)]
ANY = (0, 0, 0, 0, 0, 0)


def phase_three(hand: int, *costs: int, seats: int = 2, step: str = "discard") -> Table:
    """Let red begin Phase III, or a step of it, with so many cards and a display of costs."""
    t = new(seats=seats)
    t.hand("red", *t.place("deck.red")[:hand])
    display(t, *(costs or ANY))
    return t.to_phase("phase-3", "red").note(PhaseThree, steps={"red": step})


def display(t: Table, *costs: int) -> Table:
    """Lay cards of these costs into the slots, from the left."""
    for slot in SLOTS:
        t.lay(slot, rest="action-deck")
    taken: set[str] = set()
    for slot, cost in zip(SLOTS, costs, strict=True):
        card = next(c for c in t.cards(places=["action-deck"], cost=cost) if c not in taken)
        taken.add(card)
        t.lay(slot, card)
    return t


def shown(t: Table) -> list[str]:
    """List the display from the left."""
    return [c for slot in SLOTS for c in t.place(slot)]


@pytest.mark.rule("OW-MARKET-01", "OW-TURN-09")
def test_three_steps_in_order() -> None:
    """Discarding comes first, then drawing, then the purchase; then the next turn."""
    t = phase_three(2)
    assert t.open() == ["discard/red"]
    first = t.place("hand.red")[0]
    t.answer("discard", [first])
    assert len(t.place("hand.red")) == 3
    assert t.open() == ["purchase/red"]
    t.answer("purchase", {"card": t.place("display.4")[0], "pay": []})
    assert t.timeline.state.acting == "blue"


@pytest.mark.rule("OW-MARKET-02")
@pytest.mark.parametrize(("hand", "least"), [(5, 2), (4, 1), (3, 0), (7, 4)])
def test_at_most_three_stay(hand: int, least: int) -> None:
    """Any number may go, and at least what is more than three."""
    t = phase_three(hand)
    cards = list(t.place("hand.red"))
    if least:
        refusal = t.refused("discard", cards[: least - 1])
        assert (refusal.code, refusal.rule) == ("too-few", "OW-MARKET-02")
    t.answer("discard", cards[:least])
    assert set(cards[:least]) <= set(t.place("discard.red"))


@pytest.mark.rule("OW-MARKET-03", "OW-CARD-12")
def test_drawing_up_to_three() -> None:
    """The hand is filled to three, from a deck that is made anew if need be."""
    t = phase_three(1)
    deck: list[str] = t.document()["places"]["deck.red"]
    top, others = deck[0], deck[1:5]
    t.lay("discard.red", *others).lay("deck.red", top, rest="box")
    t.answer("discard", [])
    assert len(t.place("hand.red")) == 3
    assert top in t.place("hand.red")
    assert t.place("discard.red") == ()


@pytest.mark.rule("OW-MARKET-04", "OW-DUEL-25")
@pytest.mark.parametrize(("lost", "hand"), [(True, 2), (False, 3)])
def test_less_after_a_lost_fight(lost: bool, hand: int) -> None:  # noqa: FBT001  # a table row
    """Whoever lost a fight this turn draws up to two, whoever did not up to three."""
    t = phase_three(0).did("red", lost=lost)
    t.timeline  # noqa: B018  # with an empty hand nothing is asked before the purchase
    assert len(t.place("hand.red")) == hand


@pytest.mark.rule("OW-MARKET-18")
@pytest.mark.parametrize(
    ("hand", "facts", "drawn"),
    [
        (3, {"draws": 1}, 4),
        (3, {"draws": -1}, 3),
        (0, {"draws": -1}, 2),
        (0, {"draws": -1, "lost": True}, 1),
        (0, {"draws": -5}, 0),
        (0, {"draws": 2, "draw_target": 1}, 1),
        (0, {"draws": 9}, 7),
    ],
)
def test_cards_change_the_draw(hand: int, facts: dict[str, object], drawn: int) -> None:
    """What cards say is added up, a fixed number replaces the sum; nobody discards for it."""
    t = phase_three(hand).did("red", **facts)
    if hand:
        t.answer("discard", [])
    assert len(t.place("hand.red")) == drawn


@pytest.mark.rule("OW-MARKET-05", "OW-MARKET-11")
def test_paying_with_cards() -> None:
    """A card of cost 2 takes two other cards, which go to the own discard; it goes to hand."""
    t = phase_three(3, 0, 0, 2, 0, 0, 0, step="gain")
    bought, hand = t.place("display.3")[0], t.place("hand.red")
    refusal = t.refused("purchase", {"card": bought, "pay": [hand[0]]})
    assert (refusal.code, refusal.rule) == ("wrong-price", "OW-MARKET-05")
    t.answer("purchase", {"card": bought, "pay": list(hand[:2])})
    assert set(t.place("hand.red")) == {hand[2], bought}
    assert t.rules().count("OW-MARKET-11") == 1
    assert t.place("discard.red")[:2] == (hand[1], hand[0])
    assert t.place("action-discard") == ()


@pytest.mark.rule("OW-MARKET-01")
def test_how_far_phase_three_is() -> None:
    """It stands in the state, from step to step, so that whoever comes back goes on there."""
    t = phase_three(3)
    assert t.part(PhaseThree).steps == {"red": "discard"}
    t.answer("discard", [])
    assert (t.open(), t.part(PhaseThree).steps) == (["purchase/red"], {"red": "gain"})
    t.answer("purchase", t.ask("purchase").space().sole()[0])
    assert (t.timeline.state.acting, t.part(PhaseThree).steps) == ("blue", {})


@pytest.mark.rule("OW-DEC-23")
def test_what_costs_is_said() -> None:
    """The labels of a purchase say what a display card costs, of one's own cards no price."""
    t = phase_three(3, 0, 0, 2, 0, 0, 0, step="gain")
    asked = t.ask("purchase")
    assert asked.words(t.place("display.3")[0])["en"].endswith(", costs 2)")
    assert "cost" not in asked.words(t.place("hand.red")[0])["en"]


@pytest.mark.rule("OW-MARKET-05")
def test_payment_named_first() -> None:
    """Whoever names the payment first is offered the cards that it pays for exactly."""
    t = phase_three(3, 0, 0, 0, 1, 2, 1, step="gain")
    paid = [t.place("hand.red")[0]]
    left = t.ask("purchase").space().check({"pay": paid})
    fits = [o.value for o in left.left["card"].options() if o.rejection is None]  # type: ignore[union-attr]
    assert fits == [t.place(slot)[0] for slot in (SLOTS[0], SLOTS[1], SLOTS[3])]
    t.answer("purchase", {"pay": paid, "card": fits[0]})
    assert fits[0] in t.place("hand.red")


@pytest.mark.rule("OW-MARKET-06", "OW-MARKET-10")
def test_gaining_is_a_duty() -> None:
    """Nobody may pass while a card can be paid for; gold pays for nothing."""
    t = phase_three(1, 2, 2, 2, 1, 2, 2, step="gain").tracks(**{"gold.red": 20})
    dear = t.place("display.1")[0]
    assert t.refused("purchase", {"card": dear, "pay": []}).rule == "OW-MARKET-10"
    assert t.refused("purchase", {"card": "nothing", "pay": []}).rule == "OW-MARKET-06"
    assert t.why_not("purchase", ["card", "nothing"]) is not None
    assert t.open() == ["purchase/red"]


@pytest.mark.rule("OW-MARKET-06")
def test_nothing_that_can_be_paid() -> None:
    """With an empty hand and no free card none is gained, and the turn ends."""
    t = phase_three(0, 0, 0, 1, 1, 1, 2, step="gain")
    before = shown(t)
    t.timeline  # noqa: B018  # the step has nothing to ask
    assert shown(t) == before
    assert t.timeline.state.acting == "blue"


@pytest.mark.rule("OW-MARKET-07", "OW-MARKET-08", "OW-MARKET-09")
@pytest.mark.parametrize(
    ("slot", "printed", "price"),
    [(6, 0, 0), (6, 2, 1), (1, 0, 1), (2, 2, 3), (3, 1, 1), (4, 0, 0), (5, 2, 2)],
)
def test_slots_change_the_price(slot: int, printed: int, price: int) -> None:
    """The right-most slot is one cheaper, the two left ones are one dearer, the rest as printed."""
    costs = [0] * 6
    costs[slot - 1] = printed
    t = phase_three(3, *costs, step="gain")
    card, hand = t.place(f"display.{slot}")[0], list(t.place("hand.red"))
    if price:
        assert t.refused("purchase", {"card": card, "pay": hand[: price - 1]}).code == "wrong-price"
    t.answer("purchase", {"card": card, "pay": hand[:price]})
    assert card in t.place("hand.red")


@pytest.mark.rule("OW-MARKET-12")
def test_the_gap_closes() -> None:
    """After slot 4 is taken slots 1 to 3 move right, and a new card comes to slot 1."""
    t = phase_three(3, step="gain")
    one, two, three, four, five, six = shown(t)
    new_card = t.place("action-deck")[0]
    t.answer("purchase", {"card": four, "pay": []})
    assert shown(t) == [new_card, one, two, three, five, six]


@pytest.mark.rule("OW-MARKET-13")
def test_several_gaps_close_in_order() -> None:
    """Where slots 2 and 5 were emptied the others slide right in their order."""
    t = phase_three(3, step="gain")
    one, two, three, four, five, six = shown(t)
    first, second, third = t.place("action-deck")[:3]
    t.lay("display.2").lay("display.5")
    t.answer("purchase", {"card": six, "pay": []})
    assert {two, five} <= set(t.place("box"))
    assert shown(t) == [third, second, first, one, three, four]


@pytest.mark.rule("OW-MARKET-15")
def test_the_deck_is_made_anew() -> None:
    """An empty common deck is the shuffled common discard; with both empty slots stay empty."""
    t = phase_three(3, step="gain")
    deck = t.place("action-deck")
    t.lay("action-deck", rest="box")
    gone = shown(t)[3]
    t.answer("purchase", {"card": gone, "pay": []})
    assert t.place("display.1") == ()
    t = phase_three(3, step="gain")
    t.lay("action-deck", rest="box").lay("action-discard", *deck[:2])
    t.answer("purchase", {"card": shown(t)[3], "pay": []})
    assert t.place("display.1")[0] in deck[:2]
    assert t.shuffled("action-deck") == 1


@pytest.mark.rule("OW-MARKET-16", "OW-EXPLORE-07")
def test_gains_elsewhere_ask_for_the_printed_cost() -> None:
    """A card of printed cost 0 on slot 1 is a legal gain of cost 0, and goes to the discard."""
    t = losing(0, 1, 1, 1, 0, 1)
    left = t.place("display.1")[0]
    assert t.why_not("gain", t.place("display.2")[0]) is not None
    assert t.refused("gain", t.place("display.2")[0]).rule == "OW-EXPLORE-07"
    t.answer("gain", left)
    assert t.place("discard.red")[0] == left
    moved = [each.event for each in t.timeline.happened if isinstance(each.event, Moved)]
    assert sum(left in each.components and each.target == "discard.red" for each in moved) == 1


def losing(*costs: int) -> Table:
    """Let red gain a card of cost 0, as the loser of a fight does."""
    from tts_tool.kernel.module import Module  # noqa: PLC0415  # a box for this one situation
    from tts_tool.rulesets.old_world.base.cards.market import gain_of_cost  # noqa: PLC0415
    from tts_tool.rulesets.old_world.base.points import PHASE1_ENDED  # noqa: PLC0415

    gift = Module("gift", needs=("base",))
    gift.hook(PHASE1_ENDED, "ask")(lambda g, seat: gain_of_cost(g, seat, 0))
    t = new(seats=2, boxes=(gift,))
    return display(t, *costs).answer("phase-1", "end-phase")


@pytest.mark.rule("OW-EXPLORE-08", "OW-MONSTER-37", "OW-MARKET-14")
def test_searching_the_deck() -> None:
    """Without such a card on display the first one of the deck is gained, the rest discarded."""
    from tts_tool.kernel.module import Module  # noqa: PLC0415  # a box for this one situation
    from tts_tool.rulesets.old_world.base.cards.market import gain_of_cost  # noqa: PLC0415
    from tts_tool.rulesets.old_world.base.points import PHASE1_ENDED  # noqa: PLC0415

    gift = Module("gift", needs=("base",))
    gift.hook(PHASE1_ENDED, "ask")(lambda g, seat: gain_of_cost(g, seat, 0))
    t = display(new(seats=2, boxes=(gift,)), 1, 1, 1, 2, 2, 2)
    dear = t.cards(places=["action-deck"], cost=1)[:2]
    free = t.cards(places=["action-deck"], cost=0)[0]
    rest = [c for c in t.place("action-deck") if c not in (*dear, free)]
    t.lay("action-deck", *dear, free, *rest)
    before = shown(t)
    t.answer("phase-1", "end-phase")
    assert t.place("discard.red")[0] == free
    assert set(t.place("action-discard")) == set(dear)
    assert shown(t) == before


@pytest.mark.rule("OW-MARKET-17")
def test_phase_three_trashes_nothing() -> None:
    """What is discarded stays among the own cards."""
    t = phase_three(5)
    own = ("hand.red", "deck.red", "discard.red")
    before = sorted(c for place in own for c in t.place(place))
    t.answer("discard", list(t.place("hand.red"))[:3])
    assert sorted(c for place in own for c in t.place(place)) == before
    assert t.place("trash") == ()


def test_cards_as_data() -> None:
    """A program reads of each card what is printed on it, and what each in the display costs."""
    desk = Desk({RULESET.name: lambda: Desked(RULESET, catalogue)}, longest=1 << 20)
    client, t = Client(desk), new(2)
    client.ask("new", game=RULESET.name, seats=2, seed="1", position=t.document())
    view = client.ask("view", seat="red")
    shown = [card for slot in SLOTS for card in view["places"][slot]]
    printed = [t.timeline.composition.inventory.cards[card["id"]] for card in shown]
    assert [(c["colour"], c["cost"], c["terrain"]) for c in shown] == [
        (card.colour, card.cost, card.face.terrain) for card in printed
    ]
    for card, known in zip(shown, printed, strict=True):
        assert card["fight"].get("damage", 0) == known.fight.damage
        assert [tab["colour"] for tab in card["tabs"]] == [tab.colour for tab in known.extensions]
    modifiers = t.timeline.composition.table(Market).slots
    costs = [max(0, card.cost + more) for card, more in zip(printed, modifiers, strict=True)]
    assert view["readings"]["prices"] == dict(zip((c["id"] for c in shown), costs, strict=True))
    assert client.ask("view")["readings"] == view["readings"]
    assert all(not {"colour", "terrain"} & hidden.keys() for hidden in view["places"]["deck.red"])
