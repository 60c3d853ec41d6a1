"""Makes the pictures of this folder anew: `python docs/pictures/make.py`."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import tempfile
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from tts_tool.build.faces import Easel, rasterised
from tts_tool.build.faces.contact import contact_sheet

HERE = Path(__file__).parent
LANGUAGES = ("en", "de")
MOST = 24
WHOLE = ("monster", "monster-token", "standees")
"""Kinds of which all are shown, and not only the first."""
ALIKE = re.compile(r"back\.event\.(?!1\b)")
"""Backs that differ in a number: one of them is enough."""
WIDE = 200
WIDER = {"aid": 560, "board": 400, "help": 400, "mat": 560}
ACROSS = 1_700
TABLE = 1600
SHOWN = ("back", "die", "fruit", "notice")
ASKED = ("phase-1", "combo", "purchase")
"""Questions of which the panel is shown on the pages; all are on one sheet."""
QUESTIONS_ACROSS = 9
STYLE = '[colours]\npaper = "#efe6d2"\nink = "#1f1b16"\n[text]\n'
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 380">'
"""What the calls of the kit are drawn on."""
HAND = (
    "action.intensive-igni.1",
    "monster.griffin",
    "monster.leshen",
    "monster.glustyworp",
    "city.card-sharp",
)
"""Cards on the first picture of the README."""
WARM = (1.0, 0.96, 0.88)
"""What the lamp above that picture gives of red, green and blue."""
BOXES = {"hunt": ("legendary-hunt", "monster-pack")}
"""Boxes whose table and things are shown, each set by the name of its pictures."""
LEFT_OUT = ("attack", "bank", "closed-tavern", "marker", "overview", "starting-player", "table")
PATH = {
    "action": (("action",), 24, 200),
    "board": (("board",), 5, 330),
    "page": (("page",), 8, 280),
    "more": (("quest", "extra-effort", "figure", "fate", "path-token", "ability"), 6, 200),
    "back": (("back",), 8, 200),
    "help": (("help", "mat.help"), 4, 420),
}
"""Of Path of Destiny: kinds that are shown together, how many of each at most, how wide."""


def drawn(language: str, folder: Path, boxes: tuple[str, ...] = ()) -> list[Path]:
    """Draw every card and the table, as anybody would."""
    for what in ("cards", "table"):
        command = [sys.executable, "-m", "tts_tool", "preview", what, "old-world"]
        command += [word for box in boxes for word in ("--with", box)]
        subprocess.run([*command, "--lang", language, "--out", folder], check=True)
    return sorted([*folder.glob("*.png"), *folder.glob("*.jpg")])


def kind(path: Path) -> str:
    """Say what kind of piece a picture is of."""
    return path.name.partition(".")[0]


def keep(picture: Image.Image, name: str) -> None:
    """Write a picture that a page can show."""
    picture.convert("RGB").save(HERE / name, "JPEG", quality=80, optimize=True)


def opening(folder: Path, language: str) -> None:
    """Put a hand of cards on the map: what the README opens with."""
    with Image.open(next(folder.glob("mat.map*"))) as opened:
        chart = opened.convert("RGB").resize((1_640, 1_210), Image.Resampling.LANCZOS)
    keep(chart, f"map.{language}.jpg")
    sheet = lamplit(chart.crop((0, 0, 1_640, 950)))
    middle = (len(HAND) - 1) / 2
    # The outer ones first, so that the middle lies on all of them.
    for number in sorted(range(len(HAND)), key=lambda at: -abs(at - middle)):
        with Image.open(next(folder.glob(f"{HAND[number]}.*"))) as opened:
            card = opened.convert("RGBA").resize((318, 445), Image.Resampling.LANCZOS)
        edge = Image.new("L", (1_272, 1_780))
        ImageDraw.Draw(edge).rounded_rectangle((0, 0, 1_271, 1_779), 72, fill=255)
        card.putalpha(edge.resize(card.size, Image.Resampling.LANCZOS))
        turn = (middle - number) * 4
        card = card.rotate(turn, Image.Resampling.BICUBIC, expand=True)
        shade = Image.new("RGBA", (card.width + 60, card.height + 60))
        shade.paste((8, 5, 2, 200), (34, 42), card)
        left = round(820 + (number - middle) * 300 - card.width / 2)
        top = round(455 + abs(number - middle) ** 2 * 14 - (card.height - 445) / 2)
        sheet.paste(shade, (left - 30, top - 30), shade.filter(ImageFilter.GaussianBlur(13)))
        sheet.paste(card, (left, top), card)
    keep(sheet, f"opening.{language}.jpg")


def lamplit(picture: Image.Image) -> Image.Image:
    """Let one warm lamp hang over a picture: its corners are darker, and the less blue."""
    wide, high = picture.size
    far = Image.radial_gradient("L").resize((round(wide * 1.6), round(high * 1.8)))
    left, top = (far.width - wide) // 2, (far.height - high) // 2
    far = far.crop((left, top, left + wide, top + high))
    near = far.point(
        [255 - round(min(1, max(0, (level - 40) / 130)) * 150) for level in range(256)]
    )
    bands = [near.point([round(level * share) for level in range(256)]) for share in WARM]
    return ImageChops.multiply(picture, Image.merge("RGB", bands))


def boxes(language: str, without: set[str]) -> None:
    """Show what boxes bring: each kind of thing on one sheet, and the table as it is with them."""
    for name, modules in BOXES.items():
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            new = [each for each in drawn(language, folder, modules) if each.name not in without]
            with Image.open(folder / f"table.{language}.png") as table:
                table.thumbnail((TABLE, TABLE))
                keep(table, f"{name}.table.{language}.jpg")
            things = [each for each in new if kind(each) not in LEFT_OUT]
            pictures = [(path.stem, path.read_bytes()) for path in things]
            data = contact_sheet(pictures, columns=ACROSS // WIDE, width=WIDE)
            with Image.open(io.BytesIO(data)) as sheet:
                keep(sheet, f"{name}.{language}.jpg")


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
        some = [path for path in sorted(out.glob("*.*")) if kind(path) in SHOWN]
        pictures = [(path.stem, path.read_bytes()) for path in some]
        data = contact_sheet(pictures, columns=6, width=WIDE)
        with Image.open(io.BytesIO(data)) as sheet:
            keep(sheet, "pages.cards.jpg")
        with Image.open(out / "table.en.png") as table:
            table.thumbnail((TABLE, TABLE))
            keep(table, "pages.table.jpg")


def panels() -> None:
    """Draw what somebody is asked, as it stands on a small screen: some questions, and all.

    The last ones are asked by a referee who does the chores, with what is one press then.
    """
    sys.path.append(str(HERE.parents[1]))
    from tests.old_world.moments import Moment, met  # noqa: PLC0415 - found only from here on
    from tests.old_world.real_table import COLOURS, open_table  # noqa: PLC0415
    from tests.old_world.table import new  # noqa: PLC0415
    from tts_tool.picture.screen import drawn as screen  # noqa: PLC0415
    from tts_tool.referee.table.told import Mode  # noqa: PLC0415
    from tts_tool.rulesets.old_world import RULESET  # noqa: PLC0415

    asked = {moment.question: moment for _, moment in sorted(met().items())}
    together = {
        moment.question: moment
        for _, moment in sorted(met().items())
        if (kind := RULESET.strokes.get(moment.question)) and [*kind(moment.game.game, moment.seat)]
    }
    with open_table(new(5).timeline) as sat:

        def tile(moment: Moment, language: str, mode: Mode = "enforce") -> Image.Image:
            sat.lay(moment.game.fork(), language, mode=mode)
            seen = sat.top.table.screen(COLOURS[moment.seat])
            with Image.open(io.BytesIO(screen(seen))) as whole:
                return whole.crop((whole.width - 420, 90, whole.width, 650))

        for language in LANGUAGES:
            some = [tile(asked[question], language) for question in ASKED]
            keep(beside(some, len(some)), f"panel.{language}.jpg")
            every = [tile(moment, language) for _, moment in sorted(asked.items())]
            every += [tile(moment, language, "automate") for moment in together.values()]
            small = [each.resize((each.width * 2 // 3, each.height * 2 // 3)) for each in every]
            keep(beside(small, QUESTIONS_ACROSS), f"questions.{language}.jpg")


def beside(tiles: list[Image.Image], across: int) -> Image.Image:
    """Put pictures of one size beside and below each other."""
    wide, high = tiles[0].size
    sheet = Image.new("RGB", (across * wide, -(-len(tiles) // across) * high))
    for number, each in enumerate(tiles):
        sheet.paste(each, (number % across * wide, number // across * high))
    return sheet


def kit() -> None:
    """Draw each call of the drawing kit as its page shows it."""
    page = (HERE.parent / "woodcut.md").read_text(encoding="utf-8")
    shown = re.findall(r"\{\{ .* \}\}", page.split("```jinja")[1].split("```")[0])
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "style.toml").write_text(STYLE, encoding="utf-8")
        easel = Easel([folder], [])
        pictures = []
        for call in shown:
            name = call[3 : call.index("(")]
            body = f'<rect width="500" height="380" fill="{{{{ colour.paper }}}}"/>{call}'
            (folder / f"{name}.svg").write_text(f"{HEAD}{body}</svg>", encoding="utf-8")
            svg = easel.draw(f"{name}.svg", {}).svg
            pictures.append((name, rasterised(svg, (500, 380))))
        data = contact_sheet(pictures, columns=ACROSS // (2 * WIDE), width=WIDE + WIDE // 2)
    with Image.open(io.BytesIO(data)) as sheet:
        keep(sheet, "woodcut.jpg")


def all_tables() -> None:
    """Draw tables from above, set up for some seats and boxes, and as players see them."""
    from tables import tables  # noqa: PLC0415 - builds, and opens tables

    for language in LANGUAGES:
        for name, picture in tables(language):
            keep(picture, f"{name}.{language}.jpg")


def destiny(language: str) -> None:
    """Draw the cards of Path of Destiny, and its table with two and five seats, set up."""
    sys.path.append(str(HERE.parents[1]))
    from tests.build.set_up import opened  # noqa: PLC0415 - found only from here on
    from tts_tool.picture.above import from_above  # noqa: PLC0415
    from tts_tool.picture.local import local_picture  # noqa: PLC0415
    from tts_tool.saves.tree import read  # noqa: PLC0415

    tool = [sys.executable, "-m", "tts_tool"]
    game = ["path-of-destiny", "--lang", language]
    with tempfile.TemporaryDirectory() as temporary:
        out = Path(temporary)
        subprocess.run([*tool, "preview", "cards", *game, "--out", out / "cards"], check=True)
        drawings = sorted((out / "cards").glob("*.*"))
        for name, (kinds, most, wide) in PATH.items():
            some = [
                each
                for sort in kinds
                for each in [one for one in drawings if one.name.startswith(f"{sort}.")][:most]
            ]
            pictures = [(each.stem, each.read_bytes()) for each in some]
            data = contact_sheet(pictures, columns=ACROSS // wide, width=wide)
            with Image.open(io.BytesIO(data)) as sheet:
                keep(sheet, f"path.{name}.{language}.jpg")
        for seats in (2, 5):
            built = out / str(seats)
            asked = [*tool, "build", *game, "--seats", str(seats), "--out", built, "--json"]
            said = subprocess.run(asked, check=True, capture_output=True).stdout
            save = Path(json.loads(said)["save"]).read_bytes()
            with opened(4, lang=language, save=save) as panel:
                panel.set_up(seats)
                tree, buttons = read(panel.table.save(), "save").root, panel.table.buttons()
            above = from_above(tree, local_picture, width=2 * TABLE, buttons=buttons)
            with Image.open(io.BytesIO(above)) as seen:
                seen.thumbnail((TABLE, TABLE))
                keep(seen, f"path.table.{seats}.{language}.jpg")


def old_world(language: str) -> None:
    """Draw all of Old World, gathered by kind."""
    with tempfile.TemporaryDirectory() as temporary:
        paths = drawn(language, Path(temporary))
        boxes(language, {path.name for path in paths})
        opening(Path(temporary), language)
        for name, group in groupby(paths, key=kind):
            if name in LEFT_OUT:
                continue
            some = [each for each in group if not ALIKE.match(each.name)]
            some = some[: None if name in WHOLE else MOST]
            pictures = [(path.stem, path.read_bytes()) for path in some]
            wide = WIDER.get(name, WIDE)
            data = contact_sheet(pictures, columns=ACROSS // wide, width=wide)
            with Image.open(io.BytesIO(data)) as sheet:
                keep(sheet, f"{name}.{language}.jpg")


def alone(what: str, language: str) -> None:
    """Draw only the opening or what boxes bring."""
    with tempfile.TemporaryDirectory() as temporary:
        paths = drawn(language, Path(temporary))
        if what == "opening":
            opening(Path(temporary), language)
        else:
            boxes(language, {path.name for path in paths})


def main() -> None:
    """Draw, gather by kind, and keep.

    With `panels`, `kit`, `opening`, `boxes` or `path` only these.
    """
    asked = {*sys.argv[1:]}
    if not asked or "panels" in asked:
        panels()
    if not asked:
        pages()
    if not asked or "kit" in asked:
        kit()
    if not asked:
        all_tables()
    for language in LANGUAGES:
        if not asked or "path" in asked:
            destiny(language)
        if not asked:
            old_world(language)
        for what in sorted(asked & {"opening", "boxes"}):
            alone(what, language)


if __name__ == "__main__":
    if "tables" in sys.argv:
        all_tables()
    else:
        main()
