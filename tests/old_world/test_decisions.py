"""Who decides what: who is asked, whether one may say no, by which gesture, and when nobody is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import pytest

from tests.old_world import test_fight_decisions as fights
from tests.old_world.oddity import oddities, story, way
from tests.old_world.ring import MONSTER, Ring
from tests.old_world.table import Table, new, unplayed, workshop
from tests.old_world.test_actions import EXCHANGE, MARKET, POTION, TRAIL, at
from tests.old_world.test_duel import duel
from tests.old_world.test_explore import after
from tests.old_world.test_fight_turn import hit_of
from tests.old_world.test_market import losing, phase_three
from tests.old_world.test_monster_fight import attacked
from tests.old_world.test_poker import TAVERN, meeting
from tests.old_world.test_quests import on_quest
from tests.old_world.test_rulings import UNCLEAR
from tts_tool.kernel.decisions import BUTTON, Move, Press, Roll
from tts_tool.kernel.decisions import Turn as TurnOver
from tts_tool.kernel.events import Answered
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Incomplete, Space
from tts_tool.rulesets.old_world.base.board.trails import gain_trail
from tts_tool.rulesets.old_world.base.cards.potions import gain_potion
from tts_tool.rulesets.old_world.base.story import stories
from tts_tool.rulesets.old_world.base.table.rulings import Rulings
from tts_tool.rulesets.old_world.base.turn.turn import Turn

SCHOOL = 3
NO: tuple[Any, ...] = ("pass", "no-wager", "end-phase", "nothing", "done", ())
"""Everything by which somebody might say no."""

cards = workshop(
    "cards",
    {
        "potion": gain_potion,
        "any-trail": gain_trail,
        "forest-trail": lambda g, seat: gain_trail(g, seat, "forest"),
        "riddle": lambda g, seat: g.perform(UNCLEAR, seat, g.cards(f"board.{seat}")[0]),
    },
)


class Asked(NamedTuple):
    """A row of who decides what, in a situation in which there is something to decide."""

    rule: str
    situation: Callable[[], Table]
    name: str
    seat: str = "red"
    no: Any = None
    """How the seat says that it does not want to; nothing where it has to decide."""
    why: str = ""
    """What the question says of itself where it is part of another row's question."""


class Settled(NamedTuple):
    """A row of who decides what, in a situation in which nothing is left to decide."""

    rule: str
    situation: Callable[[], Table]
    name: str
    done: Callable[[Any], object]
    """Tells that what the question is about has been done without it."""


def begun(seats: int, name: str) -> Table:
    """Play a set-up that red begins until something is asked."""
    return unplayed(seats, settings={"starting-player": "red"}).until(name)


def finished(seats: int) -> Table:
    """Play a set-up that red begins to its end."""
    return begun(seats, "phase-1")


def used(deed: str, potions: int = 0) -> Table:
    """Let a card do something to red, who has so many Potions."""
    t = new(3, boxes=(cards,))
    t.lay("potions.red", *t.place("potion-deck")[:potions], rest="potion-deck")
    return t.answer("phase-1", deed)


def to_pay() -> Table:
    """Let red be on the way to a location for which two cards pay."""
    t = new().stand(red=8)
    return t.hand("red", *t.cards(terrain="wild")[:2]).answer("phase-1", "at.7")


def gone() -> Table:
    """Let red stand where there is nothing to do, with nothing in hand."""
    return new().hand("red")


def only_forest() -> Table:
    """Let red have reached a trail location while only forest tokens are left."""
    t = at(TRAIL)
    for terrain in ("mountain", "water"):
        t.lay(f"tokens.{terrain}", rest="quest-tokens.blue")
    return t.answer("phase-1", "action")


def one_exchange() -> Table:
    """Let red exchange one hand card while the display has one card."""
    t = at(EXCHANGE).hand("red", new().place("deck.red")[0])
    for slot in range(1, 6):
        t.lay(f"display.{slot}")
    return t.lay("display.6", t.cards(cost=0)[0], rest="box").answer("phase-1", "action")


