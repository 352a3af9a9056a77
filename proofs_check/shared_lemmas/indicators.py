"""Bounds that hold where an indicator is 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, together

COMPARED = anything(
    "numbers, two of them compared where two others are",
    {"A": "real", "B": "real", "Y": "real", "c": "real"},
    {},
    (
        {"A": Fraction(0), "B": Fraction(1), "Y": Fraction(2), "c": Fraction(3)},
        {"A": Fraction(1), "B": Fraction(1), "Y": Fraction(3), "c": Fraction(2)},
    ),
)
WHERE: Final = "[A < B]*Y <= [A < B]*c"
theorem(
    "where it is so",
    COMPARED,
    WHERE,
    Step("contrary", "[A < B] = 1 - [B <= A]", apply("indicator of the contrary", A="B", B="A")),
    Step("else", "[B <= A] = 1", apply("indicator of what holds", A="B", B="A"), ("B <= A",)),
    Step("so", WHERE, arithmetic(("[A < B]", "bound")), ("A < B",)),
    Step("not so", WHERE, arithmetic(("Y - c", "contrary"), ("c - Y", "else")), ("B <= A",)),
    Step("all", WHERE, apply("cases", "not so", "so", A="[A < B]*Y", B="[A < B]*c", c="A - B")),
    given={"bound": Given("Y <= c", ("A < B",))},
)

IMPLIED = anything(
    "two conditions, and what they imply",
    {"A": "real", "B": "real", "F": "real", "G": "real", "L": "real", "R": "real"},
    {},
    tuple(
        {
            "A": Fraction(0),
            "B": Fraction(b),
            "F": Fraction(0),
            "G": Fraction(g),
            "L": Fraction(0),
            "R": Fraction(min(b, g + 1)),
        }
        for b in (0, 1)
        for g in (-1, 0, 1)
    ),
)
BOTH: Final = ("A < B", "F <= G")
IMPLIES: Final = "[A < B]*[F <= G] <= [L < R]"
theorem(
    "implication",
    IMPLIED,
    IMPLIES,
    Step("contrary", "[L < R] = 1 - [R <= L]", apply("indicator of the contrary", A="R", B="L")),
    Step("contrary of the first", "[A < B] = 1 - [B <= A]", apply("indicator of the contrary", A="B", B="A")),
    Step("implied", "[R <= L] = 0", apply("indicator of what fails", "implied strictly", A="R", B="L"), BOTH),
    Step("second", "[F <= G] = 1", apply("indicator of what holds", A="F", B="G"), ("F <= G",)),
    Step("not the first", "[B <= A] = 1", apply("indicator of what holds", A="B", B="A"), ("B <= A",)),
    Step("not the second", "[F <= G] = 0", apply("indicator of what fails", A="F", B="G"), ("G < F",)),
    Step(
        "both",
        IMPLIES,
        arithmetic(("-1", "contrary"), "implied", "contrary of the first", ("[A < B]", "second")),
        BOTH,
    ),
    Step(
        "none",
        IMPLIES,
        arithmetic(("[F <= G]", "contrary of the first"), ("-[F <= G]", "not the first")),
        ("B <= A",),
    ),
    Step("one", IMPLIES, arithmetic(("[A < B]", "not the second")), ("G < F",)),
    Step(
        "where the first holds",
        IMPLIES,
        apply("cases", "both", "one", A="[A < B]*[F <= G]", B="[L < R]", c="G - F"),
        ("A < B",),
    ),
    Step(
        "all",
        IMPLIES,
        apply("cases", "none", "where the first holds", A="[A < B]*[F <= G]", B="[L < R]", c="A - B"),
    ),
    given={"implied strictly": Given("L < R", BOTH)},
)

AMONG = anything(
    "0 or 1, and a number that is at least as large",
    {"x": "real, 0 <= x", "N": "real"},
    {},
    tuple({"x": Fraction(x), "N": Fraction(number, 2)} for x, number in ((0, 0), (0, 1), (0, 3), (1, 2), (1, 5))),
)
ONE_OF_THEM: Final = "x <= [1 <= N]"
theorem(
    "one of them",
    AMONG,
    ONE_OF_THEM,
    Step("at most 1", "x <= 1", apply("zero or one", "own square", x="x")),
    Step("some", "[1 <= N] = 1", apply("indicator of what holds", A="1", B="N"), ("1 <= N",)),
    Step("above", ONE_OF_THEM, arithmetic("at most 1", ("-1", "some")), ("1 <= N",)),
    Step("less", "x < 1", arithmetic("among"), ("N < 1",)),
    Step("nothing", "x = 0", arithmetic(("-1/(1 - x)", "own square")), ("N < 1",), ("less",)),
    Step("below", ONE_OF_THEM, arithmetic("nothing"), ("N < 1",)),
    Step("all", ONE_OF_THEM, apply("cases", "above", "below", A="x", B="[1 <= N]", c="N - 1")),
    given={"own square": Given("x**2 = x"), "among": Given("x <= N")},
)

IMPLIED_BY_TWO = anything(
    "two conditions that are not strict, and what they imply",
    {"F": "real", "G": "real", "H": "real", "K": "real", "L": "real", "R": "real"},
    {},
    tuple(
        {
            "F": Fraction(0),
            "G": Fraction(g),
            "H": Fraction(0),
            "K": Fraction(k),
            "L": Fraction(0),
            "R": Fraction(min(g, k) + 1),
        }
        for g in (-1, 0, 1)
        for k in (-1, 0, 1)
    ),
)
TWO: Final = ("F <= G", "H <= K")
IMPLY: Final = "[F <= G]*[H <= K] <= [L < R]"
theorem(
    "implication of two",
    IMPLIED_BY_TWO,
    IMPLY,
    Step("contrary", "[L < R] = 1 - [R <= L]", apply("indicator of the contrary", A="R", B="L")),
    Step("implied", "[R <= L] = 0", apply("indicator of what fails", "implied strictly", A="R", B="L"), TWO),
    Step("first", "[F <= G] = 1", apply("indicator of what holds", A="F", B="G"), ("F <= G",)),
    Step("second", "[H <= K] = 1", apply("indicator of what holds", A="H", B="K"), ("H <= K",)),
    Step("not the first", "[F <= G] = 0", apply("indicator of what fails", A="F", B="G"), ("G < F",)),
    Step("not the second", "[H <= K] = 0", apply("indicator of what fails", A="H", B="K"), ("K < H",)),
    Step("both", IMPLY, arithmetic(("-1", "contrary"), "implied", "first", ("[F <= G]", "second")), TWO),
    Step("one", IMPLY, arithmetic(("[F <= G]", "not the second")), ("K < H",)),
    Step("none", IMPLY, arithmetic(("[H <= K]", "not the first")), ("G < F",)),
    Step(
        "where the first holds",
        IMPLY,
        apply("cases", "both", "one", A="[F <= G]*[H <= K]", B="[L < R]", c="K - H"),
        ("F <= G",),
    ),
    Step(
        "all",
        IMPLY,
        apply("cases", "where the first holds", "none", A="[F <= G]*[H <= K]", B="[L < R]", c="G - F"),
    ),
    given={"implied strictly": Given("L < R", TWO)},
)

COMPARISON = anything(
    "two numbers that are compared",
    {"x": "real", "y": "real"},
    {},
    tuple({"x": Fraction(x), "y": Fraction(1)} for x in range(3)),
)
IS: Final = "[y <= x]"
SIGNS: Final = f"0 <= {IS}*(x - y) and 0 <= (1 - {IS})*(y - x) and {IS} <= 1"
theorem(
    "a comparison",
    COMPARISON,
    SIGNS,
    Step("contrary", f"[x < y] = 1 - {IS}", apply("indicator of the contrary", A="y", B="x")),
    Step("at most 1", f"{IS} <= 1", arithmetic("contrary")),
    Step("so", f"{IS} = 1", apply("indicator of what holds", A="y", B="x"), ("y <= x",)),
    Step("not so", f"{IS} = 0", apply("indicator of what fails", A="y", B="x"), ("x < y",)),
    Step("over, so", f"0 <= {IS}*(x - y)", arithmetic((IS, "y <= x")), ("y <= x",)),
    Step("over, not so", f"0 <= {IS}*(x - y)", arithmetic(("y - x", "not so")), ("x < y",)),
    Step(
        "over",
        f"0 <= {IS}*(x - y)",
        apply("cases", "over, so", "over, not so", A="0", B=f"{IS}*(x - y)", c="x - y"),
    ),
    Step("under, so", f"0 <= (1 - {IS})*(y - x)", arithmetic(("y - x", "so")), ("y <= x",)),
    Step(
        "under, not so",
        f"0 <= (1 - {IS})*(y - x)",
        arithmetic("x < y", ("y - x", "not so")),
        ("x < y",),
    ),
    Step(
        "under",
        f"0 <= (1 - {IS})*(y - x)",
        apply("cases", "under, so", "under, not so", A="0", B=f"(1 - {IS})*(y - x)", c="x - y"),
    ),
    Step("all", SIGNS, together("over", "under", "at most 1")),
)

UNLESS_EITHER: Final = "1 - [G < F] - [K < H] <= [L <= R]"
theorem(
    "implied unless either fails",
    IMPLIED_BY_TWO,
    UNLESS_EITHER,
    Step("implied", "[L <= R] = 1", apply("indicator of what holds", "bound", A="L", B="R"), TWO),
    Step("first", "[G < F] = 1 - [F <= G]", apply("indicator of the contrary", A="F", B="G")),
    Step("second", "[K < H] = 1 - [H <= K]", apply("indicator of the contrary", A="H", B="K")),
    Step("not the first", "[F <= G] = 0", apply("indicator of what fails", A="F", B="G"), ("G < F",)),
    Step("not the second", "[H <= K] = 0", apply("indicator of what fails", A="H", B="K"), ("K < H",)),
    Step("both", UNLESS_EITHER, arithmetic(("-1", "implied")), TWO),
    Step("one", UNLESS_EITHER, arithmetic(("-1", "second"), "not the second"), ("K < H",)),
    Step("none", UNLESS_EITHER, arithmetic(("-1", "first"), "not the first"), ("G < F",)),
    Step(
        "where the first holds",
        UNLESS_EITHER,
        apply("cases", "both", "one", A="1 - [G < F] - [K < H]", B="[L <= R]", c="K - H"),
        ("F <= G",),
    ),
    Step(
        "all",
        UNLESS_EITHER,
        apply("cases", "where the first holds", "none", A="1 - [G < F] - [K < H]", B="[L <= R]", c="G - F"),
    ),
    given={"bound": Given("L <= R", TWO)},
)
