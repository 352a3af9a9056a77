"""The `dpassay` command."""

import sys
import traceback
from typing import Any

import click

from dpassay import __version__
from dpassay.cli.audits import audit, audit_all
from dpassay.cli.options import user_errors
from dpassay.cli.show import law, mechanisms, profile


class Commands(click.Group):
    """The commands; whatever goes wrong in one, no exit code but a verdict's is 0 or 1."""

    def invoke(self, ctx: click.Context) -> Any:  # as in click
        """Run the command; a mistake of the user's is one line, a fault of ours a traceback, and both exit with 2."""
        try:
            with user_errors():
                return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception:  # exit code 1 would be a verdict
            traceback.print_exc()
            sys.exit(2)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(__version__, prog_name="dpassay")
def main() -> None:
    """Exact laws, exact privacy loss and audits of differentially private mechanisms."""


for command in (audit, audit_all, law, mechanisms, profile):
    main.add_command(command)
