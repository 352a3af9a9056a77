"""SIMA-23: the mean of the two errors of a test, and so the larger, is at least (1 - TV)/2 >= 1/3 (Le Cam).

Appendix A, (25). Here w is any number that is at least as large as both errors, the pair is s, and TV < 1/6 by
SIMA-22.

SIMA-23b: for the given member, whichever it is. A test that always says p_{i,1} never errs under p_{i,1}.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.analysis.channels import least
from dpassay.analysis.hadamard_class import order_of
from dpassay.analysis.le_cam import error_probabilities, fold_variation, le_cam_bound, sequences
from dpassay.exact import Number
from dpassay.exact.dist import total
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, nonnegative
from dpassay.proofs_check.local_distribution_learning.lower_bound import (
    SEPARATIONS,
    channels_of,
    game_of,
    hard_class,
    is_game,
)
from dpassay.proofs_check.local_distribution_learning.sima_22 import SIXTH
from dpassay.proofs_check.models.games_of_pairs import game
from dpassay.proofs_check.models.hard_pairs import OF_S, PAIRS, SEPARATED
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use


@is_game.having(test=whole()).where
def _is_test(instance: Instance) -> bool:
    """A bit for each sequence of reports."""
    return bool(instance["test"] < 1 << len(_report_list(instance)))


def _easiest(instance: Instance) -> int:
    """An i*: the member of least total variation."""
    hard, channels = hard_class(instance), channels_of(instance)
    sizes = [fold_variation(channels, hard, i) for i in range(1, hard.size + 1)]
    return sizes.index(least(sizes)) + 1


def _report_list(instance: Instance) -> list[tuple[int, ...]]:
    return [reports for reports, _ in sequences(channels_of(instance), hard_class(instance), 1)]


def _errors(instance: Instance) -> tuple[Number, Number]:
    """The two error probabilities of the test that decides for p_(i*,2) where its bit is 1."""
    chosen = {reports for n, reports in enumerate(_report_list(instance)) if instance["test"] >> n & 1}
    return error_probabilities(chosen.__contains__, channels_of(instance), hard_class(instance), _easiest(instance))


def _error_sides(instance: Instance) -> dict[str, Any]:
    first, second = _errors(instance)
    return {"the error under p_{i*,1}": first, "the error under p_{i*,2}": second}


def _mean_error(instance: Instance) -> bool:
    mean = total(_errors(instance)) / 2
    bound = le_cam_bound(fold_variation(channels_of(instance), hard_class(instance), _easiest(instance)))
    return bool(mean >= bound >= Fraction(1, 3))


told("sima23", "the mean of the two errors of a test is at least (1 - TV)/2 >= 1/3", _is_test, _error_sides)(
    _mean_error
)

told("sima23-more", "the mean of the two errors of a test is at least 49/100", _is_test, _error_sides)(
    lambda instance: bool(total(_errors(instance)) / 2 >= Fraction(49, 100))
)

told("sima23b", "each of the two errors of a test is at least 1/3", _is_test, _error_sides)(
    lambda instance: bool(least(_errors(instance)) >= Fraction(1, 3))
)


@family(
    "hard-tests",
    "all tests of the reports, for K = 1, 2, e^eps = 2, 4 and T = 1, 2 with at most 4 sequences of reports",
)
def _tests() -> Iterator[Instance]:
    shapes = ((1, "4", ["response"]), (1, "2", ["response", "response"]), (2, "2", ["response"]), (2, "4", ["sign 2"]))
    for size, t, channels in shapes:
        count = order_of(size) ** len(channels) if channels[0] == "response" else 2
        for test in range(2**count):
            yield {**game_of(size, t, channels), "test": test}


@claim(
    "SIMA-23",
    location="Appendix A, (25), with the worse, or a random, member of the pair",
    latex=r"\max_\ell \Pr\big(\phi(\tilde Y^T) \ne p_{i^*,\ell}\big) \ge \frac{1 - |\tilde p_{i^*,1}^{\otimes T} - "
    r"\tilde p_{i^*,2}^{\otimes T}|_{TV}}{2} \ge \frac13",
    text="Le Cam: the mean, and so the larger, of the two error probabilities of a test between p_{i*,1} and p_{i*,2} "
    "is at least (1 - TV)/2 >= 1/3.",
    checked=(SEPARATIONS,),
    assumed=("a report has finitely many values",),
    adjacency="any_pair",
)
def sima_23() -> Case:
    """Two points."""
    return Case(
        checks=(Goal("all tests", exhaustive("sima23", "hard-tests")),),
        sharper=(Goal("(1 - TV)/2 >= 5/12 for TV <= 1/6", nonnegative("(1 - V)/2 - 5/12", ("1/6 - V",))),),
        twins=(Twin("at least 49/100", exhaustive("sima23-more", "hard-tests")),),
    )


def _constant_tests() -> Iterator[Instance]:
    return ({**game_of(1, "4", ["response"]), "test": test} for test in range(4))


@claim(
    "SIMA-23b",
    location="Appendix A, (25), for the given l*",
    latex=r"\Pr\big(\phi(\tilde Y^T) \ne p_{i^*,\ell^*}\big) \ge \tfrac13, \text{ where } p = p_{i^*,\ell^*}",
    text="For every test the probability of error is at least 1/3 under the member p_{i*,l*} that generates the data, "
    "whichever it is.",
    checked=("T >= K/(9 m(eps) e^eps)",),
    adjacency="any_pair",
    corrected_by="SIMA-23",
)
def sima_23b() -> Case:
    """A constant test."""
    return Case(
        argument="The test that always says p_{i*,1} never errs under p_{i*,1}. Le Cam's lemma bounds the worse, or "
        "the mean, of the two; the proof needs no more.",
        counterexample=Goal("a constant test", counterexample("sima23b"), Hunt("sima23b", _constant_tests)),
        twins=(Twin("the mean of both", counterexample("sima23")),),
    )


LE_CAM: Final = "1 - TV(T, s) <= err1 + err2"
theorem(
    "the errors of a test",
    PAIRS,
    LE_CAM,
    Step("at least 0", "0 <= phi", arithmetic("0 or 1")),
    Step("at most 1", "phi <= 1", apply("zero or one", "0 or 1", x="phi")),
    Step("not less", "0 <= 1 - phi", arithmetic("at most 1")),
    Step(
        "points",
        f"1*(1 - E([0 <= {OF_S}]*(1 - exp(-{OF_S})), F(s))) <= E(phi, F(s)) + E((1 - phi)*exp(-{OF_S}), F(s))",
        apply("two points", "at least 0", "not less", c="1", P="F(s)", L=OF_S, A="phi", B="1 - phi"),
    ),
    Step(
        "all",
        LE_CAM,
        arithmetic("points", ("-1", "first error"), ("-1", "second error"), ("-1", use("TV", n="T", i="s"))),
    ),
)
THIRD: Final = "1/3 <= (1 - TV(T, s))/2"
MEAN: Final = "(1 - TV(T, s))/2 <= (err1 + err2)/2"
LARGER: Final = "(err1 + err2)/2 <= w"
BOTH: Final = ("err1 <= w", "err2 <= w")
theorem(
    "SIMA-23",
    SEPARATED,
    f"{THIRD} and {MEAN} and {LARGER}",
    Step("variation", SIXTH, apply("a pair that is hard to tell apart")),
    Step("errors", LE_CAM, apply("the errors of a test")),
    Step("third", THIRD, arithmetic(("1/2", "variation"))),
    Step("mean", MEAN, arithmetic(("1/2", "errors"))),
    Step("larger", LARGER, arithmetic(("1/2", BOTH[0]), ("1/2", BOTH[1])), BOTH),
    where=BOTH,
    variables={"w": "real"},
)
refuted("SIMA-23b", SEPARATED, "1/3 <= err1 and 1/3 <= err2", setting=game(1, "1/6", "4", ("response",), test=0))
