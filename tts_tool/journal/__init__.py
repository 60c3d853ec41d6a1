"""Games on disk: every accepted answer is there before anybody learns of it.

A `Journal` is a folder of games, each a file of its own to which lines are only ever added:
answers, observations, marks, overrides, and what was taken back.  Each line carries a checksum
of all before it, and there are backups: what happens to one file is seen, and hinders no other.

Begin a game, or go on with one::

    with Journal(path) as journal:
        keeper = Keeper.begin(journal, Timeline(composition, header))
        ...
        resumed = resume(journal, "night-market-k7mq", compose)
        for notice in resumed.notices:
            print(said(notice, "en"))
        keeper = resumed.keeper

A `Keeper` does what a `Timeline` does, by the same names with the same arguments and replies,
and has written it down before the reply comes back: `answer`, `choose`, `observe`,
`override`, `undo`, `redo`, `release`.  Look at `keeper.timeline` (``decisions()``, ``state``,
``happened`` ...), but do nothing with it: only the keeper's own methods write.  `keeper.game` is
the game's id, `keeper.close()` (or ``with keeper:``) lets others play it.  If the disk fails, the
call raises `errors.Unavailable`, and so does everything after it, looking included: what is not
on disk nobody shall learn.  Resume the game then.

`resume` wants `compose`: from the header with which the game began to a `Present`, the
composition as rules and cards are now and the header that a game like it would get now (of
which only the pins are used: modules, cards_digest, cards).  It raises `errors.Refused` with
the reason if the game cannot go on, and `errors.Refused` if somebody else is playing it.

`Journal`: `games() -> list[Summary]`, `show(game) -> Saved`, `export(game)` and
`load(document)` (plain data, and back, under a new id if need be), `delete(game)`,
`check(game) -> Health` and `salvage(game) -> Salvaged`.  `games_folder` says where the games of
a person are kept; `kept_before(file)` reads those that once lay in one file, as if exported.
"""

from tts_tool.journal.before import is_from_before, kept_before, lying_beside
from tts_tool.journal.changes import changes
from tts_tool.journal.folder import games_folder
from tts_tool.journal.journal import Journal, Summary
from tts_tool.journal.keeper import Keeper
from tts_tool.journal.mending import Health, Salvaged
from tts_tool.journal.notices import Notice, said
from tts_tool.journal.pages import Remembered
from tts_tool.journal.resuming import Present, Resumed, resume
from tts_tool.journal.saved import Leg, Pins, Saved

__all__ = [
    "Health",
    "Journal",
    "Keeper",
    "Leg",
    "Notice",
    "Pins",
    "Present",
    "Remembered",
    "Resumed",
    "Salvaged",
    "Saved",
    "Summary",
    "changes",
    "games_folder",
    "is_from_before",
    "kept_before",
    "lying_beside",
    "resume",
    "said",
]
