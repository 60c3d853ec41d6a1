"""What the referee writes is what the table reads, and the other way round, key by key."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args, get_origin, get_type_hints

import jsonschema
import msgspec
import pytest

from tests.web.tabletop import Tabletop
from tests.web.test_thread import COLOURS, DICE, OBSERVED, SEATS, chosen, ways
from tts_tool.catalog import Catalogue, load
from tts_tool.journal import Journal
from tts_tool.referee.session import Session
from tts_tool.referee.table import reports
from tts_tool.referee.table.acts import Act
from tts_tool.referee.table.meeting import Greeting
from tts_tool.referee.table.schema import ACTS, REPORTS, table_schema
from tts_tool.referee.table.told import Told
from tts_tool.resources import cards_dir
from tts_tool.rulesets.night_market import RULESET
from tts_tool.table.switches import Switches

ROOT = Path(__file__).parents[2]
SCHEMA: dict[str, Any] = json.loads(table_schema())

RECORDING = """
keys_read = {}
local decode = JSON.decode
local function recording(value, path)
    if type(value) ~= "table" then
        return value
    end
    path = value.act and path .. ":" .. value.act or path
    local function read(key)
        local inner = path .. "\\t" .. tostring(key)
        keys_read[inner] = true
        return recording(value[key], inner)
    end
    local proxy = {}
    if next(value) ~= nil then
        proxy["something"] = true -- `next` asks no metatable
    end
    return setmetatable(proxy, {
        __index = function(_, key) return read(key) end,
        __len = function() return #value end,
        __pairs = function()
            return function(_, last)
                local key = next(value, last)
                if key ~= nil then
                    return key, read(key)
                end
            end
        end,
        __ipairs = function()
            return function(_, last)
                if value[last + 1] ~= nil then
                    return last + 1, read(last + 1)
                end
            end, nil, 0
        end,
    })
end
JSON.decode = function(text) return recording(decode(text), "") end
"""
READ = """
local all = {}
for key in pairs(keys_read) do
    table.insert(all, key)
end
return table.concat(all, string.char(10))
"""


Key = tuple[str, ...]


def writes(kind: Any, path: Key = ()) -> Iterator[Key]:  # noqa: ANN401  # any type
    """List the keys that a record has when it is written, names of dictionaries as stars."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        if kind.__struct_config__.tag_field:
            yield (*path, kind.__struct_config__.tag_field)
        for name in kind.__struct_fields__:
            yield (*path, name)
            yield from writes(get_type_hints(kind)[name], (*path, name))
        return
    if isinstance(kind, type) and issubclass(kind, tuple):  # one with names, written as a list
        yield (*path, "*")
        return
    if get_origin(kind) in (dict, tuple):
        yield (*path, "*")
        path = (*path, "*")
    for each in get_args(kind):
        acts = ACTS if each is Act else ()
        for act in acts:
            yield from writes(act, (*path[:-1], f"*:{act.__struct_config__.tag}"))
        if not acts and each is not type(None):
            yield from writes(each, path)


def generalised(key: tuple[str, ...], known: set[tuple[str, ...]]) -> tuple[str, ...]:
    """Write stars for what stands for names and numbers in a key that was read."""
    path: tuple[str, ...] = ()
    for part in key:
        act = part.partition(":")[2]
        star = (*path, f"*:{act}" if act else "*")
        starred = any(each[: len(star)] == star for each in known)
        path = star if starred and (*path, part) not in known else (*path, part)
    return path


class Overheard(Tabletop):
    """A table of which everything is overheard that is read and said."""

    told: list[dict[str, Any]]
    keys: set[tuple[str, ...]]

    def overhear(self) -> None:
        """Listen from now on."""
        self.table.execute(RECORDING)
        self.told = []
        received = self.host.received

        def listening(report: reports.Report) -> Told:
            told = received(report)
            self.told.append(json.loads(msgspec.json.encode(told)))
            return told

        self.host.received = listening  # type: ignore[method-assign]

    def read(self) -> set[tuple[str, ...]]:
        """Give the keys that the script has read."""
        found = str(self.table.execute(READ)).split("\n")
        return {tuple(each.split("\t")[1:]) for each in found}


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    """Give the cards of the sample game."""
    return load(cards_dir() / RULESET.folder, RULESET.schema)


