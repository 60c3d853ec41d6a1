"""The market itself: what is in the box, how a game is set up, how its nights go."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from tts_tool.catalog.records import Word
from tts_tool.kernel.decisions import Press
from tts_tool.kernel.events import Ended, PhaseBegan, Said, TurnBegan
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component, Place, Seat, Track
from tts_tool.kernel.module import Module, Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.settings import Setting
from tts_tool.kernel.spaces import Choice, Subset
from tts_tool.rulesets.night_market.wares import WORTH, Market, Ware, market, ware, worth
from tts_tool.rulesets.night_market.words import wares_told

SPOTS = ("bridge", "harbour", "temple")


core = Module(
    "core",
    behaviour=2,
    settings=(Setting("performer", ("fastest", "nobody"), "who may catch the charm", "NM-17"),),
)


@core.part
class Night(msgspec.Struct, frozen=True):
    """How far the night has come."""

    number: int = 0
    step: str = "begin"
    closed: tuple[Seat, ...] = ()
    haggled: tuple[str, ...] = ()


core.record("ware")(Ware)
core.record("word")(Word)
core.table("market")(Market)
core.points.append(WORTH)
NIGHT_BEGAN = core.point("night.began", "ask", "notify", doc="a night begins, hands are drawn")
SPOT_OPEN = core.point("spot.open", "veto", doc="may a ware be brought to this spot")
INCOME = core.point("income", "replace", doc="what a stall pays at the end of a night")


@core.content
def box(setup: Setup) -> Iterator[Component | Place | Track]:
    """Lay out the market."""
    yield Place("deck", "nobody")
    yield Place("discard")
    for spot in SPOTS:
        yield Place(spot)
    for seat in setup.seats:
        yield Place(f"hand.{seat}", "owner", seat)
        yield Place(f"attic.{seat}", "nobody", seat)
        yield Place(f"stall.{seat}", "everyone", seat)
        yield Track(f"coins.{seat}", high=999, owner=seat, shown="pile")
        yield Track(f"fame.{seat}", high=20, owner=seat, shown="marker")
    for kind in setup.cards.of(Ware).values():
        for copy in range(1, kind.copies + 1):
            yield Component(
                f"ware.{kind.id}.{copy}",
                kind.id,
                start="deck",
                back={"back": "ware"},
                pool="wares",
                card=kind,
            )


@core.invariant
def stalls_hold(g: Game) -> Rejection | None:
    """No stall is fuller than it may be."""
    for seat in g.seats:
        if len(g.cards(f"stall.{seat}")) > market(g).stall:  # NM-06
            return Rejection("stall-full", {"most": market(g).stall}, "NM-06")
    return None


def play(g: Game) -> Flow[None]:
    """Play a game from wherever it stands."""
    if g.part(Night).number == 0:
        yield from set_up(g)
    while g.part(Night).number <= market(g).nights:  # NM-01
        g.restart()
        yield from one_night(g)
    count_up(g)
    g.emit(Ended(ranking(g)), "NM-19")


def set_up(g: Game) -> Flow[None]:
    """Deal hands and attics and give everyone some coins."""
    yield from g.shuffle("deck")
    numbers = market(g)
    for seat in g.seats:
        g.draw("deck", f"attic.{seat}", numbers.attic, "NM-02")
        g.draw("deck", f"hand.{seat}", numbers.hand, "NM-02")
        g.set(f"coins.{seat}", numbers.coins, "NM-02")
    g.emit(TurnBegan((yield from g.pick("first", g.seats))))
    g.note(Night, number=1)


def one_night(g: Game) -> Flow[None]:
    """Go through the steps of a night from the one it stands at."""
    from tts_tool.rulesets.night_market.bustle import bustle  # noqa: PLC0415  # they share `core`
    from tts_tool.rulesets.night_market.haggle import haggles  # noqa: PLC0415
    from tts_tool.rulesets.night_market.scheme import scheme  # noqa: PLC0415

    steps: dict[str, Callable[[Game], Flow[None]]] = {
        "begin": begin,
        "meeting": meeting,
        "scheme": scheme,
        "bustle": bustle,
        "haggle": haggles,
        "close": close,
    }
    names = tuple(steps)
    night = g.part(Night)
    for name in names[names.index(night.step) :]:
        g.restart()
        if g.state.phase != name:
            g.emit(PhaseBegan(name))
        yield from steps[name](g)
        following = names.index(name) + 1
        if following < len(names):
            g.note(Night, step=names[following])
    g.note(Night, number=night.number + 1, step="begin", closed=(), haggled=())
    g.emit(TurnBegan(g.clockwise(g.acting)[1]))


def begin(g: Game) -> Flow[None]:
    """Draw hands, and see what the night brings."""
    for seat in g.clockwise(g.acting):
        missing = market(g).hand - len(g.cards(f"hand.{seat}"))
        yield from draw(g, f"hand.{seat}", missing)
    g.notify(NIGHT_BEGAN, night=g.part(Night).number)
    yield from g.settle()


def meeting(g: Game) -> Flow[None]:
    """Before anyone schemes, boxes may ask what they have to ask."""
    yield from g.consult(NIGHT_BEGAN)


def draw(g: Game, target: str, count: int) -> Flow[None]:
    """Draw wares one by one; an empty deck is made anew of what was discarded."""
    for _ in range(count):
        if not g.cards("deck"):
            g.move(g.cards("discard"), "discard", "deck", rule="NM-03")
            yield from g.shuffle("deck", "NM-03")
        g.draw("deck", target, rule="NM-03")


def close(g: Game) -> Flow[None]:
    """Take income, chase the performer's charm, and clear what is too much."""
    for seat in g.clockwise(g.acting):
        g.add(f"coins.{seat}", g.replaced(INCOME, income, seat=seat), "NM-17")
    if g.setup.settings["performer"] == "fastest":
        yield from charm(g)
    for seat in g.clockwise(g.acting):
        yield from clear(g, seat)


