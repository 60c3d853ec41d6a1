"""Measures `tabletop-tools` on a save once: `unpack` or `pack`, in a fresh process.

Runs in the environment of the peers and does what its own commands do.
"""

from __future__ import annotations

import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tts.config import Config  # type: ignore[import-not-found]  # only the peers have it
from tts.repack import repack  # type: ignore[import-not-found]
from tts.savegame import UnpackedSavegame  # type: ignore[import-not-found]
from tts.unpack import unpack  # type: ignore[import-not-found]
from tts.utils.formats import format_json, parse_json  # type: ignore[import-not-found]

from tests.bench.memory import peak


def deed(what: str, save: Path, folder: Path) -> None:
    """Do what the command does."""
    unpacked = UnpackedSavegame(folder, Config())
    if what == "unpack":
        folder.mkdir(exist_ok=True)
        read = parse_json(save.read_text(encoding="utf-8"))
        unpack(savegame=read, unpacked_savegame=unpacked)
    else:
        text = format_json(repack(unpacked_savegame=unpacked), config=Config())
        (folder / "packed.json").write_text(text, encoding="utf-8")


def main() -> None:
    """Print seconds, and the memory that was needed above that of the idle process."""
    what, save, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    idle = peak()
    start = time.perf_counter()
    deed(what, save, folder)
    seconds = time.perf_counter() - start
    told = {"seconds": seconds, "memory": peak() - idle, "version": version("tabletop-tools")}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
