"""What one record moves: the sum of a query over the data set, v on one of two neighbors and v2 on the other."""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.proof.statements import Step, apply, together

SUM: Final = "sum(v(j, i), i, 1, n)"
SUM2: Final = "sum(v2(j, i), i, 1, n)"
MOVED_SUMS: Final = (
    Step(
        "sums",
        f"{SUM} - {SUM2} <= w and {SUM2} - {SUM} <= w",
        apply(
            "one record moves a sum by at most the width",
            "one record",
            "at least",
            "at most",
            "at least, new",
            "at most, new",
            n="n",
            k="k",
            low="low",
            w="w",
            f="i: v(j, i)",
            g="i: v2(j, i)",
        ),
    ),
    Step("sum, up", f"{SUM} - {SUM2} <= w", together("sums")),
    Step("sum, down", f"{SUM2} - {SUM} <= w", together("sums")),
)
