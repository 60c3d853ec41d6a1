"""`tts-tool unpack`, `pack` and `verify`: a save as a folder for git, and back without loss."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import ExitCode, UserError

if TYPE_CHECKING:
    from tts_tool.saves.folder import Files

__all__ = ["pack", "unpack", "verify"]

save_argument = click.argument("save", type=click.Path(dir_okay=False, path_type=Path))


@click.command(epilog=examples("tts-tool unpack TS_Save_1.json my-mod"))
@save_argument
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--view",
    type=click.Choice(["exact", "rounded"]),
    default="exact",
    help="rounded: places, sizes and angles rounded, for steadier diffs. What is cut off is lost.",
)
@click.option(
    "--modules/--no-modules",
    default=True,
    help="Take scripts that a bundler has put together apart into their modules.",
    show_default=True,
)
@json_option
def unpack(save: Path, folder: Path, view: str, *, modules: bool, as_json: bool) -> None:
    """Take a save apart into a folder for people and git.

    SAVE becomes DIR/save: a folder for each object, a file for each text and each module of a
    bundled script; a module that several scripts have is one file.
    Unpacking again into the same DIR touches only the files that changed. Everything in DIR that
    is not ours stays. `tts-tool pack DIR SAVE` gives back the same file, byte for byte.
    """
    from tts_tool.saves.disk import unpack_folder
    from tts_tool.saves.origins import Origins
    from tts_tool.saves.verifying import unpacked

    data = save.read_bytes()
    take = unpacked if view == "exact" else _rounded
    files = take(data, str(save), modules=modules)
    changed, gone = unpack_folder(files, folder)
    Origins.mine().keep(data)
    is_new = _make_project(folder, data, save)
    if as_json:
        counts = {"files": len(files), "changed": changed, "gone": gone}
        print_json({"folder": str(folder), "view": view, **counts})
    else:
        click.echo(f"{folder}: {len(files)} files, {changed} written, {gone} gone")
        if is_new:
            said = f'"{folder}"' if " " in str(folder) else str(folder)
            more = "brings your edits into the running game, tts-tool pull what is done there back"
            click.echo(f"next: tts-tool dev {said} {more}", err=True)


@click.command(epilog=examples("tts-tool pack my-mod TS_Save_1.json"))
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@save_argument
@json_option
def pack(folder: Path, save: Path, *, as_json: bool) -> None:
    """Put a save together from an unpacked folder.

    SAVE is written from what `tts-tool unpack` made in DIR and a person has changed there.
    """
    from tts_tool.saves.disk import pack_folder, save_file
    from tts_tool.saves.origins import Origins

    data = pack_folder(folder)
    Origins.mine().keep(data)
    written = save_file(save, data, folder)
    if as_json:
        print_json({"save": str(save), "size": len(data), "written": written})
    else:
        click.echo(f"{save}: {len(data)} bytes{'' if written else ', as before'}")


@click.command(epilog=examples("tts-tool verify TS_Save_1.json"))
@click.argument(
    "saves", metavar="SAVE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@json_option
def verify(saves: tuple[Path, ...], *, as_json: bool) -> None:
    """Prove that saves can be unpacked and packed without loss.

    Each SAVE is unpacked and packed in memory, and every byte compared.
    Ends with exit code 1 if a save would not come back as it is, or cannot be read.
    """
    rows = [_verified(save) for save in saves]
    if as_json:
        print_json(rows)
    else:
        click.echo("\n".join(map(_said, rows)))
    if not all(row["lossless"] for row in rows):
        raise click.exceptions.Exit(ExitCode.FINDING)


def _verified(save: Path) -> dict[str, object]:
    import msgspec

    from tts_tool.saves.verifying import verify

    try:
        verdict = verify(save.read_bytes(), str(save))
    except (UserError, OSError) as error:
        return {"save": str(save), "lossless": False, "problem": _problem(error)}
    lossless = verdict.differs_at is None
    return {"save": str(save), "lossless": lossless, **msgspec.to_builtins(verdict)}


def _problem(error: UserError | OSError) -> str:
    if isinstance(error, UserError):
        return f"{error}{f' ({error.fix})' if error.fix else ''}"
    return f"{error.filename}: {error.strerror}"


def _said(row: dict[str, object]) -> str:
    if "problem" in row:
        return f"WRONG  {row['problem']}"
    size = f"{row['size']} bytes, {row['files']} files"
    if row["lossless"]:
        return f"ok     {row['save']}: {size}, residue {row['residue']} bytes"
    return f"WRONG  {row['save']}: differs from byte {row['differs-at']} on"


def _rounded(data: bytes, where: str, *, modules: bool) -> Files:
    from tts_tool.saves.rounding import rounded
    from tts_tool.saves.tree import Document, read
    from tts_tool.saves.unpacking import unpack

    exact = read(data, where)
    return unpack(Document(rounded(exact.root), exact.layout), where, modules=modules)


def _make_project(folder: Path, data: bytes, save: Path) -> bool:
    """Make the folder a project, unless it is one; tell whether it is one only now."""
    from tts_tool.project import FILE_NAME, Project, Settings, write_project
    from tts_tool.saves.tree import read

    if os.path.lexists(folder / FILE_NAME):
        return False
    name = read(data, str(save)).root.get("SaveName")
    said = name if isinstance(name, str) and name else save.stem
    write_project(Project(folder, Settings(kind="unpacked", save_name=said)))
    return True
