"""ASI-44-corrected: the leader of noisy sums, followed in blocks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    REWARDS,
    as_rows,
    entries,
    family,
    matrices,
    row_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive, identity


@entries(losses=REWARDS, noise=row_of(whole())).where
def _is_leading(instance: Instance) -> bool:
    return len(instance["noise"]) == len(instance["losses"][0])


def _leads(instance: Instance, ahead: int) -> bool:
    """Whether sum of l_t(a_(t + ahead)) <= min(n + L_T) - min n, a_(t+1) the leader of n + l_1 + ... + l_t."""
    losses, sums = as_rows(instance["losses"]), [Fraction(n) for n in instance["noise"]]
    least, leaders = min(sums), [sums.index(min(sums))]
    for row in losses:
        sums = [a + b for a, b in zip(sums, row, strict=True)]
        leaders.append(sums.index(min(sums)))
    loss = sum((row[leaders[t + ahead]] for t, row in enumerate(losses)), Fraction(0))
    return loss <= min(sums) - least


told("asi44-leader", "be the leader: sum l_t(a_(t+1)) <= min(n + L_T) - min n", _is_leading)(
    lambda instance: _leads(instance, 1)
)
told("asi44-follow", "follow the leader: the same with a_t", _is_leading)(lambda instance: _leads(instance, 0))


@family("led-games", "all 0/1 losses of 3 rounds and 2 models and of 2 rounds and 3 models, four vectors of noise")
def _led_games() -> Iterator[Instance]:
    for rounds, experts in ((3, 2), (2, 3)):
        for losses, noise in product(
            matrices(rounds, experts, ("0", "1")), ([0, 0, 0], [1, 0, 2], [0, 3, 0], [2, 1, 1])
        ):
            yield {"losses": losses, "noise": noise[:experts]}


@claim(
    "ASI-44-corrected",
    location="After the proof of Theorem 4.2",
    latex=r"T \le 2^m,\ 1 \le L \le T:\quad \mathbf{Reg}_T \le \frac{m\sqrt{d \ln d}}{\varepsilon} + \frac{T(L+1) "
    r"\varepsilon}{2\sqrt{\pi}\, m} + (d-1)\Big(\frac{T}{L} + 1\Big)",
    text="The leader of the sums of a binary tree with Gaussian noise, followed with uniform draws and renewed every "
    "L rounds, is an eps^2-concentrated algorithm of Condition 4.1 whose regret on all losses in [0, 1] is at most m "
    "sqrt(d ln d)/eps + T (L + 1) eps/(2 sqrt(pi) m) + (d - 1)(T/L + 1), for all d >= 2, eps > 0, T <= 2^m and 1 <= "
    "L <= T, m >= 1.",
    adjacency="one_loss",
    assumed=(
        "the Renyi divergence of Gaussian laws of variance s^2 I at distance r is alpha r^2/(2 s^2)",
        "divergences do not grow under maps",
        "the losses are fixed in advance (an oblivious adversary)",
    ),
)
def asi_44_corrected() -> Case:
    """Follow the perturbed leader, whose noise is that of a tree; and follow it in blocks."""
    return Case(
        argument="Privacy: the sums of losses over dyadic intervals of 1, 2, ..., 2^{m-1} rounds get noise N(0, s^2 "
        "I). A loss is in m of them and moves each by at most sqrt(d), so they are eps^2-concentrated with s^2 = m "
        "d/(2 eps^2). Every L_t, t < T <= 2^m, is the sum of at most m of them; independent noise makes its noise "
        "N(0, V I), V = m s^2, for all t. Let a_(t+1) be the model of the least noisy L_t. Regret: the losses are "
        "fixed, so only the law of each a_t matters, and it is that with ONE n ~ N(0, V I) for all t. Being the "
        "leader, sum l_t(a_(t+1)) <= min(n + L_T) - min n, whose mean is at most L* + E max n <= L* + sqrt(2 V ln d) "
        "= L* + m sqrt(d ln d)/eps (E max n <= (ln d)/u + u V/2 for all u > 0 by Jensen's inequality). A loss moves "
        "the mean of L_t + n by at most sqrt(d), so the laws of a_t and a_(t+1) differ in total variation by at most "
        "k = sqrt(d/(2 pi V)) = eps/(m sqrt(pi)), the density of N(0, 1) being at most 1/sqrt(2 pi). With b = a at "
        "the beginning of each block of L rounds, the j-th round of a block loses at most j k more than a_(t+1) "
        "does: together T (L + 1) k/2. Following b with uniform draws (ASI-39c) misses it in at most d - 1 rounds of "
        "a block in expectation, and there are at most T/L + 1 blocks.",
        proof=(
            Goal("m d/(2 s^2) = eps^2", identity("m*d/(2*(m*d/(2*e**2)))", "e**2")),
            Goal("2 V ln d = (m/eps)^2 d ln d", identity("2*(m*(m*d/(2*e**2)))*g", "(m/e)**2*d*g")),
            Goal("g/u + u V/2 at u^2 = 2g/V", identity("(g/u + u*(2*g/u**2)/2)**2", "2*(2*g/u**2)*g")),
            Goal("k^2 = d/(2 pi V)", identity("d/(2*P*(m*(m*d/(2*e**2))))", "e**2/(P*m**2)")),
            Goal("1 + ... + L over blocks", identity("(T/L)*(L*(L + 1)/2)*k", "T*(L + 1)*k/2")),
            Goal("missed rounds", identity("(1 - 1/d)/(1 - (1 - 1/d))", "d - 1")),
        ),
        checks=(
            Goal("being the leader, exactly", exhaustive("asi44-leader", "led-games")),
            Goal("following, exactly", exhaustive("asi39c", "desired-paths")),
        ),
        twins=(
            Twin("following the leader", exhaustive("asi44-follow", "led-games"), of=6),
            Twin("following twice as fast", exhaustive("asi39c-faster", "desired-paths"), of=7),
            Twin("k^2 = eps^2/(pi m)", identity("d/(2*P*(m*(m*d/(2*e**2))))", "e**2/(P*m)"), of=3),
        ),
        remarks=(
            "Played directly it has no last term, and 2 in place of L + 1: m sqrt(d ln d)/eps + T eps/(sqrt(pi) m). "
            "For eps > T^{-1/2} use a smaller eps: of order sqrt(T d log d) up to logarithms of T.",
        ),
    )
