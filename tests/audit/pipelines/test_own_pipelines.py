"""Replays of our own mechanisms cost exactly what the reference says, and mutants what it says of their parameters.

The exact value is the max divergence of the laws of `dpassay.reference` on the two inputs, or their delta at the
claimed epsilon, computed here from the reference alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from dpassay.audit.answers.request import Json
from dpassay.audit.pipelines.assess import ReplayAssessment, assess_replay
from dpassay.audit.pipelines.claims import read_pipeline_claim
from dpassay.audit.pipelines.run import ReplayPlan
from dpassay.exact import (
    Budget,
    Scalar,
    as_real,
    decimal_text,
    hockey_stick_divergence,
    largest,
    log,
    max_divergence,
    summed,
    times,
)
from dpassay.reference import (
    MECHANISMS,
    label_clipping,
    lazy_to_private,
    priest_kld,
    priest_kld_noise,
    priest_kld_views,
    private_exp3,
    private_wma,
)
from tests.audit.pipelines import own_pipelines

FILE = Path(own_pipelines.__file__)
ROOT = FILE.parents[3]
EXACT_BITS = 100
"""Two balls that agree to so many bits are taken for one number."""
NEAR_BITS = 40
"""What doubles are good for: `dpassay.fast.draws` says that outcomes are right up to a relative 2^-40."""


@dataclass(frozen=True)
class Case:
    """A pipeline on two neighbors.

    Attributes:
        mechanism: of the reference.
        function: in ``own_pipelines``.
        given: the parameters of the pipeline.
        law: those of the reference where they are others, as they are for mutants.
        pair: two neighbors; by default the worst ones that the mechanism yields.
        claim: epsilon, and perhaps delta.
        exact: what the reference says, given the parameters and the pair; by default the max divergence or delta.
        bits: how well the numbers of the pipeline are known.
        drawn: sequences of answers.
    """

    mechanism: str
    function: str
    given: Mapping[str, Any]
    claim: Mapping[str, str]
    law: Mapping[str, Any] = field(default_factory=dict)
    pair: tuple[Any, Any] | None = None
    exact: Callable[[Any, tuple[Any, Any]], Scalar] | None = None
    bits: int = EXACT_BITS
    drawn: int = 4

    @property
    def parameters(self) -> Any:
        """Those of the reference."""
        return MECHANISMS[self.mechanism].Parameters.read(self.law)

    @property
    def inputs(self) -> tuple[Any, Any]:
        """The two neighbors."""
        return self.pair or next(iter(MECHANISMS[self.mechanism].neighbors(self.parameters)))


def of_both(pair: tuple[Any, Any], one: Callable[[Any, Any], Scalar]) -> Scalar:
    return largest([one(*pair), one(*pair[::-1])])


def loss(case: Case) -> Scalar:
    """The largest log-ratio of the two laws, either way; delta at the claimed epsilon where a delta is claimed."""
    if case.exact is not None:
        return case.exact(case.parameters, case.inputs)
    parameters, law = case.parameters, MECHANISMS[case.mechanism].law

    def one(first: Any, second: Any) -> Scalar:
        laws = law(first, parameters), law(second, parameters)
        if "delta" in case.claim:
            return hockey_stick_divergence(*laws, Budget(epsilon=case.claim["epsilon"]).exp_eps)
        found = max_divergence(*laws)
        assert found is not None
        return as_real(found)

    return of_both(case.inputs, one)


def ratio_of(view: str) -> Callable[[Any, tuple[Any, Any]], Scalar]:
    """The largest log-ratio of what is seen of lazy-to-private."""

    def exact(parameters: Any, pair: tuple[Any, Any]) -> Scalar:
        return of_both(pair, lambda a, b: as_real(log(lazy_to_private.largest_ratio(a, b, parameters, view))))

    return exact


def clipping_loss(times_released: int) -> Callable[[Any, tuple[Any, Any]], Scalar]:
    """What a clipped label loses, so many times."""
    return lambda parameters, _pair: as_real(log(label_clipping.exp_privacy_loss(parameters)) * times_released)


def local_loss(parameters: Any, _pair: tuple[Any, Any]) -> Scalar:
    """The largest loss of a report, over all pairs of labels."""
    return as_real((private_wma if hasattr(parameters, "delta") else private_exp3).privacy_loss(parameters))


# The instances

HEDGE = {"rounds": 3, "experts": 2}
REWARDS = ([[1, 0], [0, 1], [0, 1]], [[0, 1], [0, 1], [0, 1]])
LAZY = {"batch": 1, "fake_switch": "1/4", "rounds": 3, "experts": 2}
LAZY_CLAIM = {"epsilon": "3.686"}
"""Just above the logarithm of the pure bound that the reference proves, (14/9) (3/2)^8."""
CLASS = {"hypotheses": "5/6,1/6,0;0,0,1", "rounds": 98}
MAJORITY = {**CLASS, "delta": "1/128"}
USERS = ([0, 2, 1], [0, 0, 1])
SIGNS = {"rounds": 2, "queries": "1,-1,1;-1,1,1", "query_range": "-1,1"}
MORE_SIGNS = {**SIGNS, "queries": "1,-1,1;-1,1,1;1,-1,-1", "radius": "5/16"}
NET = {"queries": "1,-1,-1", "query_range": "-1,1", "drawn": 3, "points": 1}
LETTERS = {"delta": "1/128", "reference": "1/2,1/2", "rounds": 2}
CLIENTS = {"clients": 6}
ONE, PURE, LOOSE = {"epsilon": "1"}, {"epsilon": "1"}, {"epsilon": "1", "delta": "1/128"}
PRINTED = {"calibration": "printed"}


def released(mechanism: str, more: Mapping[str, Any]) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return what a pipeline of MWEM is given, and the parameters of its law."""
    return {"mechanism": mechanism, **ONE, **more}, {**ONE, **more}


