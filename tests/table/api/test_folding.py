"""Who hears of what, in which order, whose answer counts, and what a failing handler does."""

from __future__ import annotations

import pytest

from tests.table.api.scene import Scene
from tts_tool.table.switches import Switches

EVERYBODY = ("card", "other", "die")

# Each script writes down that it has heard; `say` of Global collects.
LISTEN = """
heard = ""
function say(word) heard = heard .. word .. " " end
function onObjectDrop() say("Global") end
function onObjectRandomize() say("Global") return false end
"""
LISTEN_TOO = """
function onObjectDrop() Global.call("say", self.getName()) end
function onDrop() Global.call("say", "own-" .. self.getName()) end
"""


def drop_heard(scene: Scene) -> str:
    """Let Red lift and drop a card, and say who heard of it."""
    scene.table.execute(LISTEN)
    for name in EVERYBODY:
        scene.table.execute(LISTEN_TOO, scene.thing(name).handle)
    hand, card = scene.hand("Red"), scene.thing("card")
    hand.pick_up(card)
    hand.drop(card)
    return str(scene.table.execute("return heard")).strip()


def test_global_hears_first_then_objects_then_the_thing_itself() -> None:
    """Objects hear in the order in which they came to the table."""
    assert drop_heard(Scene(EVERYBODY)) == "Global Ace King Die own-Ace"


def test_the_thing_itself_may_hear_first() -> None:
    """If the switch says so."""
    switches = Switches({"universal-handlers-first": "object"})
    assert drop_heard(Scene(EVERYBODY, switches)) == "own-Ace Global Ace King Die"


VETOES = """
asked = ""
function onPlayerAction(player, action, targets)
  asked = asked .. "Global "
  return {answer}
end
"""
VETOES_TOO = """
function onPlayerAction() Global.setVar("asked", Global.getVar("asked") .. "card ") return false end
"""


@pytest.mark.parametrize(
    ("answer", "asked"),
    [
        ("true", "Global card "),
        ("nil", "Global card "),
        ("0", "Global card "),
        ("false", "Global "),
    ],
)
def test_a_veto_ends_the_asking(answer: str, asked: str) -> None:
    """Only `false` is one; then nobody else is asked, and nothing is done."""
    scene = Scene()
    scene.table.execute(VETOES.replace("{answer}", answer))
    scene.table.execute(VETOES_TOO, scene.thing("card").handle)
    assert scene.hand("Red").flip(scene.thing("card")) is False
    assert scene.table.execute("return asked") == asked


@pytest.mark.parametrize(
    ("handler", "answer", "allowed"),
    [
        ("tryObjectEnterContainer", "true", True),
        ("tryObjectEnterContainer", "nil", True),
        ("tryObjectEnterContainer", "false", False),
        ("filterObjectEnterContainer", "true", True),
        ("filterObjectEnterContainer", "nil", False),
        ("filterObjectEnterContainer", "false", False),
    ],
)
def test_the_old_filter_may_need_a_yes(handler: str, answer: str, *, allowed: bool) -> None:
    """With the switch on, whatever is not true refuses; the new handler is as it was."""
    scene = Scene((), Switches({"filter-needs-true": True}))
    scene.table.execute(f"function {handler}() return {answer} end")
    hand, die = scene.hand("Red"), scene.thing("die")
    hand.pick_up(die)
    hand.drop_on(die, scene.thing("bag"))
    scene.table.settle()
    assert scene.thing("bag").quantity == (3 if allowed else 2)


def test_a_script_with_both_names_hears_once() -> None:
    """The old name is only heard where the new one is missing."""
    scene = Scene()
    lua = "function onDrop() n = (n or 0) + 1 end function onDropped() n = (n or 0) + 10 end"
    card = scene.thing("card")
    scene.table.execute(lua, card.handle)
    scene.hand("Red").pick_up(card)
    scene.hand("Red").drop(card)
    assert scene.table.execute("return n", card.handle) == 1


def test_a_failing_handler_is_noted_and_the_others_hear() -> None:
    """The fault says whose it is, and the game goes on."""
    scene = Scene()
    scene.table.execute("function onObjectDrop() error('oh no') end")
    scene.table.execute("function onObjectDrop() heard = true end", scene.thing("card").handle)
    die = scene.thing("die")
    scene.hand("Red").pick_up(die)
    scene.hand("Red").drop(die)
    (fault,) = scene.table.faults
    assert (fault.guid, fault.function) == ("-1", "onObjectDrop")
    assert "oh no" in fault.message
    assert scene.table.execute("return heard", scene.thing("card").handle) is True


def test_a_failing_call_gives_nil_to_the_caller() -> None:
    """The fault is that of the script that was called, under the name of the call."""
    scene = Scene()
    scene.table.execute("function bad() error('inside') end", scene.thing("card").handle)
    assert scene.table.execute("return card.call('bad') == nil") is True
    (fault,) = scene.table.faults
    assert (fault.guid, fault.function) == ("0ca4d0", "call/bad")


def test_news_comes_after_what_caused_it() -> None:
    """What a handler does is told when all have heard of what it was told."""
    scene = Scene(EVERYBODY)
    scene.table.execute(
        LISTEN + "function onObjectDestroy(o) say('destroyed') end "
        "function onObjectDrop(c, o) say('Global') other.destruct() end"
    )
    scene.table.execute(LISTEN_TOO, scene.thing("die").handle)
    card = scene.thing("card")
    scene.hand("Red").pick_up(card)
    scene.hand("Red").drop(card)
    assert scene.table.execute("return heard") == "Global Die destroyed "
