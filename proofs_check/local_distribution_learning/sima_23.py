"""SIMA-23."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning.sima_22 import SIXTH
from dpassay.proofs_check.models.hard_pairs import OF_S, PAIRS, SEPARATED, game
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use

LE_CAM: Final = "1 - TV(T, s) <= err1 + err2"
theorem(
    "the errors of a test",
    PAIRS,
    LE_CAM,
    Step("at least 0", "0 <= phi", arithmetic("0 or 1")),
    Step("at most 1", "phi <= 1", apply("zero or one", "0 or 1", x="phi")),
    Step("not less", "0 <= 1 - phi", arithmetic("at most 1")),
    Step("one", "1 <= phi + (1 - phi)", arithmetic()),
    Step(
        "points",
        f"1*(1 - E([0 <= {OF_S}]*(1 - exp(-{OF_S})), F(s))) <= E(phi, F(s)) + E((1 - phi)*exp(-{OF_S}), F(s))",
        apply("two points", "at least 0", "not less", "one", c="1", P="F(s)", L=OF_S, A="phi", B="1 - phi"),
    ),
    Step("all", LE_CAM, arithmetic("points", ("-1", "first error"), ("-1", "second error"), ("-1", use("TV", n="T", i="s")))),
)
THIRD: Final = "1/3 <= (1 - TV(T, s))/2"
MEAN: Final = "(1 - TV(T, s))/2 <= (err1 + err2)/2"
LARGER: Final = "(err1 + err2)/2 <= w"
BOTH: Final = ("err1 <= w", "err2 <= w")
theorem(
    "SIMA-23",
    SEPARATED,
    f"{THIRD} and {MEAN} and {LARGER}",
    Step("variation", SIXTH, apply("a pair that is hard to tell apart")),
    Step("errors", LE_CAM, apply("the errors of a test")),
    Step("third", THIRD, arithmetic(("1/2", "variation"))),
    Step("mean", MEAN, arithmetic(("1/2", "errors"))),
    Step("larger", LARGER, arithmetic(("1/2", BOTH[0]), ("1/2", BOTH[1])), BOTH),
    where=BOTH,
    variables={"w": "real"},
)
refuted("SIMA-23b", SEPARATED, "1/3 <= err1 and 1/3 <= err2", setting=game(1, "1/6", "4", ("response",), test=0))
