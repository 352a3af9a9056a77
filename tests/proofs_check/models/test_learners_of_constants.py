"""Small learners by hand, and against the reference: averaged predictions, the mean of a class, and one round."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpassay.analysis.hadamard_class import HadamardClass
from dpassay.analysis.two_point_risk import best_estimate, larger_kl
from dpassay.exact import as_real, log
from dpassay.proofs_check.models import averaged_predictions, class_mean, one_pair_one_round
from dpassay.proofs_check.models.averaged_predictions import AVERAGED, Learner, average, law, prediction
from dpassay.proofs_check.models.class_mean import MEAN, Class, constants, divergence, ratio
from dpassay.proofs_check.models.one_pair_one_round import ONE_ROUND, Round
from dpassay.proofs_check.proof import facts
from dpassay.proofs_check.proof.statements import Model

HALF = Fraction(1, 2)


def near(a: object, b: object) -> bool:
    return abs(float(a) - float(b)) < 1e-12  # type: ignore[arg-type]  # exact numbers


@pytest.mark.parametrize("model", [AVERAGED, MEAN, ONE_ROUND], ids=lambda model: model.name)
def test_the_facts_hold(model: Model) -> None:
    assert set(facts.tested(model)) == set(model.facts)


def test_a_learner_by_hand() -> None:
    at = Learner(((Fraction(0), Fraction(1)),), 2, Fraction(3, 4), Fraction(1))
    assert law(at, 1)[1, 2] == Fraction(3, 16)
    assert prediction(at, 2, 2, (2,)) == Fraction(2, 3)
    assert average(at, 2, (2, 1)) == Fraction(7, 12)
    assert near(averaged_predictions.of_batch(at, 1, (2, 1)), as_real(log(Fraction(12, 7))))
    assert near(
        averaged_predictions.cost(at, 1),
        float(as_real(log(2))) + 0.75 * float(as_real(log(Fraction(3, 2)))) + 0.25 * float(as_real(log(3))),
    )


def test_a_class_by_hand() -> None:
    at = constants("1 0; 0 1", 3, "2")
    assert near(divergence(at, 1, 2), as_real(log(2)))
    assert near(class_mean.total(at, 1), 3 * float(as_real(log(2))))
    assert ratio(at, 1, 1, 1) == 2
    assert ratio(constants("1/2 1/2; 0 1", 1, "2"), 1, 1, 2) == Fraction(2, 3)


def test_the_risk_of_one_round_is_that_of_the_best_prediction() -> None:
    hard = HadamardClass(1, Fraction(1, 6))
    one, other = larger_kl(hard, 1, best_estimate(hard, 1))
    assert near(one, other)
    at = Round(Fraction(1, 6), 1, Fraction(1, 12))
    known = ONE_ROUND.quantities["r"].of
    assert known is not None
    assert near(known(at), one)
    assert near(one_pair_one_round.loss(at), as_real(log(Fraction(12, 11))))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Learner((), 1, HALF, HALF), "one or more"),
        (lambda: Learner(((HALF, HALF),), 1, HALF, HALF), "between 1/M and 1"),
        (lambda: Learner(((HALF, HALF),), 1, Fraction(3, 4), Fraction(-1)), "at least 0"),
        (lambda: Learner(((HALF, Fraction(1)),), 1, Fraction(3, 4), HALF), "add up to 1"),
        (lambda: Class((), Fraction(2)), "at least one"),
        (lambda: constants("1/2 1/3", 1, "2"), "add up to 1"),
        (lambda: constants("1/2 1/2", 1, "1"), "more than 1"),
        (lambda: Round(Fraction(0), 1, HALF), "expected a in"),
        (lambda: Round(HALF, 3, HALF), "1 or 2"),
        (lambda: Round(HALF, 1, Fraction(0)), "mass"),
    ],
)
def test_what_is_no_setting_is_refused(make: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()  # type: ignore[operator]  # a function
