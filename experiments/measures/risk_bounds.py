"""Bounds on the risk of online distribution learning, with constants, and which of them speak of whom.

Source: Sima, Wu, Milenkovic and Szpankowski, "Online distribution learning with local private constraints" (2024):
theorems 3 to 6. Theorems 4 and 5 have the constants 12 and 6 for their O(): those hold in the corrected calibration,
for theorem 4 where log((K + 1) T) is not more than 6 % above log(K T). Theorem 3 has the constant 3/40 for its Omega():
it speaks of purely private learners, and of the mean over the true hypothesis in "hadamard", so that it must lie below
"randomized-response" and the corrected "private-exp3" there, and nowhere else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

from dpassay.experiments.frame.runs import Row

SLACK: Final = 1e-9
"""A bound that is attained may be missed by so much, relatively, by rounding."""

ALPHA: Final = 1e-6
"""What `most_error` returns is exceeded with about this probability, if means of runs are normal."""

BOUNDS: Final = ("trivial", "non_private", "lower", "sharp_lower", "theorem_4", "theorem_5")


def trivial_bound(rounds: int, hypotheses: int) -> float:
    """T log K: the risk of the mean of the class is no more."""
    return rounds * math.log(hypotheses)


def lower_bound(rounds: int, hypotheses: int, epsilon: float) -> float | None:
    """Theorem 3: (3/40) sqrt(K T / (m e^eps)) with m = min{(e^eps - 1)^2, 1}; None where T < K / (9 m e^eps)."""
    strength = min(math.expm1(epsilon) ** 2, 1.0) * math.exp(epsilon)
    return None if rounds < hypotheses / (9 * strength) else 3 / 40 * math.sqrt(hypotheses * rounds / strength)


def sharp_lower_bound(rounds: int, hypotheses: int, epsilon: float) -> float:
    """A better one, for all T: (3/16) log 2 min{sqrt(K' T) / (e^(eps/2) - 1), (8/3) T} for K' = floor(K/2) pairs."""
    learned = math.sqrt(hypotheses // 2 * rounds) / math.expm1(epsilon / 2)
    return 3 / 16 * math.log(2) * min(learned, 8 / 3 * rounds)


def theorem_4(rounds: int, hypotheses: int, epsilon: float, delta: float) -> float:
    """12 sqrt(2 T log K) (log(KT) + (sqrt(K log(1/delta)) + sqrt(K eps)) log(KT)^2 / eps)."""
    log_size = math.log(hypotheses * rounds)
    noise = (math.sqrt(hypotheses * -math.log(delta)) + math.sqrt(hypotheses * epsilon)) * log_size**2 / epsilon
    return 12 * math.sqrt(2 * rounds * math.log(hypotheses)) * (log_size + noise)


def theorem_5(rounds: int, hypotheses: int, epsilon: float) -> float:
    """6 sqrt(2 T K log K) (log(KT) + log(KT)^2 / eps)."""
    log_size = math.log(hypotheses * rounds)
    return 6 * math.sqrt(2 * rounds * hypotheses * math.log(hypotheses)) * (log_size + log_size**2 / epsilon)


def tv_bound(rounds: int, kl_bound: float) -> float:
    """The bound on the average total variation that follows, by the inequalities of Pinsker and Cauchy-Schwarz."""
    return math.sqrt(kl_bound / (2 * rounds))


def first_useful_rounds(bound: Callable[[int], float], hypotheses: int) -> int:
    """The least power of two from which a bound that grows more slowly than T stays below T log K."""
    rounds = 1 << 62
    while rounds > 1 and bound(rounds // 2) < trivial_bound(rounds // 2, hypotheses):
        rounds //= 2
    return rounds


def bounds(rounds: int, hypotheses: int, epsilon: float, delta: float) -> dict[str, float | None]:
    """All bounds on the KL-risk, by name; None for one that says nothing there."""
    values = (
        trivial_bound(rounds, hypotheses),
        math.log(hypotheses),
        lower_bound(rounds, hypotheses, epsilon),
        sharp_lower_bound(rounds, hypotheses, epsilon),
        theorem_4(rounds, hypotheses, epsilon, delta),
        theorem_5(rounds, hypotheses, epsilon),
    )
    return dict(zip(BOUNDS, values, strict=True))


UPPER: Final[Mapping[str, str]] = {
    "private-wma": "theorem_4",
    "private-exp3": "theorem_5",
    "bayes": "non_private",
    "uniform": "trivial",
}
"""The upper bound on the expected risk of a learner, for any class and any truth."""


def bounds_of(row: Row) -> tuple[str | None, list[str]]:
    """The upper bound and the lower bounds that speak of a row of a summary.

    Theorems 4 and 5 speak of the corrected calibration only, and the lower bounds of the class of appendix A and of
    learners that are purely private.
    """
    if row["calibration"] == "printed":
        return None, []
    lower = [name for name in ("lower", "sharp_lower") if is_bounded_below(row) and row[name]]
    return UPPER.get(row["learner"]), lower


def is_bounded_below(row: Row) -> bool:
    """Whether the lower bounds speak of the class and the learner of a row."""
    pure = row["learner"] in {"private-exp3", "randomized-response"} and row["calibration"] != "printed"
    return pure and row["nature"] == "hadamard"


def contradicted(row: Row) -> list[str]:
    """The bounds that speak of a row of a summary, and that its mean contradicts beyond chance."""
    mean, error = float(row["mean_kl"]), float(row["most_error"])
    upper, lower = bounds_of(row)
    above = [] if upper is None or mean - error <= float(row[upper]) * (1 + SLACK) else [upper]
    return above + [name for name in lower if mean + error < float(row[name]) * (1 - SLACK)]


def most_error(values: NDArray[np.float64]) -> float:
    """How far the mean of runs can be from its expectation, one-sided at `ALPHA`; infinite for a single run."""
    count = len(values)
    if count == 1:
        return math.inf
    return float(stdtrit(count - 1, 1 - ALPHA) * values.std(ddof=1) / math.sqrt(count))


def useful_from(hypotheses: int, epsilon: float, delta: float) -> dict[str, int]:
    """From about how many rounds on the upper bounds say more than the trivial one."""
    bounds: dict[str, Callable[[int], float]] = {
        "theorem 4": lambda rounds: theorem_4(rounds, hypotheses, epsilon, delta),
        "theorem 5": lambda rounds: theorem_5(rounds, hypotheses, epsilon),
    }
    return {name: first_useful_rounds(bound, hypotheses) for name, bound in bounds.items()}


def contradictions(rows: Iterable[Row]) -> list[str]:
    """The bounds that are contradicted beyond chance, and where."""
    where = ("nature", "learner", "epsilon", "rounds", "hypotheses")
    return [f"{name} ({', '.join(row[column] for column in where)})" for row in rows for name in contradicted(row)]
