"""The `dpassay` command."""

from __future__ import annotations

import importlib
import sys
import traceback
from typing import Any, Final

import click

from dpassay import __version__
from dpassay.cli.options import user_errors

COMMANDS: Final = {
    "audit": ("audits", "Audit TARGET against the exact law and the privacy guarantee of a mechanism."),
    "audit-all": ("audits", "Audit the built-in targets, each in the environment it needs, and print the table."),
    "calibrate": (
        "calibration",
        "Find parameters of lazy-to-private that are certainly (E, D)-private, next to those that its source prints.",
    ),
    "claims": (
        "claims",
        "What published claims are worth: verdicts, with certificates that a small checker re-verifies.",
    ),
    "experiment": ("experiments", "Run an experiment: seeded measurements, with tables and figures."),
    "law": ("law", "Show the exact output law of mechanism NAME on one input."),
    "mechanisms": ("mechanisms", "List the mechanisms, their parameters and their guarantees."),
    "profile": (
        "profile",
        "Show the exact privacy profile delta(epsilon) of mechanism NAME on a pair of neighboring inputs.",
    ),
}
"""The module of each command, which is loaded when the command is run, and its line in the list of commands."""


class Commands(click.Group):
    """The commands; whatever goes wrong in one, no exit code but a verdict's is 0 or 1."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # as in click
        """Name the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # as in click
        """Load the one command that is run: what audits need takes longer to load than the others take to run."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"dpassay.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = getattr(module, cmd_name.replace("-", "_"))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # as in click
        """List the commands without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:  # as in click
        """Run the command; a mistake of the user's is one line, a fault of ours a traceback, and both exit with 2."""
        try:
            with user_errors():
                return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except KeyboardInterrupt:  # click exits with 1, which would be a verdict
            click.echo("interrupted", err=True)
            sys.exit(130)
        except Exception:  # exit code 1 would be a verdict
            traceback.print_exc()
            sys.exit(2)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(__version__, prog_name="dpassay")
def main() -> None:
    """Exact laws, exact privacy loss and audits of differentially private mechanisms."""
