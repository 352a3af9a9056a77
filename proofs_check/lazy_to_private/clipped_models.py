"""Lemma for ASI-16: what a step of Algorithm 1 leaves of the ideal law, given the other model y.

With P, Q the normalized nu_{s+1}, nu_s, c = B eta and k = e^{-2c} Q(y)/P(y), x is kept with probability (1 - p) min(Q,
k P) where it follows Q. Let h = (1 - e^c P(y)/Q(y))^+, so that (1 - h) k <= e^{-c}, and delta = B e^{c - eta} delta_0,
so that P exceeds e^c Q by at most delta. Then what is left, over 1 - p, is at most e^{-c} delta + 2h
(``clipped_steps``).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.clipped_steps import OF_ALL
from dpassay.proofs_check.lazy_to_private.close_batches import BACK, CHANGE, GROWTH, NEW, OLD, beyond
from dpassay.proofs_check.models.lazy_sampling import LAZY, QUOTIENT
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use

KEPT: Final = "m(s, i)*keep(s, i, l)"
LEFT: Final = OF_ALL.replace("kept(i)", KEPT).replace("P(i)", NEW)
"""By how much the law of x exceeds the new one after a step from the ideal law, over 1 - p."""
K: Final = "exp(-2*B*eta)*m(s, l)/m(s + 1, l)"
CLIPS: Final = f"[1 < {QUOTIENT}]"
RISES: Final = f"[{GROWTH}*m(s + 1, l) < m(s, l)]"
GROWN: Final = f"{GROWTH}*m(s + 1, l)/m(s, l)"
RISE: Final = f"{RISES}*(1 - {GROWN})"
"""h: (1 - e^{B eta} r)^+ at the other model."""
REST: Final = f"(1 - {RISE})"
ENDS: Final = {"x": "m(s, l)", "y": f"{GROWTH}*m(s + 1, l)"}
PART: Final = f"0 <= {RISE} < 1 and {REST} <= {GROWN}"
theorem(
    "a rise is a part",
    LAZY,
    PART,
    Step("over", f"0 <= {RISES}*(m(s, l) - {GROWTH}*m(s + 1, l))", apply("what is above", **ENDS)),
    Step("under", f"0 <= (1 - {RISES})*({GROWTH}*m(s + 1, l) - m(s, l))", apply("what is above", **ENDS)),
    Step("or not", f"{RISES} <= 1", apply("what is above", **ENDS)),
    Step("at least", f"0 <= {RISE}", arithmetic(("1/m(s, l)", "over"))),
    Step("ratio", f"{REST} <= {GROWN}", arithmetic(("1/m(s, l)", "under"))),
    Step("a part", f"{GROWN} <= {REST}*(1 + {GROWN})", arithmetic("or not")),
    Step("below", f"{RISE} < 1", arithmetic((f"1/(1 + {GROWN})", "a part"))),
    Step("all", PART, together("at least", "below", "ratio")),
)
LIMIT: Final = f"exp(-B*eta)*{CHANGE} + 2*{RISE}"
"""At most so much is left."""
MORE: Final = beyond(NEW, OLD)
CLIPPED: Final = f"{CLIPS}*({K}*{NEW} - {OLD})"
theorem(
    "what a step leaves",
    LAZY,
    f"{LEFT} <= {LIMIT}",
    Step("at least 0", f"0 <= {RISE}", apply("a rise is a part")),
    Step("a part", f"{RISE} < 1", apply("a rise is a part")),
    Step("rest", f"{REST} <= {GROWN}", apply("a rise is a part")),
    Step("shrinks", "exp(-B*eta) <= exp(0)", apply("exp grows", A="-B*eta", B="0")),
    Step("new law", f"sum({NEW}, i, 1, d) = 1", arithmetic(use("law", b="s + 1"))),
    Step("old law", f"sum({OLD}, i, 1, d) = 1", arithmetic(use("law", b="s"))),
    Step(
        "at most 1",
        "keep(s, i, l) <= 1",
        apply("at most 1 and at most the quotient", "line 6", Q=QUOTIENT, S="keep(s, i, l)"),
    ),
    Step("no more", f"{KEPT} <= {OLD}", arithmetic((OLD, "at most 1"))),
    Step("kept", f"{KEPT} = {K}*{NEW} - {CLIPPED}", arithmetic((OLD, "line 6"))),
    Step("beyond 1", f"0 <= {CLIPS}*({QUOTIENT} - 1)", apply("what is above", x=QUOTIENT, y="1")),
    Step("clipped", f"0 <= {CLIPPED}", arithmetic((OLD, "beyond 1"))),
    Step("clips or not", f"{CLIPS} <= 1", apply("what is above", x=QUOTIENT, y="1")),
    Step("ratio", f"{REST}*{K} <= exp(-B*eta)", arithmetic((K, "rest"))),
    Step(
        "under",
        f"0 <= (1 - [{GROWTH}*{OLD} < {NEW}])*({GROWTH}*{OLD} - {NEW})",
        apply("what is above", x=NEW, y=f"{GROWTH}*{OLD}"),
    ),
    Step("over", f"0 <= {MORE}", apply("what is above", x=NEW, y=f"{GROWTH}*{OLD}")),
    Step("close", f"exp(-B*eta)*{NEW} - {OLD} <= exp(-B*eta)*{MORE}", arithmetic(("exp(-B*eta)", "under"))),
    Step("beyond", BACK, apply("a batch moves little")),
    Step(
        "all",
        f"{LEFT} <= {LIMIT}",
        apply(
            "what a clipped step leaves",
            "new law",
            "old law",
            "no more",
            "kept",
            "clipped",
            "clips or not",
            "ratio",
            "close",
            "beyond",
            "at least 0",
            "a part",
            "shrinks",
            "over",
            d="d",
            K=K,
            h=RISE,
            r="exp(-B*eta)",
            delta=CHANGE,
            P=f"i: {NEW}",
            Q=f"i: {OLD}",
            kept=f"i: {KEPT}",
            clips=f"i: {CLIPS}",
            more=f"i: {MORE}",
        ),
    ),
)
