"""A set is nearly as likely under two laws whose privacy loss is a sum of T independent losses within [-r, r].

S is the loss, and ``I`` is at most 1. The part of I where S is above e adds at most the least delta at e, which is at
most e^(c - s e)/(1 + s) with c = T (s + s^2) r^2/2, by the moments. At s = root/(T r^2) + h, where root^2 = 2 ll T r^2
and e is at least T r^2/2 + root, the exponent is at most T h^2 r^2/2 - ll. So h = 1/(1 + T r^2) leaves less than d.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import log
from dpassay.proofs_check.models.anything import LAW, RANDOM, anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, together

SOME: Final = Named(space="outcome", range="at least 0")
HELD: Final[dict[str, Any]] = {
    "P": lambda: {0: Fraction(1, 3), 1: Fraction(2, 3)},
    "I": Fraction,
    "S": lambda y: (log(2) if y else -log(2)).as_real(),
}
OVER: Final = "[x < S]*(1 - exp(x - S))"
SEEN: Final = f"I <= exp(x)*I*exp(-S) + {OVER}"
theorem(
    "a set under two laws",
    anything(
        "a set, and a privacy loss",
        {"x": "real"},
        {"P": LAW, "I": SOME, "S": RANDOM},
        tuple({**HELD, "x": Fraction(x, 2)} for x in (-2, 0, 1, 2)),
    ),
    f"E(I) <= exp(x)*E(I*exp(-S)) + E({OVER})",
    Step(
        "signs",
        f"0 <= {OVER} and (1 - [x < S])*(1 - exp(x - S)) <= 0",
        apply("a loss above a threshold", x="x", L="S"),
    ),
    Step("over", f"0 <= {OVER}", together("signs")),
    Step("under", "(1 - [x < S])*(1 - exp(x - S)) <= 0", together("signs")),
    Step("pointwise", SEEN, arithmetic((OVER, "a set"), ("I", "under")), (), ("over",)),
    Step(
        "mean",
        f"E(I) <= E(exp(x)*I*exp(-S) + {OVER})",
        apply("expectation grows", "pointwise", P="P", X="I", Y=f"exp(x)*I*exp(-S) + {OVER}"),
    ),
    Step("all", f"E(I) <= exp(x)*E(I*exp(-S)) + E({OVER})", arithmetic("mean")),
    given={"a set": Given("I <= 1")},
)

PAIRS: Final = tuple(product((0, 1), repeat=2))
RANGE: Final = {"t": "integer, 1 <= t, t <= T"}
LOSSES: Final = Named(index=RANGE, space="outcome")
TRUTHS: Final = (Fraction(1, 3), Fraction(2, 3))
TWICE: Final[dict[str, Any]] = {
    "T": Fraction(2),
    "r": log(2).as_real(),
    "P": lambda: {(x, y): TRUTHS[x] * TRUTHS[y] for x, y in PAIRS},
    "X": lambda t, pair: (log(2) if pair[t - 1] else -log(2)).as_real(),
    "I": lambda pair: Fraction(pair[0]),
}
"""Two bits, each of them told truly with probability 2/3."""
INDEPENDENT: Final = {
    "independent": Given("independent(X(t), t, 1, T)"),
    "at least": Given("-r <= X(t)"),
    "at most": Given("X(t) <= r"),
    "unit": Given("E(exp(-X(t))) = 1"),
}
MOMENT: Final = "(s + s**2)*r**2/2"
ALL: Final = "sum(X(t), t, 1, T)"
theorem(
    "moments of independent losses",
    anything(
        "independent privacy losses",
        {"T": "integer, 1 <= T", "r": "real", "s": "real, 0 <= s"},
        {"P": LAW, "X": LOSSES},
        tuple({**TWICE, "s": Fraction(s)} for s in (0, 1, 2)),
        RANGE,
        PAIRS,
    ),
    f"E(exp(s*{ALL})) <= exp(T*{MOMENT})",
    Step(
        "one",
        f"E(exp(s*X(t))) <= exp({MOMENT})",
        apply("moments of a privacy loss", "at least", "at most", "unit", P="P", X="X(t)", s="s", w="r", low="-r"),
    ),
    Step(
        "all",
        f"E(exp(s*{ALL})) <= exp(T*{MOMENT})",
        apply("independent sum", "independent", "one", P="P", X="t: X(t)", c=f"t: {MOMENT}", low="1", high="T", s="s"),
    ),
    given=INDEPENDENT,
)

ROOT: Final = "sqrt(2*ll*T*r**2)"
COMPOSED: Final = f"T*r**2/2 + {ROOT}"
H: Final = "1/(1 + T*r**2)"
LEFT: Final = f"exp({H}/2)/(1 + {H})"
"""The part of d that is needed."""
S: Final = f"({ROOT}/(T*r**2) + {H})"
EXPONENT: Final = f"T*({S} + {S}**2)*r**2/2 - {S}*e"
WITHIN: Final = {"ll": "real, 0 <= ll", "d": "real, 0 < d", "T": "integer, 1 <= T", "r": "real, 0 < r", "e": "real"}
theorem(
    "less than all is left",
    anything("a number above 0", {"x": "real, 0 < x"}, {}, tuple({"x": Fraction(x)} for x in (1, 3))),
    "exp(1/(1 + x)/2)/(1 + 1/(1 + x)) < 1",
    Step("share", "1/(1 + x) <= 1", arithmetic()),
    Step("less", "exp(1/(1 + x)/2) < 1 + 1/(1 + x)", analysis("exp(z/2) < 1 + z", "(0, 1]", "share", z="1/(1 + x)")),
    Step(
        "all",
        "exp(1/(1 + x)/2)/(1 + 1/(1 + x)) < 1",
        arithmetic(("1/(1 + 1/(1 + x))", "less")),
    ),
)
theorem(
    "independent losses",
    anything(
        "independent privacy losses, and a set",
        WITHIN,
        {"P": LAW, "X": LOSSES, "I": SOME},
        tuple({**TWICE, "ll": log(2).as_real(), "d": Fraction(1, 2), "e": Fraction(e, 2)} for e in (5, 7)),
        RANGE,
        PAIRS,
    ),
    f"E(I) <= exp(e)*E(I*exp(-{ALL})) + d*{LEFT}",
    Step(
        "set",
        f"E(I) <= exp(e)*E(I*exp(-{ALL})) + E([e < {ALL}]*(1 - exp(e - {ALL})))",
        apply("a set under two laws", "a set", P="P", I="I", S=ALL, x="e"),
    ),
    Step(
        "moments",
        f"E(exp({S}*{ALL})) <= exp(T*({S} + {S}**2)*r**2/2)",
        apply("moments of independent losses", *INDEPENDENT, P="P", X="t: X(t)", T="T", r="r", s=S),
    ),
    Step(
        "over",
        f"E([e < {ALL}]*(1 - exp(e - {ALL}))) <= exp({EXPONENT})/(1 + {S})",
        apply("privacy by a moment", "moments", P="P", L=ALL, t=S, x="e", c=f"T*({S} + {S}**2)*r**2/2"),
    ),
    Step("exponent", f"{EXPONENT} <= {H}/2 - ll", arithmetic((S, "enough"))),
    Step("grows", f"exp({EXPONENT}) <= exp({H}/2 - ll)", apply("exp grows", "exponent", A=EXPONENT, B=f"{H}/2 - ll")),
    Step(
        "enough noise",
        f"exp({EXPONENT})/(1 + {S}) <= d*{LEFT}",
        arithmetic(
            (f"1/(1 + {S})", "grows"),
            (f"-exp({H}/2 - ll)/(1 + {S})", "log of 1/d"),
        ),
    ),
    Step("all", f"E(I) <= exp(e)*E(I*exp(-{ALL})) + d*{LEFT}", arithmetic("set", "over", "enough noise")),
    given={
        **INDEPENDENT,
        "a set": Given("I <= 1"),
        "log of 1/d": Given("exp(ll)*d = 1"),
        "enough": Given(f"{COMPOSED} <= e"),
    },
)
