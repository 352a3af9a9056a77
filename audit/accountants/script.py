"""Runs the lines that ask an accountant, and times them. It runs in the library's environment.

The answer is one row of numbers: the seconds that the composition took, then for each question whether there is an
answer (`FINITE` and so on), the answer, and the seconds it took.
"""

from __future__ import annotations

import math
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

FINITE, INFINITE, NO_NUMBER, RAISED = 0.0, 1.0, 2.0, 3.0


def answers(data: int, *, size: int, lines: str, questions: str) -> NDArray[np.float64]:  # noqa: ARG001  # as targets are called
    """Run the lines, evaluate each question, an expression on a line of its own, and return the row."""
    names: dict[str, Any] = {}
    begin = time.perf_counter()
    exec(lines, names)  # noqa: S102  # they are ours: audit/accountants/accountants.toml
    row = [time.perf_counter() - begin]
    for question in questions.splitlines():
        row += answered(question, names)
    return np.array([row])


def answered(question: str, names: dict[str, Any]) -> list[float]:
    """Return what kind of answer there is to one question, the answer and the seconds; why there is none is printed."""
    begin = time.perf_counter()
    try:
        value = float(eval(question, names))  # noqa: S307  # as above
    except Exception as error:  # one question that fails does not stop the others
        sys.stderr.write(f"{question}: {type(error).__name__}: {error}\n")
        return [RAISED, 0.0, time.perf_counter() - begin]
    seconds = time.perf_counter() - begin
    if math.isnan(value):
        return [NO_NUMBER, 0.0, seconds]
    return [INFINITE, math.copysign(1.0, value), seconds] if math.isinf(value) else [FINITE, value, seconds]
