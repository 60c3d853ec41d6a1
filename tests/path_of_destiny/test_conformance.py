"""Path of Destiny keeps what every ruleset owes the people at the table, with two to five seats."""

from tts_tool.proof.kit import conformance
from tts_tool.rulesets.path_of_destiny import RULESET

test_path_of_destiny = conformance(RULESET)
