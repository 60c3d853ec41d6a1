"""People come, sit down, change their colour and go; who is there is told to everybody."""

from __future__ import annotations

from tts_tool.errors import NotFound, Refused
from tts_tool.table.world.events import (
    Blindfold,
    Colour,
    PlayerChangeColor,
    PlayerChangeTeam,
    PlayerConnect,
    PlayerDisconnect,
    Seat,
)
from tts_tool.table.world.handzones import colour_of_hand, hands
from tts_tool.table.world.people import BLACK, COLOURS, GREY, SEATS, Person
from tts_tool.table.world.world import World

__all__ = [
    "TEAMS",
    "available_colours",
    "blindfold",
    "come_back",
    "connect",
    "disconnect",
    "join_team",
    "person_at",
    "promote",
    "seat_host",
    "sit",
]

TEAMS = ("None", "Clubs", "Diamonds", "Hearts", "Spades", "Jokers")


def connect(world: World, name: str) -> Person:
    """Let somebody join; all hear of it while they are in grey. The first to come is the host."""
    person = world.people.join(name)
    world.tell(PlayerConnect(Seat(world.people.name_of(person))))
    world.deliver()
    return person


def come_back(world: World, left: str) -> Person:
    """Let somebody join again who has left a colour; all hear of it while they are in grey."""
    person = world.people.back(left)
    if person is None:
        raise NotFound(f"nobody has left {left}", fix="let somebody leave first")
    world.tell(PlayerConnect(Seat(world.people.name_of(person))))
    world.deliver()
    return person


def sit(world: World, person: Person, colour: str) -> None:
    """Put somebody at a colour, or in grey."""
    if colour not in COLOURS:
        raise NotFound(f"there is no colour {colour!r}", fix=f"one of {', '.join(COLOURS)}")
    if person.colour == colour:
        return
    if colour != GREY and world.people.at(colour) is not None:
        raise Refused(f"somebody sits at {colour}", fix="let them change their colour first")
    _let_go(world, person)
    person.colour = colour
    world.tell(PlayerChangeColor(Colour(colour)))


def seat_host(world: World, name: str = "Host") -> Person:
    """Let the host in, and sit where the game would put them; nobody is told."""
    person = world.people.join(name)
    free = [colour for colour in available_colours(world) if colour != BLACK]
    if free and world.switches.text("host-sits-at") == "first-hand":
        person.colour = free[0]
    return person


def disconnect(world: World, person: Person) -> None:
    """Let somebody leave the game; what they held falls. Their seat is free when all hear of it."""
    _let_go(world, person)
    world.people.part(person)
    world.tell(PlayerDisconnect(Seat(person.steam_id)))
    world.tell(PlayerChangeColor(Colour(GREY)))


def promote(person: Person) -> None:
    """Give somebody a host's rights, or take them back."""
    person.promoted = not person.promoted


def join_team(world: World, person: Person, team: str) -> None:
    """Put somebody into a team."""
    if team not in TEAMS:
        raise NotFound(f"there is no team {team!r}", fix=f"one of {', '.join(TEAMS)}")
    if person.team != team:
        person.team = team
        world.tell(PlayerChangeTeam(Colour(person.colour), "" if team == "None" else team))


def blindfold(world: World, person: Person, *, on: bool) -> None:
    """Put a blindfold on, or take it off."""
    if person.blindfolded != on:
        person.blindfolded = on
        world.tell(Blindfold(Seat(person.colour), on))


def person_at(world: World, colour: str) -> Person:
    """Find who sits at a colour, or say that nobody does."""
    person = world.people.at(colour)
    if person is None:
        raise NotFound(f"nobody sits at {colour}", fix="let somebody join and sit down first")
    return person


def available_colours(world: World) -> list[str]:
    """List the colours that have a hand, in the order of the game."""
    listed = {colour_of_hand(zone) for zone in hands(world)}
    if world.switches.on("black-is-available"):
        listed.add(BLACK)
    return [colour for colour in SEATS if colour in listed]


def _let_go(world: World, person: Person) -> None:
    for thing in world:
        if thing.held_by and thing.held_by == person.colour:
            thing.held_by = ""
            world.placed(thing)
            world.loosen(thing)
