"""What a box can do at every point of the base game: one small use for each kind of each point.

`SEAMS` says for each which hook joins in, what is played, and what is seen then that isn't seen
without the hook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

import msgspec

from tests.old_world.oddity import box, story, way
from tests.old_world.ring import MONSTER, Ring, bystanders
from tests.old_world.table import Table, new, unplayed, workshop
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.hooks import HookKind, Point
from tts_tool.kernel.inventory import Component, Place
from tts_tool.kernel.module import Module
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.kernel.state import FlowError
from tts_tool.rulesets.old_world.base import points
from tts_tool.rulesets.old_world.base.abilities.abilities import Ability, Condition, Guard, Price
from tts_tool.rulesets.old_world.base.abilities.held import HeldAbility
from tts_tool.rulesets.old_world.base.board import trails
from tts_tool.rulesets.old_world.base.cards import deck, potions
from tts_tool.rulesets.old_world.base.cards.market import Row, gain_of_cost
from tts_tool.rulesets.old_world.base.fight.fight import Fight, Rewards
from tts_tool.rulesets.old_world.base.story.quests import OpenQuest, Quests
from tts_tool.rulesets.old_world.base.story.stories import Quest
from tts_tool.rulesets.old_world.base.turn.turn import Deed, force_end
from tts_tool.rulesets.old_world.base.witcher import attributes, trophies

__all__ = ["SEAMS", "Boxes", "Seam"]

Boxes = tuple[Module, ...]
Play = Callable[[Boxes], object]


class Seam(NamedTuple):
    """One use of a point: the hook, what is played, and what is seen then."""

    point: Point
    kind: HookKind
    hook: Callable[..., Any]
    play: Play
    shows: object = 1
    content: Callable[..., Any] | None = None

    def box(self) -> Module:
        """Make a box that joins in at the point."""
        made = Module("seam", needs=("base",))
        made.hook(self.point, self.kind)(self.hook)
        if self.content is not None:
            made.content(self.content)
        return made


# Hooks


def mark(g: Game, *_: object, **__: object) -> Flow[None]:
    """Count in a flag that everybody sees how often the hook has run."""
    g.flag("seam", int(g.state.flags.get("seam", 0)) + 1)
    yield from ()


def asks(g: Game, *_: object, **__: object) -> Flow[None]:
    """Ask red something."""
    yield from g.ask("red", "seam", lambda: Choice(("yes", "no")))


def forbids(_g: Game, **_: object) -> Rejection:
    """Have something against it."""
    return Rejection("seam")


def steps(g: Game, **_: object) -> list[Callable[[], Flow[None]]]:
    """Have something more to do."""
    return [partial(mark, g)]


def deeds(g: Game, **_: object) -> list[Deed]:
    """Offer something more to do."""
    return [Deed("seam", lambda: None, partial(mark, g))]


def gives(value: object) -> Callable[..., object]:
    """Make a hook that takes over with a value, provides it, or changes any value into it."""
    return lambda _g, *_, **__: value


def plus(more: int) -> Callable[..., int]:
    """Make a hook that changes a number."""
    return lambda _g, value, **_: value + more


def returns(value: object) -> Callable[..., Flow[object]]:
    """Make a hook that is a flow and gives a value."""

    def flow(_g: Game, *_: object, **__: object) -> Flow[object]:
        yield from ()
        return value

    return flow


def crane(_setup: object) -> Iterator[Component]:
    """Put another board into the box."""
    yield Component("board.crane", "crane", "box", back={"back": "board"}, pool="boards")


def sea(_setup: object) -> Iterator[Component | Place]:
    """Lay out a pile of tokens of another terrain."""
    yield Place("tokens.sea", "nobody")
    yield Component("token.sea", "sea", "tokens.sea")


# What is seen


def marked(t: Table) -> object:
    """Read how often the hook has run: once is meant where nothing else is said."""
    return t.timeline.state.flags.get("seam")


def meets(t: Table, questions: int = 60) -> bool:
    """Tell whether the box's question comes if everything else gets the first allowed answer."""
    for _ in range(questions):
        decision = t.timeline.decisions()[0]
        if decision.name == "seam":
            return True
        t.answer(decision.name, decision.space().sole()[0], decision.seat)
    return False


# Set-up


