"""HRS-29: MWEM, Smooth MWEM and Projected Smooth MWEM are eps-differentially private.

Theorems 4.1 and 4.2, Algorithms 2 and 3: T rounds, in each of which a query of the cover is chosen by the exponential
mechanism with the parameter eps/(2 T), and its mean is measured with the noise Lap(2 T/eps)/n. The cover, the iterates
and the answers follow from the transcript without the data, so the transcript is what has to be private: for each
one, the density moves by at most e^eps where a record is replaced. The text leaves the range of queries open.

HRS-29a: for queries in [0, 1] it is so, for every T. A mean moves by 1/n, so a score moves by 1: weights e^(eps s/(4
T)) give eps/(2 T) a choice, and the noise gives eps/(2 T) a measurement.

HRS-29b: for queries in {-1, 1}, the range of Section 1, means and scores move by twice as much. With two points, two
records, one round and the queries (1, -1) and (1, 1): replace x1 by x2 in (x1, x1). The noise alone gives e^eps, and
the choice of (1, -1) tells, too. As printed it is 2 eps-private (HRS-29b-corrected), and not 19/10 eps-private.

HRS-29c: with weights e^(eps s/(2 T)), without the 1/2 of the exponential mechanism, it is not eps-private in [0, 1]
either, but 3/2 eps-private (HRS-29c-corrected).

HRS-29-corrected: for queries in an interval of width w, weights e^(eps s/(4 T w)) and noise Lap(2 T w/eps)/n.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.mwem_transcripts import CORRECTED, HALVED, SIGNED, UNIT
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Model, Step, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.private_runs import many_queries, run_of, three_points, two_points
from dpassay.proofs_check.smoothed_analysis.transcripts import LOSS

WHERE: Final = "Theorems 4.1 and 4.2, Algorithms 2 and 3"
RELEASED: Final = (
    "the cover and its use do not depend on the data: they see the transcript alone, which is what is private",
    "data sets have n >= 1 records, and neighbors differ in one of them",
)
HALF: Final = "the exponential mechanism with the parameter e chooses by weights e^(e s/2): for scores that move by 1"
TEXT: Final = (
    "{0} with a finite cover, T >= 1, eps > 0 and queries with values in {1}: the density of every transcript of "
    "choices and measurements, and so the probability of every set of answers, changes by at most the factor e^{2} "
    "where one record is replaced."
)


PRIVATE: Final = "f <= exp(eps)*f2"
MOVED: Final = f"f <= exp(T*({LOSS}))*f2"


def _private(id_: str, model: Model, factor: str, *calibration: str | tuple[str, str]) -> None:
    """What one transcript's density moves by, at a calibration."""
    theorem(
        id_,
        model,
        f"f <= exp({factor})*f2",
        Step("one transcript", MOVED, apply("MWEM: of one transcript")),
        Step("loss", f"T*({LOSS}) <= {factor}", arithmetic(*calibration)),
        Step("factor", f"exp(T*({LOSS})) <= exp({factor})", apply("exp grows", "loss", A=f"T*({LOSS})", B=factor)),
        Step("all", f"f <= exp({factor})*f2", arithmetic("one transcript", ("f2", "factor"))),
    )


WEIGHTS: Final = ("w/2", "printed weights")
NOISE: Final = ("-w/(2*b)", "printed noise")
_private("HRS-29a", UNIT, "eps", WEIGHTS, NOISE, ("eps", "to 1"))
_private("HRS-29b-corrected", SIGNED, "2*eps", WEIGHTS, NOISE, ("eps", "to 1"))
_private("HRS-29c-corrected", HALVED, "3/2*eps", ("w", "twice the exponent"), NOISE, ("3/2*eps", "to 1"))
_private("HRS-29-corrected", CORRECTED, "eps", ("1/2", "weights for the width"), ("-1/(2*b)", "noise for the width"))
refuted("HRS-29b", SIGNED, PRIVATE, setting=run_of(next(two_points()), -1, 2))
refuted("HRS-29c", HALVED, PRIVATE, setting=run_of(next(three_points()), 0, 1, choice=2))


@claim(
    "HRS-29a",
    location=f"{WHERE}, queries in {{0, 1}} and [0, 1]",
    latex=r"\text{MWEM and its smooth variants are } \epsilon\text{-differentially private}",
    text=TEXT.format("MWEM, Smooth MWEM and Projected Smooth MWEM as printed,", "[0, 1]", "eps"),
    adjacency="replace_one",
    assumed=(*RELEASED, HALF),
)
def hrs_29a() -> Case:
    """Half of the budget for the choices, half of it for the measurements."""
    return Case(
        checks=(Goal("small runs", exhaustive("hrs29a", "mwem-shares")),),
        twins=(Twin("with 11/20 of eps", exhaustive("hrs29a-less", "mwem-shares")),),
        remarks=(
            "eps/2 is for the measurements: far below all means their ratio is e^(eps/2), whatever T is, if the mean "
            "of each measured query moves by 1/n.",
            "The proof uses of an iterate only that the rounds before fix it: any other update from the transcript, "
            "such as that with a projection, is as private.",
        ),
    )