MWEM = {
    "mwem": SIGNS,
    "smooth_mwem": {**MORE_SIGNS, "sigma": "1/2"},
    "projected_smooth_mwem": {**MORE_SIGNS, "sigma": "7/8"},
}

CORRECT: dict[str, Case] = {
    "multiplicative_weights": Case(
        "multiplicative_weights", "hedge", {"rate": "1/2"}, {"epsilon": "2"}, {**HEDGE, "learning_rate": "1/2"}, REWARDS
    ),
    "multiplicative_weights as it is": Case(
        "multiplicative_weights", "hedge_as_it_is", {"rate": "1/2"}, {"epsilon": "2"},
        {**HEDGE, "learning_rate": "1/2"}, REWARDS, bits=NEAR_BITS,
    ),
    "lazy_to_private, all states": Case(
        "lazy_to_private", "lazy", {"exp_rate": "3/2", "fake_switch": "1/4"}, LAZY_CLAIM,
        {**LAZY, "exp_learning_rate": "3/2"}, exact=ratio_of("state"), drawn=20,
    ),
    "lazy_to_private": Case(
        "lazy_to_private", "lazy_as_it_is", {"exp_rate": "3/2", "fake_switch": "1/4"}, LAZY_CLAIM,
        {**LAZY, "exp_learning_rate": "3/2"}, exact=ratio_of("models"),
    ),
    "private_pac": Case("private_pac", "pac", ONE, PURE, {**ONE, "dimension": 4}),
    "private_pac as it is": Case("private_pac", "pac_as_it_is", ONE, PURE, {**ONE, "dimension": 4}),
    "label_clipping": Case(
        "label_clipping", "clipped", CLASS, {"epsilon": "6.523"}, CLASS, ([0, 1, 1], [0, 2, 1]), clipping_loss(1)
    ),
    "private_wma": Case(
        "private_wma", "majority", {**MAJORITY, **ONE}, PURE, {**MAJORITY, **ONE}, USERS,
        local_loss,
    ),
    "private_exp3": Case(
        "private_exp3", "exp3", {**CLASS, "epsilon": "2"}, {"epsilon": "2"}, {**CLASS, "epsilon": "2"}, USERS,
        local_loss,
    ),
    **{
        name: Case(name, "queries_by_hand", given, PURE, law, drawn=20)
        for name, more in MWEM.items()
        for given, law in [released(name, more)]
    },
    **{
        f"{name} as it is": Case(name, "queries_as_they_are", given, PURE, law, bits=NEAR_BITS, drawn=20)
        for name, more in MWEM.items()
        for given, law in [released(name, more)]
    },
    "subsampled_net": Case("subsampled_net", "net_by_hand", {**NET, **ONE}, PURE, {**NET, **ONE}, drawn=10),
    "subsampled_net as it is": Case("subsampled_net", "net_as_it_is", {**NET, **ONE}, PURE, {**NET, **ONE}),
    **{
        f"priest_kld, {trust}": Case(
            "priest_kld", "estimate", {**LETTERS, **ONE, "trust": trust}, LOOSE,
            {**LETTERS, **ONE, **CLIENTS, "trust": trust},
        )
        for trust in ("trusted", "tagg", "dist")
    },
}  # fmt: skip
"""Of each mechanism its pipelines: the readable one, and the fast implementation as it is."""

