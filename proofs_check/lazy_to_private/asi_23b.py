"""ASI-23b: at most 2 T p log(1/delta_1)/B bits zeta are 1, with probability at least 1 - delta_1, as (3) needs.

Proof of Theorem 3.2, for multiplicative weights. E_G counts the coins A and S' only (ASI-23), but (3) charges a
round also where S = 0, which has probability 1 - e^(-2 B eta) even if no loss is ever suffered. The number is too
small where delta_1 is large.

ASI-23b-corrected: so it is for L = log(1/delta_1) >= 9/2. Given the past S = 1 with probability at least e^(-3 B eta),
so a bit is 1 with probability at most 2 p + 3 B eta <= p (2 + 3/L). The moments of the sum multiply, one conditional
expectation after the other, and Chernoff's bound at e^v = 2 L^2/(2 L + 3) leaves an exponent of at least 2 L v - 2 L
+ 2 + 3/L >= L, as T p/B >= 1. L is written log(1/g).
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
from dpassay.proofs_check.lazy_to_private.chain import (
    growth_of,
)
from dpassay.proofs_check.lazy_to_private.switch_events import (
    EVENT_WITH_SMALL_DELTA,
    binomial_at_most,
    event_of,
    growing_events,
    is_event_with_rate,
    is_likely,
    switch_budget,
)
from dpassay.proofs_check.models.lazy_rounds import rows
from dpassay.proofs_check.models.switches import SWITCHING, Run
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use


def _switches(instance: Instance) -> dict[str, Any]:
    """The law of the number of zeta_s = 1 where no loss is ever suffered: S_s = 1 with probability e^{-2 B eta}."""
    rounds, batch, p, delta_1 = event_of(instance)
    rate = 1 - (1 - p) ** 2 * growth_of(instance) ** (-2 * batch)
    inside = binomial_at_most(rounds // batch - 1, rate, switch_budget(rounds, batch, p, delta_1))
    return {"Pr[no more switches than that]": inside, "1 - delta_1": 1 - delta_1}


told(
    "asi23b",
    "the number of zeta_s = 1 is at most 2 T p log(1/delta_1)/B with probability at least 1 - delta_1",
    is_event_with_rate,
    _switches,
)(lambda instance: is_likely(_switches(instance)))


told(
    "asi23b-corrected",
    "the number of zeta_s = 1 is at most 2 T p log(1/delta_1)/B with probability at least 1 - delta_1",
    EVENT_WITH_SMALL_DELTA,
)(lambda instance: is_likely(_switches(instance)))


@told(
    "asi23b-half",
    "... with half the number",
    EVENT_WITH_SMALL_DELTA,
)
def _half_the_switches(instance: Instance) -> bool:
    rounds, batch, p, delta_1 = event_of(instance)
    rate = 1 - (1 - p) ** 2 * growth_of(instance) ** (-2 * batch)
    return binomial_at_most(rounds // batch - 1, rate, switch_budget(rounds, batch, p, delta_1) // 2) >= 1 - delta_1


@claim(
    "ASI-23b",
    location="Proof of Theorem 3.2, the number of rounds that (3) charges, for multiplicative weights",
    latex=r"\Pr\Big[\sum_s \zeta_s \le 2Tp\log(1/\delta_1)/B\Big] \ge 1 - \delta_1",
    text="With probability at least 1 - delta_1 at most 2 T p log(1/delta_1)/B rounds have zeta_s = 1, as A, S' or S "
    "is 0.",
    checked=("0 < p < 1, B divides T, Tp/B >= 1, eta <= 1/10, eta B log(1/delta_1)/p <= 1",),
    corrected_by="ASI-23b-corrected",
)
def asi_23b() -> Case:
    """The coins S_s count too."""
    return Case(
        argument="E_G counts the coins A_s and S'_s only, but (3) charges the round also where S_s = 0, which has "
        "probability 1 - e^{-2 B eta} even if no loss is ever suffered. As in ASI-23 the number is below the "
        "mean where delta_1 is large.",
        counterexample=Goal("delta_1 = 1/2, no losses", counterexample("asi23b"), Hunt("asi23b", growing_events)),
        twins=(Twin("for log(1/delta_1) >= 9/2", counterexample("asi23b-corrected")),),
    )


@claim(
    "ASI-23b-corrected",
    location="Proof of Theorem 3.2, the number of rounds that (3) charges, for multiplicative weights",
    latex=r"\log(1/\delta_1) \ge \tfrac92 \Rightarrow \Pr\Big[\sum_s \zeta_s \le 2Tp\log(1/\delta_1)/B\Big] \ge 1 - "
    r"\delta_1",
    text="If log(1/delta_1) >= 9/2, at most 2 T p log(1/delta_1)/B rounds have zeta_s = 1, with probability at least 1 "
    "- delta_1.",
    checked=("0 < p < 1, B divides T, Tp/B >= 1, eta B log(1/delta_1)/p <= 1, delta_1 <= e^{-9/2}",),
)
def asi_23b_corrected() -> Case:
    """Chernoff's bound with the real switches."""
    return Case(
        checks=(Goal("no losses, small numbers of batches, exactly", exhaustive("asi23b-corrected", "events")),),
        twins=(Twin("half the number", exhaustive("asi23b-half", "events")),),
    )


