"""The evidence that is checked in shows every rule, and is not older than rules and tests.

It is looked at here and not among the tests of a game: those are run against broken rules, and
the fingerprint of a broken line is always another one.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tts_tool.proof.coverage import coverage, in_words
from tts_tool.proof.subject import Subject
from tts_tool.rulesets import night_market, old_world, path_of_destiny


@pytest.mark.parametrize(
    "game",
    [night_market, old_world, path_of_destiny],
    ids=["night-market", "old-world", "path-of-destiny"],
)
def test_every_rule_is_shown(game: ModuleType) -> None:
    """Nothing is missing; if something is: tts-tool rules coverage GAME --run."""
    covered = coverage(Subject.of(game.RULESET, Path(str(game.__file__)).parent))
    assert covered.complete, "\n".join(in_words(covered))
