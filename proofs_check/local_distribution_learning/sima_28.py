"""SIMA-28: the log-likelihood of a clipped label has sensitivity log(K T), so Laplace noise of scale log(K T)/eps does.

Section 4.2, after (7). Beside (5/6, 1/6, 0), the hypothesis (0, 0, 1) gives an integer of label 2 a likelihood that is
(7 T - 4)/3 times that of any other, above K T = 2 T for T > 4. Corrected: the ratio is at most R < (K + 1) T, where R
= T + (T - 1) m (M - 1)/M and m = min(K, M). All likelihoods are between u = 1/(T N') and (1 - 1/T)/M + u (SIMA-27),
so their ratio is at most 1 + (T - 1) N'/M, and N' is at most M + m (M - 1) (SIMA-26-corrected).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.label_clipping import CLIPPING
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use
from dpassay.reference.label_clipping import Parameters

FAR: Final = ((Fraction(5, 6), Fraction(1, 6), Fraction(0)), (Fraction(0), Fraction(0), Fraction(1)))
refuted(
    "SIMA-28",
    CLIPPING,
    "log(p(j, y)) - log(p(j, x)) <= log(K*T)",
    setting=Parameters(FAR, 5, "printed"),
    j=Fraction(2),
    y=Fraction(3),
    x=Fraction(1),
)
R: Final = "T + (T - 1)*m*(M - 1)/M"
RATIO: Final = theorem(
    "SIMA-28-corrected: sensitivity",
    CLIPPING,
    "p(j, y) <= R*p(j, x) < (K + 1)*T*p(j, x)",
    Step("numbers", "M <= N <= M + m*(M - 1) < (K + 1)*M", apply("SIMA-26-corrected")),
    Step("most", "N <= M + m*(M - 1)", together("numbers")),
    Step("positive", "0 < c(y)", arithmetic("at least one")),
    Step("share", "1/T <= 1", arithmetic(("1/T", "1 <= T"))),
    Step(
        "below",
        "1/(T*N) <= p(j, y)",
        arithmetic(("-1/c(y)", "likelihood"), ("f(j, y)/c(y)", "share")),
        defined=("positive",),
    ),
    Step("owned", "M*f(j, y) <= c(y)", arithmetic("ceiling, below", ("M", "the most"))),
    Step("part", "f(j, y)/c(y) <= 1/M", arithmetic(("1/(M*c(y))", "owned")), defined=("positive",)),
    Step(
        "above",
        "p(j, y) <= (1 - 1/T)/M + 1/(T*N)",
        arithmetic(("1/c(y)", "likelihood"), ("1 - 1/T", "part")),
        defined=("positive", "share"),
    ),
    Step("weight", "0 <= (T - 1)/(M*T*N)", arithmetic(("1/(M*T*N)", "1 <= T"))),
    Step(
        "ends",
        "(1 - 1/T)/M + 1/(T*N) <= R/(T*N)",
        arithmetic(("(T - 1)/(M*T*N)", "most")),
        defined=("weight",),
    ),
    Step("more", "0 <= (T - 1)*m/M", arithmetic(("m/M", "1 <= T"))),
    Step("large", "0 <= R", arithmetic(("(T - 1)*m/M", "1 <= M")), defined=("more",)),
    Step("low end", "R/(T*N) <= R*p(j, x)", arithmetic(("R", use("below", y="x"))), defined=("large",)),
    Step("ratio", "p(j, y) <= R*p(j, x)", arithmetic("above", "ends", "low end")),
    Step("short", "R < (K + 1)*T", arithmetic(("T - 1", "m <= K"), "more")),
    Step("scaled", "R*p(j, x) < (K + 1)*T*p(j, x)", arithmetic(("p(j, x)", "short"))),
    Step("all", "p(j, y) <= R*p(j, x) < (K + 1)*T*p(j, x)", together("ratio", "scaled")),
    let={"R": R},
)
