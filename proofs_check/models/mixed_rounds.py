"""Approximately private algorithms one after another, as mixtures with pure ones.

Every pair of laws that are (eps, delta)-indistinguishable both ways is a mixture: with weight delta of anything, and
else of their pure parts (``pure_parts``). ``pp(t)``, ``qq(t)``, ``u(t)`` and ``z(t)`` are the densities of these,
``pure`` is the law of all answers on the data where all are of that kind, ``given_pure(t)`` that given the first t of
them, and ``L(t)`` the privacy loss of answer t.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.approximate_rounds import (
    ROUNDS,
    answers_density,
    pure_law,
    settings,
)
from dpassay.proofs_check.proof import rounds
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.rounds import NEXT

SUM: Final = "sum(L(i), i, 1, T)"
STICK: Final = f"[x < {SUM}]*(1 - exp(x - {SUM}))"
MIXED_ROUNDS: Final = ROUNDS.narrowed(
    "adaptive composition of mixtures",
    {
        "pure, start": "u(0) = 1",
        "pure, start of the other": "z(0) = 1",
        "pure, next": "u(t + 1) = u(t)*pp(t + 1)",
        "pure, next of the other": "z(t + 1) = z(t)*qq(t + 1)",
        "private, back": "E([exp(eps(t + 1))*p(t + 1) < q(t + 1)]*(q(t + 1) - exp(eps(t + 1))*p(t + 1)), after(t)) "
        "<= delta(t + 1)",
        "pure law": f"E({STICK}, pure) = E(u(T)*({STICK}))",
        "pure, all": "E(u(T)) = 1",
        "loss": f"z(T) = u(T)*exp(-{SUM})",
        "loss, known": "E((L(k) - given(L(k)))**2, given_pure(t)) = 0",
        "loss, unit": "E(exp(-L(t + 1)), given_pure(t)) = 1",
    },
    settings,
    {
        "pp": rounds.PURE_ON_DATA,
        "qq": rounds.PURE_ON_NEIGHBOR,
        "u": answers_density(0, pure=True),
        "z": answers_density(1, pure=True),
        "pure": Named(lambda setting: pure_law(setting, 0, ()), space="answers", law=True),
        "given_pure": Named(pure_law, {"t": NEXT}, "answers", given="answers", law=True, mean_of="pure"),
        "L": rounds.LOSS,
    },
)
