"""The coins of one target as a tree: each run goes down one path, and each fork has exact weights.

A coin is uniform on range(size). A run asks about it, and each question divides the values that are left of it into
parts, one for each answer. What was not gone into waits, and the heaviest of it is gone into next: so a loop that may
go on for ever costs a branch of little weight, and no more.
"""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager

MOST_BRANCHES = 1 << 16
"""A fork of more branches than this is none that can be enumerated."""

MOST_COINS = 1 << 17
"""A run that has tossed so many is ended; what it would have answered stays unknown."""

MOST_FORKS = 20_000
"""A run that has met so many new forks is left, and waits with the others."""

DEEPEST = 2.0**-16
"""So is one whose weight has fallen to this share of where it began."""


class Stop(BaseException):
    """The end of a run, from within; no ``Exception``, which a target might take for one of its own."""


class Cut(Stop):
    """The run has become too light, or too long: what lies below waits."""


class Unfit(Stop):
    """The target cannot be enumerated; the message says why, in one line."""


class Unrepeatable(Unfit):
    """The same coins led to something else."""

    def __init__(self, what: str) -> None:
        super().__init__(f"the target depends on more than its input and the coins that are known: {what}")


class Values(NamedTuple):
    """The whole numbers first, first + step, ..., so many of them."""

    first: int
    step: int
    size: int

    def part(self, begin: int, end: int) -> Values:
        """Return those from one place up to another."""
        return Values(self.first + begin * self.step, self.step, end - begin)

    def every(self, period: int, place: int) -> Values:
        """Return each of so many in turn, from a place on."""
        return Values(self.first + place * self.step, self.step * period, -(-(self.size - place) // period))

    def at(self, place: int) -> int:
        """Return the number at a place."""
        return self.first + place * self.step


class Coin:
    """A number that is uniform on range(size): what it was drawn by, in which run, and which values are left of it."""

    __slots__ = ("left", "name", "run", "size")

    def __init__(self, name: str, size: int, run: Exploring) -> None:
        self.name = name
        self.size = size
        self.run = run
        self.left = Values(0, 1, size)


class Part(NamedTuple):
    """A branch of a fork: the values of the coin, and what they answer."""

    values: Values
    answer: Any


class Fork:
    """A question that a run asked: its branches, the heaviest first; where it stands, and with which weight.

    ``leads``: where each branch leads to: the fork that comes next, the text of an answer, or ``None`` while unknown.
    """

    __slots__ = ("above", "leads", "parts", "question", "total", "weight")

    def __init__(
        self, question: tuple[Any, ...], parts: list[Part], above: tuple[Fork, int] | None, weight: Fraction
    ) -> None:
        self.question = question
        self.parts = sorted(parts, key=lambda part: -part.values.size)
        self.above = above
        self.weight = weight
        self.total = sum(part.values.size for part in parts)
        self.leads: list[Fork | str | None] = [None] * len(parts)

    def share(self, place: int) -> Fraction:
        """Return the weight of a branch within the fork."""
        return Fraction(self.parts[place].values.size, self.total)

    def weight_of(self, place: int) -> Fraction:
        """Return the exact weight of a branch."""
        return self.weight * self.share(place)

    def path(self, place: int) -> list[tuple[Fork, int]]:
        """Return the forks from the top down to a branch of this one, each with the branch that was taken."""
        path: list[tuple[Fork, int]] = []
        step: tuple[Fork, int] | None = (self, place)
        while step is not None:
            path.append(step)
            step = step[0].above
        return path[::-1]


class Exploring:
    """A run that goes down a known path, and from there on into the heaviest branch of each fork.

    ``fresh``: the forks that it met first; ``floor``: where it has less weight, it is cut; ``stop``: what ended it;
    ``waits``: whether it did so before it went into the last of the forks; ``joined``: a known fork at which it
    came to be; ``known``: the forks by what `recall` gives for the question that each is.
    """

    def __init__(
        self,
        path: list[tuple[Fork, int]],
        floor: float,
        known: dict[bytes, Fork] | None = None,
        recall: Callable[[tuple[Any, ...]], bytes | None] = lambda _question: None,
        pause: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self.pause = pause
        self.known = {} if known is None else known
        self.recall = recall
        self.joined: Fork | None = None
        self.path = path
        self.floor = floor
        self.passed = 0
        self.weight = Fraction(1)
        self.last: tuple[Fork, int] | None = None
        self.coins: list[Coin] = []
        self.fresh: list[Fork] = []
        self.notes: set[str] = set()
        self.stop: Stop | None = None
        self.waits = False

    def coin(self, name: str, size: int) -> Coin:
        """Toss a coin, of which nothing is known yet."""
        self.go_on()
        if len(self.coins) >= MOST_COINS:
            raise self.ended(Cut())
        coin = Coin(name, size, self)
        self.coins.append(coin)
        return coin

    def go_on(self) -> None:
        """End the run again if the target caught its end."""
        if self.stop is not None:
            raise self.stop

    def ended(self, stop: Stop) -> Stop:
        """Take note of the end."""
        self.stop = self.stop or stop
        return self.stop

    def fork(
        self,
        coin: Coin,
        question: tuple[Any, ...],
        divide: Callable[[Values], list[Part]],
        said: Iterable[str] = (),
    ) -> Any:
        """Ask about a coin: return the answer of the branch that this run takes, and keep its values alone.

        ``said``: functions of which it is assumed that they rise, if there is more than one branch.
        """
        self.go_on()
        question = (len(self.coins), coin.name, coin.left, *question)
        known = self.passed < len(self.path)
        if known and self.path[self.passed][0].question == question:
            step = self.path[self.passed]
        else:
            with self.pause():
                parts = [part for part in divide(coin.left) if part.values.size]
            if len(parts) == 1:
                return parts[0].answer
            if known:
                raise self.ended(Unrepeatable("at the same place it asked for another coin"))
            step = self.new_fork(question, parts)
        self.passed += 1
        self.notes |= {f"{name} rises with its argument" for name in said}
        self.last = step
        part = step[0].parts[step[1]]
        coin.left = part.values
        self.weight = step[0].weight_of(step[1])
        return part.answer

    def new_fork(self, question: tuple[Any, ...], parts: list[Part]) -> tuple[Fork, int]:
        """Return a fork that no run has met, and its heaviest branch."""
        state = self.recall(question[1:])
        if state is not None and state in self.known:
            self.joined = self.known[state]
            raise self.ended(Cut())
        self.fresh.append(Fork(question, parts, self.last, self.weight))
        if state is not None:
            self.known[state] = self.fresh[-1]
        if self.weight < self.floor or len(self.fresh) > MOST_FORKS:
            self.waits = True
            raise self.ended(Cut())
        return self.fresh[-1], 0


class Toss(NamedTuple):
    """What a run left of a coin."""

    name: str
    size: int
    values: Values


class Repeating:
    """A run with plain numbers: of each coin the first, or the last, of the values that a branch left.

    ``goes_on``: the run asks for more coins than these, and ends there.
    """

    def __init__(self, tosses: list[Toss], *, last: bool, goes_on: bool = False) -> None:
        self.tosses = tosses
        self.last = last
        self.goes_on = goes_on
        self.used = 0
        self.stop: Stop | None = None

    def number(self, name: str, size: int) -> int:
        """Return the number that a coin shows."""
        if self.stop is None and self.goes_on and self.used == len(self.tosses):
            self.stop = Cut()
        if self.stop is None and (self.used == len(self.tosses) or self.tosses[self.used][:2] != (name, size)):
            self.stop = Unrepeatable("in the same branch it asked for another coin")
        if self.stop is not None:
            raise self.stop
        values = self.tosses[self.used].values
        self.used += 1
        return values.at(values.size - 1) if self.last else values.first

    def end(self) -> None:
        """Raise what ended the run, also where some of its coins were not asked for."""
        if self.stop is None and self.used < len(self.tosses):
            self.stop = Unrepeatable("in the same branch it asked for fewer coins")
        if self.stop is not None and not isinstance(self.stop, Cut):
            raise self.stop


class Search:
    """Which branches wait, the heaviest of them next; and the forks that runs may come back to.

    ``recall``: gives a digest of the state of the target, or ``None``; ``pause``: what the work on parts is done in;
    ``first``: where all runs begin; ``joins``: how often a run came back to a known fork.
    """

    def __init__(
        self,
        recall: Callable[[tuple[Any, ...]], bytes | None] = lambda _question: None,
        pause: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self.pause = pause
        self.waiting: list[tuple[float, int, Fork | None, int]] = [(-1.0, 0, None, 0)]
        self.pushed = 0
        self.recall = recall
        self.known: dict[bytes, Fork] = {}
        self.first: Fork | str | None = None
        self.joins = 0

    def __len__(self) -> int:
        return len(self.waiting)

    def next(self) -> Exploring:
        """Return a run into the heaviest branch that waits."""
        negative, _, fork, place = heappop(self.waiting)
        if fork is not None and place + 1 < len(fork.parts):
            self.push(fork, place + 1)
        path = [] if fork is None else fork.path(place)
        return Exploring(path, -negative * DEEPEST, self.known, self.recall, self.pause)

    def push(self, fork: Fork, place: int) -> None:
        """Let the branches of a fork wait, from one on."""
        self.pushed += 1
        heappush(self.waiting, (-float(fork.weight_of(place)), self.pushed, fork, place))

    def take(self, run: Exploring, answer: str | None = None) -> None:
        """Let wait what a run met and did not go into, and keep where it led to: to an answer, if it had one."""
        for fork in run.fresh:
            self.push(fork, 0 if run.waits and fork is run.fresh[-1] else 1)
            self.lead(fork.above, fork)
        if run.joined is not None:
            self.joins += 1
            self.lead(run.last, run.joined)
        elif answer is not None:
            self.lead(run.last, answer)

    def lead(self, step: tuple[Fork, int] | None, end: Fork | str) -> None:
        """Keep where a branch leads to."""
        if step is None:
            self.first = end
        else:
            step[0].leads[step[1]] = end
