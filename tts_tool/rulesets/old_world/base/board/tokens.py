"""Location Tokens: one for each numbered location, in a pile of its terrain or on the table."""

from __future__ import annotations

from collections.abc import Iterator

from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Component, Place
from tts_tool.kernel.module import Setup
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.box.box import atlas
from tts_tool.rulesets.old_world.base.box.records import TERRAINS, Location
from tts_tool.rulesets.old_world.base.module import base


@base.content
def piles(setup: Setup) -> Iterator[Component | Place]:
    """Lay out a pile of tokens for each terrain, and where tokens can go from there."""
    for terrain in TERRAINS:
        yield Place(places.tokens(terrain), "nobody")  # OW-TOKEN-02 OW-HID-12
        yield Place(places.lair(terrain))
    for seat in setup.seats:
        yield Place(places.rumours(seat), "everyone", seat)  # OW-HID-10
        yield Place(places.trails(seat), "nobody", seat)  # OW-HID-11
    for number, known in atlas(setup).items():
        if known.terrain is not None:  # OW-TOKEN-06
            yield Component(  # OW-COMP-13
                f"token.{number}",
                "location-token",
                places.tokens(known.terrain),
                face={"location": number},
                back={"back": "location-token", "terrain": known.terrain},
                pool="location-tokens",
                card=known,
            )


def printed_on(g: Game, token: str) -> Location:
    """Read which location a token names."""
    known: Location = g.card(token)
    return known


def of_terrain(g: Game, place: str, terrain: str) -> tuple[str, ...]:
    """Find the tokens of a terrain that lie in a place; their backs show it."""
    return tuple(token for token in g.cards(place) if printed_on(g, token).terrain == terrain)


def no_tokens(g: Game, terrain: str) -> Rejection | None:
    """Say why no token of a terrain can be drawn."""
    if g.cards(places.tokens(terrain)):
        return None
    return Rejection("no-tokens-left", {"terrain": terrain}, "OW-TOKEN-03")


def return_tokens(g: Game, terrain: str) -> Flow[None]:
    """Shuffle the lair's token and all trails and Trail Quests of a terrain into its pile.

    Tokens on quest cards stay; gold that lay on Trail Quests goes back to the bank.
    """
    pile = places.tokens(terrain)
    boards = [of(seat) for of in (places.trails, places.rumours) for seat in g.seats]
    for place in (places.lair(terrain), *boards):
        returned = of_terrain(g, place, terrain)
        g.move(returned, place, pile, rule="OW-TRAIL-10")  # OW-TRAIL-10 OW-QUEST-14
    yield from g.shuffle(pile, "OW-TRAIL-10")


def lies_at(g: Game, terrain: str) -> int | None:
    """Say which location the face-up token of a monster slot names, if there is one."""
    lair = [token for token in g.cards(places.lair(terrain)) if token.startswith("token.")]
    return printed_on(g, lair[0]).number if lair else None


@base.invariant
def tokens_keep_to_terrain(g: Game) -> Rejection | None:
    """Every pile and every monster slot holds tokens of its own terrain, a slot one at most."""
    for terrain in TERRAINS:
        pile, lair = g.cards(places.tokens(terrain)), g.cards(places.lair(terrain))
        tokens = (token for token in (*pile, *lair) if token.startswith("token."))
        if any(printed_on(g, token).terrain != terrain for token in tokens):  # OW-TOKEN-01
            return Rejection("token-of-other-terrain", {"terrain": terrain}, "OW-TOKEN-01")
        if len(lair) > 1:  # OW-TOKEN-07
            return Rejection("two-tokens-in-slot", {"terrain": terrain}, "OW-TOKEN-07")
    return None
