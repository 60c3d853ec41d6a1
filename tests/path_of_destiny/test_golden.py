"""Path of Destiny plays as it is written down: its first chapter, for two to five seats."""

from pathlib import Path

from tts_tool.kernel.timeline import Timeline
from tts_tool.proof.golden import golden_openings
from tts_tool.rulesets.path_of_destiny import RULESET
from tts_tool.rulesets.path_of_destiny.base.course import Course

FOLDER = Path(__file__).parents[1] / "golden" / "path_of_destiny"


def one_chapter(game: Timeline) -> bool:
    """Tell whether the second chapter has begun."""
    return game.game.part(Course).chapter > 1


test_golden = golden_openings(RULESET, FOLDER, one_chapter)
