"""Answers held to a vector of a law, as `vectors/README.md` says it: what any consumer does, here with numpy."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

FOLDER: Final = Path(__file__).resolve().parents[2] / "vectors"
ALPHA: Final = 1e-9

Vector = dict[str, Any]


@cache
def document(mechanism: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((FOLDER / f"{mechanism}.json").read_text(encoding="utf-8"))
    return loaded


def vectors(mechanism: str, kind: str) -> list[Vector]:
    return [vector for vector in document(mechanism)["vectors"] if vector["kind"] == kind]


def bounds(number: dict[str, str]) -> tuple[Fraction, Fraction]:
    """Return the decimals or the quotient that a number is between."""
    if "numerator" in number:
        exact = Fraction(int(number["numerator"]), int(number["denominator"]))
        return exact, exact
    return Fraction(number["lower"]), Fraction(number["upper"])


def inside(column: NDArray[Any], side: dict[str, str]) -> NDArray[np.bool_]:
    """Tell which values lie on one side of an event; integers are compared as such."""
    whole = column.dtype.kind in "iu"

    def end(name: str) -> int | float:
        value = Fraction(side[name])
        return floor(value) if whole else float(value)

    found = np.isfinite(column)
    if "equals" in side:
        found &= column == end("equals")
    if "above" in side:
        found &= column > end("above")
    if "at_most" in side:
        found &= column <= end("at_most")
    return found


def counts(answers: NDArray[Any], vector: Vector) -> list[int]:
    """Return how many answers lie in each event of a law."""
    rows = answers.reshape(len(answers), -1)
    known: dict[tuple[int, str], NDArray[np.bool_]] = {}
    found = []
    for entry in vector["law"]:
        assert len(entry["event"]) == rows.shape[1]
        inside_all = np.ones(len(rows), dtype=np.bool_)
        for k, side in enumerate(entry["event"]):
            key = (k, str(side))
            if key not in known:
                known[key] = inside(rows[:, k], side)
            inside_all &= known[key]
        found.append(int(inside_all.sum()))
    return found


def divergence(share: float, p: float) -> float:
    """Return the KL divergence of a coin of bias ``share`` from one of bias p."""
    parts = [a * float(np.log(a / b)) if b > 0 else np.inf for a, b in ((share, p), (1 - share, 1 - p)) if a > 0]
    return sum(parts)


def rejected(answers: NDArray[Any], vector: Vector) -> str:
    """Return why answers are not of the law, or nothing.

    Chernoff's bound: a count of n draws whose share is further than ln(2 m / alpha) / n from p, in KL divergence, has
    probability alpha / m at most.
    """
    found, n = counts(answers, vector), len(answers)
    if sum(found) < n:
        return f"{n - sum(found)} answers lie in no event"
    limit = float(np.log(2 * len(found) / ALPHA)) / n
    for count, entry in zip(found, vector["law"], strict=True):
        low, high = map(float, bounds(entry["probability"]))
        if divergence(count / n, (low + high) / 2) > limit:
            return f"{count} of {n} answers in {entry['event']}, of probability {low}"
    return ""
