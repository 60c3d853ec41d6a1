"""A game played at random and looked at at every decision, and how to see a failure again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec

from tts_tool.kernel.decisions import Decision
from tts_tool.kernel.entries import Accepted, Answer, Fault, Header, Observation, Reply
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.position import canonical, encode
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import State
from tts_tool.kernel.timeline import Checkpoint, Timeline, trace
from tts_tool.proof.match import Match

BESIDE = 0.06
"""How often a random game does what is offered beside the questions."""
UNSEEN = 0.25
"""How often an outcome that could be observed is left to the generator."""

SENSIBLE = 0.01
"""How often a random game begins to take the advice that boxes have for their questions."""
FOR_SO_LONG = 60
"""So many answers it then goes on taking it.

By chance alone some games never end: whoever plays at random can use up what winning needs. A
sensible answer here and there changes little; it takes a few turns of them on end.
"""


Deed = Answer | Observation
"""What is done in a random game; taking back is up to the checks."""


class Broken(AssertionError):
    """Something that must always hold didn't."""


class Watched(Timeline):
    """A game that notes every restart point it comes to."""

    restarts: list[Checkpoint]

    def _enter(self, *args: Any) -> None:  # noqa: ANN401  # as a game takes them
        """Stand somewhere anew; a game that begins, or a fork, notes only its own."""
        self.restarts = []
        super()._enter(*args)

    def _restart(self) -> None:
        super()._restart()
        here = Checkpoint(len(self.entries), len(self.happened), self.state.copy())
        self.restarts.append(here)


class Step(msgspec.Struct, frozen=True):
    """One thing that was done: the question it answered, and what that belongs to."""

    id: str
    deed: Deed
    kind: str
    seat: Seat


class Recipe(msgspec.Struct, frozen=True, omit_defaults=True):
    """How to come to a moment of a game: what it was played with, and what was done."""

    header: Header
    entries: tuple[Deed, ...]

    def timeline(self, match: Match) -> Timeline:
        """Play up to that moment."""
        return Timeline.replay(match.composition(self.header.settings), self.header, self.entries)


class Chooser(Protocol):
    """Says what is done next."""

    def __call__(self, game: Timeline) -> Deed | None:
        """Choose; ``None`` ends the game early."""


class Play:
    """A game in progress: go through it, and look at it at every decision."""

    def __init__(self, match: Match, header: Header, choose: Chooser, seed: int) -> None:
        self.match = match
        self.seed = seed
        self.random = Random(seed)
        self.steps: list[Step] = []
        self.game = Watched(match.composition(header.settings), header)
        self._choose = choose

    def __iter__(self) -> Iterator[Watched]:
        """Stand at the first decision, then at every other, last at the end."""
        yield self.game
        while not self.game.over and (deed := self._choose(self.game)) is not None:
            self.steps.append(_step(self.game, deed))
            self.game.restarts.clear()
            reply = do(self.game, deed)
            if not isinstance(reply, Accepted):
                raise Broken(f"{told(deed)} was allowed, but gave {_reply(reply)}")
            yield self.game


def _step(game: Timeline, deed: Deed) -> Step:
    decision = asking(game, deed)
    return Step(decision.id, deed, kind_of(game, decision), decision.seat)


def kind_of(game: Timeline, decision: Decision[Any]) -> str:
    """Tell what a question belongs to: the game, a secret, or an offer taken beside it."""
    if decision.kind in ("offer", "again"):
        return decision.kind
    task, _ = game.driver.open[decision.key]
    if task.sealed:
        return "sealed"
    aside = task.branch is not None and task.branch.parent is None
    return "offer" if aside else "question"


def random_play(match: Match, seed: int) -> Play:
    """Play a game at random."""
    return Play(match, match.begin(seed), Wanderer(seed), seed)


class Wanderer:
    """Answers at random; now and then takes an offer, its secret back, or the advice of a box."""

    def __init__(self, seed: int) -> None:
        self._random = Random(f"answers {seed}")
        self._advised = 0

    def __call__(self, game: Timeline) -> Deed:
        """Choose among everything that may be done now."""
        draw = self._random
        beside = answerable(free(game, game.beside()))
        if beside and draw.random() < BESIDE:
            return sampled(draw.choice(beside), draw)
        decision = draw.choice(free(game, game.decisions()))
        return self._sensible(game, decision) or sampled(decision, draw)

    def _sensible(self, game: Timeline, decision: Decision[Any]) -> Deed | None:
        """Do for a while what boxes advise; where none advises anything no chance is drawn."""
        advice = game.composition.advice.get(decision.name, ())
        if advice and not self._advised and self._random.random() < SENSIBLE:
            self._advised = FOR_SO_LONG
        if not advice or not self._advised:
            return None
        self._advised -= 1
        space = decision.space()
        said = (say(game.game, decision.seat, space) for say in advice)
        value = next((each for each in said if not isinstance(space.check(each), Rejection)), None)
        return None if value is None else Answer(decision.key, decision.seat, value)


def sampled(decision: Decision[Any], draw: Random) -> Deed:
    """Answer one question at random."""
    if decision.kind != "chance":
        return Answer(decision.key, decision.seat, decision.space().sample(draw.randrange))
    stream = stream_of(decision)
    seen = draw.random() >= UNSEEN
    return Observation(stream, decision.space().sample(draw.randrange) if seen else None)


