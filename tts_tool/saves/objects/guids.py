"""Names of objects: six hex digits, the same in every build as long as the ids are the same."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from itertools import count

from tts_tool.errors import BadInput

__all__ = ["guids"]

_SIZE = 16**6
"""Six hexadecimal digits, as the game has: of 122,309 real objects 73 have something else."""


def guids(ids: Iterable[str]) -> dict[str, str]:
    """Give each id a GUID of its own.

    A GUID is a hash of the id. Where two are the same, the id that sorts later takes its next
    hash; so what else is in the save decides only about ids that collide.
    """
    return dict(_guids(tuple(ids)))


# What a table is laid out of is asked for its names some four times in a row.
@lru_cache(maxsize=4)
def _guids(ids: tuple[str, ...]) -> dict[str, str]:
    counted = Counter(ids)
    twice = sorted(each for each, times in counted.items() if times > 1)
    if twice:
        raise BadInput(f'two objects have the id "{twice[0]}"', fix="give each an id of its own")
    # At least every other hash is free then; where none is, one would be looked for without end.
    if len(counted) > _SIZE // 2:
        raise BadInput(f"{len(counted)} objects are more than GUIDs can tell apart")
    given: dict[str, str] = {}
    taken: set[str] = set()
    for each in sorted(counted):
        given[each] = next(guid for guid in _hashes(each) if guid not in taken)
        taken.add(given[each])
    return given


def _hashes(name: str) -> Iterable[str]:
    for attempt in count():
        salted = f"{name}\0{attempt}" if attempt else name
        yield sha256(salted.encode(errors="surrogatepass")).hexdigest()[:6]
