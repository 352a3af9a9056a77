"""Lemmas on L2P that several claims rest on, as goals for the kernel: one sample, one coin, and the whole sequence.

Each function returns the goals of one lemma; the text above it says in words how they give it. Throughout: eta is the
rate, B the batch, p the fake switch, n = T/B the number of batches, c = B eta. ``THEOREM_M`` is the privacy of L2P with
multiplicative weights, ``THEOREM_G`` that with any measure of Assumption 3.1 and delta_0 = 0.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Goal
from dpassay.proofs_check.kernel.statements import identity, inequality, nonnegative, sign

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


THEOREM_M: Final = (
    f"{SAMPLE} {SMALL_COIN} "
    "Theorem M. With n = T/B and c = B eta, L2P with multiplicative weights, losses in [0, 1], any eta > 0, p in (0, "
    "1), B: whatever K >= 0 and l > 0, all that (x_s, y_s), the bits R_s (x_s was drawn anew) and the coins A_s tell "
    "is (eps, delta)-private with eps = e_0 + K eta^2/2 + eta sqrt(2 K l) and delta = e^{-l} + Pr[N > K], where N = "
    "Bin(n - 1, 1 - (1 - p) e^{-3c}) + Bin(n - 1, p), independent, and n - 1 is the number of batches after the "
    "first. Proof: the first models do not depend on the data. At step s the coins R_s and A_s are independent given "
    "the past; then x_s is drawn from the normalized nu_s if R_s = 1, and y_s if A_s = 0. If a loss of batch s_0 is "
    "replaced, all coins have equal laws given the past, but for R_s with s = s_0 + 1, which costs at most e_0 (one "
    "coin), and all samples up to s_0 have equal laws; each later sample costs as in 'one sample'. Let Z be the loss, "
    "and Z_K what it is if only the first K samples count. Then E e^{u Z_K} <= e^{u e_0 + K u (u + 1) eta^2/2}, one "
    "conditional expectation after another, and by Markov's inequality with u = sqrt(2 l/K)/eta, Pr[Z_K > eps] <= "
    "e^{-l}. Z = Z_K unless there are more than K samples; given the past R_s = 1 has probability at most 1 - (1 - p) "
    "e^{-3c}, and the A_s are independent of all else, so their number is stochastically at most N. And Pr[Z > eps] "
    "<= delta gives P(O) <= e^eps Q(O) + delta for all O. The released zeta_s, that R or A makes a draw in round s + "
    "1, and the played models x_s are functions of this."
)


def theorem_m() -> tuple[Goal, ...]:
    """See ``THEOREM_M``; l = K s^2/2."""
    return (
        *sample(),
        *coin(),
        Goal(
            "Markov's inequality at u = s/eta with l = K s^2/2: the exponent is -l",
            identity("K*(s/h)*((s/h) + 1)*h**2/2 - (s/h)*(K*h**2/2 + h*K*s)", "-K*s**2/2"),
        ),
    )


THEOREM_G: Final = (
    "Theorem G. For any measure that meets Assumption 3.1 with delta_0 = 0 for all sequences of losses, Theorem M "
    "holds with 4 eta in place of 2 eta: two neighboring normalized measures differ by factors in [e^{-2 eta}, e^{2 "
    "eta}] (Lemma 3.6), so the range of log(P/Q) is at most 4 eta and a sample is (2 eta^2)-zCDP; a replaced loss "
    "changes the quotient in line 6 by a factor in [e^{-4 eta}, e^{4 eta}], and the minimum with 1 brings numbers "
    "closer. The quotient is at least e^{-4c}. So eps = max(4 eta, log(1 + (1 - p)(1 - e^{-4 eta})/p)) + 2 K eta^2 + "
    "eta sqrt(8 K l) and delta = e^{-l} + Pr[N > K] with N = Bin(n - 1, 1 - (1 - p) e^{-4c}) + Bin(n - 1, p); the "
    "first term is at most 4 eta/p."
)


def theorem_g() -> tuple[Goal, ...]:
    """See ``THEOREM_G``; the goals of Theorem M at twice the rate: 2 eta for eta, and a = e^{-4 eta}."""
    return theorem_m()


COUNT: Final = (
    "The number of samples. Let L = log(1/delta_1), m = T p/B >= 1 and c <= p/L. There are n - 1 < T/B rounds with "
    "coins, and 1 - (1 - p) e^{-kc} <= p + k c, so E N <= m (2 + k/L), where k = 3 for multiplicative weights and k = "
    "4 in general. For a sum of independent bits with mean at most w <= K, Pr[N >= K] <= e^{-(K log(K/w) - K + w)} "
    "(Chernoff). With K = 3 m L and w = m (2 + k/L) the exponent is m times 3 L log(3 L^2/(2 L + k)) - 3 L + 2 + k/L."
)


def count(k: int) -> tuple[Goal, ...]:
    """Pr[N > 3 T p L/B] <= (2T - 1) e^{-L} where L > log 2T: see ``COUNT`` and the words of the goals."""
    exponent = f"3*L*log(3*L**2/(2*L + {k})) - 3*L + 2 + {k}/L"
    return (
        Goal("1 - (1 - p) e^{-u} <= p + u", inequality("u - 1 + exp(-u)", "u", "[0, oo)")),
        Goal(
            "the exponent, w (z log z - z + 1) with K = z w, is not negative; its slope in w, 1 - z, is not positive",
            inequality("z*log(z) - z + 1", "z", "(0, oo)"),
        ),
        Goal("K is above the mean bound", sign(f"3*L**2 - 2*L - {k}", "L", "[2, oo)", ">")),
        Goal(
            "T >= 5, so L > log 10 > 23/10: the exponent is at least L - log 9, and 9 <= 2T - 1",
            inequality(f"{exponent} - L + log(9)", "L", "[23/10, oo)", ">"),
        ),
        Goal("log 10 > 23/10", inequality("x*log(10) - 23/10*x", "x", "[1, 2]", ">")),
        Goal("two batches have 2 samples, and T >= 2", inequality("3*log(2*T) - 2", "T", "[2, oo)", ">")),
        Goal("three batches have 4 samples, and T >= 3", inequality("3*log(2*T) - 4", "T", "[3, oo)", ">")),
        Goal("four batches have 6 samples, and T >= 4", inequality("3*log(2*T) - 6", "T", "[4, oo)", ">")),
    )


TAILS: Final = (
    "Good sets. Let c = B eta. Group privacy over a batch (Lemma 2.5) gives D^delta(nu_{s+1}, nu_s) <= c with delta = "
    "B e^{c - eta} delta_0, for the normalized measures P and Q. On A = {P > e^{2c} Q}, e^{2c} Q(A) <= P(A) <= e^c "
    "Q(A) + delta, and on A' = {P < e^{-2c} Q}, Q(A') <= e^c P(A') + delta <= e^{-c} Q(A') + delta. So Q(A or A') <= "
    "delta (1 + e^{-2c})/(1 - e^{-c}), which is at most 2 delta/c <= 2 e^c delta_0/eta for c <= 29/20."
)


def tails() -> tuple[Goal, ...]:
    """See ``TAILS``; s = e^{-c}."""
    return (
        Goal("Q(A) (1 - s) <= s^2 delta", nonnegative("s**2*d - Q*(1 - s)", ("s", "s**2*P - Q", "Q + s*d - s*P"))),
        Goal("Q(A') (1 - s) <= delta, times s", nonnegative("s*(d - Q*(1 - s))", ("s**2*Q - P", "P + s*d - s*Q"))),
        Goal(
            "(1 + e^{-2c})/(1 - e^{-c}) <= 2/c",
            inequality("2*(1 - exp(-c)) - c*(1 + exp(-2*c))", "c", "(0, 29/20]", ">"),
        ),
    )


AGE: Final = (
    "The age of y. y_s was drawn k = min(G, s - 1) batches ago, where G is geometric: Pr[G = k] = p (1 - p)^k. Let c "
    "= B eta <= p/2. For a function h with values in [0, 1], group privacy over k batches gives E h <= e^{kc} b + k B "
    "e^{kc} delta_0 under the normalized nu_{s-k}, where b is its mean under the normalized nu_s. With g = (1 - p) "
    "e^c <= 1 - p/2, E e^{cG} = p/(1 - g) <= 2 and E G e^{cG} = p g/(1 - g)^2 <= 4/p, and both functions of G "
    "increase, so E h(y_s) <= 2 b + 4 B delta_0/p."
)


def age() -> tuple[Goal, ...]:
    """See ``AGE``; v = 1 - g."""
    return (
        Goal("(1 - p) e^{p/2} <= 1 - p/2", inequality("1 - p/2 - (1 - p)*exp(p/2)", "p", "[0, 1]")),
        Goal("p/v <= 2", nonnegative("2*v - p", ("v - p/2",))),
        Goal("p g/v^2 <= 4/p", nonnegative("4*v**2 - p**2*g", ("v - p/2", "p", "1 - g"))),
    )
