"""Scripts and interfaces of a mod: templates filled in, modules bundled, each line traced.

`global/main.lua` is the Global script, `object/<id>.lua` that of the object with this id; likewise
`global/main.xml` and `object/<id>.xml`. What they `require` is looked for in the same folders. What
lies in `global` and `object` is a template; everything else is Lua as it stands, to be tested.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.build.graph import Given, Made, Node, Output
from tts_tool.errors import BadInput
from tts_tool.lua.bundle import Module, bundle
from tts_tool.lua.includes import expand
from tts_tool.lua.locations import GLOBAL as GLOBAL_GUID
from tts_tool.lua.source_map import SourceMap
from tts_tool.lua.templates import Templates
from tts_tool.lua.where import ScriptMap, written_maps
from tts_tool.saves.objects import guids

__all__ = ["GLOBAL", "Script", "check_owners", "mapped", "nodes", "plan_scripts", "read_script"]

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


def nodes(scripts: Iterable[Script], values: str) -> Iterator[Node]:
    """Plan a node for each script; `values` is the node of what they are filled in with."""
    for script in scripts:
        make = drawn_up if script.is_interface else rendered
        yield Node(script.node, make, script, (values,), ".json", here=True)


def rendered(script: Script, needed: Given) -> Made:
    """Render and bundle a Lua script."""
    library = _Library(script, _values(needed))
    made = bundle(library.module(_ROOT, script.template), library)
    notes = tuple(map(str, made.notes))
    encoded = msgspec.json.encode(Bundled(made.text, made.map.as_json()))
    return Made(encoded, tuple(dict.fromkeys(library.files)), notes)


def drawn_up(script: Script, needed: Given) -> Made:
    """Render an XML interface and put what it includes into it."""
    made = Templates(*script.folders).render(script.template, _values(needed))
    whole = expand(made.text, Path(made.files[0]), script.folders)
    encoded = msgspec.json.encode(Bundled(whole.text))
    return Made(encoded, (*made.files, *whole.files))


def _values(needed: Given) -> dict[str, Any]:
    (output,) = needed.values()
    return msgspec.json.decode(output.data(), type=dict[str, Any])


def read_script(output: Output) -> str:
    """Give the text of a script that was made."""
    return msgspec.json.decode(output.data(), type=Bundled).text


def mapped(order: tuple[Path, tuple[Script, ...]], needed: Given) -> Made:
    """Say for each script where its lines come from, as seen from the build's folder."""
    folder, scripts = order
    maps: list[ScriptMap] = []
    for script in scripts:
        bundled = msgspec.json.decode(needed[script.node].data(), type=Bundled)
        if bundled.map is not None:
            found = SourceMap.from_json(bundled.map)
            maps.append(ScriptMap(_guid(script.owner), script.owner, found))
    return Made(written_maps(folder, maps))


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
        if names[script.owner] != _guid(script.owner):
            raise BadInput("this object shares its GUID", where=where, fix="give it another id")


def _guid(owner: str) -> str:
    return GLOBAL_GUID if owner == GLOBAL else guids([owner])[owner]


_ROOT: Final = "__root"
_TEMPLATES: Final = ("global/", "object/")
_SHAPES: Final = ("{}.lua", "{}.ttslua", "{}/index.lua", "{}/index.ttslua")


class _Library:
    """The modules of a build: each is read, or rendered, when it is asked for."""

    def __init__(self, script: Script, values: dict[str, Any]) -> None:
        self._folders = script.folders
        self._values = values
        self._templates = Templates(*script.folders)
        self.files: list[str] = []

    def module(self, name: str, template: str) -> Module:
        """Render a template as the module of this name."""
        made = self._templates.render(template, self._values)
        self.files += made.files
        return Module(name, made.text, made.map)

    def find(self, name: str) -> Module | None:
        """Give the first module that the name may mean."""
        for folder in self._folders:
            for template in self._candidates(name):
                path = folder / template
                self.files.append(path.as_posix())
                if path.is_file():
                    is_template = template.startswith(_TEMPLATES)
                    return self.module(name, template) if is_template else Module.read(name, path)
        return None

    def explain(self, name: str) -> str:
        """Say what was tried."""
        folders = ", ".join(folder.as_posix() for folder in self._folders)
        return f"tried {', '.join(self._candidates(name))} in {folders}"

    def _candidates(self, name: str) -> tuple[str, ...]:
        slashed = name.replace(".", "/")
        return tuple(shape.format(slashed) for shape in _SHAPES)


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    wanted = (".lua", ".ttslua", ".xml")
    return sorted(each for each in folder.iterdir() if each.suffix in wanted)
