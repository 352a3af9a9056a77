"""What comes of a run: samples, or what went wrong in one line. Text of the target's is made plain here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from dpassay.audit.answers.plain import plain_line, plain_text
from dpassay.exact.entrance import explain_failures

FailureKind = Literal[
    "setup",  # the worker did not start: the interpreter, its numpy, the disk
    "import",  # the target is not there, or its module cannot be imported
    "signature",  # the target takes other arguments
    "raised",
    "exit",  # the target ended the process
    "crash",  # a signal ended it
    "timeout",
    "memory",
    "output",  # what it returned are not samples
    "coins",  # its coins cannot be enumerated, or are not all that it depends on
]

LONGEST_TEXT: Final = 8_192
LONGEST_NAME: Final = 100


@dataclass(frozen=True, slots=True)
class Origin:
    """What drew the samples: the distribution that holds the target, where known, the interpreter, its numpy.

    ``seeded``: the target takes ``rng``: the same seed gives the same samples if it uses no other source.
    ``memory_limited``: the system enforces the memory limit. ``None``: the run did not get that far. ``sources``: the
    files that the answers come from, a name and a SHA-256 each: the target's module, a program, a recording.
    """

    distribution: str | None = None
    version: str | None = None
    python: str | None = None
    numpy: str | None = None
    seeded: bool | None = None
    memory_limited: bool | None = None
    sources: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Make the names plain."""
        plain = tuple((plain_line(name), plain_line(digest)) for name, digest in self.sources)
        object.__setattr__(self, "sources", plain)
        for name in ("distribution", "version", "python", "numpy"):
            value = getattr(self, name)
            object.__setattr__(self, name, None if value is None else plain_line(value, LONGEST_NAME))


@dataclass(frozen=True, slots=True, eq=False)
class Samples:
    """What was drawn: one array for each dataset, of shape (samples,) or (samples, k), int64 or float64.

    Attributes:
        arrays: where all answers on all datasets have one numeric form; otherwise ().
        seed: what they were drawn with: chunk j of dataset i comes from ``SeedSequence((seed, i, j))``.
        seconds: how long that took.
        origin: what drew them.
        stdout: the last of what the target printed.
        stderr: the same.
        shortfall: "" or a sentence: the time limit came before all samples were drawn; the arrays hold the answers
            until then, on each dataset the beginning of what would have been drawn, in whole chunks. Their number
            depends on how long they took: where that depends on the answers, so do the probabilities of error.
        form_names: the forms that answers had, such as "float64 of shape ()", "int64 of shape (3,)", "NoneType".
        form_codes: for each dataset and each answer on it the place of its form in ``form_names``. But all answers in
            one numpy array have one form, so that only calls are independent: then for each call.
    """

    arrays: tuple[NDArray[Any], ...]
    seed: int
    seconds: float
    origin: Origin
    stdout: str = ""
    stderr: str = ""
    shortfall: str = ""
    form_names: tuple[str, ...] = ()
    form_codes: tuple[NDArray[np.int64], ...] = ()

    def __post_init__(self) -> None:
        """Make the target's text plain."""
        object.__setattr__(self, "form_names", tuple(plain_line(name, LONGEST_NAME) for name in self.form_names))
        make_plain(self, "stdout", "stderr")


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong with a target, in one line.

    ``traceback``: of the target's own frames, where an exception told us.
    ``drawn``: how many samples, over all datasets, it had delivered by then.
    """

    kind: FailureKind
    message: str
    seconds: float
    drawn: int
    origin: Origin
    traceback: str = ""
    stdout: str = ""
    stderr: str = ""

    def __post_init__(self) -> None:
        """Make the target's text plain."""
        object.__setattr__(self, "message", plain_line(self.message))
        make_plain(self, "traceback", "stdout", "stderr")


def make_plain(outcome: object, *names: str) -> None:
    """Make text of the target's plain, in attributes of a frozen outcome."""
    for name in names:
        object.__setattr__(outcome, name, plain_text(getattr(outcome, name), LONGEST_TEXT))


explain_failures(__name__)
