"""The settings of the models of query answering tell their facts from wrong ones beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.close_queries import CLOSE, close
from dpassay.proofs_check.models.smooth_mwem import GROWN, RATE, RUN, run
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

ON_D = "sum(q(i, x)*d(i - 1, x), x, 1, N)"


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (CLOSE, "N*s(x) <= 1"),
        (CLOSE, "sigma*N*b(x) <= 1"),
        (CLOSE, "b(x) = s(x)"),
        (CLOSE, "differ(x)*(q(x) - r(x)) = 0"),
        (CLOSE, "2*q(x) - 2*r(x) <= w"),
        (CLOSE, "sum(differ(x), x, 1, N) <= g"),
        (RUN, "N*s(x) <= 1"),
        (RUN, "s(x)*exp(l(x)) = s(x)"),
        (RUN, "ask(k, x) <= low + w/2"),
        (RUN, "d(0, x) = s(x)"),
        (RUN, f"d(i, x) = {GROWN}"),
        (RUN, f"d(i, x)*Z(i) = {GROWN.replace(RATE, '2*' + RATE)}"),
        (RUN, f"d(i, x)*Z(i) = {GROWN.replace('d(i - 1, y)', 's(y)')}"),
        (RUN, "psi(j) = sum(d(j, x)*(log(d(j, x)) - l(x)), x, 1, N)"),
        (RUN, "slip(i) = m(i) - sum(q(i, x)*s(x), x, 1, N)"),
        (RUN, "far(i, k) = off(i)"),
        (RUN, "E(asked(i), D(i)) = " + ON_D),
        (RUN, "E(exp(h*asked(i)), D(i - 1)) = exp(h*" + ON_D + ")"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


def test_what_is_no_setting_is_refused() -> None:
    with pytest.raises(ValueError, match="expected laws"):
        close(("1/2 1/4", "1/2 1/2"), ("1 1", "1 1"), "1", "0", "0")
    with pytest.raises(ValueError, match="so smooth"):
        close(("1 0", "1 0"), ("1 1", "1 1"), "1", "0", "0")
    with pytest.raises(ValueError, match="the same answers"):
        close(("1 0", "1/2 1/2"), ("1 0", "1 1"), "1", "1", "1/2")
    with pytest.raises(ValueError, match="expected a law"):
        run("1/2", "1", ("1",), (1,), "0")
    with pytest.raises(ValueError, match="so smooth"):
        run("1 0", "1", ("1 1",), (1,), "0")
    with pytest.raises(ValueError, match="values from -1 to 1"):
        run("1", "1", ("2",), (1,), "0")
    with pytest.raises(ValueError, match="one of each a round"):
        run("1", "1", ("1",), (2,), "0")