def bare_market() -> Table:
    """Let red come to the market while nothing lies on display."""
    t = at(MARKET)
    for slot in range(1, 7):
        t.lay(f"display.{slot}")
    return t.answer("phase-1", "action")


def diced() -> Table:
    """Let blue have rolled again, so that it is red's turn to."""
    return meeting().answer("phase-1", "poker.blue").answer("roll-again", [], "blue")


def ruled() -> Table:
    """Let a card be read on which the table has ruled before."""
    t = new(3, boxes=(cards,)).tracks(**{"gold.red": 0})
    return t.note(Rulings, made={"bear": 1}).answer("phase-1", "riddle")


def one_to_train() -> Table:
    """Let red have reached a school with gold for one attribute only."""
    t = at(SCHOOL, gold=2, combat=2, defense=2)
    return t.answer("phase-1", "action")


def no_wilds() -> Table:
    """Let red explore while all Wilds cards are gone."""
    t = story().on_top("city", "city.lame-porter").lay("wilds-deck")
    return t.to_phase("phase-2")


def cat_draws() -> Ring:
    """Let a Cat have used Speed, with one card to put back."""
    return fights.cat().answer("use-step-1", "speed")


def griffin(level: int, discard: int) -> Ring:
    """Let a Griffin of a level have used Magic, with so many cards in the discard."""
    r = Ring().monster("archespore").school("red", "griffin").tracks(**{"specialty.red": level})
    r.hand("red", *r.plain(3)).pile("red", *r.plain(discard)).deck("red", *r.plain(4))
    return r.bout(12).answer("use-step-1", "magic")


def viper_looks() -> Ring:
    """Let a Viper see four cards of which one goes."""
    return fights.viper().answer("use-hit", "venomous-steel")


def viper_orders() -> Ring:
    """Let a Viper lay back what it has seen."""
    r = viper_looks()
    return r.answer("peer-discard", [r.place("monster-life")[0]])


def missed() -> Ring:
    """Let a Viper have attacked without doing damage."""
    r = Ring().monster("archespore").school("red", "viper")
    return r.hand("red", *r.plain(2)).bout(12).combo(r.place("hand.red")[0])


def short_combo() -> Ring:
    """Let a Wolf have announced two cards."""
    r = fights.combo().school("red", "wolf")
    return r.combo(*r.place("hand.red"))


def late_cat() -> Ring:
    """Let a Cat be in its second Fight Turn."""
    r = Ring().monster("archespore").school("red", "cat")
    return r.hand("red", *r.plain(2)).bout(12, turns={"red": 1})


def knocked_over() -> Ring:
    """Deal as much damage to blue as there are cards in hand."""
    r = Ring()
    r.hand("red", hit_of(r, 3)).hand("blue", *r.plain(3)).deck("blue")
    return r.tracks(**{"shield.blue": 0}).spar()


def by_die() -> Ring:
    """Let a monster attack in a solo game."""
    return Ring(1, script={"attack": [1]}).monster("archespore").bout(12, turn=MONSTER)


def one_cheap_card() -> Ring:
    """Let red have lost completely while one card of cost 0 is on display."""
    r = fights.cheap_card().lay("display.4", rest="action-deck")
    for slot in (1, 3, 5, 6):
        r.lay(f"display.{slot}", r.printed("green", cost=2), rest="action-deck")
    return r


def tired() -> Ring:
    """Let red defeat a monster with the only card left."""
    r = Ring().monster("archespore")
    return r.hand("red", hit_of(r, 1)).deck("red").pile("red").bout(1)


def by(rule: str) -> Callable[[Table], bool]:
    """Tell whether something has happened by a rule."""
    return lambda t: rule in t.rules()


