"""ASI-10: the delta that the proof of Theorem 3.2 adds up is said to be at most the delta that the theorem states.

(2T + 2) delta_1 is more than 2 T delta_1, and delta_x, at least the slack of the composition (Lemma 3.8), comes on top.
For multiplicative weights the stated delta is correct all the same (ASI-09), and 2 delta_1 is enough where delta_1 <=
e^{-27/10} (ASI-10-corrected): one tail for the loss, one for the number of samples, as the exponent of Chernoff's bound
is at least L = log(1/delta_1) there. See ``theorem_m`` and ``count_of_samples``.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_1,
    BETWEEN,
    PROBABILITY,
    entries,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.asi_09 import CONDITIONS
from dpassay.proofs_check.lazy_to_private.count_of_samples import exponent
from dpassay.proofs_check.lazy_to_private.games import TENTH, log_inverse, rate_of
from dpassay.proofs_check.lazy_to_private.privacy_losses import is_asi09, is_private, printed_epsilon
from dpassay.proofs_check.lazy_to_private.theorem_m import CONDITIONS as PRECONDITIONS
from dpassay.proofs_check.lazy_to_private.theorem_m import MORE, epsilon
from dpassay.proofs_check.models.added_deltas import ADDED_DELTAS, Deltas
from dpassay.proofs_check.models.private_lazy import PRIVATE_WEIGHTS
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside


def _sum_of_deltas(instance: Instance) -> Fraction:
    """delta_x + (2T + 2) delta_1, without the terms in delta_0."""
    return Fraction(instance["delta_x"]) + (2 * int(instance["rounds"]) + 2) * Fraction(instance["delta_1"])


@entries(rounds=whole(2), fake_switch=BETWEEN, exp_learning_rate=ABOVE_1, delta_1=BETWEEN, delta_x=PROBABILITY).where
def _is_asi10(instance: Instance) -> bool:
    """B = 1, T p >= 1, eta <= 1/10 and eta log(1/delta_1)/p <= 1."""
    p = Fraction(instance["fake_switch"])
    return (
        bool(instance["rounds"] * p >= 1)
        and at_most(rate_of(instance), as_real(TENTH))
        and at_most(rate_of(instance) * log_inverse(instance), as_real(p))
    )


told(
    "asi10",
    "the sum of the deltas in the proof is at most 2 T delta_1 (the same terms in delta_0 on both sides)",
    _is_asi10,
    lambda i: {"the sum": _sum_of_deltas(i), "2 T delta_1": 2 * i["rounds"] * Fraction(i["delta_1"])},
)(lambda i: _sum_of_deltas(i) <= 2 * i["rounds"] * Fraction(i["delta_1"]))
told("asi10-more", "the sum is at most (2T + 3) delta_1, where delta_x is at most delta_1", _is_asi10)(
    lambda i: (
        Fraction(i["delta_x"]) > Fraction(i["delta_1"])
        or _sum_of_deltas(i) <= (2 * i["rounds"] + 3) * Fraction(i["delta_1"])
    )
)


def _deltas() -> Iterator[Instance]:
    for rounds, delta_x in product((2, 10), ("0", "1/100")):
        common = {"rounds": rounds, "delta_x": delta_x, "delta_1": "1/100"}
        yield {**common, "fake_switch": "1/2", "exp_learning_rate": "101/100"}


@claim(
    "ASI-10",
    location="proof of Theorem 3.2",
    latex=r"\delta_x + (2T + 2)\delta_1 + 2T(2/\eta + \log(1/\delta_1)/p)eB\delta_0 \le 2T\delta_1 + 2T(2/\eta + "
    r"\log(1/\delta_1)/p)eB\delta_0",
    text="The delta that the proof of Theorem 3.2 adds up is at most the delta that the theorem states.",
    corrected_by="ASI-10-corrected",
)
def asi_10() -> Case:
    """delta_x and 2 delta_1 are lost."""
    return Case(
        argument="(2T + 2) delta_1 is more than 2 T delta_1, and delta_x, which is at least the slack of the "
        "composition (Lemma 3.8), comes on top.",
        counterexample=Goal("two rounds, delta_x = 0", counterexample("asi10"), Hunt("asi10", _deltas)),
        twins=(Twin("at most (2T + 3) delta_1", counterexample("asi10-more")),),
        remarks=(
            "Counting only the T/B - 1 rounds that have coins, 2 (T/B - 1) + 2 events and a slack of delta_1 fit into "
            "2 T delta_1 for B >= 2, and not for B = 1. Further, E_s has probability 1 - (2/eta + ...) in Lemma 3.7 "
            "and 1 - (2 + ...) in the proof; case 3 has 4 delta_0 where (3) has delta_0; and moving from conditional "
            "to unconditional laws costs Pr[not E] + e^eps Pr'[not E'], not their sum. For multiplicative weights the "
            "stated delta is correct all the same (ASI-09), and generous.",
        ),
    )


@claim(
    "ASI-10-corrected",
    location="Theorem 3.2, for multiplicative weights",
    latex=r"\delta_1 \le e^{-27/10} \Rightarrow \delta = 2\delta_1",
    text="With multiplicative weights, T p/B >= 1, eta B log(1/delta_1)/p <= 1 and delta_1 <= e^{-27/10}, the sequence "
    "(x_s, y_s, zeta_s) is (eps, 2 delta_1)-indistinguishable with the eps of Theorem 3.2, even without its second "
    "term.",
    checked=CONDITIONS,
    assumed=("losses in [0, 1]",),
    adjacency="one_loss",
)
def asi_10_corrected() -> Case:
    """One tail for the loss, one for the number of samples."""
    return Case(
        checks=(Goal("small games, both views", exhaustive("asi10-corrected", "l2p-private-games")),),
        twins=(Twin("the first term of eps alone", exhaustive("asi09-first-term", "l2p-private-games")),),
    )


told(
    "asi10-corrected",
    "the printed eps, without its second term, and 2 delta_1 hold where delta_1 <= e^{-27/10}",
    is_asi09.where(lambda i: at_most(as_real(Fraction(27, 10)), log_inverse(i))),
)(lambda i: is_private(i, printed_epsilon(i), as_real(2 * Fraction(i["delta_1"]))))


REST: Final = "2*T*(2/eta + L/p)*exp(1)*B*d0"
refuted(
    "ASI-10",
    ADDED_DELTAS,
    f"dx + (2*T + 2)*d1 + {REST} <= 2*T*d1 + {REST}",
    setting=Deltas(2, Fraction(1, 2), Fraction(101, 100), Fraction(1, 100), Fraction(0), Fraction(0)),
    where=PRECONDITIONS,
)
SMALL: Final = (*PRECONDITIONS, "27/10 <= L")
theorem(
    "ASI-10-corrected",
    PRIVATE_WEIGHTS,
    f"delta({epsilon(1)}) <= 2*exp(-L)",
    Step(
        "exponent",
        f"{exponent(3)} - L >= 0",
        analysis(f"{exponent(3, 'z')} - z >= 0", "[27/10, oo)", z="L"),
        SMALL,
    ),
    Step("m", "1 <= T*p/B", arithmetic(("1/B", "B <= T*p")), SMALL),
    Step("times m", f"-T*p/B*{exponent(3)} <= -L", arithmetic(("T*p/B", "exponent"), ("L", "m")), SMALL),
    Step(
        "Chernoff",
        f"E({MORE}) <= exp(-T*p/B*{exponent(3)})",
        apply("samples with multiplicative weights: Chernoff"),
        SMALL,
    ),
    Step("loss", f"delta({epsilon(1)}) <= exp(-L) + E({MORE})", apply("Theorem M")),
    Step(
        "all", f"delta({epsilon(1)}) <= 2*exp(-L)", arithmetic("loss", "Chernoff", inside("exp(_)", "times m")), SMALL
    ),
    where=SMALL,
)
