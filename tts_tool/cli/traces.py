"""What hosting leaves behind, for `tts-tool report`: a log, how things stood last, faults."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tts_tool.belongings import belongings
from tts_tool.patience import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tts_tool.referee.table.host import Host

__all__ = ["FAULTS", "LAST", "LOG", "keep_last", "logged", "traces"]

LOG: Final = "host.log"
LAST: Final = "last.json"
FAULTS: Final = "faults"
_MOST_BYTES: Final = 4_000_000
"""As there is one older, all take twice that."""


def traces() -> Path:
    """Say where they are."""
    return belongings() / "hosting"


@contextmanager
def logged() -> Iterator[None]:
    """Write down meanwhile what is said and told; two files are kept, the older one full."""
    folder = traces()
    folder.mkdir(parents=True, exist_ok=True)
    handler = RotatingFileHandler(
        folder / LOG, maxBytes=_MOST_BYTES, backupCount=1, encoding="utf-8", delay=True
    )
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    logger = logging.getLogger("tts_tool")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        handler.close()


def keep_last(host: Host) -> None:
    """Keep how things stand."""
    import msgspec

    stands = {
        "game": host.session.kept_as,
        "epoch": host.epoch,
        "step": host.step,
        "performed": host.performed,
        "mode": host.mode,
        "permits": host.permits,
        "panels": host.panels,
    }
    path = traces() / LAST
    beside = path.with_suffix(".new")
    beside.write_bytes(msgspec.json.encode(stands))
    replace(beside, path)
