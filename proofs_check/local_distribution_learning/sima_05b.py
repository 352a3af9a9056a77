"""SIMA-05b: noise of order K/eps is needed where it is independent Laplace noise, and not for privacy itself.

Section 1.1, after Theorem 2. With J uniform and independent of v in [0, 1]^K, publish V = K (v_J + Lap(1/eps)) e_J, a
function of (J, v_J + Lap(1/eps)), which is (eps, 0)-private (SIMA-05c at D = 1). E V_j = (1/K) K v_j = v_j, and Var V_j
= (1/K) K^2 (v_j^2 + 2/eps^2) - v_j^2 = (K - 1) v_j^2 + 2 K/eps^2, which is largest at v_j = 1. So the standard
deviations are at most sqrt(K (1 + 2/eps^2) - 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    PROBABILITY,
    entries,
    family,
    row_of,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive, identity, nonnegative
from dpassay.proofs_check.models.laplace_on_a_vector import VECTOR
from dpassay.proofs_check.models.noisy_coordinate import COORDINATE
from dpassay.proofs_check.numbers import sum_of
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

RELEASE: Final = entries(vector=row_of(PROBABILITY), epsilon=ABOVE_0)
"""A vector in [0, 1]^K, and eps."""


def noisy_moments(instance: Instance) -> list[tuple[Fraction, Fraction]]:
    """The mean and the variance of each coordinate of K (v_J + Lap(1/eps)) e_J, summed over the K values of J."""
    vector = [Fraction(entry) for entry in instance["vector"]]
    count, noise = len(vector), 2 / Fraction(instance["epsilon"]) ** 2
    moments = []
    for j in range(count):
        means = [count * v if revealed == j else Fraction(0) for revealed, v in enumerate(vector)]
        noises = [count**2 * noise if revealed == j else Fraction(0) for revealed in range(count)]
        mean = sum_of(means) / count
        moments.append((mean, (sum_of(noises) + sum_of([m**2 for m in means])) / count - mean**2))
    return moments


def _is_unbiased_within(instance: Instance, most: Fraction, *, attained: bool = True) -> bool:
    """Whether means are right and no variance exceeds ``most``, with equality where a coordinate is 1."""
    pairs = [(Fraction(v), *moments) for v, moments in zip(instance["vector"], noisy_moments(instance), strict=True)]
    return all(
        mean == v and variance <= most and (v < 1 or not attained or variance == most) for v, mean, variance in pairs
    )


def _most(instance: Instance, count: int) -> Fraction:
    return count * (1 + 2 / Fraction(instance["epsilon"]) ** 2)


told(
    "sima05b",
    "K (v_J + Lap(1/eps)) e_J has the mean v and variances of at most K (1 + 2/eps^2) - 1, with equality at v_j = 1",
    RELEASE,
)(lambda instance: _is_unbiased_within(instance, _most(instance, len(instance["vector"])) - 1))
told("sima05b-less", "... the mean v and variances of at most (K - 1)(1 + 2/eps^2)", RELEASE)(
    lambda instance: _is_unbiased_within(instance, _most(instance, len(instance["vector"]) - 1), attained=False)
)


@family("sima-releases", "vectors with the entries 0, 1/3, 1, K = 1, ..., 4, and eps = 1/2, 1, 5")
def _releases() -> Iterator[Instance]:
    for count, epsilon in product(range(1, 5), ("1/2", "1", "5")):
        for vector in product(("0", "1/3", "1"), repeat=count):
            yield {"vector": list(vector), "epsilon": epsilon}


@claim(
    "SIMA-05b",
    location="Section 1.1, after Theorem 2: the need is one of independent noise",
    latex=r"J \sim U[K],\ V = K(v_J + \mathrm{Lap}(1/\epsilon)) e_J\ (\epsilon, 0)\text{-DP},\ \mathbb E V = v \in [0, "
    r"1]^K,\ \max_{v, j} \mathrm{Var}\, V_j = K(1 + 2/\epsilon^2) - 1",
    text="There is an (eps, 0)-private unbiased release of a vector in [0, 1]^K whose coordinates have standard "
    "deviations of at most sqrt(K (1 + 2/eps^2) - 1); so noise of order K/eps is needed where it is independent "
    "Laplace noise, and not for privacy itself.",
    adjacency="any_pair",
    assumed=("each two vectors of [0, 1]^K are neighbors",),
)
def sima_05b() -> Case:
    """Reveal one random coordinate, K times as large."""
    return Case(
        checks=(Goal("means and variances, exactly", exhaustive("sima05b", "sima-releases")),),
        sharper=(
            Goal(
                "independent Laplace noise has the variance 2 K^2/eps^2, which is no less for eps^2 <= 2 K",
                identity("2*K**2/e**2 - (K*(1 + 2/e**2) - 1)", "(K - 1)*(2*K - e**2)/e**2"),
            ),
            Goal(
                "for every c: c^2 K^2 >= K (e^2 + 2), which is more than e^2 times the variance, once K c^2 >= e^2 + 2",
                nonnegative("c**2*K**2 - K*(e**2 + 2)", ("K", "K*c**2 - e**2 - 2")),
            ),
        ),
        twins=(Twin("at most (K - 1)(1 + 2/eps^2)", exhaustive("sima05b-less", "sima-releases")),),
        remarks=(
            "The standard deviation is of order sqrt K/eps for bounded eps only; that of independent Laplace noise of "
            "scale K/eps is sqrt 2 K/eps.",
            "Algorithm 2 works with this release, up to the factor K and a shift.",
        ),
    )


LARGEST: Final = "K*(1 + 2/eps**2) - 1"
VARIANCE: Final = (
    Step(
        "first",
        "E(first(j)) = E(told(j)*K*v(j))",
        apply("expectation of equals", "first moment", P="P", X="first(j)", Y="told(j)*K*v(j)"),
    ),
    Step("unbiased", "mean(j) = v(j)", arithmetic("mean", "first", ("K*v(j)", "uniform"))),
    Step(
        "second",
        "E(second(j)) = E(told(j)*K**2*(v(j)**2 + 2/eps**2))",
        apply("expectation of equals", "second moment", P="P", X="second(j)", Y="told(j)*K**2*(v(j)**2 + 2/eps**2)"),
    ),
    Step(
        "of coordinate j",
        "variance(j) = (K - 1)*v(j)**2 + 2*K/eps**2",
        arithmetic("variance", "second", ("K**2*(v(j)**2 + 2/eps**2)", "uniform"), ("-mean(j) - v(j)", "unbiased")),
    ),
)
theorem(
    "SIMA-05b",
    COORDINATE,
    f"mean(j) = v(j) and variance(j) <= {LARGEST}",
    *VARIANCE,
    Step("square", "v(j)**2 <= 1", arithmetic(("1 + v(j)", "in [0, 1]"))),
    Step("no bias", "mean(j) = v(j)", arithmetic("unbiased")),
    Step("all", f"variance(j) <= {LARGEST}", arithmetic("of coordinate j", ("K - 1", "square"))),
    also=("SIMA-05b: attained", "SIMA-05b: private", "SIMA-05"),
)
ONE: Final = ("1 <= v(j)",)
theorem(
    "SIMA-05b: attained",
    COORDINATE,
    f"variance(j) >= {LARGEST}",
    *VARIANCE,
    Step("square", "1 <= v(j)**2", arithmetic(("1 + v(j)", ONE[0])), ONE),
    Step("all", f"variance(j) >= {LARGEST}", arithmetic(("-1", "of coordinate j"), ("K - 1", "square")), ONE),
    where=ONE,
)
UNIT: Final = ("D <= 1", "1/eps <= b")
theorem(
    "SIMA-05b: private",
    VECTOR,
    "worst0 <= eps",
    Step("scale", "D/eps <= b", arithmetic(("1/eps", "D <= 1"), "1/eps <= b"), UNIT),
    Step("all", "worst0 <= eps", apply("SIMA-05c: enough"), UNIT, ("scale",)),
    where=UNIT,
)
