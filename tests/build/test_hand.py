"""What takes too long, too much or its process with it fails alone, and is told."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tts_tool.build import crew, hand
from tts_tool.build.cache import Cache
from tts_tool.build.graph import Given, Graph, Hazardous, Made, Node, elsewhere
from tts_tool.build.making import BuildMemory, BuildReport, make_all
from tts_tool.build.problems import BuildError
from tts_tool.build.stamps import Stamps
from tts_tool.errors import Unavailable

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there no system counts the time"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning"),
]


@pytest.fixture(autouse=True)
def copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hands begin as copies also where an earlier test has left a thread."""
    monkeypatch.setattr(crew, "_may_copy", lambda: sys.platform == "linux")


def good(given: str, _needed: Given) -> Made:
    """Give what is given."""
    return Made(given.encode())


def endless(_given: Any, _needed: Given) -> Made:  # noqa: ANN401 - as nodes are
    """Never end, in Python."""
    while True:
        pass


def deaf(_given: Any, _needed: Given) -> Made:  # noqa: ANN401
    """Never end, in a library that hears nothing meanwhile."""
    return Made(str(sum(range(10**14))).encode())


def crashing(_given: Any, _needed: Given) -> Made:  # noqa: ANN401
    """End the process as a fault of a library does, without the page that pytest would print."""
    faulthandler.disable()
    os.kill(os.getpid(), signal.SIGSEGV)
    time.sleep(60)
    raise AssertionError


def leaving(_given: Any, _needed: Given) -> Made:  # noqa: ANN401
    """End the process without a word."""
    os._exit(3)


def greedy(_given: Any, _needed: Given) -> Made:  # noqa: ANN401
    """Take more memory than there is for a node."""
    return Made(bytes(2_000_000_000))


def killed(_given: Any, _needed: Given) -> Made:  # noqa: ANN401
    """Be ended from outside."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def faulty(_given: Any, _needed: Given) -> Made:  # noqa: ANN401
    """Have a fault of ours."""
    raise ZeroDivisionError("ours")


def careful(given: str, _needed: Given) -> Made:
    """Do it only where nothing can happen to others."""
    if not elsewhere.get():
        raise Hazardous
    return Made(f"{given} {os.getpid()}".encode())


Make = Callable[[Any, Given], Made]


def dangerous(given: tuple[Make, str], needed: Given) -> Made:
    """Do what may never end, or end its process, as all that draws does it: elsewhere."""
    if not elsewhere.get():
        raise Hazardous
    make, what = given
    return make(what, needed)


def made(folder: Path, *makes: Make, jobs: int = 2) -> BuildReport:
    """Make ten good nodes and these among them."""
    bad = [Node(f"bad/{make.__name__}", dangerous, (make, "x")) for make in makes]
    nodes = [Node(f"good/{number}", good, str(number)) for number in range(10)]
    graph = Graph([*nodes[:5], *bad, *nodes[5:]])
    return make_all(graph, BuildMemory(Cache(folder), "tool", Stamps()), jobs=jobs)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (endless, "this takes more than 1 seconds"),
        (deaf, "this takes more than 1 seconds"),
        (crashing, f"what draws has ended over this, with code -{signal.SIGSEGV.value}"),
        (leaving, "what draws has ended over this, with code 3"),
        pytest.param(
            greedy,
            "this takes too much memory",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="only there it is limited"),
        ),
    ],
)
def test_fails_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make: Make, said: str
) -> None:
    """The node is named; all others are made, and found there by the next build."""
    monkeypatch.setattr(hand, "_SECONDS", 1)
    with pytest.raises(BuildError) as error:
        made(tmp_path, make)
    assert error.value.report == f"bad/{make.__name__}: {said}{_way_out(error.value)}"
    assert made(tmp_path).ran == ()


def _way_out(error: BuildError) -> str:
    return f" ({error.fix})"


def test_several_fail(tmp_path: Path) -> None:
    """Each that ends its process is told; there is always somebody to go on."""
    with pytest.raises(BuildError) as error:
        made(tmp_path, crashing, leaving)
    assert [each.error.where for each in error.value.problems] == ["bad/crashing", "bad/leaving"]


def test_ended_from_outside(tmp_path: Path) -> None:
    """A process that somebody has killed is no fault of the node, and ends the build."""
    with pytest.raises(Unavailable, match=r"bad/killed: .*ended from outside") as error:
        made(tmp_path, killed)
    assert error.value.fix == "--jobs 1 needs less"


def test_our_own_fault(tmp_path: Path) -> None:
    """A fault of ours is raised as it is, with the place where it was."""
    with pytest.raises(ZeroDivisionError, match="ours") as error:
        made(tmp_path, faulty)
    assert "in faulty" in error.value.__notes__[0]


@pytest.mark.parametrize("jobs", [1, 2])
def test_hazardous(tmp_path: Path, jobs: int) -> None:
    """What may end its process is never done in this one, also if there is little to do."""
    graph = Graph([Node("careful", careful, "done")])
    report = make_all(graph, BuildMemory(Cache(tmp_path), "tool", Stamps()), jobs=jobs)
    word, _, process = report.outputs["careful"].data().decode().partition(" ")
    assert word == "done"
    assert int(process) != os.getpid()
    assert [run.node for run in report.ran] == ["careful"]


def at_hand(given: str, _needed: Given) -> Made:
    """Say who has made this, and whether they had been made ready."""
    return Made(f"{given} {os.getpid()} {_READY}".encode())


_READY: list[int] = []


def get_ready() -> None:
    """Note in which process this was."""
    _READY.append(os.getpid())


def by_whom(folder: Path, count: int, jobs: int | None = None) -> list[list[str]]:
    """Make so many nodes with a hand called ahead; say of each who has made it, and who ready."""
    graph = Graph(Node(f"one/{number}", at_hand, str(number)) for number in range(count))
    memory = BuildMemory(Cache(folder), "tool", Stamps())
    with crew.called_ahead(memory.cache, get_ready, jobs) as ahead:
        report = make_all(graph, memory, jobs=jobs or 2, ahead=ahead)
    assert all(hand.is_gone for hand in ahead)
    assert not multiprocessing.active_children()
    assert not _READY
    return [each.data().decode().split()[1:] for each in report.outputs.values()]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody is called ahead")
def test_called_ahead(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was called ahead is ready, and does alone what is too little for more."""
    monkeypatch.setattr(crew, "cores", lambda: 2)
    (process, ready), *others = by_whom(tmp_path / "little", 3)
    assert ready == f"[{process}]"
    assert int(process) != os.getpid()
    assert others == [[process, ready]] * 2
    whole = by_whom(tmp_path / "much", 40)
    assert len({who for who, _ in whole}) == 2
    assert str(os.getpid()) not in {who for who, _ in whole}


@pytest.mark.parametrize("jobs", [1, None])
def test_nobody_called_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jobs: int | None
) -> None:
    """With one core, or where one process is asked for, there is nobody to wait for."""
    monkeypatch.setattr(crew, "cores", lambda: 1 if jobs is None else 2)
    assert by_whom(tmp_path, 3, jobs) == [[str(os.getpid()), "[]"]] * 3


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody is called ahead")
def test_called_ahead_in_vain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who was called for a build that ends before there is anything to do ends with it."""
    monkeypatch.setattr(crew, "cores", lambda: 2)
    with (
        pytest.raises(ZeroDivisionError),
        crew.called_ahead(Cache(tmp_path), get_ready),
    ):
        raise ZeroDivisionError
    assert not multiprocessing.active_children()
