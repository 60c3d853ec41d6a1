"""The points at which boxes join set-up, turn, movement, actions, gains and attributes.

Each is used once by a box made for it, with an effect that can be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from tests.old_world.table import Table, new, unplayed
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.hooks import Point
from tts_tool.kernel.inventory import Component, Place, Seat
from tts_tool.kernel.module import Module
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.kernel.state import FlowError
from tts_tool.rulesets.old_world.base import points
from tts_tool.rulesets.old_world.base.board import trails
from tts_tool.rulesets.old_world.base.cards import deck, potions
from tts_tool.rulesets.old_world.base.fight.arena import Arena
from tts_tool.rulesets.old_world.base.turn.turn import Deed, force_end, memory, remember
from tts_tool.rulesets.old_world.base.witcher import attributes
from tts_tool.rulesets.old_world.base.witcher.boards import kind_word, school


def box(point: Point, kind: Any, run: Callable[..., Any]) -> Module:  # noqa: ANN401
    """Make a box that joins in at one point."""
    made = Module("box", needs=("base",))
    made.hook(point, kind)(run)
    return made


def flagged(name: str, *, then: object = None) -> Callable[..., Any]:
    """Make a hook flow that sets a flag to what it is told."""

    def run(g: Game, *_: object, **told: Any) -> Flow[object]:  # noqa: ANN401  # whatever is told
        g.flag(name, "/".join(str(value) for value in told.values()) or "told")
        yield from ()
        return then

    return run


def tool(name: str, flow: Callable[[Game, Seat], Flow[None]]) -> Callable[..., list[Deed]]:
    """Make a hook that offers a deed at any time."""

    def run(g: Game, seat: Seat) -> list[Deed]:
        return [Deed(name, lambda: None, partial(flow, g, seat))]

    return run


def equipped(module: Module, flow: Callable[[Game, Seat], Flow[None]], seats: int = 2) -> Table:
    """Let a box offer red a tool as well."""
    module.hook(points.PHASE1_EXTRA_ACTIONS, "provide")(tool("tool", flow))
    return new(seats=seats, boxes=(module,))


def told(t: Table, name: str) -> object:
    """Read a flag."""
    return t.timeline.state.flags.get(name)


# Set-up

STEPS = (
    points.SETUP_MAP,
    points.SETUP_MARKET,
    points.SETUP_SIDE_DECKS,
    points.SETUP_STORY_DECKS,
    points.SETUP_LOCATION_TOKENS,
    points.SETUP_MONSTER_PILES,
    points.SETUP_SPECIAL_OPPONENTS,
)


def test_steps_of_the_set_up() -> None:
    """Every part of the set-up of the board has a point for further steps, in its order."""
    made = Module("box", needs=("base",))

    def step(g: Game, name: str) -> Flow[None]:
        g.flag("steps", f"{g.state.flags.get('steps', '')} {name}".strip())
        yield from ()

    for point in STEPS:
        made.hook(point, "provide")(lambda g, name=point.name: [partial(step, g, name)])
    t = unplayed(seats=3, boxes=(made,))
    assert told(t, "steps") == " ".join(point.name for point in STEPS)


@pytest.mark.parametrize("point", [points.SETUP_MARKET, points.SETUP_MONSTER_FIGHT_DECK])
def test_replaced_part_of_the_set_up(point: Point) -> None:
    """Market and fight deck can be built otherwise."""
    t = unplayed(seats=3, boxes=(box(point, "replace", flagged("built")),))
    assert told(t, "built") == "told"
    unbuilt = {"setup.market": t.place("display.1"), "setup.monster_fight_deck": ()}
    assert unbuilt[point.name] == ()
    assert t.shuffled("monster-deck") == (point is points.SETUP_MARKET)


def test_validation() -> None:
    """A box can refuse a game that makes no sense."""
    reason = Rejection("too-few-for-mages")
    with pytest.raises(FlowError, match="too-few-for-mages"):
        unplayed(seats=2, boxes=(box(points.SETUP_VALIDATE, "veto", lambda _g: reason),))


def test_characters() -> None:
    """A box adds boards, and asks before the draft."""
    made = Module("box", needs=("base",))

    @made.content
    def another(_setup: object) -> Iterator[Component]:
        yield Component("board.crane", "crane", "box", back={"back": "board"}, pool="boards")

    made.hook(points.SETUP_CHARACTERS, "provide")(lambda _g: ["board.crane"])

    @made.hook(points.SETUP_CHARACTERS, "ask")
    def claim(g: Game) -> Flow[None]:
        yield from g.ask("red", "claim", lambda: Choice(("yes", "no")))

    t = unplayed(seats=2, boxes=(made,)).until("claim").answer("claim", "no")
    offered = (*t.place("boards"), *t.options("board"))
    assert "board.crane" in offered


def test_player_components() -> None:
    """A box changes the starting deck."""
    made = box(points.SETUP_PLAYER_COMPONENTS, "modify", lambda _g, cards, **_: cards[:9])
    t = unplayed(seats=2, boxes=(made,)).until("phase-1")
    assert len(t.place("hand.red")) + len(t.place("deck.red")) == 9


def test_after_the_seats() -> None:
    """A box is told when all is dealt, and may ask."""
    made = box(points.SETUP_AFTER_PLAYERS, "notify", flagged("dealt"))

    @made.hook(points.SETUP_AFTER_PLAYERS, "ask")
    def token(g: Game) -> Flow[None]:
        assert len(g.cards("hand.red")) > 0
        yield from g.ask("red", "token", lambda: Choice(("yes", "no")))

    t = unplayed(seats=2, boxes=(made,)).until("token")
    assert told(t, "dealt")


# Characters


def test_own_school() -> None:
    """Another school may count as the own one: red trains its Specialty at the Cat's."""
    made = box(points.CHARACTER_OWN_SCHOOL, "replace", lambda _g, _, seat: "cat" if seat else "")
    t = new(seats=2, boxes=(made,)).stand(red=17).did("red", moved=True)
    t.tracks(**{"gold.red": 3}).answer("phase-1", "action")
    assert "specialty" in t.options("train")
    assert school(t.timeline.game, "red") == "cat"


