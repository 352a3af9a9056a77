"""diffprivlib's mechanisms, held to the contracts of theirs.

Without a ``random_state`` they draw from the operating system, hence no ``rng``. They answer one call at a time, hence
no ``size``: the suite calls them as often as it needs.
"""

from __future__ import annotations

from diffprivlib import mechanisms

from dpassay.properties import implements


@implements("laplace")
def test_laplace(data: float, *, epsilon: float, sensitivity: float) -> float:
    """``Laplace``."""
    return float(mechanisms.Laplace(epsilon=epsilon, sensitivity=sensitivity).randomise(data))


@implements("discrete_laplace")
def test_geometric(data: int, *, epsilon: float, sensitivity: int) -> int:
    """``Geometric``."""
    return int(mechanisms.Geometric(epsilon=epsilon, sensitivity=sensitivity).randomise(data))


@implements("exponential")
def test_exponential(data: list[float], *, epsilon: float, sensitivity: float) -> int:
    """``Exponential``."""
    return int(mechanisms.Exponential(epsilon=epsilon, sensitivity=sensitivity, utility=data).randomise())


def test_a_planted_fault_is_found() -> None:
    """Noise for half of the sensitivity, which the law gives away."""
    from dpassay.properties import CONTRACTS

    def halved(data: int, *, epsilon: float, sensitivity: int) -> int:
        return int(mechanisms.Geometric(epsilon=2 * epsilon, sensitivity=sensitivity).randomise(data))

    assert CONTRACTS["discrete_laplace"].check_one("law", halved, samples=5_000).status == "failed"
