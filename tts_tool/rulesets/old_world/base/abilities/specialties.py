"""The Specialty of each school: one ability with another strength at every level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from tts_tool.catalog.records import Record, ref
from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint, Setup
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.abilities import Ability
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.witcher.attributes import level
from tts_tool.rulesets.old_world.base.witcher.boards import by_board

base.settles(
    OpenPoint(
        "OW-OPEN-30",
        "data",
        "specialty.levels",
        "What a Specialty is worth at each level; Viper and the Bear's third level are known.",
    ),
    OpenPoint(
        "OW-OPEN-31",
        "settled",
        "",
        "Armor is automatic: at the start of the first own Fight Turn with Shield 0.",
    ),
    OpenPoint(
        "OW-OPEN-32",
        "data",
        "specialty.levels",
        "The level fixes how many cards Magic discards; the owner chooses them.",
    ),
    OpenPoint(
        "OW-OPEN-33",
        "choice",
        "wolf-draw",
        "Swordsmanship draws with step 4, or at once after the damage.",
    ),
    OpenPoint(
        "OW-OPEN-34",
        "settled",
        "",
        "Venomous Steel is used after damage of step 1 or of step 3a in the same Fight Turn.",
    ),
    OpenPoint(
        "OW-OPEN-35",
        "data",
        "specialty.levels",
        "The level fixes how many cards Speed puts back; any cards of the hand, in any order.",
    ),
)


@base.record("specialty")
class Specialty(Record):
    """What a school can do in every fight, once; one ability for each level."""

    school: str
    rule: Annotated[str, ref("rule")]
    """What it is refused by at another moment."""
    levels: tuple[Ability, ...]


def on_boards(setup: Setup) -> dict[str, Specialty]:
    """Index the Specialties by the boards of their characters."""
    known: Mapping[str, Specialty] = setup.cards.of(Specialty)
    return {board: known[who.specialty] for board, who in by_board(setup).items()}


def specialty(g: Game, seat: Seat) -> Specialty | None:
    """Read the Specialty of whom a seat plays."""
    board = g.cards(places.board(seat))
    return g.once(on_boards).get(board[0]) if board else None


def current(g: Game, seat: Seat, known: Specialty) -> Ability:
    """Give the ability at the level that counts now, and no other."""
    at = max(1, min(level(g, seat, "specialty"), len(known.levels)))
    return known.levels[at - 1]  # OW-ATTR-05 OW-SPEC-12