def begins(boxes: Boxes) -> str:
    """Begin a game, or be refused."""
    try:
        unplayed(seats=2, boxes=boxes)
    except FlowError as refusal:
        return str(refusal)
    return "begun"


def board_set_up(boxes: Boxes) -> Table:
    """Set up what belongs to no seat."""
    return unplayed(seats=3, boxes=boxes)


def seats_set_up(boxes: Boxes) -> Table:
    """Set up everything, up to the first question of the game."""
    return unplayed(seats=2, boxes=boxes).until("phase-1")


# Turns

TOOLS = workshop(
    "tools",
    {
        "raise": lambda g, seat: attributes.raise_(g, seat, "combat"),
        "raise-defense": lambda g, seat: attributes.raise_(g, seat, "defense"),
        "lower": lambda g, seat: attributes.lower(g, seat, "alchemy"),
        "potions": lambda g, seat: potions.gain_potion(g, seat, 2),
        "trail": trails.gain_trail,
        "gain": lambda g, seat: gain_of_cost(g, seat, 0),
        "draw": lambda g, seat: deck.draw(g, seat, 1),
        "storm": force_end,
        "drop": lambda g, seat: deck.discard(g, seat, g.cards(f"hand.{seat}")[:1], f"hand.{seat}"),
        "trophy": lambda g, seat: trophies.reward(g, seat, ""),
    },
)


def turn(boxes: Boxes) -> Table:
    """Stand at red's turn, at a tavern town without monsters, with tools at hand."""
    return new(boxes=(*boxes, TOOLS)).stand(red=9).tracks(**{"gold.red": 2})


def with_tool(name: str, **tracks: int) -> Callable[[Boxes], Table]:
    """Use a tool."""

    def play(boxes: Boxes) -> Table:
        values = {name.replace("_", "."): value for name, value in tracks.items()}
        return turn(boxes).tracks(**values).answer("phase-1", name)

    return play


def acted(at: int) -> Callable[[Boxes], Table]:
    """Use a Location Action."""
    return lambda boxes: (
        turn(boxes).stand(red=at).did("red", moved=True).answer("phase-1", "action")
    )


def look(play: Callable[[Boxes], Table], see: Callable[[Table], object] = marked) -> Play:
    """Play, then see."""
    return lambda boxes: see(play(boxes))


def asked_next(play: Callable[[Boxes], Table]) -> Play:
    """Play, then see who is asked what."""
    return lambda boxes: play(boxes).open()


def reason(name: str, value: str) -> Callable[[Table], object]:
    """See why something can't be answered."""

    def see(t: Table) -> object:
        refusal = t.why_not(name, value)
        return None if refusal is None else refusal.code

    return see


def track(name: str) -> Callable[[Table], object]:
    """See a track."""
    return lambda t: t.track(name)


def offered(name: str) -> Callable[[Table], object]:
    """See whether the box's option can be chosen."""
    return lambda t: "seam" in t.options(name)


def after_round(boxes: Boxes) -> Table:
    """Let the turns of both seats pass."""
    t = turn(boxes)
    t.answer("phase-1", "end-phase").until("phase-1").answer("phase-1", "end-phase")
    return t.until("phase-3") if t.over else t


def second_phase(boxes: Boxes) -> Table:
    """Stand before the choice of Phase II."""
    return turn((*boxes, bystanders)).to_phase("phase-2")


def gaining(boxes: Boxes) -> Table:
    """Stand before the purchase of Phase III with an empty draw pile."""
    return turn(boxes).to_phase("phase-3").until("purchase")


def dug(boxes: Boxes) -> Table:
    """Draw a card with an empty deck and one card in the discard."""
    t = turn(boxes)
    card = t.place("hand.red")[0]
    return t.lay("deck.red", rest="trash").lay("discard.red", card).answer("phase-1", "draw")


def paying(boxes: Boxes) -> object:
    """Hold one water card and no gold before a mountain."""
    t = turn(boxes).tracks(**{"gold.red": 0})
    t.hand("red", *t.cards(terrain="water")[:1])
    return "at.7" in t.options("phase-1")


def exploring(boxes: Boxes) -> object:
    """Choose a deck to explore."""
    return second_phase(boxes).answer("phase-2", "explore").options("explore")


