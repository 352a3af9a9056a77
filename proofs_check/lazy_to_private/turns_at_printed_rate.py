"""Batches by turns at the rate of Theorem 3.10, where T = 2 B^4 and eps = 1/B: the regret is at least 3 B^3/32.

The rate of the statement is between 1/(2 B^2) and 1/B^2. That of the proof is smaller by L = log(T/delta).
"""

from __future__ import annotations

from typing import Any, Final

from dpassay.proofs_check.models.batches_by_turns import AT_PRINTED_RATE, PROOF, STATEMENT
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside

FAMILY: Final = ("N = B**3",)
"""T is 2 B^4, and eps is 1/B."""
T: Final = "2*N*B"
LOG_T: Final = "log(2) + 4*log(B)"
ROUNDS: Final = f"log({T}) <= {LOG_T} and {LOG_T} <= log({T})"
theorem(
    "logarithm of the rounds by turns",
    AT_PRINTED_RATE,
    ROUNDS,
    Step(
        "power",
        f"exp({LOG_T}) = {T}",
        arithmetic(("-2*B", FAMILY[0])),
        FAMILY,
    ),
    Step("less", f"log({T}) <= log(exp({LOG_T}))", apply("log grows", "power", A=T, B=f"exp({LOG_T})"), FAMILY),
    Step("at most", f"log({T}) <= {LOG_T}", arithmetic("less"), FAMILY),
    Step("at least", f"{LOG_T} <= log({T})", arithmetic(inside("log(_)", "power")), FAMILY),
    where=FAMILY,
)
LOW: Final = "3/4*log(log(2)) - log(2)/4 - log(B)"
RATE: Final = "1/2 <= eta*B**2 and eta*B**2 <= 1"
theorem(
    "the printed rate by turns",
    AT_PRINTED_RATE,
    RATE,
    Step("rounds, most", f"log({T}) <= {LOG_T}", apply("logarithm of the rounds by turns"), FAMILY),
    Step("rounds, least", f"{LOG_T} <= log({T})", apply("logarithm of the rounds by turns"), FAMILY),
    Step("log of 2", "0 < log(2)", constant()),
    # at least
    Step("nats", "log(2) <= nats", arithmetic(inside("log(_)", "2 <= 2*e"), ("-1", "experts"))),
    Step(
        "eps0 is above",
        f"{LOW} <= log(eps0)",
        arithmetic(("-1", "eps0"), ("3/4", inside("log(_)", "nats")), ("1/4", "rounds, most")),
        FAMILY,
        ("log of 2",),
    ),
    Step("below 0", "3/4*log(log(2)) - log(2)/4 <= 0", constant(), (), ("log of 2",)),
    Step("eps is above", f"{LOW} <= log(1/B)", arithmetic("below 0"), (), ("log of 2",)),
    Step("at most eps0", f"exp({LOW}) <= eps0", arithmetic(inside("exp(_)", "eps0 is above")), FAMILY, ("log of 2",)),
    Step("at most eps", f"exp({LOW}) <= 1/B", arithmetic(inside("exp(_)", "eps is above")), (), ("log of 2",)),
    Step(
        "smaller",
        f"exp({LOW}) <= least",
        apply(
            "the smaller of two",
            "at most eps0",
            "at most eps",
            "least of two",
            q=f"exp({LOW})",
            A="eps0",
            B="1/B",
            r="least",
        ),
        FAMILY,
        ("log of 2",),
    ),
    Step("number", "-log(2) <= 1/2*log(log(2)) - log(2)/6 - log(2)/3", constant(), (), ("log of 2",)),
    Step(
        "from below",
        "-log(2) - 2*log(B) <= log(eta)",
        arithmetic(("-1", "printed rate"), ("2/3", inside("log(_)", "smaller")), ("1/3", "rounds, most"), "number"),
        FAMILY,
        ("log of 2",),
    ),
    # at most
    Step(
        "from above",
        "log(eta) <= -2*log(B)",
        arithmetic(
            "printed rate", ("2/3", inside("log(_)", "least, second")), ("1/3", "rounds, least"), ("1/3", "log of 2")
        ),
        FAMILY,
    ),
    # without logarithms
    Step(
        "at least",
        "1/2 <= eta*B**2",
        arithmetic(("B**2", inside("exp(_)", "from below"))),
        FAMILY,
    ),
    Step(
        "at most",
        "eta*B**2 <= 1",
        arithmetic(("B**2", inside("exp(_)", "from above"))),
        FAMILY,
    ),
    where=FAMILY,
)
REGRET: Final = "3/32*B**3 <= lazy - best"
theorem(
    "regret by turns at the printed rate",
    STATEMENT,
    REGRET,
    Step("at least", "1/2 <= eta*B**2", apply("the printed rate by turns"), FAMILY),
    Step("at most", "eta*B**2 <= 1", apply("the printed rate by turns"), FAMILY),
    Step("small", "B*h <= 1", arithmetic(("B", "played rate"), ("1/B", "at most"), ("1/B", "1 <= B")), FAMILY),
    Step(
        "regret",
        "3/16*N*B*(B*h) <= lazy - best",
        apply("regret by turns at a small rate", "small"),
        FAMILY,
    ),
    Step(
        "all",
        REGRET,
        arithmetic("regret", ("-3/16*B**2*h", FAMILY[0]), ("-3/16*B**5", "played rate"), ("3/16*B**3", "at least")),
        FAMILY,
    ),
    where=FAMILY,
)
SMALLER: Final = "3/32*B**3/L <= lazy - best"
TWO: Final = (*FAMILY, "2 <= B")
theorem(
    "regret by turns at the rate of the proof",
    PROOF,
    SMALLER,
    Step("at least", "1/2 <= eta*B**2", apply("the printed rate by turns"), FAMILY),
    Step("at most", "eta*B**2 <= 1", apply("the printed rate by turns"), FAMILY),
    Step("half", "1/2 <= log(2)", constant()),
    Step("more", f"2 <= {T}/delta", arithmetic((f"{T}/delta", "delta < 1"), ("2*B", "1 <= N"), ("2", "1 <= B"))),
    Step("L", "1/2 <= L", arithmetic(inside("log(_)", "more"), "half", ("-1", "large"))),
    Step(
        "small",
        "B*h <= 1",
        arithmetic(("B/L", "played rate"), ("1/(B*L)", "at most"), ("1/L", "L"), ("1/(2*B*L)", TWO[1])),
        TWO,
    ),
    Step("regret", "3/16*N*B*(B*h) <= lazy - best", apply("regret by turns at a small rate", "small"), TWO),
    Step(
        "all",
        SMALLER,
        arithmetic("regret", ("-3/16*B**2*h", FAMILY[0]), ("-3/16*B**5/L", "played rate"), ("3/16*B**3/L", "at least")),
        TWO,
    ),
    where=TWO,
)
POWER: Final = f"exp(log({T})/3 - 2/3*log(1/B))"
"""T^(1/3)/eps^(2/3)."""
theorem(
    "the printed order by turns",
    AT_PRINTED_RATE,
    f"{POWER} <= 13/10*B**2",
    Step("rounds", f"log({T}) <= {LOG_T}", apply("logarithm of the rounds by turns"), FAMILY),
    Step(
        "exponent",
        f"log({T})/3 - 2/3*log(1/B) <= log(2)/3 + 2*log(B)",
        arithmetic(("1/3", "rounds")),
        FAMILY,
    ),
    Step("number", "exp(log(2)/3) <= 13/10", constant()),
    Step(
        "all",
        f"{POWER} <= 13/10*B**2",
        arithmetic(inside("exp(_)", "exponent"), ("B**2", "number")),
        FAMILY,
    ),
    where=FAMILY,
)
TWO_EXPERTS: Final = "e = 1"
theorem(
    "two experts by turns",
    AT_PRINTED_RATE,
    "nats <= 7/10",
    Step("number", "log(2) <= 7/10", constant()),
    Step("all", "nats <= 7/10", arithmetic("experts", inside("log(_)", "2*e <= 2"), "number"), (TWO_EXPERTS,)),
    where=(TWO_EXPERTS,),
)
LARGE_DELTA: Final = "1 <= delta*(B + 1)**8"
LOG: Final = "log(2*{x}**4*({x} + 1)**8)"
LARGEST: Final = f"L <= {LOG.format(x='B')}"
theorem(
    "log of T over delta by turns",
    AT_PRINTED_RATE,
    LARGEST,
    Step(
        "quotient",
        f"{T}/delta <= 2*B**4*(B + 1)**8",
        arithmetic((f"{T}/delta", LARGE_DELTA), ("2*B*(B + 1)**8", FAMILY[0])),
        (*FAMILY, LARGE_DELTA),
    ),
    Step("all", LARGEST, arithmetic("large", inside("log(_)", "quotient")), (*FAMILY, LARGE_DELTA)),
    where=(*FAMILY, LARGE_DELTA),
)
SMALL: Final = (*FAMILY, TWO_EXPERTS)
ORDER: Final = f"sqrt({T}*nats) + {POWER}*nats*L <= B**2*(6/5 + L)"
theorem(
    "the claimed order by turns",
    AT_PRINTED_RATE,
    ORDER,
    Step("nats", "nats <= 7/10", apply("two experts by turns"), SMALL),
    Step("power", f"{POWER} <= 13/10*B**2", apply("the printed order by turns"), SMALL),
    Step(
        "product",
        f"{T}*nats <= (6/5*B**2)**2",
        arithmetic(("2*B*nats", FAMILY[0]), ("2*B**4", "nats")),
        SMALL,
    ),
    Step(
        "root", f"sqrt({T}*nats) <= 6/5*B**2", apply("a root is at most", "product", x=f"{T}*nats", y="6/5*B**2"), SMALL
    ),
    Step("all", ORDER, arithmetic("root", ("nats*L", "power"), ("13/10*B**2*L", "nats")), SMALL),
    where=SMALL,
)
PRECONDITION: Final = "10*eta < 1/B"
LONG: Final = ("N = B**3", "11 <= B")
theorem(
    "the fake switch by turns",
    AT_PRINTED_RATE,
    PRECONDITION,
    Step("rate", "eta*B**2 <= 1", apply("the printed rate by turns"), LONG),
    Step("all", PRECONDITION, arithmetic(("10/B**2", "rate"), ("1/B**2", LONG[1])), LONG),
    where=LONG,
)
FOURTH: Final = "sqrt(sqrt(B))"
SLOW: Final = f"6/5 + L <= 19*{FOURTH}"
theorem(
    "log of T over delta grows slowly by turns",
    AT_PRINTED_RATE,
    SLOW,
    Step("L", LARGEST, apply("log of T over delta by turns"), (*FAMILY, LARGE_DELTA)),
    Step("root", "1 <= sqrt(B)", apply("a root is at least", u="1", x="B")),
    Step("fourth root", f"1 <= {FOURTH}", apply("a root is at least", "root", u="1", x="sqrt(B)")),
    Step(
        "growth",
        f"6/5 + {LOG.format(x='B')} < 19*{FOURTH}",
        analysis("6/5 + log(2*z**16*(z**4 + 1)**8) < 19*z", "[1, oo)", "fourth root", z=FOURTH),
    ),
    Step("all", SLOW, arithmetic("L", "growth"), (*FAMILY, LARGE_DELTA)),
    where=(*FAMILY, LARGE_DELTA),
)
OTHERS: Final = {"N": "B**3", "e": "1", "p": "1/2", "delta": "1/(B + 1)**8"}
GAMES: Final[dict[str, Any]] = {"large": "B", "others": OTHERS, "conditions": ("the fake switch by turns",)}
"""Two experts, p = 1/2 (the regret does not depend on it) and delta of the order of 1/T^2."""
LARGE_EPS: Final = "1 <= 2*N*B*(1/B)**4"
theorem(
    "eps is large by turns",
    AT_PRINTED_RATE,
    LARGE_EPS,
    Step("all", LARGE_EPS, arithmetic(("-2/B**3", FAMILY[0])), FAMILY),
    where=FAMILY,
)
