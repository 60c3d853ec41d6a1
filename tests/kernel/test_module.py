"""Modules declare, a ruleset chooses, a composition puts together or says why it can't."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tests.kernel.tiny import SEATS, Prices, Score, Shelf, box, composed, game, quiet
from tts_tool.kernel.decisions import BUTTON
from tts_tool.kernel.events import Flagged, Moved, TrackSet
from tts_tool.kernel.game import Flow, Game, Luck
from tts_tool.kernel.hooks import CompositionError, Hook, HookKind, Point
from tts_tool.kernel.inventory import Place, Seat
from tts_tool.kernel.module import (
    Composition,
    Module,
    Offer,
    OpenPoint,
    Reaction,
    Ruleset,
    Setup,
)
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.settings import GENERAL, Setting
from tts_tool.kernel.spaces import Choice
from tts_tool.kernel.state import State

WEATHER = Setting("weather", ("dry", "wet"), "whether it rains", "T-9")
BASE = Module("base", settings=(WEATHER,))
SEA = Module("sea", needs=("base",), settings=(Setting("tide", ("low",), "how high"),))
SHIPS = Module("ships", needs=("sea",))
DESERT = Module("desert", excludes=("sea",))
RULESET = Ruleset("tiny-game", modules=(BASE, SEA, SHIPS, DESERT), play=quiet, seats=SEATS)


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        ((), ["base"]),
        (("base",), ["base"]),
        (("ships", "sea"), ["base", "sea", "ships"]),
        (("desert",), ["base", "desert"]),
    ],
)
def test_chosen_modules(names: tuple[str, ...], chosen: list[str]) -> None:
    """The first module is always there, and all stand in the order of the ruleset."""
    assert [module.name for module in RULESET.chosen(names)] == chosen


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (("ships",), "module ships needs sea"),
        (("sea", "desert"), "modules desert and sea exclude each other"),
        (("moon",), "tiny-game has no module moon; it has base, sea, ships, desert"),
    ],
)
def test_what_does_not_go_together(names: tuple[str, ...], problem: str) -> None:
    """What is missing, in the way, or unknown is said."""
    with pytest.raises(CompositionError, match=problem):
        RULESET.chosen(names)


BRIDGE = Module("ferry", bridges=("sea", "desert"))
PIER = Module("pier", bridges=("ferry", "ships"))
BRIDGED = Ruleset(
    "t",
    modules=(BASE, SEA, SHIPS, BRIDGE, Module("desert"), PIER),
    play=quiet,
    seats=SEATS,
)


@pytest.mark.parametrize(
    ("names", "chosen"),
    [
        ((), ["base"]),
        (("sea",), ["base", "sea"]),
        (("sea", "desert"), ["base", "sea", "ferry", "desert"]),
        (("sea", "desert", "ferry"), ["base", "sea", "ferry", "desert"]),
        (("sea", "ships", "desert"), ["base", "sea", "ships", "ferry", "desert", "pier"]),
    ],
)
def test_bridges_come_by_themselves(names: tuple[str, ...], chosen: list[str]) -> None:
    """What is different when several boxes play comes with them, also a bridge to a bridge."""
    assert [module.name for module in BRIDGED.chosen(names)] == chosen


def test_a_bridge_comes_with_all_its_boxes_only() -> None:
    """Nobody can choose it without them."""
    with pytest.raises(CompositionError, match="module ferry needs desert"):
        BRIDGED.chosen(("sea", "ferry"))


class Crates(Shelf):
    """A catalogue that says what it was asked to leave out."""

    def __init__(self, left_out: frozenset[str] = frozenset()) -> None:
        super().__init__()
        self.left_out = left_out

    def without(self, boxes: frozenset[str]) -> Crates:
        """Leave out."""
        return Crates(self.left_out | boxes)


def test_cards_of_boxes_that_do_not_play() -> None:
    """A game sees the cards of the modules that it is made of, named by their folders."""
    tall = Module("tall-ships", needs=("base",))
    ruleset = Ruleset("t", modules=(BASE, SEA, tall), play=quiet, seats=SEATS)

    def left_out(*names: str) -> frozenset[str]:
        made = Composition(ruleset, Setup(SEATS, names, {}, Crates()))
        cards: Crates = made.setup.cards
        return cards.left_out

    assert left_out() == {"sea", "tall_ships"}
    assert left_out("tall-ships") == {"sea"}
    assert left_out("sea", "tall-ships") == set()


def test_content_is_declared_from_the_cards_of_the_game() -> None:
    """What a module lays out is made from the cards that this game sees."""
    base, seen = Module("base"), set[str]()

    @base.content
    def shelves(setup: Setup) -> list[Place]:
        seen.update(setup.cards.left_out)
        return []

    ruleset = Ruleset("t", modules=(base, SEA), play=quiet, seats=SEATS)
    Composition(ruleset, Setup(SEATS, (), {}, Crates()))
    assert seen == {"sea"}


def test_only_what_replaces_says_when() -> None:
    """For other hooks a condition is part of what they do."""
    with pytest.raises(CompositionError, match="module m at worth: only what replaces says when"):
        Module("m").hook("worth", "modify", when=lambda _: True)


def test_settings_of_the_chosen_modules() -> None:
    """What can be chosen at the start depends on the modules; the first value is the default."""
    general = [setting.name for setting in GENERAL]
    assert [setting.name for setting in RULESET.settings(())] == ["weather", *general]
    assert [each.name for each in RULESET.settings(("sea",))] == ["weather", "tide", *general]
    assert WEATHER.default == "dry"


def test_what_a_ruleset_is_unless_said_otherwise() -> None:
    """One seat is enough, and the cards lie in the folder of the game's name."""
    assert (RULESET.fewest, RULESET.folder, RULESET.schema) == (1, "tiny_game", None)
    named = Ruleset(
        "t", modules=(BASE,), play=quiet, seats=SEATS, fewest=2, folder="cards", schema=1
    )
    assert (named.fewest, named.folder, named.schema) == (2, "cards", 1)