ASKED = (
    Asked("OW-DEC-02", lambda: begun(2, "board"), "board", "blue"),
    Asked("OW-DEC-03", lambda: begun(2, "slot"), "slot"),
    Asked("OW-DEC-04", lambda: begun(4, "free-attribute"), "free-attribute"),
    Asked("OW-DEC-06", new, "phase-1", no="end-phase"),
    Asked("OW-DEC-06", to_pay, "pay-move"),
    Asked("OW-DEC-07", lambda: at(POTION), "phase-1", no="end-phase", why="OW-DEC-06"),
    Asked("OW-DEC-08", lambda: at(SCHOOL, gold=9).answer("phase-1", "action"), "train"),
    Asked("OW-DEC-09", lambda: at(EXCHANGE).answer("phase-1", "action"), "exchange"),
    Asked("OW-DEC-10", lambda: at(MARKET).answer("phase-1", "action"), "clear-market", no=()),
    Asked("OW-DEC-11", lambda: at(TRAIL).answer("phase-1", "action"), "track"),
    Asked("OW-DEC-12", lambda: used("potion", 4), "discard-potions"),
    Asked("OW-DEC-13", meeting, "phase-1", no="end-phase", why="OW-DEC-06"),
    Asked("OW-DEC-14", lambda: meeting().answer("phase-1", "poker.blue"), "roll-again", "blue", ()),
    Asked(
        "OW-DEC-14",
        lambda: new(3).stand(red=TAVERN).did("red", moved=True).answer("phase-1", "action"),
        "roll-again",
        "green",
        (),
    ),
    Asked("OW-DEC-15", diced, "roll-again", no=()),
    Asked("OW-DEC-16", lambda: on_quest(17), "phase-1", no="end-phase", why="OW-DEC-06"),
    Asked("OW-DEC-17", lambda: new().stand(red=7, blue=7).to_phase("phase-2"), "phase-2"),
    Asked("OW-DEC-18", lambda: story().to_phase("phase-2").until("explore"), "explore"),
    Asked("OW-DEC-19", lambda: oddities([way([]), way([])]).explore(), "option"),
    Asked("OW-DEC-20", lambda: used("any-trail"), "trail"),
    Asked("OW-DEC-21", lambda: losing(0, 1, 1, 1, 0, 1), "gain"),
    Asked("OW-DEC-22", lambda: phase_three(3), "discard", no=()),
    Asked("OW-DEC-22", lambda: phase_three(5), "discard"),
    Asked("OW-DEC-23", lambda: phase_three(3, step="gain"), "purchase"),
    Asked("OW-DEC-24", fights.wager, "wager", "green", "no-wager"),
    Asked("OW-DEC-25", fights.uses, "use-step-1", no="pass"),
    Asked("OW-DEC-26", fights.combo, "combo"),
    Asked("OW-DEC-27", fights.damaged, "damage", "blue"),
    Asked("OW-DEC-28", fights.first_attack, "attack", "yellow"),
    Asked("OW-DEC-29", fights.second_attack, "attack", "green"),
    Asked("OW-DEC-30", fights.trashing, "trash-one"),
    Asked("OW-DEC-31", fights.cheap_card, "gain"),
    Asked("OW-DEC-32", fights.fatigue, "trash"),
    Asked("OW-DEC-33", fights.viper, "use-hit", no="pass"),
    Asked("OW-DEC-33", viper_looks, "peer-discard"),
    Asked("OW-DEC-33", viper_orders, "peer-order"),
    Asked("OW-DEC-34", fights.cat, "use-step-1", no="pass", why="OW-DEC-25"),
    Asked("OW-DEC-34", cat_draws, "put-back"),
    Asked("OW-DEC-35", fights.wolf, "use-combo", no="pass"),
    Asked("OW-DEC-36", fights.uses, "use-step-1", no="pass", why="OW-DEC-25"),
    Asked("OW-DEC-36", lambda: griffin(4, 3), "fetch"),
    Asked("OW-DEC-36", lambda: griffin(1, 3), "discard"),
    Asked("OW-DEC-37", fights.before_an_attack, "use-opponent-turn", no="pass"),
    *(Asked("OW-DEC-38", lambda: used("riddle"), "ruling", s) for s in ("red", "blue", "green")),
    Asked("OW-DEC-39", lambda: after(stories.Drop(), hand=3), "drop"),
    Asked("OW-DEC-39", lambda: after(stories.Spill(), potions=3), "discard-potions"),
)

