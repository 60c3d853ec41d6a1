"""Draws what is on the cards, without a table: for whoever writes or designs them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tts_tool.build.addresses import Addresses
from tts_tool.build.building import Job
from tts_tool.build.cache import Cache
from tts_tool.build.faces.contact import contact_sheets
from tts_tool.build.freshness import Past
from tts_tool.build.graph import Output
from tts_tool.build.making import BuildMemory, Watcher, make_all
from tts_tool.build.plan import SAVE, plan
from tts_tool.build.tool import tool_digest
from tts_tool.picture.above import from_above
from tts_tool.saves.swap import replace_file

__all__ = ["preview_cards", "preview_table"]

_OVERVIEW: Final = "overview"
_WIDE: Final = 3200
"""Pixels; on a table of 90 units, as that of Old World, a card is then 78 wide."""


def preview_cards(
    job: Job, past: Past, cache: Cache, folder: Path, watcher: Watcher | None = None
) -> list[Path]:
    """Write each picture of a mod as it is drawn, and overviews; a scan is shown as it is cut."""
    planned = plan(job.mod, job.parts, Addresses.of("serve", job.out), job.out)
    wanted = [node.name for node in planned.graph if node.name.startswith("face/")]
    memory = BuildMemory(cache, tool_digest(past.stamps), past.stamps)

    def shown() -> list[Path]:
        report = make_all(planned.graph.below(wanted), memory, jobs=job.jobs, watcher=watcher)
        pictures = [(name.split("/")[1], report.outputs[name]) for name in wanted]
        folder.mkdir(parents=True, exist_ok=True)
        written = [
            _written(folder / f"{name}{output.suffix}", output.data()) for name, output in pictures
        ]
        return [*_overviews(folder, pictures), *written]

    return cache.mended(shown)


def preview_table(
    job: Job, past: Past, cache: Cache, folder: Path, watcher: Watcher | None = None
) -> list[Path]:
    """Write a picture of the whole table from above, as it would be built."""
    planned = plan(job.mod, job.parts, job.addresses, job.out)
    memory = BuildMemory(cache, tool_digest(past.stamps), past.stamps)

    def shown() -> bytes:
        report = make_all(planned.graph.below([SAVE]), memory, jobs=job.jobs, watcher=watcher)
        outputs = [report.outputs[name] for name in planned.assets]
        by_address = {job.addresses.at(output.name): output for output in outputs}

        def at(address: str) -> bytes | None:
            output = by_address.get(address)
            return None if output is None else output.data()

        return from_above(json.loads(report.outputs[SAVE].data()), at, width=_WIDE)

    picture = cache.mended(shown)
    folder.mkdir(parents=True, exist_ok=True)
    return [_written(folder / f"table.{job.mod.lang}.png", picture)]


def _overviews(folder: Path, pictures: Iterable[tuple[str, Output]]) -> list[Path]:
    named = ((name, output.data()) for name, output in sorted(pictures))
    sheets = enumerate(contact_sheets(named), 1)
    return [_written(folder / f"{_OVERVIEW}.{number}.png", data) for number, data in sheets]


def _written(file: Path, data: bytes) -> Path:
    if not file.is_file() or file.read_bytes() != data:
        replace_file(file, data)
    return file