def storytelling(boxes: Boxes) -> object:
    """Go through an exploration card."""
    t = second_phase(boxes)
    t.answer("phase-2", "explore").answer("explore", "city")
    return meets_mark(t)


homebound = box([[way([Quest(event=1, to="own-school")]), way([])]])


def homeward(boxes: Boxes) -> list[int]:
    """Keep a quest to the own school."""
    t = story(boxes=(*boxes, homebound)).explore().answer("option", "a")
    return [each.location for each in t.part(Quests).open.values()]


def arrived_on_a_quest(boxes: Boxes) -> Table:
    """Resolve a quest at the location to which it leads."""
    t = turn(boxes).did("red", moved=True)
    card = t.place("city-deck")[0]
    t.lay("quests.red", card).note(Quests, open={card: OpenQuest(30, 9)})
    return t.answer("phase-1", f"quest.{card}")


def meets_mark(t: Table, questions: int = 5) -> object:
    """See whether the flag is set some questions later."""
    for _ in range(questions):
        decision = t.timeline.decisions()[0]
        t.answer(decision.name, decision.space().sole()[0], decision.seat)
    return marked(t)


def meditating(boxes: Boxes) -> object:
    """Meditate on Combat with a mastered Combat."""
    t = second_phase(boxes).tracks(**{"combat.red": 5}).answer("phase-2", "meditate")
    return t.track("track.red")


def exchanged(boxes: Boxes) -> int:
    """Count what lies there to be gained in an exchange."""
    fields = acted(8)(boxes).ask("exchange").space().describe()["fields"]
    return len(fields["gain"]["options"])


def bought(boxes: Boxes) -> bool:
    """See whether Phase III brought a card of the display."""
    return "OW-MARKET-11" in turn(boxes).to_phase("phase-3").until("phase-1").rules()


# Fights


def ring(boxes: Boxes) -> Ring:
    """Stand beside a monster of Level I with three cards in hand, and no Shield."""
    r = Ring(boxes=boxes).monster("archespore", at=8)
    r.tracks(**{"shield.red": 0, "defense.red": 3, "combat.red": 2, "alchemy.red": 1})
    r.tracks(**{"gold.red": 0})
    return r.hand("red", *r.plain(3)).deck("red", *r.plain(12)).pile("red")


def threatened(boxes: Boxes) -> Table:
    """Stand before Phase II beside a monster, with the Potion that its fight demands."""
    return ring(boxes).lay("potions.red", "potion.stonebark.1").ready()


def declared(boxes: Boxes) -> Ring:
    """Declare a fight, with a Potion that is asked for in step 1."""
    return ring(boxes).lay("potions.red", "potion.stonebark.1").fight()


def hit(boxes: Boxes, damage: int = 2, shield: int = 0) -> Ring:
    """Let red resolve a Combo of one card."""
    r = ring(boxes)
    card = r.printed("red", damage=damage, shield=shield)
    return r.hand("red", card, *r.plain(2)).bout(12).combo(card)


def bitten(boxes: Boxes) -> Ring:
    """Let the monster deal four damage."""
    r = ring(boxes).bout((18, 12, 17, 13), turn=MONSTER)
    return r.answer("attack", "bite") if r.open() == ["attack/blue"] else r


def beaten(boxes: Boxes) -> Ring:
    """Defeat the monster."""
    r = ring(boxes)
    return r.hand("red", r.printed("red", damage=1)).bout(1).after()


def drinking(boxes: Boxes) -> Ring:
    """Stand in step 1 with two Potions and Alchemy for one, after the first."""
    r = ring(boxes)
    one, _two = r.potions("red", "stonebark", "quicksilver")
    return r.bout(12).answer("use-step-1", one)


def connecting(boxes: Boxes) -> Ring:
    """Lay one card without a tab of a Combo."""
    r = ring(boxes).bout(12)
    return r.answer("combo", r.place("hand.red")[0])


def mended(boxes: Boxes) -> Ring:
    """Put a card of the hand back into the own Life Pool."""
    r = ring(boxes).lay("trophies.red", "attribute-trophy.specialty.1").bout(12)
    r.answer("use-step-1", "attribute-trophy.specialty.1")
    return r.answer("put-back", [r.place("hand.red")[0]])


