"""The likelihood of a clipped label under one hypothesis against that under a mixture of all: what SIMA-37 and 49 need.

All likelihoods add up to 1, as those under the mixture do. Those under the mixture are at least 1/(T N'), as all are
(SIMA-27), so a likelihood is at most 1 + (T - 1) N'/M times that under the mixture.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.sima_27 import BETWEEN
from dpassay.proofs_check.models.clipped_draws import DRAWS, WEIGHTED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, together

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
ASTRAY: Final = "(1 - 1/T)*q(j, z) + 1/(T*N)"
theorem(
    "a clipped likelihood goes astray",
    DRAWS,
    f"p(j, z) = {ASTRAY}",
    Step("positive", "0 < c(y)", arithmetic("at least one")),
    Step(
        "astray",
        "h(y, z) = (1 - 1/T)*own(y, z) + 1/(T*N)",
        arithmetic(("1/c(y)", "clipping"), ("-(1 - 1/T)/c(y)", "uniform")),
        (),
        ("positive",),
    ),
    Step("label", "h(y, z)*f(j, y) = (1 - 1/T)*own(y, z)*f(j, y) + f(j, y)/(T*N)", arithmetic(("f(j, y)", "astray"))),
    Step(
        "labels",
        "sum(h(y, z)*f(j, y), y, 1, M) = sum((1 - 1/T)*own(y, z)*f(j, y) + f(j, y)/(T*N), y, 1, M)",
        apply(
            "sum of equals",
            "label",
            f="y: h(y, z)*f(j, y)",
            g="y: (1 - 1/T)*own(y, z)*f(j, y) + f(j, y)/(T*N)",
            low="1",
            high="M",
        ),
    ),
    Step(
        "all",
        f"p(j, z) = {ASTRAY}",
        arithmetic(
            "likelihood",
            "labels",
            ("-(1 - 1/T)", "likelihood without going astray"),
            ("1/(T*N)", "a law"),
        ),
    ),
)
theorem(
    "likelihoods under the mixture are a law",
    WEIGHTED,
    "sum(mix(z), z, 1, N) = 1",
    Step("each", "sum(p(j, z), z, 1, N) = 1", apply("likelihoods are laws")),
    Step(
        "mixed",
        "sum(mix(z), z, 1, N) = sum(sum(w(j)*p(j, z), j, 1, K), z, 1, N)",
        apply("sum of equals", "mixture", f="z: mix(z)", g="z: sum(w(j)*p(j, z), j, 1, K)", low="1", high="N"),
    ),
    Step(
        "order",
        "sum(sum(w(j)*p(j, z), j, 1, K), z, 1, N) = sum(sum(w(j)*p(j, z), z, 1, N), j, 1, K)",
        apply("sums in either order", f="z, j: w(j)*p(j, z)", m="N", n="K"),
    ),
    Step("hypothesis", "sum(w(j)*p(j, z), z, 1, N) = w(j)", arithmetic(("w(j)", "each"))),
    Step(
        "hypotheses",
        "sum(sum(w(j)*p(j, z), z, 1, N), j, 1, K) = sum(w(j), j, 1, K)",
        apply("sum of equals", "hypothesis", f="j: sum(w(j)*p(j, z), z, 1, N)", g="j: w(j)", low="1", high="K"),
    ),
    Step("all", "sum(mix(z), z, 1, N) = 1", arithmetic("mixed", "order", "hypotheses", "weights")),
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
GAP: Final = "(lp(j, z) - log(mix(z)))"
theorem(
    "log of a ratio to the mixture",
    WEIGHTED,
    f"{GAP} <= log(R)",
    Step("more", "0 <= (T - 1)*N/M", arithmetic(("N/M", "1 <= T"))),
    Step("large", "0 < R", arithmetic("more")),
    Step("ratio", "p(j, z) <= R*mix(z)", apply("ratio to the mixture")),
    Step("scaled", "0 < R*mix(z)", arithmetic(("mix(z)", "large"))),
    Step("power of p", "exp(lp(j, z)) <= R*mix(z)", arithmetic("ratio", "log of p")),
    Step(
        "logs",
        "log(exp(lp(j, z))) <= log(R*mix(z))",
        apply("log grows", "power of p", A="exp(lp(j, z))", B="R*mix(z)"),
        (),
        ("scaled",),
    ),
    Step("log of the power", "log(exp(lp(j, z))) = lp(j, z)", apply("log of exp", A="lp(j, z)")),
    Step(
        "log of the ratio",
        "log(R*mix(z)) = log(R) + log(mix(z))",
        apply("log of a product", A="R", B="mix(z)"),
        (),
        ("large", "scaled"),
    ),
    Step(
        "at most log R",
        f"{GAP} <= log(R)",
        arithmetic("logs", "log of the ratio", ("-1", "log of the power")),
        (),
        ("large", "scaled"),
    ),
    let={"R": f"({R})"},
)
theorem(
    "log of the mixture to a likelihood",
    WEIGHTED,
    f"-{GAP} <= log(T) + N*mix(z) - 1",
    Step("low end", "1/(T*N) <= p(j, z)", apply("ends of the likelihoods")),
    Step("of all", "exp(log(T*N)) = T*N", apply("exp of log", A="T*N")),
    Step(
        "low powers",
        "exp(0) <= exp(lp(j, z) + log(T*N))",
        arithmetic(("-exp(log(T*N))", "log of p"), ("-p(j, z)", "of all"), ("T*N", "low end")),
    ),
    Step(
        "low exponents",
        "0 <= lp(j, z) + log(T*N)",
        apply("exp reflects", "low powers", A="0", B="lp(j, z) + log(T*N)"),
    ),
    Step("log of all", "log(T*N) = log(T) + log(N)", apply("log of a product", A="T", B="N")),
    Step("tangent", "log(N*mix(z)) <= N*mix(z) - 1", analysis("log(x) <= x - 1", "(0, oo)", x="N*mix(z)")),
    Step("log of a share", "log(N*mix(z)) = log(N) + log(mix(z))", apply("log of a product", A="N", B="mix(z)")),
    Step(
        "at most log T",
        f"-{GAP} <= log(T) + N*mix(z) - 1",
        arithmetic("low exponents", "log of all", "tangent", ("-1", "log of a share")),
    ),
)
