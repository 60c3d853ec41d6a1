"""Lost Mount: where it stands, what it brings, and who places it again."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import msgspec
import pytest

from tests.old_world.table import Table, catalogue, new, unplayed, workshop
from tests.referee.client import Client
from tts_tool.catalog import extend
from tts_tool.kernel.entries import Header
from tts_tool.kernel.events import Moved, Rolled, Shuffled
from tts_tool.kernel.game import Flow, Game, Luck
from tts_tool.kernel.module import Composition, Module, Setup
from tts_tool.kernel.position import encode
from tts_tool.kernel.timeline import Timeline
from tts_tool.referee.desk import Desk
from tts_tool.referee.desk import OfferedGame as Desked
from tts_tool.referee.wording import Reader
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base import points
from tts_tool.rulesets.old_world.base.board import trails
from tts_tool.rulesets.old_world.base.box.records import TERRAINS
from tts_tool.rulesets.old_world.base.turn.turn import force_end
from tts_tool.rulesets.old_world.lost_mount.mount import APART, Mount, lost_mount

FROM, TO, BEYOND = 7, 8, 9
"""Three locations; roads lead from the first to the two others, and from the second back."""


def roads(t: Table, number: int) -> tuple[int, ...]:
    """Say where roads lead from a location."""
    found: tuple[int, ...] = t.timeline.composition.inventory.places[f"at.{number}"].card.roads
    return found


def riding(
    *faces: int,
    at: int | None = None,
    seats: int = 2,
    boxes: tuple[Module, ...] = (),
) -> Table:
    """Let red stand where a road leads to the mount, at which the die falls so."""
    t = new(seats, script={"mount": [[face] for face in faces]}, boxes=(lost_mount, *boxes))
    target = TO if at is None else at
    return put(t, f"at.{target}").stand(red=roads(t, target)[0])


def put(t: Table, place: str) -> Table:
    """Let the mount be somewhere."""
    places = t.document()["places"]
    for ids in places.values():
        if "mount" in ids:
            ids.remove("mount")
    places[place].append("mount")
    return t


def stands(t: Table) -> str:
    """Say where the mount is."""
    return t.timeline.state.place_of("mount")


def tokens(t: Table) -> dict[str, int]:
    """Count the tokens of each pile."""
    return {terrain: len(t.place(f"tokens.{terrain}")) for terrain in TERRAINS}


def emptied(t: Table, *terrains: str, left: int = 0) -> Table:
    """Lay the tokens of some piles, but so many, with red's quests."""
    for terrain in terrains:
        pile = t.document()["places"][f"tokens.{terrain}"]
        t.lay(f"tokens.{terrain}", *pile[:left], rest="quest-tokens.red")
    return t


def end_phase_one(t: Table) -> Table:
    """Let red end Phase I."""
    return t.answer("phase-1", "end-phase")


# Set-up


@pytest.mark.rule("LM-01")
def test_one_miniature() -> None:
    """Every pile is as large as without the box, and one thing more is on the table."""
    without, within = new(3), new(3, boxes=(lost_mount,))
    sizes = {name: len(ids) for name, ids in within.timeline.state.places.items()}
    at = stands(within)
    assert at.startswith("at.")
    sizes[at] -= 1
    assert sizes == {name: len(ids) for name, ids in without.timeline.state.places.items()}


def set_up(seats: int) -> tuple[list[str], Table]:
    """Answer the questions of a set-up; list who was asked what."""
    t = unplayed(seats, boxes=(lost_mount,), settings={"starting-player": "red"})
    asked: list[str] = []
    while not t.timeline.state.phase:
        decision = t.timeline.decisions()[0]
        asked.append(decision.key)
        t.answer(decision.name, decision.space().sole()[0], decision.seat)
    return asked, t


@pytest.mark.rule("LM-02", "LM-03", "LM-04")
@pytest.mark.parametrize(("seats", "last"), [(1, "red"), (2, "blue"), (4, "yellow"), (5, "white")])
def test_the_last_player_places_it_last(seats: int, last: str) -> None:
    """Pile and location are the last questions of the set-up, for whoever plays last."""
    asked, t = set_up(seats)
    assert asked[-2:] == [f"mount-pile/{last}", f"mount/{last}"]
    assert not any(key.startswith("mount") for key in asked[:-2])
    assert stands(t).startswith("at.")


