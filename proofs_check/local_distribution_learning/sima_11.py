"""SIMA-11: the divergence of a law from the average prediction is at most the mean divergence.

Appendix A, (17), for constant functions. KL is convex in its second argument: log z <= z - 1 at z = pi(t, y)/mean(y),
whose mean over t is 1. Take means over the reports, and the largest over the class: it is at most risk/T, for every
scheme and learner, and so for the best of them.

SIMA-11b: the equation after it. One predictor and one truth do not have the minimax risk: with K = T = 1 the
prediction p_{1,2} has divergence 0.0870 from p_{1,1} and 0 from p_{1,2}, and r_1 is 0.0315.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final

from dpassay.analysis.label_laws import average, kl, sum_risks, weighted
from dpassay.analysis.two_point_risk import larger_kl, two_point_radius
from dpassay.exact import LogForm, Real
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import LAWS, PROBABILITY, as_rows, entries, family, row_of, stored_rows, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.local_distribution_learning.lower_bound import are_laws, hard_class, is_class
from dpassay.proofs_check.local_distribution_learning.lower_bound_channels import log_at_most
from dpassay.proofs_check.models.averaged_predictions import AVERAGED
from dpassay.proofs_check.models.one_pair_one_round import ONE_ROUND, Round
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside


@entries(truth=row_of(PROBABILITY), predictions=LAWS).where
def _are_predictions(instance: Instance) -> bool:
    """A law, and predictions of it."""
    (truth,) = as_rows([instance["truth"]])
    return len(truth) == len(instance["predictions"][0]) and are_laws([truth])


def _batch(instance: Instance) -> tuple[LogForm | Real | None, LogForm | Real | None]:
    """KL of the truth to the mean prediction, and the mean of the KLs."""
    truth, *predictions = as_rows([instance["truth"], *instance["predictions"]])
    share = Fraction(1, len(predictions))
    values = [kl(truth, prediction) for prediction in predictions]
    mean = sum_risks(None if value is None else weighted(share, value) for value in values)
    return kl(truth, average(predictions)), mean


def _batch_holds(instance: Instance, share: Fraction) -> bool:
    left, right = _batch(instance)
    return right is None or (left is not None and at_most(left, weighted(share, right)))


told("sima11", "KL(p, mean of p^_t) <= mean of KL(p, p^_t)", _are_predictions)(
    lambda instance: _batch_holds(instance, Fraction(1))
)

told("sima11-half", "KL(p, mean of p^_t) <= half the mean of KL(p, p^_t)", _are_predictions)(
    lambda instance: _batch_holds(instance, Fraction(1, 2))
)


@family(
    "batch-predictions",
    "truths (0, 1), (1/2, 1/2), (1/3, 2/3) and all 1 to 3 predictions with first mass 0, 1/4, 1/2, 3/4",
)
def _predictions() -> Iterator[Instance]:
    laws = [(Fraction(n, 4), 1 - Fraction(n, 4)) for n in range(4)]
    for first, rounds in product((Fraction(0), Fraction(1, 2), Fraction(1, 3)), (1, 2, 3)):
        for predictions in product(laws, repeat=rounds):
            yield {"truth": [str(first), str(1 - first)], "predictions": stored_rows(predictions)}


@claim(
    "SIMA-11",
    location="Appendix A, (17), the inequality",
    latex=r"\mathbb E[\mathrm{KL}(p, \hat p)] \le \tfrac1T\, \mathbb E\Big[\textstyle\sum_t "
    r"\mathrm{KL}(f_{j^*,\ell^*}(x_t), \hat p_t)\Big],\quad \hat p = \tfrac1T \sum_t \hat p_t",
    text="Online to batch: for constant functions, the expected KL of the average prediction is at most 1/T of the "
    "expected sum of the KLs of the predictions. So the least worst-case KL, over schemes and estimators, is at most "
    "r_T/T.",
    assumed=(
        "the members of the class are constant functions, as in the appendix",
        "predictions are above 0 on every label, and a report has finitely many values",
    ),
)
def sima_11() -> Case:
    """KL is convex in its second argument."""
    return Case(
        checks=(Goal("exactly", exhaustive("sima11", "batch-predictions")),),
        twins=(Twin("half of it", exhaustive("sima11-half", "batch-predictions")),),
    )


@is_class.having(size=whole(1, 1), rounds=whole(1, 1), truth=whole(1, 2), prediction=row_of(PROBABILITY, 2, 2)).where
def _is_one_round(instance: Instance) -> bool:
    """K = 1 and T = 1 in (16), and a prediction, which is made without a report."""
    return are_laws(as_rows([instance["prediction"]]))


def _one_round(instance: Instance) -> tuple[LogForm | Real | None, Real]:
    """KL of the truth to the prediction, and r_1."""
    hard = hard_class(instance)
    return kl(hard.pair(1)[instance["truth"] - 1], as_rows([instance["prediction"]])[0]), two_point_radius(hard)


def _larger_is_at_least(instance: Instance) -> bool:
    hard = hard_class(instance)
    values = larger_kl(hard, 1, as_rows([instance["prediction"]])[0])
    return any(value is None or at_most(two_point_radius(hard), value) for value in values)


told(
    "sima11b",
    "in one round, the KL of the truth to the prediction of any learner is at most r_1",
    _is_one_round,
    lambda instance: dict(zip(("KL(p, p^)", "r_1"), _one_round(instance), strict=True)),
)(lambda instance: log_at_most(_one_round(instance)[0], _one_round(instance)[1]))

told("sima11b-larger", "in one round, the larger KL of any prediction is at least r_1", _is_one_round)(
    _larger_is_at_least
)


def _one_round_games() -> Iterator[Instance]:
    for truth, prediction in product((1, 2), (["1/12", "11/12"], ["1/24", "23/24"], ["1/2", "1/2"])):
        yield {"size": 1, "rounds": 1, "exp_eps": "4", "truth": truth, "prediction": prediction}


@claim(
    "SIMA-11b",
    location="Appendix A, (17), the second relation",
    latex=r"\tfrac1T\, \mathbb E\Big[\textstyle\sum_t \mathrm{KL}(f_{j^*,\ell^*}(x_t), \hat p_t)\Big] = \tfrac1T "
    r"r_T(\mathcal F)",
    text="For a private online predictor and the ground truth, the expected sum of the KLs is r_T, so that E KL(p, "
    "p^) <= r_T/T.",
    adjacency="any_pair",
    corrected_by="SIMA-11",
)
def sima_11b() -> Case:
    """One predictor and one truth are not the minimax value."""
    return Case(
        argument="r_T is an infimum over schemes and predictors of a supremum over the class. K = T = 1 and e^eps = 4 "
        "give a = 1/6 and the pair (0, 1), (1/12, 11/12); in round 1 there is no report, so r_1 is the least larger "
        "KL of one prediction, log(1 + (1/12)(11/12)^11) = 0.0315 (randomized predictions are no better, KL is "
        "convex). The predictor p^ = (1/12, 11/12) has KL log(12/11) = 0.0870 on the first and 0 on the second "
        "member: neither is r_1. For the proof SIMA-11 is enough.",
        counterexample=Goal("one round", counterexample("sima11b"), Hunt("sima11b", _one_round_games)),
        twins=(Twin("the larger one is at least r_1", counterexample("sima11b-larger")),),
    )


CONVEX: Final = "batch(j) <= sum(kl(j, t), t, 1, T)/T"
RATIO: Final = "pi(t, y)/mean(y)"
theorem(
    "divergences are convex",
    AVERAGED,
    CONVEX,
    Step("tangent", f"log({RATIO}) <= {RATIO} - 1", analysis("log(z) <= z - 1", "(0, oo)", z=RATIO)),
    Step(
        "factor",
        "sum(1/mean(y)*(pi(t, y) - mean(y)), t, 1, T) = 1/mean(y)*sum(pi(t, y) - mean(y), t, 1, T)",
        apply("constant factor", c="1/mean(y)", f="t: pi(t, y) - mean(y)", low="1", high="T"),
    ),
    Step(
        "label",
        "f(j, y)*sum(log(pi(t, y)) - log(mean(y)), t, 1, T) <= 0",
        arithmetic(
            ("f(j, y)", inside("sum(_, t, 1, T)", "tangent")), ("f(j, y)", "factor"), ("-f(j, y)*T/mean(y)", "average")
        ),
    ),
    Step(
        "order",
        "sum(sum(f(j, y)*log(pi(t, y)), y, 1, M), t, 1, T) = sum(sum(f(j, y)*log(pi(t, y)), t, 1, T), y, 1, M)",
        apply("sums in either order", f="t, y: f(j, y)*log(pi(t, y))", m="T", n="M"),
    ),
    Step(
        "all",
        CONVEX,
        arithmetic(
            "divergence of the average",
            ("1/T", inside("sum(_, y, 1, M)", "label")),
            ("1/T", "order"),
            ("-1/T", inside("sum(_, t, 1, T)", "divergence")),
        ),
    ),
)
MEAN: Final = "E(batch(j), F(j)) <= E(sum(kl(j, t), t, 1, T), F(j))/T"
LEAST: Final = "worst <= risk/T"
theorem(
    "SIMA-11",
    AVERAGED,
    f"{MEAN} and {LEAST}",
    Step("convex", CONVEX, apply("divergences are convex")),
    Step(
        "member",
        "chosen(j)*E(batch(j), F(j)) <= chosen(j)*risk/T",
        arithmetic(("chosen(j)", inside("E(_, F(j))", "convex")), ("chosen(j)/T", "the largest risk")),
    ),
    Step("mean", MEAN, arithmetic(inside("E(_, F(j))", "convex"))),
    Step(
        "least",
        LEAST,
        arithmetic(inside("sum(_, j, 1, K)", "member"), "the worst is chosen", ("risk/T", "one is chosen")),
    ),
)
refuted(
    "SIMA-11b",
    ONE_ROUND,
    "loss/T = r/T and loss <= r/T",
    setting=Round(Fraction(1, 6), 1, Fraction(1, 12)),
)
