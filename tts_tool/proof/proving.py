"""Breaks lines that carry ids of rules and says which breaks no test notices.

The tests that are said to show a line are run first: they ought to notice.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

import msgspec

from tts_tool.errors import BadInput
from tts_tool.proof import evidence
from tts_tool.proof.breaking import chosen
from tts_tool.proof.breaks import Break, breaks
from tts_tool.proof.ground import Ground
from tts_tool.proof.slips import slips
from tts_tool.proof.subject import Subject
from tts_tool.proof.workbench import Tell, Workbench

__all__ = ["ALLOWED", "Proven", "in_words", "prove"]

WEIGHTY = frozenset({"legality", "limit", "scoring"})
"""Kinds of rules of which no break may go unnoticed."""

ALLOWED = 5
"""How many breaks may go unnoticed in other rules."""

PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider")


class Unnoticed(msgspec.Struct, frozen=True):
    """A break with which all tests pass."""

    file: str
    line: int
    kind: str
    rules: tuple[str, ...]
    weighty: bool
    diff: str


class Proven(msgspec.Struct, frozen=True):
    """What became of the breaks."""

    game: str
    seed: int
    possible: int
    broken: int
    unnoticed: tuple[Unnoticed, ...]

    @property
    def weighty(self) -> int:
        """Count the unnoticed breaks in rules of legality, limit or scoring."""
        return sum(each.weighty for each in self.unnoticed)

    @property
    def good(self) -> bool:
        """Tell whether no more went unnoticed than may."""
        return not self.weighty and len(self.unnoticed) <= ALLOWED


def prove(
    subject: Subject,
    *,
    count: int,
    seed: int,
    jobs: int,
    tell: Tell = lambda _one, _passed: None,
) -> Proven:
    """Break so many rule lines of a game, one at a time, in a copy of its checkout."""
    ground, root = Ground(subject), subject.checkout
    carried = _carried(ground)
    tests = (*PYTEST, subject.own_tests.relative_to(root).as_posix())
    workbench = Workbench(root, map(subject.shown, subject.sources), tests, (breaks, slips))
    alone = _alone(subject)
    possible = [
        one
        for one in workbench.possible
        if (one.file, one.line) in carried
        and not (one.kind == "other seat" and one.file.startswith(alone))
    ]
    if not possible:
        raise BadInput("no line that can be broken carries a rule", where=str(subject.package))
    showing = _showing(ground)

    def first(one: Break) -> tuple[str, ...]:
        mine = sorted({test for rule in carried[one.file, one.line] for test in showing[rule]})
        return (*PYTEST, *mine) if mine else ()

    picked = chosen(possible, count, seed)
    left = workbench.unnoticed(picked, jobs, tell, first)
    unnoticed = tuple(
        Unnoticed(
            file=one.file,
            line=one.line,
            kind=one.kind,
            rules=tuple(carried[one.file, one.line]),
            weighty=_weighty(ground, carried[one.file, one.line]),
            diff=one.diff(workbench.sources[one.file]),
        )
        for one in left
    )
    return Proven(subject.name, seed, len(possible), len(picked), unnoticed)


def _alone(subject: Subject) -> tuple[str, ...]:
    """Name the folders of modules that come with a single seat: there is no other one."""
    ruleset = subject.ruleset
    one, two = (set(ruleset.implied(ruleset.seats[:n])) for n in (1, 2))
    folders = {module.name: module.folder for module in ruleset.modules}
    return tuple(f"{subject.shown(subject.package / folders[name])}/" for name in one - two)


def _carried(ground: Ground) -> dict[tuple[str, int], list[str]]:
    """Say which rules every line of the code carries."""
    found: dict[tuple[str, int], list[str]] = {}
    for line in ground.lines:
        if line.role != "data":
            for number in range(line.first, line.last + 1):
                rules = found.setdefault((line.file, number), [])
                rules.extend([] if line.rule in rules else [line.rule])
    return found


def _showing(ground: Ground) -> dict[str, list[str]]:
    """Say which tests show each rule, as far as they are what they were."""
    known = evidence.read(ground.subject.evidence)
    return {
        rule: [
            test
            for test, entry in known.get(rule, {}).items()
            if ground.digest_of_test(test) == entry.test
        ]
        for rule in ground.rules
    }


def _weighty(ground: Ground, rules: Iterable[str]) -> bool:
    return any(ground.rules[rule].kind in WEIGHTY for rule in rules)


def in_words(proven: Proven) -> Iterator[str]:
    """Write a report for people: what went unnoticed, the weightier first."""
    for weighty, title in ((True, "legality, limit and scoring rules"), (False, "other rules")):
        found = [each for each in proven.unnoticed if each.weighty == weighty]
        if found:
            yield f"no test noticed, in {title}:"
        for each in found:
            yield f"{each.file}:{each.line} {each.kind} [{' '.join(each.rules)}]"
            yield each.diff
            yield ""
    yield (
        f"{proven.game}: {proven.broken - len(proven.unnoticed)} of {proven.broken} breaks noticed "
        f"({proven.possible} possible, seed {proven.seed}); unnoticed: {proven.weighty} in "
        f"legality, limit and scoring rules, {len(proven.unnoticed) - proven.weighty} in others"
    )
