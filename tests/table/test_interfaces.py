"""People use custom interfaces: what they see, press and type, and what scripts hear of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.table.small_saves import deck, hand, save, thing
from tts_tool.errors import BadInput, NotFound, Refused, UserError
from tts_tool.table import Table
from tts_tool.table.switches import Switches

UI = """
<Defaults>
  <Button class="quiet" interactable="false" />
</Defaults>
<Panel id="all">
  <Button id="go" onClick="heard">Go</Button>
  <Button id="still" class="quiet" onClick="heard">Still</Button>
  <Button id="mute">Mute</Button>
  <Text id="mine" visibility="Red|Host">For Red</Text>
  <Panel active="false"><Button id="inner" onClick="heard" /></Panel>
  <InputField id="name" onValueChanged="heard" onEndEdit="heard">nobody</InputField>
  <InputField id="fixed" readOnly="true">fixed</InputField>
  <Slider id="speed" minValue="1" maxValue="5" onValueChanged="heard" />
  <Dropdown id="pick" onValueChanged="heard">
    <Option>One</Option><Option selected="true">Two</Option>
  </Dropdown>
  <Toggle id="on" onValueChanged="heard" />
  <Text id="hover" onMouseEnter="heard" />
  <Button id="lost" onClick="ffffff/heard">Lost</Button>
  <Text>Twin</Text><Text>Twin</Text>
