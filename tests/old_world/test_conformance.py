"""Old World keeps what every ruleset owes the people at the table, with one to five seats."""

from tts_tool.proof.kit import conformance
from tts_tool.rulesets.old_world import RULESET

test_old_world = conformance(RULESET)
