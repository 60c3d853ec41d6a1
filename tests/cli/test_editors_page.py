"""The page on editors is followed from top to bottom, as far as a program can."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.cli.person import Person, edit
from tests.cli.town import Town, line_of
from tests.ports import two_ports
from tts_tool.errors import ExitCode

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
STEP = re.compile(r"^```(\w+)(?: title=(\S+))?( above)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Reader:
    """Somebody who does what the page says, in a terminal that is where the page has led."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.at = person.home
        self.said: dict[str, str] = {}

    def follows(self, until: str) -> None:
        """Go on to a command, which is not typed any more."""
        for language, file, above, text in STEP.findall(PAGE):
            if file:
                self.writes(file, text, above=bool(above))
            for line in text.splitlines() if language == "sh" else ():
                if line == until:
                    return
                self.types(line)
        assert not until

    def writes(self, name: str, text: str, *, above: bool) -> None:
        """Write a block into its file."""
        file = self.at / name
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_text(encoding="utf-8") if above else ""
        assert above or not file.exists()
        file.write_text(text + before, encoding="utf-8")

    def types(self, line: str, *, right: bool = True) -> str:
        """Type a command of the page."""
        command, _, target = line.partition(" > ")
        name, *words = shlex.split(command)
        if name == "cd":
            self.at = self.at / words[0]
            return ""
        assert name == "tts-tool", line
        done = self.person.types(*words, cwd=self.at)
        assert (done.returncode == ExitCode.OK) == right, done.stderr
        if target:
            (self.at / target).write_text(done.stdout, encoding="utf-8")
        return str(done.stdout + done.stderr)

    def reads(self, name: str) -> Any:  # noqa: ANN401
        """Read a file of the editor."""
        return json.loads((self.at / ".vscode" / name).read_text(encoding="utf-8"))


@pytest.fixture
def reader(town: Town) -> Reader:
    """Give somebody who has followed the page up to its fourth step."""
    reader = Reader(town.person)
    reader.follows("tts-tool install .")
    return reader


def task(reader: Reader, label: str) -> dict[str, Any]:
    """Find a task by how its name begins."""
    tasks: list[dict[str, Any]] = reader.reads("tasks.json")["tasks"]
    return next(each for each in tasks if each["label"].startswith(label))


def problems(of: dict[str, Any], text: str, folder: Path) -> list[tuple[str, int]]:
    """Match lines as the editor does: the file and the line of each mistake."""
    pattern = of["problemMatcher"]["pattern"]
    found = [re.match(pattern["regexp"], line) for line in text.splitlines()]
    places = [(it[pattern["file"]], int(it[pattern["line"]])) for it in found if it]
    assert all((folder / name).is_file() for name, _ in places), places
    return [((folder / name).resolve().name, line) for name, line in places]


def line_in(file: Path, part: str) -> int:
    """Say in which line something stands."""
    lines = file.read_text(encoding="utf-8").split("\n")
    return next(n for n, text in enumerate(lines, 1) if part in text)


