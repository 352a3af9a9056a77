"""What answers show where no law is known: events learned from training answers, certified on the others.

For each kind of evidence one event is chosen on the first fifth of the answers, by what their intervals, bits, texts,
forms and lengths show there, and counted on the rest. Where that fifth has rare answers of one input, these are one
more event, with a part of the share of values: which shares there are is decided before the rest is looked at. The
confidence region of an event's two probabilities (`dpassay.audit.evidence.joint`) gives all statements of the kind;
those of all kinds hold together at 1 - alpha.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, fsum, inf, nextafter
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpassay.audit.answers.outcome import Samples
from dpassay.audit.evidence.bits import float_features
from dpassay.audit.evidence.classifier import choosing_by_classifier
from dpassay.audit.evidence.codes import Event, Feature, Integers
from dpassay.audit.evidence.cuts import Cuts, Texts, cuts_of, frequent
from dpassay.audit.evidence.events import Certificate, Choice, certify, certify_choice, split, training_size
from dpassay.audit.evidence.features import Forms
from dpassay.audit.evidence.joint import Region, joint_region
from dpassay.audit.evidence.rare import SHARE, seldom
from dpassay.audit.evidence.search import search
from dpassay.audit.evidence.statements import delta_at_least, mu_at_least, renyi_at_least
from dpassay.audit.evidence.table import Table, numbers_in, table_of
from dpassay.audit.held_to.alone import ClaimAlone
from dpassay.audit.plan import Kind
from dpassay.exact.entrance import explain_failures

__all__ = ["HOCKEY_STICKS", "ORDERS", "Found", "LearnedEvidence", "learn"]

ORDERS: Final = (2, 8, 32)
"""The orders of Renyi divergences that reports state."""

HOCKEY_STICKS: Final = (0.0, 0.25, 0.5, 1.0, 2.0, 4.0)
"""The epsilons of the hockey-stick divergences that reports state: of 0 it is the total variation distance."""

MOST_BITS: Final = 4
"""The bits of so many columns are looked at."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one kind of evidence certifies; all numbers hold together, with the confidence of the certificate.

    Attributes:
        certificate: the event and the lower bound on epsilon at the claimed delta.
        delta_lower: at the claimed epsilon delta is at least this.
        mu_lower: the mu of Gaussian differential privacy is at least this.
        renyi_lower: for each of `ORDERS`, the Renyi divergence in the direction of the certificate is at least this.
        hockey_stick_lower: for each of `HOCKEY_STICKS`, delta is at least this at that epsilon.
    """

    certificate: Certificate
    delta_lower: float
    mu_lower: float
    renyi_lower: tuple[float, ...]
    hockey_stick_lower: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Implied:
    """Lower bounds on other measures of the privacy loss between the two inputs; all hold together.

    Attributes:
        delta: at the claimed epsilon.
        mu: of Gaussian differential privacy.
        renyi: the Renyi divergences of `ORDERS`, in one of the two directions.
        hockey_stick: delta at each of `HOCKEY_STICKS`.
    """

    delta: float
    mu: float
    renyi: tuple[float, ...]
    hockey_stick: tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class LearnedEvidence:
    """What the answers show.

    Attributes:
        sizes: the number of answers on either input.
        found: for each kind of evidence that could be looked for.
    """

    sizes: tuple[int, int]
    found: Mapping[Kind, Found]

    @property
    def certified_alpha(self) -> float:
        """The error probability of all statements together."""
        return fsum(found.certificate.alpha for found in self.found.values())

    @property
    def best(self) -> Found | None:
        """What certifies the largest epsilon."""
        return max(self.found.values(), key=lambda found: found.certificate.epsilon_lower, default=None)

    @property
    def implied(self) -> Implied:
        """What all events say in other terms: of each number the largest that one of them certifies."""
        found = self.found.values()
        return Implied(
            delta=max((each.delta_lower for each in found), default=0.0),
            mu=max((each.mu_lower for each in found), default=0.0),
            renyi=_largest([each.renyi_lower for each in found], len(ORDERS)),
            hockey_stick=_largest([each.hockey_stick_lower for each in found], len(HOCKEY_STICKS)),
        )


def _largest(rows: Sequence[Sequence[float]], width: int) -> tuple[float, ...]:
    return tuple(max(column) for column in zip(*rows, strict=True)) or (0.0,) * width


def learn(drawn: Samples, claim: ClaimAlone, shares: Mapping[Kind, float], seed: int) -> LearnedEvidence:
    """Search answers for each kind of evidence that has a share of alpha.

    Args:
        drawn: the answers on both inputs, at least 4 each.
        claim: what the target claims.
        shares: the error probability of each kind.
        seed: of the classifier.
    """
    sizes = tuple(len(each) for each in drawn.arrays or drawn.places)
    found: dict[Kind, Certificate] = {}
    table = table_of(drawn, [training_size(size) for size in sizes])
    delta = claim.delta_above
    rare = _rare(table, claim) if table is not None and "values" in shares else None
    shares = divided(shares) if rare else shares
    for kind in ("values", "bits"):
        if table is not None and kind in shares:
            chosen = _choosing(table, kind, claim, alpha=shares[kind])
            if chosen is not None:
                found[kind] = certify_choice(*table.arrays, chosen, delta=delta, alpha=shares[kind])
    if table is not None and rare is not None:
        found["rare"] = certify_choice(*table.arrays, lambda _p, _q: rare, delta=delta, alpha=shares["rare"])
    if table is not None and "classifier" in shares:
        chosen = choosing_by_classifier(table, delta=delta, alpha=shares["classifier"], seed=seed)
        found["classifier"] = certify_choice(*table.arrays, chosen, delta=delta, alpha=shares["classifier"])
    if "form" in shares:
        found["form"] = _form(drawn, delta, shares["form"])
    return LearnedEvidence((sizes[0], sizes[1]), {kind: said(each, claim) for kind, each in found.items()})


def divided(shares: Mapping[Kind, float]) -> Mapping[Kind, float]:
    """Return the shares where training shows rare answers: these have a part of that of values."""
    part = SHARE * shares["values"]
    return {**shares, "values": shares["values"] - part, "rare": part}


def said(found: Certificate, claim: ClaimAlone) -> Found:
    """Return all that the region of an event says."""
    region = region_of(found)
    renyi = tuple(renyi_at_least(region, order) for order in ORDERS)
    hockey = tuple(delta_at_least(region, nextafter(exp(epsilon), inf)) for epsilon in HOCKEY_STICKS)
    return Found(found, delta_at_least(region, claim.exp_eps_above), mu_at_least(region), renyi, hockey)


def region_of(found: Certificate) -> Region:
    """Return the region that a certificate is read off."""
    first, second = (found.count_p, found.n_p), (found.count_q, found.n_q)
    order = (*first, *second) if found.direction == "p over q" else (*second, *first)
    return joint_region(*order, delta=found.delta, alpha=found.alpha)


def _form(drawn: Samples, delta: float, alpha: float) -> Certificate:
    first, second = drawn.form_codes
    if drawn.arrays:
        first, second = (np.zeros(len(array), np.int64) for array in drawn.arrays)
    return certify(first, second, [Forms(drawn.form_names or ("one form",))], delta=delta, alpha=alpha)


# Features


@dataclass(frozen=True, slots=True, eq=False)
class _Of:
    """A feature of one column of a table."""

    place: int
    feature: Feature
    label: str

    @property
    def name(self) -> str:
        """What reports call the feature."""
        return self.feature.name

    def codes(self, samples: Any) -> Integers:
        """Return the codes of the column."""
        return self.feature.codes(np.ascontiguousarray(np.asarray(samples)[:, self.place]))

    def steps(self) -> list[Integers]:
        """Return nothing: there is no law here."""
        return []

    def event(self, chosen: Integers, seen: Integers, /) -> Event:
        """Return the event of the feature, asked of the column."""
        found = self.feature.event(chosen, seen)
        feature = {"name": "coordinate", "place": self.place, "of": found.predicate["feature"]}
        words = found.description if self.label in found.description else f"{found.description}, where y = {self.label}"
        return Event(self.name, words, {**found.predicate, "feature": feature})


def _choosing(table: Table, kind: Kind, claim: ClaimAlone, *, alpha: float) -> Any:
    """Return what chooses an event on the training parts; None where answers of this kind of table show none."""
    if kind == "bits" and not _has_bits(table):
        return None

    def choose(train_p: NDArray[Any], train_q: NDArray[Any]) -> Choice:
        both = np.concatenate([train_p, train_q])
        features = _values(table, both) if kind == "values" else _bits(table, claim)
        return Choice(*search(train_p, train_q, features, delta=claim.delta_above, alpha=alpha))

    return choose


def _rare(table: Table, claim: ClaimAlone) -> Choice | None:
    """Return the event of the rare answers of one column; None where training shows none."""
    (train_p, _), (train_q, _) = (split(each) for each in table.arrays)
    asked: dict[str, Any] = {"ratio": claim.exp_eps_above, "delta": claim.delta_above}
    found = [seldom(train_p, train_q, **asked)] if not table.columns else []
    for place, column in enumerate(table.columns):
        lines = table.lines if column.sort == "answer" else None
        each = seldom(train_p[:, place], train_q[:, place], **asked, label=column.label, lines=lines)
        label = "y" if lines else column.label
        found.append(each and replace(each, feature=_Of(place, each.feature, label)))
    best = min((each for each in found if each is not None), key=lambda each: each.luck, default=None)
    return None if best is None else Choice(best.feature.event(best.chosen, best.chosen), best.direction)


def _has_bits(table: Table) -> bool:
    return table.arrays[0].dtype.kind == "f" and (not table.columns or any(column.own for column in table.columns))


def _values(table: Table, training: NDArray[Any]) -> list[Feature]:
    if not table.columns:
        return [Cuts(cuts_of(training))]
    found: list[Feature] = []
    for place, column in enumerate(table.columns):
        values = training[:, place]
        if column.sort == "answer":
            found.append(_Of(place, Texts(table.lines, frequent(values.astype(np.int64))), "y"))
        elif (cuts := cuts_of(values)).size:
            found.append(_Of(place, Cuts(cuts, column.label), column.label))
    return found


def _bits(table: Table, claim: ClaimAlone) -> list[Feature]:
    if not table.columns:
        return list(float_features(*origins(claim)))
    own = [place for place, column in enumerate(table.columns) if column.own][:MOST_BITS]
    return [_Of(place, feature, table.columns[place].label) for place in own for feature in float_features()]


def origins(claim: ClaimAlone) -> Sequence[float]:
    """Return numbers that the answers may be noise around: the inputs, or sum and mean of the numbers in them."""
    found: list[float] = []
    for data in claim.pair or ():
        numbers = numbers_in(json.loads(data.text))
        if numbers:
            found += [float(sum(numbers)), float(sum(numbers)) / len(numbers)]
    return [number for number in dict.fromkeys(found) if np.isfinite(number)]


explain_failures(__name__)
