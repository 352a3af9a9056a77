"""ASI-34: the regret at the printed parameters is said to be O(eta T + log d/eta + T B^2 eta^2), the first line.

Proof of Theorem 3.10, which follows it from Theorem 3.2; the second line, with 1/eps for B, follows. False: T B eta is
missing. At T = k^4, eps = 1/k and d = 2 the three terms are of order k^2, and the regret on alternating batches, (T/4)
tanh(B eta/2), of order k^3. What holds is ASI-11-sharp.
"""

from __future__ import annotations

from fractions import Fraction

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
    identity,
    nonnegative,
)
from dpassay.proofs_check.lazy_to_private.alternating import (
    ALTERNATING,
    alternating_checks,
    alternating_goals,
    tanh_goals,
)
from dpassay.proofs_check.lazy_to_private.printed_rates import (
    FAMILY,
    is_dp_ope,
    log_experts,
    parameters_of_family,
    printed_rate,
    printed_regret,
)
from dpassay.proofs_check.models.printed_numbers import Printed
from dpassay.proofs_check.models.turns_at_printed_rate import TURNS
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted


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
        argument=f"{FAMILY} {ALTERNATING} With eta = l/k^2, l = sqrt(ln 2) <= 5/6, the three terms are l k^2, l k^2 "
        f"and "
        "l^2 k^2, at most (3l) k^2 together, and the regret is at least (3/32) l k^3: the quotient is at least k/32, "
        "and no constant serves. The second line follows from the first, as B = 1/eps.",
        counterexample=Goal(
            "T = k^4, eps = 1/k",
            counterexample("asi34"),
            Hunt("asi34", lambda: parameters_of_family("statement", (10**2, 10**3, 10**4, 10**5))),
        ),
        sharper=(
            *alternating_goals(),
            *alternating_checks(),
            *tanh_goals(),
            Goal(
                "the three terms, with log d = l^2",
                identity("l/k**2*k**4 + l**2/(l/k**2) + k**4*k**2*(l/k**2)**2", "l*k**2*(2 + l)"),
            ),
            Goal("(3/32) l k^3 over 3 l k^2", identity("3/32*l*k**3/(3*l*k**2)", "k/32")),
            Goal(
                "for no C: (3/32) l k^3 is at least k/32 times the three terms, for every k and l <= 1",
                nonnegative("3/32*l*k**3 - k/32*(l*k**2*(2 + l))", ("l", "1 - l", "k")),
            ),
        ),
        twins=(
            Twin("log d/eta + eta B T/8", counterexample("asi34-true")),
            Twin("a quotient of k/16", identity("3/32*l*k**3/(3*l*k**2)", "k/16"), of=8),
            Twin("k/16 times", nonnegative("3/32*l*k**3 - k/16*(l*k**2*(2 + l))", ("l", "1 - l", "k")), of=9),
        ),
        remarks=("With the eta of the proof the quotient is of order k/log^2(T/delta), and diverges too.",),
    )


refuted(
    "ASI-34",
    TURNS,
    "reg <= C*(h*T + nats/h + T*B**2*h**2)",
    setting=Printed(10**16, 2, Fraction(1, 10**4), Fraction(1, 10**32)),
    where=("10*h < eps",),
    variables={"C": "real, 0 < C"},
    C=Fraction(100),
)
