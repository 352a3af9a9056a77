"""Enumerated coins tell every wrong implementation from the right one: what can be enumerated is proved, not tested."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpassay.audit.answers.enumerated import Enclosed
from dpassay.audit.answers.request import encoded_data, encoded_parameters
from dpassay.audit.answers.worker_forms import one_answer
from dpassay.audit.answers.worker_target import accepted, decoded, offered
from dpassay.audit.evidence.enclosures import Match, Privacy, match, privacy
from dpassay.audit.exactly import ROUNDING, exact_claim, outcomes
from dpassay.audit.held_to.subject import Resolved, Subject
from tests.audit.enumerating import Coins, enumeration
from tests.mutants.registry import AUDITED, CORRECT, MUTANTS

TOLERANCE = Fraction(1, 10**12)
"""What rounding may cost: these implementations compute with doubles."""

PARAMETERS = {
    **{name: AUDITED[name] for name in ("randomized_response", "private_pac", "subsampled_net", "composition")},
    "label_clipping": {**AUDITED["label_clipping"], "rounds": "3"},
    "discrete_laplace": {"epsilon": "5/2", "sensitivity": "2"},
    "discrete_gaussian": AUDITED["discrete_gaussian"],
}
"""Mechanisms whose implementations draw what can be enumerated."""

NOT_ENUMERABLE = {
    "discrete_laplace": {"sensitivity_ignored", "rounded", "biased_sign"},
    "discrete_gaussian": {"rounded", "zero_counts_twice"},
    "label_clipping": set[str](),
}
"""Those of them that draw something else, or too much."""

TARGETS = [
    (name, mutant)
    for name in PARAMETERS
    for mutant in ("", *MUTANTS[name])
    if mutant not in NOT_ENUMERABLE.get(name, set())
]


def law_of(function: Any, data: Any, resolved: Resolved) -> Enclosed:
    values = offered(encoded_parameters(resolved.parameters.given()))
    arguments = {name: values[name] for name in accepted(function, values) if name in values}

    def program(coins: Coins) -> Any:
        return one_answer(function(decoded(encoded_data(data)), size=1, rng=coins.generator, **arguments))

    found = enumeration(program, 400)
    return Enclosed(found.weights, found.left, found.branches, found.runs, "all" if found.left == 0 else "branches")


def audited(name: str, mutant: str) -> tuple[Privacy, list[Match]]:
    resolved = Subject("here:target", name, PARAMETERS[name]).resolve()
    function = MUTANTS[name][mutant] if mutant else CORRECT[name]
    codes = [law_of(function, data, resolved) for data in resolved.pair]
    ratio, delta = exact_claim(resolved, None)
    found = [match(outcomes(code), code.leftover, law) for code, law in zip(codes, resolved.laws, strict=True)]
    return privacy(codes[0], codes[1], ratio, delta + TOLERANCE), [each for each in found if each is not None]


@pytest.mark.parametrize(("name", "mutant"), TARGETS, ids=[f"{name}-{mutant or 'correct'}" for name, mutant in TARGETS])
def test_the_right_one_is_proved_and_the_wrong_ones_are_proved_wrong(name: str, mutant: str) -> None:
    held, matches = audited(name, mutant)
    if mutant:
        assert held.verdict == "breaks" or any((found.distance.low or 0) > ROUNDING for found in matches)
    else:
        assert held.verdict == "meets"
        assert all(found.distance.high is not None and found.distance.high < ROUNDING for found in matches)
