"""The `dpassay` command."""

from __future__ import annotations

import errno
import os
import select
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import click

from dpassay import __version__
from dpassay.cli.lazy import LazyGroup, Place
from dpassay.cli.options import BadInput, user_errors

COMMANDS: Final = {
    "accountants": Place(
        "accountants",
        "Hold accountants that others wrote against the exact privacy loss of compositions.",
    ),
    "audit": Place(
        "audits",
        "Audit TARGET against the exact law and the privacy guarantee of a mechanism, or against its claim alone.",
    ),
    "audit-all": Place(
        "audit_all", "Audit the built-in targets, each in the environment it needs, and print the table."
    ),
    "audit-blind": Place(
        "audit_blind", "Audit targets of which only the claim is known, each in the environment it needs."
    ),
    "calibrate": Place(
        "calibration",
        "Find parameters of lazy-to-private that are certainly (E, D)-private, next to those that its source prints.",
    ),
    "cite": Place("claims.showing", "Print BibTeX entries that cite the verdicts on IDS, or dpassay itself."),
    "claims": Place(
        "claims",
        "What published claims are worth: verdicts, with certificates that a small checker re-verifies.",
    ),
    "experiment": Place("experiments", "Run an experiment: seeded measurements, with tables and figures."),
    "law": Place("law", "Show the exact output law of mechanism NAME on one input."),
    "mechanisms": Place("mechanisms", "List the mechanisms, a line each; or show all about mechanism NAME."),
    "profile": Place(
        "profile",
        "Show the exact privacy profile delta(epsilon) of mechanism NAME on a pair of neighboring inputs.",
    ),
    "replay": Place(
        "replays",
        "Record the pipeline TARGET on two neighboring inputs and replay it with the same answers of its noise.",
    ),
    "replay-all": Place(
        "replay_all",
        "Replay entry points of libraries on pairs of neighboring inputs, each in the environment it needs.",
    ),
}


class Commands(LazyGroup):
    """The commands; whatever goes wrong in one, no exit code but a verdict's is 0 or 1."""

    def main(self, *args: Any, **extra: Any) -> Any:  # as in click
        """Run a command line; what cannot be written ends it: with one line, or with none where nobody reads on."""
        try:
            try:
                return super().main(*args, **extra)
            finally:
                with output_errors():
                    _flush()
        except OutputError as error:
            _drop_output()
            if error.reason.errno == errno.EPIPE:
                sys.exit(128 + signal.SIGPIPE)
            with suppress(OSError):
                click.echo(f"Error: {error}", err=True)
            sys.exit(2)
        except OSError:  # there is no telling on stderr either
            sys.exit(2)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:  # as in click
        """Read the command line, which may print help."""
        with output_errors():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:  # as in click
        """Run the command; a mistake of the user's is one line, a fault of ours a traceback, and both exit with 2."""
        try:
            with output_errors(), user_errors():
                return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort, OutputError):
            raise
        except KeyboardInterrupt:  # click exits with 1, which would be a verdict
            click.echo("interrupted", err=True)
            sys.exit(130)
        except OSError as error:
            told = "working directory: expected one that is there still" if _is_lost() else str(error)
            raise BadInput(told) from None
        except Exception:  # exit code 1 would be a verdict
            traceback.print_exc()
            sys.exit(2)


class OutputError(Exception):
    """What is printed cannot be written."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(f"output: expected a place that can be written ({reason.strerror})")
        self.reason = reason


_UNWRITTEN: Final = frozenset({errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC})
"""What the system says of an output that takes no more."""


@contextmanager
def output_errors() -> Iterator[None]:
    """Tell an ``OSError`` of what is printed from all others, which name a file or are of another kind."""
    try:
        yield
    except OSError as error:
        if error.filename is None and (error.errno in _UNWRITTEN or (error.errno == errno.EPIPE and _is_unread())):
            raise OutputError(error) from None
        raise


def _is_unread() -> bool:
    """Tell whether the standard output is a pipe that nobody reads any more."""
    try:
        output = sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):
        return False
    poll = select.poll()
    poll.register(output, 0)
    return any(events & select.POLLERR for _, events in poll.poll(0))


def _flush() -> None:
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.flush()


def _drop_output() -> None:
    """Let Python write the rest where it does no harm: it would complain at its end, with an exit code of its own."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _is_lost() -> bool:
    """Tell whether the working directory was deleted."""
    try:
        Path.cwd()
    except OSError:
        return True
    return False


@click.group(
    cls=Commands, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 120}
)
@click.version_option(__version__, prog_name="dpassay")
def main() -> None:
    """Exact laws, exact privacy loss and audits of differentially private mechanisms."""
