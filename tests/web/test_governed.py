"""What a referee takes over it takes away from hands and desk, and gives back when it goes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.build.set_up import Panel, opened
from tests.web.fairground import fair
from tests.web.peer import EVERY_VETO, Peer
from tests.web.refereed import Refereed, look_at
from tests.web.test_tricks import Table, coin_added, coin_taken, counter_clicked
from tts_tool.referee.table.arrangement import shown_tracks
from tts_tool.referee.table.told import Mode, Permits

SECOND = 60
MODES: tuple[tuple[Mode, bool], ...] = (
    ("off", True),
    ("advise", True),
    ("enforce", False),
    ("automate", False),
)
"""How strict a referee is, and whether counters have their buttons then."""


def marker_pushed(table: Table) -> None:
    """Push the marker of a row to another value."""
    pushed(table, "fame.red", "5")


def disc_pushed(table: Table) -> None:
    """Push the disc of a row to another value."""
    pushed(table, "luck.red", "4")


def pushed(table: Table, track: str, value: str) -> None:
    """Push what shows a track to a value."""
    marker = table.marker(track)
    at = table.peer.made.values["tracks"][track]["values"][value]
    assert table.red.pick_up(marker)
    table.red.drop_at(marker, (at["x"], at["y"] + 1, at["z"]))


CHANGES: tuple[tuple[Callable[[Table], None], str], ...] = (
    (marker_pushed, "fame.red"),
    (disc_pushed, "luck.red"),
    (counter_clicked, "day"),
    (coin_taken, "coins.red"),
    (coin_added, "coins.red"),
)


@pytest.mark.parametrize("proven", [EVERY_VETO, ()], ids=["vetoed", "put back"])
def test_noticed_within_two_seconds(proven: tuple[str, ...]) -> None:
    """A marker pushed, a counter clicked, a coin taken is reported in time, and then put back."""
    with fair(5, proven=proven) as peer:
        before = shown_tracks(peer.session.state)
        for number, (change, track) in enumerate(CHANGES):
            change(Table(peer))
            peer.table.run(2 * SECOND)
            assert [each["track"] for each in peer.heard("changed")][number:] == [track]
            peer.wait()
            assert look_at(peer, peer.made.values).tracks[track] == before[track]


def test_noticed_also_when_all_is_looked_at_just_then() -> None:
    """Whoever says how all lies tells first of each marker that hands have pushed meanwhile."""
    with fair(5) as peer:
        for number in range(6):
            peer.table.run(7 * number)
            peer.table.player("Red").say("!check")
            peer.listen()
            marker_pushed(Table(peer))
            peer.table.run(2 * SECOND)
            assert [each["track"] for each in peer.heard("changed")][number:] == ["fame.red"]
            peer.wait()


def test_a_marker_in_somebodys_fingers_counts_when_it_lies() -> None:
    """Nobody takes it out of them because all is looked at, and where it comes down is noticed."""
    with fair(5) as peer:
        table, track = Table(peer), peer.made.values["tracks"]["fame.red"]
        marker, (x, y, z) = table.marker("fame.red"), (track["values"]["5"][k] for k in "xyz")
        assert table.red.pick_up(marker)
        table.red.carry(marker, (x, y + 2, z))
        table.red.say("!check")
        for _ in range(2 * SECOND):
            peer.table.run(1)
            peer.listen()
        assert peer.heard("surveyed")
        assert table.marker("fame.red").held_by == "Red"
        table.red.drop_at(marker, (x, y + 1, z))
        peer.wait()
        changed = [(each["track"], each["value"]) for each in peer.heard("changed")]
        assert changed == [("fame.red", 5)]


@pytest.mark.parametrize(("mode", "has_buttons"), MODES, ids=[mode for mode, _ in MODES])
def test_counters_of_a_strict_referee_have_no_buttons(mode: Mode, *, has_buttons: bool) -> None:
    """Whoever must not change a counter can't; when the referee goes it is free again."""
    with fair(mode=mode) as peer:
        assert can_be_pressed(peer, "day") == has_buttons
        peer.table.external_message({"kind": "farewell", "secret": peer.secret, "body": "{}"})
        peer.table.run(3)
        assert can_be_pressed(peer, "day")


def can_be_pressed(peer: Refereed, track: str) -> bool:
    """Tell whether hands can do anything with what shows a track."""
    guid = peer.made.values["tracks"][track]["guid"]
    return bool(peer.table.execute(f"return getObjectFromGUID('{guid}').interactable"))


def test_who_looks_at_what_is_hidden_is_named() -> None:
    """It can't be prevented; all are told, once, and nothing is said of what anybody may see."""
    with fair() as peer:
        table = Table(peer)
        table.red.peek(table.hand("red"))
        table.red.peek(table.piece("visitor.blue"))
        for _ in range(2):
            table.red.search(table.deck())
            table.red.close(table.deck())
        peer.wait()
        table.blue.peek(table.hand("red"))
        peer.wait()
        said = [line.text for line in peer.table.chat if "has looked at" in line.text]
        assert said == [
            "Red has looked at what is hidden: Prizes.",
            "Blue has looked at what is hidden: Hand (Red).",
        ]


# The desk


def chores(panel: Panel) -> list[str]:
    """List the buttons of the desk that do something for people."""
    return [each for each in panel.buttons if not each.startswith(("language", "fold"))]


def at_things(panel: Panel) -> int:
    """Count the buttons on things."""
    count: int = panel.table.execute(
        "local n = 0 for _, each in ipairs(getObjects()) do"
        " n = n + #(each.getButtons() or {}) end return n"
    )
    return count


def test_the_desk_does_no_chores_in_a_refereed_game() -> None:
    """Its buttons go when a referee begins, and are back in `off`, when it leaves or is lost."""
    with opened(1) as panel:
        panel.set_up(2)
        free, buttons = chores(panel), at_things(panel)
        assert len(free) > 3
        assert buttons > 15
        peer = Peer(panel.table, "old-world", mode="enforce")
        peer.begin()
        for mode, there in (("enforce", []), ("off", free), ("advise", []), ("automate", [])):
            peer.tell(mode=mode)
            panel.table.run(3)
            assert chores(panel) == there, mode
            assert at_things(panel) == (buttons if there else 0), mode
        panel.table.external_message({"kind": "farewell", "secret": peer.secret, "body": "{}"})
        panel.table.run(3)
        assert (chores(panel), at_things(panel)) == (free, buttons)


def test_the_desk_is_there_when_the_bridge_is_gone() -> None:
    """Who gets no verdict for ten seconds can have the chores done by the table."""
    with opened(1) as panel:
        free = chores(panel)
        peer = Peer(panel.table, "old-world", mode="enforce")
        peer.begin(Red=Permits(version=1))
        assert chores(panel) == []
        panel.table.red.say("!undo")
        panel.table.run(11 * SECOND)
        assert chores(panel) == free
