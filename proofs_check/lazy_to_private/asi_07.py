"""ASI-07: keeping the model with probability proportional to the ratio of the laws leaves the marginal law as it is.

Section 3, technique overview: S_t is Ber(C mu_t(x_{t-1})/mu_{t-1}(x_{t-1})), S'_t is Ber(1 - p), and x_t is drawn from
mu_t where one of them is 0. By induction x_{t-1} has the law mu_{t-1}. The kept mass at z is (1 - p) mu_{t-1}(z) C
mu_t(z)/mu_{t-1}(z) = (1 - p) C mu_t(z), in all (1 - p) C, since mu_t has no mass elsewhere; the rest is drawn from
mu_t. In Algorithm 1 with a minimum that never binds the same holds given y_1, y_2, ...: there C is a number that
depends on y_{s-1} alone (ASI-16b). In the formulas the rounds count from 1, and u is one before the last.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    FROM_0,
    PROBABILITY,
    Precondition,
    entries,
    family,
    told,
    weights_of_law,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.lazy_to_private.chain import RATIONAL_GAME
from dpassay.proofs_check.lazy_to_private.games import game, normalized_law
from dpassay.proofs_check.models.correlated_sampling import SAMPLING
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, use
from dpassay.reference import lazy_to_private as l2p


def _after_correlated_sampling(instance: Instance) -> list[Fraction]:
    """The law of x_t where x_{t-1} follows its measure."""
    before, now = normalized_law(instance["before"]), normalized_law(instance["now"])
    p, constant = Fraction(instance["fake_switch"]), Fraction(instance["constant"])
    kept = [(1 - p) * b * (constant * n / b) if b else Fraction(0) for b, n in zip(before, now, strict=True)]
    drawn = 1 - sum(kept, Fraction(0))
    return [k + drawn * n for k, n in zip(kept, now, strict=True)]


@entries(before=weights_of_law(), now=weights_of_law(), fake_switch=PROBABILITY, constant=FROM_0).where
def _is_asi07(instance: Instance) -> bool:
    """Two laws, and a constant times whose ratio is a probability wherever the old law has mass."""
    before, now, constant = instance["before"], instance["now"], Fraction(instance["constant"])
    if len(before) != len(now):
        return False
    return all(constant * n <= b for b, n in zip(normalized_law(before), normalized_law(now), strict=True) if b)


@_is_asi07.where
def _is_within(instance: Instance) -> bool:
    """The new law has mass only where the old one has."""
    return all(
        b > 0 for b, n in zip(normalized_law(instance["before"]), normalized_law(instance["now"]), strict=True) if n
    )


def _asi07(name: str, words: str, applies: Precondition) -> None:
    told(name, words, applies)(lambda instance: _after_correlated_sampling(instance) == normalized_law(instance["now"]))


_asi07("asi07", "correlated sampling gives x_t the law of its measure", _is_within)
_asi07("asi07-any", "the same where the new measure may have mass where the old one has none", _is_asi07)


def _sampled(within: bool) -> Iterator[Instance]:  # which of two families
    weights = [w for w in product(range(3), repeat=3) if any(w)]
    for before, now, p, c in product(weights, weights, ("0", "1/3"), ("1", "1/2", "1/9")):
        instance = {"before": list(before), "now": list(now), "fake_switch": p, "constant": c}
        if (_is_within if within else _is_asi07)(instance):
            yield instance


family(
    "l2p-sampled",
    "pairs of laws with weights 0, 1, 2 on 3 points, p = 0, 1/3, C = 1, 1/2, 1/9, one support in the other",
)(lambda: _sampled(within=True))
family("l2p-sampled-any", "the same without the condition on supports")(lambda: _sampled(within=False))


def _models_are_right(instance: Instance, late: int = 0) -> bool:
    """x_s follows the normalized nu_s, or nu_{s-1}, whatever all of y_1, ..., y_S are."""
    losses, parameters = game(instance)
    paths = l2p.state_law(losses, parameters)
    of_y = paths.map(lambda path: path.y)
    measures = l2p.measures(losses, parameters)
    for s, log_nu in enumerate(measures[: len(measures) - late], start=late):
        joint = paths.map(lambda path, s=s: (path.x[s], path.y))  # type: ignore[misc]  # bound at once
        expected = l2p.normalized(log_nu, parameters).product(of_y)
        if joint != expected:
            return False
    return True


told("asi07-algorithm", "in Algorithm 1, x_s follows the normalized nu_s given all y", RATIONAL_GAME)(_models_are_right)
told("asi07-late", "in Algorithm 1, x_s follows the normalized nu_{s-1} given all y", RATIONAL_GAME)(
    lambda instance: _models_are_right(instance, late=1)
)


@claim(
    "ASI-07",
    location="Section 3, technique overview",
    latex=r"S_t \sim \mathsf{Ber}\big(C\,\overline\mu_t(x_{t-1})/\overline\mu_{t-1}(x_{t-1})\big),\ S_t' \sim "
    r"\mathsf{Ber}(1-p):\quad x_t \sim \overline\mu_t",
    text="Keeping the model with probability proportional to the ratio of the laws, and drawing a new one otherwise, "
    "leaves the marginal law of the lazy iterates that of the original ones.",
    assumed=(
        "x_1 is drawn from its measure",
        "C times the ratio is at most 1, as the parameter of a Bernoulli law is",
        "the new law has mass only where the old one has (the ratio is defined wherever the new model may be)",
        "there are finitely many models",
    ),
)
def asi_07() -> Case:
    """What is kept is proportional to the new law."""
    return Case(
        checks=(
            Goal("small laws", exhaustive("asi07", "l2p-sampled")),
            Goal("Algorithm 1 with multiplicative weights", exhaustive("asi07-algorithm", "l2p-small-games")),
        ),
        twins=(Twin("where the new law has mass elsewhere", exhaustive("asi07-any", "l2p-sampled-any")),),
        remarks=(
            "For multiplicative weights both conditions hold, and x_s is independent of the whole sequence y_1, y_2, "
            "...; the sequences (x_s) and (y_s) are dependent all the same. Where the minimum in line 6 binds (it can "
            "where delta_0 > 0, ASI-08), the marginal is not exact.",
        ),
    )


theorem(
    "ASI-07",
    SAMPLING,
    "x(t, i) = m(t, i)",
    Step("next law", "sum(m(u + 1, i), i, 1, d) = 1", arithmetic(use("law", t="u + 1"))),
    Step(
        "all",
        "x(t, i) = m(t, i)",
        apply(
            "correlated sampling",
            "first",
            "next",
            "kept",
            "next law",
            T="T",
            d="d",
            p="p",
            m="t, i: m(t, i)",
            x="t, i: x(t, i)",
            keep="t, i: keep(t, i)",
            C="t: C(t)",
            t="t",
            i="i",
        ),
    ),
)
