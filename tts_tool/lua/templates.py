"""Renders Lua (or XML) from Jinja templates, and remembers which line wrote what.

The tree of each template is changed before it is compiled: whatever writes text hands it on
together with the template's file and line. So the map of a script is made by what really ran,
through loops, macros, includes, blocks and inheritance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import (
    BaseLoader,
    Environment,
    StrictUndefined,
    TemplateNotFound,
    TemplateSyntaxError,
    Undefined,
    nodes,
    pass_context,
)
from jinja2.runtime import Context

from tts_tool.errors import BadInput, NotFound, UserError
from tts_tool.lua import literals
from tts_tool.lua.bounds import Bounded, unspeakable
from tts_tool.lua.search import Search, read_text
from tts_tool.lua.source_map import SourceMap
from tts_tool.lua.traced import Traced, filled, indented, joined, source_map, traced, trimmed

__all__ = ["Rendered", "Templates", "explained"]


# Sets of folders; with any number the same is rendered, and what was dropped is compiled again.
_KEPT = 4  # folders of a mod, and of one that is tried beside it
_COMPUTED, _WRITTEN = unspeakable("computed"), unspeakable("written")


class Rendered(NamedTuple):
    """A text, where each of its lines comes from, and the template files that were used."""

    text: str
    map: SourceMap
    files: tuple[str, ...]


class Templates:
    """The templates of some folders; the first that has a name wins.

    Values that come out of a card file as `traced` strings lead back to the card file.
    """

    def __init__(self, *folders: Path) -> None:
        self._environment = _environment(folders)

    def render(self, name: str, values: Mapping[str, object]) -> Rendered:
        """Fill in the template `name`; what goes wrong is told with its template and line."""
        environment = self._environment
        environment.used = {name: None}
        environment.allow()
        try:
            text = environment.get_template(name).render(values)
        except Exception as error:  # noqa: BLE001 - a template can raise anything
            raise explained(error, name) from None
        files = environment.files
        used = tuple(files[each] for each in environment.used if each in files)
        return Rendered(str.__str__(text), source_map(text), used)


class _Loader(BaseLoader):
    """Finds templates by exact name, inside the folders only."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.files: dict[str, str] = {}

    def get_source(
        self,
        environment: Environment,  # noqa: ARG002 - as Jinja calls it
        template: str,
    ) -> tuple[str, str, Callable[[], bool]]:
        path = self.search.find(template)
        if path is None:
            raise TemplateNotFound(template, self.search.explain(template))
        file = self.files[template] = path.as_posix()
        text = read_text(path)
        return text, file, lambda: self.search.find(template) == path and read_text(path) == text


