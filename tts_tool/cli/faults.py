"""A mistake in somebody's rules, told so that they find it: line, card, the answer before it."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Self

from tts_tool.errors import BadInput, UserError

if TYPE_CHECKING:
    from tts_tool.cli.rulesets import FoundGame
    from tts_tool.kernel.entries import AnyEntry, Fault
    from tts_tool.referee.session import Session

__all__ = ["Step", "fault_of", "faults_told", "told"]

CALLERS: Final = 3
"""So many of the lines that led to the one that failed are told."""
OURS: Final = ("tts_tool.kernel.", "tts_tool.referee.", "tts_tool.journal.", "tts_tool.cli.")
LONGEST: Final = 160  # letters: two lines of a terminal


class Step(NamedTuple):
    """A line of code on the way to a mistake."""

    file: Path
    line: int
    function: str

    @classmethod
    def of(cls, traced: str) -> Self | None:
        """Read a line of a trace: `module:line function`."""
        place, _, function = traced.strip().partition(" ")
        module, _, line = place.rpartition(":")
        file = getattr(sys.modules.get(module), "__file__", None)
        if module.startswith(OURS) or file is None or not line.isdigit():
            return None
        return cls(Path(file), int(line), function.rpartition(".")[2])

    def __str__(self) -> str:
        return f"{_short(self.file)}:{self.line}"

    @property
    def text(self) -> str:
        """Give the line itself."""
        return _cut(linecache.getline(str(self.file), self.line).strip())


def fault_of(fault: Fault, session: Session) -> BadInput:
    """Make of a fault of the rules what its author has to know."""
    seed = session.timeline.header.luck.seed
    again = (
        f"`tts-tool games resume {session.kept_as}` goes on from before it"
        if session.kept_as
        else f"with --seed {seed} the same answers lead here again"
    )
    return BadInput(
        f"the rules failed, and the answer was taken back: {_first(fault.trace)}",
        where=_place(fault.trace),
        fix=again,
        details=(*_way(fault.trace), *_answer(fault.failed, session)),
    )


def told(fault: Fault, session: Session) -> Iterator[str]:
    """Tell in a few lines which line failed, who called it, and after which answer and card."""
    yield f"{_place(fault.trace) or 'error'}: {_first(fault.trace)}"
    yield from _way(fault.trace)
    yield from _answer(fault.failed, session)


@contextmanager
def faults_told(game: FoundGame) -> Iterator[None]:
    """Tell whatever the rules of a game raise while it is set up, looked at or played."""
    try:
        yield
    except Exception as problem:
        cause = problem.__cause__ if isinstance(problem, UserError) else problem
        failed = None if cause is None else _failed(cause, game)
        if failed is None:
            raise
        raise failed from problem


def _failed(problem: BaseException, game: FoundGame) -> BadInput | None:
    """Tell a mistake that the rules of this game have made; ``None`` if it isn't theirs."""
    from tts_tool.kernel.timeline import trace

    text = trace(problem)
    steps = _steps(text)
    if isinstance(problem, UserError) or not any(_within(step.file, game) for step in steps):
        return None
    what = f"the rules failed: {_first(text)}"
    return BadInput(what, where=str(steps[0]), details=tuple(_way(text)))


def _within(file: Path, game: FoundGame) -> bool:
    return game.package is not None and file.is_relative_to(game.package)


def _steps(text: str) -> list[Step]:
    """List the lines of the rules in a trace, the innermost first."""
    steps = [Step.of(line) for line in text.splitlines() if line.startswith("  ")]
    return [step for step in reversed(steps) if step is not None]


def _place(text: str) -> str | None:
    """Say which line of the rules failed, if it was one of theirs."""
    return next((str(step) for step in _steps(text)), None)


def _way(text: str) -> Iterator[str]:
    """Tell the line that failed and those that called it."""
    steps = _steps(text)
    for step in steps[:1]:
        yield f"in {step.function}: {step.text}"
    for step in steps[1 : 1 + CALLERS]:
        yield f"called by {step.function}, {step}: {step.text}"


def _answer(entry: AnyEntry, session: Session) -> Iterator[str]:
    """Tell what was answered, and where the cards in it are written."""
    from tts_tool.kernel.entries import Answer, Observation

    reader = session.reader("*")
    if isinstance(entry, Answer):
        value = _cut(reader.named(str(entry.value)))
        name = entry.decision.rpartition("/")[0]
        yield f"after {entry.seat} answered {name}: {value}"
        yield from _cards(entry.value, session)
    elif isinstance(entry, Observation):
        yield f"after {entry.stream} fell: {entry.outcome or 'as the generator says'}"


def _cards(value: object, session: Session) -> Iterator[str]:
    known = session.composition.inventory.components
    record = known[value].kind if isinstance(value, str) and value in known else value
    if isinstance(record, str) and record in session.catalogue:
        yield f"its card: {record}, {_short(Path(session.catalogue.where(record)))}"


def _first(text: str) -> str:
    return _cut(text.partition("\n")[0])


def _short(path: Path) -> str:
    """Say a path from here, if it is below."""
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
