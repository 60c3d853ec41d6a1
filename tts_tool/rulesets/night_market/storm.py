"""A box with weather: floods close a spot, rain spoils cloth and drowns voices."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Module
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.night_market.core import INCOME, NIGHT_BEGAN, SPOT_OPEN, SPOTS
from tts_tool.rulesets.night_market.haggle import HAGGLE, Haggle
from tts_tool.rulesets.night_market.wares import WORTH, ware

storm = Module("storm", needs=("core",))


@storm.part
class Weather(msgspec.Struct, frozen=True):
    """Tonight's weather: which spot is flooded, and where the rain has begun."""

    flooded: str = ""
    raining: str = ""


@storm.hook(NIGHT_BEGAN, "notify")
def weather(g: Game, _seat: Seat, night: int) -> Flow[None]:
    """Roll for the flood; the first night is always dry."""
    spot = yield from g.pick("weather", (*SPOTS, "", "", ""), "NM-30")
    g.note(Weather, flooded=spot if night > 1 else "", rule="NM-30")


@storm.hook(SPOT_OPEN, "veto")
def flooded(g: Game, spot: str) -> Rejection | None:
    """Close the flooded spot."""
    if g.part(Weather).flooded == spot:
        return Rejection("flooded", {"spot": spot}, "NM-30")
    return None


@storm.hook(WORTH, "modify", after=("guild",))
def soaked(g: Game, value: int, component: str, place: str, **_: object) -> int:
    """Cloth is worth half where it rains, all that makes it dearer included."""
    wet = place == g.part(Weather).raining and ware(g, component).cloth
    return value // 2 if wet else value  # NM-31


@storm.hook(INCOME, "replace")
def umbrella(g: Game, usual: Callable[[], int], seat: Seat) -> int:
    """On a night with a flood every ware pays the same."""
    if g.part(Weather).flooded:
        return len(g.cards(f"stall.{seat}"))  # NM-33
    return usual()


@storm.hook(HAGGLE, "around")
def downpour(g: Game, inner: Callable[[], Flow[None]], spot: str) -> Flow[None]:
    """It may begin to rain before the first word, and stops when all is sold."""
    if g.part(Haggle).spot != spot:
        (value,) = yield from g.roll("rain", 6, rule="NM-32")
        if value <= 2:  # noqa: PLR2004  # NM-32
            g.note(Weather, raining=spot, rule="NM-32")
    yield from inner()
    if g.part(Weather).raining == spot:
        g.note(Weather, raining="", rule="NM-32")
