"""What is told has no larger delta than what it is a function of: of a random outcome, and of finitely many parts.

With k the indicator of a release, R - e^x R2 = E k (1 - e^(x - Z)) for the privacy loss Z, at most the mean of k [x <
Z] (1 - e^(x - Z)); and what a whole has beyond e^x times as much, its parts have.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.exact import log
from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

RELEASES: Final = {"h": "integer, 1 <= h, h <= M"}
WHOLES: Final = {"f": "integer, 1 <= f, f <= W"}
OVER: Final = "[x < Z]*(1 - exp(x - Z))"
TOLD: Final = "[exp(x)*R2(h) < R(h)]"
MORE: Final = f"{TOLD}*(R(h) - exp(x)*R2(h))"
"""What release h has beyond e^x times its probability under the other law."""
TOTAL: Final = f"sum(k(h)*{OVER}, h, 1, M)"
LAWS: Final = (Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3))
theorem(
    "privacy of what is told",
    anything(
        "releases of a random outcome",
        {"M": "integer, 1 <= M", "x": "real"},
        {
            "P": LAW,
            "Z": RANDOM,
            "k": Named(index=RELEASES, space="outcome", range="at least 0"),
            "R": Named(index=RELEASES, range="at least 0"),
            "R2": Named(index=RELEASES, range="at least 0"),
        },
        tuple(
            {
                "M": Fraction(2),
                "x": Fraction(x, 2),
                "P": lambda: dict(enumerate(LAWS[0])),
                "Z": lambda y: (log(2) if y == 0 else -log(2)).as_real(),
                "k": lambda h, y: Fraction(int(h == y + 1)),
                "R": lambda h: LAWS[0][int(h) - 1],
                "R2": lambda h: LAWS[1][int(h) - 1],
            }
            for x in (0, 1, 2)
        ),
        RELEASES,
    ),
    f"sum({MORE}, h, 1, M) <= E({OVER})",
    Step("below", "(1 - [x < Z])*(1 - exp(x - Z)) <= 0", apply("a loss above a threshold", x="x", L="Z")),
    Step("above", f"0 <= {OVER}", apply("a loss above a threshold", x="x", L="Z")),
    Step("outcome", f"k(h)*(1 - exp(x - Z)) <= k(h)*{OVER}", arithmetic(("k(h)", "below"))),
    Step(
        "outcomes",
        f"E(k(h)*(1 - exp(x - Z))) <= E(k(h)*{OVER})",
        apply("expectation grows", "outcome", P="P", X="k(h)*(1 - exp(x - Z))", Y=f"k(h)*{OVER}"),
    ),
    Step("part", f"0 <= k(h)*{OVER}", arithmetic(("k(h)", "above"))),
    Step("parts", f"E(0) <= E(k(h)*{OVER})", apply("expectation grows", "part", P="P", X="0", Y=f"k(h)*{OVER}")),
    Step("or not", f"{TOLD} <= 1", apply("what is above", x="R(h)", y="exp(x)*R2(h)")),
    Step(
        "release",
        f"{MORE} <= E(k(h)*{OVER})",
        arithmetic((TOLD, "outcomes"), (TOLD, "first"), (f"-{TOLD}*exp(x)", "second"), (f"1 - {TOLD}", "parts")),
        (),
        ("or not",),
    ),
    Step(
        "releases",
        f"sum({MORE}, h, 1, M) <= sum(E(k(h)*{OVER}), h, 1, M)",
        apply("sum grows", "release", f=f"h: {MORE}", g=f"h: E(k(h)*{OVER})", low="1", high="M"),
    ),
    Step(
        "mean",
        f"E({TOTAL}) = sum(E(k(h)*{OVER}), h, 1, M)",
        apply("expectation of a sum", P="P", X=f"h: k(h)*{OVER}", low="1", high="M"),
    ),
    Step("one", f"{TOTAL} = {OVER}", arithmetic((OVER, "one of all"))),
    Step("means", f"E({TOTAL}) = E({OVER})", apply("expectation of equals", "one", P="P", X=TOTAL, Y=OVER)),
    Step("all", f"sum({MORE}, h, 1, M) <= E({OVER})", arithmetic("releases", ("-1", "mean"), "means")),
    given={
        "one of all": Given("sum(k(h), h, 1, M) = 1"),
        "first": Given("R(h) = E(k(h))"),
        "second": Given("R2(h) = E(k(h)*exp(-Z))"),
    },
)
WHOLE: Final = "[exp(x)*V2(f) < V(f)]"
WHOLE_MORE: Final = f"{WHOLE}*(V(f) - exp(x)*V2(f))"
PARTS: Final = f"sum(part(h, f)*{MORE}, h, 1, M)"
GAP: Final = "part(h, f)*(R(h) - exp(x)*R2(h))"
theorem(
    "privacy of wholes",
    anything(
        "parts and wholes under two laws",
        {"M": "integer, 1 <= M", "W": "integer, 1 <= W", "x": "real"},
        {
            "part": Named(index={**RELEASES, **WHOLES}, range="at least 0"),
            "R": Named(index=RELEASES, range="at least 0"),
            "R2": Named(index=RELEASES, range="at least 0"),
            "V": Named(index=WHOLES, range="at least 0"),
            "V2": Named(index=WHOLES, range="at least 0"),
        },
        tuple(
            {
                "M": Fraction(3),
                "W": Fraction(2),
                "x": Fraction(x, 4),
                "part": lambda h, f: Fraction(int((h > 1) == (f > 1))),
                "R": lambda h: Fraction(int(h), 6),
                "R2": lambda h: Fraction(4 - int(h), 6),
                "V": lambda f: Fraction((1, 5)[int(f) - 1], 6),
                "V2": lambda f: Fraction((3, 3)[int(f) - 1], 6),
            }
            for x in (0, 1)
        ),
        {**RELEASES, **WHOLES},
    ),
    f"sum({WHOLE_MORE}, f, 1, W) <= sum({MORE}, h, 1, M)",
    Step("over", f"0 <= {MORE}", apply("what is above", x="R(h)", y="exp(x)*R2(h)")),
    Step("under", f"0 <= (1 - {TOLD})*(exp(x)*R2(h) - R(h))", apply("what is above", x="R(h)", y="exp(x)*R2(h)")),
    Step("a part", f"{GAP} <= part(h, f)*{MORE}", arithmetic(("part(h, f)", "under"))),
    Step(
        "parts",
        f"sum({GAP}, h, 1, M) <= {PARTS}",
        apply("sum grows", "a part", f=f"h: {GAP}", g=f"h: part(h, f)*{MORE}", low="1", high="M"),
    ),
    Step("a term", f"0 <= part(h, f)*{MORE}", arithmetic(("part(h, f)", "over"))),
    Step(
        "not negative",
        f"0 <= {PARTS}",
        apply("sum grows", "a term", f="h: 0", g=f"h: part(h, f)*{MORE}", low="1", high="M"),
    ),
    Step("or not", f"{WHOLE} <= 1", apply("what is above", x="V(f)", y="exp(x)*V2(f)")),
    Step(
        "a whole",
        f"{WHOLE_MORE} <= {PARTS}",
        arithmetic(
            (WHOLE, "parts"), (WHOLE, "first"), (f"-{WHOLE}*exp(x)", "second"), (f"1 - {WHOLE}", "not negative")
        ),
        (),
        ("or not",),
    ),
    Step(
        "wholes",
        f"sum({WHOLE_MORE}, f, 1, W) <= sum({PARTS}, f, 1, W)",
        apply("sum grows", "a whole", f=f"f: {WHOLE_MORE}", g=f"f: {PARTS}", low="1", high="W"),
    ),
    Step(
        "in either order",
        f"sum({PARTS}, f, 1, W) = sum(sum(part(h, f)*{MORE}, f, 1, W), h, 1, M)",
        apply("sums in either order", f=f"f, h: part(h, f)*{MORE}", m="W", n="M"),
    ),
    Step("one", f"sum(part(h, f)*{MORE}, f, 1, W) = {MORE}", arithmetic((MORE, "one of all"))),
    Step(
        "of all parts",
        f"sum(sum(part(h, f)*{MORE}, f, 1, W), h, 1, M) = sum({MORE}, h, 1, M)",
        apply("sum of equals", "one", f=f"h: sum(part(h, f)*{MORE}, f, 1, W)", g=f"h: {MORE}", low="1", high="M"),
    ),
    Step(
        "all",
        f"sum({WHOLE_MORE}, f, 1, W) <= sum({MORE}, h, 1, M)",
        arithmetic("wholes", "in either order", "of all parts"),
    ),
    given={
        "one of all": Given("sum(part(h, f), f, 1, W) = 1"),
        "first": Given("V(f) = sum(part(h, f)*R(h), h, 1, M)"),
        "second": Given("V2(f) = sum(part(h, f)*R2(h), h, 1, M)"),
    },
)
