"""What a node was made from, kept so that the next build can say what changed."""

import msgspec

__all__ = ["Facts"]


class Facts(msgspec.Struct, frozen=True):
    """Digests of all that decides about a node; `needs` and `files` by name."""

    tool: str
    function: str
    given: str
    needs: dict[str, str]
    files: dict[str, str] = {}
