"""Fetches what scripts of the scene want from the web, from a real server on this machine."""

from __future__ import annotations

import atexit
from contextlib import ExitStack
from functools import cache

import msgspec

from tests.table.api.scene import Scene
from tests.table.echo import served
from tts_tool.table.fetching import Fetching
from tts_tool.table.notices import Wanted
from tts_tool.table.web_events import WebAnswer

__all__ = ["address", "fetch"]

_OPEN = ExitStack()
atexit.register(_OPEN.close)


@cache
def address() -> str:
    """Serve as long as the tests run, and give the address."""
    return _OPEN.enter_context(served())


def fetch(scene: Scene) -> None:
    """Bring everything that is wanted, as the owner of a table would."""
    notices = scene.table.desk.notices
    fetching = Fetching(seconds=5)
    for wanted in [each for each in notices if isinstance(each, Wanted)]:
        notices.remove(wanted)
        fetching.begin(wanted)
    for number, answer in fetching.all_of_them():
        scene.table.tell(WebAnswer(number, **msgspec.structs.asdict(answer)))
    fetching.close()
