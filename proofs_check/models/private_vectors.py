"""The report of Algorithm 1 in one round: the log-likelihoods of the clipped label, with Laplace noise.

``eps`` and ``dl`` are the budget, ``ll`` is log(1/dl), and ``scale`` that of the noise. ``apart(z, x, e)`` is the
least delta at e^e between the reports where the label is clipped to integer z and to integer x, ``least(y, u, e)`` that
between the reports on the labels y and u. Both are enclosed, and fall with e.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any, Final

from dpassay.exact import Budget, LaplaceVectors, Real, as_real, hockey_stick_bounds, log
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.models.label_clipping import INTEGER, LABEL
from dpassay.proofs_check.models.noisy_likelihoods import NOISY
from dpassay.proofs_check.proof.names import Named
from dpassay.reference import label_clipping, private_wma
from dpassay.reference.privatized_likelihood import label_family

GRID: Final = 2**16
"""e^e is rounded to multiples of 1/GRID, outward."""
WIDTH: Final = Fraction(1, 1000)
"""Of the enclosures."""


@dataclass(frozen=True, slots=True)
class Reported(label_clipping.Parameters):
    """A class, a horizon, a calibration and a budget."""

    epsilon: Fraction = Fraction(1)
    delta: Fraction = Fraction(1, 2)

    def __post_init__(self) -> None:
        """Check the domains."""
        label_clipping.Parameters.__post_init__(self)
        self.mechanism()

    def mechanism(self) -> private_wma.Parameters:
        """The parameters of the report."""
        budget = Budget(epsilon=self.epsilon)
        return private_wma.Parameters(budget, self.delta, self.hypotheses, self.rounds, self.calibration)


@cache
def laws(at: Reported) -> tuple[LaplaceVectors, ...]:
    """The report on each label."""
    parameters = at.mechanism()
    return tuple(private_wma.law(y, parameters) for y in range(label_clipping.labels(at)))


@cache
def laws_given(at: Reported) -> tuple[LaplaceVectors, ...]:
    """The report where the label is clipped to an integer of each label."""
    parameters = at.mechanism()
    centers = label_family(parameters, private_wma.rate(parameters)).centers
    return tuple(LaplaceVectors([1], [center], private_wma.rate(parameters)) for center in centers)


@cache
def stick(at: Reported, first: int, second: int, exp_eps: Fraction, *, is_given: bool) -> tuple[Fraction, Fraction]:
    """Bounds of the least delta between two of the laws."""
    found = laws_given(at) if is_given else laws(at)
    low, high = hockey_stick_bounds(found[first], found[second], exp_eps, tolerance=WIDTH, most_boxes=2000)
    return low, high


def enclosed(at: Reported, first: int, second: int, e: Any, *, is_given: bool) -> Real:
    """The least delta at a real e."""

    def ball() -> Any:
        low, high = as_real(e).exp().bounds(64)
        ends = Fraction((low * GRID).__floor__(), GRID), Fraction((high * GRID).__ceil__(), GRID)
        most = stick(at, first, second, ends[0], is_given=is_given)[1]
        least = stick(at, first, second, ends[1], is_given=is_given)[0]
        return rational_ball(most).union(rational_ball(least))

    return Real(ball)


def owner(at: Reported, integer: int) -> int:
    """The label, from 0, that owns an integer, from 1."""
    return next(y for y, part in enumerate(label_clipping.parts(at)) if integer - 1 in part)


def settings() -> Iterator[Reported]:
    """The same with log((K + 1) T) in the scale."""
    for at in printed_settings():
        yield replace(at, calibration="corrected")
    yield Reported((((Fraction(1), Fraction(0))),), 1, "corrected", Fraction(1), Fraction(1, 10))


def printed_settings() -> Iterator[Reported]:
    """One hypothesis and two, on two labels; budgets for which the noise of one hypothesis is large, and is not."""
    half, one, nothing = Fraction(1, 2), Fraction(1), Fraction(0)
    single = ((Fraction(99, 100), Fraction(1, 100)),)
    for epsilon, delta in ((half, Fraction(1, 700)), (Fraction(1, 10), Fraction(9, 10)), (Fraction(3), half)):
        yield Reported(single, 3, "printed", epsilon, delta)
    yield Reported(((one, nothing), (nothing, one)), 2, "printed", one, Fraction(1, 4))
    yield Reported(((one, nothing), (half, half)), 1, "printed", one, half)


BASE: Final = NOISY.narrowed(
    "reports of Algorithm 1",
    {"log of 1/delta": "exp(ll)*dl = 1", "delta below 1": "dl <= 1"},
    settings,
    {
        "eps": Named(lambda at: at.epsilon, range="positive"),
        "dl": Named(lambda at: at.delta, range="positive"),
        "ll": Named(lambda at: log(1 / at.delta), range="at least 0"),
        "scale": Named(lambda at: private_wma.scale(at.mechanism()), range="positive"),
        "least": Named(
            lambda at, y, u, e: enclosed(at, y - 1, u - 1, e, is_given=False),
            {"y": LABEL, "u": "integer, 1 <= u, u <= M", "e": "real"},
        ),
        "apart": Named(
            lambda at, z, x, e: enclosed(at, owner(at, z), owner(at, x), e, is_given=True),
            {"z": INTEGER, "x": "integer, 1 <= x, x <= N", "e": "real"},
        ),
    },
)
VECTORS: Final = replace(BASE, variables={**BASE.variables, "u": "integer, 1 <= u, u <= M", "e": "real"})
ROOTS: Final = "(2*sqrt(2*K*ll) + sqrt(K*eps))"
CORRECTED: Final = VECTORS.narrowed(
    "reports of Algorithm 1 with the corrected scale", {"scale of (8)": f"scale*eps = {ROOTS}*log((K + 1)*T)"}, settings
)
PRINTED: Final = VECTORS.narrowed(
    "reports of Algorithm 1 with the printed scale",
    {"scale of (8)": f"scale*eps = {ROOTS}*log(K*T)", "not alone": "2 <= K*T"},
    printed_settings,
)
