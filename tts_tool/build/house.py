"""The parts that the toolkit's own mods are built of."""

from tts_tool.build import table
from tts_tool.build.faces import amended, inked, sketched, written_out
from tts_tool.build.seams import Parts

__all__ = ["PARTS"]

PARTS = Parts(sketched, inked, written_out, table, amended)
