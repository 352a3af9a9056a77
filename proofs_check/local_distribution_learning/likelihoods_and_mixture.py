"""The likelihood of a clipped label under one hypothesis against that under a mixture of all: what SIMA-37 and 49 need.

All likelihoods add up to 1, as those under the mixture do. Those under the mixture are at least 1/(T N'), as all are
(SIMA-27), so a likelihood is at most 1 + (T - 1) N'/M times that under the mixture.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.sima_27 import BETWEEN
from dpassay.proofs_check.models.clipped_draws import DRAWS, WEIGHTED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together

theorem(
    "likelihoods are laws",
    DRAWS,
    "sum(p(j, z), z, 1, N) = 1",
    Step("given", "sum(h(y, z), z, 1, N) = 1", apply("(4) and (5) are laws")),
    Step(
        "likelihoods",
        "sum(p(j, z), z, 1, N) = sum(sum(h(y, z)*f(j, y), y, 1, M), z, 1, N)",
        apply("sum of equals", "likelihood", f="z: p(j, z)", g="z: sum(h(y, z)*f(j, y), y, 1, M)", low="1", high="N"),
    ),
    Step(
        "order",
        "sum(sum(h(y, z)*f(j, y), y, 1, M), z, 1, N) = sum(sum(h(y, z)*f(j, y), z, 1, N), y, 1, M)",
        apply("sums in either order", f="z, y: h(y, z)*f(j, y)", m="N", n="M"),
    ),
    Step(
        "label",
        "sum(h(y, z)*f(j, y), z, 1, N) = f(j, y)",
        arithmetic(("f(j, y)", "given")),
    ),
    Step(
        "labels",
        "sum(sum(h(y, z)*f(j, y), z, 1, N), y, 1, M) = sum(f(j, y), y, 1, M)",
        apply("sum of equals", "label", f="y: sum(h(y, z)*f(j, y), z, 1, N)", g="y: f(j, y)", low="1", high="M"),
    ),
    Step("all", "sum(p(j, z), z, 1, N) = 1", arithmetic("likelihoods", "order", "labels", "a law")),
)
R: Final = "1 + (T - 1)*N/M"
LEAST: Final = "1/(T*N) <= mix(z)"
MOST: Final = f"p(j, z) <= ({R})*mix(z)"
theorem(
    "least likelihood under the mixture",
    WEIGHTED,
    LEAST,
    Step("likelihoods", BETWEEN, apply("ends of the likelihoods")),
    Step("low end", "1/(T*N) <= p(j, z)", together("likelihoods")),
    Step("weighted", "w(j)/(T*N) <= w(j)*p(j, z)", arithmetic(("w(j)", "low end"))),
    Step(
        "mixed",
        "sum(w(j)/(T*N), j, 1, K) <= sum(w(j)*p(j, z), j, 1, K)",
        apply("sum grows", "weighted", f="j: w(j)/(T*N)", g="j: w(j)*p(j, z)", low="1", high="K"),
    ),
    Step("all", LEAST, arithmetic("mixed", ("-1", "mixture"), ("-1/(T*N)", "weights"))),
)
theorem(
    "ratio to the mixture",
    WEIGHTED,
    MOST,
    Step("likelihoods", BETWEEN, apply("ends of the likelihoods")),
    Step("high end", "p(j, z) <= (1 - 1/T)/M + 1/(T*N)", together("likelihoods")),
    Step("least", LEAST, apply("least likelihood under the mixture")),
    Step("more", "0 <= (T - 1)*N/M", arithmetic(("N/M", "1 <= T"))),
    Step("all", MOST, arithmetic("high end", (R, "least")), (), ("more",)),
)
