"""Groups of commands of which only the one that is run is loaded."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple

import click


class Place(NamedTuple):
    """Where a command is defined, and its line in the list of commands, which is read without loading it."""

    module: str
    line: str
    name: str = ""
    """Of the function, where it is not that of the command."""


class LazyGroup(click.Group):
    """Commands by name, each in a module of `dpassay.cli`: what audits need takes longer to load than others to run."""

    def __init__(self, *args: Any, places: Mapping[str, Place], **extra: Any) -> None:
        super().__init__(*args, **extra)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # as in click
        """Name the commands."""
        return list(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # as in click
        """Load the one command that is run."""
        place = self.places.get(cmd_name)
        if place is None:
            return None
        module = importlib.import_module(f"dpassay.cli.{place.module}")
        command: click.Command = getattr(module, place.name or cmd_name.replace("-", "_"))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # as in click
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.line) for name, place in self.places.items()])
