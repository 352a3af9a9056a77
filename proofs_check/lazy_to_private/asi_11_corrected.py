"""ASI-11-corrected."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
    identity,
    nonnegative,
)
from dpassay.proofs_check.lazy_to_private.lazy_games import (
    MARGINALS,
    RATIONAL_GAME,
    excess_of,
    marginal_goals,
)
from dpassay.proofs_check.numbers import at_most


def _drift_bound(instance: Instance) -> Fraction:
    """(T (B - 1)/2) tanh(eta/2), which is rational at a rational e^eta."""
    rounds, batch, growth = len(instance["losses"]), instance["batch"], Fraction(instance["exp_learning_rate"])
    return Fraction(rounds * (batch - 1), 2) * (growth - 1) / (growth + 1)


told("asi11-corrected", "Reg_T <= Reg_T({mu_t}) + (T (B - 1)/2) tanh(eta/2)", RATIONAL_GAME)(
    lambda instance: at_most(excess_of(instance), _drift_bound(instance))
)
told("asi11-corrected-third", "... a third of the term", RATIONAL_GAME)(
    lambda instance: at_most(excess_of(instance), _drift_bound(instance) / 3)
)

DRIFT: Final = (
    "If mu(S) <= e^eta nu(S) + delta_0 for all S, both ways, then with the set S where mu exceeds nu, (e^eta + "
    "1)(mu(S) - nu(S)) <= e^eta - 1 + 2 delta_0, from the bounds for S and its complement: ||mu - nu||_TV <= (e^eta - "
    "1 + 2 delta_0)/(e^eta + 1) <= tanh(eta/2) + delta_0."
)


def drift_goals() -> tuple[Goal, ...]:
    """See ``DRIFT``."""
    return (
        Goal(
            "(t + 1)(m - n) <= t - 1 + 2 d",
            nonnegative("t - 1 + 2*d - (t + 1)*(m - n)", ("t*n + d - m", "t*(1 - m) + d - (1 - n)")),
        ),
        Goal("2 d/(t + 1) <= d", nonnegative("d*(t + 1) - 2*d", ("d", "t - 1"))),
    )


@claim(
    "ASI-11-corrected",
    location="Theorem 3.2 and Proposition 3.3, regret",
    latex=r"\mathbf{Reg}_T \le \mathbf{Reg}_T(\{\mu_t\}) + \tfrac{T(B-1)}{2}\big(\tanh\tfrac\eta2 + \delta_0\big) + B "
    r"\sum_s \|\hat\nu_s - \bar\nu_s\|_{TV} = \mathbf{Reg}_T(\{\mu_t\}) + O(TB(\eta + \delta_0) + \dots)",
    text="For losses in [0, 1] and B that divides T, batches of size B add at most (T (B - 1)/2)(tanh(eta/2) + "
    "delta_0) + B sum_s ||nu-hat_s - nu-bar_s||_TV, under the first item of Assumption 3.1; over multiplicative "
    "weights delta_0 = 0 and nu-hat_s = nu-bar_s.",
    assumed=("losses in [0, 1]", "B divides T"),
)
def asi_11_corrected() -> Case:
    """Total variation, added up."""
    return Case(
        argument=f"{DRIFT} Expectations of a loss in [0, 1] differ by at most the total variation, those of a batch by "
        "at most B times it. So round i = (s - 1)B + 1 + j costs x_s at most j (tanh(eta/2) + delta_0) more than z_i, "
        "if x_s followed nu-bar_s = mu-bar_{(s-1)B+1}; the sum over j < B is B(B - 1)/2 times that, and there are T/B "
        f"batches. That x_s follows nu-hat_s adds B ||nu-hat_s - nu-bar_s||_TV a batch. {MARGINALS}",
        proof=(
            *drift_goals(),
            Goal("T/B batches of B (B - 1)/2 steps", identity("(T/B)*(B*(B - 1)/2)*v", "T*(B - 1)/2*v")),
            *marginal_goals(),
        ),
        checks=(
            Goal("the laws of x_s, by Algorithm 1 as a chain", exhaustive("asi-marginals", "regret-lazy-games")),
            Goal("small games, exactly", exhaustive("asi11-corrected", "regret-lazy-games")),
        ),
        twins=(
            Twin("a third of the term", exhaustive("asi11-corrected-third", "regret-lazy-games"), of=6),
            Twin("laws from the ends of the batches", exhaustive("asi-marginals-late", "regret-lazy-games"), of=5),
            Twin(
                "(t + 1)(m - n) <= t - 1 + d",
                nonnegative("t - 1 + d - (t + 1)*(m - n)", ("t*n + d - m", "t*(1 - m) + d - (1 - n)")),
            ),
        ),
        remarks=(
            "Where the minimum in line 6 or delta_0 > 0 makes nu-hat_s differ from nu-bar_s, the last sum is what "
            "Lemma 3.4 bounds (ASI-16).",
        ),
    )
