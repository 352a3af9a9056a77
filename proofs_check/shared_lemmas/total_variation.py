"""The total variation of two laws: the mass that one has beyond the other.

If neither law has more than delta beyond z times the other, their total variation is at most (z - 1 + 2 delta)/(z +
1). For let A be where p is above q: p(A) <= z q(A) + delta, and outside of A q is at most z p + delta; add the two.
And a function in [0, b] has expectations that differ by at most b times the total variation.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside

POINT: Final = {"i": "integer, 1 <= i, i <= d"}
LAWS: Final = {
    "p": lambda i: Fraction((0, 3, 1)[i], 4),
    "q": lambda i: Fraction((0, 1, 1)[i], 2),
}
ABOVE: Final = "[q(i) < p(i)]"
TV: Final = f"sum({ABOVE}*(p(i) - q(i)), i, 1, d)"
"""The total variation of p and q."""
CLOSE: Final = "sum([z*q(i) < p(i)]*(p(i) - z*q(i)), i, 1, d) <= delta"
"""The most that p has of an event beyond z times what q has of it is at most delta."""
BACK: Final = "sum([z*p(i) < q(i)]*(q(i) - z*p(i)), i, 1, d) <= delta"


def _beyond(name: str, p: str, q: str, share: str) -> tuple[Step, ...]:
    """What p has beyond z q on a part of the points is at most what it has in all."""
    beyond, most = f"{share}*({p}(i) - z*{q}(i))", f"[z*{q}(i) < {p}(i)]*({p}(i) - z*{q}(i))"
    within = f"[{p}(i) <= z*{q}(i)]"
    return (
        Step(
            f"contrary, {name}",
            f"[z*{q}(i) < {p}(i)] = 1 - {within}",
            apply("indicator of the contrary", A=f"{p}(i)", B=f"z*{q}(i)"),
        ),
        Step(
            f"within, {name}", f"0 <= {within}*(z*{q}(i) - {p}(i))", apply("a comparison", x=f"z*{q}(i)", y=f"{p}(i)")
        ),
        Step(
            f"beyond, {name}",
            f"0 <= (1 - {within})*({p}(i) - z*{q}(i))",
            apply("a comparison", x=f"z*{q}(i)", y=f"{p}(i)"),
        ),
        Step(
            f"point, {name}",
            f"{beyond} <= {most}",
            arithmetic(
                (f"z*{q}(i) - {p}(i)", f"contrary, {name}"),
                (share, f"within, {name}"),
                (f"1 - ({share})", f"beyond, {name}"),
            ),
            (),
            ("at most 1",),
        ),
        Step(
            f"points, {name}",
            f"sum({beyond}, i, 1, d) <= sum({most}, i, 1, d)",
            apply("sum grows", f"point, {name}", f=f"i: {beyond}", g=f"i: {most}", low="1", high="d"),
        ),
    )


AT_MOST_1: Final = (
    Step("contrary", f"{ABOVE} = 1 - [p(i) <= q(i)]", apply("indicator of the contrary", A="p(i)", B="q(i)")),
    Step("at most 1", f"{ABOVE} <= 1", arithmetic("contrary")),
)
theorem(
    "total variation of close laws",
    anything(
        "two laws, neither of which has more than delta beyond z times the other",
        {"d": "integer, 1 <= d", "z": "real, 0 <= z", "delta": "real"},
        {"p": Named(index=POINT), "q": Named(index=POINT)},
        (
            {"d": Fraction(2), "z": Fraction(1), "delta": Fraction(1, 4), **LAWS},
            {"d": Fraction(2), "z": Fraction(3, 2), "delta": Fraction(1, 8), **LAWS},
            {"d": Fraction(2), "z": Fraction(2), "delta": Fraction(0), **LAWS},
        ),
        POINT,
    ),
    f"(z + 1)*{TV} <= z - 1 + 2*delta",
    *AT_MOST_1,
    *_beyond("p", "p", "q", ABOVE),
    *_beyond("q", "q", "p", f"(1 - {ABOVE})"),
    Step(
        "all",
        f"(z + 1)*{TV} <= z - 1 + 2*delta",
        arithmetic("points, p", "points, q", "close", "close, back", ("z", "a law"), ("-1", "another law")),
    ),
    given={
        "a law": Given("sum(p(i), i, 1, d) = 1"),
        "another law": Given("sum(q(i), i, 1, d) = 1"),
        "close": Given(CLOSE),
        "close, back": Given(BACK),
    },
)
theorem(
    "expectations and total variation",
    anything(
        "two laws and a function in [0, b]",
        {"d": "integer, 1 <= d", "b": "real"},
        {"p": Named(index=POINT), "q": Named(index=POINT), "f": Named(index=POINT, range="at least 0")},
        (
            {"d": Fraction(2), "b": Fraction(2), **LAWS, "f": lambda i: Fraction(2 * (2 - i))},
            {"d": Fraction(2), "b": Fraction(1), **LAWS, "f": lambda i: Fraction(i, 2)},
        ),
        POINT,
    ),
    f"sum(f(i)*p(i), i, 1, d) - sum(f(i)*q(i), i, 1, d) <= b*{TV}",
    Step("within", "0 <= [p(i) <= q(i)]*(q(i) - p(i))", apply("a comparison", x="q(i)", y="p(i)")),
    Step("beyond", "0 <= (1 - [p(i) <= q(i)])*(p(i) - q(i))", apply("a comparison", x="q(i)", y="p(i)")),
    Step(
        "point",
        f"f(i)*(p(i) - q(i)) <= b*{ABOVE}*(p(i) - q(i))",
        arithmetic(("b*(q(i) - p(i))", f"{ABOVE} = 1 - [p(i) <= q(i)]"), ("f(i)", "within"), ("b - f(i)", "beyond")),
        (),
        ("most",),
    ),
    Step(
        "all",
        f"sum(f(i)*p(i), i, 1, d) - sum(f(i)*q(i), i, 1, d) <= b*{TV}",
        arithmetic(inside("sum(_, i, 1, d)", "point")),
    ),
    given={"most": Given("f(i) <= b")},
)
