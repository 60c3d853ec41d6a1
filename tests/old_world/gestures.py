"""What gestures mean at a table: collected over random games, written down as a page.

``python -m tests.old_world.gestures --write`` writes the page anew.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from tests.old_world.hook_page import CHAPTERS, ROOT
from tests.old_world.rare import RARE
from tests.old_world.table import unplayed
from tts_tool.kernel.decisions import Decision, Gesture, Move, Press
from tts_tool.kernel.entries import Accepted
from tts_tool.kernel.timeline import Timeline
from tts_tool.playtest.bots import RandomBot
from tts_tool.rulesets.old_world import RULESET

__all__ = ["PAGE", "Asked", "Gathered", "asked", "clashes", "gather", "page"]

PAGE = ROOT / "docs" / "old_world_gestures.md"
GAMES = 4
"""So many games are played for each number of seats."""
ASIDE = 7
"""Every so manieth question something is done beside it, if anything can be."""

HEAD = """\
# Gestures at the table of The Witcher: Old World

What means an answer to which question: a component moved to a place, a button of the table
pressed, a card turned, dice rolled, or a button of the panel only. Written by
`python -m tests.old_world.gestures --write` from random games of one to five seats, of which
every moment was looked at, and from situations that these hardly ever meet;
`tests/old_world/test_bindings.py` compares.

## Questions

| question | what means an answer |
| --- | --- |
"""
PAIRS = """
## One gesture, two meanings

Every pair of answers, to one question or to two that are open at the same moment, standing offers
included, that one gesture could mean. Such a gesture becomes a question of the panel.

"""


class Asked(NamedTuple):
    """A question as the rules write it down: where, its name, and whether it has a binding."""

    where: str
    name: str
    bound: bool


class Gathered(NamedTuple):
    """What was seen in games: gestures by question, and pairs that one gesture could mean."""

    gestures: dict[str, set[str]]
    pairs: set[tuple[str, str, str]]
    unbound: set[str]
    others: set[tuple[str, str]]
    """Questions whose answer is to carry something to somebody else, or to push their marker."""


def asked() -> Iterator[Asked]:
    """Find every question and standing offer in the rules of the base game and its solo mode."""
    for file in sorted(f for box in ("base", "solo") for f in (CHAPTERS / box).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                named = {each.arg: each.value for each in node.keywords}
                if node.func.attr in ("ask", "question"):
                    name = node.args[1]
                elif node.func.attr == "offer" and "space" in named:
                    name = named["name"]
                else:
                    continue
                yield Asked(f"{file.name}:{node.lineno}", _said(name), "bind" in named)


def _said(name: ast.expr) -> str:
    """Give a question's name; what changes in it is a star."""
    if isinstance(name, ast.JoinedStr):
        return "".join(str(v.value) if isinstance(v, ast.Constant) else "*" for v in name.values)
    return str(name.value) if isinstance(name, ast.Constant) else ast.unparse(name)


def told(gesture: Gesture) -> str:
    """Say what hands do, without the names of single components."""
    if isinstance(gesture, Move):
        return f"move to {gesture.target.partition('.')[0]}"
    return type(gesture).__name__.lower()


def clashes(decisions: Iterable[Decision[Any]]) -> Iterator[tuple[Gesture, str, str]]:
    """Find the gestures that mean two different answers now."""
    meanings: dict[Gesture, str] = {}
    for decision in decisions:
        for value, gesture in decision.bindings():
            known = meanings.setdefault(gesture, meaning := f"{decision.name} = {value}")
            if known != meaning:
                yield gesture, known, meaning


@cache
def gather(games: int = GAMES) -> Gathered:
    """Play random games of every number of seats, and look at each moment; and at what is rare."""
    found = Gathered({}, set(), set(), set())
    for seats in range(1, len(RULESET.seats) + 1):
        for number in range(games):
            _play(unplayed(seats, f"gestures {number}").timeline, f"{seats} {number}", found)
    for situation in RARE.values():
        game = situation().timeline
        for decision in (*game.decisions(), *game.beside()):
            _look(decision, game, found)
    return found


def _play(timeline: Timeline, seed: str, found: Gathered) -> None:
    bot = RandomBot(seed)
    while not timeline.over:
        asked_now, beside = timeline.decisions(), timeline.beside()
        for decision in (*asked_now, *beside):
            _look(decision, timeline, found)
        for gesture, one, other in clashes((*asked_now, *beside)):
            found.pairs.add((told(gesture), one, other))
        aside = [each for each in beside if not len(timeline.entries) % ASIDE and _free(each)]
        chosen = next(d for d in (*aside, *asked_now) if not timeline.driver.held(d))
        reply = timeline.choose(chosen, bot.answer(chosen))
        assert isinstance(reply, Accepted), reply


def _free(decision: Decision[Any]) -> bool:
    return bool(decision.space().sole())


def _look(decision: Decision[Any], timeline: Timeline, found: Gathered) -> None:
    """Note how a question is answered at the table, or that nothing says how."""
    known = found.gestures.setdefault(decision.name, set())
    if isinstance(decision.bind, str):
        known.add(decision.bind)
        return
    options = decision.space().options()
    bound = decision.bindings()
    known.update(told(gesture) for _, gesture in bound)
    for _, gesture in bound:
        if _owner(gesture, timeline) not in {None, decision.seat}:
            found.others.add((decision.name, told(gesture)))
    if len(bound) < len(options) or not options:
        found.unbound.add(decision.name)


def _owner(gesture: Gesture, timeline: Timeline) -> str | None:
    """Say whose place something is carried to, or whose track is pushed."""
    box = timeline.composition.inventory
    if isinstance(gesture, Move):
        return box.places[gesture.target].owner
    track = box.tracks.get(gesture.button) if isinstance(gesture, Press) else None
    return track.owner if track is not None else None


def page() -> str:
    """Write the page."""
    found = gather()
    names = {each.name for each in asked()} | set(found.gestures)
    met = [name for name in sorted(names) if "*" not in name]
    lines = [
        f"| `{name}` | {', '.join(sorted(found.gestures.get(name, {'not met in these games'})))} |"
        for name in met
    ]
    pairs = [f"- {gesture}: `{one}` or `{other}`" for gesture, one, other in sorted(found.pairs)]
    return HEAD + "\n".join(lines) + "\n" + PAIRS + "\n".join(pairs or ["There is none."]) + "\n"


if __name__ == "__main__" and "--write" in sys.argv:
    PAGE.write_text(page(), encoding="utf-8")
