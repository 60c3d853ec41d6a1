"""Whoever has done something is shown that it waits; what was done first counts first."""

from __future__ import annotations

from typing import Any

from tests.web.fairground import guid, scripted
from tests.web.peer import Peer
from tts_tool.referee.table.told import Button, Permits, Question, Verdict
from tts_tool.table.pieces import Piece
from tts_tool.texts import by_language

SECOND = 60
CROSSING = 18
"""Frames, 0.3 s: so long a message takes there and back, on a bad day."""
WORDS = by_language("table")
NOTED, WAITS = (WORDS["en"][name] for name in ("noted", "waits"))
FREE = Permits(version=1, moves={"stamp.1": {"stamped.red": True}}, otherwise="That is forbidden.")


def met(peer: Peer) -> None:
    """Let the table know what to say by itself."""
    peer.meet(words=WORDS)
    peer.table.run(3)
    peer.epoch, peer.step = peer.epoch + 1, 0
    panel = {"Red": (Question("q", "Which?", (Button("q#1", "1 this"),)),)}
    peer.tell(permits={"Red": FREE}, panels=panel)
    peer.table.run(6)
    peer.reports.clear()


def dropped(peer: Peer, component: str = "stamp.1") -> Piece:
    """Let red lift something and drop it elsewhere."""
    piece = peer.table.find(guid(peer, component))
    x, y, z = piece.position
    assert peer.table.red.pick_up(piece)
    peer.table.red.drop_at(piece, (x + 9, y + 2, z))
    return piece


def done(peer: Peer) -> list[dict[str, Any]]:
    """List what hands are reported to have done, or said."""
    return [each for each in peer.reports if each["kind"] in {"gestured", "said"}]


def frames_until(peer: Peer, many: int) -> int:
    """Let frames pass until so many things are reported; give how many it took."""
    for frame in range(6 * SECOND):
        if len(done(peer)) >= many:
            return frame
        peer.table.run(1)
    raise AssertionError(peer.reports)


def said(peer: Peer) -> list[str]:
    """List what red has been told."""
    return [line.text for line in peer.table.chat if line.to == "Red"]


def test_what_was_done_first_is_told_first() -> None:
    """Who lays a piece down, presses a button and types a word has done it in that order."""
    with scripted() as peer:
        met(peer)
        dropped(peer)
        peer.table.red.click("q#1")
        peer.table.red.say("!undo")
        told = []
        for number in range(1, 4):
            frames_until(peer, number)
            told.append(done(peer)[-1])
            peer.tell(verdicts=[Verdict(told[-1]["n"], "Red", done=True)])
        kinds = [each.get("text") or each["gesture"]["gesture"] for each in told]
        assert kinds == ["move", "press", "!undo"]
        assert [each["n"] for each in told] == sorted(each["n"] for each in told)


def test_a_number_is_what_was_read_beside_it() -> None:
    """Typed numbers press the buttons that stood there then, whatever the panel shows later."""
    with scripted() as peer:
        met(peer)
        before = Question("q", "Which?", (Button("q#a", "1 a"), Button("q#b", "2 b")))
        after = Question("q", "Which?", (Button("q#b", "1 b"), Button("q#c", "2 c")))
        peer.tell(panels={"Red": (before,)})
        peer.table.run(12)
        peer.table.red.say("!2, 1")
        peer.table.red.say("!3")
        (first,) = done(peer)
        peer.tell(verdicts=[Verdict(first["n"], "Red", done=True)], panels={"Red": (after,)})
        frames_until(peer, 2)
        peer.tell(verdicts=[Verdict(done(peer)[-1]["n"], "Red", done=True)])
        frames_until(peer, 3)
        told = [each.get("text") or each["gesture"]["button"] for each in done(peer)]
        assert told == ["q#b", "q#a", "!3"]
        assert [each.get("ahead") for each in done(peer)] == [False, True, None]


def test_nobody_is_kept_from_what_follows() -> None:
    """While a piece falls that somebody has dropped, nothing is vetoed that they do."""
    with scripted() as peer:
        met(peer)
        other = peer.table.find(guid(peer, "stamp.2"))
        assert not peer.table.red.pick_up(other)
        dropped(peer)
        assert peer.table.red.pick_up(other)
        peer.table.red.drop(other)
        frames_until(peer, 1)


def test_a_verdict_in_time_needs_no_other_word() -> None:
    """What is judged as soon as a message takes is shown by its verdict alone."""
    with scripted() as peer:
        met(peer)
        dropped(peer)
        frames_until(peer, 1)
        peer.table.run(CROSSING)
        peer.settle(done=False, say="That is forbidden.")
        peer.table.run(12 * SECOND)
        assert said(peer) == ["That is forbidden."]


def test_a_late_verdict_is_waited_for() -> None:
    """Within a second it is noted, after five it is said what it waits for; once for all of it."""
    with scripted() as peer:
        met(peer)
        dropped(peer)
        peer.table.red.click("q#1")
        peer.table.red.say("!1")
        peer.table.run(SECOND)
        assert said(peer) == [NOTED]
        peer.table.run(4 * SECOND + 6)
        assert said(peer) == [NOTED, WAITS]
        peer.table.red.say("!2")  # that is something else, and is noted too
        peer.table.run(SECOND)
        assert said(peer) == [NOTED, WAITS, NOTED]


def test_who_is_known_to_be_away_is_not_waited_for() -> None:
    """After ten seconds the referee is away, which is said once; then nothing is said to wait."""
    with scripted() as peer:
        met(peer)
        dropped(peer)
        peer.table.run(13 * SECOND)
        assert said(peer) == [NOTED, WAITS, WORDS["en"]["away"]]
        dropped(peer, "stamp.3")
        peer.table.red.say("!1")
        peer.table.run(8 * SECOND)
        assert said(peer)[3:] == []


def test_what_waits_when_a_save_is_loaded_is_noted_again() -> None:
    """Who had no verdict when the game was loaded is told in time that it still waits for one."""
    with scripted() as peer:
        met(peer)
        dropped(peer)
        frames_until(peer, 1)
        peer.table.reload(peer.table.save())
        peer.table.run(SECOND)
        assert said(peer) == [NOTED]
        peer.table.run(4 * SECOND + 6)
        assert said(peer) == [NOTED, WAITS]
        peer.table.run(8 * SECOND)
        assert said(peer) == [NOTED, WAITS, WORDS["en"]["away"]]


def test_what_was_judged_before_a_save_is_loaded_is_not_noted() -> None:
    """Nobody is told that something waits of which there was a verdict."""
    with scripted() as peer:
        met(peer)
        dropped(peer)
        frames_until(peer, 1)
        peer.tell(verdicts=[Verdict(done(peer)[-1]["n"], "Red", done=True)])
        peer.table.run(6)
        peer.table.reload(peer.table.save())
        peer.table.run(6 * SECOND)
        assert said(peer) == []
