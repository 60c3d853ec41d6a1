"""Setting up, by number of seats."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.old_world.table import FIXED, SCHOOLS, Table, new, unplayed
from tts_tool.kernel.decisions import Move
from tts_tool.kernel.events import Showed, Shuffled
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.box.records import Location
from tts_tool.rulesets.old_world.base.turn.turn import Turn

SLOTS = tuple(f"display.{slot}" for slot in range(1, 7))
TERRAINS = ("forest", "mountain", "water")
ALL = (1, 2, 3, 4, 5)
SEVERAL = (2, 3, 4, 5)


def finished(seats: int, seed: str = "1", **settings: str) -> Table:
    """Set up by first answers, with red as Starting Player."""
    wanted = {"starting-player": "red"} | {k.replace("_", "-"): v for k, v in settings.items()}
    t = unplayed(seats=seats, seed=seed, settings=wanted)
    while not t.timeline.state.phase:
        decision = t.timeline.decisions()[0]
        t.answer(decision.name, decision.space().sole()[0])
    return t


def record(t: Table, component: str) -> object:
    """Read the card of a component."""
    return t.timeline.composition.inventory.cards[component]


def seats_of(t: Table) -> tuple[str, ...]:
    """Give the seats, clockwise."""
    return t.timeline.composition.setup.seats


# The board


@pytest.mark.rule("OW-SETUP-01", "OW-SETUP-04")
@pytest.mark.parametrize("seats", ALL)
def test_ninety_common_cards(seats: int) -> None:
    """Six on display, 84 in the deck, none of them a starting card."""
    t = finished(seats)
    assert [len(t.place(slot)) for slot in SLOTS] == [1] * 6
    assert len(t.place("action-deck")) == 84
    shared = [*t.place("action-deck"), *(t.place(slot)[0] for slot in SLOTS)]
    assert all(getattr(record(t, c), "school", "") is None for c in shared)


@pytest.mark.rule("OW-SETUP-02", "OW-SETUP-03", "OW-SETUP-04")
@pytest.mark.soak(sample=40, full=1000)
def test_display(rounds: int) -> None:
    """The right half costs nothing, in ever new orders; the left half may cost nothing, too."""
    rights, free, tops = set(), set(), set()
    for seed in range(rounds):
        t = unplayed(seats=1, seed=f"display {seed}")
        costs = [getattr(record(t, t.place(slot)[0]), "cost", None) for slot in SLOTS]
        assert costs[3:] == [0, 0, 0]
        rights.add(tuple(t.place(slot)[0] for slot in SLOTS[3:]))
        free.add(costs.count(0) > 3)
        tops.add(t.place("action-deck")[0])
    assert len(rights) > rounds * 0.9
    assert free == {True, False}
    assert len(tops) > 10


@pytest.mark.rule("OW-DEC-02")
@pytest.mark.parametrize("boards", ["draft", "choose"])
def test_taking_a_board(boards: str) -> None:
    """Whoever is asked for a board takes it by laying it before themselves."""
    t = unplayed(3, settings={"boards": boards})
    for _ in range(3):
        asked = t.ask("board")
        assert [g for _, g in asked.bindings()] == [
            Move(option.value, f"board.{asked.seat}") for option in asked.space().options()
        ]
        t.answer("board", t.options("board")[0])


@pytest.mark.rule("OW-SETUP-02")
def test_what_is_turned_up_for_the_display() -> None:
    """All see the cards from the top to the third that costs nothing, and none beyond."""
    for seed in range(5):
        t = unplayed(seats=1, seed=f"display {seed}")
        events = [happened.event for happened in t.timeline.happened]
        (seen,) = [e for e in events if isinstance(e, Showed) and e.place == "action-deck"]
        free = [not getattr(record(t, c), "cost", None) for c in seen.components]
        assert (free.count(True), free[-1]) == (3, True)


@pytest.mark.rule("OW-SETUP-04")
def test_the_left_half_comes_from_the_top() -> None:
    """What lies on top once the deck is shuffled again is laid out from the left."""
    t = unplayed(seats=1, seed="display")
    events = [happened.event for happened in t.timeline.happened]
    orders = [e.order for e in events if isinstance(e, Shuffled) and e.place == "action-deck"]
    left = [t.place(slot)[0] for slot in SLOTS[:3]]
    assert (*left, *t.place("action-deck")) == orders[-1]


@pytest.mark.rule("OW-SETUP-05")
def test_potion_deck() -> None:
    """28 Potions in an order that depends on chance, hidden from all."""
    t, other = finished(3), finished(3, seed="2")
    assert len(t.place("potion-deck")) == 28
    assert t.place("potion-deck") != other.place("potion-deck")
    assert t.sees("red", "potion-deck") == []
    assert t.rules().index("OW-SETUP-05") < t.rules().index("OW-SETUP-06")


@pytest.mark.rule("OW-SETUP-06", "OW-SETUP-07")
@pytest.mark.parametrize(("seats", "each"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_attribute_trophies(seats: int, each: int) -> None:
    """One of each attribute for two or three seats, two of each for more."""
    t = finished(seats)
    attributes = Counter(c.split(".")[1] for c in t.place("attribute-trophies"))
    assert attributes == dict.fromkeys(("combat", "defense", "alchemy", "specialty"), each)


@pytest.mark.rule("OW-SETUP-08", "OW-SETUP-09")
def test_story_decks() -> None:
    """Both exploration decks are shuffled; events lie by number, and nothing shuffles them."""
    t = finished(3)
    assert (len(t.place("city-deck")), len(t.place("wilds-deck"))) == (36, 36)
    assert t.shuffled("city-deck") == t.shuffled("wilds-deck") == 1
    assert t.place("events") == tuple(f"event.{n}" for n in range(1, 57))
    assert t.shuffled("events") == 0


@pytest.mark.rule("OW-SETUP-10", "OW-SETUP-11", "OW-SETUP-16")
@pytest.mark.parametrize("seats", SEVERAL)
def test_tokens_and_monsters(seats: int) -> None:
    """Five tokens stay in each pile; each monster stands where its slot's token says."""
    t = finished(seats)
    for terrain in TERRAINS:
        assert len(t.place(f"tokens.{terrain}")) == 5
        assert t.shuffled(f"tokens.{terrain}") == 1
        (token,), (monster,) = t.place(f"lair.{terrain}"), t.place(f"monster.{terrain}")
        at = t.place(f"at.{token.removeprefix('token.')}")
        assert f"monster-token.{monster.removeprefix('monster.')}" in at


