"""Every documented function does what it is there for, and the checks would notice if not."""

from __future__ import annotations

import pytest

from tests.table.api.checking import CHECKS, Section, read, run
from tests.table.api.emptying import emptied
from tts_tool.table.api.documented import documented

SECTIONS = [section for path in sorted(CHECKS.glob("*.checks")) for section in read(path)]


def _named(section: Section) -> str:
    return f"{section.page}:{section.name}"


@pytest.mark.parametrize("section", SECTIONS, ids=_named)
def test_a_function_does_what_it_should(section: Section) -> None:
    """Each check of the page holds on a fresh table."""
    assert not [str(failure) for failure in run(section, section.scene)]


@pytest.mark.parametrize(
    "section",
    [each for each in SECTIONS if each.name in documented().get(each.page, {})],
    ids=_named,
)
def test_a_check_notices_that_a_function_does_nothing(section: Section) -> None:
    """With the function emptied, not one of its checks holds."""
    scene = section.scene
    with emptied(section, scene):
        failed = {failure.line for failure in run(section, scene)}
    checks = {number for number, line in section.lines if " => " in line or " !! " in line}
    assert checks <= failed, f"these lines hold without the function: {sorted(checks - failed)}"