SETTLED = (
    Settled("OW-DEC-01", lambda: unplayed(3), "starting-player", lambda t: t.part(Turn).first),
    Settled("OW-DEC-02", lambda: finished(5), "board/red", lambda t: t.place("board.red")),
    Settled("OW-DEC-03", lambda: finished(3), "slot", lambda t: t.place("monster.forest")),
    Settled("OW-DEC-04", lambda: finished(3), "free-attribute", lambda t: t.place("hand.green")),
    Settled("OW-DEC-06", gone, "phase-1", lambda t: t.timeline.state.phase == "phase-2"),
    Settled("OW-DEC-08", one_to_train, "train", lambda t: t.track("alchemy.red") == 2),
    Settled("OW-DEC-09", one_exchange, "exchange", lambda t: t.place("trash")),
    Settled("OW-DEC-10", bare_market, "clear-market", lambda t: t.memory("red").used == (MARKET,)),
    Settled("OW-DEC-11", only_forest, "track", lambda t: t.place("rumours.red")),
    Settled(
        "OW-DEC-12",
        lambda: used("potion", 3),
        "discard-potions",
        lambda t: len(t.place("potions.red")) == 4,
    ),
    Settled(
        "OW-DEC-17",
        lambda: new().to_phase("phase-2"),
        "phase-2",
        lambda t: t.memory("red").doing == "explore",
    ),
    Settled("OW-DEC-18", no_wilds, "explore", lambda t: t.open() == ["option/red"]),
    Settled(
        "OW-DEC-19",
        lambda: oddities([way([], gold=9), way([])]).explore(),
        "option",
        lambda t: t.place("odd-used"),
    ),
    Settled("OW-DEC-20", lambda: used("forest-trail"), "trail", lambda t: t.place("trails.red")),
    Settled("OW-DEC-21", lambda: losing(0, 1, 1, 1, 1, 1), "gain", by("OW-EXPLORE-07")),
    Settled("OW-DEC-21", lambda: losing(1, 1, 1, 1, 1, 1), "gain", by("OW-EXPLORE-08")),
    Settled(
        "OW-DEC-22", lambda: phase_three(0), "discard", lambda t: len(t.place("hand.red")) == 3
    ),
    Settled(
        "OW-DEC-23",
        lambda: phase_three(0, 0, 0, 1, 1, 1, 2, step="gain"),
        "purchase",
        lambda t: t.timeline.state.acting == "blue",
    ),
    Settled(
        "OW-DEC-24",
        lambda: duel(3, **{"gold.green": 0}).attack(),
        "wager",
        lambda t: t.open() == ["combo/red"],
    ),
    Settled("OW-DEC-25", late_cat, "use-step-1", lambda t: t.open() == ["combo/red"]),
    Settled("OW-DEC-26", fights.viper, "combo", lambda t: t.open() == ["use-hit/red"]),
    Settled("OW-DEC-27", knocked_over, "damage", lambda t: t.place("hand.blue") == ()),
    Settled("OW-DEC-28", by_die, "attack", lambda t: t.place("monster-spent")),
    Settled(
        "OW-DEC-30",
        lambda: attacked(1, "charge", hand=1),
        "trash-one",
        by("OW-MONSTER-16"),
    ),
    Settled("OW-DEC-31", one_cheap_card, "gain", by("OW-EXPLORE-07")),
    Settled("OW-DEC-32", tired, "trash", by("OW-DEC-32")),
    Settled("OW-DEC-33", missed, "use-hit", lambda t: t.open() == ["attack/blue"]),
    Settled("OW-DEC-34", late_cat, "use-step-1", lambda t: t.open() == ["combo/red"]),
    Settled("OW-DEC-35", short_combo, "use-combo", lambda t: t.open() == ["attack/blue"]),
    Settled("OW-DEC-36", lambda: griffin(4, 1), "fetch", lambda t: t.place("discard.red") == ()),
    Settled(
        "OW-DEC-37",
        fights.first_attack,
        "use-opponent-turn",
        lambda t: t.open() == ["attack/yellow"],
    ),
    Settled("OW-DEC-38", ruled, "ruling", lambda t: t.track("gold.red") == 1),
    Settled(
        "OW-DEC-39",
        lambda: after(stories.Drop(count=4), hand=3),
        "drop",
        lambda t: t.place("discard.red"),
    ),
    Settled(
        "OW-DEC-39",
        lambda: after(stories.Spill(every=True), potions=3),
        "discard-potions",
        lambda t: t.place("potions.red") == (),
    ),
)


