"""What accountants are asked about: numbers that are the same in a library and in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from dpassay.audit.answers.compositions import CASES, KINDS, QUICK_ROUNDS, Part, literal, rounded_up


def test_every_number_of_every_case_is_a_double() -> None:
    for case in CASES:
        for part in case.parts:
            assert all(Fraction(float(number)) == number for _, number in part.numbers)
            assert eval(f"[{', '.join(part.values().values())}]")  # all are literals


def test_the_cases_cover_every_kind_alone_and_mixed_from_one_round_to_a_thousand() -> None:
    alone = {(case.parts[0].kind, case.rounds) for case in CASES if len(case.parts) == 1}
    assert alone == {(kind, rounds) for kind in KINDS for rounds in (1, 10, 100, 1000)}
    assert {part.kind for case in CASES if len(case.parts) > 1 for part in case.parts} >= {"laplace", "gaussian"}
    assert len({case.name for case in CASES}) == len(CASES)
    assert any(case.rounds == QUICK_ROUNDS for case in CASES)


def test_a_budget_that_no_double_is_equal_to_is_rounded_up() -> None:
    for ratio in (Fraction(17, 15), Fraction(3), Fraction(1001, 1000)):
        found = rounded_up(ratio)
        with mpmath.workdps(40):
            exact = mpmath.log(mpmath.mpf(ratio.numerator) / ratio.denominator)
            distance = mpmath.mpf(found.numerator) / found.denominator - exact
            assert 0 <= distance < 1e-15


def test_what_follows_from_the_numbers_is_on_offer() -> None:
    response = Part("randomized_response", 3, (("truth", Fraction(5, 8)), ("categories", Fraction(2))))
    values = response.values()
    assert (values["noise"], values["rounds"], values["categories"]) == ("0.75", "3", "2")
    assert float(values["epsilon"]) == pytest.approx(float(mpmath.log(5) - mpmath.log(3)))
    bits = Part("two_point", 1, (("p", Fraction(1, 2)), ("q", Fraction(1, 4)))).values()
    assert (bits["p_rest"], bits["q_rest"]) == ("0.5", "0.75")
    assert float(bits["epsilon"]) == pytest.approx(float(mpmath.log(2)))


@pytest.mark.parametrize(
    ("kind", "rounds", "numbers", "said"),
    [
        ("laplace", 1, (("scale", Fraction(1, 3)),), "scale = 1/3"),
        ("laplace", 0, (("scale", Fraction(1)),), "rounds = 0"),
        ("laplace", 1, (("sigma", Fraction(1)),), "numbers = sigma"),
        ("laplase", 1, (("scale", Fraction(1)),), "kind = 'laplase'"),
        ("gaussian", 1, (("sigma", Fraction(-1)),), "sigma = -1"),
    ],
)
def test_what_no_library_could_be_told_is_refused(
    kind: str, rounds: int, numbers: tuple[object, ...], said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        Part(kind, rounds, numbers)


def test_literals_are_read_back_as_they_are() -> None:
    assert literal(Fraction(1000)) == "1000"
    assert Fraction(eval(literal(Fraction(1e-10)))) == Fraction(1e-10)
