"""What is typed is completed by the documented names."""

from __future__ import annotations

import pytest

from tts_tool.lua.completion import completions


@pytest.mark.parametrize(
    ("before", "there", "not_there"),
    [
        ("getObj", {"getObjects", "getObjectFromGUID"}, {"getPosition"}),
        ("x = Wait.", {"frames", "time", "condition"}, {"getObjects"}),
        ("self.getPos", {"getPosition"}, {"getObjects"}),
        ("getObjects()[1].setPos", {"setPosition"}, set()),
        ("nobody:getN", {"getName"}, set()),
        ("for i = 1, 3 do retu", {"return"}, set()),
        ("", set(), {"getObjects"}),
        ("print(1) ", set(), {"getObjects"}),
    ],
)
def test_names(before: str, there: set[str], not_there: set[str]) -> None:
    """Names of Global stand alone, others behind the dot to which they belong."""
    found = set(completions(before))
    assert there <= found
    assert not not_there & found
