"""The book: which pages lie open, what they say, what they pay, and where they lead."""

from __future__ import annotations

from tts_tool.kernel.events import Disclosed, Said
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Setup
from tts_tool.rulesets.path_of_destiny.base.course import Course, course
from tts_tool.rulesets.path_of_destiny.base.effects import perform
from tts_tool.rulesets.path_of_destiny.base.records import Page, Story
from tts_tool.rulesets.path_of_destiny.base.vocabulary import SIDES


def story(g: Game) -> Story:
    """Give the story that is played."""
    return g.once(only_story)


def only_story(setup: Setup) -> Story:
    """Find the one story of which the box is in the game."""
    (one,) = setup.cards.of(Story).values()  # PD-SETUP-02
    known: Story = one
    return known


def page(g: Game, side: str) -> Page:
    """Read the page that lies open on a side."""
    (component,) = g.cards(f"page.{side}")
    known: Page = g.card(component)
    return known


def ahead(g: Game) -> tuple[Page, ...]:
    """Give the pages to which the path of the main symbol leads."""
    known = g.setup.cards.of(Page)
    return tuple(known[leads] for leads in page(g, course(g).main).leads)  # PD-STORY-05


def symbols_of(pages: tuple[Page, ...]) -> tuple[str, ...]:
    """Name the active symbols of a pair of pages, left and right."""
    return tuple(each.path.symbol for each in pages if each.path is not None)  # PD-STORY-03


def introduce(g: Game) -> Flow[None]:
    """Read the introduction, then open the pages of the first chapter."""
    known = g.setup.cards.of(Page)
    first: Page = known[story(g).opens]
    g.move(f"page.{first.id}", "book", "read", rule="PD-STORY-02")
    g.emit(Disclosed("page-tale", {"card": first.id}), "PD-STORY-02")  # PD-STORY-02
    spread = tuple(known[leads] for leads in first.leads)
    g.note(Course, "PD-SYM-07", active=symbols_of(spread))  # PD-SYM-07
    yield from turn_to(g, spread)


def turn_to(g: Game, spread: tuple[Page, ...]) -> Flow[None]:
    """Put away what lay open, and open and read other pages; they pay the path tokens."""
    for side in SIDES:
        g.move(g.cards(f"page.{side}"), f"page.{side}", "read", rule="PD-STORY-06")
    for side, each in zip(SIDES, spread, strict=False):
        g.move(f"page.{each.id}", "book", f"page.{side}", rule="PD-STORY-06")  # PD-STORY-06
        yield from read(g, each)
    for side in SIDES:
        lay_aside(g, side)


def read(g: Game, one: Page) -> Flow[None]:
    """Read a page from its top to its foot, and do what it says."""
    told: dict[str, str | int] = {"card": one.id}
    g.emit(Disclosed("page-tale", told), "PD-STORY-06")
    yield from pay(g, one)
    if one.further is not None:
        g.emit(Disclosed("page-further", told), "PD-STORY-06")
    if one.path is not None:
        params = {**told, "side": one.path.side, "symbol": one.path.symbol}
        g.emit(Disclosed("page-offer", params), "PD-STORY-04")


def pay(g: Game, one: Page) -> Flow[None]:
    """Give the holders of the path tokens what a page has for them, then lay the tokens aside."""
    if one.rewards is None:
        return
    for side in SIDES:
        seat = holder(g, side)
        if seat:
            told: dict[str, str | int] = {"card": one.id, "seat": seat, "side": side}
            g.emit(Said("page-pays", told), "PD-STORY-07")
            paid = getattr(one.rewards, side).effects
            yield from perform(g, seat, paid, f"page.{one.id}")  # PD-DATA-16
            lay_aside(g, side)


def lay_aside(g: Game, side: str) -> None:
    """Take a path token from whoever has it, paid or not."""
    seat = holder(g, side)
    if seat:
        g.move(f"path-token.{side}", f"path.{seat}", "paths", rule="PD-STORY-07")  # PD-STORY-07


def holder(g: Game, side: str) -> Seat:
    """Say who has a path token; nobody: ""."""
    token = f"path-token.{side}"
    return next((seat for seat in g.seats if token in g.cards(f"path.{seat}")), "")
