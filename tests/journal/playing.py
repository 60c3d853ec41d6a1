"""Plays for the test that kills it: whatever was acknowledged is printed, one line each.

It goes on with the game that was left open last, or begins one; it answers at random, takes
back and does again.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from tts_tool.catalog import Catalogue, load
from tts_tool.journal import Journal, Keeper, Present, resume
from tts_tool.kernel.entries import Accepted, Header
from tts_tool.kernel.game import Luck
from tts_tool.kernel.module import Composition, Setup
from tts_tool.kernel.timeline import Timeline
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET

SEATS = RULESET.seats[:3]
MODULES = ("core", "storm", "guild")


def cards() -> Catalogue:
    """Load the cards of the game."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


def compose(catalogue: Catalogue) -> Composition:
    """Put the game together."""
    settings = {each.name: each.default for each in RULESET.settings(MODULES)}
    return Composition(RULESET, Setup(SEATS, MODULES, settings, catalogue))


def header(composition: Composition, seed: str) -> Header:
    """Write down what a game begins from."""
    modules = {module.name: module.behaviour for module in composition.modules}
    digest = composition.setup.cards.digest
    luck = Luck(seed)
    name = composition.ruleset.name
    return Header(game=name, seats=SEATS, modules=modules, luck=luck, cards_digest=digest)


def present(before: Header) -> Present:
    """Say what the game is now."""
    composition = compose(cards())
    return Present(composition, header(composition, before.luck.seed))


def begin(seed: str) -> Timeline:
    """Begin a game in memory."""
    composition = compose(cards())
    return Timeline(composition, header(composition, seed))


def step(keeper: Keeper, pick: random.Random) -> bool:
    """Do something at random; tell whether it was done."""
    game = keeper.timeline
    if pick.random() < 0.2 and game.entries:
        return isinstance(keeper.undo("red", len(game.entries) - 1, SEATS), Accepted)
    if pick.random() < 0.2:
        return isinstance(keeper.redo(), Accepted)
    free = [each for each in game.decisions() if not game.driver.held(each)]
    decision = free[pick.randrange(len(free))]
    reply = keeper.choose(decision, decision.space().sample(pick.randrange))
    return isinstance(reply, Accepted)


def main(path: Path, seed: str, most: int) -> None:
    """Play until killed; after so many acknowledgements only wait for that."""
    pick = random.Random(seed)
    said = 0
    with Journal(path) as journal:
        while True:
            left = [each.id for each in journal.games() if not each.over]
            keeper = (
                resume(journal, left[0], present).keeper
                if left
                else Keeper.begin(journal, begin(seed))
            )
            with keeper:
                while not keeper.timeline.over:
                    if step(keeper, pick):
                        lines = keeper.lines
                        stands = len(keeper.timeline.entries)
                        print(json.dumps([keeper.game, lines, stands]), flush=True)  # noqa: T201
                        said += 1
                        if said == most:
                            sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