MUTANTS: dict[str, Case] = {
    "hedge_twice_as_fast": Case(
        "multiplicative_weights", "hedge_twice_as_fast", {"rate": "1/2"}, {"epsilon": "2"},
        {**HEDGE, "learning_rate": "1"}, REWARDS,
    ),
    "lazy_thrice_as_fast": Case(
        "lazy_to_private", "lazy_thrice_as_fast", {"exp_rate": "3/2", "fake_switch": "1/4"},
        {"epsilon": "2.064"}, {**LAZY, "rounds": 2, "exp_learning_rate": "27/8"}, exact=ratio_of("state"), drawn=20,
    ),
    "pac_of_half_the_sensitivity": Case(
        "private_pac", "pac_of_half_the_sensitivity", ONE, PURE, {"epsilon": "2", "dimension": 4}
    ),
    "clipped_twice": Case(
        "label_clipping", "clipped_twice", CLASS, {"epsilon": "6.523"}, CLASS, ([0, 1, 1], [0, 2, 1]), clipping_loss(2)
    ),
    "majority_of_one_noise": Case(
        "label_clipping", "majority_of_one_noise", {**MAJORITY, **ONE}, PURE, CLASS, ([0, 1, 1], [0, 2, 1]),
        clipping_loss(1),
    ),
    "exp3, printed": Case(
        "private_exp3", "exp3", {**CLASS, "epsilon": "2", **PRINTED}, {"epsilon": "2"},
        {**CLASS, "epsilon": "2", **PRINTED}, USERS, local_loss,
    ),
    **{
        f"{name}, printed": Case(name, "queries_by_hand", given, PURE, law, drawn=20)
        for name, more in MWEM.items()
        for given, law in [released(name, {**more, **PRINTED})]
    },
    "mwem as it is, printed": Case(
        "mwem", "queries_as_they_are", {"mechanism": "mwem", **ONE, **SIGNS, **PRINTED}, PURE,
        {**ONE, **SIGNS, **PRINTED}, bits=NEAR_BITS, drawn=20,
    ),
    "subsampled_net, printed": Case(
        "subsampled_net", "net_by_hand", {**NET, **ONE, **PRINTED}, PURE, {**NET, **ONE, **PRINTED}, drawn=10
    ),
    "priest_kld, trusted, printed": Case(
        "priest_kld", "estimate", {**LETTERS, **ONE, "lam": 16, "trust": "trusted", **PRINTED}, LOOSE,
        {**LETTERS, **ONE, "lam": 16, "clients": 5, "trust": "trusted", **PRINTED},
    ),
    "priest_kld, dist, printed": Case(
        "priest_kld", "estimate", {**LETTERS, **ONE, "rounds": 8, "trust": "dist", **PRINTED}, LOOSE,
        {**LETTERS, **ONE, "rounds": 8, "clients": 2, "trust": "dist", **PRINTED},
    ),
    "priest_kld, tagg, of a larger budget": Case(
        "priest_kld", "estimate_of_a_larger_budget", {**LETTERS, **ONE, "trust": "tagg"}, LOOSE,
        {**LETTERS, "epsilon": "4", **CLIENTS, "trust": "tagg"},
    ),
}  # fmt: skip
"""Mutants, with the parameters of the law that they have in truth."""


