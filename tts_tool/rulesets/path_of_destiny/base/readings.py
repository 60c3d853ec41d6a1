"""Where the rulebook is silent or says two things, and what is played; and what all want to see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tts_tool.kernel.game import Game
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.path_of_destiny.base.course import course
from tts_tool.rulesets.path_of_destiny.base.module import base

CHORES: Final = ("discard-cards", "lose", "uncover")
"""Questions about what is paid and lost, which people may leave to somebody."""

SETTLED: Final = {
    "PD-OPEN-01": "The topmost pair that still lies there goes; others move up to the top.",
    "PD-OPEN-02": "Rows rank from the top, then the main deck, there in the order of arrival.",
    "PD-OPEN-03": "A side needs more votes than the other, not more than half of all.",
    "PD-OPEN-04": "Where nobody has a symbol, the highest on the track has its token.",
    "PD-OPEN-05": "As many symbols as there are, up to three, are lost; nobody may lose fewer.",
    "PD-OPEN-06": "Inactive symbols are counted in timeline and pool.",
    "PD-OPEN-07": "An effect takes symbols only where it sees; a story takes them anywhere.",
    "PD-OPEN-08": "Kept cards take effect once all is cleared, with the new symbols.",
    "PD-OPEN-09": "Starting cards go to the common discard pile like all others.",
    "PD-OPEN-10": "Experience is one number up to forty; above twenty it is the golden cube's.",
    "PD-OPEN-18": "A story acts when the main symbol is known and before anything is scored.",
    "PD-OPEN-21": "Tokens and covers do not run out.",
    "PD-OPEN-22": "Chance says who chooses a character first.",
    "PD-OPEN-31": "Where icons look alike, the words of the rulebook say which is meant.",
    "PD-OPEN-32": "The pairs that still lie there after taking are what votes.",
    "PD-OPEN-33": "Path tokens of the last chapter are paid by the first part of the ending.",
    "PD-OPEN-34": "Reaching the field of an ability unlocks it like passing it.",
}
base.settles(
    *(OpenPoint(point, "settled", "", text) for point, text in SETTLED.items()),
    OpenPoint("PD-OPEN-29", "data", "action.colours", "Four colours, red, green, blue, yellow."),
    OpenPoint("PD-OPEN-30", "data", "page.leads", "An introduction, 2, 4 and 8 pages, 8 endings."),
)


def standing(g: Game) -> Iterator[Rejection]:
    """Say how many points and how much experience each seat has."""
    if course(g).chapter:
        for seat in g.seats:
            told: dict[str, str | int] = {
                "seat": seat,
                "vp": g.track(f"vp.{seat}"),
                "xp": g.track(f"xp.{seat}"),
            }
            yield Rejection("standing", told)
