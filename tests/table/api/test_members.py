"""Each name of the API says how what a script passes is read; that is read when first used."""

import pytest

from tts_tool.table.api import pages
from tts_tool.table.api.registry import Member, members

pages.load()


def changes(each: Member) -> list[Member]:
    """Give what a name does, and what happens when it is written."""
    return [each, *([each.change] if each.change else [])]


@pytest.mark.parametrize("page", sorted({page for page, _ in members()}))
def test_annotations(page: str) -> None:
    """Each function's annotations can be read; a name of an object's page takes that object."""
    here = [one for (on, _), each in members().items() if on == page for one in changes(each)]
    assert here
    for each in here:
        assert all(callable(parameter.read) for parameter in each.takes), each.name
        assert each.of_things <= (page == "object")
