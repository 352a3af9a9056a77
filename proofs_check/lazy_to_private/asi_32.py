"""ASI-32: Theorem 3.2 at the parameters of the proof of Theorem 3.10, where eps <= eps_0.

Proof of Theorem 3.10, with B = 1/eps, p = 10 eta/eps and delta = 2 T delta_1. With x = log(T/delta) and L = log(2
T/delta) its precondition, eta B L/p <= 1, says L <= 10: it fails at T = 1000 and delta = 1/T, and for every delta < 1
from T = 11014 on. Its epsilon (ASI-32b) is eps (1/5 + eta/eps + 15 eps L/x^3 + sqrt(60) L/x^(3/2)), and the last term
exceeds 4/5 up to x = 95.

ASI-32-corrected: the precondition holds exactly if delta >= 2 T e^-10. Where it does, x < 10, so the root exceeds eps.
For x >= 100 the epsilon is at most eps: L <= 1.007 x, and eta B x <= 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lazy_to_private.parameters_310 import usual
from dpassay.proofs_check.models.tuned_rate import TUNED_RATE, Tuned
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside, together


@claim(
    "ASI-32",
    location="Proof of Theorem 3.10, the preconditions of Theorem 3.2",
    latex=r"\eta B \log(1/\delta_1)/p \le 1 \text{ at } B = 1/\varepsilon,\ \eta = \min(\varepsilon_0, "
    r"\varepsilon)^{2/3}/(T^{1/3}\log(T/\delta)),\ p = 10\eta/\varepsilon,\ 2T\delta_1 = \delta",
    text="At the parameters of the proof the preconditions of Theorem 3.2 hold, with delta = 2 T delta_1.",
    checked=("1/eps and eps T whole, p < 1, eps <= eps_0, 0 < delta < 1",),
    corrected_by="ASI-32-corrected",
)
def asi_32() -> Case:
    """The left side is log(2T/delta)/10."""
    return Case(
        argument="eta B/p = 1/10, so the precondition is log(2T/delta) <= 10. At T = 1000, delta = 1/T it is 14.5; "
        "from T = 11014 on it fails for every delta < 1. A smaller delta_1 only makes it worse.",
        counterexample=Goal("d = T, delta = 1/T", counterexample("asi32"), Hunt("asi32", usual)),
        twins=(Twin("exactly where delta >= 2 T e^{-10}", counterexample("asi32-iff")),),
        remarks=("The eta of the statement, without the logarithm, changes nothing: eta cancels.",),
    )


@claim(
    "ASI-32b",
    location="Proof of Theorem 3.10, the epsilon that Theorem 3.2 gives",
    latex=r"\frac{2\eta}{p} + \eta + \frac{3T\eta^2 p \log(1/\delta_1)}{2B} + \sqrt{6T\eta^2 p \log^2(1/\delta_1)/B} "
    r"\le \varepsilon \text{ at these parameters}",
    text="At the parameters of the proof the epsilon of Theorem 3.2 is at most eps.",
    checked=("1/eps and eps T whole, p < 1, eps <= eps_0, 0 < delta < 1",),
    corrected_by="ASI-32-corrected",
)
def asi_32b() -> Case:
    """The root alone is sqrt(60) log(2T/delta)/log(T/delta)^{3/2} eps."""
    return Case(
        argument="With x = log(T/delta) and L = log(2T/delta) it is eps (1/5 + 1/(a x) + 15 eps L/x^3 + sqrt(60) "
        "L/x^{3/2}), a = (eps T)^{1/3}, for eps <= eps_0. The last term exceeds 4/5 for all x up to 95.",
        counterexample=Goal("d = T, delta = 1/T", counterexample("asi32b"), Hunt("asi32b", usual)),
        twins=(Twin("3 eps", counterexample("asi32b-triple")),),
        remarks=(
            "For d = T and delta = 1/T it is 2.4 eps at T = 10^3 and 1.6 eps at T = 10^7 (eps = 1/10). At the eta of "
            "the statement it is tens to hundreds of times eps.",
        ),
    )


@claim(
    "ASI-32-corrected",
    location="Proof of Theorem 3.10, Theorem 3.2 at its parameters",
    latex=r"\varepsilon \le \varepsilon_0:\ \eta B\log(1/\delta_1)/p \le 1 \iff \delta \ge 2Te^{-10};\ \text{then "
    r"Theorem 3.2 gives more than } \varepsilon;\ \text{at most } \varepsilon \text{ if } \log(T/\delta) \ge "
    r"100",
    text="At these parameters (with equality in eta, and eps <= eps_0) the precondition of Theorem 3.2 holds if and "
    "only if delta >= 2 T e^{-10}; wherever it does, its epsilon is above eps. That epsilon is at most eps for "
    "log(T/delta) >= 100.",
    checked=("1/eps and eps T whole, p < 1, 0 < delta < 1, delta = 2 T delta_1",),
)
def asi_32_corrected() -> Case:
    """Theorem 3.2 never gives Theorem 3.10 for eps <= eps_0."""
    return Case(
        checks=(
            Goal("where the precondition holds", exhaustive("asi32-iff", "dp-ope-high-privacy")),
            Goal("never both", exhaustive("asi32-never", "dp-ope-high-privacy")),
        ),
        twins=(Twin("the precondition never holds", exhaustive("asi32-always", "dp-ope-high-privacy")),),
    )


PRECONDITION: Final = "eta*B*L/p <= 1"
ROOT: Final = "sqrt(6*T*eta**2*p*L**2/B)"
EPSILON: Final = f"2*eta/p + eta + 3*T*eta**2*p*L/(2*B) + {ROOT}"
USUAL: Final = Tuned(1000, 10, Fraction(1, 1000), 1000)
LET: Final = {"x": "log(T/delta)", "L": "log(2*T/delta)"}
refuted("ASI-32", TUNED_RATE, PRECONDITION, setting=USUAL, let=LET)
refuted("ASI-32b", TUNED_RATE, f"{EPSILON} <= 1/B", setting=USUAL, let=LET)

RATIO: Final = Step("ratio", "eta*B*L/p = L/10", arithmetic(("-L/(10*p)", "fake switch")))
OF_X: Final = (
    Step("above 1", "1 < T/delta", arithmetic(("1/delta", "1 <= T"), ("1/delta", "delta < 1"))),
    Step("x", "0 < x", analysis("0 < log(y)", "(1, oo)", "above 1", y="T/delta")),
    Step("log 2", "0 < log(2)", constant()),
    Step("cube", "T*eta**3 = 1/(B**2*x**3)", arithmetic(("1/(B**2*x**3)", "rate")), (), ("x",)),
    Step(
        "inner",
        "6*T*eta**2*p*L**2/B = 60*L**2/(B**2*x**3)",
        arithmetic(("6*T*eta**2*L**2/B", "fake switch"), ("60*L**2", "cube")),
        (),
        ("x",),
    ),
)
NOT_ENOUGH: Final = f"1/B < {EPSILON}"
theorem(
    "ASI-32-corrected: where delta is large",
    TUNED_RATE,
    PRECONDITION,
    Step(
        "all",
        PRECONDITION,
        arithmetic(("-L/(10*p)", "fake switch"), ("1/10", inside("log(exp(10)/delta*_)", "2*T*exp(-10) <= delta"))),
        ("2*T*exp(-10) <= delta",),
    ),
    where=("2*T*exp(-10) <= delta",),
    let=LET,
)
LARGE: Final = ("100 <= x",)
theorem(
    "ASI-32-corrected: where delta is small",
    TUNED_RATE,
    f"{EPSILON} <= 1/B",
    *OF_X,
    Step("less than 7/10", "log(2) < 7/10", constant()),
    Step("near", "L <= 1007/1000*x", arithmetic("less than 7/10", ("7/1000", "100 <= x")), LARGE),
    Step(
        "third",
        "3*T*eta**2*p*L/(2*B) = 15*L/(B**2*x**3)",
        arithmetic(("3*T*eta**2*L/(2*B)", "fake switch"), ("15*L", "cube")),
        (),
        ("x",),
    ),
    Step("cubed", "(eta*x*B)**3 <= 1", arithmetic(("B/T", "rate"), ("1/T", "B <= T"))),
    Step("second", "eta*x*B <= 1", arithmetic(("1/((eta*x*B)**2 + eta*x*B + 1)", "cubed")), (), ("x",)),
    Step("L at least 0", "0 <= L", arithmetic("x", "log 2")),
    Step("squares", "L**2 <= (1007/1000*x)**2", arithmetic(("1007/1000*x + L", "near")), LARGE, ("L at least 0",)),
    Step(
        "root inside",
        "60*L**2/(B**2*x**3) <= (7801/(10000*B))**2",
        arithmetic(("60/(B**2*x**3)", "squares"), ("60*(1007/1000)**2/(100*B**2*x)", "100 <= x")),
        LARGE,
        ("x",),
    ),
    Step("more", "6*T*eta**2*p*L**2/B <= (7801/(10000*B))**2", arithmetic("inner", "root inside"), LARGE, ("x",)),
    Step("root", "sqrt((7801/(10000*B))**2) = 7801/(10000*B)", apply("root of a square", u="7801/(10000*B)")),
    Step("x squared", "10000 <= x**2", arithmetic(("x + 100", "100 <= x")), LARGE),
    Step(
        "all",
        f"{EPSILON} <= 1/B",
        arithmetic(
            ("-1/(5*B*p)", "fake switch"),
            ("eta/100", "100 <= x"),
            ("1/(100*B)", "second"),
            "third",
            ("15/(B**2*x**3)", "near"),
            ("15105/(10000000*B**2*x**2)", "x squared"),
            ("15105/(10000000*B**2)", "1 <= B"),
            inside("sqrt(_)", "more"),
            "root",
        ),
        LARGE,
        ("x",),
    ),
    where=LARGE,
    let=LET,
)
theorem(
    "ASI-32-corrected",
    TUNED_RATE,
    f"2*T*exp(-10) <= delta and {NOT_ENOUGH}",
    *OF_X,
    RATIO,
    Step("at most 10", "L <= 10", arithmetic(("10", PRECONDITION), ("-10", "ratio")), (PRECONDITION,)),
    Step(
        "delta",
        "2*T*exp(-10) <= delta",
        arithmetic(("delta*exp(-10)", inside("exp(_)", "at most 10"))),
        (PRECONDITION,),
    ),
    Step("x at most 10", "x <= 10", arithmetic("at most 10", "log 2"), (PRECONDITION,)),
    Step(
        "exceeds",
        "x**3 < 60*(x + log(2))**2",
        analysis("y**3 < 60*(y + log(2))**2", "(0, 10]", "x", "x at most 10", y="x"),
        (PRECONDITION,),
    ),
    Step(
        "inside",
        "(1/B)**2 <= 60*L**2/(B**2*x**3)",
        arithmetic(("1/(B**2*x**3)", "exceeds")),
        (PRECONDITION,),
        ("x",),
    ),
    Step("more", "(1/B)**2 <= 6*T*eta**2*p*L**2/B", arithmetic("inside", ("-1", "inner")), (PRECONDITION,), ("x",)),
    Step("L at least 0", "0 <= L", arithmetic("x", "log 2")),
    Step(
        "above",
        NOT_ENOUGH,
        arithmetic(inside("sqrt(_)", "more"), ("3*T*eta**2*p/(2*B)", "L at least 0")),
        (PRECONDITION,),
    ),
    Step("all", f"2*T*exp(-10) <= delta and {NOT_ENOUGH}", together("delta", "above"), (PRECONDITION,)),
    where=(PRECONDITION,),
    let=LET,
    also=("ASI-32-corrected: where delta is large", "ASI-32-corrected: where delta is small"),
)
