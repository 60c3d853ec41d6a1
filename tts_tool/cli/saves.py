"""`tts-tool diff` and `info`: what has changed between saves, and what is in one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import ExitCode, NotFound

if TYPE_CHECKING:
    from tts_tool.saves.comparing import Change
    from tts_tool.saves.summary import Summary, WrittenScripts
    from tts_tool.saves.tree import Document

__all__ = ["diff", "info", "load", "save_argument"]

MANY = 4  # so many objects that changed alike are told in one line

save_argument = click.argument("save", required=False, type=click.Path(exists=True, path_type=Path))


def load(save: Path | None) -> Document:
    """Read a save: a file, an unpacked folder, or what is unpacked in the project around us."""
    from tts_tool.project import find_project
    from tts_tool.saves.disk import pack_folder
    from tts_tool.saves.tree import read

    if save is None:
        project = find_project(Path.cwd())
        if project is None or project.settings.kind != "unpacked":
            raise NotFound(
                "no unpacked save here",
                where=str(Path.cwd()),
                fix="name a save, or go to a folder that tts-tool unpack has made",
            )
        save = project.folder
    return read(pack_folder(save) if save.is_dir() else save.read_bytes(), str(save))


@click.command(epilog=examples("tts-tool diff TS_Save_1.json my-mod"))
@click.argument("before", metavar="A", type=click.Path(exists=True, path_type=Path))
@click.argument("after", metavar="B", type=click.Path(exists=True, path_type=Path))
@json_option
def diff(before: Path, after: Path, *, as_json: bool) -> None:
    """Say what has changed from one save to another.

    A and B are saves, or folders with an unpacked one.
    Objects are known by their GUID; in decks and bags, where GUIDs repeat, by name, card and place.
    Ends with exit code 1 if there is a difference.
    """
    from tts_tool.saves.comparing import compare
    from tts_tool.saves.labels import line

    changes = compare(load(before), load(after))
    if as_json:
        print_json(changes)
    else:
        click.echo("\n".join(map(line, _told(changes))) or "no difference")
    if changes:
        raise click.exceptions.Exit(ExitCode.FINDING)


@click.command(epilog=examples("tts-tool info TS_Save_1.json"))
@save_argument
@json_option
def info(save: Path | None, *, as_json: bool) -> None:
    """Tell what is in a save.

    SAVE is a file or a folder with an unpacked save; without it, that of the project around.
    """
    from tts_tool.saves.labels import line
    from tts_tool.saves.summary import summary

    found = summary(load(save))
    if as_json:
        print_json(found)
    else:
        for name, value in _facts(found):
            click.echo(f"{name:<10}{line(value)}".rstrip())


def _told(changes: Iterable[Change]) -> Iterator[str]:
    """Give a line for each change; many that are alike become one."""
    alike: dict[tuple[tuple[str, ...], str], list[Change]] = {}
    for change in changes:
        alike.setdefault((change.where[:-1], change.what), []).append(change)
    for (above, what), group in alike.items():
        if len(group) < MANY or not group[0].where:
            yield from map(str, group)
        else:
            some = ", ".join(change.where[-1] for change in group[:2])
            place = " > ".join([*above, f"{len(group)} objects ({some}, …)"])
            yield f"{place}: {what}"


def _facts(found: Summary) -> Iterator[tuple[str, str]]:
    yield "name", found.name or "(none)"
    yield "game", found.game_mode
    yield "written", ", ".join(filter(None, [found.version, found.date])) or "(not said)"
    yield "size", f"{found.size:,} bytes"
    yield "table", f"{found.table}, {found.sky}"
    yield "objects", f"{found.objects} in all, {found.on_table} on the table"
    yield from _listed(found.kinds)
    if found.shared_guids or found.without_guid:
        yield "GUIDs", f"{found.shared_guids} objects share one, {found.without_guid} have none"
    yield "tags", ", ".join(f"{tag} {count}" for tag, count in found.tags.items()) or "none"
    yield "notebook", ", ".join(found.notebook) or "empty"
    yield "Lua", _size(found.lua)
    yield "state", _size(found.state)
    yield "XML", _size(found.xml)
    yield "assets", f"{found.assets} addresses"
    yield from _listed(found.hosts)


def _listed(counted: dict[str, int]) -> Iterator[tuple[str, str]]:
    for each, count in counted.items():
        yield f"{count:>8}", each


def _size(scripts: WrittenScripts) -> str:
    if not scripts.texts:
        return "none"
    return f"{scripts.texts} texts, {scripts.lines:,} lines, {scripts.characters:,} characters"
