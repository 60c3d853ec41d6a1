"""Combos: laid card by card, announced as a whole, then resolved in three sums."""

from __future__ import annotations

from functools import partial
from typing import Literal

from tts_tool.kernel.decisions import Gesture, Move, Press
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.spaces import Choice
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.effects import may_fetch, reading
from tts_tool.rulesets.old_world.base.abilities.held import moment
from tts_tool.rulesets.old_world.base.abilities.lasting import bent, changed
from tts_tool.rulesets.old_world.base.box.box import card
from tts_tool.rulesets.old_world.base.box.records import Symbols
from tts_tool.rulesets.old_world.base.cards import deck
from tts_tool.rulesets.old_world.base.cards.card_words import card_label
from tts_tool.rulesets.old_world.base.fight.damage import guard, strike
from tts_tool.rulesets.old_world.base.fight.fight import Fight, over
from tts_tool.rulesets.old_world.base.points import (
    COMBO_CARD_RESOLVED,
    COMBO_CONNECT,
    COMBO_RESOLVE,
    COMBO_RESOLVED,
    COMBO_SYMBOLS,
)

STOP, BACK = "announce", "take-back"
Part = Literal["ability", "boost", "extension"]
"""What of a card symbols stand on; boosts come with boxes."""


# Laying


def announce(g: Game, seat: Seat) -> Flow[None]:
    """Lay the cards of a Combo one by one; until it is announced the last may be taken back.

    The draft lies on the table, in sight of all, and nothing of it is resolved.
    """
    hand, combo = places.hand(seat), places.combo(seat)
    if not g.cards(hand) and not g.cards(combo):
        return  # OW-FIGHT-18
    if bent(g, seat, "random-first") and not g.cards(combo):
        first = yield from g.pick("first-card", g.cards(hand), "OW-GEN-02")
        lay(g, seat, first)
        g.note(Fight, forced=True)
    while True:
        g.restart()
        answer = yield from g.ask(
            seat,
            "combo",
            lambda: Choice((*g.cards(hand), STOP, BACK), partial(lay_why_not, g, seat)),
            why="OW-DEC-26",
            bind=partial(gesture, g, seat),
            label=card_label(g),
        )
        if answer == STOP:
            return  # OW-FIGHT-19
        if answer == BACK:
            take_back(g, seat)
        else:
            lay(g, seat, answer)


def gesture(g: Game, seat: Seat, answer: str) -> Gesture:
    """Say what laying looks like: a card put to the Combo, taken back, or the button pressed."""
    if answer == BACK and g.cards(places.combo(seat)):
        return Move(g.cards(places.combo(seat))[0], places.hand(seat))
    return Press(answer) if answer in (STOP, BACK) else Move(answer, places.combo(seat))


def lay_why_not(g: Game, seat: Seat, answer: str) -> Rejection | None:
    """Say why a card can't be laid next, or the Combo can't be announced or undone now."""
    laid = g.cards(places.combo(seat))
    if answer == STOP:
        return stop_why_not(g, seat, laid)
    if answer == BACK:
        return take_back_why_not(g, seat, laid)
    if laid and link(g, seat, laid[0], answer) is None:
        return Rejection("no-connection", {"under": laid[0]}, "OW-FIGHT-16")  # OW-FIGHT-16
    return g.veto(COMBO_CONNECT, seat=seat, laid=laid, card=answer)  # OW-FIGHT-15


def stop_why_not(g: Game, seat: Seat, laid: tuple[str, ...]) -> Rejection | None:
    """Say why a Combo can't be announced: a card can be laid, and none was."""
    if laid or all(lay_why_not(g, seat, card) for card in g.cards(places.hand(seat))):
        return None
    return Rejection("combo-needed", rule="OW-FIGHT-17")  # OW-FIGHT-17


def take_back_why_not(g: Game, seat: Seat, laid: tuple[str, ...]) -> Rejection | None:
    """Say why the last card can't be taken back: there is none, or nothing else to lay."""
    alone = len(laid) == 1 and not g.cards(places.hand(seat))
    if len(laid) > int(g.part(Fight).forced) and not alone:
        return None
    return Rejection("nothing-to-take-back", rule="OW-FIGHT-19")


def link(
    g: Game, seat: Seat, under: str, over_it: str, links: tuple[int, ...] | None = None
) -> int | None:
    """Find the extension that connects two cards; -1: none is needed; ``None``: they don't.

    With `links` they are cards of a Combo that somebody might lay, after these connections.
    """
    extensions = card(g, under).extensions
    tabs: list[str] = [extension.colour for extension in extensions]
    tabs = g.modify(COMBO_CONNECT, tabs, seat=seat, under=under, card=over_it)
    wanted = card(g, over_it).colour
    if wanted in tabs:
        return tabs.index(wanted)
    so_far = g.part(Fight).links if links is None else links
    free = len(bent(g, seat, "any-link")) - so_far.count(-1)
    return -1 if free > 0 else None


