"""What an answer is worth: a little too low is a violation, however little; next to the truth it is rounding."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from dpassay.audit.answers.accountants import Answer, Question
from dpassay.audit.answers.compositions import CASES
from dpassay.audit.evidence.accounting import DELTAS, Finding, judge, questions_for
from dpassay.audit.held_to.composed import truth_of

TRUTH = truth_of(next(case for case in CASES if case.name == "Gaussian x 10"))
LAPLACE = truth_of(next(case for case in CASES if case.name == "Laplace x 100"))
LOST = truth_of(next(case for case in CASES if case.name == "approximate x 1000"))
DELTA, EPSILON = Question("delta", Fraction(1)), Question("epsilon", Fraction(1e-6))


def exact(question: Question) -> float:
    low, _ = TRUTH.delta(question.at) if question.asks == "delta" else TRUTH.epsilon(question.at)
    assert low is not None
    return float(low)


def found(question: Question, value: float | None, side: str = "upper") -> Finding:
    return judge(Answer(question, value, 0.0), side, TRUTH)


@pytest.mark.parametrize("question", [DELTA, EPSILON])
@pytest.mark.parametrize(
    ("factor", "upper", "lower"),
    [
        (1.5, "holds", "violation"),
        (1 + 1e-6, "holds", "violation"),
        (1 + 1e-10, "holds", "rounding"),
        (1 - 1e-10, "rounding", "holds"),
        (1 - 1e-6, "violation", "holds"),
        (0.99, "violation", "holds"),
        (-1.0, "violation", "holds"),
        (0.0, "violation", "holds"),
        (math.inf, "holds", "violation"),
        (-math.inf, "violation", "holds"),
    ],
)
def test_the_side_decides_what_is_wrong(question: Question, factor: float, upper: str, lower: str) -> None:
    value = factor * exact(question)
    assert found(question, value).verdict == upper
    assert found(question, value, "lower").verdict == lower
    assert found(question, value, "estimate").verdict == "estimate"


def test_what_lies_within_the_bounds_is_left_open() -> None:
    """The truth about Laplace noise is known to a few digits: an answer between the bounds is neither."""
    low, high = LAPLACE.delta(Fraction(6))
    assert low < high
    between = judge(Answer(Question("delta", Fraction(6)), float((low + high) / 2), 0.0), "upper", LAPLACE)
    assert between.verdict == "undecided"


def test_no_number_is_no_answer() -> None:
    finding = found(DELTA, None)
    assert (finding.verdict, finding.ratio, finding.excess) == ("no answer", None, None)


def test_where_the_truth_is_infinite_only_infinity_holds() -> None:
    for value, verdict in ((math.inf, "holds"), (1e9, "violation")):
        finding = judge(Answer(EPSILON, value, 0.0), "upper", LOST)
        assert (finding.verdict, finding.low, finding.ratio) == (verdict, None, None)
    assert judge(Answer(EPSILON, math.inf, 0.0), "lower", LOST).verdict == "holds"


def test_the_distance_is_given_as_a_ratio_and_as_a_difference() -> None:
    finding = found(DELTA, 2 * exact(DELTA))
    assert finding.ratio == pytest.approx(2)
    assert finding.excess == pytest.approx(exact(DELTA))


def test_delta_is_asked_for_near_the_epsilons() -> None:
    questions = questions_for(TRUTH)
    epsilons = [question for question in questions if question.asks == "epsilon"]
    assert [question.at for question in epsilons] == list(DELTAS)
    for question in questions:
        if question.asks == "delta":
            assert Fraction(float(question.at)) == question.at
            assert min(abs(float(TRUTH.delta(question.at)[0]) / float(delta) - 1) for delta in DELTAS) < 0.2


def test_no_delta_is_asked_for_where_no_epsilon_is_enough() -> None:
    assert [question.asks for question in questions_for(LOST)] == ["epsilon", "delta", "epsilon", "epsilon"]
