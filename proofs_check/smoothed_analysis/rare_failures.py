"""How rarely the choices and measurements of MWEM are bad: the exponential mechanism, Laplace noise, a union bound.

A choice is bad where its error is below the largest one by more than c: it has a weight below e^(-r c) of that, with r
= eps n/(4T), so with probability at most K e^(-r c) one such query is chosen. A measurement is bad where its noise is
above x. That one of 2T is bad is at most as likely as all of them in sum.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.chosen_queries import CHOSEN, RATE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside

BAD: Final = "[off(i) < largest(i) - c]"
FAR: Final = ("far(i, k) < largest(i) - c",)
NEAR: Final = ("largest(i) - c <= far(i, k)",)
TERM: Final = "p(i, k)*[far(i, k) < largest(i) - c]"
SMALL: Final = f"exp(-{RATE}*c)"
MISSED: Final = f"E({BAD}) <= K*{SMALL}"
theorem(
    "a choice rarely misses by more than c",
    CHOSEN,
    MISSED,
    Step(
        "probability",
        f"p(i, k) <= {SMALL}",
        arithmetic(
            ("1/Z(i)", "mechanism"),
            ("1/Z(i)", inside("exp(eps*n/(4*T)*_)", "far(i, k) < largest(i) - c")),
            (f"{SMALL}/Z(i)", "the largest has a weight"),
        ),
        FAR,
    ),
    Step(
        "term",
        f"{TERM} <= {SMALL}",
        cases(
            "largest(i) - c <= far(i, k)",
            arithmetic(("p(i, k)", "[far(i, k) < largest(i) - c] = 0")),
            arithmetic("probability", ("p(i, k)", "[far(i, k) < largest(i) - c] = 1")),
        ),
    ),
    Step("all", MISSED, arithmetic(inside("E(sum(_, k, 1, K))", "term"), "chosen given the past")),
)
SUM: Final = "sum([off(i) < largest(i) - c] + [x < slip(i)], i, 1, T)"
FAILS: Final = f"E([1 <= {SUM}])"
TAIL: Final = "exp(-eps*n*x/(2*T))"
theorem(
    "a run is rarely bad",
    CHOSEN,
    f"{FAILS} <= T*(K*{SMALL} + {TAIL})",
    Step("missed", MISSED, apply("a choice rarely misses by more than c")),
    Step(
        "round",
        f"E([off(i) < largest(i) - c] + [x < slip(i)]) <= K*{SMALL} + {TAIL}",
        arithmetic("missed", "tails of the noise"),
    ),
    Step(
        "at most",
        f"[1 <= {SUM}] <= {SUM}",
        cases(f"1 <= {SUM}", arithmetic(f"[1 <= {SUM}] = 1", f"1 <= {SUM}"), arithmetic(f"[1 <= {SUM}] = 0")),
    ),
    Step(
        "union",
        f"{FAILS} <= sum(K*{SMALL} + {TAIL}, i, 1, T)",
        apply(
            "union bound under a density",
            "at most",
            "round",
            T="T",
            P="P",
            y=f"[1 <= {SUM}]",
            w="1",
            m="i: [off(i) < largest(i) - c] + [x < slip(i)]",
            lam=f"i: K*{SMALL} + {TAIL}",
        ),
    ),
    Step("all", f"{FAILS} <= T*(K*{SMALL} + {TAIL})", arithmetic("union")),
)
