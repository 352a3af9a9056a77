"""LEC-12: Div(x || y_t) - Div(x || y_(t+1)) = a E_(i ~ x) r_t(i) - ln E_(i ~ y_t) e^(a r_t(i)).

Lecture notes, Section 2, proof of Theorem 2, first display, for every law x over the experts and on every course of
the game. The update is y_(t+1)(i) = y_t(i) e^(a r_t(i)) / Z with Z = E_(y_t) e^(a r_t), so the log of the ratio of an
expert's probabilities is a r_t(i) - ln Z; the left side is its mean under x. Every y_t has full support, so both
divergences are finite. Given the choices before round t the choice i_t has the law y_t: the expectation under y_t is
that of what is collected in round t, given those.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.exact import Dist, LogForm, Number, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import ABOVE_1, PROBABILITY, entries, family, row_of, told, weights_of_law, word
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lecture_notes.updates import divergence, is_law, updated
from dpassay.proofs_check.models.adaptive_rewards import ADAPTIVE
from dpassay.proofs_check.numbers import sum_of
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, arithmetic, inside, use
from dpassay.proofs_check.shared_lemmas.weights import Z


@claim(
    "LEC-12",
    location="proof of Theorem 2, first display",
    latex=r"\mathrm{Div}(x\|y_t) - \mathrm{Div}(x\|y_{t+1}) = \alpha \mathbb{E}_{i \sim x}[r_t(i)] - \ln "
    r"\mathbb{E}_{i \sim y_t}[e^{\alpha r_t(i)}]",
    text="The identity of divergences for one update of multiplicative weights, for every law x over the experts.",
)
def lec_12() -> Case:
    """Termwise."""
    return Case(
        checks=(Goal("small updates, as sums of logarithms", exhaustive("lec12", "small-updates")),),
        twins=(Twin("with a plus", exhaustive("lec12-plus", "small-updates")),),
    )


def _mean(y: Dist[int], values: tuple[Number, ...]) -> Number:
    return y.expectation(lambda i: values[i])


def _update(instance: Instance) -> tuple[LogForm, LogForm, LogForm]:
    """The drop of the divergence, alpha E_x[r], and ln E_y[e^(alpha r)]."""
    growth, row = Fraction(instance["exp_learning_rate"]), tuple(map(Fraction, instance["row"]))
    x, weights = (tuple(map(Fraction, instance[name])) for name in ("x", "y"))
    y = Dist.from_weights(dict(enumerate(weights)))
    drop = divergence(x, y) - divergence(x, updated(y, row, growth))
    gained = log(growth) * sum_of([p * r for p, r in zip(x, row, strict=True)])
    moment = _mean(y, tuple(growth ** int(r) for r in row))
    return drop, gained, log(Fraction(moment))  # type: ignore[arg-type]  # rational weights


@entries(
    row=row_of(word("0", "1")),
    x=row_of(PROBABILITY),
    y=weights_of_law(positive=True),
    exp_learning_rate=ABOVE_1,
).where
def _is_update(instance: Instance) -> bool:
    """A law x, positive weights y, rewards 0 or 1 for as many experts, and e^alpha > 1."""
    return is_law(instance["x"], len(instance["row"])) and len(instance["y"]) == len(instance["row"])


@told(
    "lec12",
    "Div(x||y) - Div(x||y') = alpha E_x[r] - ln E_y[e^(alpha r)], as an equality of sums of logarithms",
    _is_update,
)
def _identity_of_divergences(instance: Instance) -> bool:
    drop, gained, moment = _update(instance)
    return drop == gained - moment


@told("lec12-plus", "the same with a plus", _is_update)
def _identity_with_plus(instance: Instance) -> bool:
    drop, gained, moment = _update(instance)
    return drop == gained + moment


@family("small-updates", "one update of 2 or 3 experts with 0/1 rewards, two laws x and two laws y each")
def _small_updates() -> Iterator[Instance]:
    laws = {
        2: ((("1", "0"), ("1/3", "2/3")), ((1, 1), (1, 4))),
        3: ((("0", "1", "0"), ("1/2", "1/3", "1/6")), ((1, 1, 1), (1, 2, 5))),
    }
    for experts, rate in product((2, 3), ("3/2", "7")):
        for x, y in product(*laws[experts]):
            for row in product(("0", "1"), repeat=experts):
                yield {"x": list(x), "y": [str(w) for w in y], "row": list(row), "exp_learning_rate": rate}


theorem(
    "LEC-12",
    ADAPTIVE,
    "div(t) - div(t + 1) = a*sum(x(i)*r(t, i), i, 1, K) - log(Z)",
    Step(
        "all",
        "div(t) - div(t + 1) = a*sum(x(i)*r(t, i), i, 1, K) - log(Z)",
        arithmetic(
            inside("sum(x(i)*_, i, 1, K)", "update"),
            use("divergence", n="t"),
            ("-1", use("divergence", n="t + 1")),
            ("-log(Z)", "x is a law"),
        ),
    ),
    let={"Z": Z},
)
