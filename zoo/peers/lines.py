"""What the programs beside this file share: questions in, answers out. The standard library and numpy."""

import json
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

Answer = dict[str, Any]
Audit = Callable[[dict[str, Any], Any, Any], Answer]


def cannot(why: str) -> Answer:
    """Return the answer of who cannot tell."""
    return {"flag": None, "note": why}


def serve(audit: Audit, *, rows: bool = True, delta: bool = True, nan: bool = True) -> None:
    """Answer questions by ``audit(question, first, second)`` until there are no more.

    Args:
        audit: what answers.
        rows: whether it takes answers of several numbers.
        delta: whether it takes a claim with a delta.
        nan: whether it takes NaN.
    """
    out, sys.stdout = sys.stdout, sys.stderr  # what a library prints is no answer
    for line in sys.stdin:
        question = json.loads(line)
        out.write(json.dumps(_answer(audit, question, rows=rows, delta=delta, nan=nan)) + "\n")
        out.flush()


def _answer(audit: Audit, question: dict[str, Any], *, rows: bool, delta: bool, nan: bool) -> Answer:
    if question["answers"] != "numbers":
        return cannot("takes numbers only")
    first, second = (np.load(path) for path in question["samples"])
    if not rows and first.ndim > 1:
        return cannot("takes one number an answer")
    if not delta and question["delta"] > 0:
        return cannot("takes claims without a delta only")
    if not nan and not all(np.isfinite(each).all() for each in (first, second)):
        return cannot("takes finite numbers only")
    try:
        return audit(question, first, second)
    except Exception as error:  # what a library raises is an answer
        return cannot(f"{type(error).__name__}: {' '.join(str(error).split())[:150]}")
