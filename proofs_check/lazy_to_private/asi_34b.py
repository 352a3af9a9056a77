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
    identity,
    inequality,
)
from dpassay.proofs_check.models.printed_numbers import FIRST, NUMBERS, SECOND, Printed
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

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
        "and the third line has the first without the logarithm and the second with eps in place of eps_0. At eps = 1, "
        "d = 2, delta = 1/T and T = t^6 with L = log(T/delta) = 12 ln t the quotient is L/(1 + (ln 2 L + 1)/(sqrt(ln "
        "2) t)); as L <= 12 t, it is at least L/12 and exceeds any constant.",
        counterexample=Goal("eps = 1, two experts", counterexample("asi34b"), Hunt("asi34b", _many_rounds)),
        sharper=(
            Goal(
                "log d/eta in the first case, with log d = l^4, T = t^12",
                identity("l**4*L*t**4/(l/t)**2", "t**6*l**2*L"),
            ),
            Goal("ln t <= t - 1", inequality("t - 1 - log(t)", "t", "[1, oo)")),
            Goal(
                "1 + (12 ln 2 t + 1)/(sqrt(ln 2) t) <= 12 for t >= 2 (x = 2)",
                inequality("11*sqrt(log(x)) - 12*log(x) - 1/2", "x", "[19/10, 2]", ">"),
            ),
            Goal(
                "for no C: log d/eta is at least L/12 = ln t times the third line, for every t",
                inequality(
                    "sqrt(log(2))*t**3*(12*log(t)) - log(t)*(sqrt(log(2))*t**3 + (log(2)*(12*log(t)) + 1)*t**2)",
                    "t",
                    "[2, oo)",
                    ">",
                ),
            ),
        ),
        twins=(
            Twin("with the repaired eta", counterexample("asi34b-true")),
            Twin("one power of t less", identity("l**4*L*t**4/(l/t)**2", "t**5*l**2*L"), of=1),
            Twin(
                "L times",
                inequality(
                    "sqrt(log(2))*t**3*(12*log(t)) - 12*log(t)*(sqrt(log(2))*t**3 + (log(2)*(12*log(t)) + 1)*t**2)",
                    "t",
                    "[2, oo)",
                    ">",
                ),
                of=4,
            ),
        ),
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
refuted(
    "ASI-34b",
    NUMBERS,
    f"{SECOND_LINE.format(h='(h/L)')} <= C*(exp(2/3*log(T))*exp(2/3*log(eps0)) + {Q}*nats*L + {Q})",
    setting=Printed(10**24, 2, Fraction(1), Fraction(1, 10**24)),
    variables={"C": "real, 0 < C"},
    C=Fraction(100),
)
LARGE: Final = ("1 <= L",)
RATE: Final = "log(nats)/2 - log(T)/2"
ROOT: Final = "exp(log(T)/2 + log(nats)/2)"
WHOLE: Final = f"nats/eta <= {ROOT} + {Q}*nats*L"
ALL: Final = f"{SECOND_LINE.format(h='eta')} <= 2*sqrt(T*nats) + {Q}*nats*L + {Q}"
IS: Final = f"[{FIRST} <= {SECOND}]"
FORMER, LATTER = (f"{FIRST} <= {SECOND}",), (f"{SECOND} < {FIRST}",)
EXPONENT: Final = "log(T) + 2*log(eta) - 2*log(eps)"
theorem(
    "ASI-34b-corrected",
    NUMBERS,
    ALL,
    Step("T", "exp(log(T)) = T", apply("exp of log", A="T")),
    Step("nats", "exp(log(nats)) = nats", apply("exp of log", A="nats")),
    Step("L", "exp(log(L)) = L", apply("exp of log", A="L")),
    Step("eta", "exp(log(eta)) = eta", apply("exp of log", A="eta")),
    Step("1/eta", "1/eta = exp(-log(eta))", apply("reciprocal as an exponential", x="eta")),
    Step("1/eps", "1/eps = exp(-log(eps))", apply("reciprocal as an exponential", x="eps")),
    Step("root", f"sqrt(T*nats) = {ROOT}", apply("root of a product", x="T", y="nats")),
    # eta T
    Step("over", f"0 <= {IS}*({SECOND} - ({FIRST}))", apply("a comparison", x=SECOND, y=FIRST)),
    Step("under", f"0 <= (1 - {IS})*({FIRST} - ({SECOND}))", apply("a comparison", x=SECOND, y=FIRST)),
    Step("at most", f"log(eta) <= {RATE}", arithmetic("eta is the smaller", "under", ("2/3", "eps0"))),
    Step("power", f"exp(log(eta)) <= exp({RATE})", apply("exp grows", "at most", A="log(eta)", B=RATE)),
    Step("first term", f"eta*T <= {ROOT}", arithmetic(("T", "power"), ("-T", "eta"), (f"-exp({RATE})", "T"))),
    # log d/eta
    Step("it is", f"{IS} = 1", apply("indicator of what holds", A=FIRST, B=SECOND), FORMER),
    Step(
        "slow",
        f"-log(eta) <= -({RATE})",
        arithmetic(("-1", "eta is the smaller"), (f"{SECOND} - ({FIRST})", "it is"), ("-2/3", "eps0")),
        FORMER,
    ),
    Step(
        "slow power",
        f"exp(-log(eta)) <= exp(-({RATE}))",
        apply("exp grows", "slow", A="-log(eta)", B=f"-({RATE})"),
        FORMER,
    ),
    Step("one", WHOLE, arithmetic(("nats", "1/eta"), ("nats", "slow power"), (f"-exp(-({RATE}))", "nats")), FORMER),
    Step("it is not", f"{IS} = 0", apply("indicator of what fails", A=FIRST, B=SECOND), LATTER),
    Step(
        "fast",
        f"log(eta) = {SECOND}",
        arithmetic("eta is the smaller", (f"{FIRST} - ({SECOND})", "it is not")),
        LATTER,
    ),
    Step(
        "fast power",
        f"exp(-log(eta)) = exp(-({SECOND}))",
        apply("equals for equals", "fast", A="log(eta)", B=SECOND, f="z: exp(-z)"),
        LATTER,
    ),
    Step("other", WHOLE, arithmetic(("nats", "1/eta"), ("nats", "fast power"), (f"nats*{Q}", "L")), LATTER),
    Step(
        "second term",
        WHOLE,
        apply("cases", "one", "other", A="nats/eta", B=f"{ROOT} + {Q}*nats*L", c=f"{SECOND} - ({FIRST})"),
    ),
    # T eta^2/eps^2
    Step("log of 1", "log(1) <= log(L)", apply("log grows", A="1", B="L"), LARGE),
    Step("nothing", "log(1) = 0", apply("log of exp", A="0")),
    Step(
        "exponent",
        f"{EXPONENT} <= log(T)/3 - 2/3*log(eps)",
        arithmetic(("2", "eta is the smaller"), ("2", "over"), ("2", "log of 1"), ("-2", "nothing")),
        LARGE,
    ),
    Step(
        "powers",
        f"exp({EXPONENT}) <= {Q}",
        apply("exp grows", "exponent", A=EXPONENT, B="log(T)/3 - 2/3*log(eps)"),
        LARGE,
    ),
    Step(
        "third term",
        f"T*eta**2/eps**2 <= {Q}",
        arithmetic(
            "powers",
            ("-exp(2*log(eta) - 2*log(eps))", "T"),
            ("-T*(exp(log(eta)) + eta)*exp(-2*log(eps))", "eta"),
            ("T*eta**2*(exp(-log(eps)) + 1/eps)", "1/eps"),
        ),
        LARGE,
    ),
    Step("all", ALL, arithmetic("first term", "second term", "third term", ("-2", "root")), LARGE),
    where=LARGE,
)
