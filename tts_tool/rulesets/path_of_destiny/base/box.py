"""What is in the box, and where it can lie."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from tts_tool.catalog.records import Text
from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Component, Fields, Place, Seat, Track
from tts_tool.kernel.module import Setup
from tts_tool.kernel.rejection import LANGUAGES
from tts_tool.rulesets.path_of_destiny.base.course import CHAPTERS
from tts_tool.rulesets.path_of_destiny.base.module import base
from tts_tool.rulesets.path_of_destiny.base.records import (
    Ability,
    Action,
    Character,
    Page,
    SideQuest,
)
from tts_tool.rulesets.path_of_destiny.base.vocabulary import SIDES, SYMBOLS

FEW_ROWS, MANY_ROWS, MANY = 4, 5, 4
PAIR = 2
TRACK_END = 20
"""A track of experience goes so far; with the golden cube it is gone along twice."""
LONGEST = 10
"""So many cards lie in a timeline at most: eight, and what abilities add."""
BOARD: Fields = {"back": "board"}
SPARE = 4
"""Tokens of a character beside the one that marks points."""


def rows(setup: Setup) -> tuple[str, ...]:
    """Name the rows of the display, from the top."""
    count = MANY_ROWS if len(setup.seats) >= MANY else FEW_ROWS  # PD-SETUP-09 PD-SETUP-10
    return tuple(f"row.{number}" for number in range(1, count + 1))


def card(g: Game, component: str) -> Action:
    """Read what is printed on an action card."""
    printed: Action = g.card(component)
    return printed


@base.content
def common(setup: Setup) -> Iterator[Component | Place | Track]:
    """Lay out what belongs to nobody."""
    yield Place("deck", "nobody")  # PD-DRAFT-11
    yield Place("discard")  # PD-DRAFT-18
    for row in rows(setup):
        yield Place(row)  # PD-SETUP-23
    for spot in (*rows(setup), "deck"):
        yield Place(f"spot.{spot}")
    for place in ("initiative", "paths", "box", "fate", "fate.left", "fate.right", "fate.aside"):
        yield Place(place)
    yield Place("boards", "nobody")
    yield Place("book", "nobody")  # PD-STORY-08
    for place in ("page.left", "page.right", "read"):
        yield Place(place)
    for number in range(1, CHAPTERS + 1):
        yield Component(f"fate.{number}", "fate", "fate", face={"number": number})  # PD-SETUP-04
    for side in SIDES:
        token = f"path-token.{side}"
        yield Component(token, "path-token", "paths", face={"side": side})  # PD-SETUP-05


@base.content
def cards(setup: Setup) -> Iterator[Component]:
    """Lay out action cards, the things of the characters, and the story in its order."""
    for action in setup.cards.of(Action).values():
        yield Component(
            f"action.{action.id}",
            action.id,
            "box" if action.character else "deck",  # PD-SETUP-08
            back={"back": "action"},
            pool="actions",
            card=action,
        )
    for known in setup.cards.of(Character).values():  # PD-SETUP-15
        board = f"board.{known.id}"
        yield Component(board, known.id, "boards", back=BOARD, pool="boards", card=known)
        yield Component(f"figure.{known.id}", known.id, "box")
    for ability in sorted(setup.cards.of(Ability).values(), key=attrgetter("character", "xp")):
        yield Component(f"ability.{ability.id}", ability.id, "box", card=ability)
    for quest in setup.cards.of(SideQuest).values():
        yield Component(f"quest.{quest.id}", quest.id, "box", card=quest)
    for page in sorted(setup.cards.of(Page).values(), key=attrgetter("number")):  # PD-SETUP-03
        yield Component(
            f"page.{page.id}",
            page.id,
            "book",
            face=read_aloud(setup, page),
            back={"back": "page", "number": page.number},
            pool="book",
            card=page,
        )


def read_aloud(setup: Setup, page: Page) -> dict[str, Any]:
    """Give what an open page shows: what it tells, and where its path leads."""
    shown: dict[str, Any] = {"number": page.number, "tale": in_words(page.tale)}
    if page.further is not None:
        shown["further"] = in_words(page.further)
    if page.path is not None:
        ahead = [setup.cards.of(Page)[leads] for leads in page.leads]  # PD-STORY-04
        shown |= {
            "side": page.path.side,
            "symbol": page.path.symbol,
            "offer": in_words(page.path.offer),
            "leads": [each.number for each in ahead],
            "next": [each.path.symbol for each in ahead if each.path is not None],
        }
    return shown


def in_words(text: Text) -> dict[str, str]:
    """Give a text by language."""
    return {language: getattr(text, language) for language in LANGUAGES}


@base.content
def belongings(setup: Setup) -> Iterator[Place | Track]:
    """Give every seat its places and tracks."""
    for seat in setup.seats:
        for place, seen in PLACES.items():
            yield Place(f"{place}.{seat}", "owner" if seen == "owner" else "everyone", seat)
        for symbol in SYMBOLS:  # PD-SYM-11
            yield Track(f"{symbol}.{seat}", high=999, owner=seat, shown="pile")
        for number in range(1, LONGEST + 1):  # PD-SYM-04 PD-SYM-11
            yield Track(f"cover.{number}.{seat}", high=1, owner=seat, shown="pile")
        yield Track(
            f"xp.{seat}", high=2 * TRACK_END, owner=seat, shown="marker"
        )  # PD-XP-08 PD-SETUP-16
        yield Track(f"vp.{seat}", high=999, owner=seat, shown="marker")  # PD-SETUP-18
        yield Track(f"spare.{seat}", high=SPARE, start=SPARE, owner=seat, shown="pile")


PLACES = {
    "hand": "owner",  # PD-PLAY-13
    "offer": "owner",
    "chosen.first": "owner",  # PD-PLAY-02
    "chosen.second": "owner",
    "timeline": "everyone",
    "board": "everyone",
    "quest": "everyone",  # PD-SETUP-20
    "locked": "everyone",  # PD-ABIL-07
    "abilities": "everyone",
    "spent": "everyone",
    "path": "everyone",
}
"""The places of a seat, and who sees what lies there."""


def abilities_of(g: Game, seat: Seat) -> tuple[str, ...]:
    """List the four abilities of a seat's character, the first one first."""
    lying = (f"{place}.{seat}" for place in ("spent", "abilities", "locked"))
    mine = [ability for place in lying for ability in g.cards(place)]
    return tuple(sorted(mine, key=lambda ability: g.card(ability).xp))
