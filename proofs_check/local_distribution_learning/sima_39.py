"""SIMA-39: the report of Algorithm 2, (12) with Laplace noise of scale log(K T)/eps, is (eps, 0)-locally private.

Lemma 6. False: the sensitivity is not log(K T) (SIMA-28). The report is J, uniform, and V = log p_J[h(y)] with noise;
it is private where its density at each (j, v) moves by at most the factor e^eps between any two labels y and u. For
(5/6, 1/6, 0) and (0, 0, 1) the likelihoods of the labels under the second hypothesis are 1 : 1 : R with R = (7 T -
4)/3. Above all centers the ratio of label 2 to label 0 is ((7 T - 4) r + 4)/(7 T - 3 + 3 r), r = R^(eps/log(K T)). At T
= 98 and e^eps = 14 it exceeds e^eps.

SIMA-39-corrected: with noise of scale log((K + 1) T)/eps it is (eps, 0)-private. Given J and the clipped label it is so
by SIMA-28-corrected, and the density given the label is a mixture of those.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import (
    Number,
    log,
    power,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    ABOVE_0,
    as_rows,
    entries,
    family,
    told,
    whole,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, identity, inequality, sign
from dpassay.proofs_check.local_distribution_learning.clipping import (
    ENOUGH,
    EVERY_LABEL,
    UNEVEN,
    extremal_class,
    with_rounds,
)
from dpassay.proofs_check.local_distribution_learning.noisy_log_likelihoods import HIDDEN, POSITIVE, SCALED, density
from dpassay.proofs_check.local_distribution_learning.private_reports import (
    BUDGETED,
    POSITIVE_SCALE,
    PRINTED,
    exp3_parameters,
    pure_classes,
)
from dpassay.proofs_check.models.clipped_draws import Weighted
from dpassay.proofs_check.models.noisy_likelihoods import NOISY
from dpassay.proofs_check.numbers import at_most
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import (
    Step,
    apply,
    arithmetic,
    use,
)
from dpassay.reference import private_exp3


def _is_pure(instance: Instance, calibration: str, *, noise: Fraction = Fraction(1)) -> bool:
    """Whether the exact law of the report changes by at most e^eps, with a part of the noise."""
    if len(instance["hypotheses"][0]) == 1:
        return True
    parameters = exp3_parameters(instance, calibration)
    worst = private_exp3.worst_pair(parameters, private_exp3.rate(parameters) * (1 / noise))
    return at_most(worst.ratio, parameters.budget.exp_eps)


def _losses(instance: Instance) -> dict[str, Any]:
    parameters = exp3_parameters(instance, "printed")
    worst = private_exp3.worst_pair(parameters)
    return {
        "label": worst.first,
        "other label": worst.second,
        "largest ratio": worst.ratio,
        "e^eps": parameters.budget.exp_eps,
    }


def _uneven_ratio(rounds: int, rate: Fraction) -> Number:
    """The ratio of labels 2 and 0 of the uneven class where J = 2 and z is large, in closed form."""
    r = power(Fraction(7 * rounds - 4, 3), rate)
    return ((7 * rounds - 4) * r + 4) / (7 * rounds - 3 + 3 * r)


UNEVEN_RATES: Final = entries(rounds=whole(2), rate=ABOVE_0)


def _is_closed_form(instance: Instance, *, most: int = 0) -> bool:
    rounds, rate = instance["rounds"], Fraction(instance["rate"])
    parameters = exp3_parameters({**with_rounds(UNEVEN, rounds), "epsilon": "1"}, "printed")
    return bool(private_exp3.worst_pair(parameters, rate).ratio == _uneven_ratio(rounds + most, rate))


told(
    "sima39",
    "the report of Algorithm 2 changes by at most the factor e^eps between any two labels",
    PRINTED,
    _losses,
)(lambda instance: _is_pure(instance, "printed"))
told("sima39-corrected", "the same with noise of scale log((K + 1) T)/eps and |S_y| >= 1", BUDGETED)(
    lambda instance: _is_pure(instance, "corrected")
)
told("sima39-less-noise", "... with 9/10 of that noise", BUDGETED)(
    lambda instance: _is_pure(instance, "corrected", noise=Fraction(9, 10))
)
told(
    "sima39-closed",
    "the worst ratio of the uneven class is ((7T - 4) r + 4)/(7T - 3 + 3r), r = ((7T - 4)/3)^rate",
    UNEVEN_RATES,
)(_is_closed_form)
told("sima39-closed-next", "... with T + 1 for T", UNEVEN_RATES)(lambda instance: _is_closed_form(instance, most=1))


@family("private-uneven-rates", "the uneven class with T = 2, 5, 31, 98 rounds and the rates 1/4, 1/2, 1")
def _uneven_rates() -> Iterator[Instance]:
    for rounds, rate in product((2, 5, 31, 98), ("1/4", "1/2", "1")):
        yield {"rounds": rounds, "rate": rate}


def _uneven_powers() -> Iterator[Instance]:
    """The uneven class with e^eps = sqrt(K T), where all powers of e are algebraic."""
    for root in range(1, 9):
        yield {**with_rounds(UNEVEN, 2 * root**2), "exp_eps": str(2 * root)}


def _uneven_small() -> Iterator[Instance]:
    return ({**with_rounds(UNEVEN, rounds), "epsilon": "1/1000"} for rounds in (10, 31, 32, 40))


ABOVE: Final = "(14*m**2 - 4 - 6*m)**2*(14*m**2 - 4)/3 - (2*m*(14*m**2 - 3) - 4)**2"


@family(
    "private-pure-reports",
    "seven classes of up to 4 hypotheses, one with a label of probability 0, T = 1 to 1000, four eps",
)
def _pure_reports() -> Iterator[Instance]:
    for instance, epsilon in product(pure_classes(), ("1/100", "1/2", "2", "7")):
        yield {**instance, "epsilon": epsilon}
    for hypotheses, rounds, exp_eps in ((2, 3, "3"), (2, 12, "6"), (3, 4, "4"), (3, 16, "8")):
        yield {**with_rounds(extremal_class(hypotheses, 4), rounds), "exp_eps": exp_eps}


LAST: Final = {"eps": "real, 0 < eps", "u": "integer, 1 <= u, u <= M"}


def report(label: str) -> str:
    """The density of the report at (j, v): every j is as likely, and the label is clipped before the noise is added."""
    return f"sum(h({label}, z)*{density('j', 'z')}, z, 1, N)/K"


PRIVATE: Final = f"{report('y')} <= exp(eps)*{report('u')}"
refuted(
    "SIMA-39",
    NOISY,
    PRIVATE,
    setting=Weighted(as_rows(UNEVEN), 98, "printed", (Fraction(1, 2), Fraction(1, 2))),
    where=("2 <= K*T",),
    variables=LAST,
    let={"S": "log(K*T)"},
    j=Fraction(2),
    y=Fraction(3),
    u=Fraction(1),
    v=Fraction(0),
    eps=log(14),
)
theorem(
    "SIMA-39-corrected",
    NOISY,
    PRIVATE,
    POSITIVE,
    Step("hidden", HIDDEN, apply("SIMA-28-corrected", eps="eps"), (), ("positive",)),
    Step("not below 0", "0 <= h(y, z)", apply("(4) and (5) are laws")),
    Step("all integers", "sum(h(y, z), z, 1, N) = 1", apply("(4) and (5) are laws")),
    Step(
        "mixtures",
        f"sum(h(y, z)*{density('j', 'z')}, z, 1, N) <= exp(eps)*sum(h(u, z)*{density('j', 'z')}, z, 1, N)",
        apply(
            "mixtures",
            "hidden",
            use("all integers"),
            use("all integers", y="u"),
            "not below 0",
            use("not below 0", y="u"),
            n="N",
            B="exp(eps)",
            u="z: h(y, z)",
            w="z: h(u, z)",
            f=f"z: {density('j', 'z')}",
            g=f"z: {density('j', 'z')}",
        ),
        (),
        ("positive",),
    ),
    Step("all", PRIVATE, arithmetic(("1/K", "mixtures")), (), ("positive",)),
    variables=LAST,
    let=SCALED,
)


@claim(
    "SIMA-39",
    location="Lemma 6",
    latex=r"\mathcal{R}_t(Y_t) = \tilde{\mathbf{Y}}_t \text{ in Algorithm 2 is } (\epsilon, 0)\text{-locally "
    r"differentially private}",
    text="The report of Algorithm 2, (12) with Laplace noise of scale log(K T)/eps, is (eps, 0)-locally private.",
    adjacency="any_pair",
    assumed=(EVERY_LABEL, POSITIVE_SCALE, "the index J of the entry that is not 0 is visible, as such an entry is"),
    corrected_by="SIMA-39-corrected",
)
def sima_39() -> Case:
    """The noise is scaled to log(K T), which is not the sensitivity."""
    return Case(
        argument="Given J = j, V_j = log p_j[h(y)] + Lap is a mixture of Laplace laws, with the weight 1 - 1/T on the "
        "integers of y and 1/(T N') on each of all N'. For (5/6, 1/6, 0) and (0, 0, 1): |S_y| = 3, 1, 3, N' = 7, and "
        "under the second hypothesis the likelihoods of the labels 0, 1, 2 are u, u, R u with R = (7 T - 4)/3. Above "
        "the upper center every density is a multiple of one exponential, larger by the factor r = R^(eps/log(K T)) "
        "for the upper center than for the lower one, and the ratio of the label 2 to the label 0 is exactly ((T - 1) "
        "r + (3 r + 4)/7)/((T - 1) + (3 r + 4)/7) = ((7 T - 4) r + 4)/(7 T - 3 + 3 r). At e^eps = sqrt(K T) it "
        "exceeds e^eps for large T; that all labels have a positive probability here shows that SIMA-25 plays no role.",
        counterexample=Goal("three labels, two hypotheses", counterexample("sima39"), Hunt("sima39", _uneven_powers)),
        sharper=(
            Goal(
                "the closed form",
                identity("((T - 1)*r + (3*r + 4)/7)/((T - 1) + (3*r + 4)/7)", "((7*T - 4)*r + 4)/(7*T - 3 + 3*r)"),
            ),
            Goal("it is the worst ratio, by the exact laws", exhaustive("sima39-closed", "private-uneven-rates")),
            Goal(
                "for all T = 2 m^2, m >= 7, and e^eps = 2 m it is above e^eps: squares of (14 m^2 - 4 - 6 m) r > 2 m "
                "(14 m^2 - 3) - 4, where r^2 = (14 m^2 - 4)/3 and the left side is positive",
                sign(ABOVE, "m", "[7, oo)", ">"),
            ),
            Goal(
                "for small eps: (1 - 1/T) log R > log(K T) for all T >= 32",
                inequality("(T - 1)*log((7*T - 4)/3) - T*log(2*T)", "T", "[32, oo)", ">"),
            ),
            Goal("and the exact loss at eps = 1/1000", counterexample("sima39"), Hunt("sima39", _uneven_small)),
        ),
        twins=(
            Twin("with the scale log((K + 1) T)/eps", counterexample("sima39-corrected")),
            Twin("the closed form of T + 1", exhaustive("sima39-closed-next", "private-uneven-rates"), of=2),
            Twin(
                "for m >= 6",
                sign(ABOVE, "m", "[6, oo)", ">"),
                of=3,
            ),
            Twin(
                "for T >= 31",
                inequality("(T - 1)*log((7*T - 4)/3) - T*log(2*T)", "T", "[31, oo)", ">"),
                of=4,
            ),
        ),
        remarks=(
            "For eps to 0 the loss of this class is (1 - 1/T) log R/log(K T) times eps: above eps if and only if ((7 T "
            "- 4)/3)^(T - 1) > (2 T)^T, that is for T >= 32. The draws of h that go astray hide the excess for large "
            "eps.",
            "The lemma holds as printed for M <= K, where N' <= K M. In general the report is (eps log R/log(K T), "
            "0)-private with R = T + (T - 1) min(K, M)(M - 1)/M; for K, T >= 2 that factor is below 7/5 (SIMA-31).",
        ),
    )


@claim(
    "SIMA-39-corrected",
    location="Lemma 6",
    latex=r"(12) \text{ with noise of scale } \tfrac{\log((K+1)T)}{\epsilon} \text{ and } |\mathcal{S}_{y,t}| \ge 1 "
    r"\text{ is } (\epsilon, 0)\text{-locally differentially private}",
    text="With Laplace noise of scale log((K + 1) T)/eps and |S_y| >= 1, the report of Algorithm 2 is (eps, 0)-locally "
    "private for all K, T >= 1, eps > 0 and all labels.",
    adjacency="any_pair",
    assumed=(ENOUGH,),
)
def sima_39_corrected() -> Case:
    """The Laplace mechanism given J and the clipped label, then mixing."""
    return Case(
        checks=(Goal("the exact laws of the reports", exhaustive("sima39-corrected", "private-pure-reports")),),
        twins=(Twin("with 9/10 of the noise", exhaustive("sima39-less-noise", "private-pure-reports")),),
        remarks=(
            "log(T + (T - 1) min(K, M)(M - 1)/M) in place of log((K + 1) T) is enough for T >= 2 (at T = 1 it is 0); "
            "for M <= K that is at most the printed log(K T).",
        ),
    )
