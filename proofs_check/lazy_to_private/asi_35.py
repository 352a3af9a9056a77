"""ASI-35: for d = poly(T) and eps >= T^(-1/4) privacy is said to be free, with regret of the order of sqrt(T log d).

Section 1.1. False for the algorithm of Theorem 3.10: at eps = T^(-1/4) and d = T its regret on alternating batches,
(T/4) tanh(B eta/2), is of order T^(3/4). So about sqrt(T) instances with eps = 1 in all are not solved either. What
holds, for other parameters and from eps = T^(-1/6) on, is ASI-35-corrected.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.exact import (
    as_real,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    identity,
    inequality,
)
from dpassay.proofs_check.lazy_to_private.alternating import (
    ALTERNATING,
    alternating_checks,
    alternating_goals,
    tanh_goals,
)
from dpassay.proofs_check.lazy_to_private.printed_rates import (
    is_dp_ope,
    log_experts,
    printed_regret,
)
from dpassay.proofs_check.models.printed_numbers import Printed
from dpassay.proofs_check.models.turns_at_printed_rate import TURNS
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted


def _is_free(instance: Instance) -> bool:
    """Reg_T <= C sqrt(T log d)."""
    bound = log_experts(instance).sqrt() * (instance["k"] ** 2 * Fraction(instance["constant"]))
    return at_most(printed_regret(instance), bound)


told(
    "asi35",
    "Reg_T <= C sqrt(T log d) at eps = T^(-1/4) with the parameters of Theorem 3.10",
    is_dp_ope,
    lambda i: {"Reg_T": printed_regret(i), "sqrt(T log d)": log_experts(i).sqrt() * i["k"] ** 2},
)(_is_free)
told("asi35-three-quarters", "Reg_T <= C T^(3/4) there, for C >= 1", is_dp_ope)(
    lambda i: at_most(printed_regret(i), as_real(i["k"] ** 3 * max(Fraction(1), Fraction(i["constant"]))))
)


def _as_many_experts_as_rounds() -> Iterator[Instance]:
    for constant, k, rate in product((1000, 100, 10, 1), (10**3, 10**5, 10**7), ("statement", "proof")):
        yield {"k": k, "experts": k**4, "delta_power": 2, "rate": rate, "constant": str(constant)}


@claim(
    "ASI-35",
    location="Section 1.1, privacy for free",
    latex=r"d = \mathsf{poly}(T),\ \varepsilon \ge T^{-1/4} \Rightarrow \mathbf{Reg}_T \text{ of the order of } "
    r"\sqrt{T \log d}; \quad K \approx \sqrt T \text{ instances with } \varepsilon = 1 \text{ in all}",
    text="For d = poly(T) it suffices that eps >= T^{-1/4} for regret of the order sqrt(T log d) of non-private "
    "learning, so that about sqrt(T) instances can be solved with eps = 1 in all.",
    checked=("B = 1/eps is whole and divides T", "p = 10 eta/eps < 1", "losses in [0, 1]"),
    assumed=("x_1 and y_1 are independent", "the algorithm is that of Theorem 3.10"),
    corrected_by="ASI-35-corrected",
)
def asi_35() -> Case:
    """At eps = T^(-1/4) the regret is of order T^(3/4)."""
    return Case(
        argument="Take T = k^4, eps = T^{-1/4} = 1/k, d = T and alternating batches, which charge one half of the "
        "experts "
        f"and the other. Then eps_0 >= eps and eta = 1/k^2 (for T >= 3). {ALTERNATING} So the regret is (k^4/4) "
        f"tanh(1/(2k)) >= "
        "(3/32) k^3, and sqrt(T log d) = k^2 sqrt(4 ln k); ln k <= 4 k^{1/4} makes the quotient at least (3/128) "
        "k^{7/8}, far beyond logarithms. With the eta of the proof it is smaller by log(T/delta), and diverges too. K "
        "= sqrt T instances with eps = 1 in all have eps of order T^{-1/4} each under advanced composition, so the "
        "second statement falls with the first.",
        counterexample=Goal(
            "T = k^4, eps = 1/k, d = T", counterexample("asi35"), Hunt("asi35", _as_many_experts_as_rounds)
        ),
        sharper=(
            *alternating_goals(),
            *alternating_checks(),
            *tanh_goals(),
            Goal("(k^4/4)(3/4)(1/(2k))", identity("k**4/4*3/4*(k*(1/k**2)/2)", "3/32*k**3")),
            Goal("ln k <= 4 k^(1/4), from z = k^(1/4)", inequality("z - 1 - log(z)", "z", "(0, oo)")),
            Goal("(3/32) z^24/(z^16 sqrt(16 z^2)), z = k^(1/8)", identity("3/32*z**24/(z**16*4*z)", "3/128*z**7")),
            Goal(
                "for no C, k = z^8, squared: (3/32) k^3 is at least (3/128) k^(7/8) times k^2 sqrt(4 "
                "ln k), for every k",
                inequality("(3/32*z**24)**2 - (3/128*z**7)**2*z**32*(32*log(z))", "z", "[1, oo)", ">"),
            ),
        ),
        twins=(
            Twin("T^{3/4}", counterexample("asi35-three-quarters")),
            Twin(
                "(3/64) k^(7/8) times",
                inequality("(3/32*z**24)**2 - (3/64*z**7)**2*z**32*(32*log(z))", "z", "[1, oo)", ">"),
                of=10,
            ),
        ),
        remarks=(
            "The arithmetic from the printed rate is right up to logarithms: T^{1/3}/eps^{2/3} <= sqrt T from eps = "
            "T^{-1/4} on; the rate is not (ASI-33). With the best parameters under Theorem 3.2 the regret for d = 2 at "
            "eps = T^{-1/4} is still at least of order T^{11/20} (ASI-33-sharp).",
            "T^{2/5}/eps^{3/5} <= sqrt T from eps = T^{-1/6} on: the threshold, and the number T^{1/3} of instances, "
            "that the text attributes to earlier work.",
        ),
    )


refuted(
    "ASI-35",
    TURNS,
    "reg <= C*sqrt(T*nats)",
    setting=Printed(10**20, 10**20, Fraction(1, 10**5), Fraction(1, 10**40)),
    where=("10*h < eps", "1 <= T*eps**4"),
    variables={"C": "real, 0 < C"},
    C=Fraction(1000),
)
