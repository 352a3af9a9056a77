"""The regret of Algorithm 2 on fixed losses, against the enumeration that SIMA-40 is checked with."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.proofs_check.local_distribution_learning.regret import hidden_regret
from dpassay.proofs_check.models.shown_losses import Shown, law_after, norm, outcomes, rate, rows, settings, weights


def regret(at: Shown) -> float:
    """E sum_t (sum_j w_j Z_j - Z_i) for the best i."""
    paid = 0.0
    for drawn, chance in law_after(at, 0, ()).items():
        for t, row in enumerate(at.rows):
            now = weights(at, drawn[:t])
            paid += float(chance) * sum(float(w) * float(z) for w, z in zip(now, row, strict=True))
    return paid - float(min(sum(column) for column in zip(*at.rows, strict=True)))


@pytest.mark.parametrize("at", [at for at in settings() if at.factor == 2 * at.experts and at.experts > 1], ids=str)
def test_the_regret_is_that_of_the_checks(at: Shown) -> None:
    assert regret(at) == pytest.approx(float(hidden_regret({"losses": at.rows})), rel=1e-12)


@pytest.mark.parametrize("at", list(settings()), ids=str)
def test_multiplied_weights_are_divided_by_the_norm(at: Shown) -> None:
    for drawn in outcomes(at):
        now, following = (weights(at, drawn[:t]) for t in (0, 1))
        shown = drawn[0] - 1
        grown = float(now[shown]) * float((-rate(at) * at.rows[0][shown]).exp())
        assert float(following[shown]) == pytest.approx(grown / float(norm(at, 1, drawn)), rel=1e-12)


@pytest.mark.parametrize(
    ("losses", "factor", "noise"), [(((0, 2),), 1, 1), (((0, 1),), 0, 1), (((0, 1),), 1, 0), ((), 1, 1)]
)
def test_what_are_no_losses_is_refused(losses: tuple[tuple[int, ...], ...], factor: int, noise: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        Shown(rows(*losses), Fraction(factor), Fraction(noise))
