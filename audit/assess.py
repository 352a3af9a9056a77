"""One audit of one target: draw, compare with the exact law, certify a lower bound on epsilon, and give a verdict.

The error budget ``alpha`` of an audit is split in a fixed way: half for the comparison with the law (a quarter for
either input), half for the certified bound. So a correct implementation is flagged with probability at most
``alpha``. The band of the privacy profile is drawn for the eye, at its own stated level, and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite, log, nextafter, sqrt
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from dpassay.audit.events import Band, Certificate, certify, profile_band
from dpassay.audit.features import Feature, LawCells, Outcomes, coordinate_features, float_features
from dpassay.audit.runner import (
    DEFAULT_FIRST_TIME_LIMIT,
    DEFAULT_MEMORY_LIMIT,
    DEFAULT_TIME_LIMIT,
    MOST_SAMPLES,
    Failure,
    Samples,
    draw,
)
from dpassay.audit.words import DIGITS, confidence, number, p_value
from dpassay.exact import (
    LaplaceVectors,
    Law,
    Number,
    Undecided,
    decimal_text,
    delta_curve,
    hockey_stick_bounds,
    hockey_stick_divergence,
    require,
)
from dpassay.properties.cells import pair_cells
from dpassay.properties.goodness_of_fit import Cells, LawTest, sample_test
from dpassay.properties.guarantees import holds
from dpassay.reference import ConcentratedGuarantee, Guarantee, Mechanism, data_text, mechanism

Verdict = Literal["consistent", "violation", "could not run"]
EXIT_CODES: Final[dict[Verdict, int]] = {"consistent": 0, "violation": 1, "could not run": 2}

CONCENTRATED_DELTA: Final = Fraction(1, 10**6)
"""Where the user names none, the delta at which a concentrated guarantee is turned into an (epsilon, delta) claim."""

GRID_POINTS: Final = 25

MOST_SHOWN: Final = 700.0
"""Profiles are not shown beyond this epsilon: e^epsilon is to be a double."""

VECTOR_TOLERANCE: Final = Fraction(1, 1_000)
"""How closely the profile of two laws of vectors is enclosed."""

MOST_DRAWS: Final = 100_000
"""Simulations of the law test; a level too small for them is left to the binomial tails."""

LONGEST_BUDGET: Final = 40
"""A budget of more characters is stated as a decimal."""

SCREEN: Final = 0.02
"""A p-value above this is not looked at more closely."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How an audit is run: everything that is fixed before the first sample is drawn.

    Attributes:
        samples: outputs drawn on each input, at least 2.
        alpha: the probability with which a correct implementation may be flagged.
        seed: what the target's generator and the simulations are seeded with.
        delta: the delta of the claim, where the guarantee does not fix it (concentrated guarantees).
        python: the interpreter to run the target under; None for our own.
        time_limit: seconds for all draws.
        first_time_limit: seconds until the first output.
        memory_limit: bytes of address space.
    """

    samples: int = 200_000
    alpha: float = 0.01
    seed: int = 0
    delta: Fraction | None = None
    python: str | None = None
    time_limit: float = DEFAULT_TIME_LIMIT
    first_time_limit: float = DEFAULT_FIRST_TIME_LIMIT
    memory_limit: int = DEFAULT_MEMORY_LIMIT

    def __post_init__(self) -> None:
        """Refuse what no audit can be run with."""
        require(4 <= self.samples <= MOST_SAMPLES, "samples", self.samples, "an integer from 4 to 10^9")
        require(0 < self.alpha < 1, "alpha", self.alpha, "a number in (0, 1)")
        require(self.seed >= 0, "seed", self.seed, "an integer of at least 0")
        require(self.delta is None or 0 < self.delta < 1, "delta", self.delta, "a number in (0, 1)")


@dataclass(frozen=True, slots=True)
class Subject:
    """What is audited: a target that claims to be a mechanism, on a pair of neighboring inputs (default: the worst).

    ``built_in``: the name of the row, where the target is one of the table of built-in targets.
    """

    target: str
    mechanism_name: str
    parameters: Mapping[str, object]
    data: tuple[object, object] | None = None
    built_in: str | None = None

    @property
    def title(self) -> str:
        """What a reader calls the target: what the user typed, never where a built-in adapter lies on this machine."""
        return self.built_in or self.target

    def resolve(self) -> Resolved:
        """Check everything against the mechanism; ``ValueError`` for what does not fit."""
        spec = mechanism(self.mechanism_name)
        parameters = spec.Parameters.read(self.parameters)
        first, second = self.data or next(spec.neighbors(parameters))
        pair = spec.check_data(first, parameters), spec.check_data(second, parameters)
        expected = f"neighbors under {spec.ADJACENCY}, the adjacency of the guarantee"
        shown = " and ".join(map(data_text, pair))
        require(spec.are_neighbors(*pair, parameters), "data", shown, expected)
        return Resolved(spec, parameters, pair)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A subject in exact form."""

    mechanism: Mechanism
    parameters: Any
    pair: tuple[Any, Any]

    @property
    def laws(self) -> tuple[Law, Law]:
        """The exact laws on the two inputs."""
        first, second = (self.mechanism.law(data, self.parameters) for data in self.pair)
        return first, second

    @property
    def floats(self) -> tuple[float, ...]:
        """The inputs as doubles, where they are single numbers."""
        return tuple(float(data) for data in self.pair)


