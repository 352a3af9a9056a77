"""The mean log-quotient of likelihoods at the label of a round, weighted before it, and the divergences: for SIMA-47.

Given the past the weights are known and the label has the law of the truth: the mean of w (l_s - l_j) is that of w
times the divergence. By the tangent of the exponential the log of the mixture is at least the mean of the logs.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.labels_of_a_game import LABELS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside

GAP: Final = "w(t, j)*(l(t, s) - l(t, j))"
GAPS: Final = f"sum({GAP}, j, 1, K)"
DIVERGENCES: Final = "sum(sum(E(w(t, j))*kl(t, j), j, 1, K), t, 1, T)"
theorem(
    "mean quotient of likelihoods",
    LABELS,
    f"E({GAP}) = E(w(t, j))*kl(t, j)",
    Step("tower", f"E(E({GAP}, after(t - 1))) = E({GAP})", apply("tower", P="P", K="after(t - 1)", X=GAP)),
    Step(
        "taken out",
        f"E({GAP}, after(t - 1)) = w(t, j)*E(l(t, s) - l(t, j), after(t - 1))",
        apply("taking out what is known", "known", K="after(t - 1)", A="w(t, j)", X="l(t, s) - l(t, j)"),
    ),
    Step(
        "given the past",
        f"E({GAP}, after(t - 1)) = w(t, j)*kl(t, j)",
        arithmetic("taken out", ("-w(t, j)", "divergence")),
    ),
    Step("all", f"E({GAP}) = E(w(t, j))*kl(t, j)", arithmetic(("-1", "tower"), inside("E(_)", "given the past"))),
)
QUOTIENTS: Final = f"E(sum({GAPS}, t, 1, T)) = {DIVERGENCES}"
theorem(
    "mean quotients of likelihoods",
    LABELS,
    QUOTIENTS,
    Step("each", f"E({GAP}) = E(w(t, j))*kl(t, j)", apply("mean quotient of likelihoods")),
    Step("all", QUOTIENTS, arithmetic(inside("sum(sum(_, j, 1, K), t, 1, T)", "each"))),
)
GIVEN: Final = "E(l(t, s) - lm(t), after(t - 1))"
theorem(
    "(28)",
    LABELS,
    f"E(sum(klm(t), t, 1, T)) <= {DIVERGENCES}",
    Step(
        "tangent",
        "exp(l(t, j) - lm(t)) >= 1 + (l(t, j) - lm(t))",
        analysis("exp(z) >= 1 + z", "(-oo, oo)", z="l(t, j) - lm(t)"),
    ),
    Step(
        "Jensen",
        f"l(t, s) - lm(t) <= {GAPS}",
        arithmetic(
            inside("sum(w(t, j)*_, j, 1, K)", "tangent"),
            ("-exp(-lm(t))", "mixture"),
            ("-(1 - lm(t) + l(t, s))", "weights"),
        ),
    ),
    Step("tower", f"E({GIVEN}) = E(l(t, s) - lm(t))", apply("tower", P="P", K="after(t - 1)", X="l(t, s) - lm(t)")),
    Step(
        "round",
        f"E(klm(t)) <= E({GAPS})",
        arithmetic(inside("E(_)", "divergence of the mixture"), "tower", inside("E(_)", "Jensen")),
    ),
    Step("quotients", QUOTIENTS, apply("mean quotients of likelihoods")),
    Step(
        "all",
        f"E(sum(klm(t), t, 1, T)) <= {DIVERGENCES}",
        arithmetic(inside("sum(_, t, 1, T)", "round"), "quotients"),
    ),
)