def test_kind_word() -> None:
    """Who is no witcher is called otherwise, in refusals as well."""
    made = box(points.CHARACTER_KIND_WORDS, "replace", lambda _g, _, seat: f"mage of {seat}")
    t = new(seats=2, boxes=(made,))
    assert t.refused("phase-1", "poker.blue").params["kind"] == "mage of blue"
    assert kind_word(new().timeline.game, "blue") == "witcher"


def test_names_of_defense_and_shield() -> None:
    """Another attribute and another resource stand where rules say Defense and Shield."""
    made = Module("box", needs=("base",))
    swap = {"defense": "specialty", "specialty": "defense"}
    rename = lambda _g, _usual, attribute, **_: swap.get(attribute, attribute)  # noqa: E731
    made.hook(points.CHARACTER_ATTRIBUTE_NAME, "replace")(rename)
    made.hook(points.CHARACTER_GUARD_RESOURCE, "replace")(
        lambda _g, _, seat: "gold" if seat else ""
    )
    t = equipped(made, lambda g, seat: attributes.raise_(g, seat, "defense"))
    t.tracks(**{"gold.red": 1, "gold.blue": 0}).answer("phase-1", "tool")
    assert (t.track("defense.red"), t.track("specialty.red")) == (1, 2)
    assert (t.track("shield.red"), t.track("gold.red")) == (1, 2)


def raised_and_lowered(g: Game, seat: Seat) -> Flow[None]:
    """Raise Combat and lower Alchemy."""
    yield from attributes.raise_(g, seat, "combat", source="study")
    yield from attributes.lower(g, seat, "alchemy")


def test_attribute_changes() -> None:
    """Every level up or down is told."""
    made = box(points.ATTRIBUTE_RAISED, "notify", flagged("raised"))
    made.hook(points.ATTRIBUTE_LOWERED, "notify")(flagged("lowered"))
    t = equipped(made, raised_and_lowered).tracks(**{"alchemy.red": 3})
    t.answer("phase-1", "tool")
    assert (told(t, "raised"), told(t, "lowered")) == ("combat/2/study", "alchemy/2/")


