"""What one noise does to a share a of the points, which it multiplies by g y against the others, in the mean.

With a Laplace noise of scale b the mean of g is 1/(1 - b^2), and that of its square 1/(1 - 4 b^2); y is e^(-error), and
so at least 1 - 2 a. Where a is at most b^2/100, the odds of all others against the whole, which are divided by 1 - a +
a g y, fall: on average by the factor 1 - 9/10 a b^2. The square of the share of a point grows by the factor 1 + 5 b^2
at most where the query is -1 there, and else not at all. ``u`` is 1 where a is so small, and 0 where it may be larger.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import LAW, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, cases, inside

SCALE: Final = Fraction(1, 26)
CHANCE: Final = (1 - 4 * SCALE**2) / (12 * (1 - SCALE**2))
FACTORS: Final = {Fraction(8, 7): CHANCE, Fraction(1): 1 - 2 * CHANCE, Fraction(7, 8): CHANCE}
"""A law of e^(-noise) with both moments."""
QUANTITIES: Final = {"N": LAW, "g": Named(space="outcome", range="positive")}
PARAMETERS: Final = {
    "b": "real, 0 < b, 10*b <= 1",
    "r": "real, 0 <= r",
    "y": "real, 0 < y, y <= 1",
    "c": "real, 0 <= c",
}
NOISE: Final = {
    "mean": Given("E(g, N)*(1 - b**2) = 1"),
    "mean square": Given("E(g**2, N)*(1 - 4*b**2) = 1"),
    "others": Given("r = 1 - a"),
    "error": Given("1 - 2*a <= y"),
}
NOISE_AND_POINT: Final = {**NOISE, "in or not": Given("c**2 = c")}
LET: Final = {"X": "a*(g*y - 1)", "Y": "(r + a*g*y)", "F": "g*y"}


def _settings(shares: tuple[Fraction, ...], **more: Fraction) -> tuple[dict[str, object], ...]:
    return tuple(
        {
            "b": SCALE,
            "a": share,
            "r": 1 - share,
            "y": 1 - share,
            "c": Fraction(inside_query),
            "N": lambda: FACTORS,
            "g": lambda factor: factor,
            **more,
        }
        for share in shares
        for inside_query in (0, 1)
    )


SHARES: Final = (SCALE**2 / 100, SCALE**2 / 1000)
ROUND: Final = anything(
    "a noise on a small share of the points",
    {**PARAMETERS, "a": "real, 0 < a, 100*a <= b**2"},
    QUANTITIES,
    _settings(SHARES),
    outcomes=tuple(FACTORS),
)
SCALES: Final = (
    Step("small scale", "100*b**2 <= 1", arithmetic(("10*b", "10*b <= 1"), "10*b <= 1")),
    Step("small share", "10000*a <= 1", arithmetic("small scale", ("100", "100*a <= b**2"))),
    Step("most are left", "1/2 <= Y", arithmetic(("-1", "others"), ("1/10000", "small share"))),
    Step("at least 1", "1 <= E(g, N)", arithmetic(("-1", "mean"))),
    Step("first", "1 + b**2 <= E(g, N)", arithmetic(("-1", "mean"), ("b**2", "at least 1"))),
    Step(
        "second",
        "E(g**2, N) <= 25/24",
        arithmetic(("25/24", "mean square"), ("E(g**2, N)/24", "small scale")),
    ),
    Step(
        "lost",
        "1 + b**2 - 3*a <= y*E(g, N)",
        arithmetic(("y", "first"), ("1 + b**2", "error"), ("a/50", "small scale")),
    ),
    Step("square of y", "y**2 <= 1", arithmetic(("y", "y <= 1"), "y <= 1")),
    Step(
        "square",
        "E((g*y - 1)**2, N) <= 1",
        arithmetic(("E(g**2, N)", "square of y"), "second", ("2", "lost"), ("3/5000", "small share")),
    ),
)
FALL: Final = "E(1/Y, N) <= 1 - 9/10*a*b**2"
theorem(
    "odds fall by a noise",
    ROUND,
    FALL,
    *SCALES,
    Step(
        "tangent",
        "1/Y <= 1 - (Y - 1) + 2*(Y - 1)**2",
        analysis("1/z <= 1 - (z - 1) + 2*(z - 1)**2", "[1/2, oo)", "most are left", z="Y"),
    ),
    Step("pointwise", "1/Y <= 1 - X + 2*X**2", arithmetic("tangent", ("2*(Y - 1 + X) - 1", "others"))),
    Step(
        "all",
        FALL,
        arithmetic(inside("E(_, N)", "pointwise"), ("a", "lost"), ("2*a**2", "square"), ("a/20", "100*a <= b**2")),
    ),
    let=LET,
    given=NOISE,
)
GROW: Final = "E(((1 + c*(F - 1))/Y)**2, N) <= 1 + 5*c*b**2"
theorem(
    "squares grow by a noise",
    ROUND,
    GROW,
    *SCALES,
    Step(
        "tangent",
        "1/Y**2 <= 1 - 2*(Y - 1) + 8*(Y - 1)**2",
        analysis("1/z**2 <= 1 - 2*(z - 1) + 8*(z - 1)**2", "[1/2, oo)", "most are left", z="Y"),
    ),
    Step("gap", "0 <= (F - 1)**2", analysis("0 <= z**2", "(-oo, oo)", z="F - 1")),
    Step("where it is not", "1/Y**2 <= 1 - 2*X + 8*X**2", arithmetic("tangent", ("8*(Y - 1 + X) - 2", "others"))),
    Step(
        "where it is",
        "(F**2 - 1)/Y**2 <= F**2 - 1",
        arithmetic(("a*(F + 1)*(1 + Y)/Y**2", "gap"), ("-(F**2 - 1)*(1 + Y)/Y**2", "others")),
    ),
    Step(
        "pointwise",
        "((1 + c*(F - 1))/Y)**2 <= 1 - 2*X + 8*X**2 + c*(F**2 - 1)",
        arithmetic("where it is not", ("c", "where it is"), ("(F - 1)**2/Y**2", "in or not")),
    ),
    Step(
        "excess",
        "E(F**2 - 1, N) <= 5*b**2",
        arithmetic(("E(g**2, N)", "square of y"), ("4*b**2", "second"), "mean square"),
    ),
    Step(
        "all",
        GROW,
        arithmetic(
            inside("E(_, N)", "pointwise"),
            ("c", "excess"),
            ("2*a", "lost"),
            ("8*a**2", "square"),
            ("a/5", "100*a <= b**2"),
        ),
    ),
    let=LET,
    given=NOISE_AND_POINT,
)
FLAG: Final = {"flag": Given("u**2 = u"), "small": Given("100*u*a <= u*b**2")}
FLAGGED: Final = anything(
    "a noise on a share of the points that is small where a flag is 1",
    {**PARAMETERS, "a": "real, 0 < a", "u": "real, 0 <= u"},
    QUANTITIES,
    (
        *_settings(SHARES, u=Fraction(1)),
        *_settings((Fraction(1, 3),), u=Fraction(0)),
    ),
    outcomes=tuple(FACTORS),
)
VALUES: Final = {name: name for name in ("b", "r", "y", "c", "a", "N", "g")}
WHERE: Final = ("1 <= u",)


def _flagged(name: str, mean: str, bound: str, given: Mapping[str, Given]) -> None:
    """Where u is 0 both sides are; else it is 1, and a is small."""
    formula = f"u*{mean} <= u*({bound})"
    theorem(
        f"{name}, where a flag is 1",
        FLAGGED,
        formula,
        Step("is small", "100*a <= b**2", arithmetic(("1/u", "small")), WHERE),
        Step("one", f"{mean} <= {bound}", apply(name, "is small", *given, **VALUES), WHERE),
        Step("nothing", "u = 0", arithmetic(("-1/(1 - u)", "flag")), ("u < 1",)),
        Step(
            "all",
            formula,
            cases("1 <= u", arithmetic(("u", "one")), arithmetic((f"{mean} - ({bound})", "nothing"))),
        ),
        let=LET,
        given={**given, **FLAG},
    )


_flagged("odds fall by a noise", "E(1/Y, N)", "1 - 9/10*a*b**2", NOISE)
_flagged("squares grow by a noise", "E(((1 + c*(F - 1))/Y)**2, N)", "1 + 5*c*b**2", NOISE_AND_POINT)

WEIGHTED: Final = anything(
    "an exponent that is small where a flag is 1",
    {"u": "real, 0 <= u", "b": "real, 0 < b, 10*b <= 1", "w": "real, 0 <= w"},
    {},
    tuple({"u": Fraction(u), "b": SCALE, "w": w} for u, w in ((1, SCALE / 100), (0, Fraction(2)))),
)
LIGHT: Final = "u*exp(w) <= u*11/10"
theorem(
    "a small exponent, where a flag is 1",
    WEIGHTED,
    LIGHT,
    Step("is small", "w <= 1/1000", arithmetic(("1/(100*u)", "small"), ("1/1000", "10*b <= 1")), WHERE),
    Step("one", "exp(w) <= 11/10", analysis("exp(z) <= 11/10", "[0, 1/1000]", "is small", z="w"), WHERE),
    Step("nothing", "u = 0", arithmetic(("-1/(1 - u)", "flag")), ("u < 1",)),
    Step("all", LIGHT, cases("1 <= u", arithmetic(("u", "one")), arithmetic(("exp(w) - 11/10", "nothing")))),
    given={"flag": Given("u**2 = u"), "small": Given("100*u*w <= u*b")},
)
