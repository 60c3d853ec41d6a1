"""Checks of what several seats do at the same time: in every order, and one after the other."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Accepted, Answer, Held, Refused, Reply
from tts_tool.kernel.position import encode
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.play import Broken, Play, do, free, same, snapshot
from tts_tool.proof.taking_back import accepted


def independent_answers(play: Play) -> None:
    """Seats that act side by side may do so in any order, but where the rules say otherwise."""
    for game in play:
        answers = side_by_side(play, game)
        first, *others = (outcome(game, order) for order in permutations(answers))
        for other in others:
            same(f"the outcome of {_told(answers)} in another order", first, other)


def side_by_side(play: Play, game: Timeline) -> tuple[Answer, ...]:
    """Choose answers of seats that may go first, and that don't get in each other's way."""
    asked = free(game, game.decisions())
    tasks = [game.driver.open[decision.key][0] for decision in asked]
    chosen: list[Answer] = []
    for decision, task in zip(asked, tasks, strict=True):
        if decision.kind == "question" and tasks.count(task) == 1:  # else it is a race
            value = decision.space().sample(play.random.randrange)
            answer = Answer(decision.key, decision.seat, value)
            if not any(play.match.order_matters(game, other, answer) for other in chosen):
                chosen.append(answer)
    return tuple(chosen)


def outcome(game: Timeline, answers: tuple[Answer, ...]) -> dict[str, Any]:
    """Give the state after answers in an order; what they lead to is answered alike."""
    there = game.fork()
    for answer in answers:
        accepted(f"{answer.value!r} by {answer.seat}", do(there, answer))
        _finish(there)
    document = encode(there.state)
    # What lasts, lasts side by side: which began first tells nothing.
    document["effects"] = sorted(document.get("effects", ()), key=str)
    return document


def _finish(game: Timeline) -> None:
    """Answer what is asked in the middle of something, until everybody may go on."""
    while game.driver.busy and not game.over:
        decision: Decision[Any] = free(game, game.decisions())[0]
        if decision.kind == "chance":
            game.observe(decision.name.removeprefix("chance."), None)
        else:
            game.choose(decision, decision.space().sole()[0])


def held_answers(play: Play) -> None:
    """Who answers while somebody is in the middle of something waits, and is heard then."""
    for game in play:
        for decision in game.decisions():
            if game.driver.held(decision) and decision.kind == "question":
                before, there = snapshot(game), game.fork()
                value = decision.space().sample(play.random.randrange)
                reply = there.answer(decision.seat, decision.id, value)
                if not isinstance(reply, Held):
                    raise Broken(f"an answer out of turn should wait, but gives {reply!r}")
                same("a game with a waiting answer", before, snapshot(there))
                _finish(there)
                _heard(there.release())


def _heard(replies: list[Reply]) -> None:
    if len(replies) != 1 or not isinstance(replies[0], Accepted | Refused):
        raise Broken(f"an answer that waited should be heard once, but gives {replies!r}")


def _told(answers: tuple[Answer, ...]) -> str:
    return ", ".join(f"{answer.seat} {answer.value}" for answer in answers)
