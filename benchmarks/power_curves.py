"""The power of audits by the number of answers, against faults of a few percent: with the law, sequential, blind."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

from benchmarks.cases import resolved, sampler
from benchmarks.law_power import Fault, drawn, frame
from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.audit.answers.outcome import Origin, Samples
from dpassay.audit.answers.request import Json
from dpassay.audit.evidence.learned import learn
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.plan import CERTIFICATES, alpha_split
from dpassay.properties.e_values import ROUNDING, MixtureRatio
from dpassay.properties.rejection import critical_region
from dpassay.properties.target import call, offered, plain
from dpassay.reference import with_loss_scaled

SEED: Final = 20_261_124
ALPHA: Final = 0.05
PERCENTS: Final = (2, 5, 10, 20)
SIZES: Final = (100, 250, 1_000, 2_500, 10_000, 25_000, 100_000)


@dataclass(frozen=True, slots=True)
class Curve:
    """A mechanism, and the claim of an audit that knows no law: a point of its exact profile, or hardly above one."""

    mechanism: str
    epsilon: Fraction
    delta: Fraction


CURVES: Final = (
    Curve("laplace", Fraction(1), Fraction(0)),
    Curve("discrete_laplace", Fraction(1), Fraction(0)),
    Curve("gaussian", Fraction(391, 2500), Fraction(1, 20)),
    Curve("randomized_response", Fraction(1), Fraction(0)),
    Curve("multiplicative_weights", Fraction(5601, 5000), Fraction(0)),
)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is measured: counts of audits with the law, of sequential ones, and audits that know no law."""

    rows: int
    runs: int
    blind: int
    sizes: tuple[int, ...]
    curves: int


FULL: Final = Effort(rows=1_000, runs=200, blind=100, sizes=SIZES, curves=len(CURVES))
QUICK: Final = Effort(rows=20, runs=2, blind=1, sizes=SIZES[:2], curves=len(CURVES))


def tables(pool: Pool, *, quick: bool, effort: Effort | None = None) -> list[Table]:
    """Measure, and return the table."""
    chosen = effort or (QUICK if quick else FULL)
    places = range(min(chosen.curves, len(CURVES)))
    jobs = [(place, size, chosen) for place in places for size in chosen.sizes]
    powers = dict(zip([job[:2] for job in jobs], pool.run(powers_at, jobs, "power curves"), strict=True))
    rows = []
    for place in places:
        for index, percent in enumerate(PERCENTS):
            found = [powers[place, size][index] for size in chosen.sizes]
            entries = [" / ".join(f"{power:.2f}" for power in each) for each in found]
            rows.append([f"{CURVES[place].mechanism}, {percent} %", *entries])
    notes = (
        f"The power at level {ALPHA:g}: of the test of both inputs together / of the sequential one by the last answer "
        "/ of an audit that knows a claim alone. The first two have all of the level for the law; the third shares it "
        "among values, bits and form, as audits do, and flags only where it certifies that privacy is violated.",
        "A fault of 20 %: the loss is 1 / 0.8 times the claimed one, as of noise that is 20 % too small.",
        f"Counts of {chosen.rows} audits, of {chosen.runs}, and {chosen.blind} audits of answers of our own sampler.",
        "Claims (epsilon, delta), by the exact laws on this pair of inputs: "
        + "; ".join(f"{each.mechanism} ({float(each.epsilon):g}, {float(each.delta):g})" for each in CURVES)
        + ".",
    )
    return [Table("Power by answers on either input", ("fault", *(f"{n:,}" for n in chosen.sizes)), rows, notes)]


def powers_at(job: tuple[int, int, Effort]) -> list[tuple[float, float, float]]:
    """Return the three powers at each fault, for (mechanism, answers on either input)."""
    place, size, effort = job
    curve, rng = CURVES[place], np.random.default_rng((SEED, place, size))
    laws = frame(curve.mechanism, size)[1]
    region, mixture = critical_region(laws, (size, size), ALPHA, rng), MixtureRatio(laws)
    found = []
    for percent in PERCENTS:
        counts = drawn(Fault("", curve.mechanism, factor(percent)), size, effort.rows, rng)
        values = mixture.log_values([rows[: effort.runs] for rows in counts])
        blind = [is_seen(curve, percent, size, rng) for _ in range(effort.blind)]
        last = values >= np.log(1 / ALPHA) + ROUNDING
        found.append((float(region.rejects(counts).mean()), float(last.mean()), float(np.mean(blind))))
    return found


def factor(percent: int) -> Fraction:
    """Return by what the loss is multiplied where the scale is so many percent too small."""
    return Fraction(100, 100 - percent)


def is_seen(curve: Curve, percent: int, size: int, rng: np.random.Generator) -> bool:
    """Tell whether an audit of a claim alone certifies a violation from answers of the mechanism with a fault."""
    subject = resolved(curve.mechanism)
    changed: Any = with_loss_scaled(subject.mechanism, subject.parameters, factor(percent))
    values = offered(changed)
    first, second = (call(sampler(curve.mechanism), plain(data), size, rng, values) for data in subject.pair)
    claim = ClaimAlone("none:none", {}, (Json("0"), Json("1")), curve.epsilon, curve.delta)
    forms = np.zeros(size, np.int64)
    answers = Samples((first, second), 0, 0.0, Origin(), form_names=("one form",), form_codes=(forms, forms))
    best = learn(answers, claim, alpha_split(ALPHA, CERTIFICATES), 0).best
    return best is not None and Fraction(best.certificate.epsilon_lower) > curve.epsilon
