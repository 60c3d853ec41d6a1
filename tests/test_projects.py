"""A project is found from anywhere inside it, and a wrong `tts-tool.toml` says where and how."""

from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_tool.errors import BadInput, NotFound
from tts_tool.project import (
    FILE_NAME,
    Assets,
    Ports,
    Project,
    Settings,
    find_project,
    project_or_game,
    read_project,
    settings_text,
    write_project,
)

SETTINGS = Settings(kind="unpacked", save_name="Night Market")
GAMES = ["night-market", "old-world"]


def made(folder: Path, text: str | None = None) -> Path:
    """Make a folder a project."""
    folder.mkdir(exist_ok=True)
    (folder / FILE_NAME).write_bytes((text or settings_text(SETTINGS)).encode())
    return folder


def test_least() -> None:
    """Ports, languages and asset mode are those that everybody has, unless something is said."""
    assert (SETTINGS.ports.tts, SETTINGS.ports.editor) == (39999, 39998)
    assert SETTINGS.languages == ("en", "de")
    assert SETTINGS.assets.mode == "serve"


def test_text_for_people() -> None:
    """The written file shows everything that can be changed."""
    assert settings_text(SETTINGS).splitlines() == [
        'kind = "unpacked"',
        'save-name = "Night Market"',
        'languages = ["en", "de"]',
        "",
        "[ports]",
        "tts = 39999",
        "editor = 39998",
        "",
        "[assets]",
        'mode = "serve"',
        'base-url = ""',
    ]


def test_found_upwards(tmp_path: Path) -> None:
    """The nearest project around a folder is the one, however deep the folder lies."""
    outer = made(tmp_path / "outer")
    inner = made(outer / "inner", 'kind = "generated"\nsave-name = "Inner"')
    deep = inner / "a" / "b"
    deep.mkdir(parents=True)
    beside = outer / "beside"
    beside.mkdir()
    found = find_project(deep)
    assert found == Project(inner.resolve(), Settings(kind="generated", save_name="Inner"))
    assert found.file == inner.resolve() / FILE_NAME
    assert find_project(beside) == Project(outer.resolve(), SETTINGS)
    assert find_project(tmp_path) is None


def test_folder_of_that_name_is_no_project(tmp_path: Path) -> None:
    """Only a file makes a project."""
    (tmp_path / FILE_NAME).mkdir()
    assert find_project(tmp_path) is None


SOME_SETTINGS = st.builds(
    Settings,
    kind=st.sampled_from(["unpacked", "generated"]),
    save_name=st.text(st.characters(exclude_categories=["Cs"])),
    languages=st.lists(st.sampled_from(["en", "de", "fr", "pt-BR"]), min_size=1, unique=True).map(
        tuple
    ),
    ports=st.builds(Ports, tts=st.integers(2, 65535), editor=st.just(1)),
    assets=st.builds(
        Assets,
        mode=st.sampled_from(["serve", "file", "https"]),
        base_url=st.just("https://x.example/"),
    ),
)


