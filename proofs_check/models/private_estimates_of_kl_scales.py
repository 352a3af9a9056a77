"""The noise of the TAgg model as the proof of Theorem 4.6 computes it, for T samples.

``l`` is log(1.25/delta) Delta, or log((1.25/delta) Delta) as the proof groups it. ``scale`` is the second parameter of
the law that Corollary 3.1 gives at eps: 2 l/eps; ``noise(e)`` is that at any budget. ``part`` is that of eta', at 2
eps/T, and ``part_root`` at sqrt(2) eps/T, which Algorithm 2 says. Each may be read as a variance or as a standard
deviation. ``released(v)`` is the variance of 2 eta'/T where that of eta' is v, and ``of_two(v)`` that of (eta' +
eta'')/T with independent noises.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


@dataclass(frozen=True)
class Scales:
    """The number of samples, eps and l."""

    samples: int
    epsilon: Fraction
    strength: Fraction

    def __post_init__(self) -> None:
        if self.samples < 1 or self.epsilon <= 0 or self.strength <= 0:
            raise ValueError(f"T, eps, l = {self.samples}, {self.epsilon}, {self.strength}: expected numbers above 0")


def part(at: Scales) -> Fraction:
    """Corollary 3.1 at 2 eps/T."""
    return 2 * at.strength / (2 * at.epsilon / at.samples)


def settings() -> Iterator[Scales]:
    """One, two and more samples."""
    for samples, epsilon, strength in ((1, "1", "3"), (2, "1/2", "1"), (3, "2", "5"), (10, "1", "1/2")):
        yield Scales(samples, Fraction(epsilon), Fraction(strength))


def read(at: Scales) -> dict[str, Any]:
    """T, eps and l."""
    return {"T": Fraction(at.samples), "eps": at.epsilon, "l": at.strength}


BUDGET: Final = {"e": "real, 0 < e"}
VARIANCE: Final = {"v": "real, 0 <= v"}
SCALES: Final = Model(
    "noise of the two sums",
    parameters={"T": "integer, 1 <= T", "eps": "real, 0 < eps", "l": "real, 0 < l"},
    variables={**VARIANCE, **BUDGET},
    quantities={
        "scale": Named(lambda at: 2 * at.strength / at.epsilon, range="positive"),
        "part": Named(part, range="positive"),
        "part_root": Named(
            lambda at: 2 * at.strength / (as_real(Fraction(2)).sqrt() * at.epsilon / at.samples), range="positive"
        ),
        "noise": Named(lambda at, e: 2 * at.strength / e, BUDGET, range="positive"),
        "released": Named(lambda at, v: Fraction(4, at.samples**2) * v, VARIANCE),
        "of_two": Named(lambda at, v: Fraction(2, at.samples**2) * v, VARIANCE),
    },
    facts={
        "scale": "scale = 2*l/eps",
        "noise at a budget": "noise(e) = 2*l/e",
        "part": "part = 2*l/(2*eps/T)",
        "part at the root": "part_root = 2*l/(sqrt(2)*eps/T)",
        "variance of a multiple": "released(v) = (2/T)**2*v",
        "variance of a sum": "of_two(v) = 2*v/T**2",
    },
    settings=settings,
    read=read,
)
