"""The ratio of two likelihoods under one hypothesis is at most R = T + (T - 1) m (M - 1)/M < (K + 1) T.

All likelihoods are between u = 1/(T N') and (1 - 1/T)/M + u (SIMA-27), so their ratio is at most 1 + (T - 1) N'/M, and
N' is at most M + m (M - 1) (SIMA-26-corrected). For SIMA-28-corrected.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.sima_27 import BETWEEN
from dpassay.proofs_check.models.label_clipping import CLIPPING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, together, use

R: Final = "T + (T - 1)*m*(M - 1)/M"
RATIO: Final = theorem(
    "ratio of the likelihoods",
    CLIPPING,
    "p(j, z) <= R*p(j, x) < (K + 1)*T*p(j, x)",
    Step("numbers", "M <= N <= M + m*(M - 1) < (K + 1)*M", apply("SIMA-26-corrected")),
    Step("most", "N <= M + m*(M - 1)", together("numbers")),
    Step("likelihoods", BETWEEN, apply("ends of the likelihoods")),
    Step("low end", "1/(T*N) <= p(j, z)", together("likelihoods")),
    Step("high end", "p(j, z) <= (1 - 1/T)/M + 1/(T*N)", together("likelihoods")),
    Step("weight", "0 <= (T - 1)/(M*T*N)", arithmetic(("1/(M*T*N)", "1 <= T"))),
    Step(
        "ends",
        "(1 - 1/T)/M + 1/(T*N) <= R/(T*N)",
        arithmetic(("(T - 1)/(M*T*N)", "most")),
        defined=("weight",),
    ),
    Step("more", "0 <= (T - 1)*m/M", arithmetic(("m/M", "1 <= T"))),
    Step("large", "0 <= R", arithmetic(("(T - 1)*m/M", "1 <= M")), defined=("more",)),
    Step("at least", "R/(T*N) <= R*p(j, x)", arithmetic(("R", use("low end", z="x"))), defined=("large",)),
    Step("ratio", "p(j, z) <= R*p(j, x)", arithmetic("high end", "ends", "at least")),
    Step("short", "R < (K + 1)*T", arithmetic(("T - 1", "m <= K"), "more")),
    Step("likely", "0 < p(j, x)", arithmetic(use("low end", z="x"))),
    Step("scaled", "R*p(j, x) < (K + 1)*T*p(j, x)", arithmetic(("p(j, x)", "short")), (), ("likely",)),
    Step("all", "p(j, z) <= R*p(j, x) < (K + 1)*T*p(j, x)", together("ratio", "scaled")),
    let={"R": R},
)

SENSITIVITY: Final = theorem(
    "SIMA-28-corrected: sensitivity",
    CLIPPING,
    "log(p(j, z)) - log(p(j, x)) <= log(R) < log((K + 1)*T)",
    Step("likelihoods", BETWEEN, apply("ends of the likelihoods")),
    Step("low end", "1/(T*N) <= p(j, z)", together("likelihoods")),
    Step("likely", "0 < p(j, z)", arithmetic("low end")),
    Step("likely, other", "0 < p(j, x)", arithmetic(use("likely", z="x"))),
    Step("more", "0 <= (T - 1)*m/M", arithmetic(("m/M", "1 <= T"))),
    Step("large", "0 < R", arithmetic(("(T - 1)*m/M", "1 <= M")), (), ("more",)),
    Step("ratios", "p(j, z) <= R*p(j, x) < (K + 1)*T*p(j, x)", apply("ratio of the likelihoods")),
    Step("ratio", "p(j, z) <= R*p(j, x)", together("ratios")),
    Step("scaled", "0 < R*p(j, x)", arithmetic(("R", "likely, other")), (), ("large",)),
    Step(
        "of the product",
        "log(R*p(j, x)) = log(R) + log(p(j, x))",
        apply("log of a product", A="R", B="p(j, x)"),
        (),
        ("large", "likely, other", "scaled"),
    ),
    Step(
        "sensitivity",
        "log(p(j, z)) - log(p(j, x)) <= log(R)",
        arithmetic(inside("log(_)", "ratio"), "of the product"),
        (),
        ("likely", "likely, other", "large", "scaled"),
    ),
    Step("short", "R < (K + 1)*T", arithmetic(("T - 1", "m <= K"), "more")),
    Step("below", "log(R) < log((K + 1)*T)", arithmetic(inside("log(_)", "short")), (), ("large",)),
    Step(
        "all",
        "log(p(j, z)) - log(p(j, x)) <= log(R) < log((K + 1)*T)",
        together("sensitivity", "below"),
        (),
        ("likely", "likely, other", "large"),
    ),
    let={"R": R},
)
