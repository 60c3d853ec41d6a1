"""What is nowhere on the table is got back in one act, however much it is."""

from __future__ import annotations

import pytest

from tests.web.fairground import FAIR, fair, scripted
from tests.web.peer import Peer
from tests.web.refereed import drift, look_at
from tests.web.test_disturbed import anew, ids
from tts_tool.referee.table.acts import Order, Spawn

GONE = """
local deck = getObjectFromGUID('%(deck)s')
local gone = %(many)d == 1 and deck.takeObject({ smooth = false }) or deck.cut(%(many)d)[2]
local function bag(x, inside)
    return { Name = 'Bag', Transform = { posX = x, posY = 2, posZ = 12, scaleX = 1, scaleY = 1,
        scaleZ = 1 }, ContainedObjects = inside }
end
local data = gone.getData()
gone.destruct()
"""
"""Some cards of a deck are thrown away, as one."""
IN_A_BAG = """
local inside = {}
for _, card in ipairs(data.ContainedObjects or { data }) do
    card.CustomDeck = card.CustomDeck or data.CustomDeck
    table.insert(inside, card)
end
spawnObjectData({ data = bag(25, inside) })
"""
IN_A_BAG_IN_A_BAG = """
for number = 0, 2 do
    spawnObjectData({ data = bag(10 + 4 * number, { bag(0, {}) }) })
end
spawnObjectData({ data = bag(25, { bag(0, { data }) }) })
"""
COUNT = """
walks, reads = 0, 0
local all = getObjects
local function counted(bag)
    return setmetatable({}, { __index = function(_, name)
        reads = reads + ((name == 'getObjects' or name == 'getData') and 1 or 0)
        return bag[name]
    end })
end
getObjects = function()
    walks = walks + 1
    local found = all()
    for i, thing in ipairs(found) do
        found[i] = thing.type == 'Bag' and counted(thing) or thing
    end
    return found
end
"""


def got_back(way: str, many: int) -> tuple[int, int]:
    """Let so many cards of a deck be gone, and come again; count the walks and the bags read."""
    with scripted() as peer:
        before = look_at(peer, FAIR.values).places["prizes"]
        peer.table.execute(GONE % {"deck": deck(peer), "many": many} + way)
        peer.table.run(60)
        peer.table.execute(COUNT)
        cards = tuple(each.component for each in before)
        peer.performed(Order("prizes", cards, tuple(each.down for each in before)))
        counts = [int(peer.table.execute(f"return {name}")) for name in ("walks", "reads")]
        assert look_at(peer, FAIR.values).places["prizes"] == before
        assert peer.heard("failed") == []
        return counts[0], counts[1]


def deck(peer: Peer) -> str:
    """Find the deck of prizes."""
    found: str = peer.table.execute(
        "for _, each in ipairs(getObjects()) do if each.type == 'Deck' then"
        " for _, card in ipairs(each.getObjects()) do"
        " if string.find(card.memo, '^prize') then return each.guid end end end end"
    )
    return found


@pytest.mark.parametrize("way", ["", IN_A_BAG, IN_A_BAG_IN_A_BAG], ids=["thrown", "bag", "deep"])
def test_as_many_walks_for_a_pile_as_for_a_card(way: str) -> None:
    """Who looks for five cards looks around no oftener, and into no more bags, than for one."""
    assert got_back(way, 5) == got_back(way, 1)


FORGOTTEN = """
for _, each in ipairs(getObjects()) do
    if each.type == 'Deck' or (each.memo or '') ~= '' then each.destruct() end
end
"""
UNDO = 120
"""So many frames an undo may take, whatever it takes back."""


def test_what_a_table_has_forgotten_is_made_anew_as_piles() -> None:
    """Loaded without any piece it makes them all from the build in one act, in their order."""
    with fair(7, anew=anew) as peer:
        peer.table.execute(FORGOTTEN)
        peer.table.run(3)
        peer.table.reload(peer.table.save())
        lost = {*peer.session.state.inventory.components} - {"", *ids(peer)}
        assert len(lost) > 30
        before, lines = len(peer.told_acts), len(peer.table.chat)
        frames = peer.sit_down()
        assert drift(peer) == {}
        spawned = [each for each in peer.told_acts[before:] if isinstance(each, Spawn)]
        assert [{piece.component for piece in each.pieces} for each in spawned] == [lost]
        assert len([each for each in peer.table.chat[lines:] if "made anew" in each.text]) == 1
        assert frames <= UNDO
