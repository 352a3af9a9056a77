"""What the commands share: reading what the user typed, all exact, one way to say what is wrong, and the terminal."""

from __future__ import annotations

import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from dpassay.exact import as_fraction, require

if TYPE_CHECKING:
    from rich.console import Console

F = TypeVar("F", bound=Callable[..., Any])
V = TypeVar("V")


def console(*, stderr: bool = False) -> Console:
    """Return the terminal to print on."""
    from dpassay.cli.tables import Screen

    return Screen(highlight=False, stderr=stderr)


class BadInput(click.ClickException):
    """A user's mistake: one line on stderr and exit code 2."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


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


_LONGEST_SHOWN = 60


def shortened(text: str) -> str:
    """Return a text of the user's as a complaint shows it: its beginning and its end where it is long."""
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:40]}...{text[-12:]}"


_LONGEST_COMPLAINT = 1000


def one_line(text: str) -> str:
    """Return a complaint as one line that a terminal can show, however odd the text of the user's is in it."""
    line = "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)
    half = _LONGEST_COMPLAINT // 2
    return line if len(line) <= _LONGEST_COMPLAINT else f"{line[:half]} ... {line[-half:]}"


def read_folder(text: str, name: str) -> Path:
    """Return the path of a folder that is there or could be made; ``ValueError`` for what can be none."""
    expected = "a folder that can be made or read"
    require(bool(text.strip()), name, repr(text), expected)
    try:
        mode = Path(text).stat().st_mode
    except FileNotFoundError:
        return Path(text)
    except (OSError, ValueError) as error:  # too long, below a file, with a zero in it
        reason = getattr(error, "strerror", None) or error
        raise ValueError(f"{name} = {shortened(text)}: expected {expected} ({reason})") from None
    require(stat.S_ISDIR(mode), name, shortened(text), f"{expected} (Not a directory)")
    return Path(text)


if TYPE_CHECKING:
    _PathType = click.ParamType[Path]
else:
    _PathType = click.ParamType  # which cannot be subscripted in older versions of click


class Folder(_PathType):
    """The type of an option that names a folder, which need not be there yet."""

    name = "directory"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:  # noqa: ARG002  # as in click
        """Read the name of the folder."""
        with user_errors():
            return read_folder(str(value), "folder" if param is None or param.name is None else param.name)


FOLDER = Folder()


def once(values: Iterable[V]) -> list[V]:
    """Return each value once, in the order in which they come first."""
    return list(dict.fromkeys(values))
