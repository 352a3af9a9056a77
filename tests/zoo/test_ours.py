"""Every fault in reach is found by this project's audits, and no sibling is flagged.

alpha is 1e-6 an audit: with fixed seeds, of all of them together a false alarm has a probability below 1e-4.
"""

from __future__ import annotations

import pytest

from zoo.auditor import Answer, Question
from zoo.cases import Case, load
from zoo.ours import NO_LAW, OURS

ALPHA = 1e-6
CASES = load()
pytestmark = pytest.mark.statistical

LAW = {
    "laplace-scale-2": 512_000,
    "laplace-scale-5": 64_000,
    "laplace-scale-10": 16_000,
    "expert-sees-own-round": 8_000,
    "discrete-gaussian-scale-10": 16_000,
    "division-wrong-quotient": 32_000,
}
"""Answers on either input that the test against the law needs at this level; 4,000 where there is nothing else."""

BLIND = {
    "laplace-scale-2": 0,
    "laplace-scale-5": 256_000,
    "laplace-scale-10": 128_000,
    "laplace-scale-20": 32_000,
    "discrete-gaussian-scale-10": 256_000,
    "discrete-gaussian-factor-two": 32_000,
    "discrete-gaussian-clipped": 64_000,
    "discrete-laplace-clipped": 32_000,
    "response-biased-coin": 32_000,
    "expert-sees-own-round": 256_000,
    "composition-delta-once": 128_000,
    "expert-rate-doubled": 64_000,
    "rare-branch": 128_000,
    "pad-short": 0,
    "division-wrong-quotient": 256_000,
}
"""The same of the audit that knows no law; 0 where it takes more than a test may, or finds nothing; else 16,000."""

SIBLING = 4_000


def asked(case: Case, auditor: str, role: str, size: int) -> Answer:
    question = Question(case, role, case.draw(role, size, (2026, 11)), ALPHA, 1)  # type: ignore[arg-type]
    return OURS[auditor](question)


def in_reach(auditor: str) -> list[str]:
    sizes = LAW if auditor == "dpassay-law" else BLIND
    silent = {name for name, case in CASES.items() if auditor == "dpassay-law" and case.file in NO_LAW}
    return [name for name, case in CASES.items() if case.reach != "code" and name not in silent and sizes.get(name, 1)]


@pytest.mark.parametrize("name", in_reach("dpassay-law"))
def test_the_law_tells_every_fault_from_its_sibling(name: str) -> None:
    assert asked(CASES[name], "dpassay-law", "fault", LAW.get(name, 4_000)).flag is True
    assert asked(CASES[name], "dpassay-law", "sibling", SIBLING).flag is False


@pytest.mark.parametrize("name", in_reach("dpassay-blind"))
def test_without_a_law_every_fault_is_told_from_its_sibling(name: str) -> None:
    found = asked(CASES[name], "dpassay-blind", "fault", BLIND.get(name, 16_000))
    assert found.flag is True
    right = asked(CASES[name], "dpassay-blind", "sibling", SIBLING)
    assert right.flag is False
    assert (right.epsilon_lower or 0.0) <= CASES[name].claimed < (found.epsilon_lower or 0.0)


def test_an_answer_that_one_input_alone_gives_counts_against_the_law_though_it_is_a_row() -> None:
    case = CASES["lazy-no-fake-switches"]
    first, second = case.draw("sibling", SIBLING, (5,))
    first[0] = (7, 7)
    assert OURS["dpassay-law"](Question(case, "sibling", (first, second), ALPHA)).flag is True


UNSEEN = {"calls-drift", "calls-honest-first", "calls-honest-long"}
"""What the first answer of a process does not show: the first answer keeps the claim, and that is what is proved."""

TOO_MANY = {"laplace-scale-2", "laplace-scale-5", "laplace-scale-10", "laplace-scale-20", "pad-long"}
TOO_MANY |= {"gaussian-added-as-double", "tails-of-a-double"}
"""Their coins are too many."""

OPEN = {"bits-low", "calls-majority"}
"""Too many logarithms; a state from call to call, which is noticed, but not enumerated."""

SLOW = {"rare-branch-never-seen", "noise-reused", "pad-short", "likelihoods-whole-budget", "kl-one-noise"}
SLOW |= {"total-exact", "scale-zero", "classes-found", "class-changed", "variance-squares"}  # of several noises
SLOW |= {"histogram-weights", "nanmean-sensitivity", "regression-unclipped", "nan-kept"}  # as scale-of-raw-data


@pytest.mark.parametrize("name", [name for name in CASES if name not in TOO_MANY | SLOW])
def test_what_enumerated_coins_prove(name: str) -> None:
    found = OURS["dpassay-exact"](Question(CASES[name], "fault", ([], [])))
    assert found.flag is (None if name in OPEN else name not in UNSEEN)


@pytest.mark.parametrize(
    "name",
    [
        "discrete-gaussian-clipped",
        "response-last-label",
        "lazy-no-fake-switches",
        "form-nan",
        "domain-inferred",
        "sigma-of-bisection",
    ],
)
def test_siblings_are_proved_by_enumerated_coins(name: str) -> None:
    assert OURS["dpassay-exact"](Question(CASES[name], "sibling", ([], []))).flag is False


def test_an_enumeration_that_was_kept_says_what_it_took() -> None:
    question = Question(CASES["response-biased-coin"], "fault", ([], []))
    first, second = (OURS["dpassay-exact"](question) for _ in range(2))
    assert first == second
    assert (first.seconds or 0.0) > 0.0


@pytest.mark.parametrize("name", ["response-biased-coin", "laplace-scale-20", "composition-undivided"])
def test_the_best_event_is_certified(name: str) -> None:
    assert asked(CASES[name], "best-event", "fault", 16_000).flag is True
    assert asked(CASES[name], "best-event", "sibling", SIBLING).flag is False
