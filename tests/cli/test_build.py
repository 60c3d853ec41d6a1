"""A mod of one's own, from `init` to the game's folder, as people type it."""

from __future__ import annotations

import io
import json
import math
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.cli.person import Person, edit
from tests.wants import wants
from tts_tool.errors import ExitCode
from tts_tool.picture.local import local_picture
from tts_tool.saves.tree import read

ROOT = Path(__file__).parents[2]
DRAWN = ["sketch/{0}/en", "face/{0}/en"]
SAVE = "build/my-mod/My_Mod.json"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a home where a mod was begun and built once."""
    folder = tmp_path_factory.mktemp("home")
    person = Person(folder)
    assert person.types("init", "my-mod").returncode == 0
    assert person.types("build", "my-mod", "--jobs", "1").returncode == 0
    return folder


@pytest.fixture
def person(home: Path) -> Person:
    """Sit down at that home."""
    return Person(home)


def test_built(person: Person) -> None:
    """What `init` makes builds at once: a save that reads, with all its pictures beside it."""
    out = person.mod / "build/my-mod"
    data = (person.mod / SAVE).read_bytes()
    assert read(data, "save").bytes() == data
    addresses = set(_addresses(json.loads(data)))
    assert {Path(each).name for each in addresses} == {p.name for p in (out / "assets").iterdir()}
    assert (out / "My_Mod.png").read_bytes().startswith(b"\x89PNG")
    assert person.ran() == []


def _addresses(node: Any) -> list[str]:  # noqa: ANN401 - any value of a save
    if isinstance(node, dict):
        own = [text for key, text in node.items() if key.endswith("URL") and text]
        return own + [each for value in node.values() for each in _addresses(value)]
    return [each for value in node for each in _addresses(value)] if isinstance(node, list) else []


@wants("git")
def test_kept_out_of_git(person: Person) -> None:
    """Of a new mod, git is shown what its author writes, and nothing that commands make of it."""
    mod = person.home / "in-git" / "my-mod"
    mod.parent.mkdir()
    assert person.types("init", mod).returncode == 0
    git = ("git", "-c", "core.excludesFile=", "-C", str(mod))
    subprocess.run((*git, "init", "-q"), check=True)
    listed = (*git, "ls-files", "--others", "--exclude-standard")
    written = subprocess.run(listed, check=True, capture_output=True).stdout
    assert b"rules.py" in written
    assert person.types("build", ".", "--jobs", "1", cwd=mod).returncode == 0
    assert person.types("preview", "cards", ".", cwd=mod).returncode == 0
    assert (mod / "build").is_dir()
    assert (mod / "preview").is_dir()
    assert subprocess.run(listed, check=True, capture_output=True).stdout == written


def test_edits(person: Person) -> None:
    """Each sort of edit makes what hangs on it, by the names of nodes."""
    pear = [each.format("fruit.pear.1") for each in DRAWN]
    fruit = [
        each.format(f"fruit.{name}.1") for name in ("apple", "pear", "quince") for each in DRAWN
    ]
    back = [each.format("back.fruit") for each in DRAWN]
    sheet, save, words = "sheet/fruit.fruit.1/en", "save", ["words/en", "words/de"]
    laid = ["laid", save]
    german = [each.replace("/en", "/de") for each in fruit if each.startswith("sketch/")]
    cards, data = person.mod / "cards/my_mod/base/fruit.toml", person.mod / "mod_json/my_mod"
    edit(cards, 'en = "Pear"', 'en = "Ripe pear"')
    assert sorted(person.ran()) == sorted([*pear, german[1], sheet, words[0], *laid])
    edit(cards, 'de = "Birne"', 'de = "Reife Birne"')
    # The record is given, the picture the same; the words of the other language are others.
    assert sorted(person.ran()) == sorted([pear[0], german[1], words[1], *laid])
    edit(data / "faces/fruit.svg", 'r="150"', 'r="140"')
    assert sorted(person.ran()) == sorted([*fruit, *german, sheet, *words, save])
    edit(data / "icons/fruit.svg", "M12 7.5c0-2.500 1-4 3-5", "M12 7.5c0-2 1-4 3-5")
    pictures = [*fruit, *back, sheet, "thumbnail"]
    assert sorted(person.ran()) == sorted([*pictures, *german, *words, save])
    edit(data / "layout.toml", "at = [-3.9, -0.4]", "at = [-3.8, -0.4]")
    board = [each.format("mat.board") for each in DRAWN]
    table = {"values/places", "lint", "script/Global", "maps", "thumbnail", *laid}
    assert set(person.ran()) == {*board, *table}
    edit(person.mod / "lua_templates/my_mod/global/main.lua", "Welcome", "Hello")
    assert person.ran() == ["script/Global", *laid, "maps"]
    assert person.ran() == []


def test_explained(person: Person) -> None:
    """`--explain` says why something was made."""
    edit(person.mod / "mod_json/my_mod/faces/fruit.svg", 'r="1', 'r="2')
    done = person.types("build", "my-mod", "--explain", "--jobs", "1")
    template = (person.mod / "mod_json/my_mod/faces/fruit.svg").resolve().as_posix()
    assert f"sketch/fruit.pear.1/en: {template} changed" in done.stdout.splitlines()
    edit(person.mod / "mod_json/my_mod/faces/fruit.svg", 'r="2', 'r="1')
    assert person.types("build", "my-mod", "--jobs", "1").returncode == 0


def test_own_picture(person: Person) -> None:
    """A picture dropped beside the cards takes the face's place, also for one language.

    What such a picture says nobody knows: the card has no description then.
    """
    person.ran()
    art = person.mod / "cards/my_mod/base/art"
    art.mkdir()
    picture = io.BytesIO()
    Image.new("RGB", (300, 420), (200, 30, 30)).save(picture, "JPEG")
    (art / "fruit.apple.jpg").write_bytes(picture.getvalue())
    shown = ["face/fruit.apple.1/en", "sheet/fruit.fruit.1/en"]
    assert sorted(person.ran()) == sorted([*shown, "words/en", "words/de", "laid", "save"])
    (art / "fruit.apple.jpg").rename(art / "fruit.apple.de.jpg")
    assert person.ran() == []
    (art / "fruit.apple.de.jpg").unlink()


def test_check(person: Person) -> None:
    """`check` builds in memory: it ends with 1 as soon as the folder is not what it would be."""
    assert person.types("check", "my-mod").returncode == ExitCode.OK
    save = person.mod / SAVE
    kept = save.read_bytes()
    save.write_bytes(kept + b" ")
    done = person.types("check", "my-mod")
    assert (done.returncode, done.stdout) == (ExitCode.FINDING, "My_Mod.json differs\n")
    assert save.read_bytes() == kept + b" "
    save.write_bytes(kept)
    released = person.types("check", "my-mod", "--release")
    assert released.returncode == ExitCode.FINDING
    local = [line for line in released.stdout.splitlines() if "only on this computer" in line]
    assert len(local) == 1
    assert local[0].startswith((person.mod / "build/my-mod/assets").resolve().as_posix())


def test_options(person: Person, tmp_path: Path) -> None:
    """Language, seats, place of pictures and folder are chosen when building."""
    words = ("--lang", "de", "--seats", "2", "--assets", "serve", "--port", "40123")
    told = person.told("build", "my-mod", "--out", tmp_path / "out", *words)
    text = Path(told["save"]).read_text(encoding="utf-8")
    assert "http://127.0.0.1:40123/assets/" in text
    assert "Birne" in text
    assert "basket.blue" in text or "Blau" in text or "Blue" in text
    assert "Green" not in json.dumps([o.get("FogColor") for o in json.loads(text)["ObjectStates"]])
    release = ("--assets", "https://cards.example.org/mine")
    assert person.told("build", "my-mod", "--out", tmp_path / "web", *release)["ran"]
    assert "https://cards.example.org/mine/assets/" in (tmp_path / "web/My_Mod.json").read_text()


def test_one_language(tmp_path: Path) -> None:
    """A mod that is told in one language needs no words in the other, and is built in no other."""
    person = Person(tmp_path)
    assert person.types("init", "my-mod").returncode == 0
    edit(person.mod / "tts-tool.toml", '["en", "de"]', '["de"]')
    for file in [*person.mod.rglob("cards/**/*.toml"), *person.mod.rglob("layout.toml")]:
        text = file.read_text(encoding="utf-8")
        text = re.sub(r'en = "[^"]*", (?=de)', "", text)
        file.write_text(re.sub(r'(?m)^en = ".*"\n', "", text), encoding="utf-8")
    assert 'name = { de = "Apfel" }' in next(person.mod.rglob("fruit.toml")).read_text("utf-8")
    told = person.told("build", "my-mod", "--jobs", "1")
    assert all(not each["node"].endswith("/en") for each in told["ran"])
    assert "Apfel" in Path(told["save"]).read_text(encoding="utf-8")
    assert "Apfel" in person.types("cards", "list", "my-mod").stdout
    assert person.types("cards", "lint", "my-mod").returncode == ExitCode.OK
    assert person.told("play", "my-mod", "--bots", "2", "--seed", "1")["over"]
    refused = person.types("build", "my-mod", "--lang", "en")
    assert refused.returncode == ExitCode.BAD_INPUT
    assert "not told in en" in refused.stderr
    test_proven(person)
    edit(person.mod / "tts-tool.toml", '["de"]', '["fr"]')
    refused = person.types("build", "my-mod")
    assert refused.returncode == ExitCode.BAD_INPUT
    assert 'fruit.toml:8: "name" has no words in "fr"' in refused.stderr


WORDS_IN_FRENCH = {"Apfel": "Pomme", "Birne": "Poire", "Quitte": "Coing", "Ernte": "Récolte"}


def test_another_language(tmp_path: Path) -> None:
    """A mod may be told in any language that has letters on its cards, also beside others."""
    person = Person(tmp_path)
    assert person.types("init", "my-mod").returncode == 0
    layout = person.mod / "mod_json/my_mod/layout.toml"
    for file in [*person.mod.rglob("cards/**/*.toml"), layout]:
        text = file.read_text(encoding="utf-8")
        for german, french in WORDS_IN_FRENCH.items():
            text = text.replace(german, french)
        file.write_text(re.sub(r"(?m)\bde = ", "fr = ", text), encoding="utf-8")
    edit(person.mod / "tts-tool.toml", '["en", "de"]', '["fr", "en"]')
    script = person.mod / "lua_templates/my_mod/global/main.lua"
    edit(script, '"Welcome to "', 'names["harvest.red"][lang]')
    told = person.told("build", "my-mod", "--jobs", "1")
    faces = {each["node"] for each in told["ran"] if each["node"].startswith("face/")}
    assert {each.rpartition("/")[2] for each in faces} == {"fr"}
    save = Path(told["save"]).read_text(encoding="utf-8")
    assert "Poire" in save
    assert "Pear" not in save
    assert "RécolteMy Mod" in save
    assert json.loads(person.types("build", "my-mod", "--lang", "fr", "--json").stdout)["ran"] == []
    english = person.told("build", "my-mod", "--lang", "en", "--out", tmp_path / "en")
    assert "Pear" in Path(english["save"]).read_text(encoding="utf-8")
    refused = person.types("build", "my-mod", "--lang", "de")
    assert refused.returncode == ExitCode.BAD_INPUT
    assert "it is told in fr, en" in refused.stderr
    listed = person.types("cards", "list", "my-mod").stdout
    assert ("Poire" in listed, "Pear" in listed) == (True, False)
    assert person.types("cards", "lint", "my-mod").returncode == ExitCode.OK
    assert person.told("play", "my-mod", "--bots", "2", "--seed", "1")["over"]
    test_proven(person)
    edit(layout, ', fr = "My Mod" }', " }")
    refused = person.types("build", "my-mod")
    assert 'layout.toml:3: "title" has no words in "fr"' in refused.stderr


def test_letters_that_no_font_has(person: Person) -> None:
    """A letter that would be printed as an empty box is told with its card and its template."""
    cards = person.mod / "cards/my_mod/base/fruit.toml"
    kept = cards.read_text(encoding="utf-8")
    cards.write_text(kept.replace('en = "Apple"', 'en = "Ябл中ко"'), encoding="utf-8")
    try:
        done = person.types("build", "my-mod", "--jobs", "1")
    finally:
        cards.write_text(kept, encoding="utf-8")
    assert done.returncode == ExitCode.BAD_INPUT
    assert "fruit.svg:5: the font “serif" in done.stderr
    assert "has no “中” (U+4E2D), which stands in “Ябл中ко”" in done.stderr
    assert "fruit.toml:6" in done.stderr


@wants("posix")
def test_switches(person: Person, tmp_path: Path) -> None:
    """How the game names a file may be said, or known from a real game; it is no secret guess."""
    out = tmp_path / "out"
    answers = tmp_path / "answers.toml"
    answers.write_text('[local-paths-on-unix]\nvalue = "file"\n', encoding="utf-8")
    plain, file = (f'"{start}{out}/assets/' for start in ("", "file://"))
    for words, begins in [
        ((), plain),
        (("--switch", "local-paths-on-unix=file"), file),
        ((), plain),
        (("--answers", str(answers)), file),
    ]:
        told = person.told("build", "my-mod", "--out", out, "--jobs", "1", *words)
        text = Path(told["save"]).read_text(encoding="utf-8")
        assert text.count(begins) == text.count("/assets/") > 3
        assert person.told("build", "my-mod", "--out", out, *words)["ran"] == []


@pytest.mark.parametrize(
    ("folder", "game", "title"),
    [
        ("Mörderspiel", "moerderspiel", "Mörderspiel"),
        ("Mo\u0308rder", "moerder", "Mörder"),
        ("Año nuevo", "ano-nuevo", "Año nuevo"),
        ("late-harvest", "late-harvest", "Late Harvest"),
    ],
)
def test_named_by_its_folder(tmp_path: Path, folder: str, game: str, title: str) -> None:
    """A mod is titled as its folder is called, and has a name in letters for files."""
    person = Person(tmp_path)
    done = person.types("init", folder)
    assert done.returncode == 0, done.stderr
    next_line = done.stdout.splitlines()[-1]
    typed = f'"{folder}"' if " " in folder else folder
    assert f"tts-tool build {typed}; tts-tool dev {typed} then" in next_line
    mod = tmp_path / folder
    assert f'save-name = "{title}"' in (mod / "tts-tool.toml").read_text(encoding="utf-8")
    assert f'"{game}"' in (mod / "rules.py").read_text(encoding="utf-8")
    assert (mod / "cards" / game.replace("-", "_")).is_dir()


@pytest.mark.parametrize("title", ["🍎", ""])
def test_title_that_names_no_file(person: Person, tmp_path: Path, title: str) -> None:
    """A save whose title has no letters is called by its game, so that two do not meet."""
    settings = person.mod / "tts-tool.toml"
    kept = settings.read_text(encoding="utf-8")
    edit(settings, 'save-name = "My Mod"', f'save-name = "{title}"')
    try:
        told = person.told("build", "my-mod", "--out", tmp_path / "out", "--jobs", "1")
    finally:
        settings.write_text(kept, encoding="utf-8")
    assert Path(told["save"]).name == "my-mod.json"


def test_says_how_large_and_for_whom(person: Person, tmp_path: Path) -> None:
    """The last lines say how large the pictures are in memory, and who sees them; also unbuilt."""
    out = tmp_path / "out"
    modes = {
        "file": "only you see the {} pictures: `tts-tool publish my-mod --steam`",
        "serve": "only you see the {} pictures, and only while `tts-tool serve my-mod` runs",
        "https://cards.example.org/x": "everybody sees the {} pictures, once they are on the web",
    }
    for mode, said in modes.items():
        words = ("build", "my-mod", "--out", out, "--jobs", "1", "--assets", mode)
        first = person.types(*words).stdout.splitlines()
        pictures = [io.BytesIO(path.read_bytes()) for path in (out / "assets").iterdir()]
        pixels = sum(math.prod(Image.open(picture).size) for picture in pictures)
        count = len(pictures)
        large = (
            f"{count} pictures: {pixels / 1e6:.1f} megapixels, {pixels * 4 / 1e6:.0f} MB decoded"
        )
        assert first[1] == large
        assert first[2].startswith(said.format(count))
        assert person.types(*words).stdout.splitlines()[1:] == first[1:]
        told = person.told(*words)
        assert (told["pixels"], told["decoded_bytes"]) == (pixels, pixels * 4)
        assert (told["pictures"], told["seen_by"]) == (
            count,
            "everybody" if "://" in mode else "you",
        )


def test_says_what_it_did(person: Person, tmp_path: Path) -> None:
    """What was made before is written again where it is lacking; else there is nothing to do."""
    words = ("build", "my-mod", "--out", tmp_path / "out", "--jobs", "1")
    assert person.types(*words).returncode == 0
    assert ": nothing to do\n" in person.types(*words).stdout
    shutil.rmtree(tmp_path / "out")
    told = person.types(*words).stdout
    assert re.search(r": 0 of \d+ made, \d+ files written\n", told)


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("build",), ExitCode.NOT_FOUND, "build what?"),
        (("build", "nothing"), ExitCode.NOT_FOUND, 'no game "nothing"'),
        (("build", "some/nothing"), ExitCode.NOT_FOUND, "some/nothing: there is no such folder"),
        (("build", "night-market"), ExitCode.NOT_FOUND, "nobody has laid out a table for it yet"),
        (("build", "my-mod", "--seats", "9"), ExitCode.BAD_INPUT, "9 seats"),
        (("build", "my-mod", "--with", "dragons"), ExitCode.BAD_INPUT, "dragons"),
        (("build", "my-mod", "--assets", "ftp://x"), ExitCode.BAD_INPUT, "no place for pictures"),
        (("build", "my-mod", "--out", "my-mod"), ExitCode.REFUSED, "not made by tts-tool build"),
        (("init", "my-mod"), ExitCode.REFUSED, "not empty"),
        (("init", "123"), ExitCode.BAD_INPUT, "no name for a game"),
        (("init", "night-market"), ExitCode.BAD_INPUT, "name of a game that tts-tool has"),
        (("init", "Old World"), ExitCode.BAD_INPUT, "name of a game that tts-tool has"),
        (("build", "."), ExitCode.NOT_FOUND, "this folder is no project"),
        (("play", "."), ExitCode.NOT_FOUND, "this folder is no project"),
        (("build", "my-mod", "--switch", "local-paths"), ExitCode.BAD_INPUT, "turns no switch"),
        (("build", "my-mod", "--switch", "locl=1"), ExitCode.BAD_INPUT, "no switch is called"),
        (("install", "my-mod"), ExitCode.NOT_FOUND, "no folder for saves"),
        (("clean", "--out", "elsewhere"), ExitCode.NOT_FOUND, "nothing of ours"),
        (("publish", "my-mod", "--to", "ftp://x"), ExitCode.BAD_INPUT, "no place to publish"),
    ],
)
def test_refused(person: Person, words: tuple[str, ...], code: ExitCode, said: str) -> None:
    """What cannot be is refused with the right code and one clear line."""
    done = person.types(*words)
    assert done.returncode == code, done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_code_runs_only_when_named(person: Person) -> None:
    """In a project's folder nothing of it is run until its owner names the folder."""
    rules = person.mod / "rules.py"
    kept = rules.read_text(encoding="utf-8")
    rules.write_text(f"open('ran', 'w').close()\n{kept}", encoding="utf-8")
    try:
        done = person.types("build", cwd=person.mod)
        assert done.returncode == ExitCode.REFUSED
        assert "name it if you trust it" in done.stderr
        for words in (["info", SAVE], ["cards", "list"], ["serve", "--help"], ["clean", "--cache"]):
            person.types(*words, cwd=person.mod)
        assert not (person.mod / "ran").exists()
        assert person.types("build", ".", cwd=person.mod).returncode == 0
        assert (person.mod / "ran").exists()
    finally:
        rules.write_text(kept, encoding="utf-8")
        (person.mod / "ran").unlink(missing_ok=True)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("ON_THE_STALL = 3", "ON_THE_STALL = 3 +", "rules.py:26"),
        ("ON_THE_STALL = 3", "ON_THE_STALL = THREE", "rules.py:26: NameError"),
        ("RULESET = ", "GAME = ", "no RULESET"),
        ("worth: Count", "worth: Cuont", "NameError"),
        ("ON_THE_STALL = 3", "raise SystemExit(3)", "rules.py:26: SystemExit: 3"),
        ('@base.record("fruit")', '@base.recrod("fruit")', "recrod'; did you mean record?"),
        ('@base.record("fruit")', '@base.recrod("fruit")', "rules.py:33: AttributeError"),
    ],
)
def test_broken_rules(person: Person, old: str, new: str, said: str) -> None:
    """A mistake in the rules is told with its line; the build stays as it was."""
    rules, before = person.mod / "rules.py", (person.mod / SAVE).read_bytes()
    kept = rules.read_text(encoding="utf-8")
    rules.write_text(kept.replace(old, new, 1), encoding="utf-8")
    try:
        done = person.types("build", "my-mod")
        assert done.returncode == ExitCode.BAD_INPUT
        assert said in done.stderr
        assert (person.mod / SAVE).read_bytes() == before
    finally:
        rules.write_text(kept, encoding="utf-8")


