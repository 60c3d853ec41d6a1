"""Quests: exploration cards that are kept until their location is reached, and their events."""

from __future__ import annotations

from functools import partial

import msgspec

from tts_tool.kernel.decisions import Move
from tts_tool.kernel.game import Flow, Game
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.module import OpenPoint
from tts_tool.kernel.rejection import Rejection
from tts_tool.kernel.state import FlowError
from tts_tool.rulesets.old_world.base import places
from tts_tool.rulesets.old_world.base.board.tokens import printed_on
from tts_tool.rulesets.old_world.base.box.box import name, where
from tts_tool.rulesets.old_world.base.box.records import TERRAINS
from tts_tool.rulesets.old_world.base.module import base
from tts_tool.rulesets.old_world.base.points import QUEST_GOAL, QUEST_RESOLVE
from tts_tool.rulesets.old_world.base.story import happenings, stories
from tts_tool.rulesets.old_world.base.story.results import fee_why_not, pay
from tts_tool.rulesets.old_world.base.turn.turn import Deed, Deeds, by_name, memory
from tts_tool.rulesets.old_world.base.witcher.boards import home, school
from tts_tool.rulesets.old_world.base.words import Words, phrase

base.settles(
    OpenPoint(
        "OW-OPEN-16",
        "settled",
        "",
        "A missing token is replaced by a random one of all the other piles.",
    ),
    OpenPoint(
        "OW-OPEN-53",
        "settled",
        "",
        "Quests are resolved while standing at their location after a move, any number of them.",
    ),
    OpenPoint(
        "OW-OPEN-62",
        "settled",
        "",
        "A price on a quest is paid in full before its event is read.",
    ),
)


OWN_SCHOOL = "own-school"


class OpenQuest(msgspec.Struct, frozen=True):
    """A quest that somebody keeps: where it leads and what it costs to enter."""

    event: int
    location: int
    token: str = ""
    fee: stories.Fee = stories.Fee()


@base.part
class Quests(msgspec.Struct, frozen=True):
    """The open quests, by their exploration cards, and the one of which the event is told."""

    open: dict[str, OpenQuest] = {}
    told: str = ""


# Keeping


@base.operation(stories.Quest)
def keep(g: Game, operation: stories.Quest, seat: Seat, source: str) -> Flow[None]:
    """Keep the card in the open, with a token where the quest names only a terrain."""
    token = ""
    if isinstance(operation.to, int):
        location = operation.to  # OW-QUEST-04
    elif operation.to not in TERRAINS:
        location = goal(g, seat, operation.to)  # OW-QUEST-04
    else:
        token = yield from quest_token(g, seat, operation.to)
        if not token:  # OW-TOKEN-05
            return
        location = printed_on(g, token).number
    quest = OpenQuest(operation.event, location, token, operation.fee)
    g.move(source, places.STORY, places.quests(seat), rule="OW-QUEST-01")  # OW-QUEST-01 OW-QUEST-02
    g.note(Quests, "OW-QUEST-15", open={**g.part(Quests).open, source: quest})  # OW-QUEST-15


def goal(g: Game, seat: Seat, named: str) -> int:
    """Say at which location a goal is that needs no token."""
    return g.replaced(QUEST_GOAL, own_school, seat=seat, goal=named)


def own_school(g: Game, seat: Seat, goal: str) -> int:
    """Find the owner's school, the one goal of the base game that needs no token."""
    if goal != OWN_SCHOOL:
        msg = f"no box says where the goal {goal} is: it joins in at {QUEST_GOAL.name}"
        raise FlowError(msg)
    return home(g, school(g, seat))


def quest_token(g: Game, seat: Seat, terrain: str) -> Flow[str]:
    """Draw a token of a terrain, or else a random one of the others; none if all are gone."""
    target = places.quest_tokens(seat)
    if g.cards(places.tokens(terrain)):
        (token,) = g.draw(places.tokens(terrain), target, rule="OW-QUEST-03")  # OW-QUEST-03
        return token
    others = {token: pile for pile in TERRAINS for token in g.cards(places.tokens(pile))}
    if not others:
        return ""
    token = yield from g.pick("quest-token", tuple(others), "OW-TOKEN-04")  # OW-TOKEN-04
    g.move(token, places.tokens(others[token]), target, rule="OW-TOKEN-04")
    return token


