"""Formulas as text of Coq: few brackets, and those that are needed; a reader of its own reads the same values."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.coq.goals.formulas import Binary, Call, Formula, Negative, Power, Variable, number, read
from dpassay.proofs_check.coq.goals.writing import for_all, relation, term, variable
from dpassay.proofs_check.kernel.expressions import ball, parse
from tests.proofs_check.coq.goals.coq_reader import Reader, value


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("x - (y - z)", "x - (y - z)"),
        ("x - y - z", "x - y - z"),
        ("x/(y*z)", "x / (y * z)"),
        ("x/y*z", "x / y * z"),
        ("-x**2", "- x ^ 2"),
        ("(-x)**2", "(- x) ^ 2"),
        ("x**-2", "/ x ^ 2"),
        ("-1*x", "- (1) * x"),
        ("exp(-x)", "exp (- x)"),
        ("exp(x)**2", "(exp x) ^ 2"),
        ("log(sqrt(x))", "ln (sqrt x)"),
        ("2*-x", "2 * (- x)"),
        ("E*x1", "v_E * x1"),
    ],
)
def test_brackets_stand_where_they_have_to(text: str, written: str) -> None:
    assert term(read(text)) == written


def test_numbers() -> None:
    values = (Fraction(3), Fraction(-3), Fraction(1, 2), Fraction(-1, 2))
    assert [term(number(q)) for q in values] == ["3", "- 3", "1 / 2", "- (1 / 2)"]
    assert term(Binary("*", number(Fraction(1, 2)), Variable("x"))) == "1 / 2 * x"
    assert term(Binary("/", Variable("x"), number(Fraction(1, 2)))) == "x / (1 / 2)"


def test_names_are_no_words_of_coq() -> None:
    written = [variable(name) for name in ("x", "x12", "R", "E", "exp", "in", "forall", "x_1")]
    assert written == ["x", "x12", "v_R", "v_E", "v_exp", "v_in", "v_forall", "v_x_1"]


def test_relations_and_quantifiers() -> None:
    told = [relation(Variable("x"), sign) for sign in (">", ">=", "<", "<=", "!=")]
    assert told == ["0 < x", "0 <= x", "x < 0", "x <= 0", "x <> 0"]
    assert for_all(["a", "E"], "0 < a") == "forall a v_E : R, 0 < a -> "
    assert for_all([], "0 < 1") == "0 < 1 -> "


def larger(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    return st.one_of(
        inner.map(Negative),
        st.builds(Binary, st.sampled_from("+-*/"), inner, inner),
        st.builds(Power, inner, st.integers(-3, 3)),
        st.builds(Call, st.sampled_from(["exp", "log", "sqrt"]), inner),
    )


FORMULAS = st.recursive(
    st.one_of(st.fractions(-3, 3, max_denominator=4).map(number), st.sampled_from([Variable("x"), Variable("B")])),
    larger,
    max_leaves=12,
)


def as_python(formula: Formula) -> str:
    """A formula in the language of goals, with all brackets."""
    match formula:
        case Variable(name):
            return name
        case Negative(inner):
            return f"(-{as_python(inner)})"
        case Binary(sign, left, right):
            return f"({as_python(left)} {sign} {as_python(right)})"
        case Power(base, exponent):
            return f"({as_python(base)} ** {exponent})"
        case Call(function, inner):
            return f"{function}({as_python(inner)})"
    return f"({formula.value.numerator} / {formula.value.denominator})"


@given(FORMULAS)
def test_what_is_written_is_read_as_it_was_meant(formula: Formula) -> None:
    with working_precision(300):
        expected = ball(
            parse(as_python(formula)), {"x": rational_ball(Fraction(3, 7)), "B": rational_ball(Fraction(5, 2))}
        )
        at = {"x": rational_ball(Fraction(3, 7)), "v_B": rational_ball(Fraction(5, 2))}
        found = value(Reader(term(formula)).term(), at)
        assert not (expected.is_finite() and found.is_finite()) or found.overlaps(expected)
