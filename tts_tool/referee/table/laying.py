"""What hands have laid somewhere: as part of an answer it stays, else it lies by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tts_tool.kernel.decisions import Gesture
from tts_tool.referee.session import Session
from tts_tool.referee.table.acts import Act
from tts_tool.referee.table.drafts import Drafts, Part
from tts_tool.referee.table.judging import GestureOutcome
from tts_tool.referee.table.told import Mode
from tts_tool.referee.table.upkeep import Upkeep

__all__ = ["Laying"]


class Laying:
    """Knows what lies where somebody has laid it, for an answer that is not given yet."""

    def __init__(self, session: Session, drafts: Drafts, upkeep: Upkeep) -> None:
        """Begin where all lies as the rules have it."""
        self._session = session
        self._drafts = drafts
        self._upkeep = upkeep
        self._laid: dict[str, Part] = {}

    @property
    def laid(self) -> Mapping[str, Part]:
        """Give by component of which answer it is to be a part."""
        return self._laid

    def lay(self, gesture: Gesture, outcome: GestureOutcome, mode: Mode) -> Iterator[Act]:
        """Bring what was moved to where the rules say that it is: mostly where it lies now.

        What is part of a draft stays where somebody has laid it, and in `advise` also what was
        refused.
        """
        moved = getattr(gesture, "component", "")
        if moved not in self._session.state.inventory.components or mode == "off":
            return
        if outcome.draft is not None:
            self._laid[moved] = outcome.draft
        elif outcome.done or mode != "advise":
            yield self._upkeep.put_back(moved)

    def let_go(self) -> Iterator[Act]:
        """Bring back what is a part of no answer any more."""
        for component, draft in list(self._laid.items()):
            if not self._drafts.holds(draft):
                del self._laid[component]
                yield self._upkeep.put_back(component)
