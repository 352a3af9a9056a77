"""ASI-34b."""

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
    nonnegative,
)
from dpassay.proofs_check.numbers import at_most

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
        argument="Write T = t^12, log d = l^4, eps = e^3: eta is the smaller of l^2/t^6 and e^2/(L t^4). So eta T <= "
        "t^6 l^2 = sqrt(T log d), log d/eta is the larger of t^6 l^2 and t^4 l^4 L/e^2, and T eta^2/eps^2 <= t^4/(e^2 "
        "L^2).",
        proof=(
            Goal("eta T <= sqrt(T log d)", nonnegative("t**6*l**2 - t**12*h", ("l**2 - t**6*h",))),
            Goal("log d/eta, first case", identity("l**4/(l**2/t**6)", "t**6*l**2")),
            Goal("log d/eta, second case", identity("l**4/(e**2/(L*t**4))", "t**4*l**4*L/e**2")),
            Goal("T eta^2/eps^2, second case", identity("t**12*(e**2/(L*t**4))**2/e**6", "t**4/(e**2*L**2)")),
            Goal("t^4/(e^2 L^2) <= t^4/e^2", nonnegative("L**2 - 1", ("L - 1",))),
        ),
        checks=(Goal("eps = 1, two experts", exhaustive("asi34b-true", "regret-many-rounds")),),
        twins=(
            Twin("with the eta of the proof", exhaustive("asi34b", "regret-many-rounds"), of=5),
            Twin("T eta^2/eps^2 = t^4/(e^2 L)", identity("t**12*(e**2/(L*t**4))**2/e**6", "t**4/(e**2*L)"), of=3),
        ),
        remarks=("The second line itself does not bound the regret (ASI-34).",),
    )
