"""ASI-09, Theorem 3.2, privacy, with multiplicative weights: eps as printed, and delta = 2 T delta_1.

For the models played, and also for the sequence (x_s, y_s, zeta_s) of the analysis, if T p/B >= 1 and eta B L/p <= 1,
L = log(1/delta_1). See ``theorem_m``, ``count_of_samples`` and ``stated_delta``; the second term of eps, eta, is not
needed. The printed proof has rounds of loss eta after s_0, given the past; they can lose up to 4 eta, since x and y may
both be drawn anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.games import bit_games
from dpassay.proofs_check.lazy_to_private.stated_delta import STATED, stated
from dpassay.proofs_check.lazy_to_private.theorem_m import CONDITIONS as PRECONDITIONS
from dpassay.proofs_check.lazy_to_private.theorem_m import epsilon
from dpassay.proofs_check.models.private_lazy import PRIVATE_WEIGHTS
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use


def _step_pairs() -> Iterator[Instance]:
    for losses, row in product(bit_games(3, 2), (["0", "1"], ["1", "0"])):
        common = {"losses": losses, "changed_round": 0, "row": row, "batch": 1}
        yield {**common, "exp_learning_rate": "11/10", "fake_switch": "1/2"}


EPSILON: Final = (
    r"\varepsilon = \tfrac{2\eta}p + \eta + \tfrac{3T\eta^2 p \log(1/\delta_1)}{2B} + \sqrt{6T\eta^2 p "
    r"\log^2(1/\delta_1)/B},\ \delta = 2T(2/\eta + \log(1/\delta_1)/p)eB\delta_0 + 2T\delta_1"
)
CONDITIONS: Final = (
    "T p/B >= 1 and eta B log(1/delta_1)/p <= 1",
    "B divides T",
)


@claim(
    "ASI-09",
    location="Theorem 3.2, privacy, for multiplicative weights",
    latex=EPSILON + r",\ \delta_0 = 0,\ \mu = \mu^{mw}",
    text="With multiplicative weights, so that delta_0 = 0, L2P is (eps, delta)-private with the printed eps = 2 "
    "eta/p + eta + 3 T eta^2 p L/(2B) + sqrt(6 T eta^2 p L^2/B), L = log(1/delta_1), and delta = 2 T delta_1, if T "
    "p/B >= 1 and eta B L/p <= 1: for the models played, and also for the sequence (x_s, y_s, zeta_s) of the analysis.",
    checked=CONDITIONS,
    assumed=("losses in [0, 1]",),
    adjacency="one_loss",
)
def asi_09() -> Case:
    """Theorem M, and a count of the samples."""
    return Case(
        checks=(
            Goal("small games of 2 and 3 batches, both views", exhaustive("asi09", "l2p-private-games")),
            Goal(
                "5 batches, both views, where the number of samples may exceed K",
                exhaustive("asi09", "l2p-five-batches"),
            ),
        ),
        broken_steps=(
            Goal(
                "(3) after s_0: a round loses more than 2 eta",
                counterexample("asi09-step"),
                Hunt("asi09-step", _step_pairs),
            ),
        ),
        sharper=(Goal("Theorem M on small games, both views", exhaustive("theorem-m", "l2p-games-for-m")),),
        twins=(
            Twin("the first term alone", exhaustive("asi09-first-term", "l2p-private-games")),
            Twin("the first term alone, 5 batches", exhaustive("asi09-first-term", "l2p-five-batches"), of=1),
            Twin("a round loses more than 4 eta", counterexample("asi09-step-4"), of=2),
            Twin("without the loss of the coin", exhaustive("theorem-m-coinless", "l2p-games-for-m"), of=3),
        ),
        remarks=(
            "The second term, eta, is not needed. eta bounds the loss of a sample only on average: it is 2 eta at "
            "most, and eta^2/2 in expectation. The bits S_s and S'_s must not be released apart: Pr[S_s = 0] changes "
            "by the factor (1 - e^{-(B + 2) eta})/(1 - e^{-B eta}), which tends to 1 + 2/B as eta goes to 0.",
            "Other steps of the printed proof that are false have claims of their own: ASI-10, ASI-18, ASI-19 and "
            "ASI-20.",
        ),
    )


PRINTED: Final = f"({epsilon(1)} + eta)"
stated(
    "ASI-09",
    PRIVATE_WEIGHTS,
    ("Theorem M", "samples with multiplicative weights"),
    1,
    Step("falls", "delta(x + eta) <= delta(x)", apply("delta falls", x="x")),
    Step("a part", "models(x) <= delta(x)", apply("the models played", x="x")),
    Step(
        "sequence",
        f"delta({PRINTED}) <= {STATED}",
        arithmetic("stated", use("falls", x=epsilon(1))),
        PRECONDITIONS,
    ),
    Step(
        "models",
        f"models({PRINTED}) <= {STATED}",
        arithmetic("sequence", use("a part", x=PRINTED)),
        PRECONDITIONS,
    ),
    formula=f"delta({PRINTED}) <= {STATED} and models({PRINTED}) <= {STATED}",
)