class _Environment(Bounded):
    """Jinja for Lua: strict, without chance, and every text traced."""

    def __init__(self, loader: _Loader) -> None:
        super().__init__(
            loader=loader,
            undefined=StrictUndefined,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self.files = loader.files
        self.used: dict[str, None] = {}
        del self.filters["xmlattr"]
        names = ("lua", "lua_comment", "lua_key", "lua_long", "lua_string")
        self.filters |= {name: getattr(literals, name) for name in names}
        self.filters |= {"indent": _indent, "trim": trimmed}
        self.bound()
        # Jinja must not call them when it compiles: what it joins then has forgotten its origin.
        self.filters |= {_COMPUTED: pass_context(computed), _WRITTEN: pass_context(written)}

    def join_path(self, template: str, parent: str) -> str:  # noqa: ARG002 - as Jinja calls it
        """Note each template that another one asks for."""
        self.used[template] = None
        return template

    def compile(self, source: Any, name: Any = None, filename: Any = None, **how: Any) -> Any:  # type: ignore[override]  # noqa: ANN401
        """Compile a template so that all it writes is traced."""
        tree = self.parsed(source, name, filename)
        _trace(tree, filename or name or "<template>")
        return super().compile(self.guarded(tree), name, filename, **how)

    def joined(self, pieces: list[str]) -> str:
        """Join what was written; each piece keeps its origins."""
        return joined(pieces)

    def counted(self, items: Any, writing: int) -> Iterator[Any]:  # noqa: ANN401 - whatever is looped over
        """Refuse loops whose order would differ from run to run."""
        if isinstance(items, set | frozenset):
            raise BadInput("a set has no order", fix="loop over `value | sort`")
        return super().counted(items, writing)


@lru_cache(maxsize=_KEPT)
def _environment(folders: tuple[Path, ...]) -> _Environment:
    """Keep what was compiled: whoever renders again and again meets most files as they were."""
    return _Environment(_Loader(Search.over(folders, ("?",))))


def written(_context: Context, text: str, file: str, line: int) -> Traced:
    """Give what the template itself says, word for word."""
    return traced(text, file, line)


def computed(_context: Context, value: object, file: str, line: int) -> Traced:
    """Give what an expression says, as far as it can be written in only one way."""
    if isinstance(value, str | Undefined):
        return filled(str(value), file, line)  # undefined: this is where Jinja complains
    if isinstance(value, int | float) and not isinstance(value, bool):
        return filled(literals.lua(value), file, line)
    what = f"{type(value).__name__} can be written in more than one way"
    raise BadInput(what, fix="say which: {{ value | lua }} writes it as Lua")


def _trace(tree: nodes.Template, file: str) -> None:
    """Make each part of a template that writes say from which line it does."""
    for output in list(tree.find_all(nodes.Output)):
        output.nodes = [_traced_part(part, file) for part in output.nodes]
    for block in list(tree.find_all(nodes.FilterBlock)):
        place = [nodes.Const(file), nodes.Const(block.lineno)]
        block.filter = nodes.Filter(
            block.filter, _COMPUTED, place, [], None, None, lineno=block.lineno
        )


def _traced_part(part: nodes.Expr, file: str) -> nodes.Expr:
    place = (nodes.Const(file), nodes.Const(part.lineno))
    if isinstance(part, nodes.TemplateData):
        return _call(_WRITTEN, nodes.Const(part.data, lineno=part.lineno), *place)
    is_text = isinstance(part, nodes.Const) and isinstance(part.value, str)
    if isinstance(part, nodes.Literal) and not is_text:
        what = "a table of Lua that begins with {{ is taken for an expression: write { {"
        raise TemplateSyntaxError(what, part.lineno, filename=file)
    return _call(_COMPUTED, part, *place)


def _call(name: str, part: nodes.Node, *others: nodes.Expr) -> nodes.Filter:
    return nodes.Filter(part, name, [*others], [], None, None, lineno=part.lineno)


def _indent(text: str, width: int | str = 4, first: bool = False) -> str:  # noqa: FBT001, FBT002 - Jinja's own order
    prefix = width if isinstance(width, str) else " " * width
    return joined([prefix if first else "", indented(text, prefix)])


def explained(error: Exception, name: str) -> Exception:
    """Say what is wrong, and in which line of which template."""
    where = _place(error) or name
    match error:
        case TemplateSyntaxError():
            return BadInput(error.message or str(error), where=f"{error.filename}:{error.lineno}")
        case TemplateNotFound():
            return NotFound(f"no template {error.name}", where=where, fix=_hint(error))
        case UserError(where=None):
            error.where = where
            return error
        case UserError() | OSError():
            return error
        case RecursionError() | MemoryError():
            what = "this calls itself without end, or is nested too deeply"
            return BadInput(what, where=where)
    return BadInput(str(error) or type(error).__name__, where=where)


def _hint(missing: TemplateNotFound) -> str | None:
    """Give what the loader said; Jinja itself only says the name once more."""
    return None if missing.message == missing.name else missing.message


def _place(error: Exception) -> str | None:
    """Find the innermost line of a template through which an error came."""
    place = None
    trace = error.__traceback__
    while trace is not None:
        if "__jinja_exception__" in trace.tb_frame.f_globals:
            place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place
