"""The table performs what it is told, says what it could not do, and never stops for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from tests.build.set_up import made
from tests.web.fairground import COLOURS, FAIR, guid, scripted
from tests.web.peer import Peer
from tests.web.refereed import look_at
from tts_tool.build.table.reading import Seen
from tts_tool.kernel.inventory import Inventory
from tts_tool.kernel.state import State
from tts_tool.referee.table.acts import (
    Anew,
    Arrange,
    Bring,
    Count,
    Order,
    Rolling,
    Shuffling,
    Spawn,
    TurnOver,
    everything,
)
from tts_tool.referee.table.arrangement import Lying
from tts_tool.referee.table.told import Permits
from tts_tool.table import Table
from tts_tool.table.switches import Switches

UNDO = 120
"""So many frames an undo may take, whatever it takes back."""
SEATS = ("Red", "Blue")


@contextmanager
def old_world(seed: int = 0) -> Iterator[Peer]:
    """Open the table of Old World and begin to referee at it."""
    with Table.open(made().save, seed=seed, seats=SEATS, seconds=20) as table:
        table.settle()
        peer = Peer(table, "old-world")
        peer.begin()
        yield peer
        assert table.errors == []


def box() -> Inventory:
    """Give what is in the box."""
    return made().mod.inventory


def seen(peer: Peer) -> Seen:
    """Read the table from what it would save."""
    return look_at(peer, made().values)


def failures(peer: Peer) -> list[tuple[int, str, str]]:
    """List which acts have failed, how, and about what."""
    return [(each["act"], each["what"], each["about"]) for each in peer.heard("failed")]


# Fault by fault


def test_a_missing_piece_stops_nothing() -> None:
    """What lacks a piece, a place, a track or a name is told; what comes after it is done."""
    with scripted() as peer:
        gone = f"getObjectFromGUID('{guid(peer, 'visitor.red')}')"
        peer.table.execute(f"local gone = {gone} gone.memo = '' gone.destruct()")
        peer.table.run(3)
        peer.performed(
            Bring("visitor.red", "yard.3", down=False),
            Bring("visitor.nobody", "yard.3", down=False),
            Bring("visitor.blue", "yard.4", down=False),
            Count("coins.nobody", 3),
            Bring("visitor.blue", "yard.3", down=False),
            Count("day", 4),
        )
        assert sorted(failures(peer)) == [
            (1, "missing", "visitor.red"),
            (2, "unknown", "visitor.nobody"),
            (3, "unknown", "yard.4"),
            (4, "unknown", "coins.nobody"),
        ]
        table = look_at(peer, FAIR.values)
        assert [each.component for each in table.places["yard.3"]] == ["visitor.blue"]
        assert table.tracks["day"] == 4
        assert all(each["epoch"] == peer.epoch for each in peer.heard("failed"))


@pytest.mark.parametrize("frames", [1, 2, 5])
def test_a_pile_that_takes_long_to_be_made(frames: int) -> None:
    """Cards that come to lie on a single one are a pile, however long the game needs to make it."""
    switches = Switches({"spawn-frames": frames})
    with Table.open(FAIR.save, seats=COLOURS, seconds=20, switches=switches) as table:
        table.settle()
        peer = Peer(table, "fair")
        peer.begin()
        first, second, *rest = [
            each.component for each in look_at(peer, FAIR.values).places["prizes"]
        ]
        peer.performed(
            Arrange(
                (
                    ("prizes", (Lying(first, down=True),)),
                    ("tickets", tuple(Lying(each, down=True) for each in rest)),
                    ("booth.1", (Lying(second, down=False),)),
                ),
                (),
            )
        )
        peer.performed(Bring(second, "prizes", down=True))
        peer.performed(Shuffling("chance.shuffle.prizes/1", "prizes"))
        assert failures(peer) == []
        (fell,) = peer.heard("fell")
        assert sorted(fell["outcome"]) == sorted([first, second])


def test_a_missing_die_stops_nothing() -> None:
    """A throw without its dice fails by the name of its stream; gestures are heard afterwards."""
    with scripted() as peer:
        for dice in FAIR.values["dice"]:
            for die in dice["guids"]:
                peer.table.execute(f"getObjectFromGUID('{die}').destruct()")
        peer.performed(Rolling("chance.throw.red/1", "throw.red", 6, 5, (1, 2, 3, 4, 5)))
        assert failures(peer) == [(1, "missing", "throw.red")]
        assert peer.heard("fell") == []
        peer.tell(permits={"Red": Permits(version=1)})
        peer.table.red.say("!undo")
        assert [each["text"] for each in peer.heard("said")] == ["!undo"]
        assert peer.performed(Count("day", 2)) < UNDO


def test_an_unknown_act_stops_nothing() -> None:
    """A table that is told what it does not know says so and does the rest."""
    with scripted() as peer:
        count = {"act": "count", "track": "day", "value": 4}
        acts = [{"act": "sing", "place": "gone"}, count]
        peer.step += 1
        peer.send(
            {
                "epoch": peer.epoch, "since": peer.step - 1, "step": peer.step, "mode": "enforce",
                "acts": acts, "verdicts": [], "lines": [], "permits": {}, "panels": {},
            }
        )  # fmt: skip
        peer.frames_until_did(peer.step)
        assert failures(peer) == [(1, "unknown", "sing")]
        assert look_at(peer, FAIR.values).tracks["day"] == 4


def test_an_act_that_goes_wrong_stops_nothing() -> None:
    """An error of the game in the middle of an act costs that act alone, and is told."""
    with scripted() as peer:
        peer.table.execute("spawnObjectData = function() error('no room') end")
        deck = [each.component for each in look_at(peer, FAIR.values).places["prizes"]]
        peer.performed(
            Order("prizes", tuple(reversed(deck)), (True,) * len(deck)),
            Bring("visitor.red", "yard.2", down=False),
            Count("day", 3),
        )
        assert [(act, what) for act, what, _ in failures(peer)] == [(1, "error")]
        assert "no room" in peer.heard("failed")[0]["why"]
        table = look_at(peer, FAIR.values)
        assert [each.component for each in table.places["prizes"]] == deck
        assert [each.component for each in table.places["yard.2"]] == ["visitor.red"]
        assert table.tracks["day"] == 3


def test_a_piece_that_never_rests_is_not_waited_for() -> None:
    """An act ends within eight seconds, whatever a piece does; it is told as late."""
    with scripted() as peer:
        restless = guid(peer, "visitor.blue")
        peer.table.execute(
            f"local held = getObjectFromGUID('{restless}') Wait.time(function()"
            " held.setPositionSmooth({math.random(5), 9, 0}, false, true) end, 0.1, -1)"
        )
        frames = peer.performed(Bring("visitor.blue", "yard.3", down=False))
        assert frames < 9 * 60
        assert [(what, about) for _, what, about in failures(peer)] == [("late", "visitor.blue")]


def test_all_dice_of_a_throw_roll_at_once() -> None:
    """Five dice take no longer than one, and each is told by its number."""
    with scripted() as peer:
        alone = peer.performed(Rolling("one", "throw.red", 6, 1, (1,)))
        together = peer.performed(Rolling("five", "throw.blue", 6, 5, (1, 2, 3, 4, 5)))
        assert together <= alone + 5
        fell = {each["decision"]: each["outcome"] for each in peer.heard("fell")}
        assert fell["five"] == shown(peer, 1)
        again = peer.performed(Rolling("two", "throw.blue", 6, 2, (2, 5)))
        assert again <= alone + 5
        (two,) = (each["outcome"] for each in peer.heard("fell") if each["decision"] == "two")
        assert two == [shown(peer, 1)[1], shown(peer, 1)[4]]
        assert shown(peer, 0)[0] == fell["one"][0]


def shown(peer: Peer, number: int) -> list[int]:
    """Read the dice of a set."""
    return [
        peer.table.execute(f"return getObjectFromGUID('{each}').getRotationValue()")
        for each in FAIR.values["dice"][number]["guids"]
    ]


def test_a_piece_is_made_anew() -> None:
    """What is nowhere any more comes again from its data; of what is there nothing is made."""
    with scripted() as peer:
        data = peer.table.execute(f"return getObjectFromGUID('{guid(peer, 'stamp.1')}').getJSON()")
        spawn = Spawn((Anew("stamp.1", "stamped.red", down=False, data=data),))
        for _ in range(2):
            peer.performed(spawn, Bring("stamp.1", "stamped.red", down=False))
            there = look_at(peer, FAIR.values)
            assert [each.component for each in there.places["stamped.red"]] == ["stamp.1"]
            ids = [each["Memo"] for each in memos(peer)]
            assert ids.count("stamp.1") == 1
            peer.table.execute(f"getObjectFromGUID('{guid(peer, 'stamp.1')}').destruct()")
            peer.table.run(3)
            assert "stamp.1" not in [each["Memo"] for each in memos(peer)]
        assert failures(peer) == []


def memos(peer: Peer) -> list[dict[str, Any]]:
    """List all objects that are pieces."""
    tree = json.loads(peer.table.save_as_it_is())
    return [each for each in tree["ObjectStates"] if each.get("Memo")]


# Where things lie


def lying(places: dict[str, Any]) -> dict[str, list[Lying]]:
    """Give what lies in each place, in an order that does not count where nobody's back is up."""
    hidden = {place.name for place in box().places.values() if place.seen == "nobody"}
    plain = {
        name: [Lying(each.component, each.down) for each in there] for name, there in places.items()
    }
    return {name: there if name in hidden else sorted(there) for name, there in plain.items()}