def test_modules_that_come_with_the_seats() -> None:
    """A number of seats may bring a module of its own, e.g. a solo mode."""
    solo = Module("solo")
    ruleset = Ruleset(
        "tiny",
        modules=(BASE, solo),
        play=quiet,
        seats=SEATS,
        implied=lambda seats, _chosen: ("solo",) if len(seats) == 1 else (),
    )

    def with_seats(*seats: Seat) -> list[str]:
        return [m.name for m in Composition(ruleset, Setup(seats, (), {}, Shelf())).modules]

    assert with_seats("ann") == ["base", "solo"]
    assert with_seats("ann", "bob") == ["base"]


def test_advice_of_boxes() -> None:
    """What a sensible player would answer is asked of the box that comes last first."""
    near, far = Module("near"), Module("far")
    said = {name: (lambda *_, name=name: name) for name in ("near", "far")}
    near.advises("walk")(said["near"])
    far.advises("walk", "buy")(said["far"])
    advice = composed(quiet, box(), near, far).advice
    assert advice == {"walk": (said["far"], said["near"]), "buy": (said["far"],)}


def test_what_a_module_is_unless_said_otherwise() -> None:
    """A module needs and excludes nothing, and its behaviour is number one."""
    module = Module("plain")
    assert (module.name, module.needs, [*module.excludes]) == ("plain", (), [])
    assert module.behaviour == 1
    assert (module.settings, module.parts, module.operations) == ((), (), {})
    assert Module("other", behaviour=4).behaviour == 4


class Bake(msgspec.Struct, frozen=True):
    """An operation of a card."""


def run(g: Game, *_: object) -> Flow[None]:
    """Do nothing; what is declared here is not run."""
    raise AssertionError(g)


def empty(setup: Setup) -> list[Place]:
    """Add nothing to the box."""
    return [Place(f"empty.{seat}") for seat in setup.seats[:0]]


def holds(g: Game) -> Rejection | None:
    """Have nothing against any state."""
    return None if g.seats else Rejection("nobody")


def test_declaring() -> None:
    """Each way to declare keeps what was declared, and gives a decorated function back."""
    module = Module("m")
    point = module.point("worth", "modify", "veto", doc="what a thing is worth")
    assert point == Point("worth", ("modify", "veto"), "what a thing is worth")
    assert module.points == [point]
    assert module.content(empty) is empty
    assert module.contents == [empty]
    assert module.hook(point, "modify", before=("x",), after=("y",))(quiet) is quiet
    assert module.hook("price", "veto")(run) is run
    assert module.hooks == [
        Hook("m", "worth", "modify", quiet, ("x",), ("y",)),
        Hook("m", "price", "veto", run),
    ]
    assert module.operation(Bake)(run) is run
    assert module.operations == {Bake: run}
    assert module.invariant(holds) is holds
    assert module.invariants == [holds]
    assert module.reaction("react", Moved, no_one)(run) is run
    assert module.reactions == [Reaction("react", Moved, no_one, run)]
    module.offer(name="look", seats=everyone, space=one, run=run, why="T-1")
    assert module.offers[0].name == "look"
    assert module.offers[0].why == "T-1"
    assert module.offers[0].bind(BARE, "ann") == BUTTON