def test_rules_are_read_as_they_are(person: Person) -> None:
    """An edit that is as long as what it replaces, and not a second later, is read all the same."""
    rules = person.mod / "rules.py"
    kept = rules.read_text(encoding="utf-8")
    then = rules.stat().st_mtime
    codes = []
    for text in (kept.replace("base.record", "base.recrod"), kept):
        rules.write_text(text, encoding="utf-8")
        os.utime(rules, (then, then))
        codes.append(person.types("build", "my-mod").returncode)
    assert codes == [ExitCode.BAD_INPUT, 0]


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("mod_json/my_mod/faces/fruit.svg", 'icon("fruit"', 'icon("friut"', "fruit.svg:"),
        ("mod_json/my_mod/faces/fruit.svg", "{{ icon", "{{ icon(", "fruit.svg:"),
        ("mod_json/my_mod/layout.toml", "density = 20", "density = -1", "layout.toml:9"),
        ("mod_json/my_mod/layout.toml", 'names = ["crate"]', 'names = ["stall"]', "layout.toml:50"),
        ("mod_json/my_mod/layout.toml", 'names = ["stall"]', 'names = ["stal"]', "layout.toml:50"),
        ("mod_json/my_mod/layout.toml", "[1.5, -0.4]", "[-3.9, -0.4]", '50: "crate", "stall"'),
        ("mod_json/my_mod/layout.toml", "[1.5, -0.4]", "[1500, -0.4]", "layout.toml:53"),
        ("mod_json/my_mod/pieces.toml", "[piece.fruit]", "[piece.friut]", "pieces.toml:3: no"),
        ("mod_json/my_mod/pieces.toml", '"fruit.svg"', '"friut.svg"', "pieces.toml:6: no template"),
        ("mod_json/my_mod/pieces.toml", '"back.svg"', '"bakc.svg"', "pieces.toml:7: no template"),
        (
            "mod_json/my_mod/layout.toml",
            '"surface.svg"',
            '"surf.svg"',
            "layout.toml:8: no template",
        ),
        ("mod_json/my_mod/faces/fruit.svg", "</svg>", "</svgg>", "fruit.svg:12: this is no SVG"),
        ("cards/my_mod/base/fruit.toml", ', de = "Apfel"', "", "fruit.toml:8"),
        ("cards/my_mod/base/fruit.toml", '"Apfel"', '""', "fruit.toml:8"),
        (
            "mod_json/my_mod/layout.toml",
            'de = "My Mod"',
            'de = " "',
            ":3: title.de: expected words",
        ),
        ("cards/my_mod/base/fruit.toml", '"Apple"', f'"{"Apple" * 20}"', "fruit.toml:6"),
        ("lua_templates/my_mod/global/main.lua", "{{", "{{ nonsense |", "main.lua:8"),
    ],
)
def test_bad_input(person: Person, file: str, old: str, new: str, said: str) -> None:
    """What is wrong in a file is told with its place; the build stays as it was."""
    path, before = person.mod / file, (person.mod / SAVE).read_bytes()
    kept = path.read_text(encoding="utf-8")
    edit(path, old, new)
    try:
        done = person.types("build", "my-mod", "--jobs", "1")
        assert done.returncode in {ExitCode.BAD_INPUT, ExitCode.NOT_FOUND}
        assert said in done.stderr
        assert "Traceback" not in done.stderr
        assert (person.mod / SAVE).read_bytes() == before
    finally:
        path.write_text(kept, encoding="utf-8")


