"""All bounds on the regret of lazy-to-private over batches, printed and corrected, as functions of what they need.

Source: Asi, Koren, Liu and Talwar, "Private online learning via lazy algorithms": theorem 3.2 with proposition 3.3,
theorem 3.10 with its proof, and section 1.1. The identifiers in `BOUNDS` are those of the verdicts in the ledger. An
O() is compared at constant 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from flint import arb

from dpassay.exact import as_real


def ball(number: Fraction | int) -> arb:
    """A number as a ball, at the current working precision."""
    return as_real(Fraction(number)).evaluate()


@dataclass(frozen=True, slots=True)
class Measured:
    """What is compared, and what the bounds need.

    Attributes:
        excess: Reg - Reg(mu).
        worst_batch: the largest excess of a batch.
        regret: Reg.
        input_regret: Reg(mu).
        eta: the learning rate.
        log_experts: log d.
        rounds: T.
        batch: B.
        epsilon: of theorem 3.10, if its parameters are played; then delta is 1/T^2.
    """

    excess: arb
    worst_batch: arb
    regret: arb
    input_regret: arb
    eta: arb
    log_experts: arb
    rounds: int
    batch: int
    epsilon: Fraction | None = None

    @property
    def theorem_3_2_applies(self) -> bool:
        """Whether p and delta_1 next to 1 and 1/2 meet the preconditions."""
        small = not self.eta * 10 > 1  # a ball around 1/10 counts as 1/10
        return bool(small and self.eta * self.batch * arb.const_log2() < 1 and self.rounds > self.batch)


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound on a measured number.

    Attributes:
        claim: its identifier in the ledger.
        formula: what it says.
        quantity: the name of the number in `Measured`.
        value: the bound.
        holds: whether it is one that holds: not an O() at constant 1 that is refuted.
        needs_epsilon: whether it speaks of the parameters of theorem 3.10.
    """

    claim: str
    formula: str
    quantity: str
    value: Callable[[Measured], arb]
    holds: bool
    needs_epsilon: bool = False


def _order_of_theorem_3_10(one: Measured) -> arb:
    """sqrt(T log d) + T^(1/3) log d log(T/delta)/eps^(2/3), delta = 1/T^2."""
    third = (arb(one.rounds) / ball(_epsilon(one)) ** 2).root(3)
    return (one.rounds * one.log_experts).sqrt() + third * one.log_experts * 3 * arb(one.rounds).log()


def _corrected_theorem_3_10(one: Measured) -> arb:
    """sqrt(T ln d) + T^(1/3) ln d/eps^(2/3) + min(sqrt(T ln d)/eps, T^(2/3)/eps^(1/3))/8."""
    eps, T = ball(_epsilon(one)), arb(one.rounds)  # noqa: N806  # the source's letter
    free = (T * one.log_experts).sqrt()
    batches = (free / eps).min((T * T / eps).root(3))
    return free + (T / eps**2).root(3) * one.log_experts + batches / 8


def _epsilon(one: Measured) -> Fraction:
    if one.epsilon is None:
        raise ValueError("epsilon = None: expected a number, for a bound at the parameters of theorem 3.10")
    return one.epsilon


BOUNDS: Final[Mapping[str, Bound]] = {
    "asi_11": Bound("ASI-11", "T B^2 eta^2", "excess", lambda m: m.rounds * (m.batch * m.eta) ** 2, False),
    "asi_11b": Bound(
        "ASI-11b",
        "Reg(mu) + T B^2 eta^2",
        "regret",
        lambda m: m.input_regret + m.rounds * (m.batch * m.eta) ** 2,
        False,
    ),
    "asi_12": Bound("ASI-12", "B^3 eta^2", "worst_batch", lambda m: m.batch**3 * m.eta**2, False),
    "asi_33": Bound("ASI-33", "that of theorem 3.10", "regret", _order_of_theorem_3_10, False, True),
    "asi_34": Bound(
        "ASI-34",
        "eta T + ln d/eta + T B^2 eta^2",
        "regret",
        lambda m: m.eta * m.rounds + m.log_experts / m.eta + m.rounds * (m.batch * m.eta) ** 2,
        False,
        True,
    ),
    "asi_35": Bound("ASI-35", "sqrt(T ln d)", "regret", lambda m: (m.rounds * m.log_experts).sqrt(), False, True),
    "corrected": Bound(
        "ASI-11-corrected",
        "(T (B - 1)/2) tanh(eta/2)",
        "excess",
        lambda m: arb(m.rounds * (m.batch - 1)) / 2 * (m.eta / 2).tanh(),
        True,
    ),
    "sharp": Bound(
        "ASI-11-sharp",
        "(T/B) sum tanh(j eta/4)",
        "excess",
        lambda m: arb(m.rounds) / m.batch * sum((m.eta * j / 4).tanh() for j in range(m.batch)),
        True,
    ),
    "linear": Bound("ASI-11-sharp", "eta T (B - 1)/8", "excess", lambda m: m.eta * m.rounds * (m.batch - 1) / 8, True),
    "batch_corrected": Bound(
        "ASI-12-corrected", "B (B - 1) eta", "worst_batch", lambda m: m.batch * (m.batch - 1) * m.eta, True
    ),
    "total": Bound(
        "ASI-11-sharp",
        "ln d/eta + eta B T/8",
        "regret",
        lambda m: m.log_experts / m.eta + m.eta * m.batch * m.rounds / 8,
        True,
    ),
    "asi_33_corrected": Bound(
        "ASI-33-corrected", "that of theorem 3.10, corrected", "regret", _corrected_theorem_3_10, True, True
    ),
}
"""All bounds on regret in the source, but for those on convex losses, and what is proved in their place."""


def quotients(one: Measured) -> dict[str, arb | None]:
    """What is measured over each bound; None where the bound does not speak of it."""
    return {
        name: None if bound.needs_epsilon and one.epsilon is None else getattr(one, bound.quantity) / bound.value(one)
        for name, bound in BOUNDS.items()
    }


def corrected_hold(one: Measured) -> str:
    """Tell whether the bounds that are proved hold: "yes" or "no", where that is certain, and else "open"."""
    spoken = [bound for bound in BOUNDS.values() if bound.holds and not (bound.needs_epsilon and one.epsilon is None)]
    pairs = [(getattr(one, bound.quantity), bound.value(one)) for bound in spoken]
    if any(number > limit for number, limit in pairs):
        return "no"
    return "yes" if all(number <= limit for number, limit in pairs) else "open"
