"""ASI-31: with B = 1/eps and eta = min(eps_0, eps)^(2/3)/T^(1/3), L2P is said to be (eps, delta)-private.

Theorem 3.10, privacy, at the parameters of the statement, which does not give p. False for every p: the number of draws
is of order eps^2/eta^2, and each is worth eta. T = 13^3, eps = B = 1 and d = 10^9, so eta = 1/13; the difference D of
the numbers of draws from the two halves of the models has the loss eta D, and the event D > 13 needs delta > 1/4. What
holds at the parameters of the proof is ASI-31b.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from flint import arb

from dpassay.exact import LogForm, Real, as_real, decide, log
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import BETWEEN, entries, optional, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample
from dpassay.proofs_check.models.draws_of_halves import DRAWS_OF_HALVES, Cube, walk
from dpassay.proofs_check.proof.register import refuted


def _advantage(instance: Instance, slowed: bool = False) -> Real:
    """A lower bound on delta at eps = 1, for every p, or for the p of the instance.

    A draw is seen unless it repeats the model, which has probability at most 2/d. With more draws delta is larger: each
    can be passed over with a fixed probability. So p -> 0 is the least.
    """
    m, d, p = instance["root"], instance["experts"], Fraction(instance.get("fake_switch", "0"))
    steps = m**3 - 2
    unseen = Fraction(2 * steps, d)
    divisor = Fraction(1)
    if slowed:  # D then has to exceed as many times more
        divisor = Fraction(int(as_real(log(m**3 / Fraction(instance["delta"]))).bounds()[1]))
    beyond = Fraction(m) * divisor

    def gain() -> arb:
        above, below = walk(1 / rational_ball(beyond), steps, p, beyond)
        return above - arb(1).exp() * below - rational_ball(unseen) * (1 + arb(1).exp())

    return Real(gain)


@entries(root=whole(2), experts=whole(2), delta=BETWEEN, fake_switch=optional(BETWEEN)).where
def _is_statement_310(instance: Instance) -> bool:
    """T = m^3, eps = B = 1, eps_0 >= 1, d even, 0 < delta < 1, and 0 < p < 1 where it is given."""
    m, d = instance["root"], instance["experts"]
    return d % 2 == 0 and log(d) >= LogForm(m)


told(
    "asi31",
    "the draws from one half against those from the other do not show that delta exceeds the stated one",
    _is_statement_310,
    lambda instance: {"delta is at least": _advantage(instance), "the stated delta": Fraction(instance["delta"])},
)(lambda instance: decide(_advantage(instance) <= Fraction(instance["delta"])))
told("asi31-slow", "the same with eta divided by log(T/delta), rounded down", _is_statement_310)(
    lambda instance: decide(_advantage(instance, slowed=True) <= Fraction(instance["delta"]))
)


def _cube() -> Iterator[Instance]:
    """d is large, so that repetitions are rare."""
    yield {"root": 13, "experts": 10**9, "delta": "1/4"}


def _cube_with_p() -> Iterator[Instance]:
    yield {"root": 13, "experts": 10**9, "delta": "4/5", "fake_switch": "10/13"}


@claim(
    "ASI-31",
    location="Theorem 3.10, privacy, at the parameters of the statement",
    latex=r"B = 1/\varepsilon,\ \eta = \min(\varepsilon_0, \varepsilon)^{2/3}/T^{1/3},\ \varepsilon_0 = T^{-1/4} "
    r"\log^{3/4} d \Rightarrow \mathsf{L2P} \text{ is } (\varepsilon, \delta)\text{-DP}",
    text="With B = 1/eps and eta = min(eps_0, eps)^{2/3}/T^{1/3}, where eps_0 = T^{-1/4} log^{3/4} d, L2P with "
    "multiplicative weights is (eps, delta)-private (p is not given).",
    checked=("losses in [0, 1]", "1/eps and eps T whole"),
    adjacency="one_loss",
    corrected_by="ASI-31b",
)
def asi_31() -> Case:
    """The number of draws is of order eps^2/eta^2, and each is worth eta."""
    return Case(
        argument="The changed loss charges one half of the models or the other, and all later losses are 0. In "
        "rounds 3 to T a model is drawn anew with probability at least 1 - e^{-2 eta}, whatever p is and whatever came "
        "before, and from the uncharged half with probability 1/(1 + e^{-eta}). The event D > 13 has P - e Q > 1/4.",
        counterexample=Goal("delta > 1/4 for every p", counterexample("asi31"), Hunt("asi31", _cube)),
        sharper=(
            Goal(
                "delta > 4/5 with the p = 10 eta/eps of the proof", counterexample("asi31"), Hunt("asi31", _cube_with_p)
            ),
        ),
        twins=(Twin("with eta divided by log(T/delta)", counterexample("asi31-slow")),),
        remarks=(
            "The statement lacks the factor 1/log(T/delta) of the proof's eta, and p.",
            "In the proof's p = 10 eta/eps this eta makes p >= 1 wherever eps T <= 1000 and eps <= eps_0.",
        ),
    )


refuted(
    "ASI-31",
    DRAWS_OF_HALVES,
    "here <= exp(eps)*there + delta",
    setting=Cube(13, 10**9, Fraction(1, 4)),
)
