"""Decision-tree counts: how many games there are to a depth, as chess programs count moves.

A wrong option, one too many or too few, changes a count that nobody would have looked for.
"""

from __future__ import annotations

from typing import Any

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Accepted, Answer, Observation
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.play import Broken, Deed, do, free, stream_of, told


def sequences(game: Timeline, depth: int) -> int:
    """Count the ways to give so many answers one after the other, whoever gives them."""
    if depth == 0:
        return 1
    asked = free(game, game.decisions())
    if depth == 1:
        return sum(len(list(decision.space().answers())) for decision in asked)
    return sum(
        sequences(after(game, deed(decision, answer)), depth - 1)
        for decision in asked
        for answer in decision.space().answers()
    )


def deed(decision: Decision[Any], answer: Any) -> Deed:  # noqa: ANN401  # one of its own
    """Give an answer of a seat, or an outcome that the table has seen."""
    if decision.kind == "chance":
        return Observation(stream_of(decision), answer)
    return Answer(decision.key, decision.seat, answer)


def after(game: Timeline, done: Deed) -> Timeline:
    """Go on in a fork."""
    twin = game.fork()
    reply = do(twin, done)
    if not isinstance(reply, Accepted):
        raise Broken(f"{told(done)} is offered, but gives {reply!r:.300}")
    return twin
