"""`tts-tool upgrade`: a save that was played gets what has become of its mod since."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import BadInput, NotFound, Refused

if TYPE_CHECKING:
    from tts_tool.saves.tree import Document

__all__ = ["upgrade"]

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
# Lines: about a screenful; --json has them all.
_MANY = 40


@click.command(
    epilog=examples(
        "tts-tool upgrade TS_Save_12.json --to old-world",
        "tts-tool upgrade TS_Save_12.json --to my-mod --dry-run",
        "tts-tool upgrade TS_Save_12.json --to new.json --base as-it-was.json",
    )
)
@click.argument("save", type=_FILE)
@click.option(
    "--to",
    "target",
    metavar="BUILD|DIR|GAME",
    default=".",
    help="The new one: the folder of a build, an unpacked mod, a project, a game, or a save.  "
    "[default: the project here]",
)
@click.option(
    "--base", type=_FILE, help="SAVE as it was before it was played, if it is not kept here."
)
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Where to write it.")
@click.option("--dry-run", is_flag=True, help="Say what would become of it, and write nothing.")
@json_option
def upgrade(
    *, save: Path, target: str, base: Path | None, out: Path | None, dry_run: bool, as_json: bool
) -> None:
    """Bring SAVE, which was played, to what its mod is by now; a new file, SAVE stays as it is.

    Scripts, interfaces, texts, pictures and new pieces come from the new one. What players did
    stays: places, hands, the order of decks, turns, notes, what scripts have saved. What both have
    changed is listed: scripts, interfaces and pictures are taken from the new one, all else stays
    as it was played. The save from which SAVE comes is found among those that were built, unpacked
    or installed here. Name only a project that you trust: building it runs its rules.
    """
    from tts_tool.saves.comparing import compare
    from tts_tool.saves.disk import read_file
    from tts_tool.saves.origins import Origins
    from tts_tool.saves.swap import replace_file
    from tts_tool.saves.tree import read
    from tts_tool.saves.upgrading import told, upgraded

    file = out or _beside(save)
    data = read_file(save)
    played = _save(read(data, str(save)), save)
    named = None if base is None else read(read_file(base), str(base))  # a build may write it over
    new = _target(target, file)
    newer = _save(read(new, target), Path(target))
    if named is None:
        origin = Origins.mine().find(played, str(save), new=newer)
        before, comes_from = origin.document, origin.name
    else:
        before, comes_from = named, str(base)
    if base is None and before.root == played.root:
        what = "this save is as it was built or unpacked here: nobody has played it since"
        raise Refused(what, where=str(save), fix="take the new one; or name --base FILE")
    merged = upgraded(before, played, newer)
    written = merged.document.bytes()
    brings = [str(change) for change in compare(played, merged.document)]
    if not dry_run and brings:
        if read_file(save) != data:
            raise Refused("it was changed meanwhile", where=str(save), fix="run this again")
        Origins.mine().keep(new)
        replace_file(file, written)
        _with_thumbnail(save, file)
    conflicts = [told(each) for each in merged.conflicts]
    row = _Row(str(save), comes_from, str(file) if brings else "", brings, conflicts)
    if as_json:
        print_json({**row._asdict(), "written": bool(brings) and not dry_run})
    else:
        _tell(row, dry_run=dry_run)


class _Row(NamedTuple):
    save: str
    base: str
    file: str
    brings: list[str]
    both_changed: list[str]


def _tell(row: _Row, *, dry_run: bool) -> None:
    click.echo(f"{row.save} comes from {row.base}")
    if not row.brings:
        click.echo("the new one has nothing that it lacks")
    for line in _few(row.brings):
        click.echo(f"  {line}")
    if row.both_changed:
        click.echo("changed by players and in the new one:")
    for line in _few(row.both_changed):
        click.echo(f"  {line}")
    if row.file:
        click.echo(f"would be written: {row.file}" if dry_run else f"written: {row.file}")


def _few(lines: list[str]) -> list[str]:
    more = len(lines) - _MANY
    return lines if more <= 1 else [*lines[:_MANY], f"… and {more} more; --json has them all"]


def _save(document: Document, where: Path) -> Document:
    if not isinstance(document.root, dict) or "ObjectStates" not in document.root:
        raise BadInput("this is no save: no objects are in it", where=f"{where}:1:1")
    return document


def _beside(save: Path) -> Path:
    """Name a new file beside the save."""
    for number in range(1, 1000):
        more = f" {number}" if number > 1 else ""
        file = save.with_name(f"{save.stem} upgraded{more}{save.suffix}")
        if not file.exists():
            return file
    raise Refused("there are a thousand of them", where=str(save), fix="name another with --out")


def _with_thumbnail(save: Path, file: Path) -> None:
    from tts_tool.saves.swap import replace_file

    picture = save.with_suffix(".png")
    if picture.is_file() and not file.with_suffix(".png").exists():
        replace_file(file.with_suffix(".png"), picture.read_bytes())


def _target(target: str, file: Path) -> bytes:
    """Give the save to which another is brought; a build's finds its pictures wherever it lies."""
    from tts_tool.build.gallery import Gallery
    from tts_tool.build.installing import settled
    from tts_tool.build.writing import read_manifest
    from tts_tool.project import FILE_NAME, read_project
    from tts_tool.saves.disk import pack_folder, read_file

    path = Path(target)
    if path.is_file():
        return read_file(path)
    if (path / FILE_NAME).is_file() and read_project(path.resolve()).settings.kind == "unpacked":
        return pack_folder(path)
    build = path if read_manifest(path) is not None else _built(target)
    gallery = Gallery.mine()
    with gallery.alone():
        return settled(build, gallery, file.absolute())[0]


def _built(target: str) -> Path:
    from tts_tool.cli.build import brought_up_to_date
    from tts_tool.cli.mods import choose
    from tts_tool.cli.rulesets import check_known

    try:
        check_known(target)
    except NotFound as error:
        if Path(target).is_dir():
            error.fix = "say what it is to become with --to: a build, a folder, a game, or a save"
        raise
    choice = choose(target)
    brought_up_to_date(choice)
    return choice.out
