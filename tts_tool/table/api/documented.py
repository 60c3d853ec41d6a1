"""What the documentation names, page by page, and which of it is not a member of anything.

Some names on a page are keys of tables that a function takes or gives (`position` on the page of
`spawnObject`): they are there if the function is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tts_tool.lua.api import pages

__all__ = ["KEYS_OF_TABLES", "documented", "owner_of_key"]

# Page -> the function whose table has them -> names.
KEYS_OF_TABLES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "base": {
        "spawnObject": (
            *("type", "position", "rotation", "scale", "sound", "snap_to_grid"),
            "callback_function",
        ),
        "spawnObjectData": ("data",),
        "spawnObjectJSON": ("json",),
    },
    "object": {
        "getObjects": (
            *("description", "gm_notes", "index", "lua_script", "lua_script_state"),
            *("nickname", "tags"),
        ),
        "getSnapPoints": ("rotation_snap", "position", "rotation"),
    },
    "behavior/layoutzone": {
        "getOptions": (
            *("allow_swapping", "alternate_direction", "cards_per_deck", "combine_into_decks"),
            *("direction", "horizontal_group_padding", "horizontal_spread", "instant_refill"),
            *("manual_only", "max_objects_per_group", "max_objects_per_new_group"),
            *("meld_direction", "meld_reverse_sort", "meld_sort", "meld_sort_existing"),
            *("new_object_facing", "randomize", "split_added_decks", "sticky_cards"),
            *("trigger_for_face_down", "trigger_for_face_up", "trigger_for_non_cards"),
            *("vertical_group_padding", "vertical_spread"),
        ),
    },
    "ui": {"getCustomAssets": ("name", "url")},
}


@cache
def documented() -> Mapping[str, Mapping[str, str]]:
    """List what is documented: page -> name -> "function" or "variable"."""
    return {
        name: {
            **dict.fromkeys(page.functions, "function"),
            **dict.fromkeys(page.variables, "variable"),
        }
        for name, page in pages().items()
        if page.kind != "attributes"
    }


def owner_of_key(page: str, name: str) -> str | None:
    """Name the function whose tables have this key; None if it is no such key."""
    of_page = KEYS_OF_TABLES.get(page, {})
    return next((function for function, keys in of_page.items() if name in keys), None)
