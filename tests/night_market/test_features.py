"""Everything that the kernel can do is in the game, and does what the table expects of it."""

from __future__ import annotations

import msgspec
import pytest

from tests.night_market.stalls import (
    asked,
    at_spot,
    coins,
    does,
    evening,
    fame,
    guild,
    haggle,
    lies,
    night,
    offered,
    refusal,
    waits,
)
from tts_tool.kernel.decisions import Roll
from tts_tool.kernel.entries import Accepted, Mark, Refused
from tts_tool.kernel.position import encode
from tts_tool.kernel.timeline import Timeline
from tts_tool.kernel.views import view
from tts_tool.rulesets.night_market.guild import Guild
from tts_tool.rulesets.night_market.storm import Weather
from tts_tool.rulesets.night_market.wares import worth

BOTH = ("core", "storm", "guild")
HANDS = {"hand.red": ["drum", "tea"], "hand.blue": ["silk", "comb"]}


@pytest.mark.rule("NM-04")
def test_a_simultaneous_secret_of_two_steps() -> None:
    """Others see that red has chosen, not what; red may choose again until all have."""
    game = evening("scheme", HANDS)
    does(game, "red", "spot", "temple")
    assert asked(game) == ["bring/red", "spot/blue"]
    does(game, "red", "bring", "ware.tea.1")
    assert view(game.state, "blue")["sealed"] == {"red": "hidden"}
    mine = view(game.state, "red")["sealed"]["red"]
    assert [value for _, value in mine] == ["temple", "ware.tea.1"]
    does(game, "red", "scheme.again", "again")
    does(game, "red", "spot", "bridge")
    does(game, "red", "bring", "ware.drum.1")
    does(game, "blue", "spot", "bridge")
    does(game, "blue", "bring", "ware.comb.1")
    assert sorted(lies(game, "bridge")) == ["comb", "drum"]
    assert game.state.sealed == {}


@pytest.mark.rule("NM-05")
def test_free_interleaving() -> None:
    """Blue's spyglass asks on: meanwhile red's answer waits, and is heard right after."""
    lying = {**HANDS, "hand.blue": ["spyglass"], "deck": ["mask", "felt", "lantern"]}
    game = evening("bustle", lying)
    does(game, "blue", "bustle", "ware.spyglass.1")
    assert waits(game, "red", "bustle", "ware.drum.1") == ("blue",)
    assert lies(game, "stall.red") == []
    does(game, "blue", "sift", ["ware.lantern.1", "ware.mask.1", "ware.felt.1"])
    assert all(isinstance(reply, Accepted) for reply in game.release())
    assert lies(game, "stall.red") == ["drum"]


@pytest.mark.rule("NM-20")
def test_a_standing_offer() -> None:
    """While blue thinks about what to bring, red looks through its attic; nothing else moves."""
    game = evening("scheme", {**HANDS, "attic.red": ["mask", "felt"]})
    does(game, "blue", "spot", "temple")
    does(game, "red", "attic", "look")
    assert waits(game, "blue", "bring", "ware.silk.1") == ("red",)
    does(game, "red", "look", "done")
    assert asked(game) == ["bring/blue", "spot/red"]
    assert all(isinstance(reply, Accepted) for reply in game.release())


@pytest.mark.rule("NM-09")
def test_nested_decisions_for_another_seat() -> None:
    """Red's mask asks blue, in the middle of red's turn at its stall."""
    game = evening("bustle", {**HANDS, "hand.red": ["mask"]})
    does(game, "red", "bustle", "ware.mask.1")
    assert "squeezed/blue" in asked(game)
    assert waits(game, "blue", "bustle", "close") == ("blue",)
    does(game, "blue", "squeezed", "ware.comb.1")
    assert asked(game) == ["bustle/blue", "bustle/red"]


@pytest.mark.rule("NM-11")
def test_a_reaction_of_another_seat_between_two_parts_of_one_effect() -> None:
    """A drum brings fame, then coins: blue's rival is asked after the fame, before the coins."""
    game = evening("bustle", {**HANDS, "stall.blue": ["mask"]})
    does(game, "red", "bustle", "ware.drum.1")
    assert (fame(game, "red"), coins(game, "red")) == (1, 10)
    does(game, "blue", "rival", "rise")
    assert (fame(game, "blue"), coins(game, "red")) == (1, 12)


@pytest.mark.rule("NM-02")
def test_hidden_hands() -> None:
    """Red sees its own wares, of blue's only the backs; spectators see no hand at all."""
    game = evening("bustle", HANDS)
    back = {"back": {"back": "ware"}}
    places = view(game.state, "red")["places"]
    assert [ware["kind"] for ware in places["hand.red"]] == ["drum", "tea"]
    assert places["hand.blue"] == [back, back]
    assert view(game.state, None)["places"]["hand.red"] == [back, back]