# Resolving


def quests(g: Game, seat: Seat) -> Deeds:
    """Offer every open quest of a seat, with the reason where it can't be resolved."""
    return g.kept(quests_of, seat, *g.cards(places.quests(seat)))  # OW-DEC-16 OW-QUEST-06


def quests_of(g: Game, seat: Seat, *cards: str) -> Deeds:
    """Give the deeds of resolving open quests."""
    return by_name(
        Deed(
            f"quest.{card}",
            partial(quest_why_not, g, seat, card),
            partial(resolve, g, seat, card),
            Move(card, places.STORY),
            partial(told, g),
        )
        for card in cards
    )


def told(g: Game, deed: str) -> Words:
    """Say which quest it is and where it leads."""
    card = deed.partition(".")[2]
    leads = name(g, g.part(Quests).open[card].location)
    return phrase(g, "label-quest", quest=g.kind(card), location=leads)


def quest_why_not(g: Game, seat: Seat, card: str) -> Rejection | None:
    """Say why a quest can't be resolved now."""
    quest = g.part(Quests).open[card]
    if where(g, seat) != quest.location:  # OW-QUEST-05
        return Rejection("quest-elsewhere", {"location": name(g, quest.location)}, "OW-QUEST-05")
    if not memory(g, seat).moved:  # OW-QUEST-05
        return Rejection("not-moved", rule="OW-QUEST-05")
    return fee_why_not(g, seat, quest.fee, "OW-QUEST-16")  # OW-QUEST-16


def resolve(g: Game, seat: Seat, card: str) -> Flow[None]:
    """Resolve a quest where it leads, or do what a box does there."""
    yield from g.replaced(QUEST_RESOLVE, tell, seat=seat, card=card)


def tell(g: Game, seat: Seat, card: str) -> Flow[None]:
    """Pay the entry, go through the numbered event, and put everything away."""
    quest = g.part(Quests).open[card]
    yield from pay(g, seat, quest.fee, "OW-QUEST-16")  # OW-QUEST-16
    yield from g.settle()
    g.note(Quests, "OW-QUEST-07", told=card)
    deck = stories.calls_from(stories.exploration(g, card))
    yield from happenings.happen(g, seat, quest.event, deck)  # OW-QUEST-07
    yield from close(g, seat)


def go_on(g: Game, seat: Seat) -> Flow[None]:
    """Go on with the quest that is being resolved, if there is one."""
    if g.part(Quests).told:
        yield from happenings.go_on(g, seat)
        yield from close(g, seat)


def close(g: Game, seat: Seat) -> Flow[None]:
    """Shuffle the token of a resolved quest into its pile and take its card out of the game."""
    known = g.part(Quests)
    token = known.open[known.told].token
    g.move(known.told, places.quests(seat), places.BOX, rule="OW-QUEST-12")  # OW-QUEST-12
    left = {card: other for card, other in known.open.items() if card != known.told}
    g.note(Quests, "OW-QUEST-12", open=left, told="")
    if token:
        pile = places.tokens(printed_on(g, token).terrain)
        g.move(token, places.quest_tokens(seat), pile, rule="OW-QUEST-12")  # OW-QUEST-12
        yield from g.shuffle(pile, "OW-QUEST-12")


@base.invariant
def quests_lead_somewhere(g: Game) -> Rejection | None:
    """Every card kept as a quest has an event and a place, and every token on one its quest."""
    known = g.part(Quests).open
    kept = {card for seat in g.seats for card in g.cards(places.quests(seat))}
    laid = {token for seat in g.seats for token in g.cards(places.quest_tokens(seat))}
    tokens = {quest.token for quest in known.values() if quest.token}
    if kept == set(known) and laid == tokens:
        return None
    return Rejection("quest-astray", rule="OW-QUEST-01")
