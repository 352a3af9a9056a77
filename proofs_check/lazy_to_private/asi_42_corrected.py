"""ASI-42-corrected: each eps_e is at most eps, so the eps_e^2 add up to at most E eps^2, which is attained.

Proof of Theorem 4.2. A draw is a function of all that is released, so its divergences of every order are at most those
of all. With a randomized response on a loss of every epoch neighbors have unequal laws of one draw alone, so the
divergence of all draws is that of one. Of order a it is at most a times that of order 1, so eps^2 may be the latter,
and then each draw attains it at a = 1.

One step is in words: a supremum over all orders, by which rho(e) is defined, cannot be said.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.analysis.limited_switching import (
    divergence,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    family,
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lazy_to_private.epochs_of_responses import (
    EPOCHS,
    epoch_algorithm,
    response,
)
from dpassay.proofs_check.limited_switching import renyi
from dpassay.proofs_check.models.draws_in_epochs import DRAWS, EQUAL, OF_ALL, OF_DRAW
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use, words

told("asi42-sum", "the KL divergences of the epochs' draws sum to at most E times that of neighbors", EPOCHS)(
    lambda instance: _epochs_sum_is_at_most(instance, Fraction(1))
)


told("asi42-less", "... 99/100 of that", EPOCHS)(lambda instance: _epochs_sum_is_at_most(instance, Fraction(99, 100)))


@family("response-games", "1 to 4 epochs of two rounds, gaps 1/2 and 1/10")
def _response_games() -> Iterator[Instance]:
    return ({"epochs": number, "gap": gap} for number, gap in product(range(1, 5), ("1/2", "1/10")))


def _epochs_sum_is_at_most(instance: Instance, share: Fraction) -> bool:
    rounds, number = 2 * instance["epochs"], instance["epochs"]
    nothing = [[0, 0] for _ in range(rounds)]
    changed = ([*nothing[: 2 * e], [1, 0], *nothing[2 * e + 1 :]] for e in range(number))
    whole = [divergence(epoch_algorithm(instance), nothing, losses, 1) for losses in changed]
    one = renyi(response(instance)[1], response(instance)[0], 1)
    return at_most(one * Fraction(number), max(whole) * (number * share))  # type: ignore[type-var]


@claim(
    "ASI-42-corrected",
    location="Proof of Theorem 4.2, sum of eps_e over epochs",
    latex=r"\varepsilon_e \le \varepsilon \text{ for each } e,\quad \textstyle\sum_{e=1}^E \varepsilon_e^2 \le E "
    r"\varepsilon^2",
    text="Each eps_e is at most eps, so the eps_e^2 add up to at most E eps^2; randomized response in every epoch "
    "attains it at alpha = 1.",
    adjacency="one_loss",
    assumed=("each epoch has one draw, in a fixed round",),
)
def asi_42_corrected() -> Case:
    """Parallel composition."""
    return Case(
        beyond="That randomized response is eps^2-concentrated where D = eps^2 is a fact that is tested, and shown "
        "in a docstring.",
        checks=(Goal("randomized response in every epoch", exhaustive("asi42-sum", "response-games")),),
        sharper=(
            Goal(
                "no factor below 1: 99/100 is exceeded",
                counterexample("asi42-less"),
                Hunt("asi42-less", _response_games),
            ),
        ),
        twins=(Twin("99/100 E eps^2", exhaustive("asi42-less", "response-games")),),
    )


EACH: Final = "rho(e) <= eps**2"
SUM: Final = "sum(rho(e), e, 1, E) <= E*eps**2"
DRAWN: Final = OF_DRAW.replace("exp(a*", "exp((1 + b)*")
WHOLE: Final = OF_ALL.replace("exp(a*", "exp((1 + b)*")
ONE: Final = "b*D(e, 1 + b)"
ALL: Final = "b*whole(e, 1 + b)"
DIVERGENCES: Final = "sum(D(e, 1), e, 1, E) = E*eps**2"
SHARES: Final = "E*eps**2 <= sum(rho(e), e, 1, E)"
theorem(
    "ASI-42-corrected: attained",
    EQUAL,
    f"{DIVERGENCES} and {SHARES}",
    Step("one draw", "D(e, 1) = eps**2", arithmetic(use("the same response", a="1"), ("-1", "least eps"))),
    Step("one share", "eps**2 <= rho(e)", arithmetic(use("what a draw tells", a="1"), ("-1", "one draw"))),
    Step(
        "divergences",
        DIVERGENCES,
        apply("sum of equals", "one draw", f="e: D(e, 1)", g="e: eps**2", low="1", high="E"),
    ),
    Step("shares", SHARES, apply("sum grows", "one share", f="e: eps**2", g="e: rho(e)", low="1", high="E")),
)
theorem(
    "ASI-42-corrected",
    DRAWS,
    f"{EACH} and {SUM}",
    Step(
        "moments",
        f"{DRAWN} <= {WHOLE}",
        apply(
            "post-processing, Renyi divergences",
            "one answer",
            "first law",
            "second law",
            N="d",
            al="1 + b",
            F="F",
            p="p(e)",
            p2="p2(e)",
            k="l: k(e, l)",
            R="l: R(e, l)",
            R2="l: R2(e, l)",
        ),
    ),
    Step(
        "powers",
        f"exp({ONE}) <= exp({ALL})",
        arithmetic("moments", use("divergence of a draw", a="1 + b"), ("-1", use("divergence of all", a="1 + b"))),
    ),
    Step("logs", f"log(exp({ONE})) <= log(exp({ALL}))", apply("log grows", "powers", A=f"exp({ONE})", B=f"exp({ALL})")),
    Step("log of a draw", f"log(exp({ONE})) = {ONE}", apply("log of exp", A=ONE)),
    Step("log of all", f"log(exp({ALL})) = {ALL}", apply("log of exp", A=ALL)),
    Step(
        "one draw",
        "D(e, 1 + b) <= whole(e, 1 + b)",
        arithmetic(("1/b", "logs"), ("-1/b", "log of a draw"), ("1/b", "log of all")),
    ),
    Step("concentrated draw", "D(e, 1 + b) <= (1 + b)*eps**2", arithmetic("one draw", use("concentrated", a="1 + b"))),
    Step(
        "each",
        EACH,
        words(
            "The number rho(e) is the least one such that D(e, a) <= a rho(e) for all a > 1.",
            "concentrated draw",
            missing="a least number as a quantity with its defining property: a supremum over the orders a",
        ),
    ),
    Step("sum", SUM, apply("sum grows", "each", f="e: rho(e)", g="e: eps**2", low="1", high="E")),
    variables={"b": "real, 0 < b"},
    also=("ASI-42-corrected: attained",),
)
