"""Games in which everything goes wrong, and table and rules stay together all the same.

    python -m tts_tool.playtest.lockstep --games 300 --into lockstep

plays whole games of Old World, or of another `--game`, at its table, without Tabletop Simulator:
bots with hands, by turns such as take anything and such as know the game, and in every third game
one gesture in five illegal, and faults of all kinds in between. After each of them the table must
show what the rules say, no answer that was accepted may be lost, every refusal must be right, and
nothing may hang. Each game leaves a file in the folder; what has its file is not played again.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from tts_tool.errors import ExitCode, NotFound, Refused
from tts_tool.garbage import seldom_swept
from tts_tool.journal import Journal
from tts_tool.kernel.decisions import Decision
from tts_tool.patience import remove_folder
from tts_tool.playtest.bots import BOTS, KNOWN, Bot
from tts_tool.playtest.demo import Drifted
from tts_tool.playtest.faults import (
    ALWAYS,
    AT_REST,
    INJECTED,
    TRIED_AGAIN,
    Fault,
    illegal,
    in_full,
)
from tts_tool.playtest.faults import broken as broken_now
from tts_tool.playtest.hands import Hands
from tts_tool.playtest.shown import Shown
from tts_tool.playtest.stage import STAGES, Stage
from tts_tool.playtest.stormy import Stormy, StormyWay
from tts_tool.playtest.tally import AMID, LANGUAGES, MODES, SEATS, PlayedGame, in_words, summary
from tts_tool.referee.table.meeting import VETOES
from tts_tool.referee.table.resuming import RESUME
from tts_tool.saves.swap import replace_file
from tts_tool.table.switches import Switches
from tts_tool.texts import house

__all__ = ["Lockstep", "bot_of", "play", "way_of"]

ILLEGAL: Final = 0.2
RESTLESS: Final = 0.1
"""How often something happens between two answers, and how often while one is performed."""
LATEST: Final = 24
"""Frames, 0.4 s: so late a message is at most."""
NOTICED: Final = 20
"""So many seconds of the table a difference may stay that nobody was told of."""
TRIES: Final = 12
"""An answer is lost where something strikes, which is seldom: twelve times in a row has a cause."""
LONGEST: Final = 20_000
"""Twice `proof.laws.ENDLESS`, which no game reaches: one that does comes to an end all the same."""
IN_A_ROW: Final = 15
"""So many games the same bots play: in them every number of seats plays in every weather."""
_SECOND: Final = 60
_EVERY: Final = 5
"""After so many answers the game saves itself."""
_LATEST: Final = 20
"""So many of the latest answers are compared while no referee has died."""
_SHOWN: Final = 700
"""Letters of what differs; any number does, as the first of it says where to look."""
_WORDS_OF_TROUBLE: Final = (
    *("stumbled", "not-written", "fault"),
    *("put-right", "not-put-right", "done-otherwise", "gone"),
)


def way_of(number: int, games: int, counts: Sequence[int] = SEATS) -> tuple[int, StormyWay]:
    """Say how many play in a game of so many, and how: all seats, modes, switches, languages.

    Every third is stormy. Who only advises puts nothing back: only calm games are played so.
    """
    turned = [each.turned for _, each in Switches().each_turned()][number::games]
    several, kind = divmod(number, 3)
    return counts[(number + 1) % len(counts)], StormyWay(
        mode="advise" if kind == 1 and several % 3 == 0 else MODES[several % len(MODES)],
        language=LANGUAGES[several // 2 % len(LANGUAGES)],
        proven=VETOES if several % 2 else (),
        switches={name: value for each in turned for name, value in each.items()},
        latest=0 if several % 3 == 0 else LATEST,
        calm=kind > 0,
    )


def bot_of(number: int, game: str) -> str:
    """Name who plays a game: by turns whoever takes anything, and the best bot there is for it.

    The one comes to where nobody would go; the other to where people come, in half as many answers.
    """
    return KNOWN.get(game, "random") if number // IN_A_ROW % 2 else "random"


class Lockstep:
    """One game, and what has happened in it so far."""

    def __init__(self, top: Stormy, bots: Mapping[str, Bot], *, often: float = 1.0) -> None:
        """Let bots play, with so many times the usual faults unless it is to be calm."""
        self.top = top
        self.bots = bots
        self.restless = RESTLESS * often
        self.chance = top.chance
        self.shown = Shown(top)
        self.happened: Counter[str] = Counter()
        self.answers = self.mended = 0
        self._accepted: list[bytes] = []
        self._struck = False
        self._broken: Counter[str] = Counter()
        self._stumbles = self._read = self._errors = self._begun = 0

    async def play(self, most: int = LONGEST) -> None:
        """Play to the end, or so many answers."""
        top = self.top
        await top.settle()
        await self._compare("the set-up")
        while not top.host.session.over and self.answers < most:
            if not self.top.way.calm:
                await self._happen()
            await self._answer()
            self.answers += 1
            if not top.way.calm and self.answers % _EVERY == 0:  # of a calm one nobody loads any
                top.autosave()
        await top.kill()
        await top.resurrect()
        await top.settle()
        await self._compare("the last referee")

    # What happens

    async def _happen(self) -> None:
        """Let something go wrong, or not."""
        if self.chance.random() < ILLEGAL:
            await self._do("illegal", illegal)
        if self.chance.random() < self.restless:
            name = self.chance.choice(sorted(AT_REST))
            await self._do(name, AT_REST[name])
        if self.chance.random() < self.restless:
            name = self.chance.choice(sorted(ALWAYS))
            self.top.strikes.append(self._strike(name))

    async def _do(self, name: str, fault: Fault) -> None:
        self.happened[name] += 1
        await fault(self.top)
        await self.top.settle()
        await self._compare(name)

    def _strike(self, name: str) -> Fault:
        """Let something happen in the middle of what the table does."""

        async def strike(top: Stormy) -> None:
            await top.go_on(self.chance.randint(0, 40))
            self.happened[f"{name}{AMID}"] += 1
            self._struck = True
            await ALWAYS[name](top)

        return strike

    async def _answer(self) -> None:
        """Let one seat answer; what was lost with a referee is answered again."""
        top = self.top
        before = len(top.host.session.timeline.entries)
        self._struck = bool(top.injected or self._broken)
        what = ""
        for _ in range(TRIES):
            what = await self._try()
            await self._compare(what)
            entries = len(top.host.session.timeline.entries)
            if entries > before or top.host.session.over:
                return
            if entries == before and not self._struck:
                said = [line.text for line in top.table.chat[-3:]]
                raise Drifted(f"{what} was not taken: {said}")
            before = entries  # fewer, where some were taken back with the table
        raise Drifted(f"{what} was not taken, however often it was tried")

    async def _try(self) -> str:
        host = self.top.host
        rolls = list(host.chance.for_hands())
        if rolls:
            roller = host.chance.rollers(rolls[0])[0]
            await Hands(self.top, roller).roll(rolls[0])
            return rolls[0].id
        decision = self._next()
        answer = self.bots[decision.seat].answer(decision)
        try:
            await Hands(self.top, decision.seat).answer(decision, answer)
        except (NotFound, Refused):  # half of the answer was given before something happened
            if not self._struck:
                raise
            await self.top.settle()
        return f"{decision.id} = {answer!r}"

    def _next(self) -> Decision[Any]:
        session = self.top.host.session
        for decision in session.open("*"):
            if decision.seat and not session.waits_for(decision):
                return decision
        raise Drifted("nobody is asked anything, and the game is not over", where="the referee")

    # What must be so

    async def _compare(self, after: str) -> None:
        """See that the table shows what the rules say, that nothing is lost, that people know."""
        top = self.top
        await self._go_on_with_the_game()
        drift = top.drift(whole=self._struck)
        self.mended += bool(drift)
        for _ in range(NOTICED):
            if not drift:
                break
            await top.go_on(_SECOND)
            await top.settle()
            drift = top.drift()
        where = f"answer {self.answers}, after {after}"
        if drift:
            places = "; ".join(f"{place}: {each}" for place, each in drift.items())
            raise Drifted(f"table and rules differ: {places[:_SHOWN]}", where=where)
        ours = [each for each in top.table.errors if INJECTED not in each.error]
        if ours:
            raise Drifted(f"an error of the table: {ours[0]}", where=where)
        # What failed on the screen is shown a moment later.
        if self._broken and self._broken - broken_now(top):
            await top.go_on(_SECOND)
            await top.settle()
        self.shown.check()
        self._compare_answers(where)
        await self._told_of_trouble(where)

    def _compare_answers(self, where: str) -> None:
        """See that whatever was accepted is there, unless it was taken back and people know."""
        top, known = self.top, self._accepted
        since = 0 if self._begun != top.beginnings else max(0, len(known) - _LATEST)
        fresh = [msgspec.json.encode(e) for e in top.host.session.timeline.entries[since:]]
        pairs = zip(fresh, known[since:], strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        if since + same < len(known):
            if self._said("turned-back-too") == 0:
                raise Drifted("an answer that was accepted is lost", where=where)
            self.happened["taken back with the table"] += 1
        known[since:] = fresh

    async def _go_on_with_the_game(self) -> None:
        """Where a table that was loaded shows another moment, say that the game goes on."""
        top = self.top
        for _ in range(TRIES):
            ways = top.asked_which()
            asked = [each for each in ways if each[1].startswith(f"{RESUME}game")]
            if not asked:
                return
            self.happened["asked which goes on"] += 1
            seat, press = self.chance.choice(asked)
            Hands(top, seat).press(press)
            await top.settle()

    async def _told_of_trouble(self, where: str) -> None:
        """See that people have been told of what failed, in the referee or in the script."""
        top = self.top
        strange = [each for each in top.stumbles if INJECTED not in each.trace]
        if strange:
            raise Drifted(f"the referee stumbled: {strange[0].trace}", where=where)
        left = Counter[str]() if top.way.calm else broken_now(top)
        if self._begun != top.beginnings:  # a new script is whole, and nobody heard the old one
            self._begun, self._broken = top.beginnings, left
        self._stumbles = max(self._stumbles, top.silenced)
        for second in range(NOTICED + 1):
            fell = {*(self._broken - left)} - TRIED_AGAIN
            if self._tells() or not (fell or len(top.stumbles) > self._stumbles):
                break
            if second == NOTICED:
                raise Drifted(f"something failed, and nobody was told: {fell}", where=where)
            await top.go_on(_SECOND)
            left = broken_now(top)
        self._broken, self._stumbles = left, len(top.stumbles)
        self._read, self._errors = len(top.table.chat), len(top.table.errors)

    def _tells(self) -> bool:
        """Tell whether people were told of trouble since somebody looked."""
        top = self.top
        shown = len(top.table.errors) > self._errors  # the game shows them itself
        return shown or self._said(*_WORDS_OF_TROUBLE) > 0

    def _said(self, *codes: str) -> int:
        """Count how often people were told one of some things since somebody looked."""
        texts = house("referee", "meeting")
        words = [texts[code][self.top.way.language].split(" (")[0] for code in codes]
        new = [line.text for line in in_full(self.top, self._read)]
        return sum(any(word in text for word in words) for text in new)


async def play(  # noqa: PLR0913  # a game, how it is played, and how far
    stage: Stage,
    folder: Path,
    number: int,
    games: int,
    *,
    stormy: bool = False,
    most: int = LONGEST,
    often: float = 1.0,
    bot: str = "",
) -> PlayedGame:
    """Play a game, and say what came of it; what must not be stands in `failed`.

    By chance a game may go on for ever where nobody pursues what wins it: `bot` names who knows it,
    if it is not to be whose turn it is.
    """
    bot = bot or bot_of(number, stage.ruleset.name)
    seats, way = way_of(number, games, stage.counts)
    if stormy:
        way = way._replace(calm=False, mode="enforce" if way.mode == "advise" else way.mode)
    begun = _used()
    row = PlayedGame(
        game=number,
        bot=bot,
        calm=way.calm,
        seats=seats,
        mode=way.mode,
        language=way.language,
        switches={**way.switches},
    )
    with Journal(folder, durability="NORMAL") as journal:
        top = Stormy(stage, journal, stage.begin(journal, seats, str(number)), way, number)
        bots = {seat: BOTS[bot](f"{number}/{seat}") for seat in top.host.session.seats}
        steps = Lockstep(top, bots, often=often)
        async with top:
            try:
                with seldom_swept():
                    await steps.play(most)
            except Exception as error:  # noqa: BLE001  # whatever it is, it came of the game
                row.failed = f"{type(error).__name__}: {error}"
            finally:
                for mend in [*top.injected]:
                    mend()
            row.answers, row.accepted = steps.answers, top.host.session.step
            row.over, row.mended = top.host.session.over, steps.mended
            row.frames, row.longest = top.table.frame, top.longest
            row.verdicts, row.slowest = steps.shown.verdicts, steps.shown.slowest
            row.broken = top.broken
            row.faults = dict(sorted(steps.happened.items()))
    row.seconds = round(_used() - begun, 1)
    return row


def _used() -> float:
    """Say how much processor time we have used, and all tables that were closed."""
    return sum(os.times()[:4])


@click.command()
@click.option("--games", default=300, show_default=True, help="How many games there are.")
@click.option("--into", required=True, type=click.Path(file_okay=False, path_type=Path))
@click.option("--only", multiple=True, type=int, help="Play this one, again if need be.")
@click.option("--game", type=click.Choice([*STAGES]), default="old-world", show_default=True)
@click.option("--with", "boxes", multiple=True, help="A box to play with; may be repeated.")
@click.option("--bot", type=click.Choice([*BOTS]), help="Who plays all of them.")
def main(  # noqa: PLR0913, PLR0917  # one parameter per option
    games: int,
    into: Path,
    only: tuple[int, ...],
    game: str,
    boxes: tuple[str, ...],
    bot: str | None,
) -> None:
    """Play games that have not been played yet, and say what came of all of them."""
    stage = STAGES[game](*boxes)
    for number in only or range(games):
        file = into / f"{number}.json"
        if file.exists() and not only:
            continue
        into.mkdir(parents=True, exist_ok=True)
        journal = into / f"{number}.journal"
        if journal.exists():  # of a game that was begun, and not played to its end
            remove_folder(journal)
        row = asyncio.run(play(stage, journal, number, games, bot=bot or ""))
        replace_file(file, msgspec.json.encode(row))
        click.echo(in_words(row), err=True)
        if not row.failed:
            remove_folder(journal)
    played = [
        msgspec.json.decode(each.read_bytes(), type=PlayedGame) for each in into.glob("*.json")
    ]
    click.echo(msgspec.json.format(msgspec.json.encode(summary(played, stage.counts))).decode())
    if any(row.failed for row in played):
        sys.exit(ExitCode.FINDING)


if __name__ == "__main__":
    main()
