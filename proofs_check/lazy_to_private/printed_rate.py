"""The rate of Theorem 3.10, eta = min(eps0, eps)^(2/3)/T^(1/3) with eps0 = T^(-1/4) log^(3/4) d, in logarithms.

It is the smaller of sqrt(log d/T) and eps^(2/3)/T^(1/3), so 1/eta is at most the sum of their reciprocals.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, apply, arithmetic, cases, inside, together

RATES: Final = anything(
    "the rate of Theorem 3.10",
    {name: f"real, 0 < {name}" for name in ("T", "nats", "eps", "eps0", "least", "h")},
    {},
    tuple(
        {
            "T": Fraction(4096),
            "nats": Fraction(1),
            "eps": Fraction(eps),
            "eps0": Fraction(1, 8),
            "least": Fraction(least),
            "h": Fraction(h),
        }
        for eps, least, h in (("1/64", "1/64", "1/256"), ("1/8", "1/8", "1/64"), ("1", "1/8", "1/64"))
    ),
)
FIRST: Final = "log(nats)/2 - log(T)/2"
"""The logarithm of sqrt(log d/T)."""
SECOND: Final = "2/3*log(eps) - log(T)/3"
"""The logarithm of eps^(2/3)/T^(1/3)."""
SMALL: Final = f"h <= exp({FIRST}) and h <= exp({SECOND})"
INVERSE: Final = f"1/h <= exp(-({FIRST})) + exp(-({SECOND}))"
FORMER, LATTER = ("eps0 <= least",), ("least < eps0",)
theorem(
    "the rate of Theorem 3.10",
    RATES,
    f"{SMALL} and {INVERSE}",
    Step(
        "first rate", f"log(h) <= {FIRST}", arithmetic("rate", ("2/3", inside("log(_)", "first")), ("2/3", "eps0 is"))
    ),
    Step("first bound", f"h <= exp({FIRST})", arithmetic(inside("exp(_)", "first rate"))),
    Step("second rate", f"log(h) <= {SECOND}", arithmetic("rate", ("2/3", inside("log(_)", "second")))),
    Step("second bound", f"h <= exp({SECOND})", arithmetic(inside("exp(_)", "second rate"))),
    Step(
        "first exponent",
        f"-log(h) <= -({FIRST})",
        arithmetic(("-1", "rate"), ("2/3", inside("log(_)", "eps0 <= least")), ("-2/3", "eps0 is")),
        FORMER,
    ),
    Step("it is eps", "least = eps", arithmetic(("-1/(eps0 - least)", "one of them")), LATTER),
    Step("other logs, back", "log(eps) <= log(least)", apply("log grows", "it is eps", A="eps", B="least"), LATTER),
    Step("second exponent", f"-log(h) <= -({SECOND})", arithmetic(("-1", "rate"), ("2/3", "other logs, back")), LATTER),
    Step(
        "inverse",
        INVERSE,
        cases(
            "eps0 <= least",
            arithmetic(inside("exp(_)", "first exponent")),
            arithmetic(inside("exp(_)", "second exponent")),
        ),
    ),
    Step("all", f"{SMALL} and {INVERSE}", together("first bound", "second bound", "inverse")),
    given={
        "eps0 is": Given("log(eps0) = 3/4*log(nats) - log(T)/4"),
        "first": Given("least <= eps0"),
        "second": Given("least <= eps"),
        "one of them": Given("(eps0 - least)*(eps - least) = 0"),
        "rate": Given("log(h) = 2/3*log(least) - log(T)/3"),
    },
)
