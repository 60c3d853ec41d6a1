"""`tts-tool lua lint`: what goes wrong in scripts before the game finds it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tts_tool.cli.lua_files import scripts
from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import ExitCode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tts_tool.lua.lint import LuaFinding

__all__ = ["lint"]


_BUNDLED = frozenset({"require"})
"""What bundling takes out of scripts, so that the game never meets it."""


def _print_rules(ctx: click.Context, _option: click.Parameter, asked: object) -> None:
    from tts_tool.lua.lint import RULES

    if not asked or ctx.resilient_parsing:
        return
    for code, rule in RULES.items():
        click.echo(f"{code:<12} {rule.level:<9} {rule.meaning}")
    ctx.exit()


@click.command(epilog=examples("tts-tool lua lint src --strict", "tts-tool lua lint a.lua --json"))
@click.argument(
    "paths",
    metavar="PATH...",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, path_type=Path),
)
@click.option("--strict", is_flag=True, help="Also what MoonSharp and Lua 5.2 do differently.")
@click.option("--globals", "known", default="", help="Names that other scripts define: a,b,c")
@click.option(
    "--rules",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_rules,
    help="Print the codes of all rules and what they mean.",
)
@json_option
def lint(paths: tuple[Path, ...], known: str, *, strict: bool, as_json: bool) -> None:
    """Find what goes wrong in scripts before the game does.

    A PATH is a script, or a folder with scripts, which may `require` each other: bundling resolves
    that. A comment `-- lint: ignore CODE` excuses its own line, or the next if it stands alone.
    Ends with exit code 1 if there is anything to report.
    """
    names = frozenset(filter(None, (name.strip() for name in known.split(","))))
    found = [each for each in _findings(paths, names) if strict or each.level == "error"]
    if as_json:
        print_json(found)
    else:
        click.echo("\n".join(map(str, found)) if found else "nothing to report")
    if found:
        raise click.exceptions.Exit(ExitCode.FINDING)


def _findings(paths: tuple[Path, ...], known: frozenset[str]) -> Iterator[LuaFinding]:
    from tts_tool.lua.lint import lint as check
    from tts_tool.lua.search import read_text

    for root in paths:
        given = known | _BUNDLED if root.is_dir() else known
        for path in scripts(root):
            yield from check(read_text(path), path.as_posix(), given)
