"""Small games in which labels, noises and drawn coordinates can be enumerated: for SIMA-36, SIMA-47 and SIMA-51.

The weights are multiplied by p-bar_j[y'] e^Lap, which is what e^(-eta Y~) is up to a common factor where eta c = 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpassay.proofs_check.instances import Rows
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.local_distribution_learning.kl_steps import read_class
from dpassay.proofs_check.numbers import sum_of
from dpassay.reference import label_clipping


def laws_of(instance: Instance) -> tuple[Rows, tuple[Fraction, ...]]:
    """The likelihoods p-bar_j by labels, and the law of the clipped label's part under the truth."""
    parameters = read_class(instance)
    rows, counts = label_clipping.likelihoods(parameters), label_clipping.sizes(parameters)
    return rows, tuple(c * p for c, p in zip(counts, rows[instance["truth"]], strict=True))


def normalized(weights: Sequence[Fraction]) -> list[Fraction]:
    """Weights of total 1 in the same proportions."""
    norm = sum_of(list(weights))
    return [w / norm for w in weights]
