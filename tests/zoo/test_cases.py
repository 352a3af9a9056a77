"""The table of faults: what it may hold, and what its functions are."""

from __future__ import annotations

import ast
from pathlib import Path

import numpy as np
import pytest

from zoo.cases import ROLES, TARGETS, Case, chosen, load

CASES = list(load().values())
LONGEST = 40


def test_there_are_many_faults_of_many_kinds() -> None:
    assert len(CASES) >= 24
    assert len({case.kind for case in CASES}) >= 10
    assert len({case.mechanism for case in CASES}) >= 14
    assert {case.reach for case in CASES} == {"samples", "calls", "code"}


@pytest.mark.parametrize("path", sorted(TARGETS.glob("[a-z]*.py")), ids=lambda path: path.stem)
def test_a_target_is_short_and_needs_numpy_only(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) < LONGEST
    modules = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            modules |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(str(node.module).split(".")[0])
    assert modules <= {"numpy", "math", "itertools", "typing"}


def test_every_function_of_a_target_is_in_the_table() -> None:
    named = {(case.file, case.function(role)) for case in CASES for role in ROLES}
    for path in TARGETS.glob("[a-z]*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")}
        assert {(path.stem, name) for name in found} <= named


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_answers_have_their_form_and_repeat_with_their_seed(case: Case) -> None:
    for role in ROLES:
        once, again = (case.draw(role, 20, (1,)) for _ in range(2))
        for answers, repeated in zip(once, again, strict=True):
            assert len(answers) == 20
            assert isinstance(answers, np.ndarray) == (case.answers == "numbers")
            np.testing.assert_equal(list(answers), list(repeated))


def test_the_claimed_epsilon_is_not_below_the_claim() -> None:
    from fractions import Fraction

    from mpmath import mp, mpf

    mp.dps = 40
    for case in CASES:
        exact = mpf(case.exp_epsilon.numerator) / case.exp_epsilon.denominator if case.exp_epsilon else None
        assert Fraction(case.claimed) >= (case.epsilon or 0)
        assert exact is None or 0 <= mpf(case.claimed) - mp.log(exact) < 1e-15


GOOD = """
[[fault]]
name = "one"
mechanism = "m"
kind = "k"
file = "response"
fault = "biased_coin"
sibling = "correct"
epsilon = "1"
delta = "0"
adjacency = "a"
data = [0, 1]
answers = "numbers"
reach = "samples"
why = "w"
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('epsilon = "1"\n', "", "epsilon"),
        ('epsilon = "1"', 'epsilon = "1"\nexp_epsilon = "3"', "epsilon"),
        ('kind = "k"\n', "", "kind"),
        ('kind = "k"', 'kinds = "k"', "kinds"),
        ('"samples"', '"luck"', "reach = 'luck'"),
        ('"numbers"', '"words"', "answers = 'words'"),
    ],
)
def test_a_malformed_row_is_named(old: str, new: str, message: str, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(GOOD)
    assert list(load(table)) == ["one"]
    other = tmp_path / "other.toml"
    other.write_text(GOOD.replace(old, new))
    with pytest.raises(ValueError, match=f"fault 'one': .*{message}"):
        load(other)


def test_a_name_stands_once(tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text(GOOD + GOOD)
    with pytest.raises(ValueError, match="name = 'one': expected a name that no other fault has"):
        load(table)


def test_cases_are_chosen_by_name() -> None:
    assert [case.name for case in chosen(" form-nan,rare-branch")] == ["form-nan", "rare-branch"]
    assert chosen(None) == CASES
    with pytest.raises(ValueError, match="cases = 'nothing': expected names of"):
        chosen("nothing")
