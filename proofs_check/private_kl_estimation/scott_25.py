"""SCOTT-25: the privacy analysis of Trusted and of TAgg is identical.

Section 4.2.3, whose footnote says that TAgg "splits" the noise of Trusted to the same end. The released number has
noise of variance 4 v/T^2, where v is that of the one noise in A and B; but the server sees A and B, of which B - A has
no noise (SCOTT-19). SCOTT-25-corrected: both settings can be made private, with noise of their own.
"""

from __future__ import annotations

from fractions import Fraction

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.private_estimates_of_kl import NOISY, alone, shared
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.private_kl_estimation.calibrated_noise import LOG, POSITIVE_LOG, SMALL
from dpassay.proofs_check.private_kl_estimation.scott_19 import one_sample
from dpassay.proofs_check.private_kl_estimation.scott_20 import SAMPLE
from dpassay.proofs_check.private_kl_estimation.scott_20_corrected import ONE_BOUND
from dpassay.proofs_check.private_kl_estimation.scott_21 import is_release, release_of
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


@claim(
    "SCOTT-25",
    location="Section 4.2.3 with its footnote",
    latex=r"\delta_{(A + \eta', B + \eta')}(\varepsilon) \le \delta_{\hat D + 2 \eta'/T}(\varepsilon)",
    text="The privacy of TAgg is that of Trusted: A and B with one noise of variance v in both are as private as the "
    "estimate with noise of variance 4 v/T^2.",
    checked=("0 < eps <= 1", "every count of both histograms is at least 2"),
    adjacency="replace_one",
    corrected_by="SCOTT-25-corrected",
)
def scott_25() -> Case:
    """What is released in TAgg is not what the server sees."""
    return Case(
        argument="Of the released number delta is below 1, as the noise is Gaussian; A and B have delta 1 where the "
        "estimates differ.",
        counterexample=Goal("one sample", counterexample("scott25"), Hunt("scott25", one_sample)),
        twins=(Twin("of nothing", counterexample("scott25-none")),),
        remarks=("Of the released number alone it is true: both add noise of one law to the same estimate.",),
    )


@claim(
    "SCOTT-25-corrected",
    location="Section 4.2.3",
    latex=r"\delta_{\hat D + N(0, v)}(\varepsilon) \le \delta \text{ for } v = 2 \log\tfrac{1.25}{\delta}\, "
    r"\tfrac{S^2}{\varepsilon^2}, \quad \delta_{(A + N_1, B + N_2)}(\varepsilon) \le \delta \text{ for } N_i \sim "
    r"N(0, 2 T^2 v), \quad S \ge \max\big\{\log\tfrac{c + 1}{c}, \tfrac{\lambda}{N m}\big\},\ \varepsilon \le 1",
    text="Both settings are (eps, delta)-DP with noise of their own: the released number with variance 2 "
    "log(1.25/delta) S^2/eps^2, and A and B with independent noises of variance 2 log(1.25/delta) 2 (T S)^2/eps^2, "
    "where S is at least log((c + 1)/c) and lambda/(N Pi(x)).",
    checked=("0 < eps <= 1", "0 < delta < 1", "every count is at least c", "lambda >= 0 is fixed"),
    adjacency="replace_one",
)
def scott_25_corrected() -> Case:
    """SCOTT-17-corrected and SCOTT-20-corrected, at one bound."""
    return Case()


def _private_as(instance: Instance, least: Fraction) -> tuple[object, object]:
    """The delta of A and B with one noise of variance 1, if so much; that of the estimate with variance 4/T^2."""
    at = release_of(instance)
    return shared(at, Fraction(1)) * least, alone(at, Fraction(4, sum(at.samples) ** 2))


told(
    "scott25",
    "A and B with one noise of variance 1 are as private as the estimate with variance 4/T^2",
    is_release,
    lambda instance: dict(zip(("of A and B", "of the estimate"), _private_as(instance, Fraction(1)), strict=True)),
)(lambda instance: at_most(*_private_as(instance, Fraction(1))))  # type: ignore[arg-type]
told("scott25-none", "nothing is as private as the estimate with variance 4/T^2", is_release)(
    lambda instance: at_most(*_private_as(instance, Fraction(0)))  # type: ignore[arg-type]
)
refuted(
    "SCOTT-25", NOISY, "shared(v) <= alone(4*v/T**2)", setting=SAMPLE, where=(*SMALL, "c = 2", "0 < v"), v=Fraction(1)
)
OF_TWO = f"2*{LOG}*T**2*(S**2 + S**2)/eps**2"
WHERE = (*ONE_BOUND, *SMALL)
theorem(
    "SCOTT-25-corrected",
    NOISY,
    f"alone(2*{LOG}*S**2/eps**2) <= d and both({OF_TWO}) <= d",
    *POSITIVE_LOG,
    Step("one variance", f"0 <= 2*{LOG}*S**2/eps**2", arithmetic(("2*S**2/eps**2", "log"))),
    Step("two variances", f"0 <= {OF_TWO}", arithmetic(("4*T**2*S**2/eps**2", "log"))),
    Step("alone", f"alone(2*{LOG}*S**2/eps**2) <= d", apply("SCOTT-17-corrected", S="S"), WHERE, ("one variance",)),
    Step("both", f"both({OF_TWO}) <= d", apply("SCOTT-20-corrected", S="S", U="S"), WHERE, ("two variances",)),
    where=WHERE,
    variables={"S": "real"},
    samples={"S": (Fraction(1), Fraction(7), Fraction(50))},
)
