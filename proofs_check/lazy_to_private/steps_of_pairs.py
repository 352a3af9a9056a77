"""Lemma for ASI-16: what a step of Algorithm 1 adds to the distance of the law of (x, y) from the ideal one.

Under the ideal law x follows m and is independent of y. Let the law of the pair be at most m(i) y(l) + e(i, l). A step
is linear, so it is at most the step of each of both. Of the first one, given y = l, it makes y(l) (m'(i) + (1 - p) o(i,
l)) at most, where m' is the new law and o bounds what is left; the other keeps its mass. Then y is kept, or drawn anew.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic

POINT: Final = {"i": "integer, 1 <= i, i <= d"}
OTHER: Final = {"l": "integer, 1 <= l, l <= d"}
PAIR: Final = {**POINT, **OTHER}
SOME: Final = Named(index=PAIR, range="at least 0")


HALF: Final = Fraction(1, 2)
NEW: Final = (Fraction(1, 4), Fraction(3, 4))
KEEP: Final = ((HALF, Fraction(1, 4)), (Fraction(1), HALF))
LAW: Final = ((Fraction(3, 8), Fraction(1, 8)), (Fraction(1, 8), Fraction(3, 8)))


def _keeps(i: int, y: int) -> Fraction:
    return KEEP[int(i) - 1][int(y) - 1]


def _law(i: int, y: int) -> Fraction:
    return LAW[int(i) - 1][int(y) - 1]


def _with_x(i: int, y: int) -> Fraction:
    drawn = sum(((1 - _keeps(k, y) / 2) * _law(k, y) for k in (1, 2)), Fraction(0))
    return _keeps(i, y) * _law(i, y) / 2 + NEW[int(i) - 1] * drawn


def _left(i: int, y: int) -> Fraction:
    kept = [_keeps(k, y) / 2 for k in (1, 2)]
    return max(Fraction(0), kept[int(i) - 1] - NEW[int(i) - 1] * sum(kept, Fraction(0)))


PAIRS: Final = anything(
    "pairs of models, of which both may be kept or drawn anew",
    {"d": "integer, 1 <= d", "p": "real, 0 < p, p < 1"},
    {
        "m": Named(index=POINT, range="at least 0"),
        "new": Named(index=POINT, range="at least 0"),
        "y": Named(index=OTHER, range="at least 0"),
        "next": Named(index=OTHER),
        "keep": SOME,
        "j": SOME,
        "a": Named(index=PAIR),
        "then": Named(index=PAIR),
        "e": Named(index=PAIR),
        "o": Named(index=PAIR),
    },
    (
        {
            "d": Fraction(2),
            "p": HALF,
            "m": lambda _: HALF,
            "new": lambda i: NEW[int(i) - 1],
            "y": lambda _: HALF,
            "next": lambda y: (HALF + NEW[int(y) - 1]) / 2,
            "keep": _keeps,
            "j": _law,
            "a": _with_x,
            "then": lambda i, y: (_with_x(i, y) + NEW[int(y) - 1] * (_with_x(i, 1) + _with_x(i, 2))) / 2,
            "e": lambda i, y: max(Fraction(0), _law(i, y) - Fraction(1, 4)),
            "o": _left,
        },
    ),
    PAIR,
)
REST: Final = "(1 - (1 - p)*keep(i, l))"
IDEAL: Final = "(m(i)*y(l) + e(i, l))"
MOVED: Final = f"((1 - p)*keep(i, l)*e(i, l) + new(i)*sum({REST}*e(i, l), i, 1, d))"
"""What a step makes of e, before y is drawn."""
ADDED: Final = f"((1 - p)*y(l)*o(i, l) + {MOVED})"
ALL_ADDED: Final = f"((1 - p)*{ADDED} + p*new(l)*sum({ADDED}, l, 1, d))"
GIVEN: Final = {
    "old law": Given("sum(m(i), i, 1, d) = 1"),
    "new law": Given("sum(new(i), i, 1, d) = 1"),
    "one": Given("sum(y(l), l, 1, d) = 1"),
    "a coin": Given("keep(i, l) <= 1"),
    "x": Given(f"a(i, l) = (1 - p)*keep(i, l)*j(i, l) + new(i)*sum({REST}*j(i, l), i, 1, d)"),
    "then y": Given("then(i, l) = (1 - p)*a(i, l) + p*new(l)*sum(a(i, l), l, 1, d)"),
    "next y": Given("next(l) = (1 - p)*y(l) + p*new(l)"),
    "so far": Given(f"j(i, l) <= {IDEAL}"),
    "left": Given("m(i)*keep(i, l) - new(i)*sum(m(i)*keep(i, l), i, 1, d) <= o(i, l)"),
}
SIGNS: Final = {"some": Given("0 <= e(i, l)"), "some left": Given("0 <= o(i, l)")}
theorem(
    "a pair after a step",
    PAIRS,
    f"then(i, l) <= new(i)*next(l) + {ALL_ADDED}",
    Step("may stay", "0 <= (1 - p)*keep(i, l)", arithmetic(("keep(i, l)", "p < 1"))),
    Step(
        "kept",
        f"(1 - p)*keep(i, l)*j(i, l) <= (1 - p)*keep(i, l)*{IDEAL}",
        arithmetic(("(1 - p)*keep(i, l)", "so far")),
        (),
        ("may stay",),
    ),
    Step("a part", f"0 <= {REST}", arithmetic(("1 - p", "a coin"))),
    Step("not kept", f"{REST}*j(i, l) <= {REST}*{IDEAL}", arithmetic((REST, "so far")), (), ("a part",)),
    Step(
        "none kept",
        f"sum({REST}*j(i, l), i, 1, d) <= sum({REST}*{IDEAL}, i, 1, d)",
        apply("sum grows", "not kept", f=f"i: {REST}*j(i, l)", g=f"i: {REST}*{IDEAL}", low="1", high="d"),
    ),
    Step("free", "0 <= (1 - p)*y(l)", arithmetic(("y(l)", "p < 1"))),
    Step(
        "new x",
        f"a(i, l) <= new(i)*y(l) + {ADDED}",
        arithmetic("x", "kept", ("new(i)", "none kept"), ("(1 - p)*y(l)", "left"), ("new(i)*y(l)", "old law")),
        (),
        ("free",),
    ),
    Step(
        "all y",
        f"sum(a(i, l), l, 1, d) <= sum(new(i)*y(l) + {ADDED}, l, 1, d)",
        apply("sum grows", "new x", f="l: a(i, l)", g=f"l: new(i)*y(l) + {ADDED}", low="1", high="d"),
    ),
    Step(
        "all",
        f"then(i, l) <= new(i)*next(l) + {ALL_ADDED}",
        arithmetic(
            "then y",
            ("1 - p", "new x"),
            ("p*new(l)", "all y"),
            ("-new(i)", "next y"),
            ("p*new(l)*new(i)", "one"),
        ),
    ),
    given=GIVEN,
)
BEYOND: Final = "[new(i)*next(l) < then(i, l)]*(then(i, l) - new(i)*next(l))"
DISTANCE: Final = f"sum(sum({BEYOND}, i, 1, d), l, 1, d)"
BEFORE: Final = "sum(sum(e(i, l), i, 1, d), l, 1, d)"
LEFT: Final = "sum(y(l)*sum(o(i, l), i, 1, d), l, 1, d)"
OF_ADDED: Final = f"sum(sum({ADDED}, i, 1, d), l, 1, d)"
BOUND: Final = f"{DISTANCE} <= {BEFORE} + (1 - p)*{LEFT}"
FUNCTIONS: Final = {
    **{name: f"i: {name}(i)" for name in ("m", "new")},
    **{name: f"l: {name}(l)" for name in ("y", "next")},
    **{name: f"i, l: {name}(i, l)" for name in ("keep", "j", "a", "then", "e", "o")},
}
theorem(
    "the distance after a step",
    PAIRS,
    BOUND,
    # nothing that is added is negative
    Step("a part", f"0 <= {REST}", arithmetic(("1 - p", "a coin"))),
    Step("a share", f"0 <= {REST}*e(i, l)", arithmetic((REST, "some")), (), ("a part",)),
    Step(
        "shares",
        f"0 <= sum({REST}*e(i, l), i, 1, d)",
        apply("sum grows", "a share", f="i: 0", g=f"i: {REST}*e(i, l)", low="1", high="d"),
    ),
    Step("free", "0 <= (1 - p)*y(l)", arithmetic(("y(l)", "p < 1"))),
    Step("may stay", "0 <= (1 - p)*keep(i, l)", arithmetic(("keep(i, l)", "p < 1"))),
    Step(
        "not negative",
        f"0 <= {ADDED}",
        arithmetic(("(1 - p)*y(l)", "some left"), ("(1 - p)*keep(i, l)", "some"), ("new(i)", "shares")),
        (),
        ("free", "may stay"),
    ),
    Step(
        "none of all",
        f"0 <= sum({ADDED}, l, 1, d)",
        apply("sum grows", "not negative", f="l: 0", g=f"l: {ADDED}", low="1", high="d"),
    ),
    Step("all is added", f"0 <= {ALL_ADDED}", arithmetic(("1 - p", "not negative"), ("p*new(l)", "none of all"))),
    # what is beyond is added
    Step(
        "then",
        f"then(i, l) <= new(i)*next(l) + {ALL_ADDED}",
        apply("a pair after a step", *GIVEN, d="d", p="p", i="i", l="l", **FUNCTIONS),
    ),
    Step("or not", "[new(i)*next(l) < then(i, l)] <= 1", apply("what is above", x="then(i, l)", y="new(i)*next(l)")),
    Step(
        "beyond",
        f"{BEYOND} <= {ALL_ADDED}",
        arithmetic(("[new(i)*next(l) < then(i, l)]", "then"), (ALL_ADDED, "or not")),
        (),
        ("all is added",),
    ),
    Step(
        "beyond, of x",
        f"sum({BEYOND}, i, 1, d) <= sum({ALL_ADDED}, i, 1, d)",
        apply("sum grows", "beyond", f=f"i: {BEYOND}", g=f"i: {ALL_ADDED}", low="1", high="d"),
    ),
    Step(
        "beyond, of both",
        f"{DISTANCE} <= sum(sum({ALL_ADDED}, i, 1, d), l, 1, d)",
        apply(
            "sum grows",
            "beyond, of x",
            f=f"l: sum({BEYOND}, i, 1, d)",
            g=f"l: sum({ALL_ADDED}, i, 1, d)",
            low="1",
            high="d",
        ),
    ),
    # and adds up
    Step(
        "in either order",
        f"sum(sum({ADDED}, l, 1, d), i, 1, d) = {OF_ADDED}",
        apply("sums in either order", f=f"i, l: {ADDED}", m="d", n="d"),
    ),
    Step(
        "of x",
        f"sum({ADDED}, i, 1, d) = (1 - p)*y(l)*sum(o(i, l), i, 1, d) + sum(e(i, l), i, 1, d)",
        arithmetic((f"sum({REST}*e(i, l), i, 1, d)", "new law")),
    ),
    Step(
        "of both",
        f"{OF_ADDED} = sum((1 - p)*y(l)*sum(o(i, l), i, 1, d) + sum(e(i, l), i, 1, d), l, 1, d)",
        apply(
            "sum of equals",
            "of x",
            f=f"l: sum({ADDED}, i, 1, d)",
            g="l: (1 - p)*y(l)*sum(o(i, l), i, 1, d) + sum(e(i, l), i, 1, d)",
            low="1",
            high="d",
        ),
    ),
    Step(
        "all",
        BOUND,
        arithmetic(
            "beyond, of both",
            ("p*sum(new(l), l, 1, d)", "in either order"),
            (f"p*{OF_ADDED}", "new law"),
            "of both",
        ),
    ),
    given={**GIVEN, **SIGNS},
)
