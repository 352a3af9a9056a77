"""The laws of `zoo/targets/coefficients.py`."""

from __future__ import annotations

from dpassay.exact import two_sided_geometric
from zoo.laws.noise import HALF

LAWS = {
    "labels_clipped": lambda data: two_sided_geometric(sum(max(-1, min(label, 1)) for label in data), HALF),
    "labels_as_given": lambda data: two_sided_geometric(sum(data), HALF),
}
