"""How long after a file is written an edit is seen on the table, per tier and kind of edit.

A table without the game plays in another process, in real time; `dev` runs in a third. Whoever
measures asks the table through the hub until it shows the edit, which takes as long as is said.

The last figure is how long `dev` itself was at work per edit: a busy machine changes it least.

Run it as `python tests/bench/bench_dev.py [--rounds 20] [--loads 6] [my-mod old-world arcs]`, or
with the hub's own cost and what is aimed at beside as `python tests/bench/bench_sync.py`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

import msgspec

from tests.cli.person import edit
from tests.cli.town import Town, line_of
from tests.corpus import corpus_file
from tts_tool.errors import UserError
from tts_tool.sync.hub import Door, HubLine
from tts_tool.sync.hub.client import enter

REPO = Path(__file__).parents[2]
LONGEST = 30.0
PAUSE = 0.2  # nobody saves faster
SETTLES = 2.0  # what was loaded is read out again, and compared
LOOK = 0.004  # between looks, so that whoever measures takes little of what is measured
CARD = """
local it = getObjectFromGUID('{holder}')
local data = it ~= nil and it.getData() or {{}}
for _, card in ipairs(data.ContainedObjects or {{data}}) do
    if card.Memo == '{memo}' then return card.{what} end
end
"""

Write = Callable[[int], None]
Mod = Callable[[Town], tuple[str | Path, "list[Kind]"]]


class Kind(NamedTuple):
    """A kind of edit: what it does to files in a round, and what the table is asked then."""

    name: str
    tier: str
    write: Write
    ask: str


class Desk:
    """A `dev` that runs, and a line to the table."""

    def __init__(self, town: Town, folder: str | Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.dev = town.begins("dev", folder, "--json", "--reload", *town.ports)
        while json.loads(line_of(self.dev))["kind"] != "ready":
            pass
        file = next(town.person.home.rglob(f"hub-{town.editor}.json"))
        door = msgspec.json.decode(file.read_bytes(), type=Door)
        self.line = HubLine(lambda: enter(door, "a watch"))
        self.loop.run_until_complete(self.line.__aenter__())

    def asks(self, script: str) -> Any:  # noqa: ANN401
        """Ask the table something."""
        return self.loop.run_until_complete(self.line.execute(script))

    def looks(self, kind: Kind, before: Any) -> Any:  # noqa: ANN401
        """Look at the table; while it is loaded, or what is asked made anew, it is as before."""
        try:
            found = self.asks(kind.ask)
        except UserError:
            return before
        return before if found is None else found

    def busy(self) -> float:
        """Say how long `dev` was at work so far, in milliseconds: that no other program slows."""
        stat = Path(f"/proc/{self.dev.pid}/stat")
        if not stat.is_file():
            return 0.0
        used = stat.read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, used)) * 1000 / os.sysconf("SC_CLK_TCK")

    def measured(self, kind: Kind, rounds: int) -> list[float]:
        """Measure rounds of one kind, in milliseconds."""
        found = []
        for n in range(rounds):
            before = self.asks(kind.ask)
            began = time.perf_counter()
            kind.write(n)
            while self.looks(kind, before) == before:
                if time.perf_counter() - began > LONGEST:
                    raise TimeoutError(kind.name)
                time.sleep(LOOK)
            found.append((time.perf_counter() - began) * 1000)
            time.sleep(SETTLES if kind.tier == "load" else PAUSE)
        return found

    def close(self) -> None:
        """End it."""
        self.loop.run_until_complete(self.line.__aexit__())
        self.loop.close()


def writes(file: Path, text: Callable[[int], str]) -> Write:
    """Write a text anew in each round."""
    return lambda n: (file.write_text(text(n), encoding="utf-8"), None)[1]


def replaces(file: Path, old: str, new: Callable[[int], str]) -> Write:
    """Replace a part of a text, another in each round."""
    start = file.read_text(encoding="utf-8")
    assert old in start, file
    return writes(file, lambda n: start.replace(old, new(n), 1))


def card(save: Path, memo: str, what: str) -> str:
    """Ask what a card is, there where it lies when the save is opened: alone, or in a deck."""
    for thing in json.loads(save.read_bytes())["ObjectStates"]:
        if any(each.get("Memo") == memo for each in thing.get("ContainedObjects") or [thing]):
            return CARD.format(holder=thing["GUID"], memo=memo, what=what)
    raise LookupError(memo)


def my_mod(town: Town) -> tuple[str | Path, list[Kind]]:
    """Measure the mod that `init` makes."""
    town.person.types("init", "my-mod")
    mod = town.person.mod
    script = mod / "lua_templates/my_mod/object/mat.board.lua"
    script.parent.mkdir()
    script.write_text("function version() return -1 end")
    ui = mod / "lua_templates/my_mod/global/main.xml"
    ui.write_text('<Text id="t">-1</Text>')
    code = mod / "lua_templates/my_mod/global/main.lua"
    layout = mod / "mod_json/my_mod/layout.toml"
    page = '[[pages]]\nlang = "en"\ntitle = "P"\nbody = "-1"\n\n[surface]'
    edit(layout, "[surface]", page)
    town.save = Path(town.person.told("build", "my-mod")["save"])
    cards = mod / "cards/my_mod/base/fruit.toml"
    face = mod / "mod_json/my_mod/faces/fruit.svg"
    version = "function version() return {} end".format
    read = "return getObjectFromGUID('5b0d48').getLuaScript()"
    return mod, [
        Kind("script of a thing", "objects", writes(script, version), read),
        Kind("interface", "message", writes(ui, "<Text>{}</Text>".format), "return UI.getXml()"),
        Kind("page of the notebook", "message", replaces(layout, '"-1"', '"{}"'.format),
             "return getNotebookTabs()[1].body"),
        Kind("text of a card, 5 copies", "objects", replaces(cards, '"Apple"', '"A {}"'.format),
             card(town.save, "fruit.apple.1", "Nickname")),
        Kind("art of 12 cards", "objects", replaces(face, 'r="150"', lambda n: f'r="{99 + n}"'),
             card(town.save, "fruit.apple.1", "CardID")),
        Kind("code of the table", "load", replaces(code, "Welcome to", "Welcome {} to".format),
             "return Global.getLuaScript()"),
    ]  # fmt: skip


def old_world(town: Town) -> tuple[str | Path, list[Kind]]:
    """Measure Old World, as a project that has its files."""
    mod = town.person.home / "old-world-mod"
    for name in ("cards", "mod_json", "lua_templates"):
        shutil.copytree(REPO / name / "old_world", mod / name / "old_world")
    (mod / "rules.py").write_text("from tts_tool.rulesets.old_world import RULESET\n")
    settings = 'kind = "generated"\nsave-name = "OW"\n[assets]\nmode = "file"\n'
    (mod / "tts-tool.toml").write_text(settings)
    script = mod / "lua_templates/old_world/object/mat.map.lua"
    script.parent.mkdir(exist_ok=True)
    script.write_text("function version() return -1 end")
    town.save = Path(town.person.told("build", mod.name)["save"])
    (owner,) = (
        each["GUID"]
        for each in json.loads(town.save.read_bytes())["ObjectStates"]
        if "version()" in each["LuaScript"]
    )
    book = mod / "mod_json/old_world/notebook.toml"
    title = re.search(r'title = "(.*)"', book.read_text(encoding="utf-8"))
    assert title is not None
    cards = mod / "cards/old_world/base/actions.toml"
    figure = mod / "mod_json/old_world/faces/figures/arachas.svg"
    colour = re.search("#[0-9a-f]{6}", figure.read_text(encoding="utf-8"))
    assert colour is not None
    layout = mod / "mod_json/old_world/layout.toml"
    deck_at = r'(names = \["action-deck"\]\n.*\nat = \[)([-\d.]+)'
    at = re.search(deck_at, layout.read_text(encoding="utf-8"))
    assert at is not None
    globe = mod / "lua_templates/old_world/global/main.lua"
    version = "function version() return {} end".format
    code = f"return getObjectFromGUID('{owner}').getLuaScript()"
    whole = globe.read_text(encoding="utf-8")
    deck = "for _, it in ipairs(getObjects()) do if it.getName() == 'Action deck' then"
    pages = "local all = '' for _, each in ipairs(getNotebookTabs()) do all = all .. each.title end"
    return mod, [
        Kind("script of a thing", "objects", writes(script, version), code),
        Kind("page of the notebook", "message",
             replaces(book, title[0], 'title = "P {}"'.format), f"{pages} return all"),
        Kind("text of a card, 6 copies", "objects",
             replaces(cards, '"Precise Blow"', '"P {}"'.format),
             card(town.save, "action.precise-blow.1", "Nickname")),
        Kind("art of a monster, 3 pieces", "objects",
             replaces(figure, colour[0], lambda n: f"#26{n + 16:02x}2e"),
             card(town.save, "monster.arachas", "CardID")),
        Kind("place of a deck", "objects",
             replaces(layout, at[0], lambda n: f"{at[1]}{float(at[2]) - (n + 1) / 1000:.3f}"),
             f"{deck} return it.getPosition().x end end"),
        Kind("code of the table", "load", writes(globe, lambda n: f"{whole}\n-- {n}\n"),
             "return Global.getLuaScript()"),
    ]  # fmt: skip


def arcs(town: Town) -> tuple[str | Path, list[Kind]]:
    """Measure a real mod of 3.3 MB, unpacked."""
    folder = town.person.home / "arcs"
    town.save = town.person.home / "save.json"
    shutil.copyfile(corpus_file("arcs_v13.3.json"), town.save)
    town.person.types("unpack", town.save, folder)
    things = sorted((folder / "save/objects").glob("*/object.json"))
    about = {each: json.loads(each.read_bytes()) for each in things}
    silent = (each for each in things if not each.with_name("script.lua").exists())
    thing = next(each for each in silent if about[each]["Nickname"])
    was = json.dumps(about[thing]["Nickname"], ensure_ascii=False)
    named = f"return getObjectFromGUID('{about[thing]['GUID']}').getName()"
    speaking = next(each for each in things if each.with_name("script.lua").exists())
    script = speaking.with_name("script.lua")
    code = script.read_text(encoding="utf-8")
    globe = folder / "save" / "script.lua"
    whole = globe.read_text(encoding="utf-8")
    read = f"return getObjectFromGUID('{about[speaking]['GUID']}').getLuaScript()"
    rename = replaces(thing, f'"Nickname": {was}', '"Nickname": "n {}"'.format)
    return folder, [
        Kind("name of a thing", "message", rename, named),
        Kind("script of a thing", "objects", writes(script, lambda n: f"{code}\n-- {n}"), read),
        Kind("code of the table", "load", writes(globe, lambda n: f"{whole}\n-- {n}"),
             "return Global.getLuaScript()"),
    ]  # fmt: skip


MODS: dict[str, Mod] = {"my-mod": my_mod, "old-world": old_world, "arcs": arcs}


@contextmanager
def at_desk(mod: Mod) -> Iterator[tuple[Desk, list[Kind]]]:
    """Open a mod, and let `dev` watch it."""
    with tempfile.TemporaryDirectory() as home:
        town = Town(Path(home))
        try:
            folder, kinds = mod(town)
            town.opens("--frames", "60")
            desk = Desk(town, folder)
            yield desk, kinds
            desk.close()
        finally:
            town.ends()


class Found(NamedTuple):
    """What was found for a kind of edit, in milliseconds; and how long `dev` was at work."""

    mod: str
    kind: str
    tier: str
    middle: float
    most: float
    work: float


def measured(mods: Iterable[str], rounds: int, loads: int) -> Iterator[Found]:
    """Measure each kind of edit of some mods so many times, and of loads so many."""
    for name in mods:
        with at_desk(MODS[name]) as (desk, kinds):
            desk.measured(Kind("asking", "", lambda _: None, "return os.clock()"), 5)
            asked = desk.measured(Kind("asking", "", lambda _: None, "return os.clock()"), 20)
            print(f"{name}: asking the table takes {statistics.median(asked):.1f} ms", flush=True)
            for kind in kinds:
                times = loads if kind.tier == "load" else rounds
                before = desk.busy()
                found = sorted(desk.measured(kind, times))
                busy = (desk.busy() - before) / times
                p95 = found[round((len(found) - 1) * 0.95)]
                yield Found(name, kind.name, kind.tier, statistics.median(found), p95, busy)


def main() -> None:
    """Measure, and print a line for each kind of edit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mods", nargs="*", default=[*MODS])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--loads", type=int, default=6)
    told = parser.parse_args()
    for it in measured(told.mods, told.rounds, told.loads):
        print(f"  {row(it)}", flush=True)


def row(found: Found) -> str:
    """Write down what was found."""
    ms = f"p50 {found.middle:5.0f} ms, p95 {found.most:5.0f} ms"
    return f"{found.kind:26} {found.tier:8} {ms}; dev at work {found.work:4.0f} ms"


if __name__ == "__main__":
    main()