def test_played(person: Person) -> None:
    """The new game plays to its end through the referee."""
    played = person.told("play", "my-mod", "--bots", "3", "--seed", "1")
    assert played


def test_proven(person: Person) -> None:
    """The new mod's own test passes."""
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    done = subprocess.run(
        command, cwd=person.mod, capture_output=True, check=False, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


def test_previews(person: Person, tmp_path: Path) -> None:
    """Cards and table come as pictures."""
    cards = person.told("preview", "cards", "my-mod", "--out", tmp_path / "cards")
    names = {Path(each).name for each in cards}
    assert {"overview.1.png", "fruit.apple.1.png", "back.fruit.png", "mat.board.png"} <= names
    (table,) = person.told("preview", "table", "my-mod", "--out", tmp_path / "table")
    with Image.open(table) as picture:
        assert picture.width == 3200
        assert len(picture.convert("RGB").resize((64, 64)).getcolors(5000) or ()) > 8


def test_installed_and_published(person: Person, tmp_path: Path) -> None:
    """A build goes to the game found in the home, to a folder for the web, and is cleaned away."""
    out = tmp_path / "out"
    assert person.types("build", "my-mod", "--out", out).returncode == 0
    data = ".local/share/Tabletop Simulator"
    if sys.platform == "win32":
        data = "Documents/My Games/Tabletop Simulator"
    elif sys.platform == "darwin":
        data = "Library/Tabletop Simulator"
    saves = person.home / data / "Saves"
    saves.mkdir(parents=True)
    told = person.told("install", "my-mod", "--out", out)
    assert {Path(each).parent for each in told["files"]} == {saves}
    assert told["seen_by"] == "you"
    assert (told["pictures"], told["published"]) == (len(list((out / "assets").iterdir())), 0)
    assert person.told("uninstall", "my-mod", "--out", out)["backups"] == []
    assert not (saves / "My_Mod.json").exists()
    caged = person.home / "snap/steam/common/.local/share/Tabletop Simulator"
    (caged / "Saves").mkdir(parents=True)
    done = person.types("install", "my-mod", "--out", out, "--dir", caged)
    assert "runs in Snap" in done.stderr
    done = person.types("publish", "my-mod", "--out", out, "--to", tmp_path / "web")
    assert f"the save looks at {(out / 'assets').as_posix()}" in done.stderr
    sent = person.told("publish", "my-mod", "--out", out, "--to", tmp_path / "web")
    there = {path.name for path in (tmp_path / "web/assets").iterdir()}
    assert {each["name"] for each in sent} == there
    assert person.told("clean", "my-mod", "--out", out)[str(out)] > 3
    assert not out.exists()


def test_pictures_stay(tmp_path: Path) -> None:
    """Install, build the other language, edit a card, clean: every address still opens.

    What no save names any more, nor a kept game that was begun with the same cards, is listed, and
    goes only when that is said, too.
    """
    person, saves = Person(tmp_path), tmp_path / "game" / "Saves"
    saves.mkdir(parents=True)
    words = ("my-mod", "--jobs", "1")
    game = ("--dir", saves.parent)
    assert person.types("init", "my-mod").returncode == 0
    for lang in ("en", "de"):
        assert person.types("build", *words, "--lang", lang).returncode == 0
        installed = person.types("install", "my-mod", *game)
        assert installed.returncode == 0, installed.stderr
        assert installed.stdout.splitlines()[-1].startswith("only you see the ")
    assert person.told("play", "my-mod", "--bots", "2", "--seed", "1", "--save")["over"]
    edit(person.mod / "cards/my_mod/base/fruit.toml", 'en = "Pear"', 'en = "Ripe pear"')
    assert person.types("build", *words).returncode == 0
    assert person.types("clean", "my-mod").returncode == 0
    assert not (person.mod / "build/my-mod").exists()
    names = ["My_Mod.json", "My_Mod_de.json"]
    assert sorted(path.name for path in saves.glob("*.json")) == names
    for name in names:
        addresses = _addresses(json.loads((saves / name).read_bytes()))
        assert len(addresses) > 5
        assert all(local_picture(each) for each in addresses)
    assert person.told("clean", "--installed", *game)["unnamed"] == []
    assert person.types("build", *words).returncode == 0
    for lang, code in (("fr", ExitCode.NOT_FOUND), ("de", 0), ("de", ExitCode.NOT_FOUND)):
        assert person.types("uninstall", "my-mod", "--lang", lang, *game).returncode == code
    assert sorted(path.name for path in saves.glob("*.json")) == names[:1]
    assert person.told("clean", "--installed", *game)["unnamed"] == []
    (played,) = person.told("games", "list")
    assert person.types("games", "delete", played["id"], "--yes").returncode == 0
    listed = person.types("clean", "--installed", *game)
    assert "nothing was removed: with --yes" in listed.stdout
    unnamed = person.told("clean", "--installed", *game)["unnamed"]
    kept = tmp_path / "pictures/assets"
    assert 1 <= len(unnamed) < len(list(kept.iterdir()))
    assert person.told("clean", "--installed", "--yes", *game)["taken"]
    assert not {path.name for path in kept.iterdir()}.intersection(unnamed)
    assert all(map(local_picture, _addresses(json.loads((saves / names[0]).read_bytes()))))
