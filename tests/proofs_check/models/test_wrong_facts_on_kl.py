"""Settings of the models of estimates of a KL divergence tell facts from wrong ones: each is false at one of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models import divergences_of_histograms as draws
from dpassay.proofs_check.models import estimates_from_clients as sampled
from dpassay.proofs_check.models.adjacent_histograms import ADJACENT, FULL, OF_ONE_SIZE
from dpassay.proofs_check.models.data_of_clients import EQUAL, HOLDINGS
from dpassay.proofs_check.models.estimates_of_kl import ESTIMATES, OTHER, TERM
from dpassay.proofs_check.models.gaussian_noise import (
    CALIBRATED,
    GAUSSIAN,
    PRINTED_DEVIATION,
    PRINTED_INSIDE,
    PRINTED_VARIANCE,
)
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

SQUARED = "E((est(l) - E(est(l), F))**2, F)"
BOTH = (ESTIMATES, sampled.SAMPLED)
OF_ESTIMATES = [
    *((model, f"var(l) = {SQUARED} + s2/T") for model in BOTH),
    *((model, f"var(l) = {SQUARED}/T + s2") for model in BOTH),
    *((model, f"var(l) = {SQUARED}") for model in BOTH),
    *((model, "est(l) = sum(g(t, l), t, 1, T)") for model in BOTH),
    *((model, "center(l) = E(est(l), F) + s2") for model in BOTH),
    *((model, "E(g(s, l)*g(t, l), F) = E(g(t, l)**2, F)") for model in BOTH),
    *((model, "KL = sum(p(x)*log(p(x)/q(x)), x, 1, k)") for model in BOTH),
    (ESTIMATES, "back = KL"),
    (ESTIMATES, "p(x)/q(x) <= beta"),
    (ESTIMATES, "q(x)/p(x) <= alpha"),
    (ESTIMATES, "alpha**2 - 1 <= most"),
    (ESTIMATES, "beta**3 - 1 <= most"),
    (ESTIMATES, "2*(alpha - 1) <= most"),
    (ESTIMATES, "sum(q(x)*(p(x)/q(x) - 1)**2, x, 1, k) <= larger/2"),
    (ESTIMATES, "sum(p(x)*(1 - q(x)/p(x))**2, x, 1, k) = larger"),
    (ESTIMATES, "best*sum(q(x)*(p(x)/q(x) - 1)**2, x, 1, k) = 2*KL"),
    (ESTIMATES, "best*(alpha - 1) = KL + back"),
    (ESTIMATES, f"E(g(t, l), F) = sum(p(x)*{TERM}, x, 1, k)"),
    (ESTIMATES, f"E(g(t, l)**2, F) = sum(q(x)*{TERM}, x, 1, k)**2"),
    (OTHER, "1 <= sum(q(x)*(p(x)/q(x) - 1)**2, x, 1, k)"),
    (sampled.SAMPLED, "f(c, x)/q(x) <= b"),
    (sampled.SAMPLED, "q(x)/f(c, x) <= a"),
    (sampled.SAMPLED, "f(c, x)/q(x) <= alpha"),
    (sampled.SAMPLED, "p(x) = f(c, x)"),
    (sampled.SAMPLED, "off(c) = KL"),
    (sampled.SAMPLED, "sum(u(c), c, 1, m) = m"),
    (sampled.SAMPLED, f"E(g(t, l), F) = sum(sum(q(x)*{sampled.TERM}, x, 1, k), c, 1, m)"),
    (sampled.SAMPLED, f"E(g(s, l)*g(t, l), F) = sum(u(c)*sum(q(x)*{sampled.TERM}, x, 1, k)**2, c, 1, m)"),
]
OF_HISTOGRAMS = [
    (ADJACENT, "h1(x) = h2(x) - up(x) + down(x)"),
    (ADJACENT, "h1(x) = h2(x)"),
    (ADJACENT, "sum(up(x), x, 1, k) = k - 1 - 0*M"),
    (ADJACENT, "up(x) + down(x) = 1"),
    (ADJACENT, "p1(x) = h1(x)/N"),
    (ADJACENT, "M = N"),
    (OF_ONE_SIZE, "p2(x) = h1(x)/M"),
    (FULL, "2 <= h1(x)"),
    (FULL, "KL1 = sum(p1(x)*log(p1(x)/q(x)), x, 1, k)"),
    (FULL, "KL1 = KL2"),
    (draws.ONE_DRAW, "E(r, Pi) = sum(p(x)*ratio(x), x, 1, k)"),
    (draws.ONE_DRAW, "ratio(x) = q(x)/q(x)"),
    (draws.FULL_SUPPORT, "E(log(r), Pi) = sum(p(x)*log(p(x)/q(x)), x, 1, k)"),
    (draws.FULL_SUPPORT, "KL = sum(q(x)*log(p(x)/q(x)), x, 1, k)"),
    (HOLDINGS, "D(x) = sum(count(i, x), i, 1, n)/n"),
    (HOLDINGS, "p(x) = D(x)/n"),
    (HOLDINGS, "n*size(i) = items"),
    (HOLDINGS, "items = n"),
    (EQUAL, "size(i) = items"),
]
OF_NOISE = [
    (GAUSSIAN, "least = gauss(d, sd**2, eps)"),
    (GAUSSIAN, "least = gauss(d**2, sd, eps)"),
    (GAUSSIAN, "least = gauss(S**2, sd**2, eps)"),
    (GAUSSIAN, "least = gauss(d**2, sd**2, 2*eps)"),
    (CALIBRATED, "sd**2 = 2*log(5/4/delta)*S/eps"),
    (CALIBRATED, "sd = 2*log(5/4/delta)*S/eps"),
    (CALIBRATED, "sd**2 = 2*log(5/4/delta)*d**2/eps**2"),
    (PRINTED_VARIANCE, "sd = 2*log(5/4/delta)*S/eps"),
    (PRINTED_INSIDE, "sd**2 = 2*log(5/4/delta)*S/eps"),
    (PRINTED_INSIDE, "sd**2 = 2*log(5/4/delta*d)/eps"),
    (PRINTED_DEVIATION, "sd**2 = 2*log(5/4/delta)*S**2/eps**2"),
]


@pytest.mark.parametrize(("model", "wrong"), [*OF_ESTIMATES, *OF_HISTOGRAMS, *OF_NOISE])
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))
