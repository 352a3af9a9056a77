"""SCOTT-21: Gaussian noise calibrated to the sensitivity of the divergence makes the sampled estimate private.

Sections 4.2.2 and 4.2.3 compute the sensitivity of KL(Pi || .), and release the mean of lambda (r(x_t) - 1) - log
r(x_t) over T samples. The samples may hit one of the changed cells more often than the reference would have it: with a
uniform reference on two cells and N = 6 the divergences of (4, 2) and (3, 3) differ by log(9/8)/2, and the estimates
from one sample of the second cell by log(3/2). So it is false for the noise that is meant (SCOTT-21, standard deviation
sqrt(2 log(1.25/delta)) Delta/eps), and for Corollary 3.1 as it reads, as a variance or as a standard deviation
(SCOTT-21b, SCOTT-21c).

SCOTT-21-corrected: for a lambda that does not depend on the data the estimates differ by at most the larger one of
log((c + 1)/c) and lambda/(N m), where m is the least probability of the reference and all counts are at least c.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, Final

from dpassay.exact import LogForm, Real, as_real, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import ABOVE_0, BETWEEN, Precondition, told
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl import NOISY, alone
from dpassay.proofs_check.models.sensitivity_of_kl import ADJACENT, Neighbors, estimate, law, sensitivity
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.private_kl_estimation.adjacent_histograms import IS_SAMPLED, as_neighbors
from dpassay.proofs_check.private_kl_estimation.two_cells import A_MOVES, B_MOVES, DOWN, STEP, UP
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, Use, apply, arithmetic, together, use

WORDS: Final = "the divergence is replaced by its sampled estimate, and noise calibrated to the former is added"
PRIVATE: Final = "For adjacent histograms with counts from 2 on, noise of "
ENOUGH: Final = (
    " with Delta the sensitivity of the divergence makes the estimate (eps, delta)-DP, the samples x_t being known."
)


@claim(
    "SCOTT-21",
    location="Sections 4.2.2 and 4.2.3, with the noise that Corollary 3.1 means",
    latex=r"\hat D + N\big(0, 2 \log\tfrac{1.25}{\delta}\, \Delta(\eta)^2/\varepsilon^2\big) \text{ is } "
    r"(\varepsilon, \delta)\text{-DP}",
    text=f"{PRIVATE}variance 2 log(1.25/delta) Delta^2/eps^2{ENOUGH}",
    checked=("0 < eps <= 1", "0 < delta < 1", "every count of both histograms is at least 2"),
    adjacency="replace_one",
    corrected_by="SCOTT-17-corrected",
)
def scott_21() -> Case:
    """One sample of a changed cell."""
    return _refuted("scott21")


@claim(
    "SCOTT-21b",
    location="Sections 4.2.2 and 4.2.3, with Corollary 3.1 as it reads: a variance",
    latex=r"\hat D + N\big(0, 2 \log\tfrac{1.25}{\delta}\, \Delta(\eta)/\varepsilon\big) \text{ is } "
    r"(\varepsilon, \delta)\text{-DP}",
    text=f"{PRIVATE}variance 2 log(1.25/delta) Delta/eps{ENOUGH}",
    checked=("0 < eps <= 1", "0 < delta < 1", "every count of both histograms is at least 2"),
    adjacency="replace_one",
    corrected_by="SCOTT-17-corrected",
)
def scott_21b() -> Case:
    """One sample of a changed cell."""
    return _refuted("scott21b")


@claim(
    "SCOTT-21c",
    location="Sections 4.2.2 and 4.2.3, with Corollary 3.1 read as a standard deviation",
    latex=r"\hat D + N\big(0, (2 \log\tfrac{1.25}{\delta}\, \Delta(\eta)/\varepsilon)^2\big) \text{ is } "
    r"(\varepsilon, \delta)\text{-DP}",
    text=f"{PRIVATE}standard deviation 2 log(1.25/delta) Delta/eps{ENOUGH}",
    checked=("0 < eps <= 1", "0 < delta < 1", "every count of both histograms is at least 2"),
    adjacency="replace_one",
    corrected_by="SCOTT-17-corrected",
)
def scott_21c() -> Case:
    """One sample of a changed cell."""
    return _refuted("scott21c")


@claim(
    "SCOTT-21-corrected",
    location="Section 4.2.3",
    latex=r"|\hat D(P_1) - \hat D(P_2)| \le \max\big\{\log\tfrac{c + 1}{c}, \tfrac{\lambda}{N m}\big\}",
    text="For adjacent histograms with counts from c on, any samples x_t and a fixed lambda >= 0, the sampled "
    "estimates differ by at most the larger one of log((c + 1)/c) and lambda/(N m), with m the least probability of "
    "the reference.",
    checked=("every count of both histograms is at least c", "lambda >= 0 is fixed"),
    adjacency="replace_one",
)
def scott_21_corrected() -> Case:
    """Each changed cell moves the mean by its share of the samples times a difference of two positive numbers."""
    return Case(
        checks=(Goal("small pairs, exactly", exhaustive("scott21-corrected", "scott-sampled")),),
        twins=(Twin("the sensitivity of the divergence", exhaustive("scott21-less", "scott-sampled")),),
    )


def _refuted(name: str) -> Case:
    """One sample of a cell whose count is small."""
    return Case(
        argument="The reference is uniform on two cells, h1 = (4, 2), h2 = (3, 3), lambda = 0 and x_1 is the second "
        "cell. The divergences differ by log(9/8)/2 at most, on any pair of this size, and the estimates by log(3/2).",
        counterexample=Goal("one sample", counterexample(name), Hunt(name, single_samples)),
        twins=(Twin("with log(3/2) for the sensitivity", counterexample("scott17-corrected")),),
    )


@IS_SAMPLED.having(eps=ABOVE_0, delta=BETWEEN).where
def is_release(instance: Instance) -> bool:
    """Two histograms with counts from 2 on, samples, eps in (0, 1] and delta."""
    return Fraction(instance["eps"]) <= 1


def release_of(instance: Instance) -> Neighbors:
    """Read a pair with eps and delta."""
    at = as_neighbors({key: value for key, value in instance.items() if key not in {"eps", "delta"}})
    return Neighbors(at.pi, at.first, at.samples, at.weight, 2, Fraction(instance["eps"]), Fraction(instance["delta"]))


def strength(at: Neighbors) -> Real:
    """2 log(1.25/delta)."""
    return as_real(log(Fraction(5, 4) / at.delta)) * 2


def told_of_noise(
    name: str,
    words: str,
    variance: Callable[[Neighbors], Any],
    seen: Callable[[Neighbors, Any], Any] = alone,
    applies: Precondition = is_release,
) -> None:
    """Register that noise of this variance is enough; its numbers are the exact delta."""

    def delta(instance: Instance) -> Any:
        at = release_of(instance)
        return seen(at, variance(at))

    told(name, words, applies, lambda instance: {"delta": delta(instance)})(
        lambda instance: at_most(delta(instance), Fraction(instance["delta"]))
    )


def _delta(at: Neighbors) -> LogForm:
    return sensitivity(at.pi, at.size, at.least)


told_of_noise(
    "scott21",
    "noise of variance 2 log(1.25/delta) Delta^2/eps^2 is enough",
    lambda at: strength(at) * as_real(_delta(at)) ** 2 / at.epsilon**2,
)
told_of_noise(
    "scott21b",
    "noise of variance 2 log(1.25/delta) Delta/eps is enough",
    lambda at: strength(at) * as_real(_delta(at)) / at.epsilon,
)
told_of_noise(
    "scott21c",
    "noise of standard deviation 2 log(1.25/delta) Delta/eps is enough",
    lambda at: (strength(at) * as_real(_delta(at)) / at.epsilon) ** 2,
)


def largest(at: Neighbors) -> Real:
    """The larger one of log(3/2) and lambda/(N m)."""
    step, excess = log(Fraction(3, 2)), LogForm(at.weight / (at.size * min(at.pi)))
    return as_real(excess if step < excess else step)


def single_samples() -> Iterator[Instance]:
    """One sample, at several budgets."""
    for eps, delta in (("1", "1/20"), ("1/2", "1/1000"), ("1/10", "1/100000")):
        for samples in ([1, 0], [0, 1]):
            yield {
                "reference": ["1/2", "1/2"],
                "first": [4, 2],
                "samples": samples,
                "weight": "0",
                "eps": eps,
                "delta": delta,
            }


def _differ(instance: Instance, most: Callable[[Neighbors], Any]) -> bool:
    at = as_neighbors(instance)
    gap = estimate(at, 1) - estimate(at, 2)
    return at_most(gap, most(at)) and at_most(-gap, most(at))


told("scott21-corrected", "the estimates differ by at most max{log(3/2), lambda/(N m)}", IS_SAMPLED)(
    lambda instance: _differ(
        instance, lambda at: max_of(log(Fraction(3, 2)), LogForm(at.weight / (at.size * min(at.pi))))
    )
)
told("scott21-less", "the estimates differ by at most the sensitivity of the divergence", IS_SAMPLED)(
    lambda instance: _differ(instance, _delta)
)


def max_of(a: LogForm, b: LogForm) -> LogForm:
    """The larger one."""
    return b if a < b else a


UNIFORM: Final = Neighbors(law("1/2", "1/2"), (4, 2), (0, 1))
FEW: Final = ("eps <= 1",)
LOG: Final = "log(5/(4*d))"
refuted("SCOTT-21", NOISY, f"alone(2*{LOG}*Delta**2/eps**2) <= d", setting=UNIFORM, where=("eps <= 1", "c = 2"))
refuted(
    "SCOTT-21b",
    NOISY,
    f"alone(2*{LOG}*Delta/eps) <= d",
    setting=Neighbors(law("1/2", "1/2"), (4, 2), (0, 1), epsilon=Fraction(1, 10), delta=Fraction(1, 100000)),
    where=("eps <= 1", "c = 2"),
)
refuted("SCOTT-21c", NOISY, f"alone((2*{LOG}*Delta/eps)**2) <= d", setting=UNIFORM, where=("eps <= 1", "c = 2"))

BOUNDS: Final = (f"{STEP} <= S", "lam/(N*pi(1)) <= S", "lam/(N*pi(2)) <= S")
RISES, FALLS = "est(1) - est(2) <= S", "est(2) - est(1) <= S"
DIFFER: Final = f"{RISES} and {FALLS}"
SHARES: Final = (
    Step(
        "parts",
        "sum(s(x), x, 1, k) = sum(s(x), x, 1, 2) + sum(s(x), x, 3, k)",
        apply("sum in two parts", f="x: s(x)", low="1", mid="2", high="k"),
    ),
    Step("both", "s(1) + s(2) <= T", arithmetic(("-1", "parts"), "samples")),
)
MOVES: Final = (
    Step("A moves", A_MOVES, apply("the sum of logs of neighbors")),
    Step("B moves", B_MOVES, apply("the sum of excesses of neighbors")),
    Step("up above 0", f"0 < {UP}", apply("logs of counts")),
    Step("down above 0", f"0 < {DOWN}", apply("logs of counts")),
    Step("up", f"{UP} <= {STEP}", apply("logs of counts")),
    Step("down", f"{DOWN} <= {STEP}", apply("logs of counts")),
)


def _in_terms(sign: str) -> Iterator[tuple[str, Use | str]]:
    """The estimates are the sums over T; one of their differences, or with a sign the other."""
    turned = "-" if not sign else ""
    yield f"{sign}1", use("estimate", i="1")
    yield f"{turned}1", use("estimate", i="2")
    yield f"{sign}1/T", "B moves"
    yield f"{turned}1/T", "A moves"


def _bounded(a: str, b: str) -> Iterator[tuple[str, str]]:
    """Cell a pulls by at most lambda/(N pi(a)), and cell b by at most a log."""
    log_of = {"1": "up", "2": "down"}
    yield f"s({a})/T", f"lam/(N*pi({a})) <= S"
    yield f"s({a})/T", f"{log_of[a]} above 0"
    yield f"s({b})/T", log_of[b]
    yield f"s({b})/T", BOUNDS[0]
    yield "S/T", "both"


theorem(
    "SCOTT-21-corrected",
    ADJACENT,
    DIFFER,
    *MOVES,
    *SHARES,
    Step("above 0", "0 <= S", arithmetic("up above 0", "up", BOUNDS[0]), BOUNDS),
    Step("rises", RISES, arithmetic(*_in_terms(""), *_bounded("1", "2")), BOUNDS, ("above 0",)),
    Step("falls", FALLS, arithmetic(*_in_terms("-"), *_bounded("2", "1")), BOUNDS, ("above 0",)),
    Step("all", DIFFER, together("rises", "falls"), BOUNDS),
    where=BOUNDS,
    variables={"S": "real"},
    samples={"S": (Fraction(1), Fraction(2), Fraction(7), Fraction(50))},
)
