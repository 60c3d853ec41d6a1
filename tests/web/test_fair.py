"""A game with one of each kind of thing is played by hands, and table and rules never differ."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.web.fairground import COLOURS, FAIR, fair
from tests.web.peer import EVERY_VETO
from tests.web.refereed import Refereed, drift
from tts_tool.kernel.decisions import Gesture, Move, Press, Roll, Turn
from tts_tool.saves.objects import LayoutZone, Save, Vector
from tts_tool.table import Table
from tts_tool.table.switches import Switches


def ways(peer: Refereed) -> list[tuple[str, Gesture]]:
    """List what somebody may do now: by hands, or by a button."""
    found: list[tuple[str, Gesture]] = []
    for colour, may in peer.host.permits.items():
        for component, places in may.moves.items():
            found += [(colour, Move(component, place)) for place in places or ()]
        found += [(colour, Turn(component)) for component in may.turns]
        found += [(colour, Roll(stream)) for stream in may.rolls]
        for question in peer.host.panels[colour]:
            found += [(colour, Press(each.press)) for each in question.buttons if not each.why_not]
    return found


def done(peer: Refereed, colour: str, gesture: Gesture) -> bool:
    """Do something with hands or by a button of the panel."""
    if isinstance(gesture, Press):
        return bool(peer.table.player(colour).click(gesture.button))
    return peer.do(colour, gesture)


def illegal(peer: Refereed, chance: Random) -> None:
    """Move anything anywhere: it is prevented or put back, and whoever did it is told why."""
    state = peer.session.state
    place = chance.choice([place for place, there in state.places.items() if there])
    component = state.places[place][0]
    target = chance.choice([each for each in state.places if each != place])
    colour = chance.choice(COLOURS)
    if target in (peer.host.permits[colour].moves.get(component) or ()):
        return
    before, said = peer.session.digest(), len(peer.table.chat)
    peer.do(colour, Move(component, target))
    peer.wait()
    assert peer.session.digest() == before
    told = [line.text for line in peer.table.chat[said:] if line.to == colour]
    assert told, (colour, component, target)


@pytest.mark.soak(sample=2, full=60)
def test_a_day_at_the_fair(rounds: int) -> None:
    """Whole games by hands, one gesture in five illegal; everything may be vetoed, or nothing."""
    turned = [each.turned for _, each in Switches().each_turned()] if rounds > 2 else []
    for seed in range(rounds):
        chance = Random(seed)
        several = turned[seed::rounds]
        switches = Switches({name: v for each in several for name, v in each.items()})
        with fair(seed, proven=EVERY_VETO if seed % 2 else (), switches=switches) as peer:
            turns = 0
            while not peer.session.over:
                turns += 1
                assert turns < 200
                assert drift(peer) == {}, (seed, turns)
                if chance.random() < 0.2:
                    illegal(peer, chance)
                    continue
                colour, gesture = chance.choice(ways(peer))
                before = peer.session.step
                assert done(peer, colour, gesture), (
                    (seed, turns, colour, gesture),
                    [line.text for line in peer.table.chat[-3:]],
                )
                peer.wait()
                assert peer.session.step > before or isinstance(gesture, Press), (
                    (seed, turns, colour, gesture),
                    [line.text for line in peer.table.chat[-3:]],
                    peer.reports[-4:],
                    peer.saved()["dice"],
                )
            assert drift(peer) == {}


def test_what_comes_along_is_put_back() -> None:
    """Of two pieces that one hand lays down, one may lie there; the other comes to rest later.

    The referee answers to the first before that.
    """
    with fair(0) as peer:
        red = peer.table.player("Red")
        visitor, stamp = (peer.holder(each)[0] for each in ("visitor.red", "stamp.1"))
        x, y, z = peer.spot("yard.2")
        assert red.pick_up(visitor, stamp)
        red.drop_at(visitor, (x, y, z))
        red.drop_at(stamp, (x, y + 3, z))
        for _ in range(60):
            peer.table.run(1)
            peer.listen()
        peer.wait()
        assert peer.session.state.place_of("visitor.red") == "yard.2"
        assert drift(peer) == {}


def test_layout_zones_move_what_lies_in_them() -> None:
    """Where zones of the game lay out what is shown, each card is still where the rules have it."""
    fair_with_zones = FAIR._replace(save=laid_out_by_zones("show.red", "show.blue"))
    chance, moved = Random(2), 0
    with Table.open(fair_with_zones.save, seed=2, seats=COLOURS, seconds=20) as table:
        table.settle()
        peer = Refereed.new(table, fair_with_zones, FAIR.ruleset.seats, "2")
        peer.sit_down()
        while not peer.session.over:
            can = ways(peer)
            shows = [each for each in can if getattr(each[1], "target", "").startswith("show.")]
            colour, gesture = chance.choice(shows or can)
            assert done(peer, colour, gesture)
            peer.wait()
            assert drift(peer) == {}
            if shows and isinstance(gesture, Move):
                x, _, z = peer.holder(gesture.component)[0].position
                at = peer.spot(gesture.target, len(peer.session.state.places[gesture.target]) - 1)
                moved += abs(x - at[0]) + abs(z - at[2]) > 0.1
        assert moved
        assert [str(each) for each in table.errors] == []


def laid_out_by_zones(*places: str) -> bytes:
    """Put a zone over some places that lays out what comes into it, as people do in the game."""
    tree = json.loads(FAIR.save)
    for place in places:
        zone = next(t for t in tree["ObjectStates"] if t["GMNotes"] == f"place {place}")
        at, size = (
            Vector(*(zone["Transform"][f"{of}{axis}"] for axis in "XYZ")) for of in ("pos", "scale")
        )
        row = LayoutZone(id=f"row {place}", position=at, scale=size, horizontal_spread=0.9)
        tree["ObjectStates"] += Save(name="zones", objects=(row,)).tree()["ObjectStates"]
    return json.dumps(tree).encode()
