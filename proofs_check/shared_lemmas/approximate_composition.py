"""Adaptive composition of rounds that are (eps(t), delta(t))-private: (sum eps(t), 1 - prod (1 - delta(t))).

``w(t)`` and ``v(t)`` are the densities of the first t answers on the data and on the neighbor with respect to P, and
``p(t)`` and ``q(t)`` those of answer t given the ones before it. With a = e^(eps(1) + ... + eps(t)) and M the mean of
min(w(t), a v(t)), one more round costs at most a share delta(t + 1) of M: w p - a v e^eps q is at most min(w, a v)(p -
e^eps q)^+ + (w - a v)^+ p.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import log
from dpassay.proofs_check.models.anything import LAW, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, inside, together, use
from dpassay.proofs_check.shared_lemmas.comparisons import parts

PAIRS: Final = tuple(product((0, 1), repeat=2))
Pair = tuple[int, ...]
TWO_THIRDS, HALF, ONE = Fraction(2, 3), Fraction(1, 2), Fraction(1)
CHANCES: Final = {(): (TWO_THIRDS, 1 - TWO_THIRDS), (0,): (ONE, HALF), (1,): (HALF, HALF)}
"""The probabilities of a 0 on the data and on the neighbor, by the answers before."""


def _uniform() -> dict[Pair, Fraction]:
    return dict.fromkeys(PAIRS, Fraction(1, 4))


def _after(t: int, past: Pair) -> dict[Pair, Fraction]:
    alike = [pair for pair in PAIRS if pair[:t] == past[:t]]
    return dict.fromkeys(alike, Fraction(1, len(alike)))


def _density(which: int, t: int, pair: Pair) -> Fraction:
    """Twice the probability of answer t."""
    zero = CHANCES[pair[: t - 1]][which]
    return 2 * (1 - zero if pair[t - 1] else zero)


def _densities(which: int, t: int, pair: Pair) -> Fraction:
    whole = ONE
    for k in range(1, t + 1):
        whole *= _density(which, k, pair)
    return whole


TWO: Final[Mapping[str, Any]] = {
    "T": Fraction(2),
    "P": _uniform,
    "after": _after,
    "p": lambda t, pair: _density(0, t, pair),
    "q": lambda t, pair: _density(1, t, pair),
    "w": lambda t, pair: _densities(0, t, pair),
    "v": lambda t, pair: _densities(1, t, pair),
    "eps": lambda t: log((2, Fraction(3, 2))[t - 1]).as_real(),
    "delta": lambda t: (Fraction(0), Fraction(1, 4))[t - 1],
    "keep": lambda t: (ONE, ONE, Fraction(3, 4))[t],
}
ROUND: Final = {"t": "integer, 1 <= t, t <= T"}
SO_FAR: Final = {"t": "integer, 0 <= t, t <= T"}
NEXT: Final = {"t": "integer, 0 <= t, t <= T - 1"}
DENSITY: Final = Named(index=ROUND, space="outcome", range="at least 0")
DENSITIES: Final = Named(index=SO_FAR, space="outcome", range="at least 0")
ROUNDS: Final = anything(
    "rounds that are approximately private",
    {"T": "integer, 0 <= T"},
    {
        "P": LAW,
        "after": Named(law=True, space="outcome", given="outcome", mean_of="P", index=NEXT),
        "p": DENSITY,
        "q": DENSITY,
        "w": DENSITIES,
        "v": DENSITIES,
        "eps": Named(index=ROUND),
        "delta": Named(index=ROUND),
        "keep": Named(index=SO_FAR),
    },
    (TWO, {**TWO, "T": Fraction(1)}, {**TWO, "T": Fraction(0)}),
    variables={
        "t": "integer, 0 <= t, t <= T - 1",
        "n": "integer, 0 <= n, n <= T - 1",
        "i": "integer, 1 <= i, i <= T",
        "j": "integer, 0 <= j, j <= T",
        "z": "real",
    },
    outcomes=PAIRS,
)


def excess(n: str) -> str:
    """What w has above a v after n rounds, for a = e^(the sum of eps so far)."""
    a_v = f"exp(sum(eps(i), i, 1, {n}))*v({n})"
    return f"[{a_v} < w({n})]*(w({n}) - {a_v})"


def bound(w: str, v: str) -> str:
    """What bounds the excess after one more round, at the densities before it."""
    return f"({w} - [a*{v} < {w}]*({w} - a*{v}))*B + [a*{v} < {w}]*({w} - a*{v})*p(n + 1)"


MORE: Final = "b*v(n + 1) < w(n + 1)"
CLAIMED: Final = f"E({excess('n')}) <= 1 - keep(n)"
theorem(
    "approximate composition",
    ROUNDS,
    f"E({excess('T')}) <= 1 - keep(T)",
    # before the first round both densities are 1
    Step("equal", "w(0) <= v(0)", arithmetic("first, start", ("-1", "second, start"))),
    Step("not above", "[w(0) <= v(0)] = 1", apply("indicator of what holds", "equal", A="w(0)", B="v(0)")),
    Step(
        "no excess",
        f"{excess('0')} <= 0",
        arithmetic(("w(0) - v(0)", "[v(0) < w(0)] = 1 - [w(0) <= v(0)]"), ("v(0) - w(0)", "not above")),
    ),
    Step("base", f"E({excess('0')}) <= 1 - keep(0)", arithmetic(inside("E(_)", "no excess"), "all kept")),
    # one more round
    Step(
        "last",
        "sum(eps(i), i, 1, n + 1) = sum(eps(i), i, 1, n) + eps(n + 1)",
        apply("last term", f="i: eps(i)", low="1", high="n + 1"),
    ),
    Step("so far", parts("w(n)", "a*v(n)"), apply("what is above", x="w(n)", y="a*v(n)")),
    Step("now at least 0", "0 <= now", together("so far")),
    Step("rest at least 0", "0 <= (1 - I)*(a*v(n) - w(n))", together("so far")),
    Step("at most 1", "I <= 1", together("so far")),
    Step("least at least 0", "0 <= least", arithmetic(("w(n)", "at most 1"))),
    Step("the round", parts("p(n + 1)", "e"), apply("what is above", x="p(n + 1)", y="e")),
    Step("B at least 0", "0 <= B", together("the round")),
    Step("B at most 0", "0 <= (1 - [e < p(n + 1)])*(e - p(n + 1))", together("the round")),
    Step(
        "excess",
        "w(n + 1) - b*v(n + 1) <= bound",
        arithmetic(
            ("least", "B at most 0"),
            ("e", "rest at least 0"),
            use("first, next", t="n"),
            ("-b", use("second, next", t="n")),
            ("-v(n)*q(n + 1)", inside("exp(_)", "last")),
        ),
        (),
        ("least at least 0",),
    ),
    Step(
        "bound at least 0",
        "0 <= bound",
        arithmetic(("least", "B at least 0"), ("p(n + 1)", "now at least 0")),
        (),
        ("least at least 0",),
    ),
    Step(
        "where it is",
        f"[{MORE}]*(w(n + 1) - b*v(n + 1)) <= [{MORE}]*bound",
        apply("where it is so", "excess", A="b*v(n + 1)", B="w(n + 1)", Y="w(n + 1) - b*v(n + 1)", c="bound"),
    ),
    Step("later", parts("w(n + 1)", "b*v(n + 1)"), apply("what is above", x="w(n + 1)", y="b*v(n + 1)")),
    Step("later at most 1", f"[{MORE}] <= 1", together("later")),
    Step(
        "pointwise",
        f"{excess('n + 1')} <= bound",
        arithmetic("where it is", ("bound", "later at most 1")),
        (),
        ("bound at least 0",),
    ),
    Step(
        "first known",
        f"E(bound, after(n)) = E({bound('given(w(n))', 'v(n)')}, after(n))",
        apply(
            "what is constant",
            use("first, known", t="n"),
            P="after(n)",
            A="w(n)",
            a="w(n)",
            f=f"x: {bound('x', 'v(n)')}",
        ),
    ),
    Step(
        "second known",
        f"E({bound('z', 'v(n)')}, after(n)) = E({bound('z', 'given(v(n))')}, after(n))",
        apply(
            "what is constant",
            use("second, known", t="n"),
            P="after(n)",
            A="v(n)",
            a="v(n)",
            f=f"x: {bound('z', 'x')}",
        ),
    ),
    Step(
        "given the past, at most",
        f"E({excess('n + 1')}, after(n)) <= least*delta(n + 1) + now",
        arithmetic(
            inside("E(_, after(n))", "pointwise"),
            "first known",
            use("second known", z="w(n)"),
            ("least", use("private", t="n")),
            ("now", use("unit", t="n")),
        ),
        (),
        ("least at least 0",),
    ),
    Step(
        "tower",
        f"E(E({excess('n + 1')}, after(n))) = E({excess('n + 1')})",
        apply("tower", P="P", K="after(n)", X=excess("n + 1")),
    ),
    Step("probability", "0 <= 1 - delta(n + 1)", arithmetic(use("a probability", i="n + 1"))),
    Step(
        "next",
        f"E({excess('n + 1')}) <= 1 - keep(n + 1)",
        arithmetic(
            ("-1", "tower"),
            inside("E(_)", "given the past, at most"),
            ("delta(n + 1)", use("law", j="n")),
            ("1 - delta(n + 1)", CLAIMED),
            use("kept", t="n"),
        ),
        (CLAIMED,),
        ("probability",),
    ),
    Step(
        "all",
        f"E({excess('T')}) <= 1 - keep(T)",
        apply(
            "induction",
            "base",
            "next",
            low="0",
            high="T",
            f=f"n: E({excess('n')})",
            g="n: 1 - keep(n)",
        ),
    ),
    let={
        "a": "exp(sum(eps(i), i, 1, n))",
        "b": "exp(sum(eps(i), i, 1, n + 1))",
        "I": "[a*v(n) < w(n)]",
        "now": "I*(w(n) - a*v(n))",
        "least": "w(n) - now",
        "e": "exp(eps(n + 1))*q(n + 1)",
        "B": "[e < p(n + 1)]*(p(n + 1) - e)",
        "bound": bound("w(n)", "v(n)"),
    },
    given={
        "first, start": Given("w(0) = 1"),
        "second, start": Given("v(0) = 1"),
        "first, next": Given("w(t + 1) = w(t)*p(t + 1)"),
        "second, next": Given("v(t + 1) = v(t)*q(t + 1)"),
        "first, known": Given("E((w(t) - given(w(t)))**2, after(t)) = 0"),
        "second, known": Given("E((v(t) - given(v(t)))**2, after(t)) = 0"),
        "law": Given("E(w(j)) = 1"),
        "unit": Given("E(p(t + 1), after(t)) = 1"),
        "private": Given(
            "E([exp(eps(t + 1))*q(t + 1) < p(t + 1)]*(p(t + 1) - exp(eps(t + 1))*q(t + 1)), after(t)) <= delta(t + 1)"
        ),
        "a probability": Given("delta(i) <= 1"),
        "all kept": Given("keep(0) = 1"),
        "kept": Given("keep(t + 1) = keep(t)*(1 - delta(t + 1))"),
    },
)
