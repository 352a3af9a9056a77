"""Theorem M: the privacy of L2P with multiplicative weights, and Theorem G, with any measure where delta_0 = 0.

It is behind Theorem 3.2 (ASI-09, ASI-09b, ASI-10). The first models do not depend on the data. At step s the bit R_s,
whether x_s is drawn anew, and the coin A_s are independent given the past; then x_s is drawn from nu_s if R_s = 1, and
y_s if A_s = 0. If a loss of batch s_0 is replaced, all coins have equal laws given the past, but for R_s with s = s_0 +
1, which loses at most 2 w eta/p, and all samples up to s_0 have equal laws; the loss of each later sample has a range
of at most 2 w eta. Here w = 1 for multiplicative weights and w = 2 in general.

One sample. Let psi(a) = log E_Q (P/Q)^a. Then psi(0) = psi(1) = 0, and psi'' is the variance of log(P/Q) under a tilted
law, at most (w eta)^2. So E_P e^{u log(P/Q)} <= e^v, v = u (u + 1) (w eta)^2/2, for u >= 0. One conditional expectation
after another, E e^{u Z - v N} <= e^{u 2 w eta/p} for the loss Z and the number N of samples (``losses_of_steps``).
Where N <= K = 3 T p L/B, uZ <= uZ - v N + v K. So by Markov's inequality Z exceeds eps there with probability at most
e^{-L}, for the printed eps, with w eta for eta. For N > K see ``count_of_samples``, for what is told
``released_sequences``.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.lazy_to_private.losses_of_coins import coin
from dpassay.proofs_check.lazy_to_private.losses_of_steps import NAMES, cost
from dpassay.proofs_check.models.private_lazy import PRIVATE, PRIVATE_WEIGHTS, K
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Model, Step, apply, arithmetic

CONDITIONS: Final = ("B <= T*p", "eta*B*L <= p")
MORE: Final = f"[{K} < N]"


def root(w: int) -> str:
    """The last term of eps."""
    return f"sqrt({6 * w * w}*T*eta**2*p*L**2/B)"


def epsilon(w: int) -> str:
    """The printed eps without its second term, with w eta for eta."""
    return f"({2 * w}*eta/p + {3 * w * w}*T*eta**2*p*L/(2*B) + {root(w)})"


def _tail(w: int) -> tuple[Step, ...]:
    """The loss exceeds eps, of at most K samples, with probability at most e^{-L}."""
    eps, u = epsilon(w), f"(2*L/{root(w)})"
    v = cost(w).replace("u", u)
    loss, least = f"{u}*Z - {v}*N", f"{u}*{eps} - {v}*{K}"
    return (
        Step("moments", f"E(exp({loss})) <= exp({u}*{coin(w)})", apply(f"all steps of {NAMES[w]}", u=u)),
        Step(
            "tail",
            f"Pr({loss} > {least}) <= exp(-L)",
            apply("Chernoff", "moments", P="P", X=loss, s="1", c=f"{u}*{coin(w)}", e=least),
        ),
        Step(
            "few samples",
            f"{least} < {loss}",
            arithmetic((u, f"{eps} < Z"), (v, f"N <= {K}")),
            (f"{eps} < Z", f"N <= {K}"),
        ),
        Step(
            "at most K",
            f"[{eps} < Z]*[N <= {K}] <= [{least} < {loss}]",
            apply("implication", "few samples", A=eps, B="Z", F="N", G=K, L=least, R=loss),
        ),
        Step("or more", f"{MORE} = 1 - [N <= {K}]", apply("indicator of the contrary", A="N", B=K)),
        Step("or not", f"[{eps} < Z] <= 1", apply("what is above", x="Z", y=eps)),
        Step(
            "either",
            f"[{eps} < Z] <= [{least} < {loss}] + {MORE}",
            arithmetic("at most K", (f"-[{eps} < Z]", "or more"), (MORE, "or not")),
        ),
        Step(
            "chance",
            f"Pr({eps} < Z) <= E([{least} < {loss}] + {MORE})",
            apply("expectation grows", "either", P="P", X=f"[{eps} < Z]", Y=f"[{least} < {loss}] + {MORE}"),
        ),
    )


def tail_of_loss(name: str, model: Model, w: int) -> None:
    """Register that the loss exceeds eps with probability at most e^{-L}, and that of too many samples."""
    theorem(
        name,
        model,
        f"delta({epsilon(w)}) <= exp(-L) + E({MORE})",
        *_tail(w),
        Step("what is told", f"delta({epsilon(w)}) <= Pr({epsilon(w)} < Z)", apply("what is told", x=epsilon(w))),
        Step("all", f"delta({epsilon(w)}) <= exp(-L) + E({MORE})", arithmetic("what is told", "chance", "tail")),
        samples={"x": (Fraction(0), Fraction(1, 10), Fraction(1)), "u": (Fraction(0), Fraction(1), Fraction(5, 2))},
    )


tail_of_loss("Theorem M", PRIVATE_WEIGHTS, 1)
tail_of_loss("Theorem G", PRIVATE, 2)
