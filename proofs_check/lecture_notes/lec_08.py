"""LEC-08: a bad hypothesis makes at most alpha n/2 mistakes with probability at most e^(-alpha^2 n/2).

Lecture notes, Section 1, second display, "the second inequality is the Chernoff bound". It is printed as a strict one
between sums over BAD, and that fails where BAD is empty: 0 < 0 ("LEC-08: as printed", refuted). Each term is strictly
less where n >= 1 and the sums are related with <= (LEC-08-corrected). By Hoeffding's lemma E e^(s u(h)) <= e^(n (s^2/8
- s q)) for a hypothesis of error q > alpha; with s = 4 (q - alpha/2) the tail is at most e^(-2 (q - alpha/2)^2 n), and
2 (q - alpha/2)^2 exceeds alpha^2/2 by 2 q (q - alpha). The ends of the printed display are related as it says, strictly
(LEC-08), because f is not bad.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import exp
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import PROBABILITY, entries, family, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lecture_notes.accuracy import union
from dpassay.proofs_check.lecture_notes.small_classes import ALPHA
from dpassay.proofs_check.models.private_learning import LEARNING, Learning
from dpassay.proofs_check.numbers import below, sum_of
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside


@claim(
    "LEC-08",
    location="Section 1, second display (accuracy of the private mechanism)",
    latex=r"\Pr_x[\exists h \in BAD: u(x,h) \ge -\alpha n/2] \le \sum_{h \in BAD} \Pr[u(x,h) \ge -\alpha n/2] < "
    r"\sum_{h \in BAD} e^{-\alpha^2 n/2} \le |C| e^{-\alpha^2 n/2}",
    text="The Chernoff step: some bad hypothesis makes at most alpha n/2 mistakes with probability below |C| "
    "e^{-alpha^2 n/2}, by the printed links, of which the second is a strict inequality of sums over BAD.",
    assumed=("C is finite", "alpha > 0"),
    corrected_by="LEC-08-corrected",
)
def lec_08() -> Case:
    """The strict link fails for an empty sum."""
    return Case(
        checks=(Goal("one bad hypothesis, exactly", exhaustive("lec08-one", "one-bad-hypothesis")),),
        broken_steps=(
            Goal(
                "an empty BAD: 0 < 0",
                counterexample("lec08-strict"),
                Hunt("lec08-strict", _few_errors),
            ),
        ),
        twins=(Twin("with e^{-alpha n/2}", exhaustive("lec08-too-sharp", "one-bad-hypothesis")),),
    )


def few_mistakes(error: Fraction, alpha: Fraction, rows: int) -> Fraction:
    """Pr[Bin(n, error) <= alpha n/2]."""
    return sum_of(
        [math.comb(rows, k) * error**k * (1 - error) ** (rows - k) for k in range(rows + 1) if 2 * k <= alpha * rows]
    )


def _chernoff_sides(instance: Instance, exponent: Any) -> tuple[Any, Any]:
    """The sum over BAD of Pr[at most alpha n/2 mistakes], and that of e^exponent."""
    alpha, rows = Fraction(instance["alpha"]), instance["rows"]
    errors = [Fraction(error) for error in instance["errors"] if Fraction(error) > alpha]
    return sum_of([few_mistakes(error, alpha, rows) for error in errors]), len(errors) * exp(exponent(alpha, rows))


def _chernoff(instance: Instance, exponent: Any) -> bool:
    """The third link of the display."""
    return below(*_chernoff_sides(instance, exponent))


def _printed_exponent(alpha: Fraction, rows: int) -> Fraction:
    return -(alpha**2) * rows / 2


ERRORS: Final = entries(alpha=ALPHA, rows=whole(1), errors=row_of(PROBABILITY))


@ERRORS.having(errors=row_of(PROBABILITY, 1, 1)).where
def is_one_bad(instance: Instance) -> bool:
    """One hypothesis, whose error is above alpha."""
    return Fraction(instance["errors"][0]) > Fraction(instance["alpha"])


told(
    "lec08-strict",
    "the sum over BAD of Pr[at most alpha n/2 mistakes] is below that of e^(-alpha^2 n/2)",
    ERRORS,
    numbers=lambda instance: dict(
        zip(("left side", "right side"), _chernoff_sides(instance, _printed_exponent), strict=True)
    ),
)(lambda instance: _chernoff(instance, _printed_exponent))
told(
    "lec08-one",
    "for one bad h and n >= 1, Pr[at most alpha n/2 mistakes] < e^(-alpha^2 n/2)",
    is_one_bad,
)(lambda instance: _chernoff(instance, _printed_exponent))
told("lec08-too-sharp", "... < e^(-alpha n/2)", is_one_bad)(
    lambda instance: _chernoff(instance, lambda alpha, rows: -alpha * rows / 2)
)


def _errors(rows: tuple[int, ...]) -> Iterator[Instance]:
    for alpha, n in product(("1/10", "1/4", "1/2", "3/4"), rows):
        for more in ("1/100", "1/10", "1/5"):
            yield {"errors": [str(Fraction(alpha) + Fraction(more))], "alpha": alpha, "rows": n}


def _few_errors() -> Iterator[Instance]:
    """The errors of a class of two: that of the target, and one that is bad or not."""
    for rows, alpha, error in product((1, 2), ("1/2", "1/4"), ("3/4", "1/4")):
        yield {"errors": ["0", error], "alpha": alpha, "rows": rows}


@family("one-bad-hypothesis", "errors 1/100, 1/10 and 1/5 above four alphas, with up to 40 rows")
def _one_bad() -> Iterator[Instance]:
    return _errors((1, 2, 3, 4, 5, 8, 13, 21, 40))


BAD: Final = ("a < error(h)",)
STRICT: Final = ("a < error(h)", "1 <= n")
FEW: Final = "Pr(-a*n/2 <= u(h))"
SQUARE: Final = "exp(-a**2*n/2)"
SOME: Final = "Pr(1 <= sum([a < error(h)]*[-a*n/2 <= u(h)], h, 1, C))"


def over_bad(term: str) -> str:
    """The sum over BAD."""
    return f"sum([a < error(h)]*{term}, h, 1, C)"


refuted(
    "LEC-08: as printed",
    LEARNING,
    f"{SOME} <= {over_bad(FEW)} < {over_bad(SQUARE)} <= C*{SQUARE}",
    setting=Learning(("0000",), 0, (1, 1, 1, 1), 1, Fraction(1, 2)),
)

AT: Final = "n*(s**2/8 - s*error(h)) + s*a*n/2"
HOEFFDING: Final = "s**2/8 - s*error(h)"
theorem(
    "few mistakes, Hoeffding",
    LEARNING,
    f"{FEW} <= exp({AT})",
    Step("at most 1", "miss(h, t) <= 1", apply("zero or one", "mistake or not", x="miss(h, t)")),
    Step(
        "tilt",
        "E(exp(-s*miss(h, t))) <= exp(-s*E(miss(h, t)) + s**2/8)",
        apply("Hoeffding's lemma", "at most 1", P="P", X="miss(h, t)", low="0", high="1", s="-s"),
    ),
    Step("exponent", f"-s*E(miss(h, t)) + s**2/8 <= {HOEFFDING}", arithmetic(("-s", "law of a row"))),
    Step("row", f"E(exp(-s*miss(h, t))) <= exp({HOEFFDING})", arithmetic("tilt", inside("exp(_)", "exponent"))),
    Step(
        "rows",
        f"E(exp(-s*sum(miss(h, t), t, 1, n))) <= exp(n*({HOEFFDING}))",
        apply(
            "independent sum",
            "independent",
            "row",
            P="P",
            X="t: miss(h, t)",
            c=f"t: {HOEFFDING}",
            low="1",
            high="n",
            s="-s",
        ),
    ),
    Step("sum", "E(exp(s*u(h))) <= E(exp(-s*sum(miss(h, t), t, 1, n)))", apply("the score is a sum", s="s")),
    Step("moments", f"E(exp(s*u(h))) <= exp(n*({HOEFFDING}))", arithmetic("sum", "rows")),
    Step(
        "all",
        f"{FEW} <= exp({AT})",
        apply("lower tail", "moments", P="P", X="-u(h)", s="s", e="a*n/2", c=f"n*({HOEFFDING})"),
        ("0 <= s",),
    ),
    where=("0 <= s",),
    variables={"s": "real"},
    samples={"s": (0, 1)},
)

BEST: Final = "-2*n*(error(h) - a/2)**2"
POSITIVE: Final = Step("positive", "0 < error(h)", arithmetic(), BAD)
STEPS_OF_SQUARE: Final = (
    POSITIVE,
    Step("sign", "0 <= 4*(error(h) - a/2)", arithmetic(("4", "a < error(h)")), BAD),
    Step(
        "Hoeffding",
        f"{FEW} <= exp({BEST})",
        apply("few mistakes, Hoeffding", "sign", s="4*(error(h) - a/2)"),
        BAD,
    ),
    Step("square", f"{BEST} <= -a**2*n/2", arithmetic(("2*n*error(h)", "a < error(h)")), BAD, ("positive",)),
    Step("square strictly", f"{BEST} < -a**2*n/2", arithmetic(("2*n*error(h)", "a < error(h)")), STRICT, ("positive",)),
    Step("grows", f"exp({BEST}) <= {SQUARE}", apply("exp grows", "square", A=BEST, B="-a**2*n/2"), BAD),
    Step(
        "grows strictly",
        f"exp({BEST}) < {SQUARE}",
        apply("exp grows strictly", "square strictly", A=BEST, B="-a**2*n/2"),
        STRICT,
    ),
)
theorem(
    "few mistakes",
    LEARNING,
    f"{FEW} <= {SQUARE}",
    *(step for step in STEPS_OF_SQUARE if not step.name.endswith("strictly")),
    Step("all", f"{FEW} <= {SQUARE}", arithmetic("Hoeffding", "grows"), BAD),
    where=BAD,
)
theorem(
    "few mistakes, strictly",
    LEARNING,
    f"{FEW} < {SQUARE}",
    *(step for step in STEPS_OF_SQUARE if step.name not in {"square", "grows"}),
    Step("all", f"{FEW} < {SQUARE}", arithmetic("Hoeffding", "grows strictly"), STRICT),
    where=STRICT,
)

theorem(
    "few bad fit",
    LEARNING,
    f"{SOME} <= (C - 1)*{SQUARE}",
    Step("few", f"{FEW} <= {SQUARE}", apply("few mistakes"), BAD),
    *union("-a*n/2", SQUARE, "few"),
)
theorem(
    "LEC-08",
    LEARNING,
    f"{SOME} < C*{SQUARE}",
    Step("few bad", f"{SOME} <= (C - 1)*{SQUARE}", apply("few bad fit")),
    Step("all", f"{SOME} < C*{SQUARE}", arithmetic("few bad")),
)
