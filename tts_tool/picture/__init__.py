"""Pictures of a table: a save drawn from above or written down, and the fonts of all drawing."""

from tts_tool.picture.above import Pictures, from_above
from tts_tool.picture.local import local_picture
from tts_tool.picture.text import as_text

__all__ = ["Pictures", "as_text", "from_above", "local_picture"]
