"""Normal forms written as formulas: they read back as what they were."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.certify.multipliers import degree
from dpassay.proofs_check.proof.names import Abbreviation, Named, Names
from dpassay.proofs_check.proof.normal_form import Forms
from dpassay.proofs_check.proof.reading import Reader
from dpassay.proofs_check.proof.written_forms import text_of
from tests.proofs_check.proof.toys import LAW, RANDOM

NAMES = Names(
    {"x": "real", "i1": "real"},
    {
        "P": LAW,
        "K": Named(law=True, space="o", given="o"),
        "X": RANDOM,
        "c": Named(index={"t": "real"}),
        "f": Named(index={"s": "real", "t": "real"}, space="o"),
    },
    {"i2": Abbreviation("x")},
)


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "1 - x/2",
        "-2*x/(1 + x)**2",
        "sqrt(1 + x)/sqrt(3)",
        "3*[x <= c(0)] + [x = 1]",
        "E(x*X**2)",
        "E(given(X)*f(x, 1), K)",
        "E(E(X*given(X), K))",
        "E([given(X) <= X], K)",
        "E(exp(c(x)*X))",
        "sum(E(f(j, x))*c(j), j, 1, x)",
        "sum(sum(c(j*k), j, 0, k), k, i1, i2)",
    ],
)
def test_it_reads_back(text: str) -> None:
    form = Forms().of(Reader(NAMES).term(text))
    assert Forms().of(Reader(NAMES).term(text_of(form, NAMES))) == form


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("-x**2/(3*c(1))", "-x**2/(3*c(1))"),
        ("x/6/exp(x)", "1/6*x*exp(-x)"),
        ("exp(x)*exp(-2*c(x))/log(x)", "exp(-2*c(x) + x)/log(x)"),
        ("sum(c(i), i, 1, i1)", "sum(c(i3), i3, 1, i1)"),  # i1 and i2 are taken
        ("E(given(X), K) + E(given(X)*X, K)", "X + E(X, K)*X"),
    ],
)
def test_what_is_written(text: str, written: str) -> None:
    assert text_of(Forms().of(Reader(NAMES).term(text)), NAMES) == written


def test_the_degree_of_a_monomial_counts_its_factors() -> None:
    (monomial,) = Forms().of(Reader(NAMES).term("x**2/(c(1)*exp(x))"))
    assert degree(monomial) == 4
