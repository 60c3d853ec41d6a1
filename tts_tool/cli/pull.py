"""`tts-tool pull`: what was changed in the game, back into files."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import click

from tts_tool.cli.hub import hub_news, ports_options
from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import ExitCode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from tts_tool.cli.mods import Choice
    from tts_tool.saves.merging import Conflict
    from tts_tool.saves.merging.only import Part
    from tts_tool.saves.text_merge import Side
    from tts_tool.saves.tree import Document
    from tts_tool.sync.hub.starting import Ports
    from tts_tool.sync.pull.folder import Differs
    from tts_tool.sync.pull.project import MadeProject
    from tts_tool.sync.pull.proposals import Left, ProposedFile
    from tts_tool.sync.push import Known, Memory

__all__ = ["pull"]

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
# Lines: a screenful or two; --json has them all.
_MANY = 60

Settle = Literal["files", "game", "markers"]


class _Asked(NamedTuple):
    """What is to be pulled, from where, and what is to become of it."""

    source: Path | None
    base: Path | None
    parts: tuple[Part, ...]
    settle: Settle | None
    take: bool
    files: tuple[str, ...]
    dry_run: bool
    bind: bool
    ports: Ports

    @property
    def side(self) -> Side | None:
        """Say whose version is taken where both have changed the same."""
        sides: dict[Settle, Side] = {"files": "ours", "game": "theirs", "markers": "marked"}
        return sides[self.settle] if self.settle else None


@click.command(
    epilog=examples(
        "tts-tool pull my-mod",
        "tts-tool pull my-mod --from TS_Save_12.json --dry-run",
        "tts-tool pull my-mod --only scripts --conflicts markers",
        "tts-tool pull my-game --take",
        "tts-tool pull my-game --take --file mod_json/my_game/layout.toml",
    )
)
@click.argument("folder", metavar="[DIR|PROJECT]", default=".", type=click.Path(path_type=Path))
@click.option(
    "--from", "source", type=_FILE, help="Pull from this save; else from the running game."
)
@click.option(
    "--only",
    "parts",
    multiple=True,
    type=click.Choice(["scripts", "notebook"]),
    help="Only scripts and interfaces, or notebook and notes; else all.",
)
@click.option(
    "--conflicts",
    "settle",
    type=click.Choice(["files", "game", "markers"]),
    help="Whose version stands where files and game have both changed the same; markers: both, in "
    "texts, and of what is no text the files'. Without it nothing is written then.",
)
@click.option("--take", is_flag=True, help="In a project: write what is proposed.")
@click.option(
    "--file",
    "files",
    multiple=True,
    metavar="FILE",
    help="In a project: only what is proposed for this file, as its diff names it; else for all.",
)
@click.option("--base", type=_FILE, help="The save as files and game were when they were the same.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and write nothing.")
@click.option("--bind", is_flag=True, help="What is pulled from is of this mod, whatever its name.")
@ports_options
@json_option
def pull(*, folder: Path, as_json: bool, **asked: Any) -> None:  # noqa: ANN401 - as many as options
    """Bring what was changed in the game back into files: DIR is an unpacked mod, or a project.

    Scripts, interfaces, notebook, new and moved things, and whatever else differs, from the running
    game as it lies, or from a save. Files and game are compared with what they were when they were
    last the same (built, unpacked, pushed, pulled), so what was changed in files meanwhile stays.
    Both have changed the same: it is shown with file and line, and nothing is written until
    --conflicts says whose counts; ends with 1 then. What is of another mod is refused. In a
    project, where files are made into a save, changes are proposed as a diff of the files that
    they come from; --take writes them.
    """
    from tts_tool.project import FILE_NAME, read_project

    said = _Asked(**asked)
    is_mod = (folder / FILE_NAME).is_file() and (
        read_project(folder.resolve()).settings.kind == "unpacked"
    )
    if is_mod:
        _pull_mod(folder, said, as_json=as_json)
    else:
        _pull_project(str(folder), said, as_json=as_json)


def _pull_mod(folder: Path, asked: _Asked, *, as_json: bool) -> None:
    from tts_tool.saves.disk import folder_root
    from tts_tool.saves.merging.only import only
    from tts_tool.saves.origins import Origins
    from tts_tool.sync.pull.folder import pull_into
    from tts_tool.sync.push import Memory

    memory = Memory(folder)
    there, seen = _there(asked)
    base = _base(asked, memory, there)
    _check(asked, folder_root(folder), there, base, memory)
    theirs = only(asked.parts, base, there)
    done = pull_into(folder, base, theirs, asked.side, dry_run=asked.dry_run)
    is_open = bool(done.conflicts) and asked.side is None
    if not (is_open or asked.dry_run):
        Origins.mine().keep(theirs.bytes())
        memory.keep_base(theirs.bytes())
        if seen is not None and asked.parts in {(), ("scripts",)}:
            memory.keep(seen)  # so a push does not take these scripts for somebody else's
    if as_json:
        print_json({**done._asdict(), "pulled": not (is_open or asked.dry_run)})
    else:
        _tell(done.changes, done.conflicts, is_open=is_open)
        if not (is_open or asked.dry_run):
            click.echo(f"{folder}: {done.written} files written, {done.gone} gone")
    if is_open:
        raise click.exceptions.Exit(ExitCode.FINDING)


def _pull_project(game: str, asked: _Asked, *, as_json: bool) -> None:
    from tts_tool.cli.mods import choose
    from tts_tool.saves.merging import Terms, merge
    from tts_tool.saves.merging.only import only
    from tts_tool.sync.pull.project import proposed
    from tts_tool.sync.pull.proposals import Left, finish, take
    from tts_tool.sync.push import Memory

    choice = choose(game)
    home = choice.project.folder if choice.project else choice.out
    if late := finish(home):
        click.echo(f"{late} files were still to be written of what was taken last", err=True)
    made = _made(choice)
    there, _ = _there(asked)
    base = _base(asked, Memory(home), there)
    _check(asked, made.save.root, there, base, Memory(home))
    theirs = only(asked.parts, base, there)
    side = asked.side if asked.side != "marked" else None
    merged = merge(base, made.save, theirs, Terms(lambda _: side or "ours", ("files", "game")))
    found = proposed(made, merged.document)
    both = [Left(*_clashing(made, each)) for each in merged.conflicts]
    is_open = bool(both) and side is None
    takes = asked.take and not asked.dry_run and not is_open
    names = {each.file: _shown(each.file, home) for each in found.sheets}
    found = found._replace(sheets=_chosen(found.sheets, names, asked.files))
    written = take(found.sheets, home) if takes else 0
    if as_json:
        rows = [{"file": names[it.file], "diff": it.diff(names[it.file]), "why": it.why}
                for it in found.sheets]  # fmt: skip
        left = [it._asdict() for it in found.left]
        conflicts = [it._asdict() for it in both]
        print_json({"proposed": rows, "left": left, "conflicts": conflicts, "written": written})
    else:
        for each in found.sheets:
            for why in each.why:
                click.echo(f"# {why}")
            click.echo("\n".join(each.diff(names[each.file])))
        _tell_left(found.left, both, is_open=is_open)
        if not found.sheets and not found.left:
            click.echo("the files have it all")
        elif takes:
            click.echo(f"{written} files written; tts-tool build makes the save of them")
        elif found.sheets and not is_open:
            click.echo("--take writes this")
    if is_open:
        raise click.exceptions.Exit(ExitCode.FINDING)


def _chosen(
    sheets: Sequence[ProposedFile], names: Mapping[Path, str], files: Sequence[str]
) -> tuple[ProposedFile, ...]:
    """Leave out what is proposed for other files than these, if any are named."""
    from tts_tool.errors import NotFound

    for file in files:
        if file not in names.values():
            there = ", ".join(names.values()) or "none"
            raise NotFound(
                "nothing is proposed for this file", where=file, fix=f"there are: {there}"
            )
    return tuple(each for each in sheets if not files or names[each.file] in files)


def _made(choice: Choice) -> MadeProject:
    """Build a project, if need be, and read what was made of what."""
    from tts_tool.build.table import read_layout
    from tts_tool.cli.build import brought_up_to_date
    from tts_tool.cli.mods import job
    from tts_tool.lua.where import MAP_ENDING, read_maps
    from tts_tool.saves.tree import read
    from tts_tool.sync.pull.project import MadeProject

    save = Path(brought_up_to_date(choice)["save"])
    mod = job(choice).mod
    maps = read_maps(save.with_name(f"{save.stem}{MAP_ENDING}"))
    document = read(save.read_bytes(), str(save))
    return MadeProject(mod, read_layout(mod), document, {str(it.guid): it for it in maps})


def _clashing(made: MadeProject, each: Conflict) -> tuple[str, str]:
    """Say where both have changed the same: in the file from which a line of a script comes."""
    where = " > ".join(each.where) or "the table"
    script = made.maps.get("-1") if not each.where else None
    line = script.map.at(each.clash.own) if script and each.clash else None
    texts = (
        (each.clash.ours, each.clash.theirs)
        if each.clash
        else ((str(each.ours),), (str(each.theirs),))
    )
    shown = [" / ".join(text)[:200] for text in texts]
    what = f"both changed {each.key or 'whether it is there'}; files: {shown[0]}; game: {shown[1]}"
    return str(line) if line else where, what


def _shown(file: Path, home: Path) -> str:
    """Name a file as seen from its project."""
    try:
        return file.resolve().relative_to(home.resolve()).as_posix()
    except ValueError:
        return file.as_posix()


def _tell_left(left: Sequence[Left], both: Sequence[Left], *, is_open: bool) -> None:
    for line in _few([f"{it.where}: {it.what}" for it in left]):
        click.echo(line)
    for line in _few([f"{it.where}: {it.what}" for it in both]):
        click.echo(line, err=True)
    if is_open:
        click.echo("nothing is written: --conflicts files or game", err=True)


def _there(asked: _Asked) -> tuple[Document, Known | None]:
    """Give what the game has: a save, or the table as it lies, and the scripts seen there."""
    from tts_tool.saves.disk import read_file
    from tts_tool.saves.tree import read

    if asked.source is not None:
        return read(read_file(asked.source), str(asked.source)), None
    return asyncio.run(_read_out(asked.ports))


async def _read_out(ports: Ports) -> tuple[Document, Known]:
    from tts_tool.sync.hub import attached
    from tts_tool.sync.pull.table import table_now
    from tts_tool.sync.push.pushing import read_table, seen_at

    async with attached(ports, "tts-tool pull", hub_news) as line:
        seen = seen_at(await read_table(line))
        return await table_now(line), seen


def _base(asked: _Asked, memory: Any, there: Document) -> Document:  # noqa: ANN401
    """Find what files and game were when they were the same."""
    from tts_tool.saves.origins import Origins
    from tts_tool.saves.tree import read

    if asked.base is not None:
        return read(asked.base.read_bytes(), str(asked.base))
    where = str(asked.source or "the game")
    return Origins.mine().find(there, where, memory.base_file).document


def _check(asked: _Asked, ours: Any, there: Document, base: Document, memory: Memory) -> None:  # noqa: ANN401 - a tree
    """Refuse what is of another mod, unless somebody has named what both come from."""
    from tts_tool.sync.push.pushing import check_save
    from tts_tool.sync.push.wanted import wanted_in

    if not (asked.bind or asked.base):
        wanted, theirs, origin = map(wanted_in, (ours, there.root, base.root))
        check_save(wanted, theirs, origin, memory.known())


def _tell(changes: Sequence[str], conflicts: Sequence[Differs], *, is_open: bool) -> None:
    for line in _few(changes):
        click.echo(f"  {line}")
    if not changes and not conflicts:
        click.echo("the files have it all")
    for each in conflicts:
        for line in _conflict(each):
            click.echo(line, err=True)
    if is_open:
        click.echo("nothing was written: --conflicts files, game or markers", err=True)


def _conflict(each: Differs) -> Iterator[str]:
    yield f"{each.where}: both changed {each.what}"
    for name, value in (("files", each.files), ("game", each.game)):
        for line in str(value).split("\n")[:8]:
            yield f"    {name}: {line}"


def _few(lines: Sequence[str]) -> list[str]:
    more = len(lines) - _MANY
    return list(lines) if more <= 1 else [*lines[:_MANY], f"… and {more} more; --json has them all"]
