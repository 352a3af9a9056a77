"""Which sums and means change places, and which logs are sums; the steps of ``test_entries`` ask Coq about them."""

from __future__ import annotations

from dpassay.proofs_check.coq.steps.exchanged import exchanges, logs_of_products
from dpassay.proofs_check.proof.terms import Relation
from tests.proofs_check.proof.test_uses import SCOPE

term = SCOPE.reader.term


def test_a_mean_of_a_sum_is_a_sum_of_means() -> None:
    whole = term("p + E(sum(Y(i)*X, i, 0, n)) + E(sum([X <= i], i, 1, m), Q(2)) + E(sum(Y(i)*X, i, 0, n))")
    assert list(exchanges([whole])) == [
        Relation("=", term("E(sum(Y(i)*X, i, 0, n))"), term("sum(E(Y(i)*X), i, 0, n)")),
        Relation("=", term("E(sum([X <= i], i, 1, m), Q(2))"), term("sum(E([X <= i], Q(2)), i, 1, m)")),
    ]


def test_the_others_stay() -> None:
    """An end depends on the outcome, or the mean on an index outside."""
    for text in ("E(sum(i, i, 0, X))", "sum(E(sum(X*i*j, j, 0, n)), i, 0, n)", "E(X*sum(i, i, 0, n))", "E(X)"):
        assert list(exchanges([term(text)])) == []


def test_the_log_of_a_product_is_a_sum_where_its_factors_are_positive() -> None:
    whole = term("2*log(p*n) + sum(log(i*p), i, 1, n) + log(p + n)")
    assert list(logs_of_products([whole, whole])) == [
        (Relation("=", term("log(p*n)"), term("log(p) + log(n)")), term("p"), term("n"))
    ]
