"""ASI-11-sharp."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dpassay.exact import (
    as_real,
    log,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    inequality,
    nonnegative,
)
from dpassay.proofs_check.lazy_to_private.lazy_games import (
    LAZY_GAME,
    MARGINALS,
    RATIONAL_GAME,
    alternating,
    eta_of,
    excess_of,
    marginal_goals,
    regret_of,
)
from dpassay.proofs_check.lemmas import HOEFFDING, hoeffding
from dpassay.proofs_check.numbers import at_most, sum_of


@RATIONAL_GAME.where
def _is_square_game(instance: Instance) -> bool:
    """A game at e^eta = r^2 with r rational, so that tanh(j eta/4) is rational."""
    growth = Fraction(instance["exp_learning_rate"])
    return _root(growth) ** 2 == growth


def _root(square: Fraction) -> Fraction:
    return Fraction(_whole_root(square.numerator), _whole_root(square.denominator))


def _whole_root(n: int) -> int:
    root = 0
    while (root + 1) ** 2 <= n:
        root += 1
    return root


def _is_within_tanh(instance: Instance, share: Fraction) -> bool:
    """The excess is at most ``share`` of (T/B) sum_j tanh(j eta/4)."""
    rounds, batch, root = len(instance["losses"]), instance["batch"], _root(Fraction(instance["exp_learning_rate"]))
    return at_most(
        excess_of(instance),
        share * Fraction(rounds, batch) * sum_of([(root**j - 1) / (root**j + 1) for j in range(batch)]),
    )


def is_within_eta(instance: Instance, share: Fraction) -> bool:
    """The excess is at most ``share`` of eta T (B - 1)/8."""
    rounds, batch = len(instance["losses"]), instance["batch"]
    return at_most(excess_of(instance), eta_of(instance) * (share * Fraction(rounds * (batch - 1), 8)))


def _is_within_hedge(instance: Instance) -> bool:
    """Reg_T <= ln d/eta + eta B T/8."""
    rounds, batch, experts = len(instance["losses"]), instance["batch"], len(instance["losses"][0])
    eta = as_real(eta_of(instance))
    return at_most(regret_of(instance), as_real(log(Fraction(experts))) / eta + eta * Fraction(batch * rounds, 8))


told("asi11-sharp", "Reg_T <= Reg_T({mu_t}) + (T/B) sum_(j < B) tanh(j eta/4)", _is_square_game)(
    lambda instance: _is_within_tanh(instance, Fraction(1))
)
told("asi11-sharp-less", "... nine tenths of the sum", _is_square_game)(
    lambda instance: _is_within_tanh(instance, Fraction(9, 10))
)
told("asi11-sharp-eta", "Reg_T <= Reg_T({mu_t}) + eta T (B - 1)/8", LAZY_GAME)(
    lambda instance: is_within_eta(instance, Fraction(1))
)
told("asi11-sharp-tight", "Reg_T <= Reg_T({mu_t}) + (99/100) eta T (B - 1)/8", LAZY_GAME)(
    lambda instance: is_within_eta(instance, Fraction(99, 100))
)
told("asi11-sharp-hedge", "Reg_T <= ln d/eta + eta B T/8", LAZY_GAME)(_is_within_hedge)


def _slow_alternations() -> Iterator[Instance]:
    return ({"losses": alternating(2), "batch": 2, "learning_rate": rate} for rate in ("1/10", "1/20", "1/100"))


@claim(
    "ASI-11-sharp",
    location="Theorem 3.2 and Proposition 3.3, regret over multiplicative weights",
    latex=r"\mathbf{Reg}_T \le \mathbf{Reg}_T(\{\mu^{mw}_t\}) + \tfrac TB \sum_{j<B} \tanh\tfrac{j\eta}4 \le "
    r"\mathbf{Reg}_T(\{\mu^{mw}_t\}) + \tfrac{\eta T(B-1)}8, \qquad \mathbf{Reg}_T \le \tfrac{\ln d}\eta + \tfrac{\eta "
    r"BT}8",
    text="Over multiplicative weights with losses in [0, 1] and B that divides T, batches add at most (T/B) sum_{j<B} "
    "tanh(j eta/4) <= eta T (B - 1)/8 to the regret, which is at most ln d/eta + eta B T/8 in all; the constant 1/8 of "
    "the excess is the best.",
    assumed=("losses in [0, 1]", "B divides T", "x_1 and y_1 are independent"),
)
def asi_11_sharp() -> Case:
    """The total variation after j steps of multiplicative weights, and Hedge on batches."""
    return Case(
        argument=f"{MARGINALS} After j rounds the weights are multiplied by ratios r in [a, 1], a = e^{{-j eta}}, and "
        f"the "
        "total variation is E(1 - r/m)_+ with m = E r. On [a, 1] the convex function (1 - r/m)_+ lies below its chord, "
        "so this is at most (1 - m)(m - a)/(m (1 - a)), whose maximum over m, at m = sqrt a, is (1 - sqrt a)/(1 + "
        "sqrt a) = tanh(j eta/4) <= j eta/4. Summed over j < B and T/B batches: eta T (B - 1)/8. For the whole regret, "
        "L2P plays exponential weights on T/B losses in [0, B]: with W_s = sum_x nu_s(x), ln W_{s+1} - ln W_s <= -eta "
        f"E l_s + eta^2 B^2/8, and the sum is at least -eta min_x sum l - ln d. {HOEFFDING} That 1/8 is the best: the "
        "excess of alternating batches is (T (B - 1)/(4B)) tanh(B eta/2), which approaches eta T (B - 1)/8.",
        proof=(
            *marginal_goals(),
            Goal(
                "the chord at r, less 1 - r/m: (r - a)(1 - m) >= 0",
                identity("(1 - r)*(m - a) - (m - r)*(1 - a)", "(r - a)*(1 - m)"),
            ),
            Goal(
                "(1 - m)(m - s^2)(1 + s) <= m (1 - s^2)(1 - s), with s = sqrt a, is (1 + s)(m - s)^2 >= 0",
                identity("m*(1 - s**2)*(1 - s) - (1 - m)*(m - s**2)*(1 + s)", "(1 + s)*(m - s)**2"),
            ),
            Goal("tanh(u) <= u", inequality("u*(exp(2*u) + 1) - (exp(2*u) - 1)", "u", "[0, oo)")),
            Goal("the sum of the steps", identity("(T/B)*h/4*B*(B - 1)/2", "h*T*(B - 1)/8")),
            *hoeffding(),
            Goal(
                "the sum telescopes: V = ln W_{n+1}, U = ln W_n, c = ln W_1, and one more batch of loss l",
                nonnegative(
                    "c - h*(L + l) + (n + 1)*h**2*B**2/8 - V",
                    ("c - h*L + n*h**2*B**2/8 - U", "U - h*l + h**2*B**2/8 - V"),
                ),
            ),
            Goal(
                "with -h m at the end, over h: L - m <= c/h + h B (n B)/8",
                identity("(c - h*L + n*h**2*B**2/8 + h*m)/h", "c/h + h*B*(n*B)/8 - (L - m)"),
            ),
        ),
        checks=(
            Goal("the laws of x_s, by Algorithm 1 as a chain", exhaustive("asi-marginals", "regret-lazy-games")),
            Goal("small games, the sum of tanh", exhaustive("asi11-sharp", "regret-lazy-games")),
            Goal("small games, eta T (B - 1)/8", exhaustive("asi11-sharp-eta", "regret-lazy-games")),
            Goal("small games, the whole regret", exhaustive("asi11-sharp-hedge", "regret-lazy-games")),
        ),
        sharper=(
            Goal(
                "99/100 of the bound is exceeded",
                counterexample("asi11-sharp-tight"),
                Hunt("asi11-sharp-tight", _slow_alternations),
            ),
        ),
        twins=(
            Twin("9/10 of the sum", exhaustive("asi11-sharp-less", "regret-lazy-games"), of=10),
            Twin("the bound itself is exceeded", counterexample("asi11-sharp-eta"), of=13),
        ),
    )
