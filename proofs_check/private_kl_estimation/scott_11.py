"""SCOTT-11: in the proof of Theorem 4.4, E log^2 r - (E log r)^2 becomes E log^2 r + KL(Pi || P)^2.

Appendix A.1, the line after that with E^2[log r]. E log r is -KL(Pi || P), and its square is subtracted; the sign is
lost. As an equality the line is false wherever P is not Pi, by 2 KL(Pi || P)^2/T; as an upper bound it holds, and so
Theorem 4.4 is not touched.

SCOTT-11-corrected: the variance exactly, with E (r - 1)^2 = sum P^2/Pi - 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import Real, as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.estimates_of_kl import DIFFERENT, ESTIMATES, mean_of_square, variance
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.private_kl_estimation.averages import mean
from dpassay.proofs_check.private_kl_estimation.pairs import (
    IS_ESTIMATE,
    both_ways,
    estimates,
    forward,
    mean_of_square_log,
    pair_of,
)
from dpassay.proofs_check.private_kl_estimation.variance import RATIO, VARIANCE, L
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


def _values(instance: Instance) -> tuple[Real, Real]:
    """What is printed, and the variance, from all draws."""
    at, weight = pair_of(instance), Fraction(instance["weight"])
    squares = as_real(weight**2 * mean_of_square(at)) + mean_of_square_log(at) + forward(at) ** 2
    return (squares - 2 * as_real(weight) * both_ways(at)) / at.draws, variance(at, weight)


told(
    "scott11",
    "(lambda^2 Var[r] + E log^2 r + KL(Pi || P)^2 - 2 lambda J)/T is at most the variance",
    IS_ESTIMATE,
    lambda instance: dict(zip(("printed", "variance"), _values(instance), strict=True)),
)(lambda instance: at_most(*_values(instance)))
told("scott11-from-above", "what is printed is at least the variance", IS_ESTIMATE)(
    lambda instance: at_most(*_values(instance)[::-1])
)


@claim(
    "SCOTT-11",
    location="A.1, the line with +(T/T^2) D_KL(Pi || P)^2, and those after it",
    latex=r"\mathrm{Var} = \sigma^2 + \tfrac1T (\lambda^2 \mathrm{Var}[r] + \mathbb E[\log^2 r]) + \tfrac1T "
    r"D_{\mathrm{KL}}(\Pi \| P)^2 - \tfrac{2 \lambda}{T} (D_{\mathrm{KL}}(P \| \Pi) + D_{\mathrm{KL}}(\Pi \| P))",
    text="The variance of the Trusted estimate is sigma^2 + (lambda^2 Var[r] + E log^2 r)/T + KL(Pi || P)^2/T - "
    "2 lambda (KL(P || Pi) + KL(Pi || P))/T.",
    assumed=("all clients take part, so that P(x_t) is known", "P and Pi have full support"),
    corrected_by="SCOTT-11-corrected",
)
def scott_11() -> Case:
    """The square of the mean is subtracted."""
    return Case(
        argument="The line before has E log^2 r - (E log r)^2, and E log r is -KL(Pi || P): its square is subtracted.",
        counterexample=Goal("two laws", counterexample("scott11"), Hunt("scott11", estimates)),
        twins=(Twin("it is too large, not too small", counterexample("scott11-from-above")),),
        remarks=(
            "What is printed exceeds the variance by 2 KL(Pi || P)^2/T: as an upper bound it holds, and Theorem 4.4 "
            "is not touched.",
        ),
    )


@claim(
    "SCOTT-11-corrected",
    location="A.1, the line with +(T/T^2) D_KL(Pi || P)^2",
    latex=r"\mathrm{Var} = \sigma^2 + \tfrac1T \big(\lambda^2 \big(\textstyle\sum_x P(x)^2/\Pi(x) - 1\big) - 2 \lambda "
    r"(D_{\mathrm{KL}}(P \| \Pi) + D_{\mathrm{KL}}(\Pi \| P)) + \mathbb E[\log^2 r] - D_{\mathrm{KL}}(\Pi \| P)^2\big)",
    text="The variance of the Trusted estimate is sigma^2 + (lambda^2 (sum P^2/Pi - 1) - 2 lambda (KL(P || Pi) + "
    "KL(Pi || P)) + E log^2 r - KL(Pi || P)^2)/T, for every real lambda.",
    assumed=("all clients take part, so that P(x_t) is known", "P and Pi have full support"),
)
def scott_11_corrected() -> Case:
    """Exactly."""
    return Case()


CHI: Final = "(sum(p(x)**2/q(x), x, 1, k) - 1)"
SAME: Final = f"{mean(f'({RATIO} - 1)**2')} = {CHI}"
PRINTED: Final = f"var(l) = (l**2*{CHI} + {L} + KL**2 - 2*l*(KL + back))/T + s2"
CORRECTED: Final = PRINTED.replace("+ KL**2", "- KL**2")
refuted("SCOTT-11", ESTIMATES, PRINTED, setting=DIFFERENT[0], l=Fraction(1))
theorem(
    "SCOTT-11-corrected",
    ESTIMATES,
    CORRECTED,
    Step("variance", VARIANCE, apply("the variance of the estimate")),
    Step("squares", SAME, arithmetic(("-2", "P is a law"), "Pi is a law")),
    Step("all", CORRECTED, arithmetic("variance", ("l**2/T", "squares"))),
)
