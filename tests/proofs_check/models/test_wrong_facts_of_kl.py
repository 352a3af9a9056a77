"""The models of private KL estimation tell their facts from wrong ones beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.private_estimates_of_kl import NOISY
from dpassay.proofs_check.models.private_estimates_of_kl_bias import BIAS
from dpassay.proofs_check.models.private_estimates_of_kl_cells import ANSWERS
from dpassay.proofs_check.models.private_estimates_of_kl_scales import SCALES
from dpassay.proofs_check.models.private_estimates_of_kl_sums import SUMS
from dpassay.proofs_check.models.sensitivity_of_kl import ADJACENT
from dpassay.proofs_check.models.sensitivity_of_kl_cut import CUT_OFF
from dpassay.proofs_check.models.sensitivity_of_kl_lambdas import LEAST_BOUND, LEAST_VARIANCE
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (SUMS, "0 < V"),
        (SUMS, "E(log(r(t))) = D"),
        (SUMS, "E(r(t)**2) = V"),
        (SUMS, "E(log(r(t))**2) = L + D**2"),
        (SUMS, "al <= r(t)"),
        (SUMS, "be*r(t) <= 1"),
        (SUMS, "most <= be**2 - 1"),
        (SUMS, "most <= al - 1"),
        (SUMS, "al**2 - 1 <= most"),
        (SUMS, "variance(s) = T*(E((lam*(r(t) - 1) - s*log(r(t)))**2) - E(lam*(r(t) - 1) - s*log(r(t)))**2)"),
        (SUMS, "T*variance(s) = E((lam*(r(t) - 1) + s*log(r(t)))**2) - E(lam*(r(t) - 1) + s*log(r(t)))**2"),
        (SUMS, "T*variance(s) = E((lam*(r(t) - 1) - s*log(r(t)))**2)"),
        (SCALES, "released(v) = 2/T*v"),
        (SCALES, "of_two(v) = 4*v/T**2"),
        (SCALES, "part = 2*l/(eps/T)"),
        (SCALES, "part_root = part"),
        (BIAS, "E(X) = p + tau"),
        (BIAS, "2*tau < X"),
        (BIAS, "X < top"),
        (ADJACENT, "c < h(i, x)"),
        (ADJACENT, "h(1, 2) = h(2, 2) + 1"),
        (ADJACENT, "h(1, x) = h(2, x)"),
        (ADJACENT, "kl(i) = sum(pi(x)*log(h(i, x)/(N*pi(x))), x, 1, k)"),
        (ADJACENT, "est(i) = (A(i) + B(i))/T"),
        (ADJACENT, "est(i) = B(i) - A(i)"),
        (ADJACENT, "M = N - c*(k - 1)"),
        (ADJACENT, "2*(kl(i) - kl(3 - i)) <= Delta"),
        (CUT_OFF, "0 < h(i, x)"),
        (ANSWERS, "0 < h(i, x)"),
        (ANSWERS, "2 <= N"),
        (ANSWERS, "sum(s(x), x, 1, k) = N"),
        (ANSWERS, "far_cells = 2/N**2"),
        (ANSWERS, "far_cells = (s(1) + s(2))/T**2"),
        (ANSWERS, "cells(v) = gauss(far_cells, v, 2*eps)"),
        (ANSWERS, "cells(v) = gauss(far_cells/2, v, eps)"),
        (ANSWERS, "cells(v) <= d"),
        (LEAST_VARIANCE, "top <= h(i, x)/(N*pi(x))"),
        (LEAST_VARIANCE, "pi(x) <= least_pi"),
        (LEAST_BOUND, "gap = l(1) - l(2)"),
        (NOISY, "far = (kl(1) - kl(2))**2"),
        (NOISY, "far = est(1)**2 - est(2)**2"),
        (NOISY, "far_both = (A(1) - A(2))**2"),
        (NOISY, "alone(v) = gauss(far_cells, v, eps)"),
        (NOISY, "alone(v) = gauss(far, v, 2*eps)"),
        (NOISY, "alone(v) = gauss(far, 2*v, eps)"),
        (NOISY, "both(v) = gauss(far, v, eps)"),
        (NOISY, "both(v) = gauss(far_both, 2*v, eps)"),
        (NOISY, "shared(v) = 1"),
        (NOISY, "shared(v) <= both(v)"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))
