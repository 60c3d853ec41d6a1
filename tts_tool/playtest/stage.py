"""A game and its table, unprinted: a stage on which any number of games can be played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final, NamedTuple, Self

import msgspec

from tts_tool.build.mod import Folders, Mod
from tts_tool.build.unprinted import Unprinted, unprinted
from tts_tool.catalog import Catalogue, load
from tts_tool.errors import Unavailable
from tts_tool.journal import Journal
from tts_tool.kernel.module import Ruleset, Setup
from tts_tool.playtest.refereed import Built
from tts_tool.referee import opening
from tts_tool.referee.session import Session
from tts_tool.resources import cards_dir, lua_templates_dir, mod_json_dir

__all__ = ["STAGES", "Stage", "breakable", "laid", "old_world", "stage_of"]

_LOADED: Final = "return require, loaded, register, modules"


class Stage(NamedTuple):
    """A game and its table, from which any number of games can be played."""

    ruleset: Ruleset
    cards: Catalogue
    built: Built
    colours: Mapping[str, str]
    streams: tuple[str, ...]
    digest: str
    boxes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, ruleset: Ruleset, cards: Catalogue, table: Unprinted, boxes: tuple[str, ...] = ()
    ) -> Self:
        """Take a table, with a script of which functions can be made to fail."""
        values = table.values
        streams = dict.fromkeys(stream for each in values["dice"] for stream in each["streams"])
        built = Built.of(breakable(table.save), values)
        colours, digest = values["colours"], values["digest"]
        return cls(ruleset, cards, built, colours, tuple(streams), digest, boxes)

    @property
    def pieces(self) -> dict[str, str]:
        """Give each piece as it was laid out at first, to make it anew of."""
        things = msgspec.json.decode(self.built.save)["ObjectStates"]
        pieces = [card for thing in things for card in thing.get("ContainedObjects") or [thing]]
        return {
            each["Memo"]: msgspec.json.encode(each).decode() for each in pieces if each.get("Memo")
        }

    @property
    def counts(self) -> range:
        """Say how many can play."""
        return range(self.ruleset.fewest, len(self.ruleset.seats) + 1)

    def begin(self, journal: Journal, seats: int, seed: str) -> str:
        """Begin a game, and give the name under which it is kept."""
        observed = (*self.streams, "shuffle.")
        with Session.new(
            self.ruleset,
            self.cards,
            seats=seats,
            modules=self.boxes,
            seed=seed,
            observed=observed,
            journal=journal,
        ) as session:
            return str(session.kept_as)


@cache
def stage_of(ruleset: Ruleset, *boxes: str) -> Stage:
    """Set the stage for a game and some boxes of it, with seats for all."""
    cards, mod = laid(ruleset, *boxes)
    return Stage.of(ruleset, cards, unprinted(mod), boxes)


def laid(ruleset: Ruleset, *boxes: str) -> tuple[Catalogue, Mod]:
    """Give all cards of a game, and its mod with some boxes, with seats for all."""
    cards = _shipped(ruleset)
    modules = opening.choose_modules(ruleset, ruleset.completed(boxes, ruleset.seats))
    settings = opening.choose_settings(ruleset, modules, {})
    setup = Setup(ruleset.seats, modules, settings, cards)
    composed = opening.composed(ruleset, setup)
    data, scripts = mod_json_dir(), lua_templates_dir()
    folders = Folders((data / ruleset.folder, data), (scripts / ruleset.folder, scripts))
    seen = composed.setup.cards  # as this game sees them: without the boxes that stay closed
    title = ruleset.name.replace("-", " ").title()
    return cards, Mod(ruleset.name, title, "en", seen, composed.inventory, folders, modules)


@cache
def _shipped(ruleset: Ruleset) -> Catalogue:
    return load(cards_dir() / ruleset.folder, ruleset.schema)


def old_world(*boxes: str) -> Stage:
    """Set the stage for Old World and some boxes."""
    from tts_tool.rulesets.old_world import RULESET  # noqa: PLC0415  # other games need none of it

    return stage_of(RULESET, *boxes)


def path_of_destiny(*boxes: str) -> Stage:
    """Set the stage for Path of Destiny and some boxes."""
    from tts_tool.rulesets.path_of_destiny import RULESET  # noqa: PLC0415  # the same

    return stage_of(RULESET, *boxes)


STAGES: Final[Mapping[str, Callable[..., Stage]]] = {
    "old-world": old_world,
    "path-of-destiny": path_of_destiny,
}
"""By game."""


def breakable(save: bytes) -> bytes:
    """Let functions of the modules of a table be replaced from outside, by `loaded_modules`."""
    tree = msgspec.json.decode(save)
    script = tree["LuaScript"]
    if script.count(_LOADED) != 1:
        raise Unavailable("the script of the table is no bundle of ours")
    tree["LuaScript"] = script.replace(_LOADED, f"loaded_modules = loaded {_LOADED}")
    return msgspec.json.encode(tree)
