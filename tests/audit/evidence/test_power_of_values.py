"""What the bound of values would find: as audits find it, one by one and in truth; more than two limits would."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from dpassay.audit.evidence.bounds import lower_limits, upper_limits
from dpassay.audit.evidence.events import certify, training_size
from dpassay.audit.evidence.examine import features_of
from dpassay.audit.evidence.power import ASKED, power_of
from dpassay.audit.evidence.power_of_values import value_flags
from dpassay.audit.evidence.statements import joint_epsilon
from dpassay.audit.held_to.subject import Claim, Resolved, Subject, claim_of
from dpassay.fast.discrete_laplace import discrete_laplace
from dpassay.properties.cells import pair_cells
from dpassay.reference import with_loss_scaled
from tests.audit.evidence.test_power import resolved

ALPHA = 0.05
ROWS = 300
FEW = 60
SAMPLES = 20_000
TWO_LABELS = resolved("randomized_response", epsilon="1", categories="2")


def claim_on(subject: Resolved) -> Claim:
    return claim_of(subject.mechanism.guarantee(subject.parameters), None)


@cache
def truth(epsilon: float) -> float:
    return float(1 / (1 + np.exp(-epsilon)))


def rows_of(seed: int) -> Any:
    """Simulated counts of two labels, and none in no cell."""
    rng = np.random.default_rng(seed)

    def simulated(masses: NDArray[np.float64], n: int) -> NDArray[np.int64]:
        return np.asarray(rng.multinomial(n, [*masses, 0.0], size=ROWS))

    return simulated


def flagged(epsilon: float, seed: int = 1) -> NDArray[np.bool_]:
    cells = pair_cells(TWO_LABELS.laws, SAMPLES)
    flags = value_flags(cells, (SAMPLES, SAMPLES), ALPHA, claim_on(TWO_LABELS), rows_of(seed))
    likely = truth(epsilon)
    return flags(lambda place: np.array([likely, 1 - likely] if place == 0 else [1 - likely, likely]))


@pytest.mark.statistical
def test_the_power_is_between_that_of_two_limits_and_that_of_the_best_test() -> None:
    """The best test: of P - e Q on the counted answers, by the normal law. Fixed seeds; five errors: .12."""
    test, likely = SAMPLES - training_size(SAMPLES), truth(1.04)
    found = float(flagged(1.04).mean())
    rng = np.random.default_rng(5)
    above, below = (rng.binomial(test, mass, 20_000).astype(np.int64) for mass in (likely, 1 - likely))
    limits = lower_limits(above, test, ALPHA / 2) > np.e * upper_limits(below, test, ALPHA / 2)
    deviation = np.sqrt((1 + np.e**2) * likely * (1 - likely) / test)
    best = stats.norm.sf(stats.norm.isf(ALPHA) - (likely - np.e * (1 - likely)) / deviation)
    assert float(limits.mean()) + 0.1 < found < best + 0.12


def test_each_simulated_audit_is_flagged_where_its_own_bound_is_above_the_claim() -> None:
    """Training that saw the first label on the first input alone leaves one event; its counts vary around the claim."""
    test, train = SAMPLES - training_size(SAMPLES), training_size(SAMPLES)
    rng = np.random.default_rng(3)
    hits = rng.integers(11_700, 12_200, FEW), rng.integers(4_100, 4_300, FEW)

    def given(masses: NDArray[np.float64], n: int) -> NDArray[np.int64]:
        if n == train:
            return np.tile([n, 0, 0] if masses[0] > 0.5 else [n // 2, n - n // 2, 0], (FEW, 1))
        inside = hits[0] if masses[0] > 0.5 else hits[1]
        return np.column_stack([inside, n - inside, np.zeros(FEW, np.int64)])

    cells = pair_cells(TWO_LABELS.laws, SAMPLES)
    flags = value_flags(cells, (SAMPLES, SAMPLES), ALPHA, claim_on(TWO_LABELS), given)
    found = flags(lambda place: np.array([0.7, 0.3] if place == 0 else [0.3, 0.7]))
    # Of what training saw, the second label on the second input promises most: it never came on the first.
    own = [
        joint_epsilon(test - int(q), test, test - int(p), test, delta=0.0, alpha=ALPHA) > 1
        for p, q in zip(*hits, strict=True)
    ]
    assert 0 < sum(own) < FEW
    assert found.tolist() == own


def test_a_mechanism_that_keeps_its_claim_is_hardly_ever_flagged() -> None:
    """300 audits at a level of .05: 34 or more come once in 1e5."""
    assert flagged(1.0).sum() < 34
    assert not flagged(0.9).any()


@pytest.mark.statistical
def test_audits_of_the_planted_fault_find_it_as_often_as_is_said() -> None:
    """Own draws, all of the audit's search. Fixed seeds; 20 audits of a power of 0.9 give 11 or less once in 1e4."""
    subject = Subject("m:f", "discrete_laplace", {"epsilon": "1", "sensitivity": "1"}, None).resolve()
    cells = pair_cells(subject.laws, SAMPLES)
    found = power_of(subject, claim_on(subject), cells, sizes=(SAMPLES, SAMPLES), shares={"values": ALPHA}, seed=1)
    assert found.deviation is not None
    assert found.deviation.of == "scale"
    assert found.deviation.power >= ASKED
    changed: Any = with_loss_scaled(subject.mechanism, subject.parameters, 1 / (1 - found.deviation.percent / 100))
    features, rng = features_of(subject, cells)["values"], np.random.default_rng(8)

    def hits(epsilon: float, audits: int) -> int:
        found = 0
        for _ in range(audits):
            first, second = (
                discrete_laplace(int(data), epsilon=epsilon, sensitivity=1, size=SAMPLES, rng=rng)
                for data in subject.pair
            )
            found += certify(first, second, features, delta=0.0, alpha=ALPHA).epsilon_lower > 1
        return found

    assert hits(float(changed.budget.epsilon), 20) > 11
    assert hits(1.0, 8) <= 4  # of 8 at a level of .05: more come once in 6e4
