"""How mechanisms and parameters are looked up, and the ranges that all of them share."""

from __future__ import annotations

import pytest

from dpassay.reference import MECHANISMS, mechanism
from dpassay.reference.laplace import Parameters
from dpassay.reference.mechanism import nearest


@pytest.mark.parametrize("name", ["laplace", "LAPLACE", "LaPlace"])
def test_names_match_whatever_their_case(name: str) -> None:
    assert mechanism(name) is MECHANISMS["laplace"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("LAPLASE", r"mechanism = 'LAPLASE': expected one of .* \(did you mean 'laplace'\?\)"),
        ("", "mechanism = ''"),
        (None, "mechanism = None"),
        (["laplace"], r"mechanism = \['laplace'\]"),
        ("x" * 1000, "mechanism = 'xxx"),
    ],
)
def test_an_unknown_mechanism_is_one_short_line(name: object, words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        mechanism(name)
    assert len(str(caught.value)) < 400
    assert "\n" not in str(caught.value)


def test_parameters_match_whatever_their_case() -> None:
    assert Parameters.read({"EPSILON": 1, "Sensitivity": 2}) == Parameters.read(epsilon=1, sensitivity=2)
    with pytest.raises(ValueError, match="parameter = 'epsilon': expected each name once, whatever its case"):
        Parameters.read({"EPSILON": 1, "epsilon": 1, "sensitivity": 2})
    with pytest.raises(ValueError, match=r"did you mean 'epsilon'\?"):
        Parameters.read({"EPSLON": 1, "sensitivity": 2})


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"epsilon": "1e400"}, r"epsilon = 1e\+400: expected a number above 0 and at most 10\^6"),
        ({"epsilon": 10**6 + 1}, "epsilon = 1000001: expected"),
        ({"exp_eps": "1." + "0" * 300 + "1"}, "exp_eps = 1 \\+ 1e-301: expected a quotient"),
    ],
)
def test_budgets_out_of_range(given: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Parameters.read({**given, "sensitivity": 1})
    assert Parameters.read(epsilon=10**6, sensitivity=1).budget.epsilon == 10**6
    assert Parameters.read(exp_eps=2**3000, sensitivity=1).budget.given_exp_eps == 2**3000


@pytest.mark.parametrize(("name", "hint"), [("epslon", " (did you mean 'epsilon'?)"), ("epsilon", ""), ("x", "")])
def test_a_hint_is_given_for_a_name_that_is_not_known(name: str, hint: str) -> None:
    assert nearest(name, iter(["sensitivity", "epsilons", "epsilon"])) == hint
