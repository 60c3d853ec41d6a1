"""`tts-tool api`: how much of the game's scripting API the headless table has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import NotFound, meant

if TYPE_CHECKING:
    from tts_tool.table.api.coverage import Coverage

__all__ = ["api"]


@click.command(
    epilog=examples("tts-tool api", "tts-tool api object --missing", "tts-tool api removed/base")
)
@click.argument("page", required=False)
@click.option("--missing", is_flag=True, help="Name what is not there.")
@json_option
def api(page: str | None, *, missing: bool, as_json: bool) -> None:
    """Count, per PAGE of the documentation, the names that `tts-tool table` has."""
    from tts_tool.table.api.coverage import coverage

    pages = coverage()
    names = [each.page for each in pages]
    if page is not None and page not in names:
        raise NotFound(f'no page "{page}"', fix=meant(page, sorted(names)))
    chosen = [each for each in pages if page in (None, each.page)]
    if as_json:
        print_json({each.page: _row(each) for each in chosen})
        return
    for each in chosen:
        click.echo(f"{each.there:4} of {each.names:4}  {each.page}")
        if missing and each.missing:
            click.echo(f"              missing: {', '.join(each.missing)}")
        if page is not None:
            _list_removed(page.removeprefix("removed/"))
    there, names_in_all = sum(each.there for each in chosen), sum(each.names for each in chosen)
    click.echo(f"{there:4} of {names_in_all:4}")


def _list_removed(page: str) -> None:
    """Name what the documentation of a page has dropped, and what is used today."""
    from tts_tool.lua.removed import REMOVED

    for name, instead in REMOVED.get(page, {}).items():
        click.echo(f"              dropped: {name}{f', now {instead}' if instead else ''}")


def _row(of_page: Coverage) -> dict[str, Any]:
    return {"names": of_page.names, "there": of_page.there, "missing": of_page.missing}
