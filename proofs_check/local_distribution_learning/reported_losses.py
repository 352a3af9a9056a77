"""Where the losses of Algorithm 2 are above 1, against SIMA-46 (SIMA-41)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.exact import LogForm, log
from dpassay.proofs_check.instances import (
    ABOVE_0,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.local_distribution_learning.games_of_given_noises import BELOW_1
from dpassay.proofs_check.local_distribution_learning.kl_steps import (
    CLASS,
    count_of,
    read_class,
)
from dpassay.reference import label_clipping


def _range_number(instance: Instance) -> tuple[LogForm, LogForm]:
    """Z_{t,j,j} and 1, both over c_pdp, for the clipped label and the noise -share c'."""
    parameters = read_class(instance)
    rows = label_clipping.likelihoods(parameters)
    labels, count = label_clipping.labels(parameters), len(rows)
    log_all = log(count * parameters.rounds)
    noise = (log_all + LogForm(Fraction(instance["gamma"]))) * Fraction(instance["scale"])
    loss = -log(rows[instance["expert"]][instance["label"]] * labels)
    return loss + noise * (1 + Fraction(instance["share"])), log_all + noise * 2


def _is_at_most(first: LogForm, second: LogForm) -> bool:
    return (second - first).sign() >= 0


@CLASS.having(expert=whole(), label=whole(), scale=ABOVE_0, gamma=ABOVE_0, share=BELOW_1).where
def _is_in_range(instance: Instance) -> bool:
    """KT >= 2, one of the experts and one of the clipped labels."""
    parameters = read_class(instance)
    fits = instance["expert"] < count_of(instance) and instance["label"] < sum(label_clipping.sizes(parameters))
    return bool(fits and count_of(instance) * instance["rounds"] >= 2)


told(
    "sima41-range",
    "where |Lap| < c'_pdp, Z is at most 1",
    _is_in_range,
    lambda i: dict(zip(("Z / c_pdp", "1 / c_pdp"), _range_number(i), strict=True)),
)(lambda instance: _is_at_most(*_range_number(instance)))


def ranges() -> Iterator[Instance]:
    """Two classes with N' > KM, and little noise."""
    for hypotheses, rounds in product(("1,0;0,1", "5/6,1/6,0;0,0,1"), (2, 5)):
        fixed = {"expert": 1, "label": 0, "scale": "1/10", "gamma": "1", "share": "99/100"}
        yield {"hypotheses": hypotheses, "rounds": rounds, **fixed}