@pytest.fixture(scope="module")
def overheard(catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Play for a while, and give what was said and read meanwhile."""
    journal = Journal(tmp_path_factory.mktemp("games") / "games", durability="NORMAL")
    with Session.new(
        RULESET,
        catalogue,
        seats=SEATS,
        modules=("storm", "guild"),
        seed="5",
        observed=OBSERVED,
        journal=journal,
    ) as session:
        kept = str(session.kept_as)
    top = Overheard(
        RULESET,
        catalogue,
        journal,
        kept,
        colours=COLOURS,
        dice=DICE,
        switches=Switches(),
        seed=5,
    )
    heard: list[dict[str, Any]] = []
    read = reports.read

    def reading(document: object) -> reports.AnyReport:
        heard.append(json.loads(json.dumps(document)))
        return read(document)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reports, "read", reading)
        asyncio.run(_played(top))
    return {"read": top.keys, "told": top.told, "heard": heard}


MEDDLED = """
for _, one in ipairs(getObjects()) do
    if (one.memo or '') ~= '' then one.setPosition({30, 3, 30}) break end
end
"""
"""What a tool does, and nobody is told of."""


async def _played(top: Overheard) -> None:
    chance = Random(5)
    async with top:
        top.overhear()
        await top.settle()
        for turn in range(80):
            can = {c: ways(top, c, permit) for c, permit in top.host.permits.items()}
            colour = chance.choice([c for c, found in can.items() if found])
            top.do(colour, chosen(can[colour], chance))
            if turn % 10 == 9:
                top.table.player(colour).say("!undo")
            await top.settle()
        top.table.player("Red").click("own.Red.language")
        top.table.player("Blue").leave()
        top.table.run(10)
        top.table.player("Blue")  # is back
        top.table.execute(MEDDLED)
        top.table.run(60)
        await top.settle()
        top.host.mode = "automate"
        for _ in range(60):
            if any(act["act"] == "rolling" for told in top.told for act in told["acts"]):
                break
            can = {c: ways(top, c, permit) for c, permit in top.host.permits.items()}
            colour = chance.choice([c for c, found in can.items() if found])
            top.do(colour, chosen(can[colour], chance))
            await top.settle()
        top.table.red.peek(next(each for each in top.table.objects if each.kind == "Deck"))
        counter = next(t for t in top.tree()["ObjectStates"] if t["Name"] == "Counter")
        top.table.execute(f"getObjectFromGUID('{counter['GUID']}').Counter.increment()")
        top.table.run(240)
        await top.settle()
        assert top.destroy()
        await top.die()
        await top.settle()
        assert top.drift() == {}
        top.keys = top.read()


UNREAD = {
    ("over",),
    # Nothing changes fast in this game.
    ("headings", "*", "facts", "*"),
    ("panels", "*", "*", "decision"),
    ("acts", "*:rolling", "count"),
    ("acts", "*:rolling", "sides"),
    # Nothing is turned over in this game.
    ("acts", "*:turn-over", "act"),
    ("acts", "*:turn-over", "component"),
    ("acts", "*:turn-over", "down"),
    ("permits", "*", "turns", "*"),
    ("permits", "*", "why_not", "turns", "*"),
    # Nothing is pasted.
    ("acts", "*:single", "act"),
    ("acts", "*:single", "component"),
    ("acts", "*:single", "place"),
    # No deed of this game has a button on the table, or dice that can't be rolled now.
    ("permits", "*", "why_not", "presses", "*"),
    ("permits", "*", "why_not", "rolls", "*"),
    # Read one by one when the table itself has something to say.
    ("proven", "*"),
}
"""What our table has no need of, or not in this game."""
OF_A_SAVE = {("Name",)}
"""What is read of the data of a piece that is made anew: the game says what it is called."""


def test_the_table_reads_what_is_written(overheard: dict[str, Any]) -> None:
    """The table looks for no key that nobody writes."""
    known = {*writes(Told), *writes(Greeting), *OF_A_SAVE}
    read = {generalised(key, known) for key in overheard["read"]}
    assert read - known == set()
    assert known - read == UNREAD


def test_what_is_said_is_of_its_schema(overheard: dict[str, Any]) -> None:
    """Reports, and what the table is told, are what the schema says."""
    validator = jsonschema.Draft202012Validator
    defs = {"$defs": SCHEMA["$defs"]}
    kinds = {kind.__struct_config__.tag: kind.__name__ for kind in REPORTS}
    for told in overheard["told"]:
        validator({"$ref": "#/$defs/Told", **defs}).validate(told)
    for heard in overheard["heard"]:
        validator({"$ref": f"#/$defs/{kinds[heard['kind']]}", **defs}).validate(heard)


def test_the_page_and_the_schema() -> None:
    """The schema is written from the records, and the page names each message and field."""
    written = (ROOT / "docs" / "table-protocol.schema.json").read_text(encoding="utf-8")
    assert written == table_schema(), "run: python -m tts_tool.referee.table.schema --write"
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    page = (ROOT / "docs" / "table-protocol.md").read_text(encoding="utf-8")
    kinds: list[type[msgspec.Struct]] = [*REPORTS, *ACTS, Told]
    names = {str(kind.__struct_config__.tag) for kind in kinds[:-1]}
    names |= {name for kind in kinds for name in kind.__struct_fields__}
    assert sorted(name for name in names if f"`{name}`" not in page) == []


def test_the_table_says_what_is_read(overheard: dict[str, Any]) -> None:
    """Every field that a report may have is one that a table fills."""
    said: dict[str, set[str]] = {}
    for heard in overheard["heard"]:
        said.setdefault(heard["kind"], set()).update(heard)
    for kind in REPORTS:
        tag = str(kind.__struct_config__.tag)
        whole = {"kind", *kind.__struct_fields__}
        whole -= {"colour"} if kind is reports.Changed else set()  # no hand has done it here
        assert said.get(tag, set()) == whole
