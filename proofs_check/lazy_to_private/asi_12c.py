"""ASI-12c: the regret is at most that with x_s drawn from nu-bar_s, and B times the sum of the total variations.

Proof of Proposition 3.3, first inequality, for any laws nu-hat_s of the x_s, and losses in [0, 1]. It holds: the loss
of a batch lies in [0, B], and expectations of such a function differ by at most B times the total variation.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.exact import (
    total_variation,
)
from dpassay.exact.dist import total
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    REWARDS,
    as_rows,
    entries,
    family,
    matrices,
    told,
    weights_of_law,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.asi_13 import law_of
from dpassay.proofs_check.models.lazy_measures import BATCH_LOSS, MEASURES
from dpassay.proofs_check.numbers import at_most, sum_of
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside


@entries(p=weights_of_law(), q=weights_of_law(), losses=REWARDS).where
def _is_pair_with_loss(instance: Instance) -> bool:
    """Two laws on equally many points, and the losses of a batch at these points, in [0, 1]."""
    return len(instance["p"]) == len(instance["q"]) == len(instance["losses"][0])


def _moves_little(instance: Instance, share: Fraction) -> bool:
    """|E_p sum_i l_i - E_q sum_i l_i| <= share B TV(p, q)."""
    p, q = law_of(instance["p"]), law_of(instance["q"])
    columns = [sum_of(list(column)) for column in zip(*as_rows(instance["losses"]), strict=True)]
    gap = total(weight * columns[x] for x, weight in p.items()) - total(weight * columns[x] for x, weight in q.items())
    bound = share * len(instance["losses"]) * total_variation(p, q)
    return at_most(gap, bound) and at_most(-gap, bound)


told("asi12c", "expectations of a batch differ by at most B ||p - q||_TV", _is_pair_with_loss)(
    lambda instance: _moves_little(instance, Fraction(1))
)
told("asi12c-half", "... by at most half of that", _is_pair_with_loss)(
    lambda instance: _moves_little(instance, Fraction(1, 2))
)


@family("regret-laws-and-batches", "all pairs of laws in thirds on three points, all 0/1 batches of two rounds")
def _laws_and_batches() -> Iterator[Instance]:
    thirds = [list(w) for w in product(range(4), repeat=3) if sum(w) == 3]
    for p, q, rows in product(thirds, thirds, list(matrices(2, 3, ("0", "1")))[::5]):
        yield {"p": p, "q": q, "losses": rows}


@claim(
    "ASI-12c",
    location="proof of Proposition 3.3, first inequality",
    latex=r"\mathbf{Reg}_T \le \mathbf{Reg}'_T + B \sum_{s \in [T/B]} \|\bar\nu_s - \hat\nu_s\|_{TV}",
    text="The regret is at most the regret with x_s drawn from nu-bar_s, plus B times the sum of the total variations "
    "to the true laws nu-hat_s.",
    assumed=("losses in [0, 1]; the text says bounded", "there are finitely many models"),
)
def asi_12c() -> Case:
    """Expectations of bounded functions."""
    return Case(
        checks=(Goal("small laws and batches, exactly", exhaustive("asi12c", "regret-laws-and-batches")),),
        twins=(Twin("half of it", exhaustive("asi12c-half", "regret-laws-and-batches")),),
    )


OFF: Final = "sum([mu(s, 1, i) < x(s, i)]*(x(s, i) - mu(s, 1, i)), i, 1, d)"
"""The total variation of nu-hat_s and nu-bar_s."""
PLAYED: Final = f"sum(x(s, i)*{BATCH_LOSS}, i, 1, d)"
START: Final = f"sum(mu(s, 1, i)*{BATCH_LOSS}, i, 1, d)"
ROOT: Final = f"lazy - best <= sum({START}, s, 1, n) - best + B*sum({OFF}, s, 1, n)"
theorem(
    "a batch of another law",
    MEASURES,
    f"{PLAYED} <= {START} + B*{OFF}",
    Step(
        "whole loss",
        f"{BATCH_LOSS} <= B",
        arithmetic(inside("sum(_, j, 1, B)", "at most 1")),
    ),
    Step(
        "means",
        f"{PLAYED} - {START} <= B*{OFF}",
        apply(
            "expectations and total variation",
            "whole loss",
            d="d",
            b="B",
            f=f"i: {BATCH_LOSS}",
            p="i: x(s, i)",
            q="i: mu(s, 1, i)",
        ),
    ),
    Step("all", f"{PLAYED} <= {START} + B*{OFF}", arithmetic("means")),
)
theorem(
    "ASI-12c",
    MEASURES,
    ROOT,
    Step("batch", f"{PLAYED} <= {START} + B*{OFF}", apply("a batch of another law")),
    Step("all", ROOT, arithmetic(inside("sum(_, s, 1, n)", "batch"), "lazy loss")),
)