@claim(
    "HRS-29b",
    location=f"{WHERE}, queries in {{-1, +1}}",
    latex=r"\text{MWEM and its smooth variants are } \epsilon\text{-differentially private}",
    text=TEXT.format("MWEM, Smooth MWEM and Projected Smooth MWEM as printed,", "{-1, +1}", "eps"),
    adjacency="replace_one",
    assumed=(*RELEASED, HALF),
    corrected_by="HRS-29-corrected",
)
def hrs_29b() -> Case:
    """What moves by 1/n in {0, 1} moves by 2/n."""
    return Case(
        argument="X = {x1, x2}, T = 1, the queries q = (1, -1) and (1, 1), and the data sets (x1, x1) and (x1, x2). "
        "On the uniform law q is 0, on the data 1 and 0: its score is 2 and 0, that of the other query is 0. So q is "
        "more likely to be chosen on the first data set, and a measurement of 1 or more is e^eps times as likely "
        "then. The answer to q is tanh(m/2) for the measurement m, and shows both. Data on two points are "
        "(1/2, 0)-smooth.",
        counterexample=Goal("two points and two records", counterexample("hrs29b"), Hunt("hrs29b", two_points)),
        twins=(Twin("2 eps", counterexample("hrs29b-corrected")),),
        remarks=(
            "Both data sets are (1/2, 0)-smooth, so that Theorem 4.2 speaks of them at sigma = 1/2, where gamma = 1/8 "
            "and every cover holds both queries.",
            "With one query in the cover the choice tells nothing, and it is eps-private. With two points, one "
            "record and T = 1, too: the scores do not move.",
        ),
    )


@claim(
    "HRS-29b-corrected",
    location=f"{WHERE}, queries in {{-1, +1}}",
    latex=r"\text{MWEM and its smooth variants are } 2\epsilon\text{-differentially private}",
    text=TEXT.format("MWEM, Smooth MWEM and Projected Smooth MWEM as printed,", "[-1, +1]", "(2 eps)"),
    adjacency="replace_one",
    assumed=(*RELEASED, HALF),
)
def hrs_29b_corrected() -> Case:
    """Twice the width, twice the loss."""
    return Case(
        checks=(Goal("small runs", exhaustive("hrs29b-corrected", "mwem-signs")),),
        sharper=(
            Goal(
                "and not (19/10 eps)-private",
                counterexample("hrs29b-too-sharp"),
                Hunt("hrs29b-too-sharp", many_queries),
            ),
        ),
        twins=(Twin("eps", exhaustive("hrs29b", "mwem-signs")),),
        remarks=(
            "2 eps is the supremum: let K queries of the mean 0 on X have the scores 0 on the first data set and 2 on "
            "the second, and the one that is chosen 2 and 0. As K grows the choice gives e^eps, too.",
        ),
    )


@claim(
    "HRS-29c",
    location=f"{WHERE}, the exponential mechanism with the parameter eps/(2 T) read as weights e^(eps s/(2 T))",
    latex=r"\Pr[q_i = q] \propto \exp(\tfrac{\epsilon}{2T} s_i(q)) \text{: MWEM is } "
    r"\epsilon\text{-differentially private}",
    text=TEXT.format("With weights e^(eps s/(2 T)), MWEM and its smooth variants", "[0, 1]", "eps"),
    adjacency="replace_one",
    assumed=RELEASED,
    corrected_by="HRS-29c-corrected",
)
def hrs_29c() -> Case:
    """A score moves the sum of the weights, too."""
    return Case(
        argument="X has three points, the queries are (0, 0, 1), (0, 1, 0) and (1, 0, 1), and the record x2 of (x1, "
        "x1, x2) becomes x3. The scores 1, 0, 0 become 0, 1, 1: the first query is more than e^(eps/2) times as likely "
        "on the first data set, and a measurement of 0 or less e^(eps/2) times.",
        counterexample=Goal("three points and three records", counterexample("hrs29c"), Hunt("hrs29c", three_points)),
        twins=(Twin("3/2 eps", counterexample("hrs29c-corrected")),),
    )


@claim(
    "HRS-29c-corrected",
    location=f"{WHERE}, the exponential mechanism with the parameter eps/(2 T) read as weights e^(eps s/(2 T))",
    latex=r"\Pr[q_i = q] \propto \exp(\tfrac{\epsilon}{2T} s_i(q)) \text{: MWEM is } "
    r"\tfrac{3\epsilon}{2}\text{-differentially private}",
    text=TEXT.format("With weights e^(eps s/(2 T)), MWEM and its smooth variants", "[0, 1]", "(3/2 eps)"),
    adjacency="replace_one",
    assumed=RELEASED,
)
def hrs_29c_corrected() -> Case:
    """The choices have eps, the measurements eps/2."""
    return Case(
        checks=(Goal("small runs", exhaustive("hrs29c-corrected", "mwem-shares")),),
        twins=(Twin("with 3/4 of eps", exhaustive("hrs29c-less", "mwem-shares")),),
    )


@claim(
    "HRS-29-corrected",
    location=f"{WHERE}, queries in an interval of width w",
    latex=r"\Pr[q_i = q] \propto \exp(\tfrac{\epsilon}{4Tw} s_i(q)),\ m_i = q_i(D_B) + \tfrac{1}{n} "
    r"\mathrm{Lap}(\tfrac{2Tw}{\epsilon}) \text{: MWEM is } \epsilon\text{-differentially private}",
    text=TEXT.format(
        "With weights e^(eps s/(4 T w)) and noise Lap(2 T w/eps)/n, MWEM and its smooth variants",
        "an interval of width w > 0",
        "eps",
    ),
    adjacency="replace_one",
    assumed=RELEASED,
)
def hrs_29_corrected() -> Case:
    """Weights and noise for the sensitivity."""
    return Case(
        checks=(Goal("small runs", exhaustive("hrs29-corrected", "mwem-signs")),),
        twins=(Twin("the printed weights and noise", exhaustive("hrs29b", "mwem-signs")),),
    )
