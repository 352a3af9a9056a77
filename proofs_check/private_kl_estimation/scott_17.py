"""SCOTT-17: PRIEST-KLD under the TAgg model is (eps, delta)-differentially private.

Theorem 4.6, of the released number alone; of what the server is sent see SCOTT-19 and SCOTT-20. The proof adds noise of
variance 2 log((1.25/delta) Delta(f))/eps for f = KL(Pi || .), with the sensitivity inside of the logarithm: where
(1.25/ delta) Delta(f) is near 1 there is almost no noise (SCOTT-17). Corollary 3.1, which it goes back to, has it
outside: so read, Theorem 4.6 is SCOTT-21b, and false too. With the 0.7 of Theorem 4.9 for the sensitivity
in its place, and the noise that Corollary 3.1 means, it fails for a large lambda (SCOTT-17b). For the sensitivity of
the divergence in its place see SCOTT-21.

SCOTT-17-corrected: standard deviation sqrt(2 log(1.25/delta)) S/eps is enough for eps <= 1 and a lambda that is fixed
beforehand, where S is at least log((c + 1)/c) and lambda/(N m) (SCOTT-21-corrected). So 0.7 is enough where lambda is
at most 0.7 N m.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import LogForm, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import family
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl import NOISY
from dpassay.proofs_check.models.sensitivity_of_kl import Neighbors, law, sensitivity
from dpassay.proofs_check.private_kl_estimation.adjacent_histograms import sampled
from dpassay.proofs_check.private_kl_estimation.calibrated_noise import LOG, POSITIVE_LOG, SMALL
from dpassay.proofs_check.private_kl_estimation.scott_21 import (
    BOUNDS,
    FALLS,
    RISES,
    is_release,
    largest,
    release_of,
    strength,
    told_of_noise,
)
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


@claim(
    "SCOTT-17",
    location="Theorem 4.6, the released number, with the noise of its proof",
    latex=r"\hat D + N\big(0, 2 \log(\tfrac{1.25}{\delta} \Delta(f))/\varepsilon\big) \text{ is } "
    r"(\varepsilon, \delta)\text{-DP}",
    text="For adjacent histograms with counts from 2 on, the sampled estimate with noise of variance 2 "
    "log((1.25/delta) "
    "Delta)/eps, where Delta is the sensitivity of the divergence, is (eps, delta)-DP, the samples being known.",
    checked=("0 < eps <= 1", "0 < delta < 1", "1 <= (1.25/delta) Delta", "every count is at least 2"),
    adjacency="replace_one",
    corrected_by="SCOTT-17-corrected",
)
def scott_17() -> Case:
    """Almost no noise."""
    return Case(
        argument="The reference is uniform on two cells, h1 = (4, 2), h2 = (3, 3), lambda = 0, and the sample is the "
        "second cell: the estimates differ by log(3/2). At delta = 1/14 the variance is 0.06, for eps = 1.",
        counterexample=Goal("one sample", counterexample("scott17"), Hunt("scott17", _near_no_noise)),
        twins=(Twin("with the noise that is enough", counterexample("scott17-corrected")),),
        remarks=("With the sensitivity outside of the logarithm, as in Corollary 3.1, it is false too: SCOTT-21b.",),
    )


@claim(
    "SCOTT-17b",
    location="Theorem 4.6 with the 0.7 of Theorem 4.9 for the sensitivity",
    latex=r"\hat D + N\big(0, 2 \log\tfrac{1.25}{\delta}\, 0.7^2/\varepsilon^2\big) \text{ is } "
    r"(\varepsilon, \delta)\text{-DP}",
    text="For adjacent histograms with counts from 2 on, the sampled estimate with noise of variance 2 log(1.25/delta) "
    "0.7^2/eps^2 is (eps, delta)-DP, the samples being known, for every lambda >= 0.",
    checked=("0 < eps <= 1", "0 < delta < 1", "every count is at least 2"),
    adjacency="replace_one",
    corrected_by="SCOTT-17-corrected",
)
def scott_17b() -> Case:
    """A large lambda."""
    return Case(
        argument="The reference is uniform on two cells, h1 = (3, 2), h2 = (2, 3), lambda = 10, and the sample is the "
        "first cell: the estimates differ by 4 - log(3/2).",
        counterexample=Goal("a large lambda", counterexample("scott17b"), Hunt("scott17b", _large_weights)),
        twins=(Twin("with the noise that is enough", counterexample("scott17-corrected")),),
        remarks=("By SCOTT-17-corrected it is true where lambda is at most 0.7 N m, m the least probability.",),
    )


@claim(
    "SCOTT-17-corrected",
    location="Theorem 4.6",
    latex=r"\hat D + N\big(0, 2 \log\tfrac{1.25}{\delta}\, S^2/\varepsilon^2\big) \text{ is } (\varepsilon, \delta)"
    r"\text{-DP for } S \ge \max\{\log\tfrac{c + 1}{c}, \tfrac{\lambda}{N m}\},\ \varepsilon \le 1",
    text="For adjacent histograms of N data with counts from c on, a fixed lambda and known samples, the sampled "
    "estimate with Gaussian noise of standard deviation sqrt(2 log(1.25/delta)) S/eps is (eps, delta)-DP for eps <= 1, "
    "where S is at least log((c + 1)/c) and lambda/(N Pi(x)).",
    checked=("0 < eps <= 1", "0 < delta < 1", "every count is at least c", "lambda >= 0 is fixed"),
    adjacency="replace_one",
)
def scott_17_corrected() -> Case:
    """The classical calibration to the sensitivity of what is released."""
    return Case(
        checks=(Goal("small pairs, exactly", exhaustive("scott17-corrected", "scott-releases")),),
        twins=(Twin("half of the standard deviation", exhaustive("scott17-less", "scott-releases")),),
    )


def _literal(at: Neighbors) -> object:
    """The variance of the proof, which may be negative."""
    delta = sensitivity(at.pi, at.size, 2)
    return (as_real(log(Fraction(5, 4) / at.delta)) + as_real(delta).log()) * 2 / at.epsilon


@is_release.where
def _is_positive(instance: Instance) -> bool:
    """The variance of the proof is not negative."""
    at = release_of(instance)
    delta = sensitivity(at.pi, at.size, 2)
    return LogForm() < delta and LogForm(Fraction(1)) <= delta * (Fraction(5, 4) / at.delta)


told_of_noise("scott17", "noise of variance 2 log((1.25/delta) Delta)/eps is enough", _literal, applies=_is_positive)
told_of_noise(
    "scott17b",
    "noise of variance 2 log(1.25/delta) 0.7^2/eps^2 is enough",
    lambda at: strength(at) * Fraction(49, 100) / at.epsilon**2,
)
told_of_noise(
    "scott17-corrected",
    "noise of variance 2 log(1.25/delta) S^2/eps^2 is enough, S the larger one of log(3/2) and lambda/(N m)",
    lambda at: strength(at) * largest(at) ** 2 / at.epsilon**2,
)
told_of_noise(
    "scott17-less",
    "a quarter of this variance is enough",
    lambda at: strength(at) * largest(at) ** 2 / (4 * at.epsilon**2),
)
CELLS: Final = {"reference": ["1/2", "1/2"]}


def _near_no_noise() -> Iterator[Instance]:
    for delta in ("1/20", "1/14"):
        yield {**CELLS, "first": [4, 2], "samples": [0, 1], "weight": "0", "eps": "1", "delta": delta}


def _large_weights() -> Iterator[Instance]:
    for weight in ("0", "1", "10"):
        yield {**CELLS, "first": [3, 2], "samples": [1, 0], "weight": weight, "eps": "1", "delta": "1/20"}


@family(
    "scott-releases", "every fourth of the small pairs with samples, at (eps, delta) = (1, 1/20) and (1/10, 1/1000)"
)
def releases() -> Iterator[Instance]:
    """Small pairs with samples and budgets."""
    for number, pair in enumerate(sampled()):
        if number % 4 == 0:
            eps, delta = (("1", "1/20"), ("1/10", "1/1000"))[number // 4 % 2]
            yield {**pair, "eps": eps, "delta": delta}


HALF: Final = law("1/2", "1/2")
refuted(
    "SCOTT-17",
    NOISY,
    "alone(2*log(5/(4*d)*Delta)/eps) <= d",
    setting=Neighbors(HALF, (4, 2), (0, 1), delta=Fraction(1, 14)),
    where=(*SMALL, "c = 2", "1 <= 5/(4*d)*Delta"),
)
refuted(
    "SCOTT-17b",
    NOISY,
    f"alone(2*{LOG}*(7/10)**2/eps**2) <= d",
    setting=Neighbors(HALF, (3, 2), (1, 0), Fraction(10)),
    where=(*SMALL, "c = 2"),
)
ENOUGH: Final = f"alone(2*{LOG}*S**2/eps**2) <= d"
WHERE: Final = (*BOUNDS, *SMALL)
theorem(
    "SCOTT-17-corrected",
    NOISY,
    ENOUGH,
    *POSITIVE_LOG,
    Step("variance", f"0 <= 2*{LOG}*S**2/eps**2", arithmetic(("2*S**2/eps**2", "log"))),
    Step("rises", RISES, apply("SCOTT-21-corrected", S="S"), BOUNDS),
    Step("falls", FALLS, apply("SCOTT-21-corrected", S="S"), BOUNDS),
    Step("sum", "0 <= S + est(1) - est(2)", arithmetic("falls"), BOUNDS),
    Step(
        "far",
        "far <= S**2",
        arithmetic(("S + est(1) - est(2)", "rises"), "squared distance"),
        BOUNDS,
        ("sum",),
    ),
    Step(
        "all",
        ENOUGH,
        apply("calibrated noise: alone", "far", R="S**2"),
        WHERE,
        ("variance",),
    ),
    where=WHERE,
    variables={"S": "real"},
    samples={"S": (Fraction(1), Fraction(2), Fraction(7), Fraction(50))},
)
