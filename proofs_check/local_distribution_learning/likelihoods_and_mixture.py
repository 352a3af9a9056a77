"""The likelihood of a clipped label under one hypothesis against that under a mixture of all: what SIMA-37 and 49 need.

All likelihoods add up to 1, as those under the mixture do. Those under the mixture are at least 1/(T N'), as all are
(SIMA-27), so a likelihood is at most 1 + (T - 1) N'/M times that under the mixture.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.sima_27 import BETWEEN
from dpassay.proofs_check.models.clipped_draws import DRAWS, WEIGHTED
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, together

theorem(
    "likelihoods are laws",
    DRAWS,
    "sum(p(j, z), z, 1, N) = 1",
    Step("given", "sum(h(y, z), z, 1, N) = 1", apply("(4) and (5) are laws")),
    Step(
        "order",
        "sum(sum(h(y, z)*f(j, y), y, 1, M), z, 1, N) = sum(sum(h(y, z)*f(j, y), z, 1, N), y, 1, M)",
        apply("sums in either order", f="z, y: h(y, z)*f(j, y)", m="N", n="M"),
    ),
    Step(
        "all",
        "sum(p(j, z), z, 1, N) = 1",
        arithmetic(
            inside("sum(_, z, 1, N)", "likelihood"), "order", inside("sum(f(j, y)*_, y, 1, M)", "given"), "a law"
        ),
    ),
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
    Step(
        "all",
        f"p(j, z) = {ASTRAY}",
        arithmetic(
            "likelihood",
            inside("sum(f(j, y)*_, y, 1, M)", "astray"),
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
        "order",
        "sum(sum(w(j)*p(j, z), j, 1, K), z, 1, N) = sum(sum(w(j)*p(j, z), z, 1, N), j, 1, K)",
        apply("sums in either order", f="z, j: w(j)*p(j, z)", m="N", n="K"),
    ),
    Step(
        "all",
        "sum(mix(z), z, 1, N) = 1",
        arithmetic(inside("sum(_, z, 1, N)", "mixture"), "order", inside("sum(w(j)*_, j, 1, K)", "each"), "weights"),
    ),
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
    Step(
        "all", LEAST, arithmetic(inside("sum(w(j)*_, j, 1, K)", "low end"), ("-1", "mixture"), ("-1/(T*N)", "weights"))
    ),
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
    Step("large", "0 < R", arithmetic(("N/M", "1 <= T"))),
    Step("ratio", "p(j, z) <= R*mix(z)", apply("ratio to the mixture")),
    Step("scaled", "0 < R*mix(z)", arithmetic(("mix(z)", "large"))),
    Step("power of p", "exp(lp(j, z)) <= R*mix(z)", arithmetic("ratio", "log of p")),
    Step(
        "at most log R",
        f"{GAP} <= log(R)",
        arithmetic(inside("log(_)", "power of p")),
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
    Step(
        "low powers",
        "exp(0) <= exp(lp(j, z) + log(T*N))",
        arithmetic(("-exp(log(T*N))", "log of p"), ("T*N", "low end")),
    ),
    Step("tangent", "log(N*mix(z)) <= N*mix(z) - 1", analysis("log(x) <= x - 1", "(0, oo)", x="N*mix(z)")),
    Step(
        "at most log T",
        f"-{GAP} <= log(T) + N*mix(z) - 1",
        arithmetic(inside("log(_)", "low powers"), "tangent"),
    ),
)
