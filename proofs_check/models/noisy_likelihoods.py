"""The log-likelihood of a clipped label with Laplace noise.

``l(j, z)`` is the log of the likelihood p(j, z) of integer z under hypothesis j, and ``gap(j, z, v)`` the distance from
v to it: Laplace noise of scale s added to l(j, z) has the density e^(-gap(j, z, v)/s)/(2 s) at v. ``entry(j, i)`` is 1
for i = j and 0 elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.models.clipped_draws import DRAWS
from dpassay.proofs_check.models.clipped_draws import settings as settings_of_draws
from dpassay.proofs_check.models.label_clipping import HYPOTHESIS, INTEGER, likelihood
from dpassay.proofs_check.proof.names import Named
from dpassay.reference.label_clipping import Parameters


def distance(at: Parameters, hypothesis: int, integer: int, point: Any) -> Real:
    """From a point to the log of a likelihood."""
    center = as_real(log(likelihood(at, hypothesis, integer)))
    return Real(lambda: abs(as_real(point).evaluate() - center.evaluate()))


def settings() -> Iterator[Parameters]:
    """Some of those of label clipping."""
    return islice(settings_of_draws(), 0, None, 2)


LIKELIHOOD: Final = {"j": HYPOTHESIS, "z": INTEGER}
NARROWED: Final = DRAWS.narrowed(
    "log-likelihoods of clipped labels, with noise",
    {
        "log": "exp(l(j, z)) = p(j, z)",
        "distance": "gap(j, z, v)**2 = (v - l(j, z))**2",
        "one entry": "entry(j, i)**2 = entry(j, i)",
    },
    settings,
    {
        "l": Named(lambda at, j, z: log(likelihood(at, j, z)), LIKELIHOOD),
        "gap": Named(distance, {**LIKELIHOOD, "v": "real"}, range="at least 0"),
        "entry": Named(lambda _, j, i: Fraction(int(j == i)), {"j": HYPOTHESIS, "i": "integer, 1 <= i, i <= K"}),
    },
)
NOISY: Final = replace(NARROWED, variables={**NARROWED.variables, "i": "integer, 1 <= i, i <= K", "v": "real"})
