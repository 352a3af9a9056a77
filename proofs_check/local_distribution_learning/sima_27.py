"""SIMA-27: every clipped label has a likelihood between 1/(T K M) and 1/M under every hypothesis.

Section 4.2, (7). The lower bound fails, for N' may exceed K M (SIMA-26): with one hypothesis (1/10, 9/10) and T = 2 the
integer of label 0 has likelihood 1/20 + 1/6 < 1/4. SIMA-27-corrected: between 1/(T N') and 1/M. The likelihood is
(1 - 1/T) f/c + 1/(T N') with c >= M f, and N' >= M.
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
    "1/(T*K*M) <= p(j, y) <= 1/M",
    setting=Parameters(UNEVEN, 2, "printed"),
    j=Fraction(1),
    y=Fraction(1),
)
SHARE: Final = "1/(M + m*(M - 1))"
DEFINED: Final = ("size", "size, scaled")
LIKELIHOODS: Final = theorem(
    "SIMA-27-corrected",
    CLIPPING,
    "1/(T*(M + m*(M - 1))) <= 1/(T*N) <= p(j, y) <= 1/M",
    Step("numbers", "M <= N <= M + m*(M - 1) < (K + 1)*M", apply("SIMA-26-corrected")),
    Step("most", "N <= M + m*(M - 1)", together("numbers")),
    Step("least", "M <= N", together("numbers")),
    Step("size", "0 < M + m*(M - 1)", arithmetic()),
    Step("size, scaled", "0 < T*(M + m*(M - 1))", arithmetic(("T", "size"))),
    Step("inverse", f"0 <= {SHARE}", arithmetic((f"({SHARE})**2", "size")), defined=("size",)),
    Step("positive", "0 < c(y)", arithmetic("at least one")),
    Step("share", "1/T <= 1", arithmetic(("1/T", "1 <= T"))),
    Step("owned", "M*f(j, y) <= c(y)", arithmetic("ceiling, below", ("M", "the most"))),
    Step("part", "f(j, y)/c(y) <= 1/M", arithmetic(("1/(M*c(y))", "owned")), defined=("positive",)),
    Step("astray", "1/N <= 1/M", arithmetic(("1/(M*N)", "least"))),
    Step(
        "bound",
        "1/(T*(M + m*(M - 1))) <= 1/(T*N)",
        arithmetic((f"1/(T*N)*({SHARE})", "most")),
        defined=(*DEFINED, "inverse"),
    ),
    Step(
        "below",
        "1/(T*N) <= p(j, y)",
        arithmetic(("-1/c(y)", "likelihood"), ("f(j, y)/c(y)", "share")),
        defined=("positive", *DEFINED),
    ),
    Step(
        "above",
        "p(j, y) <= 1/M",
        arithmetic(("1/c(y)", "likelihood"), ("1 - 1/T", "part"), ("1/T", "astray")),
        defined=("positive", "share", *DEFINED),
    ),
)
