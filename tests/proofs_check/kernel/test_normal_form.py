"""Normal forms: equal ones mean equal values, and the signs and domains built on them are right at every point."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from dpassay.exact.real import rational_ball, working_precision
from dpassay.proofs_check.kernel.domain import defined, sign
from dpassay.proofs_check.kernel.expressions import ball, parse, substitute
from dpassay.proofs_check.kernel.interval import Interval
from dpassay.proofs_check.kernel.normal_form import equal, rational_function
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.kernel.series import reduced
from tests.proofs_check.kernel.inequality_cases import MP, Undefined, points, value
from tests.proofs_check.kernel.test_inequality import FORMULAS, INTERVALS

FORMS = st.recursive(
    st.sampled_from(["x", "y", "1", "2", "1/2", "-1"]),
    lambda inner: st.one_of(
        st.builds("({} + {})".format, inner, inner),
        st.builds("({} - {})".format, inner, inner),
        st.builds("({} * {})".format, inner, inner),
        st.builds("({} / {})".format, inner, inner),
        st.builds("({})**{}".format, inner, st.sampled_from([-1, 2])),
        st.builds("{}({})".format, st.sampled_from(["exp", "exp", "log"]), inner),
    ),
    max_leaves=3,
)
POINTS = [(Fraction(2, 7), Fraction(5, 3)), (Fraction(-11, 5), Fraction(3, 13)), (Fraction(17, 10), Fraction(-1, 9))]


@given(FORMS, FORMS)
def test_equal_forms_have_equal_values(left: str, right: str) -> None:
    a, b = parse(left), parse(right)
    try:
        same = equal(a, b)
    except Rejected:
        return
    with working_precision(128):
        for x, y in POINTS:
            point = {"x": rational_ball(x), "y": rational_ball(y)}
            values = ball(a, point), ball(b, point)
            if same and all(one.is_finite() for one in values):
                assert values[0].overlaps(values[1])


@given(FORMS, FORMS, FORMS)
def test_rules_that_hold(a: str, b: str, c: str) -> None:
    rules = [
        (f"({a} + {b})*{c}", f"{a}*{c} + {b}*{c}"),
        (f"({a} - {b})**2", f"({a})**2 - 2*({a})*({b}) + ({b})**2"),
        (f"exp({a} + {b})", f"exp({a})*exp({b})"),
    ]
    for left, right in rules[:2]:
        try:
            assert equal(parse(left), parse(right))
            assert not equal(parse(left), parse(f"{right} + 1"))
        except Rejected:
            assume(False)


@given(FORMULAS)
def test_lowest_terms_keep_the_value(text: str) -> None:
    formula = parse(text)
    try:
        simpler = reduced(formula, "x")
    except Rejected:
        return
    with working_precision(128):
        for x, _ in POINTS:
            before, after = (ball(each, {"x": rational_ball(x)}) for each in (formula, simpler))
            if before.is_finite():
                assert not after.is_finite() or before.overlaps(after)


@given(FORMULAS, st.sampled_from(INTERVALS))
def test_domains_and_signs(text: str, interval: str) -> None:
    formula, where = parse(text), Interval.read(interval)
    try:
        if not defined(formula, "x", where):
            return
        known = sign(formula, "x", where)
    except Rejected:
        return
    for point in points(where):
        try:
            found = value(text, "x", MP.mpf(point.numerator) / point.denominator)
        except OverflowError:
            continue
        except Undefined:  # or a number that is only almost zero, in doubt of which the ball decides
            with working_precision(512):
                assert ball(formula, {"x": rational_ball(point)}).is_finite(), f"{text} is not defined at {point}"
            continue
        noise = MP.mpf(10) ** -40 * (1 + abs(found))
        assert not (known.at_least_0 and found < -noise), f"{text} is negative at {point}"
        assert not (known.at_most_0 and found > noise), f"{text} is positive at {point}"


DEFINED = [
    "1/(1 + x**2)",
    "log(1 + x)",
    "1/(exp(x) - 1)",
    "1/(1 - exp(-x))",
    "sqrt(exp(x) + x)",
    "1/log(1 + x)",
    "log(log(3))",
    "x*log(x)",
]
NOT_DEFINED = [
    "1/(x - 1)",
    "log(x - 1)",
    "1/(exp(x) - 3)",
    "1/log(x)",
    "sqrt(1 - x)",
    "log(log(1/2))",
    "1/0",
    "(1/(x - 1))**0",
    "0/(x - 1)",
    "y",
]


@pytest.mark.parametrize("text", DEFINED)
def test_defined(text: str) -> None:
    assert defined(parse(text), "x", Interval.read("(0, oo)"))


@pytest.mark.parametrize("text", NOT_DEFINED)
def test_not_defined(text: str) -> None:
    try:
        assert not defined(parse(text), "x", Interval.read("(0, oo)"))
    except Rejected:
        assert text == "1/0"


def test_closed_ends_belong_to_the_domain() -> None:
    assert defined(parse("1/x"), "x", Interval.read("(0, 1]"))
    assert not defined(parse("1/x"), "x", Interval.read("[0, 1]"))
    assert not defined(parse("log(1 - x)"), "x", Interval.read("[0, 1]"))


def test_rational_functions() -> None:
    assert rational_function(parse("exp(x)"), "x") is None
    assert rational_function(parse("x + y"), "x") is None
    assert rational_function(parse("0*log(x)"), "x") is None
    for text in ("3/2", "x - x", "(x**2 - 1)/(x + 2)", "1/(1/x + 1)"):
        form = rational_function(parse(text), "x")
        assert form is not None
        at = Fraction(5, 7)
        numerator, denominator = (sum(Fraction(str(c)) * at**k for k, c in enumerate(part.coeffs())) for part in form)
        expected = ball(substitute(parse(text), {"x": parse("5/7")}), {})
        assert expected.overlaps(rational_ball(Fraction(numerator) / Fraction(denominator)))


@pytest.mark.parametrize("other", ["5", "2/(x - x)", "0/(y - y)", "x"])
def test_a_quotient_by_nothing_equals_nothing(other: str) -> None:
    """0/0 times any denominator is 0: cross-multiplied it would equal everything."""
    for text in ("0/(x - x)", "1/(x - x)"):
        for left, right in ((text, other), (other, text)):
            with pytest.raises(Rejected, match="zero"):
                equal(parse(left), parse(right))


def test_the_power_0_is_1_whatever_its_base() -> None:
    for base in ("x", "2", "x - x", "exp(x)"):
        assert equal(parse(f"({base})**0"), parse("1"))
