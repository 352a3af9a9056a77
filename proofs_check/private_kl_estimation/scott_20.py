"""SCOTT-19 and SCOTT-20 speak of what the server is sent in the TAgg model: A and B, and not their sum alone.

SCOTT-20, with independent noises: A and B are as private as the released number, with the same noises. They are not: in
the sum a change of A may cancel one of B. With a uniform reference on two cells, N = 5 and lambda = 1 a sample of the
first cell moves A by log(3/2) and B by 2/5, and their difference by 0.0055. (The released number is taken to be (B -
A)/T, the estimate; see SCOTT-16.)

SCOTT-20b: noise that makes each of A and B (sqrt(2) eps/T, delta)-DP by the classical calibration, as Algorithm 2 says,
makes both together (eps, delta)-DP. With one sample the budget of each would have to be eps/sqrt(2), and is sqrt(2)
eps. From two samples on it is true (SCOTT-20c).

SCOTT-20-corrected: independent noises of standard deviation sqrt(2 log(1.25/delta)) T R/eps are enough for eps <= 1,
where R^2 is at least log^2((c + 1)/c) + (lambda/(N m))^2.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import family, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl import NOISY, alone, both
from dpassay.proofs_check.models.sensitivity_of_kl import Neighbors
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.private_kl_estimation.calibrated_noise import LOG, POSITIVE_LOG, SMALL
from dpassay.proofs_check.private_kl_estimation.scott_17 import CELLS, HALF, releases
from dpassay.proofs_check.private_kl_estimation.scott_21 import (
    MOVES,
    SHARES,
    is_release,
    largest,
    release_of,
    strength,
    told_of_noise,
)
from dpassay.proofs_check.private_kl_estimation.two_cells import STEP
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


@claim(
    "SCOTT-20",
    location="Section 4.2.3, of the server's view in Algorithm 2 with independent noises",
    latex=r"\delta_{(A, B)}(\varepsilon) \le \delta_{(B - A)/T}(\varepsilon)",
    text="With independent Gaussian noises of one variance in A and in B, seeing both is as private as seeing the "
    "released number (B - A)/T.",
    checked=("0 < eps <= 1", "every count of both histograms is at least 2"),
    adjacency="replace_one",
    corrected_by="SCOTT-20-corrected",
)
def scott_20() -> Case:
    """A change of A cancels one of B in the estimate."""
    return Case(
        argument="With a uniform reference on two cells, h1 = (3, 2), h2 = (2, 3), lambda = 1 and one sample of the "
        "first cell, A moves by log(3/2) and B by 2/5: the estimate moves by their difference, 0.0055.",
        counterexample=Goal("one sample", counterexample("scott20"), Hunt("scott20", _one_sample)),
        twins=(Twin("the other way round", counterexample("scott20-reversed")),),
    )


@claim(
    "SCOTT-20b",
    location="Algorithm 2, with independent noises",
    latex=r"A, B \text{ each } (\sqrt2 \varepsilon/T, \delta)\text{-DP by noise} \implies (A, B) \text{ is } "
    r"(\varepsilon, \delta)\text{-DP}",
    text="Independent noises of standard deviation sqrt(2 log(1.25/delta)) T R/(sqrt(2) eps/T) in A and B, where "
    "neither moves by more than T R, make (A, B) (eps, delta)-DP.",
    checked=("0 < eps <= 1", "0 < delta < 1", "every count of both histograms is at least 2"),
    adjacency="replace_one",
    corrected_by="SCOTT-20-corrected",
)
def scott_20b() -> Case:
    """Both move by as much."""
    return Case(
        argument="With a uniform reference on two cells, h1 = (3, 2), h2 = (2, 3), lambda = 1 and one sample of the "
        "first cell, A moves by log(3/2) and B by 2/5, and R = 41/100: the centers are 1.96 eps/sqrt(2 log(1.25/delta))"
        " standard deviations apart.",
        counterexample=Goal("one sample", counterexample("scott20b"), Hunt("scott20b", _one_sample)),
        twins=(Twin("with eps/sqrt(2)", counterexample("scott20-each")),),
    )


@claim(
    "SCOTT-20c",
    location="Algorithm 2, with independent noises and at least two samples",
    latex=r"A, B \text{ each } (\sqrt2 \varepsilon/T, \delta)\text{-DP by noise} \implies (A, B) \text{ is } "
    r"(\varepsilon, \delta)\text{-DP, for } T \ge 2,\ \varepsilon \le 1",
    text="The same with at least two samples, for eps <= 1 and the classical calibration.",
    checked=("0 < eps <= 1", "0 < delta < 1", "2 <= T", "lambda >= 0 is fixed"),
    adjacency="replace_one",
)
def scott_20c() -> Case:
    """The budget of each is at most eps/sqrt(2)."""
    return Case(
        checks=(Goal("two samples, exactly", exhaustive("scott20c", "scott-releases-of-two")),),
        twins=(
            Twin("a sixteenth of the variance, divided by T^2", exhaustive("scott20c-less", "scott-releases-of-two")),
        ),
    )


@claim(
    "SCOTT-20-corrected",
    location="Algorithm 2, with independent noises",
    latex=r"A + N_1, B + N_2 \text{ are } (\varepsilon, \delta)\text{-DP with } N_i \sim N\big(0, 2 "
    r"\log\tfrac{1.25}{\delta}\, T^2 (S^2 + U^2)/\varepsilon^2\big),\ S \ge \log\tfrac{c + 1}{c},\ U \ge "
    r"\tfrac{\lambda}{N m},\ \varepsilon \le 1",
    text="For adjacent histograms of N data with counts from c on, a fixed lambda and known samples, A and B with "
    "independent Gaussian noises of variance 2 log(1.25/delta) T^2 (S^2 + U^2)/eps^2 are (eps, delta)-DP for eps <= 1, "
    "where S is at least log((c + 1)/c) and U at least lambda/(N Pi(x)).",
    checked=("0 < eps <= 1", "0 < delta < 1", "every count is at least c", "lambda >= 0 is fixed"),
    adjacency="replace_one",
)
def scott_20_corrected() -> Case:
    """The classical calibration to the distance of the two sums."""
    return Case(
        checks=(Goal("small pairs, exactly", exhaustive("scott20-corrected", "scott-releases")),),
        twins=(Twin("an eighth of the variance", exhaustive("scott20-less", "scott-releases")),),
    )


def _one_sample() -> Iterator[Instance]:
    for eps, delta in (("1", "1/20"), ("1/2", "1/1000")):
        yield {**CELLS, "first": [3, 2], "samples": [1, 0], "weight": "1", "eps": eps, "delta": delta}


def _deltas(instance: Instance) -> dict[str, Any]:
    """The delta of A and B, and of the estimate, with noises of variance 1/100."""
    at, variance = release_of(instance), Fraction(1, 100)
    return {"of A and B": both(at, variance), "of (B - A)/T": alone(at, 2 * variance / sum(at.samples) ** 2)}


told("scott20", "with independent noises of variance 1/100 A and B are as private as (B - A)/T", is_release, _deltas)(
    lambda instance: at_most(_deltas(instance)["of A and B"], _deltas(instance)["of (B - A)/T"])
)
told("scott20-reversed", "... and (B - A)/T is as private as A and B", is_release)(
    lambda instance: at_most(_deltas(instance)["of (B - A)/T"], _deltas(instance)["of A and B"])
)
EACH: Final = Fraction(41, 100)
told_of_noise(
    "scott20b",
    "noises of variance 2 log(1.25/delta) R^2/(2 eps^2) in A and B are enough, with R = 41/100",
    lambda at: strength(at) * EACH**2 / (2 * at.epsilon**2),
    both,
)
told_of_noise(
    "scott20-each",
    "noises of variance 2 log(1.25/delta) 2 R^2/eps^2 in A and B are enough, with R = 41/100",
    lambda at: strength(at) * 2 * EACH**2 / at.epsilon**2,
    both,
)


def _squares(at: Neighbors) -> Real:
    """T^2 times the sum of the squares of log(3/2) and lambda/(N m)."""
    step, excess = as_real(log(Fraction(3, 2))), at.weight / (at.size * min(at.pi))
    return (step**2 + excess**2) * sum(at.samples) ** 2


told_of_noise(
    "scott20-corrected",
    "noises of variance 2 log(1.25/delta) T^2 (log^2(3/2) + (lambda/(N m))^2)/eps^2 in A and B are enough",
    lambda at: strength(at) * _squares(at) / at.epsilon**2,
    both,
)
told_of_noise(
    "scott20-less",
    "an eighth of this variance is enough",
    lambda at: strength(at) * _squares(at) / (8 * at.epsilon**2),
    both,
)


@is_release.where
def is_release_of_two(instance: Instance) -> bool:
    """A release with at least two samples."""
    return sum(instance["samples"]) >= 2  # what Algorithm 2 divides the budget by is then enough


@family("scott-releases-of-two", "those of the pairs with samples and budgets that have two samples")
def _releases_of_two() -> Iterator[Instance]:
    return (instance for instance in releases() if sum(instance["samples"]) > 1)


told_of_noise(
    "scott20c",
    "noises of variance 2 log(1.25/delta) T^4 S^2/(2 eps^2) in A and B are enough, S the larger one of log(3/2) and "
    "lambda/(N m)",
    lambda at: strength(at) * largest(at) ** 2 * sum(at.samples) ** 4 / (2 * at.epsilon**2),
    both,
    is_release_of_two,
)
told_of_noise(
    "scott20c-less",
    "noises of variance 2 log(1.25/delta) T^2 S^2/(32 eps^2) in A and B are enough",
    lambda at: strength(at) * largest(at) ** 2 * sum(at.samples) ** 2 / (32 * at.epsilon**2),
    both,
    is_release_of_two,
)
SAMPLE: Final = Neighbors(HALF, (3, 2), (1, 0), Fraction(1))
refuted(
    "SCOTT-20",
    NOISY,
    "both(v) <= alone(2*v/T**2)",
    setting=SAMPLE,
    where=(*SMALL, "c = 2", "0 < v"),
    v=Fraction(1, 100),
)
MOST: Final = ("A(1) - A(2) <= T*R", "A(2) - A(1) <= T*R", "B(1) - B(2) <= T*R", "B(2) - B(1) <= T*R")
refuted(
    "SCOTT-20b",
    NOISY,
    f"both(2*{LOG}*(T*R)**2*T**2/(2*eps**2)) <= d",
    setting=SAMPLE,
    where=(*SMALL, "c = 2", *MOST),
    variables={"R": "real, 0 < R"},
    R=EACH,
)
BOUNDS: Final = (f"{STEP} <= S", "lam/(N*pi(1)) <= U", "lam/(N*pi(2)) <= U")
VARIANCE: Final = f"2*{LOG}*T**2*(S**2 + U**2)/eps**2"
WHERE: Final = (*BOUNDS, *SMALL)
SQUARES: Final = "T**2*(S**2 + U**2)"


def _square(name: str, most: str) -> Iterator[Step]:
    """The square of the change of a sum is at most that of the bound on its size."""
    yield Step(f"{name}, sum", f"0 <= {most} + {name}(1) - {name}(2)", arithmetic(f"{name} falls"), BOUNDS)
    yield Step(
        f"{name}, square",
        f"({name}(1) - {name}(2))**2 <= ({most})**2",
        arithmetic((f"{most} + {name}(1) - {name}(2)", f"{name} rises")),
        BOUNDS,
        (f"{name}, sum",),
    )


FAR: Final = f"far_both <= {SQUARES}"
NUMBERS: Final = {"S": "real", "U": "real"}
SAMPLES: Final = {"S": (Fraction(1), Fraction(3, 4), Fraction(50)), "U": (Fraction(0), Fraction(3), Fraction(50))}
theorem(
    "the distance of A and B",
    NOISY,
    FAR,
    *MOVES,
    *SHARES,
    Step("S", "0 <= S", arithmetic("up above 0", "up", BOUNDS[0]), BOUNDS),
    Step("U", "0 <= U", arithmetic(BOUNDS[1]), BOUNDS),
    Step(
        "A rises",
        "A(1) - A(2) <= T*S",
        arithmetic(
            "A moves", ("s(1)", "up"), ("s(1)", BOUNDS[0]), ("s(2)", "down above 0"), ("S", "both"), ("s(2)", "S")
        ),
        BOUNDS,
        ("S",),
    ),
    Step(
        "A falls",
        "A(2) - A(1) <= T*S",
        arithmetic(
            ("-1", "A moves"),
            ("s(2)", "down"),
            ("s(2)", BOUNDS[0]),
            ("s(1)", "up above 0"),
            ("S", "both"),
            ("s(1)", "S"),
        ),
        BOUNDS,
        ("S",),
    ),
    Step(
        "B rises",
        "B(1) - B(2) <= T*U",
        arithmetic("B moves", ("s(1)", BOUNDS[1]), ("U", "both"), ("s(2)", "U")),
        BOUNDS,
        ("U",),
    ),
    Step(
        "B falls",
        "B(2) - B(1) <= T*U",
        arithmetic(("-1", "B moves"), ("s(2)", BOUNDS[2]), ("U", "both"), ("s(1)", "U")),
        BOUNDS,
        ("U",),
    ),
    *_square("A", "T*S"),
    *_square("B", "T*U"),
    Step("all", FAR, arithmetic("squared distance of A and B", "A, square", "B, square"), BOUNDS),
    where=BOUNDS,
    variables=NUMBERS,
    samples=SAMPLES,
)
theorem(
    "SCOTT-20-corrected",
    NOISY,
    f"both({VARIANCE}) <= d",
    *POSITIVE_LOG,
    Step("variance", f"0 <= {VARIANCE}", arithmetic((f"2*{SQUARES}/eps**2", "log"))),
    Step("not negative", f"0 <= {SQUARES}", arithmetic()),
    Step("far", FAR, apply("the distance of A and B", S="S", U="U"), BOUNDS),
    Step(
        "all",
        f"both({VARIANCE}) <= d",
        apply("calibrated noise: both", "not negative", "far", R=SQUARES),
        WHERE,
        ("variance",),
    ),
    where=WHERE,
    variables=NUMBERS,
    samples=SAMPLES,
)
ONE_BOUND: Final = (f"{STEP} <= S", "lam/(N*pi(1)) <= S", "lam/(N*pi(2)) <= S")
OF_EACH: Final = f"2*{LOG}*(T*S)**2*T**2/(2*eps**2)"
FOURTH: Final = "T**4*S**2/2"
theorem(
    "SCOTT-20c",
    NOISY,
    f"both({OF_EACH}) <= d",
    *POSITIVE_LOG,
    Step("variance", f"0 <= {OF_EACH}", arithmetic((f"2*{FOURTH}/eps**2", "log"))),
    Step("not negative", f"0 <= {FOURTH}", arithmetic()),
    Step("apart", "far_both <= T**2*(S**2 + S**2)", apply("the distance of A and B", S="S", U="S"), ONE_BOUND),
    Step(
        "far",
        f"far_both <= {FOURTH}",
        arithmetic("apart", ("T**2*S**2*(T + 2)/2", "2 <= T")),
        (*ONE_BOUND, "2 <= T"),
    ),
    Step(
        "all",
        f"both({OF_EACH}) <= d",
        apply("calibrated noise: both", "not negative", "far", R=FOURTH),
        (*ONE_BOUND, *SMALL, "2 <= T"),
        ("variance",),
    ),
    where=(*ONE_BOUND, *SMALL, "2 <= T"),
    variables={"S": "real"},
    samples={"S": (Fraction(1), Fraction(3, 4), Fraction(50))},
)
