"""ASI-28: for s > s_0 the bit zeta_s is said to have the same conditional probability given Sigma_(s-1) for both.

Proof of Theorem 3.2, case 3. The coin S_(s+1) depends on (x_s, y_s). Given Sigma_(s-1) with zeta_(s-1) = 1 these are
new, with laws that depend on the changed batch, and so does zeta_s.

ASI-28-corrected: given x_s and y_s too, for s other than s_0 and any measure of which nu_(s+1)(x)/nu_s(x) is a function
of batch s and x. The bias of the coin is a function of these quotients at x_s and y_s, and the others are fair. The
formula multiplies both conditional probabilities by those of the models.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lazy_to_private.chain import (
    batches_of,
    both_ratios,
    changed_batch,
    histories,
    is_pair,
    pair_of,
    parameters_of,
    round_law,
    switch_law,
)
from dpassay.proofs_check.lazy_to_private.round_ratios import (
    SOME_ROUNDS_LATER,
    later,
    two_models,
)
from dpassay.proofs_check.lazy_to_private.same_rounds import ELSEWHERE
from dpassay.proofs_check.models.lazy_rounds import L2P, THEOREM_32, WEIGHTS, Pair, other, rows
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use
from dpassay.reference.lazy_to_private import State


def _switch_given_history(instance: Instance, s: int, given: State) -> tuple[Any, Any]:
    """Pr[zeta_s = 1 | Sigma_{s - 1}] for both sequences."""
    parameters = parameters_of(instance)
    first, second = (
        round_law(rows, parameters, s, given).probability(lambda entry: entry[2] == 1) for rows in pair_of(instance)
    )
    return first, second


@told(
    "asi28",
    "for s > s_0, Pr[zeta_s = 1 | Sigma_{s - 1}] is the same for both sequences",
    SOME_ROUNDS_LATER,
)
def _switches_alike(instance: Instance) -> bool:
    pairs = (
        _switch_given_history(instance, s, given)
        for s in later(instance, 1)[:-1]
        for given in histories(parameters_of(instance))
    )
    return all(first == second for first, second in pairs)


def _switches_alike_given_models(instance: Instance, rounds: list[int]) -> bool:
    parameters = parameters_of(instance)
    pairs = product(range(parameters.experts), repeat=2)
    return all(
        both_ratios(*(switch_law(rows, parameters, s, x, y) for rows in pair_of(instance))) == 1
        for (x, y), s in product(list(pairs), rounds)
    )


told("asi28-corrected", "for s other than s_0, Pr[zeta_s = 1 | Sigma_{s - 1}, x_s, y_s] is the same for both", is_pair)(
    lambda i: _switches_alike_given_models(i, [s for s in range(1, batches_of(i)) if s != changed_batch(i)])
)


told("asi28-all", "for all s, Pr[zeta_s = 1 | Sigma_{s - 1}, x_s, y_s] is the same for both", is_pair)(
    lambda i: _switches_alike_given_models(i, list(range(1, batches_of(i))))
)


@claim(
    "ASI-28",
    location="Proof of Theorem 3.2, case 3",
    latex=r"\Pr[\zeta_s = 1 \mid \Sigma_{s-1} = \Sigma] = \Pr[\zeta'_s = 1 \mid \Sigma'_{s-1} = \Sigma], \quad s > s_0",
    text="For s > s_0 the switch indicator zeta_s has the same conditional probability given Sigma_{s-1} for both "
    "sequences.",
    checked=("the preconditions of Theorem 3.2", "a delta_1 with eta B log(1/delta_1)/p <= 1 for which E is certain"),
    adjacency="one_loss",
    corrected_by="ASI-28-corrected",
)
def asi_28() -> Case:
    """zeta_s depends on the models of round s, which are not in the history."""
    return Case(
        argument="S_{s+1} depends on (x_s, y_s). Given Sigma_{s-1} with zeta_{s-1} = 1 these are new, with laws that "
        "depend on the changed batch, and so does zeta_s.",
        counterexample=Goal("two models and three rounds", counterexample("asi28"), Hunt("asi28", two_models)),
        twins=(Twin("given x_s and y_s too", counterexample("asi28-corrected")),),
    )


@claim(
    "ASI-28-corrected",
    location="Proof of Theorem 3.2, case 3",
    latex=r"\Pr[\zeta_s = 1 \mid \Sigma_{s-1}, x_s, y_s] = \Pr[\zeta'_s = 1 \mid \Sigma'_{s-1}, x'_s, y'_s], \quad s "
    r"\ne s_0",
    text="For s other than s_0 the switch indicator has the same conditional probability given Sigma_{s-1}, x_s and "
    "y_s.",
    checked=("nu_{s+1}(x)/nu_s(x) is a function of batch s and x (Assumption 3.1)",),
    assumed=("there are finitely many models",),
    adjacency="one_loss",
)
def asi_28_corrected() -> Case:
    """All that came before cancels."""
    return Case(
        checks=(Goal("small games, exactly", exhaustive("asi28-corrected", "l2p-pairs")),),
        twins=(Twin("for s_0 too", exhaustive("asi28-all", "l2p-pairs")),),
        remarks=(
            "This is all that is needed: charge new models to round s, and the bit zeta_s given them to nothing.",
        ),
    )


SHORT: Final = Pair(
    rows("00", "01", "00"), rows("01", "01", "00"), Fraction(11, 10), 1, Fraction(1, 2), Fraction(1, 100)
)
SWITCHED: Final = "sum(sum(r(s, u, v, w, i, j, 1), i, 1, d), j, 1, d)"
refuted(
    "ASI-28",
    WEIGHTS,
    f"{SWITCHED} = {other(SWITCHED)}",
    setting=SHORT,
    where=(*THEOREM_32, "c < s", "s < n"),
    s=Fraction(2),
    u=Fraction(1),
    v=Fraction(1),
    w=Fraction(1),
)
GIVEN_MODELS: Final = "r(s, u, v, w, x, y, 1)*m2(s, u, v, w, x, y) = r2(s, u, v, w, x, y, 1)*m(s, u, v, w, x, y)"
theorem(
    "ASI-28-corrected",
    L2P,
    GIVEN_MODELS,
    Step("bit", "k(s, x, y) = k2(s, x, y)", apply("coins of another batch"), ELSEWHERE),
    Step(
        "all",
        GIVEN_MODELS,
        arithmetic(
            ("m2(s, u, v, w, x, y)", use("round", z="1")),
            ("-m(s, u, v, w, x, y)", use("round, other", z="1")),
            ("-m(s, u, v, w, x, y)*m2(s, u, v, w, x, y)", "bit"),
        ),
        ELSEWHERE,
    ),
    where=ELSEWHERE,
)
