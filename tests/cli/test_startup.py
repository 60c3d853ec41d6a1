"""Help comes at once: nothing is imported that help does not need."""

import subprocess
import sys
from collections.abc import Iterable

import pytest

HEAVY = {"aiohttp", "jinja2", "lupa", "msgspec", "PIL", "requests", "rich", "watchdog"}
LIGHT_ROOMS = {"tts_tool.cli", "tts_tool.errors", "tts_tool.garbage"}

PROGRAM = """
import atexit, sys
from tts_tool.cli.main import main
atexit.register(lambda: sys.stderr.write("\\n".join(sys.modules)))
sys.argv = ["tts-tool", *sys.argv[1:]]
main()
"""


def imported_by(*args: str) -> list[str]:
    """Run the tool in a new process and list the modules it imported."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *args],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return done.stderr.splitlines()


def needless(modules: Iterable[str]) -> set[str]:
    """Pick what only single commands need: heavy libraries, and rooms other than the shell."""
    rooms = {".".join(name.split(".")[:2]) for name in modules if name.startswith("tts_tool.")}
    libraries = {name.partition(".")[0] for name in modules} & HEAVY
    return libraries | (rooms - LIGHT_ROOMS)


@pytest.mark.parametrize("args", [["--help"], ["--version"], ["no-such-command"]])
def test_help_imports_no_room(args: list[str]) -> None:
    """Help, version and a mistyped command import no room and no heavy library."""
    modules = imported_by(*args)
    assert "tts_tool.cli.main" in modules
    assert needless(modules) == set()


BUSY = """
import atexit, sys, threading, time
from tts_tool.cli.main import main
def late():
    time.sleep(0.2)
    print("and a thread ends")
if {busy}:
    threading.Thread(target=late).start()
atexit.register(print, "and what was to be done at the end")
sys.argv = ["tts-tool", "no-such-command"]
main()
"""


@pytest.mark.parametrize("busy", [False, True])
def test_the_end(busy: bool) -> None:  # noqa: FBT001 - whether another thread is at work
    """A command ends at once with its code; all that was said or was to be done comes before."""
    done = subprocess.run(
        [sys.executable, "-c", BUSY.format(busy=busy)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    late = ["and a thread ends"] if busy else []
    assert done.stdout.splitlines() == [*late, "and what was to be done at the end"]
    assert done.returncode == 2
    assert done.stderr.count("error:") == 1


DRAWS = {"PIL", "jinja2", "pyphen", "resvg", "uharfbuzz"}
PLANS = "tts_tool.build.building", "tts_tool.build.table", "tts_tool.build.faces"


def test_planning_draws_nothing() -> None:
    """Cards are read, nodes planned and a table laid out without what draws: another does that."""
    seen = "import sys; print(*{each.partition('.')[0] for each in sys.modules})"
    for more, found in (("", set[str]()), ("; tts_tool.build.faces.ready_to_draw()", DRAWS)):
        program = f"import {', '.join(PLANS)}{more}; {seen}"
        words = subprocess.check_output([sys.executable, "-c", program], encoding="utf-8").split()
        assert DRAWS & {*words} == found


def test_needless_is_found() -> None:
    """The check itself can fail."""
    seen = ["click", "msgspec.json", "tts_tool", "tts_tool.kernel.state", "tts_tool.cli.main"]
    assert needless(seen) == {"msgspec", "tts_tool.kernel"}