def no_one(g: Game, event: Moved) -> list[tuple[Seat, dict[str, object]]]:
    """Let nobody react."""
    raise AssertionError(g, event)


def everyone(g: Game) -> tuple[Seat, ...]:
    """Offer it to all."""
    return g.seats


def one(g: Game, seat: Seat) -> Choice[str]:
    """Offer a single thing."""
    raise AssertionError(g, seat)


def flow(*_: object, **__: object) -> Flow[None]:
    """Do nothing."""
    yield from ()


def test_composition() -> None:
    """Everything that the modules declare is found in the composition, in their order."""
    first, second = box("first"), Module("second")
    worth = first.point("worth", "modify", "notify", doc="worth")
    second.hook(worth, "modify")(run)
    second.hook(worth, "notify")(flow)
    first.hook(worth, "notify")(quiet)
    first.operation(Bake)(run)
    second.reaction("b", Moved, no_one)(flow)
    first.reaction("a", Moved, no_one)(quiet)
    second.reaction("c", TrackSet, no_one)(run)
    first.offer(name="look", seats=everyone, space=one, run=run)
    second.offer(name="peek", seats=everyone, space=one, run=run)
    second.invariant(holds)
    second.content(lambda setup: [Place(f"shop.{seat}") for seat in setup.seats])
    both = composed(quiet, first, second)
    assert both.modules == (first, second)
    assert both.hooks[("worth", "modify")] == (run,)
    assert both.operations == {Bake: run}
    assert [offer.name for offer in both.offers] == ["look", "peek"]
    assert both.invariants == (holds,)
    assert both.flows == {
        "a": quiet,
        "b": flow,
        "c": run,
        "first.worth": quiet,
        "second.worth": flow,
    }
    assert both.notified == {"worth": ("first.worth", "second.worth")}
    assert {on: [r.name for r in several] for on, several in both.reactions_on.items()} == {
        Moved: ["a", "b"],
        TrackSet: ["c"],
    }
    assert "shop.cid" in both.inventory.places
    assert both.inventory.parts == {"score": Score}
    assert both.inventory.seats == SEATS


def test_tables_are_read_once() -> None:
    """A table of the catalogue is asked for when it is needed, and kept."""
    shelf = Shelf()
    composition = composed(quiet, cards=shelf)
    assert shelf.asked == 0
    assert composition.table(Prices) is composition.table(Prices)
    assert shelf.asked == 1


def test_kept_for_the_game() -> None:
    """What is made of the game and names is made once for each of them, and anew in a twin."""
    made: list[str] = []

    def label(g: Game, seat: str, number: int) -> str:
        made.append(f"{seat}.{number}.{len(g.seats)}")
        return made[-1]

    g = game()
    assert [g.kept(label, "ann", n) for n in (1, 2, 1)] == ["ann.1.3", "ann.2.3", "ann.1.3"]
    assert made == ["ann.1.3", "ann.2.3"]
    assert game().kept(label, "ann", 1) == "ann.1.3"
    assert len(made) == 3


def test_made_once() -> None:
    """What is made of the set-up is made when it is needed, once for the whole game."""
    made: list[tuple[Seat, ...]] = []

    def make(setup: Setup) -> dict[str, int]:
        made.append(setup.seats)
        return {"seats": len(setup.seats)}

    def other(setup: Setup) -> int:
        return -len(setup.seats)

    composition = composed(quiet)
    g = Game(composition, Luck(), State(composition.inventory))
    assert g.once(make) == {"seats": 3}
    assert composition.once(make) is g.once(make)
    assert g.once(other) == -3
    assert made == [SEATS]


Declare = Callable[[Module], object]


