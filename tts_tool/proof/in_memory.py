"""Breaks functions in memory, each in a forked process: all tests are collected but once.

What it says noticed was noticed. What it does not may need more: code that ran when it was imported
is not run again, and of what is no change inside of functions it says nothing.
"""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from inspect import CO_OPTIMIZED
from itertools import chain
from pathlib import Path
from select import select
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Final

import msgspec

from tts_tool.proof.breaks import Break

if TYPE_CHECKING:
    import pytest

__all__ = ["Tried", "passed_in_memory"]

FORKS: Final = sys.platform == "linux"
"""Elsewhere processes cannot be forked, or not with all that pytest has opened."""
CPU: Final = 60
"""Seconds of processor time after which a test is in an endless loop, and the break noticed."""
WAITING: Final = 600
"""Seconds after which a test waits for ever: on a busy machine a test may take long, and pass."""
GRACE: Final = 100.0
"""So many seconds more than `TIMES` what it took unbroken a test may take before it hangs."""
TIMES: Final = 10
MEMORY: Final = 4 * 1024**3
PASSED, FAILED, UNTRIED = range(3)
"""How a process ends in which tests were run."""


class Tried(msgspec.Struct, frozen=True):
    """A break to be tried, and the tests that ought to notice it, the nearest first."""

    broken: Break
    tests: tuple[tuple[str, ...], ...]


