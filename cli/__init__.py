"""The `dpassay` command."""

import click

from dpassay import __version__
from dpassay.cli.audits import audit, audit_all
from dpassay.cli.show import law, mechanisms, profile


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120})
@click.version_option(__version__, prog_name="dpassay")
def main() -> None:
    """Exact laws, exact privacy loss and audits of differentially private mechanisms."""


for command in (audit, audit_all, law, mechanisms, profile):
    main.add_command(command)
