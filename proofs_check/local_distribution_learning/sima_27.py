"""SIMA-27: every clipped label has a likelihood between 1/(T K M) and 1/M under every hypothesis.

Section 4.2, (7). The lower bound fails, for N' may exceed K M (SIMA-26): with one hypothesis (1/10, 9/10) and T = 2 the
integer of label 0 has likelihood 1/20 + 1/6 < 1/4. SIMA-27-corrected: between 1/(T N') and 1/M. Under f the
integers of a label have likelihood (1 - 1/T) f/c + 1/(T N') with c >= M f, and N' >= M.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.label_clipping import CLIPPING
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together
from dpassay.reference.label_clipping import Parameters

UNEVEN: Final = ((Fraction(1, 10), Fraction(9, 10)),)
refuted(
    "SIMA-27",
    CLIPPING,
    "1/(T*K*M) <= p(j, z) <= 1/M",
    setting=Parameters(UNEVEN, 2, "printed"),
    j=Fraction(1),
    z=Fraction(1),
)
SHARE: Final = "1/(M + m*(M - 1))"
BETWEEN: Final = "1/(T*N) <= p(j, z) <= (1 - 1/T)/M + 1/(T*N)"
MOST: Final = "(1 - 1/T)*part(y, z)/M + f(j, y)/(T*N)"
DEFINED: Final = ("size", "size, scaled")
ENDS: Final = theorem(
    "ends of the likelihoods",
    CLIPPING,
    BETWEEN,
    Step("share", "1/T <= 1", arithmetic(("1/T", "1 <= T"))),
    Step("positive", "0 < c(y)", arithmetic("at least one")),
    Step(
        "astray at least",
        "1/(T*N) <= h(y, z)",
        arithmetic(("-1/c(y)", "clipping"), ("part(y, z)/c(y)", "share")),
        (),
        ("positive",),
    ),
    Step("times the law, at least", "f(j, y)/(T*N) <= h(y, z)*f(j, y)", arithmetic(("f(j, y)", "astray at least"))),
    Step(
        "all labels, at least",
        "sum(f(j, y)/(T*N), y, 1, M) <= sum(h(y, z)*f(j, y), y, 1, M)",
        apply("sum grows", "times the law, at least", f="y: f(j, y)/(T*N)", g="y: h(y, z)*f(j, y)", low="1", high="M"),
    ),
    Step(
        "low end", "1/(T*N) <= p(j, z)", arithmetic("all labels, at least", ("-1", "likelihood"), ("-1/(T*N)", "a law"))
    ),
    Step("owned", "M*f(j, y) <= c(y)", arithmetic("ceiling, below", ("M", "the most"))),
    Step("ratio of the label", "f(j, y)/c(y) <= 1/M", arithmetic(("1/(M*c(y))", "owned")), (), ("positive",)),
    Step("weight of a part", "0 <= (1 - 1/T)*part(y, z)", arithmetic(("part(y, z)", "share"))),
    Step(
        "times the law, at most",
        f"h(y, z)*f(j, y) <= {MOST}",
        arithmetic(("f(j, y)/c(y)", "clipping"), ("(1 - 1/T)*part(y, z)", "ratio of the label")),
        (),
        ("positive", "weight of a part"),
    ),
    Step(
        "all labels, at most",
        f"sum(h(y, z)*f(j, y), y, 1, M) <= sum({MOST}, y, 1, M)",
        apply("sum grows", "times the law, at most", f="y: h(y, z)*f(j, y)", g=f"y: {MOST}", low="1", high="M"),
    ),
    Step(
        "high end",
        "p(j, z) <= (1 - 1/T)/M + 1/(T*N)",
        arithmetic("all labels, at most", "likelihood", ("(1 - 1/T)/M", "one part"), ("1/(T*N)", "a law")),
    ),
    Step("all", BETWEEN, together("low end", "high end")),
)
LIKELIHOODS: Final = theorem(
    "SIMA-27-corrected",
    CLIPPING,
    "1/(T*(M + m*(M - 1))) <= 1/(T*N) <= p(j, z) <= 1/M",
    Step("numbers", "M <= N <= M + m*(M - 1) < (K + 1)*M", apply("SIMA-26-corrected")),
    Step("most", "N <= M + m*(M - 1)", together("numbers")),
    Step("least", "M <= N", together("numbers")),
    Step("size", "0 < M + m*(M - 1)", arithmetic()),
    Step("size, scaled", "0 < T*(M + m*(M - 1))", arithmetic(("T", "size"))),
    Step("inverse", f"0 <= {SHARE}", arithmetic((f"({SHARE})**2", "size")), defined=("size",)),
    Step("ends", BETWEEN, apply("ends of the likelihoods")),
    Step("high end", "p(j, z) <= (1 - 1/T)/M + 1/(T*N)", together("ends")),
    Step("astray", "1/N <= 1/M", arithmetic(("1/(M*N)", "least"))),
    Step(
        "bound",
        "1/(T*(M + m*(M - 1))) <= 1/(T*N)",
        arithmetic((f"1/(T*N)*({SHARE})", "most")),
        defined=(*DEFINED, "inverse"),
    ),
    Step("low end", "1/(T*N) <= p(j, z)", together("ends"), defined=DEFINED),
    Step("above", "p(j, z) <= 1/M", arithmetic("high end", ("1/T", "astray")), defined=DEFINED),
)
