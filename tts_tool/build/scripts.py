"""Scripts and interfaces of a mod: whose they are, and the nodes that render them.

`global/main.lua` is the Global script, `object/<id>.lua` that of the object with this id; likewise
`global/main.xml` and `object/<id>.xml`. What they `require` is looked for in the same folders. What
lies in `global` and `object` is a template; everything else is Lua as it stands, to be tested.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.build.graph import Given, Made, Node, Output
from tts_tool.build.seams import Values
from tts_tool.catalog import LANGUAGES, also_in
from tts_tool.errors import BadInput
from tts_tool.lua.locations import GLOBAL as GLOBAL_GUID
from tts_tool.saves.objects import guids

__all__ = [
    "GLOBAL",
    "Bundled",
    "Script",
    "check_owners",
    "mapped",
    "nodes",
    "plan_scripts",
    "read_script",
    "rendered",
    "source_of",
]

GLOBAL: Final = "Global"
_MAIN: Final = "main"


class Script(NamedTuple):
    """A script or an interface: whose, the template it begins with, and where others lie."""

    owner: str
    template: str
    folders: tuple[Path, ...]

    @property
    def node(self) -> str:
        """The name of the node that makes it."""
        return f"{'ui' if self.is_interface else 'script'}/{self.owner}"

    @property
    def is_interface(self) -> bool:
        """Tell XML from Lua."""
        return self.template.endswith(".xml")


class Bundled(msgspec.Struct, frozen=True):
    """What such a node gives: the text, and for Lua where each line comes from."""

    text: str
    map: dict[str, Any] | None = None


def plan_scripts(folders: tuple[Path, ...]) -> tuple[Script, ...]:
    """Find the scripts and interfaces that stand in some folders; the first folder wins."""
    found: dict[tuple[str, str], Script] = {}
    for folder in folders:
        for file in (*_files(folder / "global"), *_files(folder / "object")):
            name = file.relative_to(folder).as_posix()
            owner = GLOBAL if file.parent.name == "global" else file.stem
            wanted = owner != GLOBAL or file.stem == _MAIN
            if wanted:
                found.setdefault((owner, file.suffix), Script(owner, name, folders))
    return tuple(found[key] for key in sorted(found))


def nodes(scripts: Iterable[Script], values: Mapping[str, Values]) -> Iterator[Node]:
    """Plan a node for each script, and those of what all scripts are filled in with."""
    parts = [
        Node(f"values/{name}", part.make, part.given, (), ".json", here=True)
        for name, part in values.items()
    ]
    yield from parts
    needs = tuple(part.name for part in parts)
    for script in scripts:
        make = drawn_up if script.is_interface else rendered
        yield Node(script.node, make, script, needs, ".json", here=True)


def rendered(script: Script, needed: Given) -> Made:
    """Render and bundle a Lua script: a node."""
    from tts_tool.build.rendering import lua  # noqa: PLC0415 - slow, and seldom needed

    return lua(script, _values(needed))


def drawn_up(script: Script, needed: Given) -> Made:
    """Render an XML interface and put what it includes into it: a node."""
    from tts_tool.build.rendering import interface  # noqa: PLC0415 - the same

    return interface(script, _values(needed))


def mapped(order: tuple[Path, tuple[Script, ...]], needed: Given) -> Made:
    """Say for each script where its lines come from, as seen from the build's folder: a node."""
    from tts_tool.build.rendering import maps  # noqa: PLC0415 - the same

    folder, scripts = order
    rendered = [(s.owner, guid(s.owner), _bundled(needed[s.node])) for s in scripts]
    return maps(folder, rendered)


def _values(needed: Given) -> dict[str, Any]:
    parts = (msgspec.json.decode(each.data(), type=dict[str, Any]) for each in needed.values())
    values = {key: value for part in parts for key, value in part.items()}
    return dict(also_in(values, values.get("lang", LANGUAGES[0])))


def read_script(output: Output) -> str:
    """Give the text of a script that was made."""
    return _bundled(output).text


def source_of(output: Output, line: int, column: int) -> str:
    """Lead back from a place of a script that was made to the file behind it, if there is one."""
    from tts_tool.lua.source_map import SourceMap  # noqa: PLC0415 - only where something is wrong

    told = _bundled(output).map
    found = None if told is None else SourceMap.from_json(told).at(line, column)
    return str(found or "")


def _bundled(output: Output) -> Bundled:
    return msgspec.json.decode(output.data(), type=Bundled)


def check_owners(scripts: Iterable[Script], ids: Iterable[str]) -> None:
    """See that scripts belong to objects of the table, and that maps call these by their GUIDs."""
    names = guids(ids)
    for script in scripts:
        if script.owner == GLOBAL:
            continue
        where = f"{script.folders[0].as_posix()}/{script.template}"
        if script.owner not in names:
            fix = "call the file like the object, or delete it"
            raise BadInput(f'no object has the id "{script.owner}"', where=where, fix=fix)
        if names[script.owner] != guid(script.owner):
            raise BadInput("this object shares its GUID", where=where, fix="give it another id")


def guid(owner: str) -> str:
    """Give the GUID of a script's owner: it depends on the name alone."""
    return GLOBAL_GUID if owner == GLOBAL else guids([owner])[owner]


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    wanted = (".lua", ".ttslua", ".xml")
    return sorted(each for each in folder.iterdir() if each.suffix in wanted)
