"""What the parts of a build hand each other: plain, frozen data. No part imports another's code.

A build starts from a `Mod`. The table says which `Drawing`s and `Pile`s it needs; the faces draw
them; the table gets them back as `Art`, by the names that it gave them, and makes the save.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from tts_tool.build.stamps import fingerprint
from tts_tool.catalog import LANGUAGES, Catalogue, Record, Tongue, place_of_words
from tts_tool.errors import BadInput
from tts_tool.kernel.inventory import Inventory
from tts_tool.saves.naming import slug
from tts_tool.saves.objects import Sheet

__all__ = [
    "CARD_SIZE",
    "Art",
    "Drawing",
    "Folders",
    "Language",
    "Mod",
    "Pile",
    "Printed",
]

Language = str
"""The code of a language, as in `en` or `pt-BR`."""

_OWN_NAMES: Final[Mapping[Language, str]] = {"en": "English", "de": "Deutsch"}

CARD_SIZE: Final = (600, 840)
"""A card in pixels: twice as fine as a hand of cards is shown on a full-HD screen."""


class Folders(NamedTuple):
    """Where a mod's files lie; in each, the first folder that has a name wins.

    `data` are those of `mod_json`: the game's own, then what all games share; below each stand
    `faces` (SVG templates), `icons`, and the layout. `scripts` hold Lua templates. `art` holds a
    modder's own pictures: a file `<drawing>.png` (or .jpg) there replaces that drawing.
    """

    data: tuple[Path, ...]
    scripts: tuple[Path, ...]
    art: tuple[Path, ...] = ()


class Mod(NamedTuple):
    """All that a build starts from. `inventory` is the box of the chosen modules and seats."""

    name: str
    title: str
    lang: Language
    cards: Catalogue
    inventory: Inventory
    folders: Folders
    modules: tuple[str, ...] = ()
    languages: tuple[str, ...] = LANGUAGES
    face_down_hides: bool = True
    """Whether the game hides what is written on a card that lies face down: a guess of ours."""

    @property
    def tongue(self) -> Tongue:
        """Say where in a text the words of its language stand."""
        return place_of_words(self.lang)

    @property
    def told_in(self) -> tuple[Language, ...]:
        """Say in which languages its cards can be told, that of play first.

        A text has two places; a third language stands in one of them only when it is built.
        """
        both = {*LANGUAGES} if self.lang in LANGUAGES else set[str]()
        return (self.lang, *(each for each in self.languages if each in both - {self.lang}))

    @property
    def save_name(self) -> str:
        """What the game lists it as: in a second language beside the first, not in its place."""
        name = _OWN_NAMES.get(self.lang, self.lang)
        return self.title if self.lang == self.languages[0] else f"{self.title} ({name})"

    @property
    def file_name(self) -> str:
        """What its save is called on the disk, without ending."""
        name = slug(self.title) or slug(self.name) or "save"
        return name if self.lang == self.languages[0] else f"{name}_{self.lang}"

    @property
    def digest(self) -> str:
        """Digest all of it but the files in its folders."""
        box = self.inventory
        facts = (
            self.name,
            self.save_name,
            self.title,
            self.lang,
            self.cards.digest,
            self.modules,
            self.face_down_hides,
            box.seats,
        )
        inside = (box.components, box.places, box.tracks)
        return fingerprint(msgspec.json.encode((facts, inside), order="deterministic"))

    def bare(self) -> Mod:
        """Leave out what stands on cards: where things are and what they are called needs none."""
        box = self.inventory
        cards = ((each.kind, each.card) for each in box.components.values())
        printed = {card.id if isinstance(card, Record) else kind for kind, card in cards}
        entries = (
            each
            for each in self.cards.entries
            if each.draft.space != "record" or each.draft.name not in printed
        )
        components = (
            msgspec.structs.replace(c, card=None, face={}) for c in box.components.values()
        )
        places = (msgspec.structs.replace(place, card=None) for place in box.places.values())
        bare = Inventory(box.seats, places, components, box.tracks.values(), ())
        return self._replace(cards=Catalogue(entries, self.cards.schema), inventory=bare)


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """A picture to be drawn: a template of `faces`, and the values it is filled in with.

    `values` is plain data (what `msgspec.to_builtins` gives), the record of a card under "card";
    whatever is not in it, in the templates or in the fonts cannot change the picture. `record` is
    the id in the catalogue, if the picture shows one, for errors and `--explain`.
    """

    name: str
    """As in `action.precise-cut`, `back.action`, `board.map`: lower case, dots, hyphens."""
    template: str
    """A file below `faces`, as in `action.svg`."""
    size: tuple[int, int] = CARD_SIZE
    lang: Language = "en"
    values: dict[str, Any] = {}
    record: str = ""
    opaque: bool = True
    """False for what is cut out along its edge, as tokens and standees are."""
    layers: dict[str, str] = {}
    """Pictures that lie under what the template draws: what it calls each -> a drawing's name."""


class Pile(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that share a back and a size, hence sheets: names of drawings, each face once."""

    name: str
    faces: tuple[str, ...]
    back: str


class Printed(NamedTuple):
    """A card as the table uses it: a cell of a sheet."""

    sheet: Sheet
    cell: int


class Art(NamedTuple):
    """What was drawn and rendered, by the names that the table asked for it."""

    pictures: Mapping[str, str]
    """The address of each drawing that is no card of a pile (backs included)."""
    cards: Mapping[tuple[str, str], Printed]
    """(name of the pile, name of the face) -> its cell."""
    scripts: Mapping[str, str] = {}
    """`Global`, or the id of an object -> its Lua."""
    interfaces: Mapping[str, str] = {}
    """`Global`, or the id of an object -> its XML."""
    words: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    """Language -> name of a drawing -> what its face says."""

    def picture(self, name: str) -> str:
        """Give the address of a drawing; a name that nobody asked for is a mistake of ours."""
        if name not in self.pictures:
            raise BadInput(f'the table uses the picture "{name}", which it did not ask for')
        return self.pictures[name]
