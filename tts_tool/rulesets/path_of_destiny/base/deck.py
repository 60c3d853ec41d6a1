"""The main deck, which is made anew of what was discarded."""

from __future__ import annotations

from tts_tool.kernel.game import Flow, Game


def draw(g: Game, target: str, count: int, *, at: int = 0, rule: str) -> Flow[tuple[str, ...]]:
    """Draw cards one by one; an empty deck is made anew in the middle of it."""
    drawn: list[str] = []
    for _ in range(count):  # PD-DATA-25
        if not g.cards("deck"):
            g.move(g.cards("discard"), "discard", "deck", rule="PD-DRAFT-14")  # PD-DRAFT-14
            yield from g.shuffle("deck", "PD-DRAFT-14")
        top = g.cards("deck")[:1]
        g.move(top, "deck", target, at=at, rule=rule)
        drawn += top
    return tuple(drawn)
