"""The game's own key that turns time back leads to the same question as `!undo`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.fairground import fair
from tests.web.refereed import Refereed, drift
from tts_tool.kernel.decisions import Move
from tts_tool.referee.table import reports
from tts_tool.texts import house

KEPT = 660
"""So many frames, eleven seconds, after which the game has kept how all lies once more."""
WORDINGS = house("meeting")
TURNED_BACK = WORDINGS["turned-back"]["en"]
TOO = WORDINGS["turned-back-too"]["en"]
ASKS = WORDINGS["turned-back-asks"]["en"]


@pytest.fixture
def peer() -> Iterator[Refereed]:
    """Begin to referee at a fair, where Red hosts the game and has the first turn."""
    with fair(5) as peer:
        yield peer


def play(peer: Refereed, *, by: str) -> None:
    """Let turns go by until a colour has made the last of them; then the game is as long kept."""
    while True:
        seat = peer.asked()[0].seat
        colour = peer.made.values["colours"][seat]
        pass_time(peer)
        here = peer.session.state.place_of(f"visitor.{seat}")
        yard = "yard.1" if here != "yard.1" else "yard.2"
        assert peer.do(colour, Move(f"visitor.{seat}", yard))
        peer.wait()
        if colour == by:
            return


def pass_time(peer: Refereed) -> None:
    """Let the game keep how all lies."""
    peer.pass_frames(KEPT)


def turn_back(peer: Refereed) -> list[str]:
    """Press the key; whoever hosts greets what the game has loaded. Give what is said of it."""
    before = len(peer.table.chat)
    peer.table.host.rewind()
    peer.due = None
    peer.sit_down()
    peer.wait()
    return [line.text for line in peer.table.chat[before:]]


def test_what_nobody_has_learned_from_goes_at_once(peer: Refereed) -> None:
    """The own last gesture of whoever hosts is taken back, as if they had typed it."""
    before = peer.session.digest()
    play(peer, by="Red")
    assert peer.session.digest() != before
    assert turn_back(peer) == [TOO]
    assert peer.session.digest() == before
    assert drift(peer) == {}


def test_those_concerned_are_asked(peer: Refereed) -> None:
    """What Blue did stays until Blue agrees, and Red is not asked; the table follows the game."""
    play(peer, by="Red")
    before = dict(peer.session.state.places)
    play(peer, by="Blue")
    after = peer.session.digest()
    said = turn_back(peer)
    assert ASKS in said
    proposal = peer.session.proposal
    assert proposal is not None
    assert (proposal.seat, proposal.needs) == ("red", ("blue",))
    assert peer.session.digest() == after
    assert drift(peer) == {}
    asked = {c: [q for q in panel if q.decision == "undo"] for c, panel in peer.host.panels.items()}
    assert {colour: len(questions) for colour, questions in asked.items()} == {"Red": 0, "Blue": 1}
    (agree, _) = asked["Blue"][0].buttons
    assert peer.table.player("Blue").click(agree.press)
    peer.wait()
    assert peer.session.proposal is None
    assert peer.session.state.places == before
    assert drift(peer) == {}


def test_declined(peer: Refereed) -> None:
    """Who declines keeps what was done."""
    play(peer, by="Blue")
    after = peer.session.digest()
    turn_back(peer)
    peer.table.player("Blue").say("!no")
    peer.wait()
    assert peer.session.proposal is None
    assert peer.session.digest() == after
    assert drift(peer) == {}


def test_nobody_is_taken_for_somebody(peer: Refereed) -> None:
    """Where who hosts the game only looks on, all whose answers it would be are asked."""
    play(peer, by="Red")
    after = peer.session.digest()
    red = peer.table.player("Red")
    red.change_colour("Grey")
    said = turn_back(peer)
    assert ASKS in said
    proposal = peer.session.proposal
    assert proposal is not None
    assert (proposal.seat, proposal.needs) == ("", ("red",))
    assert peer.session.digest() == after
    red.change_colour("Red")
    peer.wait()
    red.say("!agree")
    peer.wait()
    assert peer.session.digest() != after
    assert drift(peer) == {}


def test_nothing_was_done_since(peer: Refereed) -> None:
    """A table that is turned back to where the game still stands asks nobody anything."""
    play(peer, by="Red")
    pass_time(peer)
    before = peer.session.digest()
    assert turn_back(peer) in ([], [TURNED_BACK])
    assert (peer.session.digest(), peer.session.proposal) == (before, None)
    assert drift(peer) == {}


def test_another_game_is_none_to_go_back_to(peer: Refereed) -> None:
    """A table that names a moment which this game never saw changes nothing in it."""
    play(peer, by="Red")
    before = peer.session.digest()
    for moment in ("", "0.abc", "1." + "0" * 24, "99999.0", "x", "-1.0", "1.1.1", "٣.0"):
        told = peer.host.received(reports.Hello(moment=moment, leader="Red"))
        assert told.epoch == peer.host.epoch
    assert (peer.session.digest(), peer.session.proposal) == (before, None)
