"""Bounds that hold where an indicator is 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, cases, together

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
    Step(
        "all",
        WHERE,
        cases("B <= A", arithmetic(("Y - c", "[A < B] = 0")), arithmetic(("[A < B]", "bound"))),
    ),
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
    Step("implied", "[R <= L] = 0", apply("indicator of what fails", "implied strictly", A="R", B="L"), BOTH),
    Step(
        "all",
        IMPLIES,
        cases(
            "B <= A",
            arithmetic(("[F <= G]", "[A < B] = 0")),
            cases(
                "F <= G",
                arithmetic(("-1", "[L < R] = 1 - [R <= L]"), "implied", "[A < B] = 1", ("[A < B]", "[F <= G] = 1")),
                arithmetic(("[A < B]", "[F <= G] = 0")),
            ),
        ),
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
    Step("less", "x < 1", arithmetic("among"), ("N < 1",)),
    Step("nothing", "x = 0", arithmetic(("-1/(1 - x)", "own square")), ("N < 1",), ("less",)),
    Step("all", ONE_OF_THEM, cases("1 <= N", arithmetic("at most 1", ("-1", "[1 <= N] = 1")), arithmetic("nothing"))),
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
    Step("implied", "[R <= L] = 0", apply("indicator of what fails", "implied strictly", A="R", B="L"), TWO),
    Step(
        "all",
        IMPLY,
        cases(
            "F <= G",
            cases(
                "H <= K",
                arithmetic(("-1", "[L < R] = 1 - [R <= L]"), "implied", "[F <= G] = 1", ("[F <= G]", "[H <= K] = 1")),
                arithmetic(("[F <= G]", "[H <= K] = 0")),
            ),
            arithmetic(("[H <= K]", "[F <= G] = 0")),
        ),
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
    Step("at most 1", f"{IS} <= 1", arithmetic(f"[x < y] = 1 - {IS}")),
    Step(
        "over",
        f"0 <= {IS}*(x - y)",
        cases("y <= x", arithmetic((IS, "y <= x")), arithmetic(("y - x", f"{IS} = 0"))),
    ),
    Step(
        "under",
        f"0 <= (1 - {IS})*(y - x)",
        cases("y <= x", arithmetic(("y - x", f"{IS} = 1")), arithmetic("x < y", ("y - x", f"{IS} = 0"))),
    ),
    Step("all", SIGNS, together("over", "under", "at most 1")),
)

UNLESS_EITHER: Final = "1 - [G < F] - [K < H] <= [L <= R]"
theorem(
    "implied unless either fails",
    IMPLIED_BY_TWO,
    UNLESS_EITHER,
    Step("implied", "[L <= R] = 1", apply("indicator of what holds", "bound", A="L", B="R"), TWO),
    Step(
        "all",
        UNLESS_EITHER,
        cases(
            "F <= G",
            cases("H <= K", arithmetic(("-1", "implied")), arithmetic(("-1", "[K < H] = 1"))),
            arithmetic(("-1", "[G < F] = 1")),
        ),
    ),
    given={"bound": Given("L <= R", TWO)},
)
