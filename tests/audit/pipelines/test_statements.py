"""What an accountant states is read exactly, and what is no statement is refused with what is wrong."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.audit.pipelines.statements import read_statement

F = Fraction


def test_a_statement_is_read_exactly() -> None:
    found = read_statement("laplace(epsilon=1/2) x 2,  gaussian(sigma=2, sensitivity=0.1),pure(epsilon=1) * 3")
    assert [(each.name, each.rounds) for each in found.mechanisms] == [("laplace", 2), ("gaussian", 1), ("pure", 3)]
    assert found.mechanisms[0]["epsilon"] == F(1, 2)
    assert found.mechanisms[1]["sensitivity"] == F(1, 10)
    assert found.text == "laplace(epsilon=1/2) x 2, gaussian(sigma=2, sensitivity=0.1),pure(epsilon=1) * 3"


def test_a_scale_is_an_epsilon() -> None:
    (found,) = read_statement("discrete_laplace(scale=4, sensitivity=2)").mechanisms
    assert (found["epsilon"], found["sensitivity"]) == (F(1, 2), F(2))
    (other,) = read_statement("laplace(scale=4)").mechanisms
    assert (other["epsilon"], other["sensitivity"]) == (F(1, 4), F(1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "^claim = '': expected mechanisms as in 'laplace"),
        (3, "^claim = 3: expected mechanisms as in"),
        ("laplace", "^claim = 'laplace': expected mechanisms as in"),
        ("pure(epsilon=1),", "^claim = '': expected mechanisms as in"),
        ("pure(epsilon=1) pure(epsilon=1)", "^claim = 'pure.*: expected mechanisms as in"),
        ("pure(epsilon=1) x", "^claim = .*: expected mechanisms as in"),
        ("laplce(epsilon=1)", "^claim = 'laplce': expected one of laplace, "),
        ("pure(epsilon=x)", "^claim: pure: epsilon = 'x': expected a number from"),
        ("pure(epsilon=0)", "^claim: pure: epsilon = '0': expected a number from"),
        ("pure(epsilon=1, epsilon=2)", "^claim: pure: epsilon = '2': expected one number"),
        ("pure(1)", "^claim: pure = '1': expected some of epsilon = E"),
        ("pure(sigma=1)", "^claim: pure = 'sigma=1': expected some of epsilon = E"),
        ("pure()", "^claim: pure: epsilon = nothing: expected a number"),
        ("approximate(epsilon=1)", "^claim: approximate: delta = nothing"),
        ("approximate(epsilon=1, delta=1)", "^claim: approximate: delta = '1': expected a number from 0"),
        ("laplace(epsilon=1, scale=1)", "^claim: laplace: epsilon = .*expected either epsilon or scale"),
        ("laplace(sensitivity=1)", "^claim: laplace: epsilon = .*expected either epsilon or scale"),
        ("laplace(scale=1, sensitivity=1000)", "^claim: laplace: sensitivity / scale = 1000: expected"),
        ("discrete_laplace(epsilon=1, sensitivity=1/2)", "sensitivity = '1/2': expected a whole number"),
        ("gaussian(sigma=1) x 0", "^claim: gaussian: rounds = 0: expected a whole number from 1"),
        ("gaussian(sigma=1) x 99999999999", "^claim: gaussian: rounds = 99999999999: expected a whole number"),
    ],
)
def test_what_is_no_statement_is_refused(text: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_statement(text)
