"""Linear losses by turns at the numbers of Theorem 3.12: for large B the regret is at least B^3/(8 sqrt(l) (1 + l)^3).

l is log T, and T = 2 B^4. lambda is the second of the two numbers in its maximum, so that curve = l/20, and tilt is at
most 1, and below 2 B eta, so that x_s follows the measures. What the density has at the ends of the interval is small
by then, and integration by parts gives the mean: it is at least tilt/(4 curve).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.linear_turns import DELTA, EPS, LINEAR_TURNS, T
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, inside, together, use

NAMES: Final = {"T": T, "eps": EPS, "delta": DELTA, "p": "eta/eps"}
CONDITIONS: Final = ("p < 1", "eta*B*log(1/delta) <= p", "B <= T*p")
LOGS: Final = "l = log(2) + 4*log(B) and L = l + 1 and log(1/(2*B)) = -log(2) - log(B)"
theorem(
    "logarithms of linear turns",
    LINEAR_TURNS,
    LOGS,
    Step("l", "l = log(2) + 4*log(B)", arithmetic("log T")),
    Step("L", "L = l + 1", arithmetic("log of T over delta", ("-1", "log T"))),
    Step("eps", "log(1/(2*B)) = -log(2) - log(B)", arithmetic()),
    Step("all", LOGS, together("l", "L", "eps")),
    let=NAMES,
)
RATE: Final = "2*B**2*(l + 1)*eta = 1 and exp(l/3 - 2/3*log(eps)) = 2*B**2"
theorem(
    "the rate of linear turns",
    LINEAR_TURNS,
    RATE,
    Step("l", "l = log(2) + 4*log(B)", apply("logarithms of linear turns")),
    Step("L", "L = l + 1", apply("logarithms of linear turns")),
    Step("exponent", "l/3 - 2/3*log(eps) = log(2) + 2*log(B)", arithmetic(("1/3", "l"))),
    Step(
        "order",
        "exp(l/3 - 2/3*log(eps)) = 2*B**2",
        arithmetic(inside("exp(_)", "exponent")),
    ),
    Step(
        "rate is",
        "2*B**2*(l + 1)*eta = 1",
        arithmetic(("2*B**2", "rate"), ("-2*B**2*eta", "L"), ("-exp(2/3*log(eps) - l/3)", "order")),
    ),
    Step("all", RATE, together("rate is", "order")),
    let=NAMES,
)
theorem(
    "p of linear turns is below 1",
    LINEAR_TURNS,
    CONDITIONS[0],
    Step("rate is", "2*B**2*(l + 1)*eta = 1", apply("the rate of linear turns")),
    Step(
        "all",
        CONDITIONS[0],
        arithmetic(("1/(B*(l + 1))", "rate is"), ("1/(B*(l + 1))", "1 <= B")),
    ),
    let=NAMES,
)
theorem(
    "batches of linear turns are short",
    LINEAR_TURNS,
    CONDITIONS[1],
    Step("all", CONDITIONS[1], arithmetic()),
    let=NAMES,
)
theorem(
    "rounds of linear turns are many",
    LINEAR_TURNS,
    CONDITIONS[2],
    Step("rate is", "2*B**2*(l + 1)*eta = 1", apply("the rate of linear turns")),
    Step("growth", "1 + log(2*B**4) <= 2*B**2", analysis("1 + log(2*z**4) <= 2*z**2", "[1, oo)", z="B")),
    Step("logarithm", "1 + l <= 2*B**2", arithmetic("log T", "growth")),
    Step("all", CONDITIONS[2], arithmetic(("-2*B**3/(l + 1)", "rate is"), ("B/(l + 1)", "logarithm"))),
    let=NAMES,
)
FAR: Final = ("exp(50) <= B",)
ROOTS: Final = (
    Step("power", "exp(200) <= T", arithmetic(("(B + exp(50))*(B**2 + exp(100))", FAR[0])), FAR),
    Step("log of it", "log(exp(200)) <= log(T)", apply("log grows", "power", A="exp(200)", B="T"), FAR),
    Step("it", "log(exp(200)) = 200", apply("log of exp", A="200")),
    Step("log", "200 <= l", arithmetic("log of it", ("-1", "it"), ("-1", "log T")), FAR),
    Step("root of T", "sqrt(T) <= 3/2*B**2", apply("a root is at most", x="T", y="3/2*B**2")),
    Step("above 1", "1 <= l", arithmetic("log"), FAR),
    Step("root of l", "1 <= sqrt(l)", apply("a root is at least", "above 1", u="1", x="l"), FAR),
    Step("rate is", "2*B**2*(l + 1)*eta = 1", apply("the rate of linear turns")),
)
REGRET: Final = "B**3 <= 8*reg*sqrt(l)*(1 + l)**3"
theorem(
    "the regret of linear turns",
    LINEAR_TURNS,
    REGRET,
    *ROOTS,
    # lambda is the second of the two
    Step("inverse", "1/eta = 2*B**2*(l + 1)", arithmetic(("-1/eta", "rate is"))),
    Step(
        "order",
        "sqrt(T) <= sqrt(l)/eta",
        arithmetic("root of T", ("-sqrt(l)", "inverse"), ("2*B**2", "root of l")),
        FAR,
    ),
    Step(
        "lambda",
        "-sqrt(l)/eta <= -lam",
        apply(
            "the smaller of two",
            "order",
            "larger of two",
            q="-sqrt(l)/eta",
            A="-sqrt(T)",
            B="-sqrt(l)/eta",
            r="-lam",
        ),
        FAR,
    ),
    Step("product, least", "sqrt(l) <= eta*lam", arithmetic(("eta", "lambda, second"))),
    Step("product, most", "eta*lam <= sqrt(l)", arithmetic(("eta", "lambda")), FAR),
    # the density
    Step(
        "curve, least",
        "l/20 <= curve",
        arithmetic(("-1", "curve"), ("-lam", "beta"), ("(eta*lam + sqrt(l))/20", "product, least")),
    ),
    Step("small slope", "sqrt(l)*s <= 1", arithmetic("slope", ("s*sqrt(l)", "root of l")), FAR),
    Step("small rate", "eta*B <= 1", arithmetic("rate is", ("eta*B", "1 <= B"))),
    Step(
        "tilt, most",
        "tilt <= 1",
        arithmetic(
            "tilt",
            ("s*B", "beta"),
            ("eta*s*B/20", "product, most"),
            ("eta*B/20", "small slope"),
            ("1/20", "small rate"),
        ),
        FAR,
    ),
    Step(
        "odd part",
        "exp(tilt/4)*(exp(tilt/2) - exp(-tilt/2)) <= 3/2*tilt",
        analysis("exp(z/4)*(exp(z/2) - exp(-z/2)) <= 3/2*z", "[0, 1]", "tilt, most", z="tilt"),
        FAR,
    ),
    Step("exponent", "-3/16*curve <= -15/8", arithmetic(("3/16", "curve, least"), ("3/320", "log")), FAR),
    Step("number", "exp(-15/8) <= 1/6", constant()),
    Step("small", "exp(-3/16*curve) <= 1/6", arithmetic(inside("exp(_)", "exponent"), "number"), FAR),
    Step(
        "ends",
        "exp(tilt/2 - curve/4) - exp(-tilt/2 - curve/4) <= tilt/2*Z",
        arithmetic(
            ("tilt/2", use("part of the integral", r="1/4")),
            ("exp(-tilt/4 - curve/4)", "odd part"),
            ("3/2*tilt*exp(-tilt/4 - curve/16)", "small"),
        ),
        FAR,
    ),
    Step("mean", "tilt <= 4*curve*M", arithmetic(("2/Z", "ends"), ("2/Z", "by parts")), FAR),
    Step(
        "mean and lambda",
        "s*B <= 4*lam*M",
        arithmetic(("1/beta", "mean"), ("4*M/beta", "curve"), ("-1/beta", "tilt")),
        FAR,
    ),
    Step("sign", "0 <= M", arithmetic(("1/(4*lam)", "mean and lambda")), FAR),
    # the regret
    Step(
        "mean and rate",
        "eta*s*B <= 4*sqrt(l)*M",
        arithmetic(("eta", "mean and lambda"), ("4*M", "product, most")),
        FAR,
        ("sign",),
    ),
    Step(
        "without the slope",
        "eta*B <= 4*sqrt(l)*M*(1 + l)",
        arithmetic(("1 + l", "mean and rate"), ("-eta*B", "slope")),
        FAR,
    ),
    Step(
        "below the clip",
        "tilt <= 2*B*eta",
        arithmetic("tilt", ("s*B", "beta"), ("eta*s*B/20", "product, most"), ("eta*B/20", "small slope")),
        FAR,
    ),
    Step(
        "x follows",
        "[tilt <= 2*B*eta] = 1",
        apply("indicator of what holds", "below the clip", A="tilt", B="2*B*eta"),
        FAR,
    ),
    Step(
        "regret",
        "reg = B**4*s*M",
        arithmetic(
            "regret where x follows",
            ("-(reg - B**3*(odd + even))", "x follows"),
            ("B**3", "odd batches"),
            ("B**3", "even batches"),
        ),
        FAR,
    ),
    Step("regret and mean", "reg*(1 + l) = B**4*M", arithmetic(("1 + l", "regret"), ("B**4*M", "slope")), FAR),
    Step(
        "all",
        REGRET,
        arithmetic(
            ("-8*sqrt(l)*(1 + l)**2", "regret and mean"),
            ("2*B**4*(1 + l)", "without the slope"),
            ("-B**3", "rate is"),
        ),
        FAR,
    ),
    where=FAR,
    let=NAMES,
)
