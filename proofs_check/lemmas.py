"""Lemmas that several claims rest on, as goals for the kernel.

Each function returns the goals of one lemma; its docstring says in words how they give it.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Goal
from dpassay.proofs_check.kernel.statements import identity, inequality, nonnegative

HOEFFDING: Final = (
    "Hoeffding's lemma: for X in [0, 1] and any real s, ln E e^{sX} <= s E X + s^2/8. The left side minus s E X "
    "vanishes at s = 0 with its first derivative, and its second derivative is the variance of X under the tilted "
    "law, which for a variable in [0, 1] of mean v is at most v(1 - v) <= 1/4; integrate twice. For X in an interval "
    "of width w: s^2 w^2/8."
)


def hoeffding() -> tuple[Goal, ...]:
    """See ``HOEFFDING``."""
    return (
        Goal("Hoeffding's lemma: the variance of a variable in [0, 1] is at most 1/4", nonnegative("1/4 - v*(1 - v)")),
    )


CHORD: Final = (
    "For X in [0, 1], e^{aX} lies below the chord 1 + X(e^a - 1), because exp is convex, and 1 + aX + a^2 - (1 + "
    "X(e^a - 1)) is linear in X, with the values a^2 at X = 0 and 1 + a + a^2 - e^a at X = 1."
)


def quadratic_bound(largest: str = "179/100") -> tuple[Goal, ...]:
    """e^{aX} <= 1 + aX + a^2 for X in [0, 1] and 0 < a <= ``largest``; see ``CHORD``."""
    return (
        Goal("at X = 1: e^a <= 1 + a + a^2", inequality("1 + a + a**2 - exp(a)", "a", f"(0, {largest}]", ">")),
        Goal("ln z <= z - 1", inequality("z - 1 - log(z)", "z", "(0, oo)")),
    )


EXTREMAL: Final = (
    "Two laws P, Q with P <= E Q and Q <= E P pointwise (E = e^eps) are the images of randomized response with truth "
    "probability p = E/(1 + E) under one random map: with U = (E P - Q)/(E - 1) and V = (E Q - P)/(E - 1), which are "
    "laws, P = p U + (1 - p) V and Q = (1 - p) U + p V. So whatever holds for the composition of randomized "
    "responses against all adversaries holds for all pure mechanisms, adaptively composed, since divergences do not "
    "grow under maps (Kairouz, Oh and Viswanath 2015)."
)


def extremal() -> tuple[Goal, ...]:
    """See ``EXTREMAL``."""
    u, v = "((E*P - Q)/(E - 1))", "((E*Q - P)/(E - 1))"
    return (
        Goal("P = p U + (1 - p) V", identity(f"(E*{u} + {v})/(1 + E)", "P")),
        Goal("Q = (1 - p) U + p V", identity(f"({u} + E*{v})/(1 + E)", "Q")),
    )


RANDOMIZED_RESPONSE_LOSS: Final = (
    "The privacy loss of randomized response is eps with probability E/(1 + E) and -eps otherwise: its mean is eps "
    "(E - 1)/(E + 1) = eps tanh(eps/2) <= eps^2/2, and its range has width 2 eps."
)


def randomized_response_loss() -> tuple[Goal, ...]:
    """See ``RANDOMIZED_RESPONSE_LOSS``."""
    return (
        Goal("the mean of the loss", identity("e*E/(1 + E) - e/(1 + E)", "e*(E - 1)/(E + 1)")),
        Goal(
            "eps (E - 1)/(E + 1) <= eps^2/2, times 2 (E + 1)/eps",
            inequality("e*(exp(e) + 1) - 2*(exp(e) - 1)", "e", "[0, oo)"),
        ),
    )
