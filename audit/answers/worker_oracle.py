"""The oracle: what stands in for every source of chance while a target runs, and gives each coin it is asked for."""

from __future__ import annotations

import os
import random
import sys
from contextlib import contextmanager
from threading import get_ident
from typing import TYPE_CHECKING, Any, NoReturn

from .worker_tree import MOST_BRANCHES, Coin, Cut, Exploring, Part, Repeating, Unfit, Values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

IMPORTING = "<frozen importlib._bootstrap>"
STANDARD = os.path.dirname(random.__file__) + os.sep  # noqa: PTH120  # the beginning of a name
OWN = __name__.partition(".")[0]
SITES, NUMPY = f"{os.sep}site-packages{os.sep}", f"{os.sep}numpy{os.sep}"


class Oracle:
    """The coins of the run that is under way; none while no run is."""

    def __init__(self) -> None:
        self.run: Exploring | Repeating | None = None
        self.thread = 0

    @contextmanager
    def asked_by(self, run: Exploring | Repeating) -> Iterator[None]:
        """Answer from a run, inside the block and in this thread alone."""
        self.run, self.thread = run, get_ident()
        try:
            yield
        finally:
            self.run = None

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Answer nothing inside the block: numpy's own generators are made with chance of their own."""
        run, self.run = self.run, None
        try:
            yield
        finally:
            self.run = run

    @property
    def active(self) -> bool:
        """Whether a run is under way; a thread that the target started may not draw.

        What a module draws while the target imports it is no coin of the run: it is drawn once.
        """
        if self.run is None or is_importing():
            return False
        if get_ident() != self.thread:
            self.refuse("the target draws in a thread of its own{at}: its coins come in no fixed order")
        return True

    def refuse(self, message: str) -> NoReturn:
        """End the run, and all: the target cannot be enumerated. "{at}" stands for the place in the target."""
        stop = Unfit(message.replace("{at}", place_of_target()))
        if self.run is not None:
            self.run.stop = self.run.stop or stop
        raise stop

    def fork(
        self,
        coin: Coin,
        question: tuple[Any, ...],
        divide: Callable[[Values], list[Part]],
        said: Iterable[str] = (),
    ) -> Any:
        """Ask about a coin, in the run that it belongs to; ``said``: functions that are said to rise."""
        if not (self.active and isinstance(self.run, Exploring) and coin.run is self.run):
            self.refuse("the target uses a number that it drew in an earlier call{at}")
        return self.run.fork(coin, question, divide, said)

    def give_up(self) -> NoReturn:
        """End a run that would never end; its weight stays over."""
        stop = Cut()
        if self.run is not None:
            self.run.stop = self.run.stop or stop
        raise stop

    def note(self, assumed: str) -> None:
        """Take note of what is assumed in this run."""
        if isinstance(self.run, Exploring):
            self.run.notes.add(assumed)

    def pick(self, name: str, size: int) -> int:
        """Return a number that is uniform on range(size), and go into each of them in turn."""
        if isinstance(self.run, Repeating):
            return self.run.number(name, size)
        if self.run is None:
            self.refuse("the target draws outside of a run{at}")
        coin = self.run.coin(name, size)
        if size > MOST_BRANCHES:
            self.refuse_all(coin)
        return int(self.fork(coin, ("which",), each))

    def refuse_all(self, coin: Coin) -> NoReturn:
        """Say that a coin has too many values to go into each of them."""
        self.refuse(f"the target uses all {size_text(coin.size)} values of {coin.name}{{at}}, too many to enumerate")


def is_importing() -> bool:
    """Tell whether a module is being imported, by this thread."""
    frame = sys._getframe(2)
    while frame is not None:
        if frame.f_code.co_filename == IMPORTING:
            return True
        frame = frame.f_back  # type: ignore[assignment]
    return False


def each(values: Values) -> list[Part]:
    """Divide values into single ones."""
    return [Part(values.part(place, place + 1), values.at(place)) for place in range(values.size)]


def size_text(size: int) -> str:
    """Return "2^53", or the number."""
    return f"2^{size.bit_length() - 1}" if size & (size - 1) == 0 and size > MOST_BRANCHES else str(size)


def place_of_target() -> str:
    """Return " at FILE:LINE" for the innermost frame that is neither ours nor of a library that draws."""
    frame = sys._getframe(1)  # there is no other way to it
    while frame is not None:
        name, module = frame.f_code.co_filename, str(frame.f_globals.get("__name__"))
        library = name.startswith("<") or NUMPY in name or (name.startswith(STANDARD) and SITES not in name)
        if not library and module != "__main__" and not module.startswith(OWN):
            return f" at {os.path.basename(name)}:{frame.f_lineno}"  # noqa: PTH119
        frame = frame.f_back  # type: ignore[assignment]
    return " in its answer"
