"""Of (z - 1) log z, the gap of z from 1 times that of its logarithm: between chords and above tangents."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic

TANGENT: Final = "log(v) <= v - 1"
theorem(
    "one over a positive number",
    anything("a positive number", {"y": "real, 0 < y"}, {}, ({"y": Fraction(2)},)),
    "0 < 1/y",
    Step("all", "0 < 1/y", arithmetic()),
)
BELOW: Final = anything(
    "a number and one of at least 1 above it",
    {"z": "real, 0 < z", "a": "real, 1 <= a"},
    {},
    tuple({"z": Fraction(z), "a": Fraction(a)} for z, a in (("1/2", 1), ("1/3", 2), (2, 3), (3, 3))),
)
LEAST: Final = "log(a)*(z - 1)**2 <= (a - 1)*((z - 1)*log(z))"
theorem(
    "at least the chord to the largest ratio",
    BELOW,
    LEAST,
    Step("square", "0 <= (z - 1)**2", analysis("0 <= v**2", "(-oo, oo)", v="z - 1")),
    Step("at z", "log(z) <= z - 1", analysis(TANGENT, "(0, oo)", v="z")),
    Step("at a", "log(a) <= a - 1", analysis(TANGENT, "(0, oo)", v="a")),
    Step("gaps", "0 <= (a - 1)*(1 - z)", arithmetic(("a - 1", "z - 1 < 0")), ("z - 1 < 0",)),
    Step(
        "z is less",
        LEAST,
        arithmetic(("(a - 1)*(1 - z)", "at z"), ("(z - 1)**2", "at a")),
        ("z - 1 < 0",),
        ("gaps", "square"),
    ),
    Step("other gaps", "0 <= (z - 1)*(a - z)", arithmetic(("z - 1", "largest")), ("0 <= z - 1",)),
    Step("at 1/z", "log(1/z) <= 1/z - 1", analysis(TANGENT, "(0, oo)", v="1/z")),
    Step("at a/z", "log(a/z) <= a/z - 1", analysis(TANGENT, "(0, oo)", v="a/z")),
    Step(
        "z is more",
        LEAST,
        arithmetic(("(z - 1)**2", "at a/z"), ("(z - 1)*(a - z)", "at 1/z")),
        ("0 <= z - 1",),
        ("other gaps", "square"),
    ),
    Step(
        "all",
        LEAST,
        apply("cases", "z is more", "z is less", A="log(a)*(z - 1)**2", B="(a - 1)*((z - 1)*log(z))", c="z - 1"),
    ),
    given={"largest": Given("z <= a")},
)

ABOVE: Final = anything(
    "a number and one of at least 1 above its inverse",
    {"z": "real, 0 < z", "b": "real, 1 <= b"},
    {},
    tuple({"z": Fraction(z), "b": Fraction(b)} for z, b in (("1/2", 2), ("1/3", 4), (2, 3), (1, 1))),
)
MOST: Final = "(b - 1)*((z - 1)*log(z)) <= b*log(b)*(z - 1)**2"
theorem(
    "at most the chord to the smallest ratio",
    ABOVE,
    MOST,
    Step("square", "0 <= (z - 1)**2", analysis("0 <= v**2", "(-oo, oo)", v="z - 1")),
    Step("times b", "0 <= b*(z - 1)**2", arithmetic(("b", "square"))),
    Step("at z", "log(z) <= z - 1", analysis(TANGENT, "(0, oo)", v="z")),
    Step("at 1/b", "log(1/b) <= 1/b - 1", analysis(TANGENT, "(0, oo)", v="1/b")),
    Step("gaps", "0 <= (b - 1)*(z - 1)", arithmetic(("b - 1", "0 <= z - 1")), ("0 <= z - 1",)),
    Step(
        "z is more",
        MOST,
        arithmetic(("(b - 1)*(z - 1)", "at z"), ("b*(z - 1)**2", "at 1/b")),
        ("0 <= z - 1",),
        ("gaps", "times b"),
    ),
    Step("at 1/z", "log(1/z) <= 1/z - 1", analysis(TANGENT, "(0, oo)", v="1/z")),
    Step("at 1/(b z)", "log(1/b/z) <= 1/b/z - 1", analysis(TANGENT, "(0, oo)", v="1/b/z")),
    Step("other gaps", "0 <= (1 - z)*(b*z - 1)", arithmetic(("1 - z", "smallest")), ("z - 1 < 0",)),
    Step(
        "z is less",
        MOST,
        arithmetic(("b*(z - 1)**2", "at 1/(b z)"), ("(1 - z)*(b*z - 1)", "at 1/z")),
        ("z - 1 < 0",),
        ("other gaps", "times b"),
    ),
    Step(
        "all",
        MOST,
        apply("cases", "z is more", "z is less", A="(b - 1)*((z - 1)*log(z))", B="b*log(b)*(z - 1)**2", c="z - 1"),
    ),
    given={"smallest": Given("1 <= b*z")},
)

BETWEEN: Final = anything(
    "a number between two others",
    {"z": "real, 0 < z", "w": "real, 0 < w"},
    {},
    tuple({"z": Fraction(z), "w": Fraction(w)} for z, w in (("1/2", 2), (3, 1), ("1/2", "1/3"))),
)
TANGENT_AT_Z: Final = "(z - 1)*log(z) + (log(z) + 1 - 1/z)*(w - z) <= (w - 1)*log(w)"
theorem(
    "above its tangents",
    BETWEEN,
    TANGENT_AT_Z,
    Step("at w/z", "log(w/z) <= w/z - 1", analysis(TANGENT, "(0, oo)", v="w/z")),
    Step("entropy", "w/z - 1 <= w/z*log(w/z)", analysis("v - 1 <= v*log(v)", "(0, oo)", v="w/z")),
    Step("all", TANGENT_AT_Z, arithmetic("at w/z", ("z", "entropy"))),
)
