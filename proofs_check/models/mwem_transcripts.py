"""MWEM on two data sets that differ in one record, and the densities of one transcript: T choices with T measurements.

Algorithms 2 and 3 of Haghtalab, Roughgarden and Shetty: ``a(t, j)`` is what query j of the cover is on the iterate
D_(t-1), which a transcript fixes, whatever the data are, by the multiplicative update and, with a sigma, by the KL
projection onto the sigma-smooth laws. Query j is ``v(j, i)`` on record i and ``v2(j, i)`` on that of the neighbor,
where record k alone differs. Round t chooses the query for which ``chosen(t, j)`` is 1, with the probability ``p(t)``,
by weights e^(r s) of the scores ``s(t, j)``, and measures it as ``m(t)``, at the distance ``d(t)`` from its mean on the
data, with Laplace noise of scale b/n, which has the density ``g(t)``. ``f`` is the density of the transcript. The names
that end in 2 are those of the neighbor. Queries have values in [low, low + w].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.models.mwem_runs import (
    ZERO,
    Run,
    chance,
    density,
    gap,
    on_iterate,
    score,
    total_weight,
    transcript,
)
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model

BITS: Final = ((Fraction(1), ZERO, ZERO), (ZERO, Fraction(1), Fraction(1)), (Fraction(1), Fraction(1), ZERO))
SHARES: Final = ((Fraction(1), Fraction(1, 3)), (Fraction(1, 4), Fraction(1)))
SIGNS: Final = ((Fraction(1), Fraction(-1)), (Fraction(1), Fraction(1)))


def settings() -> Iterator[Run]:
    """Queries in {0, 1} and in [0, 1]; one to three rounds, with and without projections."""
    for epsilon in (Fraction(1, 2), Fraction(3)):
        yield Run(BITS, (0, 0, 1), 0, 2, ((1, Fraction(2)),), epsilon)
        yield Run(BITS, (0, 1), 1, 2, ((2, Fraction(-1, 3)), (3, Fraction(1, 5))), epsilon)
        yield Run(BITS, (2,), 0, 1, ((3, Fraction(4)), (1, Fraction(-1))), epsilon, sigma=Fraction(1, 2))
        yield Run(SHARES, (0, 0), 0, 1, ((1, Fraction(1)), (2, Fraction(1, 7)), (1, Fraction(0))), epsilon)
        yield Run(BITS[:1], (0, 1), 1, 1, ((1, Fraction(1, 2)),), epsilon)


def wide_settings() -> Iterator[Run]:
    """Queries in {-1, 1} besides, and in [-1, 3]."""
    for run in settings():
        yield run
        yield replace(run, low=Fraction(-1), width=Fraction(4))
    for epsilon in (Fraction(1, 2), Fraction(3)):
        yield Run(SIGNS, (0, 0), 1, 1, ((1, Fraction(2)),), epsilon, Fraction(-1), Fraction(2))
        yield Run(SIGNS, (1, 1), 0, 0, ((1, Fraction(-2)), (2, Fraction(1))), epsilon, Fraction(-1), Fraction(2))


def sign_settings() -> Iterator[Run]:
    """Those in {-1, 1}."""
    return (run for run in wide_settings() if run.width == 2)


def any_settings() -> Iterator[Run]:
    """Any weights and any noise besides."""
    for run in wide_settings():
        yield run
        yield replace(run, choice=Fraction(2), noise=Fraction(1, 2))


ROUND: Final = "integer, 1 <= t, t <= T"
QUERY: Final = "integer, 1 <= j, j <= K"
RECORD: Final = "integer, 1 <= i, i <= n"
OF_ROUND: Final = {"t": ROUND}
OF_QUERY: Final = {"t": ROUND, "j": QUERY}
ON_RECORD: Final = {"j": QUERY, "i": RECORD}


def read(run: Run) -> dict[str, Any]:
    """All numbers that a setting fixes."""
    return {
        "T": Fraction(len(run.rounds)),
        "K": Fraction(len(run.queries)),
        "n": Fraction(len(run.data)),
        "k": Fraction(run.changed + 1),
        "low": run.low,
        "w": run.width,
        "r": run.rate,
        "b": run.scale,
        "eps": run.epsilon,
    }


def _of_both(which: int) -> dict[str, Named]:
    """What depends on the data."""
    end = "2" if which else ""
    return {
        f"v{end}": Named(lambda run, j, i: run.queries[j - 1][run.records(which)[i - 1]], ON_RECORD),
        f"s{end}": Named(lambda run, t, j: score(run, which, t, j), OF_QUERY, range="at least 0"),
        f"Z{end}": Named(lambda run, t: total_weight(run, which, t), OF_ROUND, range="positive"),
        f"p{end}": Named(lambda run, t: chance(run, which, t), OF_ROUND, range="positive"),
        f"d{end}": Named(lambda run, t: gap(run, which, t), OF_ROUND, range="at least 0"),
        f"g{end}": Named(lambda run, t: density(run, which, t), OF_ROUND, range="positive"),
        f"f{end}": Named(lambda run: transcript(run, which), range="positive"),
    }


def _facts_of(end: str, more: str) -> dict[str, str]:
    return {
        f"at least{more}": f"low <= v{end}(j, i)",
        f"at most{more}": f"v{end}(j, i) <= low + w",
        f"score{more}": f"s{end}(t, j)**2 = (n*a(t, j) - sum(v{end}(j, i), i, 1, n))**2",
        f"weights{more}": f"Z{end}(t) = sum(exp(r*s{end}(t, j)), j, 1, K)",
        f"choice{more}": f"p{end}(t)*Z{end}(t) = sum(chosen(t, j)*exp(r*s{end}(t, j)), j, 1, K)",
        f"distance{more}": f"d{end}(t)**2 = (m(t) - sum(chosen(t, j)*sum(v{end}(j, i), i, 1, n), j, 1, K)/n)**2",
        f"noise{more}": f"g{end}(t) = n/(2*b)*exp(-n*d{end}(t)/b)",
        f"transcript{more}": f"log(f{end}) = sum(log(p{end}(t)) + log(g{end}(t)), t, 1, T)",
    }


TRANSCRIPTS: Final = Model(
    "a transcript of MWEM on two data sets",
    parameters={
        "T": "integer, 1 <= T",
        "K": "integer, 1 <= K",
        "n": "integer, 1 <= n",
        "k": "integer, 1 <= k, k <= n",
        "low": "real",
        "w": "real, 0 < w",
        "r": "real, 0 < r",
        "b": "real, 0 < b",
        "eps": "real, 0 < eps",
    },
    variables={"t": ROUND, "j": QUERY, "i": RECORD},
    quantities={
        "a": Named(on_iterate, OF_QUERY),
        "chosen": Named(lambda run, t, j: Fraction(int(run.rounds[t - 1][0] == j)), OF_QUERY, range="at least 0"),
        "m": Named(lambda run, t: run.rounds[t - 1][1], OF_ROUND),
        **_of_both(0),
        **_of_both(1),
    },
    facts={
        "one choice": "sum(chosen(t, j), j, 1, K) = 1",
        "one record": "(i - k)*(v(j, i) - v2(j, i)) = 0",
        **_facts_of("", ""),
        **_facts_of("2", ", new"),
    },
    settings=any_settings,
    read=read,
)
PRINTED: Final = TRANSCRIPTS.narrowed(
    "a transcript of MWEM with the printed weights and noise",
    {"printed weights": "4*T*r = eps", "printed noise": "b*eps = 2*T"},
    wide_settings,
)
UNIT: Final = PRINTED.narrowed(
    "a transcript of MWEM, queries in [0, 1]", {"from 0": "low = 0", "to 1": "w = 1"}, settings
)
SIGNED: Final = PRINTED.narrowed(
    "a transcript of MWEM, queries in [-1, 1]", {"from -1": "low = -1", "to 1": "w = 2"}, sign_settings
)
CORRECTED: Final = TRANSCRIPTS.narrowed(
    "a transcript of MWEM with weights and noise for the width of the queries",
    {"weights for the width": "4*T*w*r = eps", "noise for the width": "b*eps = 2*T*w"},
    lambda: (replace(run, choice=4 * run.width, noise=2 * run.width) for run in wide_settings()),
)
HALVED: Final = TRANSCRIPTS.narrowed(
    "a transcript of MWEM with weights of twice the exponent",
    {"twice the exponent": "2*T*r = eps", "printed noise": "b*eps = 2*T", "from 0": "low = 0", "to 1": "w = 1"},
    lambda: (replace(run, choice=Fraction(2)) for run in settings()),
)
