"""Which coins fell, given that some did: how far the chances of the cases are apart where one coin is another one.

x is kept with probability h q, and y with probability h = 1 - p; given that one of them is drawn, x is with probability
(1 - h q)/(1 - h^2 q). The coins are q and r, each at most e and at least 1 - l times the other one. With H = 1 - h e
and R H = 1 - h (1 - l) e one of these chances is at most R times the other, and that x is kept at most R/(1 - l) times.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

NOT_NEGATIVE: Final = "real, 0 <= {0}"


def _domains(*names: str) -> dict[str, str]:
    return {name: NOT_NEGATIVE.format(name) for name in names}


def _coins(**values: str) -> dict[str, Any]:
    """H and R of h, e and l."""
    numbers = {name: Fraction(value) for name, value in values.items()}
    h, e, l = (numbers[name] for name in ("h", "e", "l"))  # noqa: E741  # as in the formulas
    numbers["H"] = 1 - h * e
    return {**numbers, "R": (1 - h * (1 - l) * e) / numbers["H"]}


RATIO: Final = {"whole": Given("H = 1 - h*e"), "ratio": Given("R*H = 1 - h*(1 - l)*e")}
FALLS: Final = "1 - h*q <= R*(1 - h*r)"
theorem(
    "a coin that falls",
    anything(
        "two chances of a coin",
        {**_domains("h", "q", "r", "e", "l", "R"), "H": "real, 0 < H"},
        {},
        (
            _coins(h="1/2", q="1/4", r="1/2", e="1/2", l="1/2"),
            _coins(h="1/3", q="1/2", r="1/2", e="1", l="0"),
            _coins(h="9/10", q="1/2", r="1/4", e="3/4", l="1/3"),
        ),
    ),
    FALLS,
    Step(
        "all",
        FALLS,
        arithmetic(
            ("-(1 - h*r)/H", "ratio"),
            ("(1 - h*(1 - l)*r)/H", "whole"),
            ("h", "bound"),
            ("h*l/H", "small"),
        ),
    ),
    given={**RATIO, "bound": Given("(1 - l)*r <= q"), "small": Given("r <= e")},
)

NEW: Final = "(1 - h*q)*(1 - h**2*r) <= R*(1 - h*r)*(1 - h**2*q)"
KEPT: Final = "(1 - l)*q*(1 - h**2*r) <= R*r*(1 - h**2*q)"
COINS: Final = anything(
    "a coin of two chances beside two others",
    {
        **_domains("p", "l"),
        "h": "real, 0 <= h, h <= 1",
        "q": "real, 0 <= q, q <= 1",
        "r": "real, 0 <= r, r <= 1",
        "e": "real, 0 <= e, e <= 1",
        "H": "real, 0 < H",
        "R": "real, 1 <= R",
    },
    {},
    (
        _coins(h="1/2", p="1/2", q="1/4", r="1/2", e="1/2", l="1/2"),
        _coins(h="1/3", p="2/3", q="1/2", r="1/2", e="3/4", l="0"),
        _coins(h="9/10", p="1/10", q="3/4", r="1/2", e="3/4", l="1/3"),
    ),
)
VALUES: Final = {"e": "e", "l": "l", "R": "R", "H": "H", "h": "h"}
theorem(
    "posteriors of coins",
    COINS,
    f"{NEW} and {KEPT}",
    Step(
        "falls",
        "1 - h*q <= R*(1 - h*r)",
        apply("a coin that falls", "whole", "ratio", "bound", "small, other", q="q", r="r", **VALUES),
    ),
    Step("scaled", "(1 - l)*(h*q) <= h*r", arithmetic(("h", "bound, back"))),
    Step("small, scaled", "h*q <= e", arithmetic("small", ("q", "h <= 1"))),
    Step(
        "both fall",
        "1 - h*(h*r) <= R*(1 - h*(h*q))",
        apply("a coin that falls", "whole", "ratio", "scaled", "small, scaled", q="h*r", r="h*q", **VALUES),
    ),
    Step("chance of r", "h*r <= 1", arithmetic("r <= 1", ("r", "h <= 1"))),
    Step("chance of q", "h*q <= 1", arithmetic("q <= 1", ("q", "h <= 1"))),
    Step("some, of r", "0 <= 1 - h**2*r", arithmetic("h <= 1", ("h", "chance of r"))),
    Step("some, of q", "0 <= 1 - h**2*q", arithmetic("h <= 1", ("h", "chance of q"))),
    Step(
        "product",
        "0 <= (1 - h*r)*(1 - h**2*q)",
        arithmetic(("1 - h**2*q", "chance of r")),
        (),
        ("some, of q",),
    ),
    Step("product, scaled", "0 <= R*h**2*(1 - h*r)", arithmetic(("R*h**2", "chance of r"))),
    Step(
        "new, rarer",
        NEW,
        arithmetic(("1 - h**2*r", "falls"), ("R*h**2*(1 - h*r)", "q <= r")),
        ("q <= r",),
        ("some, of r", "product, scaled"),
    ),
    Step(
        "new, more often",
        NEW,
        arithmetic(("h*p", "r <= q"), ("h*(q - r)", "one"), ("(1 - h*r)*(1 - h**2*q)", "1 <= R")),
        ("r <= q",),
        ("product",),
    ),
    Step(
        "new",
        NEW,
        apply(
            "cases",
            "new, rarer",
            "new, more often",
            A="(1 - h*q)*(1 - h**2*r)",
            B="R*(1 - h*r)*(1 - h**2*q)",
            c="r - q",
        ),
    ),
    Step("kept", KEPT, arithmetic(("1 - h**2*r", "bound, back"), ("r", "both fall")), (), ("some, of r",)),
    given={
        **RATIO,
        "one": Given("h + p = 1"),
        "bound": Given("(1 - l)*r <= q"),
        "bound, back": Given("(1 - l)*q <= r"),
        "small": Given("q <= e"),
        "small, other": Given("r <= e"),
    },
)

DRAWN: Final = "M*a*(h*Y + p*b) + h*q*p*X*b"
DRAWN_2: Final = "M2*a2*(h*Y + p*b2) + h*r*p*X*b2"
POSITIVE: Final = ("h", "p", "q", "r", "X", "Y", "a", "b", "a2", "b2", "M", "M2", "R")
PART: Final = "M*D2*a*(h*Y + p*b) <= E**2*R*M2*D*a2*(h*Y + p*b2)"
OTHER_PART: Final = "q*D2*b <= E**2*R*r*D*b2"


def _drawn(**values: str) -> dict[str, Any]:
    """The chances that the models are drawn; what is not told is 1."""
    numbers = {name: Fraction(1) for name in (*POSITIVE, "D", "D2", "E")}
    numbers |= {name: Fraction(value) for name, value in values.items()}
    for name, (m, a, b, q, d) in {"N": ("M", "a", "b", "q", "D"), "N2": ("M2", "a2", "b2", "r", "D2")}.items():
        kept = numbers["h"] * numbers["p"] * numbers["X"]
        fresh = numbers[m] * numbers[a] * (numbers["h"] * numbers["Y"] + numbers["p"] * numbers[b])
        numbers[name] = (fresh + kept * numbers[q] * numbers[b]) / numbers[d]
    return numbers


theorem(
    "models that are drawn",
    anything(
        "the chances of two models, given that one of them is drawn",
        {
            **_domains(*POSITIVE),
            "D": "real, 0 < D",
            "D2": "real, 0 < D2",
            "E": "real, 1 <= E",
            "N": "real",
            "N2": "real",
        },
        {},
        (
            _drawn(a="1/2", b2="1/3", b="1/2", E="3/2", h="1/3", p="2/3"),
            _drawn(X="0", M="1/2", D2="2", R="2", q="1/2", r="3/4", h="1/2", p="1/2"),
        ),
    ),
    "N <= E**2*R*N2",
    Step(
        "samples",
        "a*(h*Y + p*b) <= E**2*a2*(h*Y + p*b2)",
        arithmetic(("h*Y*E + p*E*b2", "sample"), ("h*Y*a", "1 <= E"), ("p*a", "other sample")),
    ),
    Step("part", PART, arithmetic(("M*D2", "samples"), ("E**2*a2*(h*Y + p*b2)", "x is drawn"))),
    Step("other part", OTHER_PART, arithmetic(("q*D2", "other sample"), ("E*b2", "x is kept"))),
    Step(
        "all",
        "N <= E**2*R*N2",
        arithmetic(
            ("1/D", "drawn"),
            ("-E**2*R/D2", "drawn, other"),
            ("1/(D*D2)", "part"),
            ("h*p*X/(D*D2)", "other part"),
        ),
    ),
    given={
        "drawn": Given(f"N*D = {DRAWN}"),
        "drawn, other": Given(f"N2*D2 = {DRAWN_2}"),
        "sample": Given("a <= E*a2"),
        "other sample": Given("b <= E*b2"),
        "x is drawn": Given("M*D2 <= R*M2*D"),
        "x is kept": Given("q*D2 <= E*R*r*D"),
    },
)
