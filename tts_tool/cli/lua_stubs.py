"""`tts-tool lua stubs`: what an editor needs to complete names."""

from __future__ import annotations

from pathlib import Path

import click

from tts_tool.cli.lua_files import scripts
from tts_tool.cli.options import examples
from tts_tool.errors import BadInput, Refused

__all__ = ["stubs"]

_MADE_BY_US = b"---@meta"


@click.command(epilog=examples("tts-tool lua stubs lib --out .lua-stubs"))
@click.argument(
    "paths", metavar="[PATH]...", nargs=-1, type=click.Path(exists=True, path_type=Path)
)
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder to write to.",
)
def stubs(paths: tuple[Path, ...], out: Path) -> None:
    """Write what an editor needs to complete names.

    For LuaLS: the names of the game, and what the modules in PATH offer. Name the folder in the
    setting `workspace.library` of the editor.
    """
    written = _stubs(paths)
    for name in written:
        _check_ours(out / name)
    for name, text in written.items():
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
        click.echo(target.as_posix())


def _stubs(paths: tuple[Path, ...]) -> dict[str, str]:
    """Make all stubs before any is written."""
    from tts_tool.lua.search import read_text
    from tts_tool.lua.stubs import game_stubs, module_stubs

    made = {"tts.lua": game_stubs()}
    for root in paths:
        for path in scripts(root):
            inside = path.relative_to(root if root.is_dir() else root.parent).with_suffix("")
            name = f"{inside.as_posix()}.lua"
            if name in made:
                raise BadInput(f"a second module is called {name}", where=path.as_posix())
            made[name] = module_stubs(read_text(path), path.as_posix(), ".".join(inside.parts))
    return made


def _check_ours(target: Path) -> None:
    """Refuse to write over anything but stubs."""
    if target.exists() and not target.read_bytes().startswith(_MADE_BY_US):
        raise Refused(
            "this file holds no stubs, so it is not written over",
            where=target.as_posix(),
            fix="give --out a folder of its own",
        )
