"""What published mods get away with in the game, they get away with here."""

from __future__ import annotations

import pytest

from tests.table.api.scene import Scene
from tests.table.small_saves import hand, save, thing
from tts_tool.lua.removed import REMOVED
from tts_tool.table import Table
from tts_tool.table.scripts import ScriptFault
from tts_tool.table.switches import Switches

SPELT = [
    ("return card.GetGUID()", "0ca4d0"),
    ("return card:GetName()", "Ace"),
    ("return rawequal(card.GetName, card.getName)", True),
    ("return card.get_name()", "Ace"),
    ("card.SetPositionSmooth({1, 2, 3}) return card.isSmoothMoving()", True),
    ("return #UI.GetXmlTable()", 0),
    ("return type(Wait.Frames(function() end, 1))", "number"),
    ("return #Player.GetPlayers()", 2),
    ("return Player.Red.GetHandCount()", 1),
]


@pytest.mark.parametrize(("lua", "value"), SPELT)
def test_functions_are_found_in_other_spellings(lua: str, value: object) -> None:
    """With a capital, or with underscores in place of capitals, as MoonSharp finds them."""
    assert Scene().table.execute(lua) == value


@pytest.mark.parametrize("name", ["Guid", "GetNothing", "getname", "GETNAME", "_", "__index", ""])
def test_other_names_stay_unknown(name: str) -> None:
    """A property has one spelling, and letters inside of a name count."""
    with pytest.raises(ScriptFault, match="cannot access field"):
        Scene().table.execute(f"return card['{name}']")


ELEMENTS = [
    ("Button", "card.createButton({ click_function = 'f', label = 'One' })"),
    ("Input", "card.createInput({ input_function = 'f', label = 'One' })"),
]


@pytest.mark.parametrize(("kind", "create"), ELEMENTS)
def test_the_first_is_edited_if_none_is_named(kind: str, create: str) -> None:
    """An index that is not given is 0."""
    text = f"{create} {create} card.edit{kind}({{ label = 'New' }}) return card.get{kind}s()"
    one, two = Scene().table.execute(text)
    assert (one["label"], two["label"]) == ("New", "One")


ON_GLOBAL = [
    ("return Global.getPosition() == Vector(0, 0, 0)", True),
    ("return self.getRotation().y + Global.getScale().x", 1),
    ("return Global.positionToWorld({1, 2, 3}).z", 3),
    ("return Global.getTransformForward().z", 1),
]


@pytest.mark.parametrize(("lua", "value"), ON_GLOBAL)
def test_global_is_at_the_origin(lua: str, value: object) -> None:
    """Whoever asks where Global is gets an answer; moved it cannot be."""
    scene = Scene()
    assert scene.table.execute(lua) == value
    with pytest.raises(ScriptFault, match="Global has no setPosition"):
        scene.table.execute("Global.setPosition({1, 2, 3})")


@pytest.mark.parametrize("text", ["", "  ", "\\n"])
def test_json_of_nothing_is_nothing(text: str) -> None:
    """The state of a script that has saved none is an empty text."""
    assert Scene().table.execute(f"return JSON.decode('{text}') == nil") is True


def test_a_table_is_taken_back() -> None:
    """Setting nil in place of a table lets the variable have no value."""
    text = "deck_list = {1} return Global.setTable('deck_list', nil), deck_list == nil"
    scene = Scene()
    assert scene.table.execute(f"local a, b = (function() {text} end)() return a and b") is True
    with pytest.raises(ScriptFault, match="table expected"):
        scene.table.execute("Global.setTable('deck_list', 5)")


def test_the_kind_of_a_model_by_its_name() -> None:
    """`type` takes the word that the game's window shows, or its number."""
    scene = Scene()
    text = "model.setCustomObject({{ mesh = 'm', type = {} }}) return model.getCustomObject().type"
    for kind, number in (("'Generic'", 0), ("'bag'", 6), ("4", 4), ("'3'", 3)):
        assert scene.table.execute(text.format(kind)) == number
    with pytest.raises(ScriptFault, match="number expected"):
        scene.table.execute(text.format("'Nothing'"))


KEYED = """
function keep(t) kept = t return t[other], #getObjects() > 0 end
function names()
  local found = {}
  for key, value in pairs(kept) do
    found[#found + 1] = (type(key) == 'userdata' and key.getName() or tostring(key)) .. value
  end
  table.sort(found)
  return table.concat(found, ' ')
end
"""


def test_objects_as_keys_cross_to_other_scripts() -> None:
    """A table keyed by objects arrives with the very objects as keys."""
    scene = Scene()
    scene.table.execute(KEYED)
    card = scene.table.world.by_guid("0ca4d0")
    assert card is not None
    ask = "return Global.call('keep', { [getObjectFromGUID('0ca4d1')] = 2, [self] = 1, x = 3 })"
    assert scene.table.execute(ask, card.handle) == 2
    assert scene.table.execute("return names()") == "Ace1 King2 x3"
    back = "local t = Global.getTable('kept') return t[self] + t[getObjectFromGUID('0ca4d1')]"
    assert scene.table.execute(back, card.handle) == 3
    with pytest.raises(ScriptFault, match="an object as key cannot be written as JSON"):
        scene.table.execute("return JSON.encode({ [card] = 1 })")


