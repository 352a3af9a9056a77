"""Batches by turns at the rate of Theorem 3.10, where T = 2 B^4 and eps = 1/B: the regret is at least 3 B^3/32.

The rate of the statement is between 1/(2 B^2) and 1/B^2. That of the proof is smaller by L = log(T/delta).
"""

from __future__ import annotations

from typing import Any, Final

from dpassay.proofs_check.models.batches_by_turns import AT_PRINTED_RATE, PROOF, STATEMENT
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant

FAMILY: Final = ("N = B**3",)
"""T is 2 B^4, and eps is 1/B."""
T: Final = "2*N*B"
LOG_T: Final = "log(2) + 4*log(B)"
ROUNDS: Final = f"log({T}) <= {LOG_T} and {LOG_T} <= log({T})"
theorem(
    "logarithm of the rounds by turns",
    AT_PRINTED_RATE,
    ROUNDS,
    Step("B", "exp(log(B)) = B", apply("exp of log", A="B")),
    Step("2", "exp(log(2)) = 2", apply("exp of log", A="2")),
    Step(
        "power",
        f"exp({LOG_T}) = {T}",
        arithmetic(("2*(B + exp(log(B)))*(B**2 + exp(2*log(B)))", "B"), ("exp(4*log(B))", "2"), ("-2*B", FAMILY[0])),
        FAMILY,
    ),
    Step("log", f"log(exp({LOG_T})) = {LOG_T}", apply("log of exp", A=LOG_T)),
    Step("less", f"log({T}) <= log(exp({LOG_T}))", apply("log grows", "power", A=T, B=f"exp({LOG_T})"), FAMILY),
    Step("more", f"log(exp({LOG_T})) <= log({T})", apply("log grows", "power", A=f"exp({LOG_T})", B=T), FAMILY),
    Step("at most", f"log({T}) <= {LOG_T}", arithmetic("less", "log"), FAMILY),
    Step("at least", f"{LOG_T} <= log({T})", arithmetic("more", ("-1", "log")), FAMILY),
    where=FAMILY,
)
EPS: Final = "log(1/B) = -log(B)"
theorem(
    "logarithm of eps by turns",
    AT_PRINTED_RATE,
    EPS,
    Step("one", "log(1) = 0", apply("log of exp", A="0")),
    Step("quotient", "log(1/B) = log(1) - log(B)", apply("log of a quotient", p="1", q="B")),
    Step("all", EPS, arithmetic("quotient", "one")),
)
LOW: Final = "3/4*log(log(2)) - log(2)/4 - log(B)"
RATE: Final = "1/2 <= eta*B**2 and eta*B**2 <= 1"
theorem(
    "the printed rate by turns",
    AT_PRINTED_RATE,
    RATE,
    Step("rounds, most", f"log({T}) <= {LOG_T}", apply("logarithm of the rounds by turns"), FAMILY),
    Step("rounds, least", f"{LOG_T} <= log({T})", apply("logarithm of the rounds by turns"), FAMILY),
    Step("eps", EPS, apply("logarithm of eps by turns")),
    Step("rate", "exp(log(eta)) = eta", apply("exp of log", A="eta")),
    Step("log of 2", "0 < log(2)", constant()),
    # at least
    Step("two experts", "log(2) <= log(2*e)", apply("log grows", A="2", B="2*e")),
    Step("nats", "log(2) <= nats", arithmetic("two experts", ("-1", "experts"))),
    Step(
        "log of nats", "log(log(2)) <= log(nats)", apply("log grows", "nats", A="log(2)", B="nats"), (), ("log of 2",)
    ),
    Step(
        "eps0 is above",
        f"{LOW} <= log(eps0)",
        arithmetic(("-1", "eps0"), ("3/4", "log of nats"), ("1/4", "rounds, most")),
        FAMILY,
        ("log of 2",),
    ),
    Step("below 0", "3/4*log(log(2)) - log(2)/4 <= 0", constant(), (), ("log of 2",)),
    Step("eps is above", f"{LOW} <= log(1/B)", arithmetic("below 0", ("-1", "eps")), (), ("log of 2",)),
    Step("power of eps0", "exp(log(eps0)) = eps0", apply("exp of log", A="eps0")),
    Step("power of eps", "exp(log(1/B)) = 1/B", apply("exp of log", A="1/B")),
    Step(
        "first",
        f"exp({LOW}) <= exp(log(eps0))",
        apply("exp grows", "eps0 is above", A=LOW, B="log(eps0)"),
        FAMILY,
        ("log of 2",),
    ),
    Step(
        "second",
        f"exp({LOW}) <= exp(log(1/B))",
        apply("exp grows", "eps is above", A=LOW, B="log(1/B)"),
        (),
        ("log of 2",),
    ),
    Step("at most eps0", f"exp({LOW}) <= eps0", arithmetic("first", "power of eps0"), FAMILY, ("log of 2",)),
    Step("at most eps", f"exp({LOW}) <= 1/B", arithmetic("second", "power of eps"), (), ("log of 2",)),
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
    Step(
        "log of it",
        f"log(exp({LOW})) <= log(least)",
        apply("log grows", "smaller", A=f"exp({LOW})", B="least"),
        FAMILY,
        ("log of 2",),
    ),
    Step("it", f"log(exp({LOW})) = {LOW}", apply("log of exp", A=LOW), (), ("log of 2",)),
    Step("number", "-log(2) <= 1/2*log(log(2)) - log(2)/6 - log(2)/3", constant(), (), ("log of 2",)),
    Step(
        "from below",
        "-log(2) - 2*log(B) <= log(eta)",
        arithmetic(("-1", "printed rate"), ("2/3", "log of it"), ("-2/3", "it"), ("1/3", "rounds, most"), "number"),
        FAMILY,
        ("log of 2",),
    ),
    Step(
        "power from below",
        "exp(-log(2) - 2*log(B)) <= exp(log(eta))",
        apply("exp grows", "from below", A="-log(2) - 2*log(B)", B="log(eta)"),
        FAMILY,
    ),
    # at most
    Step("least", "log(least) <= log(1/B)", apply("log grows", "least, second", A="least", B="1/B")),
    Step(
        "from above",
        "log(eta) <= -2*log(B)",
        arithmetic("printed rate", ("2/3", "least"), ("2/3", "eps"), ("1/3", "rounds, least"), ("1/3", "log of 2")),
        FAMILY,
    ),
    Step(
        "power from above",
        "exp(log(eta)) <= exp(-2*log(B))",
        apply("exp grows", "from above", A="log(eta)", B="-2*log(B)"),
        FAMILY,
    ),
    # without logarithms
    Step("1/B", "1/B = exp(-log(B))", apply("reciprocal as an exponential", x="B")),
    Step("1/2", "1/2 = exp(-log(2))", apply("reciprocal as an exponential", x="2")),
    Step("square", "1 = B**2*exp(-2*log(B))", arithmetic(("B + B**2*exp(-log(B))", "1/B"))),
    Step(
        "at least",
        "1/2 <= eta*B**2",
        arithmetic(("B**2", "power from below"), ("B**2", "rate"), ("1/2", "square"), ("B**2*exp(-2*log(B))", "1/2")),
        FAMILY,
    ),
    Step(
        "at most",
        "eta*B**2 <= 1",
        arithmetic(("B**2", "power from above"), ("-B**2", "rate"), ("-1", "square")),
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
    Step("log", f"log(2) <= log({T}/delta)", apply("log grows", "more", A="2", B=f"{T}/delta")),
    Step("L", "1/2 <= L", arithmetic("log", "half", ("-1", "large"))),
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
    Step("eps", EPS, apply("logarithm of eps by turns")),
    Step("B", "exp(log(B)) = B", apply("exp of log", A="B")),
    Step(
        "exponent",
        f"log({T})/3 - 2/3*log(1/B) <= log(2)/3 + 2*log(B)",
        arithmetic(("1/3", "rounds"), ("-2/3", "eps")),
        FAMILY,
    ),
    Step(
        "powers",
        f"{POWER} <= exp(log(2)/3 + 2*log(B))",
        apply("exp grows", "exponent", A=f"log({T})/3 - 2/3*log(1/B)", B="log(2)/3 + 2*log(B)"),
        FAMILY,
    ),
    Step("number", "exp(log(2)/3) <= 13/10", constant()),
    Step(
        "all",
        f"{POWER} <= 13/10*B**2",
        arithmetic("powers", ("exp(log(2)/3)*(B + exp(log(B)))", "B"), ("B**2", "number")),
        FAMILY,
    ),
    where=FAMILY,
)
TWO_EXPERTS: Final = "e = 1"
theorem(
    "two experts by turns",
    AT_PRINTED_RATE,
    "nats <= 7/10",
    Step("log", "log(2*e) <= log(2)", apply("log grows", A="2*e", B="2"), (TWO_EXPERTS,)),
    Step("number", "log(2) <= 7/10", constant()),
    Step("all", "nats <= 7/10", arithmetic("experts", "log", "number"), (TWO_EXPERTS,)),
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
    Step(
        "log",
        f"log({T}/delta) <= {LOG.format(x='B')}",
        apply("log grows", "quotient", A=f"{T}/delta", B="2*B**4*(B + 1)**8"),
        (*FAMILY, LARGE_DELTA),
    ),
    Step("all", LARGEST, arithmetic("large", "log"), (*FAMILY, LARGE_DELTA)),
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
