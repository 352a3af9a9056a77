"""The variational formula of Donsker and Varadhan, on a finite domain: E_s f <= KL(s || d) + log E_d e^f.

Two forms in which it is used stand below it: with a bound on E_d e^f, and at f = 0, where KL(s || d) is at least 0.

s l is s log s, which is 0 where s is: that is said by s e^l = s^2. With Z = E_d e^f, 1 + z <= e^z at z = f + log d
- l - log Z gives s z <= s e^(-l) d e^f/Z - s, times Z, and s e^(-l) is 1 or 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from dpassay.exact import log
from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.names import Named
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, cases, inside

SQUARE: Final = "s*exp(l) = s**2"
theorem(
    "a probability over itself",
    anything(
        "a probability and its log",
        {"s": "real, 0 <= s", "l": "real"},
        {},
        ({"s": Fraction(0), "l": Fraction(0)}, {"s": Fraction(1, 2), "l": log(Fraction(1, 2))}),
    ),
    "s*exp(-l) <= 1",
    Step(
        "all", "s*exp(-l) <= 1", cases("0 < s", arithmetic(("-exp(-l)/s", "square")), arithmetic(("exp(-l)", "s <= 0")))
    ),
    given={"square": Given(SQUARE)},
)

LAWS: Final = {"x": "integer, 1 <= x, x <= N"}
TWO_LAWS: Final = {
    "s": Named(index=LAWS, range="at least 0"),
    "l": Named(index=LAWS),
    "d": Named(index=LAWS, range="positive"),
    "f": Named(index=LAWS),
}
WITHOUT_F: Final = {name: TWO_LAWS[name] for name in "sld"}
OF_S: Final = {"log": Given("s(x)*exp(l(x)) = s(x)**2"), "law": Given("sum(s(x), x, 1, N) = 1")}


def _setting(*s: str) -> dict[str, Any]:
    law = tuple(map(Fraction, s))
    return {
        "N": Fraction(len(law)),
        "s": lambda x: law[x - 1],
        "l": lambda x: log(law[x - 1]) if law[x - 1] else Fraction(0),
        "d": lambda _: Fraction(1, len(law)),
        "f": lambda x: Fraction(x - 1),
    }


SETTINGS: Final = (_setting("1/3", "2/3"), _setting("0", "1"), _setting("1"))
Z: Final = "sum(d(x)*exp(f(x)), x, 1, N)"
TILTED: Final = "f(x) + log(d(x)) - l(x) - log(Z)"
TERM: Final = f"Z*s(x)*({TILTED}) <= d(x)*exp(f(x)) - Z*s(x)"
ROOT: Final = f"sum(s(x)*(f(x) + log(d(x)) - l(x)), x, 1, N) <= log({Z})"
theorem(
    "the variational formula",
    anything(
        "two laws on a finite domain",
        {"N": "integer, 1 <= N"},
        TWO_LAWS,
        SETTINGS,
        LAWS,
    ),
    ROOT,
    Step(
        "one of them",
        f"{Z} = sum(d(x)*exp(f(x)), x, 1, N - 1) + d(N)*exp(f(N))",
        apply("last term", f="x: d(x)*exp(f(x))", low="1", high="N"),
    ),
    Step("normalization", f"0 < {Z}", arithmetic(("-1", "one of them"))),
    Step("over itself", "s(x)*exp(-l(x)) <= 1", apply("a probability over itself", "log", s="s(x)", l="l(x)")),
    Step(
        "tangent",
        f"1 + {TILTED} <= exp({TILTED})",
        analysis("1 + z <= exp(z)", "(-oo, oo)", z=TILTED),
        (),
        ("normalization",),
    ),
    Step(
        "term",
        TERM,
        arithmetic(("Z*s(x)", "tangent"), ("d(x)*exp(f(x))", "over itself")),
        (),
        ("normalization",),
    ),
    Step(
        "all",
        ROOT,
        arithmetic(("1/Z", inside("sum(_, x, 1, N)", "term")), ("log(Z) - 1", "law")),
        (),
        ("normalization",),
    ),
    let={"Z": Z},
    given=OF_S,
)

MOST: Final = "sum(s(x)*(f(x) + log(d(x)) - l(x)), x, 1, N) <= B"
theorem(
    "the variational formula, with a bound",
    anything(
        "two laws and a bound",
        {"N": "integer, 1 <= N", "B": "real"},
        TWO_LAWS,
        tuple({**setting, "B": Fraction(1)} for setting in SETTINGS),
        LAWS,
    ),
    MOST,
    Step(
        "one of them",
        f"{Z} = sum(d(x)*exp(f(x)), x, 1, N - 1) + d(N)*exp(f(N))",
        apply("last term", f="x: d(x)*exp(f(x))", low="1", high="N"),
    ),
    Step("positive", f"0 < {Z}", arithmetic(("-1", "one of them"))),
    Step(
        "variational",
        ROOT,
        apply("the variational formula", "log", "law", N="N", s="x: s(x)", l="x: l(x)", d="x: d(x)", f="x: f(x)"),
        (),
        ("positive",),
    ),
    Step("all", MOST, arithmetic("variational", inside("log(_)", "bound")), (), ("positive",)),
    given={**OF_S, "bound": Given(f"{Z} <= exp(B)")},
)

LEAST: Final = "0 <= sum(s(x)*(l(x) - log(d(x))), x, 1, N)"
theorem(
    "a divergence is at least 0",
    anything("a law and another", {"N": "integer, 1 <= N"}, WITHOUT_F, SETTINGS, LAWS),
    LEAST,
    Step("all of it", "sum(d(x)*exp(0), x, 1, N) <= exp(0)", arithmetic("other law")),
    Step(
        "variational",
        "sum(s(x)*(0 + log(d(x)) - l(x)), x, 1, N) <= 0",
        apply(
            "the variational formula, with a bound",
            "log",
            "law",
            "all of it",
            N="N",
            B="0",
            s="x: s(x)",
            l="x: l(x)",
            d="x: d(x)",
            f="x: 0",
        ),
    ),
    Step("all", LEAST, arithmetic("variational")),
    given={**OF_S, "other law": Given("sum(d(x), x, 1, N) = 1")},
)
