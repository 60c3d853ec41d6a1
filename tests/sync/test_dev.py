"""Whatever goes wrong while edits are on their way: nothing is lost, nothing is done by halves."""

from __future__ import annotations

import asyncio
import errno
import json
import threading
from collections.abc import Awaitable, Callable, Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.corpus import corpus_file, wants_corpus
from tests.sync.test_push import STATE, home
from tests.sync.wires import until
from tests.table.small_saves import thing
from tts_tool.build.cache import Cache
from tts_tool.build.freshness import Past
from tts_tool.build.making import Overtaken, Silent
from tts_tool.build.plan import SAVE
from tts_tool.build.warm import Warm
from tts_tool.cli.init import init
from tts_tool.cli.mods import choose, job
from tts_tool.errors import BadInput, Unavailable, UserError
from tts_tool.saves.origins import Origins
from tts_tool.saves.tree import Node, objects, read
from tts_tool.sync.dev import Allowed, News, Session
from tts_tool.sync.hub import Hub
from tts_tool.sync.messages import Message
from tts_tool.sync.push import Known, Memory
from tts_tool.sync.push.memory import Identity
from tts_tool.table import Table
from tts_tool.table.editor import EditorPort
from tts_tool.table.switches import Switches

home = home  # noqa: PLW0127 - a fixture


class Files:
    """Files of which a test says what they say."""

    rules = ""
    layout: Mapping[str, Any] = {}

    def __init__(self) -> None:
        self.root: Node = None
        self.wrong: UserError | None = None
        self.quick = False
        """Whether it is known where things go before anything else of an edit is."""
        self.was: Node = None
        self.asked: list[set[Path]] = []
        """Which files were edited, each time that the save was asked for."""
        self.made = threading.Event()
        """What takes long is made: pictures, scripts."""
        self.made.set()

    def moved(self, _edited: Iterable[Path]) -> Node | None:
        """Give the last save, with things where they are now."""
        if not self.quick:
            return None
        places = {each["GUID"]: each["Transform"] for each in self.root["ObjectStates"]}
        lying = [{**each, "Transform": places[each["GUID"]]} for each in self.was["ObjectStates"]]
        return deepcopy({**self.was, "ObjectStates": lying})

    def save(self, edited: Iterable[Path], overtaken: Callable[[], bool]) -> Node:
        """Give the save that they say."""
        self.asked.append({*edited})
        self.made.wait()
        if overtaken():
            raise Overtaken
        if self.wrong:
            raise self.wrong
        self.was = deepcopy(self.root)
        return deepcopy(self.root)

    def source(self, _guid: str, _line: int, _column: int) -> str:
        """Nothing is filled in."""
        return ""

    def edit(self, guid: str, **now: Any) -> None:  # noqa: ANN401
        """Edit a thing, or the table itself."""
        found = self.root if guid == "-1" else None
        found = found or next(each for each in objects(self.root) if each["GUID"] == guid)
        found.update(now)

    def card(self, number: int, **now: Any) -> None:  # noqa: ANN401
        """Edit a card of the deck; all of them share its GUID."""
        deck = next(each for each in objects(self.root) if each["Name"].startswith("Deck"))
        deck["ContainedObjects"][number].update(now)


class Scene:
    """A table that plays the game, a hub, files, and somebody who edits them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.files = Files()
        self.told: list[News] = []
        self.loaded = asyncio.Event()
        """A game was loaded that nobody here has asked for."""
        self.hub: Hub
        self.table: Table
        self.port: EditorPort
        self.session: Session

    def begins(self, hub: Hub, **allowed: bool) -> Session:
        """Begin to follow."""
        memory = Memory(self.folder)
        return Session(hub, self.files, memory, self.told.append, Allowed(**allowed))

    def hear(self, message: Message) -> None:
        """Hear what the game says."""
        if self.session.hear(message):
            self.loaded.set()

    def kinds(self) -> list[str]:
        """Say what was told since this was asked last."""
        told = [str(each.kind) for each in self.told if each.kind != "same"]
        self.told.clear()
        return told

    async def passes(self, work: Awaitable[Any]) -> Any:  # noqa: ANN401
        """Let time pass at the table until something is done."""
        working = asyncio.ensure_future(work)
        while not working.done():
            self.table.run(2)
            await asyncio.sleep(0.002)
        return await working

    async def edited(self) -> list[str]:
        """Let an edit be noticed; give what is told of it."""
        self.kinds()
        await self.passes(self.session.edited())
        return self.kinds()

    def says(self, guid: str, what: str = "getName()") -> Any:  # noqa: ANN401
        """Ask a thing something."""
        return self.table.execute(f"return getObjectFromGUID('{guid}').{what}")


def saved(scene: Scene) -> bytes:
    """Read the file of the save that is open."""
    return Path(scene.table.save_path).read_bytes()


OLD = Switches({"save-and-play-rereads-file": False})
Play = Callable[[Scene], Awaitable[None]]


def played(
    folder: Path,
    play: Play,
    save: bytes = json.dumps(STATE).encode(),
    switches: Switches | None = None,
    **allowed: bool,
) -> Scene:
    """Play a scene."""
    scene = Scene(folder)
    scene.files.root = read(save, "the save").root

    async def begun(scene: Scene) -> None:
        assert scene.kinds() == ["ready"]
        await play(scene)

    return shown(scene, begun, save, switches, **allowed)


def shown(
    scene: Scene, play: Play, save: bytes, switches: Switches | None = None, **allowed: bool
) -> Scene:
    """Play a scene whose files are there, at the table of a save."""
    file = scene.folder / "save.json"
    file.write_bytes(save)

    async def run() -> None:
        async with Hub(0, 0) as scene.hub:
            with EditorPort(scene.table, port=0, editor_port=scene.hub.editor_port) as scene.port:
                scene.table.listen(scene.port.hear)
                scene.hub.sender.port = scene.port.port
                scene.session = scene.begins(scene.hub, **allowed)
                with scene.hub.subscribed(scene.hear):
                    await scene.passes(scene.session.begin())
                    await play(scene)
                    await scene.session.end()

    with Table.open(file, seats=("Red",), keep_at=file, switches=switches) as scene.table:
        scene.table.run(30)
        asyncio.run(run())
    return scene


class Hasty(Silent):
    """Somebody who edits a file while it is built for the first time, after it was read."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def done(self, node: str) -> None:
        """Edit it as soon as the save is there."""
        if node == SAVE:
            text = self.file.read_text(encoding="utf-8")
            self.file.write_text(text.replace("Pear", "Pearl"), encoding="utf-8")


