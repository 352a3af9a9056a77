"""The checker of boxes: hand-made trees, what has to be rejected, and mutants of trees."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.certify.boxes import certify
from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.expressions import ball, parse
from dpassay.proofs_check.kernel.statements import Statement, on_box

UNIT = {"x": ("0", "1"), "y": ("0", "1")}
HALVED = {"split": "x", "at": "1/2", "low": [], "high": []}


def accepts(statement: Statement, evidence: Any) -> bool:
    try:
        check(statement, evidence)
    except Rejected:
        return False
    return True


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        (on_box("1 + x*y", UNIT), []),
        (on_box("1 + x*y", UNIT), "leaf"),
        (on_box("1 + x*y", UNIT), HALVED),
        (on_box("x + y", {"x": ("-1", "1"), "y": ("2", "2")}), []),
        (on_box("1", {}), []),
        (on_box("exp(1) - 5/2", {"x": ("0", "1")}), []),
        (
            on_box("x**2 - x + 1/3", {"x": ("0", "1")}),
            {"split": "x", "at": "1/2", "low": HALVED | {"at": "1/4"}, "high": HALVED | {"at": "3/4"}},
        ),
    ],
)
def test_accepts(statement: Statement, evidence: Any) -> None:
    check(statement, evidence)


REJECTED: list[tuple[Statement, Any]] = [
    (on_box("x*y", UNIT), []),
    (on_box("x*y", UNIT), HALVED),
    (on_box("x - 1/2", UNIT), HALVED),
    (on_box("1/(x - 1/2)**2", UNIT), HALVED),
    (on_box("1/(x - 1/2)**2", UNIT), []),
    (on_box("1 + 0*log(x)", UNIT), []),
    (on_box("(1/x)**0", UNIT), []),
    (on_box("1 + sqrt(x - 1/2)", UNIT), []),
    (on_box("1 + z", UNIT), []),
    (on_box("x + 1", {"x": ("1", "0")}), []),
    (on_box("x + 1", {"x": ("0", "0.5")}), []),
    ({"kind": "box", "expression": "1 + x", "box": {"x": ["0"]}}, []),
    ({"kind": "box", "expression": "1 + x", "box": {"x": "01"}}, []),
    ({"kind": "box", "expression": "1 + x", "box": ["x"]}, []),
    ({"kind": "box", "expression": "1 + x"}, []),
    (on_box("1 + x*y", UNIT), {}),
    (on_box("1 + x*y", UNIT), None),
    (on_box("1 + x*y", UNIT), [[]]),
    (on_box("1 + x*y", UNIT), "leaves"),
    (on_box("1 + x*y", UNIT), {**HALVED, "at": "1"}),
    (on_box("1 + x*y", UNIT), {**HALVED, "at": "0"}),
    (on_box("1 + x*y", UNIT), {**HALVED, "at": "2"}),
    (on_box("1 + x*y", UNIT), {**HALVED, "at": 1}),
    (on_box("1 + x*y", UNIT), {**HALVED, "split": "z"}),
    (on_box("1 + x*y", UNIT), {**HALVED, "split": ["x"]}),
    (on_box("1 + x*y", UNIT), {"split": "x", "at": "1/2", "low": []}),
]


@pytest.mark.parametrize(("statement", "evidence"), REJECTED)
def test_rejects(statement: Statement, evidence: Any) -> None:
    assert not accepts(statement, evidence)


def mutants(node: Any) -> Iterator[Any]:
    yield []
    if not isinstance(node, dict):
        return
    for key, entry in node.items():
        yield {other: kept for other, kept in node.items() if other != key}
        if key in ("low", "high"):
            yield from ({**node, key: mutant} for mutant in mutants(entry))
    yield {**node, "low": node["high"], "high": node["low"]}
    yield from ({**node, "split": name} for name in "xyz")
    yield from ({**node, "at": at} for at in (f"-{node['at']}", "0", "1", "1/7", f"1{node['at']}"))


def test_no_mutant_shows_what_is_false() -> None:
    true, false = (on_box(f"{constant} + x**2 - x*y + y**2 - x/2", UNIT) for constant in ("1/10", "1/13"))
    assert (
        ball(parse(false["expression"]), {"x": rational_ball(Fraction(1, 3)), "y": rational_ball(Fraction(1, 6))}) < 0
    )
    evidence = certify(true)
    assert evidence is not None
    check(true, evidence)
    found = list(mutants(evidence))
    assert len(found) > 20
    assert not any(accepts(false, mutant) for mutant in [evidence, *found])
    assert not accepts(true, [])


TERMS = st.sampled_from(
    [
        "x",
        "y",
        "x*y",
        "x**2",
        "y**3",
        "exp(x)",
        "exp(-y)",
        "log(1 + x)",
        "sqrt(x + 1)",
        "1/(2 + y)",
        "1/x",
        "log(y)",
        "1/(x + y)",
    ]
)
WEIGHTS = st.sampled_from(["1", "-1", "2", "-1/2", "1/3"])
TREES: Any = st.recursive(
    st.just([]),
    lambda inner: st.builds(
        lambda name, at, low, high: {"split": name, "at": at, "low": low, "high": high},
        st.sampled_from(["x", "y"]),
        st.sampled_from(["-1/2", "0", "1/2"]),
        inner,
        inner,
    ),
    max_leaves=4,
)


@given(st.lists(st.tuples(WEIGHTS, TERMS), min_size=1, max_size=4), st.sampled_from(["-1", "0"]), TREES)
def test_what_is_accepted_is_not_contradicted(terms: list[tuple[str, str]], low: str, tree: Any) -> None:
    text = " + ".join(f"{weight}*({term})" for weight, term in terms)
    statement = on_box(text, {"x": (low, "1"), "y": (low, "1")})
    if not accepts(statement, tree):
        return
    for x, y in product([Fraction(k, 6) for k in range(6 * int(low), 7)], repeat=2):
        with working_precision(128):
            assert ball(parse(text), {"x": rational_ball(x), "y": rational_ball(y)}) > 0


@pytest.mark.parametrize("text", ["{a} + x", "{a} - x", "{a} + x*x*x", "{a} - x*x*x", "{a} + x - y + y"])
def test_a_whole_side_counts_as_far_as_it_reaches(text: str) -> None:
    """From the middle of [-1, 1] to either end it is 1: 9/10 is not enough, and 4 is."""
    box = {"x": ("-1", "1"), "y": ("-1", "1")}
    assert not accepts(on_box(text.format(a="9/10"), box), [])
    assert accepts(on_box(text.format(a="4"), box), [])


def test_a_variable_without_a_side_is_named() -> None:
    with pytest.raises(Rejected, match=r"'z' has no value; known are \['x', 'y'\]"):
        check(on_box("1 + z", UNIT), [])
