"""Help comes at once: nothing is imported that help does not need."""

import subprocess
import sys
from collections.abc import Iterable

import pytest

HEAVY = {"aiohttp", "jinja2", "lupa", "msgspec", "PIL", "requests", "rich", "watchdog"}
LIGHT_ROOMS = {"tts_tool.cli", "tts_tool.errors", "tts_tool.garbage"}

PROGRAM = """
import sys
from tts_tool.cli.main import main
sys.argv = ["tts-tool", *sys.argv[1:]]
try:
    main()
finally:
    sys.stderr.write("\\n".join(sys.modules))
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


def test_needless_is_found() -> None:
    """The check itself can fail."""
    seen = ["click", "msgspec.json", "tts_tool", "tts_tool.kernel.state", "tts_tool.cli.main"]
    assert needless(seen) == {"msgspec", "tts_tool.kernel"}
