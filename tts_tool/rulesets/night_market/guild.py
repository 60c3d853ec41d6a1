"""A box with a guild: pairs are worth more, dues buy fame, apprentices shout along."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import Module
from tts_tool.kernel.spaces import Assignment, Number
from tts_tool.rulesets.night_market.core import NIGHT_BEGAN, SPOTS
from tts_tool.rulesets.night_market.haggle import HAGGLE, SOLD, VOICE, Haggle
from tts_tool.rulesets.night_market.wares import WORTH, market

APPRENTICES = ("runner", "singer")


guild = Module("guild", needs=("core",))


@guild.part
class Guild(msgspec.Struct, frozen=True):
    """Where the apprentices of each seat stand, and who has paid tonight."""

    posts: dict[Seat, dict[str, str]] = {}
    paid: tuple[Seat, ...] = ()
    watched: str = ""


@guild.hook(WORTH, "modify", before=("storm",))
def pair(g: Game, value: int, component: str, place: str, **_: object) -> int:
    """A ware that lies beside another of its kind is worth one more."""
    same = [c for c in g.cards(place) if g.kind(c) == g.kind(component) and c != component]
    return value + 1 if same else value  # NM-40


@guild.hook(NIGHT_BEGAN, "ask")
def meeting(g: Game) -> Flow[None]:
    """Each seat pays dues for fame, then sends its apprentices out."""
    for seat in g.clockwise(g.acting):
        if seat in g.part(Guild).paid:
            continue
        g.restart()
        dues = yield from g.ask(seat, "dues", partial(payable, g, seat), why="NM-41")
        g.add(f"coins.{seat}", -dues, "NM-41")
        if dues:
            g.add(f"fame.{seat}", 1, "NM-41")
            yield from g.settle()
        posts = yield from g.ask(
            seat, "apprentices", lambda: Assignment(APPRENTICES, SPOTS), why="NM-42"
        )
        g.note(Guild, posts={**g.part(Guild).posts, seat: posts}, paid=(*g.part(Guild).paid, seat))
    g.note(Guild, paid=())


def payable(g: Game, seat: Seat) -> Number:
    """Offer what a seat can pay in dues."""
    return Number(0, min(market(g).dues, g.track(f"coins.{seat}")))


@guild.hook(VOICE, "modify")
def shout(g: Game, value: int, seat: Seat, spot: str) -> int:
    """Every apprentice at the spot makes its seat louder."""
    return value + sum(post == spot for post in g.part(Guild).posts.get(seat, {}).values())  # NM-42


@guild.hook(HAGGLE, "around", after=("storm",))
def steward(g: Game, inner: Callable[[], Flow[None]], spot: str) -> Flow[None]:
    """A steward watches whoever haggles, and notes it for the table."""
    if g.part(Haggle).spot != spot:
        g.note(Guild, watched=spot, rule="NM-43")
    yield from inner()
    g.note(Guild, watched="", rule="NM-43")


@guild.hook(SOLD, "notify")
def praise(g: Game, seat: Seat, spot: str) -> Flow[None]:
    """Who sells with both apprentices at the spot becomes better known."""
    posts = g.part(Guild).posts.get(seat, {})
    if all(posts.get(apprentice) == spot for apprentice in APPRENTICES):
        g.add(f"fame.{seat}", 1, "NM-44")
    yield from ()
