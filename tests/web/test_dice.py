"""Which dice somebody may take for what: any, but those that still have to show how they fell."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from tests.build.set_up import made
from tests.web.peer import Peer
from tts_tool.referee.table.told import Permits, Verdict
from tts_tool.table import Table

SECOND = 60


@pytest.fixture(scope="module")
def peer() -> Iterator[Peer]:
    """Open the table of Old World, with its two sets of dice, and say what may be rolled there."""
    with Table.open(made().save, seats=("Red",), seconds=20) as table:
        peer = Peer(table, "old-world")
        peer.begin(Red=Permits(version=1, otherwise="No."))
        yield peer
        assert [str(each) for each in table.errors] == []


@cache
def dice() -> tuple[str, ...]:
    """Give a die of each set, by its GUID."""
    return tuple(each["guids"][0] for each in made().values["dice"])


def rolled(peer: Peer, die: str, stream: str) -> list[str]:
    """Roll a die where the rules ask for a stream; say for which it counts."""
    peer.reports.clear()
    peer.tell(permits={"Red": Permits(version=1, rolls={stream: True}, otherwise="No.")})
    peer.table.run(6)
    peer.table.red.roll(peer.table.find(die))
    peer.table.run(6 * SECOND)
    for each in peer.heard("gestured"):
        peer.tell(verdicts=[Verdict(each["n"], "Red", done=True)])
    peer.table.run(6)
    return [each["gesture"]["die"] for each in peer.heard("gestured")]


def test_the_same_die_again(peer: Peer) -> None:
    """Who has rolled for an attack may take the same die for a story, and then for Dice Poker."""
    one, _ = dice()
    for stream in ("attack", "story", "attack", "poker.red", "story"):
        assert rolled(peer, one, stream) == [stream]


def test_what_others_have_thrown_stays(peer: Peer) -> None:
    """In Dice Poker nobody takes the dice that show what the other one has thrown."""
    one, other = dice()
    assert rolled(peer, one, "poker.red") == ["poker.red"]
    assert rolled(peer, one, "poker.blue") == []
    assert rolled(peer, other, "poker.blue") == ["poker.blue"]
    assert rolled(peer, one, "poker.red") == ["poker.red"]
