"""`tts-tool games`: the games that are kept on disk."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import BadInput, ExitCode, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tts_tool.journal import Health, Journal, Saved, Summary
    from tts_tool.kernel.entries import AnyEntry

__all__ = ["games", "story"]

# What was carried into a later leg is told there.
MARKS = {"stands": "", "taken-back": "  (taken back)", "set-aside": "  (set aside)"}
# With what stands before it about a line of a terminal.
LONGEST = 70


@click.group(epilog=examples("tts-tool games list"))
def games() -> None:
    """Look at the games that are kept on disk, go on with one, hand one on."""


@games.command("list", epilog=examples("tts-tool games list"))
@json_option
def list_(*, as_json: bool) -> None:
    """List the games, those played last first."""
    found = _games()
    if as_json:
        print_json(found)
    elif not found:
        click.echo(_none_yet())
    for game in () if as_json else found:
        click.echo(_row(game))


def _none_yet() -> str:
    from tts_tool.journal import games_folder, lying_beside

    before = lying_beside(games_folder())
    if before is None:
        return "no games yet; `tts-tool play` begins one"
    return f"no games yet; `tts-tool games import {before}` takes over those that are kept there"


def _row(game: Summary) -> str:
    if game.damaged:
        return f"{game.id:<24}damaged; `tts-tool games check {game.id}` says more"
    state, seats = "over" if game.over else "open", ", ".join(game.seats)
    return f"{game.id:<24}{state:<6}{game.answers:>5} answers  {_day(game.played)}  {seats}"


@games.command(epilog=examples("tts-tool games show night-market-k7mq"))
@click.argument("game", metavar="ID")
@json_option
def show(*, game: str, as_json: bool) -> None:
    """Tell who did what in the game ID, also what was taken back or set aside.

    Hidden answers are told, too: it is meant for after the game.
    """
    with _journal() as journal:
        if as_json:
            print_json(journal.export(game))
            return
        saved = journal.show(game)
    begun, played = _day(saved.begun), _day(saved.played)
    click.echo(f"{saved.id}: {saved.game} of {', '.join(saved.seats)}")
    click.echo(f"begun {begun}, last played {played}, {'over' if saved.over else 'not over'}")
    for line in story(saved):
        click.echo(line)


@games.command(epilog=examples("tts-tool games resume night-market-k7mq"))
@click.argument("game", metavar="ID")
@click.option("--people", type=click.IntRange(0), default=1, help="Seats for people; bots: rest.")
@click.option("--lang", type=click.Choice(["en", "de"]), default="en", help="Language of texts.")
@click.option("--rules", metavar="FOLDER", help="The project with its rules, if it is one's own.")
def resume(*, game: str, people: int, lang: str, rules: str | None) -> None:
    """Go on with the game ID.

    It begins by telling the last turn. If rules or cards have changed since, it says what, and
    from where the game goes on.
    """
    from tts_tool.cli.faults import faults_told
    from tts_tool.cli.play import at_the_table
    from tts_tool.cli.rulesets import find
    from tts_tool.referee import Session

    with _journal() as journal:
        found = find(rules or _rules_of(journal.show(game)))
        with (
            faults_told(found),
            Session.resume(journal, game, found.ruleset, found.load()) as session,
        ):
            at_the_table(session, session.seats[:people], lang, quiet=False)


def _rules_of(saved: Saved) -> str:
    """Name the game that is installed; those of a project are only where it is."""
    from tts_tool.cli.rulesets import installed

    if saved.game in installed():
        return saved.game
    fix = f"if it is a project of yours: tts-tool games resume {saved.id} --rules FOLDER"
    raise NotFound(f'the rules of "{saved.game}" are not installed', fix=fix)


@games.command(epilog=examples("tts-tool games export night-market-k7mq --out game.json"))
@click.argument("game", metavar="ID")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
def export(*, game: str, out: Path | None) -> None:
    """Print the game ID as JSON: all it began from and all that was done."""
    with _journal() as journal:
        document = journal.export(game)
    if out is None:
        print_json(document)
        return
    from msgspec import json

    out.write_bytes(json.format(json.encode(document), indent=2) + b"\n")
    click.echo(f"{game} -> {out}")


@games.command("import", epilog=examples("tts-tool games import game.json"))
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False, path_type=Path))
def import_(*, files: tuple[Path, ...]) -> None:
    """Take in games that `tts-tool games export` has written to FILES.

    Or all of a file in which an older tts-tool has kept them. A game keeps its ID; if another one
    here has it, it gets a new one.
    """
    from tts_tool.journal import Journal, games_folder

    documents = [(file, document) for file in files for document in _documents(file)]
    with Journal(games_folder()) as journal:
        for file, document in documents:
            click.echo(f"{file} -> {_taken_in(journal, document, file)}")


def _documents(file: Path) -> Sequence[object]:
    from msgspec import json

    from tts_tool.journal import is_from_before, kept_before

    if not file.exists():
        raise NotFound("no such file", where=str(file))
    if is_from_before(file):
        return kept_before(file)
    try:
        return [json.decode(file.read_bytes())]
    except (ValueError, RecursionError) as problem:
        what = f"this is no exported game: {problem}"
        raise BadInput(what, where=str(file), fix="`tts-tool games export` makes one") from problem


def _taken_in(journal: Journal, document: object, file: Path) -> str:
    try:
        return journal.load(document)
    except BadInput as problem:
        raise BadInput(problem.what, where=str(file), fix=problem.fix) from problem


@games.command(epilog=examples("tts-tool games check", "tts-tool games check night-market-k7mq"))
@click.argument("ids", metavar="[ID]...", nargs=-1)
@json_option
def check(*, ids: tuple[str, ...], as_json: bool) -> None:
    """Look whether games are on disk as they were written: those with these IDs, or all.

    Ends with exit code 1 if one is damaged.
    """
    from tts_tool.journal import games_folder

    if not ids and not games_folder().exists():
        found = []
    else:
        with _journal() as journal:
            names = ids or (*(game.id for game in journal.games()), *journal.lost())
            found = [journal.check(name) for name in names]
    if as_json:
        print_json(found)
    for health in () if as_json else found:
        click.echo(_told_health(health))
    if not all(health.good for health in found):
        raise click.exceptions.Exit(ExitCode.FINDING)


def _told_health(health: Health) -> str:
    if health.good:
        return f"{health.game:<24}good, {health.steps} steps"
    return (
        f"{health.game:<24}damaged: {health.why}; its last good step is {health.steps}\n"
        f"  {health.file}:{health.line}\n"
        f"  `tts-tool games salvage {health.game}` brings it back up to step {health.within_reach}"
    )


@games.command(epilog=examples("tts-tool games salvage night-market-k7mq"))
@click.argument("game", metavar="ID")
@json_option
def salvage(*, game: str, as_json: bool) -> None:
    """Put the damaged game ID together from all that is good in its file and its backups.

    The damaged file is kept.
    """
    with _journal() as journal:
        salvaged = journal.salvage(game)
    if as_json:
        print_json(salvaged)
        return
    click.echo(f"{game} is whole again up to step {salvaged.steps}", nl=False)
    click.echo(f" (its file alone was good up to {salvaged.before})")
    if salvaged.damaged:
        click.echo(f"the damaged file: {salvaged.damaged}")


@games.command(epilog=examples("tts-tool games delete night-market-k7mq --yes"))
@click.argument("game", metavar="ID")
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(*, game: str, yes: bool) -> None:
    """Delete the game ID with all that was done in it."""
    with _journal() as journal:
        found = next((each for each in journal.games() if each.id == game), None)
        if found is not None and not yes:
            what = "damaged" if found.damaged else f"{found.answers} answers"
            begun = f", begun {_day(found.begun)}" if found.begun else ""
            click.confirm(f"Delete {game} ({what}{begun})?", abort=True, err=True)
        journal.delete(game)
    click.echo(f"deleted {game}")


def _games() -> list[Summary]:
    from tts_tool.journal import games_folder

    if not games_folder().exists():
        return []
    with _journal() as journal:
        return journal.games()


def _journal() -> Journal:
    """Open the journal, but make none where there is none: looking changes nothing."""
    from tts_tool.journal import Journal, games_folder

    path = games_folder()
    if not path.exists():
        fix = "`tts-tool play` begins a game; TTS_TOOL_GAMES names another folder"
        raise NotFound("there are no games yet", where=str(path), fix=fix)
    return Journal(path)


def _day(time: str) -> str:
    """Shorten a time to the minute."""
    return time[:16].replace("T", " ")


def story(saved: Saved) -> Iterator[str]:
    """Tell line by line what was done; what stands is numbered."""
    from tts_tool.journal import said
    from tts_tool.journal.saved import Done, HeldBack, Repinned

    number = 0
    for leg, marks in zip(saved.legs, saved.status(), strict=True):
        notices = list(leg.notices)
        yield from (f"      -- {said(notice)}" for notice in notices)
        for line, status in zip(leg.lines, marks, strict=True):
            if isinstance(line, Done) and status in MARKS:
                number += status == "stands"
                label = f"{number:>4}." if status == "stands" else "     "
                yield f"{label} {_told(line.entry)}{MARKS[status]}"
            elif isinstance(line, HeldBack):
                for one in line.waiting:
                    what = one.to.partition("/")[0]
                    yield f"      {one.seat}: {what} -> {_short(one.value)}  (waits)"
            elif isinstance(line, Repinned):
                yield from (f"      -- {said(notice)}" for notice in line.notices)


def _told(entry: AnyEntry) -> str:
    from tts_tool.kernel.entries import Answer, AnswerAgainst, Look, Mark, Observation

    match entry:
        case AnswerAgainst():
            what = entry.decision.rpartition("/")[0]
            against = ", ".join(entry.rules)
            return f"{entry.seat}: {what} -> {_short(entry.value)} (against {against})"
        case Answer():
            what = entry.decision.rpartition("/")[0]
            return f"{entry.seat}: {what} -> {_short(entry.value)}"
        case Observation():
            outcome = "drawn" if entry.outcome is None else _short(entry.outcome)
            return f"{entry.stream} fell: {outcome}"
        case Mark():
            return f"chance falls anew (branch {entry.branch})"
        case Look():
            return f"{entry.seat} has looked at what is hidden: {entry.place}"
        case _:
            return f"{entry.seat or 'the table'} set up a position by hand"


def _short(value: object) -> str:
    from msgspec import json

    text = value if isinstance(value, str) else json.encode(value).decode()
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