def placing(seed: str = "1") -> Table:
    """Stand before the last player's choice of a pile."""
    t = unplayed(2, seed, boxes=(lost_mount,), settings={"starting-player": "red"})
    return t.until("mount-pile")


@pytest.mark.rule("LM-03", "LM-04")
def test_two_of_one_pile() -> None:
    """The two locations that are offered are of the pile that was named; no third is taken."""
    t = placing()
    assert t.options("mount-pile") == list(TERRAINS)
    t.answer("mount-pile", "water")
    offered = t.options("mount", "blue")
    assert len(offered) == 2
    inventory = t.timeline.composition.inventory
    assert {inventory.cards[token].terrain for token in offered} == {"water"}
    other = t.place("tokens.water")[0]
    assert t.refused("mount", other).code == "not-an-option"
    chosen = offered[1]
    t.answer("mount", chosen)
    assert stands(t) == f"at.{inventory.cards[chosen].number}"


@pytest.mark.rule("LM-05", "LM-22")
def test_tokens_go_back() -> None:
    """Both come back into their pile, which is shuffled; only who drew has seen them."""
    t = placing()
    before = tokens(t)
    t.answer("mount-pile", "forest")
    drawn = list(t.place("draft.blue"))
    assert (t.sees("blue", "draft.blue"), len(drawn)) == (drawn, 2)
    assert [t.sees(other, "draft.blue") for other in ("red", None)] == [[], []]
    events = len(t.timeline.happened)
    t.answer("mount", drawn[0])
    assert tokens(t) == before
    after = [h.event for h in t.timeline.happened[events:]]
    back = next(n for n, e in enumerate(after) if isinstance(e, Moved) and e.source == "draft.blue")
    mixed = [n for n, each in enumerate(after) if isinstance(each, Shuffled)]
    assert [n > back for n in mixed] == [True]
    told = [h.seen_by("red", t.timeline.state) for h in t.timeline.happened[events:]]
    assert drawn[1] not in repr(told)
    assert t.sees("red", stands(t)) == t.sees("blue", stands(t))


@pytest.mark.rule("LM-22")
@pytest.mark.parametrize("left", [1, 2])
def test_the_chosen_token_is_shown(left: int) -> None:
    """Everybody learns from its token where the mount goes, and nobody takes that back alone.

    That is so also where there was no choice: only who drew knew before what the token names.
    """
    t = emptied(put(riding(1), "box"), "forest", "mountain").did("red", moved=True)
    end_phase_one(emptied(t, "water", left=left))
    if left > 1:
        t.answer("mount", t.options("mount")[0])
    token = f"token.{stands(t).removeprefix('at.')}"
    shown = [
        h.wall and token in repr(h.seen_by(None, t.timeline.state)) for h in t.timeline.happened
    ]
    gone = [getattr(h.event, "components", ()) == ("mount",) for h in t.timeline.happened]
    assert True in shown[: gone.index(True)]
    assert t.timeline.consents(len(t.timeline.entries) - 1) == {"red", "blue"}


# Being reached


@pytest.mark.rule("LM-08", "LM-14")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_whoever_comes_rolls(face: int) -> None:
    """There is no choice, and whatever falls the mount is gone."""
    t = riding(face).tracks(**{"gold.red": 1}).go(TO)
    rolled = [e.event.values for e in t.timeline.happened if isinstance(e.event, Rolled)]
    assert rolled == [(face,)]
    assert t.open() == ["phase-1/red"]
    assert stands(t) == "box"
    order = [rule for rule in t.rules() if rule in {"LM-08", "LM-12", "LM-14"}]
    assert order[1:-1] == ["LM-12"] * (face > 3)
    assert (order[0], order[-1]) == ("LM-08", "LM-14")  # it leaves when all is done that it brings


