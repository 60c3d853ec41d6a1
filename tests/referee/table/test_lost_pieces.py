"""A piece that is nowhere any more is made anew from the build, once, and everybody is told."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tests.referee.table.paper import Paper
from tests.referee.table.test_host import COLOURS, begun
from tts_tool.catalog import Catalogue, load
from tts_tool.referee.table import reports
from tts_tool.referee.table.acts import Anew, Arrange, Bring, Order, Spawn
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
        assert spawn == Spawn((Anew(lost, "deck", down=True, data='{"Name": "Card"}'),))
        assert isinstance(then, Order | Arrange | Bring)
        assert ["made anew" in line.text for line in host.told.lines] == [True]
        missing(lost)
        assert not any(isinstance(act, Spawn) for act in host.told.acts)
        missing(session.state.places["deck"][4])
        assert not any(isinstance(act, Spawn) for act in host.told.acts)
        assert "by hand" in host.told.lines[0].text


def test_made_anew_once_more_when_it_is_gone_once_more(catalogue: Catalogue) -> None:
    """The table has said then that it did not come; if it never does people are asked."""
    with begun(catalogue, 1) as session:
        paper, lost = Paper(session.state, Random(1)), session.state.places["deck"][3]
        host = Host(session, COLOURS, anew=lambda: {lost: '{"Name": "Card"}'})
        host.received(paper.hello())

        def made(*, was_seen: bool) -> bool:
            seen = paper.survey()
            deck = tuple(e for e in seen.places["deck"] if was_seen or e.component != lost)
            seen = msgspec.structs.replace(
                seen, epoch=host.epoch, step=host.step, places={**seen.places, "deck": deck}
            )
            host.received(seen)
            host.received(
                reports.Failed(epoch=host.epoch, step=host.step, act=1, what="missing", about=lost)
            )
            return any(isinstance(act, Spawn) for act in host.told.acts)

        assert [made(was_seen=True) for _ in range(5)] == [True] * 5
        assert [made(was_seen=False) for _ in range(4)] == [True, True, False, False]
        assert made(was_seen=True)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "can't be made anew"), ("de", "lässt sich nicht neu machen")]
)
def test_what_nobody_can_make_anew(catalogue: Catalogue, language: str, words: str) -> None:
    """Of a marker that is gone nobody is told to put it right by a word that can't."""
    with begun(catalogue, 1) as session:
        host = Host(session, COLOURS, language)
        host.received(Paper(session.state, Random(1)).hello())
        report = reports.Failed(host.epoch, host.step, act=1, what="missing", about="coins.red")
        (line,) = host.received(report).lines
        assert words in line.text
        assert "!" not in line.text


def test_what_cannot_be_done_is_said_once(catalogue: Catalogue) -> None:
    """However often it is tried; and once more when somebody wants it to be put right."""
    with begun(catalogue, 1) as session:
        lost = session.state.places["deck"][3]
        host = Host(session, COLOURS)
        host.received(Paper(session.state, Random(1)).hello())

        def lines() -> list[bool]:
            report = reports.Failed(host.epoch, host.step, act=1, what="missing", about=lost)
            return ["by hand" in line.text for line in host.received(report).lines]

        assert [lines() for _ in range(3)] == [[True], [], []]
        host.received(reports.Said(1, COLOURS["red"], "!repair", leads=True))
        assert [lines() for _ in range(2)] == [[True], []]
