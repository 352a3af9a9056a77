"""LEC-12: Div(x || y_t) - Div(x || y_(t+1)) = a E_(i ~ x) r_t(i) - ln E_(i ~ y_t) e^(a r_t(i)).

Lecture notes, Section 2, proof of Theorem 2, first display, for every law x over the experts and on every course of
the game. The update is y_(t+1)(i) = y_t(i) e^(a r_t(i)) / Z with Z = E_(y_t) e^(a r_t), so the log of the ratio of an
expert's probabilities is a r_t(i) - ln Z; the left side is its mean under x. Every y_t has full support, so both
divergences are finite. Given the choices before round t the choice i_t has the law y_t: the expectation under y_t is
that of what is collected in round t, given those.
"""

from __future__ import annotations

from dpassay.proofs_check.models.adaptive_rewards import ADAPTIVE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use
from dpassay.proofs_check.shared_lemmas.weights import Z

theorem(
    "LEC-12",
    ADAPTIVE,
    "div(t) - div(t + 1) = a*sum(x(i)*r(t, i), i, 1, K) - log(Z)",
    Step(
        "expert",
        "x(i)*log(w(t + 1, i)) = x(i)*(log(w(t, i)) + a*r(t, i) - log(Z))",
        arithmetic(("x(i)", "update")),
    ),
    Step(
        "experts",
        "sum(x(i)*log(w(t + 1, i)), i, 1, K) = sum(x(i)*(log(w(t, i)) + a*r(t, i) - log(Z)), i, 1, K)",
        apply(
            "sum of equals",
            "expert",
            f="i: x(i)*log(w(t + 1, i))",
            g="i: x(i)*(log(w(t, i)) + a*r(t, i) - log(Z))",
            low="1",
            high="K",
        ),
    ),
    Step(
        "all",
        "div(t) - div(t + 1) = a*sum(x(i)*r(t, i), i, 1, K) - log(Z)",
        arithmetic(
            "experts",
            use("divergence", n="t"),
            ("-1", use("divergence", n="t + 1")),
            ("-log(Z)", "x is a law"),
        ),
    ),
    let={"Z": Z},
)
