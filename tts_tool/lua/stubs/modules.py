"""Writes what a module of ours offers for an editor: functions without bodies, and comments."""

from tts_tool.lua import syntax
from tts_tool.lua.lexer import Token, tokens
from tts_tool.lua.parser import parse

__all__ = ["module_stubs"]

_DECLARES = ("---@class", "---@alias", "---@enum")


def module_stubs(text: str, name: str, module: str) -> str:
    """Write what the script `text` offers: what it returns, and the globals it defines.

    `name` is what errors call it, `module` what others require it by.
    """
    chunk = parse(text, name)
    exported = _exported(chunk.body)
    shown = {each.at.line: _shown(each, exported) for each in chunk.body.statements}
    parts = [(line, [said]) for line, said in shown.items() if said]
    for block in _comments(text, name):
        after = block[-1].line + 1
        if shown.get(after) or _is_free(block):
            parts.append((block[0].line, [token.text.rstrip() for token in block]))
    lines = [f"---@meta {module}", ""]
    for line, said in sorted(parts):
        lines += said if line + len(said) in shown and said[0].startswith("--") else [*said, ""]
    if exported:
        lines.append(f"return {exported}")
    return "\n".join(lines).rstrip() + "\n"


def _comments(text: str, name: str) -> list[list[Token]]:
    """Give the comments `---`, those on lines that follow each other together."""
    blocks: list[list[Token]] = []
    for token in tokens(text, name):
        if token.kind != "comment" or not token.text.startswith("---"):
            continue
        if blocks and blocks[-1][-1].line == token.line - 1:
            blocks[-1].append(token)
        else:
            blocks.append([token])
    return blocks


def _is_free(block: list[Token]) -> bool:
    """Tell whether comments at the top level declare something by themselves."""
    declares = any(token.text.startswith(_DECLARES) for token in block)
    return declares and block[0].column == 0


def _exported(body: syntax.Block) -> str | None:
    """Tell which local the module returns."""
    match body.statements:
        case (*_, syntax.Return(values=(syntax.Name() as value,))):
            return value.name
    return None


def _shown(statement: syntax.Statement, exported: str | None) -> str | None:
    """Write a statement as far as others see it."""
    match statement:
        case syntax.Local() if exported in [name.text for name in statement.names]:
            return f"local {exported} = {{}}"
        case syntax.FunctionStatement(target=target):
            if _root(target) in (exported, None):
                return _head(statement)
        case syntax.Assign(targets=(syntax.Member() as target,), values=(value,)):
            if _root(target) == exported:
                return f"{_path(target)} = {_literal(value)}"
    return None


def _head(statement: syntax.FunctionStatement) -> str:
    function = statement.function
    names = [token.text for token in function.parameters]
    path = _path(statement.target)
    if statement.is_method:
        names = names[1:]
        before, _, last = path.rpartition(".")
        path = f"{before}:{last}"
    if function.is_vararg:
        names.append("...")
    return f"function {path}({', '.join(names)}) end"


def _root(target: syntax.Expression) -> str | None:
    """Tell which local a name hangs on, or None if it is global."""
    while isinstance(target, syntax.Member):
        target = target.base
    return target.name if isinstance(target, syntax.Name) and target.is_local else None


def _path(target: syntax.Expression) -> str:
    names = []
    while isinstance(target, syntax.Member):
        names.append(target.name)
        target = target.base
    return ".".join([target.at.text, *reversed(names)])


def _literal(value: syntax.Expression) -> str:
    """Write a value if it is short and sure, else its kind."""
    if isinstance(value, syntax.Constant) and "\n" not in value.at.text:
        return value.at.text
    if isinstance(value, syntax.Function):
        names = [token.text for token in value.parameters] + ["..."] * value.is_vararg
        return f"function({', '.join(names)}) end"
    return "{}" if isinstance(value, syntax.TableLiteral) else "nil"
