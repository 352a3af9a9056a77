"""SCOTT-29-corrected and SCOTT-29c: how far the values of the estimate differ on adjacent histograms, with any lambdas.

The values at a cell are l1 (r1 - 1) - log r1 and l2 (r2 - 1) - log r2. Their difference is (l1 - l2)(r1 - 1) and l2
(r1 - r2) - log(r1/r2), of which the last two have opposite signs; in all cells but two the counts agree, and these are
0. ``S`` is a number that is at least l2/(N Pi(x)) and log((c + 1)/c), ``g`` one that is at least |l1 - l2|, and ``b``
one that is at least |r1 - 1|.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.sensitivity_of_kl import ADJACENT
from dpassay.proofs_check.private_kl_estimation.scott_29 import value
from dpassay.proofs_check.private_kl_estimation.two_cells import DOWN, LOGS, STEP, UP
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, constant, together

LAMBDAS: Final = {
    "l1": "real, 0 <= l1",
    "l2": "real, 0 <= l2",
    "g": "real",
    "b": "real",
    "S": "real",
}
APART: Final = ("l1 - l2 <= g", "l2 - l1 <= g")
SAMPLES: Final = {
    "l1": (Fraction(0), Fraction(2)),
    "l2": (Fraction(1), Fraction(1, 2)),
    "g": (Fraction(1), Fraction(3)),
    "b": (Fraction(1), Fraction(10)),
    "S": (Fraction(1), Fraction(20)),
}


def bounds(x: str) -> tuple[str, ...]:
    """What the three numbers of the bound are at least, for a sample of this cell."""
    ratio = f"h(1, {x})/(N*pi({x}))"
    return (*APART, f"{ratio} - 1 <= b", f"1 - {ratio} <= b", f"{STEP} <= S", f"l2/(N*pi({x})) <= S")


def both_ways(x: str) -> str:
    """How far the values of a cell differ."""
    first, second = value("l1", 1, x), value("l2", 2, x)
    return f"{first} - {second} <= b*g + S and {second} - {first} <= b*g + S"


def _products(x: str) -> Iterator[Step]:
    """What the lambdas pull is at most b g, in size."""
    excess, where = f"(h(1, {x})/(N*pi({x})) - 1)", bounds(x)
    yield Step("b plus", f"0 <= b + {excess}", arithmetic(where[3]), where)
    yield Step("g plus", "0 <= g + (l1 - l2)", arithmetic(where[1]), where)
    yield Step("g minus", "0 <= g - (l1 - l2)", arithmetic(where[0]), where)
    yield Step(
        "up by lambdas",
        f"2*(l1 - l2)*{excess} <= 2*b*g",
        arithmetic((f"b + {excess}", where[0]), ("g + (l1 - l2)", where[2])),
        where,
        ("b plus", "g plus"),
    )
    yield Step(
        "down by lambdas",
        f"-2*(l1 - l2)*{excess} <= 2*b*g",
        arithmetic((f"b + {excess}", where[1]), ("g - (l1 - l2)", where[2])),
        where,
        ("b plus", "g minus"),
    )


def _logs(x: str) -> Iterator[Step]:
    for i in (1, 2):
        yield Step(
            f"log {i}",
            f"log(h({i}, {x})/(N*pi({x}))) = log(h({i}, {x})) - log(N*pi({x}))",
            apply("log of a quotient", p=f"h({i}, {x})", q=f"N*pi({x})"),
        )


OF_CELL: Final = {"1": ("up", UP, "h(1, 1)", "h(2, 1)"), "2": ("down", DOWN, "h(2, 2)", "h(1, 2)")}


def _side(x: str, formula: str, *terms: tuple[str, str] | str) -> Step:
    """One of the two inequalities; the first one takes the log of the first ratio away."""
    first = both_ways(x).split(" and ")[0]
    name, by, logs = (
        ("rises", "up by lambdas", ("-1", "1")) if formula == first else ("falls", "down by lambdas", ("1", "-1"))
    )
    return Step(name, formula, arithmetic(("1/2", by), *zip(logs, ("log 1", "log 2"), strict=True), *terms), bounds(x))


def _changed(x: str, fact: str) -> None:
    """The theorem for a cell that changes; the log of the counts has the sign of the change."""
    name, ratio, more, less = OF_CELL[x]
    share, (first, second) = f"l2/(N*pi({x}))", both_ways(x).split(" and ")
    with_change, against = (first, second) if x == "1" else (second, first)
    steps = {
        with_change: _side(x, with_change, "log", (share, fact), bounds(x)[5], f"{name} above 0"),
        against: _side(x, against, ("-1", "log"), (f"-{share}", fact), name, bounds(x)[4]),
    }
    theorem(
        f"SCOTT-29-corrected: cell {x}",
        ADJACENT,
        both_ways(x),
        *_products(x),
        *_logs(x),
        Step("log", f"{ratio} = log({more}) - log({less})", apply("log of a quotient", p=more, q=less)),
        Step(f"{name} above 0", f"0 < {ratio}", apply("logs of counts")),
        Step(name, f"{ratio} <= {STEP}", apply("logs of counts")),
        steps[first],
        steps[second],
        where=bounds(x),
        variables=LAMBDAS,
        samples=SAMPLES,
    )


_changed("1", "one less in cell 1")
_changed("2", "one more in cell 2")
SAME: Final = both_ways("y").split(" and ")
theorem(
    "SCOTT-29-corrected: another cell",
    ADJACENT,
    both_ways("y"),
    *_products("y"),
    *_logs("y"),
    *(step for step in LOGS if step.name not in {"up", "down"}),
    Step("up above 0", f"0 < {UP}", apply("logs of counts")),
    Step("up", f"{UP} <= {STEP}", apply("logs of counts")),
    Step("S", "0 <= S", arithmetic("up above 0", "up", bounds("y")[4]), bounds("y")),
    _side("y", SAME[0], ("-1", "log elsewhere"), ("l2/(N*pi(y))", "the same elsewhere"), "S"),
    _side("y", SAME[1], "log elsewhere", ("-l2/(N*pi(y))", "the same elsewhere"), "S"),
    where=bounds("y"),
    variables=LAMBDAS,
    samples=SAMPLES,
)
theorem(
    "SCOTT-29-corrected",
    ADJACENT,
    " and ".join(both_ways(x) for x in ("1", "2")),
    Step("first cell", both_ways("1"), apply("SCOTT-29-corrected: cell 1", **{n: n for n in LAMBDAS}), bounds("1")),
    Step("second cell", both_ways("2"), apply("SCOTT-29-corrected: cell 2", **{n: n for n in LAMBDAS}), bounds("2")),
    Step(
        "all",
        " and ".join(both_ways(x) for x in ("1", "2")),
        together("first cell", "second cell"),
        (*bounds("1"), *bounds("2")[2:]),
    ),
    where=(*bounds("1"), *bounds("2")[2:]),
    variables=LAMBDAS,
    samples=SAMPLES,
    also=("SCOTT-29-corrected: another cell",),
)


LARGEST: Final = {"l1": "real, 0 <= l1", "l2": "real, 0 <= l2", "g": "real", "al": "real", "m": "real, 0 < m"}
OF_LARGEST: Final = {
    "l1": (Fraction(0), Fraction(2)),
    "l2": (Fraction(1), Fraction(1, 2)),
    "g": (Fraction(1), Fraction(3)),
    "al": (Fraction(10), Fraction(20)),
    "m": (Fraction(1, 100),),
}
ENOUGH: Final = {"b": "(al + 1)", "S": "(l2/(N*m) + log(2))"}


def _with_alpha(x: str) -> tuple[str, str]:
    """The bound as the proof ends with it."""
    first, second = value("l1", 1, x), value("l2", 2, x)
    most = "(al + 1)*g + l2/(N*m) + log(2)"
    return f"{first} - {second} <= {most}", f"{second} - {first} <= {most}"


def _conditions(x: str) -> tuple[str, ...]:
    return (*APART, f"h(1, {x})/(N*pi({x})) <= al", f"m <= pi({x})")


def _of_cell(x: str, id: str) -> None:  # noqa: A002  # the name that it has everywhere
    """The bound of the proof for one cell."""
    where = _conditions(x)
    needs = (
        Step("log of step", f"{STEP} <= log(2)", apply("log grows", "ratio", A="(c + 1)/c", B="2")),
        Step("log 2", "0 <= log(2)", constant()),
        Step("share", f"l2/(N*pi({x})) <= l2/(N*m)", arithmetic((f"l2/(N*m*pi({x}))", where[3])), where),
        Step("S of logs", f"{STEP} <= {ENOUGH['S']}", arithmetic("log of step")),
        Step("S of shares", f"l2/(N*pi({x})) <= {ENOUGH['S']}", arithmetic("share", "log 2"), where),
    )
    theorem(
        f"SCOTT-29c: {id}",
        ADJACENT,
        " and ".join(_with_alpha(x)),
        Step("ratio", "(c + 1)/c <= 2", arithmetic(("1/c", "1 <= c"))),
        *needs,
        *(
            Step(
                f"bound {number}",
                said,
                apply(f"SCOTT-29-corrected: {id}", "S of logs", "S of shares", l1="l1", l2="l2", g="g", **ENOUGH),
                where,
            )
            for number, said in enumerate(_with_alpha(x), 1)
        ),
        where=where,
        variables=LARGEST,
        samples=OF_LARGEST,
    )


for cell, name in (("1", "cell 1"), ("2", "cell 2"), ("y", "another cell")):
    _of_cell(cell, name)
theorem(
    "SCOTT-29c",
    ADJACENT,
    " and ".join((*_with_alpha("1"), *_with_alpha("2"))),
    *(
        Step(
            f"cell {x}, {number}",
            said,
            apply(f"SCOTT-29c: cell {x}", **{name: name for name in LARGEST}),
            _conditions(x),
        )
        for x in ("1", "2")
        for number, said in enumerate(_with_alpha(x), 1)
    ),
    where=(*_conditions("1"), *_conditions("2")[2:]),
    variables=LARGEST,
    samples=OF_LARGEST,
    also=("SCOTT-29c: another cell",),
)
