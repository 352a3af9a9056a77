"""Lemma for Theorem 3.2: more than K = 3 T p L/B samples after the first batch have a small chance.

Let N be their number, m = T p/B >= 1 and c = B eta <= p/L, L = log(1/delta_1). There are n - 1 < T/B rounds with coins,
in each of which x is drawn anew with probability at most 1 - (1 - p) e^{-kc} <= p + k c given the past, and y with
probability p: k = 3 for multiplicative weights and k = 4 in general. So E e^{zN} <= e^{w (e^z - 1)} with w = m (2 +
k/L) (``number_of_samples``), and by Chernoff's bound Pr[N > K] <= e^{-(K log(K/w) - K + w)}: the exponent is m times
3 L log(3 L^2/(2 L + k)) - 3 L + 2 + k/L, which is at least L - log 9 for L >= 23/10, and at least L for k = 3 and L >=
27/10. If L > log 2T there is nothing to count with n <= 4 batches: there are at most 2 (n - 1) samples, no more than 3
log 2n < K. With n >= 5, so T >= 5 and L > log 10 > 23/10, Pr[N > K] <= 9 e^{-L} <= (2T - 1) e^{-L}.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.theorem_m import CONDITIONS, MORE
from dpassay.proofs_check.models.private_lazy import PRIVATE, PRIVATE_WEIGHTS, K
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Model, Step, analysis, apply, arithmetic, constant

LARGE: Final = ("2 <= L",)
MANY, FEW = ("4 - n < 0",), ("0 <= 4 - n",)
LONG: Final = ("log(2*T) < L",)
WHERE_LARGE: Final = (*CONDITIONS, *LARGE)


def exponent(k: int, length: str = "L") -> str:
    """That of Chernoff's bound, over m."""
    return f"(3*{length}*log(3*{length}**2/(2*{length} + {k})) - 3*{length} + 2 + {k}/{length})"


def count(name: str, model: Model, k: int) -> None:
    """Register the bound of Chernoff, and the chance of more than K samples where L > log 2T."""
    _chernoff(name, model, k)
    goal = f"E({MORE}) <= (2*T - 1)*exp(-L)"
    theorem(
        name,
        model,
        goal,
        *_few(goal),
        *_many(name, k, goal),
        Step("all", goal, apply("cases", "few", "many", A=f"E({MORE})", B="(2*T - 1)*exp(-L)", c="4 - n"), WHERE),
        where=WHERE,
    )


def _quotient(k: int) -> str:
    """K over the mean w of a Poisson number with so large moments."""
    return f"3*L**2/(2*L + {k})"


def _most(k: int) -> str:
    """The logarithm of the moment at the log of that quotient."""
    return f"(n - 1)*(2*p + {k}*B*eta)*({_quotient(k)} - 1)"


def _log(k: int) -> tuple[Step, ...]:
    """Where Chernoff's bound is taken: at the log of the quotient."""
    ratio = _quotient(k)
    return (
        Step("a quotient", f"0 < {ratio}", arithmetic(), LARGE),
        Step("square", f"2*L + {k} <= 3*L**2", arithmetic(("3*L + 4", "2 <= L")), LARGE),
        Step("at least 1", f"1 <= {ratio}", arithmetic((f"1/(2*L + {k})", "square")), LARGE),
        Step(
            "log",
            f"0 <= log({ratio})",
            analysis("0 <= log(z)", "[1, oo)", "at least 1", z=ratio),
            LARGE,
            ("a quotient",),
        ),
    )


def _tail(name: str, k: int) -> tuple[Step, ...]:
    """The bound there."""
    ratio, most = _quotient(k), _most(k)
    s = f"log({ratio})"
    return (
        Step(
            "moments",
            f"E(exp({s}*N)) <= exp((n - 1)*(2*p + {k}*B*eta)*(exp({s}) - 1))",
            apply(f"moments of {name}", "log", z=s),
            LARGE,
            ("a quotient",),
        ),
        Step("power", f"exp({s}) = {ratio}", apply("exp of log", A=ratio), LARGE, ("a quotient",)),
        Step(
            "exponents",
            f"exp((n - 1)*(2*p + {k}*B*eta)*(exp({s}) - 1)) = exp({most})",
            apply("equals for equals", "power", A=f"exp({s})", B=ratio, f=f"z: exp((n - 1)*(2*p + {k}*B*eta)*(z - 1))"),
            LARGE,
            ("a quotient",),
        ),
        Step("bounded", f"E(exp({s}*N)) <= exp({most})", arithmetic("moments", "exponents"), LARGE, ("a quotient",)),
        Step(
            "tail",
            f"Pr(N > {K}) <= exp({most} - {s}*{K})",
            apply("Chernoff", "bounded", "log", P="P", X="N", s=s, c=most, e=K),
            LARGE,
            ("a quotient",),
        ),
    )


def _mean(k: int) -> tuple[Step, ...]:
    """Its exponent, as there are at most T/B steps and eta B L is at most p."""
    ratio, most = _quotient(k), _most(k)
    s, x = f"log({ratio})", exponent(k)
    return (
        Step("steps", "n - 1 <= T/B", arithmetic(("1/B", "(n - 1)*B + 1 <= T"))),
        Step("growth", f"0 <= (2*p + {k}*B*eta)*({ratio} - 1)", arithmetic((f"2*p + {k}*B*eta", "at least 1")), LARGE),
        Step("growth over L", f"0 <= {k}*T/(B*L)*({ratio} - 1)", arithmetic((f"{k}*T/(B*L)", "at least 1")), LARGE),
        Step(
            "mean",
            f"{most} - {s}*{K} <= -T*p/B*{x}",
            arithmetic(
                (f"(2*p + {k}*B*eta)*({ratio} - 1)", "steps"),
                (f"{k}*T/(B*L)*({ratio} - 1)", "eta*B*L <= p"),
            ),
            WHERE_LARGE,
            ("a quotient", "growth", "growth over L"),
        ),
        Step(
            "less",
            f"exp({most} - {s}*{K}) <= exp(-T*p/B*{x})",
            apply("exp grows", "mean", A=f"{most} - {s}*{K}", B=f"-T*p/B*{x}"),
            WHERE_LARGE,
            ("a quotient",),
        ),
    )


