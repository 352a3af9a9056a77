"""ASI-34: the regret at the printed parameters is said to be O(eta T + log d/eta + T B^2 eta^2), the first line.

Proof of Theorem 3.10, which follows it from Theorem 3.2; the second line, with 1/eps for B, follows. False: T B eta is
missing. At T = 2 B^4, eps = 1/B and d = 2 the three terms are of order B^2, and the regret on alternating batches is at
least 3 B^3/32. What holds is ASI-11-sharp.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import (
    Real,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
)
from dpassay.proofs_check.lazy_to_private.alternating import (
    ALTERNATING,
)
from dpassay.proofs_check.lazy_to_private.printed_rates import (
    is_dp_ope,
    log_experts,
    parameters_of_family,
    printed_rate,
    printed_regret,
)
from dpassay.proofs_check.lazy_to_private.turns_at_printed_rate import GAMES, REGRET, SMALL
from dpassay.proofs_check.models.batches_by_turns import STATEMENT, Turns
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


def _first_line(instance: Instance) -> Real:
    """eta T + log d/eta + T B^2 eta^2."""
    k, eta = int(instance["k"]), printed_rate(instance)
    return eta * k**4 + log_experts(instance) / eta + eta**2 * k**6


told(
    "asi34",
    "Reg_T <= C (eta T + log d/eta + T B^2 eta^2) at the parameters of Theorem 3.10",
    is_dp_ope,
    lambda i: {"Reg_T": printed_regret(i), "eta T + log d/eta + T B^2 eta^2": _first_line(i)},
)(lambda i: at_most(printed_regret(i), _first_line(i) * Fraction(i["constant"])))
told("asi34-true", "Reg_T <= log d/eta + eta B T/8 at the parameters of Theorem 3.10", is_dp_ope)(
    lambda i: at_most(
        printed_regret(i),
        log_experts(i) / printed_rate(i) + printed_rate(i) * Fraction(i["k"] ** 5, 8),
    )
)


@claim(
    "ASI-34",
    location="proof of Theorem 3.10, first two lines of the regret",
    latex=r"\mathbf{Reg}_T \le O\big(\eta T + \tfrac{\log d}\eta + TB^2\eta^2\big) \le O\big(\eta T + \tfrac{\log "
    r"d}\eta + \tfrac{T\eta^2}{\varepsilon^2}\big)",
    text="The regret at the printed parameters is O(eta T + log d/eta + T B^2 eta^2), which is O(eta T + log d/eta + T "
    "eta^2/eps^2).",
    checked=("losses in [0, 1]", "B is whole and divides T", "p = 10 eta/eps < 1"),
    assumed=("x_1 and y_1 are independent",),
    corrected_by="ASI-11-sharp",
)
def asi_34() -> Case:
    """T B eta is missing."""
    return Case(
        argument=f"{ALTERNATING} Take d = 2, T = 2 B^4 and eps = 1/B, so that eta is between 1/(2 B^2) and 1/B^2. "
        "The three terms are at most 6 B^2 together, and the regret is at least 3 B^3/32, so no constant serves. The "
        "second line follows from the first, as B = 1/eps.",
        counterexample=Goal(
            "T = k^4, eps = 1/k",
            counterexample("asi34"),
            Hunt("asi34", lambda: parameters_of_family("statement", (10**2, 10**3, 10**4, 10**5))),
        ),
        twins=(Twin("log d/eta + eta B T/8", counterexample("asi34-true")),),
        remarks=("With the eta of the proof the quotient is of order k/log^2(T/delta), and diverges too.",),
    )


CONSTANT: Final = {"C": "real, 0 < C"}
FAMILY_34: Final = (*SMALL, "11 <= B", "65*C <= B")
NAMES: Final = {"T": "2*N*B"}
FIRST_LINE: Final = "C*(h*T + nats/h + T*B**2*h**2)"
theorem(
    "ASI-34: for no constant",
    STATEMENT,
    f"{FIRST_LINE} < lazy - best",
    Step("regret", REGRET, apply("regret by turns at the printed rate"), FAMILY_34),
    Step("nats", "nats <= 7/10", apply("two experts by turns"), FAMILY_34),
    Step("at least", "1/2 <= eta*B**2", apply("the printed rate by turns"), FAMILY_34),
    Step("at most", "eta*B**2 <= 1", apply("the printed rate by turns"), FAMILY_34),
    Step("rate, least", "1/2 <= h*B**2", arithmetic("at least", ("-B**2", "played rate")), FAMILY_34),
    Step("rate, most", "h*B**2 <= 1", arithmetic("at most", ("B**2", "played rate")), FAMILY_34),
    Step("first", "h*T <= 2*B**2", arithmetic(("2*h*B", "N = B**3"), ("2*B**2", "rate, most")), FAMILY_34),
    Step(
        "second",
        "nats/h <= 7/5*B**2",
        arithmetic(("2*nats/h", "rate, least"), ("2*B**2", "nats")),
        FAMILY_34,
    ),
    Step(
        "third",
        "T*B**2*h**2 <= 2*B**2",
        arithmetic(("2*B**3*h**2", "N = B**3"), ("2*B**2*(1 + h*B**2)", "rate, most")),
        FAMILY_34,
    ),
    Step(
        "all",
        f"{FIRST_LINE} < lazy - best",
        arithmetic("regret", ("C", "first"), ("C", "second"), ("C", "third"), ("3/32*B**2", FAMILY_34[-1])),
        FAMILY_34,
    ),
    where=FAMILY_34,
    variables=CONSTANT,
    let=NAMES,
    samples={"C": (Fraction(1, 10),)},
)
refuted(
    "ASI-34",
    STATEMENT,
    f"lazy - best <= {FIRST_LINE}",
    setting=Turns(12**3, 12, 1, Fraction(1, 2)),
    where=("10*eta < 1/B",),
    variables=CONSTANT,
    let=NAMES,
    no_constant=NoConstant("C", "ASI-34: for no constant", **GAMES),
    C=Fraction(1, 3),
)
