"""ASI-41: where one random loss is repeated, private algorithms lose at least T (1/2 - T eps/2) - T^2 d delta/2.

Lemma 4.4 and Appendix B.1: the loss is from Bernoulli(1/2)^d, the algorithm is (eps, delta)-private with eps <= 1/T and
delta <= 1/2, and may see all T losses first. Neither condition is needed, nor the factor d, and T eps/4 is enough.

Fix a round, and pair a loss with its complement; x(0) and x(T) are the probabilities that the loss is 1 on it and on
its complement. Group privacy over T changes gives 1 - x(0) <= Z (1 - x(T)) + g and x(T) <= Z x(0) + g, for Z =
e^(T eps) and g = delta (1 + e^eps + ... + e^((T-1) eps)); so x(0) - x(T) is at least -(Z - 1 + 2 g)/(Z + 1). The two
losses add up to 1 + x(0) - x(T). By convexity 2 g <= T delta (Z + 1), and (Z - 1)/(Z + 1) = tanh(T eps/2) <= T eps/2.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from dpassay.analysis.limited_switching import (
    Losses,
    Models,
    least_delta,
    repeated_loss,
    repeated_loss_bound,
)
from dpassay.exact import Dist, LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.instances import (
    PROBABILITY,
    entries,
    family,
    rational,
    row_of,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import exhaustive
from dpassay.proofs_check.lazy_to_private.lower_bound import (
    HALF,
    leader,
)
from dpassay.proofs_check.models.repeated_loss import BATCHES
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, inside, use


def _answer(instance: Instance) -> Callable[[Losses], Dist[Models]]:
    def by_table(losses: Losses) -> Dist[Models]:
        difference = sum((row[1] - row[0] for row in losses), Fraction(0))
        first = Fraction(instance["table"][int(difference) + len(losses)])
        return Dist({(0,) * len(losses): first, (1,) * len(losses): 1 - first})

    def by_leader(losses: Losses) -> Dist[Models]:
        truth, experts = Fraction(instance["truth"]), instance["experts"]
        uniform = Dist.uniform(range(experts))
        models = Dist.mixture([(truth, Dist.point(leader(losses))), (1 - truth, uniform)])
        return models.map(lambda model: (model,) * len(losses))

    return by_table if "table" in instance else by_leader


def _loss_and_delta(instance: Instance) -> tuple[Fraction, Fraction]:
    """The exact expected loss on a repeated random loss, and the least delta at e^eps over all neighbors."""
    return _known_loss_and_delta(json.dumps(dict(instance), sort_keys=True))


@cache
def _known_loss_and_delta(written: str) -> tuple[Fraction, Fraction]:
    instance = json.loads(written)
    answer, rounds, experts = _answer(instance), instance["rounds"], instance["experts"]
    delta = least_delta(answer, rounds, experts, Fraction(instance["exp_eps"]))
    return Fraction(repeated_loss(answer, rounds, experts)), Fraction(delta)  # type: ignore[arg-type]


_SMALL: Final = entries(rounds=whole(1, 3), experts=whole(1, 3), exp_eps=rational("[1, oo)"))
_BY_TABLE: Final = _SMALL.having(experts=whole(2, 2), table=row_of(PROBABILITY)).where(
    lambda instance: len(instance["table"]) == 2 * instance["rounds"] + 1
)


@(_BY_TABLE | _SMALL.having(truth=PROBABILITY)).where
def _is_batch(instance: Instance) -> bool:
    return bool(instance["rounds"] * instance["experts"] <= 4)


@_is_batch.where
def _is_asi41(instance: Instance) -> bool:
    """An algorithm with eps <= 1/T and the least delta, which is at most 1/2."""
    small = at_most(log(Fraction(instance["exp_eps"])), LogForm(Fraction(1, instance["rounds"])))
    return small and _loss_and_delta(instance)[1] <= HALF


def _printed(instance: Instance) -> bool:
    loss, delta = _loss_and_delta(instance)
    bound = repeated_loss_bound(instance["rounds"], instance["experts"], Fraction(instance["exp_eps"]), delta)
    return at_most(bound, LogForm(loss))


def _ninth(instance: Instance) -> bool:
    """The bound with T eps/9 in place of T eps/2."""
    rounds, (loss, delta) = instance["rounds"], _loss_and_delta(instance)
    bound = log(Fraction(instance["exp_eps"])) * Fraction(-rounds * rounds, 9) + Fraction(rounds, 2) * (
        1 - rounds * delta
    )
    return at_most(bound, LogForm(loss))


def _sharp(instance: Instance, share: Fraction) -> bool:
    """loss >= (T/2)(1 - tanh(T eps/2) - share T delta), where 1 - tanh(T eps/2) = 2/(e^{T eps} + 1)."""
    rounds, (loss, delta) = instance["rounds"], _loss_and_delta(instance)
    untold = 2 / (Fraction(instance["exp_eps"]) ** rounds + 1)
    return bool(loss >= Fraction(rounds, 2) * (untold - share * rounds * delta))


told("asi41", "the loss is at least T (1/2 - T eps/2) - T^2 d delta/2, with the least delta", _is_asi41)(_printed)
told("asi41-ninth", "... at least T (1/2 - T eps/9) - T^2 delta/2", _is_asi41)(_ninth)
told("asi41-sharp", "... (T/2)(1 - tanh(T eps/2) - T delta), for all eps and delta", _is_batch)(
    lambda instance: _sharp(instance, Fraction(1))
)
told("asi41-less-delta", "... (T/2)(1 - tanh(T eps/2) - 7 T delta/10), for all eps and delta", _is_batch)(
    lambda instance: _sharp(instance, Fraction(7, 10))
)


def _batches(budgets: tuple[str, ...]) -> Iterator[Instance]:
    halves = ("0", "1/2", "1")
    for exp_eps, a, b, c in product(budgets, halves, halves, halves):
        yield {"rounds": 1, "experts": 2, "table": [a, b, c], "exp_eps": exp_eps}
        if c == "1/2":
            mirrored = [a, b, c, str(1 - Fraction(b)), str(1 - Fraction(a))]
            yield {"rounds": 2, "experts": 2, "table": mirrored, "exp_eps": exp_eps}
    for exp_eps, (rounds, experts), truth in product(
        budgets, ((1, 1), (1, 2), (1, 3), (3, 1), (2, 2)), ("0", "1/10", "1/5", "1/3", "1/2", "1")
    ):
        yield {"rounds": rounds, "experts": experts, "truth": truth, "exp_eps": exp_eps}


@family("small-batches", "algorithms for 1 to 3 models and rounds at e^eps = 1, 5/4, 3/2, 2, eps <= 1/T, delta <= 1/2")
def _small_batches() -> Iterator[Instance]:
    return filter(_is_asi41, _batches(("1", "5/4", "3/2", "2")))


@family("all-batches", "the same algorithms at e^eps = 1, 3/2, 4, whatever eps and delta are")
def _all_batches() -> Iterator[Instance]:
    return _batches(("1", "3/2", "4"))


@claim(
    "ASI-41",
    location="Lemma 4.4 and Appendix B.1",
    latex=r"\varepsilon \le 1/T,\ \delta \le 1/2 \Rightarrow \mathbb{E}\Big[\sum_{t=1}^T \ell(z_t)\Big] \ge T\Big("
    r"\frac12 - \frac{T\varepsilon}{2}\Big) - \frac{T^2 d \delta}{2}",
    text="Where one loss from Bernoulli(1/2)^d is repeated T times, every (eps, delta)-private algorithm, eps <= 1/T "
    "and delta <= 1/2, even one that sees all losses first, loses at least T (1/2 - T eps/2) - T^2 d delta/2.",
    adjacency="one_loss",
    assumed=("group privacy (Lemma 2.5, ASI-03)",),
    checked=("eps <= 1/T and delta <= 1/2 (neither is needed)",),
)
def asi_41() -> Case:
    """Group privacy for one event, both ways."""
    return Case(
        checks=(Goal("small algorithms, exactly", exhaustive("asi41", "small-batches")),),
        sharper=(Goal("(T/2)(1 - tanh(T eps/2) - T delta), always", exhaustive("asi41-sharp", "all-batches")),),
        twins=(
            Twin("with T eps/9", exhaustive("asi41-ninth", "small-batches")),
            Twin("with 7 T delta/10", exhaustive("asi41-less-delta", "all-batches"), of=1),
        ),
        remarks=(
            "Neither eps <= 1/T nor delta <= 1/2 is needed, nor the factor d; T eps/2 may be halved. The printed "
            "argument is right.",
        ),
    )


CHORD = "1 + j/T*(Z - 1)"
LEAST = "1/2 - T*eps/4 - T*delta/2"
SHARP: Final = theorem(
    "ASI-41, without conditions",
    BATCHES,
    f"loss >= T*({LEAST})",
    Step(
        "group",
        "1 - x(l, t, 0) <= Z*(1 - x(l, t, T)) + g",
        apply("group privacy", "private", x="k: 1 - x(l, t, k)", m="T", eps="eps", delta="delta"),
    ),
    Step(
        "back",
        "x(l, t, T - k) <= exp(eps)*x(l, t, T - k - 1) + delta",
        arithmetic(use("private, back", k="T - k - 1")),
    ),
    Step(
        "group, back",
        "x(l, t, T) <= Z*x(l, t, 0) + g",
        apply("group privacy", "back", x="k: x(l, t, T - k)", m="T", eps="eps", delta="delta"),
    ),
    Step("gap", "-(Z - 1 + 2*g) <= (Z + 1)*(x(l, t, 0) - x(l, t, T))", arithmetic("group", "group, back")),
    Step("share", "j/T <= 1", arithmetic(("1/T", "j <= T - 1"))),
    Step("chord", f"exp(j*eps) <= {CHORD}", apply("chord of exp", "share", w="j/T", x="0", y="T*eps")),
    Step("integers", "sum(j, j, 0, T - 1) = T*(T - 1)/2", apply("sum of integers", n="T")),
    Step("Z", "exp(0) <= Z", arithmetic(inside("exp(_)", "0 <= T*eps"))),
    Step(
        "sum",
        "2*g <= T*delta*(Z + 1)",
        arithmetic(
            ("2*delta", inside("sum(_, j, 0, T - 1)", "chord")), ("2*delta/T*(Z - 1)", "integers"), ("delta", "Z")
        ),
        defined=("Z",),
    ),
    Step(
        "tanh",
        "T*eps*(Z + 1) - 2*(Z - 1) >= 0",
        analysis("u*(exp(u) + 1) - 2*(exp(u) - 1) >= 0", "[0, oo)", u="T*eps"),
    ),
    Step(
        "pair",
        f"(Z + 1)*(2*({LEAST}) - 1) <= (Z + 1)*(x(l, t, 0) - x(l, t, T))",
        arithmetic("gap", "sum", ("1/2", "tanh")),
    ),
    Step(
        "both",
        f"2*({LEAST}) <= x(l, t, 0) + x(N + 1 - l, t, 0)",
        arithmetic(("1/(Z + 1)", "pair"), ("-1", "complement")),
    ),
    Step(
        "reversed",
        "sum(x(N + 1 - l, t, 0), l, 1, N) = sum(x(l, t, 0), l, 1, N)",
        apply("sum in reverse", f="l: x(l, t, 0)", n="N"),
    ),
    Step(
        "round",
        f"{LEAST} <= sum(x(l, t, 0), l, 1, N)/N",
        arithmetic(("1/(2*N)", inside("sum(_, l, 1, N)", "both")), ("1/(2*N)", "reversed")),
    ),
    Step("all", f"loss >= T*({LEAST})", arithmetic(inside("sum(_, t, 1, T)", "round"), ("-1", "loss"))),
    variables={"j": "integer, 0 <= j, j <= T - 1"},
    let={"Z": "exp(T*eps)", "g": "delta*sum(exp(i*eps), i, 0, T - 1)"},
)

ASI_41: Final = theorem(
    "ASI-41",
    BATCHES,
    "loss >= T*(1/2 - T*eps/2) - T**2*d*delta/2",
    Step("sharp", f"loss >= T*({LEAST})", apply("ASI-41, without conditions")),
    Step(
        "all",
        "loss >= T*(1/2 - T*eps/2) - T**2*d*delta/2",
        arithmetic("sharp", ("T**2*delta/2", "1 <= d")),
        where=("eps <= 1/T", "delta <= 1/2"),
    ),
    where=("eps <= 1/T", "delta <= 1/2"),
)
