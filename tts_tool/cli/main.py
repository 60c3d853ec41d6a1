"""`tts-tool`: the table of commands, and the door that programs and people come in by.

To add a command, write `tts_tool/cli/<name>.py` with a click command or group of that name and
add a row here. The rest (help, errors, `--debug`, reference, tests) follows from the row.
"""

import os
import sys

import click

import tts_tool
from tts_tool.cli.lazy import CommandRow, LazyGroup
from tts_tool.cli.options import debug_option, examples
from tts_tool.cli.shell import leave, run, speak_utf8
from tts_tool.garbage import seldom_swept

__all__ = ["TABLE", "cli", "main"]

TABLE: dict[str, CommandRow] = {
    "build": CommandRow(
        "tts_tool.cli.build",
        "build",
        "Build GAME, or the project in the folder GAME: its pictures, scripts and table as a save.",
    ),
    "check": CommandRow(
        "tts_tool.cli.build",
        "check",
        "Build GAME in memory, and say how it differs from what lies in the folder.",
    ),
    "clean": CommandRow(
        "tts_tool.cli.clean",
        "clean",
        "Remove what `tts-tool build` has put in its folder, and nothing else.",
    ),
    "preview": CommandRow(
        "tts_tool.cli.preview",
        "preview",
        "Draw every card of GAME, with overviews, or its table from above, as PNG files.",
    ),
    "install": CommandRow(
        "tts_tool.cli.install",
        "install",
        "Put the save of GAME, and its thumbnail, where Tabletop Simulator lists it.",
    ),
    "uninstall": CommandRow(
        "tts_tool.cli.install",
        "uninstall",
        "Take the saves of GAME, and their thumbnails, out of the folder of Tabletop Simulator.",
    ),
    "publish": CommandRow(
        "tts_tool.cli.publish",
        "publish",
        "Bring the pictures of GAME to where other players see them.",
    ),
    "serve": CommandRow(
        "tts_tool.cli.publish",
        "serve",
        "Serve the pictures of builds to the game on this computer, until stopped.",
    ),
    "demo": CommandRow(
        "tts_tool.cli.demo",
        "demo",
        "Play GAME to its end at its table, without Tabletop Simulator: bots move the pieces.",
    ),
    "init": CommandRow(
        "tts_tool.cli.init", "init", "Start a mod of your own in the new folder DIR."
    ),
    "cards": CommandRow(
        "tts_tool.cli.cards",
        "cards",
        "Look at the cards of a game, check them, help to write them.",
    ),
    "rules": CommandRow(
        "tts_tool.cli.rules",
        "rules",
        "Read the rules of a game, see where they are implemented and what shows them.",
    ),
    "referee": CommandRow(
        "tts_tool.cli.referee",
        "referee",
        "Referee a game for other programs: JSON lines in, JSON lines out.",
    ),
    "play": CommandRow("tts_tool.cli.play", "play", "Play a game in the terminal."),
    "host": CommandRow(
        "tts_tool.cli.host",
        "host",
        "Referee GAME at the table of the running Tabletop Simulator.",
    ),
    "report": CommandRow(
        "tts_tool.cli.report",
        "report",
        "Pack what is needed to see what went wrong at a table into one file, to be sent on.",
    ),
    "table": CommandRow(
        "tts_tool.cli.table",
        "table",
        "Open the file SAVE on a table without the game, and run its scripts.",
    ),
    "hub": CommandRow(
        "tts_tool.cli.hub",
        "hub",
        "Own the port on which the game speaks, so that many programs can talk with it.",
    ),
    "exec": CommandRow(
        "tts_tool.cli.exec",
        "execute",
        "Run CODE in the running game, and print what it returns; tables are printed as JSON.",
    ),
    "console": CommandRow(
        "tts_tool.cli.console",
        "console",
        "Type Lua at the running game, and see what scripts print and what goes wrong.",
    ),
    "dev": CommandRow(
        "tts_tool.cli.dev",
        "dev",
        "Watch the files of GAME, and bring each edit into the running game while it runs.",
    ),
    "push": CommandRow(
        "tts_tool.cli.push",
        "push",
        "Bring scripts that have changed from files into the running game.",
    ),
    "pull": CommandRow(
        "tts_tool.cli.pull",
        "pull",
        "Bring what was changed in the game back into files: DIR is an unpacked mod, or a project.",
    ),
    "restore": CommandRow(
        "tts_tool.cli.push",
        "restore",
        "Bring back into the game what a push from DIR has written over: copy NUMBER, or the "
        "latest.",
    ),
    "api": CommandRow(
        "tts_tool.cli.api",
        "api",
        "Count, per PAGE of the documentation, the names that `tts-tool table` has.",
    ),
    "doctor": CommandRow(
        "tts_tool.cli.doctor",
        "doctor",
        "Look whether this computer has what is needed; ends with 1 if something is missing.",
    ),
    "lua": CommandRow(
        "tts_tool.cli.lua",
        "lua",
        "Check scripts and XML UIs, put them together from many files, take them apart.",
    ),
    "where": CommandRow(
        "tts_tool.cli.where",
        "where",
        "Show where the error MESSAGE of Tabletop Simulator is in your own files.",
    ),
    "games": CommandRow(
        "tts_tool.cli.games",
        "games",
        "Look at the games that are kept on disk, go on with one, hand one on.",
    ),
    "unpack": CommandRow(
        "tts_tool.cli.unpack",
        "unpack",
        "Take a save apart into a folder for people and git.",
    ),
    "pack": CommandRow(
        "tts_tool.cli.unpack",
        "pack",
        "Put a save together from an unpacked folder.",
    ),
    "verify": CommandRow(
        "tts_tool.cli.unpack",
        "verify",
        "Prove that saves can be unpacked and packed without loss.",
    ),
    "upgrade": CommandRow(
        "tts_tool.cli.upgrade",
        "upgrade",
        "Bring SAVE, which was played, to what its mod is by now; a new file, SAVE stays as it is.",
    ),
    "diff": CommandRow(
        "tts_tool.cli.saves", "diff", "Say what has changed from one save to another."
    ),
    "info": CommandRow("tts_tool.cli.saves", "info", "Tell what is in a save."),
    "assets": CommandRow(
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
    with seldom_swept():  # a tenth of what a short command takes would be looking for rings
        code = run(cli, sys.argv[1:])
    leave(code)


def _complete() -> int:
    """Answer the shell that asks what may follow (set up as the command reference says)."""
    from click.shell_completion import shell_complete

    instruction = os.environ["_TTS_TOOL_COMPLETE"]
    return shell_complete(cli, {}, "tts-tool", "_TTS_TOOL_COMPLETE", instruction)
