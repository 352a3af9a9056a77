"""How many draws L2P can afford: the orders at which the moments of its loss show Theorem 3.10.

``m`` bounds the mean number of draws, a is the cube root of the number of batches, x = log(T/delta), and v = eps u
stands for the order u. At v = 8, 3 or 5 x/4 the exponent is at most 3 log(a) - x. Where a x <= 10 and a <= 31/10 the
worst x is 10/a; where a x >= 10 and x <= 24/5, v = 3 does and the worst a is 10/x; and for larger x v = 5 x/4 does,
with a = 10/x, or a = 1 from x = 10 on. In between e^z lies below its chord.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.anything import anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Given, Step, analysis, apply, arithmetic, cases, constant, inside, use

END: Final = "y <= exp(3*log(a) - x)"


def c(v: str) -> str:
    """What a draw costs at an order: c = u (u + 1) w^2/2 is at most this."""
    return f"({v})*({v} + 1)*p**2/200"


def exponent(v: str) -> str:
    """The exponent of the bound at an order."""
    return f"-4*({v})/5 - 1 - log({v}) + m*(exp({c(v)}) - 1)"


def ends(
    name: str, v: str, where: tuple[str, ...], *steps: str | tuple[str, str], defined: tuple[str, ...] = ()
) -> tuple[Step, ...]:
    """From what bounds the exponent at an order to the end."""
    return (
        Step(f"{name}, exponent", f"{exponent(v)} <= 3*log(a) - x", arithmetic(*steps), where, defined),
        Step(
            f"{name}, exp",
            f"exp({exponent(v)}) <= exp(3*log(a) - x)",
            apply("exp grows", f"{name}, exponent", A=exponent(v), B="3*log(a) - x"),
            where,
            defined,
        ),
        Step(f"{name}, end", END, arithmetic(use("order", v=v), f"{name}, exp"), where, defined),
    )


def above_1(name: str, v: str) -> Step:
    """A draw costs something."""
    return Step(f"{name}, above 1", f"exp(0) <= exp({c(v)})", apply("exp grows", A="0", B=c(v)))


def narrow(name: str, v: str, top: str, interval: str, where: tuple[str, ...]) -> tuple[Step, ...]:
    """Where a x <= 10: p is at most 1, and the worst x is 10/a."""
    worst = "10/z + 2*(z**3 - 1)*(exp(TOP) - 1) <= 4*V/5 + 1 + log(V) + 3*log(z)".replace("TOP", top).replace("V", v)
    return (
        above_1(name, v),
        Step(f"{name}, c", f"{c(v)} <= {top}", arithmetic((top, "p squared"))),
        Step(f"{name}, e^c", f"exp({c(v)}) <= exp({top})", apply("exp grows", f"{name}, c", A=c(v), B=top)),
        Step(f"{name}, worst", worst.replace("z", "a"), analysis(worst, interval, z="a"), where),
        *ends(
            name,
            v,
            ("a*x <= 10", *where),
            (f"exp({c(v)}) - 1", "few"),
            ("2*(a**3 - 1)", f"{name}, e^c"),
            ("1/a", "a*x <= 10"),
            f"{name}, worst",
            defined=(f"{name}, above 1", "cube"),
        ),
    )


WIDE: Final = "10 <= a*x"
FRACTION: Final = "100/(a*x)**2"


def wide(name: str, v: str, share: str, top: str, where: tuple[str, ...]) -> tuple[Step, ...]:
    """Where a x >= 10: p <= 10/(a x), and e^c lies below the chord from 0 to the top."""
    middle = f"(1 - {share})*0 + {share}*({top})"
    return (
        above_1(name, v),
        Step(f"{name}, c", f"{c(v)} <= {middle}", arithmetic((f"({v})*({v} + 1)/200", "p squared at most")), where),
        Step(
            f"{name}, e^c",
            f"exp({c(v)}) <= exp({middle})",
            apply("exp grows", f"{name}, c", A=c(v), B=middle),
            where,
        ),
        Step(
            f"{name}, chord",
            f"exp({middle}) <= (1 - {share})*exp(0) + {share}*exp({top})",
            apply("chord of exp", f"{name}, share", w=share, x="0", y=top),
            where,
        ),
        Step(
            f"{name}, draws",
            f"m*(exp({c(v)}) - 1) <= 23*a**2/x*{share}*(exp({top}) - 1)",
            arithmetic(
                (f"exp({c(v)}) - 1", "draws at most"), ("23*a**2/x", f"{name}, e^c"), ("23*a**2/x", f"{name}, chord")
            ),
            where,
            (f"{name}, above 1",),
        ),
    )


SMALL, LARGE = (WIDE, "x <= 24/5"), (WIDE, "24/5 <= x")
MIDDLE, BEYOND = (*LARGE, "x <= 10"), ("10 <= x",)
V: Final = "5*x/4"
LOW: Final = "2300/z**3*(exp(3/50) - 1) + z <= 12/5 + 1 + log(3) + 3*log(10/z)"
HIGH: Final = "2300/z**3*(exp(5*z/4*(5*z/4 + 1)/200) - 1) <= 1 + log(5*z/4) + 3*log(10/z)"
FAR: Final = "23/z*(exp(5/4*(5*z/4 + 1)/(2*z)) - 1) <= 1 + log(5*z/4)"
theorem(
    "few draws",
    anything(
        "the draws of L2P and the moments of its loss",
        {
            "a": "real, 5/4 <= a",
            "x": "real, 0 < x",
            "p": "real, 0 < p, p < 1",
            "m": "real",
            "y": "real",
        },
        {},
        tuple(
            {"a": Fraction(a), "x": Fraction(x), "p": Fraction(p), "m": Fraction(m), "y": Fraction(1, 10**30)}
            for a, x, p, m in (
                ("5/4", "1", "1/2", "1"),
                ("3/2", "4", "1/2", "2"),
                ("5/2", "3", "1/3", "4"),
                ("3", "4", "1/2", "5"),
                ("7/2", "9/2", "1/2", "7"),
                ("2", "6", "1/3", "4"),
                ("3", "9", "1/4", "9"),
                ("4", "20", "1/10", "10"),
                ("2", "12", "1/3", "3"),
            )
        ),
        {"v": "real, 3 <= v"},
    ),
    END,
    Step("cube", "0 <= 2*(a**3 - 1)", arithmetic(("2*(a**2 + a + 1)", "5/4 <= a"))),
    Step("p squared", "p**2 <= 1", arithmetic(("1 + p", "p < 1"))),
    # a x <= 10
    *narrow("up to 2", "8", "9/25", "[5/4, 2]", ("a <= 2",)),
    *narrow("from 2", "3", "3/50", "[2, 31/10]", ("2 <= a", "a <= 31/10")),
    # a x >= 10
    Step("p at most", "p <= 10/(a*x)", arithmetic(("1/(a*x)", "rate"))),
    Step("p squared at most", f"p**2 <= {FRACTION}", arithmetic(("p + 10/(a*x)", "p at most"))),
    Step("draws at most", "m <= 23*a**2/x", arithmetic("few by p", ("23/10*a**3", "p at most"))),
    Step("square", "100 <= (a*x)**2", arithmetic(("a*x + 10", WIDE)), (WIDE,)),
    Step("fraction", f"{FRACTION} <= 1", arithmetic(("1/(a*x)**2", "square")), (WIDE,)),
    Step("log a at least", "log(10/x) <= log(a)", arithmetic(inside("log(1/x*_)", WIDE)), (WIDE,)),
    Step("log 5/4", "1/5 < log(5/4)", constant()),
    Step("x above", "1/2 <= x", arithmetic("many", ("3", inside("log(_)", "5/4 <= a")), ("3", "log 5/4"))),
    Step(
        "tangent",
        "21/10 - 10*x/33 <= log(10/x)",
        analysis("21/10 - 10*z/33 <= log(10/z)", "[1/2, 5]", "x above", z="x"),
        SMALL,
    ),
    Step(
        "x at least",
        "33/10 <= x",
        arithmetic(("11/7", "tangent"), ("11/7", "log a at least"), ("11/21", "many")),
        SMALL,
    ),
    Step("small, share", f"{FRACTION} <= 1", arithmetic("fraction"), SMALL),
    *wide("small", "3", FRACTION, "3/50", SMALL),
    Step(
        "small, worst",
        LOW.replace("z", "x"),
        analysis(LOW, "[33/10, 24/5]", "x at least", z="x"),
        SMALL,
    ),
    *ends("small", "3", SMALL, "small, draws", "small, worst", ("3", "log a at least")),
    Step("middle, share", f"{FRACTION} <= 1", arithmetic("fraction"), MIDDLE),
    *wide("middle", V, FRACTION, f"{V}*({V} + 1)/200", MIDDLE),
    Step("middle, worst", HIGH.replace("z", "x"), analysis(HIGH, "[24/5, 10]", z="x"), MIDDLE),
    *ends("middle", V, MIDDLE, "middle, draws", "middle, worst", ("3", "log a at least")),
    Step("log a", "log(1) <= log(a)", arithmetic(inside("log(_)", "1 <= a"))),
    Step("log of 1", "log(1) = 0", apply("log of exp", A="0")),
    Step("one over", "1/a**2 <= 1", arithmetic(("1/a**2*(a + 1)", "5/4 <= a"))),
    Step("beyond, share", "1/a**2 <= 1", arithmetic("one over"), BEYOND),
    *wide("beyond", V, "1/a**2", "5/4*(5*x/4 + 1)/(2*x)", BEYOND),
    Step("beyond, worst", FAR.replace("z", "x"), analysis(FAR, "[10, oo)", z="x"), BEYOND),
    *ends("beyond", V, BEYOND, "beyond, draws", "beyond, worst", ("3", "log a"), ("-3", "log of 1")),
    # all cases
    Step(
        "wide",
        END,
        cases(
            "24/5 <= x",
            apply("cases", "middle, end", "beyond, end", A="y", B="exp(3*log(a) - x)", c="10 - x"),
            arithmetic("small, end"),
        ),
        (WIDE,),
    ),
    Step("far", "10 < 3*a*log(a)", analysis("10 < 3*z*log(z)", "[31/10, oo)", z="a"), ("31/10 <= a",)),
    Step("far is wide", WIDE, arithmetic("far", ("a", "many")), ("31/10 <= a",)),
    Step("beyond 31/10", END, arithmetic("wide"), ("31/10 <= a",), ("far is wide",)),
    Step(
        "all",
        END,
        cases(
            "a <= 31/10",
            cases(
                WIDE,
                arithmetic("wide"),
                apply("cases", "up to 2, end", "from 2, end", A="y", B="exp(3*log(a) - x)", c="2 - a"),
            ),
            arithmetic("beyond 31/10"),
        ),
    ),
    given={
        "rate": Given("p*a*x <= 10"),
        "many": Given("3*log(a) <= x"),
        "few": Given("m <= 2*(a**3 - 1)"),
        "few by p": Given("m <= 23/10*p*a**3"),
        "order": Given(f"y <= exp({exponent('v')})"),
    },
    samples={"v": (Fraction(3), Fraction(8), Fraction(6))},
)
