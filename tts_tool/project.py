"""A project: a folder with `tts-tool.toml`, which says what the commands in it work on.

kind = "unpacked"          # or "generated": from card data
save-name = "Night Market"
languages = ["en", "de"]   # or any others; the first is built if none is named

[ports]
tts = 39999                # where Tabletop Simulator listens
editor = 39998             # where it calls its editor

[assets]
mode = "serve"             # from this machine; "file" for one player; "https" for a release
base-url = ""              # for "https": where the pictures have been uploaded
"""

import json
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from tts_tool.errors import BadInput, NotFound
from tts_tool.patience import replace

__all__ = [
    "FILE_NAME",
    "LANGUAGES",
    "RULES",
    "AssetMode",
    "Assets",
    "Kind",
    "Ports",
    "Project",
    "Settings",
    "find_project",
    "project_or_game",
    "read_project",
    "settings_text",
    "write_project",
]

FILE_NAME: Final = "tts-tool.toml"
RULES: Final = "rules.py"
"""The file of a generated project that holds its RULESET."""

LANGUAGES: Final = ("en", "de")
"""In which a mod is told, if nothing else is said."""

Kind = Literal["unpacked", "generated"]
AssetMode = Literal["serve", "file", "https"]
Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
Language = Annotated[str, msgspec.Meta(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*\Z")]
Key = tuple[str, ...]


class Ports(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The two ports of the External Editor API."""

    tts: Port = 39999
    editor: Port = 39998

    def __post_init__(self) -> None:
        if self.tts == self.editor:
            raise ValueError("tts and editor need different ports")


class Assets(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """Where the save looks for pictures and models."""

    mode: AssetMode = "serve"
    base_url: str = ""

    def __post_init__(self) -> None:
        if self.mode == "https" and not self.base_url.startswith("https://"):
            raise ValueError('mode "https" needs a base-url that begins with https://')


class Settings(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """What stands in `tts-tool.toml`."""

    kind: Kind
    save_name: str
    languages: Annotated[tuple[Language, ...], msgspec.Meta(min_length=1)] = LANGUAGES
    ports: Ports = Ports()
    assets: Assets = Assets()

    def __post_init__(self) -> None:
        if len(set(self.languages)) < len(self.languages):
            raise ValueError("languages names one twice")


class Project(msgspec.Struct, frozen=True):
    """A folder, and what its `tts-tool.toml` says."""

    folder: Path
    settings: Settings

    @property
    def file(self) -> Path:
        """The file with the settings."""
        return self.folder / FILE_NAME


def find_project(start: Path) -> Project | None:
    """Find the project that a folder belongs to: the nearest `tts-tool.toml`, going up."""
    here = start.resolve()
    found = (folder for folder in (here, *here.parents) if (folder / FILE_NAME).is_file())
    folder = next(found, None)
    return None if folder is None else read_project(folder)


def read_project(folder: Path) -> Project:
    """Read the project in this very folder."""
    path = folder / FILE_NAME
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise NotFound("this folder is no project", where=str(folder), fix=_HOW) from None
    except UnicodeDecodeError as error:
        line = bytes(error.object[: error.start]).count(b"\n") + 1
        raise BadInput("not UTF-8 text", where=f"{path}:{line}") from None
    return Project(folder, _settings(text, path))


def project_or_game(game: str | None, start: Path, carried: Iterable[str]) -> Project | str:
    """Say what a command with an optional GAME works on.

    A name is that of a game which is installed (`carried`); without a name it is the project
    around `start`.
    """
    known = list(carried)
    if game is None:
        project = find_project(start)
        if project is None:
            fix = f"{_HOW}, or name a game: {', '.join(known)}"
            raise NotFound("no project here", where=str(start), fix=fix)
        return project
    if game not in known:
        raise NotFound(f'no game "{game}"', fix=_guess(game, known))
    return game


def write_project(project: Project) -> None:
    """Write the file of a project; whoever reads at the same time sees the old one or the new."""
    beside = project.file.with_name(f".{FILE_NAME}.{os.getpid()}")
    try:
        beside.write_bytes(settings_text(project.settings).encode())
        replace(beside, project.file)
    finally:
        beside.unlink(missing_ok=True)


def settings_text(settings: Settings) -> str:
    """Write settings as TOML, in full, so that a person sees what there is to change."""
    plain = msgspec.to_builtins(settings)
    tables = {name: value for name, value in plain.items() if isinstance(value, dict)}
    lines = list(_pairs({name: value for name, value in plain.items() if name not in tables}))
    for name, table in tables.items():
        lines += ["", f"[{name}]", *_pairs(table)]
    return "\n".join([*lines, ""])


_HOW: Final = f"go to a folder with {FILE_NAME} (tts-tool unpack makes one)"


def _settings(text: str, path: Path) -> Settings:
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        what, place = _syntax(str(error), text)
        raise BadInput(what, where=f"{path}:{place}") from None
    for key, known in _unknown(document, Settings, ()):
        what = f"unknown key {json.dumps('.'.join(key), ensure_ascii=False)}"
        raise BadInput(what, where=f"{path}:{_line(text, key)}", fix=_guess(key[-1], known))
    try:
        return msgspec.convert(document, Settings)
    except msgspec.ValidationError as error:
        what, key = _invalid(str(error))
        raise BadInput(what, where=f"{path}:{_line(text, key)}", fix=_FIXES.get(key)) from None


_FIXES: Final[Mapping[Key, str]] = {
    ("kind",): 'kind is "unpacked" or "generated"',
    ("ports", "tts"): "a port is a number from 1 to 65535; Tabletop Simulator listens on 39999",
    ("ports", "editor"): "a port is a number from 1 to 65535; Tabletop Simulator calls 39998",
    ("languages",): 'languages are written like ["en", "de"]',
    ("assets", "mode"): 'mode is "serve", "file" or "https"',
}


def _unknown(
    table: Mapping[str, Any], record: type[msgspec.Struct], above: Key
) -> Iterator[tuple[Key, list[str]]]:
    """Give each key that the record does not have, with those that it has."""
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(record)}
    for name, value in table.items():
        if name not in fields:
            yield (*above, name), list(fields)
        elif isinstance(value, dict) and isinstance(fields[name], type(msgspec.Struct)):
            yield from _unknown(value, fields[name], (*above, name))


def _invalid(message: str) -> tuple[str, Key]:
    """Take the place out of a message like "Expected `int`, got `str` - at `$.ports.tts`"."""
    what, _, place = message.partition(" - at `$")
    key = tuple(re.findall(r"[\w-]+", place.partition("[")[0]))
    missing = re.search(r"missing required field `(.+?)`", what)
    if missing:
        return f'"{missing[1]}" is missing', key
    name = f"{'.'.join(key)}: " if key else ""
    return f"{name}{what[:1].lower()}{what[1:]}".replace("`", ""), key


def _line(text: str, key: Key) -> int:
    """Find the line of a key by its table and name; what cannot be found is on the first."""
    table: Key = ()
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[+\s*(.+?)\s*\]", line):
            table = _words(header[1])
            if table == key:
                return number
        elif (pair := re.match(r"""\s*([\w."' -]+?)\s*=""", line)) and (
            (*table, *_words(pair[1]))[: len(key)] == key
        ):
            return number
    return 1 if len(key) < 2 else _line(text, key[:-1])  # noqa: PLR2004 - nothing above it


def _words(dotted: str) -> Key:
    return tuple(re.findall(r"[^\s.\"']+", dotted))


def _syntax(message: str, text: str) -> tuple[str, int]:
    """Take the line out of the parser's sentence."""
    what, _, place = message.rpartition(" (at ")
    number = re.match(r"line (\d+)", place)
    line = int(number[1]) if number else text.rstrip().count("\n") + 1
    what = what or message
    return f"{what[:1].lower()}{what[1:]}", line


def _guess(word: str, known: Iterable[str]) -> str:
    names = list(known)
    near = get_close_matches(word[:80], names, n=1)
    return f"did you mean {near[0]}?" if near else f"there are: {', '.join(names) or 'none'}"


def _pairs(table: Mapping[str, Any]) -> Iterator[str]:
    for name, value in table.items():
        yield f"{name} = {_value(value)}"


def _value(value: object) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, int):
        return str(value)
    whole = str(value).encode(errors="replace").decode()  # half a surrogate pair has no UTF-8
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")
