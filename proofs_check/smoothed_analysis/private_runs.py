"""Small runs of MWEM on two data sets, and by how much the densities of their transcripts move."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import as_real
from dpassay.proofs_check.instances import ABOVE_0, entries, family, matrix_of, rational, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.models.mwem_runs import Run, transcript
from dpassay.proofs_check.numbers import at_most


def run_of(instance: Instance, low: int, width: int, choice: int = 4, noise: int = 2) -> Run:
    """Read an instance."""
    queries = tuple(tuple(map(Fraction, query)) for query in instance["queries"])
    rounds = tuple(zip(instance["chosen"], map(Fraction, instance["measured"]), strict=True))
    given = Fraction(instance["epsilon"]), Fraction(low), Fraction(width), Fraction(choice), Fraction(noise)
    return Run(queries, tuple(instance["records"]), instance["changed"], instance["new"], rounds, *given)


@entries(
    queries=matrix_of(rational("[-1, 1]")),
    records=row_of(whole(0)),
    changed=whole(0),
    new=whole(0),
    chosen=row_of(whole(1)),
    measured=row_of(rational()),
    epsilon=ABOVE_0,
).where
def _is_run(instance: Instance) -> bool:
    """Records are points, from 0 on, and every choice, from 1 on, has a measurement."""
    points = len(instance["queries"][0])
    return (
        max(*instance["records"], instance["new"]) < points
        and instance["changed"] < len(instance["records"])
        and max(instance["chosen"]) <= len(instance["queries"])
        and len(instance["chosen"]) == len(instance["measured"])
    )


SIGNS: Final = _is_run.where(lambda instance: {abs(Fraction(v)) for row in instance["queries"] for v in row} == {1})
SHARES: Final = _is_run.where(lambda instance: all(Fraction(v) >= 0 for row in instance["queries"] for v in row))


def _losses(run: Run) -> dict[str, Any]:
    return {"log-ratio": (as_real(transcript(run, 0)) / transcript(run, 1)).log(), "eps": run.epsilon}


def _is_private(run: Run, times: Fraction = Fraction(1)) -> bool:
    """Whether the density moves by at most e^(times eps), in both directions."""
    most = as_real(run.epsilon * times).exp()
    return all(at_most(transcript(run, a), most * transcript(run, 1 - a)) for a in (0, 1))


told("hrs29a", "the density of the transcript, queries in [0, 1], moves by at most the factor e^eps", SHARES)(
    lambda instance: _is_private(run_of(instance, 0, 1))
)
told("hrs29a-less", "... by at most e^(11/20 eps)", SHARES)(
    lambda instance: _is_private(run_of(instance, 0, 1), Fraction(11, 20))
)
told(
    "hrs29b",
    "the density of the transcript, queries in {-1, 1}, moves by at most the factor e^eps",
    SIGNS,
    lambda instance: _losses(run_of(instance, -1, 2)),
)(lambda instance: _is_private(run_of(instance, -1, 2)))
told("hrs29b-corrected", "... by at most e^(2 eps)", SIGNS)(
    lambda instance: _is_private(run_of(instance, -1, 2), Fraction(2))
)
told("hrs29b-too-sharp", "... by at most e^(19/10 eps)", SIGNS)(
    lambda instance: _is_private(run_of(instance, -1, 2), Fraction(19, 10))
)
told(
    "hrs29c",
    "with weights e^(eps s/(2 T)) the density, queries in [0, 1], moves by at most the factor e^eps",
    SHARES,
    lambda instance: _losses(run_of(instance, 0, 1, choice=2)),
)(lambda instance: _is_private(run_of(instance, 0, 1, choice=2)))
told("hrs29c-corrected", "... by at most e^(3/2 eps)", SHARES)(
    lambda instance: _is_private(run_of(instance, 0, 1, choice=2), Fraction(3, 2))
)
told("hrs29c-less", "... by at most e^(3/4 eps)", SHARES)(
    lambda instance: _is_private(run_of(instance, 0, 1, choice=2), Fraction(3, 4))
)
told("hrs29-corrected", "with weights and noise for the width 2 the density moves by at most e^eps", SIGNS)(
    lambda instance: _is_private(run_of(instance, -1, 2, choice=8, noise=4))
)


def _runs(queries: list[list[str]]) -> Iterator[Instance]:
    """One record and two on three points, one round and two, measurements around and beyond the means."""
    for records, new in (([0], 1), ([0, 0], 1), ([2, 1], 0)):
        for chosen, first in product(([1], [2], [2, 1]), ("-3", "1/3", "2")):
            yield {
                "queries": queries,
                "records": records,
                "changed": len(records) - 1,
                "new": new,
                "chosen": chosen,
                "measured": [first, "3/4"][: len(chosen)],
                "epsilon": "3/2",
            }


@family("mwem-shares", "two queries in [0, 1] on three points, one record and two, one round and two")
def _shares() -> Iterator[Instance]:
    return _runs([["1", "0", "1/2"], ["1/3", "1", "0"]])


@family("mwem-signs", "two queries in {-1, 1} on three points, one record and two, one round and two")
def _signs() -> Iterator[Instance]:
    return _runs([["1", "-1", "1"], ["1", "1", "-1"]])


def two_points() -> Iterator[Instance]:
    """Two points, two records, one round: the new record lowers the score of a query that tells the points apart."""
    yield {
        "queries": [["1", "-1"], ["1", "1"]],
        "records": [0, 0],
        "changed": 1,
        "new": 1,
        "chosen": [1],
        "measured": ["1"],
        "epsilon": "1",
    }


def many_queries() -> Iterator[Instance]:
    """One query that is 1 on the old record, and 16 on the new one; all have the mean 0 on the uniform law."""
    ends = [[end for sign in signs for end in (sign, str(-int(sign)))] for signs in product(("1", "-1"), repeat=4)]
    yield {
        "queries": [["1", "-1", "1", "-1", *ends[0]], *(["-1", "1", "1", "-1", *end] for end in ends)],
        "records": [2, 0],
        "changed": 1,
        "new": 1,
        "chosen": [1],
        "measured": ["1"],
        "epsilon": "1/10",
    }


def three_points() -> Iterator[Instance]:
    """Three points, three records, one round: one score falls by 1, and two rise by 1."""
    yield {
        "queries": [["0", "0", "1"], ["0", "1", "0"], ["1", "0", "1"]],
        "records": [0, 0, 1],
        "changed": 2,
        "new": 2,
        "chosen": [1],
        "measured": ["0"],
        "epsilon": "1",
    }
