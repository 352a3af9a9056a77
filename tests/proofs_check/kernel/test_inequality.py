"""The checker of inequalities: hand-made evidence, what has to be rejected, and mutants of evidence."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.proofs_check.kernel import Rejected, check
from dpassay.proofs_check.kernel.inequality import NODES
from dpassay.proofs_check.kernel.statements import Statement, inequality
from tests.proofs_check.kernel.inequality_cases import TRUE, TWINS, found, is_contradicted

Node = dict[str, Any]
RATIONAL: Node = {"by": "rational"}
SIGNS: Node = {"by": "signs"}


def balls(*pieces: str) -> Node:
    return {"by": "balls", "pieces": list(pieces)}


def taylor(at: str, order: int) -> Node:
    return {"by": "taylor", "at": at, "order": order}


def slope(end: str, node: Node) -> Node:
    return {"by": "derivative", "from": end, "node": node}


def factor(text: str, sign: Node, cofactor: str, node: Node) -> Node:
    return {"by": "factor", "factor": text, "sign": sign, "cofactor": cofactor, "node": node}


def split(at: str, left: Node, right: Node) -> Node:
    return {"by": "split", "at": at, "left": left, "right": right}


def accepts(statement: Statement, evidence: Any) -> bool:
    try:
        check(statement, evidence)
    except Rejected:
        return False
    return True


SHOWN = [
    (inequality("exp(x) - x", "x", "[0, 1]", ">"), balls("0", "1/2", "1")),
    (inequality("exp(x) - x", "x", "(0, 1)", ">"), balls("0", "1")),
    (inequality("1 + x + x**2 - exp(x)", "x", "(0, 1/2]", ">"), taylor("low", 2)),
    (inequality("1 + x + x**2 - exp(x)", "x", "[0, 1/2]"), taylor("low", 2)),
    (inequality("exp(-x) - 1 + x", "x", "[-1/2, 0)", ">"), taylor("high", 2)),
    (inequality("exp(x) - 1", "x", "(0, 1]", ">"), taylor("low", 1)),
    (inequality("1 - exp(x)", "x", "[-1, 0)", ">"), taylor("high", 1)),
    (inequality("log(1 + x) - x*log(2)", "x", "(0, 1/4]", ">"), taylor("low", 1)),
    (inequality("x - log(1 + x)", "x", "[0, oo)"), slope("low", RATIONAL)),
    (inequality("x - log(1 + x)", "x", "(0, oo)", ">"), slope("low", RATIONAL)),
    (inequality("x + 1/10 - log(1 + x)", "x", "[0, oo)", ">"), slope("low", RATIONAL)),
    (inequality("x - log(1 + x)", "x", "(-1, 0]"), slope("high", RATIONAL)),
    (inequality("log(1 + 1/x) - 1/(x + 1/2)", "x", "(0, oo)", ">"), slope("high", RATIONAL)),
    (inequality("1/(x - 1/2) - log(1 - 1/x) - 2/x", "x", "(-oo, -1]"), slope("low", RATIONAL)),
    (inequality("x**2 - 2*x + 1", "x", "[0, 3]"), RATIONAL),
    (inequality("exp(x) + x", "x", "[0, oo)", ">"), SIGNS),
    (inequality("exp(x)*x - exp(x)", "x", "[1, oo)"), factor("exp(x)", SIGNS, "x - 1", RATIONAL)),
    (
        inequality("exp(x) - 1 + x**2", "x", "(0, oo)", ">"),
        {"by": "sum", "terms": [["exp(x) - 1", SIGNS], ["x**2", RATIONAL]]},
    ),
    (inequality("exp(x) - exp(1)*x", "x", "[1/2, 3/2]"), split("1", taylor("high", 2), taylor("low", 2))),
    (
        inequality("log(1 + 1/x) - 1/(x + 1)", "x", "[2, oo)", ">"),
        {"by": "reciprocal", "node": factor("1", SIGNS, "log(1 + x) - x/(1 + x)", slope("low", RATIONAL))},
    ),
    (inequality("x*exp(x)", "x", "[0, 1]"), {"by": "interior", "node": factor("x", RATIONAL, "exp(x)", SIGNS)}),
]


@pytest.mark.parametrize(("statement", "evidence"), SHOWN)
def test_accepts(statement: Statement, evidence: Node) -> None:
    assert not is_contradicted(statement)
    check(statement, evidence)


NOT_SHOWN = {
    "zero at a closed end": (inequality("exp(x) - 1", "x", "[0, 1]", ">"), taylor("low", 1)),
    "zero at a closed high end": (inequality("1 - exp(x)", "x", "[-1, 0]", ">"), taylor("high", 1)),
    "zero at a closed end, by slope": (inequality("x - log(1 + x)", "x", "[0, oo)", ">"), slope("low", RATIONAL)),
    "zero at a closed end, by Sturm": (inequality("x", "x", "[0, 1]", ">"), RATIONAL),
    "zero inside, by Sturm": (inequality("(x - 1/2)**2", "x", "[0, 1]", ">"), RATIONAL),
    "strict by the inside": (inequality("x", "x", "[0, 1]", ">"), {"by": "interior", "node": RATIONAL}),
    "zero everywhere": (inequality("exp(x)*exp(-x) - 1", "x", "(0, 1)", ">"), slope("low", RATIONAL)),
    "zero everywhere, by a slope that is zero": (
        inequality("log(1 + x) - log(x + 1)", "x", "(0, 1)", ">"),
        slope("low", RATIONAL),
    ),
    "zero everywhere, by signs": (inequality("x - x", "x", "(0, 1)", ">"), SIGNS),
    "zero everywhere, by a sum": (
        inequality("0*exp(x)", "x", "(0, 1)", ">"),
        {"by": "sum", "terms": [["0", RATIONAL], ["0", RATIONAL]]},
    ),
    "no terms": (inequality("0", "x", "(0, 1)", ">"), {"by": "sum", "terms": []}),
    "a strict sum of two zeros": (
        inequality("exp(x) - 1 + x", "x", "[0, 1]", ">"),
        {"by": "sum", "terms": [["x", RATIONAL], ["exp(x) - 1", SIGNS]]},
    ),
    "the wrong end": (inequality("x - log(1 + x)", "x", "[0, 1]"), slope("high", RATIONAL)),
    "falling": (inequality("log(1 + x) - x", "x", "[0, 1]"), slope("low", RATIONAL)),
    "from below zero": (inequality("x - 1/10 - log(1 + x)", "x", "[0, oo)"), slope("low", RATIONAL)),
    "a negative limit": (inequality("log(1 + 1/x) - 1/10", "x", "[1, oo)"), slope("high", RATIONAL)),
    "no limit": (inequality("log(x) + 1 - 10*x", "x", "[1, oo)"), slope("high", RATIONAL)),
    "through a pole": (inequality("-1/x", "x", "[-1, 1]"), slope("low", RATIONAL)),
    "through a double pole": (inequality("-1/x**3 + exp(x)", "x", "[-1, 1]"), slope("low", SIGNS)),
    "from a pole": (inequality("-1/x + 1 + exp(x)/100", "x", "(0, 1]"), slope("low", SIGNS)),
    "from where a log is not": (inequality("log(x) + 1", "x", "(0, 1]"), slope("low", RATIONAL)),
    "from where the rational part has a gap": (inequality("x/x + log(1 + x)", "x", "(0, 1]"), slope("low", RATIONAL)),
    "undefined: a pole": (inequality("1/x**2", "x", "[-1, 1]", ">"), RATIONAL),
    "undefined: a pole by balls": (inequality("1/x**2 + exp(x)", "x", "[-1, 1]", ">"), balls("-1", "0", "1")),
    "undefined: log": (inequality("log(x)**2", "x", "[-1, 1]"), SIGNS),
    "undefined: log at the end": (inequality("log(x)**2", "x", "[0, 1]"), SIGNS),
    "undefined: log times zero": (inequality("1 + 0*log(x)", "x", "[-1, 1]", ">"), balls("-1", "1")),
    "undefined: power zero": (inequality("(1/x)**0", "x", "[-1, 1]", ">"), RATIONAL),
    "undefined: canceled": (inequality("x/x", "x", "[-1, 1]", ">"), RATIONAL),
    "undefined: twice inverted": (inequality("1/(1/x)", "x", "[0, 1]"), RATIONAL),
    "undefined: sqrt": (inequality("1 + sqrt(x)", "x", "[-1, 1]", ">"), SIGNS),
    "undefined: a factor": (
        inequality("exp(x)*x**2", "x", "[-1, 1]"),
        factor("exp(x)/x**2", SIGNS, "x**4", RATIONAL),
    ),
    "undefined: a term": (
        inequality("exp(x)", "x", "[-1, 1]"),
        {"by": "sum", "terms": [["exp(x) + 1/x**2", SIGNS], ["-1/x**2", RATIONAL]]},
    ),
    "a factor that is zero": (inequality("x*exp(x)", "x", "[0, 1]", ">"), factor("x", SIGNS, "exp(x)", SIGNS)),
    "a factor that is zero, not strict": (
        inequality("x*exp(x)", "x", "[0, 1]"),
        factor("x", RATIONAL, "exp(x)", SIGNS),
    ),
    "a factor that is negative": (inequality("-exp(x)", "x", "[0, 1]"), factor("-1", RATIONAL, "exp(x)", SIGNS)),
    "another product": (inequality("-exp(x)", "x", "[0, 1]"), factor("1", RATIONAL, "exp(x)", SIGNS)),
    "another sum": (inequality("-exp(x)", "x", "[0, 1]"), {"by": "sum", "terms": [["exp(x)", SIGNS]]}),
    "pieces that end early": (inequality("1/2 - log(1 + x)", "x", "[0, 1]"), balls("0", "1/2")),
    "pieces that begin late": (inequality("log(1 + x) - 1/10", "x", "[0, 1]"), balls("1/2", "1")),
    "pieces with a step back": (inequality("exp(x)", "x", "[0, 1]"), balls("0", "1", "1/2", "1")),
    "one piece point": (inequality("exp(x) - 2", "x", "[0, 1]"), balls("0")),
    "no pieces": (inequality("exp(x) - 2", "x", "[0, 1]"), balls()),
    "pieces of an infinite interval": (inequality("exp(x)", "x", "[0, oo)"), balls("0", "1")),
    "Taylor on an infinite interval": (inequality("exp(x)", "x", "[0, oo)"), taylor("low", 1)),
    "Taylor of order 0": (inequality("1 + x + x**2 - exp(x)", "x", "(0, 1]", ">"), taylor("low", 0)),
    "Taylor of the wrong order": (inequality("1 + x + x**2 - exp(x)", "x", "(0, 1/2]", ">"), taylor("low", 1)),
    "Taylor, a negative coefficient": (inequality("exp(x) - 1 - 2*x", "x", "(0, 1]"), taylor("low", 2)),
    "Taylor, a negative value": (inequality("exp(x) - 11/10", "x", "(0, 1]"), taylor("low", 1)),
    "Taylor too far": (inequality("1 + x + x**2 - exp(x)", "x", "(0, 2]", ">"), taylor("low", 2)),
    "almost zero is not zero": (
        inequality("exp(x) - 1 - 1/10**70", "x", "[0, 1]"),
        taylor("low", 1),
    ),
    "a cut outside": (inequality("exp(x)", "x", "[0, 1]"), split("2", SIGNS, SIGNS)),
    "a cut at the end": (inequality("exp(x)", "x", "[0, 1]"), split("1", SIGNS, SIGNS)),
    "a cut at a zero": (
        inequality("exp(x) - exp(1)*x", "x", "[1/2, 3/2]", ">"),
        split("1", taylor("high", 2), taylor("low", 2)),
    ),
    "reciprocal through zero": (inequality("exp(x)", "x", "[-1, 1]"), {"by": "reciprocal", "node": SIGNS}),
    "reciprocal from zero": (inequality("exp(x)", "x", "[0, 1]"), {"by": "reciprocal", "node": SIGNS}),
    "a foreign variable": (inequality("exp(y)", "x", "[0, 1]"), SIGNS),
    "another relation": (inequality("exp(x)", "x", "[0, 1]", "<"), SIGNS),
    "an interval turned around": (inequality("exp(x)", "x", "[1, 0]"), SIGNS),
    "a point": (inequality("exp(x)", "x", "[1, 1]"), SIGNS),
    "a decimal": (inequality("exp(x) - 0.5", "x", "[0, 1]"), SIGNS),
}


@pytest.mark.parametrize("name", NOT_SHOWN)
def test_rejects(name: str) -> None:
    assert not accepts(*NOT_SHOWN[name])


MALFORMED: list[Any] = [
    {},
    [],
    "rational",
    None,
    {"by": "magic"},
    {"by": ["rational"]},
    {"by": "balls"},
    {"by": "balls", "pieces": "01"},
    {"by": "balls", "pieces": [0, 1]},
    {"by": "balls", "pieces": ["0", "0.5", "1"]},
    {"by": "taylor", "at": "middle", "order": 1},
    {"by": "taylor", "at": "low", "order": "1"},
    {"by": "taylor", "at": "low", "order": True},
    {"by": "taylor", "at": "low", "order": 65},
    {"by": "derivative", "from": "low"},
    {"by": "derivative", "from": "0", "node": SIGNS},
    {"by": "factor", "factor": 1, "sign": SIGNS, "cofactor": "exp(x)", "node": SIGNS},
    {"by": "factor", "factor": "1/0", "sign": SIGNS, "cofactor": "exp(x)", "node": SIGNS},
    {"by": "sum", "terms": [["exp(x)"]]},
    {"by": "sum", "terms": {"exp(x)": SIGNS}},
    {"by": "split", "at": "1/2", "left": SIGNS},
    {"by": "split", "at": 1, "left": SIGNS, "right": SIGNS},
]


@pytest.mark.parametrize("evidence", MALFORMED, ids=str)
def test_rejects_what_is_malformed(evidence: Any) -> None:
    with pytest.raises(Rejected):
        check(inequality("exp(x)", "x", "[0, 1]"), evidence)


def mutants(node: Any) -> Iterator[Any]:
    """Yield every tree that differs from a tree of evidence in one place."""
    if not isinstance(node, dict):
        return
    for by in NODES:
        yield {**node, "by": by}
    for key, entry in node.items():
        yield {other: kept for other, kept in node.items() if other != key}
        for changed in _changed(key, entry):
            yield {**node, key: changed}
    if node.get("by") == "split":
        yield {**node, "left": node["right"], "right": node["left"]}


def _changed(key: str, entry: Any) -> Iterator[Any]:
    if isinstance(entry, dict):
        yield from mutants(entry)
        yield from (RATIONAL, SIGNS, entry.get("node", SIGNS))
    elif isinstance(entry, int):
        yield from (entry - 1, entry + 1, -entry, entry + 4)
    elif entry in ("low", "high"):
        yield "high" if entry == "low" else "low"
    elif key == "pieces":
        yield from (entry[:k] + entry[k + 1 :] for k in range(len(entry)))
        yield from ([*entry[:k], f"{piece}0", *entry[k + 1 :]] for k, piece in enumerate(entry))
        yield entry[::-1]
    elif key == "terms":
        yield entry[::-1]
        yield entry[1:]
    elif key == "at":
        yield from (f"-{entry}", f"{entry}0", f"1{entry}", "0", "1", "1/1000")
    elif key in ("factor", "cofactor"):
        yield from (f"-({entry})", f"2*({entry})", f"1/({entry})", f"({entry})**2", f"{entry} + 1", "1", "0")


def test_mutants_mutate() -> None:
    evidence = split("1", taylor("high", 2), factor("x", SIGNS, "x - 1", balls("1", "2")))
    before = copy.deepcopy(evidence)
    several = list(mutants(evidence))
    assert evidence == before
    assert sum(mutant != evidence for mutant in several) > 60
    statement = inequality("exp(x) - exp(1)*x", "x", "[1/2, 3/2]")
    good = split("1", taylor("high", 2), taylor("low", 2))
    accepted = [mutant for mutant in mutants(good) if mutant != good and accepts(statement, mutant)]
    assert accepted == [split("1", taylor("high", 2), taylor("low", order)) for order in (3, 6)]  # these are valid, too


@pytest.mark.parametrize(("statement", "evidence"), SHOWN[:13])
def test_few_mutants_of_short_evidence_pass(statement: Statement, evidence: Node) -> None:
    rejected = [mutant for mutant in mutants(evidence) if not accepts(statement, mutant)]
    assert len(rejected) > 7


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_no_mutant_shows_a_false_twin(true: Statement, false: Statement) -> None:
    evidence = found(true)
    assert evidence is not None
    assert not any(accepts(false, mutant) for mutant in [evidence, *mutants(evidence)])


@pytest.mark.parametrize("statement", [case for case in TRUE if case["relation"] == ">="])
def test_closed_ends_matter(statement: Statement) -> None:
    """Evidence for ">= 0" shows "> 0" only where that is true."""
    evidence = found(statement)
    strict = {**statement, "relation": ">"}
    if accepts(strict, evidence):
        assert not is_contradicted(strict)


INTERVALS = [
    "[-1, 1]",
    "[0, 1]",
    "(0, 1]",
    "(0, 1)",
    "[1/2, 2)",
    "[0, oo)",
    "(0, oo)",
    "(1, oo)",
    "(-oo, 0]",
    "(-oo, oo)",
]
LEAVES = st.sampled_from(["x", "x", "1", "2", "1/2", "-1", "0"])
FORMULAS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds("({} + {})".format, inner, inner),
        st.builds("({} - {})".format, inner, inner),
        st.builds("({} * {})".format, inner, inner),
        st.builds("({} / {})".format, inner, inner),
        st.builds("({})**{}".format, inner, st.sampled_from([-2, -1, 0, 2, 3])),
        st.builds("{}({})".format, st.sampled_from(["exp", "log", "sqrt"]), inner),
    ),
    max_leaves=6,
)
ENDS = st.sampled_from(["low", "high"])
STEPS = st.recursive(
    st.one_of(
        st.sampled_from(
            [RATIONAL, SIGNS, balls("-1", "1"), balls("0", "1"), balls("0", "1/2", "1"), balls("1/2", "1", "2")]
        ),
        st.builds(taylor, ENDS, st.integers(0, 4)),
    ),
    lambda inner: st.one_of(
        st.builds(slope, ENDS, inner),
        st.builds(lambda node: {"by": "interior", "node": node}, inner),
        st.builds(lambda node: {"by": "reciprocal", "node": node}, inner),
        st.builds(split, st.sampled_from(["0", "1/2", "1"]), inner, inner),
    ),
    max_leaves=4,
)


@given(FORMULAS, st.sampled_from(INTERVALS), st.sampled_from([">", ">="]), STEPS)
def test_what_is_accepted_is_not_contradicted(text: str, interval: str, relation: str, evidence: Node) -> None:
    statement = inequality(text, "x", interval, relation)
    try:
        contradicted = is_contradicted(statement)
    except OverflowError:
        return
    if contradicted:
        assert not accepts(statement, evidence)


@pytest.mark.parametrize(
    ("statement", "evidence"),
    [
        (inequality("(x - 1)**3 + 1", "x", "[0, 2]"), slope("low", RATIONAL)),  # 0 at the low end, flat at 1
        (inequality("(x - 1)**3 + 2", "x", "[0, 2]", ">"), slope("low", RATIONAL)),  # above 0 there, flat at 1
        (inequality("1 - (x - 1)**3", "x", "[0, 2]"), slope("high", RATIONAL)),
        (inequality("(x - 1)**3 + 1", "x", "(0, 1/2]", ">"), slope("low", RATIONAL)),
    ],
)
def test_a_slope_may_be_0_unless_all_hangs_on_it(statement: Statement, evidence: Node) -> None:
    check(statement, evidence)


def test_a_slope_that_is_0_shows_nothing_strict_from_a_value_of_0() -> None:
    statement = inequality("(x - 1)**3 + 1", "x", "(0, 2]", ">")
    with pytest.raises(Rejected):
        check(statement, slope("low", RATIONAL))


@pytest.mark.parametrize("expression", ["log(1/x) - log(2/x)", "x*exp(-x)", "log(x)", "exp(-x)"])
def test_no_limit_at_infinity_is_taken_for_granted(expression: str) -> None:
    """The first is -log(2) everywhere, though both of its logs are those of 0 in the limit."""
    with pytest.raises(Rejected, match="no limit is known at infinity"):
        check(inequality(expression, "x", "[1, oo)"), slope("high", RATIONAL))
