"""Where we had to guess how players, interfaces and casts behave, the guess can be turned."""

from __future__ import annotations

import pytest

from tests.table.api.scene import Scene
from tts_tool.table.pressing import press
from tts_tool.table.scripts import ScriptFault
from tts_tool.table.switches import Switches, Value
from tts_tool.table.world.people import GREY
from tts_tool.table.world.seeing import Sight, sees

TURNED: list[tuple[str, Value, str, object]] = [
    ("unknown-player-colour", "error", "return Player.Mauve", "no player color"),
    ("hidden-zone-type", "Hidden", "return spawnObject({type='FogOfWarTrigger'}).type", "Hidden"),
    ("hidden-zone-type", "Fog", "return getObjectFromGUID('20ne01').tag", "Fog"),
    ("fog-of-war-type", "FogOfWar", "return spawnObject({type='FogOfWar'}).type", "FogOfWar"),
    ("spawn-unknown-type", "error", "return spawnObject({type='Nope'})", "no type 'Nope'"),
    ("spawn-unknown-type", "nil", "return spawnObject({type='Nope'}) == nil", True),
    ("impossible-cut", "error", "return getObjectFromGUID('0dec00').cut(1)", "cannot be cut"),
    ("impossible-cut", "nil", "return getObjectFromGUID('0dec00').cut(1) == nil", True),
    ("impossible-cut", "nil", "return getObjectFromGUID('0dec00').split(9) == nil", True),
    ("parts-of-things", 1, "return #getObjectFromGUID('0ca4d0').getChildren()", 1),
    ("parts-of-things", 4, "return #getObjectFromGUID('0ca4d0').getChildren()", 4),
    ("depth-of-parts", 1, "return #getObjectFromGUID('0ca4d0').getChildren()[1].getChildren()", 0),
    ("depth-of-parts", 3, "return #getObjectFromGUID('0ca4d0').getChildren()[1].getChildren()", 4),
    ("unknown-state", "error", "return getObjectFromGUID('57a7e1').setState(9)", "no state 9"),
    ("unknown-state", "nil", "return getObjectFromGUID('57a7e1').setState(9) == nil", True),
    ("missing-hand-is-error", True, "return Player.Blue.getHandObjects()", "no hand 1"),
    ("missing-hand-is-error", False, "return #Player.Blue.getHandObjects()", 0),
    ("chip-stack-value", "face", "return stack_of_three()", 50),
    ("chip-stack-value", "sum", "return stack_of_three()", 150),
    ("unknown-ui-id", "error", "return UI.setAttribute('no', 'a', 1)", "no element with the id"),
    ("set-xml-frames", 0, "UI.setXml('<A id=\"a\"/>') return UI.getAttribute('a', 'id')", "a"),
    ("cast-sphere-size", "radius", "return ball()", 3),
    ("cast-sphere-size", "diameter", "return ball()", 0),
    ("cast-hits-table", False, "return #down()", 1),
    ("cast-hits-table", True, "return #down()", 2),
    ("cast-hits-zones", True, "return over_zone()", 1),
    ("cast-hits-zones", False, "return over_zone()", 0),
]
HELP = """
function ball()
  return #Physics.cast({ origin = {10, 6, 3}, type = 2, size = {6, 6, 6} })
end
function down() return Physics.cast({ origin = {0, 10, 0}, direction = {0, -1, 0} }) end
function stack_of_three()
  local data = { Name = "ChipStack", Number = 3, MaterialIndex = 1 }
  return spawnObjectData({ data = data }).getValue()
end
function over_zone()
  return #Physics.cast({ origin = {-10, 9, 20}, direction = {0, -1, 0}, max_distance = 5 })
end
"""


@pytest.mark.parametrize(("name", "value", "lua", "expected"), TURNED)
def test_turned(name: str, value: Value, lua: str, expected: object) -> None:
    """With the switch so, this is what comes of it: a value, or an error that says so."""
    scene = Scene(switches=Switches({name: value}))
    scene.table.execute(HELP)
    if isinstance(expected, str) and value in ("error", True):
        with pytest.raises(ScriptFault, match=expected):
            scene.table.execute(lua)
    else:
        assert scene.table.execute(lua) == expected


@pytest.mark.parametrize("clears", [True, False])
def test_an_interface_that_cannot_be_read(clears: bool) -> None:  # noqa: FBT001
    """It is refused and the old one stays, or it takes its place with nothing; not both."""
    scene = Scene(switches=Switches({"broken-xml-clears-ui": clears}))
    scene.table.execute('UI.setXml(\'<Text id="t" fontSize="12" />\')')
    scene.table.run(1)
    assert scene.table.execute("return UI.setXml('<Text')") is clears
    scene.table.run(1)
    assert scene.table.execute("return UI.getAttribute('t', 'id') == nil") is clears


@pytest.mark.parametrize(("form", "expected"), [("text", "12"), ("numbers", 12.0)])
def test_attributes_as_texts_or_numbers(form: str, expected: object) -> None:
    """An attribute comes back as text, or as a number if it looks like one."""
    scene = Scene(switches=Switches({"ui-attributes-come-as": form}))
    scene.table.execute('UI.setXml(\'<Text id="t" fontSize="12" />\')')
    scene.table.run(1)
    assert scene.table.execute("return UI.getAttribute('t', 'fontSize')") == expected
    assert scene.table.execute("return UI.getXmlTable()[1].attributes.fontSize") == expected
    assert scene.table.execute("return UI.getAttribute('t', 'id')") == "t"


@pytest.mark.parametrize("word", ["True", "true"])
def test_how_a_toggle_words_its_state(word: str) -> None:
    """A toggle passes its state as text."""
    scene = Scene(switches=Switches({"ui-toggle-passes": word}))
    scene.table.execute("function note(p, value) got = value end")
    scene.table.execute('UI.setXml(\'<Toggle id="t" onValueChanged="note" />\')')
    scene.table.run(1)
    press(scene.hand("Red"), "t")
    assert scene.table.execute("return got") == word


@pytest.mark.parametrize(("asks", "pasted"), [(True, 0), (False, 1)])
def test_whether_scripted_copies_are_asked_about(asks: bool, pasted: int) -> None:  # noqa: FBT001
    """A veto stops a script's paste only if the game asks."""
    scene = Scene(switches=Switches({"scripted-copy-asks": asks}))
    scene.table.execute("function onPlayerAction(p, a) return a ~= Player.Action.Paste end")
    before = len(list(scene.world))
    scene.table.execute("Player.Red.copy({card}) Player.Red.paste({30, 4, 0})")
    assert len(list(scene.world)) - before == pasted


@pytest.mark.parametrize(
    ("hides_from", "owner"), [("everybody", Sight.BACK), ("others", Sight.FACE)]
)
def test_who_sees_a_stash(hides_from: str, owner: Sight) -> None:
    """A stash is hidden from others, and perhaps from its owner."""
    scene = Scene(switches=Switches({"stash-hides-from": hides_from}))
    scene.table.execute("card.deal(1, 'Red')")
    scene.table.settle()
    scene.table.execute("card.moveToHandStash()")
    scene.table.settle()
    card = scene.thing("card")
    assert sees(scene.world, "Red", card) is owner
    assert sees(scene.world, "White", card) is sees(scene.world, GREY, card) is Sight.BACK
