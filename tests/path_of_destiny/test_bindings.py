"""What hands do at the table and what that means: every answer has a gesture or a button."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.old_world.gestures import clashes, told
from tests.path_of_destiny.real_table import played
from tts_tool.kernel.decisions import BUTTON, Gesture, Move, Press
from tts_tool.kernel.timeline import Timeline
from tts_tool.rulesets import path_of_destiny

RULES = Path(str(path_of_destiny.__file__)).parent
GESTURES: dict[str, set[str]] = {
    "ability": {"move to spent", "press"},
    "cards-to-play": {"move to chosen"},
    "character": {"move to board"},
    "discard-cards": {"move to discard"},
    "effort": {BUTTON},
    "keep-one": {BUTTON},  # a card that leaves the timeline would say which one stays
    "keep-two": {BUTTON},
    "lose": {"press"},
    "main-symbol": {BUTTON},
    "repeat-effect": {BUTTON},
    "return-card": {"move to hand", "move to timeline"},
    "swap-rows": {BUTTON},
    "take": {"move to spot"},
    "uncover": {"press"},
    "which-symbol": {"press"},
}
"""By question what means an answer to it."""
GAMES = ((2, "a"), (3, "b"), (4, "c"), (5, "d"), (5, "e"))


def asked() -> Iterator[tuple[str, str, bool]]:
    """Find every question in the rules: where, its name, and whether it says what means it."""
    for file in sorted(RULES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "ask":
                name = node.args[1]
                assert isinstance(name, ast.Constant)
                bound = any(each.arg == "bind" for each in node.keywords)
                yield f"{file.name}:{node.lineno}", str(name.value), bound


def test_a_question_says_how_it_is_answered() -> None:
    """Each of them, if only by its button."""
    found = list(asked())
    assert [each for each in found if not each[-1]] == []
    assert {name for _, name, _ in found} == {*GESTURES}


@cache
def gathered() -> tuple[dict[str, set[str]], set[str], set[tuple[str, str, str]]]:
    """Look at each moment of some games: what means what, what has no gesture, what clashes."""
    known: dict[str, set[str]] = {}
    unbound: set[str] = set()
    pairs: set[tuple[str, str, str]] = set()
    for seats, seed in GAMES:
        for game in played(seats, seed):
            pairs |= {
                (told(gesture), one, other) for gesture, one, other in clashes(game.decisions())
            }
            for decision in game.decisions():
                seen = known.setdefault(decision.name, set())
                if isinstance(decision.bind, str):
                    seen.add(decision.bind)
                    continue
                bound = decision.bindings()
                seen.update(told(gesture) for _, gesture in bound)
                unbound |= (
                    {decision.name} if len(bound) < len(decision.space().options()) else set()
                )
                assert {owner(gesture, game) for _, gesture in bound} <= {None, decision.seat}
    return known, unbound, pairs


def owner(gesture: Gesture, game: Timeline) -> str | None:
    """Say whose place something is carried to, or whose tokens are taken."""
    box = game.composition.inventory
    if isinstance(gesture, Move):
        return box.places[gesture.target].owner
    track = box.tracks.get(gesture.button) if isinstance(gesture, Press) else None
    return track.owner if track is not None else None


def test_every_answer_has_a_gesture() -> None:
    """In random games each option of a question is bound, or none is; nothing means two things."""
    known, unbound, pairs = gathered()
    assert unbound == set()
    assert pairs == set()
    assert {name: found for name, found in known.items() if not found <= GESTURES[name]} == {}
    assert len(known) >= len(GESTURES) - 4
