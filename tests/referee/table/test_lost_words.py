"""What people should have heard and did not, they hear when their table says hello again."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tests.referee.table.paper import Paper
from tests.referee.table.test_faults import failing
from tests.referee.table.test_host import COLOURS, begun, tell
from tts_tool.catalog import Catalogue, load
from tts_tool.kernel.decisions import Move
from tts_tool.referee.table import reports, upkeep
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.spoken import Spoken
from tts_tool.referee.table.told import Line
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET
from tts_tool.texts import house

TURNED_BACK = house("meeting")["turned-back"]["en"]


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """Give the cards of the sample game."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


def test_what_got_lost_is_said_again() -> None:
    """Of three tellings the last two were not heard: their lines come again, in order, once."""
    spoken = Spoken()
    for step, text in enumerate(("one", "two", "three"), 1):
        spoken.fresh.append(Line(text))
        assert spoken.told(4, step) == (Line(text),)
    spoken.fresh.append(Line("four"))
    spoken.begin_anew(4, 1)
    assert spoken.told(5, 1) == (Line("two"), Line("three"), Line("four"))
    spoken.heard(5, 1)
    spoken.begin_anew(5, 1)
    assert spoken.told(6, 1) == ()


def test_a_table_of_another_evening_has_heard_nothing() -> None:
    """A save of an earlier referee may count further: what this one has told it never heard."""
    spoken = Spoken()
    spoken.fresh.append(Line("one"))
    spoken.told(10, 20)
    spoken.begin_anew(11, 12)
    assert spoken.told(12, 1) == (Line("one"),)


def test_a_line_that_was_overtaken(catalogue: Catalogue) -> None:
    """A table that has missed a telling, and says so, hears its line with the answer."""
    with begun(catalogue, 1) as session:
        host, paper = Host(session, COLOURS), Paper(session.state, Random(1))
        tell(host, paper, paper.hello())
        failed = reports.Failed(epoch=host.epoch, step=1, act=1, what="missing", about="ware.tea.1")
        (lost,) = host.received(failed).lines
        assert lost in host.received(paper.hello()).lines
        paper.step = paper.epoch = 0
        heard = msgspec.structs.replace(paper.hello(), epoch=host.epoch, heard=host.step)
        assert lost not in host.received(heard).lines


def test_a_table_that_was_turned_back(catalogue: Catalogue) -> None:
    """Who loads an older save is told that the game is where it was; a reload says nothing."""
    with begun(catalogue, 1) as session:
        host, paper = Host(session, COLOURS), Paper(session.state, Random(1))
        tell(host, paper, paper.hello())
        before = paper.hello()
        told = host.received(paper.hello())
        assert TURNED_BACK not in [line.text for line in told.lines]
        paper.perform(told)
        tell(host, paper, reports.Did(epoch=host.epoch, step=host.step))
        told = host.received(before)
        assert [line.text for line in told.lines] == [TURNED_BACK]
        told = host.received(msgspec.structs.replace(before, epoch=host.epoch, step=host.step))
        assert TURNED_BACK not in [line.text for line in told.lines]
        of_another_evening = msgspec.structs.replace(before, epoch=host.epoch + 7, step=1)
        told = host.received(of_another_evening)
        assert [line.text for line in told.lines] == [TURNED_BACK]


@pytest.mark.parametrize("waits", [False, True], ids=["turned back", "waiting"])
def test_a_stumble_that_nobody_has_heard_of(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, *, waits: bool
) -> None:
    """What a verdict was to say of it is said once to whoever did it, again when that gets lost.

    A table that was turned back does not wait for that verdict any more.
    """
    with begun(catalogue, 1) as session:
        host, paper = Host(session, COLOURS), Paper(session.state, Random(1))
        tell(host, paper, paper.hello())
        before = paper.hello()
        moved = paper.gesture("Red", Move("ware.tea.1", "stall.red"))
        with monkeypatch.context() as broken:
            broken.setattr(upkeep, "put_back", failing)
            (lost,) = host.received(moved).verdicts
        assert lost.say == house("referee")["stumbled"]["en"]
        for _ in range(2):  # what comes instead gets lost, too
            told = host.received(paper.hello() if waits else before)
            said = [(each.colour, each.say) for each in told.verdicts]
            said += [(each.colour, each.text) for each in told.lines]
            assert said.count(("Red", lost.say)) == 1
            assert [*told.verdicts] == [lost] * waits
        tell(host, paper, reports.Did(epoch=host.epoch, step=host.step))
        assert lost.say not in [line.text for line in host.received(before).lines]


def test_the_words_are_there() -> None:
    """They are said in both languages, and name the way to take something back."""
    words = house("meeting")["turned-back"]
    assert "!undo" in words["en"]
    assert "!zurück" in words["de"]


def test_numbers_that_are_on_their_way(catalogue: Catalogue) -> None:
    """A gesture of before a rewind, heard only after it, takes no later gesture's number."""
    with begun(catalogue, 1) as session:
        host, paper = Host(session, COLOURS), Paper(session.state, Random(1))
        paper.n = host.greeting("secret").count
        tell(host, paper, paper.hello())
        late = reports.Said(n=paper.n + 1, colour="Red", text="!undo")
        counted_on = host.greeting("secret").count
        host.received(late)
        assert counted_on > late.n
        assert host.greeting("secret").count > counted_on
