"""Custom interfaces: one for the screen, and one for each object that has one.

Scripts change the interface that runs and never the XML in the save. What one person types or
switches is shown to that person alone; a script that sets the same attribute sets it for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tts_tool.errors import NotFound, UserError
from tts_tool.table.world.markup import Element, elements
from tts_tool.table.world.people import Person
from tts_tool.table.world.thing import Raw
from tts_tool.table.world.world import World

__all__ = [
    "SCREEN",
    "Screen",
    "Trigger",
    "is_shown",
    "is_true",
    "screen_of",
    "trigger_of",
    "visible",
]

SCREEN = 0
"""The handle under which the interface of Global goes."""

_STYLES = "defaults"


class Screen:
    """An interface as it is now, and what it will be when a new one has been read."""

    def __init__(self, world: World, handle: int, text: str) -> None:
        self.handle = handle
        self.broken: UserError | None = None
        self._world = world
        self._next: list[Element] | None = None
        self._due = 0
        self._roots: list[Element] = []
        self._named: dict[str, Element] | None = None
        self._styles: dict[str, dict[str, str]] | None = None
        try:
            self._roots = elements(text) if text.strip() else []
        except UserError as error:
            self.broken = error

    @property
    def loading(self) -> bool:
        """Tell whether a new interface is still to come."""
        return self._next is not None and self._world.frame < self._due

    @property
    def roots(self) -> list[Element]:
        """List the outermost elements."""
        if self._next is not None and not self.loading:
            self._show(self._next)
        return self._roots

    def replace(self, roots: list[Element]) -> None:
        """Show other elements from the next frame on."""
        if self._next is not None and not self.loading:
            self._show(self._next)
        self._next = roots
        self._due = self._world.frame + self._world.switches.count("set-xml-frames")

    def renamed(self) -> None:
        """Take notice that an element has another id."""
        self._named = None

    def by_id(self, name: str) -> Element | None:
        """Find an element; of several with one id, the first."""
        roots = self.roots
        if self._named is None:
            self._named = {}
            for root in roots:
                for element in root.walk():
                    if element.id:
                        self._named.setdefault(element.id, element)
        return self._named.get(name)

    def all(self) -> Iterator[Element]:
        """Give all elements that can be seen, in document order."""
        for root in self.roots:
            if root.kind != _STYLES:
                yield from root.walk()

    @property
    def has_styles(self) -> bool:
        """Tell whether elements have attributes that are not written there themselves."""
        return bool(self._style_sheet())

    def attribute(self, element: Element, name: str) -> str | None:
        """Read an attribute: its own, else that of its last class that has it, else its tag's."""
        own = element.attribute(name)
        if own is not None:
            return own
        styles, plain = self._style_sheet(), name.lower()
        for style in reversed((element.attribute("class") or "").split()):
            found = styles.get(f"{element.kind}.{style}", {}).get(plain)
            if found is not None:
                return found
        return styles.get(element.kind, {}).get(plain)

    def attributes(self, element: Element) -> dict[str, str]:
        """Collect all attributes that hold for an element, by their names in small letters."""
        styles = self._style_sheet()
        keys = [f"{element.kind}.{each}" for each in (element.attribute("class") or "").split()]
        found: dict[str, str] = {}
        for key in (element.kind, *keys):
            found |= styles.get(key, {})
        return found | {name.lower(): text for name, text in element.attributes.items()}

    def _style_sheet(self) -> dict[str, dict[str, str]]:
        """Collect what `Defaults` say, by tag, by class and by both; in small letters."""
        roots = self.roots
        if self._styles is None:
            self._styles = {}
            rules = [rule for root in roots if root.kind == _STYLES for rule in root.children]
            for rule in rules:
                said = {name.lower(): text for name, text in rule.attributes.items()}
                for key in _keys(rule):
                    self._styles.setdefault(key, {}).update(said)
        return self._styles

    def _show(self, roots: list[Element]) -> None:
        self._roots, self._next, self.broken = roots, None, None
        self._named = self._styles = None


class Trigger(NamedTuple):
    """A function that an element calls: whose it is, what it is called, what is passed."""

    owner: str
    function: str
    argument: str | None


def screen_of(world: World, handle: int) -> Screen:
    """Find the interface of an object, or that of the screen."""
    screen = world.screens.get(handle)
    if screen is None:
        screen = Screen(world, handle, str(_raw(world, handle).get("XmlUI") or ""))
        world.screens[handle] = screen
    return screen


def is_shown(screen: Screen, element: Element) -> bool:
    """Tell whether anybody can see an element: it and all that it is in are active."""
    return all(is_true(screen.attribute(each, "active"), absent=True) for each in element.lineage)


def visible(screen: Screen, element: Element, person: Person) -> bool:
    """Tell whether somebody sees an element: it is shown, and all that it is in is for them."""
    return is_shown(screen, element) and all(
        _meant_for(screen.attribute(each, "visibility"), person) for each in element.lineage
    )


def trigger_of(text: str) -> Trigger:
    """Read what a function is said to be: `name`, `guid/name`, `Global/name`, `name(argument)`."""
    name, _, rest = text.partition("(")
    owner, _, function = name.rpartition("/")
    return Trigger(owner.strip(), function.strip(), rest.rstrip().removesuffix(")") or None)


def is_true(text: str | None, *, absent: bool = False) -> bool:
    """Read a truth as an attribute has it."""
    return absent if not text else text.strip().lower() in ("true", "1")


def _raw(world: World, handle: int) -> Raw:
    if handle == SCREEN:
        return world.save
    thing = world.thing(handle)
    if thing is None:
        raise NotFound("the object is gone, and its interface with it")
    return thing.raw


def _keys(rule: Element) -> list[str]:
    styles = (rule.attribute("class") or "").split()
    return [f"{rule.kind}.{style}" for style in styles] or [rule.kind]


def _meant_for(targets: str | None, person: Person) -> bool:
    wanted = {each.strip().lower() for each in (targets or "").split("|")} - {""}
    if not wanted:
        return True
    roles = {"host": person.host, "admin": person.admin}
    mine = {person.colour.lower(), person.team.lower()}
    return bool(wanted & mine) or any(roles.get(each, False) for each in wanted)
