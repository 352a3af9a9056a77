"""L2P with regularized multiplicative weights is (eps, delta)-private at small rates w, with p = 10 w/eps.

The moments of the loss are at most those of M = (n - 1) (r + p) draws, beside one coin (``losses_at_small_rates``).
With u = v/eps, u 2 w/p = v/5 and u (u + 1) w^2/2 <= v (v + 1) p^2/200; how many draws that affords is told in
``few_draws``. With one batch nothing that is released depends on the data that differ.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.lazy_to_private.losses_at_small_rates import LET, SAMPLES
from dpassay.proofs_check.models.few_samples import FEW_SAMPLES
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic

AT_V: Final = "v/eps*2*w/p + M*(exp(v/eps*(v/eps + 1)*w**2/2) - 1)"
C: Final = "v*(v + 1)*p**2/200"
ORDER: Final = f"-4*v/5 - 1 - log(v) + M*(exp({C}) - 1)"
WHERE: Final = ("w*a*X <= eps",)
STICK: Final = "E([eps < Z]*(1 - exp(eps - Z)))"
theorem(
    "orders of what L2P releases",
    FEW_SAMPLES,
    f"least(eps) <= exp({ORDER})",
    Step("told less", f"least(eps) <= {STICK}", apply("delta of what L2P releases", x="eps")),
    Step("moment", f"E(exp(v/eps*Z)) <= exp({AT_V})", apply("moments of what L2P releases", u="v/eps")),
    Step(
        "hockey stick",
        f"{STICK} <= exp({AT_V} - v/eps*eps - 1)/(v/eps)",
        apply("privacy by a moment, sharper", "moment", P="P", L="Z", t="v/eps", x="eps", c=AT_V),
    ),
    Step(
        "a draw",
        f"v/eps*(v/eps + 1)*w**2/2 <= {C}",
        arithmetic(("-v*(v + eps)*(p*eps + 10*w)/(200*eps**2)", "fake switch"), ("v*p**2/200", "eps <= 1")),
    ),
    Step(
        "draw grows",
        f"exp(v/eps*(v/eps + 1)*w**2/2) <= exp({C})",
        apply("exp grows", "a draw", A="v/eps*(v/eps + 1)*w**2/2", B=C),
    ),
    Step("kept", "exp(-3*B*w) <= exp(0)", apply("exp grows", A="-3*B*w", B="0")),
    Step("r at least 0", "0 <= r", arithmetic(("1 - p", "kept"))),
    Step("draws", "0 <= M", arithmetic(("n - 1", "r at least 0"), ("p", "1 <= n"))),
    Step(
        "exponents",
        f"{AT_V} - v - 1 <= -4*v/5 - 1 + M*(exp({C}) - 1)",
        arithmetic(("M", "draw grows"), ("-v/(5*eps*p)", "fake switch")),
        (),
        ("draws",),
    ),
    Step(
        "grows",
        f"exp({AT_V} - v - 1) <= exp(-4*v/5 - 1 + M*(exp({C}) - 1))",
        apply("exp grows", "exponents", A=f"{AT_V} - v - 1", B=f"-4*v/5 - 1 + M*(exp({C}) - 1)"),
    ),
    Step("of v", "exp(log(v)) = v", apply("exp of log", A="v")),
    Step("over v", "exp(-log(v)) = 1/v", arithmetic(("-exp(-log(v))/v", "of v"))),
    Step(
        "all",
        f"least(eps) <= exp({ORDER})",
        arithmetic(
            "told less",
            "hockey stick",
            ("eps/v", "grows"),
            (f"exp(-4*v/5 - 1 + M*(exp({C}) - 1))/v", "eps <= 1"),
            (f"-exp(-4*v/5 - 1 + M*(exp({C}) - 1))", "over v"),
        ),
    ),
    variables={"v": "real, 3 <= v"},
    let=LET,
    samples=SAMPLES,
)
ONE_BATCH: Final = ("n <= 1",)
T_ONE: Final = "5*X/(4*eps)"
ONE_EXPONENT: Final = f"{T_ONE}*2*w/p + M*(exp({T_ONE}*({T_ONE} + 1)*w**2/2) - 1)"
MORE: Final = ("2 <= n",)
theorem(
    "L2P at a small rate",
    FEW_SAMPLES,
    "least(eps) <= delta",
    Step("above 1", "1 < T/delta", arithmetic(("1/delta", "1 <= T"), ("1/delta", "delta < 1"))),
    Step("X", "0 < X", analysis("0 < log(y)", "(1, oo)", "above 1", y="T/delta")),
    Step("of X", "exp(X) = T/delta", apply("exp of log", A="T/delta")),
    Step("over X", "exp(-X) = delta/T", arithmetic(("-delta/T*exp(-X)", "of X"))),
    # one batch
    Step("kept", "exp(-3*B*w) <= exp(0)", apply("exp grows", A="-3*B*w", B="0")),
    Step("r at least 0", "0 <= r", arithmetic(("1 - p", "kept"))),
    Step("r and p", "0 <= r + p", arithmetic("r at least 0")),
    Step("told less", f"least(eps) <= {STICK}", apply("delta of what L2P releases", x="eps")),
    Step(
        "moment",
        f"E(exp({T_ONE}*Z)) <= exp({ONE_EXPONENT})",
        apply("moments of what L2P releases", u=T_ONE),
        (),
        ("X",),
    ),
    Step(
        "hockey stick",
        f"{STICK} <= exp({ONE_EXPONENT} - {T_ONE}*eps)/(1 + {T_ONE})",
        apply("privacy by a moment", "moment", P="P", L="Z", t=T_ONE, x="eps", c=ONE_EXPONENT),
        (),
        ("X",),
    ),
    Step(
        "a draw costs",
        f"exp(0) <= exp({T_ONE}*({T_ONE} + 1)*w**2/2)",
        apply("exp grows", A="0", B=f"{T_ONE}*({T_ONE} + 1)*w**2/2"),
        (),
        ("X",),
    ),
    Step(
        "cost of draws",
        f"0 <= (r + p)*(exp({T_ONE}*({T_ONE} + 1)*w**2/2) - 1)",
        arithmetic(("r + p", "a draw costs")),
        (),
        ("r and p", "X"),
    ),
    Step(
        "no draws",
        f"{ONE_EXPONENT} - {T_ONE}*eps <= -X",
        arithmetic(
            (f"(r + p)*(exp({T_ONE}*({T_ONE} + 1)*w**2/2) - 1)", "n <= 1"),
            ("-X/(4*eps*p)", "fake switch"),
        ),
        ONE_BATCH,
        ("cost of draws", "X"),
    ),
    Step(
        "small",
        f"exp({ONE_EXPONENT} - {T_ONE}*eps) <= exp(-X)",
        apply("exp grows", "no draws", A=f"{ONE_EXPONENT} - {T_ONE}*eps", B="-X"),
        ONE_BATCH,
        ("X",),
    ),
    Step("some", f"0 <= 1/(1 + {T_ONE})", arithmetic(), (), ("X",)),
    Step(
        "with one batch",
        "least(eps) <= delta",
        arithmetic(
            "told less",
            "hockey stick",
            (f"1/(1 + {T_ONE})", "small"),
            "over X",
            ("delta/T", "1 <= T"),
        ),
        ONE_BATCH,
        ("X", "some"),
    ),
    # more batches
    Step("order", f"least(eps) <= exp({ORDER})", apply("orders of what L2P releases", v="v")),
    Step(
        "root above",
        "5/4 <= a",
        arithmetic(("1/(a**2 + 5*a/4 + 25/16)", "2 <= n"), ("-1/(a**2 + 5*a/4 + 25/16)", "cube root")),
        MORE,
    ),
    Step("slow", "p*a*X <= 10", arithmetic(("10/eps", "w*a*X <= eps"), ("a*X/eps", "fake switch")), WHERE),
    Step("of a", "exp(log(a)) = a", apply("exp of log", A="a")),
    Step(
        "cube of a",
        "exp(3*log(a)) = n",
        arithmetic(("exp(2*log(a)) + a*exp(log(a)) + a**2", "of a"), "cube root"),
    ),
    Step("batches", "n <= T", arithmetic(("n", "1 <= B"), "n*B = T")),
    Step(
        "less", "exp(3*log(a)) <= exp(X)", arithmetic("cube of a", ("-1", "of X"), "batches", ("T/delta", "delta < 1"))
    ),
    Step("many", "3*log(a) <= X", apply("exp reflects", "less", A="3*log(a)", B="X"), (), ("X",)),
    Step("all new", "r + p <= 2", arithmetic(("1 + exp(-3*B*w)", "p < 1"))),
    Step("few", "M <= 2*(a**3 - 1)", arithmetic(("n - 1", "all new"), ("-2", "cube root"))),
    Step("tangent", "1 - exp(-3*B*w) <= 3*B*w", analysis("1 - exp(-y) <= y", "[0, oo)", y="3*B*w")),
    Step("small batches", "B*w <= p/10", arithmetic(("p/10", "eps*B <= 1"), ("-B/10", "fake switch"))),
    Step("new", "r + p <= 23/10*p", arithmetic(("1 - p", "tangent"), ("3*(1 - p)", "small batches"))),
    Step("few by p", "M <= 23/10*p*a**3", arithmetic(("n - 1", "new"), ("-23/10*p", "cube root"))),
    Step(
        "draws",
        "least(eps) <= exp(3*log(a) - X)",
        apply(
            "few draws",
            "slow",
            "many",
            "few",
            "few by p",
            "order",
            "root above",
            a="a",
            x="X",
            p="p",
            m="M",
            y="least(eps)",
        ),
        (*WHERE, *MORE),
        ("X",),
    ),
    Step(
        "with more batches",
        "least(eps) <= delta",
        arithmetic("draws", ("exp(-X)", "cube of a"), ("n", "over X"), ("delta/T", "batches")),
        (*WHERE, *MORE),
        ("X",),
    ),
    # an integer
    Step("whole", "n + 1 <= 2", apply("integers are 1 apart", A="n", B="2"), ("n < 2",)),
    Step("one", "n <= 1", arithmetic("whole"), ("n < 2",)),
    Step("few batches", "least(eps) <= delta", arithmetic("with one batch"), ("n < 2",), ("one", "X")),
    Step(
        "all",
        "least(eps) <= delta",
        apply("cases", "with more batches", "few batches", A="least(eps)", B="delta", c="n - 2"),
        WHERE,
        ("X",),
    ),
    where=WHERE,
    variables={"v": "real, 3 <= v"},
    let=LET,
    samples=SAMPLES,
)