@given(SOME_SETTINGS)
def test_round_trip(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> None:
    """What is written is read back, whatever the save is called."""
    project = Project(tmp_path_factory.mktemp("project"), settings)
    write_project(project)
    assert read_project(project.folder) == project
    assert [path.name for path in project.folder.iterdir()] == [FILE_NAME]


def test_half_a_pair_can_be_written() -> None:
    """A save may be called by half a surrogate pair, which no text file can hold."""
    text = settings_text(Settings(kind="unpacked", save_name="\ud83d!"))
    assert 'save-name = "?!"' in text


def test_byte_order_mark(tmp_path: Path) -> None:
    """An editor on Windows may put a mark in front."""
    assert read_project(made(tmp_path, "\ufeff" + settings_text(SETTINGS))).settings == SETTINGS


GOOD = 'kind = "unpacked"\nsave-name = "x"\n'


@pytest.mark.parametrize(
    ("text", "line", "what", "fix"),
    [
        (f"{GOOD}savename = 1", 3, 'unknown key "savename"', "did you mean save-name?"),
        (f"{GOOD}\n[ports]\nttss = 1", 5, 'unknown key "ports.ttss"', "did you mean tts?"),
        (f"{GOOD}ports.ttss = 1", 3, 'unknown key "ports.ttss"', "did you mean tts?"),
        (f"{GOOD}ports = {{ ttss = 1 }}", 3, 'unknown key "ports.ttss"', "did you mean tts?"),
        (f"{GOOD}[zzz]\na = 1", 3, 'unknown key "zzz"', "there are: kind, save-name"),
        (f"{GOOD}[ports]\ntts = 70000", 4, "ports.tts: expected int <= 65535", "1 to 65535"),
        (f'{GOOD}[ports]\neditor = "a"', 4, "ports.editor: expected int, got str", "39998"),
        (f"{GOOD}[ports]\ntts = 39998", 3, "ports: tts and editor need different", None),
        (f'{GOOD}languages = ["en", "en"]', 1, "languages names one twice", None),
        (f'{GOOD}languages = ["EN"]', 3, "languages: expected str matching", '["en", "de"]'),
        (f"{GOOD}languages = []", 3, "languages: expected array of length >= 1", '["en", "de"]'),
        (f'{GOOD}[assets]\nmode = "ftp"', 4, "assets.mode: invalid enum value 'ftp'", '"https"'),
        (f'{GOOD}[assets]\nmode = "https"', 3, 'assets: mode "https" needs a base-url', None),
        ('save-name = "x"', 1, '"kind" is missing', None),
        ('kind = "packed"\nsave-name = ""', 1, "kind: invalid enum value", '"generated"'),
        ("ports = 3\n" + GOOD, 1, "ports: expected object, got int", None),
        (f"{GOOD}= 3", 3, "invalid statement", None),
        (f"{GOOD}[ports", 3, "expected ']'", None),
        ("a=" + "[" * 20_000, 1, "", None),
    ],
)
def test_wrong_file(tmp_path: Path, text: str, line: int, what: str, fix: str | None) -> None:
    """What is wrong is said with its line, and with what was probably meant."""
    with pytest.raises(BadInput) as caught:
        find_project(made(tmp_path, text))
    assert caught.value.where == f"{tmp_path.resolve() / FILE_NAME}:{line}"
    assert what in caught.value.what
    assert (fix is None) or fix in str(caught.value.fix)


def test_not_text(tmp_path: Path) -> None:
    """A file that is no text says in which line."""
    (tmp_path / FILE_NAME).write_bytes(b'kind = "unpacked"\n\xff')
    with pytest.raises(BadInput, match=rf"{FILE_NAME}:2: not UTF-8"):
        find_project(tmp_path)


def test_what_a_command_works_on(tmp_path: Path) -> None:
    """A name is a game that the package carries; without a name, the project around counts."""
    folder = made(tmp_path / "mine")
    assert project_or_game(None, folder, GAMES) == Project(folder.resolve(), SETTINGS)
    assert project_or_game("old-world", folder, GAMES) == "old-world"
    assert project_or_game("old-world", tmp_path, GAMES) == "old-world"


def test_nothing_to_work_on(tmp_path: Path) -> None:
    """Neither project nor game, or a game that nobody knows: said with what there is."""
    with pytest.raises(NotFound, match="no project here") as none:
        project_or_game(None, tmp_path, GAMES)
    assert "night-market, old-world" in str(none.value.fix)
    with pytest.raises(NotFound, match='no game "old-wrld"') as typo:
        project_or_game("old-wrld", tmp_path, GAMES)
    assert typo.value.fix == "did you mean old-world?"
    with pytest.raises(NotFound, match="no project"):
        read_project(tmp_path)


def test_failed_write_leaves_the_old(tmp_path: Path) -> None:
    """If the new file cannot take the place of the old, nothing half-written stays."""
    (tmp_path / FILE_NAME).mkdir()
    (tmp_path / FILE_NAME / "kept").touch()
    with pytest.raises(OSError, match=FILE_NAME):
        write_project(Project(tmp_path, SETTINGS))
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


def test_settings_are_values() -> None:
    """Settings are compared by what they say and cannot be changed in place."""
    assert Settings(kind="unpacked", save_name="Night Market") == SETTINGS
    assert msgspec.structs.replace(SETTINGS, kind="generated") != SETTINGS