# Replays


def plain(data: Any) -> Any:
    """Return data of the reference as JSON has it."""
    if isinstance(data, tuple | list):
        return [plain(entry) for entry in data]
    return int(data)


def replayed(
    function: str, pair: tuple[Any, Any], given: Mapping[str, Any], drawn: int, claim: Mapping[str, str]
) -> ReplayAssessment:
    first, second = (Json(json.dumps(plain(data))) for data in pair)
    tolerance = {"tolerance": 0} if "delta" in claim else {}
    asked = read_pipeline_claim(f"{FILE}:{function}", given, (first, second), **claim, **tolerance)
    return assess_replay(asked, ReplayPlan(drawn=drawn))


@cache
def audited(name: str) -> ReplayAssessment:
    case = {**CORRECT, **MUTANTS}[name]
    return replayed(case.function, case.inputs, case.given, case.drawn, case.claim)


def agree(found: Any, exact: Scalar, bits: int) -> bool:
    """Tell whether two numbers certainly differ by less than 2^-bits."""
    low, high = (as_real(found) - as_real(exact)).bounds(bits + 20)
    return max(-low, high) < Fraction(1, 2**bits)


def check_cost(name: str, case: Case) -> None:
    found = audited(name)
    assert found.cost is not None, found.found
    exact = loss(case)
    assert agree(found.cost.low, exact, case.bits)
    if "delta" in case.claim:
        assert agree(found.cost.high, exact, case.bits)


@pytest.mark.parametrize("name", CORRECT)
def test_a_mechanism_costs_what_the_reference_says(name: str) -> None:
    check_cost(name, CORRECT[name])


@pytest.mark.parametrize("name", CORRECT)
def test_a_mechanism_is_not_flagged(name: str) -> None:
    found = audited(name)
    assert [finding.words for finding in found.findings] == []
    assert found.verdict == "no violation found"


@pytest.mark.parametrize("name", MUTANTS)
def test_a_mutant_costs_what_the_reference_says_of_its_parameters_and_breaks_the_claim(name: str) -> None:
    check_cost(name, MUTANTS[name])
    assert audited(name).verdict == "violation"
    assert {finding.kind for finding in audited(name).findings if finding.certain} == {"cost"}


# What has bounds alone, and what is a parting


def test_noise_of_sixteen_times_the_budget_of_majority_costs_what_the_reference_says() -> None:
    """Of two hypotheses delta has bounds; here 10^-6 apart, and those of the reference lie across them."""
    found = replayed("majority_of_too_little_noise", USERS, {**MAJORITY, **ONE}, 2, LOOSE)
    law = private_wma.Parameters.read({**MAJORITY, "epsilon": "16"})
    exact = as_real(private_wma.delta(law, Budget(epsilon=1).exp_eps)).bounds(20)
    assert found.cost is not None
    low, high = (as_real(end).bounds()[0] for end in (found.cost.low, found.cost.high))
    assert max(low, exact[0]) <= min(high, exact[1])
    assert Fraction(1, 128) < low <= high < low + Fraction(1, 10**6)
    assert found.verdict == "violation"


