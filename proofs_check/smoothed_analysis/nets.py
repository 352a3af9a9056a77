"""The probability of every set of answers of the Subsampled Net Mechanism moves by at most e^(2 r w).

Each mean moves by at most w/n, and so do its distance from a candidate and the largest of these distances. An exponent
-r n u then moves by at most r w, and given the sample, whose law does not depend on the data, a probability by at most
e^(2 r w).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.subsampled_nets import NETS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Apply, Step, apply, arithmetic, inside
from dpassay.proofs_check.smoothed_analysis.moved_sums import MOVED_SUMS, SUM, SUM2

RELEASED, RELEASED2 = (f"sum(event(h)*{name}(h), h, 1, H)" for name in ("p", "p2"))
MOVED: Final = f"E({RELEASED}, V) <= exp(2*r*w)*E({RELEASED2}, V)"


def _near(way: str, more: str, less: str, *centers: str) -> tuple[Step, ...]:
    """The largest deviation on one data set is at most w/n above that on the other."""
    deviations = ("deviation", "deviation, new")
    own, other = deviations if more == "2" else deviations[::-1]
    worst, dev, bound = f"worst{more}(h, j)", f"dev{more}(j, h)", f"u{less}(h) + w/n"
    return (
        Step(
            f"deviation, {way}",
            f"{dev} <= dev{less}(j, h) + w/n",
            _moved(own, other, a=centers[0], b=centers[1], g=f"dev{less}(j, h)", h=dev),
        ),
        Step(
            f"worst, {way}",
            f"{worst}*{dev} <= {worst}*({bound})",
            arithmetic((worst, f"deviation, {way}"), (worst, "largest" if more else "largest, new")),
        ),
        *_attained(way, worst, dev, bound, more),
    )


def _moved(own: str, other: str, **terms: str) -> Apply:
    """A mean moves by at most w/n, and so does its distance from what the candidate answers."""
    return apply("triangle inequality", own, other, "mean, up", "mean, down", v="y(j, h)", S="w/n", **terms)


def _attained(way: str, worst: str, dev: str, bound: str, more: str) -> tuple[Step, ...]:
    """The score is the deviation on the query that is worst."""
    end = ", new" if more else ""
    return (
        Step(
            f"all, {way}",
            f"sum({worst}*{dev}, j, 1, K) <= sum({worst}*({bound}), j, 1, K)",
            apply("sum grows", f"worst, {way}", f=f"j: {worst}*{dev}", g=f"j: {worst}*({bound})", low="1", high="K"),
        ),
        Step(
            f"score, {way}",
            f"u{more}(h) <= {bound}",
            arithmetic(f"all, {way}", f"attained{end}", (bound, f"one of them{end}")),
        ),
    )


def _event(name: str, end: str, choice: str) -> tuple[Step, ...]:
    """The probability of the event, given the sample, times all weights."""
    term = f"event(h)*fits(h)*exp(-r*n*u{end}(h))"
    return (
        Step(f"term{name}", f"event(h)*p{end}(h)*Z{end} = {term}", arithmetic(("event(h)", choice))),
        Step(
            f"terms{name}",
            f"sum(event(h)*p{end}(h)*Z{end}, h, 1, H) = sum({term}, h, 1, H)",
            apply("sum of equals", f"term{name}", f=f"h: event(h)*p{end}(h)*Z{end}", g=f"h: {term}", low="1", high="H"),
        ),
        Step(
            f"event{name}",
            f"sum(event(h)*p{end}(h), h, 1, H)*Z{end} = sum({term}, h, 1, H)",
            arithmetic(f"terms{name}"),
        ),
    )


theorem(
    "Subsampled Net: of a set of answers",
    NETS,
    MOVED,
    *MOVED_SUMS,
    Step("mean, up", f"{SUM}/n - {SUM2}/n <= w/n", arithmetic(("1/n", "sum, up"))),
    Step("mean, down", f"{SUM2}/n - {SUM}/n <= w/n", arithmetic(("1/n", "sum, down"))),
    *_near("up", "", "2", f"{SUM2}/n", f"{SUM}/n"),
    *_near("down", "2", "", f"{SUM}/n", f"{SUM2}/n"),
    Step("exponent, up", "-r*n*u(h) <= r*w - r*n*u2(h)", arithmetic(("r*n", "score, down"))),
    Step("exponent, down", "-r*n*u2(h) <= r*w - r*n*u(h)", arithmetic(("r*n", "score, up"))),
    *_event("", "", "choice"),
    *_event(", new", "2", "choice, new"),
    Step(
        "given the sample",
        f"{RELEASED} <= exp(2*r*w)*{RELEASED2}",
        apply(
            "the exponential mechanism is private",
            "exponent, up",
            "exponent, down",
            "weights",
            "weights, new",
            "event",
            "event, new",
            K="H",
            D="r*w",
            Z="Z",
            Z2="Z2",
            p=RELEASED,
            p2=RELEASED2,
            e="h: event(h)",
            pi="h: fits(h)",
            x="h: -r*n*u(h)",
            y="h: -r*n*u2(h)",
        ),
    ),
    Step("all", MOVED, arithmetic(inside("E(_, V)", "given the sample"))),
)
