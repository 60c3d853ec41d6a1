"""One round of the base game of Old World, all rules on, printed as JSON.

`bench_old_world.py` runs it in a process of its own, in turns with the rounds of the others.
"""

from __future__ import annotations

import argparse
import json

from tests.bench.kernel_round import composed, judging, restoring, speed
from tts_tool import __version__
from tts_tool.rulesets.old_world import RULESET

SEATS = (2, 3, 4)
WARM_UP = 1


def main() -> None:
    """Measure everything once for each number of seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=10)
    games = parser.parse_args().games
    figures = {}
    for seats in SEATS:
        composition = composed(RULESET, RULESET.seats[:seats])
        speed(composition, WARM_UP)
        for measure in (speed, judging, restoring):
            for name, value in measure(composition, games).items():
                figures[f"{seats}.{name}"] = value
    print(json.dumps({"version": __version__, "figures": figures}))


if __name__ == "__main__":
    main()