def stream_of(decision: Decision[Any]) -> str:
    """Name the stream whose outcome is awaited."""
    return decision.name.removeprefix("chance.")


def free(game: Timeline, decisions: list[Decision[Any]]) -> list[Decision[Any]]:
    """Give the questions that need not wait for somebody else to finish."""
    return [decision for decision in decisions if not game.driver.held(decision)]


def answerable(decisions: list[Decision[Any]]) -> list[Decision[Any]]:
    """Give the questions that have an answer; an offer may be listed only with its reasons."""
    return [decision for decision in decisions if decision.space().sole()]


def asking(game: Timeline, deed: Deed) -> Decision[Any]:
    """Find the question that is answered."""
    key = deed.decision if isinstance(deed, Answer) else f"chance.{deed.stream}/"
    found = game.driver.find(key)
    if found is None:
        raise Broken(f"{key} is not asked any more")
    return found


def do(game: Timeline, deed: Deed) -> Reply:
    """Do what was done elsewhere."""
    if isinstance(deed, Observation):
        return game.observe(deed.stream, deed.outcome)
    return game.choose(asking(game, deed), deed.value)


def told(deed: Deed) -> str:
    """Say in short what was done."""
    if isinstance(deed, Answer):
        return f"{deed.seat}: {deed.decision} = {deed.value!r}"
    return f"observed {deed.stream} = {deed.outcome!r}"


def _reply(reply: Reply) -> str:
    return f"a fault: {reply.trace}" if isinstance(reply, Fault) else repr(reply)


# What two games have in common


class Snapshot(NamedTuple):
    """All that can be compared of a game at one moment."""

    state: bytes
    questions: tuple[str, ...]
    entries: int
    events: int


def snapshot(game: Timeline) -> Snapshot:
    """Take everything that must not change by itself."""
    return Snapshot(canonical(game.state), questions(game), len(game.entries), len(game.happened))


def questions(game: Timeline) -> tuple[str, ...]:
    """List the ids of all that is open, beside the questions as well."""
    return tuple(sorted(decision.id for decision in (*game.decisions(), *game.beside())))


def agree(what: str, expected: Timeline, found: Timeline) -> None:
    """Demand that two games stand at the same moment."""
    if not _alike(expected.state, found.state):  # else what is written of them is the same, too
        same(f"the state {what}", encode(expected.state), encode(found.state))
    same(f"the questions {what}", questions(expected), questions(found))


WRITTEN = tuple(name for name in State.__slots__ if name not in ("inventory", "where"))
"""All of a state that a position tells."""


def _alike(one: State, other: State) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in WRITTEN)


def same(what: str, expected: object, found: object) -> None:
    """Demand that two things are equal, or say where they first differ."""
    if expected != found:
        raise Broken(f"{what} should be the same: {_difference(expected, found)}")


def _difference(expected: object, found: object, at: str = "") -> str:
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in (*expected, *found):
            if expected.get(key) != found.get(key):
                return _difference(expected.get(key), found.get(key), f"{at}.{key}")
    if isinstance(expected, bytes) and isinstance(found, bytes):
        return _difference(msgspec.json.decode(expected), msgspec.json.decode(found), at)
    if isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        for place, (one, other) in enumerate(zip(expected, found, strict=False)):
            if one != other:
                return _difference(one, other, f"{at}[{place}]")
    return f"{at or 'it'} was {expected!r:.200}, is {found!r:.200}"


# Failing so that somebody can see it again

Check = Callable[[Play], None]


def prove(check: Check, play: Play) -> None:
    """Play a game under a check; say how to see again what it finds."""
    problem = _failure(check, play)
    if problem is None:
        return
    recipe, shortest = _shrunk(check, play), len(play.game.entries)
    raise Broken(
        f"{play.match.ruleset.name} {play.match}, seed {play.seed}, after {shortest} answers: "
        f"{check.__name__}: {problem}\n"
        f"to see it again ({len(recipe.entries)} answers):\n"
        f"{msgspec.json.encode(recipe).decode()}"
    )


def _failure(check: Check, play: Play) -> str | None:
    try:
        check(play)
    except Broken as problem:
        return str(problem)
    except Exception as problem:  # noqa: BLE001  # whatever rules or kernel raise is a failure
        return trace(problem)
    return None


def _shrunk(check: Check, play: Play) -> Recipe:
    """Begin as late as possible: at a restart point from which it still fails."""
    game = play.game
    done = [step.deed for step in play.steps]
    back = 1
    while back < len(game.checkpoints):
        checkpoint = game.checkpoints[-back]
        header = msgspec.structs.replace(game.header, position=encode(checkpoint.state))
        recipe = Recipe(header, tuple(done[checkpoint.entry :]))
        if _failure(check, _followed(play, recipe)) is not None:
            return recipe
        back *= 2
    return Recipe(game.header, tuple(done))


def _followed(play: Play, recipe: Recipe) -> Play:
    """Play by a recipe."""
    left = iter(recipe.entries)
    return Play(play.match, recipe.header, lambda _game: next(left, None), play.seed)
