"""Tries out what a script would be if a template were otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

from tts_tool.build.mod import Mod
from tts_tool.build.rendering import interface, lua
from tts_tool.build.scripts import Bundled, Script
from tts_tool.build.table.layout import Layout
from tts_tool.build.table.saving import script_values
from tts_tool.catalog import also_in
from tts_tool.errors import UserError
from tts_tool.sync.pull.proposals import Edit, proposals

__all__ = ["Trial", "values_of"]


class Trial(NamedTuple):
    """A script that can be rendered again, and the values that it is filled in with."""

    script: Script
    values: Mapping[str, Any]

    def rendered(self, edits: Iterable[Edit]) -> str | None:
        """Give the script as it would be with some edits; nothing if that can't be."""
        with TemporaryDirectory() as folder:
            over = Path(folder)
            for sheet in proposals(edits, ()).sheets:
                homes = [it for it in self.script.folders if sheet.file.is_relative_to(it)]
                if not homes or sheet.after is None:
                    return None
                file = over / sheet.file.relative_to(homes[0])
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(sheet.after)
            # Of one name the first counts: what lies there stands before the files themselves.
            tried = self.script._replace(folders=(over, *self.script.folders))
            try:
                made = (interface if tried.is_interface else lua)(tried, dict(self.values))
            except UserError:
                return None
        return msgspec.json.decode(made.data, type=Bundled).text


def values_of(mod: Mod, layout: Layout) -> Mapping[str, Any]:
    """Give what scripts of a mod are filled in with."""
    values = script_values(mod, layout)
    return dict(also_in(values, str(values["lang"])))
