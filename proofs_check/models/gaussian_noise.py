"""Gaussian noise on a number that changes by ``d``, at most the sensitivity ``S``, between neighbors.

``sd`` is the standard deviation of the noise, ``least`` the smallest delta at which the two laws are indistinguishable
for this eps: ``gauss(q, v, e)`` is that of Gaussian laws of variance v at e, whose centers are at the squared distance
q. ``Phi`` is the standard normal law.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import GaussianLaw, Real, as_real, exp, hockey_stick_divergence, log
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.published import GAUSSIANS, NORMAL
from dpassay.proofs_check.proof.statements import Model

KINDS: Final = ("variance", "deviation", "inside", "corrected")
"""What 2 log(1.25/delta) S/eps is taken for; inside is the variance 2 log((1.25/delta) S)/eps, and corrected is the
variance 2 log(1.25/delta) S^2/eps^2."""


@dataclass(frozen=True)
class Noise:
    """eps, delta, the sensitivity, the change between neighbors, and how the noise is calibrated."""

    eps: Fraction
    delta: Fraction
    sensitivity: Fraction
    change: Fraction
    kind: str

    def __post_init__(self) -> None:
        if self.eps <= 0 or not 0 < self.delta < 1:
            raise ValueError(f"eps, delta = {self.eps}, {self.delta}: expected numbers above 0, and delta below 1")
        if not 0 < self.change <= self.sensitivity:
            raise ValueError(f"change = {self.change}: expected a number above 0, at most {self.sensitivity}")
        if self.kind not in KINDS:
            raise ValueError(f"kind = {self.kind!r}: expected one of {', '.join(KINDS)}")
        if self.kind == "inside" and Fraction(5, 4) * self.sensitivity <= self.delta:
            raise ValueError(f"sensitivity = {self.sensitivity}: expected more than 4/5 of delta = {self.delta}")


@cache
def deviation(at: Noise) -> Real:
    """The standard deviation."""
    if at.kind == "inside":
        return (2 * as_real(log(Fraction(5, 4) / at.delta * at.sensitivity)) / at.eps).sqrt()
    printed = 2 * as_real(log(Fraction(5, 4) / at.delta)) * at.sensitivity / at.eps
    if at.kind == "deviation":
        return printed
    return (printed if at.kind == "variance" else printed * at.sensitivity / at.eps).sqrt()


@cache
def least(at: Noise) -> Any:
    """The smallest delta at eps."""
    sigma = deviation(at)
    return hockey_stick_divergence(GaussianLaw(0, sigma), GaussianLaw(at.change, sigma), exp(at.eps))


def noise(kind: str, *numbers: str) -> Noise:
    """A setting: how the noise is calibrated, eps, delta, the sensitivity, and the change where it is less."""
    eps, delta, sensitivity, *change = map(Fraction, numbers)
    return Noise(eps, delta, sensitivity, change[0] if change else sensitivity, kind)


def corrected() -> Iterator[Noise]:
    """Settings of the corrected calibration, with eps at most 9/5."""
    for numbers in ("1 1/100 1", "1/2 1/20 10 5", "1 49/50 2", "1/10 1/1000 1/2 1/3", "9/5 99/100 3 3", "9/5 1/100 1"):
        yield noise("corrected", *numbers.split())


AS_VARIANCE: Final = (noise("variance", "1/10", "1/1000", "1"), noise("variance", "1/2", "1/20", "10"))
AS_DEVIATION: Final = (noise("deviation", "4", "9/10", "1"), noise("deviation", "1/2", "1/20", "1"))
INSIDE: Final = (noise("inside", "1", "1/100", "10"), noise("inside", "1/2", "1/20", "1/5", "1/10"))
LARGE: Final = (noise("corrected", "8", "1/20", "1"), noise("corrected", "4", "9/10", "1"))


def settings() -> Iterator[Noise]:
    """All calibrations."""
    yield from AS_VARIANCE
    yield from AS_DEVIATION
    yield from INSIDE
    yield from corrected()


def read(at: Noise) -> dict[str, Fraction]:
    """eps, delta, the sensitivity and the change."""
    return {"eps": at.eps, "delta": at.delta, "S": at.sensitivity, "d": at.change}


LOG: Final = "log(5/4/delta)"
GAUSSIAN: Final = Model(
    "Gaussian noise on a number",
    parameters={
        "eps": "real, 0 < eps",
        "delta": "real, 0 < delta, delta < 1",
        "S": "real, 0 < S",
        "d": "real, 0 < d, d <= S",
    },
    quantities={
        "sd": Named(deviation, range="positive"),
        "least": Named(least),
        "gauss": GAUSSIANS,
        "Phi": NORMAL,
    },
    facts={
        "least delta": "least = gauss(d**2, sd**2, eps)",
    },
    settings=settings,
    read=read,
)
PRINTED_VARIANCE: Final = GAUSSIAN.narrowed(
    "Gaussian noise of the printed variance", {"calibration": f"sd**2 = 2*{LOG}*S/eps"}, lambda: AS_VARIANCE
)
PRINTED_DEVIATION: Final = GAUSSIAN.narrowed(
    "Gaussian noise of the printed standard deviation", {"calibration": f"sd = 2*{LOG}*S/eps"}, lambda: AS_DEVIATION
)
PRINTED_INSIDE: Final = GAUSSIAN.narrowed(
    "Gaussian noise of the printed variance, with the sensitivity in the logarithm",
    {"calibration": "sd**2 = 2*log(5/4/delta*S)/eps"},
    lambda: INSIDE,
)
CALIBRATED: Final = GAUSSIAN.narrowed(
    "Gaussian noise of the classical variance",
    {"calibration": f"sd**2 = 2*{LOG}*S**2/eps**2"},
    lambda: (*corrected(), *LARGE),
)
