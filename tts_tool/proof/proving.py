"""Breaks lines that carry ids of rules and says which breaks no test notices.

The tests that have executed the line are run first, then those that show its rules or anything else
in its file, then all that show rules: nearly every break is noticed before all tests are run.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

import msgspec

from tts_tool.errors import BadInput
from tts_tool.proof import evidence
from tts_tool.proof.breaking import chosen
from tts_tool.proof.breaks import Break, breaks
from tts_tool.proof.coverage import of_module
from tts_tool.proof.ground import Ground
from tts_tool.proof.in_memory import Tried, passed_in_memory
from tts_tool.proof.noticed import Noticed
from tts_tool.proof.slips import slips
from tts_tool.proof.subject import Subject
from tts_tool.proof.workbench import Workbench

__all__ = ["ALLOWED", "Proven", "in_words", "prove"]

WEIGHTY = frozenset({"legality", "limit", "scoring"})
"""Kinds of rules of which no break may go unnoticed."""

ALLOWED = 5
"""How many breaks may go unnoticed in other rules."""

_ANY = ""
"""Under this name stand all tests that show a rule."""

Tell = Callable[[int, Break, bool], None]
"""Hears of each break, by its number, whether all tests passed with it."""

Nearest = Callable[[Break], Iterable[Sequence[str]]]
"""Names the tests that ought to notice a break, the likeliest first."""

PYTEST = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider")


class Unnoticed(msgspec.Struct, frozen=True):
    """A break with which all tests pass; `number` is its own among those that a seed names."""

    number: int
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


def prove(  # noqa: PLR0913  # as many as there are options
    subject: Subject,
    *,
    count: int,
    seed: int,
    jobs: int,
    only: Collection[int] = (),
    into: Path | None = None,
    near: bool = False,
    every: bool = False,
    module: str = "",
    tell: Tell = lambda _number, _one, _passed: None,
) -> Proven:
    """Break so many rule lines of a game, one at a time, in a copy of its checkout.

    `only` names some of them by their numbers, which `tell` and the report say. `into` is a file in
    which those are remembered that were noticed: they are not broken again. With `near` only tests
    are asked that show its rules or anything in its file by the evidence: what others would notice
    goes unnoticed, too. With `every` each line is broken in every way, with `module` only lines of
    that one are.
    """
    ground, root = Ground(subject), subject.checkout
    of_module(subject, module)  # there is such a one
    carried = _carried(ground)
    tests = (*PYTEST, subject.own_tests.relative_to(root).as_posix())
    workbench = Workbench(root, map(subject.shown, subject.sources), tests, (breaks, slips))
    alone = _alone(subject)
    possible = [
        one
        for one in workbench.possible
        if (one.file, one.line) in carried
        and (not module or one.file.startswith(_folder(subject, module)))
        and not (one.kind == "other seat" and one.file.startswith(alone))
    ]
    if not possible:
        raise BadInput("no line that can be broken carries a rule", where=str(subject.package))
    numbers = {one: n for n, one in enumerate(chosen(possible, count, seed, every=every), start=1)}
    _refuse_strangers(only, len(numbers))
    picked = [one for one, number in numbers.items() if not only or number in only]
    noticed = Noticed(into, workbench.sources)

    def hear(one: Break, passed: bool) -> None:  # noqa: FBT001  # as it is called
        if not passed:
            noticed.note(one)
        tell(numbers[one], one, passed)

    nearest = _nearest(ground, carried, near=near)
    left = [one for one in picked if one not in noticed]
    tried = [Tried(one, tuple(map(tuple, nearest(one)))) for one in left]
    survived: set[Break] = set()
    for number, passed in passed_in_memory(root, tests[-1], tried, near=near):
        one = tried[number].broken
        if passed:
            survived.add(one)
        if near or not passed:
            hear(one, passed)

    def likely(one: Break) -> Iterator[tuple[str, ...]]:
        """Run the nearest tests first, unless they have passed already."""
        return ((*PYTEST, *some) for some in nearest(one) if one not in survived)

    left = [one for one in left if one not in noticed and not (near and one in survived)]
    if near:
        workbench.command = (*PYTEST, *sorted({*chain(*chain(*map(nearest, left)))}))
    if left:
        workbench.unnoticed(left, jobs, hear, likely)
    left = [one for one in picked if one not in noticed]
    unnoticed = tuple(
        Unnoticed(
            number=numbers[one],
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


def _refuse_strangers(only: Collection[int], known: int) -> None:
    if strangers := sorted(number for number in only if not 1 <= number <= known):
        raise BadInput(
            f"there is no break number {strangers[0]}",
            where=f"--only {','.join(map(str, sorted(only)))}",
            fix=f"name some from 1 to {known}",
        )


def _alone(subject: Subject) -> tuple[str, ...]:
    """Name the folders of modules that come with a single seat: there is no other one."""
    ruleset = subject.ruleset
    one, two = (set(ruleset.completed((), ruleset.seats[:n])) for n in (1, 2))
    return tuple(_folder(subject, name) for name in one - two)


def _folder(subject: Subject, module: str) -> str:
    """Name the folder with the rules of a module."""
    folders = {each.name: each.folder for each in subject.ruleset.modules}
    return f"{subject.shown(subject.package / folders[module])}/"


def _carried(ground: Ground) -> dict[tuple[str, int], list[str]]:
    """Say which rules every line of the code carries."""
    found: dict[tuple[str, int], list[str]] = {}
    for line in ground.lines:
        if line.role != "data":
            for number in range(line.first, line.last + 1):
                rules = found.setdefault((line.file, number), [])
                rules.extend([] if line.rule in rules else [line.rule])
    return found


def _nearest(
    ground: Ground, carried: Mapping[tuple[str, int], list[str]], *, near: bool
) -> Nearest:
    """Name the tests that ought to notice a break by what the evidence says, the nearest first.

    What a test has shown counts as long as the test is what it was; each is named once. With
    `near` those are left out that show nothing in the file of the break.
    """
    further: tuple[set[str], ...] = () if near else ({_ANY},)
    keys: dict[tuple[str, int], set[str]] = defaultdict(set)
    for line in ground.lines:
        for number in range(line.first, line.last + 1):
            keys[line.file, number].add(line.key)
    through: dict[str, set[str]] = defaultdict(set)
    for rule, tests in evidence.read(ground.subject.evidence).items():
        for test, entry in tests.items():
            if ground.digest_of_test(test) == entry.test:
                files = {key.partition(" ")[0] for key in entry.lines}
                for each in {rule, *entry.lines, *files, _ANY}:
                    through[each].add(test)

    def nearest(one: Break) -> Iterator[list[str]]:
        here = one.file, one.line
        done: set[str] = set()
        for some in (keys[here], {*carried[here], one.file}, *further):
            tests = {test for each in some for test in through[each]} - done
            if tests:
                yield sorted(tests)
            done |= tests

    return nearest


def _weighty(ground: Ground, rules: Iterable[str]) -> bool:
    return any(ground.rules[rule].kind in WEIGHTY for rule in rules)


def in_words(proven: Proven) -> Iterator[str]:
    """Write a report for people: what went unnoticed, the weightier first."""
    for weighty, title in ((True, "legality, limit and scoring rules"), (False, "other rules")):
        found = [each for each in proven.unnoticed if each.weighty == weighty]
        if found:
            yield f"no test noticed, in {title}:"
        for each in found:
            rules = " ".join(each.rules)
            yield f"{each.file}:{each.line} {each.kind} [{rules}] (number {each.number})"
            yield each.diff
            yield ""
    yield (
        f"{proven.game}: {proven.broken - len(proven.unnoticed)} of {proven.broken} breaks noticed "
        f"({proven.possible} possible, seed {proven.seed}); unnoticed: {proven.weighty} in "
        f"legality, limit and scoring rules, {len(proven.unnoticed) - proven.weighty} in others"
    )
