"""SIMA-40: where all Z are in [0, 1] and T > log K, the regret of Algorithm 2 is at most sqrt(2 T K log K) on average.

Lemma 7, with eta = sqrt(2 K log K/T), over the experts J that are drawn; and (14), the regret on what is shown is at
most log K/eta + eta T/(2 K) for every eta > 0. Z does not depend on J, so it is fixed here; it holds against every i.
The weights depend on what was drawn before: given that, Y counts Z/K and Y^2 at most 1/K, so the regret is K times that
on what is shown. For K = 1 both sides are 0. T > log K is not needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from flint import arb

from dpassay.exact import Real, decide
from dpassay.exact.real import rational_ball
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, as_rows, family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.regret import (
    QUARTERS,
    hidden_bound,
    hidden_games,
    hidden_regret,
    is_hidden_game_of_1,
    log_ball,
    quarter_goals,
)
from dpassay.proofs_check.local_distribution_learning.regret_of_shown_losses import LEFT, OF_Y, OF_Z, SECOND_ORDER
from dpassay.proofs_check.local_distribution_learning.regret_of_weights import LOG as ENTROPY
from dpassay.proofs_check.models.shown_losses import SHOWN
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, cases, inside, use

told("sima40", "the expected regret is at most sqrt(2 T K log K), J enumerated", is_hidden_game_of_1)(
    lambda i: decide(Real(lambda: hidden_bound(i) - hidden_regret(i)) >= 0)
)
told("sima40-too-sharp", "... half of it", is_hidden_game_of_1)(
    lambda i: decide(Real(lambda: hidden_bound(i) / 2 - hidden_regret(i)) >= 0)
)


_is_rated_game: Final = is_hidden_game_of_1.having(rate=ABOVE_0)


def _second_order(instance: Instance, share: Fraction = Fraction(1)) -> bool:
    """(14), whose left side is 1/K of the regret: a loss is shown with probability 1/K, whatever the weights."""
    rows, eta = as_rows(instance["losses"]), Fraction(instance["rate"])
    count, rounds = len(rows[0]), len(rows)

    def margin() -> arb:
        bound = log_ball(count) / rational_ball(eta) + rational_ball(eta * rounds / (2 * count))
        return rational_ball(share) * bound - hidden_regret(instance) / count

    return decide(Real(margin) >= 0)


told(
    "sima40-rates",
    "max_i E sum_t (w^t.Y~_t - Y~_{t,i}) <= log K/eta + eta T/(2K), J enumerated, eta given",
    _is_rated_game,
)(_second_order)
told("sima40-rates-too-sharp", "... half of it", _is_rated_game)(
    lambda instance: _second_order(instance, Fraction(1, 2))
)


@family("sima-rated-games", "the games of the family sima-hidden-games, each with eta = 1/100, 1/2, 1 and 4")
def _rated_games() -> Iterator[Instance]:
    for instance, rate in product(hidden_games(), ("1/100", "1/2", "1", "4")):
        yield {**instance, "rate": rate}


REGRET: Final = f"sum({OF_Z} - Z(t, i), t, 1, T)"
ROOT: Final = "sqrt(2*T*K*log(K))"
RATE: Final = ("c = 2*K",)
LEARNS: Final = ("0 < a",)
theorem(
    "SIMA-40: (14)",
    SHOWN,
    f"E({LEFT}) <= log(K)/a + a*T/(2*K)",
    Step("second order", SECOND_ORDER, apply("second-order regret on shown losses")),
    Step("all", f"E({LEFT}) <= log(K)/a + a*T/(2*K)", arithmetic(("1/a", "second order")), LEARNS),
    where=LEARNS,
)
theorem(
    "K times the regret on what is shown",
    SHOWN,
    f"E({REGRET}) = K*E({LEFT})",
    Step("tower", "E(E(Y(t, i), after(t - 1))) = E(Y(t, i))", apply("tower", P="P", K="after(t - 1)", X="Y(t, i)")),
    Step("product", "E(w(t, j)*Y(t, j)) = E(w(t, j))*Z(t, j)/K", apply("mean of a shown loss")),
    Step(
        "round",
        f"E({OF_Z} - Z(t, i)) = K*E({OF_Y} - Y(t, i))",
        arithmetic(("-K", inside("sum(_, j, 1, K)", "product")), ("-K", "tower"), ("K", inside("E(_)", "shown"))),
    ),
    Step(
        "all",
        f"E({REGRET}) = K*E({LEFT})",
        arithmetic(inside("sum(_, t, 1, T)", "round")),
    ),
)
ONE: Final = ("K - 2 < 0",)
MANY: Final = ("0 <= K - 2",)
theorem(
    "SIMA-40",
    SHOWN,
    f"E({REGRET}) <= {ROOT}",
    *ENTROPY,
    # two experts or more
    Step("positive", "0 < log(K)", arithmetic(inside("log(_)", "1 < K")), MANY),
    Step("learns", "0 < a", apply("a rate above 0", "rate", "positive", T="T", L="log(K)", c="c", a="a"), MANY),
    Step("second order", SECOND_ORDER, apply("second-order regret on shown losses")),
    Step("what is shown", f"E({REGRET}) = K*E({LEFT})", apply("K times the regret on what is shown")),
    Step(
        "several",
        f"E({REGRET}) <= a*T",
        arithmetic("what is shown", ("K/a", "second order"), ("-1/(2*a)", "rate"), ("-log(K)/(2*a)", "c = 2*K")),
        (*MANY, *RATE),
        ("learns",),
    ),
    # one expert
    Step("one", "K + 1 <= 2", apply("integers are 1 apart", A="K", B="2"), ONE),
    Step(
        "round",
        f"{OF_Z} - Z(t, i) <= (K - 1)*1",
        apply(
            "behind one of the experts",
            use("weights", n="t"),
            "at most 1",
            K="K",
            s="1",
            w="i: w(t, i)",
            v="i: Z(t, i)",
            i="i",
        ),
    ),
    Step("no regret", f"{REGRET} <= 0", arithmetic(inside("sum(_, t, 1, T)", "round"), ("T", "one")), ONE),
    Step(
        "regret",
        f"E({REGRET}) <= a*T",
        cases("0 <= K - 2", arithmetic("several"), arithmetic(inside("E(_)", "no regret"))),
        RATE,
    ),
    Step("square", "(a*T)**2 <= 2*T*K*log(K)", arithmetic(("T", "rate"), ("T*log(K)", "c = 2*K")), RATE),
    Step(
        "root",
        f"a*T <= {ROOT}",
        apply("a root is at least", "square", u="a*T", x="2*T*K*log(K)"),
        RATE,
        ("entropy",),
    ),
    Step("all", f"E({REGRET}) <= {ROOT}", arithmetic("regret", "root"), RATE, ("entropy",)),
    where=RATE,
    also=("SIMA-40: (14)",),
)


@claim(
    "SIMA-40",
    location="Lemma 7 and (14)",
    latex=r"\mathbf{Z}_{t,j} \in [0,1]^K,\ T > \log K \Rightarrow \max_i E\Big[\sum_t \Big(\sum_j \tilde w_j^t "
    r"Z_{t,j,j} - Z_{t,i,i}\Big)\Big] \le \sqrt{2TK\log K}, \quad \eta = \sqrt{2K\log K/T}; \qquad \max_i "
    r"E\Big[\sum_t \Big(\sum_j \tilde w_j^t \tilde Y_{t,j} - \tilde Y_{t,i}\Big)\Big] \le \tfrac{\log K}{\eta} + "
    r"\tfrac{\eta T}{2K}",
    text="In Algorithm 2, if all Z are in [0, 1] and T > log K, the expected regret over the chosen coordinates is at "
    "most sqrt(2 T K log K); and max_i E sum_t (w^t.Y~_t - Y~_{t,i}) <= log K/eta + eta T/(2K), which is (14).",
    checked=("K >= 2; for K = 1 both sides are 0",),
)
def sima_40() -> Case:
    """One coordinate stands for all; second order."""
    return Case(
        checks=(
            Goal("all coordinates of small games", exhaustive("sima40", "sima-hidden-games")),
            Goal("(14), for four learning rates", exhaustive("sima40-rates", "sima-rated-games")),
        ),
        sharper=quarter_goals(),
        twins=(
            Twin("half of the bound", exhaustive("sima40-too-sharp", "sima-hidden-games")),
            Twin("half of the right side of (14)", exhaustive("sima40-rates-too-sharp", "sima-rated-games"), of=1),
        ),
        remarks=(
            "T > log K is not needed.",
            f"Sharper, since only one coordinate is hit: {QUARTERS} So for Z in [0, 1 + k] the regret is at most "
            "sqrt(2 T K log K) (1 + (1 + k)^2 max(3/4, 1 - 1/K))/2.",
        ),
    )
