"""A piece that is nowhere any more is made anew from the build, once, and everybody is told."""

from __future__ import annotations

from random import Random

import pytest

from tests.referee.table.paper import Paper
from tests.referee.table.test_host import COLOURS, begun
from tts_tool.catalog import Catalogue, load
from tts_tool.referee.table import reports
from tts_tool.referee.table.acts import Arrange, Bring, Order, Spawn
from tts_tool.referee.table.host import Host
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """Give the cards of the sample game."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


def test_made_anew(catalogue: Catalogue) -> None:
    """It comes as the build has it, to where the rules say that it is; the second time not."""
    with begun(catalogue, 1) as session:
        lost = session.state.places["deck"][3]
        host = Host(session, COLOURS, anew=lambda: {lost: '{"Name": "Card"}'})
        host.received(Paper(session.state, Random(1)).hello())

        def missing(about: str) -> None:
            host.received(
                reports.Failed(epoch=host.epoch, step=host.step, act=1, what="missing", about=about)
            )

        missing(lost)
        spawn, then = host.told.acts
        assert spawn == Spawn(lost, "deck", down=True, data='{"Name": "Card"}')
        assert isinstance(then, Order | Arrange | Bring)
        assert ["made anew" in line.text for line in host.told.lines] == [True]
        missing(lost)
        assert not any(isinstance(act, Spawn) for act in host.told.acts)
        missing(session.state.places["deck"][4])
        assert not any(isinstance(act, Spawn) for act in host.told.acts)
        assert "by hand" in host.told.lines[0].text
