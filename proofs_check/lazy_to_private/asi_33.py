"""ASI-33: at the printed parameters the regret is said to be O(sqrt(T log d) + T^(1/3) log d log(T/delta)/eps^(2/3)).

Theorem 3.10, the abstract and Table 1, with B = 1/eps and eta = min(eps0, eps)^(2/3)/T^(1/3), eps0 = T^(-1/4) log^(3/4)
d. False: at T = 2 B^4, eps = 1/B and d = 2 the regret on alternating batches is (T/4) tanh(B eta/2), of order B^3, and
the claim is of order B^2 log B. The term T B^2 eta^2 of Theorem 3.2 is at fault (ASI-11).

ASI-33b: the same with the eta of the proof, smaller by log(T/delta). It fails with B = 1/eps for every eta: a large one
on alternating batches, a small one on constant losses. What holds is ASI-33-corrected, and ASI-33-sharp.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.exact import (
    Real,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    told,
    word,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    identity,
    inequality,
    nonnegative,
)
from dpassay.proofs_check.lazy_to_private.alternating import (
    ALTERNATING,
    CONSTANT,
    alternating_checks,
    alternating_goals,
    constant_checks,
    constant_goals,
    tanh_goals,
)
from dpassay.proofs_check.lazy_to_private.lazy_games import (
    MARGINALS,
)
from dpassay.proofs_check.lazy_to_private.printed_rates import (
    FAMILY,
    is_dp_ope,
    log_experts,
    log_over_delta,
    parameters_of_family,
    printed_regret,
)
from dpassay.proofs_check.lazy_to_private.turns_at_printed_rate import (
    FOURTH,
    GAMES,
    LARGE_DELTA,
    ORDER,
    REGRET,
    SLOW,
    SMALL,
    SMALLER,
)
from dpassay.proofs_check.models.batches_by_turns import PROOF, STATEMENT, Turns
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


def _claimed_regret(instance: Instance) -> Real:
    """sqrt(T log d) + T^(1/3) log d log(T/delta)/eps^(2/3)."""
    k, nats = int(instance["k"]), log_experts(instance)
    return nats.sqrt() * k**2 + nats * log_over_delta(instance) * k**2


def _is_claimed(instance: Instance) -> bool:
    return at_most(printed_regret(instance), _claimed_regret(instance) * Fraction(instance["constant"]))


def _compared(instance: Instance) -> dict[str, Any]:
    return {"Reg_T": printed_regret(instance), "the claimed order": _claimed_regret(instance)}


told(
    "asi33",
    "Reg_T <= C (sqrt(T log d) + T^(1/3) log d log(T/delta)/eps^(2/3)) at the parameters of Theorem 3.10",
    is_dp_ope.having(rate=word("statement")),
    _compared,
)(_is_claimed)
told(
    "asi33b",
    "the same at the parameters of its proof",
    is_dp_ope.having(rate=word("proof")),
    _compared,
)(_is_claimed)


@claim(
    "ASI-33",
    location="Theorem 3.10, the abstract and Table 1, at the parameters of the statement",
    latex=r"B = 1/\varepsilon,\ \eta = \min(\varepsilon_0, \varepsilon)^{2/3}/T^{1/3},\ \varepsilon_0 = T^{-1/4} "
    r"\log^{3/4} d: \quad \mathbf{Reg}_T = O\big(\sqrt{T \log d} + \tfrac{T^{1/3} \log d "
    r"\log(T/\delta)}{\varepsilon^{2/3}}\big)",
    text="With B = 1/eps and eta = min(eps_0, eps)^{2/3}/T^{1/3}, eps_0 = T^{-1/4} log^{3/4} d, L2P over "
    "multiplicative weights has regret O(sqrt(T log d) + T^{1/3} log d log(T/delta)/eps^{2/3}).",
    checked=("losses in [0, 1]", "B is whole and divides T", "p = 10 eta/eps < 1"),
    assumed=("x_1 and y_1 are independent",),
    corrected_by="ASI-33-corrected",
)
def asi_33() -> Case:
    """T eta/eps is of order T^(3/4) at eps = T^(-1/4)."""
    return Case(
        argument=f"{MARGINALS} {ALTERNATING} Take d = 2, T = 2 B^4 and eps = 1/B, so that eta is between 1/(2 B^2) "
        "and 1/B^2. The regret is at least 3 B^3/32, and the claim allows C B^2 (6/5 + log(T/delta)), so no constant "
        "serves where delta is a power of T.",
        counterexample=Goal(
            "T = k^4, eps = 1/k",
            counterexample("asi33"),
            Hunt("asi33", lambda: parameters_of_family("statement", (10**3, 10**4, 10**5, 10**6))),
        ),
        twins=(Twin("the corrected sum", counterexample("asi33-corrected")),),
        remarks=(
            "The term T B^2 eta^2 of Theorem 3.2 is at fault (ASI-11); T B eta = T eta/eps takes its place.",
            "The abstract, the row DP-OPE of Table 1 and Figure 1 (c) repeat the rate without log(T/delta); they fall "
            "with it. What is gained over earlier work shrinks: see ASI-33-sharp for what no parameters of Theorem 3.2 "
            "reach.",
        ),
    )


def _at_any_rate() -> tuple[Goal, ...]:
    """One of the two sequences costs so much, whatever the rate."""
    return (
        *alternating_goals(),
        *alternating_checks(),
        *tanh_goals(),
        *constant_goals(),
        *constant_checks(),
        Goal("(3/32)(14/25)", identity("(3/32*k**5*h)*(14/25/h)", "21/400*k**5")),
        Goal("21/400 >= (9/40)^2", nonnegative("21/400 - (9/40)**2")),
        Goal("ln k <= 4 k^(1/4), from z = k^(1/4)", inequality("z - 1 - log(z)", "z", "(0, oo)")),
        Goal(
            "sqrt(ln 2) + 48 ln 2 <= 35 (at x = 2)",
            inequality("35 - sqrt(log(x)) - 48*log(x)", "x", "[3/2, 2]", ">"),
        ),
        Goal("(9/40)/35 >= 1/156", nonnegative("9/40/35 - 1/156")),
        Goal(
            "for no C, k = w^4: (9/40) k^(5/2) is at least k^(1/4)/156 times k^2 (sqrt(ln 2) + "
            "12 ln 2 ln k), for every k",
            inequality("9/40*w**10 - w/156*w**8*(sqrt(log(2)) + 12*log(2)*(4*log(w)))", "w", "[1, oo)", ">"),
        ),
    )


@claim(
    "ASI-33b",
    location="Theorem 3.10, at the parameters of its proof",
    latex=r"B = 1/\varepsilon,\ \eta = \tfrac{\min(\varepsilon_0, \varepsilon)^{2/3}}{T^{1/3} \log(T/\delta)}: \quad "
    r"\mathbf{Reg}_T = O\big(\sqrt{T \log d} + \tfrac{T^{1/3} \log d \log(T/\delta)}{\varepsilon^{2/3}}\big)",
    text="The same with B = 1/eps and the eta of the proof, which is smaller by the factor log(T/delta); the proof "
    "allows any eta up to that.",
    checked=("losses in [0, 1]", "B is whole and divides T", "p = 10 eta/eps < 1"),
    assumed=("x_1 and y_1 are independent",),
    corrected_by="ASI-33-corrected",
)
def asi_33b() -> Case:
    """With B = 1/eps no learning rate reaches the rate."""
    return Case(
        argument=f"{FAMILY} {ALTERNATING} {CONSTANT} With T = k^4, B = k, ANY eta > 0 has regret at least (9/40) "
        f"k^{{5/2}} on "
        "one of the two sequences: for B eta >= 2 the first is at least 3T/16, for T eta <= 2 the second at least "
        "7T/25, (more than that for k >= 2), and otherwise the product of (3/32) k^5 eta and (14/25)/eta is (21/400) "
        "k^5 >= ((9/40) k^{5/2})^2. The claim allows C k^2 (sqrt(ln 2) + 12 ln 2 ln k) <= 35 C k^{9/4}, as ln k <= 4 "
        "k^{1/4} and sqrt(ln 2) + 48 ln 2 <= 35, so the quotient is at least k^{1/4}/156: no constant serves, and no "
        "eta, that of the proof included.",
        counterexample=Goal(
            "T = k^4, eps = 1/k, alternating batches, the eta of the proof",
            counterexample("asi33b"),
            Hunt("asi33b", lambda: parameters_of_family("proof", (10**4, 10**6, 10**8, 10**10))),
        ),
        sharper=_at_any_rate(),
        twins=(
            Twin("the corrected sum", counterexample("asi33-corrected")),
            Twin("21/400 >= (6/25)^2", nonnegative("21/400 - (6/25)**2"), of=10),
            Twin(
                "k^(1/4)/20 times",
                inequality("9/40*w**10 - w/20*w**8*(sqrt(log(2)) + 12*log(2)*(4*log(w)))", "w", "[1, oo)", ">"),
                of=14,
            ),
        ),
        remarks=(
            "At eps = 1 (B = 1, no batches) the eta of the proof fails too: the constant losses cost of the order ln "
            "d/eta = sqrt(T log d) log(T/delta) for eps > eps_0 (ASI-34b).",
        ),
    )


ANY: Final = {"C": "real, 0 < C"}
FAMILY_33: Final = (*SMALL, LARGE_DELTA, "11 <= B", "50000*C**2 <= B")
FAMILY_33B: Final = (*SMALL, LARGE_DELTA, "11 <= B", "16000000*C**2 <= B")
NAMES: Final = {"T": "2*N*B", "eps": "1/B"}
CLAIMED: Final = "C*(sqrt(T*nats) + exp(log(T)/3 - 2/3*log(eps))*nats*L)"
theorem(
    "ASI-33: for no constant",
    STATEMENT,
    f"{CLAIMED} < lazy - best",
    Step("root", "1 <= sqrt(B)", apply("a root is at least", u="1", x="B")),
    Step("fourth root", f"1 <= {FOURTH}", apply("a root is at least", "root", u="1", x="sqrt(B)")),
    Step("smaller root", f"{FOURTH} <= sqrt(B)", arithmetic((FOURTH, "fourth root"))),
    Step("regret", REGRET, apply("regret by turns at the printed rate"), FAMILY_33),
    Step("order", ORDER, apply("the claimed order by turns"), FAMILY_33),
    Step("slow", SLOW, apply("log of T over delta grows slowly by turns"), FAMILY_33),
    Step("long", "220*C <= sqrt(B)", apply("a root is at least", u="220*C", x="B"), FAMILY_33),
    Step(
        "all",
        f"{CLAIMED} < lazy - best",
        arithmetic(
            "regret",
            ("C", "order"),
            ("C*B**2", "slow"),
            ("19*C*B**2", "smaller root"),
            ("3/32*B**2*sqrt(B)", "long"),
        ),
        FAMILY_33,
    ),
    where=FAMILY_33,
    variables=ANY,
    let=NAMES,
    samples={"C": (Fraction(1, 100),)},
)
refuted(
    "ASI-33",
    STATEMENT,
    f"lazy - best <= {CLAIMED}",
    setting=Turns(12**3, 12, 1, Fraction(1, 2), Fraction(1, 13**8)),
    where=("10*eta < eps",),
    variables=ANY,
    let=NAMES,
    no_constant=NoConstant("C", "ASI-33: for no constant", **GAMES),
    C=Fraction(1, 20),
)
theorem(
    "ASI-33b: for no constant",
    PROOF,
    f"{CLAIMED} < lazy - best",
    Step("regret", SMALLER, apply("regret by turns at the rate of the proof"), FAMILY_33B),
    Step("order", ORDER, apply("the claimed order by turns"), FAMILY_33B),
    Step("slow", SLOW, apply("log of T over delta grows slowly by turns"), FAMILY_33B),
    Step(
        "slow square",
        "L*(6/5 + L) <= 361*sqrt(B)",
        arithmetic((f"6/5 + L + 19*{FOURTH}", "slow")),
        FAMILY_33B,
    ),
    Step("long", "4000*C <= sqrt(B)", apply("a root is at least", u="4000*C", x="B"), FAMILY_33B),
    Step(
        "all",
        f"{CLAIMED} < lazy - best",
        arithmetic(
            "regret",
            ("C", "order"),
            ("C*B**2/L", "slow square"),
            ("3/32*B**2*sqrt(B)/L", "long"),
        ),
        FAMILY_33B,
    ),
    where=FAMILY_33B,
    variables=ANY,
    let=NAMES,
    samples={"C": (Fraction(1, 2000),)},
)
refuted(
    "ASI-33b",
    PROOF,
    f"lazy - best <= {CLAIMED}",
    setting=Turns(12**3, 12, 1, Fraction(1, 2), Fraction(1, 13**8), of_proof=True),
    where=("10*eta < eps",),
    variables=ANY,
    let=NAMES,
    no_constant=NoConstant("C", "ASI-33b: for no constant", **GAMES),
    C=Fraction(1, 2000),
)
