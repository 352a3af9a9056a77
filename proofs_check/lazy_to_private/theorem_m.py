"""Theorem M: the privacy of L2P with multiplicative weights, and Theorem G, with any measure where delta_0 = 0.

It is behind Theorem 3.2 (ASI-09, ASI-09b, ASI-10). The first models do not depend on the data. At step s the bit R_s,
whether x_s is drawn anew, and the coin A_s are independent given the past; then x_s is drawn from nu_s if R_s = 1, and
y_s if A_s = 0. If a loss of batch s_0 is replaced, all coins have equal laws given the past, but for R_s with s = s_0 +
1, which loses at most 2 w eta/p, and all samples up to s_0 have equal laws; the loss of each later sample has a range
of at most 2 w eta. Here w = 1 for multiplicative weights and w = 2 in general.

One sample. Let psi(a) = log E_Q (P/Q)^a. Then psi(0) = psi(1) = 0, and psi'' is the variance of log(P/Q) under a tilted
law, at most (w eta)^2. So E_P e^{u log(P/Q)} <= e^{u (u + 1) (w eta)^2/2} for u >= 0. With K samples, one conditional
expectation after another, E e^{u Z_K} <= e^{u 2 w eta/p + K u (u + 1) (w eta)^2/2}, where Z_K is the loss if only the
first K samples count. By Markov's inequality Z_K exceeds eps with probability at most e^{-L}, for the printed eps, with
w eta for eta. Z = Z_K unless there are more than K = 3 T p L/B samples; see ``count_of_samples``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.private_lazy import PRIVATE, PRIVATE_WEIGHTS, K
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Model, Step, analysis, apply, arithmetic, use, words

CONDITIONS: Final = ("B <= T*p", "eta*B*L <= p")
MORE: Final = f"[{K} < N]"


def root(w: int) -> str:
    """The last term of eps."""
    return f"sqrt({6 * w * w}*T*eta**2*p*L**2/B)"


def epsilon(w: int) -> str:
    """The printed eps without its second term, with w eta for eta."""
    return f"({2 * w}*eta/p + {3 * w * w}*T*eta**2*p*L/(2*B) + {root(w)})"


def _exponent(w: int, u: str) -> str:
    """The logarithm of the moment of order u is at most this."""
    return f"{u}*{2 * w}*eta/p + {K}*{u}*({u} + 1)*{w * w}*eta**2/2"


COIN: Final = {
    1: "With q the probability that S_s = 1, a replaced loss changes q by a factor in [a, 1/a], a = e^{-2 eta}. R_s = "
    "0 loses at most 2 eta, and R_s = 1 at most log(1 + (1 - p)(1 - a)/p), which is at most (1 - a)/p - (1 - a).",
    2: "With q the probability that S_s = 1, a replaced loss changes q by a factor in [a, 1/a], a = e^{-4 eta}. R_s = "
    "0 loses at most 4 eta, and R_s = 1 at most log(1 + (1 - p)(1 - a)/p), which is at most (1 - a)/p - (1 - a).",
}
SAMPLE: Final = {
    1: "log(P/Q)(x) = -eta (l - l')(x) + const where one loss l is replaced by l', and l - l' is in [-1, 1].",
    2: "Two neighboring normalized measures differ by factors in [e^{-2 eta}, e^{2 eta}] (ASI-17 with delta_0 = 0).",
}


def _moments(w: int) -> tuple[Step, ...]:
    """The moments of the loss of the first K samples."""
    return (
        Step("ln", "log(1 + x) <= x", analysis("log(1 + z) <= z", "[0, oo)", z="x"), ("0 <= x",)),
        Step(
            "change",
            f"1 - exp(-{2 * w}*eta) <= {2 * w}*eta",
            analysis("1 - exp(-z) <= z", "[0, oo)", z=f"{2 * w}*eta"),
        ),
        Step("one coin", f"coin <= {2 * w}*eta/p", words(COIN[w], "ln", "change")),
        Step("one sample", f"width <= {2 * w}*eta", words(SAMPLE[w])),
        Step(
            "moments",
            f"E(exp(u*ZK)) <= exp({_exponent(w, 'u')})",
            words(
                "One conditional expectation after another: a sample whose loss has a range of at most 2h has E e^{u "
                "loss} <= e^{u (u + 1) h^2/2} given the past, and at most K of them count, beside one coin.",
                "one coin",
                "one sample",
            ),
        ),
    )


def _tail(w: int) -> tuple[Step, ...]:
    """The loss of the first K samples exceeds eps with probability at most e^{-L}."""
    s = f"(2*L/{root(w)})"
    exponent = _exponent(w, s)
    return (
        Step(
            "rate",
            f"E(exp({s}*ZK)) <= exp({exponent})",
            arithmetic(use("moments", u=s)),
        ),
        Step(
            "tail",
            f"Pr(ZK > {epsilon(w)}) <= exp(-L)",
            apply("Chernoff", "rate", P="P", X="ZK", s=s, c=exponent, e=epsilon(w)),
        ),
    )


def tail_of_loss(name: str, model: Model, w: int) -> None:
    """Register that the loss exceeds eps with probability at most e^{-L}, and that of too many samples."""
    theorem(
        name,
        model,
        f"delta({epsilon(w)}) <= exp(-L) + E({MORE})",
        *_moments(w),
        *_tail(w),
        Step(
            "what is told",
            "delta(x) <= Pr(x < Z)",
            words(
                "All (x_s, y_s) and zeta_s are functions of the models, the bits R_s and the coins A_s, of loss Z. "
                "For every event O, P(O) <= e^x Q(O) + Pr[Z > x]."
            ),
        ),
        Step(
            "samples that count",
            f"[x < Z] <= [x < ZK] + {MORE}",
            words("Z = Z_K unless there are more than K samples."),
        ),
        Step(
            "either",
            f"Pr(x < Z) <= E([x < ZK] + {MORE})",
            apply("expectation grows", "samples that count", P="P", X="[x < Z]", Y=f"[x < ZK] + {MORE}"),
        ),
        Step(
            "all",
            f"delta({epsilon(w)}) <= exp(-L) + E({MORE})",
            arithmetic(use("what is told", x=epsilon(w)), use("either", x=epsilon(w)), "tail"),
        ),
        samples={"x": (Fraction(0), Fraction(1, 10), Fraction(1)), "u": (Fraction(0), Fraction(1), Fraction(5, 2))},
    )


tail_of_loss("Theorem M", PRIVATE_WEIGHTS, 1)
tail_of_loss("Theorem G", PRIVATE, 2)
