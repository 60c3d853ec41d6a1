"""A folder of games, each a file of its own, so that what becomes of one is nothing to another.

With ``durability = "FULL"`` each answer is forced to the disk before it is acknowledged, so
neither a killed process nor a power cut loses one.  ``NORMAL`` is several times as fast and
survives the killed process, but not the power cut.  People never notice the one forced write
that FULL costs them; a run of bots that can be repeated may take NORMAL
(`tests/bench/bench_journal.py` measures both, beside the bare disk).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import choice
from typing import Any, Literal

import msgspec

from tts_tool.errors import BadInput, NotFound, Refused, Unavailable
from tts_tool.journal.before import is_from_before
from tts_tool.journal.legs import legs, page_of
from tts_tool.journal.logbook import Logbook, backups, placed
from tts_tool.journal.mending import Health, Salvaged, backed_up, checked, content, good, salvaged
from tts_tool.journal.pages import VERSION, Remembered, Title, WrittenPage, added, glance, written
from tts_tool.journal.presence import Presence
from tts_tool.journal.saved import Leg, Restart, Saved, TakenBack
from tts_tool.kernel.entries import Header
from tts_tool.kernel.inventory import Seat

__all__ = ["FORMAT", "Journal", "Summary", "now"]

FORMAT = "tts-tool journal game"
EXPORTED = 1
"""The version of an exported game."""
SUFFIX = ".game"

# The hyphen keeps away from the names that Windows has for devices.
_ID = re.compile(r"(?=.{1,60}\Z)[a-z0-9]+(-[a-z0-9]+)+")
_SIGNS = "bcdfghjkmnpqrstvwxz23456789"  # no vowels, no words; nothing that looks like another


class Summary(msgspec.Struct, frozen=True):
    """A game in the list of games."""

    id: str
    game: str
    seats: tuple[Seat, ...]
    begun: str
    played: str
    answers: int
    over: bool
    damaged: bool = False
    """Whether its file can't be read; `show` says more."""


