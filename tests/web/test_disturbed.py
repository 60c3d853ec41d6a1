"""Whatever is done to a table behind the referee's back is named, and repaired or taken over."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from tests.web.fairground import FAIR, fair
from tests.web.refereed import Refereed, drift
from tests.web.test_tricks import pieces
from tts_tool.kernel.decisions import Move
from tts_tool.referee.table.told import Mode

MODES: tuple[Mode, ...] = ("off", "advise", "enforce", "automate")
NOTICED = 240
"""So many frames, four seconds, after which the table has looked everywhere once."""
HIGHER_THAN_ZONES = 5
AT_ONCE = 8
"""So many frames pass until referee and table hear each other."""
THINGS = """
found = {}
for _, thing in ipairs(getObjects()) do
    if (thing.memo or '') ~= '' or thing.type == 'Deck' then
        table.insert(found, thing)
    end
end
table.sort(found, function(a, b) return a.guid < b.guid end)
one, other = found[%d %% #found + 1], found[%d %% #found + 1]
"""
DEEDS: Mapping[str, str] = {
    "moved": "one.setPosition({%(x)d, 3, %(z)d})",
    "moved to another": "one.setPosition(other.getPosition() + Vector(0, 2, 0))",
    "flipped": "one.flip()",
    "deleted": "one.destruct()",
    "pasted": "one.clone({position = {%(x)d, 3, %(z)d}})",
    "renamed": "one.memo = other.memo",
    "nameless": "one.memo = ''",
    "put into a bag": "spawnObject({type = 'Bag', position = {%(x)d, 2, %(z)d}, sound = false,"
    " callback_function = function(bag) bag.putObject(one) end})",
    "shuffled": "if one.type == 'Deck' then one.shuffle() end",
    "taken out": "if one.type == 'Deck' then one.takeObject({position = {%(x)d, 3, %(z)d}}) end",
}


MOVES = ("moved", "moved to another", "taken out")
"""By these something may come into a hand, and whoever holds it has drawn it then."""


def disturb(peer: Refereed, chance: Random, kind: str) -> None:
    """Do something to things at random; nobody's fingers were there."""
    at = {"x": chance.randint(-20, 20), "z": chance.randint(-12, 12)}
    which = THINGS % (chance.randrange(10_000), chance.randrange(10_000))
    peer.table.execute(which + DEEDS[kind] % at)


def look_on(peer: Refereed) -> None:
    """Let the table look around, until all is done that follows."""
    for _ in range(0, NOTICED, AT_ONCE):
        peer.table.run(AT_ONCE)
        peer.listen()
    peer.wait()


def ask(peer: Refereed, text: str) -> None:
    """Let the host of the game type something, and all be done that follows."""
    peer.table.player("Red").say(text)
    look_on(peer)


def said(peer: Refereed, since: int) -> list[str]:
    """List what was said."""
    return [line.text for line in peer.table.chat[since:]]


def ids(peer: Refereed) -> Counter[str]:
    """Count every piece by what it says it is, also those in piles and bags."""
    things = (each for each in pieces(peer.tree()) if not each.get("ContainedObjects"))
    return Counter(each["Memo"] for each in things)


def wrong(peer: Refereed) -> dict[str, Any]:
    """Say where table and rules differ, also by copies."""
    components = set(peer.session.state.inventory.components)
    off = {n: many for n, many in ids(peer).items() if many != 1 and n in components}
    missing = sorted(components - set(ids(peer)))
    return drift(peer) | ({"copies": off} if off else {}) | ({"lost": missing} if missing else {})


def anew() -> dict[str, str]:
    """Give each piece as it was laid out at first."""
    things = json.loads(FAIR.save)["ObjectStates"]
    return {each["Memo"]: json.dumps(each) for each in pieces(things)}


@pytest.fixture(params=MODES)
def peer(request: pytest.FixtureRequest) -> Iterator[Refereed]:
    """Begin to referee at a fair, as strictly as can be chosen."""
    with fair(7, mode=request.param, anew=anew) as peer:
        yield peer


@pytest.mark.soak(sample=10, full=1_000)
@pytest.mark.timeout(3_600)
def test_disturbed(peer: Refereed, rounds: int, seeds: int) -> None:
    """Who prevents repairs; who advises names it first, and repairs or takes over when told to."""
    chance = Random(rounds + seeds)
    kinds = [kind for _ in range(-(-rounds // len(DEEDS))) for kind in DEEDS]
    chance.shuffle(kinds)
    for n, kind in enumerate(kinds[:rounds]):
        before, lines, step = peer.session.digest(), len(peer.table.chat), peer.session.step
        disturb(peer, chance, kind)
        look_on(peer)
        differs = wrong(peer)
        if peer.host.mode in ("enforce", "automate"):
            assert differs == {}, (n, kind)
            is_answer = kind in MOVES and peer.session.step == step + 1
            assert is_answer or peer.session.digest() == before, (n, kind)
            continue
        if peer.host.mode == "off":
            assert said(peer, lines) == [], (n, kind)
        elif differs:
            assert said(peer, lines), (n, kind, differs)
        ask(peer, "!take" if n % 2 else "!repair")
        if wrong(peer):
            ask(peer, "!repair")
        assert wrong(peer) == {}, (n, kind)
    known = peer.session.state.inventory.components
    assert sorted(each for each in ids(peer).elements() if each in known) == sorted(known)
    assert [str(each) for each in peer.table.errors] == []


@pytest.mark.parametrize("mode", ["advise", "enforce"])
def test_a_pile_that_was_shuffled_by_a_tool(mode: Mode) -> None:
    """Nobody's fingers were there, no piece has moved, and yet it is noticed and put right."""
    shuffles = (
        "for _, one in ipairs(getObjects()) do if one.type == 'Deck' then one.shuffle() end end"
    )
    with fair(7, mode=mode, anew=anew) as peer:
        lines = len(peer.table.chat)
        peer.table.execute(shuffles)
        peer.table.run(30)
        assert {*wrong(peer)} == {"prizes", "tickets"}
        look_on(peer)
        if mode == "advise":
            assert any("otherwise: " in line for line in said(peer, lines))
            ask(peer, "!repair")
        assert wrong(peer) == {}


ON_ITS_HEAD = """
local one, deck = getObjectFromGUID('%s'), getObjectFromGUID('%s')
one.setRotation({0, 0, 180})
one.setPosition(deck.getPosition() + Vector(0, 2, 0))
"""


@pytest.mark.parametrize("text", ["!repair", "!take"])
def test_a_figure_on_its_head_on_a_few_cards(text: str) -> None:
    """It comes to stand on them again, not among them: they do not fall one after the other."""
    with fair(7, mode="advise", anew=anew) as peer:
        figure, deck = (peer.holder(each)[0].guid for each in ("visitor.blue", "ticket.1"))
        peer.table.execute(ON_ITS_HEAD % (figure, deck))
        look_on(peer)
        ask(peer, "!take")
        assert peer.session.state.places["tickets"][0] == "visitor.blue"
        assert len(peer.session.state.places["tickets"]) == 7
        assert wrong(peer) == {}
        peer.table.execute(f"getObjectFromGUID('{deck}').setPosition({{14, 3, 10}})")
        look_on(peer)
        assert {*wrong(peer)} == {"tickets", "nowhere"}
        ask(peer, text)
        assert wrong(peer) == {}


IN_A_BAG = """
local bag = spawnObjectData({ data = { Name = 'Bag', Transform = { posX = 25, posY = 2, posZ = 12,
    scaleX = 1, scaleY = 1, scaleZ = 1 }, ContainedObjects = { { Name = 'Bag', Transform = {
    scaleX = 1, scaleY = 1, scaleZ = 1 }, ContainedObjects = { one.getData() } } } } })
one.destruct()
"""


@pytest.mark.parametrize("kind", ["stamp.1", "prize.bell.2"])
def test_a_piece_in_a_bag_in_a_bag(kind: str) -> None:
    """It, or the pile that it is part of, comes out again, and no copy stays there."""
    with fair(7) as peer:  # nobody could make it anew
        one = f"local one = getObjectFromGUID('{peer.holder(kind)[0].guid}')"
        peer.table.execute(one + IN_A_BAG)
        look_on(peer)
        assert wrong(peer) == {}


BAGS = {
    "a bag": "{data = bag({})}",
    "a bag that holds a bag with the copy": "{data = bag({ bag({ one.getData() }) })}",
}
PASTED = """
local function bag(inside)
    return { Name = 'Bag', Transform = { posX = 25, posY = 1, posZ = 12, scaleX = 1, scaleY = 1,
        scaleZ = 1 }, ContainedObjects = inside }
end
local one = getObjectFromGUID('%s')
spawnObjectData(%s)
"""
FALLS_IN = "one.clone({position = {25, 4, 12}})"


@pytest.mark.parametrize(
    ("mode", "bag", "kind"),
    [
        ("off", "a bag", "ticket.1"),
        ("advise", "a bag", "ticket.1"),
        ("advise", "a bag that holds a bag with the copy", "stamp.1"),
        ("enforce", "a bag that holds a bag with the copy", "ticket.1"),
    ],
)
def test_a_copy_that_falls_into_a_bag(mode: Mode, bag: str, kind: str) -> None:
    """Nobody sees it there: it, or a whole pile, is named, and taken out and away when asked."""
    with fair(7, mode=mode) as peer:
        lines, thing = len(peer.table.chat), peer.holder(kind)[0].guid
        falls = FALLS_IN if bag == "a bag" else ""
        peer.table.execute(PASTED % (thing, BAGS[bag]) + falls)
        look_on(peer)
        if bag != "a bag":
            ask(peer, "!check")
        if mode != "enforce":
            assert "copies" in wrong(peer)
            named = [each for each in said(peer, lines) if "twice" in each]
            assert len(named) == (mode == "advise")
            ask(peer, "!repair")
        assert wrong(peer) == {}


ON_A_SLOT = "spawnObject({type = 'Bag', position = {%(posX)s, 3, %(posZ)s}, sound = false})"


@pytest.mark.parametrize(
    "deed", ["one.destruct()", "one.memo = ''", "one.setPosition({20, 3, 10})"]
)
def test_a_bag_that_stands_where_something_goes(deed: str) -> None:
    """What is brought, fetched or made anew there does not fall into it: the bag is set aside."""
    with fair(7, anew=anew) as peer:
        thing = peer.holder("visitor.red")[0]
        (at,) = (each["Transform"] for each in peer.tree() if each["GUID"] == thing.guid)
        peer.table.execute(f"local one = getObjectFromGUID('{thing.guid}') {deed}" + ON_A_SLOT % at)
        look_on(peer)
        look_on(peer)
        assert wrong(peer) == {}


def test_a_piece_that_says_it_is_its_neighbour() -> None:
    """Where it lies there are as many pieces as before, and all the same it is noticed."""
    with fair(7, anew=anew) as peer:
        at = peer.session.state.place_of("visitor.red")
        assert peer.session.state.place_of("visitor.blue") == at
        peer.table.execute(
            "for _, each in ipairs(getObjects()) do"
            " if each.memo == 'visitor.red' then each.memo = 'visitor.blue' end end"
        )
        look_on(peer)
        assert wrong(peer) == {}


TO_THE_VISITOR = """
for _, each in ipairs(getObjects()) do
    if each.memo == 'visitor.red' then %s end
end
"""


@pytest.mark.parametrize("mode", ["advise", "enforce"])
def test_what_lies_on_much_that_is_nothing(mode: Mode) -> None:
    """A piece lies in its place however high, and everything can be done with it there."""
    with fair(7, mode=mode, anew=anew) as peer:
        for _ in range(4):
            peer.table.execute(TO_THE_VISITOR % "each.memo = ''")
            look_on(peer)
            ask(peer, "!repair")
            assert wrong(peer) == {}
        assert peer.holder("visitor.red")[0].position[1] > HIGHER_THAN_ZONES
        assert not any("by hand" in line for line in said(peer, 0))
        seat = peer.asked()[0].seat
        assert peer.do(peer.made.values["colours"][seat], Move(f"visitor.{seat}", "yard.2"))
        peer.wait()
        assert peer.session.state.place_of(f"visitor.{seat}") == "yard.2"
        assert wrong(peer) == {}


def test_what_lies_beside_all_and_then_is_nowhere() -> None:
    """Both is news: who has heard of the first hears of the other, too."""
    with fair(7, mode="advise", anew=anew) as peer:
        lines = len(peer.table.chat)
        peer.table.execute(TO_THE_VISITOR % "each.setPosition({22, 2, 0})")
        look_on(peer)
        assert any("beside" in line for line in said(peer, lines))
        lines = len(peer.table.chat)
        peer.table.execute(TO_THE_VISITOR % "each.memo = '' each.destruct()")
        look_on(peer)
        assert any("nowhere" in line for line in said(peer, lines))


FULL = """
for _ = 1, 5 do
    local data = Player.Blue.getHandObjects()[1].getData()
    data.Memo = nil
    spawnObjectData({ data = data, callback_function = function(card) card.deal(1, 'Blue') end })
end
"""


def test_a_card_that_is_turned_in_a_full_hand() -> None:
    """It is turned back where it is, and none of the others becomes a pile with it."""
    with fair(7, anew=anew) as peer:
        hand = peer.session.state.places["hand.blue"]
        peer.table.execute(FULL)
        look_on(peer)
        for component in hand * 3:
            peer.table.execute(TO_THE_VISITOR.replace("visitor.red", component) % "each.flip()")
            look_on(peer)
            assert wrong(peer) == {}
        assert said(peer, 0) == []


ON_A_PILE = """
local deck = getObjectFromGUID('%s')
for _, each in ipairs(getObjects()) do
    if each.memo == 'stall.red' then each.setPosition(deck.getPosition() + Vector(0, 2, 0)) end
end
"""


def test_what_is_no_card_lies_on_a_pile() -> None:
    """Taken over as it lies, and put right when the pile below it was shuffled by a tool."""
    with fair(7, mode="advise", anew=anew) as peer:
        deck = peer.holder(peer.session.state.places["prizes"][3])[0].guid
        peer.table.execute(ON_A_PILE % deck)
        look_on(peer)
        ask(peer, "!take")
        assert "stall.red" in peer.session.state.places["prizes"]
        assert wrong(peer) == {}
        deck = peer.holder(peer.session.state.places["prizes"][3])[0].guid
        peer.table.execute(f"getObjectFromGUID('{deck}').shuffle()")
        look_on(peer)
        assert {*wrong(peer)} == {"prizes"}
        ask(peer, "!repair")
        assert wrong(peer) == {}
        assert not any("could not" in line or "can't" in line for line in said(peer, 0))


A_BAG_OVER_IT = """
spawnObject({
    type = 'Bag', position = { 22, 2, 0 }, sound = false,
    callback_function = function(bag)
        bag.setLock(true)
        bag.setPosition({ 22, 2, 0 })
    end,
})
"""


def test_a_copy_of_a_pile_under_a_bag() -> None:
    """No card of the copy gets into the bag while it is taken away."""
    with fair(7, mode="advise", anew=anew) as peer:
        deck = peer.holder(peer.session.state.places["prizes"][3])[0].guid
        peer.table.execute(f"getObjectFromGUID('{deck}').clone({{ position = {{ 22, 2, 0 }} }})")
        peer.table.run(60)
        peer.table.execute(A_BAG_OVER_IT)
        look_on(peer)
        assert "copies" in wrong(peer)
        ask(peer, "!repair")
        assert wrong(peer) == {}
