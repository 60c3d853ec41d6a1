"""A game at a table: sessions, and the protocol by which anyone can talk to one.

It knows no game: rules come as a ruleset, cards as a catalogue, from whoever starts it.
"""

from tts_tool.referee.session import Proposal, Proposed, Session

__all__ = ["Proposal", "Proposed", "Session"]
