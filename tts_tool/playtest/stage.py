"""A game and its table, unprinted: a stage on which any number of games can be played."""

from __future__ import annotations

from collections.abc import Mapping
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
from tts_tool.rulesets.old_world import RULESET

__all__ = ["Stage", "breakable", "old_world"]

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
def old_world(*boxes: str) -> Stage:
    """Set the stage for Old World and some boxes, with seats for all."""
    cards = load(cards_dir() / RULESET.folder, RULESET.schema)
    modules = opening.choose_modules(RULESET, RULESET.completed(boxes, RULESET.seats))
    settings = opening.choose_settings(RULESET, modules, {})
    setup = Setup(RULESET.seats, modules, settings, cards)
    composed = opening.composed(RULESET, setup)
    data, scripts = mod_json_dir(), lua_templates_dir()
    folders = Folders((data / RULESET.folder, data), (scripts / RULESET.folder, scripts))
    seen = composed.setup.cards  # as this game sees them: without the boxes that stay closed
    mod = Mod(RULESET.name, "Old World", "en", seen, composed.inventory, folders, modules)
    return Stage.of(RULESET, cards, unprinted(mod), boxes)


def breakable(save: bytes) -> bytes:
    """Let functions of the modules of a table be replaced from outside, by `loaded_modules`."""
    tree = msgspec.json.decode(save)
    script = tree["LuaScript"]
    if script.count(_LOADED) != 1:
        raise Unavailable("the script of the table is no bundle of ours")
    tree["LuaScript"] = script.replace(_LOADED, f"loaded_modules = loaded {_LOADED}")
    return msgspec.json.encode(tree)
