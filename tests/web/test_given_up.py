"""What can't be put right is tried a few times, said once, and left until somebody wants more."""

from __future__ import annotations

import pytest

from tests.web.fairground import FAIR, fair, guid
from tests.web.refereed import Refereed, drift, look_at
from tts_tool.referee.table.told import Mode

SECOND = 60
HELD = """
function hold_fast()
    local one = getObjectFromGUID('%s')
    if one ~= nil and not is_free then
        %s
    end
end
Wait.time(hold_fast, %s, -1)
"""
"""Another script of the table holds on to something, and nobody's fingers were there."""
AWAY = "if math.abs(one.getPosition().x - 20) > 0.5 then one.setPosition({20, 2, 10}) end"
RESTLESS = "one.setPosition({20, 2, 10})"
SEVEN = "if one.Counter.getValue() ~= 7 then one.Counter.setValue(7) end"


def hold(peer: Refereed, thing: str, how: str, every: float) -> None:
    """Let a script hold a thing somewhere, or at a number."""
    peer.table.execute(HELD % (thing, how, every))


def pass_seconds(peer: Refereed, many: int) -> tuple[int, list[str]]:
    """Let time pass; say how many acts the table was told meanwhile, and what people read."""
    heard, read = len(peer.told_acts), len(peer.table.chat)
    peer.pass_frames(many * SECOND)
    return len(peer.told_acts) - heard, [line.text for line in peer.table.chat[read:]]


@pytest.mark.parametrize(
    ("mode", "how", "every"),
    [("enforce", AWAY, 0.02), ("automate", RESTLESS, 0.2)],
    ids=["it lies elsewhere", "it never rests"],
)
def test_a_piece_that_is_held_fast(mode: Mode, how: str, every: float) -> None:
    """It is named once, with what to do; freed and repaired it lies as it should."""
    with fair(3, mode=mode) as peer:
        hold(peer, guid(peer, "stamp.1"), how, every)
        _, read = pass_seconds(peer, 60)
        assert [("Stamp 1" in each, "!repair" in each) for each in read] == [
            (True, False),
            (True, True),
        ]
        assert peer.host.in_terminal == [read[-1]]
        assert pass_seconds(peer, 60) == (0, [])
        assert {*drift(peer)} == {"stamps", "nowhere"}
        peer.table.red.say("!check")
        assert any("otherwise: " in each for each in pass_seconds(peer, 3)[1])
        peer.table.execute("is_free = true")
        peer.table.red.say("!repair")
        pass_seconds(peer, 6)
        assert drift(peer) == {}


def test_what_is_held_fast_keeps_nothing_else_from_being_put_right() -> None:
    """Another piece in the same place, thrown away later, is put right as always."""
    with fair(3) as peer:
        hold(peer, guid(peer, "stamp.1"), AWAY, 0.02)
        pass_seconds(peer, 30)
        other = guid(peer, "stamp.2")
        peer.table.execute(f"getObjectFromGUID('{other}').setPosition({{-20, 2, 10}})")
        pass_seconds(peer, 6)
        assert {each for lying in drift(peer).values() for each in misplaced(lying)} == {"stamp.1"}


def misplaced(lying: object) -> set[str]:
    """Name what lies where it should not, of one line of a drift."""
    if isinstance(lying, dict):
        table, rules = ({each.component for each in lying[of]} for of in ("table", "rules"))
        return table ^ rules
    assert isinstance(lying, list)
    return {*lying}


def test_a_counter_that_is_held_fast() -> None:
    """It is set back a few times, named once, and set back again when somebody wants that."""
    day = FAIR.values["tracks"]["day"]["guid"]
    with fair(3) as peer:
        before = look_at(peer, FAIR.values).tracks["day"]
        hold(peer, day, SEVEN, 0.5)
        _, read = pass_seconds(peer, 30)
        assert ["!repair" in each for each in read] == [True]
        assert pass_seconds(peer, 30) == (0, [])
        peer.table.execute("is_free = true")
        peer.table.red.say("!repair")
        pass_seconds(peer, 4)
        assert look_at(peer, FAIR.values).tracks["day"] == before


def test_what_came_to_lie_right_by_itself_is_put_right_again() -> None:
    """Who has laid it where it belongs by hand has done what was asked for: it counts as before."""
    with fair(3) as peer:
        stamp = guid(peer, "stamp.1")
        hold(peer, stamp, AWAY, 0.02)
        pass_seconds(peer, 40)
        x, y, z = peer.spot("stamps", 0)
        peer.table.execute(
            f"is_free = true getObjectFromGUID('{stamp}').setPosition({{{x}, {y}, {z}}})"
        )
        pass_seconds(peer, 6)
        assert drift(peer) == {}
        peer.table.execute(f"getObjectFromGUID('{stamp}').setPosition({{20, 2, 10}})")
        pass_seconds(peer, 6)
        assert drift(peer) == {}