COUNT: Final = "sum(zeta(s), s, 1, n - 1)"
BUDGET: Final = "2*T*p*log(1/g)/B"
LIKELY: Final = f"Pr({COUNT} <= {BUDGET}) >= 1 - g"
SMALL_RATE: Final = ("B <= T*p", "eta*B*L <= p")
refuted(
    "ASI-23b",
    SWITCHING,
    LIKELY,
    setting=Run(rows("00", "00", "00"), Fraction(101, 100), 1, Fraction(12, 25), Fraction(1, 2)),
    where=(*SMALL_RATE, "eta <= 1/10"),
    let={"L": "log(1/g)"},
)

LARGE: Final = ("9/2 <= L", *SMALL_RATE)
RATE: Final = "p*(2 + 3/L)"
MOMENT: Final = f"{RATE}*(exp(v) - 1)"
BIT: Final = "zeta(t + 1)"
SPREAD: Final = f"1 - {BIT} + {BIT}*exp(v)"
BEST: Final = "2*L**2/(2*L + 3)"
BRACKET: Final = f"2*L*log({BEST}) - 2*L + 2 + 3/L"
AT_BEST: Final = f"(n - 1)*{RATE}*(exp(log({BEST})) - 1) - log({BEST})*{BUDGET}"
SMALL: Final = (LARGE[0], LARGE[2])
BOUNDED: Final = (LARGE[0], f"{MOMENT} <= k")
POSITIVE: Final = ("positive",)
theorem(
    "ASI-23b-corrected",
    SWITCHING,
    LIKELY,
    # one bit given the past
    Step("positive", "0 < L", arithmetic(), LARGE[:1]),
    Step("exponent", "-3*B*eta <= -2*B*eta - eta*D(t + 1)", arithmetic(("eta", use("losses", s="t + 1")))),
    Step("tangent, back", "1 - 3*B*eta <= exp(-3*B*eta)", analysis("1 - z <= exp(-z)", "[0, oo)", z="3*B*eta")),
    Step("square", "0 <= (1 - p)**2", arithmetic(("1 - p", "p < 1"))),
    Step(
        "chance",
        f"E({BIT}, after(t)) <= 2*p + 3*B*eta",
        arithmetic(
            "switch",
            ("(1 - p)**2", inside("exp(_)", "exponent")),
            ("(1 - p)**2", "tangent, back"),
            ("3*B*eta*p", "p < 1"),
        ),
        (),
        ("square",),
    ),
    Step(
        "rate",
        f"E({BIT}, after(t)) <= {RATE}",
        arithmetic("chance", ("3/L", "eta*B*L <= p")),
        SMALL,
        POSITIVE,
    ),
    Step("at most 1", f"{BIT} <= 1", apply("zero or one", use("0 or 1", s="t + 1"), x=BIT)),
    Step("chord", f"exp(v*{BIT}) <= {SPREAD}", apply("chord of exp", "at most 1", w=BIT, x="0", y="v")),
    Step("grows", "exp(0) <= exp(v)", arithmetic(inside("exp(_)", "0 <= v"))),
    Step("more", f"0 <= {MOMENT}", arithmetic((RATE, "grows")), LARGE[:1], POSITIVE),
    Step(
        "tangent",
        f"1 + {MOMENT} <= exp({MOMENT})",
        analysis("1 + z <= exp(z)", "[0, oo)", "more", z=MOMENT),
        LARGE[:1],
        POSITIVE,
    ),
    Step(
        "round",
        f"E(exp(v*{BIT}), after(t)) <= exp({MOMENT})",
        arithmetic(inside("E(_, after(t))", "chord"), ("exp(v) - 1", "rate"), "tangent"),
        SMALL,
        ("positive", "grows"),
    ),
    # all bits
    Step(
        "bounded round",
        f"E(exp(v*{BIT}), after(t)) <= exp(k)",
        arithmetic("round", inside("exp(_)", f"{MOMENT} <= k")),
        (*SMALL, *BOUNDED[1:]),
        POSITIVE,
    ),
    Step(
        "rounds",
        f"E(exp(v*{COUNT})) <= exp((n - 1)*k)",
        apply(
            "adaptive sum",
            "revealed",
            "bounded round",
            P="P",
            after="t: after(t)",
            X="i: zeta(i)",
            c="i: k",
            T="n - 1",
            s="v",
        ),
        (*SMALL, *BOUNDED[1:]),
        POSITIVE,
    ),
    Step(
        "tail",
        f"Pr({COUNT} > {BUDGET}) <= exp((n - 1)*k - v*{BUDGET})",
        apply("Chernoff", "rounds", P="P", X=COUNT, s="v", c="(n - 1)*k", e=BUDGET),
        (*SMALL, *BOUNDED[1:]),
        POSITIVE,
    ),
    # at the best v
    Step("large", f"1 <= {BEST}", analysis("1 <= 2*z**2/(2*z + 3)", "[9/2, oo)", z="L"), LARGE[:1], POSITIVE),
    Step("v", f"0 <= log({BEST})", arithmetic(inside("log(_)", f"1 <= {BEST}")), LARGE[:1], POSITIVE),
    Step(
        "enough",
        f"L <= {BRACKET}",
        analysis("z <= 2*z*log(2*z**2/(2*z + 3)) - 2*z + 2 + 3/z", "[9/2, oo)", z="L"),
        LARGE[:1],
        POSITIVE,
    ),
    Step("bracket", f"0 <= {BRACKET}", arithmetic("enough"), LARGE[:1], POSITIVE),
    Step("often", "1 <= n*p", arithmetic(("1/B", "B <= T*p"), ("p/B", "batches")), LARGE[1:2]),
    Step(
        "exponents",
        f"{AT_BEST} <= -L",
        arithmetic("enough", (BRACKET, "often"), (RATE, "large"), (f"-2*p*L*log({BEST})/B", "batches")),
        LARGE[:2],
        ("positive", "bracket"),
    ),
    Step(
        "rarely more",
        f"Pr({COUNT} > {BUDGET}) <= g",
        arithmetic(use("tail", v=f"log({BEST})", k=f"{RATE}*(exp(log({BEST})) - 1)"), inside("exp(_)", "exponents")),
        LARGE,
        ("positive", "v"),
    ),
    Step(
        "contrary",
        f"[{BUDGET} < {COUNT}] = 1 - [{COUNT} <= {BUDGET}]",
        apply("indicator of the contrary", A=COUNT, B=BUDGET),
    ),
    Step("all", LIKELY, arithmetic("rarely more", ("-1", inside("E(_)", "contrary"))), LARGE),
    variables={"v": "real, 0 <= v", "k": "real"},
    let={"L": "log(1/g)"},
    where=LARGE,
)
