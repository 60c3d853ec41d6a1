"""Runs the tests of a project against a copy of it in which one thing is broken."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from queue import SimpleQueue

from tts_tool.errors import BadInput
from tts_tool.proof.breaks import Break, breaks

LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info")
MADE = frozenset({"build", "dist"})
"""What stands in a project under these names was made of it; further down they are names."""
CANARY = b"raise RuntimeError('broken on purpose: are the tests run against the copy?')\n"
PATIENCE = 5
"""How many times longer than the unbroken tests a break may take before it counts as noticed."""
LEAST_PATIENCE = 20.0
"""Seconds, for tests that take none: on a busy machine starting them may take some."""
HOURS = 3600.0
"""How long the unbroken tests may take."""
MEMORY = 4 * 1024**3
"""What a broken loop may eat before it is stopped."""

Tell = Callable[[Break, bool], None]
"""Hears of each break whether all tests passed with it."""

Ways = Sequence[Callable[[bytes, str], list[Break]]]
"""Each lists how a file could be broken in some way."""

Likely = Callable[[Break], Iterable[Sequence[str]]]
"""Gives the commands that run the tests that are likeliest to notice a break, these first."""


def sources(root: Path, paths: Iterable[str]) -> list[str]:
    """List the source files that are meant, relative to the project."""
    found: list[str] = []
    for path in paths:
        files = sorted((root / path).rglob("*.py")) if (root / path).is_dir() else [root / path]
        if not files or not files[0].is_file():
            raise BadInput("there is nothing to break", where=path, fix="name a file or a folder")
        found.extend(file.relative_to(root).as_posix() for file in files)
    return found


class Copy:
    """A copy of a project in which things may be broken."""

    def __init__(self, folder: Path, command: Sequence[str]) -> None:
        """Take a folder that holds the copy; `command` runs its tests."""
        self.folder = folder
        self.command = list(command)

    def twin(self, folder: Path) -> Copy:
        """Make another copy, compiled code included."""
        shutil.copytree(self.folder, folder, symlinks=True)
        return Copy(folder, self.command)

    @contextmanager
    def broken(self, changed: Mapping[str, bytes]) -> Iterator[None]:
        """Change files for a while."""
        before = {name: (self.folder / name).read_bytes() for name in changed}
        moments = {name: (self.folder / name).stat().st_mtime for name in changed}
        try:
            for name, source in changed.items():
                self._write(name, source, moments[name] + 10)
            yield
        finally:
            for name, source in before.items():
                self._write(name, source, moments[name])

    def _write(self, name: str, source: bytes, moment: float) -> None:
        # Compiled code is found stale by its time to the second, so the time is set, too.
        path = self.folder / name
        path.write_bytes(source)
        os.utime(path, (moment, moment))

    def passes(
        self, patience: float, command: Sequence[str] = (), *, compiling: bool = False
    ) -> bool:
        """Run the tests, or those of another command, and say whether they passed in time."""
        command = command or self.command
        environment = {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "" if compiling else "1",
        }
        program = shutil.which(command[0], path=environment["PATH"])
        if program is None:
            raise BadInput("there is no such program", where=command[0], fix="name another")
        process = subprocess.Popen(  # noqa: S603  # the caller's own test command
            [program, *command[1:]],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        _limit_memory(process.pid)
        try:
            return process.wait(patience) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            _stop(process)


def _limit_memory(process: int) -> None:
    if sys.platform == "linux":
        import resource  # noqa: PLC0415  # only there

        with suppress(ProcessLookupError):
            resource.prlimit(process, resource.RLIMIT_AS, (MEMORY, MEMORY))


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Stop a test run with all that it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Workbench:
    """The copies of a project, with what is known of its sources and its tests."""

    def __init__(
        self, root: Path, paths: Iterable[str], command: Sequence[str], ways: Ways = (breaks,)
    ) -> None:
        """Say what is to be broken, in which ways, and which command ought to notice."""
        self.root = root.resolve()
        self.command = command
        self.sources = {n: (self.root / n).read_bytes() for n in sources(self.root, paths)}
        self.possible = [
            each
            for name, source in self.sources.items()
            for broken in ways
            for each in broken(source, name)
        ]

    def unnoticed(
        self, picked: Sequence[Break], jobs: int, tell: Tell, likely: Likely = lambda _one: ()
    ) -> list[Break]:
        """Break one thing after the other and give those with which all tests pass.

        `likely` may name for a break the tests that ought to notice it: who notices early is cheap.
        """
        with tempfile.TemporaryDirectory(prefix="breaking-") as folder:
            first = Copy(Path(folder) / "0", self.command)
            shutil.copytree(self.root, first.folder, ignore=self._left_out, symlinks=True)
            patience = max(LEAST_PATIENCE, PATIENCE * self._proven(first))
            free: SimpleQueue[Copy] = SimpleQueue()
            free.put(first)
            for n in range(1, jobs):
                free.put(first.twin(Path(folder) / str(n)))

            def passes(one: Break) -> bool:
                copy = free.get()
                try:
                    with copy.broken({one.file: one.applied(self.sources[one.file])}):
                        commands = chain(likely(one), (self.command,))
                        passed = all(copy.passes(patience, each) for each in commands)
                finally:
                    free.put(copy)
                tell(one, passed)
                return passed

            with ThreadPoolExecutor(jobs) as pool:
                passed = list(pool.map(passes, picked))
        return [one for one, survived in zip(picked, passed, strict=True) if survived]

    def _left_out(self, folder: str, names: list[str]) -> set[str]:
        """Say what of a folder is not copied."""
        made = MADE if Path(folder) == self.root else frozenset[str]()
        return {*LEFT_OUT(folder, names), *made.intersection(names)}

    def _proven(self, copy: Copy) -> float:
        """Make sure that the tests pass as long as nothing is broken, and that they look here."""
        begun = time.monotonic()
        if not copy.passes(HOURS, compiling=True):
            raise BadInput(
                "the tests fail before anything is broken",
                where=" ".join(self.command),
                fix="run them by hand in a copy without hidden files; make them pass first",
            )
        took = time.monotonic() - begun
        with copy.broken(dict.fromkeys(self.sources, CANARY)):
            if copy.passes(max(LEAST_PATIENCE, PATIENCE * took)):
                raise BadInput(
                    "the tests pass although every file is broken",
                    where=" ".join(self.command),
                    fix="make them import the code from the folder in which they are run",
                )
        return took
