"""Checks that wrong answers of every kind are refused, in words, and change nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Refused, Reply
from tts_tool.kernel.rejection import LANGUAGES, Rejection, quoted
from tts_tool.kernel.spaces import (
    Assignment,
    Choice,
    Dice,
    Incomplete,
    Number,
    Ordering,
    Record,
    Space,
    Subset,
)
from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.play import Broken, Play, answerable, free, same, snapshot, stream_of
from tts_tool.texts import say

NESTED: Any = "deep"
for _ in range(900):
    NESTED = [NESTED]

NEVER_RIGHT: tuple[Any, ...] = (
    None,
    True,
    False,
    1.5,
    float("inf"),
    "",
    "no such thing",
    "\ud800",
    "x" * 10_000,
    10**30,
    10**5_000,
    [[]],
    [None],
    [{}],
    [1, 1.5],
    [10**5_000],
    ["\ud800", "\ud800"],
    {"\ud800": 10**5_000},
    ["no such thing"],
    {"": None},
    {"no such field": 1},
    {"no such field": {"a": [1, None, {"b": 1.5}]}},
    NESTED,
)
"""Answers that no question takes."""

MANY = 2_000
"""More can't be listed: to put ten things in order there are 3.6 million ways."""
LATELY = 6
"""With all of them, a game that is twice as long would be asked four times as often."""


def stale_answers(play: Play) -> None:
    """An answer to what has been answered, or to options that have changed, is refused."""
    for game in play:
        before = snapshot(game)
        for decision in free(game, answerable(_asked_of_seats(game))):
            key, asked, shape = decision.id.rsplit("/", 2)
            value = decision.space().sole()[0]
            for wrong in (
                f"{key}/{asked}/{int(shape, 16) ^ 1:08x}",
                f"{key}/{int(asked) + 1}/{shape}",
                f"{key}/{int(asked) - 1}/{shape}",
                f"{key}/{asked}",
                f"nobody-asked/{decision.seat}/0/{shape}",
                key,
                "",
                "///",
                "\ud800/x/y",
            ):
                refused(f"an answer to {wrong!r}", game.answer(decision.seat, wrong, value))
        same("a game after stale answers", before, snapshot(game))


def answers_of_other_seats(play: Play) -> None:
    """Nobody answers for somebody else."""
    for game in play:
        before = snapshot(game)
        for decision in free(game, answerable(_asked_of_seats(game))):
            value = decision.space().sole()[0]
            for seat in {*play.match.seats, "", "nobody"} - {decision.seat}:
                refused(f"an answer by {seat!r}", game.answer(seat, decision.id, value))
        same("a game after answers of other seats", before, snapshot(game))


def malformed_answers(play: Play) -> None:
    """Whatever comes in as an answer is judged; only what is really offered is taken."""
    for game in play:
        before = snapshot(game)
        for decision in free(game, [*game.decisions(), *game.beside()]):
            for wrong in NEVER_RIGHT:
                refused(wrong, _give(game, decision, wrong))
            for strange in _twisted(decision, play):
                _taken_only_if_offered(game, decision, strange)
        same("a game after malformed answers", before, snapshot(game))


def answers_out_of_range(play: Play) -> None:
    """What is listed with a reason, or lies outside, is refused, with that same reason."""
    for game in play:
        before = snapshot(game)
        for decision in free(game, [*game.decisions(), *game.beside()]):
            for wrong, reason in outside(decision.space()):
                rejection = refused(wrong, _give(game, decision, wrong))
                if reason is not None:
                    same(f"the reason against {wrong!r}", reason, rejection)
        same("a game after answers out of range", before, snapshot(game))


def answers_sent_again(play: Play) -> None:
    """An answer that comes a second time is refused: its question is closed."""
    for game in play:
        before = snapshot(game)
        for step in play.steps[-LATELY:]:
            value = getattr(step.deed, "value", None)
            refused("an answer sent again", game.answer(step.seat, step.id, value))
        same("a game after answers sent again", before, snapshot(game))


def partial_answers(play: Play) -> None:
    """A partial answer tells what is missing; that leads on, and nothing has happened yet."""
    for game in play:
        before = snapshot(game)
        for decision in free(game, answerable(_asked_of_seats(game))):
            space = decision.space()
            if isinstance(space, Record):
                whole = space.sample(play.random.randrange)
                for field in whole if len(whole) > 1 else ():
                    given = {name: value for name, value in whole.items() if name != field}
                    reply = game.answer(decision.seat, decision.id, given)
                    if not isinstance(reply, Incomplete) or set(reply.left) != {field}:
                        raise Broken(f"without {field}, {given} gives {reply}")
                    if isinstance(reply.left[field].check(whole[field]), Rejection):
                        raise Broken(f"beside {given}, {whole[field]!r} is not offered any more")
        same("a game after partial answers", before, snapshot(game))


