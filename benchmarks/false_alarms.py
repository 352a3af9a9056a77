"""How often correct implementations are flagged, by each method: the rate that the level of an audit promises to bound.

Each method is measured by itself, at the whole of the level, and the default audits, which share the level among the
methods, besides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks import law_power
from benchmarks.cases import MECHANISMS, Case, resolved
from benchmarks.joint_statements import STATEMENTS, false_statements
from benchmarks.pool import Pool
from benchmarks.tables import Table
from dpassay.audit.answers.outcome import Origin, Samples
from dpassay.audit.answers.request import Json
from dpassay.audit.evidence.bounds import clopper_pearson_lower, clopper_pearson_upper
from dpassay.audit.evidence.events import certify
from dpassay.audit.evidence.examine import features_of, has_reals, possible_kinds
from dpassay.audit.evidence.features import Forms
from dpassay.audit.evidence.learned import LearnedEvidence, learn
from dpassay.audit.evidence.rare import SHARE
from dpassay.audit.evidence.watch import Watch
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.held_to.subject import Claim, broken_by_the_law, claim_of
from dpassay.audit.plan import CERTIFICATES, Kind, alpha_split
from dpassay.properties.joint_test import joint_test

SEED: Final = 4_242
ALPHAS: Final = (0.05, 0.01)
RUNS: Final = 1_007
QUICK_RUNS: Final = 19
SAMPLES: Final = 4_000
DRAWS: Final = 1_999
BITS: Final = ("bits", "blind bits")
METHODS: Final[Mapping[str, str]] = {
    "audit": "dpassay audit, all its evidence",
    "law": "the joint test against the law alone",
    "sequential": "dpassay audit --sequential",
    "values": "the certified bound of values alone",
    "bits": "bits of doubles alone",
    "form": "type and shape alone",
    "blind": "dpassay audit of a claim alone, all its evidence",
    "blind values": "its certified bound of values alone",
    "blind bits": "its bits of doubles alone",
    "blind form": "its type and shape alone",
    "blind classifier": "its classifier alone",
    "blind rare": "its rare answers alone",
    **{f"stated {name}": f"its statements: {words}" for name, words in STATEMENTS.items()},
    "stated": "all its statements, and its bound on epsilon",
}
"""Each method, by its place in the table of mechanisms and in words."""

SHOWN: Final = ("audit", "law", "sequential", "blind")
"""The methods that the table of mechanisms has."""

Arrays = tuple[NDArray[Any], NDArray[Any]]
Flags = Mapping[str, tuple[bool, ...]]


@dataclass(frozen=True, slots=True)
class Run:
    """Audits of the answers of one correct implementation; ``bits``: by bits of doubles alone."""

    mechanism: str
    samples: int
    seed: int
    bits: bool = False


def tables(pool: Pool, *, quick: bool, runs: int | None = None, samples: int = SAMPLES) -> list[Table]:
    """Measure, and return the tables: by method and by mechanism."""
    total = runs or (QUICK_RUNS if quick else RUNS)
    jobs = planned(total, samples)
    found = pool.run(audited, jobs, f"false alarms: {len(jobs)} correct implementations")
    each = list(zip(jobs, found, strict=True))
    return [_method_table([flags for _, flags in each], samples), _mechanism_table(each)]


def planned(total: int, samples: int) -> list[Run]:
    """Return at least so many runs of every method: not all mechanisms have answers with bits, so these run longer."""
    each = ceil(total / len(MECHANISMS))
    reals = [mechanism for mechanism in MECHANISMS if has_reals(law_power.frame(mechanism, samples)[0][0])]
    longer = ceil(total / len(reals)) if reals else each
    jobs = [Run(mechanism, samples, seed) for mechanism in MECHANISMS for seed in range(each)]
    return jobs + [Run(mechanism, samples, seed, bits=True) for mechanism in reals for seed in range(each, longer)]


# One run


def audited(run: Run) -> Flags:
    """Draw, and say for each method whether it flags at each level."""
    rng = np.random.default_rng((SEED, list(MECHANISMS).index(run.mechanism), run.seed))
    arrays = Case(run.mechanism, run.mechanism).draw(run.samples, rng)
    return _by_certificates(run, arrays, BITS) if run.bits else _by_all(run, arrays)


def _by_all(run: Run, arrays: Arrays) -> Flags:
    cells, laws = law_power.frame(run.mechanism, run.samples)
    claim, broken, _ = claimed(run.mechanism)
    p_value = _p_value(run, arrays)
    watch = Watch(laws, cells, min(ALPHAS))  # what has reached the larger level before it stops has a p-value of it
    watch.see(arrays)
    alone = _by_certificates(run, arrays, [name for name in METHODS if name in _certifying(run.mechanism)])
    shares = [alpha_split(alpha, possible_kinds(cells)) for alpha in ALPHAS]
    audits = [
        broken
        or p_value <= share["law"]
        or any(_bound(run, arrays, kind, share[kind]) > claim.epsilon for kind in share if kind != "law")
        for share in shares
    ]
    learned = [_learned(run, arrays, alpha_split(alpha, CERTIFICATES)) for alpha in ALPHAS]
    blind = tuple(_largest(each) > claim.epsilon for each in learned)
    return {
        "audit": tuple(audits),
        "law": tuple(p_value <= alpha for alpha in ALPHAS),
        "sequential": tuple(watch.test().p_value <= alpha for alpha in ALPHAS),
        "blind": blind,
        **alone,
        **_by_statements(run, learned, blind),
    }


def _by_statements(run: Run, learned: Sequence[LearnedEvidence], blind: tuple[bool, ...]) -> Flags:
    """Say for each kind of statement of an audit, at each level, whether one of them is false."""
    found = [false_statements(each, run.mechanism, run.samples) for each in learned]
    flags = {f"stated {name}": tuple(each[name] for each in found) for name in STATEMENTS}
    return {**flags, "stated": tuple(any(each) for each in zip(blind, *flags.values(), strict=True))}


def _p_value(run: Run, arrays: Arrays) -> float:
    """Return the p-value of the joint test; audits simulate more often, where a first look is not far off."""
    cells, laws = law_power.frame(run.mechanism, run.samples)
    numbered = [law.numbers(array) for law, array in zip(cells, arrays, strict=True)]
    index = [law.index(each) for each, law in zip(numbered, cells, strict=True)]
    counts = [np.bincount(each[each >= 0], minlength=len(law)) for each, law in zip(index, cells, strict=True)]
    outside = [int((each < 0).sum()) for each in index]
    rng = np.random.default_rng((run.seed, 1))
    return joint_test(counts, laws, alpha=min(ALPHAS), rng=rng, outside=outside, draws=DRAWS).p_value


def _certifying(mechanism: str) -> tuple[str, ...]:
    """Return the methods that certify a bound of what this mechanism answers."""
    bits = has_reals(law_power.frame(mechanism, SAMPLES)[0][0])
    blind = ("blind values", "blind form", "blind classifier", "blind rare")
    return ("values", "form", *blind, *(BITS if bits else ()))


def _by_certificates(run: Run, arrays: Arrays, names: Sequence[str]) -> Flags:
    claim, found = claimed(run.mechanism)[0], {}
    for name in names:
        kind: Any = name.removeprefix("blind ")
        look = _bound if kind == name else _learned_bound
        found[name] = tuple(look(run, arrays, kind, alpha) > claim.epsilon for alpha in ALPHAS)
    return found


def _bound(run: Run, arrays: Arrays, kind: Kind, alpha: float) -> float:
    """Return the bound on epsilon that an audit against the law certifies by one kind of evidence."""
    delta = claimed(run.mechanism)[0].delta
    if kind == "form":
        codes = [np.zeros(len(array), np.int64) for array in arrays]
        return certify(codes[0], codes[1], [Forms(("one form",))], delta=delta, alpha=alpha).epsilon_lower
    cells = law_power.frame(run.mechanism, run.samples)[0]
    numbered = tuple(law.numbers(array) for law, array in zip(cells, arrays, strict=True))
    first, second = arrays if cells[0].grid is not None else numbered
    features = features_of(resolved(run.mechanism), cells)[kind]
    return certify(first, second, features, delta=delta, alpha=alpha).epsilon_lower


def _learned_bound(run: Run, arrays: Arrays, kind: Kind, alpha: float) -> float:
    """Return the bound that one kind of evidence certifies, of an audit that knows no more than the claim."""
    if kind != "rare":
        return _largest(_learned(run, arrays, {kind: alpha}))
    found = _learned(run, arrays, {"values": alpha / SHARE}).found.get("rare")
    return 0.0 if found is None else found.certificate.epsilon_lower


def _learned(run: Run, arrays: Arrays, shares: Mapping[Kind, float]) -> LearnedEvidence:
    """Return what an audit sees that knows no more than the claim."""
    codes = tuple(np.zeros(len(array), np.int64) for array in arrays)
    drawn = Samples(arrays, run.seed, 0.0, Origin(), form_names=("one form",), form_codes=codes)
    return learn(drawn, claimed(run.mechanism)[2], shares, run.seed)


def _largest(evidence: LearnedEvidence) -> float:
    return 0.0 if evidence.best is None else evidence.best.certificate.epsilon_lower


@cache
def claimed(mechanism: str) -> tuple[Claim, bool, ClaimAlone]:
    """Return the claim, whether the exact law breaks it by itself, and the claim for an audit that knows no more."""
    subject = resolved(mechanism)
    claim = claim_of(subject.mechanism.guarantee(subject.parameters), None)
    pair = Json("0"), Json("1")
    alone = ClaimAlone("none:none", {}, pair, Fraction(claim.epsilon), Fraction(claim.delta))
    return claim, bool(broken_by_the_law(subject)), alone


# Tables


def _method_table(found: Sequence[Flags], samples: int) -> Table:
    rows = []
    for name, text in METHODS.items():
        flags = [each[name] for each in found if name in each]
        counts = [sum(flag[level] for flag in flags) for level in range(len(ALPHAS))]
        row = [entry for count in counts for entry in (str(count), rate_of(count, len(flags)))]
        rows.append([text, str(len(flags)), *row])
    notes = (
        f"Each run is an audit of our own sampler on its worst pair of inputs, {samples:,} fresh samples on either; "
        "both levels look at the same samples. Promised are at most alpha; the interval is Clopper and Pearson's, "
        "95 %.",
        "Alone: the method has the whole of the level. All evidence: the level is shared, as audits share it. "
        "Sequential: looked at after 50, 55, 61, ... answers. The joint test errs as often as its level says; what "
        "certifies a bound errs so often only where the bound is as sharp and the claim is met with equality.",
        "Statements: false if above the truth for the same pair of inputs, in cells of the exact laws; all of them "
        "hold together with probability 1 - alpha. Rare answers: an audit gives them a quarter of the share of values.",
    )
    columns = ["method", "runs"]
    for alpha in ALPHAS:
        columns += [f"flagged at alpha = {alpha:g}", "rate, 95 % interval"]
    return Table("False alarms on correct implementations, by method", columns, rows, notes)


def _mechanism_table(each: Sequence[tuple[Run, Flags]]) -> Table:
    rows = []
    for mechanism in MECHANISMS:
        flags = [found for run, found in each if run.mechanism == mechanism and not run.bits]
        counts = [
            " / ".join(str(sum(found[name][level] for found in flags)) for name in SHOWN)
            for level in range(len(ALPHAS))
        ]
        rows.append([mechanism, str(len(flags)), *counts])
    notes = (f"Of these runs, flagged by: {'; '.join(METHODS[name] for name in SHOWN)}.",)
    columns = ("mechanism", "runs", *(f"flagged at alpha = {alpha:g}" for alpha in ALPHAS))
    return Table("False alarms on correct implementations, by mechanism", columns, rows, notes)


def rate_of(count: int, runs: int) -> str:
    """Return a rate with its interval; empty of no runs."""
    if not runs:
        return ""
    low, high = clopper_pearson_lower(count, runs, 0.025), clopper_pearson_upper(count, runs, 0.025)
    return f"{count / runs:.4f} ({low:.4f} to {high:.4f})"