def stirred(state: State, chance: Random, moves: int) -> State:
    """Give a state in which much lies elsewhere: cards in other piles, hidden piles shuffled."""
    state = state.copy()
    piles = [p for p, there in state.places.items() if len(there) > 1 and "monster" not in p]
    cards = [c for c in box().components.values() if c.kind != "miniature"]
    for component in chance.sample(cards, moves):
        source = state.place_of(component.id)
        target = chance.choice([p for p in piles if sort_of(p) == sort_of(source)] or [source])
        left = tuple(each for each in state.places[source] if each != component.id)
        state.places[source] = left
        state.places[target] = (component.id, *state.places[target])
    for name in chance.sample(piles, 5):
        there = list(state.places[name])
        chance.shuffle(there)
        state.places[name] = tuple(there)
    return state


def sort_of(place: str) -> str:
    """Say for what sort of pieces a place is: its first word."""
    return place.partition(".")[0]


@pytest.mark.soak(sample=2, full=40)
def test_the_whole_table_by_difference(rounds: int) -> None:
    """Whatever lies wherever, one act lays all of it out, in fewer frames than an undo may take."""
    for seed in range(rounds):
        chance = Random(seed)
        with old_world(seed) as peer:
            state = State(box())
            for _ in range(3):
                state = stirred(state, chance, chance.choice([1, 30, 120]))
                state.tracks |= {f"gold.{seat}": chance.randint(0, 20) for seat in box().seats}
                frames = peer.performed(*everything(state))
                assert failures(peer) == []
                assert frames <= UNDO, (seed, frames)
                table = seen(peer)
                wanted = {
                    place: [Lying(c, box().places[place].seen == "nobody") for c in there]
                    for place, there in state.places.items()
                }
                assert lying(table.places) == lying_of(wanted)
                assert table.astray == []
                assert {t: table.tracks[t] for t in state.tracks if t in table.tracks} == {
                    t: v for t, v in state.tracks.items() if t in table.tracks
                }
            assert peer.performed(*everything(state)) < 10


