"""A table can be told where things go now: its script has the layout once."""

from __future__ import annotations

import msgspec

from tests.build.table.old_world import values
from tts_tool.build.rendering import lua
from tts_tool.build.scripts import Bundled, Script
from tts_tool.resources import lua_templates_dir
from tts_tool.sync.dev.layout import same_but_layout


def test_old_world_has_its_layout_once() -> None:
    """So an edit of the layout is told to it, and the save need not be loaded again."""
    folder = lua_templates_dir()
    script = Script("Global", "global/main.lua", (folder / "old_world", folder))
    text = msgspec.json.decode(lua(script, values()).data, type=Bundled).text
    said = {name: values()[name] for name in ("places", "tracks")}
    assert same_but_layout(text, said, text, said)
    assert not same_but_layout(text, said, text, {**said, "tracks": {}})
