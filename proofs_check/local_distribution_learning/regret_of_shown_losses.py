"""The regret of Algorithm 2 on the losses that are shown, one a round: for SIMA-40 and SIMA-51-corrected.

Y is Z at the expert that was drawn, and 0 elsewhere. As e^-x <= 1 - x + x^2/2 for x >= 0, the log of the mean of e^(-a
Y) under the weights is at most -a times the mean of Y plus a^2/2 times that of Y^2. Given the past Y counts Z/K and Y^2
counts Z^2/K, at most 1/K, whatever the weights are.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.shown_losses import SHOWN
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use

NORM: Final = "sum(w(t, k)*exp(-a*Y(t, k)), k, 1, K)"
OF_Y: Final = "sum(w(t, j)*Y(t, j), j, 1, K)"
SQUARES: Final = "sum(w(t, j)*Y(t, j)**2, j, 1, K)"
OF_Z: Final = "sum(w(t, j)*Z(t, j), j, 1, K)"
ONE_ROUND: Final = f"log(norm(t)) <= -a*{OF_Y} + a**2/2*{SQUARES}"
theorem(
    "a shown loss, to second order",
    SHOWN,
    ONE_ROUND,
    Step(
        "Taylor",
        "exp(-a*Y(t, j)) <= 1 - a*Y(t, j) + (a*Y(t, j))**2/2",
        analysis("exp(-x) <= 1 - x + x**2/2", "[0, oo)", x="a*Y(t, j)"),
    ),
    Step("log", "log(norm(t)) <= norm(t) - 1", analysis("log(z) <= z - 1", "(0, oo)", z="norm(t)")),
    Step(
        "all", ONE_ROUND, arithmetic("log", "norm", inside("sum(w(t, j)*_, j, 1, K)", "Taylor"), use("weights", n="t"))
    ),
)
POTENTIAL: Final = "sum(-a*Y(t, i) - log(norm(t)), t, 1, T) <= log(K)"
theorem(
    "mean of a shown loss",
    SHOWN,
    "E(w(t, j)*Y(t, j)) = E(w(t, j))*Z(t, j)/K",
    Step(
        "tower",
        "E(E(w(t, j)*Y(t, j), after(t - 1))) = E(w(t, j)*Y(t, j))",
        apply("tower", P="P", K="after(t - 1)", X="w(t, j)*Y(t, j)"),
    ),
    Step(
        "taken out",
        "E(w(t, j)*Y(t, j), after(t - 1)) = w(t, j)*E(Y(t, j), after(t - 1))",
        apply("taking out what is known", use("known", i="j"), K="after(t - 1)", A="w(t, j)", X="Y(t, j)"),
    ),
    Step(
        "given the past",
        "E(w(t, j)*Y(t, j), after(t - 1)) = w(t, j)*Z(t, j)/K",
        arithmetic("taken out", ("w(t, j)", use("shown", i="j"))),
    ),
    Step(
        "all",
        "E(w(t, j)*Y(t, j)) = E(w(t, j))*Z(t, j)/K",
        arithmetic(("-1", "tower"), inside("E(_)", "given the past")),
    ),
)
theorem(
    "mean of a shown loss, squared",
    SHOWN,
    "E(w(t, j)*Y(t, j)**2) = E(w(t, j))*Z(t, j)**2/K",
    Step(
        "tower",
        "E(E(w(t, j)*Y(t, j)**2, after(t - 1))) = E(w(t, j)*Y(t, j)**2)",
        apply("tower", P="P", K="after(t - 1)", X="w(t, j)*Y(t, j)**2"),
    ),
    Step(
        "taken out",
        "E(w(t, j)*Y(t, j)**2, after(t - 1)) = w(t, j)*E(Y(t, j)**2, after(t - 1))",
        apply("taking out what is known", use("known", i="j"), K="after(t - 1)", A="w(t, j)", X="Y(t, j)**2"),
    ),
    Step(
        "given the past",
        "E(w(t, j)*Y(t, j)**2, after(t - 1)) = w(t, j)*Z(t, j)**2/K",
        arithmetic("taken out", ("w(t, j)", use("shown, squared", i="j"))),
    ),
    Step(
        "all",
        "E(w(t, j)*Y(t, j)**2) = E(w(t, j))*Z(t, j)**2/K",
        arithmetic(("-1", "tower"), inside("E(_)", "given the past")),
    ),
)
LEFT: Final = f"sum({OF_Y} - Y(t, i), t, 1, T)"
SQUARED: Final = f"sum({SQUARES}, t, 1, T)"
SECOND_ORDER: Final = f"a*E({LEFT}) <= log(K) + a**2*T/(2*K)"
theorem(
    "squares of shown losses",
    SHOWN,
    f"E({SQUARED}) <= T/K",
    Step("square", "Z(t, j)**2 <= 1", arithmetic(("1 + Z(t, j)", use("at most 1", i="j")))),
    Step("squared", "E(w(t, j)*Y(t, j)**2) = E(w(t, j))*Z(t, j)**2/K", apply("mean of a shown loss, squared")),
    Step("each", "E(w(t, j)*Y(t, j)**2) <= E(w(t, j))/K", arithmetic("squared", ("E(w(t, j))/K", "square"))),
    Step(
        "round",
        f"E({SQUARES}) <= 1/K",
        arithmetic(inside("sum(_, j, 1, K)", "each"), ("1/K", inside("E(_)", "weights", n="t"))),
    ),
    Step("all", f"E({SQUARED}) <= T/K", arithmetic(inside("sum(_, t, 1, T)", "round"))),
)
theorem(
    "second-order regret on shown losses",
    SHOWN,
    SECOND_ORDER,
    Step("one round", ONE_ROUND, apply("a shown loss, to second order")),
    Step(
        "potential",
        POTENTIAL,
        apply(
            "potential of weights",
            "first",
            "update",
            "weights",
            T="T",
            K="K",
            w="t, i: w(t, i)",
            x="t, i: -a*Y(t, i) - log(norm(t))",
            i="i",
        ),
    ),
    Step(
        "course",
        f"a*{LEFT} <= log(K) + a**2/2*{SQUARED}",
        arithmetic(inside("sum(_, t, 1, T)", "one round"), "potential"),
    ),
    Step("squares", f"E({SQUARED}) <= T/K", apply("squares of shown losses")),
    Step("all", SECOND_ORDER, arithmetic(inside("E(_)", "course"), ("a**2/2", "squares"))),
)
