"""The regret of Algorithm 2 on the losses that are shown, one a round: for SIMA-40 and SIMA-51-corrected.

Y is Z at the expert that was drawn, and 0 elsewhere. As e^-x <= 1 - x + x^2/2 for x >= 0, the log of the mean of e^(-a
Y) under the weights is at most -a times the mean of Y plus a^2/2 times that of Y^2. Given the past Y counts Z/K and Y^2
counts Z^2/K, at most 1/K, whatever the weights are.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.shown_losses import SHOWN
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use

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
    Step(
        "weighted",
        "w(t, j)*exp(-a*Y(t, j)) <= w(t, j)*(1 - a*Y(t, j) + (a*Y(t, j))**2/2)",
        arithmetic(("w(t, j)", "Taylor")),
    ),
    Step(
        "mixed",
        f"{NORM} <= sum(w(t, j)*(1 - a*Y(t, j) + (a*Y(t, j))**2/2), j, 1, K)",
        apply(
            "sum grows",
            "weighted",
            f="k: w(t, k)*exp(-a*Y(t, k))",
            g="j: w(t, j)*(1 - a*Y(t, j) + (a*Y(t, j))**2/2)",
            low="1",
            high="K",
        ),
    ),
    Step("log", "log(norm(t)) <= norm(t) - 1", analysis("log(z) <= z - 1", "(0, oo)", z="norm(t)")),
    Step("all", ONE_ROUND, arithmetic("log", "norm", "mixed", use("weights", n="t"))),
)
POTENTIAL: Final = "sum(-a*Y(t, i) - log(norm(t)), t, 1, T) <= log(K)"
theorem(
    "potential of shown losses",
    SHOWN,
    POTENTIAL,
    Step("round", "log(w(t + 1, i)) - log(w(t, i)) = -a*Y(t, i) - log(norm(t))", arithmetic("update")),
    Step(
        "rounds",
        "sum(log(w(t + 1, i)) - log(w(t, i)), t, 1, T) = sum(-a*Y(t, i) - log(norm(t)), t, 1, T)",
        apply(
            "sum of equals",
            "round",
            f="t: log(w(t + 1, i)) - log(w(t, i))",
            g="t: -a*Y(t, i) - log(norm(t))",
            low="1",
            high="T",
        ),
    ),
    Step(
        "telescope",
        "sum(log(w(t + 1, i)) - log(w(t, i)), t, 1, T) = log(w(T + 1, i)) - log(w(1, i))",
        apply("telescope", f="t: log(w(t, i))", low="1", high="T"),
    ),
    Step(
        "one of all",
        "w(n, i) <= sum(w(n, j), j, 1, K)",
        apply("a term of a sum", f="j: w(n, j)", low="1", k="i", high="K"),
    ),
    Step("log", "log(w(n, i)) <= w(n, i) - 1", analysis("log(z) <= z - 1", "(0, oo)", z="w(n, i)")),
    Step("no more", "log(w(n, i)) <= 0", arithmetic("log", "one of all", "weights")),
    Step(
        "all",
        POTENTIAL,
        arithmetic(("-1", "rounds"), "telescope", ("-1", "first"), use("no more", n="T + 1")),
    ),
)
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
        "means",
        "E(E(w(t, j)*Y(t, j), after(t - 1))) = E(w(t, j)*Z(t, j)/K)",
        apply(
            "expectation of equals",
            "given the past",
            P="P",
            X="E(w(t, j)*Y(t, j), after(t - 1))",
            Y="w(t, j)*Z(t, j)/K",
        ),
    ),
    Step("all", "E(w(t, j)*Y(t, j)) = E(w(t, j))*Z(t, j)/K", arithmetic(("-1", "tower"), "means")),
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
        "means",
        "E(E(w(t, j)*Y(t, j)**2, after(t - 1))) = E(w(t, j)*Z(t, j)**2/K)",
        apply(
            "expectation of equals",
            "given the past",
            P="P",
            X="E(w(t, j)*Y(t, j)**2, after(t - 1))",
            Y="w(t, j)*Z(t, j)**2/K",
        ),
    ),
    Step("all", "E(w(t, j)*Y(t, j)**2) = E(w(t, j))*Z(t, j)**2/K", arithmetic(("-1", "tower"), "means")),
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
        "experts",
        "sum(E(w(t, j)*Y(t, j)**2), j, 1, K) <= sum(E(w(t, j))/K, j, 1, K)",
        apply("sum grows", "each", f="j: E(w(t, j)*Y(t, j)**2)", g="j: E(w(t, j))/K", low="1", high="K"),
    ),
    Step(
        "of all experts",
        f"E({SQUARES}) = sum(E(w(t, j)*Y(t, j)**2), j, 1, K)",
        apply("expectation of a sum", P="P", X="j: w(t, j)*Y(t, j)**2", low="1", high="K"),
    ),
    Step(
        "mean weights",
        "E(sum(w(t, j), j, 1, K)) = sum(E(w(t, j)), j, 1, K)",
        apply("expectation of a sum", P="P", X="j: w(t, j)", low="1", high="K"),
    ),
    Step(
        "weights are weights",
        "E(sum(w(t, j), j, 1, K)) = E(1)",
        apply("expectation of equals", use("weights", n="t"), P="P", X="sum(w(t, j), j, 1, K)", Y="1"),
    ),
    Step(
        "round",
        f"E({SQUARES}) <= 1/K",
        arithmetic("of all experts", "experts", ("-1/K", "mean weights"), ("1/K", "weights are weights")),
    ),
    Step(
        "rounds",
        f"sum(E({SQUARES}), t, 1, T) <= sum(1/K, t, 1, T)",
        apply("sum grows", "round", f=f"t: E({SQUARES})", g="t: 1/K", low="1", high="T"),
    ),
    Step(
        "of all rounds",
        f"E({SQUARED}) = sum(E({SQUARES}), t, 1, T)",
        apply("expectation of a sum", P="P", X=f"t: {SQUARES}", low="1", high="T"),
    ),
    Step("all", f"E({SQUARED}) <= T/K", arithmetic("of all rounds", "rounds")),
)
theorem(
    "second-order regret on shown losses",
    SHOWN,
    SECOND_ORDER,
    Step("one round", ONE_ROUND, apply("a shown loss, to second order")),
    Step(
        "round",
        f"a*{OF_Y} - a*Y(t, i) - a**2/2*{SQUARES} <= -a*Y(t, i) - log(norm(t))",
        arithmetic("one round"),
    ),
    Step(
        "rounds",
        f"sum(a*{OF_Y} - a*Y(t, i) - a**2/2*{SQUARES}, t, 1, T) <= sum(-a*Y(t, i) - log(norm(t)), t, 1, T)",
        apply(
            "sum grows",
            "round",
            f=f"t: a*{OF_Y} - a*Y(t, i) - a**2/2*{SQUARES}",
            g="t: -a*Y(t, i) - log(norm(t))",
            low="1",
            high="T",
        ),
    ),
    Step("potential", POTENTIAL, apply("potential of shown losses")),
    Step("course", f"a*{LEFT} <= log(K) + a**2/2*{SQUARED}", arithmetic("rounds", "potential")),
    Step(
        "average",
        f"E(a*{LEFT}) <= E(log(K) + a**2/2*{SQUARED})",
        apply("expectation grows", "course", P="P", X=f"a*{LEFT}", Y=f"log(K) + a**2/2*{SQUARED}"),
    ),
    Step("squares", f"E({SQUARED}) <= T/K", apply("squares of shown losses")),
    Step("all", SECOND_ORDER, arithmetic("average", ("a**2/2", "squares"))),
)
