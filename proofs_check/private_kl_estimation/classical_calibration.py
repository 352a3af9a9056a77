"""Gaussian noise of standard deviation sqrt(2 log(1.25/delta)) times the sensitivity over eps is enough for eps <= 1.

Dwork and Roth 2014, Theorem A.1, from the exact privacy of Gaussian noise (Balle and Wang 2018, Theorem 8): with z for
the shift over the standard deviation, delta is at most Phi(z/2 - eps/z). Of the law Phi of a standard normal number
two bounds are used: 2 Phi(-a) <= e^(-a^2/2), and Phi(a) <= 1/2 + 2a/5, its density being below 2/5.

Where eps/z >= z/2 the first bound gives (2/5) e^(eps/2) delta. Elsewhere L = log(1.25/delta) is below eps/4, so that
delta is above 15/16, and z at most 3/2, so that Phi is at most 4/5.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.published import NORMAL
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, cases, constant, inside

LOG: Final = "log(5/(4*d))"
SHIFT: Final = f"2*{LOG}*z**2 <= eps**2"
CALIBRATED: Final = "Phi(z/2 - eps/z) <= d"
FAR, NEAR = ("0 <= eps/z - z/2",), ("eps/z - z/2 < 0",)


def calibrated(eps: Fraction, d: Fraction) -> Real:
    """Eps over the root of 2 log(1.25/delta)."""
    return eps / (as_real(log(Fraction(5, 4) / d)) * 2).sqrt()


theorem(
    "classical calibration",
    anything(
        "Gaussian noise",
        {"eps": "real, 0 < eps, eps <= 1", "d": "real, 0 < d, d < 1", "z": "real, 0 < z"},
        {"Phi": NORMAL},
        tuple(
            {"eps": eps, "d": d, "z": z}
            for eps, d, z in (
                (Fraction(1), Fraction(1, 20), Fraction(39, 100)),
                (Fraction(1, 2), Fraction(1, 1000), Fraction(1, 100)),
                (Fraction(1), Fraction(99, 100), Fraction(146, 100)),
                (Fraction(1, 100), Fraction(1, 2), Fraction(1, 200)),
            )
        ),
    ),
    CALIBRATED,
    Step("number", "2/9 < log(5/4)", constant()),
    Step("log", f"2/9 < {LOG}", arithmetic(inside("log(5/(4*d)*_)", "d < 1"), "number")),
    # the tail
    Step("square", f"2*{LOG} - eps <= (eps/z - z/2)**2", arithmetic(("1/z**2", "shift"))),
    Step(
        "tail at it",
        "2*Phi(z/2 - eps/z) <= exp(-(eps/z - z/2)**2/2)",
        apply("tail of the normal law", a="eps/z - z/2", Phi="x: Phi(x)"),
        FAR,
    ),
    Step("half", f"-(eps/z - z/2)**2/2 <= eps/2 - {LOG}", arithmetic(("1/2", "square"))),
    Step("small eps", "exp(eps/2) <= 5/2", analysis("exp(v/2) <= 5/2", "(0, 1]", v="eps")),
    # a large delta
    Step("large shift", "2*eps <= z**2", arithmetic(("2*z", "eps/z - z/2 < 0")), NEAR),
    Step("more", "0 <= log(5/(4*d))", arithmetic("log")),
    Step("eps times log", f"4*eps*{LOG} <= eps**2", arithmetic((f"2*{LOG}", "large shift"), "shift"), NEAR, ("more",)),
    Step("small log", f"{LOG} <= 1/4", arithmetic(("1/(4*eps)", "eps times log"), ("1/4", "eps <= 1")), NEAR),
    Step("tangent", f"1 - {LOG} <= exp(-{LOG})", analysis("1 + v <= exp(v)", "(-oo, oo)", v=f"-{LOG}")),
    Step("large delta", "15/16 <= d", arithmetic(("5/4", "small log"), ("5/4", "tangent")), NEAR),
    Step(
        "squares",
        "z**2 <= (3/2)**2",
        arithmetic(("9/2*z**2", "log"), ("9/4", "shift"), ("9/4*(1 + eps)", "eps <= 1")),
    ),
    Step("smaller shift", "z <= 3/2", apply("smaller square", "squares", p="z", q="3/2")),
    Step(
        "slope at it",
        "Phi(z/2 - eps/z) <= 1/2 + 2*(z/2 - eps/z)/5",
        apply("center of the normal law", a="z/2 - eps/z", Phi="x: Phi(x)"),
        NEAR,
    ),
    Step(
        "all",
        CALIBRATED,
        cases(
            "0 <= eps/z - z/2",
            arithmetic(("1/2", "tail at it"), ("1/2", inside("exp(_)", "half")), ("2*d/5", "small eps")),
            arithmetic("slope at it", ("1/5", "smaller shift"), "large delta"),
        ),
    ),
    given={"shift": Given(SHIFT)},
)