@dataclass(frozen=True, slots=True)
class Claim:
    """The (epsilon, delta) guarantee that the target is held to; the decimals are right also where a double is 0."""

    epsilon: float
    delta: float
    adjacency: str
    words: str
    epsilon_decimal: str
    delta_decimal: str


def claim_of(guarantee: Guarantee | ConcentratedGuarantee, delta: Fraction | None) -> Claim:
    """Return the (epsilon, delta) claim.

    A concentrated guarantee gives epsilon = rho + 2 sqrt(rho log(1/delta)) (Bun and Steinke 2016, Proposition 1.3).
    """
    if isinstance(guarantee, Guarantee):
        exact, fixed = guarantee.budget.epsilon, guarantee.delta
        require(isfinite(float(exact)), "epsilon", decimal_text(exact), "a number in the range of a double")
        expected = f"nothing: the guarantee of the mechanism says it, delta = {decimal_text(fixed)}"
        require(delta is None, "delta", delta, expected)
        decimals, words = (decimal_text(exact, DIGITS), decimal_text(fixed, DIGITS)), str(guarantee.budget)
        words = words if len(words) <= LONGEST_BUDGET else f"epsilon = {decimal_text(exact)}"
        words = f"({words}, delta = {decimals[1]})-differential privacy"
        return Claim(float(exact), float(fixed), guarantee.adjacency, words, *decimals)
    rho, fixed = float(guarantee.rho), delta or CONCENTRATED_DELTA
    require(0 < float(fixed) < 1, "delta", fixed, "a number in (0, 1) that a double can tell from its ends")
    epsilon = rho + 2 * sqrt(rho * log(1 / float(fixed)))
    words = f"{guarantee.rho}-zero-concentrated differential privacy"
    decimals = number(epsilon), decimal_text(fixed, DIGITS)
    words += f", hence epsilon = {decimals[0]} at delta = {decimals[1]}"
    return Claim(epsilon, float(fixed), guarantee.adjacency, words, *decimals)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the samples show.

    Attributes:
        cells: the cells of the exact laws on the two inputs.
        counts: the samples in each cell, for the two inputs.
        law_tests: the comparison with the exact law, for the two inputs.
        certificate: the certified lower bound on epsilon.
        band: the certified lower band of the privacy profile, and the estimate, over a grid.
        exact_profile: delta of the exact laws over the same grid, the larger of both directions.
    """

    cells: tuple[Cells, ...]
    counts: tuple[NDArray[np.int64], ...]
    law_tests: tuple[LawTest, ...]
    certificate: Certificate
    band: Band
    exact_profile: NDArray[np.float64]

    @property
    def p_value(self) -> float:
        """The p-value of "both laws are right": the smaller one, doubled."""
        return min(1.0, 2 * min(test.p_value for test in self.law_tests))


@dataclass(frozen=True, slots=True, eq=False)
class Assessment:
    """One audit and its verdict; ``evidence`` is None when the target could not be run."""

    subject: Subject
    resolved: Resolved
    plan: Plan
    claim: Claim
    drawn: Samples | Failure
    evidence: Evidence | None
    findings: tuple[str, ...] = field(default=())

    @property
    def verdict(self) -> Verdict:
        """What was found: "violation" where there is a finding; a target that gave no samples "could not run"."""
        if self.evidence is None:
            return "could not run"
        return "violation" if self.findings else "consistent"

    @property
    def exit_code(self) -> int:
        """0 consistent with the law and the claim, 1 a violation of either, 2 could not run."""
        return EXIT_CODES[self.verdict]


def assess(subject: Subject, plan: Plan, progress: Callable[[int, int], None] | None = None) -> Assessment:
    """Audit one target.

    Raises ``ValueError`` for a subject that makes no sense. What the target does is a finding, never an exception.
    """
    resolved = subject.resolve()
    claim = claim_of(resolved.mechanism.guarantee(resolved.parameters), plan.delta)
    cells = pair_cells(resolved.laws, plan.samples)  # before the draws: it refuses what doubles are too coarse for
    drawn = draw(
        subject.target,
        resolved.pair,
        resolved.parameters.given(),
        samples=plan.samples,
        seed=plan.seed,
        **_interpreter(plan),
        time_limit=plan.time_limit,
        first_time_limit=plan.first_time_limit,
        memory_limit=plan.memory_limit,
        progress=progress,
    )
    if isinstance(drawn, Failure):
        return Assessment(subject, resolved, plan, claim, drawn, None, (f"{drawn.kind}: {drawn.message}",))
    malformed = _malformed(drawn, cells[0].form)
    if malformed:
        return Assessment(subject, resolved, plan, claim, drawn, None, (malformed,))
    fewest = min(map(len, drawn.arrays))  # a time limit may have come between the two inputs
    evidence = examine(resolved, plan, claim, tuple(array[:fewest] for array in drawn.arrays), cells)
    findings = (*broken_by_the_law(resolved), *findings_of(evidence, claim))
    return Assessment(subject, resolved, plan, claim, drawn, evidence, findings)


def _interpreter(plan: Plan) -> dict[str, Any]:
    return {} if plan.python is None else {"python": plan.python}


def _malformed(drawn: Samples, form: tuple[int, ...]) -> str:
    """Say what is wrong with the shape of the samples, if anything is: answers are numbers, or rows of one length."""
    if not drawn.arrays:
        return f"output: answers of different forms: {', '.join(drawn.form_names)}"
    for array in drawn.arrays:
        if array.shape[1:] != form:
            expected = f"{form[0]} numbers each" if form else "one number each"
            return f"output: answers of shape {array.shape[1:]}, expected {expected}"
    return ""


def examine(
    resolved: Resolved,
    plan: Plan,
    claim: Claim,
    arrays: tuple[NDArray[Any], ...],
    cells: tuple[Cells, ...] | None = None,
) -> Evidence:
    """Compare samples with the exact laws (cut into ``cells``) and search them for a violation of the claim.

    Answers that are rows are numbered first; but events are looked for in rows with reals as they are, whose
    coordinates have bits.
    """
    laws = resolved.laws
    cells = cells or pair_cells(laws, plan.samples)
    numbered = cells[0].numbers(arrays[0]), cells[1].numbers(arrays[1])
    rng = np.random.default_rng((plan.seed, 1))
    tests = tuple(_law_test(array, law, plan.alpha / 4, rng) for array, law in zip(numbered, cells, strict=True))
    features = features_of(resolved, cells)
    grid = profile_grid(claim)
    first, second = numbered if cells[0].grid is None else arrays
    return Evidence(
        cells=cells,
        counts=tuple(law.counts(array) for array, law in zip(numbered, cells, strict=True)),
        law_tests=tests,
        certificate=certify(first, second, features, delta=claim.delta, alpha=plan.alpha / 2),
        band=profile_band(first, second, features, exp_eps=grid, alpha=plan.alpha),
        exact_profile=exact_deltas(laws, grid),
    )


def _law_test(samples: NDArray[Any], cells: Cells, level: float, rng: np.random.Generator) -> LawTest:
    """Test at a level that may be too small for the usual number of simulated draws.

    A first run screens: most p-values are far from the level and are reported as they are. Below ``SCREEN`` a second
    run, with draws of its own and enough of them to resolve the level, replaces the first. The result is still a
    p-value: it is at most a below the screen only where the second run is, and elsewhere only where the first is. (A
    binomial tail involves no simulation: both runs share it.)
    """
    first = sample_test(samples, cells, alpha=level, rng=rng)
    enough = min(int(2 / level), MOST_DRAWS)
    settled = first.rejected and first.statistic == "binomial tail"
    if first.p_value > SCREEN or first.method != "simulated" or first.draws >= enough or settled:
        return first
    return sample_test(samples, cells, alpha=level, rng=rng, draws=enough)


def features_of(resolved: Resolved, cells: tuple[Cells, ...]) -> tuple[Feature, ...]:
    """Return what events are made of: cells of the laws always, single outcomes or the bits of doubles besides.

    Rows of integers have cells alone: their numbers mean nothing to a reader.
    """
    law_cells = LawCells(*cells)
    if law_cells.p.rows is not None:
        return (law_cells,)
    if law_cells.p.grid is not None:
        reals = [place for place, axis in enumerate(law_cells.p.grid.axes) if not axis.is_tag]
        return (law_cells, *coordinate_features(reals))
    is_real = getattr(resolved.laws[0], "kind", "") == "real"
    return (law_cells, *float_features(*resolved.floats)) if is_real else (law_cells, Outcomes())


def profile_grid(claim: Claim) -> NDArray[np.float64]:
    """Return the values of e^eps at which profiles are shown: eps from 0 to twice the claim, as far as doubles go."""
    return np.unique(np.exp(np.linspace(0, min(2 * claim.epsilon, MOST_SHOWN), GRID_POINTS)))


def exact_deltas(laws: tuple[Law, Law], grid: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the exact delta of a pair at each e^eps of the grid, the larger of both directions, as doubles.

    Of vectors: the middle of certified bounds that are at most ``VECTOR_TOLERANCE`` apart.
    """
    curves = [_curve(p, q) for p, q in (laws, laws[::-1])]
    return np.array([max(curve(Fraction(float(t))) for curve in curves) for t in grid])