def lay(g: Game, seat: Seat, laid: str) -> None:
    """Lay a card on top of the Combo."""
    fight, combo = g.part(Fight), g.cards(places.combo(seat))
    links = fight.links
    if combo:
        connection = link(g, seat, combo[0], laid)
        links = (*links, -1 if connection is None else connection)
    g.move(laid, places.hand(seat), places.combo(seat), rule="OW-FIGHT-15")  # OW-HID-05
    g.note(Fight, links=links, played=(*fight.played, laid))


def take_back(g: Game, seat: Seat) -> None:
    """Take the last card of a Combo that isn't announced back into hand."""
    fight = g.part(Fight)
    g.move(fight.played[-1], places.combo(seat), places.hand(seat), rule="OW-FIGHT-19")
    g.note(Fight, links=fight.links[:-1], played=fight.played[:-1])


# Resolving


def resolve(g: Game, seat: Seat) -> Flow[None]:
    """Resolve an announced Combo; without a card nothing is resolved."""
    played = g.part(Fight).played
    if not played:
        return
    g.note(Fight, colours=tuple(card(g, component).colour for component in played))
    yield from moment(g, seat, "combo")  # OW-SPEC-08
    if not over(g):
        yield from g.replaced(COMBO_RESOLVE, three_sums, seat=seat, played=played)
    if not over(g):
        yield from g.consult(COMBO_RESOLVED, seat=seat, played=played)


def three_sums(g: Game, seat: Seat, played: tuple[str, ...]) -> Flow[None]:
    """Deal the sum of damage, raise the Shield by its sum, then do special effects."""
    for component in played:
        yield from g.consult(COMBO_CARD_RESOLVED, seat=seat, card=component)
        g.notify(COMBO_CARD_RESOLVED, seat, card=component)
        yield from g.settle()
    symbols = [active(g, seat, at, component) for at, component in enumerate(played)]
    damage = sum(each.damage for each in symbols)
    g.note(Fight, draw=sum(each.draw for each in symbols))  # OW-FIGHT-28
    yield from strike(g, seat, changed(g, seat, "combo-damage", damage))  # OW-FIGHT-21
    yield from draw_at_once(g, seat)
    if not over(g):
        yield from moment(g, seat, "hit")
    if not over(g):
        shield = sum(each.shield for each in symbols)
        guard(g, seat, changed(g, seat, "combo-shield", shield), "OW-FIGHT-25")  # OW-FIGHT-25
        g.note(Fight, played=(), links=())  # from here on some may be in a hand again
        for component, each in zip(played, symbols, strict=True):
            specials(g, seat, component, each)


def draw_at_once(g: Game, seat: Seat) -> Flow[None]:
    """Draw what Swordsmanship adds, if it is played that way."""
    more = changed(g, seat, "draw-after-damage", 0)
    if more and not over(g) and reading(g, "wolf-draw") == "at-once":  # OW-OPEN-33
        yield from deck.draw(g, seat, more, "OW-SPEC-08")


def active(
    g: Game, seat: Seat, at: int, component: str, links: tuple[int, ...] | None = None
) -> Symbols:
    """Add up what counts of a card: its ability, and the extension that was matched."""
    ability, *matched = parts(g, seat, at, component, links).values()
    return added(ability, *matched) if matched else ability  # OW-FIGHT-29


def parts(
    g: Game, seat: Seat, at: int, component: str, links: tuple[int, ...] | None = None
) -> dict[Part, Symbols]:
    """Say what counts of a card of the Combo, its ability first, then the extension matched.

    With `links` it is a Combo that somebody might lay, by what would connect its cards.
    """
    links = g.part(Fight).links if links is None else links
    known = card(g, component)
    found: dict[Part, Symbols] = {"ability": counted(g, seat, component, "ability", known.fight)}
    if at < len(links) and 0 <= links[at] < len(known.extensions):  # OW-FIGHT-20
        matched = known.extensions[links[at]].effect
        found["extension"] = counted(g, seat, component, "extension", matched)
    return found


def counted(g: Game, seat: Seat, component: str, part: Part, printed: Symbols) -> Symbols:
    """Say what counts of the symbols that are printed on a part of a card."""
    muted = bent(g, seat, "muted")
    if muted and any(each.params.get("colour") == card(g, component).colour for each in muted):
        printed = type(printed)()
    return g.modify(COMBO_SYMBOLS, printed, seat=seat, card=component, part=part)


def added(one: Symbols, other: Symbols) -> Symbols:
    """Add up two groups of symbols."""
    return Symbols(
        damage=one.damage + other.damage,
        shield=one.shield + other.shield,
        draw=one.draw + other.draw,
        fetch=one.fetch + other.fetch,
        back=one.back or other.back,
    )


def specials(g: Game, seat: Seat, component: str, symbols: Symbols) -> None:
    """Take the top of the own discard into hand, and return the card itself."""
    hand, pile = places.hand(seat), places.discard(seat)
    for _ in range(symbols.fetch):
        if may_fetch(g, seat):
            g.draw(pile, hand, rule="OW-FIGHT-26")  # OW-FIGHT-26
    if symbols.back:
        g.move(component, places.combo(seat), hand, rule="OW-FIGHT-27")  # OW-FIGHT-27
