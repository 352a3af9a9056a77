"""What a number is above another one, and the smaller of two numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, cases, inside, together

COMPARED: Final = anything(
    "two numbers", {"x": "real", "y": "real"}, {}, tuple({"x": Fraction(x), "y": Fraction(1)} for x in range(3))
)


def parts(x: str, y: str) -> str:
    """What x has above y is at least 0, and so is what y has above x; x is above y, or not."""
    return f"0 <= [{y} < {x}]*({x} - {y}) and 0 <= (1 - [{y} < {x}])*({y} - {x}) and [{y} < {x}] <= 1"


PARTS: Final = parts("x", "y")
SIGNS: Final = "0 <= [x <= y]*(y - x) and 0 <= (1 - [x <= y])*(x - y) and [x <= y] <= 1"
theorem(
    "what is above",
    COMPARED,
    PARTS,
    Step("signs", SIGNS, apply("a comparison", x="y", y="x")),
    Step("below", "0 <= [x <= y]*(y - x)", together("signs")),
    Step("over", "0 <= (1 - [x <= y])*(x - y)", together("signs")),
    Step("first", "0 <= [y < x]*(x - y)", arithmetic("over", ("y - x", "[y < x] = 1 - [x <= y]"))),
    Step("second", "0 <= (1 - [y < x])*(y - x)", arithmetic("below", ("y - x", "[y < x] = 1 - [x <= y]"))),
    Step("third", "[y < x] <= 1", arithmetic("[y < x] = 1 - [x <= y]")),
    Step("all", PARTS, together("first", "second", "third")),
)

LESS: Final = "[z < x]*(x - z) <= [y < x]*(x - y)"
theorem(
    "what is above a larger number",
    anything(
        "a number, and two that are in order",
        {"x": "real", "y": "real", "z": "real, y <= z"},
        {},
        tuple({"x": Fraction(x), "y": Fraction(1), "z": Fraction(2)} for x in range(4)),
    ),
    LESS,
    Step("lower", parts("x", "y"), apply("what is above", x="x", y="y")),
    Step("upper", parts("x", "z"), apply("what is above", x="x", y="z")),
    Step("above", "0 <= [y < x]*(x - y)", together("lower")),
    Step("below", "0 <= (1 - [y < x])*(y - x)", together("lower")),
    Step("or not", "[z < x] <= 1", together("upper")),
    Step("share", "0 <= 1 - [z < x]", arithmetic("or not")),
    Step(
        "all",
        LESS,
        arithmetic(("1 - [z < x]", "above"), ("[z < x]", "below"), ("[z < x]", "y <= z")),
        (),
        ("share",),
    ),
)

SMALLER: Final = "x + [y < x]*(y - x)"
theorem(
    "at the smaller of two",
    anything(
        "a function, and two numbers",
        {"x": "real", "y": "real", "c": "real"},
        {"f": Named(index={"z": "real"})},
        tuple({"x": Fraction(x), "y": Fraction(1), "c": Fraction(4), "f": lambda z: z * z} for x in range(3)),
    ),
    f"f({SMALLER}) <= c",
    Step(
        "it is y",
        f"{SMALLER} = y",
        arithmetic(("y - x", "[y < x] = 1")),
        ("y < x",),
    ),
    Step(
        "it is x",
        f"{SMALLER} = x",
        arithmetic(("y - x", "[y < x] = 0")),
        ("x <= y",),
    ),
    Step(
        "all",
        f"f({SMALLER}) <= c",
        cases("x <= y", arithmetic(inside("f(_)", "it is x"), "of x"), arithmetic(inside("f(_)", "it is y"), "of y")),
    ),
    given={"of x": Given("f(x) <= c"), "of y": Given("f(y) <= c")},
)

OVER: Final = "[x < L]*(1 - exp(x - L))"
STICK: Final = f"0 <= {OVER} and (1 - [x < L])*(1 - exp(x - L)) <= 0"
theorem(
    "a loss above a threshold",
    anything(
        "a loss and a threshold",
        {"x": "real", "L": "real"},
        {},
        tuple({"x": Fraction(x), "L": Fraction(1)} for x in range(3)),
    ),
    STICK,
    Step("compared", parts("L", "x"), apply("what is above", x="L", y="x")),
    Step("below", "0 <= (1 - [x < L])*(x - L)", together("compared")),
    Step("or not", "[x < L] <= 1", together("compared")),
    Step("share", "0 <= 1 - [x < L]", arithmetic("or not")),
    Step("tangent", "1 + (x - L) <= exp(x - L)", analysis("1 + z <= exp(z)", "(-oo, oo)", z="x - L")),
    Step(
        "second", "(1 - [x < L])*(1 - exp(x - L)) <= 0", arithmetic(("1 - [x < L]", "tangent"), "below"), (), ("share",)
    ),
    Step(
        "first",
        f"0 <= {OVER}",
        cases(
            "L <= x",
            arithmetic(("exp(x - L) - 1", "[x < L] = 0")),
            arithmetic(("[x < L]", inside("exp(_)", "x - L <= 0"))),
        ),
    ),
    Step("all", STICK, together("first", "second")),
)

SCALED: Final = "c*[y < x]*(x - y) <= [v < u]*(u - v)"
theorem(
    "what is above, scaled",
    anything(
        "two numbers, and two that are c times as far apart",
        {"c": "real, 0 < c", "x": "real", "y": "real", "u": "real", "v": "real"},
        {},
        tuple(
            {"c": Fraction(2), "x": Fraction(x), "y": Fraction(1), "u": Fraction(2 * x + 1), "v": Fraction(3)}
            for x in range(3)
        ),
    ),
    SCALED,
    Step("compared", parts("u", "v"), apply("what is above", x="u", y="v")),
    Step("over", "0 <= [v < u]*(u - v)", together("compared")),
    Step("contrary", "[y < x] = 1 - [x <= y]", apply("indicator of the contrary", A="x", B="y")),
    Step("other contrary", "[v < u] = 1 - [u <= v]", apply("indicator of the contrary", A="u", B="v")),
    Step("is not", "[x <= y] = 1", apply("indicator of what holds", A="x", B="y"), ("x <= y",)),
    Step("no part", SCALED, arithmetic("over", ("c*(x - y)", "contrary"), ("-c*(x - y)", "is not")), ("x <= y",)),
    Step("above", "v < u", arithmetic(("c", "y < x"), ("-1", "gap")), ("y < x",)),
    Step("fails", "[u <= v] = 0", apply("indicator of what fails", "above", A="u", B="v"), ("y < x",)),
    Step("less than one", "[y < x] <= 1", arithmetic("contrary")),
    Step("apart", "0 <= c*(x - y)", arithmetic(("c", "y < x")), ("y < x",)),
    Step(
        "all of it",
        SCALED,
        arithmetic(("c*(x - y)", "less than one"), ("-1", "gap"), ("-(u - v)", "other contrary"), ("u - v", "fails")),
        ("y < x",),
        ("apart",),
    ),
    Step("all", SCALED, apply("cases", "no part", "all of it", A="c*[y < x]*(x - y)", B="[v < u]*(u - v)", c="y - x")),
    given={"gap": Given("u - v = c*(x - y)")},
)
