"""Where the card files of a game lie."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tts_tool import resources

if TYPE_CHECKING:
    from tts_tool.kernel.module import Ruleset

__all__ = ["card_folders"]


def card_folders(ruleset: Ruleset, own: Path | None = None) -> tuple[Path, ...]:
    """List the folders with the cards of a game: below `own`, or with the tool.

    What extends a game of the tool has its cards, too, and need not bring any.
    """
    carried = () if own and not ruleset.extends else (resources.cards_dir() / ruleset.folder,)
    mine = () if own is None else (own / ruleset.folder,)
    return (*carried, *(each for each in mine if not carried or each.is_dir()))
