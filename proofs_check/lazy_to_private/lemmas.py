"""Lemmas on L2P that several claims rest on, as goals for the kernel: one sample, and one coin.

Each function returns the goals of one lemma; the text above it says in words how they give it. Throughout: eta is the
rate, B the batch, p the fake switch, c = B eta.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Goal
from dpassay.proofs_check.kernel.statements import identity, inequality, nonnegative

SAMPLE: Final = (
    "One sample. Where one loss is replaced, l by l', the laws P and Q of a model drawn after it have log(P/Q)(x) = "
    "-eta (l - l')(x) + const, of range at most 2 eta, since l - l' is in [-1, 1]. Let psi(a) = log E_Q (P/Q)^a. Then "
    "psi(0) = psi(1) = 0, and psi'' is the variance of log(P/Q) under a tilted law, at most (2 eta)^2/4. So psi(a) - "
    "a (a - 1) eta^2/2 is concave with zeros at 0 and 1, and psi(a) <= a (a - 1) eta^2/2 for a >= 1: the sample is "
    "(eta^2/2)-zCDP, and E_P e^{u log(P/Q)} <= e^{u (u + 1) eta^2/2} for u >= 0."
)


def sample() -> tuple[Goal, ...]:
    """See ``SAMPLE``."""
    return (
        Goal(
            "the variance of a variable in an interval of width 2 eta, with mean v above its low end, is at most eta^2",
            nonnegative("h**2 - v*(2*h - v)"),
        ),
        Goal("psi(a) at a = u + 1", identity("(u + 1)*((u + 1) - 1)*h**2/2", "u*(u + 1)*h**2/2")),
    )


SMALL_COIN: Final = (
    "One coin. Let c = B eta, and R_s = 1 where x_s is drawn anew (S_s = 0 or S'_s = 0), of probability 1 - (1 - p) q "
    "with q = q(x, y) the probability of S_s = 1. With multiplicative weights q = e^{-2c - eta (L(x) - L(y))} for the "
    "sums L of the losses of batch s - 1, so e^{-3c} <= q <= e^{-c}, and q depends on no other batch. A replaced loss "
    "changes q by a factor in [e^{-2 eta}, e^{2 eta}]. So R_s = 0 costs at most 2 eta, and R_s = 1 at most log (1 - "
    "(1 - p) a q)/(1 - (1 - p) q) with a = e^{-2 eta}, which grows with q <= e^{-c}, and is at most log(1 + (1 - p)(1 "
    "- a)/p) <= 2 eta (1 - p)/p. Both are at most e_0 := max(2 eta, log (1 - (1 - p) e^{-c - 2 eta})/(1 - (1 - p) "
    "e^{-c})) <= 2 eta/p."
)


def coin() -> tuple[Goal, ...]:
    """See ``SMALL_COIN``; a = e^{-2 eta}."""
    bounds = ("p", "1 - p", "q", "1 - q", "a", "1 - a")
    return (
        Goal(
            "the loss of R = 1 grows with q: for r >= q",
            nonnegative(
                "(1 - (1 - p)*a*r)*(1 - (1 - p)*q) - (1 - (1 - p)*a*q)*(1 - (1 - p)*r)", ("1 - p", "1 - a", "r - q")
            ),
        ),
        Goal(
            "and is at most log(1 + (1 - p)(1 - a)/p)",
            nonnegative("(p + (1 - p)*(1 - a))*(1 - (1 - p)*q) - p*(1 - (1 - p)*q*a)", bounds),
        ),
        Goal("ln z <= z - 1", inequality("z - 1 - log(z)", "z", "(0, oo)")),
        Goal("1 - e^{-u} <= u", inequality("u - 1 + exp(-u)", "u", "[0, oo)")),
    )
