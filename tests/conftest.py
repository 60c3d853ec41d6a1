"""What holds for all tests: the same examples each time, and nothing is skipped unseen in CI.

What a machine is known to lack is forgiven there: `tests/wants.py`.
"""

import gc
import os
import signal
import sys
from collections.abc import Generator, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests.wants import forgiven, lacked
from tts_tool.build.cache import at_work

pytest_plugins = [
    "tests.temporary",  # before whoever asks where temporary folders are
    "tests.outside",
    "tests.warm.plugin",
    "tests.costs",
    "tests.long",
    "tts_tool.proof.rule_plugin",
    "tts_tool.proof.soak_plugin",
]

_TESTS = Path(__file__).parent
_LONG = 300
"""Seconds."""

_OF_A_MATCH = "/test_conformance.py"
_TOGETHER = {
    "all of Old World": ("test_install.py", "test_old_world_build.py", "test_readme.py"),
    "all code": (
        *("test_arrows.py", "test_dependencies.py", "test_names.py"),
        *("test_patience.py", "test_purity.py"),
    ),
}
"""Who builds all of Old World, and who reads all code: what one has made, the others find."""

# Python looks for circular garbage after so many new objects: in a process that holds ten thousand
# tests each such search is long. Of what collecting makes all stays.
_COLLECTING = 10_000_000
_TESTING = 100_000
gc.set_threshold(_COLLECTING, 20, 20)

settings.register_profile("house", derandomize=True, deadline=None, database=None)
settings.load_profile("house")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer to write what is compared with anew."""
    parser.addoption("--golden-write", action="store_true", help="write golden playthroughs anew")


def pytest_configure(config: pytest.Config) -> None:
    """Refuse a wrong word about what this machine lacks, and let programs be interrupted.

    What a shell starts in the background ignores Ctrl-C, and so would all that tests start then.
    """
    lacked()
    _compile_once(config)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _compile_once(config: pytest.Config) -> None:
    """Keep what Python compiles where pytest keeps things, if it is not to lie beside its source.

    Hundreds of programs are started, and each would compile all that it imports; so would each of
    the processes that collect the tests.
    """
    cache = getattr(config, "cache", None)  # none with -p no:cacheprovider
    if sys.dont_write_bytecode and cache is not None:
        sys.dont_write_bytecode = False
        sys.pycache_prefix = str(cache.mkdir("compiled"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Of several processes let each begin with files of its own: what one has compiled is there.

    All of them import every file: in one order each would also compile every file, at the same
    time as the others. What cannot be imported is told where it is collected.
    """
    number = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if number.isdecimal():
        many = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        for file in _files(session.config)[int(number) :: many]:
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(file.relative_to(_TESTS.parent).with_suffix("").parts))


def _files(config: pytest.Config) -> list[Path]:
    """List the files of tests that this run was asked for."""
    asked = [config.invocation_params.dir / each.partition("::")[0] for each in config.args]
    found = [[each] if each.is_file() else each.rglob("test_*.py") for each in asked]
    return sorted(file for each in found for file in each if file.is_relative_to(_TESTS))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Start half as many processes again as there are cores: at any time some of them wait.

    What is tried is often that somebody waits: for an answer that never comes, for a disk, for a
    program that starts. Each process more reads all tests and cards once more.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return (3 * (cores or 1) + 1) // 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:  # noqa: ANN401 - xdist's
    """Let one process do what rests on the same things, so that they are made once: a file's tests.

    The laws of the kit rest on the games of a match, and are many: each match is a part of its own.
    Who builds all of Old World would draw it at the same time as the others do who are begun first.
    """
    from xdist import scheduler  # type: ignore[import-untyped]  # noqa: PLC0415  # not all have it

    class ByThings(scheduler.LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            file, _, test = nodeid.partition("::")
            for part, files in _TOGETHER.items():
                if file.endswith(files):
                    return part
            return file + test.partition("-")[2] if _OF_A_MATCH in file else file

    config.option.loadscopereorder = False  # the order is ours: what takes long comes first
    return ByThings(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what is given much time, so that no core waits for it alone at the end."""
    items.sort(key=_may_take_long, reverse=True)


def pytest_collection_finish() -> None:
    """Look no more for garbage among what stays: all tests, and all that is imported."""
    gc.freeze()
    gc.set_threshold(_TESTING, 20, 20)


def _may_take_long(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("timeout")
    return mark is not None and bool(mark.args) and mark.args[0] > _LONG


@pytest.fixture(scope="session", autouse=True)
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give tests, and every program that they start, a home where nothing is yet.

    What one process of this run has drawn, the others need not draw once more; nor compile once
    more the templates that it has compiled, be it to build or to look at a single face.
    """
    home = str(tmp_path_factory.mktemp("home"))
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HOME", "USERPROFILE", "LOCALAPPDATA"):
            patch.setenv(name, home)
        for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            patch.delenv(name, raising=False)
        patch.setenv("TTS_TOOL_PICTURES", str(tmp_path_factory.mktemp("pictures")))
        cache = _shared(tmp_path_factory) / "cache"
        patch.setenv("TTS_TOOL_CACHE", str(cache))
        at_work.set(cache)
        if sys.pycache_prefix is not None:
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", sys.pycache_prefix)
        yield


def _shared(factory: pytest.TempPathFactory) -> Path:
    """Give the folder of this run: each of several processes has its own in it."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture
def drawn(request: pytest.FixtureRequest) -> dict[str, str]:
    """Let a stranger find what this run has drawn; with `--soak` everything is drawn anew."""
    name = "TTS_TOOL_CACHE"
    return {} if request.config.getoption("--soak") else {name: os.environ[name]}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail in CI what would be skipped: nobody reads the count of skipped tests there."""
    report = yield
    if not hasattr(report, "wasxfail"):
        _forbid_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fail in CI whole files that would be skipped."""
    report = yield
    _forbid_skip(report)
    return report


def _forbid_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    in_ci = os.environ.get("CI") == "true"
    if in_ci and report.skipped and not forgiven(str(report.longrepr)):
        report.outcome = "failed"
        report.longrepr = f"skipped, which CI does not allow: {report.longrepr}"