def refusals_in_words(play: Play) -> None:
    """Every reason against an option has its words, and none is left out of them."""
    for game in play:
        for decision in (*game.decisions(), *game.beside()):
            for option in decision.space().options():
                if option.rejection is not None:
                    in_words(play, option.rejection)


def in_words(play: Play, rejection: Rejection) -> None:
    """Demand a sentence in every language, with all its parameters."""
    for language in LANGUAGES:
        said = say(rejection, language, game=play.match.cards.wordings)
        if said.startswith(rejection.code) or "{" in said:
            raise Broken(f"{rejection.code} can't be said in {language!r}: {said}")


# Giving wrong answers


def refused(what: object, reply: Reply) -> Rejection:
    """Demand a refusal that can be sent on, whatever it was that came in."""
    if isinstance(reply, Refused):
        msgspec.json.encode(reply)
        return reply.rejection
    raise Broken(f"{quoted(what)} should be refused, but gives {reply!r:.300}")


def _asked_of_seats(game: Timeline) -> list[Decision[Any]]:
    return [d for d in (*game.decisions(), *game.beside()) if d.kind != "chance"]


def _give(game: Timeline, decision: Decision[Any], value: object) -> Reply:
    if decision.kind != "chance":
        return game.answer(decision.seat, decision.id, value)
    if value is None:  # that is no outcome, but leaves it to the generator
        return Refused(Rejection("malformed"))
    return game.observe(stream_of(decision), value)


def _taken_only_if_offered(game: Timeline, decision: Decision[Any], strange: object) -> None:
    space = decision.space()
    judged = space.check(strange)
    if isinstance(judged, Rejection):
        refused(strange, _give(game, decision, strange))
    elif not isinstance(judged, Incomplete):
        offered = [answer for answer, _ in zip(space.answers(), range(MANY), strict=False)]
        if judged not in offered and len(offered) < MANY:
            raise Broken(f"{quoted(strange)} is not offered, but would be taken as {judged!r}")


def _twisted(decision: Decision[Any], play: Play) -> Iterator[Any]:
    """Make answers that are almost right, where there is a right one."""
    if not answerable([decision]):
        return
    right = decision.space().sample(play.random.randrange)
    yield from ([right], {"answer": right}, [right, right], str(right), repr(right))
    if isinstance(right, int):
        yield from (float(right), -right, right + 1, right - 1)
    elif isinstance(right, str):
        yield from (right.upper(), f"{right} ", right[:-1])
    elif isinstance(right, tuple):
        yield from (
            [*right, *right[:1]],
            right[1:],
            right[::-1],
            [*right, None],
            dict.fromkeys(right),
        )
    elif isinstance(right, dict):
        yield from ([*right], [*right.values()], right | {"more": 1}, {**right, "": None})
        for field in right:
            yield {name: value for name, value in right.items() if name != field}
            for wrong in NEVER_RIGHT:
                yield right | {field: wrong}
                yield {field: wrong}


def outside(space: Space[Any]) -> Iterator[tuple[Any, Rejection | None]]:
    """Give answers that a space lists as impossible, or that lie just outside of it."""
    if isinstance(space, Choice | Number):
        for option in space.options():
            if option.rejection is not None:
                yield option.value, option.rejection
    for kind, beside in BESIDE.items():
        if isinstance(space, kind):
            yield from ((wrong, None) for wrong in beside(space))


def _beside_number(space: Number) -> Iterator[Any]:
    yield from (space.low - 1, space.high + 1)


def _beside_dice(space: Dice) -> Iterator[Any]:
    fair = [1] * space.count
    yield from ([*fair, 1], fair[1:], [0, *fair[1:]], [space.sides + 1, *fair[1:]])


def _beside_ordering(space: Ordering[Any]) -> Iterator[Any]:
    values = list(space.values)
    yield from ([*values, *values[:1], "more"], [*values, "more"])
    if values:
        yield from (values[1:], [values[0]] * (len(values) + 1))


def _beside_subset(space: Subset[Any]) -> Iterator[Any]:
    values = list(space.values)
    yield [*values, "more"]
    yield from ([value] * 2 for value in values)
    yield from ([option.value] for option in space.options() if option.rejection is not None)
    if space.most < len(values):
        yield values[: space.most + 1]
    if space.least:
        yield values[: space.least - 1]


def _beside_assignment(space: Assignment[Any]) -> Iterator[Any]:
    whole = next(space.answers())
    yield from (whole | {"more": 1}, dict.fromkeys(whole, "nowhere"))
    yield from ({n: t for n, t in whole.items() if n != item} for item in whole)


def _beside_record(space: Record) -> Iterator[Any]:
    for field in space.fields:
        yield from ({field: wrong} for wrong, _ in outside(space.left(field, {})))


BESIDE: dict[type[Space[Any]], Callable[[Any], Iterator[Any]]] = {
    Number: _beside_number,
    Dice: _beside_dice,
    Ordering: _beside_ordering,
    Subset: _beside_subset,
    Assignment: _beside_assignment,
    Record: _beside_record,
}