def passed_in_memory(
    root: Path, tests: str, tried: Sequence[Tried], grace: float = GRACE, *, near: bool = False
) -> Iterator[tuple[int, bool]]:
    """Say of each break that can be made in memory, by its number, whether all tests have passed.

    A break with which a test hangs was noticed. Where processes can't be forked nothing is said of
    any. With `near` only those tests run that are named with a break.
    """
    if not (FORKS and tried):
        return
    with tempfile.TemporaryDirectory(prefix="breaking-") as folder:
        order = Path(folder) / "order.json"
        order.write_bytes(msgspec.json.encode(tuple(tried)))
        hears, tells = os.pipe()
        command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", __name__)
        process = subprocess.Popen(  # noqa: S603  # pytest, of this very Python
            [
                *command,
                *(f"--break-in-memory={order}", f"--tell={tells}", f"--grace={grace}"),
                *(("--near",) if near else ()),
                tests,
            ],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root), "PYTEST_TIMEOUT": str(WAITING)},
            pass_fds=[tells],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(tells)
        try:
            with os.fdopen(hears, "rb") as told:
                for line in told:
                    yield msgspec.json.decode(line, type=tuple[int, bool])
        finally:
            process.kill()
            process.wait()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take what is to be broken."""
    parser.addoption("--break-in-memory", help="a file that says what to break, and for whom")
    parser.addoption("--tell", type=int, help="where to tell what came of it")
    parser.addoption("--grace", type=float, help="seconds, see `GRACE`")
    parser.addoption("--near", action="store_true", help="ask nobody but those that are named")


def pytest_configure(config: pytest.Config) -> None:
    """Run the tests in a way of our own."""
    order, tell = config.getoption("--break-in-memory"), config.getoption("--tell")
    if order:
        tried = msgspec.json.decode(Path(order).read_bytes(), type=tuple[Tried, ...])
        grace, near = config.getoption("--grace"), config.getoption("--near")
        loop = Loop(tried, partial(os.write, tell), grace, near=near)
        config.pluginmanager.register(loop, "broken-in-memory")


class Loop:
    """A run of the tests in which each break has a process of its own, as a plugin of pytest."""

    def __init__(
        self,
        tried: Sequence[Tried],
        told: Callable[[bytes], object],
        grace: float,
        *,
        near: bool,
    ) -> None:
        """Say what is to be tried, who hears what came of it, how patient to be, whom to ask."""
        self._tried = tried
        self._told = told
        self._grace = grace
        self._near = near
        self._failed = False
        self._forget: Callable[[], None] = _forgets_nothing
        self._took: dict[pytest.Item | None, float] = {}
        self._sound: dict[pytest.Item, bool] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Hear of a failure."""
        self._failed |= report.failed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try one break after the other; whoever fails without any is asked no more.

        Whether a test passes without a break is asked when it has failed with one: most are never
        the first to notice.
        """
        tests: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            tests[item.nodeid.partition("[")[0]].append(item)
        self._forget = _forgetter(Path.cwd())
        for number, each in enumerate(self._tried):
            near = (self._quickest(tests.get(test, ()) for test in some) for some in each.tests)
            first = [*chain.from_iterable(near)]
            named = {*chain.from_iterable(each.tests)}
            rest = self._quickest(tests[test] for test in tests if test not in named)
            status = self._tries([*first, *(() if self._near else rest)], each.broken)
            if status != UNTRIED:
                self._told(msgspec.json.encode((number, status == PASSED)) + b"\n")
        return True

    def _quickest(self, some: Iterable[Sequence[pytest.Item]]) -> Iterator[pytest.Item]:
        """Put tests in the order of what they took; of whom nothing is known begins."""
        ordered = sorted(some, key=lambda items: sum(self._took.get(i, 0.0) for i in items))
        return chain.from_iterable(ordered)

    def _tries(self, items: Sequence[pytest.Item], broken: Break) -> int:
        """Run tests with something broken until one notices; say how it has ended."""
        left = [item for item in items if self._sound.get(item, True)]
        while left:
            status, at = self._ends(left, broken)
            if status in {PASSED, UNTRIED} or at is None or self._passes(at):
                return status
            left = left[left.index(at) + 1 :]
        return PASSED

    def _passes(self, item: pytest.Item) -> bool:
        """Say whether a test passes while nothing is broken."""
        if item not in self._sound:
            self._sound[item] = self._ends([item])[0] == PASSED
        return self._sound[item]

    def _ends(
        self, items: Sequence[pytest.Item], broken: Break | None = None
    ) -> tuple[int, pytest.Item | None]:
        """Run tests in a process of its own, with something broken in it.

        Give how it has ended, and in which test.
        """
        hears, tells = os.pipe()
        child = os.fork()
        if child == 0:
            status = UNTRIED
            with suppress(BaseException):
                _confine()
                self._forget()
                if broken is None or applied(broken, Path.cwd()):
                    status = FAILED
                    status = self._run(items, partial(os.write, tells, b"."))
            os._exit(status)
        os.close(tells)
        try:
            at = self._follow(child, hears, items, unbroken=broken is None)
        finally:
            os.close(hears)
            for kill in (os.kill, os.killpg):  # it has no group of its own from its first moment on
                with suppress(ProcessLookupError):
                    kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status), at

    def _follow(
        self, child: int, hears: int, items: Sequence[pytest.Item], *, unbroken: bool
    ) -> pytest.Item | None:
        """Hear which test is begun, until the process ends or a test takes far too long.

        The tests' own limit of time ends no wait of a teardown, and none in foreign code. What is
        too long for a test is asked without a break: a busy machine is slow to all alike.
        """
        following, begun = iter(items), time.monotonic()
        at: pytest.Item | None = None
        ended = os.pidfd_open(child)
        watched = [hears, ended]
        try:
            while True:
                patience = WAITING if unbroken else self._grace + TIMES * self._took.get(at, 0.0)
                ready, _, _ = select(watched, [], [], patience)
                now = time.monotonic()
                if hears in ready:
                    if not os.read(hears, 1):
                        watched.remove(hears)
                        continue
                    self._took.setdefault(at, now - begun)
                    at, begun = next(following), now
                elif not ready and not unbroken and at is not None and at not in self._sound:
                    self._passes(at)
                else:
                    if unbroken:
                        self._took[at] = now - begun
                    return at
        finally:
            os.close(ended)

    def _run(self, items: Sequence[pytest.Item], begins: Callable[[], object]) -> int:
        for item, following in zip(items, [*items[1:], None], strict=True) if items else ():
            begins()
            _give_time()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self._failed:
                item.session._setupstate.teardown_exact(None)  # noqa: SLF001  # as pytest does
                return FAILED
        return PASSED


def _forgets_nothing() -> None:
    """Do nothing, before there is anything to forget."""


def _confine() -> None:
    """Let this process end by itself, whatever is broken in it, and all that it starts with it."""
    import resource  # noqa: PLC0415  # only where processes are forked

    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    gc.unfreeze()


def _give_time() -> None:
    import resource  # noqa: PLC0415  # only where processes are forked

    limit = int(time.process_time()) + CPU
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))


def _forgetter(root: Path) -> Callable[[], None]:
    """Find the functions that remember what they gave: what broken rules give is found out anew."""
    from tts_tool.proof.gathering import caches  # noqa: PLC0415  # with all that is collected by now
    from tts_tool.proof.ground import Ground  # noqa: PLC0415
    from tts_tool.proof.subject import subjects  # noqa: PLC0415

    found = list(caches(Ground(each) for each in subjects(root)))

    def forget() -> None:
        for each in found:
            each.cache_clear()

    return forget


# Changing functions


def applied(broken: Break, root: Path) -> bool:
    """Let functions of a file be as they are broken; False if that is not all there is to it."""
    file = root / broken.file
    source = file.read_bytes()
    try:
        new = compile(broken.applied(source), str(file), "exec", dont_inherit=True)
    except SyntaxError:
        return False
    swaps = _swaps(compile(source, str(file), "exec", dont_inherit=True), new)
    if not swaps:
        return False
    living: dict[tuple[str, int], list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == str(file):
            living[_place(thing.__code__)].append(thing)
    pairs = [(each, after) for before, after in swaps for each in living[_place(before)]]
    if any(len(each.__code__.co_freevars) != len(after.co_freevars) for each, after in pairs):
        return False
    for each, after in pairs:
        each.__code__ = after
    return bool(pairs)


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _swaps(old: CodeType, new: CodeType) -> list[tuple[CodeType, CodeType]]:
    """Pair the functions that differ; nothing, if anything else differs, too."""
    before, after = list(_functions(old)), list(_functions(new))
    names = [[code.co_qualname for code in each] for each in (before, after)]
    if names[0] != names[1] or _told(old, deep=False) != _told(new, deep=False):
        return []
    different = [
        (one, other) for one, other in zip(before, after, strict=True) if _told(one) != _told(other)
    ]
    if any(one.co_name.startswith("<") and one.co_name != "<lambda>" for one, _ in different):
        return []
    return [pair for one, other in different for pair in _nested(one, other)]


def _functions(code: CodeType) -> Iterator[CodeType]:
    """List the functions of a module and of its classes, without those inside of functions."""
    for inner in _inner(code):
        yield from (inner,) if inner.co_flags & CO_OPTIMIZED else _functions(inner)


def _inner(code: CodeType) -> Iterable[CodeType]:
    return (each for each in code.co_consts if isinstance(each, CodeType))


def _nested(one: CodeType, other: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Pair a function and those inside of it: some of them may be alive already."""
    yield one, other
    inside, others = list(_inner(one)), list(_inner(other))
    if [each.co_name for each in inside] == [each.co_name for each in others]:
        for each, after in zip(inside, others, strict=True):
            yield from _nested(each, after)


def _told(code: CodeType, *, deep: bool = True) -> tuple[object, ...]:
    """Say all that code does, wherever it stands; not `deep`: without what its functions do."""
    consts: list[object] = []
    for each in code.co_consts:
        if not isinstance(each, CodeType):
            consts.append((type(each), repr(each)))
        elif deep or not each.co_flags & CO_OPTIMIZED:
            consts.append(_told(each, deep=deep))
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return (code.co_code, tuple(consts), *names)
