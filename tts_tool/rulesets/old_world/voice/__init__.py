"""The voice of the stories, as far as a program can hear it: the rules of docs/voice.md.

for finding in check(cards): ...        everything in the catalogue, for `tts-tool cards lint`
faults = [*form_faults(line)]           one text of one card, also of a box that has other cards
"""

from tts_tool.rulesets.old_world.voice.checking import check
from tts_tool.rulesets.old_world.voice.forms import form_faults
from tts_tool.rulesets.old_world.voice.lines import Fault, Line, lines_of

__all__ = ["Fault", "Line", "check", "form_faults", "lines_of"]
