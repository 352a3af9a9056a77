"""ASI-33-corrected."""

from __future__ import annotations

from fractions import Fraction

from dpassay.exact import (
    as_real,
    decide,
)
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
    identity,
)
from dpassay.proofs_check.lazy_to_private.alternating import (
    tanh_goals,
)
from dpassay.proofs_check.lazy_to_private.lazy_games import (
    marginal_goals,
)
from dpassay.proofs_check.lazy_to_private.printed_rates import (
    is_dp_ope,
    log_experts,
    printed_regret,
)
from dpassay.proofs_check.lemmas import hoeffding
from dpassay.proofs_check.numbers import at_most

told("asi33-corrected", "Reg_T <= ln d/eta + eta B T/8 at the printed parameters, within the sum", is_dp_ope)(
    lambda instance: _is_within_sum(instance, Fraction(1))
)
told("asi33-corrected-third", "... with a third of its last term", is_dp_ope)(
    lambda instance: _is_within_sum(instance, Fraction(1, 3), alone=True)
)


def _is_within_sum(instance: Instance, share: Fraction, *, alone: bool = False) -> bool:
    """sqrt(T ln d) + T^(1/3) ln d/eps^(2/3) + min(sqrt(T ln d)/eps, T^(2/3)/eps^(1/3))/8 (``alone``: the last)."""
    k, nats = int(instance["k"]), log_experts(instance)
    two = (nats.sqrt() * k**3, as_real(k**3))  # T^(2/3)/eps^(1/3) = k^3
    last = two[0] if decide(nats < 1) else two[1]
    first = as_real(0) if alone else nats.sqrt() * k**2 + nats * k**2
    return at_most(printed_regret(instance), first + last * (share / 8))


@claim(
    "ASI-33-corrected",
    location="Theorem 3.10, regret at the printed parameters",
    latex=r"B = 1/\varepsilon,\ \eta = \min(\varepsilon_0, \varepsilon)^{2/3}/T^{1/3}: \quad \mathbf{Reg}_T \le "
    r"\sqrt{T \ln d} + \tfrac{T^{1/3} \ln d}{\varepsilon^{2/3}} + \tfrac18 \min\big\{\tfrac{\sqrt{T \ln "
    r"d}}{\varepsilon}, \tfrac{T^{2/3}}{\varepsilon^{1/3}}\big\}",
    text="With B = 1/eps whole, B divides T, and eta = min(eps_0, eps)^{2/3}/T^{1/3}, L2P over multiplicative weights "
    "has regret at most sqrt(T ln d) + T^{1/3} ln d/eps^{2/3} + min(sqrt(T ln d)/eps, T^{2/3}/eps^{1/3})/8.",
    assumed=("d >= 2 (for d = 1 the printed eta is 0)", "losses in [0, 1]", "x_1 and y_1 are independent"),
)
def asi_33_corrected() -> Case:
    """ln d/eta + eta T/(8 eps)."""
    return Case(
        argument="By ASI-11-sharp the regret is at most ln d/eta + eta B T/8. Write T = t^12, ln d = l^4, eps = e^3: "
        "eta is the smaller of l^2/t^6 and e^2/t^4. So ln d/eta is the larger of sqrt(T ln d) and T^{1/3} ln "
        "d/eps^{2/3}, and eta T/(8 eps) is at most each of sqrt(T ln d)/(8 eps) and T^{2/3}/(8 eps^{1/3}). On "
        "alternating batches the last term is the regret up to a constant: (T/4) tanh(B eta/2) >= (3/32) T B eta for B "
        "eta <= 2.",
        proof=(
            Goal("eps_0^{2/3}/T^{1/3} = l^2/t^6", identity("(l/t)**2/t**4", "l**2/t**6")),
            Goal("ln d/eta, first case: sqrt(T ln d)", identity("l**4/(l**2/t**6)", "t**6*l**2")),
            Goal("ln d/eta, second case: T^{1/3} ln d/eps^{2/3}", identity("l**4/(e**2/t**4)", "t**4*l**4/e**2")),
            Goal(
                "eta T/(8 eps), first: sqrt(T ln d)/(8 eps)", identity("l**2/t**6*t**12/(8*e**3)", "t**6*l**2/(8*e**3)")
            ),
            Goal("eta T/(8 eps), second: T^{2/3}/(8 eps^{1/3})", identity("e**2/t**4*t**12/(8*e**3)", "t**8/(8*e)")),
            *marginal_goals(),
            *hoeffding(),
        ),
        checks=(
            Goal(
                "the whole regret of small games, ln d/eta + eta B T/8",
                exhaustive("asi11-sharp-hedge", "regret-lazy-games"),
            ),
            Goal("alternating batches", exhaustive("asi33-corrected", "regret-printed-parameters")),
        ),
        sharper=tanh_goals(),
        twins=(
            Twin(
                "a third of the last term, alone",
                exhaustive("asi33-corrected-third", "regret-printed-parameters"),
                of=9,
            ),
            Twin("T^{1/3} in place of T^{2/3}", identity("e**2/t**4*t**12/(8*e**3)", "t**4/(8*e)"), of=4),
        ),
        remarks=(
            "With the eta and B that balance ln d/eta and eta B T/8 under the constraints of Theorem 3.2 the rate is, "
            "up to constants, sqrt(T log d) + T^{2/5} (log d)^{4/5} log^{2/5}(1/delta_1)/eps^{3/5} + T^{1/3} log d "
            "log(1/delta_1)/eps^{2/3}; ASI-33-sharp shows that T^{2/5}/eps^{3/5} cannot be avoided.",
        ),
    )
