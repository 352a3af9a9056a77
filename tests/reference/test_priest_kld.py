"""PRIEST-KLD: laws, neighbors, the exact sampler, and what the server makes of a row."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpassay.exact import as_real, decide, hockey_stick_divergence, log
from dpassay.reference import MECHANISMS, priest_kld
from dpassay.reference.priest_kld import Parameters, law, neighbors, released, sample
from dpassay.reference.priest_kld_estimator import divergence, frequencies
from tests.reference.helpers import complains, refuses_data

F = Fraction
GOOD: dict[str, object] = {"epsilon": "2", "delta": "1/100", "reference": "1/3,2/3", "clients": "6"}
HELD = ((0,), (0,), (0,), (1,), (1,), (1,))
MODELS: list[dict[str, object]] = [
    {},
    {"rounds": 3, "lam": "5/2"},
    {"trust": "tagg", "rounds": 2},
    {"trust": "dist", "rounds": 3},
    {"trust": "tagg", "floor": "1/5", "participants": 3, "items": 2, "clients": 4, "lam": 3},
    {"floor": "1/3", "participants": 2, "clients": 4},
    {"trust": "dist", "participants": 2, "clients": 3, "items": 2},
    {"reference": "1/2,1/4,1/4", "clients": 7},
]


def read(**changes: object) -> Parameters:
    return Parameters.read({**GOOD, **changes})


@pytest.mark.parametrize("changes", MODELS, ids=str)
def test_the_guarantee_holds_for_the_worst_neighbors(changes: dict[str, object]) -> None:
    p = read(**changes)
    pairs = list(neighbors(p))
    assert pairs
    for first, second in pairs:
        assert priest_kld.are_neighbors(first, second, p)
        assert first != second
        for one, other in ((first, second), (second, first)):
            assert decide(as_real(hockey_stick_divergence(law(one, p), law(other, p), p.budget.exp_eps)) <= p.delta)


@pytest.mark.parametrize("trust", ["trusted", "dist"])
def test_one_question_attains_the_guarantee(trust: str) -> None:
    """With all draws of one letter: the noise is the least that (eps, delta) allow."""
    p = read(trust=trust, reference="1/2,1/2", clients=5, rounds=2)
    exact = hockey_stick_divergence(
        law(((0,), (0,), (0,), (1,), (1,)), p), law(((1,), (0,), (0,), (1,), (1,)), p), p.budget.exp_eps
    )
    share = F(1, 2) if trust == "trusted" else F(1)
    assert decide(as_real(exact) >= p.delta * share * F(999_999, 1_000_000))


def test_printed_noise_is_not_private() -> None:
    """Trusted as printed, at an estimate that moves by more than 0.7 because lambda is large."""
    p = read(epsilon="1", delta="1/20", reference="1/2,1/2", clients=5, lam=10, calibration="printed")
    first, second = next(neighbors(p))
    assert decide(as_real(hockey_stick_divergence(law(first, p), law(second, p), p.budget.exp_eps)) > p.delta)
    corrected = read(epsilon="1", delta="1/20", reference="1/2,1/2", clients=5, lam=10)
    laws = law(first, corrected), law(second, corrected)
    assert decide(as_real(hockey_stick_divergence(*laws, p.budget.exp_eps)) <= p.delta)


def test_the_printed_pair_of_sums_has_no_law() -> None:
    p = read(trust="tagg", calibration="printed")
    complains(lambda: law(HELD, p), "calibration = printed: expected corrected: as printed A and B carry one noise")


def test_neighbors_replace_one_item() -> None:
    p = read()
    assert priest_kld.are_neighbors(HELD, (*HELD[:5], (0,)), p)
    assert not priest_kld.are_neighbors(HELD, (*HELD[:4], (0,), (0,)), p)
    assert not priest_kld.are_neighbors(HELD, HELD[:5], p)
    assert not priest_kld.are_neighbors(((0, 0),), ((0,),), p)


@pytest.mark.parametrize("changes", MODELS[:4], ids=str)
def test_the_sampler_draws_rows_of_the_law(changes: dict[str, object]) -> None:
    p = read(**changes)
    exact, rng = law(HELD, p), Random(0)
    rows = [sample(HELD, p, rng) for _ in range(8)]
    assert {len(row) for row in rows} == {1 + exact.dimension}
    assert {int(row[0]) for row in rows} <= set(exact.given)
    assert len({row[0] for row in rows}) > 1
    for row in rows:
        given = exact.given[int(row[0])]
        assert all(
            abs(float(x) - float(c)) < 6 * float(given.sigma) for x, c in zip(row[1:], given.centers, strict=True)
        )
        assert all((x * (1 << 64)).denominator == 1 for x in row)


def test_what_the_server_makes_of_a_row() -> None:
    assert released((0, F(1, 3)), read()) == F(1, 3)
    assert released((0, F(1, 3), F(1)), read(trust="tagg", rounds=2)) == F(2, 3)
    reports = read(trust="dist", rounds=2, floor="1/6", lam=0)
    assert released((1, F(1, 3), F(-5)), reports) == F(1, 2) * log(4)
    for row, changes, message in (
        ((0, 1, 1), {}, "row = of 3 numbers: expected a tag and 1 more"),
        ((0, 1), {"trust": "dist"}, "floor = None: expected a number"),
        ((0, 1), {"trust": "dist", "rounds": 2, "floor": "1/6"}, "row = of 2 numbers: expected a tag and 2 reports"),
        ((9, 1), {"trust": "dist", "floor": "1/6"}, "expected a tag of what can be asked"),
    ):
        p = read(**changes)
        complains(lambda row=row, p=p: released(row, p), message)  # type: ignore[misc]


def test_reports_without_noise_make_the_divergence() -> None:
    """On average over the draws from Pi, for any lambda."""
    p = read(trust="dist", floor="1/100", lam=4)
    mean = sum((p.reference[x] * released((x, frequencies(HELD, 2)[x]), p) for x in range(2)), log(1))
    assert mean == divergence(p.reference, frequencies(HELD, 2))


def test_bad_data_are_named_everywhere() -> None:
    refuses_data("priest_kld", read(), "0;1", "data = of 2 rows: expected 6, one a client")


def test_the_example_can_be_audited() -> None:
    spec = MECHANISMS["priest_kld"]
    assert spec.adjacency == "replace_one"
    assert spec.guarantee(spec.example) == priest_kld.guarantee(read(reference="1/2,1/2"))
    assert priest_kld.guarantee(read()).delta == F(1, 100)