def test_two_sums_with_one_noise_part_where_the_reference_says_that_delta_is_one() -> None:
    law = {**LETTERS, **ONE, **CLIENTS, "trust": "tagg"}
    pair = next(iter(priest_kld.neighbors(priest_kld.Parameters.read(law))))
    given = {"letters": [0, 0], "reference": ["1/2", "1/2"], "sigma": ["3"]}
    found = replayed("sums_with_one_noise", pair, given, 4, LOOSE)
    assert found.verdict == "violation"
    assert {finding.kind for finding in found.findings if finding.certain} == {"release"}
    printed = priest_kld.Parameters.read({**law, "rounds": 1, **PRINTED, "reference": "1/2,1/2"})
    assert as_real(priest_kld_views.shared_delta(*pair, printed, Budget(epsilon=1).exp_eps, 3)).bounds()[0] == 1


def test_one_noise_in_the_sums_of_all_rounds_of_mwem_parts() -> None:
    """What the release alone tells of it, no event of a part or of two shows."""
    given, law = released("mwem", SIGNS)
    pair = next(iter(MECHANISMS["mwem"].neighbors(MECHANISMS["mwem"].Parameters.read(law))))
    found = replayed("queries_with_one_noise", pair, given, 4, PURE)
    assert found.verdict == "undecided"
    assert "release" in {finding.kind for finding in found.findings}


# PRIEST-KLD by letters that are known: noisy sums that a reader sees


@pytest.mark.parametrize(
    ("trust", "function", "rounds", "bits"),
    [("trusted", "trusted", 1, NEAR_BITS), ("tagg", "sums", 1, NEAR_BITS), ("dist", "frequencies", 2, EXACT_BITS)],
)
def test_noisy_sums_cost_on_average_over_letters_what_the_reference_says(
    trust: str, function: str, rounds: int, bits: int
) -> None:
    law = priest_kld.Parameters.read({**LETTERS, **ONE, **CLIENTS, "trust": trust, "rounds": rounds})
    pair = next(iter(priest_kld.neighbors(law)))
    exp_eps = Budget(epsilon=1).exp_eps
    exact = of_both(pair, lambda a, b: hockey_stick_divergence(priest_kld.law(a, law), priest_kld.law(b, law), exp_eps))
    parts: list[Scalar] = []
    for letters in product((0, 1), repeat=rounds):
        sigma = str(priest_kld_noise.standard_deviation(letters, law))
        given = {"letters": list(letters), "sigma": [sigma], "reference": ["1/2", "1/2"]}
        if trust == "dist":
            del given["reference"]
        found = replayed(function, pair, given, 2, {"epsilon": "1", "delta": "1/64"})
        assert (found.verdict, found.cost and found.cost.fixed) == ("no violation found", True)
        assert found.cost is not None
        parts.append(times(Fraction(1, 2**rounds), as_real(found.cost.low)))
    assert agree(summed(parts), exact, bits)


# The table of the documentation

TABLE = ROOT / "docs" / "replay.md"


def row(name: str) -> str:
    case, found = CORRECT[name], audited(name)
    assert found.cost is not None
    assert found.cost.most is not None
    kinds = dict.fromkeys(call.asked.kind for call in found.cost.most.replay.calls if call.rows)
    claim = ", ".join(f"{key} = {value}" for key, value in case.claim.items())
    costs = (decimal_text(as_real(cost), 6) for cost in (found.cost.low, loss(case)))
    what = "delta" if "delta" in case.claim else "epsilon"
    return f"| {name} | {', '.join(kinds)} | {claim} | {' | '.join(f'{what} = {cost}' for cost in costs)} |"


@pytest.mark.parametrize("name", CORRECT)
def test_the_table_of_the_documentation_has_what_was_found(name: str) -> None:
    assert row(name) in TABLE.read_text().splitlines()
