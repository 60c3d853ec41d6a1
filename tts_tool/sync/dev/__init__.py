"""Edits of files arrive in the running game while it runs, and disturb nothing else.

`Watching` notices edits, `Files` say what they mean for the save, `edits` what differs for which
thing, `carry` brings that into the game where the things lie; a `Session` joins them.
"""

from tts_tool.sync.dev.news import Allowed, Files, News, Sent
from tts_tool.sync.dev.session import Session
from tts_tool.sync.dev.watching import Watching

__all__ = ["Allowed", "Files", "News", "Sent", "Session", "Watching"]
