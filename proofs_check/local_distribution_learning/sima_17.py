"""SIMA-17: the variance of the q(y~|i) over i is half of the mean of (q_i - q_j)^2 over all pairs.

Appendix A, (23)(b), cites the identity and prints the second sum over [K] alone, K < N. Terms are missing then, all of
them at least 0, and it fails unless q is constant, as at N = 2, K = 1 for randomized response. With j in [N] it is an
identity for any vector: multiply out.
"""

from __future__ import annotations

from dpassay.proofs_check.local_distribution_learning.orthogonal_signs import VECTOR
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic

IDENTITY = (
    "sum(q(x)**2, x, 1, N)/N - (sum(q(x), x, 1, N)/N)**2"
    " = sum(sum((q(x) - q(y))**2, y, 1, N), x, 1, N)/(2*N**2)"
)
theorem("SIMA-17-corrected", VECTOR, IDENTITY, Step("all", IDENTITY, arithmetic()))
