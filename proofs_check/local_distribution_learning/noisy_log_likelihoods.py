"""Laplace noise of scale log((K + 1) T)/eps hides which integer a label was clipped to, up to a factor e^eps.

The density at v of log p(j, z) with that noise is e^(-gap(j, z, v) eps/S) eps/(2 S), where S = log((K + 1) T). For
SIMA-28-corrected and SIMA-39-corrected.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.label_clipping import CLIPPING
from dpassay.proofs_check.models.noisy_likelihoods import NOISY
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, together, use

theorem(
    "the corrected sensitivity is positive",
    CLIPPING,
    "0 < log((K + 1)*T)",
    Step("all", "0 < log((K + 1)*T)", arithmetic(inside("log(_)", "1 < (K + 1)*T"))),
)
POSITIVE: Final = Step("positive", "0 < S", apply("the corrected sensitivity is positive"))
theorem(
    "log-likelihoods are near each other",
    NOISY,
    "l(j, z) - l(j, x) <= log((K + 1)*T)",
    Step("ratios", "p(j, z) <= R*p(j, x) < (K + 1)*T*p(j, x)", apply("ratio of the likelihoods")),
    Step("first", "p(j, z) <= R*p(j, x)", together("ratios")),
    Step("second", "R*p(j, x) < (K + 1)*T*p(j, x)", together(use("ratios", z="x"))),
    Step(
        "powers",
        "exp(l(j, z)) <= exp(l(j, x) + log((K + 1)*T))",
        arithmetic("log", "first", "second", ("-(K + 1)*T", use("log", z="x"))),
    ),
    Step("all", "l(j, z) - l(j, x) <= log((K + 1)*T)", arithmetic(inside("log(_)", "powers"))),
    let={"R": "T + (T - 1)*m*(M - 1)/M"},
)
VARIABLES: Final = {"eps": "real, 0 < eps"}
SCALED: Final = {"S": "log((K + 1)*T)"}


def density(j: str, z: str) -> str:
    """The density at v of the log-likelihood of an integer with noise of scale S/eps."""
    return f"exp(-gap({j}, {z}, v)*eps/S)*eps/(2*S)"


HIDDEN: Final = f"{density('j', 'z')} <= exp(eps)*{density('j', 'x')}"
theorem(
    "noisy log-likelihoods are private",
    NOISY,
    HIDDEN,
    POSITIVE,
    Step("near", "l(j, z) - l(j, x) <= S", apply("log-likelihoods are near each other")),
    Step("far", "l(j, x) - l(j, z) <= S", arithmetic(use("near", z="x", x="z"))),
    Step(
        "all",
        HIDDEN,
        apply(
            "Laplace noise",
            use("distance", z="z"),
            use("distance", z="x"),
            "near",
            "far",
            v="v",
            a="l(j, z)",
            b="l(j, x)",
            g="gap(j, z, v)",
            h="gap(j, x, v)",
            S="S",
            eps="eps",
        ),
        (),
        ("positive",),
    ),
    variables=VARIABLES,
    let=SCALED,
)
