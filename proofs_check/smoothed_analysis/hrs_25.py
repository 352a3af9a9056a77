"""HRS-25: on a (sigma, 0)-smooth data set, a query and its neighbor in a gamma-cover differ by at most 2 gamma/sigma.

Lemma E.1. The answers are those of a law that is smooth, which puts at most gamma/sigma on the points where the queries
differ; there they differ by at most 2, where their values lie in [-1, 1]. The printed chain of sums is right. That the
cover is a subset of the queries is needed: only the answers to the queries are the same on both laws.

HRS-25-sharp: with queries of width w, w gamma/sigma. So for counting queries, of values 0 and 1, gamma/sigma.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import BETWEEN, entries, family, integer, row_of, told, weights_of_law
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.close_queries import CLOSE, SIGNS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together

SUBSET: Final = "q' is one of the queries (it lies in a cover that is a subset of them)"


@claim(
    "HRS-25",
    location="Lemma E.1; Section 4, Query Answering",
    latex=r"|q(\mathcal D_B) - q'(\mathcal D_B)| \le 2 \gamma/\sigma",
    text="If B is (sigma, 0)-smooth and the queries q and q' differ with probability at most gamma under the uniform "
    "law, then |q(D_B) - q'(D_B)| <= 2 gamma/sigma.",
    checked=("the domain is finite", "the values of queries lie in [-1, 1]"),
    assumed=(SUBSET,),
)
def hrs_25() -> Case:
    """The smooth law puts little on the points where they differ."""
    return Case(
        checks=(Goal("signs on three points, exactly", exhaustive("hrs25", "hrs-close-signs")),),
        twins=(Twin("gamma/sigma", exhaustive("hrs25-half", "hrs-close-signs")),),
        remarks=("For queries of values 0 and 1 it is gamma/sigma (HRS-25-sharp).",),
    )


@claim(
    "HRS-25-sharp",
    location="Lemma E.1",
    latex=r"|q(\mathcal D_B) - q'(\mathcal D_B)| \le w \gamma/\sigma \text{ where } |q - q'| \le w",
    text="If B is (sigma, 0)-smooth, the queries q and q' differ with probability at most gamma under the uniform law, "
    "and nowhere by more than w, then |q(D_B) - q'(D_B)| <= w gamma/sigma.",
    checked=("the domain is finite",),
    assumed=(SUBSET,),
)
def hrs_25_sharp() -> Case:
    """The same with any width."""
    return Case(
        checks=(Goal("bits on three points, exactly", exhaustive("hrs25-sharp", "hrs-close-bits")),),
        twins=(Twin("w gamma/(2 sigma)", exhaustive("hrs25-sharp-half", "hrs-close-bits")),),
        remarks=("It is attained: on two points of equal weight, with sigma = 1, bits that differ on one of them.",),
    )


PAIR: Final = entries(
    weights=weights_of_law(1),
    sigma=BETWEEN,
    query=row_of(integer()),
    other=row_of(integer()),
)


@PAIR.where
def _is_pair(instance: Instance) -> bool:
    weights, sigma = instance["weights"], Fraction(instance["sigma"])
    lengths = {len(instance[name]) for name in ("weights", "query", "other")}
    return len(lengths) == 1 and max(weights) * sigma * len(weights) <= sum(weights)


def _holds(instance: Instance, factor: Fraction) -> bool:
    """|q(D) - q'(D)| <= factor Pr_U[q is not q']/sigma, for a smooth law D that is that of the data."""
    weights, sigma = instance["weights"], Fraction(instance["sigma"])
    rows = list(zip(weights, instance["query"], instance["other"], strict=True))
    gap = Fraction(sum(w * (q - r) for w, q, r in rows), sum(weights))
    share = Fraction(sum(q != r for _, q, r in rows), len(rows))
    return abs(gap) <= factor * share / sigma


def _property(name: str, words: str, factor: Fraction) -> None:
    told(name, f"the answers differ by at most {words}", _is_pair)(lambda instance: _holds(instance, factor))


_property("hrs25", "2 gamma/sigma", Fraction(2))
_property("hrs25-half", "gamma/sigma, with signs", Fraction(1))
_property("hrs25-sharp", "gamma/sigma", Fraction(1))
_property("hrs25-sharp-half", "gamma/(2 sigma), with bits", Fraction(1, 2))


def _pairs(values: tuple[int, ...]) -> Iterator[Instance]:
    queries = [list(query) for query in product(values, repeat=3)]
    for weights, sigma in (([1, 1, 1], "9/10"), ([2, 1, 0], "1/2"), ([1, 0, 0], "1/3"), ([3, 2, 1], "2/3")):
        for query, other in product(queries, repeat=2):
            yield {"weights": weights, "sigma": sigma, "query": query, "other": other}


@family("hrs-close-signs", "all pairs of signs on three points, under four smooth laws")
def _signs() -> Iterator[Instance]:
    return _pairs((-1, 1))


@family("hrs-close-bits", "all pairs of bits on three points, under four smooth laws")
def _bits() -> Iterator[Instance]:
    return _pairs((0, 1))


def of(query: str) -> str:
    """The answer on the data set."""
    return f"sum({query}(x)*b(x), x, 1, N)"


def _one_way(query: str, other: str, width: str) -> tuple[Step, ...]:
    """One of both inequalities, from a term of the sum."""
    term, most = f"({query}(x) - {other}(x))*s(x)", "w*differ(x)/(sigma*N)"
    sign = "" if query == "q" else "-"
    return (
        Step(
            f"{query}: term",
            f"{term} <= {most}",
            arithmetic(
                (f"{sign}s(x)", "equal where they do not differ"),
                ("differ(x)*s(x)", width),
                ("w*differ(x)/(sigma*N)", "smooth"),
            ),
        ),
        Step(
            f"{query}: terms",
            f"sum({term}, x, 1, N) <= sum({most}, x, 1, N)",
            apply("sum grows", f"{query}: term", f=f"x: {term}", g=f"x: {most}", low="1", high="N"),
        ),
        Step(
            f"{query} above",
            f"{of(query)} - {of(other)} <= w*g/sigma",
            arithmetic(
                f"{query}: terms",
                ("w/sigma", "close"),
                (f"{sign or '+'}1".replace("+", ""), "the same answers"),
                ("-1" if query == "q" else "1", "the same answers to the other"),
            ),
        ),
    )


BOTH: Final = "{0} - {1} <= {2} and {1} - {0} <= {2}"
theorem(
    "HRS-25-sharp",
    CLOSE,
    BOTH.format(of("q"), of("r"), "w*g/sigma"),
    *_one_way("q", "r", "width"),
    *_one_way("r", "q", "width, back"),
    Step("all", BOTH.format(of("q"), of("r"), "w*g/sigma"), together("q above", "r above")),
)
theorem(
    "HRS-25",
    SIGNS,
    BOTH.format(of("q"), of("r"), "2*g/sigma"),
    Step("up", f"{of('q')} - {of('r')} <= w*g/sigma", apply("HRS-25-sharp")),
    Step("down", f"{of('r')} - {of('q')} <= w*g/sigma", apply("HRS-25-sharp")),
    Step("q above", f"{of('q')} - {of('r')} <= 2*g/sigma", arithmetic("up", ("g/sigma", "signs"))),
    Step("r above", f"{of('r')} - {of('q')} <= 2*g/sigma", arithmetic("down", ("g/sigma", "signs"))),
    Step("all", BOTH.format(of("q"), of("r"), "2*g/sigma"), together("q above", "r above")),
)