def test_an_edit_amid_the_first_build(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It arrives on the table of the save that was built, though nobody has heard of it."""
    monkeypatch.setenv("TTS_TOOL_ORIGINS", str(home / "origins"))
    monkeypatch.setenv("TTS_TOOL_PICTURES", str(home / "gallery"))
    mod = home / "my-mod"
    assert CliRunner().invoke(init, [str(mod), "--json"]).exit_code == 0
    choice, cache = choose(str(mod), assets="file"), home / "cache"
    hasty, keep = Hasty(mod / "cards/my_mod/base/fruit.toml"), Origins.mine().keep
    past = Past(cache, choice.out)
    scene = Scene(home)
    warm: Any = Warm(lambda: job(choice, 1), past, Cache(cache), hasty, keep=keep)
    scene.files = warm

    async def play(scene: Scene) -> None:
        assert scene.kinds() == ["ready", "sent"]

    (save,) = choice.out.glob("*My_Mod.json")
    shown(scene, play, save.read_bytes())


def test_what_somebody_holds(home: Path) -> None:
    """It is waited for, and named; all else goes on, and it arrives when it is put down."""

    async def play(scene: Scene) -> None:
        player, bob = scene.table.player("Red"), scene.table.find("b0b000")
        assert player.pick_up(bob)
        scene.files.edit("b0b000", LuaScript="-- new bob")
        scene.files.edit("b0b001", LuaScript="-- new rob")
        assert await scene.edited() == ["sent", "waits"]
        assert scene.says("b0b000", "getLuaScript()") == "-- bob"
        assert scene.says("b0b001", "getLuaScript()") == "-- new rob"
        player.drop_at(bob, (12, 2, 3))

        async def arrives() -> None:
            await until(lambda: "sent" in {each.kind for each in scene.told})

        await scene.passes(arrives())
        assert scene.says("b0b000", "getLuaScript()") == "-- new bob"
        assert round(float(scene.says("b0b000", "getPosition().x"))) == 12

    played(home, play)


def test_what_lies_on_what_is_loaded_anew(home: Path) -> None:
    """It falls for a moment, and comes when it lies again; what it lies on is loaded once."""
    state = deepcopy(STATE)
    picture = {"ImageURL": "old", "ImageSecondaryURL": "", "ImageScalar": 1.0, "WidthScale": 0.0}
    tile = {"Type": 0, "Thickness": 0.2, "Stackable": False, "Stretch": True}
    board = thing("b0a2d0", "Custom_Tile", (4, 4), CustomImage={**picture, "CustomTile": tile})
    board["LuaScript"] = "function onLoad() Global.setVar('loads', Global.getVar('loads') + 1) end"
    board["Locked"] = True
    board["Transform"].update(posY=1.01, scaleX=5.0, scaleZ=5.0)
    state["ObjectStates"].insert(0, board)
    state["LuaScript"] = "loads = 0"

    async def play(scene: Scene) -> None:
        scene.table.execute("getObjectFromGUID('dec000').setPosition({4, 3, 4})")
        scene.table.run(300)
        before = scene.table.execute("return loads")
        shown = scene.files.root["ObjectStates"][0]["CustomImage"]
        scene.files.edit("b0a2d0", CustomImage={**shown, "ImageURL": "new"})
        scene.files.card(2, Nickname="New card")
        await scene.edited()

        async def arrives() -> None:
            await until(
                lambda: "New card" in [it["name"] for it in scene.says("dec000", "getObjects()")]
            )

        await scene.passes(arrives())
        assert scene.table.execute("return loads") == before + 1
        assert await scene.edited() == []

    played(home, play, json.dumps(state).encode())


def test_what_players_have_changed(home: Path) -> None:
    """A piece that was moved stays, a text that was changed stays, and both are said."""

    async def play(scene: Scene) -> None:
        scene.table.execute("getObjectFromGUID('b0b001').setPosition({20, 2, 3})")
        scene.table.execute("getObjectFromGUID('b0b001').setName('Theirs')")
        scene.table.run(200)
        spot = dict(scene.files.root["ObjectStates"][1]["Transform"])
        scene.files.edit("b0b001", Nickname="Ours", Transform={**spot, "posX": -5})
        spot = dict(scene.files.root["ObjectStates"][0]["Transform"])
        scene.files.edit("b0b000", Transform={**spot, "posX": -7})
        assert await scene.edited() == ["kept", "sent"]
        assert scene.says("b0b001") == "Theirs"
        assert round(float(scene.says("b0b001", "getPosition().x"))) == 20
        assert round(float(scene.says("b0b000", "getPosition().x"))) == -7
        assert await scene.edited() == []

    played(home, play)


async def moves_ahead(scene: Scene) -> None:
    """Edit where Bob lies, and a script; let him arrive before all else of the edit is made."""
    spot = dict(scene.files.root["ObjectStates"][0]["Transform"])
    scene.files.quick = True
    scene.files.edit("b0b000", Transform={**spot, "posX": -7}, LuaScript="-- new bob")
    scene.files.made.clear()
    scene.kinds()
    editing = asyncio.ensure_future(scene.session.edited(frozenset({Path("layout.toml")})))
    await scene.passes(until_true(lambda: round(scene.says("b0b000", "getPosition().x")) == -7))
    assert scene.says("b0b000", "getLuaScript()") == "-- bob"
    assert scene.kinds() == []
    scene.files.made.set()
    await scene.passes(editing)


def test_what_is_moved_goes_ahead(home: Path) -> None:
    """A thing lies at its new place before all else of the edit is made, and is told with it."""

    async def play(scene: Scene) -> None:
        await moves_ahead(scene)
        (told,) = scene.told
        assert told.sent is not None
        assert (told.kind, told.sent.what) == ("sent", ("Bob - b0b000",))
        assert scene.says("b0b000", "getLuaScript()") == "-- new bob"
        assert await scene.edited() == []

    played(home, play)


def test_an_edit_that_is_overtaken(home: Path) -> None:
    """What it moves lies there at once; the rest comes with the next, which need not wait."""

    async def play(scene: Scene) -> None:
        first, second = Path("layout.toml"), Path("face.svg")
        scene.session.overtaken = lambda: True
        scene.files.edit("b0b001", Nickname="Rob II")
        await moves_ahead(scene)
        assert scene.kinds() == ["sent"]
        assert round(scene.says("b0b000", "getPosition().x")) == -7
        assert scene.says("b0b001") == "Rob"
        scene.table.run(60)  # what moves is waited for
        spot = dict(scene.files.root["ObjectStates"][0]["Transform"])
        scene.files.edit("b0b000", Transform={**spot, "posX": -9})
        await scene.passes(scene.session.edited(frozenset({first})))
        assert scene.kinds() == ["sent"]
        assert round(scene.says("b0b000", "getPosition().x")) == -9, "the next one moves it, too"
        assert scene.says("b0b001") == "Rob"
        scene.files.asked.clear()
        await scene.passes(scene.session.edited(frozenset({second})))
        assert scene.kinds() == ["sent"], "nothing is moved, so this is made whole"
        assert scene.files.asked == [{first, second}]
        assert scene.says("b0b001") == "Rob II"
        await scene.passes(scene.session.edited(frozenset({second})))
        assert scene.files.asked[-1] == {second}
        assert await scene.edited() == []

    played(home, play)


def test_what_is_moved_for_a_mistake(home: Path) -> None:
    """It lies again where it lay as soon as the mistake is seen; mended, it is moved."""

    async def play(scene: Scene) -> None:
        before = scene.says("b0b000", "getPosition().x")
        scene.files.wrong = BadInput("this text does not fit")
        await moves_ahead(scene)
        assert scene.kinds() == ["mistake"]
        assert scene.says("b0b000", "getPosition().x") == before
        scene.files.wrong = None
        assert await scene.edited() == ["mended", "sent"]
        assert round(scene.says("b0b000", "getPosition().x")) == -7

    played(home, play)


def test_what_is_moved_while_a_game_is_refereed(home: Path) -> None:
    """Nothing goes ahead: the table has to know first where things go."""

    async def play(scene: Scene) -> None:
        async def refereed() -> bool:
            return True

        asked: list[Any] = []
        scene.session.refereed = refereed
        scene.files.moved = asked.append  # type: ignore[assignment, method-assign]
        await scene.passes(scene.session.edited(frozenset({Path("layout.toml")})))
        assert asked == []

    played(home, play)


@pytest.mark.parametrize("when", ["before it is asked", "before it has answered"])
def test_the_hub_ends_in_the_middle(home: Path, when: str) -> None:
    """What has arrived and what has not is found out again; both have arrived in the end, once."""

    async def play(scene: Scene) -> None:
        scene.files.edit("b0b000", LuaScript="-- new bob", Nickname="Bobby")
        scene.files.card(2, Nickname="New card")
        line: Any = scene.hub
        execute, calls = line.execute, []

        async def breaks(script: str, guid: str = "-1") -> Any:  # noqa: ANN401
            calls.append(script)
            if when == "before it has answered":
                await execute(script, guid)
            raise Unavailable("the hub has ended before it answered")

        line.execute = breaks
        assert await scene.edited() == ["away"]
        assert len(calls) == 1
        line.execute = execute
        assert "ready" in await scene.edited()
        assert scene.says("b0b000", "getLuaScript()") == "-- new bob"
        assert scene.says("b0b000") == "Bobby"
        names = [each["name"] for each in scene.says("dec000", "getObjects()")]
        assert names == ["Card 0", "Card 1", "New card", "Card 3", "Card 4"]
        assert len(scene.table.objects) == 3
        assert await scene.edited() == []

    played(home, play)


def test_a_folder_that_knows_another_table(home: Path) -> None:
    """It follows the one that is open if somebody says that it is the one, and only then."""
    other = Known(Identity("Other", ("c0ffee",), "-- other"), {})

    async def play(scene: Scene) -> None:
        scene.files.edit("b0b001", Nickname="Robin")
        assert await scene.edited() == ["sent"]

    Memory(home).keep(other)
    played(home, play, bind=True)
    Memory(home).keep(other)
    with pytest.raises(AssertionError, match="away"):
        played(home, play)


def test_a_past_that_can_not_be_read(home: Path) -> None:
    """It is named, with what to do; nothing follows that was brought nobody knows how far."""
    Memory(home).keep_base(b"half a")
    told: list[News] = []

    class Saying(Scene):
        def kinds(self) -> list[str]:
            told.extend(self.told)
            return super().kinds()

    scene = Saying(home)
    scene.files.root = read(json.dumps(STATE).encode(), "the save").root

    async def play(scene: Scene) -> None:
        assert scene.kinds() == ["away"]
        assert "base.json" in told[0].text
        assert "remove base.json" in told[0].fix
        Memory(home).base_file.unlink()
        assert await scene.edited() == ["ready"]

    shown(scene, play, json.dumps(STATE).encode())


def test_an_older_save_is_loaded(home: Path) -> None:
    """What it does not have arrives again by itself, scripts, texts and cards."""

    async def play(scene: Scene) -> None:
        older = scene.table.save()
        scene.files.edit("b0b000", LuaScript="-- new bob", Nickname="Bobby")
        scene.files.card(2, Nickname="New card")
        assert await scene.edited() == ["sent"]
        await scene.passes(scene.session.remember())
        scene.table.reload(older)
        await scene.passes(scene.loaded.wait())
        assert await scene.edited() == ["ready", "sent"]
        assert scene.says("b0b000", "getLuaScript()") == "-- new bob"
        assert scene.says("b0b000") == "Bobby"
        assert "New card" in [each["name"] for each in scene.says("dec000", "getObjects()")]

    played(home, play)


def test_a_save_of_before_it_was_loaded_anew(home: Path) -> None:
    """What had come into the game before and with that comes again, in whatever order."""

    async def play(scene: Scene) -> None:
        older, writes = scene.table.save(), Path(scene.table.save_path).write_bytes
        for number, name in enumerate(("Bobby", "Bobo", "Bo")):
            scene.files.edit("b0b000", Nickname=name)
            assert await scene.edited() == ["sent"]
            scene.files.card(number, Nickname=name)
            scene.files.edit("-1", LuaScript=f"-- {name}")
            assert await scene.edited() == ["sent", "waits"]
            await scene.passes(scene.session.load())
        writes(older)
        scene.table.reload(older)
        await scene.passes(scene.loaded.wait())
        assert await scene.edited() == ["ready", "sent", "waits"]
        assert scene.says("b0b000") == "Bo"
        names = [each["name"] for each in scene.says("dec000", "getObjects()")]
        assert names == ["Bobby", "Bobo", "Bo", "Card 3", "Card 4"]

    played(home, play)


def test_a_table_that_is_met_again_as_it_is(home: Path) -> None:
    """A hub that is back tells of the game as if it had been loaded: nothing is done twice."""

    async def play(scene: Scene) -> None:
        spot = dict(scene.files.root["ObjectStates"][0]["Transform"])
        page = {"title": "Rules", "body": "Sit down.", "color": "Grey", "visibleColor": {}, "id": 0}
        scene.files.edit("-1", Note="Red begins", TabStates={"0": page}, XmlUI="<Text>new</Text>")
        scene.files.edit(
            "b0b000", LuaScript="runs = (runs or 0) + 1", Transform={**spot, "posX": -7}
        )
        scene.files.edit("b0b001", Nickname="Robert")
        assert await scene.edited() == ["sent"]
        scene.table.run(200)
        before = scene.table.execute(WHOLE)
        assert scene.session.hear(await scene.passes(scene.hub.scripts()))
        told = await scene.edited()
        assert "kept" not in told
        assert scene.table.execute(WHOLE) == before
        scene.files.edit("-1", Note="", TabStates={})
        assert await scene.edited() == ["sent"]
        assert scene.table.execute("return getNotes() .. #getNotebookTabs()") == "0"

    played(home, play)


@pytest.mark.parametrize("who", ["the hub", "dev"])
def test_what_is_edited_while_nobody_heard(home: Path, who: str) -> None:
    """Whoever was killed and is back finds what it brought still its own.

    It was said to be players', and stayed, as the file of the save knew nothing of it.
    """

    async def play(scene: Scene) -> None:
        def edited(name: str, at: float) -> None:
            spot = dict(scene.files.root["ObjectStates"][0]["Transform"])
            page = {"title": "Rules", "body": name, "color": "Grey", "visibleColor": {}, "id": 0}
            scene.files.edit("-1", Note=name, TabStates={"0": page})
            scene.files.edit("b0b000", Nickname=name, Transform={**spot, "posX": at})
            scene.files.card(2, Nickname=name)

        edited("first", -7)
        assert await scene.edited() == ["sent"]
        scene.table.run(200)
        edited("second", -9)
        if who == "dev":  # the last one remembers nothing more, as who is killed
            scene.session = scene.begins(scene.hub)
        scene.session.hear(await scene.passes(scene.hub.scripts()))
        assert await scene.edited() == ["ready", "sent"]
        assert scene.says("b0b000") == "second"
        assert round(float(scene.says("b0b000", "getPosition().x"))) == -9
        assert scene.table.execute("return getNotes()") == "second"
        assert scene.table.execute("return getNotebookTabs()[1].body") == "second"
        assert "second" in [each["name"] for each in scene.says("dec000", "getObjects()")]

    played(home, play)


def test_killed_while_the_game_loads_its_save(home: Path) -> None:
    """The next one knows what came with it as ours, also what was edited once more since."""

    async def play(scene: Scene) -> None:
        scene.files.edit("-1", LuaScript="-- new globe")
        scene.files.edit("b0b000", Nickname="Bobby")
        really: Any = scene.hub.save_and_play

        async def killed(states: Any) -> Any:  # noqa: ANN401
            await really(states)
            raise Cut

        scene.hub.save_and_play = killed  # type: ignore[method-assign]
        scene.session._follow = no_time  # type: ignore[method-assign, assignment]
        await scene.edited()
        with pytest.raises(Cut):
            await scene.passes(scene.session.load())
        scene.hub.save_and_play = really  # type: ignore[method-assign]
        assert scene.says("b0b000") == "Bobby"
        scene.files.edit("b0b000", Nickname="Bobo")
        scene.session = scene.begins(scene.hub)
        scene.kinds()
        await scene.passes(scene.session.begin())
        assert scene.kinds() == ["ready", "sent"]
        assert scene.says("b0b000") == "Bobo"

    played(home, play)


async def no_time(*_: object) -> None:
    """Bring nothing into the game: it is to come with its save."""


def test_a_notebook_with_holes(home: Path) -> None:
    """Pages that were thrown away left their numbers: each page keeps what only the file says."""

    def page(number: int, title: str, body: str = "") -> dict[str, Any]:
        shade = {"r": number / 10, "g": 0.5, "b": 0.5}
        return {"title": title, "body": body, "color": "Grey", "visibleColor": shade, "id": number}

    tabs = {
        str(n): page(n, title) for n, title in ((0, "Rules"), (3, "Red"), (5, "Blue"), (8, "Teal"))
    }

    async def play(scene: Scene) -> None:
        async def loaded_anew(globe: str) -> dict[str, Any]:
            scene.files.edit("-1", LuaScript=globe)
            await scene.edited()
            await scene.passes(scene.session.load())
            told: dict[str, Any] = json.loads(saved(scene))["TabStates"]
            return told

        assert await loaded_anew("-- one") == tabs
        scene.table.execute("editNotebookTab({index = 1, title = 'Red', body = 'mine'})")
        scene.table.execute("removeNotebookTab(2) addNotebookTab({title = 'New', body = 'new'})")
        now = await loaded_anew("-- two")
        assert {key: now[key] for key in ("0", "8")} == {key: tabs[key] for key in ("0", "8")}
        assert now["3"] == {**tabs["3"], "body": "mine"}
        assert [each["title"] for each in now.values()] == ["Rules", "Red", "Teal", "New"]
        assert [int(key) for key in now] == [each["id"] for each in now.values()] == [0, 3, 8, 9]

    played(home, play, json.dumps({**STATE, "TabStates": tabs}).encode())


def test_killed_as_soon_as_an_edit_has_arrived(home: Path) -> None:
    """The next one knows the scripts as ours, though both were edited again before it began."""

    async def another(scene: Scene) -> list[str]:
        scene.session = scene.begins(scene.hub)  # the last one remembers nothing, as who is killed
        scene.kinds()
        await scene.passes(scene.session.begin())
        return scene.kinds()

    async def play(scene: Scene) -> None:
        scene.files.edit("b0b000", LuaScript="-- new bob")
        assert await scene.edited() == ["sent"]
        scene.files.edit("b0b000", LuaScript="-- newer bob")
        assert await another(scene) == ["ready", "sent"]
        assert scene.says("b0b000", "getLuaScript()") == "-- newer bob"
        scene.files.edit("-1", LuaScript="-- new globe")
        assert await scene.edited() == ["waits"]

        def killed(*_: object, **_more: object) -> None:
            raise Cut

        scene.session._keep = killed  # type: ignore[method-assign, assignment]
        with pytest.raises(Cut):
            await scene.passes(scene.session.load())
        scene.files.edit("-1", LuaScript="-- newer globe")
        assert await another(scene) == ["ready", "waits"]
        await scene.passes(scene.session.load())
        assert scene.table.execute("return Global.getLuaScript()") == "-- newer globe"

    played(home, play)


@pytest.mark.parametrize("is_loaded_anew", [False, True])
@pytest.mark.parametrize("is_kept", [False, True])
def test_an_older_save_is_loaded_the_next_day(
    home: Path, monkeypatch: pytest.MonkeyPatch, *, is_loaded_anew: bool, is_kept: bool
) -> None:
    """What it does not have arrives, though it had arrived at the table of yesterday."""
    monkeypatch.setenv("TTS_TOOL_ORIGINS", str(home / "origins"))
    built = json.dumps(STATE).encode()
    if is_kept:
        Origins.mine().keep(built)

    async def begins(scene: Scene) -> list[str]:
        await scene.session.end()
        scene.session = scene.begins(scene.hub)
        scene.kinds()
        await scene.passes(scene.session.begin())
        return scene.kinds()

    async def play(scene: Scene) -> None:
        writes = Path(scene.table.save_path).write_bytes
        scene.files.edit("b0b000", Nickname="Bobby")
        scene.files.card(2, Nickname="New card")
        assert await scene.edited() == ["sent"]
        late = list[str]()
        if is_loaded_anew:
            scene.files.edit("-1", LuaScript="-- new globe")
            late = await scene.edited()
            await scene.passes(scene.session.load())
        assert await begins(scene) == ["ready"], "nothing is done twice"
        writes(built)
        scene.table.reload(built)
        scene.table.execute("getObjectFromGUID('b0b001').setName('Theirs')")
        assert await begins(scene) == ["ready", "sent", *late]
        assert scene.says("b0b000") == "Bobby"
        assert scene.says("b0b001") == "Theirs"
        assert "New card" in [each["name"] for each in scene.says("dec000", "getObjects()")]

    played(home, play, built)


WHOLE = """
local bob = getObjectFromGUID('b0b000')
local all = { getNotes(), UI.getXml(), getObjectFromGUID('b0b001').getName() }
for _, tab in ipairs(getNotebookTabs()) do table.insert(all, tab.title .. tab.body) end
for _, it in ipairs({ bob.getLuaScript(), bob.getVar('runs'), bob.getPosition().x }) do
    table.insert(all, tostring(it))
end
return all
"""


def test_global_is_emptied(home: Path) -> None:
    """It waits, is said to, and is refused when it is taken: an empty Global locks up the game."""

    async def play(scene: Scene) -> None:
        scene.files.edit("-1", LuaScript="")
        assert await scene.edited() == ["waits"]
        await scene.passes(scene.session.load())
        assert scene.kinds() == ["does", "mistake"]
        assert scene.table.execute("return Global.getLuaScript()") == "-- globe"

    played(home, play)


def test_a_disk_that_is_full(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the save can't be kept it is not written over, and the game goes on as it is."""

    async def play(scene: Scene) -> None:
        before = saved(scene)
        scene.files.edit("-1", LuaScript="-- another globe")
        assert await scene.edited() == ["waits"]

        with monkeypatch.context() as broken:
            broken.setattr("tts_tool.sync.push.memory.replace_file", full_disk)
            await scene.passes(scene.session.load())
        assert scene.kinds() == ["does", "mistake"]
        assert saved(scene) == before
        assert scene.table.execute("return Global.getLuaScript()") == "-- globe"
        await scene.passes(scene.session.load())
        assert scene.kinds() == ["does", "sent"]
        assert scene.table.execute("return Global.getLuaScript()") == "-- another globe"

    played(home, play)


def full_disk(*_: object) -> None:
    """Write a file where there is no room for it."""
    raise OSError(errno.ENOSPC, "No space left on device")


def test_what_can_not_be_remembered(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Edits arrive all the same, it is said once, and remembered as soon as there is room."""

    async def play(scene: Scene) -> None:
        with monkeypatch.context() as broken:
            broken.setattr("tts_tool.sync.push.memory.replace_file", full_disk)
            scene.files.edit("b0b000", LuaScript="-- new bob")
            assert await scene.edited() == ["sent"]
            await scene.passes(scene.session.remember())
            assert "No space left" in scene.told[-1].text
            assert scene.kinds() == ["mistake"]
            await scene.passes(scene.session.remember())
            scene.session.hear(await scene.passes(scene.hub.scripts()))
            assert await scene.edited() == ["ready"]
            await scene.passes(scene.session.end())
            assert scene.kinds() == []
        known = Memory(home).known()
        assert known is not None
        assert known.states["b0b000"].script == "-- bob"
        await scene.passes(scene.session.remember())
        known = Memory(home).known()
        assert known is not None
        assert known.states["b0b000"].script == "-- new bob"
        assert scene.kinds() == []

    played(home, play)


def test_pieces_that_can_not_be_remembered(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A referee would make a lost one as it was: the edit waits for room, and the table follows."""

    async def play(scene: Scene) -> None:
        scene.files.rules = "the rules"
        scene.files.edit("b0b000", Nickname="Bobby")
        with monkeypatch.context() as broken:
            broken.setattr("tts_tool.sync.push.memory.replace_file", full_disk)
            assert await scene.edited() == ["mistake"]
            assert scene.says("b0b000") == "Bob"
        assert await scene.edited() == ["sent"]
        assert scene.says("b0b000") == "Bobby"

    known = deepcopy(STATE)
    known["ObjectStates"][0]["Memo"] = "bob"
    played(home, play, json.dumps(known).encode())


class Cut(Exception):
    """Somebody has pulled the plug."""


@pytest.mark.parametrize("step", ["copy", "write", "load", "answer"])
def test_loading_is_cut_short(home: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """Wherever it ends: what players did is on the table or in the file, and the next does it."""

    async def play(scene: Scene) -> None:
        scene.table.execute("getObjectFromGUID('b0b001').setPosition({20, 2, 3})")
        scene.table.run(200)
        scene.files.edit("-1", LuaScript="-- another globe")
        await scene.edited()

        def cut(*_: object) -> None:
            raise Cut

        async def loads(states: Any) -> Any:  # noqa: ANN401
            if step == "answer":
                await really(states)
            raise Cut

        really = scene.hub.save_and_play
        with monkeypatch.context() as broken:
            if step in {"copy", "write"}:
                room = {"copy": "push.memory", "write": "dev.loading"}[step]
                broken.setattr(f"tts_tool.sync.{room}.replace_file", cut)
            else:
                broken.setattr(scene.hub, "save_and_play", loads)
            with pytest.raises(Cut):
                await scene.passes(scene.session.load())
        # Another `dev` begins, which knows nothing but what is on the disk.
        scene.session = scene.begins(scene.hub)
        scene.kinds()
        await scene.passes(scene.session.begin())
        await scene.passes(scene.session.load())
        assert scene.table.execute("return Global.getLuaScript()") == "-- another globe"
        assert round(float(scene.says("b0b001", "getPosition().x"))) == 20
        assert len(scene.table.objects) == 3
        assert "mistake" not in scene.kinds()

    played(home, play)


def test_a_game_that_does_not_read_the_file_again(home: Path) -> None:
    """If that is known, the file is made ready and somebody is asked to load it."""

    async def play(scene: Scene) -> None:
        scene.table.execute("getObjectFromGUID('b0b001').setPosition({20, 2, 3})")
        scene.table.run(200)
        scene.files.edit("-1", LuaScript="-- another globe")
        await scene.edited()
        loading = asyncio.ensure_future(scene.passes(scene.session.load()))
        await until(lambda: "asks" in {each.kind for each in scene.told})
        scene.table.reload(saved(scene))
        await loading
        assert scene.kinds() == ["does", "asks", "sent"]
        assert scene.table.execute("return Global.getLuaScript()") == "-- another globe"
        assert round(float(scene.says("b0b001", "getPosition().x"))) == 20

    played(home, play, switches=OLD, rereads=False)


def test_a_game_of_which_that_was_not_known(home: Path) -> None:
    """What lies otherwise is seen, and said: the file has the table as it lay."""

    async def play(scene: Scene) -> None:
        scene.table.execute("getObjectFromGUID('b0b001').setPosition({20, 2, 3})")
        scene.table.run(200)
        scene.files.edit("-1", LuaScript="-- another globe")
        await scene.edited()
        await scene.passes(scene.session.load())
        (kept,) = [each for each in scene.told if each.kind == "kept"]
        assert "Rob" in kept.text
        (ready,) = (home / ".tts-tool" / "backups").glob("*.table.json")
        assert str(ready) in kept.fix
        scene.table.reload(ready.read_bytes())
        assert round(float(scene.says("b0b001", "getPosition().x"))) == 20

    played(home, play, switches=OLD)


def test_what_can_not_be_read_out(home: Path) -> None:
    """It is named, and waits until somebody has saved in the game; nothing is written before."""

    async def play(scene: Scene) -> None:
        scene.table.execute("setNotes('Red leads') getNotes = function() error('mine') end")
        scene.table.execute("getObjectFromGUID('b0b000').setPosition({20, 2, 3})")
        scene.table.run(200)
        scene.files.edit("-1", LuaScript="-- another globe")
        assert await scene.edited() == ["waits"]
        before = saved(scene)
        loading = asyncio.ensure_future(scene.passes(scene.session.load()))
        await until(lambda: "asks" in {each.kind for each in scene.told})
        (asked,) = [each.text for each in scene.told if each.kind == "asks"]
        assert asked.startswith("Note can't be read out")
        assert "save there" in asked
        for _ in range(20):
            await asyncio.sleep(0)
        assert saved(scene) == before
        assert scene.table.execute("return Global.getLuaScript()") == "-- globe"
        scene.table.write_save()
        await loading
        assert scene.kinds() == ["does", "asks", "sent"]
        assert scene.table.execute("return Global.getLuaScript()") == "-- another globe"
        assert round(float(scene.says("b0b000", "getPosition().x"))) == 20
        assert scene.table.execute("return getNotes()") == "Red leads"

    played(home, play)


OTHER = {**STATE, "SaveName": "Other", "LuaScript": "-- other", "XmlUI": ""}
"""Somebody else's save, in which things have the same GUIDs, as saves of one mod do."""


def test_another_game_is_loaded_while_somebody_is_asked_to_save(home: Path) -> None:
    """What was edited goes into no other table; which one it is instead is said."""

    async def play(scene: Scene) -> None:
        scene.table.execute("getNotes = function() error('mine') end")
        scene.files.edit("-1", LuaScript="-- another globe")
        assert await scene.edited() == ["waits"]
        before = saved(scene)
        loading = asyncio.ensure_future(scene.passes(scene.session.load()))
        await until(lambda: "asks" in {each.kind for each in scene.told})
        scene.table.reload(json.dumps(OTHER).encode())
        await loading
        scene.table.run(30)
        (told,) = [each for each in scene.told if each.kind == "mistake"]
        assert "another game was loaded" in told.text
        assert scene.kinds()[-1] == "away"
        scene.files.edit("b0b000", Nickname="Robin")
        assert await scene.edited() == ["away"]
        assert saved(scene) == before
        assert scene.table.execute("return Global.getLuaScript()") == "-- other"
        assert scene.says("b0b000") == "Bob"

    played(home, play)


def test_another_game_is_loaded_while_the_table_is_read_out(home: Path) -> None:
    """It is not put into the file of the one that was open, nor does any edit come into it."""

    async def play(scene: Scene) -> None:
        scene.files.edit("-1", LuaScript="-- another globe")
        assert await scene.edited() == ["waits"]
        before, line = saved(scene), scene.hub
        execute: Any = line.execute
        other = [json.dumps(OTHER).encode()]

        async def meanwhile(script: str, guid: str = "-1") -> Any:  # noqa: ANN401
            while other:
                scene.table.reload(other.pop())
            return await execute(script, guid)

        line.execute = meanwhile  # type: ignore[method-assign]
        await scene.passes(scene.session.load())
        assert scene.kinds() == ["does", "mistake", "away"]
        assert saved(scene) == before
        assert scene.table.execute("return Global.getLuaScript()") == "-- other"

    played(home, play)


def test_another_game_is_loaded_than_somebody_was_asked_to(home: Path) -> None:
    """It is not taken for the one that was made ready, and nothing is brought there."""

    async def play(scene: Scene) -> None:
        scene.files.edit("-1", LuaScript="-- another globe")
        assert await scene.edited() == ["waits"]
        loading = asyncio.ensure_future(scene.passes(scene.session.load()))
        await until(lambda: "asks" in {each.kind for each in scene.told})
        ready = saved(scene)
        scene.table.reload(json.dumps(OTHER).encode())
        await loading
        (told,) = [each for each in scene.told if each.kind == "mistake"]
        assert "another game was loaded" in told.text
        assert scene.kinds()[-1] == "away"
        scene.table.reload(ready)
        await scene.passes(scene.loaded.wait())
        assert await scene.edited() == ["ready"]
        assert scene.table.execute("return Global.getLuaScript()") == "-- another globe"

    played(home, play, switches=OLD, rereads=False)


def test_somebody_else_writes_the_save_meanwhile(home: Path) -> None:
    """What they have written stays, nothing is loaded; tried again, both are there."""

    async def play(scene: Scene) -> None:
        scene.files.edit("-1", LuaScript="-- another globe")
        assert await scene.edited() == ["waits"]
        line: Any = scene.hub
        execute, file = line.execute, Path(scene.table.save_path)
        writes = file.write_bytes
        theirs = saved(scene).replace(b'"Gravity": 0.5', b'"Gravity": 0.25')
        assert theirs != saved(scene)

        async def meanwhile(script: str, guid: str = "-1") -> Any:  # noqa: ANN401
            writes(theirs)
            return await execute(script, guid)

        line.execute = meanwhile
        await scene.passes(scene.session.load())
        line.execute = execute
        (told,) = [each for each in scene.told if each.kind == "mistake"]
        assert "somebody else has written" in told.text
        assert str(file) in told.text
        assert saved(scene) == theirs
        assert not list((home / ".tts-tool").glob("backups/*"))
        assert scene.table.execute("return Global.getLuaScript()") == "-- globe"
        scene.kinds()
        await scene.passes(scene.session.load())
        assert scene.kinds() == ["does", "sent"]
        assert scene.table.execute("return Global.getLuaScript()") == "-- another globe"
        assert b'"Gravity": 0.25' in saved(scene)

    played(home, play)


ANOTHER = """
local spawn = spawnObjectData
spawnObjectData = function(what)
    what.data.GUID = 'abc123'
    return spawn(what)
end
heard = {}
function onExternalMessage(message)
    if message.kind == 'renamed' then heard[message.from] = message.to end
end
"""


def test_a_thing_gets_another_guid(home: Path) -> None:
    """Scripts hear of it, the lines that name it are told, and further edits find the thing."""

    async def play(scene: Scene) -> None:
        scene.files.edit("b0b001", LuaScript="-- rob\n-- knows dec000")
        assert await scene.edited() == ["sent"]
        scene.table.execute(ANOTHER)
        scene.files.card(2, Nickname="New card")
        await scene.passes(scene.session.edited())
        (kept,) = [each for each in scene.told if each.kind == "kept"]
        assert kept.text == "dec000 is abc123 now"
        assert kept.details == ("Rob - b0b001, line 2: -- knows dec000",)
        (sent,) = [each.sent for each in scene.told[-3:] if each.sent]
        assert sent.moved == {"dec000": "abc123"}
        await scene.passes(until_true(lambda: scene.table.execute("return heard.dec000")))
        assert scene.table.execute("return heard.dec000") == "abc123"
        deck = next(each for each in scene.files.root["ObjectStates"] if each["GUID"] == "dec000")
        deck["Nickname"] = "All cards"
        assert await scene.edited() == ["sent"]
        assert scene.says("abc123") == "All cards"
        assert len(scene.table.objects) == 3

    played(home, play)


async def until_true(look: Callable[[], Any]) -> None:
    """Wait until something is so."""
    await until(lambda: bool(look()))


MODS = ("pandemic_v12.2.json", "stardew_scripted_v13.0.json", "arcs_v13.3.json")


@wants_corpus
@pytest.mark.soak(sample=1, full=3)
def test_real_mods(home: Path, rounds: int) -> None:
    """They are loaded again with other code and lie as they lay, whatever players have done."""

    async def play(scene: Scene) -> None:
        move = (
            "local n = 0 for _, it in ipairs(getObjects()) do if n < 5 and not it.getLock() and"
            " it.type == 'Deck' then n = n + 1 it.setPosition({n * 6 - 20, 8, n * 3 - 6}) end end"
        )
        scene.table.execute(move)
        scene.table.run(600)
        before = len(scene.table.objects)
        globe = f"{scene.files.root['LuaScript']}\n-- edited"
        scene.files.edit("-1", LuaScript=globe)
        assert (await scene.edited())[-1:] == ["waits"]
        await scene.passes(scene.session.load())
        assert [each.text for each in scene.told if each.kind == "kept"] == []
        assert scene.kinds() == ["does", "sent"]
        assert scene.table.execute("return Global.getLuaScript()") == globe
        assert len(scene.table.objects) == before

    for name in MODS[:rounds]:
        folder = home / name
        folder.mkdir()  # one that has followed a table follows no other
        played(folder, play, corpus_file(name).read_bytes())
