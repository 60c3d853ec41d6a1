"""What lies side by side is no pile, though nobody may see its faces: its order means nothing."""

from __future__ import annotations

from random import Random

from tests.old_world.real_table import open_table
from tests.old_world.referee_table import Refereed as OnPaper
from tests.old_world.table import Table, new
from tests.referee.table.paper import Paper
from tts_tool.referee.table.meeting import Met


def with_trails() -> Table:
    """Give red three trails, face down beside each other."""
    t = new()
    tokens = (*t.place("tokens.forest")[:2], t.place("tokens.water")[0])
    return t.lay("trails.red", *tokens)


def test_trails_may_lie_in_any_order() -> None:
    """Of a row that lies in another order nothing is put right, of a pile it is."""
    at = OnPaper(with_trails())
    met = Met(protocol=1, game="old-world", rows=("trails.red",))
    at.host.met(met)
    for place, acts in (("trails.red", 0), ("deck.red", 1)):
        paper = Paper(at.session.state, Random(1))
        paper.places = {name: list(there) for name, there in at.paper.places.items()}
        paper.counters = at.paper.counters
        paper.places[place].reverse()
        at.report(paper.hello())
        assert len(at.paper.told.acts) == acts


def test_a_trail_is_laid_elsewhere_in_its_row() -> None:
    """Nothing strange has happened, and nobody looks at the whole table because of it."""
    with open_table(with_trails().timeline) as at:
        trail = at.piece(at.session.state.places["trails.red"][0])
        slot = at.top.built.places["trails.red"]["slots"][-1]
        before = len(at.top.table.messages)
        assert at.player("red").pick_up(trail)
        at.player("red").drop_at(trail, (slot["x"], slot["y"] + 1, slot["z"]))
        at.top.table.run(120)
        at.settle()
        said = [each["kind"] for each in at.top.table.messages[before:]]
        assert "surveyed" not in said
        assert at.top.drift() == {}
