"""Whatever fails in the referee costs one gesture: it is told, written down, and play goes on."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import msgspec
import pytest

from tests.referee.table.paper import Paper, drift
from tests.referee.table.test_host import COLOURS, begun, tell, tried
from tts_tool.catalog import Catalogue, load
from tts_tool.errors import Unavailable
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Move, Roll
from tts_tool.referee.table import reports
from tts_tool.referee.table.faults import written
from tts_tool.referee.table.host import Host
from tts_tool.referee.table.told import Line
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET
from tts_tool.texts import house

ROOM = "tts_tool.referee.table"
PLACES = [
    f"{ROOM}.judging.meanings",
    f"{ROOM}.judging.pressed_key",
    f"{ROOM}.judging.at_hand",
    f"{ROOM}.showing.permits",
    f"{ROOM}.following.choreography",
    f"{ROOM}.upkeep.put_back",
    f"{ROOM}.showing.changes",
    f"{ROOM}.asking.questions",
    f"{ROOM}.asking.asked",
    f"{ROOM}.chance.Chance.settle",
    f"{ROOM}.chance.Chance.trials",
    f"{ROOM}.drafts.drafted",
    f"{ROOM}.seating.Seating.said",
    f"{ROOM}.taking_back.undone",
    f"{ROOM}.headings.Headings.of",
    "tts_tool.referee.session.Session.answer",
    "tts_tool.referee.session.Session.told",
]
"""Every part of the referee that a gesture passes through."""


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """Give the cards of the sample game."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


def failing(*_: object, **__: object) -> NoReturn:
    """Fail as nobody has thought of."""
    raise ZeroDivisionError("nobody has thought of this")


def gesture(paper: Paper, chance: Random, values: tuple[tuple[int, int], ...] = ((1, 3),)) -> Any:  # noqa: ANN401
    """Do something that is allowed, or ask for it to be taken back."""
    if chance.random() < 0.1:
        paper.n += 1
        return reports.Said(n=paper.n, colour=chance.choice(list(COLOURS.values())), text="!undo")
    found = tried(paper, chance)
    assert found is not None
    colour, what = found
    return paper.gesture(colour, what, values if isinstance(what, Roll) else ())


