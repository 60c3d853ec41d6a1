"""The suite of checks leaves nothing out that it should look at."""

from __future__ import annotations

import pytest

from tests.corpus import wants_corpus
from tests.table.api.checking import CHECKS, Section, read
from tests.table.api.counting import count, used
from tts_tool.table.api.coverage import coverage
from tts_tool.table.api.documented import documented

SECTIONS: dict[tuple[str, str], Section] = {
    (section.page, section.name): section
    for path in sorted(CHECKS.glob("*.checks"))
    for section in read(path)
}
COMPLETE = sorted(
    each.page for each in coverage() if not each.missing and each.page in documented()
)
MANY_MODS = 2
LEAST_CHECKS = 3
# What `print` shows is seen by the host, not by scripts: test_lines.py.
ELSEWHERE = {("base", "print")}


@pytest.mark.parametrize("page", COMPLETE)
def test_every_name_is_checked(page: str) -> None:
    """A page of which every name is there has a check for each."""
    unchecked = [
        name
        for name in documented()[page]
        if (page, name) not in ELSEWHERE
        and ((page, name) not in SECTIONS or SECTIONS[page, name].checks == 0)
    ]
    assert unchecked == []


def test_names_that_many_mods_use_are_checked_well() -> None:
    """What more than two mods of the corpus use has at least three checks."""
    pages = {page for page, _ in SECTIONS}
    weak = {
        f"{page}.{name}": SECTIONS[page, name].checks
        for (page, name), mods in used().items()
        if mods > MANY_MODS and page in pages and (page, name) not in ELSEWHERE
        if SECTIONS[page, name].checks < LEAST_CHECKS
    }
    assert weak == {}


@wants_corpus
def test_the_list_of_used_names_is_up_to_date() -> None:
    """Counting again gives what is written down."""
    assert count() == used()
