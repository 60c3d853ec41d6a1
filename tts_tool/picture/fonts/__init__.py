"""The typefaces that pictures are set in, and no others: a build looks alike everywhere.

Alegreya and Alegreya Sans, under the SIL Open Font License (`OFL.txt`, beside the files).
"""

from pathlib import Path
from typing import Final

__all__ = ["FONTS"]

_FOLDER = Path(__file__).parent

FONTS: Final[dict[str, Path]] = {
    "serif": _FOLDER / "Alegreya_700Bold.ttf",
    "serif-black": _FOLDER / "Alegreya_900Black.ttf",
    "sans": _FOLDER / "AlegreyaSans_500Medium.ttf",
    "sans-italic": _FOLDER / "AlegreyaSans_500Medium_Italic.ttf",
    "sans-black": _FOLDER / "AlegreyaSans_800ExtraBold.ttf",
}
"""The file of each font, by the name that text styles use."""
