"""What is wrong with a person's files, all of it at once, each thing once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tts_tool.errors import BadInput, UserError

__all__ = ["BuildError", "Problem"]

_NAMED: Final = 3
"""So many places of one mistake are told; the others are counted."""


class Problem(NamedTuple):
    """What is wrong, and for which record it was met, if the error does not say that itself."""

    error: UserError
    place: str = ""


class BuildError(BadInput):
    """What could not be made, with everything that is wrong in all of it.

    It is never sent from one process to another: only nodes that are made here raise it.
    """

    def __init__(self, problems: Iterable[Problem]) -> None:
        first, *others = self.problems = tuple(problems)
        more = f" (and {len(others)} more)" if others else ""
        place = _for([first.place])
        what, where, fix = first.error.what, first.error.where, first.error.fix
        super().__init__(f"{what}{place}{more}", where=where, fix=fix)

    @property
    def report(self) -> str:
        """A line for each mistake: one in a template that many pictures share is made once."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        places: dict[tuple[str, str | None], list[str]] = {}
        for error, place in self.problems:
            places.setdefault((str(error), error.fix), []).append(place)
        for (said, fix), met in places.items():
            yield f"{said}{_for(met)}{f' ({fix})' if fix else ''}"


def _for(places: Iterable[str]) -> str:
    names = [each for each in dict.fromkeys(places) if each]
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f", for {', '.join(names[:_NAMED])}{more}" if names else ""
