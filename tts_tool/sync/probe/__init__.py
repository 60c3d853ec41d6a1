"""Asks a running game what nothing public says about it, so that guesses become answers.

`selftest_save` makes the save that has to be open, `Conversation` talks with it, `examine` asks.
"""

from tts_tool.sync.probe.conversation import Conversation
from tts_tool.sync.probe.examining import examine
from tts_tool.sync.probe.finding import ProbeFinding
from tts_tool.sync.probe.questions import ProbeQuestion, questions
from tts_tool.sync.probe.selftest import selftest_save

__all__ = ["Conversation", "ProbeFinding", "ProbeQuestion", "examine", "questions", "selftest_save"]
