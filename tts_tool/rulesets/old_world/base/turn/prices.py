"""What moving, training and the Location Actions cost and bring."""

from __future__ import annotations

from tts_tool.catalog.records import Table
from tts_tool.rulesets.old_world.base.box.records import Count
from tts_tool.rulesets.old_world.base.module import base


@base.table("prices")
class Prices(Table):
    """Numbers of Phase I.

    `training` and `exchange` are added: to the level that is trained, to the printed cost of
    the card that is trashed.
    """

    move_cards: Count
    move_gold: Count
    training: Count
    exchange: Count
    rumour_gold: Count
    trail_gold: Count
    market_gold: Count
    market_trash: Count
