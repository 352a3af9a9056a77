"""SIMA-47: from the regret B of the noisy log-likelihoods to the divergences, summed over rounds.

Appendix B, (27) to (29), and Appendix C, (34), where the mean is over the coordinates that are shown, too. The regret
inequality against j*, in the mean, divided by c(gamma): log M and c' cancel, because the weights add up to 1. Given the
noises the weights of a round are known before it, and its label is independent of what was before: the mean of w_j
log(p_j*/p_j) is that of w_j times the divergence, which is (27). By the tangent of the exponential at the mixture, log
p-bar is at least the mean of the log p_j: (28), and (29) joins both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Final, cast

from dpassay.analysis.label_laws import kl
from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, Rows, as_rows, family, matrix_of, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.local_distribution_learning.kl_steps import (
    CLASSES,
    count_of,
    has_truth,
    read_class,
)
from dpassay.proofs_check.local_distribution_learning.mean_quotients import DIVERGENCES, GAPS, QUOTIENTS
from dpassay.proofs_check.local_distribution_learning.noisy_games import laws_of, normalized
from dpassay.proofs_check.models.labels_of_a_game import LABELS
from dpassay.proofs_check.numbers import sum_of
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside
from dpassay.reference import label_clipping


def _noises(instance: Instance) -> Rows:
    return as_rows(instance["factors"])


def _terms(instance: Instance, late: int) -> tuple[LogForm, LogForm, LogForm]:
    """E sum w_j log(p*/p_j)[Y'_t], sum E[w_j] KL(p*, p_j) and sum E KL(p*, p-bar_t), over all rounds."""
    parameters = read_class(instance)
    rows, law = laws_of(instance)
    counts, truth, count = label_clipping.sizes(parameters), instance["truth"], len(rows)
    spread = [tuple(c * p for c, p in zip(counts, row, strict=True)) for row in rows]
    logs = [[log(rows[truth][y] / row[y]) for y in range(len(law))] for row in rows]
    kls = [cast("LogForm", kl(spread[truth], row)) for row in spread]
    mean = expected = mixed = LogForm()
    weights_at: dict[tuple[Fraction, ...], Fraction] = {(Fraction(1),) * count: Fraction(1)}
    for factors in _noises(instance):
        after: dict[tuple[Fraction, ...], Fraction] = defaultdict(Fraction)
        for weights, chance in weights_at.items():
            now = normalized(weights)
            mixture = [sum_of([w * row[y] for w, row in zip(now, spread, strict=True)]) for y in range(len(law))]
            mixed += cast("LogForm", kl(spread[truth], tuple(mixture))) * chance
            for y, mass in enumerate(law):
                later = tuple(w * rows[j][y] * factors[j] for j, w in enumerate(weights))
                after[later] += chance * mass
                used = normalized(later) if late else now
                mean += sum((logs[j][y] * (chance * mass * used[j]) for j in range(count)), LogForm())
            expected += sum((kls[j] * (chance * now[j]) for j in range(count)), LogForm())
        weights_at = after
    return mean, expected, mixed


def _divergences_agree(instance: Instance, *, late: int = 0) -> bool:
    mean, expected, mixed = _terms(instance, late)
    return bool((mean - expected).sign() == 0 and (expected - mixed).sign() >= 0)


@has_truth.having(factors=matrix_of(ABOVE_0)).where
def _is_game_of_factors(instance: Instance) -> bool:
    """A factor e^Lap for each hypothesis in each round."""
    return len(instance["factors"]) == instance["rounds"] and len(instance["factors"][0]) == count_of(instance)


told(
    "sima47",
    "E sum w_j^t log(p-bar_j*/p-bar_j)[Y'_t] = sum E[w_j^t] KL(p-bar_j*, p-bar_j) >= sum E KL(p-bar_j*, p-bar_t)",
    _is_game_of_factors,
)(_divergences_agree)
told("sima47-late", "... with the weights of the round after in place of w^t", _is_game_of_factors)(
    lambda instance: _divergences_agree(instance, late=1)
)


@family("sima-factor-games", "eleven classes, each truth, two rounds without noise and two with e^Lap = 1/2, 3, 5, ...")
def _games() -> Iterator[Instance]:
    for hypotheses in CLASSES:
        count = hypotheses.count(";") + 1
        for truth, rows in product(range(count), ([["1"] * 3] * 2, [["1/2", "3", "5"], ["3", "1/2", "1"]])):
            factors = [row[:count] for row in rows]
            yield {"hypotheses": hypotheses, "rounds": 2, "truth": truth, "factors": factors}


NOISE: Final = "sum(sum(E(w(t, j))*x(t, j), j, 1, K), t, 1, T) - sum(x(t, s), t, 1, T)"
NOISY: Final = "sum(w(t, j)*x(t, j), j, 1, K)"
LOSSES: Final = "sum(w(t, j)*(-(l(t, j) + x(t, j) + d)), j, 1, K) + l(t, s) + x(t, s) + d"
theorem(
    "(27)",
    LABELS,
    f"{DIVERGENCES} <= B + {NOISE}",
    Step(
        "average",
        f"E(sum({GAPS}, t, 1, T)) <= B + E(sum({NOISY}, t, 1, T)) - sum(x(t, s), t, 1, T)",
        arithmetic("regret", ("-1", inside("E(sum((-(l(t, s) + d))*_, t, 1, T))", "weights"))),
    ),
    Step("quotients", QUOTIENTS, apply("mean quotients of likelihoods")),
    Step(
        "all",
        f"{DIVERGENCES} <= B + {NOISE}",
        arithmetic("average", ("-1", "quotients")),
    ),
)
theorem(
    "SIMA-47",
    LABELS,
    f"{DIVERGENCES} <= B + {NOISE} and E(sum(klm(t), t, 1, T)) <= B + {NOISE}",
    Step("28", f"E(sum(klm(t), t, 1, T)) <= {DIVERGENCES}", apply("(28)")),
    Step("27", f"{DIVERGENCES} <= B + {NOISE}", apply("(27)")),
    Step("29", f"E(sum(klm(t), t, 1, T)) <= B + {NOISE}", arithmetic("28", "27")),
)


@claim(
    "SIMA-47",
    location="Appendix B, (27) to (29), and Appendix C, (34)",
    latex=r"E_{Y'^T}\Big[\sum_t \sum_j \tilde w_j^t KL(\bar p_{t,j^*}, \bar p_{t,j})\Big] \le B + \sum_{t,j} E[\tilde "
    r"w_j^t] Lap_j^t - \sum_t Lap_{j^*}^t, \quad E\Big[\sum_t KL(\bar p_{t,j^*}, \bar p_t)\Big] \le \text{the same}",
    text="From the regret bound B of the noisy log-likelihoods: the expected KL of p-bar_j* from p-bar_t, summed over "
    "rounds, is at most B + sum E[w_j^t] Lap_j^t - sum Lap_j*^t.",
    assumed=(
        "the regret inequality that is divided by c(gamma), with bound B, for the noises at hand: on every course, or "
        "in the mean, as Lemma 7 has it for (34)",
    ),
)
def sima_47() -> Case:
    """The label of a round is independent of its weights; Jensen."""
    return Case(
        checks=(Goal("all labels of small games, exactly", exhaustive("sima47", "sima-factor-games")),),
        twins=(Twin("with later weights", exhaustive("sima47-late", "sima-factor-games")),),
    )
