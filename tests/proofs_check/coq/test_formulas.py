"""Terms and formulas in Coq, each beside what was written by hand."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.coq.formulas import Writer, bare
from dpassay.proofs_check.proof.names import Named, Names
from dpassay.proofs_check.proof.reading import Reader

NAMES = Names(
    {"a": "real", "n": "integer", "t": "integer"},
    {
        "P": Named(law=True, space="outcome"),
        "K": Named(law=True, space="outcome", given="outcome", mean_of="P"),
        "after": Named(law=True, space="outcome", given="outcome", mean_of="P", index={"t": "integer"}),
        "X": Named(space="outcome"),
        "Y": Named(space="outcome", index={"t": "integer"}),
        "f": Named(index={"s": "real", "t": "integer"}),
        "c": Named(),
    },
)
MEAN = "fun o1 : S_outcome =>"
WRITTEN = {
    "a + n - 1/2 <= 3": "(v_a + v_n) - (1 / 2) <= 3",
    "-a < (a - 1)*-2": "- v_a < (v_a - 1) * (- 2)",
    "a/n = a**-2*n**3*a**-1": "v_a / v_n = ((/ (v_a ^ 2)) * (v_n ^ 3)) / v_a",
    "exp(log(a)) >= sqrt(c)": "sqrt q_c <= exp (ln v_a)",
    "sum(sum(f(a, s), s, 1, t), t, 0, n) > f(1, 2)": (
        "q_f 1 2 < Sum 0 v_n (fun i1 : R => Sum 1 i1 (fun i2 : R => q_f v_a i2))"
    ),
    "E(X*Y(n)) = X": f"E q_P ({MEAN} (q_X o1) * (q_Y v_n o1)) = q_X o_outcome",
    "Pr(X > a, K) <= [X = a]": f"E (q_K o_outcome) ({MEAN} ind_lt v_a (q_X o1)) <= ind_eq (q_X o_outcome) v_a",
    "E(E(X*given(X), after(n))) <= 1": (
        f"E q_P ({MEAN} E (q_after v_n o1) (fun o2 : S_outcome => (q_X o2) * (q_X o1))) <= 1"
    ),
    "E(sum(Y(t), t, 1, n)) <= a": f"E q_P ({MEAN} Sum 1 v_n (fun i2 : R => q_Y i2 o1)) <= v_a",
    "sum(E(Y(t)), t, 1, n) <= a": "Sum 1 v_n (fun i1 : R => E q_P (fun o2 : S_outcome => q_Y i1 o2)) <= v_a",
    "independent(Y(t) + a, t, 1, n)": ("independent q_P 1 v_n (fun (i1 : R) (o2 : S_outcome) => (q_Y i1 o2) + v_a)"),
    "a <= c < n": "v_a <= q_c /\\ q_c < v_n",
}


@pytest.mark.parametrize("formula", WRITTEN)
def test_a_formula_is_written_as_by_hand(formula: str) -> None:
    assert Writer(NAMES).formula(Reader(NAMES).formula(formula)) == WRITTEN[formula]


def test_quantities_have_their_types() -> None:
    kinds = {name: Writer(NAMES).kind(known) for name, known in NAMES.quantities.items()}
    assert kinds == {
        "P": "law S_outcome",
        "K": "S_outcome -> law S_outcome",
        "after": "R -> S_outcome -> law S_outcome",
        "X": "S_outcome -> R",
        "Y": "R -> S_outcome -> R",
        "f": "R -> R -> R",
        "c": "R",
    }


def test_brackets_are_taken_from_the_whole_alone() -> None:
    assert [bare(text) for text in ("(a + b)", "a", "((a + b) * (c))")] == ["a + b", "a", "(a + b) * (c)"]