@pytest.mark.parametrize("place", PLACES)
def test_play_goes_on(
    place: str, catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part fails for a while: every gesture gets a verdict, and then nothing is amiss."""
    chance = Random(2)
    with begun(catalogue, 2) as session:
        host, paper = Host(session, COLOURS, note=written(tmp_path)), Paper(session.state, chance)
        tell(host, paper, paper.hello())
        for _ in range(400):
            report = gesture(paper, chance)
            with monkeypatch.context() as broken:
                broken.setattr(place, failing)
                paper.perform(host.received(report))
                wrong = paper.gesture("Red", Move("ware.tea.1", "stall.red"))
                paper.perform(host.received(wrong))
            assert paper.pending == []
            tell(host, paper, paper.hello())
            assert drift(session.state, paper) == {}
            if any(tmp_path.iterdir()):
                break
            tell(host, paper, gesture(paper, chance))
        for _ in range(12):
            tell(host, paper, gesture(paper, chance))
            assert drift(session.state, paper) == {}
        assert host.told.mode == "enforce"
    (report, *_) = [json.loads(path.read_bytes()) for path in sorted(tmp_path.iterdir())]
    assert "nobody has thought of this" in report["trace"]
    assert report["header"]["game"] == RULESET.name


def test_nothing_is_prevented_blindly(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While permits can't be worked out the table prevents nothing; then it does again."""
    with begun(catalogue, 1) as session:
        host, paper = Host(session, COLOURS), Paper(session.state, Random(1))
        with monkeypatch.context() as broken:
            broken.setattr(f"{ROOM}.showing.permits", failing)
            assert host.received(paper.hello()).mode == "advise"
        assert host.received(paper.hello()).mode == "enforce"
        assert set(host.told.permits) == set(COLOURS.values())


def test_the_same_failure_is_written_once(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails at every gesture neither fills the disk nor the chat."""
    with begun(catalogue, 1) as session:
        host, paper = (
            Host(session, COLOURS, note=written(tmp_path)),
            Paper(session.state, Random(1)),
        )
        monkeypatch.setattr(f"{ROOM}.asking.asked", failing)
        lines: list[Line] = []
        for _ in range(20):
            told = host.received(paper.hello())
            paper.perform(told)
            lines += told.lines
    assert len(list(tmp_path.iterdir())) == 1
    assert len(lines) == 1


def test_a_full_disk_is_told(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that can't be written down gets its verdict, and the table hears why."""

    def full(*_: object) -> NoReturn:
        raise Unavailable("no space left on the disk", where="games")

    chance = Random(1)
    with begun(catalogue, 1, Journal(tmp_path / "games")) as session:
        host, paper = Host(session, COLOURS), Paper(session.state, chance)
        tell(host, paper, paper.hello())
        report = gesture(paper, chance)
        monkeypatch.setattr(Journal, "write", full)
        paper.perform(host.received(report))
        assert paper.pending == []
        verdict = paper.told.verdicts[0]
        assert not verdict.done
        assert verdict.say
        assert paper.told.mode == "advise"


@pytest.mark.parametrize(
    "place", ["following.choreography", "showing.permits", "upkeep.put_back", "asking.questions"]
)
def test_people_are_told_once(
    place: str, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What fails after an answer was taken is said as well, by the verdict or to all, not twice."""
    chance = Random(3)
    words = {house("kernel", "referee")[code]["en"] for code in ("stumbled", "fault")}
    failed = 0
    for seed in range(12):
        with begun(catalogue, seed) as session:
            host, paper = Host(session, COLOURS), Paper(session.state, chance)
            tell(host, paper, paper.hello())
            moved = paper.gesture("Red", Move("ware.tea.1", "stall.red"))
            with monkeypatch.context() as broken:
                broken.setattr(f"{ROOM}.{place}", failing)
                told = host.received(moved if seed % 2 else gesture(paper, chance))
            said = [each.say for each in told.verdicts] + [each.text for each in told.lines]
            assert sum(each in words for each in said) <= 1
            failed += sum(each in words for each in said)
    assert failed > 3


@pytest.mark.parametrize(
    "place",
    [
        "host.Host._follow_up",
        "chance.Chance.settle",
        "asking.Panels.of",
        "showing.permits",
        "headings.Headings.of",
    ],
)
def test_what_fails_again_is_put_right_again(
    place: str, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same failure, however often it comes, leaves no table that lies otherwise for long.

    Nor one that lacks a question: whoever can only press its button could not go on.
    """
    chance = Random(3)
    with begun(catalogue, 3) as session:
        host, paper = Host(session, COLOURS), Paper(session.state, chance)
        tell(host, paper, paper.hello())
        for _ in range(20):
            report = gesture(paper, chance)
            with monkeypatch.context() as broken:
                broken.setattr(f"{ROOM}.{place}", failing)
                told = host.received(report)
            assert told.look
            paper.perform(told)
            seen = msgspec.structs.replace(paper.survey(), epoch=paper.epoch, step=paper.step)
            tell(host, paper, seen)
            assert drift(session.state, paper) == {}
            assert host._showing.fresh_permits() == ({}, True)
            assert host._showing.fresh_panels("enforce") == {}
            assert host._showing.fresh_headings("enforce") == {}


def test_whose_table_has_forgotten_the_gesture_is_told_all_the_same(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A gesture that comes after its table was turned back has nobody who reads its verdict.

    One that the table still waits for is told of by its verdict alone.
    """
    stumbled = house("kernel", "referee")["stumbled"]["en"]
    with begun(catalogue, 3) as session:
        host, paper = Host(session, COLOURS), Paper(session.state, Random(3))
        for forgotten in (True, False, True):
            late = paper.gesture("Red", Move("ware.tea.1", "stall.red"))
            if forgotten:
                paper.pending.clear()
            paper.n = max(paper.n, host.greeting("secret").count)
            with monkeypatch.context() as broken:
                broken.setattr(f"{ROOM}.upkeep.put_back", failing)
                told = host.received(paper.hello())
                lines = [line.text for line in told.lines]
                paper.perform(told)
                told = host.received(late)
                lines += [line.text for line in told.lines]
            assert lines.count(stumbled) == forgotten
            assert [verdict.say for verdict in told.verdicts if verdict.n == late.n] == [stumbled]
            paper.perform(told)


def test_a_table_that_could_not_be_put_right_is_looked_at_again(
    catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the referee stumbles over how the table lies, it asks once more; not for ever."""
    chance = Random(1)
    with begun(catalogue, 1) as session:
        host, paper = Host(session, COLOURS), Paper(session.state, chance)
        tell(host, paper, paper.hello())
        hello = paper.hello()
        with monkeypatch.context() as broken:
            broken.setattr(f"{ROOM}.upkeep.repairs", failing)
            assert [host.received(hello).look, host.received(hello).look] == [True, False]
        assert not host.received(hello).look
