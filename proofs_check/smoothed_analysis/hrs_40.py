"""HRS-40: the Subsampled Net Mechanism is (eps, 0)-differentially private.

Theorem G.1, by the privacy of the exponential mechanism. The sample V and the sizes do not depend on the data, and the
weights are e^(-eps n s/2) with s(D', D) = max_q |q(D) - q(D')|. The text leaves the range of queries open.

HRS-40a: for queries in [0, 1] a record moves each mean, and so s, by at most 1/n: it is so.

HRS-40b: for queries in {-1, 1}, the range of Section 1, s moves by up to 2/n, and it is false. On two points, for the
queries (1, -1) and (-1, 1), replace x2 by x1 in (x1, x2), draw M = 4 points, and answer with one point: the answer x2
becomes less likely by more than e^eps. As printed it is 2 eps-private (HRS-40b-corrected).

HRS-40-corrected: for queries in an interval of width w, weights e^(-eps n s/(2 w)).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, entries, family, matrix_of, rational, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.subsampled_nets import CORRECTED, SIGNED, UNIT, Net, candidates, released
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Model, Step, apply, arithmetic
from dpassay.proofs_check.smoothed_analysis.nets import MOVED, RELEASED, RELEASED2

POINTS: Final = row_of(whole(0))


@entries(
    queries=matrix_of(rational("[-1, 1]")),
    records=POINTS,
    changed=whole(0),
    new=whole(0),
    sample=whole(1),
    answers=row_of(POINTS),
    epsilon=ABOVE_0,
).where
def _is_net(instance: Instance) -> bool:
    """Records are points, from 0 on, and answers have one size and are in ascending order."""
    points, answers = len(instance["queries"][0]), instance["answers"]
    return (
        max(*instance["records"], instance["new"], *(x for answer in answers for x in answer)) < points
        and instance["changed"] < len(instance["records"])
        and len({len(answer) for answer in answers}) == 1
        and all(answer == sorted(answer) for answer in answers)
    )


SIGNS: Final = _is_net.where(lambda instance: {abs(Fraction(v)) for row in instance["queries"] for v in row} == {1})
SHARES: Final = _is_net.where(lambda instance: all(Fraction(v) >= 0 for row in instance["queries"] for v in row))


def net_of(instance: Instance, low: int, width: int, share: int = 2) -> Net:
    """Read an instance."""
    return Net(
        tuple(tuple(map(Fraction, query)) for query in instance["queries"]),
        tuple(instance["records"]),
        instance["changed"],
        instance["new"],
        instance["sample"],
        len(instance["answers"][0]),
        tuple(map(tuple, instance["answers"])),
        Fraction(instance["epsilon"]),
        Fraction(low),
        Fraction(width),
        Fraction(share),
    )


def _is_private(net: Net, times: Fraction = Fraction(1)) -> bool:
    """Whether the probability of the answers moves by at most e^(times eps), in both directions."""
    most = as_real(net.epsilon * times).exp()
    return all(at_most(released(net, a), most * released(net, 1 - a)) for a in (0, 1))


def _losses(instance: Instance) -> dict[str, Any]:
    net = net_of(instance, -1, 2)
    probability, of_the_neighbor = (released(net, which) for which in (0, 1))
    return {"probability": probability, "of the neighbor": of_the_neighbor, "e^eps": as_real(net.epsilon).exp()}


told("hrs40a", "the probability of the answers, queries in [0, 1], moves by at most the factor e^eps", SHARES)(
    lambda instance: _is_private(net_of(instance, 0, 1))
)
told("hrs40a-less", "... by at most e^(2/5 eps)", SHARES)(
    lambda instance: _is_private(net_of(instance, 0, 1), Fraction(2, 5))
)
told("hrs40b", "the probability of the answers, queries in {-1, 1}, moves by at most the factor e^eps", SIGNS, _losses)(
    lambda instance: _is_private(net_of(instance, -1, 2))
)
told("hrs40b-corrected", "... by at most e^(2 eps)", SIGNS)(
    lambda instance: _is_private(net_of(instance, -1, 2), Fraction(2))
)
told("hrs40b-too-sharp", "... by at most e^(7/5 eps)", SIGNS)(
    lambda instance: _is_private(net_of(instance, -1, 2), Fraction(7, 5))
)
told("hrs40-corrected", "with weights for the width 2 it moves by at most e^eps", SIGNS)(
    lambda instance: _is_private(net_of(instance, -1, 2, share=4))
)


def _nets(queries: list[list[str]]) -> Iterator[Instance]:
    """One record and two on three points, samples of three and five points, each answer of one and of two points."""
    for records, new, sample, size in product(([0], [0, 1]), (0, 2), (3, 5), (1, 2)):
        instance = {"queries": queries, "records": records, "changed": len(records) - 1, "new": new, "sample": sample}
        shape = net_of({**instance, "answers": [[0] * size], "epsilon": "1"}, -1, 2)
        for answer in candidates(shape):
            yield {**instance, "answers": [list(answer)], "epsilon": "1/2"}


@family("net-shares", "two queries in [0, 1] on three points, one record and two, samples of three and five points")
def _shares() -> Iterator[Instance]:
    return _nets([["1", "0", "0"], ["1/3", "1", "0"]])


@family("net-signs", "two queries in {-1, 1} on three points, one record and two, samples of three and five points")
def _signs() -> Iterator[Instance]:
    return _nets([["1", "-1", "-1"], ["-1", "1", "1"]])


def _one_answer(points: int, records: list[int], sample: int) -> Instance:
    """The first query is -1 on the last point alone; the last of the records becomes the first point."""
    query = ["1"] * (points - 1) + ["-1"]
    return {
        "queries": [query, [str(-int(value)) for value in query]],
        "records": records,
        "changed": len(records) - 1,
        "new": 0,
        "sample": sample,
        "answers": [[points - 1]],
        "epsilon": "1/2",
    }


def _two_points() -> Iterator[Instance]:
    return (_one_answer(2, [0, 1], sample) for sample in range(2, 6))


def _many_points() -> Iterator[Instance]:
    return (_one_answer(5, [4], sample) for sample in (6,))


def _private(id_: str, model: Model, factor: str, *calibration: str | tuple[str, str]) -> None:
    """What the probability of a set of answers moves by, at a calibration."""
    theorem(
        id_,
        model,
        f"E({RELEASED}, V) <= exp({factor})*E({RELEASED2}, V)",
        Step("answers", MOVED, apply("Subsampled Net: of a set of answers")),
        Step("loss", f"2*r*w <= {factor}", arithmetic(*calibration)),
        Step("factor", f"exp(2*r*w) <= exp({factor})", apply("exp grows", "loss", A="2*r*w", B=factor)),
        Step(
            "all",
            f"E({RELEASED}, V) <= exp({factor})*E({RELEASED2}, V)",
            arithmetic("answers", (f"E({RELEASED2}, V)", "factor")),
        ),
    )


WEIGHTS: Final = ("w", "printed weights")
_private("HRS-40a", UNIT, "eps", WEIGHTS, ("eps", "to 1"))
_private("HRS-40b-corrected", SIGNED, "2*eps", WEIGHTS, ("eps", "to 1"))
_private("HRS-40-corrected", CORRECTED, "eps", "weights for the width")
refuted(
    "HRS-40b",
    SIGNED,
    f"E({RELEASED}, V) <= exp(eps)*E({RELEASED2}, V)",
    setting=net_of(_one_answer(2, [0, 1], 4), -1, 2),
)


ASSUMED: Final = (
    "a data set of the output's size is as likely whatever the order of its points, or is a sequence of points, or of "
    "draws",
    "the class of queries is finite on the domain, so that the maximum is one",
    "data sets have n >= 1 records, and neighbors differ in one of them",
)
TEXT: Final = (
    "The Subsampled Net Mechanism{0}, with M >= 1, an output of any size and eps > 0, for queries with values in {1}, "
    "is ({2}, 0)-differentially private: the probability of every set of outputs changes by at most the factor e^{2} "
    "where one record is replaced."
)


@claim(
    "HRS-40a",
    location="Theorem G.1, Algorithm 4, queries in {0, 1} and [0, 1]",
    latex=r"\text{The Subsampled Net Mechanism is } (\epsilon, 0)\text{-differentially private}",
    text=TEXT.format(" as printed", "[0, 1]", "eps"),
    adjacency="replace_one",
    assumed=ASSUMED,
)
def hrs_40a() -> Case:
    """The exponential mechanism, given the sample."""
    return Case(
        checks=(Goal("small nets", exhaustive("hrs40a", "net-shares")),),
        twins=(Twin("with 2/5 of eps", exhaustive("hrs40a-less", "net-shares")),),
        remarks=("The sample may be published, too: given each one the probabilities move by at most e^eps.",),
    )


@claim(
    "HRS-40b",
    location="Theorem G.1, Algorithm 4, queries in {-1, +1}",
    latex=r"\text{The Subsampled Net Mechanism is } (\epsilon, 0)\text{-differentially private}",
    text=TEXT.format(" as printed", "{-1, +1}", "eps"),
    adjacency="replace_one",
    assumed=ASSUMED,
    corrected_by="HRS-40-corrected",
)
def hrs_40b() -> Case:
    """A mean moves by 2/n."""
    return Case(
        argument="X = {x1, x2}, the queries (1, -1) and (-1, 1), of VC dimension 1, the data sets (x1, x2) and (x1, "
        "x1), M = 4 and an output of one point. On the first data set both outputs have the score 1, on the second one "
        "x1 has 0 and x2 has 2. Where the sample holds both points, as it does with probability 7/8, the output x2 "
        "has the probability 1/2, and then 1/(1 + e^(2 eps)); where it holds x2 alone it is certain. At eps = 1/2 "
        "that is more than e^eps times as likely.",
        counterexample=Goal("two points and two records", counterexample("hrs40b"), Hunt("hrs40b", _two_points)),
        twins=(Twin("2 eps", counterexample("hrs40b-corrected")),),
        remarks=(
            "At eps = 1/2 and M <= 3 these data sets are no counterexample: x2 is certain too often.",
            "Where a point counts as often as it is drawn, as in HRS-43f, M = 8 is enough, and 4 is not.",
        ),
    )


@claim(
    "HRS-40b-corrected",
    location="Theorem G.1, Algorithm 4, queries in {-1, +1}",
    latex=r"\text{The Subsampled Net Mechanism is } (2\epsilon, 0)\text{-differentially private}",
    text=TEXT.format(" as printed", "[-1, +1]", "(2 eps)"),
    adjacency="replace_one",
    assumed=ASSUMED,
)
def hrs_40b_corrected() -> Case:
    """Twice the width, twice the loss."""
    return Case(
        checks=(Goal("small nets", exhaustive("hrs40b-corrected", "net-signs")),),
        sharper=(
            Goal(
                "and not (7/5 eps, 0)-private",
                counterexample("hrs40b-too-sharp"),
                Hunt("hrs40b-too-sharp", _many_points),
            ),
        ),
        twins=(Twin("eps", exhaustive("hrs40b", "net-signs")),),
        remarks=(
            "2 eps is approached with one record, an output of one point and many points, on one of which alone the "
            "query is -1, as M grows.",
        ),
    )


@claim(
    "HRS-40-corrected",
    location="Theorem G.1, Algorithm 4, queries in an interval of width w",
    latex=r"\Pr[B'] \propto \exp(-\tfrac{\epsilon n}{2w} s(D_{B'}, D_B)) \text{: the Subsampled Net Mechanism is } "
    r"(\epsilon, 0)\text{-differentially private}",
    text=TEXT.format(" with weights e^(-eps n s/(2 w))", "an interval of width w > 0", "eps"),
    adjacency="replace_one",
    assumed=ASSUMED,
)
def hrs_40_corrected() -> Case:
    """Weights for the sensitivity."""
    return Case(
        checks=(Goal("small nets", exhaustive("hrs40-corrected", "net-signs")),),
        twins=(Twin("the printed weights", exhaustive("hrs40b", "net-signs")),),
    )
