"""`tts-tool`: the table of commands, and the door that programs and people come in by.

To add a command, write `tts_tool/cli/<name>.py` with a click command or group of that name and
add a row here. The rest (help, errors, `--debug`, reference, tests) follows from the row.
"""

import os
import sys

import click

import tts_tool
from tts_tool.cli.lazy import LazyGroup, Row
from tts_tool.cli.options import debug_option, examples
from tts_tool.cli.shell import run, speak_utf8

__all__ = ["TABLE", "cli", "main"]

TABLE: dict[str, Row] = {
    "cards": Row(
        "tts_tool.cli.cards",
        "cards",
        "Look at the cards of a game, check them, help to write them.",
    ),
    "rules": Row(
        "tts_tool.cli.rules",
        "rules",
        "Read the rules of a game, see where they are implemented and what shows them.",
    ),
    "referee": Row(
        "tts_tool.cli.referee",
        "referee",
        "Referee a game for other programs: JSON lines in, JSON lines out.",
    ),
    "play": Row("tts_tool.cli.play", "play", "Play a game in the terminal."),
    "lua": Row(
        "tts_tool.cli.lua",
        "lua",
        "Check scripts and XML UIs, put them together from many files, take them apart.",
    ),
    "where": Row(
        "tts_tool.cli.where",
        "where",
        "Show where the error MESSAGE of Tabletop Simulator is in your own files.",
    ),
    "games": Row(
        "tts_tool.cli.games",
        "games",
        "Look at the games that are kept on disk, go on with one, hand one on.",
    ),
    "unpack": Row(
        "tts_tool.cli.unpack",
        "unpack",
        "Take a save apart into a folder for people and git.",
    ),
    "pack": Row(
        "tts_tool.cli.unpack",
        "pack",
        "Put a save together from an unpacked folder.",
    ),
    "verify": Row(
        "tts_tool.cli.unpack",
        "verify",
        "Prove that saves can be unpacked and packed without loss.",
    ),
    "diff": Row("tts_tool.cli.saves", "diff", "Say what has changed from one save to another."),
    "info": Row("tts_tool.cli.saves", "info", "Tell what is in a save."),
    "assets": Row(
        "tts_tool.cli.assets",
        "assets",
        "List the pictures, models and sounds of a save, and check their links.",
    ),
}


class Root(LazyGroup):
    """The tool itself."""

    table = TABLE


@click.group(cls=Root, epilog=examples("tts-tool COMMAND --help"))
@click.version_option(tts_tool.__version__, prog_name="tts-tool")
def cli() -> None:
    """Build, run, referee and test Tabletop Simulator mods."""


cli.params.append(debug_option(hidden=False))


def main() -> None:
    """Run the command line of this process and leave with its exit code."""
    speak_utf8()
    if "_TTS_TOOL_COMPLETE" in os.environ:
        sys.exit(_complete())
    sys.exit(run(cli, sys.argv[1:]))


def _complete() -> int:
    """Answer the shell that asks what may follow (set up as the command reference says)."""
    from click.shell_completion import shell_complete

    instruction = os.environ["_TTS_TOOL_COMPLETE"]
    return shell_complete(cli, {}, "tts-tool", "_TTS_TOOL_COMPLETE", instruction)
