"""SCOTT-10: the covariance in the first displays of the proof of Theorem 4.4 has the factor 2 lambda, without 1/T.

Appendix A.1. The estimate is a mean over T independent draws, so its variance is 1/T times that of one term, which is
lambda^2 Var[r - 1] + Var[log r] - 2 lambda Cov[r - 1, log r]. The displays put 1/T^2 before the sum over t of the two
variances alone. From the line with 2 lambda T/T^2 on the factor is right, and Theorem 4.4 has 2 lambda/T: the slip is
harmless. With two draws, Pi = (1/3, 2/3), P = (1/2, 1/2) and lambda = 1 what is printed is below 0.

SCOTT-10-corrected: with 2 lambda/T, and Cov[r - 1, log r] = KL(P || Pi) + KL(Pi || P).
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
from dpassay.proofs_check.private_kl_estimation.variance import JEFFREYS, RATIO, VARIANCE
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


def _values(instance: Instance) -> tuple[Real, Real]:
    """The variance, from all draws, and what is printed."""
    at, weight = pair_of(instance), Fraction(instance["weight"])
    of_one = as_real(weight**2 * mean_of_square(at)) + mean_of_square_log(at) - forward(at) ** 2
    return variance(at, weight), of_one / at.draws - 2 * as_real(weight) * both_ways(at)


told(
    "scott10",
    "the variance is at most (lambda^2 Var[r - 1] + Var[log r])/T - 2 lambda Cov[r - 1, log r]",
    IS_ESTIMATE,
    lambda instance: dict(zip(("variance", "printed"), _values(instance), strict=True)),
)(lambda instance: at_most(*_values(instance)))
told("scott10-from-below", "the variance is at least what is printed", IS_ESTIMATE)(
    lambda instance: at_most(*_values(instance)[::-1])
)


@claim(
    "SCOTT-10",
    location="A.1, first displays, with the parentheses as printed: the covariance stands outside of the sum over t",
    latex=r"\tfrac{1}{T^2} \sum_t (\lambda^2 \mathrm{Var}[r(x_t) - 1] + \mathrm{Var}[\log r(x_t)]) - 2 \lambda\, "
    r"\mathrm{Cov}[r(x_t) - 1, \log r(x_t)] + \sigma^2",
    text="The variance of the Trusted estimate is (1/T^2) sum_t (lambda^2 Var[r(x_t) - 1] + Var[log r(x_t)]) - "
    "2 lambda Cov[r(x_t) - 1, log r(x_t)] + sigma^2.",
    assumed=("all clients take part, so that P(x_t) is known", "P and Pi have full support"),
    corrected_by="SCOTT-10-corrected",
)
def scott_10() -> Case:
    """A mean of two draws."""
    return Case(
        argument="The covariance of each of the T terms is divided by T^2 like the variances, and there are T of them: "
        "the factor is 2 lambda/T. The sum over t may be meant to run over the covariance too; the display is then "
        "right, and the text has no parentheses.",
        counterexample=Goal("two draws", counterexample("scott10"), Hunt("scott10", estimates)),
        twins=(Twin("it is too small, not too large", counterexample("scott10-from-below")),),
        remarks=("The factor is right from the line with 2 lambda T/T^2 on; Theorem 4.4 is not touched.",),
    )


@claim(
    "SCOTT-10-corrected",
    location="A.1, first displays",
    latex=r"\tfrac1T (\lambda^2 \mathrm{Var}[r - 1] + \mathrm{Var}[\log r] - 2 \lambda\, \mathrm{Cov}[r - 1, \log r])"
    r" + \sigma^2",
    text="The variance of the Trusted estimate is (lambda^2 Var[r - 1] + Var[log r] - 2 lambda Cov[r - 1, log r])/T + "
    "sigma^2, for every real lambda.",
    assumed=("all clients take part, so that P(x_t) is known", "P and Pi have full support"),
)
def scott_10_corrected() -> Case:
    """The variances of independent draws add up."""
    return Case()


LOG: Final = f"log({RATIO})"
MOMENTS: Final = {
    "ratio": mean(f"({RATIO} - 1)**2"),
    "logs": f"({mean(f'{LOG}**2')} - ({mean(LOG)})**2)",
    "cov": f"({mean(f'({RATIO} - 1)*{LOG}')} - {mean(f'{RATIO} - 1')}*{mean(LOG)})",
}
PRINTED: Final = "var(l) = (l**2*{ratio} + {logs})/T - 2*l*{cov} + s2".format(**MOMENTS)
CORRECTED: Final = "var(l) = (l**2*{ratio} + {logs} - 2*l*{cov})/T + s2".format(**MOMENTS)
refuted("SCOTT-10", ESTIMATES, PRINTED, setting=DIFFERENT[0], l=Fraction(1))
theorem(
    "SCOTT-10-corrected",
    ESTIMATES,
    CORRECTED,
    Step("variance", VARIANCE, apply("the variance of the estimate")),
    Step("logs", f"KL = -{mean(LOG)}", apply("the divergence as a mean")),
    Step("gaps", JEFFREYS, apply("both divergences as a mean")),
    Step("no mean", f"{mean(f'{RATIO} - 1')} = 0", arithmetic("P is a law", ("-1", "Pi is a law"))),
    Step(
        "all",
        CORRECTED,
        arithmetic(
            "variance",
            (f"({mean(LOG)} - KL)/T", "logs"),
            ("-2*l/T", "gaps"),
            (f"-2*l/T*{mean(LOG)}", "no mean"),
        ),
    ),
)