def marked(rows: Iterable[Any]) -> list[Any]:
    """Give rows as the cases of a test that shows their rules."""
    return [pytest.param(row, marks=pytest.mark.rule(row.rule), id=row.rule) for row in rows]


def accepted(space: Space[Any], answer: object) -> bool:
    """Tell whether something is a complete answer that is allowed."""
    return not isinstance(space.check(answer), Rejection | Incomplete)


@pytest.mark.parametrize("row", marked(ASKED))
def test_who_decides(row: Asked) -> None:
    """The question goes to its seat and may be declined exactly where the rules say so."""
    decision = row.situation().ask(row.name, row.seat)
    assert (decision.kind, decision.seat) == ("question", row.seat)
    assert decision.why == (row.why or row.rule)
    assert len(decision.space().sole()) > 1
    declined = [no for no in NO if accepted(decision.space(), no)]
    assert declined == ([] if row.no is None else [row.no])


@pytest.mark.parametrize("row", marked(ASKED))
def test_every_answer_has_its_gesture(row: Asked) -> None:
    """Each thing to choose is meant by a gesture of its own, or the question has buttons only."""
    decision = row.situation().ask(row.name, row.seat)
    if row.name == "peer-order":
        assert decision.bind == BUTTON
        return
    meant = decision.bindings()
    allowed = [each.value for each in decision.space().options() if each.rejection is None]
    assert all(value in [bound for bound, _ in meant] for value in allowed)
    gestures = [gesture for _, gesture in meant]
    assert len(set(gestures)) == len(gestures)
    assert {type(gesture) for gesture in gestures} <= {Move, Press, Roll, TurnOver}
    box = row.situation().timeline.composition.inventory
    owners = {box.places[each.target].owner for each in gestures if isinstance(each, Move)}
    pressed = [each.button for each in gestures if isinstance(each, Press)]
    owners |= {box.tracks[button].owner for button in pressed if button in box.tracks}
    assert owners <= {None, row.seat}  # nobody else's, whatever is paid, lost, gained, looked at


@pytest.mark.parametrize("row", marked(SETTLED))
def test_nothing_to_decide(row: Settled) -> None:
    """Where only one thing can be done nobody is asked, and the game goes on."""
    t = row.situation()
    events = (each.event for each in t.timeline.happened)
    answered = [event.decision for event in events if isinstance(event, Answered)]
    names = [*t.open(), *answered]
    assert not [name for name in names if row.name in (name, name.partition("/")[0])]
    assert row.done(t)


@pytest.mark.rule("OW-DEC-05")
def test_looking_through_the_deck() -> None:
    """It is offered beside the questions to who isn't active, and nobody has to answer."""
    t = new(3)
    assert t.ask("look-through", "blue").kind == t.ask("look-through", "green").kind == "offer"
    assert t.why_not("look-through", "look", "red") is not None
    assert "look-through/blue" not in t.open()
    empty = new(3).lay("deck.blue", rest="trash")
    assert [each.seat for each in empty.timeline.beside() if each.name == "look-through"] == [
        "red",
        "green",
    ]
