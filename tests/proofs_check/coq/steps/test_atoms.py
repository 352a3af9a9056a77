"""Terms that stand for atoms have these as their normal forms."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.coq.steps.atoms import Atoms, denominators, specials
from dpassay.proofs_check.coq.steps.spreads import spread
from dpassay.proofs_check.proof.names import Named, Names
from dpassay.proofs_check.proof.normal_form import Forms
from dpassay.proofs_check.proof.reading import Reader
from dpassay.proofs_check.proof.terms import Mean, Total

NAMES = Names(
    dict.fromkeys("abcn", "real"),
    {
        "P": Named(law=True, space="outcome"),
        "K": Named(law=True, space="outcome", given="outcome", index={"t": "integer"}),
        "X": Named(space="outcome", index={"t": "integer"}),
        "x": Named(index={"t": "integer"}),
    },
)
READER = Reader(NAMES)
TERMS = (
    *("a*b - c/(a + b)**2 + 1/2", "exp(a - b)*log(a*b)/sqrt(a)", "x(1 + n)*[a <= b]", "sum(x(t)*a + t, t, 1, n)"),
    *(
        "E(X(1)*a + exp(X(2) + b))",
        "E(sum(X(t)*x(t), t, 1, n))",
        "sum(E(X(t)*a, K(t)), t, 1, n)",
        "E(E(X(1)*X(2), K(1)))",
    ),
)


@pytest.mark.parametrize("text", TERMS)
def test_a_form_is_written_as_a_term_of_that_form(text: str) -> None:
    forms = Forms()
    form = forms.of(READER.term(text))
    assert forms.of(Atoms(forms).term(form)) == form


@pytest.mark.parametrize("text", [text for text in TERMS if text[0] in "sE" and text[1] != "q"])
def test_a_sum_is_spread_into_those_that_are_atoms(text: str) -> None:
    forms = Forms()
    atoms, term = Atoms(forms), READER.term(text)
    assert isinstance(term, Mean | Total)
    parts = spread(atoms, term)
    assert forms.of(parts.term) == forms.of(term)
    for summand in parts.summands:
        assert not isinstance(summand.whole, Mean | Total) or atoms.own(summand.whole) is not None


def test_a_short_sum_is_written_out() -> None:
    forms = Forms()
    parts = spread(Atoms(forms), READER.term("sum(x(t)/t, t, 2, 4)"))
    assert parts.written_out
    assert forms.of(parts.term) == forms.of(READER.term("x(2)/2 + x(3)/3 + x(4)/4"))


def test_the_first_term_of_a_form_stands_for_all() -> None:
    atoms = Atoms(Forms())
    first, second = READER.term("x(n + 1)"), READER.term("x(1 + n)")
    assert atoms.standing_for(first) is first
    assert atoms.standing_for(second) is first
    assert atoms.own(READER.term("E(a*X(1))")) is None
    assert atoms.own(READER.term("E(X(1))")) is not None


def test_special_parts_and_divisors_are_those_at_the_top() -> None:
    term = READER.term("a*log(1/b)/(c + x(n))**2 - exp(1/a)")
    assert list(specials(term)) == [READER.term(text) for text in ("log(1/b)", "x(n)", "exp(1/a)")]
    assert list(denominators(term)) == [READER.term("(c + x(n))**2")]
