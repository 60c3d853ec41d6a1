"""When the table says how all lies, only what is wrong is put right.

What lies side by side is no pile, though nobody may see its faces: its order means nothing. What
hands have laid for an answer that is not complete yet lies where it should.
"""

from __future__ import annotations

from random import Random

from tests.old_world.real_table import open_table
from tests.old_world.referee_table import Refereed as OnPaper
from tests.old_world.table import Table, new
from tests.old_world.test_market import phase_three
from tests.referee.table.paper import Paper
from tts_tool.kernel.decisions import Move
from tts_tool.referee.table.arrangement import Lying
from tts_tool.referee.table.meeting import PROTOCOL, Met


def with_trails() -> Table:
    """Give red three trails, face down beside each other."""
    t = new()
    tokens = (*t.place("tokens.forest")[:2], t.place("tokens.water")[0])
    return t.lay("trails.red", *tokens)


def test_trails_may_lie_in_any_order() -> None:
    """Of a row that lies in another order nothing is put right, of a pile it is."""
    at = OnPaper(with_trails())
    at.host.met(Met(protocol=PROTOCOL, game="old-world", piles=("deck.red",)))
    for place, acts in (("trails.red", 0), ("box", 0), ("deck.red", 1)):
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


def test_what_belongs_to_nobody_may_lie_anywhere() -> None:
    """Pieces of seats that are empty are on the table, and the rules know nothing of them."""
    at = OnPaper(new())
    at.paper.places["box"].insert(0, Lying("miniature.green", down=False))
    at.report(at.paper.hello())
    assert at.paper.told.acts == ()


def test_what_is_laid_for_an_answer_stays() -> None:
    """A card that is one of several to give up is not put back because somebody looks."""
    at = OnPaper(phase_three(5))
    card = at.session.state.places["hand.red"][0]
    assert at.do("Red", Move(card, "discard.red")).done
    assert at.host.in_drafts
    at.report(at.paper.hello())
    assert at.paper.told.acts == ()
    assert at.paper.find(card)[0] == "discard.red"