def test_level_reached() -> None:
    """A new witcher level may bring something else than cards."""
    made = box(points.LEVEL_REACHED, "replace", flagged("reached"))
    t = equipped(made, lambda g, s: attributes.raise_(g, s, "combat", source="study"))
    t.tracks(**{f"{each}.red": 2 for each in ("defense", "alchemy", "specialty")})
    hand = t.place("hand.red")
    t.answer("phase-1", "tool")
    assert (told(t, "reached"), t.place("hand.red")) == ("red/2/study", hand)


def test_levels_and_shield_in_a_fight() -> None:
    """In a fight boxes change what a level counts, and how much the Shield rises, or forbid it."""
    made = box(points.FIGHT_TEMPORARY_LEVELS, "modify", lambda _g, level, **_: level + 1)
    made.hook(points.GUARD_CHANGE_IN_FIGHT, "modify")(lambda _g, more, **_: more * 2)
    made.hook(points.GUARD_CHANGE_IN_FIGHT, "veto")(
        lambda g, **_: Rejection("no-raise") if g.track("gold.red") else None
    )
    t = new(seats=2, boxes=(made,)).tracks(**{"defense.red": 3, "shield.red": 0, "gold.red": 0})
    g = t.note(Arena, fighters=("red",)).timeline.game
    assert attributes.level(g, "red", "defense") == 4
    assert attributes.level(g, "blue", "defense") == 1
    assert attributes.raise_shield(g, "red", 1) == 2
    g = t.tracks(**{"gold.red": 1}).timeline.game
    assert attributes.raise_shield(g, "red", 1) == 0


# Turns


def test_turn_driver() -> None:
    """Who does what when can be another matter altogether."""

    def together(g: Game, _usual: object) -> Flow[None]:
        yield from g.ask("blue", "all-at-once", lambda: Choice(("yes", "no")))

    made = box(points.TURN_DRIVER, "replace", together)
    t = unplayed(seats=2, boxes=(made,)).until("all-at-once")
    assert t.open() == ["all-at-once/blue"]


def test_turns_and_rounds() -> None:
    """The start of a turn and the end of a round are told; at the end of a round boxes ask."""
    made = box(points.TURN_STARTED, "notify", flagged("turns"))
    made.hook(points.ROUND_ENDED, "notify")(flagged("rounds"))

    @made.hook(points.ROUND_ENDED, "ask")
    def hunt(g: Game, _seat: Seat) -> Flow[None]:
        yield from g.ask("red", "hunt", lambda: Choice(("yes", "no")))

    t = new(seats=2, boxes=(made,))
    t.answer("phase-1", "end-phase").until("phase-1")
    assert (told(t, "turns"), told(t, "rounds")) == ("told", None)
    t.answer("phase-1", "end-phase").until("hunt").answer("hunt", "yes")
    assert told(t, "rounds")
    assert t.timeline.state.acting == "red"


def test_scheduler() -> None:
    """Phase I may go another way, e.g. side by side."""

    def nothing(g: Game, _usual: object, seat: Seat) -> Flow[None]:
        g.flag("skipped", seat)
        yield from ()

    t = new(seats=2, boxes=(box(points.PHASE1_SCHEDULER, "replace", nothing),))
    assert told(t, "skipped") == "red"
    assert t.timeline.state.phase != "phase-1"


def test_end_of_phase_one() -> None:
    """An effect ends the phase; that it has ended is told, and boxes ask before Phase II."""
    made = box(points.PHASE1_FORCE_END, "notify", flagged("forced"))
    made.hook(points.PHASE1_ENDED, "notify")(flagged("ended"))

    @made.hook(points.PHASE1_ENDED, "ask")
    def mount(g: Game, seat: Seat) -> Flow[None]:
        yield from g.ask(seat, "mount", lambda: Choice(("yes", "no")))

    def storm(g: Game, seat: Seat) -> Flow[None]:
        force_end(g, seat)
        yield from ()

    t = equipped(made, storm).answer("phase-1", "tool")
    assert (told(t, "forced"), told(t, "ended")) == ("told", "told")
    assert t.open() == ["mount/red"]


# Moving