def life(t: Table) -> int:
    """Count the monster's Life Pool."""
    return len(t.place("monster-life"))


def pile(name: str) -> Callable[[Table], int]:
    """Count what lies in a place."""
    return lambda t: len(t.place(name))


def bans_stonebark(_g: Game, use: str, **_: object) -> Rejection | None:
    """Forbid one Potion."""
    return Rejection("seam") if use == "potion.stonebark.1" else None


def ended_turn(boxes: Boxes) -> Table:
    """Come to the end of red's turn."""
    t = new(boxes=boxes).to_phase("turn-end", "red")
    assert t.timeline.state.phase
    return t


def spends(g: Game, inner: Callable[[], Flow[int]], **_: object) -> Flow[int]:
    """Spend something to let one damage less through."""
    amount = yield from inner()
    yield from mark(g)
    return amount - 1


def keeps_life(g: Game, _usual: object, card: str, **_: object) -> Flow[int]:
    """Let one card of a damage go, and no more."""
    g.move(card, "monster-life", "monster-spent")
    yield from ()
    return 0


def turns_over(g: Game, _usual: object, **_: object) -> Flow[tuple[str, str]]:
    """Reveal the card, then let it be a bite without asking anybody."""
    (card,) = g.draw("monster-life", "monster-spent")
    yield from ()
    return card, "bite"


def acts_again(g: Game, _usual: object, **_: object) -> Flow[None]:
    """Let the monster take the next Fight Turn, too."""
    g.note(Fight, again=True)
    yield from ()


def acting_again(boxes: Boxes) -> Ring:
    """Let a monster act that takes the next Fight Turn as well."""
    r = ring(boxes).bout((18, 12, 17), turn=MONSTER, again=True)
    return r.answer("attack", "charge")


def silent(_g: Game, symbols: Any, **_: object) -> object:  # noqa: ANN401  # symbols of a card
    """Ignore damage."""
    return msgspec.structs.replace(symbols, damage=0)


def placed_elsewhere(g: Game, _usual: object, terrain: str, token: str, source: str) -> Flow[None]:
    """Leave a new monster out."""
    g.flag("seam", terrain)
    g.move(token, source, "box")
    yield from ()


FISH = HeldAbility("seam", "box", Ability(when="step-1", effects=(Guard(by=2),)))


def lending(name: str, ability: Ability) -> Module:
    """Make a box that lends everybody an ability."""
    made = Module(name, needs=("base",))
    made.hook(points.FIGHT_TURN_STEP1_USES, "provide")(gives([HeldAbility("seam", "box", ability)]))
    return made


counting = lending(
    "counting",
    Ability(when="step-1", needs=Condition(least={"potions": 3}), effects=(Guard(by=2),)),
)
priced = lending(
    "priced", Ability(when="step-1", price=Price(also={"pearls": 1}), effects=(Guard(by=2),))
)
p = points

