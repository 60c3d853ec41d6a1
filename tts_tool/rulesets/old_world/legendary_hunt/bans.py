"""What legends do to Combos, to attacks and to what is counted."""

from __future__ import annotations

from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities import abilities as ops
from tts_tool.rulesets.old_world.base.abilities.held import count
from tts_tool.rulesets.old_world.base.abilities.lasting import bent, changed
from tts_tool.rulesets.old_world.base.box.box import atlas
from tts_tool.rulesets.old_world.base.box.box import card as read
from tts_tool.rulesets.old_world.base.box.records import COLOURS
from tts_tool.rulesets.old_world.base.fight.monster_turn import ATTACKS, attack_type, half, reveal
from tts_tool.rulesets.old_world.base.points import (
    ABILITY_COUNT,
    COMBO_CONNECT,
    COMBO_RESOLVED,
    MONSTER_REVEAL,
)
from tts_tool.rulesets.old_world.base.witcher.attributes import guard_track
from tts_tool.rulesets.old_world.legendary_hunt import grounds
from tts_tool.rulesets.old_world.legendary_hunt.attacks import amount, demanded, payable
from tts_tool.rulesets.old_world.legendary_hunt.box import legend
from tts_tool.rulesets.old_world.legendary_hunt.fight import against_legend
from tts_tool.rulesets.old_world.legendary_hunt.memory import Hunt
from tts_tool.rulesets.old_world.legendary_hunt.module import legendary_hunt
from tts_tool.rulesets.old_world.legendary_hunt.records import (
    Either,
    LoseTop,
    SpecialAttack,
    SufferBy,
    Toll,
)

ANY_NUMBER = 99

# Combos


@legendary_hunt.hook(COMBO_CONNECT, "veto")
def barred(g: Game, seat: Seat, laid: tuple[str, ...], card: str, **_: object) -> Rejection | None:
    """Say why an attack or the Special Ability of a legend lets a card not be laid."""
    if not g.state.effects:
        return None
    colour = read(g, card).colour
    if any(each.params.get("colour") == colour for each in bent(g, seat, "barred")):
        return Rejection("colour-barred", {"colour": colour}, "LH-79")  # LH-79 LH-80
    most = changed(g, seat, "combo-size", ANY_NUMBER)
    if len(laid) >= most:
        return Rejection("combo-too-long", {"most": most}, "LH-76")
    colours = {colour, *(read(g, each).colour for each in laid)}
    most = changed(g, seat, "combo-colours", len(COLOURS))
    if len(colours) > most:
        return Rejection("combo-too-colourful", {"most": most}, "LH-75")
    if not laid and bent(g, seat, "no-repeat") and colour == g.part(Hunt).opening:
        return Rejection("opening-again", {"colour": colour}, "LH-75")
    return None


@legendary_hunt.hook(COMBO_RESOLVED, "ask")
def remember_opening(g: Game, played: tuple[str, ...], **_: object) -> Flow[None]:
    """Remember with which colour a Combo began."""
    opening = read(g, played[0]).colour
    if against_legend(g) and g.part(Hunt).opening != opening:
        g.note(Hunt, opening=opening)
    yield from ()


# Counts

COUNTED = ("flasks", "tokens-on-map", "last-dealt")


@legendary_hunt.hook(ABILITY_COUNT, "replace", when=lambda _g, counted, **_: counted in COUNTED)
def counted_by_legends(g: Game, _usual: object, seat: Seat, counted: str) -> int:
    """Count what attacks of legends go by."""
    if counted == "flasks":
        return count(g, seat, "potions")
    if counted == "last-dealt":
        return g.part(Hunt).dealt
    return sum(len(g.cards(grounds.razed(number))) for number in g.once(atlas))  # LH-OPEN-33


# The attack that costs more


def sees_the_card(g: Game, seat: Seat) -> bool:
    """Tell whether the legend attacks in the way that costs the witcher more."""
    return against_legend(g) and bool(bent(g, seat, "worst-attack"))


@legendary_hunt.hook(MONSTER_REVEAL, "replace", when=sees_the_card)
def the_worse_half(g: Game, _usual: object, seat: Seat) -> Flow[tuple[str, str]]:
    """Reveal the card first, and carry out the half that costs more; Special Attacks count."""
    card = reveal(g)
    costs = {attack: cost(g, seat, half(g, card, attack)) for attack in ATTACKS}
    if costs["charge"] == costs["bite"]:
        return card, (yield from attack_type(g, seat))
    return card, max(costs, key=lambda attack: costs[attack])


def cost(g: Game, seat: Seat, effects: tuple[object, ...]) -> int:
    """Say how many cards some effects would cost a witcher now, the Shield taken off."""
    cards, damage = price(g, seat, effects)
    return cards + max(0, damage - g.track(guard_track(g, seat)))


def price(g: Game, seat: Seat, effects: tuple[object, ...]) -> tuple[int, int]:
    """Add up the cards and the damage that some effects come to."""
    cards = damage = 0
    for effect in effects:
        further = price(g, seat, leads_to(g, seat, effect))
        cards += further[0] + cards_of(g, seat, effect)
        damage += further[1] + damage_of(g, seat, effect)
    return cards, damage


def leads_to(g: Game, seat: Seat, effect: object) -> tuple[object, ...]:
    """Give what an effect leads to, of an offer what it threatens."""
    if isinstance(effect, SpecialAttack):
        return legend(g).attacks[effect.number - 1].effects
    if isinstance(effect, Toll):
        return effect.then if payable(g, seat, effect) else effect.otherwise
    return effect.ways[0].effects if isinstance(effect, Either) else ()


def cards_of(g: Game, seat: Seat, effect: object) -> int:
    """Count the cards that an effect takes without damage."""
    if isinstance(effect, Toll) and payable(g, seat, effect):
        mine = len(demanded(g, seat, effect))
        return mine if effect.every else min(mine, effect.count)
    if isinstance(effect, ops.LoseCards):
        return min(effect.count, len(g.cards(places.hand(seat))))
    return effect.count if isinstance(effect, LoseTop) else 0


def damage_of(g: Game, seat: Seat, effect: object) -> int:
    """Say how much damage an effect does by itself."""
    if isinstance(effect, SufferBy):
        return amount(g, seat, effect)
    return effect.damage if isinstance(effect, ops.Suffer) else 0
