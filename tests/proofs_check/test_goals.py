"""What goals may not be: their own hypothesis, a finite check among proof steps, one constant against an O()."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.certificates import load
from dpassay.proofs_check.claim import Case, Goal, Role
from dpassay.proofs_check.kernel.expressions import parse
from dpassay.proofs_check.kernel.normal_form import equal
from dpassay.proofs_check.kernel.statements import Statement, exhaustive, identity, nonnegative
from dpassay.proofs_check.proof.register import REFUTATIONS
from dpassay.proofs_check.registry import CLAIMS

PROVED_NOTHING = (
    nonnegative("(k + 1)*y - (k*y + 1)", ("y - 1",)),
    nonnegative("t*v - (m - d)", ("t*v + d - m",)),
    nonnegative("m*x*(1 + W) - W*(1 + m*x)", ("m", "m*x - W")),
    nonnegative("n - (s + 1)", ("n - 1 - s",), ">"),
    identity("w*f/p", "w*f/p"),
)
"""Goals that claims once had."""


def own_hypothesis(statement: Statement) -> str | None:
    """Return the hypothesis, or the other side of an identity, that a statement repeats after expansion.

    A side of an identity repeats the other where the text is the same: the expansion is what an identity says.
    """
    match statement["kind"]:
        case "nonnegative":
            expression = parse(statement["expression"])
            return next((text for text in statement["where"] if equal(expression, parse(text))), None)
        case "identity":
            return statement["left"] if statement["left"] == statement["right"] else None
    return None


def test_no_goal_is_its_own_hypothesis() -> None:
    assert CLAIMS
    found = [
        f"{entry.id}: {goal.words}: {text}"
        for entry in CLAIMS.values()
        for _, goal in entry.decide().goals()
        if (text := own_hypothesis(goal.statement)) is not None
    ]
    assert found == []


@pytest.mark.parametrize("statement", PROVED_NOTHING, ids=lambda s: s.get("expression", s.get("left")))
def test_one_that_is_would_be_found(statement: Statement) -> None:
    assert own_hypothesis(statement) is not None


@pytest.mark.parametrize(
    "statement",
    [
        nonnegative("2*v - p", ("v - p/2",)),
        nonnegative("x + y", ("x", "y")),
        nonnegative("x*y", ("x", "y")),
        nonnegative("x**2"),
        identity("(x + 1)**2", "x**2 + 2*x + 1"),
    ],
    ids=lambda s: s.get("expression", s.get("left")),
)
def test_what_takes_a_step_is_none(statement: Statement) -> None:
    assert own_hypothesis(statement) is None


def finite_steps(case: Case) -> list[str]:
    """Return the words of the proof steps that look at a finite family only."""
    return [goal.words for goal in case.proof if goal.statement["kind"] in {"exhaustive", "counterexample"}]


def test_no_finite_check_is_a_step_of_a_proof() -> None:
    assert [entry.id for entry in CLAIMS.values() if finite_steps(entry.decide())] == []


def test_one_that_is_a_step_would_be_found() -> None:
    goal = Goal("small games", exhaustive("asi11-sharp-hedge", "regret-lazy-games"))
    assert finite_steps(Case("", proof=(goal,))) == ["small games"]
    assert finite_steps(Case("", checks=(goal,))) == []


UNBOUNDED = ("for no c", "for no C")
"""How the words of a goal begin that holds for all members of a family along which a ratio is unbounded."""


def has_a_family(case: Case) -> bool:
    """Tell whether a kernel goal covers every constant, and not only that of the counterexample."""
    return any(
        goal.words.startswith(UNBOUNDED) and goal.statement["kind"] not in {"exhaustive", "counterexample", "box"}
        for role, goal in case.goals()
        if role is Role.SHARPER
    )


def has_a_theorem(name: str) -> bool:
    """Tell whether its root is refuted for every constant."""
    return name in REFUTATIONS and REFUTATIONS[name].no_constant is not None


def refuted_at_one_constant() -> list[str]:
    """Return the claims with a constant of their own choice, as in an O(), whose counterexample chooses one."""
    return [
        entry.id
        for entry in CLAIMS.values()
        if entry.decide().counterexample is not None
        and "constant" in load(entry.id)["goals"][0]["evidence"]["instance"]
    ]


def test_what_is_refuted_at_one_constant_is_refuted_at_all() -> None:
    chosen = refuted_at_one_constant()
    assert len(chosen) == 40
    assert [name for name in chosen if not (has_a_family(CLAIMS[name].decide()) or has_a_theorem(name))] == []


def test_a_family_that_is_missing_would_be_found() -> None:
    goal = Goal("ratios below 10^-1 to 10^-8", exhaustive("asi43b-below", "falling-ratios"))
    assert not has_a_family(Case("", sharper=(goal,)))
    assert not has_a_family(Case("", proof=(Goal("for no c", identity("x", "x")),)))
    assert has_a_theorem("ASI-33")
    assert not has_a_theorem("ASI-33-corrected")
