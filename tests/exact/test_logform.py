"""Logarithmic forms: equality without factoring, decidable signs, and the road to and from the exact field."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from dpassay.exact import ExpNumber, LogForm, Real, exp, log, log_number, power
from dpassay.exact.logform import coprime_base
from tests.exact.second_opinion import MP, agree, mp, rejects

COEFFICIENTS = st.fractions(-3, 3, max_denominator=4)
FORMS = st.tuples(COEFFICIENTS, st.dictionaries(st.integers(2, 60), COEFFICIENTS, max_size=4))


def value_of(constant: Fraction, terms: dict[int, Fraction]) -> Any:
    return mp(constant) + MP.fsum(mp(c) * MP.log(n) for n, c in terms.items())


def is_zero_by_factoring(constant: Fraction, terms: dict[int, Fraction]) -> bool:
    sums: dict[int, Fraction] = {}
    for n, c in terms.items():
        for prime, multiplicity in sympy.factorint(n).items():
            sums[prime] = sums.get(prime, Fraction(0)) + c * multiplicity
    return constant == 0 and not any(sums.values())


def check_form(form: LogForm, constant: Fraction, terms: dict[int, Fraction]) -> None:
    agree(form, value_of(constant, terms))
    assert form.is_zero() == is_zero_by_factoring(constant, terms)
    assert form.sign() == (0 if form.is_zero() else MP.sign(value_of(constant, terms)))


@given(FORMS)
def test_value_and_sign(parts: tuple[Fraction, dict[int, Fraction]]) -> None:
    check_form(LogForm(*parts), *parts)
    rejects(check_form, LogForm(*parts) + Fraction(1, 10**12), *parts)


@given(FORMS, FORMS)
def test_arithmetic(x: tuple[Fraction, dict[int, Fraction]], y: tuple[Fraction, dict[int, Fraction]]) -> None:
    a, b = LogForm(*x), LogForm(*y)
    agree(a + b, value_of(*x) + value_of(*y))
    agree(a - b, value_of(*x) - value_of(*y))
    agree(2 - a, 2 - value_of(*x))
    agree(a * Fraction(3, 7) / 2, value_of(*x) * 3 / 14)
    assert (a - b == 0) == (a == b)
    assert (a < b) == (b - a > 0)


@given(st.integers(1, 400), st.integers(1, 400), st.integers(1, 400))
def test_hidden_zero(a: int, b: int, c: int) -> None:
    """log(ab) + log(bc) - log(ac) - 2 log b is zero, however the factors overlap."""
    zero = log(a * b) + log(b * c) - log(a * c) - 2 * log(b)
    assert zero.is_zero()
    assert zero.sign() == 0
    assert float(zero) == 0
    assert not (zero + log(Fraction(401, 400))).is_zero()


@given(st.lists(st.integers(1, 5000), max_size=6))
def test_coprime_base(integers: list[int]) -> None:
    base = coprime_base(integers)
    assert all(b > 1 for b in base)
    assert all(sympy.igcd(a, b) == 1 for i, a in enumerate(base) for b in base[:i])
    for n in integers:
        rest = n
        for b in base:
            while rest % b == 0:
                rest //= b
        assert rest == 1


def test_no_factoring_is_needed() -> None:
    """A product of two primes of 600 bits: equality must come at once, or this test would never end."""
    p, q, r = (sympy.nextprime(2**600 + shift) for shift in (0, 10**6, 10**9))
    n, m = int(p) * int(q), int(q) * int(r)
    assert log(n**5) == 5 * log(n)
    assert log(n) == log(int(p)) + log(int(q))
    assert log(n) - log(m) == log(int(p)) - log(int(r))
    assert log(n) != log(n + 1)
    assert log(n) < log(n + 1)
    assert log(n**2 * m) + log(m) > 2 * log(n * m) - log(2)


@pytest.mark.parametrize("bits", [200, 5_000, 40_000])
def test_sign_of_a_tiny_difference(bits: int) -> None:
    """log(1 + 2^-bits): known not to be zero, so the sign must come however small it is."""
    tiny = log(Fraction(2**bits + 1, 2**bits))
    assert tiny.sign() == 1
    assert (-tiny).sign() == -1
    assert log(2**bits) < log(2**bits + 1)


@given(st.fractions(Fraction(1, 100), 100))
def test_logarithm_and_back(x: Fraction) -> None:
    assert log(x).exp() == x
    agree(log(x), MP.log(mp(x)))
    assert log(x) + log(1 / x) == 0


@given(FORMS)
def test_exponential(parts: tuple[Fraction, dict[int, Fraction]]) -> None:
    agree(LogForm(*parts).exp(), MP.exp(value_of(*parts)))


def test_log_number() -> None:
    assert log_number(Fraction(3, 2)) == log(Fraction(3, 2))
    root = log_number(1 + power(2, Fraction(1, 2)))
    assert isinstance(root, Real)
    agree(root, MP.log(1 + MP.sqrt(2)))


def test_the_logarithm_of_a_single_power_is_exact() -> None:
    number = exp(Fraction(1, 3)) * power(2, Fraction(1, 2)) * Fraction(3, 5)
    assert isinstance(number, ExpNumber)
    logarithm = log_number(number)
    assert isinstance(logarithm, LogForm)
    assert logarithm == Fraction(1, 3) + log(2) / 2 + log(Fraction(3, 5))


@pytest.mark.parametrize("value", [0, -1, Fraction(-1, 2), 0.5, "x", True, float("nan")])
def test_log_refuses(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^value = "):
        log(value)


@pytest.mark.parametrize(
    ("constant", "terms"), [(0.5, {}), (0, {1: Fraction(1)}), (0, {0: Fraction(1)}), (0, {2: 0.5}), (True, {})]
)
def test_forms_refuse(constant: Any, terms: Any) -> None:
    with pytest.raises(ValueError, match="="):
        LogForm(constant, terms)


def test_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(log(2))


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (LogForm(), "0"),
        (LogForm(2), "2"),
        (log(3), "log(3)"),
        (-log(3), "-log(3)"),
        (log(Fraction(2, 3)), "log(2) - log(3)"),
        (LogForm(Fraction(-1, 2), {5: Fraction(-2), 3: Fraction(3, 4)}), "-1/2 + 3/4*log(3) - 2*log(5)"),
    ],
)
def test_text(form: LogForm, text: str) -> None:
    assert str(form) == text
    assert repr(form) == f"LogForm({text})"
