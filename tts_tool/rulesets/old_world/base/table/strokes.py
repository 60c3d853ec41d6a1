"""What people like to answer at one stroke: a whole Combo, or to go on and do the next thing.

Nothing here is a rule: every answer is judged when it comes, and what is no longer allowed then is
asked as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from tts_tool.kernel.decisions import Stroke
from tts_tool.kernel.game import Game
from tts_tool.kernel.inventory import Seat
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.abilities.held import PASS
from tts_tool.rulesets.old_world.base.abilities.lasting import bent, changed
from tts_tool.rulesets.old_world.base.board.movement import destinations, moves
from tts_tool.rulesets.old_world.base.box.box import card, location
from tts_tool.rulesets.old_world.base.box.records import Symbols
from tts_tool.rulesets.old_world.base.cards.card_words import symbols
from tts_tool.rulesets.old_world.base.fight.combo import STOP, active, added, link
from tts_tool.rulesets.old_world.base.fight.fight import Fight
from tts_tool.rulesets.old_world.base.fight.monster_turn import ATTACKS
from tts_tool.rulesets.old_world.base.points import COMBO_CONNECT, EXPLORE_DECK
from tts_tool.rulesets.old_world.base.story.explore import deck_why_not
from tts_tool.rulesets.old_world.base.story.stories import DECKS
from tts_tool.rulesets.old_world.base.turn.actions import ACTION, ACTIONS
from tts_tool.rulesets.old_world.base.turn.rounds import phase_two_deeds
from tts_tool.rulesets.old_world.base.turn.turn import END, Deed, Turn, memory
from tts_tool.rulesets.old_world.base.words import LANGUAGES, Words, name, phrase

__all__ = ["STROKES"]

MOST: Final = 5
"""So many Combos are offered: more than can be compared at a glance is no help."""
TRIED: Final = 300
"""So many Combos are looked at; of a large hand that is not every order of all cards."""
EXPLORE: Final = "explore"


# Combos


class Chain(NamedTuple):
    """A Combo that might be laid: its cards in order, and what connects them."""

    cards: tuple[str, ...]
    links: tuple[int, ...]


def combos(g: Game, seat: Seat, before: tuple[tuple[str, str], ...] = ()) -> Iterator[Stroke]:
    """Offer the best Combos that can be laid, each of other cards, announced at once."""
    fight = g.part(Fight)
    if bent(g, seat, "random-first") and not fight.played:
        return  # OW-GEN-02
    begun = Chain(fight.played, fight.links)
    best: dict[tuple[str, ...], tuple[Chain, Symbols]] = {}
    for chain in islice(longer(g, seat, begun), TRIED):
        cards, sums = alike(g, chain), added_up(g, seat, chain)
        if cards not in best or worth(sums) > worth(best[cards][1]):
            best[cards] = chain, sums
    for chain, sums in sorted(best.values(), key=lambda one: -worth(one[1]))[:MOST]:
        laid = chain.cards[len(begun.cards) :]
        answers = (*before, *(("combo", component) for component in laid), ("combo", STOP))
        yield Stroke(answers, told(g, chain, sums))


def longer(g: Game, seat: Seat, chain: Chain) -> Iterator[Chain]:
    """List every Combo that begins with one, the shorter ones first."""
    waiting = [chain]
    for begun in waiting:
        left = (each for each in g.cards(places.hand(seat)) if each not in begun.cards)
        for component in left:
            links = begun.links
            if begun.cards:
                found = link(g, seat, begun.cards[-1], component, links)
                if found is None:
                    continue
                links = (*links, found)
            if g.veto(COMBO_CONNECT, seat=seat, laid=begun.cards[::-1], card=component) is None:
                more = Chain((*begun.cards, component), links)
                waiting.append(more)
                yield more


def alike(g: Game, chain: Chain) -> tuple[str, ...]:
    """Name the cards of a Combo, so that equal ones are told as one."""
    return tuple(sorted(repr(card(g, component)) for component in chain.cards))


def added_up(g: Game, seat: Seat, chain: Chain) -> Symbols:
    """Say what a Combo would come to."""
    sums = Symbols()
    for at, component in enumerate(chain.cards):
        sums = added(sums, active(g, seat, at, component, chain.links))
    return type(sums)(
        damage=changed(g, seat, "combo-damage", sums.damage),
        shield=changed(g, seat, "combo-shield", sums.shield),
        draw=sums.draw,
        fetch=sums.fetch,
        back=sums.back,
    )


def worth(sums: Symbols) -> int:
    """Weigh what a Combo comes to, so that the best are offered first."""
    return 2 * sums.damage + sums.shield + sums.draw + sums.fetch


def told(g: Game, chain: Chain, sums: Symbols) -> Words:
    """Say which cards are laid, from the first to the last, and what they come to."""
    return {language: told_in(g, chain, sums, language) for language in LANGUAGES}


def told_in(g: Game, chain: Chain, sums: Symbols, language: str) -> str:
    """Say it in a language."""
    known = [card(g, component) for component in chain.cards]
    cards = [
        f"{name(g, each.kind, language)} ({name(g, f'{each.colour}-card', language)})"
        for each in known
    ]
    return f"{', '.join(cards)}: {', '.join(symbols(g, sums, language)) or '0'}"


def unused(g: Game, seat: Seat) -> Iterator[Stroke]:
    """Offer to use nothing more, and to lay a Combo."""
    for stroke in combos(g, seat, (("use-step-1", PASS),)):
        yield Stroke(stroke.answers, going_on(g, stroke.words))


# The turn


def phase_one(g: Game, seat: Seat) -> Iterator[Stroke]:
    """Offer to go somewhere and do what is done there, and to go on to Phase II."""
    for number in destinations(g, seat):
        step = moves(g, seat).get(places.at(number))
        if step is not None and step.why_not() is None and can_act(g, seat, number):
            known = location(g, number)
            done = f"deed-{known.deed or known.id}"
            words = phrase(g, "label-move-and-act", location=known.id, deed=done)
            yield Stroke((("phase-1", step.name), ("phase-1", ACTION)), words)
    for stroke in phase_two(g, seat, every=True):
        yield Stroke((("phase-1", END), *stroke.answers), going_on(g, stroke.words))


def phase_two(g: Game, seat: Seat, *, every: bool = False) -> Iterator[Stroke]:
    """Offer to explore a deck; and `every` other thing, for who has Phase I to end before."""
    for deed in phase_two_deeds(g, seat).values():
        if deed.why_not() is not None:
            continue
        words, chosen = deed_words(g, deed), ("phase-2", deed.name)
        if deed.name == EXPLORE:
            for deck in explored(g, seat):
                what = {lang: f"{words[lang]} ({name(g, deck, lang)})" for lang in LANGUAGES}
                yield Stroke((chosen, ("explore", deck)), what)
        elif every:
            yield Stroke((chosen,), words)


def explored(g: Game, seat: Seat) -> Iterator[str]:
    """List the decks that a seat may explore now."""
    for deck in (*DECKS, *g.provide(EXPLORE_DECK, seat=seat)):
        if deck_why_not(g, deck) is None:
            yield deck


def can_act(g: Game, seat: Seat, number: int) -> bool:
    """Tell whether there seems to be something to do for a seat at a location."""
    known = location(g, number)
    if number in memory(g, seat).used or (known.deed is None and not known.effects):
        return False
    # Whether a school has anything to teach shows only who stands there.
    far = known.deed is None or known.deed == "school"
    return far or ACTIONS[str(known.deed)].why_not(g, seat) is None


def deed_words(g: Game, deed: Deed) -> Words:
    """Say what a deed is called, as its own button does."""
    said = None if deed.said is None else deed.said(deed.name)
    first, _, rest = deed.name.partition(".")
    names = (first, rest) if rest else (first,)
    return said or {
        language: " ".join(name(g, each, language) for each in names) for language in LANGUAGES
    }


def going_on(g: Game, words: Mapping[str, str]) -> Words:
    """Say that somebody goes on, and what they do then."""
    return {lang: phrase(g, "label-go-on")[lang] + " " + words[lang] for lang in LANGUAGES}


# Monsters


def attacks(g: Game, seat: Seat) -> Iterator[Stroke]:  # noqa: ARG001  # whoever is asked
    """Offer to let the monster attack alike as long as this fight lasts."""
    fight = f"{g.part(Turn).number}.{g.part(Fight).monster}"
    for attack in ATTACKS:
        words = phrase(g, "label-whole-fight", attack=attack)
        yield Stroke((("attack", attack),), words, f"{attack}.{fight}")


STROKES: Final[Mapping[str, Callable[[Game, Seat], Iterator[Stroke]]]] = {
    "attack": attacks,
    "combo": combos,
    "phase-1": phase_one,
    "phase-2": phase_two,
    "use-step-1": unused,
}
