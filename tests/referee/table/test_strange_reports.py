"""Whatever a table reports, the referee neither fails nor does anything that is no legal report."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from tests.referee.table.paper import Paper, drift
from tests.referee.table.test_host import COLOURS, begun, tell, tried
from tts_tool.catalog import Catalogue, load
from tts_tool.kernel.decisions import Press, Roll
from tts_tool.referee.table import reports
from tts_tool.referee.table.faults import Stumble
from tts_tool.referee.table.host import Host
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET

STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 1.5, 2**70, "", "x", "Red", "ware.tea.1", "\ud83d", "a" * 5_000, [], {},
    [[1, 2]], {"gesture": "move"}, {"a": {"b": [None]}}, "attic/red/0/d62e8fc7#d4c30712",
)  # fmt: skip


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """Give the cards of the sample game."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


def bent(document: Any, chance: Random) -> Any:  # noqa: ANN401  # any JSON
    """Change something in a document, somewhere."""
    if isinstance(document, dict) and document and chance.random() < 0.8:
        key = chance.choice(sorted(document))
        ways: list[Callable[[], Any]] = [
            lambda: {**document, key: bent(document[key], chance)},
            lambda: {name: each for name, each in document.items() if name != key},
            lambda: {**document, str(chance.choice(STRANGE)): chance.choice(STRANGE)},
            lambda: {**document, key: chance.choice(STRANGE)},
        ]
        return chance.choice(ways)()
    if isinstance(document, list) and document and chance.random() < 0.8:
        at = chance.randrange(len(document))
        return [*document[:at], bent(document[at], chance), *document[at + chance.randint(0, 1) :]]
    return chance.choice(STRANGE)


def samples(host: Host, paper: Paper, chance: Random) -> list[Any]:
    """Give reports of every kind, as they would be now."""
    made: list[reports.Report] = [paper.hello(), paper.survey()]
    found = tried(paper, chance)
    if found is not None:
        values = ((1, 3),) if isinstance(found[1], Roll) else ()
        paper.n += 1
        faces = tuple(reports.Face(*each) for each in values)
        made.append(
            reports.Gestured(n=paper.n, colour=found[0], gesture=found[1], values=faces)  # type: ignore[arg-type]  # one of four kinds
        )
    made.append(reports.Said(n=paper.n + 1, colour="Red", text="!undo"))
    made.append(reports.Changed(track="coins.red", value=3, colour="Red"))
    made.append(reports.Did(epoch=host.epoch, step=host.step))
    made.append(reports.Failed(epoch=host.epoch, step=host.step, act=1, what="missing"))
    made += [reports.Fell(decision=each.id, outcome=(1,)) for each in host.session.open("*")[:1]]
    return [json.loads(msgspec.json.encode(each)) for each in made]


def takes_back(report: reports.Report) -> bool:
    """Tell whether somebody has said, or agreed by a button, that something is taken back."""
    if isinstance(report, reports.Gestured) and isinstance(report.gesture, Press):
        return report.gesture.button.startswith("undo:")
    return isinstance(report, reports.Said)


@pytest.mark.soak(sample=400, full=10_000)
def test_strange_reports(catalogue: Catalogue, rounds: int) -> None:
    """Bent reports are refused by the reader, or they are legal and do what they say."""
    chance = Random(7)
    stumbles: list[Stumble] = []
    read = refused = 0
    with begun(catalogue, 7) as session:
        host = Host(session, COLOURS, note=stumbles.append)
        paper = Paper(session.state, Random(7))
        tell(host, paper, paper.hello())
        for number in range(rounds):
            document = bent(chance.choice(samples(host, paper, chance)), chance)
            before, entries = session.digest(), session.step
            try:
                report = reports.read(document)
            except (msgspec.ValidationError, ValueError, OverflowError):
                refused += 1
                assert session.digest() == before
                continue
            read += 1
            told = host.received(report)
            assert len(msgspec.json.encode(told)) < 1_000_000
            if session.step == entries and session.digest() != before:
                assert takes_back(report), report
            if number % 20 == 19:  # the table is as it is, and says so
                tell(host, paper, paper.hello())
                assert drift(session.state, paper) == {}
    assert [each.trace for each in stumbles if each.where != "the table"] == []
    assert read > rounds / 20
    assert refused > rounds / 20
