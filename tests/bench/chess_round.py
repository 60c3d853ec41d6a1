"""One round of python-chess: judging moves, and making them; printed as JSON.

Runs in the environment of the peers and is never imported.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from importlib.metadata import version
from typing import Any

import chess  # type: ignore[import-not-found]  # a peer

PLIES = 80
WARM_UP = 3
SEED = 1

Judging = tuple[Any, Any, Any]
"""A position, a legal move in it, and one that may well not be."""


def games(count: int) -> list[list[Judging]]:
    """Play random games."""
    chosen = random.Random(SEED)
    found: list[list[Judging]] = []
    for _ in range(count):
        board = chess.Board()
        line: list[Judging] = []
        while not board.is_game_over() and len(line) < PLIES:
            move = chosen.choice(list(board.legal_moves))
            wild = chess.Move(move.from_square, chosen.randrange(64))
            line.append((board.copy(stack=False), move, wild))
            board.push(move)
        found.append(line)
    return found


def judged(found: list[list[Judging]]) -> float:
    """Judge both moves in every position; give judgements per second."""
    positions = [position for line in found for position in line]
    started = time.process_time()
    for board, move, wild in positions:
        board.is_legal(move)
        board.is_legal(wild)
    return 2 * len(positions) / (time.process_time() - started)


def moved(found: list[list[Judging]]) -> float:
    """Make every move and take it all back; give moves made and taken back per second."""
    started = time.process_time()
    for line in found:
        board = chess.Board()
        for _, move, _ in line:
            board.push(move)
        for _ in line:
            board.pop()
    return sum(map(len, found)) / (time.process_time() - started)


def played(found: list[list[Judging]]) -> float:
    """Judge each move, then make it; give moves per second."""
    started = time.process_time()
    for line in found:
        board = chess.Board()
        for _, move, _ in line:
            if board.is_legal(move):
                board.push(move)
    return sum(map(len, found)) / (time.process_time() - started)


def main() -> None:
    """Measure all on the same games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=60)
    found = games(parser.parse_args().games)
    judged(found[:WARM_UP])
    figures = {
        "chess.is_legal_per_s": judged(found),
        "chess.push_pop_per_s": moved(found),
        "chess.moves_per_s": played(found),
    }
    print(json.dumps({"version": version("chess"), "figures": figures}))


if __name__ == "__main__":
    main()