def test_destinations() -> None:
    """Boxes open ways that no road leads, and close others."""
    made = box(points.MOVE_DESTINATIONS, "provide", lambda _g, seat: [18] if seat else [])
    made.hook(points.MOVE_DESTINATIONS, "veto")(
        lambda _g, location, **_: Rejection("flooded") if location == 7 else None
    )
    t = new(seats=2, boxes=(made,)).stand(red=9)
    assert t.refused("phase-1", "at.7").code == "flooded"
    t.go(18)
    assert "miniature.red" in t.place("at.18")


def test_payment() -> None:
    """Boxes say what pays for a destination."""
    every = frozenset({"forest", "mountain", "water", "wild"})
    made = box(points.MOVE_PAYMENT, "modify", lambda _g, _known, **_: every)
    t = new(seats=2, boxes=(made,)).stand(red=9).tracks(**{"gold.red": 0})
    t.hand("red", *t.cards(terrain="water")[:1]).go(7)
    assert "miniature.red" in t.place("at.7")


@pytest.mark.rule("OW-ACT-01")
def test_on_the_way_and_arrived() -> None:
    """Something else may happen to who has moved between payment and arrival; arriving is told."""

    def becalmed(g: Game, _usual: object, seat: Seat, location: int) -> Flow[None]:
        g.flag("becalmed", location)
        assert memory(g, seat).moved
        yield from trails.arrive(g, seat, 5)

    made = box(points.MOVE_IN_TRANSIT, "replace", becalmed)
    made.hook(points.MOVE_ARRIVED, "notify")(flagged("arrived"))
    t = new(seats=2, boxes=(made,)).stand(red=9).go(7)
    assert (told(t, "becalmed"), told(t, "arrived")) == (7, "5")


# Acting


def test_location_actions() -> None:
    """Boxes bar an action, and add others."""
    made = box(
        points.LOCATION_ACTION_AVAILABLE,
        "veto",
        lambda _g, seat, location: Rejection("barred") if (seat, location) == ("red", 9) else None,
    )

    def fish(g: Game, seat: Seat) -> Flow[None]:
        g.add(f"gold.{seat}", 1)
        yield from ()

    made.hook(points.LOCATION_ACTION_PERFORM, "provide")(
        lambda g, seat, location: [Deed(f"fish.{location}", lambda: None, partial(fish, g, seat))]
    )
    t = new(seats=2, boxes=(made,)).stand(red=9).did("red", moved=True).tracks(**{"gold.red": 0})
    assert t.refused("phase-1", "action").code == "barred"
    assert t.answer("phase-1", "fish.9").track("gold.red") == 1


def test_phase_two() -> None:
    """Boxes add opponents and other deeds to Phase II, and forbid known ones by kind."""

    def rest(g: Game, seat: Seat) -> Flow[None]:
        g.flag("rested", memory(g, seat).doing)
        yield from ()

    made = box(points.PHASE2_OPTIONS, "provide", tool("rest", rest))
    made.hook(points.FIGHT_OPPONENTS, "provide")(tool("fight.dragon", rest))
    made.hook(points.PHASE2_OPTIONS, "veto")(
        lambda _g, option, **_: Rejection("no-time") if option == "explore" else None
    )
    t = new(seats=2, boxes=(made,)).to_phase("phase-2")
    assert {"rest", "fight.dragon"} <= set(t.options("phase-2"))
    assert t.refused("phase-2", "explore").code == "no-time"
    assert told(t.answer("phase-2", "fight.dragon"), "rested") == "fight.dragon"


def test_opponents_of_boxes_can_be_barred() -> None:
    """Who forbids to fight somebody forbids it whoever offers the fight."""

    def rest(_g: Game, _seat: Seat) -> Flow[None]:
        yield from ()

    made = box(points.FIGHT_OPPONENTS, "provide", tool("fight.dragon", rest))
    made.hook(points.PHASE2_OPTIONS, "provide")(tool("rest", rest))
    made.hook(points.PHASE2_OPTIONS, "veto")(
        lambda _g, opponent, **_: Rejection("no-time") if opponent == "dragon" else None
    )
    t = new(seats=2, boxes=(made,)).to_phase("phase-2")
    assert t.refused("phase-2", "fight.dragon").code == "no-time"


def test_locals_otherwise() -> None:
    """A game with locals can go another way."""
    made = box(points.POKER_SETTLE, "replace", flagged("settled"))
    t = new(seats=2, boxes=(made,)).stand(red=6).did("red", moved=True).tracks(**{"gold.red": 1})
    assert told(t.answer("phase-1", "action"), "settled") == "red"


