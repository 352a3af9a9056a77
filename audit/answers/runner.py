"""The auditor's side of a target: draw samples of it in a process of its own, or say what went wrong.

`draw` never raises for anything that the target does: a target that raises, hangs, exits, crashes, fills the
memory or returns something else than samples gives a `Failure` with one line to print. The other side of the
process is `dpassay.audit.answers.worker`, and between the two stands `dpassay.audit.answers.supervisor`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from dpassay.audit.answers import request
from dpassay.audit.answers.batches import Workers, drawn_parts
from dpassay.audit.answers.outcome import Failure, Samples
from dpassay.audit.answers.parts import FEWEST, drawn_part, joined
from dpassay.audit.answers.program import Program
from dpassay.audit.answers.request import Data
from dpassay.audit.answers.watching import Progress
from dpassay.exact.entrance import explain_failures

__all__ = ["DEFAULT_FIRST_TIME_LIMIT", "DEFAULT_MEMORY_LIMIT", "DEFAULT_TIME_LIMIT", "FEWEST", "draw"]

DEFAULT_TIME_LIMIT: Final = 120.0
DEFAULT_FIRST_TIME_LIMIT: Final = 60.0
DEFAULT_MEMORY_LIMIT: Final = 4 << 30


def draw(
    target: str | Program,
    datasets: Sequence[Data],
    parameters: Mapping[str, object],
    *,
    samples: int,
    seed: int,
    python: str | Path = sys.executable,
    time_limit: float = DEFAULT_TIME_LIMIT,
    first_time_limit: float = DEFAULT_FIRST_TIME_LIMIT,
    memory_limit: int = DEFAULT_MEMORY_LIMIT,
    progress: Progress | None = None,
    lines: bool = False,
    workers: Workers | None = None,
) -> Samples | Failure:
    """Draw ``samples`` outputs of the target on each dataset, in a process of its own, or in one for each batch.

    A target with an argument ``size`` is called with it and returns an array, or a list, of that many answers. One
    without is called once for each answer.

    Args:
        target: "package.module:callable" or "path/to/file.py:callable", or a program.
        datasets: the inputs; see ``Data``.
        parameters: rationals as int, ``Fraction`` or string (a budget is ``epsilon`` or ``exp_eps``); text; rows.
        samples: the number of outputs for each dataset, from 1 to 10^9.
        seed: a non-negative integer.
        python: the interpreter to run the target under; it needs numpy.
        time_limit: the seconds for everything, the import included. When it is over, what was drawn by then are the
            samples, if they are at least ``FEWEST`` on each dataset.
        first_time_limit: the seconds until the first output.
        memory_limit: the bytes of address space, at least 64 MiB.
        progress: see ``Progress``.
        lines: whether answers may be of any kind; those that have not one numeric form come as lines of JSON.
        workers: draw in batches, and who draws them; the answers are the same for all workers. None: one process draws
            everything.

    Raises:
        ValueError: an argument is outside its domain. What the target does is never an exception.
    """
    sizes = {"samples": samples, "seed": seed, "memory_limit": memory_limit}
    wanted = request.written(target, datasets, parameters, **sizes, lines=lines)
    request.check_limit("time_limit", time_limit)
    request.check_limit("first_time_limit", first_time_limit)
    limits, begin = (min(first_time_limit, time_limit), time_limit), time.monotonic()
    if workers is None:
        parts = [drawn_part(wanted, python, limits, progress)]
    else:
        own = str(python) == sys.executable
        parts = drawn_parts(wanted, None if own else str(python), limits, workers, progress)
    return joined(parts, wanted, time_limit, time.monotonic() - begin)


explain_failures(__name__)
