"""The rules that the boxes with weather and guild add."""

from __future__ import annotations

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
    offered,
    refusal,
)
from tts_tool.rulesets.night_market.guild import Guild
from tts_tool.rulesets.night_market.storm import Weather

STORM = ("core", "storm")
GUILD = ("core", "guild")
BOTH = ("core", "storm", "guild")


@pytest.mark.rule("NM-30")
@pytest.mark.parametrize(
    ("night", "rolled", "flooded"),
    [(1, 1, ""), (2, 1, "bridge"), (2, 3, "temple"), (2, 4, ""), (3, 2, "harbour")],
)
def test_a_flood_may_come_from_the_second_night_on(night: int, rolled: int, flooded: str) -> None:
    """The weather is rolled for each night; the first is always dry."""
    game = evening("begin", modules=STORM, night=night, script={"weather": [[rolled]]})
    assert game.game.part(Weather).flooded == flooded


@pytest.mark.rule("NM-30")
def test_nobody_goes_where_it_is_flooded() -> None:
    """The spot is still listed, with the reason."""
    game = evening(
        "scheme", {"hand.red": ["tea"]}, modules=STORM, parts={"weather": Weather("harbour")}
    )
    assert refusal(game, "red", "spot", "harbour") == ("flooded", "NM-30")
    assert offered(game, "red", "spot") == ["bridge", "temple"]


@pytest.mark.rule("NM-31")
@pytest.mark.parametrize(
    ("ware", "price"), [("silk", 4 // 2), ("felt", 2 // 2), ("comb", 3)], ids=str
)
def test_cloth_is_worth_half_in_the_rain(ware: str, price: int) -> None:
    """Silk and felt lose half of their worth, a comb doesn't mind; here two meet at a spot."""
    game = evening(
        "haggle", modules=STORM, script={"rain": [[1]]}, **at_spot("bridge", red=ware, blue="drum")
    )
    does(game, "red", "haggle", "hold")
    does(game, "blue", "haggle", "hold")
    assert coins(game, "red") == 10 + price + 1


@pytest.mark.rule("NM-32")
@pytest.mark.parametrize(("rolled", "raining"), [(2, "bridge"), (3, "")])
def test_rain_begins_before_the_first_word(rolled: int, raining: str) -> None:
    """On a one or two it rains while this spot haggles, and no longer."""
    game = evening(
        "haggle",
        modules=STORM,
        script={"rain": [[rolled]]},
        **at_spot("bridge", red="tea", blue="drum"),
    )
    assert game.game.part(Weather).raining == raining
    does(game, "red", "haggle", "hold")
    does(game, "blue", "haggle", "hold")
    assert game.game.part(Weather).raining == ""


@pytest.mark.rule("NM-33")
@pytest.mark.parametrize(("flooded", "income"), [("harbour", 2), ("", 3)])
def test_a_flood_pays_all_wares_the_same(flooded: str, income: int) -> None:
    """Silk and comb bring two coins with a flood, and half of seven without."""
    parts = {"weather": Weather(flooded)}
    game = evening("close", {"stall.red": ["silk", "comb"]}, modules=STORM, parts=parts)
    assert coins(game, "red") == 10 + income


@pytest.mark.rule("NM-40")
@pytest.mark.parametrize(("stall", "income"), [(["tea", "tea"], 3), (["tea", "drum"], 1)])
def test_pairs_are_worth_more(stall: list[str], income: int) -> None:
    """Two teas are worth three each in one stall; tea and drum are worth three together."""
    game = evening("close", {"stall.red": stall}, modules=GUILD)
    assert coins(game, "red") == 10 + income


@pytest.mark.rule("NM-41")
def test_dues_buy_fame() -> None:
    """Paying two coins makes famous; paying nothing doesn't."""
    game = evening("meeting", modules=GUILD)
    does(game, "red", "dues", 2)
    assert (coins(game, "red"), fame(game, "red")) == (8, 1)
    does(game, "red", "apprentices", {"runner": "bridge", "singer": "bridge"})
    does(game, "blue", "dues", 0)
    assert (coins(game, "blue"), fame(game, "blue")) == (10, 0)


@pytest.mark.rule("NM-41")
def test_nobody_pays_what_it_has_not() -> None:
    """With one coin left, one is the most; with none nobody asks."""
    game = evening("meeting", modules=GUILD, tracks={"coins.red": 1})
    assert refusal(game, "red", "dues", 2) == ("out-of-range", "")
    broke = evening("meeting", modules=GUILD, tracks={"coins.red": 0})
    assert asked(broke) == ["apprentices/red"]


def posted(runner: str, singer: str) -> dict[str, Guild]:
    """Say where red's apprentices stand."""
    return {"guild": Guild(posts={"red": {"runner": runner, "singer": singer}})}


@pytest.mark.rule("NM-42")
@pytest.mark.parametrize(
    ("parts", "voice"),
    [(posted("bridge", "bridge"), 4), (posted("bridge", "temple"), 3), ({}, 2)],
)
def test_apprentices_shout_along(parts: dict[str, Guild], voice: int) -> None:
    """Each at the spot makes the voice one louder."""
    spot = at_spot("bridge", red="tea", blue="drum")
    game = evening("haggle", modules=GUILD, parts=parts, **spot)
    assert game.state.tracks["voice.red"] == voice


@pytest.mark.rule("NM-42")
def test_apprentices_are_posted_every_night() -> None:
    """Everyone names a spot for each of the two."""
    game = evening("meeting", {"hand.red": ["tea"]}, modules=GUILD)
    for seat in ("red", "blue"):
        does(game, seat, "dues", 0)
        does(game, seat, "apprentices", {"runner": "temple", "singer": "bridge"})
    assert guild(game).posts["blue"] == {"runner": "temple", "singer": "bridge"}
    assert guild(game).paid == ()


@pytest.mark.rule("NM-43")
def test_a_steward_watches_the_haggling() -> None:
    """He stands at the spot from before the first word until all is sold."""
    game = evening("haggle", modules=GUILD, **at_spot("bridge", red="tea", blue="drum"))
    assert guild(game).watched == "bridge"
    does(game, "red", "haggle", "hold")
    assert guild(game).watched == "bridge"
    does(game, "blue", "haggle", "hold")
    assert guild(game).watched == ""


@pytest.mark.rule("NM-44")
@pytest.mark.parametrize(
    ("parts", "famous"), [(posted("bridge", "bridge"), 1), (posted("bridge", "temple"), 0), ({}, 0)]
)
def test_selling_where_both_apprentices_stand(parts: dict[str, Guild], famous: int) -> None:
    """It takes both; the fame comes with the sale."""
    spot = at_spot("bridge", red="comb")
    game = evening("haggle", modules=GUILD, parts=parts, **spot)
    assert (fame(game, "red"), lies(game, "discard")) == (famous, ["comb"])


@pytest.mark.rule("NM-31")
def test_a_pair_of_felt_in_the_rain() -> None:
    """The pair makes felt worth three, and the rain halves that: with both boxes one coin."""
    game = evening(
        "haggle",
        {"bridge": ["felt", "felt"]},
        modules=BOTH,
        script={"rain": [[1]]},
        flags={"seller.ware.felt.1": "red", "seller.ware.felt.2": "blue"},
    )
    assert haggle(game).loud == ("red", "blue")
    assert game.state.tracks["voice.red"] == (2 + 1) // 2
