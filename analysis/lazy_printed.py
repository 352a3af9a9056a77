"""Parameters of L2P over multiplicative weights as the source prints them, and what they certainly give.

Source: Asi, Koren, Liu and Talwar, "Private Online Learning via Lazy Algorithms", Theorems 3.2, 3.10 and 3.12.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dpassay.analysis.lazy_calibration import Goal
from dpassay.analysis.lazy_certificate import Certificate, Setting, certify, regret_bound
from dpassay.exact import Budget, Real, as_real, decide, log, require
from dpassay.exact.entrance import explain_failures
from dpassay.exact.rationals import first_true

# What the source prints


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """Parameters as a theorem prints them, B apart, which is rounded, and what they give.

    ``setting`` holds eta, B, p and T; ``is_defined`` tells whether p < 1: else Algorithm 1 cannot run. ``precondition``
    is eta B log(1/delta_1)/p, which Theorem 3.2 wants at most 1, and ``stated_epsilon`` its epsilon, both with the
    delta_1 = delta/(2T) that its delta = 2T delta_1 asks for (delta_0 = 0). ``certificate`` is what these parameters
    certainly keep over multiplicative weights, where they are defined, and ``regret`` the bound there.
    """

    setting: Setting
    is_defined: bool
    precondition: Real
    stated_epsilon: Real
    certificate: Certificate | None
    regret: Real

    @property
    def precondition_holds(self) -> bool:
        """Tell whether eta B log(1/delta_1)/p is at most 1, as Theorem 3.2 wants."""
        return decide(self.precondition <= 1)


def printed(theorem: str, epsilon: object, delta: object, rounds: object, experts: object) -> Printed:
    """Return the parameters that a theorem prints, and what they give.

    "3.10 statement": B = 1/eps, eta = (min(eps_0, eps)^2/T)^(1/3) with eps_0 = T^(-1/4) log^(3/4) d; p is not printed
    there and is the proof's. "3.10 proof": eta is that divided by log(T/delta), and p = 10 eta/eps. "3.12":
    B = 1/(2 eps log(1/delta)), eta = (eps^2/T)^(1/3)/log(T/delta) and p = eta/eps; it speaks of regularized
    multiplicative weights in d dimensions, and ``certificate`` and ``regret`` of plain ones over d experts. B is the
    nearest whole number (halves go up), at least 1; a last batch may be shorter.
    """
    require(theorem in THEOREMS, "theorem", repr(theorem), f"one of {', '.join(THEOREMS)}")
    goal = Goal.read(epsilon, delta, rounds, experts)
    eps, T = as_real(goal.budget.epsilon), goal.rounds
    cube, divisor, factor, batch = THEOREMS[theorem](goal)
    eta = _cube_root(cube) / divisor
    setting = Setting(eta, _nearest(batch), factor * eta / eps, T)
    p_cubed = factor**3 * cube / (divisor**3 * _cubed(goal.budget))  # where it is rational it may well be 1
    return _evaluated(goal, setting, decide(p_cubed < 1))


def _evaluated(goal: Goal, setting: Setting, is_defined: bool) -> Printed:
    L = as_real(log(2 * goal.rounds / goal.delta))
    return Printed(
        setting,
        is_defined,
        setting.learning_rate * setting.batch * L / setting.fake_switch,
        theorem_3_2(setting, L),
        certify(setting, goal.delta) if is_defined else None,
        regret_bound(setting.learning_rate, setting.batch, goal.rounds, goal.experts),
    )


def theorem_3_2(setting: Setting, L: Real) -> Real:
    """2 eta/p + eta + 3 T eta^2 p L/(2B) + sqrt(6 T eta^2 p L^2/B), the epsilon of Theorem 3.2; L = log(1/delta_1)."""
    eta, p, B, T = setting.learning_rate, setting.fake_switch, setting.batch, setting.rounds
    S = T * eta * eta * p * L / B
    return 2 * eta / p + eta + 3 * S / 2 + (6 * S * L).sqrt()


Scale = Fraction | Real
Print = tuple[Scale, Scale, int, Scale]
"""The cube of eta before a division, the divisor, p eps/eta, and B before it is rounded."""


def _statement_3_10(goal: Goal) -> Print:
    squared = _squared(goal.budget)
    eps_0_fourth = as_real(log(goal.experts)) ** 3 / goal.rounds
    least = squared if decide(as_real(squared) ** 2 <= eps_0_fourth) else eps_0_fourth.sqrt()
    return least / goal.rounds, Fraction(1), 10, 1 / _plain(goal.budget)


def _proof_3_10(goal: Goal) -> Print:
    cube, _, factor, batch = _statement_3_10(goal)
    return cube, as_real(log(goal.rounds / goal.delta)), factor, batch


def _theorem_3_12(goal: Goal) -> Print:
    batch = 1 / (2 * as_real(goal.budget.epsilon) * as_real(log(1 / goal.delta)))
    return _squared(goal.budget) / goal.rounds, as_real(log(goal.rounds / goal.delta)), 1, batch


THEOREMS: dict[str, Callable[[Goal], Print]] = {
    "3.10 statement": _statement_3_10,
    "3.10 proof": _proof_3_10,
    "3.12": _theorem_3_12,
}


def _squared(budget: Budget) -> Scale:
    return _plain(budget) ** 2


def _cubed(budget: Budget) -> Scale:
    return _plain(budget) ** 3


def _plain(budget: Budget) -> Scale:
    """Epsilon, as a rational where it is given as one."""
    return as_real(budget.epsilon) if budget.given_epsilon is None else budget.given_epsilon


def _cube_root(value: Scale) -> Real:
    return (as_real(value).log() / 3).exp()


def _nearest(value: Scale) -> int:
    """The nearest whole number, halves going up, but at least 1; raises ``Undecided`` where no enclosure tells."""
    return first_true(lambda B: decide(value < B + Fraction(1, 2)), 1)


explain_failures(__name__)