@pytest.mark.parametrize(
    ("declare", "problem"),
    [
        (lambda m: m.point("worth", "modify", doc="again"), "point worth"),
        (lambda m: m.offer(name="look", seats=everyone, space=one, run=run), "offer look"),
        (lambda m: m.operation(Bake)(flow), "operation Bake"),
        (lambda m: m.reaction("react", Flagged, no_one)(flow), "reaction react"),
        (lambda m: m.reaction("box.worth", Flagged, no_one)(flow), "reaction box.worth"),
    ],
)
def test_declared_twice(declare: Declare, problem: str) -> None:
    """What one module declared can't silently be replaced by another, nor by itself."""
    for other in (Module("other"), None):
        first = box()
        first.hook(first.point("worth", "notify", doc="worth"), "notify")(flow)
        first.offer(name="look", seats=everyone, space=one, run=run)
        first.operation(Bake)(run)
        first.reaction("react", Moved, no_one)(flow)
        composed(quiet, first, Module("innocent"))
        declare(other or Module("third"))
        second = Module("second")
        declare(second)
        with pytest.raises(CompositionError, match=f"{problem} is declared twice"):
            composed(quiet, first, second)


BARE = Game(composed(quiet), Luck(), State(composed(quiet).inventory))
DECLARED = Offer("look", everyone, one, run)


def test_offers_without_a_word() -> None:
    """An offer needs neither a reason nor a gesture."""
    assert DECLARED.why == ""
    assert DECLARED.bind(BARE, "ann") == BUTTON
    assert Rejection("x") == Rejection("x", {}, "")


def test_a_game_with_a_module_of_somebody_else() -> None:
    """It is the same game with one more to choose from, and knows which came from elsewhere."""
    first, crows = box("first"), Module("crows")
    rules = Ruleset("tiny", modules=(first,), play=quiet, seats=SEATS)
    more = rules.plus(crows)
    assert (rules.modules, rules.added) == ((first,), (first,))
    assert (more.name, more.modules, more.added) == ("tiny", (first, crows), (crows,))
    assert [each.name for each in more.chosen(["crows"])] == ["first", "crows"]


# What a module declares, where it is written


def no_crow_is_white(_cards: object) -> list[str]:
    """Find nothing wrong."""
    return []


def test_what_is_declared_is_there() -> None:
    """Types of cards, tables, words, parts, checks and settled points are kept as given."""
    crows = Module("crows")
    point = OpenPoint("CR-OPEN-01", "settled", "", "Crows count as birds.")
    kept = [
        crows.record("crow")(Score),
        crows.table("nest")(Prices),
        crows.part(Prices),
        crows.check(no_crow_is_white),
        crows.words("moment", {"dusk": "the sun sets"}),
    ]
    crows.words("moment", {"dawn": "it rises"})
    crows.spare("Crow.hue")
    crows.settles(point)
    assert kept == [Score, Prices, Prices, no_crow_is_white, {"dusk": "the sun sets"}]
    assert (crows.records, crows.tables, crows.parts) == (
        {"crow": Score},
        {"nest": Prices},
        (Prices,),
    )
    assert crows.vocabularies == {"moment": {"dusk": "the sun sets", "dawn": "it rises"}}
    assert (crows.checks, crows.unread, crows.open_points) == (
        [no_crow_is_white],
        ["Crow.hue"],
        [point],
    )


def test_one_name_stands_for_one_type() -> None:
    """Two types of cards of one name are refused, as is a declaration without a name."""
    crows = Module("crows")
    crows.record("crow")(Score)
    with pytest.raises(CompositionError, match="type of cards 'crow' is declared twice"):
        crows.record("crow")(Prices)
    bare: Any = crows.table
    with pytest.raises(CompositionError, match="a table needs the name"):
        bare(Prices)


@pytest.mark.parametrize(
    ("written", "told"), [("recrod", "did you mean record?"), ("flag", "there are: advises, check")]
)
def test_a_misspelt_declaration_is_an_error(written: str, told: str) -> None:
    """What nothing is declared by is refused, with what was meant or what there is."""
    with pytest.raises(AttributeError) as caught:
        getattr(Module("crows"), written)
    assert str(caught.value).startswith(f"module crows declares no '{written}'; {told}")


@pytest.mark.parametrize(
    ("point", "kind", "told"),
    [("wroth", "modify", "did you mean worth?"), ("worth", "veto", "there are: modify")],
)
def test_a_misspelt_hook_is_told_with_its_line(point: str, kind: HookKind, told: str) -> None:
    """A hook at a point or of a kind that there is not names file, line and what there is."""
    crows = Module("crows")
    crows.point("worth", "modify", doc="what a crow is worth")

    @crows.hook(point, kind)
    def dearer(_g: Game, value: int) -> int:
        return value

    line = dearer.__code__.co_firstlineno
    with pytest.raises(CompositionError) as caught:
        composed(quiet, crows)
    assert str(caught.value).startswith(f"{__file__}:{line}: module crows hooks {kind} at {point}")
    assert str(caught.value).endswith(told)
