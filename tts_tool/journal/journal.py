"""One SQLite file with many games.

The write-ahead log with ``synchronous = FULL``: each answer is forced to the disk before it
is acknowledged, so neither a killed process nor a power cut loses one.  ``NORMAL`` is several
times as fast and survives the killed process, but not the power cut.  People never notice the
one forced write that FULL costs them; a run of bots that can be repeated may take NORMAL
(`tests/bench/bench_journal.py` measures both, beside the bare disk).
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from secrets import choice
from typing import Any, Literal

import msgspec

from tts_tool.errors import BadInput, NotFound, Refused, Unavailable
from tts_tool.journal.notices import Notice
from tts_tool.journal.presence import Holder, Presence, is_there
from tts_tool.journal.saved import AnyLine, Leg, Origin, Restart, Saved
from tts_tool.kernel.inventory import Seat
from tts_tool.kernel.timeline import Header

__all__ = ["FORMAT", "Journal", "Page", "Summary", "now"]

FORMAT = "tts-tool journal game"
VERSION = 1
APPLICATION = 0x7474736A  # "ttsj": what `file` and other programs may know the file by

NEWEST = 16
"""So many restart points are all kept; of the older ones every so many-th."""

SCHEMA = """
CREATE TABLE game (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, seats TEXT NOT NULL,
    begun TEXT NOT NULL, played TEXT NOT NULL,
    answers INTEGER NOT NULL, over INTEGER NOT NULL, holder TEXT
) WITHOUT ROWID;
CREATE TABLE leg (
    game TEXT NOT NULL, leg INTEGER NOT NULL, head BLOB NOT NULL, PRIMARY KEY (game, leg)
) WITHOUT ROWID;
CREATE TABLE line (
    game TEXT NOT NULL, leg INTEGER NOT NULL, n INTEGER NOT NULL, line BLOB NOT NULL,
    PRIMARY KEY (game, leg, n)
) WITHOUT ROWID;
CREATE TABLE restart (
    game TEXT NOT NULL, leg INTEGER NOT NULL, n INTEGER NOT NULL, restart BLOB NOT NULL,
    PRIMARY KEY (game, leg, n)
) WITHOUT ROWID;
"""
TABLES = ("restart", "line", "leg", "game")

_LINES: msgspec.json.Decoder[AnyLine] = msgspec.json.Decoder(AnyLine)
_RESTARTS = msgspec.json.Decoder(Restart)
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_SIGNS = "bcdfghjkmnpqrstvwxz23456789"  # no vowels, no words; nothing that looks like another


class Head(msgspec.Struct, frozen=True):
    """A leg without its lines."""

    header: Header
    origin: Origin | None
    notices: tuple[Notice, ...]


class Summary(msgspec.Struct, frozen=True):
    """A game in the list of games."""

    id: str
    game: str
    seats: tuple[Seat, ...]
    begun: str
    played: str
    answers: int
    over: bool


class Page(msgspec.Struct, frozen=True):
    """What is written in one go: all of it, or nothing."""

    first: int
    """The number of its first line."""
    lines: Sequence[AnyLine]
    answers: int
    over: bool
    restart: Restart | None = None


def now() -> str:
    """Tell the time."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Journal(AbstractContextManager["Journal"]):
    """Many games in one file; several processes may play different ones at once."""

    def __init__(self, path: Path, durability: Literal["FULL", "NORMAL"] = "FULL") -> None:
        """Open the file, or make it."""
        self.path = Path(path)
        self._folder = self.path.with_name(f"{self.path.name}-players")
        self._presence: Presence | None = None
        self._held: set[str] = set()
        self._disk = _opened(self.path, durability)

    def close(self) -> None:
        """Leave all games, so that others can play them, and close the file."""
        for game in sorted(self._held):
            self.let_go(game)
        if self._presence is not None:
            self._presence.close()
            self._presence = None
        self._disk.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    # Looking

    def games(self) -> list[Summary]:
        """List all games, those played last first."""
        columns = "id, name, seats, begun, played, answers, over"
        rows = self._read(f"SELECT {columns} FROM game ORDER BY played DESC, id")  # noqa: S608
        return [
            Summary(game, name, tuple(seats.split(",")), begun, played, answers, bool(over))
            for game, name, seats, begun, played, answers, over in rows
        ]

    def show(self, game: str) -> Saved:
        """Read all that was written down of a game."""
        with self._transaction("DEFERRED"):
            return self._saved(game)

    def export(self, game: str) -> dict[str, Any]:
        """Give a game as plain data, with what was taken back or set aside marked as such."""
        saved = self.show(game)
        document = msgspec.json.decode(msgspec.json.encode(saved))
        for leg, marks in zip(document["legs"], saved.status(), strict=True):
            for line, status in zip(leg["lines"], marks, strict=True):
                if status is not None:
                    line["status"] = status
        return {"format": FORMAT, "version": VERSION, **document}

    # Writing

    def create(self, leg: Leg | Header) -> str:
        """Begin a game with its first leg, or with nothing but a header; give its id."""
        first = Leg(leg) if isinstance(leg, Header) else leg
        at = now()
        with self._transaction():
            game = self._fresh(first.header.game)
            self._insert(Saved(game, at, at, over=False, legs=(first,)))
        self.hold(game)
        return game

    def load(self, document: object) -> str:
        """Take in a game that was exported, under its id or, if that is taken, a new one."""
        saved = _imported(document)
        with self._transaction():
            taken = self._read("SELECT 1 FROM game WHERE id = ?", saved.id)
            if taken or not _ID.fullmatch(saved.id):
                saved = msgspec.structs.replace(saved, id=self._fresh(saved.game))
            self._insert(saved)
        return saved.id

    def delete(self, game: str) -> None:
        """Forget a game, unless somebody is playing it."""
        with self._transaction():
            self._free(game)
            for table in TABLES:
                column = "id" if table == "game" else "game"
                self._disk.execute(f"DELETE FROM {table} WHERE {column} = ?", (game,))  # noqa: S608

    def add_leg(self, game: str, leg: Leg, *, over: bool) -> None:
        """Begin a new leg of a game."""
        with self._transaction():
            before = self._saved(game)
            self._insert_leg(game, len(before.legs), leg)
            answers = self._saved(game).answers
            self._stand(game, answers, over=over)

    def write(self, game: str, leg: int, page: Page) -> None:
        """Add lines to a leg.  When this comes back they are on the disk."""
        with self._transaction():
            self._lines(game, leg, page.first, page.lines)
            if page.restart is not None:
                self._thin(game, leg, self._restart(game, leg, page.restart))
            self._stand(game, page.answers, over=page.over)

    # Playing alone

    def hold(self, game: str) -> None:
        """Be the only one who plays a game; refused, saying who plays it, if somebody does."""
        if self._presence is None:
            self._presence = Presence(self._folder)
        with self._transaction():
            self._free(game)
            holder = msgspec.json.encode(self._presence.holder(now()))
            self._disk.execute("UPDATE game SET holder = ? WHERE id = ?", (holder, game))
        self._held.add(game)

    def let_go(self, game: str) -> None:
        """Let others play a game."""
        if game in self._held:
            with self._transaction():
                self._disk.execute("UPDATE game SET holder = NULL WHERE id = ?", (game,))
            self._held.discard(game)

    def _free(self, game: str) -> None:
        """See that nobody plays a game, neither elsewhere nor in this very process."""
        rows = self._read("SELECT holder FROM game WHERE id = ?", game)
        if not rows:
            raise NotFound(f'no saved game "{game}"', where=str(self.path))
        if rows[0][0] is None:
            return
        holder = msgspec.json.decode(rows[0][0], type=Holder)
        if is_there(self._folder, holder.presence):
            raise Refused(f"{game} is being played: {holder}", fix="leave it there first")

    # Rows

    @contextmanager
    def _transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        """Do all of it or nothing; what the disk has against it becomes a plain word."""
        try:
            self._disk.execute(f"BEGIN {kind}")
            yield
            self._disk.execute("COMMIT")
        except BaseException as problem:
            with suppress(sqlite3.Error):  # what failed may have rolled back already
                self._disk.execute("ROLLBACK")
            if isinstance(problem, sqlite3.Error):
                raise Unavailable(
                    f"the journal of games: {problem}", where=str(self.path)
                ) from problem
            raise

    def _read(self, query: str, *values: str | int) -> list[Any]:
        return self._disk.execute(query, values).fetchall()

    def _saved(self, game: str) -> Saved:
        rows = self._read("SELECT begun, played, over FROM game WHERE id = ?", game)
        if not rows:
            raise NotFound(f'no saved game "{game}"', where=str(self.path))
        begun, played, over = rows[0]
        heads = self._read("SELECT head FROM leg WHERE game = ? ORDER BY leg", game)
        legs = tuple(self._leg(game, leg, head) for leg, (head,) in enumerate(heads))
        return Saved(game, begun, played, bool(over), legs)

    def _leg(self, game: str, leg: int, head: bytes) -> Leg:
        known = msgspec.json.decode(head, type=Head)
        lines = self._read("SELECT line FROM line WHERE game = ? AND leg = ? ORDER BY n", game, leg)
        restarts = self._read(
            "SELECT restart FROM restart WHERE game = ? AND leg = ? ORDER BY n", game, leg
        )
        return Leg(
            known.header,
            tuple(_LINES.decode(line) for (line,) in lines),
            tuple(_RESTARTS.decode(restart) for (restart,) in restarts),
            known.origin,
            known.notices,
        )

    def _insert(self, saved: Saved) -> None:
        self._disk.execute(
            "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
            (
                saved.id,
                saved.game,
                ",".join(saved.seats),
                saved.begun,
                saved.played,
                saved.answers,
                saved.over,
            ),
        )
        for number, leg in enumerate(saved.legs):
            self._insert_leg(saved.id, number, leg)

    def _insert_leg(self, game: str, number: int, leg: Leg) -> None:
        head = msgspec.json.encode(Head(leg.header, leg.origin, leg.notices))
        self._disk.execute("INSERT INTO leg VALUES (?, ?, ?)", (game, number, head))
        self._lines(game, number, 0, leg.lines)
        for restart in leg.restarts:
            self._restart(game, number, restart)

    def _lines(self, game: str, leg: int, first: int, lines: Sequence[AnyLine]) -> None:
        rows = [(game, leg, n, msgspec.json.encode(line)) for n, line in enumerate(lines, first)]
        self._disk.executemany("INSERT INTO line VALUES (?, ?, ?, ?)", rows)

    def _stand(self, game: str, answers: int, *, over: bool) -> None:
        """Note in the list of games how the game stands."""
        self._disk.execute(
            "UPDATE game SET played = ?, answers = ?, over = ? WHERE id = ?",
            (now(), answers, over, game),
        )

    def _restart(self, game: str, leg: int, restart: Restart) -> int:
        where = "FROM restart WHERE game = ? AND leg = ?"
        ((n,),) = self._read(f"SELECT coalesce(max(n) + 1, 0) {where}", game, leg)
        row = (game, leg, n, msgspec.json.encode(restart))
        self._disk.execute("INSERT INTO restart VALUES (?, ?, ?, ?)", row)
        return int(n)

    def _thin(self, game: str, leg: int, newest: int) -> None:
        """Give up the restart point that has just become old, except every so many-th."""
        if newest % NEWEST:
            old = (game, leg, newest - NEWEST)
            self._disk.execute("DELETE FROM restart WHERE game = ? AND leg = ? AND n = ?", old)

    def _fresh(self, name: str) -> str:
        """Make an id that nobody has: the name of the game and a few signs."""
        slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40] or "game"
        while True:
            game = f"{slug}-{''.join(choice(_SIGNS) for _ in range(4))}"
            if not self._read("SELECT 1 FROM game WHERE id = ?", game):
                return game