def now() -> str:
    """Tell the time."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Journal(AbstractContextManager["Journal"]):
    """Many games in one folder; several processes may play different ones at once."""

    def __init__(self, path: Path, durability: Literal["FULL", "NORMAL"] = "FULL") -> None:
        """Open the folder, or make it."""
        self.path = Path(path)
        self._forced = durability == "FULL"
        self._signs: dict[str, Presence] = {}
        self._books: dict[str, Logbook] = {}
        self._together = 0
        self._unforced: set[str] = set()
        self._lost: set[str] = set()
        if is_from_before(self.path):
            what = "this file holds games as tts-tool kept them before: all in one file"
            fix = f"name a folder; then `tts-tool games import {path}` takes these games into it"
            raise BadInput(what, where=str(path), fix=fix)
        if self.path.is_file():
            fix = "name a folder, or one that does not exist yet"
            raise BadInput("this is a file, and no folder of games", where=str(path), fix=fix)
        with self._disk():
            self.path.mkdir(parents=True, exist_ok=True)

    def close(self) -> None:
        """Leave all games, so that others can play them."""
        for game in sorted(self._signs):
            self.let_go(game)

    def __exit__(self, *_: object) -> None:
        self.close()

    # Looking

    def games(self) -> list[Summary]:
        """List all games, those played last first, and last those that can't be read."""
        with self._disk():
            found = [_summary(path) for path in sorted(self.path.glob(f"*{SUFFIX}"))]
        there = (each for each in found if each is not None)
        return sorted(there, key=lambda each: each.played, reverse=True)

    def lost(self) -> list[str]:
        """Name the games of which only a backup is there."""
        with self._disk():
            saved = {backed_up(path) for path in self.path.glob(f"backup/*{SUFFIX}")}
            return sorted(game for game in saved if not self.path_of(game).exists())

    def show(self, game: str) -> Saved:
        """Read all that was written down of a game."""
        path = self._there(game)
        with self._disk():
            title, reading = good(path)
        pages = reading.pages
        return Saved(game, title.begun, pages[-1].at, pages[-1].over, legs(pages))

    def replies(self, game: str) -> list[Remembered]:
        """Give what was answered to requests that were done, the oldest first.

        Who begins to count anew may give again, under the same number, an answer that was taken
        back: those replies are forgotten.
        """
        with self._disk():
            pages = good(self._there(game))[1].pages
        replies: list[Remembered] = []
        for page in pages:
            if any(isinstance(line, TakenBack) for line in page.lines):
                replies = [each for each in replies if isinstance(each.request, str)]
            if page.reply is not None:
                replies.append(page.reply)
        return replies

    def check(self, game: str) -> Health:
        """Say whether a game is on the disk as it was written, and what can be had if it isn't."""
        with self._disk():
            return checked(self._there(game, lost=True))

    def export(self, game: str) -> dict[str, Any]:
        """Give a game as plain data, with what was taken back or set aside marked as such."""
        saved = self.show(game)
        document = msgspec.json.decode(msgspec.json.encode(saved))
        for leg, marks in zip(document["legs"], saved.status(), strict=True):
            for line, status in zip(leg["lines"], marks, strict=True):
                if status is not None:
                    line["status"] = status
        return {"format": FORMAT, "version": EXPORTED, **document}

    def path_of(self, game: str) -> Path:
        """Say which file a game is in; it need not be there."""
        return self.path / f"{game}{SUFFIX}"

    # Writing

    def create(self, leg: Leg | Header) -> str:
        """Begin a game with its first leg, or with nothing but a header; give its id."""
        first = Leg(leg) if isinstance(leg, Header) else leg
        at = now()
        saved = Saved("", at, at, over=False, legs=(first,))
        game = self._take(saved.game)
        try:
            self._put(game, saved)
            self._open(game)
        except BaseException:
            self.let_go(game)
            raise
        return game

    def load(self, document: object) -> str:
        """Take in a game that was exported, under its id or, if that is taken, a new one."""
        saved = _imported(document)
        game = self._take(saved.game, saved.id)
        try:
            self._put(game, saved)
            self._open(game)
        finally:
            self.let_go(game)
        return game

    def delete(self, game: str) -> None:
        """Forget a game with its backups, unless somebody is playing it."""
        path = self._there(game)
        with self.alone(game), self._disk():
            for each in (path, *backups(path)):
                each.unlink(missing_ok=True)

    def salvage(self, game: str) -> Salvaged:
        """Put a damaged game together from all that is good of it; nothing is thrown away."""
        path = self._there(game, lost=True)
        with self.alone(game), self._disk():
            return salvaged(path, self.path / "broken", forced=self._forced)

    def add_leg(self, game: str, leg: Leg, answers: int, *, over: bool) -> None:
        """Begin a new leg of a game."""
        bare = msgspec.structs.replace(leg, restarts=())
        self.write(game, page_of(bare, now(), answers, over=over), leg.restarts)

    def write(self, game: str, page: WrittenPage, restarts: Iterable[Restart] = ()) -> None:
        """Add a page to a game.  When this comes back it is on the disk."""
        if game not in self._books:
            raise Unavailable(f"{game} was left", where=str(self.path), fix="resume it")
        book = self._books[game]
        with self._losing([game]):
            book.add(page, restarts)
            if self._together == 0:
                book.force()
            else:
                self._unforced.add(game)

    @contextmanager
    def together(self) -> Iterator[None]:
        """Force all that is written meanwhile to the disk at once, when it is over.

        If that fails nobody may learn of it: the games that were written stop.
        """
        self._together += 1
        try:
            yield
        finally:
            self._together -= 1
            if self._together == 0:
                games, self._unforced = self._unforced, set()
                for game in games & {*self._books}:
                    with self._losing([game]):
                        self._books[game].force()
                if games & self._lost:
                    raise Unavailable("what was done is not on the disk", where=str(self.path))

    def lost_hold_of(self, game: str) -> bool:
        """Tell whether something could not be written down of a game, which stops then."""
        return game in self._lost

    @contextmanager
    def _losing(self, games: Iterable[str]) -> Iterator[None]:
        try:
            with self._disk():
                yield
        except BaseException:
            self._lost.update(games)
            raise

    # Playing alone

    def hold(self, game: str) -> None:
        """Be the only one who plays a game; refused, saying who plays it, if somebody does."""
        self._there(game)
        self._sign(game)
        try:
            self._open(game)
        except BaseException:
            self.let_go(game)
            raise

    def let_go(self, game: str) -> None:
        """Let others play a game."""
        try:
            if game in self._books:
                with self._losing([game]):
                    self._books.pop(game).close()
        finally:
            if game in self._signs:
                with self._disk():
                    self._signs.pop(game).take_down()

    @contextmanager
    def alone(self, game: str) -> Iterator[None]:
        """Keep everybody else away from a game."""
        self._sign(game)
        try:
            yield
        finally:
            self.let_go(game)

    def _sign(self, game: str) -> None:
        with self._disk():
            sign = Presence.put_up(self.path / "playing" / game, now())
        if not isinstance(sign, Presence):
            by = f": {sign}" if sign else ""
            raise Refused(f"{game} is being played{by}", fix="leave it there first")
        self._signs[game] = sign

    # Files

    def _there(self, game: str, *, lost: bool = False) -> Path:
        """Find the file of a game; one that was lost may be there as its backup alone."""
        path = self.path_of(game)
        files = (path, *backups(path)) if lost else (path,)
        if not _ID.fullmatch(game) or not any(each.exists() for each in files):
            raise NotFound(f'no saved game "{game}"', where=str(self.path))
        return path

    def _open(self, game: str) -> None:
        with self._disk():
            title, reading = good(self.path_of(game))
            self._books[game] = Logbook(self.path_of(game), reading, title, forced=self._forced)
        self._lost.discard(game)

    def _put(self, game: str, saved: Saved) -> None:
        """Make the file of a game, each leg on one page."""
        title = Title(VERSION, saved.game, saved.seats, saved.begun)
        pages = [page_of(leg, saved.played, saved.answers, over=saved.over) for leg in saved.legs]
        with self._disk():
            placed(self.path_of(game), written(title, added(pages)), forced=self._forced)

    def _take(self, name: str, wanted: str = "") -> str:
        """Be alone with an id that no game has: the one wanted, or a name and a few signs."""
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "game"
        while True:
            game = wanted or f"{slug}-{''.join(choice(_SIGNS) for _ in range(4))}"
            wanted = ""
            with suppress(Refused):  # somebody is about to take it, too
                if _ID.fullmatch(game) and not self.path_of(game).exists():
                    self._sign(game)
                    if not self.path_of(game).exists():
                        return game
                    self.let_go(game)

    @contextmanager
    def _disk(self) -> Iterator[None]:
        """Make a plain word of what the disk has against it."""
        try:
            yield
        except OSError as problem:
            what = problem.strerror or str(problem)
            raise Unavailable(f"the journal of games: {what}", where=str(self.path)) from problem


def _summary(path: Path) -> Summary | None:
    """Say of a file which game it holds; only its first and last lines are looked at."""
    found = None
    if not path.exists():
        return None
    try:
        with suppress(BadInput):
            data = content(path)
            found = None if data is None else glance(data)
    except FileNotFoundError:  # it was deleted in this very moment
        return None
    if found is None:
        return Summary(path.stem, "", (), "", "", 0, over=False, damaged=True)
    title, stands = found
    return Summary(
        path.stem, title.game, title.seats, title.begun, stands.at, stands.answers, stands.over
    )


def _imported(document: object) -> Saved:
    """Read an exported game, or say what is wrong with it."""
    known = document if isinstance(document, dict) else {}
    if known.get("format") != FORMAT:
        raise BadInput("this is no exported game", fix="`tts-tool games export` makes one")
    if known.get("version") != EXPORTED:
        raise BadInput(f"an exported game of version {known.get('version')}", fix="update tts-tool")
    try:
        saved = msgspec.convert(document, Saved)
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"this exported game can't be read: {problem}") from problem
    flaw = saved.flaw()
    if flaw:
        raise BadInput(f"this exported game makes no sense: {flaw}")
    return saved
