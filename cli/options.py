"""What the commands share: reading what the user typed, all exact, one way to say what is wrong, and the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dpassay.exact import as_fraction

if TYPE_CHECKING:
    from rich.console import Console

F = TypeVar("F", bound=Callable[..., Any])
V = TypeVar("V")


def console(*, stderr: bool = False) -> Console:
    """Return the terminal to print on."""
    from rich.console import Console

    return Console(highlight=False, stderr=stderr)


class BadInput(click.ClickException):
    """A user's mistake: one line on stderr and exit code 2."""

    exit_code = 2


@contextmanager
def user_errors() -> Iterator[None]:
    """Turn a ``ValueError`` about an argument into one clear line and exit code 2."""
    try:
        yield
    except (ValueError, ArithmeticError) as error:  # an overflow, or a comparison that stays undecided
        raise BadInput(str(error)) from None


def split_parameter(text: str) -> tuple[str, str]:
    """Split "name=value"; ``ValueError`` where there is no "="."""
    name, equals, value = text.partition("=")
    if not (equals and name.strip() and value.strip()):
        raise ValueError(f"param = {text!r}: expected name=value, such as epsilon=1")
    return name.strip(), value.strip()


def read_parameters(texts: tuple[str, ...]) -> dict[str, object]:
    """Return the parameters by name; a name given twice is refused."""
    parameters: dict[str, object] = {}
    for text in texts:
        name, value = split_parameter(text)
        name = name.lower()
        if name in parameters:
            raise ValueError(f"param = {text!r}: expected each name once, but {name} = {parameters[name]} is given too")
        parameters[name] = value
    return parameters


def parameter_option(function: F) -> F:
    """Add the option --param."""
    return click.option(
        "-p",
        "--param",
        "params",
        multiple=True,
        metavar="NAME=VALUE",
        help="A parameter of the mechanism; exact decimals or fractions. Repeat for more.",
    )(function)


def pair_options(function: F) -> F:
    """Add the options --data and --neighbor."""
    words = "The first input; scores are separated by commas. Default: the worst pair."
    data = click.option("--data", metavar="X", help=words)
    neighbor = click.option("--neighbor", metavar="X", help="The second input, a neighbor of the first.")
    return data(neighbor(function))


def read_pair(data: str | None, neighbor: str | None) -> tuple[object, object] | None:
    """Return the two inputs; both or neither are given."""
    if data is None and neighbor is None:
        return None
    if data is None or neighbor is None:
        raise ValueError(f"data = {data}, neighbor = {neighbor}: expected both or neither")
    return data, neighbor


def read_numbers(texts: tuple[str, ...], name: str) -> list[Fraction]:
    """Return exact numbers."""
    return [as_fraction(text, name) for text in texts]


def once(values: Iterable[V]) -> list[V]:
    """Return each value once, in the order in which they come first."""
    return list(dict.fromkeys(values))