@pytest.mark.rule("NM-13")
def test_observed_dice() -> None:
    """A real die: raising is rolling it, and the game waits for what somebody saw."""
    game = evening("haggle", observed=("voice",), **at_spot("bridge", red="silk", blue="tea"))
    (decision,) = game.decisions()
    assert decision.bindings() == [("raise", Roll("voice"))]
    does(game, "red", "haggle", "raise")
    assert asked(game) == ["chance.voice/"]
    assert isinstance(game.observe("voice", 7), Refused)
    assert isinstance(game.observe("voice", 5), Accepted)
    assert game.state.tracks["voice.red"] == 9


@pytest.mark.rule("NM-13")
def test_an_undo_wall() -> None:
    """Holding is taken back freely; a roll only if all agree, and then it falls anew."""
    game = evening("haggle", **at_spot("bridge", red="silk", blue="tea"))
    does(game, "red", "haggle", "raise")
    refused = game.undo("red")
    assert isinstance(refused, Refused)
    assert refused.rejection.params == {"seats": "blue"}
    assert isinstance(game.undo("red", consent=("blue",)), Accepted)
    assert game.entries == [Mark(1)]
    fallen = set()
    for _ in range(20):
        does(game, "red", "haggle", "raise")
        fallen.add(game.state.tracks["voice.red"])
        game.undo("red", to=0, consent=("blue",))
    assert len(fallen) > 3
    does(game, "red", "haggle", "hold")
    assert isinstance(game.undo("red"), Accepted)
    assert isinstance(game.redo(), Accepted)


@pytest.mark.rule("NM-10")
def test_a_lasting_modifier_from_a_component_that_leaves_play() -> None:
    """The lantern shines until it is cleared from the stall, and not a moment longer."""
    lying = {"hand.red": ["lantern"], "stall.red": ["silk", "comb"]}
    game = evening("bustle", lying)
    does(game, "red", "bustle", "ware.lantern.1")
    assert worth(game.game, "red", "ware.silk.1", "stall.red") == 5
    assert worth(game.game, "red", "ware.lantern.1", "stall.red") == 1
    does(game, "red", "bustle", "close")
    does(game, "blue", "bustle", "close")
    does(game, "red", "clear", ["ware.lantern.1"])
    assert game.state.effects == ()
    assert worth(game.game, "red", "ware.silk.1", "stall.red") == 4


@pytest.mark.rule("NM-31")
@pytest.mark.rule("NM-40")
@pytest.mark.parametrize(
    ("modules", "value"),
    [(("core",), 2), (("core", "guild"), 3), (("core", "storm"), 1), (BOTH, 1)],
)
def test_two_modules_that_modify_each_others_value_in_order(
    modules: tuple[str, ...], value: int
) -> None:
    """Felt is worth 2, a pair 3; rain halves at the end: (2 + 1) // 2, not 2 // 2 + 1."""
    game = evening(
        "haggle",
        {"bridge": ["felt", "felt"]},
        modules=modules,
        script={"rain": [[1]]} if "storm" in modules else {},
        flags={"seller.ware.felt.1": "red", "seller.ware.felt.2": "blue"},
    )
    assert worth(game.game, "red", "ware.felt.1", "bridge") == value


@pytest.mark.rule("NM-30")
def test_a_veto() -> None:
    """The box with weather closes a spot of the base game, and says why."""
    parts = {"weather": Weather("temple")}
    game = evening("scheme", HANDS, modules=("core", "storm"), parts=parts)
    assert refusal(game, "blue", "spot", "temple") == ("flooded", "NM-30")
    assert offered(game, "blue", "spot") == ["bridge", "harbour"]


@pytest.mark.rule("NM-41")
def test_an_asking_hook() -> None:
    """The guild asks in the middle of nightfall, where the base game asks nobody."""
    game = evening("begin", HANDS, modules=("core", "guild"), acting="blue")
    assert (asked(game), night(game).step) == (["dues/blue"], "meeting")
    assert asked(evening("begin", HANDS)) == ["spot/blue", "spot/red"]


@pytest.mark.rule("NM-32")
@pytest.mark.rule("NM-43")
def test_an_around_hook_left_and_re_entered_inside() -> None:
    """Between two words rain and steward go on as they were; both end when all is sold."""
    spot = at_spot("bridge", red="silk", blue="tea")
    game = evening("haggle", modules=BOTH, script={"rain": [[1]], "voice": [[2]]}, **spot)
    does(game, "red", "haggle", "raise")
    assert game.at_restart
    document = msgspec.json.decode(msgspec.json.encode(encode(game.state)))
    again = Timeline(game.composition, msgspec.structs.replace(game.header, position=document))
    assert again.happened == []
    for table in (game, again):
        assert (haggle(table).turn, table.state.tracks["voice.red"]) == ("red", 4)
        assert (table.game.part(Weather).raining, guild(table).watched) == ("bridge", "bridge")
        does(table, "red", "haggle", "hold")
        does(table, "blue", "haggle", "hold")
        assert (table.game.part(Weather).raining, table.game.part(Guild).watched) == ("", "")
    assert encode(game.state) == encode(again.state)
