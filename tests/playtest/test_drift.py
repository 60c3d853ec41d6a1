"""The comparison of table and rules misses nothing, whoever does what behind the referee's back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from tests.build.set_up import made
from tests.playtest.test_demo import refereed
from tts_tool.build.table.reading import TableReading, read_table
from tts_tool.table import Table

THINGS = """
found = {}
for _, thing in ipairs(getObjects()) do
    local is_track = string.match(thing.getGMNotes(), '^track ')
    if (thing.memo or '') ~= '' or thing.type == 'Deck' or is_track then
        table.insert(found, thing)
    end
end
table.sort(found, function(a, b) return a.guid < b.guid end)
one, other = found[%d %% #found + 1], found[%d %% #found + 1]
"""
DEEDS = {
    "moved": "one.setPosition({%(x)d, 3, %(z)d})",
    "moved to another": "one.setPosition(other.getPosition() + Vector(0, 2, 0))",
    "flipped": "one.flip()",
    "turned": "one.setRotation({0, %(x)d, 180})",
    "deleted": "one.destruct()",
    "added": "one.clone({position = {%(x)d, 3, %(z)d}})",
    "put in": "if other.type == 'Deck' and one.type == 'Card' then other.putObject(one) end",
    "taken out": "if one.type == 'Deck' then one.takeObject({position = {%(x)d, 3, %(z)d}}) end",
    "shuffled": "if one.type == 'Deck' then one.shuffle() end",
    "counted": "if one.Counter then one.Counter.setValue(%(x)d) end",
    "renamed": "one.memo = other.memo",
    "another place": "one.setGMNotes(other.getGMNotes())",
    "zone moved": "for _, each in ipairs(one.getZones()) do each.setPosition({%(x)d, 2, 0}) end",
    "tagged": "for _, tag in ipairs(other.getTags()) do one.addTag(tag) end",
    "another state": "if #(one.getStates() or {}) > 0 then one.setState(3 - one.getStateId()) end",
}  # fmt: skip


def deeds(chance: Random) -> Iterator[str]:
    """Make up what is done behind everybody's back: each kind, to things at random."""
    kinds = list(DEEDS)
    chance.shuffle(kinds)
    for kind in kinds:
        at = {"x": chance.randint(-40, 40), "z": chance.randint(-30, 30)}
        yield THINGS % (chance.randrange(10_000), chance.randrange(10_000)) + DEEDS[kind] % at


@pytest.mark.soak(sample=4, full=60)
def test_what_has_changed_is_all_that_must_be_read(rounds: int) -> None:
    """The picture kept up with what has changed is the one that a whole save gives, each time."""
    tracks = made().values["tracks"]
    differing = 0
    with Table.open(made().save, seed=1, seconds=20) as table:
        reading, before = TableReading(tracks), None
        for seed in range(rounds):
            for deed in deeds(Random(seed)):
                table.execute(deed)
                table.run(Random(seed).choice([1, 7, 40]))
                seen = reading.take(*table.changes())
                tree = msgspec.json.decode(table.save_as_it_is())
                assert seen == read_table(tree, tracks), deed
                differing += seen != before
                before = seen
            if seed % 3 == 2:
                table.reload(made().save)
        assert differing > 4 * rounds
        assert reading.take(*table.changes()) == before
        assert table.changes() == ({}, [])


OF = """
for _, one in ipairs(getObjects()) do
    if string.find(one.memo or '', '^%s') or one.getGMNotes() == '%s' then %s break end
end
"""
CHEATS = {
    "moved": OF % ("closed.tavern", "-", "one.setPosition({0, 3, 0})"),
    "turned over": OF % ("action", "-", "one.setRotation({0, 180, one.is_face_down and 0 or 180})"),
    "deleted": OF % ("miniature", "-", "one.destruct()"),
    "shuffled": "for _, each in ipairs(getObjects()) do each.shuffle() end",
    "counted": OF % ("-", "track gold.red", "one.Counter.setValue(77)"),
    "a marker moved": OF % ("-", "track combat.red", "one.setPosition({0, 3, 0})"),
}  # fmt: skip


def test_every_kind_of_drift_is_found() -> None:
    """Where nobody puts anything back, both comparisons find the same, and it is something."""

    async def looked() -> None:
        async with refereed(2, 3) as top:
            await top.settle()
            assert top.drift() == top.drift(whole=True) == {}
            found: dict[str, object] = {}
            for name, cheat in CHEATS.items():
                top.table.execute(cheat)
                top.table.run(20)
                wrong = top.drift()
                assert wrong == top.drift(whole=True), name
                assert wrong != found, name
                found = wrong

    asyncio.run(looked())


def test_what_was_read_wrongly_is_found() -> None:
    """If the picture that is kept were not the table's, the next whole comparison says so."""

    async def looked() -> None:
        async with refereed(1, 3) as top:
            await top.settle()
            assert top.drift() == {}
            top.table.execute(CHEATS["deleted"])
            top.table.run(20)
            top.table.changes()  # told to somebody else: nobody reads it
            assert top.drift() == {}
            assert "as it was read" in top.drift(whole=True)

    asyncio.run(looked())
