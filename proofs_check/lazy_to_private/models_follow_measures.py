"""Over multiplicative weights x_s follows the measure before its batch: nu-hat_s is the normalized nu_s.

The ratios nu_s/nu_(s-1) lie in [e^(-B eta), 1], so the minimum in line 6 is never 1, and given y the coin S_s is 1 with
probability c nu_s(x)/nu_(s-1)(x), where c depends on y alone. By induction x_(s-1) follows the normalized nu_(s-1),
even given y. So the models that are kept are in proportion to nu_s, like those that are drawn anew.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.measures_before_batches import F_U, F_V, LAW, NEXT, UNCUT, equal_sums
from dpassay.proofs_check.models.lazy_experts import LAZY
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside, use

MODELS: Final = "x(s, i) = mu(s, 1, i)"


def _of_y(s: str, v: str = "v") -> str:
    """The probability that y_s is v."""
    return f"sum(pair({s}, k, {v}), k, 1, d)"


def _deviation(s: str) -> str:
    return f"(pair({s}, u, v) - mu({s}, 1, u)*{_of_y(s)})"


def _squares(s: str) -> str:
    return f"sum(sum({_deviation(s)}**2, v, 1, d), u, 1, d)"


def _no_squares(name: str, s: str) -> tuple[Step, ...]:
    """From what is 0 for each two models: the squares add up to 0."""
    square, where = f"{_deviation(s)}**2", (f"{_squares('t')} = 0",) if s == "t + 1" else ()
    row = f"sum({square}, v, 1, d)"
    return (
        Step(f"{name}: square", f"{square} = 0", arithmetic((_deviation(s), name)), where),
        Step(
            f"{name}: row",
            f"{row} = sum(0, v, 1, d)",
            apply("sum of equals", f"{name}: square", f=f"v: {square}", g="v: 0", low="1", high="d"),
            where,
        ),
        Step(
            f"{name}: squares",
            f"{_squares(s)} = sum(0, u, 1, d)",
            apply("sum of equals", f"{name}: row", f=f"u: {row}", g="u: 0", low="1", high="d"),
            where,
        ),
    )


SO_FAR: Final = (f"{_squares('t')} = 0",)
KEPT: Final = f"(1 - p)*exp(-2*B*h)/{F_V}"
ALL_KEPT: Final = f"sum(mu(t, 1, u)*{F_U}, u, 1, d)"
DRAWN: Final = "(1 - (1 - p)*q(t, u, v))*pair(t, u, v)"
STAYING: Final = f"pair(t, u, v) - {KEPT}*mu(t, 1, u)*{F_U}*{_of_y('t')}"
MOVED: Final = f"mu(t + 1, 1, u)*{_of_y('t')}"
AFTER: Final = f"((1 - p)*{_of_y('t')} + p*mu(t + 1, 1, v)*sum({_of_y('t', 'w')}, w, 1, d))"
APART: Final = f"pair(s, u, v) = mu(s, 1, u)*{_of_y('s')}"
theorem(
    "the two models are independent",
    LAZY,
    APART,
    Step("law", LAW, apply("measures before a batch are laws")),
    equal_sums("line 2", "u", "pair(1, u, v)", "mu(1, 1, u)*mu(1, 1, v)"),
    Step(
        "first",
        f"{_deviation('1')} = 0",
        arithmetic("line 2", ("-mu(1, 1, u)", "line 2, of all"), ("-mu(1, 1, u)*mu(1, 1, v)", use("law", s="1"))),
    ),
    *_no_squares("first", "1"),
    Step(
        "before",
        f"{_deviation('t')} = 0",
        apply("squares that add up to 0", i="u", j="v", m="d", n="d", f=f"u, v: {_deviation('t')}"),
        SO_FAR,
    ),
    Step("uncut", UNCUT, apply("line 6 cuts nothing off")),
    Step("next measure", NEXT, apply("a step of the measures")),
    equal_sums("next measure", "u", "mu(t + 1, 1, u)*Z(t)", f"Z(t - 1)*mu(t, 1, u)*{F_U}"),
    Step(
        "in proportion",
        f"mu(t, 1, u)*{F_U} = mu(t + 1, 1, u)*{ALL_KEPT}",
        arithmetic(
            ("-1/Z(t - 1)", "next measure"),
            ("mu(t + 1, 1, u)/Z(t - 1)", "next measure, of all"),
            ("-mu(t + 1, 1, u)*Z(t)/Z(t - 1)", use("law", s="t + 1")),
        ),
    ),
    Step(
        "kept",
        f"(1 - p)*q(t, u, v)*pair(t, u, v) = {KEPT}*mu(t, 1, u)*{F_U}*{_of_y('t')}",
        arithmetic(("(1 - p)*pair(t, u, v)", "uncut"), (f"{KEPT}*{F_U}", "before")),
        SO_FAR,
    ),
    Step(
        "moved",
        f"moved(t, u, v) = {MOVED}",
        arithmetic(
            "lines 7 to 11",
            "kept",
            ("mu(t + 1, 1, u)", inside("sum(-_, u, 1, d)", "kept")),
            (f"{KEPT}*{_of_y('t')}", "in proportion"),
        ),
        SO_FAR,
    ),
    Step(
        "both",
        f"pair(t + 1, u, v) = mu(t + 1, 1, u)*{AFTER}",
        arithmetic("lines 13 to 18", ("1 - p", "moved"), ("p*mu(t + 1, 1, v)", inside("sum(_, v, 1, d)", "moved"))),
        SO_FAR,
    ),
    Step(
        "next",
        f"{_deviation('t + 1')} = 0",
        arithmetic(
            "both",
            ("-mu(t + 1, 1, u)", inside("sum(_, u, 1, d)", "both")),
            (f"-mu(t + 1, 1, u)*{AFTER}", use("law", s="t + 1")),
        ),
        SO_FAR,
    ),
    *_no_squares("next", "t + 1"),
    Step(
        "in all batches",
        f"{_squares('s')} = 0",
        apply(
            "induction of equalities",
            "first: squares",
            "next: squares",
            low="1",
            high="s",
            f=f"s: {_squares('s')}",
            g="s: 0",
        ),
    ),
    Step(
        "no deviation",
        f"{_deviation('s')} = 0",
        apply("squares that add up to 0", "in all batches", i="u", j="v", m="d", n="d", f=f"u, v: {_deviation('s')}"),
    ),
    Step("all", APART, arithmetic("no deviation")),
)


def _in_all(s: str) -> str:
    return f"sum(sum(pair({s}, u, v), v, 1, d), u, 1, d)"


def _in_columns(table: str) -> tuple[str, str]:
    """The sum of a table by its rows, and by its columns."""
    return f"sum(sum({table}, v, 1, d), u, 1, d)", f"sum(sum({table}, u, 1, d), v, 1, d)"


def _either_order(name: str, table: str) -> Step:
    rows, columns = _in_columns(table)
    return Step(name, f"{rows} = {columns}", apply("sums in either order", f=f"u, v: {table}", m="d", n="d"))


BY_LINE_11: Final = f"(1 - p)*q(t, u, v)*pair(t, u, v) + mu(t + 1, 1, u)*sum({DRAWN.replace('u,', 'k,')}, k, 1, d)"
BY_LINE_18: Final = "(1 - p)*moved(t, u, v) + p*mu(t + 1, 1, v)*sum(moved(t, u, k), k, 1, d)"
BOTH: Final = "sum(sum(pair(s, u, v), v, 1, d), u, 1, d) = 1"
theorem(
    "the two models have a law",
    LAZY,
    BOTH,
    Step("law", LAW, apply("measures before a batch are laws")),
    equal_sums("line 2", "v", "pair(1, u, v)", "mu(1, 1, u)*mu(1, 1, v)"),
    equal_sums("line 2, of all", "u", "sum(pair(1, u, v), v, 1, d)", "sum(mu(1, 1, u)*mu(1, 1, v), v, 1, d)"),
    Step(
        "first",
        f"{_in_all('1')} = 1",
        arithmetic("line 2, of all, of all", ("sum(mu(1, 1, i), i, 1, d) + 1", use("law", s="1"))),
    ),
    equal_sums("lines 7 to 11", "u", "moved(t, u, v)", BY_LINE_11),
    Step(
        "column",
        f"sum(moved(t, u, v), u, 1, d) = {_of_y('t')}",
        arithmetic("lines 7 to 11, of all", (f"sum({DRAWN}, u, 1, d)", use("law", s="t + 1"))),
    ),
    equal_sums("column", "v", "sum(moved(t, u, v), u, 1, d)", _of_y("t")),
    equal_sums("lines 13 to 18", "v", "pair(t + 1, u, v)", BY_LINE_18),
    Step(
        "row",
        "sum(pair(t + 1, u, v), v, 1, d) = sum(moved(t, u, v), v, 1, d)",
        arithmetic("lines 13 to 18, of all", ("p*sum(moved(t, u, v), v, 1, d)", use("law", s="t + 1"))),
    ),
    equal_sums("row", "u", "sum(pair(t + 1, u, v), v, 1, d)", "sum(moved(t, u, v), v, 1, d)"),
    _either_order("moved in either order", "moved(t, u, v)"),
    _either_order("pairs in either order", "pair(t, u, v)"),
    Step(
        "next",
        f"{_in_all('t + 1')} = 1",
        arithmetic(
            "row, of all",
            "moved in either order",
            "column, of all",
            ("-1", "pairs in either order"),
            f"{_in_all('t')} = 1",
        ),
        (f"{_in_all('t')} = 1",),
    ),
    Step(
        "all",
        BOTH,
        apply("induction of equalities", "first", "next", low="1", high="s", f=f"s: {_in_all('s')}", g="s: 1"),
    ),
)
theorem(
    "models follow the measures",
    LAZY,
    MODELS,
    Step("apart", APART, apply("the two models are independent")),
    Step(
        "in either order",
        "{} = {}".format(*_in_columns("pair(s, u, v)")),
        apply("sums in either order", f="u, v: pair(s, u, v)", m="d", n="d"),
    ),
    Step("one", BOTH, apply("the two models have a law")),
    Step(
        "all",
        MODELS,
        arithmetic(
            "played",
            inside("sum(_, v, 1, d)", "apart", u="i"),
            ("-mu(s, 1, i)", "in either order"),
            ("mu(s, 1, i)", "one"),
        ),
    ),
)