@pytest.mark.rule("LM-09", "LM-10", "LM-11")
@pytest.mark.parametrize(("face", "more"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_what_it_brings(face: int, more: int) -> None:
    """One to three bring nothing, four and five a card, six brings two."""
    t = riding(face)
    t.hand("red", *t.place("deck.red")[:2])
    left = len(t.place("deck.red"))
    t.go(TO, *t.place("hand.red")[:2])
    assert len(t.place("hand.red")) == more
    assert len(t.place("deck.red")) == left - more


@pytest.mark.rule("LM-12")
def test_cards_come_at_once() -> None:
    """Whoever comes with an empty hand may pay with what was drawn."""
    t = riding(6)
    t.hand("red", *t.place("deck.red")[:2])
    t.go(TO, *t.place("hand.red")[:2])
    assert len(t.place("hand.red")) == 2
    following = next(number for number in roads(t, TO) if f"at.{number}" != stands(t))
    t.go(following, *t.place("hand.red")[:2])
    assert t.timeline.state.place_of("miniature.red") == f"at.{following}"


@pytest.mark.rule("LM-13")
def test_cards_as_usual() -> None:
    """Seven cards in hand are the most, and an empty deck is made anew of the discard."""
    t = riding(6)
    t.hand("red", *t.place("deck.red")[:8]).lay("discard.red", *t.place("hand.red")[6:])
    t.go(TO, *t.place("hand.red")[:2])
    assert len(t.place("hand.red")) == 6
    t = riding(6)
    t.hand("red", *t.place("deck.red")[:8])
    t.go(TO, *t.place("hand.red")[:2])
    assert len(t.place("hand.red")) == 7
    t = riding(6)
    t.hand("red", *t.place("deck.red")[:2]).lay("deck.red", rest="discard.red")
    t.go(TO, *t.place("hand.red")[:2])
    assert len(t.place("hand.red")) == 2
    assert t.shuffled("deck.red") == 1


@pytest.mark.rule("LM-06", "LM-07")
def test_it_waits() -> None:
    """Nobody else's turn moves it; on the way through it is reached before the next step."""
    t = riding(5, seats=3).did("red", moved=True)
    end_phase_one(t)
    while t.timeline.state.acting != "red" or t.timeline.state.phase != "phase-1":
        decision = t.timeline.decisions()[0]
        answers = decision.space().sole()
        wanted = "end-phase" if decision.name == "phase-1" else answers[0]
        t.answer(decision.name, wanted if wanted in answers else answers[0], decision.seat)
    assert stands(t) == f"at.{TO}"
    t.hand("red", *t.place("deck.red")[:4])
    before = len(t.timeline.happened)
    t.go(TO, *t.place("hand.red")[:2])
    onward = next(number for number in roads(t, TO))
    t.go(onward, *t.place("hand.red")[:2])
    told = [each.event for each in t.timeline.happened[before:]]
    rolled = next(n for n, event in enumerate(told) if isinstance(event, Rolled))
    arrivals = [
        n for n, e in enumerate(told) if isinstance(e, Moved) and e.components == ("miniature.red",)
    ]
    assert arrivals[0] < rolled < arrivals[1]


def stopped(g: Game, seat: str) -> Flow[None]:
    """End Phase I, and come to the mount all the same."""
    force_end(g, seat)
    yield from trails.arrive(g, seat, TO)


others_move = workshop(
    "others-move",
    {
        "blue-comes": lambda g, _seat: trails.arrive(g, "blue", TO),
        "stop": force_end,
        "come": lambda g, seat: trails.arrive(g, seat, TO),
        "stop-and-come": stopped,
    },
)


@pytest.mark.rule("LM-07")
def test_only_whose_turn_it_is() -> None:
    """Whoever is moved there in another's turn does not reach it."""
    t = riding(6, boxes=(others_move,)).stand(blue=BEYOND)
    t.answer("phase-1", "blue-comes")
    assert stands(t) == f"at.{TO}"
    assert not [e for e in t.timeline.happened if isinstance(e.event, Rolled)]


@pytest.mark.rule("LM-15")
def test_once_a_turn() -> None:
    """Who leaves and comes back in the same turn finds nothing."""
    t = riding(1, 6)
    t.hand("red", *t.place("deck.red")[:6])
    here = int(t.timeline.state.place_of("miniature.red").removeprefix("at."))
    for number in (TO, here, TO):
        t.go(number, *t.place("hand.red")[:2])
    assert len([e for e in t.timeline.happened if isinstance(e.event, Rolled)]) == 1
    assert t.place("hand.red") == ()


@pytest.mark.rule("LM-21")
def test_it_is_no_location_action() -> None:
    """After the roll the Location Action can still be used."""
    t = riding(1, at=7)
    t.hand("red", *t.place("deck.red")[:2])
    t.go(7, *t.place("hand.red")[:2])
    assert t.memory("red").used == ()
    assert t.why_not("phase-1", "action") is None


# Placing it again


@pytest.mark.rule("LM-16", "LM-17")
def test_who_reached_it_places_it() -> None:
    """After Phase I and before Phase II the same seat chooses, also where a monster stands."""
    t = riding(2)
    t.hand("red", *t.place("deck.red")[:4])
    t.go(TO, *t.place("hand.red")[:2])
    assert stands(t) == "box"
    end_phase_one(t)
    assert t.open() == ["mount-pile/red"]
    t.answer("mount-pile", "forest")
    token = t.options("mount", "red")[0]
    number = t.timeline.composition.inventory.cards[token].number
    blocked = encode(t.timeline.state)["places"][f"at.{number}"]
    t.answer("mount", token)
    assert stands(t) == f"at.{number}"
    assert [c for c in t.place(f"at.{number}") if c != "mount"] == blocked
    assert t.timeline.state.phase == "phase-2"


@pytest.mark.rule("LM-17")
def test_where_others_are() -> None:
    """A location with a witcher and a monster on it is offered like any other."""
    t = emptied(riding(1), "forest", "mountain").stand(blue=BEYOND)
    pile = t.document()["places"]["tokens.water"]
    cards = t.timeline.composition.inventory.cards
    numbers = {cards[token].number for token in pile}
    t.stand(blue=min(numbers))
    put(t, "box").did("red", moved=True)
    end_phase_one(t)
    assert t.open() == ["mount/red"]
    assert {cards[token].number for token in t.options("mount")} <= numbers


@pytest.mark.rule("LM-18")
def test_put_beside_somebody() -> None:
    """A witcher who stands where it is put rolls nothing before leaving and coming again."""
    t = put(riding(6), "box").stand(red=BEYOND)
    here = int(t.timeline.state.place_of("miniature.red").removeprefix("at."))
    token = f"token.{here}"
    terrain = t.timeline.composition.inventory.cards[token].terrain
    for name, ids in t.document()["places"].items():
        if token in ids and not name.startswith("tokens."):
            ids.remove(token)
            t.document()["places"][f"tokens.{terrain}"].append(token)
    others = [x for x in t.document()["places"][f"tokens.{terrain}"] if x != token]
    t.lay(f"tokens.{terrain}", token, rest="quest-tokens.red")
    assert others
    emptied(t, *(each for each in TERRAINS if each != terrain))
    end_phase_one(t)
    assert stands(t) == f"at.{here}"
    assert not [e for e in t.timeline.happened if isinstance(e.event, Rolled)]


@pytest.mark.rule("LM-19")
def test_only_where_tokens_lead() -> None:
    """Whatever is drawn, it is never location 0."""
    seen = set()
    for seed in range(40):
        t = placing(str(seed)).answer("mount-pile", TERRAINS[seed % 3])
        seen.update(t.options("mount"))
    assert {int(token.removeprefix("token.")) for token in seen} <= set(range(1, 19))
    assert len(seen) > 9


@pytest.mark.rule("LM-23")
@pytest.mark.parametrize(("left", "asks"), [(1, False), (2, True)])
def test_few_tokens(left: int, asks: bool) -> None:  # noqa: FBT001
    """Of a single token it is forced, and no empty pile can be named."""
    t = put(emptied(riding(1), "forest"), "box")
    end_phase_one(t)
    refusal = t.refused("mount-pile", "forest")
    assert (refusal.rule, refusal.code) == ("LM-23", "no-token-for-the-mount")
    t = put(emptied(emptied(riding(1), "forest", "water"), "mountain", left=left), "box")
    end_phase_one(t)
    assert (t.open() == ["mount/red"]) == asks
    assert stands(t).startswith("at.") != asks


@pytest.mark.rule("LM-23")
def test_without_any_token() -> None:
    """It waits, and whose Phase I ends next with tokens there places it."""
    t = put(emptied(riding(1), *TERRAINS), "box")
    end_phase_one(t)
    assert stands(t) == "box"
    assert t.timeline.state.phase == "phase-2"
    tokens_back = t.document()["places"]["quest-tokens.red"]
    water = [x for x in tokens_back if t.timeline.composition.inventory.cards[x].terrain == "water"]
    t.lay("tokens.water", *water, rest="quest-tokens.red").to_phase("phase-1", "blue")
    t.answer("phase-1", "end-phase", "blue")
    assert t.open() == ["mount/blue"]


def late(t: Table, g_phase: str = "phase-2") -> Table:
    """Stand in a later phase of red's turn."""
    return t.did("red", stopped=True).to_phase(g_phase, "red")


explorer = Module("explorer", needs=("base",))


@explorer.hook(points.PHASE2_OPTIONS, "provide")
def ride(g: Game, seat: str) -> list[Any]:
    """Offer to be carried to the mount in Phase II."""
    from tts_tool.rulesets.old_world.base.turn.turn import Deed  # noqa: PLC0415

    return [Deed("ride", lambda: None, partial(trails.arrive, g, seat, TO))]


@pytest.mark.rule("LM-07", "LM-16")
def test_reached_after_phase_one() -> None:
    """Whoever is carried there by a card reaches it, too, and places it as the turn ends."""
    t = late(riding(1, boxes=(explorer,))).answer("phase-2", "ride")
    assert stands(t) == "box"
    t.until("mount-pile")
    assert (t.timeline.state.acting, t.timeline.state.phase) == ("red", "turn-end")
    assert t.part(Mount) == Mount()  # it is red's now to place it, once
    t.answer("mount-pile", "water", "red")
    t.answer("mount", t.options("mount", "red")[0], "red")
    assert stands(t).startswith("at.")
    assert t.open() == ["phase-1/blue"]
    assert t.part(Mount) == Mount()  # nor is it placed at the end of a later turn


@pytest.mark.rule("LM-16")
def test_an_effect_that_ends_phase_one() -> None:
    """It is placed at the end of Phase I also where something ends that at once, and once only."""
    t = riding(1, boxes=(others_move,)).answer("phase-1", "come")
    t.answer("phase-1", "stop")
    assert t.open() == ["mount-pile/red"]
    t.answer("mount-pile", "water").answer("mount", t.options("mount")[0])
    at = stands(t)
    t.until("phase-1")
    assert stands(t) == at


@pytest.mark.rule("LM-04", "LM-05")
def test_it_stands_before_the_tokens_go_back() -> None:
    """Two tokens are drawn, the mount is put to one of them, then both go back and are shuffled."""
    t = end_phase_one(put(riding(1), "box")).answer("mount-pile", "water")
    since = len(t.timeline.happened)
    t.answer("mount", t.options("mount")[0])
    events = [happened.event for happened in t.timeline.happened[since:]]
    moved = [len(e.components) for e in events if isinstance(e, Moved)]
    assert moved[:2] == [1, 2]
    assert next(e for e in events if isinstance(e, Shuffled)).place == "tokens.water"


@pytest.mark.rule("LM-16")
def test_reached_as_phase_one_is_ended() -> None:
    """Who comes there by what has ended Phase I places it after Phase I, and not once more."""
    t = riding(1, boxes=(others_move,)).answer("phase-1", "stop-and-come")
    assert (stands(t), t.open()) == ("box", ["mount-pile/red"])
    told = [rule for rule in t.rules() if rule in {"LM-14", "LM-16"}]
    assert told[:2] == ["LM-14", "LM-16"]  # it is gone before somebody has to place it
    t.answer("mount-pile", "water").answer("mount", t.options("mount")[0])
    at = stands(t)
    t.until("phase-1")
    assert (stands(t), t.open()) == (at, ["phase-1/blue"])


# With other boxes

ISLAND = {
    "kind": "location",
    "id": "far-isle",
    "name": {"en": "Far Isle", "de": "Ferne Insel"},
    "number": 19,
    "terrain": "water",
    "roads": [TO],
    "deed": "school",
}
ferry = Module("ferry", needs=("base",))


@ferry.hook(points.MOVE_DESTINATIONS, "provide")
def by_ship(_g: Game, **_: object) -> Iterable[int]:
    """Let a ship go to the island from everywhere."""
    return (19,)


@ferry.hook(points.MOVE_IN_TRANSIT, "replace", when=lambda _g, location, **_: location == 19)
def sail(g: Game, _usual: object, seat: str, location: int) -> Flow[None]:
    """Tell of the journey, then arrive."""
    g.flag("journey", seat)
    yield from trails.arrive(g, seat, location)


@pytest.mark.rule("LM-20")
def test_on_an_island() -> None:
    """An island with a token can be drawn, and the journey comes before the die.

    The islands come with a box of their own; this one has all that the mount can know of them: a
    number with a token, and a journey that is put in between.
    """
    modules = (*RULESET.modules, ferry)
    ruleset = RULESET.plus(ferry)
    names = ("base", "lost-mount", "ferry")
    settings = {each.name: each.default for each in ruleset.settings(names)}
    cards = extend(catalogue(), [ISLAND])
    composition = Composition(ruleset, Setup(("red", "blue"), names, settings, cards))
    assert len(modules) == len(ruleset.modules)
    begun = new(2, boxes=(lost_mount,)).document()
    begun["places"] |= {"at.19": [], "tokens.water": [*begun["places"]["tokens.water"], "token.19"]}
    header = Header(
        game="old-world", seats=("red", "blue"), luck=Luck(script={"mount": [[1]]}), position=begun
    )
    t = put(Table(Timeline(composition, header)), "box")
    t.lay("tokens.water", "token.19", rest="quest-tokens.red")
    emptied(t, "forest", "mountain")
    end_phase_one(t)
    assert stands(t) == "at.19"
    t.to_phase("phase-1", "blue").hand("blue", *t.place("deck.blue")[:2])
    t.go(19, *t.place("hand.blue")[:2])
    told = [type(each.event).__name__ for each in t.timeline.happened]
    assert told.index("Flagged") < told.index("Rolled")
    assert stands(t) == "box"


@pytest.mark.rule("LM-24")
def test_not_with_the_wild_hunt() -> None:
    """A game with both is refused by the rule; with any other box it begins."""
    assert lost_mount.excludes == APART == {"wild-hunt": "LM-24"}
    hunt, other = Module("wild-hunt", needs=("base",)), Module("other", needs=("base",))
    ruleset = RULESET.plus(hunt, other)
    client = Client(Desk({ruleset.name: lambda: Desked(ruleset, catalogue)}, longest=1 << 20))
    wrong = ["lost-mount", "wild-hunt"]
    error = client.error("new", game=ruleset.name, seats=2, modules=wrong)
    assert (error["code"], error["rule"]) == ("not-allowed", "LM-24")
    client.ask("new", game=ruleset.name, seats=2, modules=["lost-mount", "other"])


def test_what_it_remembers_is_plain() -> None:
    """Who places it late stands in the state, so that a game can be left there."""
    t = late(riding(1, boxes=(explorer,))).answer("phase-2", "ride")
    document = encode(t.timeline.state)
    assert document["parts"]["mount"] == {"late": "red"}
    assert msgspec.json.encode(document)


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_told_in_words(language: str) -> None:
    """Its questions, its places and the mount itself have names."""
    t = placing()
    read = Reader(catalogue(), t.timeline.state, "blue", language)
    assert None not in [read.name(each) for each in ("mount", "mount-pile")]
    t.answer("mount-pile", "water")
    assert {read.name(token) for token in t.options("mount", "blue")}.isdisjoint({None})
