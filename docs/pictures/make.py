"""Makes the pictures of this folder anew: `python docs/pictures/make.py`."""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from itertools import groupby
from pathlib import Path

from PIL import Image

from tts_tool.build.faces.contact import contact_sheet

HERE = Path(__file__).parent
LANGUAGES = ("en", "de")
MOST = 24
WIDE = 200
WIDER = {"board": 400, "help": 400, "mat": 560}
ACROSS = 1_700
TABLE = 1600
SHOWN = ("back", "die", "fruit", "notice")
ASKED = ("phase-1", "combo", "purchase")
"""Questions of which the panel is shown."""
LEFT_OUT = ("bank", "closed-tavern", "marker", "overview", "table")


def drawn(language: str, folder: Path) -> list[Path]:
    """Draw every card and the table, as anybody would."""
    for what in ("cards", "table"):
        command = [sys.executable, "-m", "tts_tool", "preview", what, "old-world"]
        subprocess.run([*command, "--lang", language, "--out", folder], check=True)
    return sorted(folder.glob("*.png"))


def kind(path: Path) -> str:
    """Say what kind of piece a picture is of."""
    return path.name.partition(".")[0]


def keep(picture: Image.Image, name: str) -> None:
    """Write a picture that a page can show."""
    picture.convert("RGB").save(HERE / name, "JPEG", quality=80, optimize=True)


def pages() -> None:
    """Draw the mod that the pages on making one describe."""
    sys.path.append(str(HERE.parents[1]))
    from tests.cli.test_mod_pages import written  # noqa: PLC0415 - found only from here on

    with tempfile.TemporaryDirectory() as temporary:
        mod, out = Path(temporary) / "my-mod", Path(temporary) / "out"
        subprocess.run([sys.executable, "-m", "tts_tool", "init", mod], check=True)
        written(mod)
        for what in ("cards", "table"):
            command = [sys.executable, "-m", "tts_tool", "preview", what, mod]
            subprocess.run([*command, "--out", out], check=True)
        some = [path for path in sorted(out.glob("*.png")) if kind(path) in SHOWN]
        pictures = [(path.stem, path.read_bytes()) for path in some]
        data = contact_sheet(pictures, columns=6, width=WIDE)
        with Image.open(io.BytesIO(data)) as sheet:
            keep(sheet, "pages.cards.jpg")
        with Image.open(out / "table.en.png") as table:
            table.thumbnail((TABLE, TABLE))
            keep(table, "pages.table.jpg")


def panels() -> None:
    """Draw what somebody is asked, as it stands on a small screen: two questions side by side."""
    sys.path.append(str(HERE.parents[1]))
    from tests.old_world.moments import met  # noqa: PLC0415 - found only from here on
    from tests.old_world.real_table import COLOURS, open_table  # noqa: PLC0415
    from tests.old_world.table import new  # noqa: PLC0415
    from tts_tool.picture.screen import drawn as screen  # noqa: PLC0415

    asked = {moment.question: moment for moment in met().values()}
    with open_table(new(5).timeline) as sat:
        for language in LANGUAGES:
            sheet = Image.new("RGB", (len(ASKED) * 420, 560))
            for number, question in enumerate(ASKED):
                moment = asked[question]
                sat.lay(moment.game.fork(), language)
                seen = sat.top.table.screen(COLOURS[moment.seat])
                with Image.open(io.BytesIO(screen(seen))) as whole:
                    part = whole.crop((whole.width - 420, 90, whole.width, 650))
                    sheet.paste(part, (number * 420, 0))
            keep(sheet, f"panel.{language}.jpg")


def main() -> None:
    """Draw, gather by kind, and keep; with `panels` only these."""
    panels()
    if "panels" in sys.argv:
        return
    pages()
    for language in LANGUAGES:
        with tempfile.TemporaryDirectory() as temporary:
            paths = drawn(language, Path(temporary))
            with Image.open(Path(temporary) / f"table.{language}.png") as table:
                table.thumbnail((TABLE, TABLE))
                keep(table, f"table.{language}.jpg")
            for name, group in groupby(paths, key=kind):
                if name in LEFT_OUT:
                    continue
                some = list(group)[:MOST]
                pictures = [(path.stem, path.read_bytes()) for path in some]
                wide = WIDER.get(name, WIDE)
                data = contact_sheet(pictures, columns=ACROSS // wide, width=wide)
                with Image.open(io.BytesIO(data)) as sheet:
                    keep(sheet, f"{name}.{language}.jpg")


if __name__ == "__main__":
    main()
