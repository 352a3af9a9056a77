"""The pairs of the local lower bound behind T private channels, one a round: (16) to (25).

K pairs of laws on N labels, a power of two with N/2 <= K <= N - 1. ``H(y, x)`` is entry x of column y of the Hadamard
matrix, and ``neg(y, x)`` is 1 where it is -1; ``p1(k, x)`` and ``p2(k, x)`` are the laws of pair k, which (16) defines
for all k < N. ``q(t, r, x)`` is the probability that label x is reported as r in round t, of R reports; ``b(t, r, y)``
are its coefficients, ``lo(t, r)`` the least q(t, r, x), and ``least(t, r, x)`` is 1 at the first label that has it.
``o1(t, k, r)`` and ``o2(t, k, r)`` are the laws of the report of round t under pair k, KL(t, i) their divergence, m is
min{(e^eps - 1)^2, 1}.

An outcome holds the reports of all rounds, F(i) is their law under p1(i). ``loss(t, i)`` is the log of o1/o2 at the
report of round t, so that the ratio of the laws of the first n reports is e to the sum of the first n losses;
``fold(n, i)`` is the divergence of these laws, ``TV(n, i)`` their total variation, and s the pair of least fold(T, i).
A test ``phi`` is 1 where it decides for p2(s), with errors ``err1`` and ``err2``. An estimate ``e(n, x)`` of the law
of a label from the first n reports is above 0 on each label (where it is 0 the divergence from one of a pair is
infinite); ``far1(n, i)`` and ``far2(n, i)`` are the divergences of p1(i) and p2(i) from it, ``cost1(n, i)`` and
``cost2(n, i)`` their means where the labels have that law, ``worst`` is the largest of these after all reports, and
``mid(k)`` is that of p1(k) from ``half``, the mean of the pair. ``xlog(z)`` is z log z, and 0 at 0: p1 is 2/N on its
labels, p2 is a/N on half of the labels, and (2 - a)/N on the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.analysis.hadamard_class import contraction
from dpassay.exact import as_real, log
from dpassay.proofs_check.models.games_of_pairs import (
    NONE,
    Game,
    closest,
    coefficient,
    column,
    first,
    fold,
    game,
    law_of_reports,
    log_ratio,
    of_round,
    output,
    second,
    sequences,
    signs,
    variation,
)
from dpassay.proofs_check.models.inference_on_pairs import (
    cost,
    decides,
    distance,
    error,
    estimate,
    to_the_middle,
    worst,
)
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.statements import Model


def settings() -> Iterator[Game]:
    """One to three pairs, one to three rounds, separations up to 2, and levels below and above 2."""
    yield game(1, "1", "4", ("response",), test=1)
    yield game(1, "1/6", "9", ("constant", "constant"), test=1, share=Fraction(1, 2))
    yield game(1, "2", "9/4", ("response", "sign 1"), test=5, share=Fraction(3, 4))
    yield game(1, "1/2", "4/3", ("response",) * 3, test=37)
    yield game(2, "1", "9/4", ("response",), test=3, share=Fraction(0))
    yield game(2, "1/3", "25/4", ("sign 1", "sign 2"), test=9)
    yield game(3, "3/2", "3", ("response",), test=6, share=Fraction(1, 3))
    yield game(3, "1/4", "9", ("response", "constant"), test=12345)
    yield game(3, "1", "16", ("hadamard",), test=0)


def read(at: Game) -> dict[str, Any]:
    """K, N, R, T, s, a and eps."""
    numbers = {"K": at.pairs, "N": at.labels, "R": at.reports, "T": len(at.channels), "s": closest(at)}
    return {
        **{name: Fraction(number) for name, number in numbers.items()},
        "a": at.a,
        "eps": as_real(log(at.exp_eps)),
    }


PAIR: Final = "integer, 1 <= i, i <= K"
LABEL: Final = "integer, 1 <= x, x <= N"
COLUMN: Final = "integer, 1 <= y, y <= N"
ROUND: Final = "integer, 1 <= t, t <= T"
REPORT: Final = "integer, 1 <= r, r <= R"
FIRST: Final = "integer, 0 <= n, n <= T"
OF_PAIR: Final = {"k": "integer, 1 <= k, k <= N - 1", "x": LABEL}
OF_REPORT: Final = {"t": ROUND, "r": REPORT, "x": LABEL}
OUTPUT: Final = {"t": ROUND, "k": "integer, 1 <= k, k <= N - 1", "r": REPORT}
IN_ROUND: Final = {"t": ROUND, "i": PAIR}
FOLDED: Final = {"n": FIRST, "i": PAIR}
REPORTS: Final = "reports"
SUM: Final = "sum(loss(t, i), t, 1, n)"
OF_S: Final = SUM.replace("(t, i)", "(t, s)").replace("n)", "T)")
PAIRS: Final = Model(
    "the pairs of the local lower bound",
    parameters={
        "K": "integer, 1 <= K",
        "N": "integer, 2 <= N, K + 1 <= N, N <= 2*K",
        "R": "integer, 1 <= R",
        "T": "integer, 1 <= T",
        "s": "integer, 1 <= s, s <= K",
        "a": "real, 0 < a, a <= 2",
        "eps": "real, 0 < eps",
    },
    variables={
        **OF_REPORT,
        **OUTPUT,
        "i": PAIR,
        "j": "integer, 1 <= j, j <= K",
        "y": COLUMN,
        "z": "integer, 1 <= z, z <= N",
        "n": FIRST,
        "v": "real, 0 < v",
    },
    quantities={
        "H": Named(lambda at, y, x: signs(at.labels)[y - 1][x - 1], {"y": COLUMN, "x": LABEL}, range="integer"),
        "neg": Named(lambda at, y, x: Fraction(int(signs(at.labels)[y - 1][x - 1] == -1)), {"y": COLUMN, "x": LABEL}),
        "p1": Named(first, OF_PAIR),
        "p2": Named(second, OF_PAIR),
        "q": Named(lambda at, t, r, x: column(at, t, r)[x - 1], OF_REPORT, range="positive"),
        "b": Named(coefficient, {"t": ROUND, "r": REPORT, "y": COLUMN}),
        "lo": Named(lambda at, t, r: min(column(at, t, r)), {"t": ROUND, "r": REPORT}, range="positive"),
        "least": Named(
            lambda at, t, r, x: Fraction(int(column(at, t, r).index(min(column(at, t, r))) == x - 1)),
            OF_REPORT,
            range="at least 0",
        ),
        "o1": Named(lambda at, t, i, r: output(at, t, i, 1)[r - 1], OUTPUT, range="positive"),
        "o2": Named(lambda at, t, i, r: output(at, t, i, 2)[r - 1], OUTPUT, range="positive"),
        "m": Named(lambda at: Fraction(contraction(at.exp_eps)), range="positive"),  # type: ignore[arg-type]  # rational
        "KL": Named(of_round, IN_ROUND),
        "F": Named(law_of_reports, {"i": PAIR}, space=REPORTS, law=True),
        "loss": Named(lambda at, t, i, y: log_ratio(at, t, i, y[t - 1]), IN_ROUND, space=REPORTS),
        "fold": Named(fold, FOLDED),
        "TV": Named(variation, FOLDED),
        "phi": Named(decides, space=REPORTS),
        "err1": Named(lambda at: error(at, 1)),
        "err2": Named(lambda at: error(at, 2)),
        "e": Named(
            lambda at, n, x, y: estimate(at, y[:n], x), {"n": FIRST, "x": LABEL}, space=REPORTS, range="positive"
        ),
        "far1": Named(lambda at, n, i, y: distance(at, i, 1, y[:n]), FOLDED, space=REPORTS),
        "far2": Named(lambda at, n, i, y: distance(at, i, 2, y[:n]), FOLDED, space=REPORTS),
        "cost1": Named(lambda at, n, i: cost(at, n, i, 1), FOLDED),
        "cost2": Named(lambda at, n, i: cost(at, n, i, 2), FOLDED),
        "worst": Named(worst),
        "xlog": Named(lambda _, z: as_real(z) * as_real(z).log() if z else NONE, {"z": "real, 0 <= z"}),
        "half": Named(lambda at, k, x: (first(at, k, x) + second(at, k, x)) / 2, OF_PAIR, range="positive"),
        "mid": Named(to_the_middle, {"k": OUTPUT["k"]}),
    },
    facts={
        "signs": "H(y, x)**2 = 1",
        "first column": "H(1, x) = 1",
        "orthogonal": "(y - z)*sum(H(y, x)*H(z, x), x, 1, N) = 0",
        "sign -1": "H(y, x) = 1 - 2*neg(y, x)",
        "(16), first": "p1(k, x) = 2*neg(k + 1, x)/N",
        "(16), second": "p2(k, x) = p1(k, x) + H(k + 1, x)*a/N",
        "a law": "sum(q(t, r, x), r, 1, R) = 1",
        "private": "q(t, r, x) <= exp(eps)*q(t, r, z)",
        "(20)": "q(t, r, x) = sum(b(t, r, y)*H(y, x), y, 1, N)",
        "none less": "lo(t, r) <= q(t, r, x)",
        "the least": "lo(t, r) = sum(least(t, r, x)*q(t, r, x), x, 1, N)",
        "one least": "sum(least(t, r, x), x, 1, N) = 1",
        "(21), first": "o1(t, k, r) = sum(q(t, r, x)*p1(k, x), x, 1, N)",
        "(21), second": "o2(t, k, r) = sum(q(t, r, x)*p2(k, x), x, 1, N)",
        "m, square": "m <= (exp(eps) - 1)**2",
        "m, one": "m <= 1",
        "m, either": "(m - (exp(eps) - 1)**2)*(m - 1) = 0",
        "KL": "KL(t, i) = sum(o1(t, i, r)*log(o1(t, i, r)/o2(t, i, r)), r, 1, R)",
        "loss of a round": "E(loss(t, i), F(i)) = KL(t, i)",
        "ratio": f"E(exp(-{SUM}), F(i)) = 1",
        "KL of reports": f"fold(n, i) = E({SUM}, F(i))",
        "TV": f"TV(n, i) = E([0 <= {SUM}]*(1 - exp(-{SUM})), F(i))",
        "closest": "fold(T, s) <= fold(T, i)",
        "0 or 1": "phi**2 = phi",
        "first error": "err1 = E(phi, F(s))",
        "second error": f"err2 = E((1 - phi)*exp(-{OF_S}), F(s))",
        "estimate": "sum(e(n, x), x, 1, N) = 1",
        "x log x": "xlog(v) = v*log(v)",
        "0 log 0": "xlog(0) = 0",
        "middle": "half(k, x) = (p1(k, x) + p2(k, x))/2",
        "far from middle": "mid(k) = log(2) - sum(p1(k, x)*log(N*half(k, x)), x, 1, N)",
        "far from first": "far1(n, i) = log(2) - sum(p1(i, x)*log(N*e(n, x)), x, 1, N)",
        "far from second": "far2(n, i) = (xlog(a) + xlog(2 - a))/2 - sum(p2(i, x)*log(N*e(n, x)), x, 1, N)",
        "first cost": "cost1(n, i) = E(far1(n, i), F(i))",
        "second cost": f"cost2(n, i) = E(far2(n, i)*exp(-{SUM}), F(i))",
        "worst, first": "cost1(T, i) <= worst",
        "worst, second": "cost2(T, i) <= worst",
    },
    settings=settings,
    read=read,
    outcomes={REPORTS: sequences},
)


def separated() -> Iterator[Game]:
    """Games at the separation of (16), a^2 = K/(9 T m e^eps), up to 3/2."""
    yield game(1, "1/6", "4", ("response",), test=2)
    yield game(1, "1/12", "4", ("response", "constant") * 2, test=43690, share=Fraction(1, 2))
    yield game(1, "1/9", "9", ("sign 1",), test=1)
    yield game(1, "1/2", "4/3", ("response",) * 3, test=0)
    yield game(2, "1/3", "2", ("response",), test=9, share=Fraction(0))
    yield game(2, "1/6", "8", ("sign 2",), test=1, share=Fraction(1, 3))
    yield game(3, "3/2", "4/3", ("sign 3",), test=3)
    yield game(3, "1/3", "3", ("hadamard",), test=5)
    yield game(4, "1", "4/3", ("sign 1",) * 3, test=100)


SEPARATED: Final = PAIRS.narrowed(
    "the pairs of the local lower bound at the separation of (16)",
    {"(16), separation": "9*T*m*exp(eps)*a**2 = K"},
    separated,
)
