"""SCOTT-20-corrected and SCOTT-20c: how much noise makes A and B private where both are seen.

A moves by at most T log((c + 1)/c), and B by at most T lambda/(N m). SCOTT-20-corrected: independent noises for the
root of the sum of the squares of these are enough. SCOTT-20c: so is, from two samples on and whatever bounds both
moves, noise that makes each of them (sqrt(2) eps/T, delta)-DP, since sqrt(2)/T is then at most 1/sqrt(2).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import family
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl import NOISY, both
from dpassay.proofs_check.models.sensitivity_of_kl import Neighbors
from dpassay.proofs_check.private_kl_estimation.calibrated_noise import LOG, POSITIVE_LOG, SMALL
from dpassay.proofs_check.private_kl_estimation.scott_17 import releases
from dpassay.proofs_check.private_kl_estimation.scott_20 import MOST
from dpassay.proofs_check.private_kl_estimation.scott_21 import (
    MOVES,
    SHARES,
    is_release,
    largest,
    strength,
    told_of_noise,
)
from dpassay.proofs_check.private_kl_estimation.two_cells import STEP
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic


@claim(
    "SCOTT-20c",
    location="Algorithm 2, with independent noises and at least two samples",
    latex=r"A, B \text{ each } (\sqrt2 \varepsilon/T, \delta)\text{-DP by noise} \implies (A, B) \text{ is } "
    r"(\varepsilon, \delta)\text{-DP, for } T \ge 2,\ \varepsilon \le 1",
    text="Independent noises of standard deviation sqrt(2 log(1.25/delta)) T R/(sqrt(2) eps/T) in A and B, where "
    "neither moves by more than T R, make (A, B) (eps, delta)-DP for eps <= 1 and T >= 2.",
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
        arithmetic("A moves", ("s(1)", "up"), ("s(1)", BOUNDS[0]), ("s(2)", "down above 0"), ("S", "both")),
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
        ),
        BOUNDS,
        ("S",),
    ),
    Step(
        "B rises",
        "B(1) - B(2) <= T*U",
        arithmetic("B moves", ("s(1)", BOUNDS[1]), ("U", "both")),
        BOUNDS,
        ("U",),
    ),
    Step(
        "B falls",
        "B(2) - B(1) <= T*U",
        arithmetic(("-1", "B moves"), ("s(2)", BOUNDS[2]), ("U", "both")),
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
    Step("far", FAR, apply("the distance of A and B", S="S", U="U"), BOUNDS),
    Step(
        "all",
        f"both({VARIANCE}) <= d",
        apply("calibrated noise: both", "far", R=SQUARES),
        WHERE,
        ("variance",),
    ),
    where=WHERE,
    variables=NUMBERS,
    samples=SAMPLES,
)
ONE_BOUND: Final = (f"{STEP} <= S", "lam/(N*pi(1)) <= S", "lam/(N*pi(2)) <= S")
OF_EACH: Final = f"2*{LOG}*(T*R)**2*T**2/(2*eps**2)"
FOURTH: Final = "T**4*R**2/2"


def _moved(name: str, rises: str, falls: str) -> Iterator[Step]:
    """What moves by at most T R has a square of at most that of T R."""
    yield Step(f"{name}, sum", f"0 <= T*R + {name}(1) - {name}(2)", arithmetic(falls), MOST)
    yield Step(
        f"{name}, square",
        f"({name}(1) - {name}(2))**2 <= (T*R)**2",
        arithmetic((f"T*R + {name}(1) - {name}(2)", rises)),
        MOST,
        (f"{name}, sum",),
    )


theorem(
    "SCOTT-20c",
    NOISY,
    f"both({OF_EACH}) <= d",
    *POSITIVE_LOG,
    Step("variance", f"0 <= {OF_EACH}", arithmetic((f"2*{FOURTH}/eps**2", "log"))),
    *_moved("A", *MOST[:2]),
    *_moved("B", *MOST[2:]),
    Step(
        "far",
        f"far_both <= {FOURTH}",
        arithmetic("squared distance of A and B", "A, square", "B, square", ("T**2*R**2*(T + 2)/2", "2 <= T")),
        (*MOST, "2 <= T"),
    ),
    Step(
        "all",
        f"both({OF_EACH}) <= d",
        apply("calibrated noise: both", "far", R=FOURTH),
        (*MOST, *SMALL, "2 <= T"),
        ("variance",),
    ),
    where=(*MOST, *SMALL, "2 <= T"),
    variables={"R": "real"},
    samples={"R": (Fraction(1), Fraction(3, 4), Fraction(50))},
)
