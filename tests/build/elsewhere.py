"""Builds as another user on another machine would; run by a test in a process of its own.

    python -m tests.build.elsewhere FOLDER ASSETS CORES

Builds the tiny mod in FOLDER, makes some pictures, scripts and places of Old World there if the
pictures are to be served, and prints the digest of each.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from tests.build.tiny import Tiny
from tts_tool.build.cache import Cache
from tts_tool.build.making import BuildMemory, make_all
from tts_tool.build.plan import plan
from tts_tool.build.stamps import Stamps, digest_of
from tts_tool.cli.mods import choose, job

_DRAWN = "serve"
"""Pictures are the same wherever they are looked for, so they are drawn once."""
_EVERY = 45
"""So many pictures of Old World lie between two that are made here."""


def main(folder: Path, assets: str, cores: int) -> dict[str, str]:
    """Build, and give digests by what they are of."""
    os.umask(0o077 if cores == 1 else 0o002)
    if cores == 1 and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    os.environ["TTS_TOOL_CACHE"] = str(folder / "old world")
    old_world = _old_world(folder, cores) if assets == _DRAWN else {}
    return {**_tiny(folder, assets, cores), **old_world}


def _tiny(folder: Path, assets: str, cores: int) -> dict[str, str]:
    tiny = Tiny(folder)
    tiny.assets, tiny.jobs = assets, cores
    tiny.build()
    here = tiny.out.as_posix().encode()
    return {
        name: digest_of(data.replace(here, b"HERE"))
        for name, data in tiny.files().items()
        if ".map" not in name and name != "manifest.json"
    }


def _old_world(folder: Path, cores: int) -> dict[str, str]:
    asked = job(choose("old-world", out=folder / "world", assets=_DRAWN))
    graph = plan(asked.mod, asked.parts, asked.addresses, asked.out).graph
    faces = [node.name for node in graph if node.name.startswith("face/")]
    scripts = [node.name for node in graph if node.name.startswith(("script/", "ui/"))]
    wanted = graph.below([*faces[::_EVERY], *scripts])
    made = make_all(wanted, BuildMemory(Cache(folder / "old world"), "t", Stamps()), jobs=cores)
    ours = {name: output.data() for name, output in made.outputs.items() if name not in scripts}
    texts = {name: json.loads(made.outputs[name].data())["text"].encode() for name in scripts}
    return {name: digest_of(data) for name, data in {**ours, **texts}.items()}


if __name__ == "__main__":
    told = main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
    sys.stdout.write(json.dumps(told))
