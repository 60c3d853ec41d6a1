"""The witness hears of refusals in whatever form they come, and leaves nothing behind."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tts_tool.kernel.entries import Refused
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice, Option
from tts_tool.proof.ground import Field, Ground
from tts_tool.proof.rule_lines import RuleLine
from tts_tool.proof.subject import Subject
from tts_tool.proof.witness import Witness, reading, refusals
from tts_tool.rulesets import night_market
from tts_tool.rulesets.night_market.wares import Sift

FULL = Rejection("stall-full", {"most": 3}, "NM-06")
LINE = RuleLine("NM-09", "a.py", 1, 1, 1, "field", "")


@pytest.mark.parametrize(
    ("reply", "rules"),
    [
        (FULL, ["NM-06"]),
        (Refused(FULL), ["NM-06"]),
        (Option("tea", FULL), ["NM-06"]),
        (Choice(("a", "b"), lambda v: FULL if v == "a" else None).options(), ["NM-06"]),
        (Choice(("a",), lambda _: FULL).describe(), ["NM-06"]),
        ({"id": 3, "ok": False, "error": {"code": "stall-full", "rule": "NM-06"}}, ["NM-06"]),
        ((FULL, [FULL]), ["NM-06", "NM-06"]),
        ({"rule": "NM-06", "kind": "limit"}, []),
        (Option("tea"), []),
        ("NM-06", []),
        (None, []),
        ([[[[[[[FULL]]]]]]], []),
        ([[[[[[FULL]]]]]], ["NM-06"]),
    ],
)
def test_refusals(reply: object, rules: list[str]) -> None:
    """Replies, options, spaces in words and error lines are seen; mere ids are not."""
    assert list(refusals(reply)) == rules


def test_reading_is_heard_and_forgotten() -> None:
    """Whoever reads a field is told of; afterwards the type is what it was."""
    before, heard = inspect.getattr_static(Sift, "wares"), []

    def told(field: Field, owner: object, reader: FrameType) -> None:
        heard.append((field.line, owner, reader.f_code.co_name))

    with reading([Field(Sift, "wares", LINE), Field(Sift, "wares", LINE, "x")], told):
        sift = Sift(wares=3)
        assert heard == []
        assert sift.wares == 3
        assert Sift.wares is before
        assert heard == [(LINE, sift, "test_reading_is_heard_and_forgotten")] * 2
    assert inspect.getattr_static(Sift, "wares") is before
    assert sift.wares == 3
    assert len(heard) == 2


def test_nothing_is_left_behind() -> None:
    """After a test, even a failing one, nobody is watched any more."""
    package = Path(night_market.__file__).parent
    ground = Ground(Subject.of(night_market.RULESET, package))
    before: Any = sys.gettrace()
    witness = Witness(ground, ["NM-06"], ["NM-06"])
    with witness.watching():
        assert sys.gettrace() is not before
    with pytest.raises(ZeroDivisionError), witness.watching():
        raise ZeroDivisionError
    assert sys.gettrace() is before
    assert (witness.shown, witness.refused) == (set(), set())
