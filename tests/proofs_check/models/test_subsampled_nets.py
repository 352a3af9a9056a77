"""The Subsampled Net Mechanism against a count of all samples and sequences, and its facts against wrong ones."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check.kernel.rejected import Rejected
from dpassay.proofs_check.models.subsampled_nets import CORRECTED, NETS, PRINTED, SIGNED, UNIT, Net, released, samples
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

RUNS = list(NETS.settings())


def _mean(query: tuple[Fraction, ...], records: tuple[int, ...]) -> float:
    return sum(float(query[x]) for x in records) / len(records)


def _expected(net: Net, which: int) -> float:
    """Over all samples in turn; sequences of the size of an answer, of points or of draws, or each set of them once."""
    records, found = net.records(which), 0.0
    for drawn in product(net.domain, repeat=net.sample):
        outputs = list(product(drawn if net.is_of_draws else sorted(set(drawn)), repeat=net.size))
        if not (net.is_ordered or net.is_of_draws):
            outputs = sorted({tuple(sorted(output)) for output in outputs})
        hit = whole = 0.0
        for output in outputs:
            score = max(abs(_mean(query, records) - _mean(query, output)) for query in net.queries)
            weight = math.exp(-float(net.epsilon / net.share) * len(records) * score)
            whole, hit = whole + weight, hit + weight * (tuple(sorted(output)) in net.answers)
        found += hit / whole / len(net.domain) ** net.sample
    return found


@pytest.mark.parametrize("net", RUNS, ids=range(len(RUNS)))
def test_probabilities_in_floating_point(net: Net) -> None:
    assert sum(samples(net).values()) == 1
    for which in (0, 1):
        assert float(as_real(released(net, which)).ball().mid()) == pytest.approx(_expected(net, which), abs=1e-12)


@pytest.mark.parametrize(
    ("model", "wrong"),
    [
        (NETS, "v(j, i) <= low + w/2"),
        (NETS, "v(j, i) = v2(j, i)"),
        (NETS, "dev(j, h)**2 = (y(j, h) - sum(v(j, i), i, 1, n))**2"),
        (NETS, "dev2(j, h)**2 = (y(j, h) - sum(v(j, i), i, 1, n)/n)**2"),
        (NETS, "u(h) <= dev(j, h)"),
        (NETS, "u(h) = sum(dev(j, h), j, 1, K)"),
        (NETS, "sum(worst(h, j), j, 1, K) = K"),
        (NETS, "Z = sum(exp(-r*n*u(h)), h, 1, H)"),
        (NETS, "p(h)*Z = fits(h)*exp(r*n*u(h))"),
        (NETS, "p(h)*Z2 = fits(h)*exp(-r*n*u(h))"),
        (NETS, "sum(fits(h), h, 1, H) = H"),
        (NETS, "E(fits(h), V) = 1"),
        (NETS, "fits(h) <= 2"),
        (NETS, "2*r = eps"),
        (PRINTED, "r = eps"),
        (UNIT, "w = 2"),
        (SIGNED, "low = 0"),
        (CORRECTED, "2*r = eps"),
    ],
)
def test_a_wrong_fact_is_refused(model: Model, wrong: str) -> None:
    with pytest.raises(Rejected, match="'wrong' is false"):
        facts.tested(replace(model, facts={"wrong": wrong}, narrows=None))


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": Fraction(1, 2)},
        {"low": Fraction(1, 2)},
        {"data": (0, 3)},
        {"new": 3},
        {"changed": 2},
        {"sample": 0},
        {"size": 0, "answers": ((),)},
        {"answers": ((1, 0),)},
        {"epsilon": Fraction(0)},
        {"share": Fraction(-2)},
    ],
    ids=str,
)
def test_what_is_not_legal(wrong: dict[str, Any]) -> None:
    legal = Net(((Fraction(1), Fraction(0), Fraction(0)),), (0, 1), 0, 2, 3, 2, ((0, 1),))
    with pytest.raises(ValueError, match="expected"):
        replace(legal, **wrong)


def test_signs_are_not_private_where_draws_count() -> None:
    """HRS-40b in that reading: a sample of 8 points, not of 4."""
    signs = ((Fraction(1), Fraction(-1)), (Fraction(-1), Fraction(1)))
    for sample, is_private in ((4, True), (8, False)):
        net = Net(signs, (0, 1), 1, 0, sample, 1, ((1,),), Fraction(1, 2), Fraction(-1), Fraction(2), is_of_draws=True)
        assert at_most(released(net, 0), as_real(Fraction(1, 2)).exp() * released(net, 1)) == is_private
