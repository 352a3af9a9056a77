"""Vectors of the private PAC learner: the exponential mechanism over hypotheses, scored by their mistakes."""

from __future__ import annotations

from collections.abc import Iterator

from tools.vectors.vector import LEAKS, Generator, Vector, edge, fault

GENERATOR = Generator(
    "private_pac",
    {
        "factor_two_missing": fault("Weights e^(eps u) in place of e^(eps u / 2): twice the budget.", LEAKS),
        "label_ignored": fault("Every label is taken for a 1."),
        "digits_reversed": fault("The first bit of a row is taken for the least significant one."),
        "sign_flipped": fault("The more mistakes the better."),
        "empty_and_left_out": fault("The first hypothesis is never chosen if there is another one.", LEAKS),
        "mean_score": fault("The share of mistakes is scored, with the sensitivity of their number."),
        "best_only": fault("A hypothesis of the fewest mistakes is always chosen.", LEAKS),
        "own_hypotheses": edge("The class is given as a table of its values."),
        "equal_hypotheses": edge("Two hypotheses with equal values stay two outcomes."),
        "no_rows": edge("The database is empty: all hypotheses are as likely."),
    },
)


def vectors(make: Generator) -> Iterator[Vector]:
    """Yield the vectors: rows whose bits are not symmetric, and the corners."""
    yield make.law("ANDs of three bits", {"epsilon": "1", "dimension": 3}, "0111,0010,1011,1100", "*", samples=60_000)
    yield make.law(
        "e to epsilon is rational, and so is the law",
        {"exp_eps": "4", "dimension": 2},
        "011,101,011,110,001",
        "factor_two_missing sign_flipped empty_and_left_out mean_score best_only",
    )
    yield make.law(
        "a class of four functions",
        {"epsilon": "1/2", "dimension": 2, "hypotheses": "0011,0101,0110,1111"},
        "011,100,010",
        "own_hypotheses empty_and_left_out best_only",
    )
    yield make.law(
        "two equal functions",
        {"epsilon": "4", "dimension": 1, "hypotheses": "01,01"},
        "00,11",
        "equal_hypotheses empty_and_left_out",
    )
    yield make.law("no rows", {"epsilon": "1", "dimension": 1}, [], "no_rows")
    given = {"epsilon": "1", "dimension": 2}
    yield make.privacy("the epsilon that is claimed is not used up", given, "1", "not_cut_off")
    yield make.privacy("at half of it", given, "1/2", "not_cut_off")
    yield from make.invalid()
