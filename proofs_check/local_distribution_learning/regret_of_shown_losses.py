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


def _mean(name: str, power: str, fact: str) -> None:
    """Given the past a weight is known, and a loss is shown with probability 1/K."""
    shown, loss = f"Y(t, j){power}", f"Z(t, j){power}"
    theorem(
        name,
        SHOWN,
        f"E(w(t, j)*{shown}) = E(w(t, j))*{loss}/K",
        Step(
            "tower",
            f"E(E(w(t, j)*{shown}, after(t - 1))) = E(w(t, j)*{shown})",
            apply("tower", P="P", K="after(t - 1)", X=f"w(t, j)*{shown}"),
        ),
        Step(
            "taken out",
            f"E(w(t, j)*{shown}, after(t - 1)) = w(t, j)*E({shown}, after(t - 1))",
            apply("taking out what is known", use("known", i="j"), K="after(t - 1)", A="w(t, j)", X=shown),
        ),
        Step(
            "given the past",
            f"E(w(t, j)*{shown}, after(t - 1)) = w(t, j)*{loss}/K",
            arithmetic("taken out", ("w(t, j)", use(fact, i="j"))),
        ),
        Step(
            "all",
            f"E(w(t, j)*{shown}) = E(w(t, j))*{loss}/K",
            arithmetic(("-1", "tower"), inside("E(_)", "given the past")),
        ),
    )


_mean("mean of a shown loss", "", "shown")
_mean("mean of a shown loss, squared", "**2", "shown, squared")
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
