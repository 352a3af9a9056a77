"""Divergences and total variation: KL <= (1 + L) TV where no log-ratio is above L, and 2 TV^2 <= KL, for sums.

For f >= g the first is f log(f/g) = (f - g) log(f/g) + g log(f/g), with log(f/g) <= f/g - 1 in the last term; where f <
g it is below 0. The second is Pinsker's inequality, by 3 (1 - v)^2 <= (2 + 4 v)(v - 1 - log v) at v = g/f.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import as_real, log
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic

TERM: Final = "f*(a - b) <= (1 + L)*[g < f]*(f - g)"
theorem(
    "a term of a divergence, by the variation",
    anything(
        "two numbers with their logarithms",
        {"f": "real, 0 < f", "g": "real, 0 < g", "a": "real", "b": "real", "L": "real, 0 <= L"},
        {},
        tuple(
            {
                "f": Fraction(f),
                "g": Fraction(g),
                "a": log(f).as_real(),
                "b": log(g).as_real(),
                "L": as_real(Fraction(3, 2)),
            }
            for f, g in ((3, 1), (2, 2), (1, 3))
        ),
    ),
    TERM,
    Step("contrary", "[g < f] = 1 - [f <= g]", apply("indicator of the contrary", A="f", B="g")),
    Step("holds", "[f <= g] = 1", apply("indicator of what holds", A="f", B="g"), ("f <= g",)),
    Step("fails", "[f <= g] = 0", apply("indicator of what fails", A="f", B="g"), ("g < f",)),
    # where f is above g
    Step("tangent", "1 + (a - b) <= exp(a - b)", analysis("1 + z <= exp(z)", "(-oo, oo)", z="a - b")),
    Step("power", "g*exp(a - b) = f", arithmetic(("-exp(a - b)", "log of g"), "log of f")),
    Step("rise", "g*(a - b) <= f - g", arithmetic(("g", "tangent"), "power")),
    Step(
        "above",
        TERM,
        arithmetic("rise", ("f - g", "near"), ("-(1 + L)*(f - g)", "contrary"), ("(1 + L)*(f - g)", "fails")),
        ("g < f",),
    ),
    # where it is not
    Step("powers", "exp(a) <= exp(b)", arithmetic("log of f", ("-1", "log of g"), "f <= g"), ("f <= g",)),
    Step("falls", "a <= b", apply("exp reflects", "powers", A="a", B="b"), ("f <= g",)),
    Step(
        "not above",
        TERM,
        arithmetic(("f", "falls"), ("-(1 + L)*(f - g)", "contrary"), ("(1 + L)*(f - g)", "holds")),
        ("f <= g",),
    ),
    Step("all", TERM, apply("cases", "not above", "above", A="f*(a - b)", B="(1 + L)*[g < f]*(f - g)", c="g - f")),
    given={"log of f": Given("exp(a) = f"), "log of g": Given("exp(b) = g"), "near": Given("a - b <= L")},
)

INDEX: Final = {"y": "integer, 1 <= y, y <= M"}
POSITIVE: Final = Named(index=INDEX, range="positive")
GAP: Final = "(2*[r(y) < g(y)] - 1)*(g(y) - r(y))"
RATIO: Final = "(log(g(y)) - log(r(y)))"
BOUND: Final = f"c*(g(y)*{RATIO} - g(y) + r(y)) + (2/3*g(y) + 4/3*r(y))/(4*c)"
V: Final = "sum([r(y) < g(y)]*(g(y) - r(y)), y, 1, M)"
D: Final = f"sum(g(y)*{RATIO}, y, 1, M)"
W: Final = "(2/3 + 4/3*r(y)/g(y))"
LAWS: Final = (("1/3", "1/2"), ("1/10", "4/5"))
theorem(
    "Pinsker's inequality for sums",
    anything(
        "two laws",
        {"M": "integer, 1 <= M", "c": "real, 0 < c"},
        {"g": POSITIVE, "r": POSITIVE},
        tuple(
            {
                "M": Fraction(2),
                "c": Fraction(c),
                "g": lambda y, p=Fraction(p): p if y == 1 else 1 - p,
                "r": lambda y, q=Fraction(q): q if y == 1 else 1 - q,
            }
            for p, q in LAWS
            for c in (1, 3)
        ),
        INDEX,
    ),
    f"{V} <= c/2*{D} + 1/(4*c)",
    Step(
        "of a ratio",
        "3*(1 - r(y)/g(y))**2 <= (2 + 4*(r(y)/g(y)))*(r(y)/g(y) - 1 - log(r(y)/g(y)))",
        analysis("3*(1 - v)**2 <= (2 + 4*v)*(v - 1 - log(v))", "(0, oo)", v="r(y)/g(y)"),
    ),
    Step("log", "log(r(y)/g(y)) = log(r(y)) - log(g(y))", apply("log of a quotient", p="r(y)", q="g(y)")),
    Step(
        "of its log",
        f"(1 - r(y)/g(y))**2 <= {W}*({RATIO} - 1 + r(y)/g(y))",
        arithmetic(("1/3", "of a ratio"), (f"-{W}", "log")),
    ),
    Step(
        "less",
        f"0 <= (2*c*(1 - r(y)/g(y)) - {W})**2",
        analysis("0 <= z**2", "(-oo, oo)", z=f"2*c*(1 - r(y)/g(y)) - {W}"),
    ),
    Step(
        "more",
        f"0 <= (2*c*(1 - r(y)/g(y)) + {W})**2",
        analysis("0 <= z**2", "(-oo, oo)", z=f"2*c*(1 - r(y)/g(y)) + {W}"),
    ),
    Step("up", f"g(y) - r(y) <= {BOUND}", arithmetic((f"g(y)*c/{W}", "of its log"), (f"g(y)/(4*c*{W})", "less"))),
    Step("down", f"r(y) - g(y) <= {BOUND}", arithmetic((f"g(y)*c/{W}", "of its log"), (f"g(y)/(4*c*{W})", "more"))),
    Step("contrary", "[r(y) < g(y)] = 1 - [g(y) <= r(y)]", apply("indicator of the contrary", A="g(y)", B="r(y)")),
    Step("holds", "[g(y) <= r(y)] = 1", apply("indicator of what holds", A="g(y)", B="r(y)"), ("g(y) <= r(y)",)),
    Step("fails", "[g(y) <= r(y)] = 0", apply("indicator of what fails", A="g(y)", B="r(y)"), ("r(y) < g(y)",)),
    Step(
        "above",
        f"{GAP} <= {BOUND}",
        arithmetic("up", ("2*(g(y) - r(y))", "contrary"), ("-2*(g(y) - r(y))", "fails")),
        ("r(y) < g(y)",),
    ),
    Step(
        "below",
        f"{GAP} <= {BOUND}",
        arithmetic("down", ("2*(g(y) - r(y))", "contrary"), ("-2*(g(y) - r(y))", "holds")),
        ("g(y) <= r(y)",),
    ),
    Step("either", f"{GAP} <= {BOUND}", apply("cases", "below", "above", A=GAP, B=BOUND, c="r(y) - g(y)")),
    Step(
        "sum",
        f"sum({GAP}, y, 1, M) <= sum({BOUND}, y, 1, M)",
        apply("sum grows", "either", f=f"y: {GAP}", g=f"y: {BOUND}", low="1", high="M"),
    ),
    Step(
        "all",
        f"{V} <= c/2*{D} + 1/(4*c)",
        arithmetic(("1/2", "sum"), ("1/2 - c/2 + 1/(12*c)", "first law"), ("c/2 - 1/2 + 1/(6*c)", "second law")),
    ),
    given={"first law": Given("sum(g(y), y, 1, M) = 1"), "second law": Given("sum(r(y), y, 1, M) = 1")},
)
