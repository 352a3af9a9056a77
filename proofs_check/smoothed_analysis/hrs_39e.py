"""HRS-39e: the error on the cover of Projected Smooth MWEM, summed over the rounds.

Appendix F.2: "the remainder of the analysis follows that of Theorem 4.2". What that needs of a projected round is that
it takes (off/2)^2 - (v/2)^2 off the potential, with off the error on the chosen query (HRS-38c), that the potential is
at most log(1/sigma) at first (Fact E.2), and that a law is off by at most twice the root of its potential. So the
errors of D_1, ..., D_T on a query of the cover are on average at most 2 sqrt(log(1/sigma)/T) + v + c where choices miss
by at most c and measurements by at most v: v + c is 10 T log|Q'|/(eps n) at the levels of Lemma E.4.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.claim import Case, claim
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.models.smooth_projection import ROUND
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.hrs_38c import ON_D, ON_S
from dpassay.proofs_check.smoothed_analysis.projections import kl


@claim(
    "HRS-39e",
    location="Appendix F.2, between Claim F.1 and the last displays",
    latex=r"\frac1T \sum_{i=1}^T |q'(\mathcal D_i) - q'(\mathcal D_B)| \le 2\sqrt{\frac{\log(1/\sigma)}{T}} + v + c",
    text="For laws D_0, ..., D_T and a query q': if each round takes at least (off^2 - v^2)/4 off the potential, with "
    "off the error on its own query of the law before it, if that law is off by at most off + c on q', if the "
    "potential is at most log(1/sigma) at first, and D_T off by at most twice the root of its own on q', then D_1, "
    "..., D_T are on average off by at most 2 sqrt(log(1/sigma)/T) + v + c on q'.",
    checked=("the domain is finite", "the values of queries lie in [-1, 1]"),
)
def hrs_39e() -> Case:
    """As for Theorem 4.2: the last law is paid for by the potential that is left."""
    return Case(
        remarks=(
            "The conditions on the potential are what HRS-38c, HRS-26 and the theorem beside it say of Projected "
            "Smooth MWEM; v is 2 T log|Q'|/(eps n) and c is 8 T log|Q'|/(eps n) on the event of HRS-28-corrected.",
        ),
    )


GAP: Final = f"({ON_S} - {ON_D})"
SUM: Final = "sum(d(x)*exp(h*q(x)), x, 1, N)"
POWER: Final = "h*E(asked, D) + h**2*2**2/8"
HALF: Final = f"{GAP}/2"
theorem(
    "the error of a law and its potential",
    ROUND,
    f"{GAP}**2 <= 4*{kl('s', 'd')}",
    Step(
        "Hoeffding",
        f"E(exp(h*asked), D) <= exp({POWER})",
        apply("Hoeffding's lemma", "values, low", "values, high", P="D", X="asked", low="-1", high="1", s="h"),
    ),
    Step("tilted", f"{SUM} <= exp({POWER})", arithmetic("Hoeffding", ("-1", "tilted mean"))),
    Step(
        "variational",
        f"sum(s(x)*(h*q(x) + log(d(x)) - l(x)), x, 1, N) <= {POWER}",
        apply(
            "the variational formula, with a bound",
            "log",
            "s is a law",
            "tilted",
            N="N",
            B=POWER,
            s="x: s(x)",
            l="x: l(x)",
            d="x: d(x)",
            f="x: h*q(x)",
        ),
    ),
    Step("apart", f"h*{GAP} <= {kl('s', 'd')} + h**2/2", arithmetic("variational", ("h", "mean"))),
    Step("square", f"0 <= {GAP}**2", analysis("0 <= z**2", "(-oo, oo)", z=GAP)),
    Step("all", f"{GAP}**2 <= 4*{kl('s', 'd')}", arithmetic(("4", use("apart", h=HALF)), ("1/2", "square"))),
)

INDEX: Final = {
    "i": "integer, 1 <= i, i <= T",
    "j": "integer, 0 <= j, j <= T",
    "t": "integer, 1 <= t, t <= T",
    "u": "integer, 0 <= u, u <= T - 1",
}
FALL: Final = "4*(psi(i - 1) - psi(i)) + v**2"
Y: Final = "(2*sqrt(B/T) + v)"
MOST: Final = "sum(far(t), t, 1, T)/T <= 2*sqrt(B/T) + v + c"
ROOT: Final = ("root",)
TIGHT: Final[dict[str, Any]] = {
    "T": Fraction(1),
    "B": Fraction(0),
    "v": Fraction(1),
    "c": Fraction(0),
    "psi": lambda j: Fraction(j, 4),
    "off": lambda _: Fraction(0),
    "far": Fraction,
}
"""Nothing is off before the only round, and all that is measured is the error v."""
theorem(
    "HRS-39e",
    anything(
        "potentials and errors by rounds",
        {"T": "integer, 1 <= T", "B": "real, 0 <= B", "v": "real, 0 <= v", "c": "real, 0 <= c"},
        {
            "psi": Named(index={"j": INDEX["j"]}),
            "off": Named(index={"i": INDEX["i"]}, range="at least 0"),
            "far": Named(index={"j": INDEX["j"]}, range="at least 0"),
        },
        (
            {
                "T": Fraction(2),
                "B": Fraction(1),
                "v": Fraction(1, 2),
                "c": Fraction(1, 4),
                "psi": lambda j: Fraction(2 - j, 2),
                "off": lambda _: Fraction(1),
                "far": lambda j: Fraction(2 - j, 2),
            },
            TIGHT,
        ),
        INDEX,
    ),
    MOST,
    Step("root", "0 <= B/T", arithmetic()),
    Step(
        "telescope",
        "sum(psi(t + 1) - psi(t), t, 1, T - 1) = psi(T) - psi(1)",
        apply("telescope", low="1", high="T - 1", f="t: psi(t)"),
    ),
    Step(
        "squares",
        f"sum(off(t + 1)**2, t, 1, T - 1) + far(T)**2 <= T*{Y}**2",
        arithmetic(
            inside("sum(_, u, 1, T - 1)", "fall", i="u + 1"),
            ("-4", "telescope"),
            "last",
            use("fall", i="1"),
            ("4", "first"),
        ),
        (),
        ROOT,
    ),
    Step(
        "offs",
        f"sum(off(t + 1), t, 1, T - 1) + far(T) <= T*{Y}",
        apply("a sum below its squares", "squares", n="T", f="t: off(t + 1)", e="far(T)", Y=Y),
        (),
        ROOT,
    ),
    Step(
        "end",
        "sum(far(t), t, 1, T) = sum(far(t), t, 1, T - 1) + far(T)",
        apply("last term", f="t: far(t)", low="1", high="T"),
    ),
    Step(
        "all",
        MOST,
        arithmetic(("1/T", "end"), ("1/T", inside("sum(_, u, 1, T - 1)", "choice")), ("1/T", "offs")),
        (),
        ROOT,
    ),
    given={
        "fall": Given(f"off(i)**2 <= {FALL}"),
        "choice": Given("far(u) <= c + off(u + 1)"),
        "first": Given("psi(0) <= B"),
        "last": Given("far(T)**2 <= 4*psi(T)"),
    },
    also=("HRS-26", "HRS-38c", "the error of a law and its potential"),
)
