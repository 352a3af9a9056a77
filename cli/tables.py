"""What is printed on the terminal."""

from __future__ import annotations

from rich.console import Console


class Screen(Console):
    """A terminal, or what stands for one."""

    def on_broken_pipe(self) -> None:
        """Leave it to the command line that nobody reads on: rich would exit with 1, which would be a verdict."""
        raise  # noqa: PLE0704  # it is called where the error is handled