def lying_of(wanted: dict[str, list[Lying]]) -> dict[str, list[Lying]]:
    """Sort what is wanted where the order does not count."""
    hidden = {place.name for place in box().places.values() if place.seen == "nobody"}
    return {name: there if name in hidden else sorted(there) for name, there in wanted.items()}


def test_acts_of_one_telling_make_one_picture() -> None:
    """Many acts are done at once, in no more frames than one; each as if after the one before."""
    with old_world() as peer:
        deck = [c.id for c in box().components.values() if c.start == "action-deck"]
        one = peer.performed(Bring(deck[0], "display.1", down=False))
        many = peer.performed(
            *(Bring(card, f"display.{n}", down=False) for n, card in enumerate(deck[1:6], 2)),
            Bring(deck[0], "trash", down=False),
            Bring(deck[6], "display.1", down=False),
            Bring(deck[6], "hand.red", down=False),
            Bring(deck[7], "display.1", down=False),
            TurnOver(deck[7], down=True),
            TurnOver(deck[7], down=False),
        )
        table = seen(peer)
        there = [each for n in range(1, 7) for each in table.places[f"display.{n}"]]
        assert there == [(deck[7], False), *((card, False) for card in deck[1:6])]
        assert [each.component for each in table.places["hand.red"]] == [deck[6]]
        assert [each.component for each in table.places["trash"]] == [deck[0]]
        assert many <= one + 60
        assert failures(peer) == []


