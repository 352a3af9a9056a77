"""The switches of L2P on a stream, and the models drawn from an older law."""

from typing import Any

import numpy as np
import pytest

from dpassay.fast import lazy_to_private_draws as module
from dpassay.fast.lazy_to_private_draws import Drawer, Rules, Switches
from dpassay.fast.multiplicative_weights import probabilities
from tests.fast.helpers import counts_p_value, generator
from tests.fast.lazy_cases import ALPHA, random_matrix


@pytest.mark.parametrize("rate", [0.1, 1e3, 1.7e308])
def test_a_partner_is_kept_whatever_the_rate(rate: float) -> None:
    switches = Switches(Rules(rate, 4, 0.25, True), 10, 100, generator(8))
    with np.errstate(over="ignore"):
        switches.toss(first=False)
    share = (switches.columns >= 100).sum() / (switches.many * 100)
    assert abs(share - 0.25) < 0.02
    assert not switches.unsure[switches.columns >= 100].any()


@pytest.mark.statistical
@pytest.mark.parametrize(("known", "trials"), [(0, 3), (30, 3), (0, 1), (0, 30)])
def test_rejection_from_an_older_law(monkeypatch: pytest.MonkeyPatch, known: int, trials: int) -> None:
    """alpha = 1e-6: draws by losses that the law lacks, of earlier chunks and of the current one."""
    monkeypatch.setattr(module, "TRIALS", trials)  # after these the law itself is computed
    matrix = random_matrix(80, 6) * np.linspace(0, 1, 6)
    rng, drawer = generator(7), Drawer(Rules(0.006, 1, 0.5, True), 6)

    def draw(losses: Any, row: int, count: int, crowded: bool = False) -> Any:
        trials = rng.standard_exponential((module.TRIALS, count))
        drawn = drawer.draw(
            losses, np.full(count, row), np.full(count, crowded), rng.random((module.TRIALS + 1, count)), trials
        )
        assert drawn.shape == (count,)
        return drawn

    if known:
        draw(matrix[:50], known, 6, crowded=True)  # a law is computed in the first chunk
    drawer.add(matrix[:50])
    assert drawer.age == 50 - known
    draws = draw(matrix[50:], 20, 600_000)
    assert drawer.age == 50 - known
    law = probabilities(matrix, learning_rate=0.006, form="loss")
    assert counts_p_value(draws, law[70]) > ALPHA
    assert counts_p_value(draws, law[known]) < ALPHA
    assert counts_p_value(draws, law[50]) < ALPHA