@pytest.mark.rule("OW-SETUP-12")
def test_monster_piles() -> None:
    """Cards can be read by all, tokens by nobody; the order of tokens is left to chance."""
    t = finished(3)
    for level in (1, 2, 3):
        assert t.sees(None, f"monster-cards.{level}") == list(t.place(f"monster-cards.{level}"))
        assert t.sees("red", f"monster-tokens.{level}") == []
        assert t.shuffled(f"monster-tokens.{level}") == 1


@pytest.mark.rule("OW-SETUP-13", "OW-SETUP-32")
@pytest.mark.parametrize(("seats", "aside"), [(3, 0), (4, 1), (5, 2)])
def test_monsters_of_the_first_level(seats: int, aside: int) -> None:
    """Three monsters of level I; with four or five seats further tokens are set aside."""
    t = finished(seats)
    assert levels(t) == dict.fromkeys(TERRAINS, 1)
    assert len(t.place("more-monsters")) == aside
    assert len(t.place("monster-tokens.1")) == 10 - 3 - aside


def levels(t: Table) -> dict[str, object]:
    """Read the level of the monster in each slot."""
    return {
        each: getattr(record(t, t.place(f"monster.{each}")[0]), "level", 0) for each in TERRAINS
    }


@pytest.mark.rule("OW-SETUP-14", "OW-SETUP-15", "OW-DEC-03")
@pytest.mark.parametrize("terrain", TERRAINS)
@pytest.mark.parametrize("first", ["red", "blue"])
def test_two_seats_choose_a_slot(terrain: str, first: str) -> None:
    """The seat that will begin says where the level II monster comes."""
    t = unplayed(seats=2, settings={"starting-player": first})
    assert t.open() == [f"slot/{first}"]
    t.answer("slot", terrain)
    assert levels(t) == {each: 2 if each == terrain else 1 for each in TERRAINS}
    assert len(t.place("more-monsters")) == 0
    assert t.until("phase-1").timeline.state.acting == first


@pytest.mark.rule("OW-SETUP-17")
def test_fight_deck() -> None:
    """20 fight cards, shuffled and hidden."""
    t = finished(3)
    assert len(t.place("monster-deck")) == 20
    assert t.shuffled("monster-deck") == 1
    assert t.sees("red", "monster-deck") == []


@pytest.mark.rule("OW-SETUP-36")
def test_no_closed_tavern() -> None:
    """The Closed Tavern token waits off the board."""
    t = finished(3)
    assert "closed-tavern" in t.place("box")


@pytest.mark.rule("OW-SETUP-37")
@pytest.mark.soak(sample=60, full=600)
def test_monsters_appear_anywhere(rounds: int) -> None:
    """A monster that comes to a school, or to a miniature, stays there: nothing is drawn again."""
    schools = met = 0
    for seed in range(rounds):
        t = finished(3, seed=f"lair {seed}")
        locations = {known.number: known for known in _locations(t)}
        numbers = [int(t.place(f"lair.{each}")[0].removeprefix("token.")) for each in TERRAINS]
        schools += any(locations[number].deed == "school" for number in numbers)
        met += any(c.startswith("miniature.") for n in numbers for c in t.place(f"at.{n}"))
        assert all(len(t.place(f"tokens.{each}")) == 5 for each in TERRAINS)
    assert schools
    assert met


