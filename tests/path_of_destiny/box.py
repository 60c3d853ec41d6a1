"""The cards of the box, and what can be counted of them.

`python -m tests.path_of_destiny.box` prints it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tts_tool.catalog import Catalogue, load
from tts_tool.catalog.lint import lint
from tts_tool.rulesets.path_of_destiny import SCHEMA
from tts_tool.rulesets.path_of_destiny.base.records import Ability, Action, SideQuest

FOLDER = Path(__file__).parents[2] / "cards" / "path_of_destiny"


@cache
def cards() -> Catalogue:
    """Read all cards of the game."""
    return load((FOLDER,), SCHEMA)


def report(known: Catalogue) -> Iterator[str]:
    """Count symbols, colours, conditions and results, of the common cards and of each hand."""
    actions = known.of(Action).values()
    groups = {each.character or "common" for each in actions}
    for group in sorted(groups, key=lambda name: (name != "common", name)):
        yield from counted(group, [a for a in actions if (a.character or "common") == group])
    yield f"abilities: {dict(Counter(a.character for a in known.of(Ability).values()))}"
    yield f"side quests: {[q.character for q in known.of(SideQuest).values()]}"
    for problem in lint(known):
        yield f"{problem.severity}: {problem}"


def counted(group: str, actions: list[Action]) -> Iterator[str]:
    """Count some cards."""
    yield f"{group}: {len(actions)} cards"
    yield f"  symbols {dict(Counter(a.symbol or 'none' for a in actions))}"
    yield f"  colours {dict(Counter(c for a in actions for c in a.colours))}"
    yield f"  two colours {sum(len(a.colours) > 1 for a in actions)}"
    effects = [a.effect for a in actions if a.effect is not None]
    yield f"  effects {len(effects)}"
    for side in ("when", "then"):
        names = Counter(type(getattr(each, side)).__name__ for each in effects)
        yield f"  {side} {dict(names)}"


if __name__ == "__main__":
    print(*report(cards()), sep="\n")  # noqa: T201  # for whoever writes cards
