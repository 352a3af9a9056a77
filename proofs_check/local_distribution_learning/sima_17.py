"""SIMA-17: the variance of the q(y~|i) over i is half of the mean of (q_i - q_j)^2 over all pairs.

Appendix A, (23)(b), cites the identity and prints the second sum over [K] alone, K < N. Terms are missing then, all of
them at least 0, and it fails unless q is constant, as at N = 2, K = 1 for randomized response. With j in [N] it is an
identity for any vector: multiply out.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.models.hard_pairs import PAIRS, game
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic

refuted(
    "SIMA-17",
    PAIRS,
    "sum(q(t, r, x)**2, x, 1, N)/N - (sum(q(t, r, x), x, 1, N)/N)**2"
    " <= sum(sum((q(t, r, x) - q(t, r, z))**2, z, 1, K), x, 1, N)/(2*N**2)",
    setting=game(1, "1", "2", ("response",)),
    t=Fraction(1),
    r=Fraction(1),
)
VECTORS: Final = tuple(tuple(map(Fraction, entries)) for entries in ((1,), (1, 2), (3, -1, 0, 7), (1, 1, 1)))
VECTOR: Final = anything(
    "a vector",
    {"N": "integer, 1 <= N"},
    {"q": Named(index={"x": "integer, 1 <= x, x <= N"})},
    tuple({"N": Fraction(len(vector)), "q": lambda x, vector=vector: vector[x - 1]} for vector in VECTORS),
)

IDENTITY: Final = (
    "sum(q(x)**2, x, 1, N)/N - (sum(q(x), x, 1, N)/N)**2 = sum(sum((q(x) - q(y))**2, y, 1, N), x, 1, N)/(2*N**2)"
)
theorem("SIMA-17-corrected", VECTOR, IDENTITY, Step("all", IDENTITY, arithmetic()))
