"""The projection onto the smooth laws: the Pythagorean inequality, and that no other law is as near.

See HRS-38. Where s is as near as the projection p, KL(s || p) <= 0. With z = (log p - l)/2 the numbers s e^z then add
up to 1 or more, while each is at most (s + p)/2, as s e^(2z) <= p; so all of these are equalities, and s = p.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.smooth_projection import PROJECTION
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside


def kl(a: str, b: str) -> str:
    """A divergence; that of s has its logs in l."""
    return f"sum({a}(x)*({'l(x)' if a == 's' else f'log({a}(x))'} - log({b}(x))), x, 1, N)"


GAP: Final = "(log(r*t(x)) - log(p(x)))"
TERM: Final = f"(p(x) - s(x))*{GAP}"
SPLIT: Final = "(p(x) - s(x))*(log(r) + log(t(x)) - log(p(x)))"
PYTHAGORAS: Final = f"{kl('s', 't')} >= {kl('s', 'p')} + {kl('p', 't')}"
theorem(
    "the Pythagorean inequality",
    PROJECTION,
    PYTHAGORAS,
    Step("tangent", "log(r*t(x)/p(x)) <= r*t(x)/p(x) - 1", analysis("log(z) <= z - 1", "(0, oo)", z="r*t(x)/p(x)")),
    Step(
        "capped",
        f"(1 - sigma*N*p(x))*{GAP} <= 0",
        arithmetic(("1 - sigma*N*p(x)", "tangent"), ("1/p(x)", "one of both")),
        (),
        ("p is smooth",),
    ),
    Step(
        "room",
        f"0 <= (1 - sigma*N*s(x))*{GAP}",
        arithmetic(("1 - sigma*N*s(x)", inside("log(_)", "at most the multiple"))),
        (),
        ("s is smooth",),
    ),
    Step("term", f"0 <= {TERM}", arithmetic(("1/(sigma*N)", "room"), ("1/(sigma*N)", "capped"))),
    Step(
        "inequality",
        PYTHAGORAS,
        arithmetic(inside("sum(_, x, 1, N)", "term"), ("log(r)", "p is a law"), ("-log(r)", "s is a law")),
    ),
)
HALF: Final = "(log(p(x)) - l(x))/2"
GROWN: Final = f"s(x)*exp({HALF})"
LACK: Final = f"(s(x) + p(x))/2 - {GROWN}"
AS_GOOD: Final = (f"{kl('s', 't')} <= {kl('p', 't')}",)
SQUARE: Final = f"(exp({HALF}) - 1)**2"
theorem(
    "only the projection has least divergence",
    PROJECTION,
    "s(x) = p(x)",
    Step("inequality", PYTHAGORAS, apply("the Pythagorean inequality")),
    Step("tangent", f"1 + {HALF} <= exp({HALF})", analysis("1 + z <= exp(z)", "(-oo, oo)", z=HALF)),
    Step(
        "lacks",
        f"sum({LACK}, x, 1, N) <= 0",
        arithmetic(
            inside("sum(s(x)*_, x, 1, N)", "tangent"),
            ("1/2", "inequality"),
            ("1/2", AS_GOOD[0]),
            ("-1/2", "s is a law"),
            ("1/2", "p is a law"),
        ),
        AS_GOOD,
    ),
    Step("over itself", "s(x)*exp(-l(x)) <= 1", apply("a probability over itself", "log", s="s(x)", l="l(x)")),
    Step(
        "doubled",
        "s(x)*exp(log(p(x)) - l(x)) <= p(x)",
        arithmetic(("p(x)", "over itself")),
    ),
    Step("square", f"0 <= {SQUARE}", analysis("0 <= z**2", "(-oo, oo)", z=f"exp({HALF}) - 1")),
    Step("lack", f"s(x)/2*{SQUARE} <= {LACK}", arithmetic(("1/2", "doubled"))),
    Step("lack from 0", f"0 <= {LACK}", arithmetic("lack", ("s(x)/2", "square"))),
    Step(
        "one of them",
        f"{LACK} <= sum((s(y) + p(y))/2 - s(y)*exp((log(p(y)) - l(y))/2), y, 1, N)",
        apply(
            "a term of a sum",
            "lack from 0",
            f="y: (s(y) + p(y))/2 - s(y)*exp((log(p(y)) - l(y))/2)",
            low="1",
            k="x",
            high="N",
        ),
    ),
    Step("no lack", f"{LACK} <= 0", arithmetic("one of them", "lacks"), AS_GOOD),
    Step("no square", f"s(x)/2*{SQUARE} <= 0", arithmetic("lack", "no lack"), AS_GOOD),
    Step("weighted", f"(s(x)*(exp({HALF}) - 1))**2 <= 0", arithmetic(("2*s(x)", "no square")), AS_GOOD),
    Step(
        "equal",
        f"s(x)*(exp({HALF}) - 1) = 0",
        apply("at most 0 in square", "weighted", z=f"s(x)*(exp({HALF}) - 1)"),
        AS_GOOD,
    ),
    Step("at most", "p(x) <= s(x)", arithmetic(("2", "no lack"), ("2", "equal")), AS_GOOD),
    Step("gap", "0 <= s(x) - p(x)", arithmetic("at most"), AS_GOOD),
    Step(
        "gaps",
        "s(x) - p(x) <= sum(s(y) - p(y), y, 1, N)",
        apply("a term of a sum", "gap", f="y: s(y) - p(y)", low="1", k="x", high="N"),
        AS_GOOD,
    ),
    Step("below", "s(x) <= p(x)", arithmetic("gaps", "s is a law", ("-1", "p is a law")), AS_GOOD),
    Step("equal to p", "s(x) = p(x)", apply("at most each other", "below", "at most", A="s(x)", B="p(x)"), AS_GOOD),
    where=AS_GOOD,
)
