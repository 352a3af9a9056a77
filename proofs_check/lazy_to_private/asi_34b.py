"""ASI-34b: with the rate of the proof the second line of the regret is said to be of the order of the third.

Proof of Theorem 3.10. False for eps > eps0: there log d/eta is sqrt(T log d) log(T/delta), and the third line has
sqrt(T log d) without the logarithm. It is no slack of the bound, for on constant losses the regret itself is of that
order.

ASI-34b-corrected: the logarithm belongs to the second case alone, eta = min(eps0^(2/3),
eps^(2/3)/log(T/delta))/T^(1/3). Then eta T <= sqrt(T log d), and log d/eta is the larger of that and of T^(1/3) log d
log(T/delta)/eps^(2/3), and T eta^2/eps^2 <= T^(1/3)/eps^(2/3), as log(T/delta) >= 1. The second line itself does not
bound the regret (ASI-34).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import (
    Real,
    as_real,
    decide,
    log,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
)
from dpassay.proofs_check.models.printed_numbers import FIRST, NUMBERS, SECOND, Printed
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, cases, constant, inside

LN2: Final = as_real(log(Fraction(2)))


THIRD_LINE: Final = entries(t=whole(2), constant=ABOVE_0)
"""T = t^6, eps = 1, two experts, delta = 1/T, a constant."""


def _second_term(instance: Instance, *, repaired: bool = False) -> Real:
    """log d/eta with the eta of the proof at eps = 1: sqrt(T log d) log(T/delta); or with the repaired one."""
    t, nats = int(instance["t"]), as_real(log(Fraction(instance["t"]))) * 12
    first, second = LN2.sqrt() * t**3, LN2 * t**2 * nats
    if not repaired:
        return first * nats
    return second if decide(first < second) else first


def _third_line(instance: Instance) -> Real:
    """(T eps_0)^(2/3) + T^(1/3) log d log(T/delta)/eps^(2/3) + T^(1/3)/eps^(2/3) at eps = 1."""
    t, nats = int(instance["t"]), as_real(log(Fraction(instance["t"]))) * 12
    return LN2.sqrt() * t**3 + LN2 * t**2 * nats + t**2


told(
    "asi34b",
    "log d/eta <= C ((T eps_0)^(2/3) + T^(1/3) log d log(T/delta)/eps^(2/3) + T^(1/3)/eps^(2/3)) at eps = 1, d = 2",
    THIRD_LINE,
    lambda i: {"log d/eta": _second_term(i), "the third line": _third_line(i)},
)(lambda i: at_most(_second_term(i), _third_line(i) * Fraction(i["constant"])))
told("asi34b-true", "the same with eta = min(eps_0^(2/3), eps^(2/3)/log(T/delta))/T^(1/3)", THIRD_LINE)(
    lambda i: at_most(_second_term(i, repaired=True), _third_line(i))
)


def _many_rounds() -> Iterator[Instance]:
    return ({"t": 10**power, "constant": str(c)} for c in (100, 10, 1) for power in (2, 4, 8))


@family("regret-many-rounds", "T = 10^12, 10^24, 10^48")
def _many_rounds_once() -> Iterator[Instance]:
    return ({"t": 10**power, "constant": "1"} for power in (2, 4, 8))


@claim(
    "ASI-34b",
    location="proof of Theorem 3.10, third line of the regret",
    latex=r"\eta = \tfrac{\min(\varepsilon_0, \varepsilon)^{2/3}}{T^{1/3} \log(T/\delta)}: \quad O\big(\eta T + "
    r"\tfrac{\log d}\eta + \tfrac{T\eta^2}{\varepsilon^2}\big) \le O\big((T\varepsilon_0)^{2/3} + \tfrac{T^{1/3} \log "
    r"d \log(T/\delta)}{\varepsilon^{2/3}} + \tfrac{T^{1/3}}{\varepsilon^{2/3}}\big)",
    text="With the eta of the proof the second line is of the order of the third.",
    checked=("eta is equal to the printed bound on it; below it log d/eta is larger still",),
    corrected_by="ASI-34b-corrected",
)
def asi_34b() -> Case:
    """For eps > eps_0 there is one logarithm too many."""
    return Case(
        argument="For eps >= eps_0, log d/eta = T^{1/3} log d log(T/delta)/eps_0^{2/3} = sqrt(T log d) log(T/delta), "
        "and the third line has the first without the logarithm and the second with eps in place of eps_0. So at eps = "
        "1 and d = 2 the quotient is of order log(T/delta) for large T, and no constant serves.",
        counterexample=Goal("eps = 1, two experts", counterexample("asi34b"), Hunt("asi34b", _many_rounds)),
        twins=(Twin("with the repaired eta", counterexample("asi34b-true")),),
        remarks=(
            "It is no slack of the bound: on constant losses the regret itself is at least (7/25) min(T, 2/eta) "
            "(ASI-33b), so at eps = 1 the eta of the proof misses sqrt(T log d) by the factor log(T/delta).",
            "eta <= ... in the text has to be an equality, up to constants: log d/eta is not bounded otherwise.",
        ),
    )


@claim(
    "ASI-34b-corrected",
    location="proof of Theorem 3.10, third and fourth line of the regret",
    latex=r"\eta = \tfrac{\min\{\varepsilon_0^{2/3}, \varepsilon^{2/3}/\log(T/\delta)\}}{T^{1/3}}: \quad \eta T + "
    r"\tfrac{\log d}\eta + \tfrac{T\eta^2}{\varepsilon^2} \le 2\sqrt{T \log d} + \tfrac{T^{1/3} \log d "
    r"\log(T/\delta)}{\varepsilon^{2/3}} + \tfrac{T^{1/3}}{\varepsilon^{2/3}}",
    text="With eta = min(eps_0^{2/3}, eps^{2/3}/log(T/delta))/T^{1/3} and log(T/delta) >= 1 the second line is at most "
    "2 sqrt(T log d) + T^{1/3} log d log(T/delta)/eps^{2/3} + T^{1/3}/eps^{2/3}.",
    checked=("log(T/delta) >= 1",),
)
def asi_34b_corrected() -> Case:
    """The logarithm belongs to the second case alone."""
    return Case(
        checks=(Goal("eps = 1, two experts", exhaustive("asi34b-true", "regret-many-rounds")),),
        twins=(Twin("with the eta of the proof", exhaustive("asi34b", "regret-many-rounds")),),
        remarks=("The second line itself does not bound the regret (ASI-34).",),
    )


Q: Final = "exp(log(T)/3 - 2/3*log(eps))"
"""T^(1/3)/eps^(2/3)."""
SECOND_LINE: Final = "{h}*T + nats/{h} + T*{h}**2/eps**2"
THIRD: Final = f"C*(exp(2/3*log(T))*exp(2/3*log(eps0)) + {Q}*nats*L + {Q})"
ROOT: Final = "exp(log(T)/2 + log(nats)/2)"
ANY: Final = {"C": "real, 0 < C"}
MANY: Final = ("eps = 1", "d = 2", "exp(48*C + 1) <= T")
theorem(
    "ASI-34b: for no constant",
    NUMBERS,
    f"{THIRD} < {SECOND_LINE.format(h='(h/L)')}",
    # T and L are large
    Step(
        "L",
        "48*C + 1 <= L",
        arithmetic(inside("log(_)", "exp(48*C + 1) <= T"), inside("log(T/delta*_)", "delta < 1"), ("-1", "large")),
        MANY,
    ),
    Step("sixth", "8*C <= log(T)/6", arithmetic(("1/6", inside("log(_)", "exp(48*C + 1) <= T"))), MANY),
    Step("tangent", "1 + 8*C <= exp(8*C)", analysis("1 + z <= exp(z)", "(-oo, oo)", z="8*C")),
    # log d is between 1/4 and 1
    Step("above", "log(2) <= 1", constant()),
    Step("below", "1/4 <= log(2)", constant()),
    Step("nats, most", "nats <= 1", arithmetic("experts", inside("log(_)", "d <= 2"), "above"), MANY),
    Step("nats, least", "1/4 <= nats", arithmetic(("-1", "experts"), inside("log(_)", "2 <= d"), "below"), MANY),
    Step("nats", "exp(log(nats)) = nats", apply("exp of log", A="nats")),
    Step(
        "root of nats",
        "1/2 <= exp(log(nats)/2)",
        arithmetic(("1/(exp(log(nats)/2) + 1/2)", "nats, least"), ("-1/(exp(log(nats)/2) + 1/2)", "nats")),
        MANY,
    ),
    # what is claimed
    Step("exponent", "2/3*log(T) + 2/3*log(eps0) = log(T)/2 + log(nats)/2", arithmetic(("2/3", "eps0"))),
    Step(
        "exponent of the others",
        "log(T)/3 - 2/3*log(eps) <= log(T)/3",
        arithmetic(("2/3", inside("log(_)", "1 <= eps"))),
        MANY,
    ),
    Step("both others", "nats*L + 1 <= 2*L", arithmetic(("L", "nats, most"), "L"), MANY),
    # log d/eta
    Step(
        "log of the rate",
        "log(h) <= log(nats)/2 - log(T)/2",
        arithmetic("rate", ("2/3", inside("log(_)", "least, first")), ("2/3", "eps0")),
    ),
    Step(
        "inverse",
        "exp(log(T)/2 - log(nats)/2) <= exp(-log(h))",
        apply("exp grows", "log of the rate", A="log(T)/2 - log(nats)/2", B="-log(h)"),
    ),
    Step(
        "half of it",
        f"2*C*L*exp(log(T)/3) <= L/2*{ROOT}",
        arithmetic(
            ("L/2*exp(log(T)/2)", "root of nats"),
            ("L/4*exp(log(T)/3)", inside("exp(_)", "sixth")),
            ("L/4*exp(log(T)/3)", "tangent"),
        ),
        MANY,
    ),
    Step(
        "all",
        f"{THIRD} < {SECOND_LINE.format(h='(h/L)')}",
        arithmetic(
            ("nats*L", "inverse"),
            "half of it",
            (f"1/2*{ROOT}", "L"),
            ("C", inside("exp(_)", "exponent")),
            ("C*(nats*L + 1)", inside("exp(_)", "exponent of the others")),
            ("C*exp(log(T)/3)", "both others"),
        ),
        MANY,
    ),
    where=MANY,
    variables=ANY,
    samples={"C": (Fraction(1, 100), Fraction(1, 2))},
)
refuted(
    "ASI-34b",
    NUMBERS,
    f"{SECOND_LINE.format(h='(h/L)')} <= {THIRD}",
    setting=Printed(10**24, 2, Fraction(1), Fraction(1, 10**24)),
    variables=ANY,
    no_constant=NoConstant("C", "ASI-34b: for no constant", "T", {"d": "2", "eps": "1", "delta": "1/(T + 1)"}),
    C=Fraction(100),
)
LARGE: Final = ("1 <= L",)
RATE: Final = "log(nats)/2 - log(T)/2"
WHOLE: Final = f"nats/eta <= {ROOT} + {Q}*nats*L"
ALL: Final = f"{SECOND_LINE.format(h='eta')} <= 2*sqrt(T*nats) + {Q}*nats*L + {Q}"
IS: Final = f"[{FIRST} <= {SECOND}]"
FORMER, LATTER = (f"{FIRST} <= {SECOND}",), (f"{SECOND} < {FIRST}",)
EXPONENT: Final = "log(T) + 2*log(eta) - 2*log(eps)"
theorem(
    "ASI-34b-corrected",
    NUMBERS,
    ALL,
    Step("root", f"sqrt(T*nats) = {ROOT}", apply("root of a product", x="T", y="nats")),
    # eta T
    Step("over", f"0 <= {IS}*({SECOND} - ({FIRST}))", apply("a comparison", x=SECOND, y=FIRST)),
    Step("under", f"0 <= (1 - {IS})*({FIRST} - ({SECOND}))", apply("a comparison", x=SECOND, y=FIRST)),
    Step("at most", f"log(eta) <= {RATE}", arithmetic("eta is the smaller", "under", ("2/3", "eps0"))),
    # log d/eta
    Step(
        "slow",
        f"-log(eta) <= -({RATE})",
        arithmetic(("-1", "eta is the smaller"), (f"{SECOND} - ({FIRST})", f"{IS} = 1"), ("-2/3", "eps0")),
        FORMER,
    ),
    Step(
        "fast",
        f"log(eta) = {SECOND}",
        arithmetic("eta is the smaller", (f"{FIRST} - ({SECOND})", f"{IS} = 0")),
        LATTER,
    ),
    Step(
        "second term",
        WHOLE,
        cases(
            f"2/3*log(eps0) - log(T)/3 <= {SECOND}",
            arithmetic(("nats", inside("exp(_)", "slow"))),
            arithmetic(("nats", inside("exp(-_)", "fast"))),
        ),
    ),
    # T eta^2/eps^2
    Step(
        "exponent",
        f"{EXPONENT} <= log(T)/3 - 2/3*log(eps)",
        arithmetic(("2", "eta is the smaller"), ("2", "over"), ("2", inside("log(_)", "1 <= L"))),
        LARGE,
    ),
    Step(
        "all",
        ALL,
        arithmetic(("T", inside("exp(_)", "at most")), "second term", inside("exp(_)", "exponent"), ("-2", "root")),
        LARGE,
    ),
    where=LARGE,
)
