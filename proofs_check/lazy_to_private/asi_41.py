"""ASI-41: where one random loss is repeated, private algorithms lose at least T (1/2 - T eps/2) - T^2 d delta/2.

Lemma 4.4 and Appendix B.1: the loss is from Bernoulli(1/2)^d, the algorithm is (eps, delta)-private with eps <= 1/T and
delta <= 1/2, and may see all T losses first. Neither condition is needed, nor the factor d, and T eps/4 is enough.

Fix a round, and pair a loss with its complement; x(0) and x(T) are the probabilities that the loss is 1 on it and on
its complement. Group privacy over T changes gives 1 - x(0) <= Z (1 - x(T)) + g and x(T) <= Z x(0) + g, for Z =
e^(T eps) and g = delta (1 + e^eps + ... + e^((T-1) eps)); so x(0) - x(T) is at least -(Z - 1 + 2 g)/(Z + 1). The two
losses add up to 1 + x(0) - x(T). By convexity 2 g <= T delta (Z + 1), and (Z - 1)/(Z + 1) = tanh(T eps/2) <= T eps/2.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.repeated_loss import BATCHES
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, use

CHORD = "1 + j/T*(Z - 1)"
LEAST = "1/2 - T*eps/4 - T*delta/2"
SHARP: Final = theorem(
    "ASI-41, without conditions",
    BATCHES,
    f"loss >= T*({LEAST})",
    Step(
        "group",
        "1 - x(l, t, 0) <= Z*(1 - x(l, t, T)) + g",
        apply("group privacy", "private", x="k: 1 - x(l, t, k)", m="T", eps="eps", delta="delta"),
    ),
    Step(
        "back",
        "x(l, t, T - k) <= exp(eps)*x(l, t, T - k - 1) + delta",
        arithmetic(use("private, back", k="T - k - 1")),
    ),
    Step(
        "group, back",
        "x(l, t, T) <= Z*x(l, t, 0) + g",
        apply("group privacy", "back", x="k: x(l, t, T - k)", m="T", eps="eps", delta="delta"),
    ),
    Step("gap", "-(Z - 1 + 2*g) <= (Z + 1)*(x(l, t, 0) - x(l, t, T))", arithmetic("group", "group, back")),
    Step("share", "j/T <= 1", arithmetic(("1/T", "j <= T - 1"))),
    Step("chord", f"exp(j*eps) <= {CHORD}", apply("chord of exp", "share", w="j/T", x="0", y="T*eps")),
    Step(
        "chords",
        f"sum(exp(j*eps), j, 0, T - 1) <= sum({CHORD}, j, 0, T - 1)",
        apply("sum grows", "chord", f="j: exp(j*eps)", g=f"j: {CHORD}", low="0", high="T - 1"),
    ),
    Step("integers", "sum(j, j, 0, T - 1) = T*(T - 1)/2", apply("sum of integers", n="T")),
    Step("Z", "exp(0) <= Z", apply("exp grows", A="0", B="T*eps")),
    Step(
        "sum",
        "2*g <= T*delta*(Z + 1)",
        arithmetic(("2*delta", "chords"), ("2*delta/T*(Z - 1)", "integers"), ("delta", "Z")),
        defined=("Z",),
    ),
    Step(
        "tanh",
        "T*eps*(Z + 1) - 2*(Z - 1) >= 0",
        analysis("u*(exp(u) + 1) - 2*(exp(u) - 1) >= 0", "[0, oo)", u="T*eps"),
    ),
    Step(
        "pair",
        f"(Z + 1)*(2*({LEAST}) - 1) <= (Z + 1)*(x(l, t, 0) - x(l, t, T))",
        arithmetic("gap", "sum", ("1/2", "tanh")),
    ),
    Step("one pair", f"2*({LEAST}) - 1 <= x(l, t, 0) - x(l, t, T)", arithmetic(("1/(Z + 1)", "pair"))),
    Step("both", f"2*({LEAST}) <= x(l, t, 0) + x(N + 1 - l, t, 0)", arithmetic("one pair", ("-1", "complement"))),
    Step(
        "pairs",
        f"sum(2*({LEAST}), l, 1, N) <= sum(x(l, t, 0) + x(N + 1 - l, t, 0), l, 1, N)",
        apply("sum grows", "both", f=f"l: 2*({LEAST})", g="l: x(l, t, 0) + x(N + 1 - l, t, 0)", low="1", high="N"),
    ),
    Step(
        "reversed",
        "sum(x(N + 1 - l, t, 0), l, 1, N) = sum(x(l, t, 0), l, 1, N)",
        apply("sum in reverse", f="l: x(l, t, 0)", n="N"),
    ),
    Step(
        "round",
        f"{LEAST} <= sum(x(l, t, 0), l, 1, N)/N",
        arithmetic(("1/(2*N)", "pairs"), ("1/(2*N)", "reversed")),
    ),
    Step(
        "rounds",
        f"sum({LEAST}, t, 1, T) <= sum(sum(x(l, t, 0), l, 1, N)/N, t, 1, T)",
        apply("sum grows", "round", f=f"t: {LEAST}", g="t: sum(x(l, t, 0), l, 1, N)/N", low="1", high="T"),
    ),
    Step("all", f"loss >= T*({LEAST})", arithmetic("rounds", ("-1", "loss"))),
    variables={"j": "integer, 0 <= j, j <= T - 1"},
    let={"Z": "exp(T*eps)", "g": "delta*sum(exp(i*eps), i, 0, T - 1)"},
)

ASI_41: Final = theorem(
    "ASI-41",
    BATCHES,
    "loss >= T*(1/2 - T*eps/2) - T**2*d*delta/2",
    Step("sharp", f"loss >= T*({LEAST})", apply("ASI-41, without conditions")),
    Step(
        "all",
        "loss >= T*(1/2 - T*eps/2) - T**2*d*delta/2",
        arithmetic("sharp", ("T**2*delta/2", "1 <= d")),
        where=("eps <= 1/T", "delta <= 1/2"),
    ),
    where=("eps <= 1/T", "delta <= 1/2"),
)