def test_display_cards_of_boxes() -> None:
    """At the market other rows can be cleared, too."""
    made = box(points.DISPLAY_REMOVE, "provide", lambda g, seat: g.cards(f"hand.{seat}")[:1])
    t = new(seats=2, boxes=(made,)).stand(red=7).did("red", moved=True)
    extra = t.place("hand.red")[0]
    t.answer("phase-1", "action").answer("clear-market", [extra])
    assert extra in t.place("trash")


# Gains


@pytest.mark.rule("OW-POTION-02")
def test_potions() -> None:
    """Each Potion may be something else, boxes ask before it, and say how many who may hold."""
    made = box(points.GAIN_POTION, "replace", flagged("bomb"))

    @made.hook(points.GAIN_POTION, "ask")
    def which(g: Game, seat: Seat, **_: object) -> Flow[None]:
        yield from g.ask(seat, "which", lambda: Choice(("bomb", "potion")))

    t = equipped(made, lambda g, seat: potions.gain_potion(g, seat, 2)).answer("phase-1", "tool")
    t.answer("which", "bomb").answer("which", "bomb")
    assert (told(t, "bomb"), t.place("potions.red")) == ("red/", ())
    limit = lambda _g, most, seat: 1 if seat == "red" else most  # noqa: E731
    one = box(points.GAIN_POTION_LIMIT, "modify", limit)
    t = equipped(one, lambda g, seat: potions.gain_potion(g, seat, 2)).answer("phase-1", "tool")
    assert t.open() == ["discard-potions/red"]


def barred(why: str, **where: object) -> Callable[..., Rejection | None]:
    """Make a veto that concerns red, in one place, and nobody else."""

    def veto(_g: Game, seat: Seat, **told: object) -> Rejection | None:
        return Rejection(why) if seat == "red" and where.items() <= told.items() else None

    return veto


@pytest.mark.rule("OW-DEC-11", "OW-DEC-37")
def test_what_is_barred_is_barred_for_whoever_would_do_it() -> None:
    """Who tracks a monster or rides on gear is asked about, not who sits beside."""
    made = box(points.GAIN_TRAIL, "veto", barred("scared", terrain="water"))
    made.hook(points.MOVE_DESTINATIONS, "veto")(barred("flooded", location=8))
    t = equipped(made, trails.rumour).answer("phase-1", "tool")
    assert t.options("track") == ["forest", "mountain"]
    assert t.refused("track", "water").code == "scared"
    t.answer("track", "forest")
    assert len(t.place("rumours.red")) == 1
    t = new(seats=2, boxes=(made,)).lay("gear.red", "event.16", rest="events").stand(red=11)
    t.answer("phase-1", "event.16")
    assert t.options("ride") == [7, 10]
    assert t.refused("ride", 8).code == "flooded"


def test_trails() -> None:
    """Boxes forbid a trail, and know further piles."""
    no = box(points.GAIN_TRAIL, "veto", lambda _g, **_: Rejection("no-trail"))
    t = equipped(no, trails.gain_trail).answer("phase-1", "tool")
    assert t.place("trails.red") == ()
    made = box(points.GAIN_TRAIL, "provide", lambda _g, **_: ["sea"])

    @made.content
    def sea(_setup: object) -> Iterator[Component | Place]:
        yield Place("tokens.sea", "nobody")
        yield Component("token.sea", "sea", "tokens.sea")

    t = equipped(made, trails.gain_trail).answer("phase-1", "tool").answer("trail", "sea")
    assert t.place("trails.red") == ("token.sea",)


def test_discards() -> None:
    """A discard that is no damage is told, with the cards."""
    made = box(points.DISCARD_OTHER, "notify", flagged("discarded"))

    def drop(g: Game, seat: Seat) -> Flow[None]:
        remember(g, seat, moved=True)
        deck.discard(g, seat, g.cards(f"hand.{seat}")[:1], f"hand.{seat}")
        yield from ()

    t = equipped(made, drop)
    card = t.place("hand.red")[0]
    assert told(t.answer("phase-1", "tool"), "discarded") == f"{(card,)}/hand.red"
