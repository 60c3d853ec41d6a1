"""A game whose rules are to be shown: where its code, its cards, its tests and its evidence lie."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from tts_tool.catalog import LANGUAGES, Catalogue, Rule, card_folders, load, python_files
from tts_tool.errors import NotFound, Unavailable
from tts_tool.kernel.module import Ruleset
from tts_tool.project import FILE_NAME, RULES, read_project

__all__ = ["Subject", "subjects"]


@dataclass(frozen=True)
class Subject:
    """A ruleset, and the folder `base` below which its package is imported.

    In a checkout there is a `pyproject.toml` in that folder, and `tests` beside it; an
    installed copy has neither. A project is a checkout, too: its folder is package and base.
    """

    ruleset: Ruleset
    package: Path
    base: Path
    cards: tuple[Path, ...]
    """The folders of its cards, its own last."""
    languages: tuple[str, ...] = LANGUAGES

    @classmethod
    def of(cls, ruleset: Ruleset, package: Path | None, folder: Path | None = None) -> Subject:
        """Look at a ruleset and its package; `folder` holds cards in place of its own."""
        if package is None:
            raise NotFound(f"nobody knows where the rules of {ruleset.name} lie")
        base = _base(package)
        own = next((each / "cards" for each in (base, package) if (each / "cards").is_dir()), None)
        cards = card_folders(ruleset, own) if folder is None else (folder / ruleset.folder,)
        told = read_project(base).settings.languages if _is_project(base) else LANGUAGES
        return cls(ruleset, package, base, cards, told)

    @property
    def name(self) -> str:
        """Name the game."""
        return self.ruleset.name

    @property
    def root(self) -> Path | None:
        """Give the checkout, if the rules lie in one."""
        is_checkout = (self.base / "pyproject.toml").is_file() or _is_project(self.base)
        return self.base if is_checkout else None

    @property
    def checkout(self) -> Path:
        """Give the checkout, or say that it takes one."""
        if self.root is None:
            raise Unavailable(
                f"the evidence for {self.name} lies in a checkout, and this is an installed copy",
                where=str(self.package),
                fix="run it in a checkout that is installed with pip install -e",
            )
        return self.root

    @property
    def tests(self) -> Path:
        """Give the folder of all tests."""
        return self.checkout / "tests"

    @property
    def sources(self) -> list[Path]:
        """List the files of its rules; those of a project lie beside its tests."""
        tests, files = self.base / "tests", python_files(self.package)
        return [file for file in files if not file.is_relative_to(tests)]

    @property
    def own_tests(self) -> Path:
        """Give the folder with the tests of this game, or that of all."""
        own = self.tests / self.ruleset.folder
        return own if own.is_dir() else self.tests

    @property
    def evidence(self) -> Path:
        """Give the folder with the evidence."""
        return self.tests / "evidence" / self.name

    def chapter(self, rule: str) -> str:
        """Say to which chapter a rule belongs: its box, and the file with its wording."""
        box, file = self.catalogue.home_of_rule(rule)
        return f"{box}/{file.removeprefix('rules_')}"

    @cached_property
    def catalogue(self) -> Catalogue:
        """Read the cards, and with them the list of the rules."""
        return load(self.cards, self.ruleset.schema, languages=self.languages)

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Give its rules; those of a game that it only adds to are that game's to show."""
        rules = self.catalogue.rules
        if not self.ruleset.extends:
            return rules
        added = {module.folder for module in self.ruleset.added}
        return {name: rule for name, rule in rules.items() if self.box(name) in added}

    def box(self, rule: str) -> str:
        """Say of which box a rule is: the folder of the file with its wording."""
        return self.catalogue.home_of_rule(rule)[0]

    @property
    def open_points(self) -> frozenset[str]:
        """List the open points that its rules name."""
        return frozenset(point for rule in self.rules.values() for point in rule.open)

    def shown(self, file: Path) -> str:
        """Name a file as it stands in evidence: from the folder of the package or of the cards."""
        if file.is_relative_to(self.base):
            return file.relative_to(self.base).as_posix()
        cards = next(each for each in self.cards if file.is_relative_to(each))
        return f"cards/{file.relative_to(cards.parent).as_posix()}"

    def module(self, file: Path) -> str:
        """Name the module that a file of the package is."""
        parts = file.relative_to(self.base).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _base(package: Path) -> Path:
    """Find the folder from which a package is imported."""
    while (package / "__init__.py").exists():
        package = package.parent
    return package


def _is_project(folder: Path) -> bool:
    return (folder / FILE_NAME).is_file() and (folder / RULES).is_file()


def subjects(root: Path) -> Iterator[Subject]:
    """Give the games that are installed from a checkout, or that of a project."""
    if _is_project(root):
        yield _of_project(root)
        return
    for point in sorted(entry_points(group="tts_tool.rulesets"), key=lambda point: point.name):
        spec = find_spec(point.module)
        package = Path(spec.origin).parent if spec is not None and spec.origin else None
        if package is not None and _base(package).samefile(root):
            yield Subject.of(point.load(), package)


def _of_project(root: Path) -> Subject:
    """Run the rules of a project as its own tests do: from its folder, under their own name."""
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    return Subject.of(import_module(Path(RULES).stem).RULESET, root)
