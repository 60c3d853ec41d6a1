"""Measures one deed of ours on a save once: `verify`, `unpack` or `pack`, in a fresh process."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import tts_tool
import tts_tool.cli.main
from tests.bench.memory import peak
from tts_tool.saves.disk import pack_folder, save_file, unpack_folder
from tts_tool.saves.verifying import unpacked, verify


def deed(what: str, save: Path, folder: Path) -> None:
    """Do what the command does, with everything checked that it checks."""
    if what == "verify":
        assert verify(save.read_bytes(), str(save)).differs_at is None
    elif what == "unpack":
        unpack_folder(unpacked(save.read_bytes(), str(save)), folder)
    else:
        save_file(folder / "packed.json", pack_folder(folder), folder)


def main() -> None:
    """Print seconds, and the memory that was needed above that of an idle `tts-tool`."""
    what, save, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    idle = peak()
    start = time.perf_counter()
    deed(what, save, folder)
    seconds = time.perf_counter() - start
    told = {"seconds": seconds, "memory": peak() - idle, "version": tts_tool.__version__}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