</Panel>
"""
SCRIPT = """
log = {}
function heard(player, value, id)
  log[#log + 1] = player.color .. ':' .. tostring(value) .. ':' .. tostring(id)
end
"""
OWN = "function pressed(player, value, id) Global.call('heard_own', { player.color, id }) end"
STATE = save(
    thing("b0b000", Nickname="Bob", LuaScript=OWN, XmlUI='<Button id="b" onClick="pressed" />'),
    thing("b0b001", Nickname="Rob", XmlUI='<Button id="r" onClick="Global/heard">R</Button>'),
    deck("dec000", 5, (4, 4)),
    hand("fac000", "Red"),
    script=SCRIPT + "function heard_own(what) log[#log + 1] = what[1] .. what[2] end",
    ui=UI,
)


@pytest.fixture(scope="module")
def opened() -> Iterator[Table]:
    """Open the table once: these tests leave it as it was."""
    with Table.open(STATE, seats=("White", "Red", "Blue")) as table:
        yield table


@pytest.fixture
def table(opened: Table) -> Table:
    """Give it with nothing heard yet, and every interface as its author wrote it."""
    opened.execute("log = {}")
    return opened


def said(table: Table) -> list[str]:
    """Give what the scripts have heard."""
    heard: list[str] = table.execute("return log")
    return heard


def test_pressing(table: Table) -> None:
    """A click, with either button, reaches the function that the element names."""
    assert table.red.click("go")
    assert table.blue.click("Go", alt=True)
    assert table.red.click("b", on=table.find("Bob"))
    assert table.white.click("R", on=table.find("Rob"))
    assert table.red.touch("hover", "onMouseEnter")
    assert said(table) == ["Red:-1:go", "Blue:-2:go", "Redb", "White:-1:r", "Red:-1:hover"]
    assert table.errors == []


def test_typing_and_choosing(table: Table) -> None:
    """Fields, sliders, lists and toggles pass what somebody made of them."""
    assert table.red.edit("name", "Rhea")
    assert table.red.slide("speed", 9)
    assert table.red.choose("pick", "One")
    assert table.red.click("on")
    assert table.blue.click("on")
    assert table.red.click("on")
    heard = ["Red:Rhea:name", "Red:Rhea:name", "Red:5:speed", "Red:One:pick"]
    assert said(table) == [*heard, "Red:True:on", "Blue:True:on", "Red:False:on"]


@pytest.mark.parametrize(
    ("gesture", "arguments", "kind", "what"),
    [
        ("click", ("og",), NotFound, "has no 'og'"),
        ("click", ("Twin",), BadInput, "2 elements show"),
        ("click", ("still",), Refused, "not interactable"),
        ("click", ("mute",), Refused, "has no onClick"),
        ("click", ("inner",), Refused, "does not see"),
        ("edit", ("go", "x"), BadInput, "is no inputfield"),
        ("edit", ("fixed", "x"), Refused, "can only be read"),
        ("choose", ("pick", "Three"), NotFound, "no option 'Three'"),
        ("choose", ("pick", 2), NotFound, "no option 2"),
        ("slide", ("speed", "fast"), BadInput, "instead of a number"),
    ],
)
def test_what_nobody_can_do(
    table: Table, gesture: str, arguments: tuple[Any, ...], kind: type[UserError], what: str
) -> None:
    """What is not there, hidden or switched off cannot be used, and the error says why."""
    with pytest.raises(UserError, match=what) as error:
        getattr(table.red, gesture)(*arguments)
    # The cage words every refusal alike, and passes on what may help.
    assert isinstance(error.value, (kind, Refused))
    assert said(table) == []


def test_guessing_an_id(table: Table) -> None:
    """A misspelt id is answered with the one that was meant."""
    with pytest.raises(UserError) as error:
        table.red.click("gos")
    assert error.value.fix == "did you mean go?"


def test_a_function_that_is_not_there(table: Table) -> None:
    """A press that calls an object that is gone is an error of the mod, not of the table."""
    before = len(table.errors)
    assert table.red.click("lost")
    assert "no object ffffff" in table.errors[before].error
    del table.notices[:]


NAMELESS = """
<Defaults>
  <Button class="quiet" onClick="dull" />
</Defaults>
<Image id="tall" width="100" height="200" />
<Button width="100" height="100" offsetXY="300 0" onClick="far" />
<Button width="60" height="60" offsetXY="0 20" onclick="near(7)" color="#00000000" />
<Panel width="50" height="50" rectAlignment="UpperLeft">
  <Image id="framed"><Button onClick="inner" /></Image>
  <Image id="alone" />
</Panel>
<Button onClick="Global/around" width="10" height="10" offsetXY="900 0"><Image id="face" /></Button>
<Image id="two"><Button offsetXY="1 1" width="1" height="1" onClick="one" />
  <Button offsetXY="-1 1" width="1" height="1" onClick="other" /></Image>
<Panel width="9" height="9" offsetXY="500 500">
  <Image id="hidden" />
  <Button onClick="never" active="false" />
</Panel>
<VerticalLayout width="80" height="80" rectAlignment="LowerLeft">
  <Image id="listed" /><Button onClick="below" /><Button onClick="below" />
  <Button class="quiet" />
</VerticalLayout>
<Button width="0" height="30" onClick="nothing" />
<HorizontalLayout><Button width="0" onClick="laid" />
  <Button onClick="twin" active="false" /><Button onClick="twin" /></HorizontalLayout>
"""
HEARS = "log = {} function heard(name, value) log[#log + 1] = name .. ':' .. tostring(value) end"
CALLED = "far near inner around one other never twin below dull nothing laid".split()


@pytest.fixture(scope="module")
def nameless() -> Iterator[Table]:
    """Open a table whose interface has buttons without id and text."""
    functions = " ".join(f"function {each}(p, v) heard('{each}', v) end" for each in CALLED)
    with Table.open(
        save(hand("fac000", "Red"), script=f"{HEARS} {functions}", ui=NAMELESS)
    ) as opened:
        yield opened


PRESSED = [
    ("near", "near:7"),
    ("near(7)", "near:7"),
    ("far", "far:-1"),
    ("Global/around", "around:-1"),
    ("dull", "dull:-1"),
    ("laid", "laid:-1"),
    ("twin", "twin:-1"),
    ("Panel[1]/Image[1]/Button", "inner:-1"),
    ("Button[1]", "far:-1"),
    ("verticallayout/Button[2]", "below:-1"),
    ("tall", "near:7"),
    ("framed", "inner:-1"),
    ("face", "around:-1"),
]


@pytest.mark.parametrize(("name", "heard"), PRESSED)
def test_elements_without_a_name(nameless: Table, name: str, heard: str) -> None:
    """By what they call, by their path, through a picture over them; of several the one shown."""
    nameless.execute("log = {}")
    assert nameless.red.click(name)
    assert said(nameless) == [heard]


UNPRESSED = [
    ("below", "2 elements call 'below'", "VerticalLayout/Button[1], VerticalLayout/Button[2]"),
    ("Button", "4 elements stand at 'Button'", "Button[1], Button[2], Button[3], Button[4]"),
    ("Panel/Image[1]", "2 elements stand at", "Panel[1]/Image[1], Panel[2]/Image"),
    ("Button[5]", "has no 'Button[5]'", "it has tall, framed"),
    ("frames", "has no 'frames'", "did you mean framed?"),
    ("nearer", "has no 'nearer'", "did you mean near?"),
    ("Button[0]", "has no 'Button[0]'", ""),
    ("Panel//Image", "has no 'Panel//Image'", ""),
    ("alone", "has no onClick", ""),
    ("two", "has no onClick", ""),
    ("hidden", "has no onClick", ""),
    ("listed", "has no onClick", ""),
    ("never", "does not see", ""),
    ("nothing", "has no size", ""),
]


@pytest.mark.parametrize(("name", "what", "fix"), UNPRESSED)
def test_what_a_name_does_not_reach(nameless: Table, name: str, what: str, fix: str) -> None:
    """Several are listed by their paths; what is not there, hidden or too small is not pressed."""
    nameless.execute("log = {}")
    with pytest.raises(UserError) as error:
        nameless.red.click(name)
    assert what in error.value.what
    assert fix in (error.value.fix or "")
    assert said(nameless) == []


def test_what_has_no_name_at_all() -> None:
    """Who guesses is told the paths, or that there is nothing."""
    script = "function onLoad() self.createButton({click_function = 'f', width = 0}) end"
    bare = thing("b0b000", LuaScript=script, XmlUI="<Panel><Image /><Image /></Panel>")
    with Table.open(save(hand("fac000", "Red"), bare)) as table:
        with pytest.raises(UserError) as error:
            table.red.click("go", on=table.find("b0b000"))
        assert error.value.fix is not None
        assert error.value.fix.endswith("elements at Panel, Panel/Image[1], Panel/Image[2]")
        with pytest.raises(UserError) as error:
            table.red.click("go")
        assert error.value.fix == "it has no elements"


def test_buttons_are_told_as_scripts_have_made_them() -> None:
    """By the GUIDs of their things: where, how large, with which words and colours."""
    script = """
        function onLoad()
          self.createButton({
            click_function = 'f', label = 'Take', position = {0, 0.2, 1.5}, scale = {0.5, 1, 0.5},
            width = 900, height = 200, font_size = 120, color = {1, 0.5, 0}, tooltip = 'now',
          })
        end"""
    with Table.open(save(hand("fac000", "Red"), thing("b0b000", LuaScript=script))) as table:
        (button,) = table.buttons()["b0b000"]
        assert (button["label"], button["tooltip"], button["index"]) == ("Take", "now", 0)
        assert [*button["position"]] == [0, 0.2, 1.5]
        assert (button["width"], button["height"], button["font_size"]) == (900, 200, 120)
        assert [*button["color"]] == [1, 0.5, 0, 1]
        table.execute("self.clearButtons()", "b0b000")
        assert table.buttons() == {}


SIZES = ["width = 0", "height = 0", "scale = {0, 0, 0}"]


@pytest.mark.parametrize("size", SIZES)
def test_buttons_and_fields_without_a_size(size: str) -> None:
    """What is so small that nobody can hit it cannot be pressed or typed into; its text is seen."""
    script = f"""
        function f() pressed = true end
        function onLoad()
          self.createButton({{click_function = 'f', function_owner = self, {size}}})
          self.createInput({{input_function = 'f', function_owner = self, {size}}})
          self.createButton({{click_function = 'f', function_owner = self}})
        end"""
    with Table.open(save(hand("fac000", "Red"), thing("b0b000", LuaScript=script))) as table:
        block = table.find("b0b000")
        with pytest.raises(Refused, match="has no size: nobody can hit it"):
            table.red.click(block)
        with pytest.raises(Refused, match="has no size: nobody can hit it"):
            table.red.type_into(block, 0, "x")
        assert table.execute("return pressed == nil", "b0b000") is True
        table.red.click(block, 1)
        assert table.execute("return pressed", "b0b000") is True


def test_what_each_person_sees(table: Table) -> None:
    """Elements for some are there for them alone, and what one types the others do not see."""
    table.red.edit("name", "secret")
    red, blue, host = (_flat(table.screen(colour)) for colour in ("Red", "Blue", "White"))
    assert "mine" in red
    assert "mine" not in blue
    assert "mine" in host
    assert "inner" not in red
    assert red["name"]["attributes"]["text"] == "secret"
    assert blue["name"]["attributes"]["text"] != "secret"
    assert table.ui("mine")["text"] == "For Red"
    assert table.ui("r", "b0b001")["onClick"] == "Global/heard"
    table.white.blindfold()
    assert table.screen("White") == []
    table.white.blindfold(on=False)


def _flat(elements: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    found = {}
    for element in elements:
        found[element["id"]] = element
        found |= _flat(element["children"])
    return found


def test_saving_keeps_what_the_author_wrote() -> None:
    """Scripts change the interface that runs; the XML in the save stays as it is."""
    with Table.open(STATE) as table:
        table.execute("UI.setXml('<Panel id=\"new\" />')")
        table.run(1)
        assert table.ui("new") == {"id": "new", "text": ""}
        table.host.save()
        with Table.open(table.save()) as again:
            assert again.ui("go")["onClick"] == "heard"


def test_dialogs() -> None:
    """A dialog waits until somebody answers it, and is asked of nobody else."""
    with Table.open(STATE, seats=("White", "Red")) as table:
        ask = "Player.Red.showOptionsDialog('Which', {'a', 'b'}, function(t, i) got = t .. i end)"
        table.execute(ask)
        with pytest.raises(UserError, match="has no open dialog"):
            table.white.answer("a")
        with pytest.raises(UserError, match="cannot be chosen"):
            table.red.answer("c")
        assert table.red.answer("b")
        assert table.execute("return got") == "b2"
        with pytest.raises(UserError, match="has no open dialog"):
            table.red.cancel()


def test_choosing_cards() -> None:
    """A choice in hand takes so many cards of that hand, or none if it may be refused."""
    script = """
    function onPlayerHandChoice(color, label, objects, sure)
      got = {color, label, #objects, sure}
    end
    """
    state = save(deck("dec000", 5, (4, 4)), hand("fac000", "Red"), script=script)
    with Table.open(state, seats=("White", "Red")) as table:
        table.red.draw(table.find("Deck"), 3)
        table.settle()
        cards = [each for each in table.hand("Red") if each.kind == "Card"]
        with pytest.raises(UserError, match="nobody has asked Red"):
            table.red.choose_cards(cards[0])
        table.execute("chooseInHand('pick', 1, 2, 'Pick', {'Red'})")
        with pytest.raises(UserError, match="1 to 2 cards"):
            table.red.choose_cards(*cards)
        with pytest.raises(UserError, match="not in the hand"):
            table.red.choose_cards(table.find("Deck"))
        with pytest.raises(UserError, match="has to be made"):
            table.red.refuse_cards()
        assert table.red.choose_cards(cards[0], cards[1])
        assert table.execute("return got") == ["Red", "pick", 2, True]
        table.execute("chooseInHandOrCancel('again', 1, 1, '', {'Red'})")
        assert table.red.refuse_cards()
        assert table.execute("return got") == ["Red", "again", 0, False]
        assert table.execute("return currentChooseInHand('Red')") == ""


def test_words_for_one(table: Table) -> None:
    """What a script says to one player is for that player, in the tint it asks for."""
    table.execute("Player.Red.print('psst', {1, 0, 0}); Player.Blue.broadcast('hey')")
    one, two = table.chat[-2:]
    assert (one.kind, one.text, one.to, one.tint) == ("print", "psst", "Red", (1.0, 0.0, 0.0))
    assert (two.kind, two.text, two.to) == ("broadcast", "hey", "Blue")


def test_a_stash_outlives_saving() -> None:
    """Stashed cards lie on the table, hidden and out of reach, and a save has them."""
    state = save(deck("dec000", 5, (4, 4)), hand("fac000", "Red"), hand("fac001", "White"))
    with Table.open(state, seats=("White", "Red")) as table:
        table.red.draw(table.find("Deck"), 2)
        table.settle()
        card = next(each for each in table.hand("Red") if each.kind == "Card")
        table.execute(f"getObjectFromGUID('{card.guid}').moveToHandStash()")
        table.settle()
        assert card.guid.encode() in table.save()
        assert len([each for each in table.hand("Red") if each.kind == "Card"]) == 1
        sights = {each.guid: each.look.sight for each in table.seen_by("Red")}
        assert sights[card.guid] == "back"
        with pytest.raises(UserError, match="cannot be touched"):
            table.red.pick_up(card)
        table.execute("Player.Red.drawHandStash()")
        table.settle()
        assert len([each for each in table.hand("Red") if each.kind == "Card"]) == 2


def test_waiting_for_ones_turn() -> None:
    """Where the table says so, whoever is not on turn touches nothing."""
    with Table.open(STATE, seats=("White", "Red")) as table:
        table.execute("Turns.enable = true; Turns.turn_color = 'White'")
        assert table.red.flip(table.find("Bob"))
        table.execute("Turns.disable_interactations = true")
        with pytest.raises(UserError, match="not the turn of Red"):
            table.red.flip(table.find("Bob"))
        assert table.white.flip(table.find("Bob"))
        table.execute("Turns.endTurn()")
        assert table.red.flip(table.find("Bob"))


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><Text>&b;</Text>'


@pytest.mark.parametrize(
    ("ui", "what"),
    [
        ("<Panel><Text></Panel>", "mismatched tag"),
        ("<Panel>\n  <Text fontSize=2 />", "line 2, column 17"),
        (BOMB, "not well-formed"),
        ("<Panel>&nbsp;</Panel>", "undefined entity"),
        ("<Panel>" * 1000, "nested more than"),
    ],
)
def test_broken_interfaces(ui: str, what: str) -> None:
    """XML that cannot be read is told when the save opens; the table goes on without it."""
    with Table.open(save(thing("b0b000", XmlUI=ui), ui=ui)) as table:
        assert [each.guid for each in table.errors] == ["-1", "b0b000"]
        assert all(what in each.error for each in table.errors)
        table.run(5)
        assert table.execute("return UI.getXml()") == ""
        assert ui.split("\n", maxsplit=1)[0].encode() in table.save().replace(b'\\"', b'"')


def test_floods() -> None:
    """An interface has an end, whether it comes as XML, as a table or as one long text."""
    with Table.open(save(), switches=Switches({"set-xml-frames": 0})) as table:
        many = "local t = {} for i = 1, 100001 do t[i] = {tag = 'Text'} end UI.setXmlTable(t)"
        with pytest.raises(UserError, match="more than 100,000 elements"):
            table.execute(many)
        table.execute("UI.setXml(string.rep('<a/>', 100001))")
        table.execute("UI.setXml(string.rep('x', 9000000))")
        table.execute("UI.setXml('<a>' .. string.rep('x&amp;', 1000000) .. '</a>')")
        assert table.execute("return #UI.getXmlTable()[1].value") == 2_000_000
        told = [each.error for each in table.errors]
        assert "more than 100,000 elements" in told[0]
        assert "9,000,000 letters" in told[1]


def test_what_is_seen_until_the_next_is_there() -> None:
    """Until a new interface is drawn people see the one before it, also if nobody looked."""
    with Table.open(save(hand("fac000", "Red"), ui='<Text text="first" />')) as table:
        for text, before in (("second", "first"), ("third", "second"), ("fourth", "third")):
            table.execute(f"UI.setXml('<Text text=\"{text}\" />')")
            if text != "second":
                assert [each["text"] for each in table.screen("Red")] == [before]
            table.run(5)
