"""Old World begins as it is written down: set-up and two rounds, for one to five seats."""

from pathlib import Path

from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.golden import golden_openings
from tts_tool.rulesets.old_world import RULESET
from tts_tool.rulesets.old_world.base.turn.turn import Turn

FOLDER = Path(__file__).parents[1] / "golden" / "old_world"
ROUNDS = 2


def two_rounds(game: Timeline) -> bool:
    """Tell whether everybody has had two turns."""
    return game.game.part(Turn).number > ROUNDS * len(game.game.seats)


test_golden = golden_openings(RULESET, FOLDER, two_rounds)
