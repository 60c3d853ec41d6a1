"""What a node was made from and gave, kept so that the next build can say what changed."""

from collections.abc import Mapping

import msgspec

from tts_tool.build.cache import Trace

__all__ = ["Facts"]


class Facts(msgspec.Struct, frozen=True):
    """Digests of all that decides about a node, `needs` by name; and what came of it."""

    tool: str
    function: str
    given: str
    needs: dict[str, str]
    trace: Trace | None = None

    @property
    def made_of(self) -> tuple[object, ...]:
        """All but what came of it."""
        return self.tool, self.function, self.given, self.needs

    @property
    def files(self) -> Mapping[str, str]:
        """Digests of the files that were read, by path."""
        return self.trace.files if self.trace else {}
