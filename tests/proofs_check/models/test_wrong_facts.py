"""The settings of a model tell its facts from wrong ones beside them: each of these is false at one of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.batch_estimates import BATCH
from dpassay.proofs_check.models.draws_in_epochs import DRAWS
from dpassay.proofs_check.models.few_samples import FEW_SAMPLES, FEW_WEIGHTS, SAMPLE, X_STEP, Y_STEP
from dpassay.proofs_check.models.interval_batches import INTERVAL_BATCHES
from dpassay.proofs_check.models.noisy_tree import TREE
from dpassay.proofs_check.models.regularized_weights import ON_THE_WAY, REGULARIZED
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

MEASURES = INTERVAL_BATCHES.facts["measures"]


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (FEW_SAMPLES, "beta*Lip*D = w"),
        (FEW_SAMPLES, "eta = w"),
        (FEW_SAMPLES, "beta*D/Lip <= w"),
        (FEW_SAMPLES, "beta*Lip/D <= w"),
        (FEW_SAMPLES, "lost <= low + Lip/D"),
        (FEW_SAMPLES, "lost <= low + D/Lip"),
        (FEW_SAMPLES, "S(g, i) = exp(-2*B*eta + beta*(all(g, i, 1) - all(g, i, 2)))"),
        (FEW_SAMPLES, "q(g, i) = (1 - p)*S(g, i)"),
        (FEW_SAMPLES, "all(g, i, 1) - all(g, i, 2) <= B*Lip*D/2"),
        (FEW_SAMPLES, "all(1, i, e) = all(2, i, e)"),
        (FEW_SAMPLES, "one(g, i, 1) <= one(g, i, 2)"),
        (FEW_SAMPLES, "sum(differ(t), t, 1, n - 1) <= 0"),
        (FEW_SAMPLES, f"E(exp(u*l(t + 1)), after(t)) = ({X_STEP})*(1 + {SAMPLE})"),
        (FEW_SAMPLES, f"E(exp(u*l(t + 1)), after(t)) = ({X_STEP.replace('1 - p', 'p')})*({Y_STEP})"),
        (FEW_SAMPLES, "E((l(t + 1) - given(l(t + 1)))**2, after(t)) = 0"),
        (FEW_SAMPLES, "Z = n*sum(l(t), t, 1, n - 1)"),
        (FEW_SAMPLES, "R2(h) = E(k(h))"),
        (FEW_SAMPLES, "least(x) = sum([exp(x)*R2(h) < R(h)]*R(h), h, 1, K)"),
        (FEW_WEIGHTS, "eps/B = 1"),
        (FEW_WEIGHTS, "eps*B**2 = 1"),
        (INTERVAL_BATCHES, MEASURES.replace("i - 1", "i")),
        (INTERVAL_BATCHES, MEASURES.replace("lam", "lam/2")),
        (INTERVAL_BATCHES, "(loss(m, x) - loss(m, y))**2 <= L**3*(x - y)**2"),
        (INTERVAL_BATCHES, f"(1 - v)*loss(m, x) + v*loss(m, y) <= loss(m, {ON_THE_WAY})"),
        (INTERVAL_BATCHES, f"square({ON_THE_WAY}) = (1 - v)*square(x) + v*square(y) + v*(1 - v)*(x - y)**2"),
        (INTERVAL_BATCHES, "lazy = sum(sum(mean(s, t), t, (s - 1)*B + 1, s*B), s, 1, n)"),
        (INTERVAL_BATCHES, "alone = sum(sum(mean((s - 1)*B + 1, t), t, (s - 1)*B + 1, s*B), s, 1, n)"),
        (REGULARIZED, "(loss(x) - loss(y))**2 <= L**3*(x - y)**2"),
        (REGULARIZED, f"(1 - v)*past(x) + v*past(y) <= past({ON_THE_WAY})"),
        (REGULARIZED, "mu(i, x) = exp(-beta*(past(x) + loss(x) + lam*square(x)))"),
        (REGULARIZED, "beyond(i, e) = tail(i, 1 - i, e) - rest(i, e)"),
        (BATCH, "independent([far(1) <= alpha + 0*i], i, 1, m)"),
        (BATCH, "independent([far(1) + far(i) <= alpha], i, 1, m)"),
        (DRAWS, "sum(k(e, l), l, 1, 2) = 1"),
        (DRAWS, "R(e, l) = E(2*p(e)*k(e, l), F)/d"),
        (DRAWS, "R2(e, l) = E(p(e)*k(e, l), F)"),
        (TREE, "miss(t) = waits(t)/d"),
        (TREE, "miss(t) = waits(t)/2"),
        (TREE, "tree(al) = al*moved/(2*(m*2/(2*eps**2)))"),
        (TREE, "tree(al) = al*moved*d/(8*(m/(2*eps**2)))"),
        (TREE, "sum(other(t, i), i, 1, 2) = miss(t)"),
        (TREE, "ln(d) = log(2)"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))
