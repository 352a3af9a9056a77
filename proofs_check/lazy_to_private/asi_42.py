"""ASI-42: the eps_e^2 of the draws of all epochs are said to add up to at most eps^2.

Proof of Theorem 4.2, the sum of eps_e over epochs. Draw e is eps_e^2-concentrated for a change of the losses of epoch
e, and the whole algorithm eps^2-concentrated. Lemma 4.3 is about one pair of neighbors, and eps_e about one of its
own for each epoch: disjoint parts of the data do not share a budget. With a randomized response on a loss of every
epoch the whole is as private as one draw, and each draw has that same eps_e.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.analysis.limited_switching import (
    divergence,
)
from dpassay.exact import LogForm, as_real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, identity, inequality
from dpassay.proofs_check.lazy_to_private.epochs_of_responses import (
    EPOCHS,
    epoch_algorithm,
    follows_responses,
    long_responses,
    response,
)
from dpassay.proofs_check.limited_switching import renyi
from dpassay.proofs_check.models.draws_in_epochs import DRAWS, Draws
from dpassay.proofs_check.models.theorem_42 import LARGE_EPS
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted


def _sum_of_squares(instance: Instance) -> LogForm:
    """E times the KL divergence of one randomized response: at most the sum of eps_e^2."""
    return renyi(*response(instance), 1) * Fraction(instance["epochs"])


told(
    "asi42",
    "the sum over epochs of eps_e^2 is at most eps^2, for randomized response on the first loss of each epoch",
    follows_responses,
    lambda instance: {
        "sum of eps_e^2, at least": as_real(_sum_of_squares(instance)),
        "eps^2": Fraction(instance["epsilon"]) ** 2,
    },
)(lambda instance: at_most(_sum_of_squares(instance), LogForm(Fraction(instance["epsilon"]) ** 2)))


told("asi42-parallel", "... at most E eps^2", follows_responses)(
    lambda instance: at_most(
        _sum_of_squares(instance), LogForm(instance["epochs"] * Fraction(instance["epsilon"]) ** 2)
    )
)


@EPOCHS.having(changed=whole(), order=whole(1)).where
def _is_few(instance: Instance) -> bool:
    return bool(instance["changed"] < instance["epochs"])


def _epochs_divergence_is(instance: Instance, draws: int) -> bool:
    rounds = 2 * instance["epochs"]
    first, second = ([[0, 0] for _ in range(rounds)] for _ in range(2))
    second[2 * instance["changed"]] = [1, 0]
    of_all = divergence(epoch_algorithm(instance), first, second, instance["order"])
    return isinstance(of_all, LogForm) and of_all == renyi(*response(instance), instance["order"]) * draws


told("asi42-one-draw", "neighbors have the divergence of one randomized response", _is_few)(
    lambda instance: _epochs_divergence_is(instance, 1)
)


told("asi42-two-draws", "... of two", _is_few)(lambda instance: _epochs_divergence_is(instance, 2))


@family("few-epochs", "1 to 4 epochs of two rounds, each of them changed, gaps 1/2 and 1/10, orders 1, 2 and 5")
def _few_epochs() -> Iterator[Instance]:
    for number, gap, order in product(range(1, 5), ("1/2", "1/10"), (1, 2, 5)):
        for changed in range(number):
            yield {"epochs": number, "changed": changed, "gap": gap, "order": order}


@claim(
    "ASI-42",
    location="Proof of Theorem 4.2, sum of eps_e over epochs",
    latex=r"\sum_{e \in E_{switch}} \varepsilon_e \le \sqrt{E \textstyle\sum_{e=1}^E \varepsilon_e^2} \le \sqrt{E}\, "
    r"\varepsilon",
    text="Where the draw in epoch e is eps_e^2-concentrated (for a change of the losses in that epoch), and the whole "
    "algorithm is eps^2-concentrated, the eps_e^2 add up to at most eps^2.",
    adjacency="one_loss",
    assumed=("each epoch has one draw, in a fixed round: then Lemma 4.3 holds in every reading",),
    corrected_by="ASI-42-corrected",
)
def asi_42() -> Case:
    """Epochs are disjoint parts of the data."""
    return Case(
        argument="Lemma 4.3 is about one pair of neighbors, and eps_e is about a pair of its own for each epoch: one "
        "in which that epoch's losses differ. Disjoint parts of the data do not share a budget. Draw, after the "
        "first round of each epoch, from randomized response on that round's loss: neighbors differ in one draw "
        "only, so the whole is as private as one draw, and each epoch has that same eps_e. Randomized response with "
        "e0 = ln((1 + g)/(1 - g)) is e0^2/2-concentrated: (alpha - 1) D_alpha = ln cosh u - ln cosh v with u = (2 "
        "alpha - 1) e0/2, v = e0/2, and (ln cosh)' = tanh is at most the identity, so this is at most (u^2 - v^2)/2 "
        "= alpha (alpha - 1) e0^2/2. Its eps_e^2 is at least its KL divergence g e0. With eps_e <= eps alone, the "
        "loss of the displayed chain is (3/2) E B^2 eps sqrt(log(1/delta)), more than the sqrt(E) B that is to be "
        "won.",
        counterexample=Goal(
            "randomized response in every epoch", counterexample("asi42"), Hunt("asi42", long_responses)
        ),
        sharper=(
            Goal("tanh s <= s, times e^{2s} + 1", inequality("s*(exp(2*s) + 1) - (exp(2*s) - 1)", "s", "[0, oo)")),
            Goal(
                "(u^2 - v^2)/2 = alpha (alpha - 1) e0^2/2",
                identity("(((2*a - 1)*e/2)**2 - (e/2)**2)/2", "a*(a - 1)*e**2/2"),
            ),
            Goal("neighbors differ in one draw, exactly", exhaustive("asi42-one-draw", "few-epochs")),
        ),
        twins=(
            Twin("at most E eps^2", counterexample("asi42-parallel")),
            Twin("in two draws", exhaustive("asi42-two-draws", "few-epochs"), of=3),
        ),
        remarks=(
            "With this step the proof of Theorem 4.2 falls: with eps_e <= eps the chain gives x - (3/2) x^2 eps "
            "sqrt(log(1/delta)) - 1, x = sqrt(E) B, which is below 1/eps for epochs of any number and length. A regret "
            "of order 1/eps is what all algorithms have (ASI-43-corrected). Other steps: ASI-42b to ASI-42g.",
        ),
    )


refuted(
    "ASI-42",
    DRAWS,
    "sum(rho(e), e, 1, E) <= eps**2",
    setting=Draws((Fraction(1, 50),), Fraction(0), 17**4, 2, Fraction(1, 34)),
    where=("E**3 = (T*eps)**4", LARGE_EPS),
)
