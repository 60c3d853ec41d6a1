"""A group that knows the names of its commands without importing them."""

from collections.abc import Mapping
from importlib import import_module
from typing import ClassVar, NamedTuple

import click

from tts_tool.cli.options import accept_debug

__all__ = ["CommandRow", "LazyGroup"]


class CommandRow(NamedTuple):
    """Where a command lives, and the line that stands for it in the list of commands."""

    module: str
    attribute: str
    summary: str


class LazyGroup(click.Group):
    """Lists its commands from a table and imports a module only to run or explain its command.

    A person who asks for help should not wait for libraries that only one command needs.
    """

    table: ClassVar[Mapping[str, CommandRow]] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the names in the order of the table: what people need first stands first."""
        return [*self.table, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of this one command."""
        row = self.table.get(cmd_name)
        if row is None:
            return super().get_command(ctx, cmd_name)
        command = getattr(import_module(row.module), row.attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{row.module}.{row.attribute} is not a command")
        return accept_debug(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Say which command was probably meant; click would have to import all to do so."""
        name = args[0]
        if not name.startswith("-") and name not in self.list_commands(ctx):
            ctx.fail(_no_such_command(name, self.list_commands(ctx)))
        return super().resolve_command(ctx, args)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click passes it
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the list of commands from the table alone."""
        rows = [(name, row.summary) for name, row in self.table.items()]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


def _no_such_command(name: str, names: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, names, n=1)
    guess = f" Did you mean {near[0]!r}?" if near else ""
    return f"No such command {name!r}.{guess}"
