"""The (epsilon, delta) claim of a concentrated guarantee: Bun and Steinke's formula, held against many digits."""

from fractions import Fraction

import mpmath
import pytest

from dpassay.audit.held_to.subject import claim_of
from dpassay.reference import ConcentratedGuarantee

RHOS = [Fraction(1, 1_000), Fraction(1, 50), Fraction(1, 2), Fraction(2), Fraction(9)]
DELTAS = [None, Fraction(1, 10), Fraction(1, 10**5), Fraction(1, 10**12)]


def printed_epsilon(rho: Fraction, delta: Fraction) -> mpmath.mpf:
    """Proposition 1.3: rho + 2 sqrt(rho log(1/delta))."""
    with mpmath.workdps(40):
        exact = mpmath.mpf(rho.numerator) / rho.denominator
        return exact + 2 * mpmath.sqrt(exact * (mpmath.log(delta.denominator) - mpmath.log(delta.numerator)))


@pytest.mark.parametrize("rho", RHOS)
@pytest.mark.parametrize("delta", DELTAS)
def test_the_claim_is_the_printed_one(rho: Fraction, delta: Fraction | None) -> None:
    claim = claim_of(ConcentratedGuarantee("replace_one", rho), delta)
    expected = printed_epsilon(rho, delta or Fraction(1, 10**6))
    assert claim.epsilon == pytest.approx(float(expected), rel=1e-14)
    assert float(claim.epsilon_decimal) == pytest.approx(float(expected), rel=1e-3)
    assert claim.delta == pytest.approx(float(delta or 1e-6), rel=1e-15, abs=0)
    assert float(claim.delta_decimal) == claim.delta
    assert claim.adjacency == "replace_one"
    assert claim.words == (
        f"{rho}-zero-concentrated differential privacy, "
        f"hence epsilon = {claim.epsilon_decimal} at delta = {claim.delta_decimal}"
    )


@pytest.mark.parametrize("rho", RHOS)
@pytest.mark.parametrize("delta", DELTAS[1:])
def test_the_gaussian_mechanism_keeps_the_claim_and_nearly_uses_it(rho: Fraction, delta: Fraction) -> None:
    """With sensitivity 1 and sigma^2 = 1 / (2 rho): its delta at the claimed epsilon is below delta, at 0.45 of it not.

    Its profile is that of Balle and Wang 2018, Theorem 8.
    """
    claim = claim_of(ConcentratedGuarantee("replace_one", rho), delta)
    with mpmath.workdps(40):
        sigma = 1 / mpmath.sqrt(2 * mpmath.mpf(rho.numerator) / rho.denominator)

        def profile(epsilon: mpmath.mpf) -> mpmath.mpf:
            first = mpmath.ncdf(1 / (2 * sigma) - epsilon * sigma)
            return first - mpmath.exp(epsilon) * mpmath.ncdf(-1 / (2 * sigma) - epsilon * sigma)

        assert profile(mpmath.mpf(claim.epsilon)) <= float(delta)
        if delta < Fraction(1, 10):
            assert profile(mpmath.mpf(claim.epsilon) * 0.45) > float(delta)


@pytest.mark.parametrize("delta", [Fraction(1), Fraction(-1, 10), Fraction(1, 10**400), 1 - Fraction(1, 10**30)])
def test_a_delta_that_no_double_tells_from_the_ends_is_refused(delta: Fraction) -> None:
    with pytest.raises(ValueError, match=r"^delta = [^\n]*: expected a number in \(0, 1\)"):
        claim_of(ConcentratedGuarantee("replace_one", Fraction(1, 2)), delta)