def _locations(t: Table) -> list[Location]:
    return list(t.timeline.composition.setup.cards.of(Location).values())


# Seats


@pytest.mark.rule("OW-SETUP-18", "OW-DEC-01")
def test_starting_player() -> None:
    """A named seat begins; otherwise chance says who."""
    for named in ("red", "blue", "green"):
        t = unplayed(seats=3, settings={"starting-player": named})
        assert t.part(Turn).first == named
        assert t.timeline.state.acting == named  # also while the set-up asks
    drawn = {unplayed(seats=3, seed=str(seed)).part(Turn).first for seed in range(20)}
    assert drawn == {"red", "blue", "green"}


@pytest.mark.rule("OW-SETUP-19", "OW-SETUP-20", "OW-DEC-02")
def test_draft() -> None:
    """Counter-clockwise, the Starting Player last; two boards each, the other goes back."""
    t = unplayed(seats=4, settings={"starting-player": "blue"})
    asked, kept = [], {}
    while t.timeline.decisions()[0].name == "board":
        decision = t.timeline.decisions()[0]
        offered = t.options("board")
        assert len(offered) == 2
        asked.append(decision.seat)
        kept[decision.seat] = offered[0]
        t.answer("board", offered[0])
    assert asked == ["red", "yellow", "green", "blue"]
    assert len(set(kept.values())) == 4
    assert all(t.place(f"board.{seat}") == (board,) for seat, board in kept.items())


@pytest.mark.rule("OW-SETUP-20")
def test_rejected_board_comes_again() -> None:
    """Over some games a board that was put back is offered to a later seat."""
    again = 0
    for seed in range(30):
        t = unplayed(seats=3, seed=str(seed))
        kept, rejected = t.options("board")
        t.answer("board", kept)
        again += rejected in t.options("board")
    assert 0 < again < 30


@pytest.mark.rule("OW-SETUP-21")
def test_last_board_is_taken() -> None:
    """With five seats the Starting Player isn't asked."""
    t = unplayed(seats=5, settings={"starting-player": "red"})
    asked = []
    while t.timeline.decisions()[0].name == "board":
        asked.append(t.timeline.decisions()[0].seat)
        t.answer("board", t.options("board")[0])
    assert asked == ["white", "yellow", "green", "blue"]
    assert len(t.place("board.red")) == 1


@pytest.mark.rule("OW-SETUP-22")
def test_boards_of_choice() -> None:
    """Chosen freely, a school that is taken is refused."""
    t = unplayed(seats=3, settings={"starting-player": "red", "boards": "choose"})
    t.answer("board", "board.cat")
    refused = t.refused("board", "board.cat")
    assert (refused.rule, refused.params) == ("OW-SETUP-22", {"school": "cat"})
    t.answer("board", "board.wolf")
    assert (t.place("board.red"), t.place("board.blue")) == (("board.cat",), ("board.wolf",))


@pytest.mark.rule("OW-SETUP-23", "OW-SETUP-25")
@pytest.mark.parametrize("seats", [1, 3])
def test_levels_at_the_start(seats: int) -> None:
    """Everything at 1, the Trophy Track at 0."""
    fresh = finished(seats).composed_anew().inventory
    for seat in RULESET.seats[:seats]:
        for name in ("combat", "defense", "alchemy", "specialty", "witcher", "shield"):
            assert fresh.tracks[f"{name}.{seat}"].start == 1
        assert fresh.tracks[f"track.{seat}"].start == 0


@pytest.mark.rule("OW-SETUP-24")
def test_miniatures_start_at_home() -> None:
    """A miniature stands at the school of its board."""
    t = new(seats=5)
    homes = {known.school: known.number for known in _locations(t)}
    for seat, school in zip(seats_of(t), SCHOOLS, strict=True):
        assert f"miniature.{seat}" in t.place(f"at.{homes[school]}")


@pytest.mark.rule("OW-SETUP-26", "OW-SETUP-35")
@pytest.mark.parametrize("seats", ALL)
def test_witcher_trophies(seats: int) -> None:
    """As many as opponents, of the own school; what nobody uses is in the box."""
    t = finished(seats)
    for seat in seats_of(t):
        school = t.place(f"board.{seat}")[0].removeprefix("board.")
        own = t.place(f"witcher-trophies.{seat}")
        assert len(own) == seats - 1
        assert all(trophy.startswith(f"witcher-trophy.{school}.") for trophy in own)
    left = [c for c in t.place("box") if c.startswith("board.")]
    assert len(left) == 5 - seats


