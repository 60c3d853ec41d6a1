"""The fair, with whoever a test wants to have at the other end of its channel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from tests.fair.rules import RULESET
from tests.fair.table import catalogue, made
from tests.web.peer import Peer
from tests.web.refereed import Refereed, TableOf
from tts_tool.referee.table.told import Mode, Permits
from tts_tool.table import Table
from tts_tool.table.switches import Switches

__all__ = ["COLOURS", "FAIR", "fair", "guid", "scripted"]

FAIR = TableOf(RULESET, catalogue(), made().save, made().values)
COLOURS = ("Red", "Blue")


@contextmanager
def fair(
    seed: int = 0,
    *,
    mode: Mode = "enforce",
    proven: tuple[str, ...] = (),
    switches: Switches | None = None,
    anew: Callable[[], Mapping[str, str]] = dict,
) -> Iterator[Refereed]:
    """Open the fair, and begin to referee at it by its rules."""
    with Table.open(FAIR.save, seed=seed, seats=COLOURS, seconds=20, switches=switches) as table:
        table.settle()
        peer = Refereed.new(
            table, FAIR, RULESET.seats, str(seed), mode=mode, proven=proven, anew=anew
        )
        peer.sit_down()
        yield peer
        assert [str(each) for each in table.errors] == []


@contextmanager
def scripted(seed: int = 0, *, mode: Mode = "enforce", **permits: Permits) -> Iterator[Peer]:
    """Open the fair, and begin to tell it what a test says; permits by colour."""
    with Table.open(FAIR.save, seed=seed, seats=COLOURS, seconds=20) as table:
        table.settle()
        peer = Peer(table, "fair", mode=mode)
        peer.begin(**permits)
        yield peer
        assert [str(each) for each in table.errors] == []


def guid(peer: Peer, component: str) -> str:
    """Find the object that is a component."""
    found: str = peer.table.execute(
        f"for _, each in ipairs(getObjects()) do if each.memo == '{component}' then"
        " return each.guid end end"
    )
    return found
