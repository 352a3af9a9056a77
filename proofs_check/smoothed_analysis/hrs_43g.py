"""HRS-43g: Theorem G.4 as a whole, with a sample of the size of its proof.

The proof draws M = O((log(1/eta) + d)/(sigma gamma^2)) points, and counts M^m candidates. With HRS-43f, but four times
as many draws as are to be kept, M/k is between 4/sigma and 5/sigma, and what is lost for a point is log(5/sigma): no
log(M), and no other hidden logarithm. For sigma <= 1/2 and eta <= 1/2 that is the printed rate, up to a constant. Where
sigma or eta is near 1 it is above it: then M has to be nearer to k/sigma (HRS-43f).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.proof.statements import Step, arithmetic, constant
from dpassay.proofs_check.smoothed_analysis.errors_of_nets import RARE
from dpassay.proofs_check.smoothed_analysis.hrs_43f import (
    CANDIDATES,
    CITED,
    FAR,
    LESS,
    NEEDED,
    OFF,
    SEQUENCES,
    SIZES,
    WHERE,
    adds_up,
    rare_exponent,
)

MANY: Final = ("4*k <= M*s", "M*s <= 5*k", f"{NEEDED} <= k")
OF_THE_PROOF: Final = (*SIZES, *MANY, *FAR, f"7*b*d*log(5*(1/s)) + 2*({NEEDED}) <= gamma**3*eps*n")
FEW: Final = "-k*3**2/(2*(1 + 3))"
adds_up(
    "HRS-43g",
    FEW,
    OF_THE_PROOF,
    "3",
    Step("log of 4", "0 <= log(4)", constant()),
    Step("log of 5", "0 <= log(5)", constant()),
    *rare_exponent("5", OF_THE_PROOF, MANY[1]),
    Step("square", "gamma**2 <= 1", arithmetic(SIZES[1], ("gamma", SIZES[1])), OF_THE_PROOF),
    Step(
        "rare, exponent",
        f"{RARE} <= {LESS}",
        arithmetic(
            ("m", "log of points"),
            ("m", "log of the kept"),
            ("m - 7/2*b*d/gamma**2", "log of the ratio"),
            ("1/(2*gamma**2)", OF_THE_PROOF[-1]),
            ("(log(5) + log(1/s))/gamma**2", SIZES[3]),
            (f"({NEEDED})/gamma**2", "square"),
        ),
        OF_THE_PROOF,
        ("log of sigma", "log of 4", "log of 5"),
    ),
)


@claim(
    "HRS-43g",
    location=f"{WHERE}, with the M of its proof",
    latex=r"\Pr\Big[\forall q:\ |q(D_B) - q(D'')| \le \chi + O\Big(\sqrt[3]{\tfrac{d \log(5/\sigma) + "
    r"\log(4/\eta)}{\epsilon n}}\Big)\Big] \ge 1 - \eta",
    text="For queries of VC dimension d >= 1, (sigma, chi)-smooth data and eta in (0, 1), let gamma^3 be at least (7 b "
    f"d log(5/sigma) + 2 log(4/eta))/(eps n), and gamma <= 1. Where {CANDIDATES}, 4 k <= M sigma <= 5 k, k >= "
    f"log(4/eta) and k >= c0 (log(8/eta) + d)/gamma^2: {OFF}.",
    checked=("d >= 1", "gamma <= 1"),
    assumed=(CITED, SEQUENCES),
)
def hrs_43g() -> Case:
    """M/k is at most 5/sigma."""
    return Case(
        remarks=(
            "So M may be of the order of (log(1/eta) + d)/(sigma gamma^2), as in Lemma G.3.",
            "For sigma <= 1/2 and eta <= 1/2, log(5/sigma) is at most 10/3 log(1/sigma), and log(4/eta) at most 3 "
            "log(1/eta).",
        ),
    )
