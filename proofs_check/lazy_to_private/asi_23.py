"""ASI-23: at most 2 T p log(1/delta_1)/B steps have A = 0 or S' = 0, with probability at least 1 - delta_1.

Proof of Theorem 3.2, the event E_G, "by Chernoff bound". The mean number is (T/B - 1)(2 p - p^2), and the bound is less
where log(1/delta_1) < 1 - p/2, up to the missing step: at delta_1 = 1/2 it is exceeded more often than not.

ASI-23-corrected: so it is for L = log(1/delta_1) >= 10/3. The steps are independent, and the moments of one are at most
e^(2 p (e^v - 1)); Chernoff's bound at e^v = L leaves e^(-m (L log L - L + 1)) with m = 2 T p/B >= 2, and 2 (L log L - L
+ 1) >= L. L is written log(1/g).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lazy_to_private.switch_events import (
    SMALL_DELTA,
    binomial_at_most,
    event_of,
    growing_events,
    is_event,
    is_likely,
    switch_budget,
)
from dpassay.proofs_check.models.fake_switches import SWITCHES, Switches
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use


def _coins(instance: Instance) -> dict[str, Any]:
    """The probability of E_G, and what it should be at least."""
    rounds, batch, p, delta_1 = event_of(instance)
    inside = binomial_at_most(rounds // batch - 1, 1 - (1 - p) ** 2, switch_budget(rounds, batch, p, delta_1))
    return {"Pr[E_G]": inside, "1 - delta_1": 1 - delta_1}


told("asi23", "Pr[E_G] >= 1 - delta_1", is_event, _coins)(lambda instance: is_likely(_coins(instance)))


told("asi23-corrected", "Pr[E_G] >= 1 - delta_1", SMALL_DELTA)(lambda instance: is_likely(_coins(instance)))


@told("asi23-half", "... with half the number", SMALL_DELTA)
def _half_the_budget(instance: Instance) -> bool:
    rounds, batch, p, delta_1 = event_of(instance)
    inside = binomial_at_most(rounds // batch - 1, 1 - (1 - p) ** 2, switch_budget(rounds, batch, p, delta_1) // 2)
    return inside >= 1 - delta_1


@claim(
    "ASI-23",
    location="Proof of Theorem 3.2, the event E_G",
    latex=r"\Pr\Big[\sum_{s=2}^{T/B} 1(A_s = 0 \text{ or } S'_s = 0) \le 2Tp\log(1/\delta_1)/B\Big] \ge 1 - \delta_1",
    text="By a Chernoff bound, at most 2 T p log(1/delta_1)/B rounds have A_s = 0 or S'_s = 0, with probability at "
    "least 1 - delta_1.",
    checked=("0 < p < 1, B divides T, Tp/B >= 1, 0 < delta_1 < 1",),
    assumed=("eta is so small that eta B log(1/delta_1)/p <= 1; the event does not depend on it",),
    corrected_by="ASI-23-corrected",
)
def asi_23() -> Case:
    """For large delta_1 the number is below the mean."""
    return Case(
        argument="The mean number is (T/B - 1)(2p - p^2), and 2 T p log(1/delta_1)/B is less where log(1/delta_1) < 1 "
        "- p/2, up to the missing round. At delta_1 = 1/2 it is exceeded more often than not.",
        counterexample=Goal("delta_1 = 1/2", counterexample("asi23"), Hunt("asi23", growing_events)),
        twins=(Twin("for log(1/delta_1) >= 10/3", counterexample("asi23-corrected")),),
        remarks=(
            "Where the delta = 2 T delta_1 of Theorem 3.2 says anything, log(1/delta_1) > log 2T, which exceeds 10/3 "
            "from T = 15 on.",
            "The number that Theorem 3.2 needs is another one: that of the samples drawn, at most 3 T p "
            "log(1/delta_1)/B, of which its constants 3/2 and 6 are made.",
        ),
    )


@claim(
    "ASI-23-corrected",
    location="Proof of Theorem 3.2, the event E_G",
    latex=r"\log(1/\delta_1) \ge \tfrac{10}{3} \Rightarrow \Pr\Big[\sum_{s=2}^{T/B} 1(A_s = 0 \text{ or } S'_s = 0) "
    r"\le 2Tp\log(1/\delta_1)/B\Big] \ge 1 - \delta_1",
    text="If log(1/delta_1) >= 10/3, at most 2 T p log(1/delta_1)/B rounds have A_s = 0 or S'_s = 0, with probability "
    "at least 1 - delta_1.",
    checked=("0 < p < 1, B divides T, Tp/B >= 1, delta_1 <= e^{-10/3}",),
)
def asi_23_corrected() -> Case:
    """Chernoff's bound, with its condition."""
    return Case(
        checks=(Goal("small numbers of batches, exactly", exhaustive("asi23-corrected", "events")),),
        twins=(Twin("half the number", exhaustive("asi23-half", "events")),),
    )


