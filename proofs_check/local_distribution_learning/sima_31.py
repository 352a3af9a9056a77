"""SIMA-31: the report of Algorithm 1, (8), is (eps, delta)-locally private.

Lemma 3, with the scale b = (2 sqrt(2 K ln(1/delta)) + sqrt(K eps)) log(K T)/eps. True, because the printed scale has a
factor 2 to spare; the printed proof is wrong. Fix the clipped label, and round the report to cells of a grid, a set of
which tells labels apart up to any w > 0. The K coordinates are independent, and each loses at most e0 = log R/b, R
being the largest ratio of likelihoods (SIMA-28-corrected). For K >= 2, log R is at most 7/5 log(K T), and the losses
add up as in Lemma 2 (SIMA-29) to at most eps. For K = 1 there is one coordinate, and log R is at most 8/5 log T: where
that is too much for eps, delta is large. Averaging over the clipped labels gives the same for labels. A part of delta
is left, for w. Hunted for the exact laws, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.local_distribution_learning.clipping import EVERY_LABEL
from dpassay.proofs_check.local_distribution_learning.printed_sensitivity import LARGE, LET, MANY, ONE, POSITIVE
from dpassay.proofs_check.local_distribution_learning.private_reports import POSITIVE_SCALE
from dpassay.proofs_check.local_distribution_learning.private_vector_steps import (
    ALL,
    CLIPPED,
    ROOT_OF,
    composed,
    composition,
    distances,
    left,
    losses,
    mixed,
    of_set,
    room,
    root_of,
)
from dpassay.proofs_check.local_distribution_learning.vector_reports import (
    ONE_HYPOTHESIS,
    few_reports,
    uneven_at_rates,
    uneven_reports,
    uneven_sensitivities,
)
from dpassay.proofs_check.models.private_vectors import PRINTED, ROOTS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, use

OF_MANY: Final = f"7/5*eps/{ROOTS}"
OF_ONE: Final = f"8/5*eps/{ROOTS}"


def _losses(factor: str, name: str, rate: str, where: tuple[str, ...]) -> Iterator[Step]:
    """The losses of the coordinates, where the sensitivity is at most a multiple of log(K T)."""
    yield from (*POSITIVE, *LARGE)
    yield Step("above 0", f"0 < {factor}*S", arithmetic((factor, "positive")))
    yield Step("factor", f"log(R) <= {factor}*S", apply(name), where, ("large",))
    yield Step(
        "within",
        "l(j, z) - l(j, x) <= log(R)",
        apply("log-likelihoods are within the log of the ratio"),
        (),
        ("large",),
    )
    yield Step("near", f"l(j, z) - l(j, x) <= {factor}*S", arithmetic("within", "factor"), where, ("large",))
    yield from distances(f"{factor}*S", where, "above 0")
    yield Step("rate", f"{factor}*S/scale = {rate}", arithmetic((f"-{factor}/(scale*{ROOTS})", "scale of (8)")))
    yield from losses(f"{factor}*S", rate, where)


MANY_NEEDED: Final = f"dl*{left(OF_MANY)}"
theorem(
    "SIMA-31: two hypotheses or more",
    PRINTED,
    "least(y, u, eps) <= dl",
    *_losses("7/5", "two hypotheses: at most 7/5 of the printed sensitivity", OF_MANY, MANY),
    root_of(OF_MANY),
    Step("enough for eps", f"{composed(OF_MANY)} <= eps", arithmetic("the root")),
    *CLIPPED,
    *composition("eps", OF_MANY, MANY),
    *mixed("eps", MANY_NEEDED, room(OF_MANY), "given the integers, at eps", MANY, "room at eps"),
    Step("all", "least(y, u, eps) <= dl", arithmetic("labels at eps"), MANY),
    where=MANY,
    let=LET,
)
SMALL: Final = (*ONE, f"{OF_ONE} - eps < 0")
BIG: Final = (*ONE, f"0 <= {OF_ONE} - eps")
SEEN: Final = "seen(y, u, eps, w)"
OTHER: Final = f"{SEEN}*exp(-{ALL})"
SHARE: Final = f"(1 - exp(eps - {OF_ONE}))"


def _given(name: str, more: str, where: tuple[str, ...]) -> Iterator[Step]:
    """From each cell to a set of cells."""
    bound = f"exp(eps)*{OTHER} + {more}"
    yield Step(
        f"mean, {name}",
        f"E({SEEN}, G(z, w)) <= E({bound}, G(z, w))",
        apply("expectation grows", f"cell, {name}", P="G(z, w)", X=SEEN, Y=bound),
        where,
    )
    yield Step(
        f"given the integers, {name}",
        of_set("eps", more, "z", "x", "w"),
        arithmetic(f"mean, {name}", ("exp(eps)", use("other law", e="eps"))),
        where,
    )


theorem(
    "SIMA-31: one hypothesis",
    PRINTED,
    "least(y, u, eps) <= dl",
    *tuple(_losses("8/5", "one hypothesis: at most 8/5 of the printed sensitivity", OF_ONE, ONE))[:-1],
    *CLIPPED,
    # there is one coordinate
    Step("one", "K + 1 <= 2", apply("integers are 1 apart", A="K", B="2"), ONE),
    Step(
        "losses",
        f"{ALL} <= sum({OF_ONE}, j, 1, K)",
        apply("sum grows", "loss at most", f="j: loss(j, z, x, w)", g=f"j: {OF_ONE}", low="1", high="K"),
        ONE,
    ),
    Step(
        "rates",
        f"sum({OF_ONE}*1, j, 1, K) = {OF_ONE}*sum(1, j, 1, K)",
        apply("constant factor", f="j: 1", c=OF_ONE, low="1", high="K"),
    ),
    Step("the loss", f"{ALL} <= {OF_ONE}", arithmetic("losses", "rates", (OF_ONE, "one")), ONE),
    # where the noise is enough
    Step("below", f"0 <= eps - {ALL}", arithmetic("the loss", f"{OF_ONE} - eps < 0"), SMALL),
    Step("within e^eps", f"exp(0) <= exp(eps - {ALL})", apply("exp grows", "below", A="0", B=f"eps - {ALL}"), SMALL),
    Step("cell, enough noise", f"{SEEN} <= exp(eps)*{OTHER} + 0", arithmetic((SEEN, "within e^eps")), SMALL),
    *_given("enough noise", "0", SMALL),
    *mixed("eps", "0", "dl", "given the integers, enough noise", SMALL),
    Step("enough noise", "least(y, u, eps) <= dl", arithmetic("labels at eps"), SMALL),
    # where it is little, delta is large
    Step("above", f"eps - {OF_ONE} <= eps - {ALL}", arithmetic("the loss"), ONE),
    Step(
        "at most a share",
        f"exp(eps - {OF_ONE}) <= exp(eps - {ALL})",
        apply("exp grows", "above", A=f"eps - {OF_ONE}", B=f"eps - {ALL}"),
        ONE,
    ),
    Step("not above 0", f"exp(eps - {OF_ONE}) <= exp(0)", apply("exp grows", A=f"eps - {OF_ONE}", B="0"), BIG),
    Step("a share", f"0 <= {SHARE}", arithmetic("not above 0"), BIG),
    Step(
        "cell, little noise",
        f"{SEEN} <= exp(eps)*{OTHER} + {SHARE}",
        arithmetic((SEEN, "at most a share"), (SHARE, use("seen or not", e="eps"))),
        BIG,
        ("a share",),
    ),
    *_given("little noise", SHARE, BIG),
    *mixed("eps", SHARE, "1/4", "given the integers, little noise", BIG, end=", little noise"),
    Step("roots", f"{ROOTS} <= 8/5", arithmetic((f"{ROOTS}/eps", f"0 <= {OF_ONE} - eps")), BIG),
    Step("root", f"{ROOT_OF} <= 4/5", arithmetic(("1/2", "roots")), BIG),
    Step(
        "little",
        "K*ll <= 8/25",
        arithmetic((f"(4/5 + {ROOT_OF})/2", "root")),
        BIG,
    ),
    Step("log of 1/delta is little", "-8/25 <= -ll", arithmetic("little", ("ll", "1 <= K")), BIG),
    Step(
        "delta is large",
        "exp(-8/25) <= exp(-ll)",
        apply("exp grows", "log of 1/delta is little", A="-8/25", B="-ll"),
        BIG,
    ),
    Step(
        "square",
        "0 <= sqrt(K*eps)**2 - 8/5*sqrt(K*eps) + 16/25",
        analysis("0 <= z**2 - 8/5*z + 16/25", "(-oo, oo)", z="sqrt(K*eps)"),
    ),
    Step("excess", f"-16/25 <= eps - {OF_ONE}", arithmetic(("1/K", "square"), ("16/25/K", "1 <= K"))),
    Step(
        "little excess",
        f"exp(-16/25) <= exp(eps - {OF_ONE})",
        apply("exp grows", "excess", A="-16/25", B=f"eps - {OF_ONE}"),
        BIG,
    ),
    Step("numbers", "5/4 - exp(-16/25) <= exp(-8/25)", constant()),
    Step(
        "little noise",
        "least(y, u, eps) <= dl",
        arithmetic(
            "labels at eps, little noise",
            "little excess",
            "numbers",
            "delta is large",
            ("-exp(-ll)", "log of 1/delta"),
        ),
        BIG,
    ),
    Step(
        "all",
        "least(y, u, eps) <= dl",
        apply("cases", "little noise", "enough noise", A="least(y, u, eps)", B="dl", c=f"{OF_ONE} - eps"),
        ONE,
    ),
    where=ONE,
    let=LET,
)
theorem(
    "SIMA-31",
    PRINTED,
    "least(y, u, eps) <= dl",
    Step("several", "least(y, u, eps) <= dl", apply("SIMA-31: two hypotheses or more"), MANY),
    Step("one", "least(y, u, eps) <= dl", apply("SIMA-31: one hypothesis"), ONE),
    Step(
        "all",
        "least(y, u, eps) <= dl",
        apply("cases", "several", "one", A="least(y, u, eps)", B="dl", c="K - 2"),
    ),
)


@claim(
    "SIMA-31",
    location="Lemma 3",
    latex=r"\mathcal{R}_t(Y_t) = \tilde{\mathbf{Y}}_t \text{ in Algorithm 1 is } (\epsilon, \delta)\text{-locally "
    r"differentially private}",
    text="The report of Algorithm 1, (8) with scale (2 sqrt(2 K ln(1/delta)) + sqrt(K eps)) log(K T)/eps, is (eps, "
    "delta)-locally private.",
    adjacency="any_pair",
    assumed=(
        EVERY_LABEL,
        POSITIVE_SCALE,
        "eps > 0 and 0 < delta <= 1 (at delta = 1 there is nothing to show)",
    ),
    corrected_by="SIMA-31-corrected",
)
def sima_31() -> Case:
    """True, because the printed scale has a factor 2 to spare; the printed proof is wrong."""
    return Case(
        checks=(Goal("the exact laws of small reports", exhaustive("sima31", "private-reports")),),
        broken_steps=(
            Goal(
                "the sensitivity is not log(K T)",
                counterexample("sima28"),
                Hunt("sima28", uneven_sensitivities),
            ),
            Goal(
                "given the label the coordinates are not independent, as Lemma 2 demands",
                counterexample("sima31-independent"),
                Hunt("sima31-independent", uneven_at_rates),
            ),
            Goal(
                "a coordinate is not (eps', 0)-private, with the eps' of the proof",
                counterexample("sima31-coordinate"),
                Hunt("sima31-coordinate", uneven_reports),
            ),
        ),
        hunts=(Hunt("sima31", few_reports, ONE_HYPOTHESIS),),
        twins=(
            Twin("with a tenth of the noise", exhaustive("sima31-little-noise", "private-reports")),
            Twin("given the clipped label", counterexample("sima31-given-clipped"), of=2),
            Twin("e^(2 log(K T)/scale)", counterexample("sima31-double"), of=3),
        ),
        remarks=(
            "The scale of (8) has 2 sqrt(2 K ln(1/delta)), the eps' of the proof 2 sqrt(K ln(1/delta)). If the "
            "sensitivity were log(K T), the printed scale would give eps/2 (SIMA-32b); the excess of the sensitivity "
            "is paid from that.",
            "The lemma holds with the smaller scale as well: E <= eps then, and for K = 1 delta > e^(-r^2/4) >= 1 - "
            "e^(-r^2/4) as r^2 <= 64/25 < 4 ln 2.",
        ),
    )
