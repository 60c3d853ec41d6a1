"""`tts-tool init`: a mod of one's own that builds, installs and plays at once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import click

from tts_tool.cli.options import examples, json_option, print_json
from tts_tool.cli.rulesets import installed
from tts_tool.errors import BadInput, Refused, Unavailable

__all__ = ["init"]

_STARTER: Final = "starter"
_ENDING: Final = ".txt"
"""What stands there is no part of the tool, so no tool may take it for code or data."""
_SPELT: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe"})
_PER_GAME: Final = {"cards": "cards/{folder}/base", "mod_json": "mod_json/{folder}",
                    "lua_templates": "lua_templates/{folder}"}  # fmt: skip


@click.command(epilog=examples("tts-tool init my-mod", 'tts-tool init my-mod --title "My Mod"'))
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--title", help="What the save is called.  [default: made of the folder's name]")
@json_option
def init(folder: Path, title: str | None, *, as_json: bool) -> None:
    """Start a mod of your own in the new folder DIR.

    It has one deck, one board, one template, one flow and one test: it builds, installs and plays
    at once, and everything in it is yours to change.
    """
    called = unicodedata.normalize("NFC", folder.absolute().name)
    name = _name(called)
    if not name or not name[0].isalpha():
        fix = "call the folder by letters, digits and hyphens, a letter first"
        raise BadInput("no name for a game can be made of this", where=str(folder), fix=fix)
    if name in installed():
        what = f'"{name}" is the name of a game that tts-tool has'
        raise BadInput(what, where=str(folder), fix="give the folder a name of its own")
    title = title or (_title(name) if called == name else called)
    words = {"@name@": name, "@folder@": name.replace("-", "_"), "@title@": title}
    if not re.fullmatch(r"[^\"\\\x00-\x1f{}]{1,60}", words["@title@"]):
        raise BadInput("this title cannot stand in files", where="--title", fix="use plain words")
    written = _write(folder, {path: _filled(text, words) for path, text in _files(words)})
    if as_json:
        print_json([str(path) for path in written])
        return
    click.echo(f"{folder}: {len(written)} files; {folder / 'README.md'} says what they are")
    said = str(folder)
    said = f'"{said}"' if " " in said else said
    click.echo(f"next: tts-tool build {said}; tts-tool dev {said} then follows your edits")


def _files(words: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Give the files of the starter, each with its path in the new folder."""
    root = files("tts_tool.cli") / _STARTER
    for path, file in _below(root, ""):
        top, _, rest = path.partition("/")
        home = _PER_GAME.get(top, top).format(folder=words["@folder@"])
        yield (f"{home}/{rest}" if rest else path), file.read_text(encoding="utf-8")


def _below(folder: Traversable, above: str) -> Iterator[tuple[str, Traversable]]:
    for each in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if each.is_dir():
            yield from _below(each, f"{above}{each.name}/")
        elif each.name.endswith(_ENDING):
            yield f"{above}{each.name.removesuffix(_ENDING)}", each


def _filled(text: str, words: dict[str, str]) -> str:
    for mark, word in words.items():
        text = text.replace(mark, word)
    return text


def _write(folder: Path, texts: dict[str, str]) -> list[Path]:
    """Write all files into a new or empty folder."""
    if folder.exists() and any(folder.iterdir()):
        raise Refused("this folder is not empty", where=str(folder), fix="name a new one")
    try:
        for path, text in texts.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode())
    except OSError as error:
        what = f"this cannot be written: {error.strerror or error}"
        raise Unavailable(what, where=str(folder)) from None
    return [folder / path for path in texts]


def _name(called: str) -> str:
    """Make the name of a game out of that of a folder: in letters that every system has.

    >>> _name("Mörderspiel"), _name("Año nuevo")
    ('moerderspiel', 'ano-nuevo')
    """
    spelt = unicodedata.normalize("NFKD", called.lower().translate(_SPELT))
    plain = "".join(letter for letter in spelt if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def _title(name: str) -> str:
    return name.replace("-", " ").title()
