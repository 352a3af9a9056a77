"""LEC-05: the consistency score has sensitivity 1.

Lecture notes, Section 1, after Theorem 1. The score is minus a sum over the rows of mistakes in {0, 1}, and one of
its terms changes, so it changes by at most 1. Flipping the label of a row changes the score of every hypothesis by
exactly 1: the sensitivity is 1, and not less, for every class and every number of rows.
"""

from __future__ import annotations

from dpassay.proofs_check.models.neighboring_databases import NEIGHBORS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use

NEAR = "u(h) - v(h) <= 1 and v(h) - u(h) <= 1"
SENSITIVITY = "(u(h) - v(h))**2 <= 1 and (u(h) - w(h))**2 = 1"


def differ(name: str, fact: str, other: str) -> Step:
    """The mistakes on two databases differ by what they differ in row k."""
    return Step(
        name,
        f"sum(wrong(h, t), t, 1, n) - sum({other}(h, t), t, 1, n) = wrong(h, k) - {other}(h, k)",
        apply(
            "sums that differ in one term",
            fact,
            f="t: wrong(h, t)",
            g=f"t: {other}(h, t)",
            low="1",
            k="k",
            high="n",
        ),
    )


theorem(
    "scores of neighbors",
    NEIGHBORS,
    NEAR,
    differ("new row", "one row", "wrong_new"),
    Step(
        "change",
        "u(h) - v(h) = wrong_new(h, k) - wrong(h, k)",
        arithmetic("score", ("-1", "score, new"), ("-1", "new row")),
    ),
    Step("old", "wrong(h, t) <= 1", apply("zero or one", "wrong or not", x="wrong(h, t)")),
    Step("new", "wrong_new(h, t) <= 1", apply("zero or one", "wrong or not, new", x="wrong_new(h, t)")),
    Step("up", "u(h) - v(h) <= 1", arithmetic("change", use("new", t="k"))),
    Step("down", "v(h) - u(h) <= 1", arithmetic(("-1", "change"), use("old", t="k"))),
    Step("all", NEAR, together("up", "down")),
)
theorem(
    "LEC-05",
    NEIGHBORS,
    SENSITIVITY,
    Step("near", NEAR, apply("scores of neighbors")),
    Step("up", "u(h) - v(h) <= 1", together("near")),
    Step("down", "v(h) - u(h) <= 1", together("near")),
    differ("new label", "one label", "wrong_flipped"),
    Step(
        "flip",
        "u(h) - w(h) = 1 - 2*wrong(h, k)",
        arithmetic("score", ("-1", "score, flipped"), ("-1", "new label"), "flipped"),
    ),
    Step("at most 1", "(u(h) - v(h))**2 <= 1", arithmetic(("1 + u(h) - v(h)", "up")), defined=("down",)),
    Step(
        "exactly 1",
        "(u(h) - w(h))**2 = 1",
        arithmetic(("u(h) - w(h) + 1 - 2*wrong(h, k)", "flip"), ("4", use("wrong or not", t="k"))),
    ),
    Step("all", SENSITIVITY, together("at most 1", "exactly 1")),
)