COUNT: Final = "sum(1 - A(s)*F(s), s, 1, n - 1)"
BUDGET: Final = "2*T*p*log(1/g)/B"
LIKELY: Final = f"Pr({COUNT} <= {BUDGET}) >= 1 - g"
refuted(
    "ASI-23",
    SWITCHES,
    LIKELY,
    setting=Switches(3, 1, Fraction(12, 25), Fraction(1, 2)),
    where=("B <= T*p",),
)

LARGE: Final = ("10/3 <= L", "B <= T*p")
BRACKET: Final = "L*log(L) - L + 1"
AT_BEST: Final = f"(n - 1)*2*p*(exp(log(L)) - 1) - log(L)*{BUDGET}"
ONE: Final = "1 - A(s)*F(s)"
RATE: Final = "2*p*(exp(v) - 1)"
theorem(
    "ASI-23-corrected",
    SWITCHES,
    LIKELY,
    # the moments of one step
    Step("A", "A(s) <= 1", apply("zero or one", "A is 0 or 1", x="A(s)")),
    Step("F", "F(s) <= 1", apply("zero or one", "F is 0 or 1", x="F(s)")),
    Step("bit", "A(s)*F(s) <= 1", arithmetic(("F(s)", "A"), "F")),
    Step(
        "chord",
        f"exp(v*({ONE})) <= A(s)*F(s) + ({ONE})*exp(v)",
        apply("chord of exp", "bit", w=ONE, x="0", y="v"),
    ),
    Step("rate", f"0 <= {RATE}", arithmetic(("2*p", inside("exp(_)", "0 <= v")))),
    Step("tangent", f"1 + {RATE} <= exp({RATE})", analysis("1 + z <= exp(z)", "[0, oo)", "rate", z=RATE)),
    Step(
        "step",
        f"E(exp(v*({ONE}))) <= exp({RATE})",
        arithmetic(
            inside("E(_)", "chord"), ("1 - exp(v)", "both coins"), ("p**2", inside("exp(_)", "0 <= v")), "tangent"
        ),
    ),
    # of all steps
    Step(
        "steps",
        f"E(exp(v*{COUNT})) <= exp((n - 1)*{RATE})",
        apply(
            "independent sum", "independent", "step", P="P", X=f"s: {ONE}", c=f"s: {RATE}", low="1", high="n - 1", s="v"
        ),
    ),
    Step(
        "tail",
        f"Pr({COUNT} > {BUDGET}) <= exp((n - 1)*{RATE} - v*{BUDGET})",
        apply("Chernoff", "steps", P="P", X=COUNT, s="v", c=f"(n - 1)*{RATE}", e=BUDGET),
    ),
    # at v = log L
    Step("positive", "0 < L", arithmetic(), LARGE[:1]),
    Step("v", "0 <= log(L)", arithmetic(inside("log(_)", "1 <= L")), LARGE[:1], ("positive",)),
    Step(
        "exponent",
        "2*(L*log(L) - L + 1) >= L",
        analysis("2*(z*log(z) - z + 1) >= z", "[10/3, oo)", z="L"),
        LARGE[:1],
        ("positive",),
    ),
    Step("bracket", f"0 <= {BRACKET}", arithmetic(("1/2", "exponent")), LARGE[:1], ("positive",)),
    Step("often", "1 <= n*p", arithmetic(("1/B", "B <= T*p"), ("p/B", "batches")), LARGE[1:]),
    Step(
        "exponents",
        f"{AT_BEST} <= -L",
        arithmetic("exponent", (f"2*({BRACKET})", "often"), ("2*p", "10/3 <= L"), ("-2*p*L*log(L)/B", "batches")),
        LARGE,
        ("positive", "bracket"),
    ),
    Step(
        "rarely more",
        f"Pr({COUNT} > {BUDGET}) <= g",
        arithmetic(use("tail", v="log(L)"), inside("exp(_)", "exponents")),
        LARGE,
        ("v",),
    ),
    Step(
        "contrary",
        f"[{BUDGET} < {COUNT}] = 1 - [{COUNT} <= {BUDGET}]",
        apply("indicator of the contrary", A=COUNT, B=BUDGET),
    ),
    Step("all", LIKELY, arithmetic("rarely more", ("-1", inside("E(_)", "contrary"))), LARGE),
    variables={"v": "real, 0 <= v"},
    let={"L": "log(1/g)"},
    where=LARGE,
)
