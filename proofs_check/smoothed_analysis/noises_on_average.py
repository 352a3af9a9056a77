"""MWEM where what choices miss and what noises add up to is small on average, for values in an interval of width w.

With r = 16 - w^2 the squares of off - (1 - 8/r) slip add up to at most 32/r log(1/sigma) and 64/r^2 of those of all
noises. Where these are at most v each, and S on average, that is at most 64/r^2 T S v <= 64/r^2 T (S + v/4)^2, so what
is off is on average at most 2 sqrt(log(1/sigma)/T) and (1 - 8/r) S + 8/r (S + v/4): all of S, and 2/r v, which is v/6
for w = 2. The last law of an average after the rounds is off by no more, by Pinsker.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from dpassay.proofs_check.models.good_runs import MEASURED, TOGETHER
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use
from dpassay.proofs_check.smoothed_analysis.error_of_mwem import ROOTED, bounded, errors
from dpassay.proofs_check.smoothed_analysis.widths import UNIT, WIDE, Width

TOGETHER_TEXT: Final = ", where choices and noises are good on average"
MEAN: Final = "(sum(slip(i), i, 1, T)/T)"
SUM: Final = "sum(largest(t) - off(t + 1) + slip(t + 1), t, 1, T - 1)"


def most(width: Width) -> str:
    """The bound."""
    return f"2*sqrt(log(1/sigma)/T) + {width.rest / 4}*v + c"


def _level(width: Width) -> str:
    """What choices are off by on average, but for their noise."""
    return f"(2*sqrt(log(1/sigma)/T) + {width.rest}*({MEAN} + v/4))"


def _off(width: Width, i: str) -> str:
    """What the choice of a round is off by, but for its noise."""
    return f"off({i}) - {width.part}*slip({i})"


def _before(width: Width) -> str:
    return f"sum({_off(width, 'i')}, i, 1, T - 1) + ({_off(width, 'T')})"


def _later(width: Width) -> str:
    return f"sum({_off(width, 't + 1')}, t, 1, T - 1) + far(T, k)"


def _noises(width: Width) -> tuple[Step, ...]:
    """What the noises add up to, and the potential at the beginning and at the end."""
    return (
        *ROOTED,
        Step("round", width.round, apply(f"the error of a choice, and its noise{width.text}"), width.narrow),
        Step("one noise", "slip(i)**2 <= v*slip(i)", arithmetic(("slip(i)", "measurements"))),
        Step(
            "noises",
            "sum(slip(i)**2, i, 1, T) <= v*sum(slip(i), i, 1, T)",
            arithmetic(inside("sum(_, i, 1, T)", "one noise")),
        ),
        Step("mean", f"0 <= ({MEAN} - v/4)**2", analysis("0 <= z**2", "(-oo, oo)", z=f"{MEAN} - v/4")),
        Step("at first", "psi(0) <= log(1/sigma)", apply("HRS-26")),
        Step("at last", "0 <= psi(T)", apply("the potential is at least 0", j="T")),
        Step("not negative", "0 <= log(1/sigma)", arithmetic("log of ratio", ("-1", "log of 1"))),
        Step(
            "in all",
            f"{width.fall}*log(1/sigma) + {width.rest**2}*sum(slip(i)**2, i, 1, T) <= T*{_level(width)}**2",
            arithmetic(
                (f"{width.rest**2}", "noises"),
                (f"{width.rest**2}*T", "mean"),
                (f"{4 - width.fall}", "not negative"),
            ),
            (),
            ("root",),
        ),
    )


def _choices(width: Width) -> None:
    """The errors of all choices, but for their noise."""
    fall, off = width.fall, _off(width, "i")
    theorem(
        f"what choices are off by, but for their noise{width.text}",
        MEASURED,
        f"{_before(width)} <= T*{_level(width)}",
        *_noises(width),
        Step(
            "telescope",
            "sum(psi(i) - psi(i - 1), i, 1, T) = psi(T) - psi(0)",
            apply("telescope", low="1", high="T", f="t: psi(t - 1)"),
        ),
        Step(
            "last",
            f"sum(({off})**2, i, 1, T) = sum(({off})**2, i, 1, T - 1) + ({_off(width, 'T')})**2",
            apply("last term", f=f"i: ({off})**2", low="1", high="T"),
        ),
        Step(
            "squares",
            f"sum(({off})**2, i, 1, T - 1) + ({_off(width, 'T')})**2 <= T*{_level(width)}**2",
            arithmetic(
                inside("sum(_, i, 1, T)", "round"),
                (f"-{fall}", "telescope"),
                ("-1", "last"),
                (f"{fall}", "at first"),
                (f"{fall}", "at last"),
                "in all",
            ),
            width.narrow,
            ("root",),
        ),
        Step(
            "all",
            f"{_before(width)} <= T*{_level(width)}",
            apply("a sum below its squares", "squares", n="T", f=f"i: {off}", e=_off(width, "T"), Y=_level(width)),
            width.narrow,
            ("root",),
        ),
        where=width.narrow,
    )


def _later_choices(width: Width) -> None:
    """The errors of all choices but the first, but for their noise, and that of the last law."""
    fall, rest, off = width.fall, width.rest, _off(width, "t + 1")
    drop = f"{fall}*(psi({{0}}) - psi({{0}} + 1)) + {rest**2}*slip({{0}} + 1)**2"
    tells = Fraction(width.most**2, 2)
    theorem(
        f"what later choices are off by, but for their noise{width.text}",
        MEASURED,
        f"{_later(width)} <= T*{_level(width)}",
        *_noises(width),
        Step("square", f"0 <= ({_off(width, '1')})**2", analysis("0 <= z**2", "(-oo, oo)", z=_off(width, "1"))),
        Step(
            "first",
            f"psi(1) <= psi(0) + {rest**2 / fall}*slip(1)**2",
            arithmetic((f"{1 / fall}", use("round", i="1")), (f"{1 / fall}", "square")),
            width.narrow,
        ),
        Step(
            "later round",
            f"({_off(width, 'u + 1')})**2 <= {drop.format('u')}",
            arithmetic(use("round", i="u + 1")),
            width.narrow,
        ),
        Step(
            "rounds",
            f"sum(({off})**2, t, 1, T - 1) <= sum({drop.format('t')}, t, 1, T - 1)",
            apply("sum grows", "later round", f=f"t: ({off})**2", g=f"t: {drop.format('t')}", low="1", high="T - 1"),
            width.narrow,
        ),
        Step(
            "telescope",
            "sum(psi(t + 1) - psi(t), t, 1, T - 1) = psi(T) - psi(1)",
            apply("telescope", low="1", high="T - 1", f="t: psi(t)"),
        ),
        Step(
            "shifted",
            "sum(slip(t + 1)**2, t, 1, T - 1) = sum(slip(t)**2, t, 2, T)",
            apply("sum of shifted terms", f="t: slip(t)**2", low="1", high="T - 1"),
        ),
        Step(
            "first noise",
            "sum(slip(i)**2, i, 1, T) = slip(1)**2 + sum(slip(i)**2, i, 2, T)",
            apply("sum in two parts", f="i: slip(i)**2", low="1", mid="1", high="T"),
        ),
        Step("Pinsker", width.pinsker, apply(f"an error and the potential{width.text}"), width.narrow),
        Step("end", f"far(T, k)**2 <= {tells}*psi(T)", arithmetic(use("Pinsker", j="T")), width.narrow),
        Step(
            "squares",
            f"sum(({off})**2, t, 1, T - 1) + far(T, k)**2 <= T*{_level(width)}**2",
            arithmetic(
                "rounds",
                (f"-{fall}", "telescope"),
                (f"{rest**2}", "shifted"),
                (f"-{rest**2}", "first noise"),
                "end",
                (f"{fall - tells}", "at last"),
                (f"{fall}", "first"),
                (f"{fall}", "at first"),
                "in all",
            ),
            width.narrow,
            ("root",),
        ),
        Step(
            "all",
            f"{_later(width)} <= T*{_level(width)}",
            apply("a sum below its squares", "squares", n="T", f=f"t: {off}", e="far(T, k)", Y=_level(width)),
            width.narrow,
            ("root",),
        ),
        where=width.narrow,
    )


def _bounded_before(width: Width) -> None:
    """The bound of the average of D_0, ..., D_(T - 1)."""
    off = _off(width, "i")
    bounded(
        "before",
        Step("term", "far(t - 1, k) <= largest(t - 1)", arithmetic(use("largest", j="t - 1"))),
        Step(
            "terms",
            f"{errors('before')} <= sum(largest(t - 1), t, 1, T)",
            apply("sum grows", "term", f="t: far(t - 1, k)", g="t: largest(t - 1)", low="1", high="T"),
        ),
        Step("last", f"sum({off}, i, 1, T) = {_before(width)}", apply("last term", f=f"i: {off}", low="1", high="T")),
        Step(
            "offs",
            f"{_before(width)} <= T*{_level(width)}",
            apply(f"what choices are off by, but for their noise{width.text}"),
            width.narrow,
            ("root",),
        ),
        Step(
            "sum",
            f"{errors('before')} <= T*({most(width)})",
            arithmetic("terms", "choices and noises", "last", "offs"),
            width.narrow,
            ("root",),
        ),
        model=TOGETHER,
        where_choices_are=TOGETHER_TEXT + width.text,
        most=most(width),
        narrow=width.narrow,
    )


def _bounded_after(width: Width) -> None:
    """The bound of the average of D_1, ..., D_T."""
    bounded(
        "after",
        Step("term", "far(u, k) <= largest(u)", arithmetic(use("largest", j="u"))),
        Step(
            "terms",
            "sum(far(t, k), t, 1, T - 1) <= sum(largest(t), t, 1, T - 1)",
            apply("sum grows", "term", f="t: far(t, k)", g="t: largest(t)", low="1", high="T - 1"),
        ),
        Step(
            "last",
            f"{errors('after')} = sum(far(t, k), t, 1, T - 1) + far(T, k)",
            apply("last term", f="t: far(t, k)", low="1", high="T"),
        ),
        Step(
            "shifted",
            f"{SUM} = sum(largest(t - 1) - off(t) + slip(t), t, 2, T)",
            apply("sum of shifted terms", f="t: largest(t - 1) - off(t) + slip(t)", low="1", high="T - 1"),
        ),
        Step(
            "first",
            "sum(largest(t - 1) - off(t) + slip(t), t, 1, T) = "
            "largest(0) - off(1) + slip(1) + sum(largest(t - 1) - off(t) + slip(t), t, 2, T)",
            apply("sum in two parts", f="t: largest(t - 1) - off(t) + slip(t)", low="1", mid="1", high="T"),
        ),
        Step(
            "later noises",
            "sum(slip(t + 1), t, 1, T - 1) = sum(slip(t), t, 2, T)",
            apply("sum of shifted terms", f="t: slip(t)", low="1", high="T - 1"),
        ),
        Step(
            "first noise",
            "sum(slip(t), t, 1, T) = slip(1) + sum(slip(t), t, 2, T)",
            apply("sum in two parts", f="t: slip(t)", low="1", mid="1", high="T"),
        ),
        Step(
            "offs",
            f"{_later(width)} <= T*{_level(width)}",
            apply(f"what later choices are off by, but for their noise{width.text}"),
            width.narrow,
            ("root",),
        ),
        Step(
            "sum",
            f"{errors('after')} <= T*({most(width)})",
            arithmetic(
                "terms",
                "last",
                "choices and noises",
                ("-1", "first"),
                "shifted",
                use("a choice is a query", i="1"),
                "offs",
                (f"{width.rest}", "first noise"),
                (f"-{width.rest}", "later noises"),
            ),
            width.narrow,
            ("root",),
        ),
        model=TOGETHER,
        where_choices_are=TOGETHER_TEXT + width.text,
        most=most(width),
        narrow=width.narrow,
    )


for _width in (WIDE, UNIT):
    _choices(_width)
    _later_choices(_width)
    _bounded_before(_width)
    _bounded_after(_width)
