"""What the claims on the local lower bound compute themselves, against the reference class and by other formulas."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import mpmath
import pytest

from dpassay.analysis.hadamard_class import HadamardClass, order_of
from dpassay.analysis.two_point_risk import least_mean_kl
from dpassay.exact import as_real, decide
from dpassay.proofs_check.certify.search import find_counterexample
from dpassay.proofs_check.claim import Guide, Hunt
from dpassay.proofs_check.kernel.finite import FAMILIES, PROPERTIES
from dpassay.proofs_check.local_distribution_learning import lower_bound, lower_bound_channels
from dpassay.proofs_check.local_distribution_learning.lower_bound_channels import CHANNELS, channel_named, log_at_most


@pytest.mark.parametrize("name", ["response", "half", "hadamard", "sign 1", "sign 3", "constant"])
def test_channels_are_private_at_their_level_and_not_below(name: str) -> None:
    channel = channel_named(name, 3, 4)
    assert channel.is_private(4)
    assert channel.inputs == order_of(3)
    assert name == "constant" or not channel.is_private(Fraction(399, 100))


def test_another_channel_is_refused() -> None:
    assert "hadamard" in CHANNELS
    with pytest.raises(ValueError, match=r"name = 'gauss': expected one of"):
        channel_named("gauss", 3, 4)


@pytest.mark.parametrize("a", ["1/10", "1/2", "1"])
def test_pairs_are_those_of_the_reference(a: str) -> None:
    for size in (1, 2, 3, 5):
        hard = HadamardClass(size, Fraction(a))
        assert [lower_bound.pair_of(size, i, Fraction(a)) for i in range(1, size + 1)] == [
            hard.pair(i) for i in range(1, size + 1)
        ]


@pytest.mark.parametrize(("size", "name", "rounds"), [(1, "response", 3), (2, "hadamard", 2), (3, "response", 2)])
def test_bayes_risks_are_those_of_the_reference(size: int, name: str, rounds: int) -> None:
    hard, channels = HadamardClass(size, Fraction(1, 2)), [channel_named(name, size, 4)] * rounds
    for i in range(1, size + 1):
        ours = lower_bound.least_mean(channels, size, i, hard.a)
        assert abs(float(ours) - float(least_mean_kl(channels, hard, i))) < 1e-14


def test_the_risk_of_a_pair_at_the_end_of_the_range() -> None:
    """a = 2, N = 2, one binary report: two opposite point masses, and the entropy of randomized response."""
    game = {"pairs": 1, "rounds": 2, "root": "2", "a": "2", "channel": "response"}
    p = mpmath.mpf(4) / 5
    entropy = -p * mpmath.log(p) - (1 - p) * mpmath.log(1 - p)
    assert abs(float(lower_bound.mean_risk(game)) - float(mpmath.log(2) + entropy)) < 1e-14


def test_at_the_least_game_the_bound_is_half_the_risk() -> None:
    """One pair and one round at a = 2: the risk is log 2, so that it is 5/2 times the bound that fails, not twice."""
    game = {"pairs": 1, "rounds": 1, "root": "11/10", "ratio": "1", "channel": "response"}
    assert next(iter(FAMILIES["proof-games"].instances())) == game
    assert abs(float(lower_bound.mean_risk(game)) - float(mpmath.log(2))) < 1e-14
    assert abs(float(lower_bound.theorem_bound(game)) - float(mpmath.log(2) / 2)) < 1e-14
    assert PROPERTIES["sima09"].holds(game) is True
    assert PROPERTIES["sima09-more"].holds(game) is False


@pytest.mark.parametrize(("size", "holds"), [(1, False), (2, True), (5, True)])
def test_only_a_class_of_one_member_breaks_theorem_3(size: int, holds: bool) -> None:
    game = {"size": size, "rounds": size, "exp_eps": "2", "constant": "1/5"}
    assert PROPERTIES["sima09d"].applies(game) is True
    assert PROPERTIES["sima09d"].holds(game) is holds


@pytest.mark.parametrize(("size", "a", "laws"), [(1, "1", 2), (3, "1", 4), (3, "1/2", 6), (3, "2", 6)])
def test_how_many_different_laws_there_are(size: int, a: str, laws: int) -> None:
    assert len(set(lower_bound.all_laws(size, Fraction(a)))) == laws


def test_the_shifted_coefficient_is_compared_only_where_there_is_one() -> None:
    """N = 2 has no b_3; with N = 4 the difference is not that of the next member."""
    only, more = ({"size": size, "a": "1/2", "exp_eps": "4", "channel": "response"} for size in (1, 3))
    assert PROPERTIES["sima14-shifted"].holds(only) is True
    assert PROPERTIES["sima14-shifted"].holds(more) is False
    assert PROPERTIES["sima14"].holds(more) is True


def column(entries: list[int], exp_eps: str, size: int) -> dict[str, object]:
    return {"column": [str(q) for q in entries], "exp_eps": exp_eps, "size": size}


@pytest.mark.parametrize(
    ("name", "entries", "size", "holds"),
    [
        ("sima18b", [6, 1, 1, 1], 3, True),
        ("sima18b", [6] + [1] * 7, 7, False),
        ("sima18b", [7, 1, 1, 1], 3, False),
        ("sima18", [10, 1, 1, 1], 3, True),
        ("sima18", [11, 1, 1, 1], 3, False),
        ("sima19", [11, 1, 1, 1], 3, True),
        ("sima19", [12, 1, 1, 1], 3, False),
        ("sima18-tanh", [3, 1, 1, 1], 3, True),
        ("sima18-less", [3, 1, 1, 1], 3, False),
        ("sima19-sharp", [9, 1, 1, 1], 3, True),
        ("sima19-less", [9, 1, 1, 1], 3, False),
    ],
)
def test_where_the_steps_of_23_break(name: str, entries: list[int], size: int, holds: bool) -> None:
    told, instance = PROPERTIES[name], column(entries, str(max(entries)), size)
    assert told.applies(instance)
    assert told.holds(instance) is holds


def test_below_the_threshold_no_vertex_breaks_step_c() -> None:
    """e^eps = 29/5 < 3 + 2 sqrt 2, all columns with entries 1 and e^eps, N = 8."""
    told = PROPERTIES["sima18b"]
    for entries in product(["1", "29/5"], repeat=8):
        assert told.holds({"column": list(entries), "exp_eps": "29/5", "size": 7})


@pytest.mark.parametrize(
    ("name", "instance"),
    [
        ("sima18b", column([7, 1, 1, 1], "6", 3)),
        ("sima18", column([7, 1, 1, 1], "7", 1)),
        ("sima17", column([1, 2, 3], "3", 2)),
        ("sima12", lower_bound.game_of(9, "4/3", ["response"])),
        ("sima23b", {**lower_bound.game_of(1, "4", ["response"]), "test": 4}),
        ("sima10b", {"size": 4, "rounds": 2, "exp_eps": "4/3"}),
        ("sima21-first", {**lower_bound.game_of(2, "2", ["sign 1"] * 2), "i": 3}),
        ("sima09", {"pairs": 1, "rounds": 2, "root": "2", "ratio": "1", "channel": "response"}),
        ("sima09c", {"table": [["0", "1"], ["0", "1"]], "exp_eps": "4", "rounds": 10, "constant": "1"}),
        ("sima09c-trivial", {"table": [["0", "1"], ["1/2", "1/2"]], "exp_eps": "4", "rounds": 1, "constant": "2"}),
        ("sima09d", {"size": 4, "rounds": 1, "exp_eps": "4/3", "constant": "1"}),
        ("sima09d-two", {"size": 1, "rounds": 1, "exp_eps": "2", "constant": "1/1000"}),
        ("sima09d-two", {"size": 2, "rounds": 1, "exp_eps": "2", "constant": "1"}),
        ("sima03b-theorem-3", {"size": 2, "rounds": 2, "constant": "100"}),
        ("sima10b-at-1", {"size": 2, "a": "1/2"}),
    ],
)
def test_what_is_outside_the_preconditions_is_not_spoken_of(name: str, instance: dict[str, object]) -> None:
    assert PROPERTIES[name].applies(instance) is False


@pytest.mark.parametrize(
    ("told", "tampered", "guide"),
    [
        ("sima18-tanh", "sima18-less", lower_bound_channels.by_tanh),
        ("sima19-sharp", "sima19-less", lower_bound_channels.by_root),
    ],
)
def test_the_guided_hunts_find_a_factor_that_is_too_small(
    told: str, tampered: str, guide: Callable[[float], Guide]
) -> None:
    assert find_counterexample(Hunt(told, lambda: iter(()), guide(1.0))) is None
    instance = find_counterexample(Hunt(tampered, lambda: iter(()), guide(0.99)))
    assert instance is not None
    assert PROPERTIES[told].holds(instance)


def test_the_risk_of_the_mixture_is_that_of_two_known_laws() -> None:
    """Laws (0, 1) and (1/2, 1/2) through randomized response at e^eps = 4: (1/5, 4/5) and (1/2, 1/2)."""
    table = [["0", "1"], ["1/2", "1/2"]]
    bound = lower_bound.risk_of_mixture({"table": table, "exp_eps": "4", "rounds": 1, "constant": "1"})
    overlap = mpmath.sqrt(mpmath.mpf(1) / 10) + mpmath.sqrt(mpmath.mpf(4) / 10)
    assert abs(float(bound) - float(1 / (1 - overlap))) < 1e-12
    assert decide(bound > as_real(19))


def test_an_infinite_divergence_is_at_most_nothing_finite() -> None:
    assert log_at_most(None, None)
    assert not log_at_most(None, Fraction(1))
    assert log_at_most(Fraction(1), None)