def test_a_test_reads_a_table_keyed_by_objects() -> None:
    """What a script gives to Python has the pieces of the table as keys."""
    with Table.open(save(thing("b0b000", Nickname="Bob"))) as table:
        got = table.execute("return { [getObjectFromGUID('b0b000')] = 'here', a = 1 }")
        assert got == {table.find("Bob"): "here", "a": 1}


ATTRIBUTES = [
    ("return UI.getAttribute('one', 'COLOR')", "#112233"),
    ("UI.setAttribute('one', 'Color', 'red') return UI.getAttribute('one', 'color')", "red"),
    ("UI.setAttribute('one', 'Color', 'red') return UI.getAttributes('one').color", "red"),
    ("UI.setAttribute('one', 'TEXT', nil) return UI.getAttribute('one', 'text') == nil", True),
    ("UI.setAttribute('one', 'ID', 'three') return UI.getAttribute('three', 'Text')", "Go"),
    ("return UI.getAttribute('two', 'color')", "#445566"),
]


@pytest.mark.parametrize(("lua", "value"), ATTRIBUTES)
def test_attributes_in_any_capitals(lua: str, value: object) -> None:
    """An attribute is the same in whatever capitals, and stays as its author wrote it."""
    scene = Scene()
    scene.table.execute(
        'UI.setXml(\'<Button id="one" color="#112233" Text="Go" OnClick="f" />'
        '<Button ID="two" COLOR="#445566" Active="FALSE" />\')'
    )
    scene.table.run(1)
    assert scene.table.execute(lua) == value


HAND = "pos_x pos_y pos_z rot_x rot_y rot_z".split() + [
    f"trigger_{way}_{axis}" for way in ("forward", "right", "up") for axis in "xyz"
]
OLD = [
    ("return Player.White.getPlayerHand().pos_z", -20),
    ("return Player.White.getPlayerHand().trigger_forward_z", 1),
    ("return Player.Brown.getPlayerHand() == nil", True),
    ("return getPlayerHandPositionAndRotation('Red').pos_x", 10),
    ("return getPlayerHandPositionAndRotation() == nil", True),
    ("return getPlayer('Red').color", "Red"),
    ("return getPlayerSteamName('Nobody') == nil", True),
    ("return getPointerPosition('White') == Player.White.getPointerPosition()", True),
    ("return getPointerRotation('White') == Player.White.getPointerRotation()", True),
    ("deck.dealToColor(2, 'White') return deck.getQuantity()", 2),
    ("deck.dealToAll(1) return deck.getQuantity()", 2),
    ("function f() return 7 end return callLuaFunctionInOtherScript(nil, 'f')", 7),
    (
        "function f(t) return t[1] end return callLuaFunctionInOtherScriptWithParams(self,'f',{8})",
        8,
    ),
    ("setGlobalScriptVar('v', 5) return getGlobalScriptVar('v') + v", 10),
    ("setGlobalScriptTable('t', {4}) return getGlobalScriptTable('t')[1] + t[1]", 8),
    ("setGlobalScriptTable({6}, 't') return getGlobalScriptTable('t')[1]", 6),
    ("return clearPixelPaint() and clearVectorPaint()", True),
    ("return getNotes() == Notes.getNotes()", True),
    ("return addNotebookTab({title = 'x'}) == 0 and #getNotebookTabs()", 1),
]


@pytest.mark.parametrize(("lua", "value"), OLD)
def test_removed_names_still_answer(lua: str, value: object) -> None:
    """What the documentation has dropped does what it did."""
    assert Scene().table.execute(lua) == value


def test_an_old_hand_has_all_its_fields() -> None:
    """Position, rotation and the three directions, each by its axes."""
    assert sorted(Scene().table.execute("return Player.White.getPlayerHand()")) == sorted(HAND)


def test_every_removed_name_is_shown() -> None:
    """No name in the list without a line above, but for what belongs to the notebook."""
    shown = " ".join(lua for lua, _ in OLD)
    names = [name for page in REMOVED.values() for name in page]
    unshown = [name for name in names if name not in shown]
    assert sorted(unshown) == ["editNotebookTab", "removeNotebookTab", "setNotes"]


LOADING = """
function onLoad() prepared = (prepared or '') .. 'G' end
function onObjectEnterZone() told = true end
"""
OF_OBJECT = (
    "function onLoad() Global.setVar('prepared', (Global.getVar('prepared') or '') .. 'o') end"
)


@pytest.mark.parametrize(("turned", "order"), [({}, "Go"), ({"global-loads-first": False}, "oG")])
def test_which_script_loads_first(turned: dict[str, bool], order: str) -> None:
    """Objects find what onLoad of Global has prepared, unless the switch is turned."""
    state = save(thing("b0b000", LuaScript=OF_OBJECT), script=LOADING)
    with Table.open(state, switches=Switches(turned)) as table:
        assert table.execute("return prepared") == order


@pytest.mark.parametrize("told", [True, False])
def test_what_lies_in_a_zone_from_the_start(told: bool) -> None:  # noqa: FBT001
    """It is in the zone; nobody is told of it, unless the switch is turned."""
    zone = thing("20ne00", "ScriptingTrigger", Transform={**thing("x")["Transform"], "scaleY": 9.0})
    turned = {"zones-notice-what-was-there": True} if told else {}
    state = save(thing("b0b000"), zone, hand("fac000", "Red"), script=LOADING)
    with Table.open(state, switches=Switches(turned)) as table:
        table.run(2)
        assert table.execute("return told == true") is told
        assert table.execute("return #getObjectFromGUID('20ne00').getObjects()") == 1
