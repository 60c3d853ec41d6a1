"""What the project promises on its first pages is true."""

import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
# Where the project is hosted shows them under this address, seen from its first page.
RELEASES = "../../releases"
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def section(heading: str) -> str:
    """Cut one chapter out of the README."""
    return README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def fences(text: str) -> list[str]:
    """List what stands in fences."""
    return re.findall(r"```\w+\n(.*?)\n```", text, flags=re.DOTALL)


@pytest.mark.parametrize("heading", ["Run it", "Test it"])
def test_one_line_does_it(heading: str) -> None:
    """The heading is followed by one line for Linux and macOS, and later by its Windows form."""
    chapter = section(heading)
    assert chapter.startswith("\n```sh\n")
    ours, windows = fences(chapter)
    assert ours.startswith("python3 -m venv .venv && ")
    assert "\n" not in ours
    assert windows == ours.replace("python3", "py").replace(".venv/bin/", ".venv\\Scripts\\")


def test_other_systems_are_given_the_same_lines() -> None:
    """The workflow that tests on three systems types what the README says, and all of it."""
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text(encoding="utf-8")
    ours, windows = fences(section("Test it"))
    runs = [line.partition("run: ")[2] for line in workflow.splitlines()]
    assert (runs.count(ours), runs.count(windows)) == (1, 1)
    systems = re.findall(r"system: \[(.*)\]", workflow)
    assert systems == ["ubuntu-latest, macos-latest, windows-latest"]


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md", "docs/cli.md", "docs/speed.md"])
def test_links_lead_somewhere(page: str) -> None:
    """Every link to a file of ours, and to a heading in it, exists."""
    path = ROOT / page
    for target, anchor in re.findall(
        r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", path.read_text(encoding="utf-8")
    ):
        if target == RELEASES:
            continue
        linked = path.parent / target if target else path
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), anchor


def anchors(path: Path) -> set[str]:
    """List the anchors that a page has for its headings."""
    heads = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def unexplained(text: str) -> list[str]:
    """List the dependencies and switched-off lint rules that stand without a reason."""
    lists = re.findall(
        r"^(?:\w*ignore|dependencies|dev|\"\S+\") = \[\n(.*?)^\]",
        text,
        flags=re.DOTALL | re.MULTILINE,
    )
    lines = [line.strip() for entry in lists for line in entry.splitlines()]
    return [line for line in lines if not re.search(r"# \w+.{5}", line)]


def test_every_dependency_and_exception_has_a_reason() -> None:
    """Beside each dependency, and each lint rule that is off, stands why."""
    assert unexplained(PYPROJECT) == []


def test_no_folder_of_tests_is_passed_over(pytestconfig: pytest.Config) -> None:
    """Of what pytest does not look into, nothing is a folder in which we keep tests."""
    tests = (path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py"))
    folders = {part for path in tests for part in path.parts[:-1]} - {"node_modules"}
    passed_over = pytestconfig.getini("norecursedirs")
    assert "build" in folders
    assert not [each for each in folders for name in passed_over if fnmatch(each, name)]


def test_missing_reason_is_seen() -> None:
    """The check itself can fail."""
    text = 'dependencies = [\n    "left-pad",\n    "click",  # command line\n]\n'
    assert unexplained(text) == ['"left-pad",']
