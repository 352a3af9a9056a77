"""Noise of variance 2 log(1.25/delta) R/eps^2 is enough where the centers are at a distance of at most the root of R.

For eps <= 1: the centers are then eps/sqrt(2 log(1.25/delta)) standard deviations apart, at most.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.private_estimates_of_kl import NOISY
from dpassay.proofs_check.models.private_estimates_of_kl_cells import ANSWERS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Model, Step, apply, arithmetic, constant, use

LOG: Final = "log(5/(4*d))"
APART: Final = f"eps/sqrt(2*{LOG})"
PROFILE: Final = f"Phi({APART}/2 - eps/({APART})) - exp(eps)*Phi(-{APART}/2 - eps/({APART}))"
VARIANCE: Final = f"2*{LOG}*R/eps**2"
SMALL: Final = ("eps <= 1",)
POSITIVE_LOG: Final = (
    Step("more than 1", "5/4 < 5/(4*d)", arithmetic(("5/(4*d)", "d < 1"))),
    Step("log grows", f"log(5/4) < {LOG}", apply("log grows strictly", "more than 1", A="5/4", B="5/(4*d)")),
    Step("log number", "0 < log(5/4)", constant()),
    Step("log", f"0 < {LOG}", arithmetic("log grows", "log number")),
)


SIGNS: Final = (
    *POSITIVE_LOG,
    Step("twice", f"0 < 2*{LOG}", arithmetic(("2", "log"))),
    Step("variance", f"0 <= {VARIANCE}", arithmetic(("R/eps**2", "twice")), ("0 <= R",)),
    Step("apart", f"0 < {APART}", arithmetic(), (), ("twice",)),
)
"""The noise has a variance, and the distance is above 0."""
CALIBRATED: Final = Step(
    "calibrated",
    f"Phi({APART}/2 - eps/({APART})) <= d",
    apply(
        "classical calibration",
        eps="eps",
        d="d",
        z=APART,
        Phi="x: Phi(x)",
    ),
    SMALL,
    ("twice", "apart"),
)


def _enough(model: Model, quantity: str, far: str, fact: str) -> None:
    """For one of the things that are seen."""
    where = ("0 <= R", f"{far} <= R", *SMALL)
    theorem(
        f"calibrated noise: {quantity}",
        model,
        f"{quantity}({VARIANCE}) <= d",
        *SIGNS,
        Step(
            "profile",
            f"gauss({far}, {VARIANCE}, eps) <= {PROFILE}",
            apply(
                "privacy of normal noise",
                q=far,
                v=VARIANCE,
                e="eps",
                z=APART,
                gauss="q, v, e: gauss(q, v, e)",
                Phi="x: Phi(x)",
            ),
            where,
            ("twice", "variance", "apart"),
        ),
        CALIBRATED,
        Step(
            "all",
            f"{quantity}({VARIANCE}) <= d",
            arithmetic("profile", "calibrated", use(fact, v=VARIANCE)),
            where,
            ("twice", "variance", "apart"),
        ),
        where=where,
        variables={"R": "real"},
    )


_enough(NOISY, "alone", "far", "delta of the released number")
_enough(NOISY, "both", "far_both", "delta of A and B")
_enough(ANSWERS, "cells", "far_cells", "delta of the cells")