def _curve(p: Law, q: Law) -> Callable[[Number], float]:
    if isinstance(p, LaplaceVectors) and isinstance(q, LaplaceVectors):
        return lambda t: float(sum(hockey_stick_bounds(p, q, t, tolerance=VECTOR_TOLERANCE)) / 2)
    curve = delta_curve(p, q)
    return lambda t: float(curve(t))


def broken_by_the_law(resolved: Resolved) -> tuple[str, ...]:
    """Say where the exact law itself breaks the claim, as with a sigma of the user's own that is too small.

    Where enclosures do not decide that, nothing is said.
    """
    promised = resolved.mechanism.guarantee(resolved.parameters)
    if isinstance(promised, ConcentratedGuarantee):
        return ()
    first, second = resolved.laws
    try:
        if holds(first, second, promised):
            return ()
    except Undecided:
        return ()
    worst = max(_least_delta(p, q, promised.budget.exp_eps) for p, q in ((first, second), (second, first)))
    return (
        f"claim: with these parameters the exact law itself has delta = {number(worst)} at the claimed epsilon, "
        f"above the claimed {decimal_text(promised.delta, DIGITS)}",
    )


def _least_delta(p: Law, q: Law, exp_eps: Number) -> float:
    """Return what delta is, or for vectors what it is at least."""
    if isinstance(p, LaplaceVectors) and isinstance(q, LaplaceVectors):
        return float(hockey_stick_bounds(p, q, exp_eps, tolerance=VECTOR_TOLERANCE)[0])
    return float(hockey_stick_divergence(p, q, exp_eps))


