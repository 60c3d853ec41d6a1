"""A save opens in its cage, lives, is played with, saved, taken back; scripts do no harm."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.table.small_saves import card, deck, hand, save, thing
from tts_tool.errors import BadInput, NotFound, Refused, Unavailable, UserError
from tts_tool.saves.tree import read
from tts_tool.table import Table, translated, wire
from tts_tool.table.notices import Failed, Loaded, Notice, Printed, Saved
from tts_tool.table.process import Cage
from tts_tool.table.scripts import ScriptFault
from tts_tool.table.switches import Switches

SCRIPT = """
count = 0
function onLoad(state) loaded = state; print('loaded ' .. state) end
function onUpdate() count = count + 1 end
function onSave() return 'count ' .. count end
function onChat(message) if message == 'quiet' then return false end print('heard ' .. message) end
function onExternalMessage(data) sendExternalMessage({got = data}) end
function onObjectDrop(color, object) print(color .. ' drops ' .. object.getName()) end
function onPlayerAction(player, action) return action ~= Player.Action.FlipOver end
"""
STATE = save(
    deck("dec000", 5, (4, 4), Nickname="Quest deck"),
    thing("b0b000", at=(-4, 0), Nickname="Bob", LuaScript="function hi(x) return x + 1 end"),
    thing("b0b001", at=(-8, 0), Nickname="Rob"),
    hand("fac000", "Red"),
    script=SCRIPT,
)


@pytest.fixture
def table() -> Iterator[Table]:
    """Open the small save."""
    with Table.open(STATE) as opened:
        yield opened


def test_life(table: Table) -> None:
    """Frames pass, scripts count them, print, and answer; the same again gives the same."""
    assert table.prints == ["loaded "]
    table.run(100)
    assert table.frame == 100
    assert table.execute("return count") == 100
    assert table.execute("return hi(41)", "b0b000") == 42
    assert table.errors == []
    with Table.open(STATE) as other:
        other.run(100)
        assert other.save() == table.save()


LONG = "-- é != |\n" * 3_000
ENDS = {
    "right": "function onLoad() print('ready') end function bad() local t = nil return t.x end",
    "wrong": "function bad() return 1 = 2 end",
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_a_long_script_is_translated_once(monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    """Opened again, a save has what another cage made of it; errors stand where they stood."""
    asked: list[str] = []
    request = Cage.request

    def listening(cage: Cage, verb: str, *arguments: Any, **more: Any) -> Any:  # noqa: ANN401
        asked.append(verb)
        return request(cage, verb, *arguments, **more)

    monkeypatch.setattr(Cage, "request", listening)
    found = []
    for _ in range(2):
        with Table.open(save(thing("b0b000"), script=LONG + end)) as table:
            with pytest.raises(ScriptFault) as caught:
                table.execute("return bad()")
            said = [str(each) for each in table.errors]
            found.append((table.prints, said, str(caught.value), table.save()))
    assert found[0] == found[1]
    prints, said, fault, _ = found[0]
    assert ("chunk_3:(3001," in fault) == (prints == ["ready"]) == (not said)
    assert [each for each in asked if each.startswith("translate")] == ["translate", "translated"]


def test_another_save_has_what_was_translated_for_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the scripts of a save only those are translated that no other had."""
    asked: list[tuple[Any, ...]] = []
    request = Cage.request

    def listening(cage: Cage, verb: str, *arguments: Any, **more: Any) -> Any:  # noqa: ANN401
        asked.append((verb, *arguments))
        return request(cage, verb, *arguments, **more)

    monkeypatch.setattr(Cage, "request", listening)
    known, new = (f"{LONG} print('{word}')" for word in ("known", "new"))
    for scripts, said in (({}, ["known"]), ({"LuaScript": new}, ["known", "new"])):
        with Table.open(save({**thing("b0b000"), **scripts}, script=known)) as table:
            assert table.prints == said
    translated = [each[1:] for each in asked if each[0] == "translate"]
    assert [len(wanted) for (wanted,) in translated] == [1, 1]
    assert translated[0] != translated[1]
    assert [len(each[1]) for each in asked if each[0] == "translated"] == [1]


