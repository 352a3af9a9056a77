"""ASI-33-corrected: at the printed rate the regret is at most sqrt(T ln d) + T^(1/3) ln d/eps^(2/3) and a third term.

In place of the rate of Theorem 3.10. The third term is the smaller of sqrt(T ln d)/eps and T^(2/3)/eps^(1/3), over 8.
By "regret against the best expert" the regret is at most ln d/eta + eta B T/8, where eta is the smaller of sqrt(ln d/T)
and eps^(2/3)/T^(1/3), and B = 1/eps ("the rate of Theorem 3.10"). On alternating batches the last term is the regret up
to a constant. Here T = n B, and h is eta.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

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
)
from dpassay.proofs_check.lazy_to_private.alternating import (
    tanh_goals,
)
from dpassay.proofs_check.lazy_to_private.asi_11_sharp import BOUND
from dpassay.proofs_check.lazy_to_private.printed_rate import FIRST, SECOND
from dpassay.proofs_check.lazy_to_private.printed_rates import (
    is_dp_ope,
    log_experts,
    printed_regret,
)
from dpassay.proofs_check.models.printed_lazy import PRINTED_RATE
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

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
                of=1,
            ),
        ),
        remarks=(
            "With the eta and B that balance ln d/eta and eta B T/8 under the constraints of Theorem 3.2 the rate is, "
            "up to constants, sqrt(T log d) + T^{2/5} (log d)^{4/5} log^{2/5}(1/delta_1)/eps^{3/5} + T^{1/3} log d "
            "log(1/delta_1)/eps^{2/3}; ASI-33-sharp shows that T^{2/5}/eps^{3/5} cannot be avoided.",
        ),
    )


T: Final = "(n*B)"
LOG_H1, LOG_H2 = (text.replace("log(T)", f"log{T}") for text in (FIRST, SECOND))
ROOT: Final = f"sqrt({T}*nats)"
Q: Final = f"exp(log{T}/3 - 2/3*log(eps))"
"""T^(1/3)/eps^(2/3)."""
CUBE: Final = f"exp(2/3*log{T} - log(eps)/3)"
"""T^(2/3)/eps^(1/3)."""
USED: Final = ("eps0", "least, first", "least, second", "least of two", "rate")
RATE: Final = {"T": T, "nats": "nats", "eps": "eps", "eps0": "eps0", "least": "least", "h": "h"}
LOW, HIGH = (f"lazy - best <= {ROOT} + {Q}*nats + {last}/8" for last in (f"{ROOT}/eps", CUBE))
theorem(
    "ASI-33-corrected",
    PRINTED_RATE,
    f"{LOW} and {HIGH}",
    Step("regret", f"lazy - best <= {BOUND}", apply("regret against the best expert")),
    Step("first rate", f"h <= exp({LOG_H1})", apply("the rate of Theorem 3.10", *USED, **RATE)),
    Step("second rate", f"h <= exp({LOG_H2})", apply("the rate of Theorem 3.10", *USED, **RATE)),
    Step(
        "inverse",
        f"1/h <= exp(-({LOG_H1})) + exp(-({LOG_H2}))",
        apply("the rate of Theorem 3.10", *USED, **RATE),
    ),
    Step("root", f"{ROOT} = exp(log{T}/2 + log(nats)/2)", apply("root of a product", x=T, y="nats")),
    Step(
        "weights",
        f"log(d)/h <= {ROOT} + {Q}*nats",
        arithmetic(("-1/h", "experts"), ("nats", "inverse"), ("-1", "root")),
    ),
    Step("size", f"h*B*{T}/8 = h*{T}/(8*eps)", arithmetic((f"h*{T}/(8*eps)", "batch size"))),
    Step(
        "first",
        f"h*B*{T}/8 <= {ROOT}/(8*eps)",
        arithmetic("size", (f"{T}/(8*eps)", "first rate"), ("-1/(8*eps)", "root")),
    ),
    Step(
        "second",
        f"h*B*{T}/8 <= {CUBE}/8",
        arithmetic("size", (f"{T}/(8*eps)", "second rate")),
    ),
    Step("low", LOW, arithmetic("regret", "weights", "first")),
    Step("high", HIGH, arithmetic("regret", "weights", "second")),
)
