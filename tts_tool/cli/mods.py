"""Which mod a command means, read as far as the command needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click

from tts_tool.cli.rulesets import find, installed, is_folder
from tts_tool.errors import BadInput, NotFound, Refused
from tts_tool.project import (
    FILE_NAME,
    LANGUAGES,
    Project,
    find_project,
    read_project,
    settings_text,
)

if TYPE_CHECKING:
    from tts_tool.build.building import Job
    from tts_tool.build.mod import Folders, Mod
    from tts_tool.cli.rulesets import FoundGame
    from tts_tool.table.switches import Value

__all__ = [
    "Choice",
    "answers_option",
    "choose",
    "job",
    "mod_options",
    "out_option",
    "switch_option",
    "turned",
]

Command = TypeVar("Command", bound=Callable[..., object])


class Choice(NamedTuple):
    """What is to be built, as it was said; nothing of it has been read or run yet."""

    game: str
    project: Project | None
    modules: tuple[str, ...]
    lang: str
    seats: int | None
    out: Path
    assets: str
    port: int
    turned: Mapping[str, Value]
    named: str
    known: Mapping[str, str] = {}

    @property
    def asked(self) -> str:
        """Everything that was said, so that the same words can be known again."""
        settings = settings_text(self.project.settings) if self.project else ""
        said = (self.game, *sorted(self.modules), self.lang, self.seats, self.out.absolute())
        known = sorted(self.known.items())
        return "\n".join(map(str, (*said, self.assets, self.port, settings, self.turned, known)))


_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
answers_option = click.option(
    "--answers", multiple=True, type=_FILE, help="Answers of a real game, as switches."
)
switch_option = click.option(
    "--switch",
    "typed",
    multiple=True,
    metavar="NAME=VALUE",
    help="Turn an assumption about TTS, such as local-paths-on-unix=file.",
)
_OPTIONS = (
    answers_option,
    switch_option,
    click.option(
        "--port",
        type=click.IntRange(1, 65535),
        default=39997,
        show_default=True,
        help="Where `tts-tool serve` will serve the pictures.",
    ),
    click.option(
        "--assets",
        help="Where the save looks for pictures: file (this computer; the default), serve "
        "(`tts-tool serve`; one picture per card), or https://…",
    ),
    click.option("--seats", type=click.IntRange(1), help="How many seats the table has."),
    click.option("--lang", metavar="LANG", help="Language of the table, such as en."),
    click.option(
        "--with",
        "modules",
        multiple=True,
        metavar="MODULE",
        help="A box to build with; may be repeated.",
    ),
    click.argument("game", required=False),
)


out_option = click.option("--out", type=_FOLDER, help="Where to build.  [default: build/GAME]")


def mod_options(command: Command) -> Command:
    """Give a command GAME and the options that say what is built."""
    for add in _OPTIONS:
        command = add(command)
    return command


def choose(  # noqa: PLR0917 - as many as there are options
    game: str | None,
    modules: Sequence[str] = (),
    lang: str | None = None,
    seats: int | None = None,
    out: Path | None = None,
    assets: str | None = None,
    port: int = 39997,
    typed: Sequence[str] = (),
    answers: Sequence[Path] = (),
) -> Choice:
    """Say what is meant, without running anything of it."""
    known = installed()
    if game is None:
        game = _unnamed(list(known))
    project = read_project(Path(game).resolve()) if is_folder(game, known) else None
    if project is not None and project.settings.kind != "generated":
        fix = "tts-tool pack puts an unpacked save together"
        raise BadInput("this project is not built from card data", where=game, fix=fix)
    told = project.settings.languages if project else LANGUAGES
    if lang is not None and lang not in told:
        fix = f"it is told in {', '.join(told)}"
        fix += f"; more languages are named in {FILE_NAME}" if project else ""
        raise BadInput(f"this mod is not told in {lang}", where=f"--lang {lang}", fix=fix)
    name = project.folder.name if project else game
    base = project.folder if project else Path()
    said = assets or (_assets(project) if project else "file")
    return Choice(
        game=str(project.folder) if project else game,
        project=project,
        modules=tuple(modules),
        lang=lang or told[0],
        seats=seats,
        out=out or base / "build" / name,
        assets=said,
        port=port,
        turned=turned(typed, answers),
        named=game,
        known=_published() if said == "file" else {},
    )


def _published() -> dict[str, str]:
    """Say which pictures everybody sees by now, and where: saves look for them there."""
    from tts_tool.build.gallery import Gallery

    return {name: seen.address for name, seen in Gallery.mine().published.items()}


def job(choice: Choice, jobs: int | None = None) -> Job:
    """Read what was chosen. This runs the rules of a project: its owner has named it."""
    from tts_tool.build import table
    from tts_tool.build.addresses import Addresses, UnixPaths
    from tts_tool.build.building import Job
    from tts_tool.build.faces import amended, inked, sketched, written_out
    from tts_tool.build.seams import Parts
    from tts_tool.table.switches import Switches

    found = find(choice.game)
    plain = Switches(choice.turned).text("local-paths-on-unix") == "plain"
    unix: UnixPaths = "plain" if plain else "file"
    addresses = Addresses.of(
        choice.assets, choice.out, port=choice.port, unix=unix, known=choice.known
    )
    sources = (*found.cards(), *_rules(found))
    hides = Switches(choice.turned).on("face-down-hides-description")
    mod = _mod(found, choice)._replace(face_down_hides=hides)
    parts = Parts(sketched, inked, written_out, table, amended)
    return Job(mod, parts, addresses, choice.out, sources, choice.asked, jobs)


def turned(typed: Sequence[str], answers: Sequence[Path]) -> dict[str, Value]:
    """Read what is assumed of the game; the file of guesses is read only if one is doubted."""
    if not typed and not answers:
        return {}
    from tts_tool.table.switches import Switches

    return Switches.load(*answers, typed=typed).turned


def _mod(found: FoundGame, choice: Choice) -> Mod:
    from tts_tool.build.mod import Mod
    from tts_tool.kernel.hooks import CompositionError
    from tts_tool.kernel.module import Composition, Setup

    ruleset = found.ruleset
    cards = found.load(lang=choice.lang)
    seats = _seats(ruleset.seats, ruleset.fewest, choice.seats)
    names = ruleset.completed(choice.modules, seats)
    try:
        settings = {each.name: each.default for each in ruleset.settings(names)}
        box = Composition(ruleset, Setup(seats, names, settings, cards))
    except CompositionError as error:
        raise BadInput(str(error), where="--with") from None
    title = choice.project.settings.save_name if choice.project else _title(ruleset.name)
    modules = tuple(module.name for module in box.modules)
    folders = _folders(found)
    told = found.languages
    cards = box.setup.cards  # as this game sees them: without the boxes that stay closed
    return Mod(ruleset.name, title, choice.lang, cards, box.inventory, folders, modules, told)


def _folders(found: FoundGame) -> Folders:
    """Say where the files of a mod lie: its own before what all share."""
    from tts_tool.build.mod import Folders
    from tts_tool.resources import lua_templates_dir, mod_json_dir

    name, home = found.ruleset.folder, found.home
    data, scripts = (
        (
            *((home / shared.name / name, home / shared.name) if home else ()),
            *((shared / name,) if home is None or found.ruleset.extends else ()),
            shared,
        )
        for shared in (mod_json_dir(), lua_templates_dir())
    )
    art = (each for cards in found.cards()[::-1] for each in sorted(cards.rglob("art")))
    return Folders(data, scripts, tuple(folder for folder in art if folder.is_dir()))


def _rules(found: FoundGame) -> tuple[Path, ...]:
    """Say where the code of the rules is: folders, or files."""
    if found.project:
        return tuple(sorted(found.project.folder.glob("*.py")))
    return (found.package,) if found.package else ()


def _seats(seats: tuple[str, ...], fewest: int, wanted: int | None) -> tuple[str, ...]:
    if wanted is None:
        return seats
    if not fewest <= wanted <= len(seats):
        what = f"{wanted} seats do not fit this game"
        raise BadInput(what, where="--seats", fix=f"it has {fewest} to {len(seats)}")
    return seats[:wanted]


def _title(name: str) -> str:
    return name.replace("-", " ").title()


def _unnamed(known: list[str]) -> str:
    """Refuse to guess: building runs the rules of a project, so somebody must have named it."""
    around = find_project(Path.cwd())
    if around is None:
        fix = f"name a game ({', '.join(known)}) or the folder of a project"
        raise NotFound("build what?", fix=fix)
    where = "." if around.folder == Path.cwd().resolve() else str(around.folder)
    what = f'"{around.settings.save_name}" has rules, which are code'
    raise Refused(what, where=str(around.file), fix=f"name it if you trust it: {where}")


def _assets(project: Project) -> str:
    assets = project.settings.assets
    return assets.base_url if assets.mode == "https" else assets.mode
