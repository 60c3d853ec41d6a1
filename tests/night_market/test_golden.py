"""Night Market plays as it is written down, and with each box."""

from pathlib import Path

from tts_tool.proof.golden import golden
from tts_tool.proof.match import module_sets
from tts_tool.rulesets.night_market import RULESET

FOLDER = Path(__file__).parents[1] / "golden" / "night_market"

test_golden = golden(RULESET, FOLDER)


def test_every_text_belongs_to_a_set_of_boxes() -> None:
    """Nothing is kept that is not played any more."""
    known = {f"{'+'.join(modules)}.txt" for modules in module_sets(RULESET, 1)}
    assert {file.name for file in FOLDER.iterdir()} == known