def findings_of(evidence: Evidence, claim: Claim) -> tuple[str, ...]:
    """Return what the samples show, one line each: a mismatch with the law, a certified bound above the claim."""
    tested = zip(evidence.law_tests, evidence.cells, ("first", "second"), strict=True)
    findings = [_mismatch(test, cells, which) for test, cells, which in tested]
    found = evidence.certificate
    if found.epsilon_lower > nextafter(claim.epsilon, float("inf")):
        findings.append(
            f"privacy: with {confidence(found.alpha)} confidence, epsilon is at least {number(found.epsilon_lower)}, "
            f"above the claimed {claim.epsilon_decimal} (at delta = {claim.delta_decimal}): {found.event.description}: "
            f"{found.count_p} of {found.n_p} answers on the first input, {found.count_q} of {found.n_q} on the second"
        )
    return tuple(finding for finding in findings if finding)


def _mismatch(test: LawTest, cells: Cells, which: str) -> str:
    if not test.rejected:
        return ""
    where = "outside the support" if test.worst_cell in (None, -1) else cells.describe(int(test.worst_cell or 0))
    return (
        f"law: the answers on the {which} input do not follow the exact law "
        f"({_p_words(test)}, level {number(test.alpha)}); furthest off: {where}, "
        f"{test.worst_observed} answers, {test.worst_expected:.1f} expected"
    )


def _p_words(test: LawTest) -> str:
    """Return the p-value in words: 0 means certainty, not a small number that a double has no room for."""
    if test.method == "support":
        return "certain: the law never gives this"
    return f"p {p_value(test.p_value)}"