SEAMS: tuple[Seam, ...] = (
    # Set-up
    Seam(p.SETUP_VALIDATE, "veto", forbids, begins, "seam {}"),
    Seam(p.SETUP_MAP, "provide", steps, look(board_set_up)),
    Seam(p.SETUP_MARKET, "provide", steps, look(board_set_up)),
    Seam(p.SETUP_MARKET, "replace", mark, look(board_set_up, pile("display.1")), 0),
    Seam(p.SETUP_SIDE_DECKS, "provide", steps, look(board_set_up)),
    Seam(p.SETUP_STORY_DECKS, "provide", steps, look(board_set_up)),
    Seam(p.SETUP_LOCATION_TOKENS, "provide", steps, look(board_set_up)),
    Seam(p.SETUP_MONSTER_PILES, "provide", steps, look(board_set_up)),
    Seam(p.SETUP_MONSTER_FIGHT_DECK, "replace", mark, look(board_set_up)),
    Seam(p.SETUP_SPECIAL_OPPONENTS, "provide", steps, look(board_set_up)),
    Seam(
        p.SETUP_CHARACTERS,
        "provide",
        gives(["board.crane"]),
        look(board_set_up, lambda t: len(t.place("boards")) + len(t.options("board"))),
        6,
        crane,
    ),
    Seam(p.SETUP_CHARACTERS, "ask", asks, asked_next(board_set_up), ["seam/red"]),
    Seam(
        p.SETUP_PLAYER_COMPONENTS,
        "modify",
        lambda _g, cards, **_: cards[:9],
        look(seats_set_up, lambda t: len(t.place("hand.red") + t.place("deck.red"))),
        9,
    ),
    Seam(p.SETUP_AFTER_PLAYERS, "notify", mark, look(seats_set_up)),
    Seam(
        p.SETUP_AFTER_PLAYERS,
        "ask",
        asks,
        lambda boxes: meets(unplayed(2, boxes=boxes), 9),
        shows=True,
    ),
    # Who a seat plays
    Seam(
        p.CHARACTER_ATTRIBUTE_NAME,
        "replace",
        lambda _g, _usual, attribute, **_: {"combat": "alchemy"}.get(attribute, attribute),
        look(with_tool("raise"), track("alchemy.red")),
        2,
    ),
    Seam(
        p.CHARACTER_GUARD_RESOURCE,
        "replace",
        gives("gold"),
        look(with_tool("raise-defense", gold_red=1, gold_blue=0), track("shield.red")),
        1,
    ),
    Seam(
        p.CHARACTER_KIND_WORDS,
        "replace",
        gives("mage"),
        lambda boxes: turn(boxes).refused("phase-1", "poker.blue").params["kind"],
        "mage",
    ),
    Seam(
        p.CHARACTER_OWN_SCHOOL,
        "replace",
        gives("cat"),
        look(acted(17), reason("train", "specialty")),
        None,
    ),
    Seam(p.ATTRIBUTE_RAISED, "notify", mark, look(with_tool("raise"))),
    Seam(p.ATTRIBUTE_LOWERED, "notify", mark, look(with_tool("lower", alchemy_red=2))),
    Seam(
        p.LEVEL_REACHED,
        "replace",
        mark,
        look(with_tool("raise", defense_red=2, alchemy_red=2, specialty_red=2)),
    ),
    # Turns and rounds
    Seam(
        p.TURN_DRIVER,
        "replace",
        asks,
        lambda boxes: meets(unplayed(2, boxes=boxes), 9),
        shows=True,
    ),
    Seam(p.TURN_STARTED, "notify", mark, look(turn)),
    Seam(p.PHASE1_SCHEDULER, "replace", asks, asked_next(turn), ["seam/red"]),
    Seam(p.TURN_ENDED, "ask", asks, asked_next(ended_turn), ["seam/red"]),
    Seam(p.ROUND_ENDED, "notify", mark, lambda boxes: meets_mark(after_round(boxes), 4)),
    Seam(p.ROUND_ENDED, "ask", asks, lambda boxes: meets(after_round(boxes), 9), shows=True),
    # Phase I
    Seam(
        p.MOVE_DESTINATIONS,
        "provide",
        gives([18]),
        look(turn, lambda t: "at.18" in t.options("phase-1")),
        shows=True,
    ),
    Seam(p.MOVE_DESTINATIONS, "veto", forbids, look(turn, reason("phase-1", "at.7")), "seam"),
    Seam(
        p.MOVE_PAYMENT,
        "modify",
        gives(frozenset({"water"})),
        paying,
        shows=True,
    ),
    Seam(p.MOVE_IN_TRANSIT, "replace", mark, look(lambda boxes: turn(boxes).go(7))),
    Seam(p.MOVE_ARRIVED, "notify", mark, look(lambda boxes: turn(boxes).go(7))),
    Seam(
        p.LOCATION_ACTION_AVAILABLE,
        "veto",
        forbids,
        look(lambda boxes: turn(boxes).did("red", moved=True), reason("phase-1", "action")),
        "seam",
    ),
    Seam(p.LOCATION_ACTION_PERFORM, "provide", deeds, look(turn, offered("phase-1")), shows=True),
    Seam(
        p.POKER_AVAILABLE,
        "veto",
        forbids,
        look(
            lambda boxes: turn(boxes).stand(blue=9).did("red", moved=True),
            reason("phase-1", "poker.blue"),
        ),
        "seam",
    ),
    Seam(p.POKER_SETTLE, "replace", mark, look(acted(6))),
    Seam(
        p.POKER_ENDED,
        "notify",
        mark,
        lambda boxes: marked(acted(6)(boxes).until("phase-1")),
    ),
    Seam(p.PHASE1_EXTRA_ACTIONS, "provide", deeds, look(turn, offered("phase-1")), shows=True),
    Seam(p.PHASE1_FORCE_END, "notify", mark, look(with_tool("storm"))),
    Seam(
        p.PHASE1_ENDED,
        "notify",
        mark,
        look(lambda boxes: turn(boxes).answer("phase-1", "end-phase")),
    ),
    Seam(p.PHASE1_ENDED, "ask", asks, asked_next(with_tool("storm")), ["seam/red"]),
    # Phase II
    Seam(p.PHASE2_OPTIONS, "provide", deeds, look(second_phase, offered("phase-2")), shows=True),
    Seam(
        p.PHASE2_OPTIONS,
        "veto",
        lambda _g, option, **_: Rejection("seam") if option == "fight" else None,
        look(threatened, reason("phase-2", "fight.forest")),
        "seam",
    ),
    Seam(p.EXPLORE_DECK, "provide", gives(["city"]), exploring, ["city", "wilds", "city"]),
    Seam(p.QUEST_GOAL, "replace", gives(7), homeward, [7]),
    Seam(p.QUEST_RESOLVE, "replace", mark, look(arrived_on_a_quest)),
    Seam(p.STORY_RESULT, "provide", steps, storytelling),
    Seam(p.MEDITATE_ADVANCE, "modify", gives(0), meditating, 0),
    Seam(p.FIGHT_OPPONENTS, "provide", deeds, look(second_phase, offered("phase-2")), shows=True),
    Seam(
        p.FIGHT_TRAIL_FOR,
        "provide",
        gives([True]),
        look(lambda boxes: ring(boxes).fight(), lambda t: t.open()[0]),
        "combo/red",
    ),
    # Fights
    Seam(p.FIGHT_BEFORE, "ask", asks, asked_next(declared), ["seam/red"]),
    Seam(p.FIGHT_BEFORE, "notify", mark, look(declared)),
    Seam(
        p.FIGHT_MONSTER_POOL_SOURCE,
        "replace",
        gives("box"),
        look(declared, pile("monster-deck")),
        20,
    ),
    Seam(p.FIGHT_MONSTER_POOL_SIZE, "modify", plus(-5), look(declared, life), 7),
    Seam(p.FIGHT_AFTER_POOLS, "notify", mark, look(declared)),
    Seam(p.FIGHT_FIRST_TURN, "modify", gives("red"), lambda boxes: declared(boxes).now.turn, "red"),
    Seam(p.FIGHT_TEMPORARY_LEVELS, "modify", gives(5), look(hit, pile("hand.red")), 6),
    Seam(p.FIGHT_TURN_STARTED, "notify", mark, look(declared)),
    Seam(p.FIGHT_TURN_ENDED, "notify", mark, look(hit)),
    Seam(
        p.FIGHT_TURN_STEP1_USES,
        "provide",
        gives([FISH]),
        lambda boxes: ring(boxes).bout(12).open(),
        ["use-step-1/red"],
    ),
    Seam(
        p.FIGHT_TURN_STEP1_USES,
        "veto",
        bans_stonebark,
        lambda boxes: two_potions(boxes).why_not("use-step-1", "potion.stonebark.1"),
        Rejection("seam"),
    ),
    Seam(
        p.ABILITY_COUNT,
        "replace",
        gives(3),
        lambda boxes: ring((*boxes, counting)).bout(12).open(),
        ["use-step-1/red"],
    ),
    Seam(
        p.ABILITY_PRICE,
        "veto",
        forbids,
        lambda boxes: ring((*boxes, priced)).bout(12).open(),
        ["combo/red"],
    ),
    Seam(
        p.ABILITY_PRICE,
        "ask",
        mark,
        lambda boxes: marked(ring((*boxes, priced)).bout(12).answer("use-step-1", "seam")),
    ),
    Seam(p.ABILITY_USED, "ask", mark, look(drinking)),
    Seam(p.FIGHT_ITEM_LIMIT, "modify", plus(1), asked_next(drinking), ["use-step-1/red"]),
    Seam(
        p.COMBO_CONNECT,
        "modify",
        lambda _g, tabs, **_: [*tabs, "green"],
        look(connecting, lambda t: len(t.options("combo"))),
        4,
    ),
    Seam(
        p.COMBO_CONNECT,
        "veto",
        forbids,
        lambda boxes: ring(boxes).bout(12).open(),
        ["attack/blue"],
    ),
    Seam(p.COMBO_RESOLVE, "replace", mark, look(hit, life), 12),
    Seam(p.COMBO_RESOLVED, "ask", asks, asked_next(hit), ["seam/red"]),
    Seam(p.COMBO_CARD_RESOLVED, "ask", asks, asked_next(hit), ["seam/red"]),
    Seam(p.COMBO_CARD_RESOLVED, "notify", mark, look(hit)),
    Seam(p.COMBO_SYMBOLS, "modify", silent, look(hit, life), 12),
    Seam(p.DAMAGE_TO_MONSTER, "modify", plus(-1), look(hit, life), 11),
    Seam(p.DAMAGE_TO_MONSTER, "around", spends, look(hit, lambda t: (life(t), marked(t))), (11, 1)),
    Seam(p.DAMAGE_MONSTER_CARD_DISCARDED, "replace", keeps_life, look(hit, life), 11),
    Seam(p.DAMAGE_TO_PLAYER, "modify", plus(1), look(bitten, pile("discard.red")), 5),
    Seam(
        p.DAMAGE_TO_PLAYER,
        "around",
        spends,
        look(bitten, lambda t: (pile("discard.red")(t), marked(t))),
        (3, 1),
    ),
    Seam(p.DAMAGE_ABSORB, "replace", gives(0), look(bitten, pile("discard.red")), 0),
    Seam(p.DAMAGE_PLAYER_CARD_DISCARDED, "notify", mark, look(bitten), 4),
    Seam(p.DAMAGE_PLAYER_CARD_DISCARDED, "modify", gives(0), look(bitten, pile("discard.red")), 1),
    Seam(p.DISCARD_OTHER, "notify", mark, look(with_tool("drop"))),
    Seam(
        p.GUARD_CHANGE_IN_FIGHT,
        "modify",
        plus(1),
        lambda boxes: hit(boxes, 0, shield=1).track("shield.red"),
        2,
    ),
    Seam(
        p.GUARD_CHANGE_IN_FIGHT,
        "veto",
        forbids,
        lambda boxes: hit(boxes, 0, shield=1).track("shield.red"),
        0,
    ),
    Seam(
        p.GUARD_CAP,
        "modify",
        plus(1),
        lambda boxes: hit(boxes, 0, shield=5).track("shield.red"),
        4,
    ),
    Seam(p.FIGHT_TURN_DRAW_COUNT, "modify", gives(0), look(hit, pile("hand.red")), 2),
    Seam(
        p.MONSTER_ATTACK_TYPE,
        "ask",
        asks,
        lambda boxes: ring(boxes).bout((18, 12), turn=MONSTER).open(),
        ["seam/red"],
    ),
    Seam(
        p.MONSTER_ATTACK_TYPE,
        "replace",
        returns("bite"),
        lambda boxes: len(ring(boxes).bout((18, 12), turn=MONSTER).place("discard.red")),
        4,
    ),
    Seam(
        p.MONSTER_REVEAL,
        "replace",
        turns_over,
        lambda boxes: len(ring(boxes).bout((18, 12), turn=MONSTER).place("discard.red")),
        4,
    ),
    Seam(p.MONSTER_ATTACK_CARD, "replace", acts_again, asked_next(bitten), ["attack/blue"]),
    Seam(p.MONSTER_EXTRA_TURN, "notify", mark, look(acting_again)),
    Seam(p.POOL_ADD_CARDS, "notify", mark, look(mended)),
    Seam(
        p.FIGHT_END_CHECK,
        "modify",
        lambda _g, gone, side: gone or side == MONSTER,
        lambda boxes: hit(boxes).ended("winner"),
        "red",
    ),
    Seam(
        p.FIGHT_OUTCOME_TABLE,
        "replace",
        gives("draw"),
        lambda boxes: beaten(boxes).ended("outcome"),
        "draw",
    ),
    Seam(p.FIGHT_REWARDS, "modify", gives(Rewards(gold=9)), look(beaten, track("gold.red")), 9),
    Seam(p.FIGHT_CLEANUP, "notify", mark, look(beaten)),
    Seam(p.FIGHT_FINISHED, "notify", mark, look(beaten)),
    # Monsters on the board
    Seam(p.MONSTER_LEAVING, "notify", mark, look(beaten)),
    Seam(p.MONSTER_SPAWN, "veto", forbids, look(beaten, pile("lair.forest")), 0),
    Seam(p.MONSTER_SPAWNED, "notify", mark, look(board_set_up), 3),
    Seam(p.SPAWN_CLEANUP, "replace", mark, look(beaten, pile("lair.forest")), 2),
    Seam(p.SPAWN_PLACE, "replace", placed_elsewhere, look(board_set_up, pile("monster.forest")), 0),
    # Gains
    Seam(p.DECK_RESHUFFLE, "veto", forbids, look(dug, pile("discard.red")), 1),
    Seam(p.GAIN_POTION, "ask", asks, asked_next(with_tool("potions")), ["seam/red"]),
    Seam(p.GAIN_POTION, "replace", mark, look(with_tool("potions"), pile("potions.red")), 0),
    Seam(
        p.GAIN_POTION_LIMIT,
        "modify",
        gives(1),
        asked_next(with_tool("potions")),
        ["discard-potions/red"],
    ),
    Seam(p.GAIN_TRAIL, "veto", forbids, asked_next(with_tool("trail")), ["phase-1/red"]),
    Seam(
        p.GAIN_TRAIL,
        "provide",
        gives(["sea"]),
        look(with_tool("trail"), lambda t: len(t.options("trail"))),
        4,
        sea,
    ),
    Seam(p.GAIN_ACTION_CARD, "veto", forbids, asked_next(with_tool("gain")), ["phase-1/red"]),
    Seam(
        p.GAIN_ACTION_CARD,
        "provide",
        lambda g, **_: g.cards("action-deck")[:1],
        exchanged,
        7,
    ),
    Seam(
        p.MARKET_ROWS,
        "provide",
        gives([Row(("trash",), "action-deck", "action-discard")]),
        look(board_set_up, pile("trash")),
    ),
    Seam(
        p.MARKET_ROW,
        "replace",
        gives(Row(("display.6",), "action-deck", "action-discard")),
        exchanged,
        1,
    ),
    Seam(
        p.DISPLAY_REMOVE,
        "provide",
        lambda g, seat: g.cards(f"hand.{seat}")[:1],
        look(acted(7), lambda t: len(t.options("clear-market"))),
        7,
    ),
    Seam(
        p.DISPLAY_CARD_GAINED,
        "notify",
        mark,
        lambda boxes: meets_mark(gaining(boxes), 1),
    ),
    Seam(
        p.PURCHASE_COST,
        "replace",
        gives(9),
        bought,
        shows=False,
    ),
    Seam(
        p.PHASE3_DRAW,
        "ask",
        asks,
        lambda boxes: turn(boxes).to_phase("phase-3").until("discard").answer("discard", []).open(),
        ["seam/red"],
    ),
    Seam(p.PHASE3_DRAW_TARGET, "modify", plus(1), look(gaining, pile("hand.red")), 4),
    Seam(
        p.TROPHY_GAINED,
        "modify",
        gives(trophies.Gained(steps=2, fatigues=0)),
        look(with_tool("trophy"), track("track.red")),
        2,
    ),
    Seam(p.TRACK_STEP, "notify", mark, look(with_tool("trophy"))),
    Seam(p.FATIGUE_CARDS, "modify", gives(0), asked_next(with_tool("trophy")), ["phase-1/red"]),
    # The game
    Seam(
        p.GAME_WIN_CHECK,
        "replace",
        gives((("red",), ("blue",))),
        look(with_tool("trophy"), lambda t: t.over),
        shows=True,
    ),
    Seam(
        p.GAME_LOSS_CHECK,
        "provide",
        gives(["seam"]),
        look(with_tool("trophy"), lambda t: (t.over, t.timeline.state.lost)),
        shows=(True, ("red", "blue")),
    ),
)


def two_potions(boxes: Boxes) -> Ring:
    """Stand in step 1 with two Potions."""
    r = ring(boxes).tracks(**{"alchemy.red": 3})
    r.potions("red", "stonebark", "quicksilver")
    return r.bout(12)