def income(g: Game, seat: Seat) -> int:
    """Pay half of what a stall is worth."""
    stall = f"stall.{seat}"
    return sum(worth(g, seat, component, stall) for component in g.cards(stall)) // 2


def charm(g: Game) -> Flow[None]:
    """A performer throws a charm: who is first to speak settles it for all."""
    seat, did = yield from g.race(
        *(
            g.question(
                seat,
                "charm",
                lambda: Choice(("grab", "wave-on")),
                why="NM-17",
                bind=lambda did: Press("charm") if did == "grab" else None,
            )
            for seat in g.seats
        )
    )
    if did == "grab":
        g.add(f"coins.{seat}", 1, "NM-17")


def clear(g: Game, seat: Seat) -> Flow[None]:
    """Take what should not stay from the stall: any wares, at least down to one free spot."""
    stall = f"stall.{seat}"
    least = max(0, len(g.cards(stall)) - market(g).stall + 1)
    cleared = yield from g.ask(
        seat,
        "clear",
        lambda: Subset(g.cards(stall), least, rule="NM-18"),
        why="NM-18",
        label=wares_told(g),
    )
    g.discard(cleared, stall, "discard")


def count_up(g: Game) -> None:
    """Tell everyone's points, the most first."""
    for seat in sorted(g.seats, key=lambda seat: -points(g, seat)):
        coins, fame = g.track(f"coins.{seat}"), g.track(f"fame.{seat}")
        told: dict[str, str | int] = {"seat": seat, "coins": coins, "fame": fame}
        g.emit(Said("final-score", {**told, "points": points(g, seat)}), "NM-19")


def points(g: Game, seat: Seat) -> int:
    """Count coins and fame together."""
    return g.track(f"coins.{seat}") + g.track(f"fame.{seat}")  # NM-19


def ranking(g: Game) -> tuple[tuple[Seat, ...], ...]:
    """Rank by points; who has the same shares a rank."""
    score = {seat: points(g, seat) for seat in g.seats}
    return tuple(
        tuple(seat for seat in g.seats if score[seat] == value)
        for value in sorted(set(score.values()), reverse=True)
    )


__all__ = ["INCOME", "NIGHT_BEGAN", "SPOTS", "SPOT_OPEN", "Market", "Night", "core", "play", "ware"]
