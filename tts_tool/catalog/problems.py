"""What is wrong with card files: where, what, and what was probably meant."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, Literal

from tts_tool.errors import BadInput

__all__ = ["CatalogueError", "Problem", "Severity", "did_you_mean"]

_LONGEST: Final = 80  # anything may be written, and comparing takes time with the square of it
_NEAR: Final = 0.7  # a guess that is only sometimes right is worse than none

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing to mend; `path` leads to it inside its record: `effects[0].amount`."""

    file: str
    line: int | None
    path: str
    message: str
    suggestion: str | None = None
    severity: Severity = "error"

    @property
    def place(self) -> str:
        """File and line in the form that editors and terminals make clickable."""
        return self.file if self.line is None else f"{self.file}:{self.line}"

    def __str__(self) -> str:
        """Write all of it in one line, place first."""
        path = f"{self.path}: " if self.path else ""
        suggestion = f" ({self.suggestion})" if self.suggestion else ""
        return f"{self.place}: {path}{self.message}{suggestion}"


class CatalogueError(BadInput):
    """Card files that cannot be used, with everything that is wrong in all of them.

    As text it is one line, for those who only wanted to play; `report` lists all.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems, key=_in_reading_order))
        first, *others = self.problems
        more = f" (and {len(others)} more)" if others else ""
        super().__init__(f"{first}{more}", fix="tts-tool cards lint lists all that is wrong")
        self.add_note(self.report)  # a traceback shows the whole list

    @property
    def report(self) -> str:
        """A line for each problem, in the order of files and lines."""
        return "\n".join(map(str, self.problems))


def did_you_mean(word: object, known: Iterable[str]) -> str | None:
    """Guess what was meant by a word that nobody knows.

    >>> did_you_mean("damge", ["damage", "cost"])
    'did you mean "damage"?'
    """
    if not isinstance(word, str):
        return None
    near = get_close_matches(word[:_LONGEST], list(known), n=1, cutoff=_NEAR)
    return f'did you mean "{near[0]}"?' if near else None


def _in_reading_order(problem: Problem) -> tuple[str, int]:
    return problem.file, problem.line or 0
