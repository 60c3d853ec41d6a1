"""One round of Catanatron: random players, four of them; printed as JSON.

Runs in the environment of the peers and is never imported.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from importlib.metadata import version
from typing import Any

from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]  # a peer

WARM_UP = 2
SEED = 1


class Counting(RandomPlayer):  # type: ignore[misc]  # a peer's class
    """A random player that notes how often it had a choice."""

    chosen = 0

    def decide(self, game: Any, playable_actions: Any) -> Any:  # noqa: ANN401  # a peer's types
        Counting.chosen += len(playable_actions) > 1
        return super().decide(game, playable_actions)


def played(player: type, games: int) -> int:
    """Play the same games each round; give the number of actions, forced ones included."""
    random.seed(SEED)
    actions = 0
    for _ in range(games):
        game = Game([player(color) for color in Color])
        game.play()
        actions += len(game.state.actions)
    return actions


def main() -> None:
    """Time games of plain players; then see in the same games how many actions were a choice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=15)
    games = parser.parse_args().games
    played(RandomPlayer, WARM_UP)
    started = time.process_time()
    actions = played(RandomPlayer, games)
    seconds = time.process_time() - started
    played(Counting, games)
    figures = {
        "catanatron.actions_per_s": actions / seconds,
        "catanatron.decisions_per_s": Counting.chosen / seconds,
    }
    print(json.dumps({"version": version("catanatron"), "figures": figures}))


if __name__ == "__main__":
    main()