def opened_anew(monkeypatch: pytest.MonkeyPatch, script: str) -> tuple[list[str], list[str]]:
    """Open a save as a process does that knows nothing; give what is printed and translated."""
    asked: list[str] = []
    request = Cage.request

    def listening(cage: Cage, verb: str, *arguments: Any, **more: Any) -> Any:  # noqa: ANN401
        asked.append(verb)
        return request(cage, verb, *arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr(translated, "_here", {})
        patch.setattr(Cage, "request", listening)
        with Table.open(save(thing("b0b000"), script=script)) as table:
            return table.prints, [each for each in asked if each.startswith("translate")]


def test_another_process_finds_what_was_translated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lies in the user's cache; what is altered or cut off there is made anew."""
    monkeypatch.setenv("TTS_TOOL_CACHE", str(tmp_path))
    script = f"{LONG} print('ready')"
    made, found = (["ready"], ["translate"]), (["ready"], ["translated"])
    assert opened_anew(monkeypatch, script) == made
    assert opened_anew(monkeypatch, script) == found
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    whole = kept.read_bytes()
    for spoiled in (whole[:-1], whole.replace(b"ready", b"wrong"), b""):
        kept.write_bytes(spoiled)
        assert opened_anew(monkeypatch, script) == made
        assert kept.read_bytes() == whole
    assert opened_anew(monkeypatch, f"{script} print(1)") == (["ready", "1"], ["translate"])


def test_a_cache_that_takes_nothing_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table opens as ever where nothing can be kept."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("TTS_TOOL_CACHE", str(tmp_path / "file"))
    for _ in range(2):
        assert opened_anew(monkeypatch, f"{LONG} print(2)") == (["2"], ["translate"])


def test_values_of_scripts(table: Table) -> None:
    """Tables come as lists and dicts, objects as what they are on the table, errors as errors."""
    given = table.execute("return {1, 'x', {a = true}, getObjectFromGUID('b0b000')}")
    assert given[:3] == [1, "x", {"a": True}]
    assert given[3] == table.find("Bob")
    with pytest.raises(ScriptFault, match="boom"):
        table.execute("error('boom')")
    with pytest.raises(UserError, match="no object on the table"):
        table.execute("return 1", "zzzzzz")


def test_playing(table: Table) -> None:
    """Hands draw, drop, speak; what is forbidden is not done; what is not possible is refused."""
    assert table.red.draw(table.find("Quest deck"), 2)
    table.settle()
    assert len(table.hand("Red")) == 2
    assert table.find("Quest deck").quantity == 3
    assert table.red.pick_up(table.find("Bob"))
    assert table.find("Bob").look.held_by == "Red"
    assert table.red.drop_on(table.find("Rob"))
    table.settle()
    assert table.find("Bob").position[1] > table.find("Rob").position[1]
    assert "Red drops Bob" in table.prints
    assert not table.red.flip(table.find("Rob"))
    assert table.red.say("hello")
    assert not table.red.say("quiet")
    assert "heard hello" in table.prints
    with pytest.raises(UserError, match="nobody can drow"):
        table.red.drow(table.find("Quest deck"))
    with pytest.raises(UserError, match="unexpected keyword argument"):
        table.red.flip(table.find("Rob"), 3, x=3)
    assert table.errors == []


def test_people_come_and_go(table: Table) -> None:
    """Whoever changes their colour is the same person there; whoever has left does nothing."""
    somebody = table.blue
    somebody.change_colour("Green")
    assert somebody.say("hello")
    assert somebody.colour == "Green"
    table.red.leave()
    left = table.red
    left.leave()
    with pytest.raises(NotFound, match="nobody sits at Red"):
        left.say("still here?")
    with pytest.raises(Refused, match="somebody sits at Green"):
        table.white.change_colour("Green")


def test_whoever_comes_back_is_the_same_person(table: Table) -> None:
    """With the number at Steam that they had, at another colour too; somebody new has another."""
    number = "return Player['{}'].steam_id"
    blue = table.player("Blue")
    before = table.execute(number.format("Blue"))
    blue.leave()
    assert table.player("Blue").colour == "Blue"
    assert table.execute(number.format("Blue")) != before
    table.player("Green", left="Blue")
    assert table.execute(number.format("Green")) == before
    with pytest.raises(NotFound, match="nobody has left Blue"):
        table.player("White", left="Blue")


def test_what_is_gone_is_said_to_be(table: Table) -> None:
    """A deck of which one card is left is no deck, whoever still holds on to it."""
    deck = table.find("Quest deck")
    table.red.draw(deck, deck.quantity)
    table.settle()
    with pytest.raises(NotFound, match="not on the table any more") as caught:
        table.red.shuffle(deck)
    assert "find it again" in str(caught.value.fix)


def test_what_others_see(table: Table) -> None:
    """In somebody's hand others see backs: no names, no descriptions."""
    table.red.draw(table.find("Quest deck"), 2)
    table.settle()
    mine = {each.nickname for each in table.seen_by("Red") if each.look.hand == "Red"}
    theirs = {each.nickname for each in table.seen_by("White") if each.look.hand == "Red"}
    assert {"Card 0", "Card 1"} <= mine or len(mine - {""}) == 2
    assert theirs <= {""}


def test_finding(table: Table) -> None:
    """By GUID, nickname or name; not by what several are called, with a guess for the rest."""
    assert table.find("b0b000") == table.find("Bob")
    assert table.find("Deck").guid == "dec000"
    with pytest.raises(BadInput, match="2 objects are called") as several:
        table.find("BlockSquare")
    assert several.value.fix == "take one of b0b000, b0b001"
    with pytest.raises(NotFound, match="no object") as none:
        table.find("Quest dek")
    assert none.value.fix == 'did you mean "Quest deck"?'


def test_finding_by_memo() -> None:
    """What carries a memo is found by itself, or as the card of a deck that it has become."""
    cards = [card(f"ca4d0{n}", n, Memo=f"memo {n}", GUID=f"ca4d0{n}") for n in range(2)]
    pile = deck("dec000", 2, (4, 4), ContainedObjects=cards)
    with Table.open(save(pile, thing("b0b000", Memo="Bob"))) as table:
        assert table.with_memo("Bob") == (table.find("b0b000"), "", 1)
        assert table.with_memo("memo 1") == (table.find("dec000"), "ca4d01", 2)
        assert table.with_memo("nobody") is None
        table.red.pull(table.find("dec000"), "ca4d01")
        assert table.with_memo("memo 1") == (table.find("ca4d01"), "", 1)
        assert table.with_memo("memo 0") == (table.find("ca4d00"), "", 1)


def test_only_what_has_changed_is_told() -> None:
    """First everything, then what differs from what was told; never anything twice."""
    with Table.open(save(thing("b0b000"), thing("b0b001", at=(4, 4)))) as table:
        one, other = table.find("b0b000").handle, table.find("b0b001").handle
        changed, gone = table.changes()
        assert (list(changed), gone) == ([one, other], [])
        assert changed[other]["Transform"]["posX"] == 4
        table.execute("getObjectFromGUID('b0b001').setPosition({1, 9, 1})")
        changed, _ = table.changes()
        assert list(changed) == [other]
        assert changed[other]["Transform"]["posY"] == 9
        assert table.changes() == ({}, [])
        table.execute("getObjectFromGUID('b0b000').destruct()")
        changed, gone = table.changes()
        assert (list(changed), gone) == ([], [one])


def test_saving_and_going_back(tmp_path: Path) -> None:
    """Checkpoints come by the table's clock; going back restores things and starts scripts anew."""
    switches = Switches({"rewind-seconds": 1, "autosave-seconds": 2})
    heard: list[Notice] = []
    with Table.open(STATE, switches=switches, keep_at=tmp_path / "s.json") as table:
        table.listen(heard.extend)
        table.run(70)
        bob = table.find("Bob")
        table.red.pick_up(bob)
        table.red.drop_at(bob, (9, 3, 9))
        table.run(65)
        assert [point.frame for point in table.checkpoints] == [60, 120]
        assert (tmp_path / "TS_AutoSave.json").exists()
        table.host.rewind(2)
        assert table.frame == 60
        assert table.find("Bob").position[0] == pytest.approx(-4)
        assert bob.again().guid == "b0b000"
        assert bob.again().position[0] == pytest.approx(-4)
        assert table.red.pick_up(bob)
        assert bob.again().held_by == "Red"
        assert table.execute("return loaded") == "count 60"
        assert table.host.save() == tmp_path / "s.json"
        assert heard[-1] == Saved(str(tmp_path / "s.json"))
        assert Loaded() in heard
        with pytest.raises(NotFound, match="no checkpoint"):
            table.host.rewind(2)
    assert b'"count ' in (tmp_path / "s.json").read_bytes()


HELD = "pick up"


@pytest.mark.parametrize(
    "how",
    [
        "setPosition({20, 9, 20})",
        "setPositionSmooth({20, 9, 20})",
        "setVelocity({0, 9, 0})",
        HELD,
    ],
)
def test_what_was_in_the_air_comes_down_after_a_rewind(how: str) -> None:
    """A checkpoint in the middle of a move or a fall leaves nothing hanging in it, or held."""
    with Table.open(STATE, switches=Switches({"rewind-seconds": 0.25})) as table:
        bob = table.find("Bob")
        lies = bob.position[1]
        table.run(9)
        if how is HELD:
            table.red.pick_up(bob)
        else:
            table.execute(f"getObjectFromGUID('b0b000').{how}")
        table.run(8)
        assert table.frame == 17
        table.host.rewind(1)
        assert table.frame == 15
        table.settle()
        assert bob.again().position[1] == pytest.approx(lies, abs=0.1)
        assert not bob.again().held_by


def test_settling_is_time_too() -> None:
    """Settling ends when nothing happens any more; checkpoints fall due meanwhile, each once."""
    waiting = "function go() Wait.time(function() print('done') end, 2.5) end"
    with Table.open(save(script=waiting), switches=Switches({"rewind-seconds": 1})) as table:
        table.execute("go()")
        passed = table.settle()
        assert 150 <= passed < 160
        assert table.frame == passed
        assert table.prints == ["done"]
        assert table.settle() == 0
        table.run(180 - passed)
        assert table.settle() == 0
        assert [point.frame for point in table.checkpoints] == [60, 120, 180]


def test_settling_until_something_is_said() -> None:
    """Time stops where a script speaks to the outside: whoever hears it can answer there."""
    talks = """function go()
        Wait.frames(function() sendExternalMessage({n = 1}) end, 30)
        Wait.frames(function() sendExternalMessage({n = 2}) end, 60)
    end"""
    with Table.open(save(script=talks), switches=Switches({"rewind-seconds": 1})) as table:
        table.execute("go()")
        assert [table.settle(until_said=True) for _ in range(3)] == [30, 30, 0]
        assert table.messages == [{"n": 1}, {"n": 2}]
        table.execute("go()")
        assert table.settle() == 60
        before = table.frame
        table.execute("go()")
        for frames in (30, 60, 150):
            table.run(90, until_said=True)
            assert table.frame - before == frames


def test_a_save_that_is_too_big(tmp_path: Path) -> None:
    """It is named with its size, before anything is done with it."""
    file = tmp_path / "big.json"
    with file.open("wb") as stream:
        stream.truncate(wire.MOST_BYTES)
    with pytest.raises(BadInput, match="a save of 134,217,728 bytes is too big") as caught:
        Table.open(file)
    assert caught.value.where == str(file)


def test_floods_of_words() -> None:
    """A script that prints without measure neither ends the table nor fills its memory."""
    with Table.open(save()) as table:
        table.execute("for i = 1, 20000 do print(i) end")
        assert table.prints[:2] == ["1", "2"]
        assert table.prints[-1] == "… and 10000 more"
        table.execute("print(('x'):rep(20000000))")
        assert table.prints[-1] == "… and 1 more"
        assert table.execute("return 1") == 1


def test_seats() -> None:
    """The host sits where there is a hand; others where they are put; nobody sits twice."""
    with Table.open(STATE) as table:
        assert table.execute("return getSeatedPlayers()") == ["Red"]
    with Table.open(STATE, seats=("Blue", "Red")) as table:
        assert sorted(table.execute("return getSeatedPlayers()")) == ["Blue", "Red"]
        assert not [text for text in table.prints if "sits" in text]
    for wrong in (("Mauve",), ("Red", "Red")):
        with pytest.raises(UserError):
            Table.open(STATE, seats=wrong)


def test_the_save_is_named_wholly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the game names it: whoever reads it may stand in another folder."""
    monkeypatch.chdir(tmp_path)
    with Table.open(STATE, keep_at=Path("s.json")) as table:
        assert Path(table.save_path) == tmp_path / "s.json"


def test_save_and_play(tmp_path: Path) -> None:
    """Scripts are set, the file is read again, and what was not saved is lost."""
    path = tmp_path / "s.json"
    with Table.open(STATE, keep_at=path) as table:
        table.execute("spawnObject({type = 'BlockSquare'})")
        table.run(5)
        assert len(table.objects) == 5
        state = json.loads(path.read_text())
        state["ObjectStates"][1]["Nickname"] = "Bobby"
        state["ObjectStates"].append(thing("add000", Nickname="Added", at=(9, 9)))
        path.write_text(json.dumps(state))
        table.save_and_play({"b0b001": ("y = 2", "<Panel/>"), "b0b000": ("", "")})
        names = {each.nickname for each in table.objects}
        assert {"Bobby", "Rob", "Added"} <= names
        assert len(table.objects) == 5
        listed = {each.guid: (each.script, each.ui) for each in table.scripts()}
        assert listed == {"-1": (SCRIPT, ""), "b0b001": ("y = 2", "<Panel/>")}
        assert table.execute("return y", "b0b001") == 2
        assert read(path.read_bytes(), "s").root["ObjectStates"][2]["XmlUI"] == "<Panel/>"


@pytest.mark.parametrize(
    ("turned", "names"),
    [
        ({"save-and-play-rereads-file": False}, {"Bob", "Rob"}),
        ({"save-and-play-adds-objects": False}, {"Bobby", "Rob"}),
    ],
)
def test_save_and_play_switches(tmp_path: Path, turned: dict[str, bool], names: set[str]) -> None:
    """If the game does not read its file again, or not what was added, so does the table."""
    path = tmp_path / "s.json"
    with Table.open(STATE, keep_at=path, switches=Switches(turned)) as table:
        state = json.loads(path.read_text())
        state["ObjectStates"][1]["Nickname"] = "Bobby"
        state["ObjectStates"].append(thing("add000", Nickname="Added"))
        path.write_text(json.dumps(state))
        table.save_and_play({})
        assert {each.nickname for each in table.objects} & {"Bob", "Bobby", "Rob", "Added"} == names


def test_messages_from_outside(table: Table) -> None:
    """A message reaches the scripts, and what they send comes out."""
    table.external_message({"a": {"b": [1.0, "x"]}})
    assert table.messages == [{"got": {"a": {"b": [1.0, "x"]}}}]


def test_errors_are_told(table: Table) -> None:
    """A script that fails is named, with its place; the table goes on."""
    table.save_and_play({"b0b000": ("function onUpdate() nothing.x = 1 end", "")})
    table.run(2)
    assert len(table.errors) == 2
    error = table.errors[0]
    assert isinstance(error, Failed)
    assert error.guid == "b0b000"
    assert error.error.startswith("chunk_")
    assert str(error).startswith("Error in Script (Bob - b0b000) - function <onUpdate>: chunk_")
    assert table.execute("return 1") == 1


def test_endless_scripts_are_ended() -> None:
    """A loop without end is made to fail; one that cannot be is ended with its table, and named."""
    script = (
        "function loop() while true do end end function trap() while true do pcall(loop) end end"
    )
    with Table.open(save(script=script), seconds=0.3) as table:
        with pytest.raises(ScriptFault, match="too long"):
            table.execute("loop()")
        assert table.execute("return 1") == 1
        with pytest.raises(Unavailable, match="Global") as caught:
            table.execute("trap()")
        assert "loop without end" in str(caught.value.fix)
        with pytest.raises(Unavailable, match="ended"):
            table.run(1)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"SaveName": "x"}', b'{"ObjectStates": [3]}']
)
def test_what_is_no_save(tmp_path: Path, content: bytes) -> None:
    """A file that is no save is refused with its name."""
    path = tmp_path / "no.json"
    path.write_bytes(content)
    with pytest.raises(UserError) as caught:
        Table.open(path)
    assert str(path) in str(caught.value)


def test_scripts_held_back() -> None:
    """Held back, no script runs, not even when frames pass."""
    with Table.open(STATE, hold_scripts=True) as quiet:
        quiet.run(3)
        assert quiet.prints == []


@pytest.mark.parametrize("prints", [True, False])
def test_whoever_listens_later_has_missed_nothing(prints: bool) -> None:  # noqa: FBT001
    """What a table told while it was opened is kept for them, as the game would have told it."""
    script = "print('body') function onLoad() print('loaded') a.b = 1 end"
    switches = Switches({"prints-while-loading": prints})
    with Table.open(save(script=script), switches=switches) as table:
        kinds = [type(each) for each in table.heard]
        assert kinds == ([Printed, Printed, Failed] if prints else [Failed])
        heard: list[Notice] = []
        table.listen(heard.extend)
        table.execute("print('later')")
        assert heard == [Printed("later")] == table.heard[len(kinds) :]


def test_what_is_turned_without_end() -> None:
    """Angles in a save may be beyond all numbers, and a script may turn by such: play goes on."""
    turned = copy.deepcopy(STATE)
    for thing_, axis in zip(turned["ObjectStates"], ("rotX", "rotY", "rotZ"), strict=False):
        thing_["Transform"][axis] = 10**400
    for state in (turned, STATE):
        with Table.open(state) as table:
            bob = "getObjectFromGUID('b0b000')"
            table.execute(f"{bob}.setRotation({{0, 1e300, 0}})")
            table.execute(f"{bob}.setRotationSmooth({{0, 1e300, 1e300}})")
            table.run(60)
            table.execute(f"{bob}.flip() {bob}.rotate({{1e300, 0, 0}})")
            table.run(60)
            assert table.errors == []
            assert table.execute("return #getObjects()") == 3


def test_what_a_script_sends_to_infinity() -> None:
    """A place beyond single precision is infinite, as in the game, and can be saved."""
    with Table.open(STATE) as table:
        table.execute("getObjectFromGUID('b0b000').setPosition({1e300, 2, -1e300})")
        table.run(2)
        bob = json.loads(table.save())["ObjectStates"][1]
        place = bob["Transform"]
        assert (place["posX"], place["posZ"]) == (math.inf, -math.inf)