def _opened(path: Path, durability: str) -> sqlite3.Connection:
    """Open the file and see that it is a journal that this version can read."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        disk = sqlite3.connect(path, isolation_level=None, timeout=30)
    except sqlite3.Error as problem:
        raise Unavailable(f"the journal of games: {problem}", where=str(path)) from problem
    try:
        _prepare(disk, path, durability)
    except sqlite3.OperationalError as problem:
        disk.close()
        raise Unavailable(f"the journal of games: {problem}", where=str(path)) from problem
    except sqlite3.DatabaseError as problem:
        disk.close()
        raise BadInput(f"this is no journal of games: {problem}", where=str(path)) from problem
    except BaseException:
        disk.close()
        raise
    return disk


def _prepare(disk: sqlite3.Connection, path: Path, durability: str) -> None:
    # Under EXCLUSIVE so that of two processes that come at once one waits and finds all done.
    disk.execute("PRAGMA busy_timeout = 30000")
    disk.execute("BEGIN EXCLUSIVE")
    application = _pragma(disk, "application_id")
    version = _pragma(disk, "user_version")
    empty = not disk.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if empty:
        for statement in SCHEMA.split(";"):
            disk.execute(statement)
        disk.execute(f"PRAGMA application_id = {APPLICATION}")
        disk.execute(f"PRAGMA user_version = {VERSION}")
    elif application != APPLICATION:
        raise BadInput("this is another program's database", where=str(path))
    elif version > VERSION:
        raise BadInput("a newer tts-tool wrote this", where=str(path), fix="update tts-tool")
    disk.execute("COMMIT")
    disk.execute("PRAGMA journal_mode = WAL")
    disk.execute(f"PRAGMA synchronous = {durability}")


def _pragma(disk: sqlite3.Connection, name: str) -> int:
    return int(disk.execute(f"PRAGMA {name}").fetchone()[0])


def _imported(document: object) -> Saved:
    """Read an exported game, or say what is wrong with it."""
    known = document if isinstance(document, dict) else {}
    if known.get("format") != FORMAT:
        raise BadInput("this is no exported game", fix="`tts-tool games export` makes one")
    if known.get("version") != VERSION:
        raise BadInput(f"an exported game of version {known.get('version')}", fix="update tts-tool")
    try:
        saved = msgspec.convert(document, Saved)
    except (ValueError, RecursionError) as problem:
        raise BadInput(f"this exported game can't be read: {problem}") from problem
    flaw = saved.flaw()
    if flaw:
        raise BadInput(f"this exported game makes no sense: {flaw}")
    return saved
