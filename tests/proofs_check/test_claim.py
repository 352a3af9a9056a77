"""Claims: what may be registered, what a case has to have, and which verdict follows from what is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from dpassay.proofs_check.claim import CLAIMS, Case, Claim, Goal, Hunt, Role, Twin, Verdict, claim, validate, verdict_of
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    nonnegative,
)
from tests.proofs_check import toys
from tests.proofs_check.toys import BINOMIAL, LARGE, NO_BINOMIAL, NO_SQUARE, SMALL, SQUARE, toy


@pytest.fixture(autouse=True)
def _only_toys() -> Iterator[None]:
    with toys.only_toys():
        yield


ALL = {"proof": (SQUARE,), "checks": (SMALL,), "broken_steps": (LARGE,), "sharper": (BINOMIAL,)}


@pytest.mark.parametrize(
    ("case", "verdict"),
    [
        (toys.PROVED, Verdict.ARGUED),
        (toys.REFUTED, Verdict.REFUTED),
        (toys.CONFIRMED, Verdict.CONFIRMED),
        (toys.REPAIRED, Verdict.REPAIRED),
        (toys.EXPLICIT, Verdict.EXPLICIT),
        (toys.OPEN, Verdict.OPEN),
        (replace(toys.PROVED, checks=(SMALL,)), Verdict.ARGUED),
        (replace(toys.REPAIRED, explicit=True), Verdict.REPAIRED),
        (replace(toys.CONFIRMED, explicit=True), Verdict.CONFIRMED),
        (replace(toys.CONFIRMED, broken_steps=(LARGE,)), Verdict.CONFIRMED),
        (Case("only sharper", sharper=(SQUARE,)), Verdict.OPEN),
        (Case("only a broken step", broken_steps=(LARGE,)), Verdict.OPEN),
        (Case("nothing", explicit=True), Verdict.OPEN),
        (Case("everything", counterexample=LARGE, **ALL), Verdict.REFUTED),
    ],
)
def test_the_verdict_when_all_is_accepted(case: Case, verdict: Verdict) -> None:
    assert verdict_of(case, [True] * len(case.goals())) == verdict


@pytest.mark.parametrize(
    ("case", "root", "verdict"),
    [
        (Case(), Verdict.PROVED, Verdict.PROVED),
        (Case(), Verdict.ARGUED, Verdict.ARGUED),
        (Case(beyond="there is more"), Verdict.PROVED, Verdict.ARGUED),
        (Case(beyond="there is more", explicit=True), Verdict.PROVED, Verdict.EXPLICIT),
        (Case(beyond="there is more", broken_steps=(LARGE,)), Verdict.PROVED, Verdict.REPAIRED),
        (replace(toys.REFUTED, beyond="there is more"), Verdict.REFUTED, Verdict.REFUTED),
    ],
)
def test_the_verdict_of_a_formula_is_that_of_the_claim_where_it_says_all_of_it(
    case: Case, root: Verdict, verdict: Verdict
) -> None:
    assert verdict_of(case, [True] * len(case.goals()), root) == verdict


@pytest.mark.parametrize("case", [toys.PROVED, toys.CONFIRMED, toys.REPAIRED, toys.EXPLICIT, Case("all", **ALL)])
def test_one_goal_that_is_not_accepted_leaves_it_open(case: Case) -> None:
    for accepted in product((True, False), repeat=len(case.goals())):
        assert (verdict_of(case, list(accepted)) == Verdict.OPEN) == (not all(accepted))


def test_a_refutation_needs_all_that_its_argument_uses() -> None:
    case = Case("everything", counterexample=LARGE, **ALL)
    for accepted in product((True, False), repeat=len(case.goals())):
        assert verdict_of(case, list(accepted)) == (Verdict.REFUTED if all(accepted) else Verdict.OPEN)


@pytest.mark.parametrize("accepted", [[], [True], [True] * 3])
def test_each_goal_needs_its_answer(accepted: list[bool]) -> None:
    with pytest.raises(ValueError, match="zip"):
        verdict_of(toys.PROVED, accepted)


def test_every_goal_of_a_case_is_among_its_goals_in_a_fixed_order() -> None:
    case = Case("everything", counterexample=LARGE, **ALL)
    assert case.goals() == [
        (Role.COUNTEREXAMPLE, LARGE),
        (Role.PROOF, SQUARE),
        (Role.CHECK, SMALL),
        (Role.BROKEN_STEP, LARGE),
        (Role.SHARPER, BINOMIAL),
    ]


def register_toy(name: str = "LEC-01", **changes: Any) -> None:
    claim(name, **{"location": "nowhere", "latex": "x", "text": "a toy", **changes})(lambda: toys.OPEN)


def test_registered_under_the_function_that_decides() -> None:
    register_toy(adjacency="replace_one", corrected_by="LEC-02")
    assert list(CLAIMS) == ["LEC-01"]
    assert CLAIMS["LEC-01"].decide() is toys.OPEN
    assert (CLAIMS["LEC-01"].adjacency, CLAIMS["LEC-01"].corrected_by) == ("replace_one", "LEC-02")


@pytest.mark.parametrize("name", ["LEC-07b", "ASI-01-corrected", "SIMA-29", "LEC-07b-private"])
def test_well_formed_ids(name: str) -> None:
    register_toy(name)
    assert list(CLAIMS) == [name]


@pytest.mark.parametrize("name", ["LEC-1", "XYZ-01", "lec-01", "LEC-01B", "LEC-011", "LEC-01-", "", "LEC-01\n"])
def test_malformed_ids(name: str) -> None:
    with pytest.raises(ValueError, match="id = "):
        register_toy(name)
    assert CLAIMS == {}


@pytest.mark.parametrize(
    "changes",
    [{"location": " "}, {"latex": ""}, {"text": "\n"}, {"adjacency": "neighbors"}, {"adjacency": ""}],
    ids=str,
)
def test_malformed_claims(changes: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(changes))} of LEC-01"):
        register_toy(**changes)


def test_an_id_is_registered_once() -> None:
    register_toy()
    with pytest.raises(ValueError, match="not yet registered"):
        register_toy()


def validated(case: Case, **changes: Any) -> None:
    validate({"LEC-01": toy(case, **changes), "LEC-02": toy(toys.PROVED, "LEC-02")})


@pytest.mark.parametrize("case", [toys.PROVED, toys.CONFIRMED, toys.REPAIRED, toys.EXPLICIT, toys.OPEN])
def test_valid_cases(case: Case) -> None:
    validated(case)


def test_a_refuted_claim_names_its_correction() -> None:
    validated(toys.REFUTED, corrected_by="LEC-02")


INVALID: list[tuple[Claim, str]] = [
    (toy(toys.REFUTED), "corrected_by"),
    (toy(toys.REFUTED, corrected_by="LEC-03"), "the id of a claim"),
    (toy(toys.REFUTED, corrected_by="LEC-01"), "another claim"),
    (toy(replace(toys.PROVED, twins=())), "tampered twin"),
    (toy(replace(toys.PROVED, twins=(replace(NO_SQUARE, of=2),))), "of no goal"),
    (toy(replace(toys.PROVED, twins=(replace(NO_SQUARE, of=-1),))), "of no goal"),
    (toy(Case("", twins=(NO_SQUARE,))), "of no goal"),
    (toy(replace(toys.PROVED, twins=(NO_BINOMIAL,))), "of the kind 'nonnegative'"),
    (toy(replace(toys.PROVED, twins=(Twin("the same", SQUARE.statement),))), "another statement"),
    (toy(replace(toys.PROVED, twins=(Twin("none", nonnegative("x +")),))), "can be read"),
    (toy(replace(toys.PROVED, twins=(Twin("none", nonnegative("x", relation="<")),))), "can be read"),
    (toy(replace(toys.CONFIRMED, twins=(Twin("none", exhaustive("unknown", "up-to-2")),))), "can be read"),
    (toy(replace(toys.CONFIRMED, twins=(Twin("none", exhaustive("below-2", "unknown")),))), "can be read"),
    (toy(replace(toys.PROVED, proof=(Goal("none", identity("x", "f(x)")),))), "can be read"),
    (toy(replace(toys.REPAIRED, broken_steps=(Goal("no hunt", LARGE.statement),))), "expected a hunt"),
    (toy(replace(toys.REPAIRED, broken_steps=(replace(LARGE, statement=counterexample("below-9")),))), "same property"),
    (toy(replace(toys.PROVED, proof=(replace(SQUARE, hunt=LARGE.hunt),))), "nowhere else"),
    (toy(replace(toys.PROVED, hunts=(Hunt("unknown", toys.up_to_5),))), "to hunt"),
]


@pytest.mark.parametrize(("entry", "complaint"), INVALID, ids=lambda value: value if isinstance(value, str) else "")
def test_invalid_cases(entry: Claim, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        validate({"LEC-01": entry})


@pytest.mark.parametrize(
    ("case", "root", "verdict"),
    [
        (toys.PROVED, "proved", Verdict.PROVED),
        (toys.PROVED, "argued", Verdict.ARGUED),
        (toys.PROVED, "refuted", Verdict.OPEN),
        (toys.REFUTED, "refuted", Verdict.REFUTED),
        (toys.REFUTED, "proved", Verdict.OPEN),
        (toys.REPAIRED, "proved", Verdict.REPAIRED),
        (toys.CONFIRMED, "proved", Verdict.PROVED),
    ],
)
def test_the_verdict_of_a_claim_that_is_a_formula(case: Case, root: str, verdict: Verdict) -> None:
    """Goals prove nothing that the steps do not, and a counterexample to what is proved is a contradiction."""
    assert verdict_of(case, [True] * len(case.goals()), root) is verdict
