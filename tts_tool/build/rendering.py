"""Renders scripts and interfaces: templates filled in, modules bundled, each line traced."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from tts_tool.build.graph import Made
from tts_tool.build.scripts import Bundled, Script
from tts_tool.lua.bundle import LuaModule, bundle
from tts_tool.lua.includes import expand
from tts_tool.lua.source_map import SourceMap
from tts_tool.lua.templates import Templates
from tts_tool.lua.where import ScriptMap, written_maps

__all__ = ["interface", "lua", "maps"]

_ROOT: Final = "__root"
_TEMPLATES: Final = ("global/", "object/")
_SHAPES: Final = ("{}.lua", "{}.ttslua", "{}/index.lua", "{}/index.ttslua")


def lua(script: Script, values: dict[str, Any]) -> Made:
    """Render and bundle a Lua script."""
    library = _Library(script, values)
    made = bundle(library.module(_ROOT, script.template), library)
    notes = tuple(map(str, made.notes))
    encoded = msgspec.json.encode(Bundled(made.text, made.map.as_json()))
    return Made(encoded, tuple(dict.fromkeys(library.files)), notes)


def interface(script: Script, values: dict[str, Any]) -> Made:
    """Render an XML interface and put what it includes into it."""
    made = Templates(*script.folders).render(script.template, values)
    whole = expand(made.text, Path(made.files[0]), script.folders)
    encoded = msgspec.json.encode(Bundled(whole.text))
    return Made(encoded, (*made.files, *whole.files))


def maps(folder: Path, scripts: Iterable[tuple[str, str, Bundled]]) -> Made:
    """Write down where lines come from, for each script with its owner and the owner's GUID."""
    found = (
        ScriptMap(guid, owner, SourceMap.from_json(script.map))
        for owner, guid, script in scripts
        if script.map is not None
    )
    return Made(written_maps(folder, list(found)))


class _Library:
    """The modules of a build: each is read, or rendered, when it is asked for."""

    def __init__(self, script: Script, values: dict[str, Any]) -> None:
        self._folders = script.folders
        self._values = values
        self._templates = Templates(*script.folders)
        self.files: list[str] = []

    def module(self, name: str, template: str) -> LuaModule:
        """Render a template as the module of this name."""
        made = self._templates.render(template, self._values)
        self.files += made.files
        return LuaModule(name, made.text, made.map)

    def find(self, name: str) -> LuaModule | None:
        """Give the first module that the name may mean."""
        for folder in self._folders:
            for template in self._candidates(name):
                path = folder / template
                self.files.append(path.as_posix())
                if path.is_file():
                    is_template = template.startswith(_TEMPLATES)
                    return (
                        self.module(name, template) if is_template else LuaModule.read(name, path)
                    )
        return None

    def explain(self, name: str) -> str:
        """Say what was tried."""
        folders = ", ".join(folder.as_posix() for folder in self._folders)
        return f"tried {', '.join(self._candidates(name))} in {folders}"

    def _candidates(self, name: str) -> tuple[str, ...]:
        slashed = name.replace(".", "/")
        return tuple(shape.format(slashed) for shape in _SHAPES)
