"""The least deltas of the reports of Algorithm 1: they enclose those of the exact laws, and fall."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from dpassay.exact import as_real, hockey_stick_divergence, log
from dpassay.proofs_check.models.private_vectors import Reported, enclosed, laws, owner, printed_settings, settings
from dpassay.reference.label_clipping import parts

SINGLE = [at for at in (*settings(), *printed_settings()) if len(at.hypotheses) == 1 and at.rounds > 1]


@pytest.mark.parametrize("at", SINGLE, ids=str)
@pytest.mark.parametrize("exp_eps", [Fraction(1), Fraction(11, 10)])
def test_the_least_delta_of_one_coordinate(at: Reported, exp_eps: Fraction) -> None:
    p, q = laws(at)[:2]
    exact = as_real(hockey_stick_divergence(p, q, exp_eps)).ball(80)
    assert enclosed(at, 0, 1, log(exp_eps), is_given=False).ball(80).overlaps(exact)


@pytest.mark.parametrize("at", list(settings()), ids=str)
def test_it_falls(at: Reported) -> None:
    least = [float(enclosed(at, 0, 1, Fraction(e, 4), is_given=True).ball(80).mid()) for e in (-8, -1, 0, 1, 8)]
    assert all(a >= b - 1e-3 for a, b in pairwise(least))
    assert [owner(at, z) for z in range(1, len(parts(at)[0]) + 1)] == [0] * len(parts(at)[0])


def test_a_budget_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="delta"):
        Reported("1,0;0,1", 2, "corrected", Fraction(1), Fraction(1))  # type: ignore[arg-type]  # a class as text