def test_what_the_editor_knows(reader: Reader) -> None:
    """The library that its settings name is there; card files are what their schema says."""
    settings = reader.reads("settings.json")
    (library,) = settings["Lua.workspace.library"]
    stubs = "\n".join(file.read_text("utf-8") for file in (reader.at / library).rglob("*.lua"))
    assert stubs.startswith("---@meta")
    assert "function getObjectFromGUID(" in stubs
    (cards,) = (reader.at / "cards").rglob("fruit.toml")
    first = cards.read_text(encoding="utf-8").split("\n", 1)[0]
    schema = json.loads((cards.parent / first.removeprefix("#:schema ")).read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(tomllib.loads(cards.read_text("utf-8")), schema)
    edit(cards, "worth = 1", "wroth = 1")
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(tomllib.loads(cards.read_text("utf-8")), schema)


def test_mistakes_can_be_clicked(reader: Reader) -> None:
    """Of cards, layout, templates and modules: each is matched with its file and line."""
    (cards,) = (reader.at / "cards").rglob("fruit.toml")
    (layout,) = (reader.at / "mod_json").rglob("layout.toml")
    (main,) = (reader.at / "lua_templates").rglob("main.lua")
    build, lint = task(reader, "build"), task(reader, "lint")
    for file, right, wrong in (
        (cards, "worth = 4", "worth = 'much'"),
        (layout, 'on = "board"\nat = [1.5, -0.4]', 'on = "bord"\nat = [1.5, -0.4]'),
        (main, "local own = {}", "local own = {{{ nope }}}"),
        (main, "local own = {}", "local own = {"),
    ):
        edit(file, right, wrong)
        said = reader.types(build["command"], right=False)
        found = problems(build, said, reader.at)
        assert file.name in {name for name, _ in found}, said
        expected = line_in(file, wrong.split("\n", 1)[0])
        assert any(0 <= expected - line <= 2 for name, line in found if name == file.name), said
        edit(file, wrong, right)
    first, second = lint["command"].split("; ")
    assert "nothing to report" in reader.types(first), "templates are no Lua yet"
    module = main.parents[1] / "lib" / "halves.lua"
    module.parent.mkdir()
    module.write_text("local half = 2\nreturn half // 2\n", encoding="utf-8")
    said = reader.types(first, right=False)
    assert problems(lint, said, reader.at) == [("halves.lua", 2)]
    edit(cards, "worth = 4", "wroth = 4")
    said = reader.types(second, right=False)
    assert ("fruit.toml", line_in(cards, "wroth = 4")) in problems(lint, said, reader.at)


@pytest.mark.parametrize("label", ["dev", "build", "lint"])
@pytest.mark.parametrize(
    ("said", "place"),
    [
        (
            "error: C:/mods/my mod/lib/a.lua:12:3: what: more",
            ("C:/mods/my mod/lib/a.lua", "12", "3"),
        ),
        ("C:\\mods\\cards\\fruit.toml:7: what", ("C:\\mods\\cards\\fruit.toml", "7", None)),
        ("cards/fruit.toml:7: what", ("cards/fruit.toml", "7", None)),
        ("Golden Apple - 177ab0: set where it lies, 75 ms", None),
        ("127.0.0.1:39999: Tabletop Simulator does not listen", None),
    ],
)
def test_places_on_every_system(label: str, said: str, place: tuple[str, ...] | None) -> None:
    """A drive is no line number; what names no file of a mod is no problem to jump to."""
    (block,) = (text for _, file, _, text in STEP.findall(PAGE) if file.endswith("tasks.json"))
    (task,) = (it for it in json.loads(block)["tasks"] if it["label"].startswith(label))
    stamped = f"09:12:13  {said}" if label == "dev" else said
    found = re.match(task["problemMatcher"]["pattern"]["regexp"], stamped)
    assert (found and found.group(1, 2, 3)) == place


def test_hot_reload(reader: Reader, town: Town) -> None:
    """With the task running, an edit is in the game; a mistake is matched, and mended forgotten."""
    project = reader.at / "tts-tool.toml"
    ports = f"\n[ports]\ntts = {town.game}\neditor = {town.editor}\n"
    project.write_text(project.read_text(encoding="utf-8") + ports, encoding="utf-8")
    (save,) = (reader.at / "build").rglob("My_Mod.json")
    town.save.write_bytes(save.read_bytes())
    town.opens()
    dev = task(reader, "dev")
    name, *words = shlex.split(dev["command"])
    assert (name, dev["isBackground"]) == ("tts-tool", True)
    process = town.begins(*words, cwd=reader.at)
    background = dev["problemMatcher"]["background"]
    while "follows your files" not in (said := line_of(process)):
        assert not re.search(background["beginsPattern"], said), said
    (cards,) = (reader.at / "cards").rglob("fruit.toml")
    edit(cards, 'en = "Apple"', 'en = "Golden Apple"')
    while "Golden Apple" not in (said := line_of(process)) and "fruit.apple" not in said:
        assert not re.search(background["beginsPattern"], said), said
    count = (
        "local n = 0 for _, it in ipairs(getObjects()) do for _, card in ipairs(it.type == 'Deck'"
        " and it.getObjects() or {}) do if card.name == 'Golden Apple' then n = n + 1 end end end"
        " return n"
    )
    assert town.runs(count) > 0
    edit(cards, "worth = 4", "worth = 'much'")
    while not re.search(background["beginsPattern"], said := line_of(process)):
        pass
    found = problems(dev, said, reader.at)
    assert found == [("fruit.toml", line_in(cards, "worth = 'much'"))]
    edit(cards, "worth = 'much'", "worth = 4")
    while not re.search(background["endsPattern"], line_of(process)):
        pass
    done = reader.person.types("exec", "return #getObjects()", cwd=reader.at)
    assert (done.returncode, done.stdout.strip().isdecimal()) == (ExitCode.OK, True), done.stderr
    pulled = reader.person.types(*shlex.split(task(reader, "pull")["command"])[1:], cwd=reader.at)
    assert pulled.returncode == ExitCode.OK, pulled.stderr


def test_ports_that_an_editor_can_be_told(town: Town) -> None:
    """The line of the page makes the hub stand in for the game there."""
    (line,) = re.findall(r"tts-tool hub --editor \d+:\d+", PAGE)
    door, own = two_ports()
    words = shlex.split(re.sub(r"\d+:\d+", f"{door}:{own}", line))[1:]
    assert "the game is heard" in line_of(town.begins(*words, *town.ports))
    told = town.status()
    assert told is not None
    assert [(each["door"], each["port"]) for each in told["editors"]] == [(door, own)]
