"""Every edit of every tier, and the hub beside a bare echo, each beside what is aimed at.

It takes under three minutes on a machine that does nothing else; on any other the times by the
clock say little, and how long `dev` was at work says more.

Run it as `python tests/bench/bench_sync.py`, or some of it: `bench_sync.py my-mod hub`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).parents[2]))


from tests.bench.bench_dev import MODS, Found, measured, row

ROUNDS: Final = 16
LOADS: Final = 4
DATA_AIM: Final = 150.0
CARD_AIM: Final = 400.0
"""Milliseconds, of which 95 in a hundred edits are to take no more; a load has no aim."""
HUB: Final = "hub"
DRAWN: Final = ("text of a card", "art of")


def aim_of(found: Found) -> float | None:
    """Say how long such an edit may take."""
    if found.tier == "load":
        return None
    return CARD_AIM if found.kind.startswith(DRAWN) else DATA_AIM


def main() -> None:
    """Measure it all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=[*MODS, HUB])
    parts = parser.parse_args().parts
    began = time.monotonic()
    for found in measured([each for each in parts if each != HUB], ROUNDS, LOADS):
        aim = aim_of(found)
        said = (
            "no aim"
            if aim is None
            else f"aim {aim:3.0f}: {'met' if found.most <= aim else 'NOT met'}"
        )
        print(f"  {row(found)}; {said}", flush=True)
    if HUB in parts:
        hub = Path(__file__).with_name("bench_hub.py")
        subprocess.run((sys.executable, hub, "--bytes", "1000"), check=True)
        print("  aim: what the hub adds at p50 is under 1 ms")
    print(f"all of it took {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
