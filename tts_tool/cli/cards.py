"""`tts-tool cards`: look at the cards of a game, check them, help to write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.cli.rulesets import games
from tts_tool.errors import ExitCode, NotFound, meant

if TYPE_CHECKING:
    from tts_tool.catalog import Catalogue, Problem, Uses
    from tts_tool.cli.rulesets import FoundGame

__all__ = ["cards"]

folder_option = click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Cards of a checkout instead of those that came with tts-tool.",
)


@click.group(epilog=examples("tts-tool cards list night-market"))
def cards() -> None:
    """Look at the cards of a game, check them, help to write them."""


@cards.command("list", epilog=examples("tts-tool cards list night-market --kind ware"))
@click.argument("game", required=False)
@click.option("--kind", help="Only records of this kind.")
@folder_option
@json_option
def list_(game: str | None, kind: str | None, folder: Path | None, *, as_json: bool) -> None:
    """List the records of GAME, or of all games, in the order of their files."""
    chosen = games(game)
    _check_kind(kind, chosen)
    rows = [
        {"game": each.ruleset.name, **_row(catalogue, record_id, each.spoken)}
        for each in chosen
        for catalogue in [each.load(folder)]
        for record_id in catalogue.ids
        if kind in (None, catalogue.kind(record_id))
    ]
    if as_json:
        print_json(rows)
    else:
        names = dict.fromkeys(language for each in chosen for language in each.spoken)
        _print_table(rows, ("id", "kind", *names, "where"))


@cards.command(epilog=examples("tts-tool cards show lantern --lang de"))
@click.argument("record_id", metavar="ID")
@click.option("--game", help="Where to look, if several games have such an id.")
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", help="Language of texts.")
@folder_option
@json_option
def show(
    record_id: str, game: str | None, lang: str, folder: Path | None, *, as_json: bool
) -> None:
    """Show the record ID: what is written, where, and where its numbers come from."""
    found, catalogue = _find(record_id, games(game), folder)
    if as_json:
        print_json({"game": found.ruleset.name, **_shown(catalogue, record_id)})
        return
    box = catalogue.box(record_id)
    click.echo(f"{record_id}: {catalogue.kind(record_id)} of {found.ruleset.name}, box {box}")
    click.echo(f"  {catalogue.where(record_id)}")
    for path, value, source in _lines(catalogue, record_id, lang):
        click.echo(f"  {path}: {value}{f'  [{source}]' if source else ''}")


@cards.command(epilog=examples("tts-tool cards lint night-market"))
@click.argument("game", required=False)
@folder_option
@json_option
def lint(game: str | None, folder: Path | None, *, as_json: bool) -> None:
    """Find what is wrong or suspect in the cards of GAME, or of all games.

    Ends with exit code 1 if there is anything to report.
    """
    problems = [problem for each in games(game) for problem in _problems(each, folder)]
    if as_json:
        print_json(problems)
    elif problems:
        click.echo("\n".join(map(str, problems)))
    else:
        click.echo("nothing to report")
    if problems:
        raise click.exceptions.Exit(ExitCode.FINDING)


@cards.command(epilog=examples("tts-tool cards schema night-market > night_market.schema.json"))
@click.argument("game")
def schema(game: str) -> None:
    """Print the JSON Schema of the card files of GAME, by which editors complete them.

    With Taplo or Even Better TOML, name it in the first line of a card file:
    #:schema night_market.schema.json
    """
    from tts_tool.catalog import json_schema

    (found,) = games(game)
    print_json(json_schema(found.ruleset.schema, f"Card files of {game}"))


def _problems(game: FoundGame, folder: Path | None) -> Iterable[Problem]:
    """Lint one game; what cannot even be read is all there is to say about it."""
    from tts_tool.catalog import CatalogueError, lint

    try:
        catalogue = game.load(folder)
    except CatalogueError as error:
        return error.problems
    return lint(catalogue, _uses(game), game.languages)


def _uses(game: FoundGame) -> Uses | None:
    """See what the rules of a game, and our scripts of its table, make use of."""
    from tts_tool.catalog import uses
    from tts_tool.resources import lua_templates_dir, mod_json_dir

    folder, lua = game.ruleset.folder, lua_templates_dir()
    scripts = [lua / "lib", lua / folder, mod_json_dir() / folder]
    return uses(game.package, scripts) if game.package else None


def _find(
    record_id: str, among: list[FoundGame], folder: Path | None
) -> tuple[FoundGame, Catalogue]:
    loaded = [(game, game.load(folder)) for game in among]
    having = [(game, catalogue) for game, catalogue in loaded if record_id in catalogue]
    if not having:
        known = [each for _, catalogue in loaded for each in catalogue.ids]
        raise NotFound(f'no card "{record_id}"', fix=meant(record_id, known))
    if len(having) > 1:
        names = ", ".join(game.ruleset.name for game, _ in having)
        raise NotFound(f'several games have a card "{record_id}"', fix=f"--game, one of {names}")
    return having[0]


def _check_kind(kind: str | None, among: list[FoundGame]) -> None:
    known = sorted({each for game in among for each in game.ruleset.schema.kinds})
    if kind is not None and kind not in known:
        raise NotFound(f'no kind "{kind}"', fix=meant(kind, known))


def _row(catalogue: Catalogue, record_id: str, spoken: Iterable[str]) -> dict[str, str]:
    from tts_tool.catalog import place_of_words

    name = catalogue.record(record_id).name
    names = {language: str(getattr(name, place_of_words(language))) for language in spoken}
    where, kind = catalogue.where(record_id), catalogue.kind(record_id)
    return {"kind": kind, "id": record_id, **names, "where": where}


def _shown(catalogue: Catalogue, record_id: str) -> dict[str, Any]:
    from tts_tool.catalog.anatomy import dotted
    from tts_tool.catalog.provenance import numbers

    raw = catalogue.raw(record_id)
    paths = [dotted(path) for path in numbers(raw)]
    return {
        "box": catalogue.box(record_id),
        "where": catalogue.where(record_id),
        "record": raw,
        "provenance": {path: catalogue.provenance(record_id, path)._asdict() for path in paths},
    }


def _lines(
    catalogue: Catalogue, record_id: str, lang: str
) -> Iterator[tuple[str, str, str | None]]:
    """Give each value of a record with its path, and where it comes from if it is a number."""
    from tts_tool.catalog.anatomy import dotted

    written = {
        key: part
        for key, part in catalogue.raw(record_id).items()
        if key not in ("id", "kind", "provenance")
    }
    for path, value in _leaves(written, lang):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        source = catalogue.provenance(record_id, dotted(path)) if is_number else None
        said = ": ".join(filter(None, source)) if source else None
        yield dotted(path), str(value), said


def _leaves(value: Any, lang: str, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401
    if isinstance(value, dict) and value.keys() == {"en", "de"}:
        yield path, value[lang]
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _leaves(part, lang, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from _leaves(part, lang, (*path, index))
    else:
        yield path, value


def _print_table(rows: list[dict[str, str]], columns: tuple[str, ...]) -> None:
    widths = [max((len(row[column]) for row in rows), default=0) for column in columns]
    for row in rows:
        cells = (row[column].ljust(width) for column, width in zip(columns, widths, strict=True))
        click.echo("  ".join(cells).rstrip())
