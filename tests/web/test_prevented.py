"""What the table prevents by itself it gives the reason for, and the same reason once."""

from __future__ import annotations

from tests.web.fairground import guid, scripted
from tts_tool.referee.table.told import Button, Line, Permits, Question, WhyNot

FAR = "Stamps stay where they are. [FAIR-03]"
WHY = WhyNot(moves={"stamp.1": {"stamped.red": FAR}})


def may(version: int) -> Permits:
    """Let nobody lift anything."""
    return Permits(version=version, why_not=WHY, otherwise="It is for Blue to decide.")


def test_a_reason_is_given_once_until_something_has_happened() -> None:
    """Prevented again, only the rule is named, and without one that it is as before."""
    with scripted(Red=may(1), Blue=may(1)) as peer:
        heard = []
        for lifts in ("stamp.1", "stamp.1", "stamp.2", "stamp.2", "stamp.1"):
            before = len(peer.table.chat)
            assert not peer.table.red.pick_up(peer.table.find(guid(peer, lifts)))
            heard += [(line.to, line.text) for line in peer.table.chat[before:]]
        again = "As before. [FAIR-03]"
        assert heard == [
            ("Red", FAR),
            ("Red", again),
            ("Red", "It is for Blue to decide."),
            ("Red", "As before."),
            ("Red", FAR),
        ]
        stamp = peer.table.find(guid(peer, "stamp.1"))
        assert not peer.table.blue.pick_up(stamp)
        assert not peer.table.red.pick_up(stamp)
        peer.tell(permits={"Red": may(2)})
        peer.table.run(3)
        assert not peer.table.red.pick_up(stamp)
        assert [(each.to, each.text) for each in peer.table.chat[-3:]] == [
            ("Blue", FAR),
            ("Red", again),
            ("Red", FAR),
        ]


def test_a_reason_is_as_before_whoever_gave_it() -> None:
    """By the referee or by the table: it is as before only if nothing was said since."""
    other = "That is too far away. [FAIR-04]"
    with scripted(Red=may(1), Blue=may(1)) as peer:
        stamp = peer.table.find(guid(peer, "stamp.1"))
        peer.tell(panels={"Red": (Question("q", "Which?", (Button("q#1", "1 this"),)),)})
        peer.table.run(6)
        assert not peer.table.red.pick_up(stamp)
        for step, refused in enumerate((FAR, FAR, other, FAR)):
            peer.table.red.click("q#1")
            peer.table.run(3)
            peer.settle(done=False, say=refused)
            if step == 1:
                peer.tell(lines=[Line(other, "Blue")])
                peer.table.run(3)
        peer.tell(lines=[Line("Blue goes on.")])
        peer.table.run(3)
        assert not peer.table.red.pick_up(stamp)
        heard = [line.text for line in peer.table.chat if line.to in {"Red", ""}]
        again = "As before. [FAIR-03]"
        assert heard == [FAR, again, again, other, FAR, "Blue goes on.", FAR]


def test_a_pause_needs_no_referee() -> None:
    """Whoever says it frees all hands, also where nobody hears it and nobody answers any more."""
    with scripted(Red=may(1), Blue=may(1)) as peer:
        stamp = peer.table.find(guid(peer, "stamp.1"))
        for text, is_free in (("!why", False), ("!pause", True)):
            peer.table.red.say(text)
            peer.table.run(3)
            assert bool(peer.table.blue.pick_up(stamp)) == is_free
