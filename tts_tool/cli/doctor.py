"""`tts-tool doctor`: look at this computer; with `--tts`, ask the game how it behaves."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.errors import BadInput, ExitCode, NotFound, Refused, Unavailable, UserError

if TYPE_CHECKING:
    from tts_tool.sync.checkup import Check
    from tts_tool.sync.probe import Conversation, ProbeFinding
    from tts_tool.table.switches import Value

__all__ = ["doctor"]

_FILE = click.Path(dir_okay=False, path_type=Path)
_FOLDER = click.Path(file_okay=False, path_type=Path)
_AGAIN = 2.0
_PICTURE_SIZE = (64, 96)
_COLOURS = ("red", "green", "blue", "white", "black")


@click.command(
    epilog=examples(
        "tts-tool doctor",
        "tts-tool doctor --tts --answers my_game.toml",
        "tts-tool doctor --tts --only draw-asks-pick-up",
        "tts-tool table TS_Save_1.json --answers my_game.toml",
    )
)
@click.option("--tts", is_flag=True, help="Ask a running game, in about five minutes.")
@click.option(
    "--answers",
    type=_FILE,
    default="tts_answers.toml",
    show_default=True,
    help="With --tts: the file that the answers are written to.",
)
@click.option("--save", type=_FILE, help="With --tts: where to put the save of the self-test.")
@click.option("--dir", "data", type=_FOLDER, help="The folder of Tabletop Simulator.")
@click.option("--only", multiple=True, metavar="NAME", help="With --tts: ask about this alone.")
@click.option("--no-person", is_flag=True, help="With --tts: ask only what needs no hands.")
@click.option("--wait", type=float, default=600.0, help="With --tts: seconds for loading the save.")
@click.option("--port", type=int, default=39999, show_default=True, help="Where the game listens.")
@click.option("--editor-port", type=int, default=39998, show_default=True, help="Where we listen.")
@json_option
def doctor(
    *,
    tts: bool,
    answers: Path,
    save: Path | None,
    data: Path | None,
    only: Collection[str],
    no_person: bool,
    wait: float,
    port: int,
    editor_port: int,
    as_json: bool,
) -> None:
    """Look whether this computer has what is needed; ends with 1 if something is missing.

    With --tts: writes a save with a self-test, asks you to load it in Tabletop Simulator, and asks
    the game whatever its documentation leaves open. What to do is said here and in its chat. The
    answers take the place of our guesses wherever --answers names their file.
    """
    if not tts:
        _look(port, editor_port, data, as_json=as_json)
        return
    _check_names(only)
    place = _place(save, data)
    found = asyncio.run(
        _ask(place, (port, editor_port), wait, only=only or None, person=not no_person)
    )
    _keep(answers, found, data, as_json=as_json)


# This computer


def _look(port: int, editor_port: int, data: Path | None, *, as_json: bool) -> None:
    from tts_tool.build.places import SAVES
    from tts_tool.sync.checkup import checkup

    checks = checkup(port, editor_port, data and data / SAVES)
    if as_json:
        print_json(checks)
    else:
        for check in checks:
            _print_check(check)
    if not all(check.good for check in checks):
        raise click.exceptions.Exit(ExitCode.FINDING)


def _print_check(check: Check) -> None:
    click.echo(f"{'ok ' if check.good else 'NO '} {check.what}: {check.says}")
    if not check.good and check.fix:
        click.echo(f"    {check.fix}")


# The game


def _check_names(only: Collection[str]) -> None:
    from tts_tool.sync.probe import questions
    from tts_tool.table.switches import Switches

    for name in only:
        if name not in Switches():
            raise BadInput(f'no switch is called "{name}"', where="--only")
        if why := questions()[name].why:
            raise Refused(f"{name} cannot be asked: {why}", where="--only")


def _place(save: Path | None, data: Path | None) -> Path:
    """Decide where the save of the self-test stands; nothing else is written over."""
    from tts_tool.build.places import SAVES, Machine, data_folder
    from tts_tool.sync.probe.selftest import MARK, NAME

    place = save or (data or data_folder(Machine.here())) / SAVES / f"{NAME}.json"
    if place.exists() and MARK.encode() not in place.read_bytes():
        raise Refused("there is another file", where=str(place), fix="name a new one with --save")
    return place


async def _ask(
    place: Path,
    ports: tuple[int, int],
    wait: float,
    *,
    only: Collection[str] | None,
    person: bool,
) -> ProbeFinding:
    from tts_tool.sync.hub import Ports, given_up
    from tts_tool.sync.probe import Conversation, examine

    async with given_up(Ports(*ports), "tts-tool doctor"), Conversation(*ports) as game:
        if not await _is_open(game):
            _write_save(place)
            _say(f"load this save in the game (Games, Save & Load): {place}")
            await _until_open(game, wait)
        return await examine(game, _say, person=person, only=only)


def _write_save(place: Path) -> None:
    from PIL import Image

    from tts_tool.sync.probe import selftest_save

    picture = place.with_suffix(".png")
    Image.new("RGB", _PICTURE_SIZE, "orange").save(picture)
    place.write_bytes(selftest_save(picture.absolute(), _uploads()))


def _uploads() -> dict[str, str]:
    """Keep a picture for each place of which one asks whether Upload All looks there."""
    from io import BytesIO

    from PIL import Image

    from tts_tool.build.gallery import Gallery
    from tts_tool.sync.probe.uploading import PLACES

    gallery, found = Gallery.mine(), {}
    with gallery.alone():
        for place, colour in zip(PLACES, _COLOURS, strict=True):
            picture = BytesIO()
            Image.new("RGB", _PICTURE_SIZE, colour).save(picture, "PNG")
            found[place] = gallery.address(gallery.put(picture.getvalue(), ".png"))
    return found


async def _is_open(game: Conversation) -> bool:
    from tts_tool.sync.probe.reloading import selftest_of

    try:
        selftest_of(await game.exchange.scripts())
    except UserError:
        return False
    return True


async def _until_open(game: Conversation, wait: float) -> None:
    try:
        async with asyncio.timeout(wait):
            while not await _is_open(game):  # noqa: ASYNC110 - only asking again tells
                await asyncio.sleep(_AGAIN)
    except TimeoutError:
        raise Unavailable(
            f"nobody has loaded the self-test within {wait:g} s",
            fix="load it in the game, then start again",
        ) from None


def _say(text: str) -> None:
    click.echo(text, err=True)


def _keep(path: Path, found: ProbeFinding, data: Path | None, *, as_json: bool) -> None:
    from datetime import UTC, datetime

    from tts_tool.sync.probe.answers import write_answers

    answers, strange = _fitting(found.answers)
    write_answers(path, answers, found.how, datetime.now(UTC).date())
    version = _keep_for_hosting(answers, found.how, data)
    problems = [*found.problems, *strange]
    if as_json:
        report = {"answers": answers, "measured": found.how, "not_found_out": found.not_found_out}
        kept = {"file": str(path), "version": version, "problems": problems}
        print_json({**report, **kept})
        return
    for line in [*_news(answers), *_details(found), *problems]:
        click.echo(line)
    known = f"; `tts-tool host` knows them of {version}" if version else ""
    click.echo(f"{len(answers)} answers are in {path}{known}")


def _keep_for_hosting(
    answers: Mapping[str, Value], how: Mapping[str, str], data: Path | None
) -> str | None:
    """Let `host` know what this version of the game has answered, if one can tell which it is."""
    from tts_tool.build.places import Machine, data_folder
    from tts_tool.cli.first_contact import FirstContact

    try:
        folder = data or data_folder(Machine.here())
    except NotFound:
        return None
    contact = FirstContact(folder)
    contact.keep(answers, how)
    return contact.version


def _fitting(answers: Mapping[str, Any]) -> tuple[dict[str, Value], list[str]]:
    """Part the answers that a switch can take from those that nobody has thought of."""
    from tts_tool.table.switches import Switches

    fit: dict[str, Value] = {}
    strange = []
    for name, value in sorted(answers.items()):
        try:
            fit[name] = Switches({name: value})[name]
        except BadInput as error:
            strange.append(f"{name}: the game answers {value!r}, which no guess had: {error.fix}")
    return fit, strange


def _details(found: ProbeFinding) -> list[str]:
    """Say how something was measured, and what stays open, and why."""
    measured = [f"{name}: {how}" for name, how in found.how.items()]
    return measured + [f"{name}: not found out: {why}" for name, why in found.not_found_out.items()]


def _news(answers: Mapping[str, Value]) -> list[str]:
    """Say where the game is not as we had guessed."""
    from tts_tool.table.switches import guesses

    return [
        f"{name}: {value} (we had guessed {guesses()[name].value})"
        for name, value in answers.items()
        if value != guesses()[name].value
    ]
