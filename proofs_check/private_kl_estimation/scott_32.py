"""SCOTT-32: the noise of Algorithm 3 is "(sqrt(2) eps/N, delta)-DP noise", N the number of samples x_t.

A budget says nothing of noise without a sensitivity. With N data, samples of which at most two are of the cells that
change, all clients, and the classical calibration of noise in each P(x_t):

* SCOTT-32: sensitivity sqrt(2)/N at eps, as the proof of Theorem 4.11 says, is enough.
* SCOTT-32b: sensitivity 1 at sqrt(2) eps/N, as the words say, is enough, and N^2/2 times more than is needed.
* SCOTT-32c: the first with the number of samples for N is not enough: more samples than data, and there is no privacy.
* SCOTT-32d: sensitivity 1/N at sqrt(2) eps is not enough: it is eps/sqrt(2) that each of two answers may spend.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import family
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl import NOISY, cells
from dpassay.proofs_check.models.private_estimates_of_kl_cells import ANSWERS
from dpassay.proofs_check.models.sensitivity_of_kl import Neighbors, law
from dpassay.proofs_check.private_kl_estimation.calibrated_noise import LOG, POSITIVE_LOG, SMALL
from dpassay.proofs_check.private_kl_estimation.scott_17 import CELLS, HALF
from dpassay.proofs_check.private_kl_estimation.scott_21 import is_release, strength, told_of_noise
from dpassay.proofs_check.private_kl_estimation.scott_30 import noise
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic

READ: Final = (
    "All clients: for adjacent histograms of N data and known samples of which at most two are of the cells that "
    "change, "
    "the answers P(x_t) + noise are (eps, delta)-DP with fresh noise of standard deviation sqrt(2 log(1.25/delta)) "
)
LEGAL: Final = ("0 < eps <= 1", "0 < delta < 1", "at most two samples are of the two cells")
WHERE_32: Final = "Algorithm 3, the noise"
"""Where it is printed."""


@claim(
    "SCOTT-32",
    location=f"{WHERE_32} as in the proof of Theorem 4.11, with N the number of data",
    latex=r"\sigma = \sqrt{2 \log\tfrac{1.25}{\delta}}\, \tfrac{\sqrt2}{N \varepsilon} \text{ is enough}",
    text=f"{READ}sqrt(2)/(N eps).",
    checked=LEGAL,
    adjacency="replace_one",
)
def scott_32() -> Case:
    """The distance of two answers that change by 1/N."""
    return Case(
        checks=(Goal("two cells, exactly", exhaustive("scott32", "scott-distinct")),),
        twins=(Twin("half of the standard deviation", exhaustive("scott32-half", "scott-distinct")),),
    )


@claim(
    "SCOTT-32b",
    location=f"{WHERE_32}, read as sensitivity 1 at the budget sqrt(2) eps/N",
    latex=r"\sigma = \sqrt{2 \log\tfrac{1.25}{\delta}}\, \tfrac{N}{\sqrt2 \varepsilon} \text{ is enough}",
    text=f"{READ}N/(sqrt(2) eps), where N is at least 2.",
    checked=LEGAL,
    adjacency="replace_one",
)
def scott_32b() -> Case:
    """Far more than is needed."""
    return Case(
        checks=(Goal("two cells, exactly", exhaustive("scott32b", "scott-distinct")),),
        twins=(Twin("divided by N^2", exhaustive("scott32-half", "scott-distinct")),),
    )


@claim(
    "SCOTT-32c",
    location=f"{WHERE_32} as in the proof of Theorem 4.11, with N the number of samples",
    latex=r"\sigma = \sqrt{2 \log\tfrac{1.25}{\delta}}\, \tfrac{\sqrt2}{T \varepsilon} \text{ is enough}",
    text=f"{READ}sqrt(2)/(T eps), T the number of samples.",
    checked=LEGAL,
    adjacency="replace_one",
    corrected_by="SCOTT-32",
)
def scott_32c() -> Case:
    """More samples than data."""
    return Case(
        argument="Seven data in three cells and a hundred samples, of which one each is of the two cells that change.",
        counterexample=Goal("a hundred samples", counterexample("scott32c"), Hunt("scott32c", _many_samples)),
        twins=(Twin("the number of data", counterexample("scott32")),),
    )


@claim(
    "SCOTT-32d",
    location=f"{WHERE_32}, read as sensitivity 1/N at the budget sqrt(2) eps",
    latex=r"\sigma = \sqrt{2 \log\tfrac{1.25}{\delta}}\, \tfrac{1}{\sqrt2 N \varepsilon} \text{ is enough}",
    text=f"{READ}1/(sqrt(2) N eps).",
    checked=LEGAL,
    adjacency="replace_one",
    corrected_by="SCOTT-32",
)
def scott_32d() -> Case:
    """Both cells are sampled."""
    return Case(
        argument="Both cells are sampled once: the centers are 2 eps/sqrt(2 log(1.25/delta)) standard deviations "
        "apart, "
        "and delta at eps = 1 is 0.0599 in the place of 1/20.",
        counterexample=Goal("two samples", counterexample("scott32d"), Hunt("scott32d", _distinct)),
        twins=(Twin("sensitivity sqrt(2)/N at eps", counterexample("scott32")),),
    )


@is_release.where
def is_distinct(instance: Instance) -> bool:
    """At most two samples are of the two cells that change."""
    return bool(sum(instance["samples"][:2]) <= 2)  # as many as cells change


told_of_noise(
    "scott32",
    "noise of variance 4 log(1.25/delta)/(N eps)^2 is enough where at most two samples are of the cells that change",
    lambda at: noise(at, 2),
    cells,
    is_distinct,
)
told_of_noise("scott32-half", "a quarter of this variance is enough", lambda at: noise(at, 2) / 4, cells, is_distinct)
told_of_noise(
    "scott32b",
    "noise of variance log(1.25/delta) N^2/eps^2 is enough",
    lambda at: strength(at) * Fraction(at.size**2, 2) / at.epsilon**2,
    cells,
    is_distinct,
)
told_of_noise(
    "scott32c",
    "noise of variance 4 log(1.25/delta)/(T eps)^2 is enough",
    lambda at: strength(at) * Fraction(2, sum(at.samples) ** 2) / at.epsilon**2,
    cells,
    is_distinct,
)
told_of_noise(
    "scott32d",
    "noise of variance log(1.25/delta)/(N eps)^2 is enough",
    lambda at: strength(at) * Fraction(1, 2 * at.size**2) / at.epsilon**2,
    cells,
    is_distinct,
)


@family("scott-distinct", "(3, 2) and (2, 3) with one and two samples at (eps, delta) = (1, 1/20) and (1/2, 1/1000)")
def _distinct() -> Iterator[Instance]:
    for samples in ([1, 0], [1, 1], [2, 0]):
        for eps, delta in (("1", "1/20"), ("1/2", "1/1000")):
            yield {**CELLS, "first": [3, 2], "samples": samples, "weight": "0", "eps": eps, "delta": delta}


def _many_samples() -> Iterator[Instance]:
    for others in (1, 98):
        yield {
            "reference": ["1/3", "1/3", "1/3"],
            "first": [3, 2, 2],
            "samples": [1, 1, others],
            "weight": "0",
            "eps": "1",
            "delta": "1/20",
        }


DISTINCT: Final = (*SMALL, "s(1) + s(2) <= 2")
refuted(
    "SCOTT-32c",
    NOISY,
    f"cells(2*{LOG}*2/(T**2*eps**2)) <= d",
    setting=Neighbors(law("1/3", "1/3", "1/3"), (3, 2, 2), (1, 1, 98)),
    where=DISTINCT,
)
refuted(
    "SCOTT-32d",
    NOISY,
    f"cells(2*{LOG}/(2*N**2*eps**2)) <= d",
    setting=Neighbors(HALF, (3, 2), (1, 1)),
    where=DISTINCT,
)


def _enough(id: str, square: str, *terms: tuple[str, str], more: tuple[str, ...] = ()) -> None:  # noqa: A002  # as everywhere
    """Noise for centers at a distance of at most the root of ``square`` is enough for two answers that change."""
    where, variance = (*DISTINCT, *more), f"2*{LOG}*({square})/eps**2"
    theorem(
        id,
        ANSWERS,
        f"cells({variance}) <= d",
        *POSITIVE_LOG,
        Step("variance", f"0 <= {variance}", arithmetic((f"2*({square})/eps**2", "log"))),
        Step(
            "far",
            f"far_cells <= {square}",
            arithmetic("squared distance of the cells", ("1/N**2", "s(1) + s(2) <= 2"), *terms),
            where,
        ),
        Step(
            "all",
            f"cells({variance}) <= d",
            apply("calibrated noise: cells", "far", R=square),
            where,
            ("variance",),
        ),
        where=where,
    )


_enough("SCOTT-32", "2/N**2")
_enough("SCOTT-32b", "N**2/2", ("(N**3 + 2*N**2 + 4*N + 8)/(2*N**2)", "2 <= N"), more=("2 <= N",))
