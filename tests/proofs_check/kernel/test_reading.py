"""How statements and evidence are read: what is missing, of another shape or more than expected is rejected."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from dpassay.proofs_check.kernel import KINDS, Rejected, check
from dpassay.proofs_check.kernel.finite import Family, Property, register
from dpassay.proofs_check.kernel.statements import (
    Statement,
    counterexample,
    exhaustive,
    identity,
    inequality,
    nonnegative,
    on_box,
    sign,
)
from tests.proofs_check.toys import empty_registers


@pytest.fixture(autouse=True)
def _own_registers() -> Iterator[None]:
    with empty_registers():
        register(Property("small", "n < 5", lambda i: i["n"] >= 0, lambda i: i["n"] < 5))
        register(Family("few", "0, 1, 2", lambda: ({"n": n} for n in range(3))))
        yield


RATIONAL, SIGNS = {"by": "rational"}, {"by": "signs"}
ACCEPTED: list[tuple[Statement, Any]] = [
    (identity("x", "x"), {}),
    (sign("x", "x", "[0, 1]"), {}),
    (
        nonnegative("x*y + y**2", ("x", "y")),
        {
            "terms": [{"weight": "1", "factors": ["x", "y"]}, {"weight": "1", "square": "y"}],
            "point": {"x": "1", "y": "1"},
        },
    ),
    (inequality("exp(x)", "x", "[0, 1]", ">"), {"by": "balls", "pieces": ["0", "1"]}),
    (inequality("exp(x)", "x", "[0, 1]"), {"by": "taylor", "at": "low", "order": 1}),
    (inequality("x - log(1 + x)", "x", "[0, oo)"), {"by": "derivative", "from": "low", "node": RATIONAL}),
    (inequality("x*exp(x)", "x", "[0, 1]"), {"by": "interior", "node": SIGNS}),
    (
        inequality("x*exp(x)", "x", "[0, 1]"),
        {"by": "factor", "factor": "exp(x)", "sign": SIGNS, "cofactor": "x", "node": RATIONAL},
    ),
    (inequality("exp(x) + x", "x", "[0, 1]"), {"by": "sum", "terms": [["exp(x)", SIGNS], ["x", RATIONAL]]}),
    (inequality("x*exp(x)", "x", "[0, 1]"), {"by": "split", "at": "1/2", "left": SIGNS, "right": SIGNS}),
    (inequality("exp(x)", "x", "[1, oo)"), {"by": "reciprocal", "node": SIGNS}),
    (on_box("1 + x", {"x": ("0", "1")}), {"split": "x", "at": "1/2", "low": [], "high": "leaf"}),
    (exhaustive("small", "few"), {"instances": 3}),
    (counterexample("small"), {"instance": {"n": 5}}),
]


def objects(node: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of JSON with named entries; an instance is the property's own, and has any."""
    if isinstance(node, dict):
        yield node
    for name, part in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        if name != "instance":
            yield from objects(part)


def test_there_is_evidence_of_every_kind() -> None:
    assert {statement["kind"] for statement, _ in ACCEPTED} == set(KINDS)


@pytest.mark.parametrize(("statement", "evidence"), ACCEPTED, ids=str)
def test_what_no_one_reads_is_refused_at_every_level(statement: Statement, evidence: Any) -> None:
    check(statement, evidence)
    changed = deepcopy([statement, evidence])
    for node in objects(changed):
        node["more"] = "1"
        with pytest.raises(Rejected):
            check(*changed)
        del node["more"]
    check(*changed)


@pytest.mark.parametrize(("statement", "evidence"), ACCEPTED, ids=str)
@pytest.mark.parametrize("value", [None, True, 7, 0.5, "", "x(", [], [[]], {}, {"x": {}}], ids=str)
def test_an_entry_of_another_shape_is_rejected(statement: Statement, evidence: Any, value: Any) -> None:
    """Nothing else is raised; here and there, another value is as good."""
    changed = deepcopy([statement, evidence])
    rejected = 0
    for node in objects(changed):
        for name, entry in node.items():
            if name != "instance":
                node[name] = value
                rejected += refused(*changed)
                node[name] = entry
    assert rejected > 1
    assert refused(statement, value) or value in ({}, [])


def refused(statement: Any, evidence: Any) -> bool:
    try:
        check(statement, evidence)
    except Rejected:
        return True
    return False


@pytest.mark.parametrize("kind", [None, "", "else", 1, ["sign"], {"sign": 1}, b"sign"], ids=str)
def test_an_unknown_kind_is_rejected(kind: Any) -> None:
    with pytest.raises(Rejected, match="no checker for statements of the kind"):
        check({"kind": kind, "left": "x", "right": "x"}, {})


@pytest.mark.parametrize("statement", [None, [], "sign", 5, {}, {"left": "x", "right": "x"}], ids=str)
def test_what_has_no_kind_is_rejected(statement: Any) -> None:
    with pytest.raises(Rejected, match="of the kind None"):
        check(statement, {})


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(Rejected, match=r"terms: weight: '0.5' is not a rational number"):
        check(nonnegative("x**2"), {"terms": [{"weight": "0.5", "square": "x"}]})
    with pytest.raises(Rejected, match=r"the entries are 'weight', 'cube'; expected 'weight', 'factors' \(optional\)"):
        check(nonnegative("x**2"), {"terms": [{"weight": "1", "cube": "x"}]})
