"""Finds ids of rules in texts, and those among them that no rule has.

An id stands in code, in comments of card files and on tests: `# OW-DUEL-01`, `rule="NM-07"`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final, NamedTuple

from tts_tool.catalog.problems import Problem, did_you_mean

__all__ = ["Cited", "cited_in", "ids_in", "unknown_rules"]

_ID: Final = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b")


class Cited(NamedTuple):
    """What looks like the id of a rule, and where it stands."""

    rule: str
    file: str
    line: int


def ids_in(text: str) -> Iterator[str]:
    """Find whatever looks like the id of a rule.

    >>> list(ids_in("# noqa: X1  # NM-15: as OW-DUEL-01 says"))
    ['NM-15', 'OW-DUEL-01']
    """
    yield from _ID.findall(text)


def cited_in(text: str, file: str) -> Iterator[Cited]:
    """Find whatever looks like the id of a rule, line by line."""
    for line, said in enumerate(text.splitlines(), start=1):
        yield from (Cited(rule, file, line) for rule in ids_in(said))


def unknown_rules(cited: Iterable[Cited], known: Collection[str]) -> Iterator[Problem]:
    """Tell of each id that was surely meant for a rule, and that no rule has.

    That is one of a family that rules have (`NM-99` beside `NM-07`), or one that nearly is theirs.
    """
    families = {rule.partition("-")[0] for rule in known}
    for rule, file, line in dict.fromkeys(cited):
        guess = None if rule in known else did_you_mean(rule, sorted(known))
        if rule not in known and (guess or rule.partition("-")[0] in families):
            message = f'no rule "{rule}"'
            yield Problem(file=file, line=line, path="", message=message, suggestion=guess)
