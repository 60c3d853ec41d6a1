"""`tts-tool lua`: the commands that work on scripts."""

from typing import ClassVar

import click

from tts_tool.cli.lazy import CommandRow, LazyGroup
from tts_tool.cli.options import examples

__all__ = ["lua"]


class Lua(LazyGroup):
    """The commands, each in a module of its own."""

    table: ClassVar[dict[str, CommandRow]] = {
        "bundle": CommandRow(
            "tts_tool.cli.lua_bundle",
            "bundle",
            "Put a script, and what it requires, into one script.",
        ),
        "unbundle": CommandRow(
            "tts_tool.cli.lua_bundle",
            "unbundle",
            "Write each module of a bundle into a file of its own.",
        ),
        "lint": CommandRow(
            "tts_tool.cli.lua_lint",
            "lint",
            "Find what goes wrong in scripts before the game does.",
        ),
        "stubs": CommandRow(
            "tts_tool.cli.lua_stubs",
            "stubs",
            "Write what an editor needs to complete names.",
        ),
    }


@click.group(cls=Lua, epilog=examples("tts-tool lua bundle src/global.lua -o build/global.lua"))
def lua() -> None:
    """Check scripts and XML UIs, put them together from many files, take them apart."""
