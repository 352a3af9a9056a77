"""HRS-23d: the pruned tree that labels m points calls the consistency oracle O(m^d) times.

Appendix C.1. Its leaves are the L labelings, O(m^d) by HRS-23c, "so the number of calls is O(m^d) as well". It asks at
each node, and a tree of depth m may have m times as many nodes as leaves. Thresholds, d = 1, have j + 1 labelings of j
points: 1 + m (m + 1) calls, and no constant times m.

HRS-23d-corrected: at most 1 + 2 m L calls, so O(m^(d + 1)).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.analysis.classes import thresholds
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.labelled_samples import LABELINGS, THRESHOLDS, Sample, oracle_calls
from dpassay.proofs_check.proof.no_constant import NoConstant
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use

COUNTED: Final = "calls = 1 + m*(m + 1)"
CONSTANT: Final = {"c": "real, 0 < c"}
LONG: Final = ("c <= m",)
LINEAR: Final = "c*exp(d*log(m))"
theorem(
    "HRS-23d: calls for thresholds",
    THRESHOLDS,
    COUNTED,
    Step("integers", "sum(j, j, 0, m - 1) = m*(m - 1)/2", apply("sum of integers", n="m")),
    Step(
        "all",
        COUNTED,
        arithmetic("a call at each node", ("2", inside("sum(_, j, 0, m - 1)", "one cut")), ("2", "integers")),
    ),
)
theorem(
    "HRS-23d: for no constant",
    THRESHOLDS,
    f"{LINEAR} < calls",
    Step("calls", COUNTED, apply("HRS-23d: calls for thresholds")),
    Step(
        "all",
        f"{LINEAR} < calls",
        arithmetic(
            ("-1", "calls"), ("c", inside("exp(log(m)*_)", "one point is shattered, and no two")), ("m", LONG[0])
        ),
        LONG,
    ),
    where=LONG,
    variables=CONSTANT,
)
refuted(
    "HRS-23d",
    LABELINGS,
    f"calls <= {LINEAR}",
    setting=Sample(thresholds(5)),
    variables=CONSTANT,
    no_constant=NoConstant("c", "HRS-23d: for no constant", "m", {}),
    c=Fraction(2),
)
FROM_K: Final = "alive(k) <= alive(m)"
BOUND: Final = "calls <= 1 + 2*m*alive(m)"
theorem(
    "HRS-23d-corrected",
    LABELINGS,
    BOUND,
    Step(
        "earlier",
        "alive(m - (n + 1)) <= alive(m)",
        arithmetic(use("labels of fewer points", k="m - n - 1"), "alive(m - n) <= alive(m)"),
        ("alive(m - n) <= alive(m)",),
    ),
    Step(
        "each",
        FROM_K,
        apply("induction", "earlier", low="0", high="m - k", f="n: alive(m - n)", g="n: alive(m)"),
    ),
    Step("all", BOUND, arithmetic("a call at each node", ("2", inside("sum(_, k, 0, m - 1)", "each")))),
    variables={"n": "integer, 0 <= n, n <= m - 1"},
)

IS_CLASS: Final = entries(points=whole(1, 12))


def _calls(instance: Instance) -> int:
    return oracle_calls(Sample(thresholds(instance["points"])))


told("hrs23d", "a tree for thresholds makes at most 2 m calls", IS_CLASS)(lambda at: _calls(at) <= 2 * at["points"])
told("hrs23d-corrected", "a tree for thresholds makes at most 1 + 2 m L calls", IS_CLASS)(
    lambda at: _calls(at) <= 1 + 2 * at["points"] * (at["points"] + 1)
)
told("hrs23d-less", "a tree for thresholds makes at most m L/2 calls", IS_CLASS)(
    lambda at: _calls(at) <= at["points"] * (at["points"] + 1) // 2
)


@family("hrs-points", "thresholds on 1 to 12 points")
def _points() -> Iterator[Instance]:
    return ({"points": points} for points in range(1, 13))


@claim(
    "HRS-23d",
    location="C.1, 'the number of calls to the consistency oracle is O(m^d) as well'",
    latex=r"\exists c\ \forall m:\ \text{calls} \le c\, m^d",
    text="There is a constant c such that the pruned tree on m points calls the oracle at most c m^d times.",
    assumed=("the oracle is asked once at each node of the tree, as the text says",),
    corrected_by="HRS-23d-corrected",
)
def hrs_23d() -> Case:
    """Leaves are not all nodes."""
    return Case(
        argument="Thresholds on m points in their order, d = 1: j + 1 nodes of depth j are not pruned, each with two "
        "calls at its children. With the root that is 1 + m (m + 1) calls.",
        counterexample=Goal("2 m calls, one point", counterexample("hrs23d"), Hunt("hrs23d", _points)),
        twins=(Twin("1 + 2 m L", counterexample("hrs23d-corrected")),),
        remarks=(
            "Not asking where the function that was returned at a node already fits the child saves at most one of "
            "the two calls at the children of a node: m (m + 1)/2 are left.",
        ),
    )


@claim(
    "HRS-23d-corrected",
    location="C.1, the number of calls to the consistency oracle",
    latex=r"\text{calls} \le 1 + 2 m\, |\{h|_S : h \in H\}|",
    text="The pruned tree on m points with L labelings calls the consistency oracle at most 1 + 2 m L times.",
    assumed=("the oracle is asked once at each node of the tree, as the text says",),
)
def hrs_23d_corrected() -> Case:
    """No depth has more nodes that are not pruned than there are labelings."""
    return Case(
        checks=(Goal("thresholds", exhaustive("hrs23d-corrected", "hrs-points")),),
        twins=(Twin("m L/2", exhaustive("hrs23d-less", "hrs-points")),),
        remarks=("By HRS-23c that is at most 1 + 2 (d + 1) m^(d + 1): O(m^(d + 1)).",),
    )
