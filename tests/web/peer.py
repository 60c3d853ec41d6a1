"""A referee without rules: meets a table, tells it what a test wants, hears what it reports."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from tts_tool.referee.table.acts import Act
from tts_tool.referee.table.meeting import PROTOCOL
from tts_tool.referee.table.told import Line, Permits, Question, Told, Verdict
from tts_tool.table import Table
from tts_tool.table import notices as noticed

__all__ = ["SECRET", "Peer"]

SECRET = "between the two of us"  # noqa: S105  # of a game that ends with the test
WORDS = {
    "en": {"again": "As before.", "away": "The referee is away.", "spectator": "You have no seat."},
    "de": {"away": "Die Schiedsrichterin ist weg.", "spectator": "Du hast keinen Platz."},
}
EVERY_VETO = (
    "onPlayerAction",
    "tryObjectRandomize",
    "tryObjectRotate",
    "tryObjectStateChange",
    "tryObjectEnterContainer",
    "onObjectNumberTyped",
)
PATIENCE = 1_500


class Peer:
    """Whoever sits at the other end of a table's channel."""

    def __init__(self, table: Table, game: str, *, mode: str = "enforce") -> None:
        self.table = table
        self.game = game
        self.mode: Any = mode
        self.epoch = 0
        self.step = 0
        self.reports: list[dict[str, Any]] = []
        self.secret = SECRET
        table.listen(self._hear)

    def _hear(self, notices: Sequence[noticed.Notice]) -> None:
        for each in notices:
            if isinstance(each, noticed.ExternalNotice):
                assert each.message["secret"] == self.secret
                self.reports.append(json.loads(each.message["body"]))

    # Telling

    def meet(self, **more: object) -> dict[str, Any]:
        """Greet the table; give its answer."""
        greeting: dict[str, object] = {
            "protocol": PROTOCOL,
            "secret": self.secret,
            "game": self.game,
            "mode": self.mode,
            "words": WORDS,
            "tongues": {},
            "proven": EVERY_VETO,
            "count": 0,
        }
        text = json.dumps({**greeting, **more})
        answer: dict[str, Any] = json.loads(
            self.table.execute(f"return meet_referee([=[{text}]=])"),
        )
        return answer

    def begin(self, **permits: Permits) -> None:
        """Meet the table, wait for its hello, and take up a game with it."""
        self.meet()
        self.table.run(3)
        (hello,) = self.heard("hello")
        self.epoch, self.step = hello["epoch"] + 1, 0
        self.reports.clear()
        self.tell(permits=permits)
        self.table.run(3)

    def tell(
        self,
        *acts: Act,
        verdicts: Sequence[Verdict] = (),
        lines: Sequence[Line] = (),
        permits: Mapping[str, Permits] | None = None,
        panels: Mapping[str, tuple[Question, ...]] | None = None,
        mode: str = "",
    ) -> int:
        """Tell the table something; give the step to which it leads."""
        self.mode = mode or self.mode
        told = Told(
            epoch=self.epoch,
            since=self.step,
            step=self.step + 1,
            mode=self.mode,
            acts=acts,
            verdicts=tuple(verdicts),
            lines=tuple(lines),
            permits=dict(permits or {}),
            panels=dict(panels or {}),
        )
        self.step += 1
        self.send(msgspec.to_builtins(told))
        return self.step

    def send(self, told: Mapping[str, Any]) -> None:
        """Send a message as it is."""
        body = json.dumps(told)
        self.table.external_message({"kind": "told", "secret": self.secret, "body": body})

    # Hearing

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """List the reports of a kind, the first of them first."""
        return [each for each in self.reports if each["kind"] == kind]

    def gestures(self) -> list[dict[str, Any]]:
        """List what hands are reported to have done."""
        return [{**each["gesture"], "colour": each["colour"]} for each in self.heard("gestured")]

    def frames_until_did(self, step: int) -> int:
        """Let frames pass until the acts of a step are done; give how many it took."""
        for frame in range(PATIENCE):
            if any(each["step"] == step for each in self.heard("did")):
                return frame
            self.table.run(1)
        msg = f"not done in {PATIENCE} frames: {self.reports[-5:]} {self.table.errors[-3:]}"
        raise AssertionError(msg)

    def performed(self, *acts: Act) -> int:
        """Tell the table to do something; give how many frames it took."""
        return self.frames_until_did(self.tell(*acts))

    def settle(self, **verdicts: object) -> None:
        """Take all gestures so far as done, or refuse them."""
        done = bool(verdicts.get("done", True))
        say = str(verdicts.get("say", ""))
        waiting = [each for each in self.reports if each["kind"] in {"gestured", "said"}]
        self.reports.clear()
        self.tell(verdicts=[Verdict(each["n"], each["colour"], done, say) for each in waiting])
        self.table.run(3)