def test_a_pile_is_put_in_order_whole() -> None:
    """A deck of more than eighty cards gets its order in one go, and is one deck then."""
    with old_world(3) as peer:
        deck = [c.id for c in box().components.values() if c.start == "action-deck"]
        Random(3).shuffle(deck)
        frames = peer.performed(Order("action-deck", tuple(deck), (True,) * len(deck)))
        assert frames <= UNDO
        assert [each.component for each in seen(peer).places["action-deck"]] == deck
        names = [each.nickname for each in peer.table.objects if each.quantity == len(deck)]
        assert names == ["Action deck"]
        peer.performed(Shuffling("chance.shuffle.action-deck/1", "action-deck"))
        (fell,) = peer.heard("fell")
        assert fell["outcome"] == [each.component for each in seen(peer).places["action-deck"]]
        assert sorted(fell["outcome"]) == sorted(deck)


def test_a_held_card_is_taken_out_of_the_fingers() -> None:
    """What somebody holds is dropped and laid where it should lie."""
    with old_world() as peer:
        deck = [c.id for c in box().components.values() if c.start == "action-deck"]
        peer.performed(Bring(deck[0], "display.1", down=False))
        peer.tell(mode="advise")
        peer.table.red.pick_up(peer.table.find(guid(peer, deck[0])))
        there = (Lying(deck[0], down=False),)
        arrange = Arrange((("display.1", ()), ("display.2", there)))
        assert peer.performed(arrange) <= UNDO
        table = seen(peer)
        assert (table.places["display.1"], table.places["display.2"]) == ([], [(deck[0], False)])


def test_what_is_no_piece_is_not_touched() -> None:
    """A card of somebody's own lies beside a pile that is made anew, and is not lost."""
    with old_world() as peer:
        deck = [c.id for c in box().components.values() if c.start == "potion-deck"]
        pile = next(each for each in peer.table.objects if each.nickname == "Potion deck")
        peer.table.execute(
            f"getObjectFromGUID('{pile.guid}').takeObject({{position = {{0, 3, 60}},"
            " smooth = false, callback_function = function(o) o.memo = '' o.setName('mine')"
            f" getObjectFromGUID('{pile.guid}').putObject(o) end}})"
        )
        peer.table.run(30)
        there = {each.component for each in seen(peer).places["potion-deck"]}
        left = [each for each in deck if each in there]
        assert len(left) == len(deck) - 1
        order = tuple(reversed(left))
        peer.performed(Order("potion-deck", order, (True,) * len(order)))
        assert [each.component for each in seen(peer).places["potion-deck"]] == list(order)
        assert [each.nickname for each in peer.table.objects].count("mine") == 1
