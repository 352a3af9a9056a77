"""Two Laplace densities of scale S/eps whose centers are at most S apart have a ratio of at most e^eps.

A density at v falls with the distance from v to the center, and by the triangle inequality the distances to two centers
differ by at most S. A distance is what is at least 0 and has the square of the difference.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside

theorem(
    "at most its absolute value",
    anything(
        "a number and its absolute value",
        {"u": "real", "g": "real, 0 <= g"},
        {},
        tuple({"u": Fraction(u), "g": Fraction(abs(u))} for u in (-2, 0, 3)),
    ),
    "u <= g",
    Step("equal", "u <= g", arithmetic(("-1/(g + u)", "square")), ("0 < u",)),
    Step("all", "u <= g", apply("cases", "equal", A="u", B="g", c="-u")),
    given={"square": Given("g**2 = u**2")},
)
DISTANCES: Final = {
    "a": "real",
    "b": "real",
    "v": "real",
    "g": "real, 0 <= g",
    "h": "real, 0 <= h",
    "S": "real, 0 < S",
}
TWO_CENTERS: Final = tuple(
    {
        "a": Fraction(0),
        "b": Fraction(b),
        "v": Fraction(v),
        "g": Fraction(abs(v)),
        "h": Fraction(abs(v - b)),
        "S": Fraction(3, 2),
    }
    for v in (-2, 0, 1, 4)
    for b in (-1, 0, 1)
)
GIVEN: Final = {
    "from a": Given("g**2 = (v - a)**2"),
    "from b": Given("h**2 = (v - b)**2"),
    "near": Given("a - b <= S"),
    "near, back": Given("b - a <= S"),
}
theorem(
    "triangle inequality",
    anything("a point and two centers", DISTANCES, {}, TWO_CENTERS),
    "h <= g + S",
    Step("right", "v - a <= g", apply("at most its absolute value", "from a", u="v - a", g="g")),
    Step("left", "a - v <= g", apply("at most its absolute value", "from a", u="a - v", g="g")),
    Step("above", "0 <= g + S - (v - b)", arithmetic("right", "near")),
    Step("below", "0 <= g + S + (v - b)", arithmetic("left", "near, back")),
    Step("squares", "h**2 <= (g + S)**2", arithmetic(("g + S + (v - b)", "above"), "from b"), (), ("below",)),
    Step("all", "h <= g + S", arithmetic(("1/(g + S + h)", "squares"))),
    given=GIVEN,
)
DENSITY: Final = "exp(-g*eps/S)*eps/(2*S)"
"""That of Laplace noise of scale S/eps at the distance g."""
OTHER: Final = "exp(-h*eps/S)*eps/(2*S)"
theorem(
    "Laplace noise",
    anything(
        "a point and two centers of Laplace noise",
        {**DISTANCES, "eps": "real, 0 < eps"},
        {},
        tuple({**at, "eps": Fraction(1)} for at in TWO_CENTERS),
    ),
    f"{DENSITY} <= exp(eps)*{OTHER}",
    Step(
        "distances",
        "h <= g + S",
        apply("triangle inequality", *GIVEN, v="v", a="a", b="b", g="g", h="h", S="S"),
    ),
    Step("exponents", "-g*eps/S <= eps - h*eps/S", arithmetic(("eps/S", "distances"))),
    Step("all", f"{DENSITY} <= exp(eps)*{OTHER}", arithmetic(("eps/(2*S)", inside("exp(_)", "exponents")))),
    given=GIVEN,
)