def _chernoff(name: str, model: Model, k: int) -> None:
    """Register the bound of Chernoff."""
    goal = f"E({MORE}) <= exp(-T*p/B*{exponent(k)})"
    theorem(
        f"{name}: Chernoff",
        model,
        goal,
        *_log(k),
        *_tail(name, k),
        *_mean(k),
        Step("all", goal, arithmetic("tail", "less"), WHERE_LARGE, ("a quotient",)),
        where=WHERE_LARGE,
    )


WHERE: Final = (*CONDITIONS, *LONG)


def _few(goal: str) -> tuple[Step, ...]:
    """At most 4 batches."""
    return (
        Step(
            "samples of all",
            "sum(m(i), i, 1, n - 1) <= sum(2, i, 1, n - 1)",
            apply("sum grows", "two models a step", f="i: m(i)", g="i: 2", low="1", high="n - 1"),
        ),
        Step("two samples a batch", "N <= 2*(n - 1)", arithmetic("samples of steps", "samples of all")),
        Step("batches", "n <= T", arithmetic(("n - 1", "1 <= B"), "(n - 1)*B + 1 <= T")),
        Step("logs", "log(2*n) <= log(2*T)", apply("log grows", "batches", A="2*n", B="2*T")),
        Step(
            "samples of few",
            "3*log(2*n) - 2*(n - 1) >= 0",
            analysis("3*log(2*z) - 2*(z - 1) >= 0", "[1, 4]", z="n"),
            FEW,
        ),
        Step(
            "fewer than K",
            f"N <= {K}",
            arithmetic("two samples a batch", "samples of few", ("3", "logs"), ("3", LONG[0]), ("3*L/B", "B <= T*p")),
            (*WHERE, *FEW),
        ),
        Step("contrary", f"{MORE} = 1 - [N <= {K}]", apply("indicator of the contrary", A="N", B=K)),
        Step("holds", f"[N <= {K}] = 1", apply("indicator of what holds", "fewer than K", A="N", B=K), (*WHERE, *FEW)),
        Step("never", f"{MORE} = 0", arithmetic("contrary", ("-1", "holds")), (*WHERE, *FEW)),
        Step(
            "no chance",
            f"E({MORE}) = E(0)",
            apply("expectation of equals", "never", P="P", X=MORE, Y="0"),
            (*WHERE, *FEW),
        ),
        Step("few", goal, arithmetic("no chance", ("2*exp(-L)", "1 <= T")), (*WHERE, *FEW)),
    )


WHERE_MANY: Final = (*WHERE, *MANY)
LENGTHS: Final = (
    Step("five batches", "5 <= n", apply("integers are 1 apart", A="4", B="n"), MANY),
    Step("five rounds", "10 <= 2*T", arithmetic(("2", "five batches"), ("2", "batches")), MANY),
    Step("log of ten", "log(10) <= log(2*T)", apply("log grows", "five rounds", A="10", B="2*T"), MANY),
    Step("ten", "23/10 < log(10)", constant()),
    Step("large", "23/10 <= L", arithmetic("ten", "log of ten", LONG[0]), WHERE_MANY),
    Step("nine", "log(9) < 23/10", constant()),
    Step("above log 9", "0 <= L - log(9)", arithmetic("nine", "large"), WHERE_MANY),
    Step("two", "2 <= L", arithmetic("large"), WHERE_MANY),
)
"""With five batches or more L is above log(10), and so above 23/10 and log(9)."""


def _many(name: str, k: int, goal: str) -> tuple[Step, ...]:
    """At least 5 batches."""
    x, where = exponent(k), WHERE_MANY
    return (
        *LENGTHS,
        Step("m", "1 <= T*p/B", arithmetic(("1/B", "B <= T*p")), WHERE),
        Step(
            "exponent",
            f"{x} - L + log(9) >= 0",
            analysis(f"{exponent(k, 'z')} - z + log(9) >= 0", "[23/10, oo)", "large", z="L"),
            where,
        ),
        Step(
            "times m",
            f"-T*p/B*{x} <= log(9) - L",
            arithmetic(("T*p/B", "exponent"), ("L - log(9)", "m")),
            where,
            ("above log 9",),
        ),
        Step("Chernoff", f"E({MORE}) <= exp(-T*p/B*{x})", apply(f"{name}: Chernoff", "two"), where),
        Step(
            "less",
            f"exp(-T*p/B*{x}) <= exp(log(9) - L)",
            apply("exp grows", "times m", A=f"-T*p/B*{x}", B="log(9) - L"),
            where,
        ),
        Step("nine of log", "exp(log(9)) = 9", apply("exp of log", A="9")),
        Step(
            "many",
            goal,
            arithmetic("Chernoff", "less", ("exp(-L)", "nine of log"), ("exp(-L)", "five rounds")),
            where,
        ),
    )


count("samples with multiplicative weights", PRIVATE_WEIGHTS, 3)
count("samples", PRIVATE, 4)
