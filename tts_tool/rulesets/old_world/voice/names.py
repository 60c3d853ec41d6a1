"""Names in stories: those that are used, once searched for, and those that are not ours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tts_tool.catalog.schema import Cards
from tts_tool.rulesets.old_world.base.box.records import Location
from tts_tool.rulesets.old_world.voice.lines import LANGUAGES, StoryLine, VoiceFault

__all__ = ["FOREIGN", "USED", "Name", "name_faults"]


class Name(NamedTuple):
    """A name of ours, in both languages, and the card that has it."""

    en: str
    de: str
    card: str


USED = (Name("Berend", "Berend", "night-watch"),)
"""Every name of a person, place, tavern or ship in the stories; a new one is taken from
docs/names.md, searched for, and written here."""

CALENDAR = frozenset("Monday Tuesday Wednesday Thursday Friday Saturday Sunday November".split())
TITLES = frozenset(("Majesty",))

FOREIGN = frozenset(
    """
    Geralt Ciri Cirilla Yennefer Triss Merigold Dandelion Jaskier Zoltan Chivay Vesemir Eskel
    Lambert Letho Iorveth Roche Ves Foltest Emhyr Dijkstra Philippa Eilhart Regis Cahir Milva
    Angouleme Nenneke Calanthe Duny Pavetta Renfri Stregobor Vilgefortz Bonhart Avallac Eredin
    Imlerith Caranthir Shani Saskia Radovid Henselt Demavend Meve Reynard Keira Metz Margarita
    Fringilla Assire Crach Cerys Hjalmar Ermion Mousesack Yarpen Zigrin Villentretenmerth Borch
    Yurga Codringher Fenn Rience Leuvaarden Berengar Leo Alvin Abigail Thaler Siegfried Yaevinn
    Azar Javed Kalkstein Velerad Adda Ostrit Olgierd Vlodimir Gaunter Iris Shani Ewald Dettlaff
    Syanna Anarietta Guillaume Vivienne Damien Roach Vernon Cynthia Sheala Tankarville Dethmold
    Cedric Seltkirk Arnolt Sile Odrin Gaetan Kiyan Coen Jerome Brehen Ivar Madoc Treyse Gerd
    Junod Ivo Merten Adalbert Warrick Serrit Auckes Kolgrim Bert Isengrim Faoiltiarna Coral
    Lytta Neyd Nehaleni Schirru Essi Daven Sheepshagger Nivellen Vereena Torque Filavandrel
    Toruviel Chappelle Biberveldt Tellico Dudu Windle Freixenet Braenn Visenna Korin Eithne
    Caldemeyn Segelin Irion Stennis Menge Caleb Roderick Declan Vanderbeck Alzur Idarran
    """.split()
)
"""Persons of the books and games: nobody who was invented by others walks through our stories."""

_CAPITAL = re.compile(r"(?<![.?!:“”’]) (?!“)([A-Z][\w’]+)")


def name_faults(
    lines: list[StoryLine], cards: Cards, used: tuple[Name, ...] = USED
) -> Iterator[VoiceFault]:
    """Find names that nobody has searched for, that belong to others, or of which one is gone."""
    places = {word for place in cards.of(Location).values() for word in place.name.en.split()}
    ours = {name.en: name for name in used}
    known = {"I", *places, *CALENDAR, *TITLES, *(word for name in ours for word in name.split())}
    for line in lines:
        if line.sort == "label":
            continue
        for language in LANGUAGES:
            for found in re.findall(r"\w+", line.said(language)):
                if found in FOREIGN:
                    told = f"{found} belongs to somebody else’s stories"
                    yield VoiceFault(
                        "VOICE-13", line, told, language, "take a name of docs/names.md"
                    )
        for word in _CAPITAL.findall(line.text.en):
            if word.removesuffix("’s") not in known and word not in {
                "I",
                "I’m",
                "I’ll",
                "I’d",
                "I’ve",
            }:
                told = f"{word}: is that a name? nobody has searched for it"
                yield VoiceFault("VOICE-13", line, told, "en", "search, then write it into USED")
        yield from _translated(line, ours)


def _translated(line: StoryLine, ours: Mapping[str, Name]) -> Iterator[VoiceFault]:
    for name in ours.values():
        here = [name.en in line.text.en, name.de in line.text.de]
        if any(here) and (not all(here) or name.card != line.card):
            told = f"{name.en} is {name.de} in German, and of {name.card} alone"
            yield VoiceFault("VOICE-13", line, told)
