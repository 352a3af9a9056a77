"""The strategies of PRIEST-KLD; and its contract rejects every mistake in every model in which it is one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from dpassay.exact import Budget
from dpassay.fast import priest_kld_parts as parts
from dpassay.fast.priest_kld import priest_kld as priest_kld_fast
from dpassay.properties import priest_kld
from dpassay.properties.target import offered, plain
from dpassay.reference import priest_kld as reference
from dpassay.reference import priest_kld_noise as noise
from dpassay.reference.priest_kld import are_neighbors
from dpassay.reference.priest_kld_setting import TRUSTS, Parameters, check_data
from tests.mutants.priest_kld import BY_MODEL
from tests.properties import contracts_helpers as helpers

SIMPLEST = {"epsilon": 1, "delta": "1/10", "reference": "1/2,1/2", "clients": 5}


def test_parameters() -> None:
    helpers.parameters_are_valid_and_shrink_to(priest_kld, SIMPLEST)
    for trust in TRUSTS:
        find(priest_kld.parameters(), lambda p, t=trust: p.trust == t, settings=helpers.FINDING)  # type: ignore[misc]
    find(priest_kld.parameters(), lambda p: p.asked < p.clients and p.items == 2, settings=helpers.FINDING)
    find(priest_kld.parameters(), lambda p: p.letters == 3 and p.rounds == 2, settings=helpers.FINDING)


def test_data() -> None:
    helpers.data_is_valid_and_shrinks_to(priest_kld, ((0,), (0,), (1,), (1,), (0,)))


def test_parameters_of_another_mechanism_are_refused() -> None:
    helpers.other_parameters_are_refused(priest_kld)


def test_neighbors() -> None:
    """They differ in at most one item; without a floor no letter is held just once in either."""
    p = Parameters.read(SIMPLEST)
    pairs = priest_kld.neighbors(p)
    find(pairs, lambda pair: pair[0] != pair[1], settings=helpers.FINDING)
    with pytest.raises(NoSuchExample):
        find(
            pairs,
            lambda pair: not are_neighbors(pair[0], pair[1], p) or check_data(pair[1], p) != pair[1],
            settings=settings(helpers.FINDING, max_examples=60),
        )


@pytest.mark.parametrize("case", priest_kld.CASES)
def test_the_cases_are_in_the_domain(case: Any) -> None:
    p = Parameters.read(case.parameters)
    assert check_data(case.data, p) == case.data


def setting_of(p: Parameters) -> parts.Setting:
    """The NumPy implementation's view of parameters."""
    values = offered(p)
    return parts.setting_of(
        budget=float(p.budget.epsilon),
        delta=float(p.delta),
        reference=values["reference"],  # type: ignore[arg-type]
        counts=(p.clients, p.participants, p.items, p.rounds),
        lam=float(p.lam),
        floor=p.floor,
        words=(p.trust, p.calibration),
    )


@given(st.data(), priest_kld.parameters(), st.booleans())
@settings(max_examples=25, deadline=None)
def test_both_implementations_have_the_same_noise(drawn: st.DataObject, p: Parameters, printed: bool) -> None:
    if printed:
        p = replace(p, calibration="printed")
    samples = drawn.draw(st.lists(st.integers(0, p.letters - 1), min_size=p.rounds, max_size=p.rounds))
    s, letters = setting_of(p), np.array([samples])
    reach = {
        "trusted": lambda: parts.estimate_reach(s),
        "tagg": lambda: parts.sums_reach(s),
        "dist": lambda: float(parts.reports_reach(float(parts.commonest_two(letters)[0]), s)),
    }[p.trust]()
    assert parts.deviation(reach, s) == pytest.approx(float(noise.standard_deviation(samples, p)), rel=1e-8)


@given(st.data(), priest_kld.parameters())
@settings(max_examples=25, deadline=None)
def test_both_implementations_have_the_same_centers(drawn: st.DataObject, p: Parameters) -> None:
    """Of rows with hardly any noise: within eight standard deviations of the reference, and not all within a tenth."""
    p = replace(p, budget=Budget(epsilon=10**4))
    clients = drawn.draw(priest_kld.data(p))
    law = reference.law(clients, p)
    rows = priest_kld_fast(plain(clients), size=40, rng=np.random.default_rng(0), **offered(p))  # type: ignore[arg-type]
    off = []
    for tag, *numbers in rows.tolist():
        given_tag = law.given[int(tag)]
        off += [abs(x - float(c)) / float(given_tag.sigma) for x, c in zip(numbers, given_tag.centers, strict=True)]
    assert 0.1 < max(off) < 8


@pytest.mark.parametrize("trust", TRUSTS)
def test_each_model_has_at_least_eight_mistakes(trust: str) -> None:
    assert len(BY_MODEL[trust]) >= 8


@pytest.mark.statistical
@pytest.mark.parametrize(
    ("trust", "mutant"), [(trust, mutant) for trust in ("trusted", "dist") for mutant in BY_MODEL[trust].values()]
)
def test_a_mistake_is_rejected_in_its_model(trust: str, mutant: Callable[..., Any]) -> None:
    """By the cases of that model alone, with few samples. Those of "tagg" stand among the mutants of all mechanisms."""
    own = tuple(case for case in priest_kld.CASES if case.parameters.get("trust", "trusted") == trust)
    result = replace(priest_kld.CONTRACT, cases=own).check_one("law", mutant, alpha=1e-3, samples=8_000)
    assert result.status == "failed", result
