"""SCOTT-19 and SCOTT-20 speak of what the server is sent in the TAgg model: A and B, and not their sum alone.

SCOTT-20, with independent noises: A and B are as private as the released number, with the same noises. They are not: in
the sum a change of A may cancel one of B. With a uniform reference on two cells, N = 5 and lambda = 1 a sample of the
first cell moves A by log(3/2) and B by 2/5, and their difference by 0.0055. (The released number is taken to be (B -
A)/T, the estimate; see SCOTT-16.)

SCOTT-20b: noise that makes each of A and B (sqrt(2) eps/T, delta)-DP by the classical calibration, as Algorithm 2 says,
makes both together (eps, delta)-DP. With one sample the budget of each would have to be eps/sqrt(2), and is sqrt(2)
eps. From two samples on it is true (SCOTT-20c).

SCOTT-20-corrected: independent noises of standard deviation sqrt(2 log(1.25/delta)) T R/eps are enough for eps <= 1,
where R^2 is at least log^2((c + 1)/c) + (lambda/(N m))^2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.private_estimates_of_kl import NOISY, alone, both
from dpassay.proofs_check.models.sensitivity_of_kl import Neighbors
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.private_kl_estimation.calibrated_noise import LOG, SMALL
from dpassay.proofs_check.private_kl_estimation.scott_17 import CELLS, HALF
from dpassay.proofs_check.private_kl_estimation.scott_21 import (
    is_release,
    release_of,
    strength,
    told_of_noise,
)
from dpassay.proofs_check.proof.register import refuted


@claim(
    "SCOTT-20",
    location="Section 4.2.3, of the server's view in Algorithm 2 with independent noises",
    latex=r"\delta_{(A, B)}(\varepsilon) \le \delta_{(B - A)/T}(\varepsilon)",
    text="With independent Gaussian noises of one variance in A and in B, seeing both is as private as seeing the "
    "released number (B - A)/T.",
    checked=("0 < eps <= 1", "every count of both histograms is at least 2"),
    adjacency="replace_one",
    corrected_by="SCOTT-20-corrected",
)
def scott_20() -> Case:
    """A change of A cancels one of B in the estimate."""
    return Case(
        argument="With a uniform reference on two cells, h1 = (3, 2), h2 = (2, 3), lambda = 1 and one sample of the "
        "first cell, A moves by log(3/2) and B by 2/5: the estimate moves by their difference, 0.0055.",
        counterexample=Goal("one sample", counterexample("scott20"), Hunt("scott20", _one_sample)),
        twins=(Twin("the other way round", counterexample("scott20-reversed")),),
    )


@claim(
    "SCOTT-20b",
    location="Algorithm 2, with independent noises",
    latex=r"A, B \text{ each } (\sqrt2 \varepsilon/T, \delta)\text{-DP by noise} \implies (A, B) \text{ is } "
    r"(\varepsilon, \delta)\text{-DP}",
    text="Independent noises of standard deviation sqrt(2 log(1.25/delta)) T R/(sqrt(2) eps/T) in A and B, where "
    "neither moves by more than T R, make (A, B) (eps, delta)-DP.",
    checked=("0 < eps <= 1", "0 < delta < 1", "every count of both histograms is at least 2"),
    adjacency="replace_one",
    corrected_by="SCOTT-20-corrected",
)
def scott_20b() -> Case:
    """Both move by as much."""
    return Case(
        argument="With a uniform reference on two cells, h1 = (3, 2), h2 = (2, 3), lambda = 1 and one sample of the "
        "first cell, A moves by log(3/2) and B by 2/5, and R = 41/100: the centers are 1.96 eps/sqrt(2 log(1.25/delta))"
        " standard deviations apart.",
        counterexample=Goal("one sample", counterexample("scott20b"), Hunt("scott20b", _one_sample)),
        twins=(Twin("with eps/sqrt(2)", counterexample("scott20-each")),),
    )


def _one_sample() -> Iterator[Instance]:
    for eps, delta in (("1", "1/20"), ("1/2", "1/1000")):
        yield {**CELLS, "first": [3, 2], "samples": [1, 0], "weight": "1", "eps": eps, "delta": delta}


def _deltas(instance: Instance) -> dict[str, Any]:
    """The delta of A and B, and of the estimate, with noises of variance 1/100."""
    at, variance = release_of(instance), Fraction(1, 100)
    return {"of A and B": both(at, variance), "of (B - A)/T": alone(at, 2 * variance / sum(at.samples) ** 2)}


told("scott20", "with independent noises of variance 1/100 A and B are as private as (B - A)/T", is_release, _deltas)(
    lambda instance: at_most(_deltas(instance)["of A and B"], _deltas(instance)["of (B - A)/T"])
)
told("scott20-reversed", "... and (B - A)/T is as private as A and B", is_release)(
    lambda instance: at_most(_deltas(instance)["of (B - A)/T"], _deltas(instance)["of A and B"])
)
EACH: Final = Fraction(41, 100)
told_of_noise(
    "scott20b",
    "noises of variance 2 log(1.25/delta) R^2/(2 eps^2) in A and B are enough, with R = 41/100",
    lambda at: strength(at) * EACH**2 / (2 * at.epsilon**2),
    both,
)
told_of_noise(
    "scott20-each",
    "noises of variance 2 log(1.25/delta) 2 R^2/eps^2 in A and B are enough, with R = 41/100",
    lambda at: strength(at) * 2 * EACH**2 / at.epsilon**2,
    both,
)


SAMPLE: Final = Neighbors(HALF, (3, 2), (1, 0), Fraction(1))
refuted(
    "SCOTT-20",
    NOISY,
    "both(v) <= alone(2*v/T**2)",
    setting=SAMPLE,
    where=(*SMALL, "c = 2", "0 < v"),
    v=Fraction(1, 100),
)
MOST: Final = ("A(1) - A(2) <= T*R", "A(2) - A(1) <= T*R", "B(1) - B(2) <= T*R", "B(2) - B(1) <= T*R")
refuted(
    "SCOTT-20b",
    NOISY,
    f"both(2*{LOG}*(T*R)**2*T**2/(2*eps**2)) <= d",
    setting=SAMPLE,
    where=(*SMALL, "c = 2", *MOST),
    variables={"R": "real, 0 < R"},
    R=EACH,
)