RESOURCES = {
    1: ("OW-SOLO-02", [(5, 3)]),
    2: ("OW-SETUP-28", [(3, 2), (5, 4)]),
    3: ("OW-SETUP-29", [(3, 2), (4, 4), (5, 6)]),
    4: ("OW-SETUP-30", [(2, 4), (3, 5), (4, 6), (5, 7)]),
    5: ("OW-SETUP-31", [(2, 5), (3, 5), (4, 5), (4, 7), (5, 7)]),
}


@pytest.mark.parametrize(
    "seats", [pytest.param(n, marks=pytest.mark.rule(rule)) for n, (rule, _) in RESOURCES.items()]
)
def test_starting_resources(seats: int) -> None:
    """Cards and gold in turn order, from whoever begins."""
    for first in RULESET.seats[:seats]:
        t = finished(seats, starting_player=first)
        at = RULESET.seats.index(first)
        order = (*RULESET.seats[at:seats], *RULESET.seats[:at])
        given = [(len(t.place(f"hand.{s}")), t.track(f"gold.{s}")) for s in order]
        assert given == RESOURCES[seats][1]


@pytest.mark.rule("OW-SETUP-27")
def test_starting_decks() -> None:
    """Ten cards of the own school, in an order that chance made."""
    t, other = new(seats=3), new(seats=3)
    for seat, school in zip(seats_of(t), SCHOOLS, strict=False):
        cards = [*t.place(f"hand.{seat}"), *t.place(f"deck.{seat}")]
        assert len(cards) == 10
        assert {getattr(record(t, c), "school", None) for c in cards} == {school}
    assert other.place("deck.red") == t.place("deck.red")
    drawn = [finished(2, seed=str(seed), boards="choose") for seed in range(5)]
    assert len({t.place("deck.red") for t in drawn}) == 5
    assert {t.shuffled("deck.red") for t in drawn} == {1}


FREE = ("alchemy", "defense", "combat", "specialty", "alchemy")


@pytest.mark.rule("OW-SETUP-33", "OW-SETUP-34", "OW-DEC-04")
@pytest.mark.parametrize("seats", [4, 5])
def test_free_attribute(seats: int) -> None:
    """Everyone, clockwise, raises one attribute, with its benefit but no witcher level."""
    t = unplayed(seats=seats, settings={"starting-player": "blue"}).until("free-attribute")
    chosen = dict(zip(_clockwise(t, "blue"), FREE, strict=False))
    asked = []
    while t.timeline.decisions()[0].name == "free-attribute":
        seat = t.timeline.decisions()[0].seat
        asked.append(seat)
        t.answer("free-attribute", chosen[seat])
    assert asked == _clockwise(t, "blue")
    for seat in asked:
        assert t.track(f"{chosen[seat]}.{seat}") == 2
        assert len(t.place(f"potions.{seat}")) == (chosen[seat] == "alchemy")
        assert t.track(f"shield.{seat}") == 1 + (chosen[seat] == "defense")
        assert t.track(f"witcher.{seat}") == 1


@pytest.mark.rule("OW-SETUP-34", "OW-DEC-04")
def test_free_attribute_at_the_top() -> None:
    """Whose attribute is at the top already raises another one; the others may raise it."""
    t = unplayed(seats=4, settings=FIXED).tracks(**{"combat.red": 5}).until("free-attribute")
    assert t.refused("free-attribute", "combat", "red").rule == "OW-ATTR-08"
    t.answer("free-attribute", "defense", "red")
    assert t.answer("free-attribute", "combat", "blue").track("combat.blue") == 2


def _clockwise(t: Table, first: str) -> list[str]:
    seats = seats_of(t)
    return [*seats[seats.index(first) :], *seats[: seats.index(first)]]


@pytest.mark.rule("OW-SETUP-33")
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_no_free_attribute(seats: int) -> None:
    """Up to three seats nobody is asked."""
    t = finished(seats)
    answered = [getattr(happened.event, "decision", "") for happened in t.timeline.happened]
    assert not any(name.startswith("free-attribute") for name in answered)


@pytest.mark.rule("OW-GEN-01")
def test_numbers_of_seats() -> None:
    """One to five; the solo mode comes with one seat and with no other number."""
    assert (RULESET.fewest, len(RULESET.seats)) == (1, 5)
    for seats in ALL:
        names = [module.name for module in finished(seats).timeline.composition.modules]
        assert names == (["base", "solo"] if seats == 1 else ["base"])


def test_every_shuffle_is_a_stream_of_its_own() -> None:
    """No deck but the events is left unshuffled, and none is shuffled where order is public."""
    t = finished(3)
    shuffled = {h.event.place for h in t.timeline.happened if isinstance(h.event, Shuffled)}
    assert {"action-deck", "potion-deck", "city-deck", "wilds-deck", "monster-deck"} <= shuffled
    assert "events" not in shuffled
