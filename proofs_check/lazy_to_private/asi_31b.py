"""ASI-31b: with B = 1/eps, eta <= min(eps_0, eps)^(2/3)/(T^(1/3) log(T/delta)) and p = 10 eta/eps, L2P is private.

Theorem 3.10, privacy, at the parameters of the proof, for multiplicative weights. True, for all such parameters, but
not by Theorem 3.2, whose precondition fails and whose epsilon is too large (ASI-32). With n = eps T batches and a =
n^(1/3) the rate says eta a log(T/delta) <= eps, and so ``small_rates`` applies. Of eps_0 no more is needed than that
the minimum, m here, is at most eps; cubes are written for roots.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final

from dpassay.exact import Real, as_real, decide, exp, log
from dpassay.exact.real import maximum
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import BETWEEN, REWARDS, entries, family, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.lazy_to_private.parameters_310 import is_proof_310, proof_310, usual
from dpassay.proofs_check.models.few_samples import FEW_WEIGHTS
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic
from dpassay.reference import lazy_to_private

TENTH: Final = Fraction(1, 10)


def _entropy(u: Real) -> Real:
    """(1 + u) log(1 + u) - u log u."""
    return (u + 1) * (u + 1).log() - u * u.log()


def _log_delta(instance: Instance, eps_share: Fraction, order: Real) -> Real:
    """The bound on log delta at eps_share * eps, by moments of the given order, without any simplification."""
    n, eps, _, eta, p = proof_310(instance)
    batch = instance["batch"]
    keep = 1 - p
    coin_loss = ((1 - keep * (-eta * (batch + 2)).exp()) / (1 - keep * (-eta * batch).exp())).log()
    first = maximum(eta * 2, coin_loss)
    c: Real = order * (order + 1) * eta * eta / 2
    grow = c.exp() - 1
    drawn: Real = 1 - keep * (-eta * (3 * batch)).exp()
    steps = ((drawn * grow + 1).log() + (p * grow + 1).log()) * (n - 1)
    return order * first + steps - order * (eps * eps_share) - _entropy(order)


def _is_private_by_moments(instance: Instance, eps_share: Fraction) -> bool:
    eps, delta = proof_310(instance)[1:3]
    x = as_real(log(instance["rounds"] / delta))
    orders = (as_real(8 / eps), as_real(3 / eps), x * Fraction(5, 4) / eps)
    return any(decide(_log_delta(instance, eps_share, u) <= as_real(log(delta))) for u in orders)


told("asi31b", "the moments of the loss show (eps, delta)-privacy", is_proof_310)(
    lambda instance: _is_private_by_moments(instance, Fraction(1))
)
told("asi31b-tenth", "the moments of the loss show (eps/10, delta)-privacy", is_proof_310)(
    lambda instance: _is_private_by_moments(instance, TENTH)
)


@family(
    "dp-ope",
    "T = 8, 10, 30, 100, 1000, ..., 10^9, eps = 1, 1/2, 1/10, 1/100, delta = 1/2, 1/10, 1/T, 1/T^3, where p < 1",
)
def _dp_ope() -> Iterator[Instance]:
    for rounds, batch in product((8, 10, 30, 100, *(10**k for k in range(3, 10))), (1, 2, 10, 100)):
        for delta in ("1/2", "1/10", f"1/{rounds}", f"1/{rounds**3}"):
            instance = {"rounds": rounds, "batch": batch, "delta": delta}
            if is_proof_310(instance):
                yield instance


@entries(rounds=whole(2), fake_switch=BETWEEN, delta=BETWEEN, later=REWARDS).where
def _is_small_game(instance: Instance) -> bool:
    """Parameters of the proof with eps = B = 1, two models, rational eta = p/10 and eps_0 < 1."""
    rounds, p, delta = instance["rounds"], Fraction(instance["fake_switch"]), Fraction(instance["delta"])
    if len(instance["later"]) != rounds - 1 or len(instance["later"][0]) != 2:
        return False
    log_start = (as_real(log(2)).log() * 3 - as_real(log(rounds))) / 4  # log eps_0
    largest = ((log_start * 2 - as_real(log(rounds))) / 3).exp() / as_real(log(rounds / delta))
    return decide(log_start < 0) and decide(as_real(p / 10) <= largest)


def _largest_ratio(instance: Instance) -> Any:
    """That of all (x_s, y_s, zeta_s), both ways, where the first loss charges one model or the other."""
    p, rounds = Fraction(instance["fake_switch"]), instance["rounds"]
    parameters = lazy_to_private.Parameters.read(learning_rate=p / 10, batch=1, fake_switch=p, rounds=rounds, experts=2)
    first, second = (
        lazy_to_private.check_data([row, *instance["later"]], parameters) for row in (("1", "0"), ("0", "1"))
    )
    return max(lazy_to_private.largest_ratio(*pair, parameters, "state") for pair in ((first, second), (second, first)))


told("asi31b-exact", "the largest ratio of transcripts is at most e^eps", _is_small_game)(
    lambda instance: bool(_largest_ratio(instance) <= exp(Fraction(1)))
)
told("asi31b-fifth", "the largest ratio of transcripts is at most e^(eps/5)", _is_small_game)(
    lambda instance: bool(_largest_ratio(instance) <= exp(Fraction(1, 5)))
)


@family("dp-ope-games", "T = 3 with d = 2, eps = 1, delta = 1/100, p = 1/2 and three sequences of later losses")
def _games() -> Iterator[Instance]:
    for later in ([["0", "0"], ["0", "0"]], [["1", "0"], ["0", "0"]], [["1/2", "0"], ["0", "0"]]):
        yield {"rounds": 3, "fake_switch": "1/2", "delta": "1/100", "later": later}


@claim(
    "ASI-31b",
    location="Theorem 3.10, privacy, at the parameters of the proof",
    latex=r"B = 1/\varepsilon,\ \eta \le \min(\varepsilon_0, \varepsilon)^{2/3}/(T^{1/3}\log(T/\delta)),\ p = "
    r"10\eta/\varepsilon \Rightarrow \mathsf{L2P} \text{ is } (\varepsilon, \delta)\text{-DP}",
    text="With B = 1/eps, eta <= min(eps_0, eps)^{2/3}/(T^{1/3} log(T/delta)) and p = 10 eta/eps, L2P with "
    "multiplicative weights is (eps, delta)-private.",
    checked=("losses in [0, 1], 0 < delta < 1",),
    assumed=("1/eps and eps T are whole, as B and T/B have to be", "p < 1, as it has to be a probability"),
    adjacency="one_loss",
)
def asi_31b() -> Case:
    """True, for all such parameters, but not by Theorem 3.2."""
    return Case(
        checks=(
            Goal("the bound by moments itself, in balls", exhaustive("asi31b", "dp-ope")),
            Goal("the transcripts of small games, exactly", exhaustive("asi31b-exact", "dp-ope-games")),
        ),
        broken_steps=(
            Goal(
                "Theorem 3.2 is not applicable: its precondition fails",
                counterexample("asi32"),
                Hunt("asi32", usual),
            ),
            Goal(
                "nor would its epsilon suffice",
                counterexample("asi32b"),
                Hunt("asi32b", usual),
            ),
        ),
        twins=(
            Twin("eps/10", exhaustive("asi31b-tenth", "dp-ope")),
            Twin("eps/5", exhaustive("asi31b-fifth", "dp-ope-games"), of=1),
        ),
        remarks=(
            "It holds for what the proof releases, (x_s, y_s, zeta_s), and with the bits that tell which models are "
            "new; the argument does not cover the coins S_s and S'_s told apart.",
        ),
    )


X: Final = "log(T/delta)"
RATE: Final = (f"eta**3*T*{X}**3 <= m**2",)
CUBES: Final = "eps**2 + eps*(w*a*X) + (w*a*X)**2"
theorem(
    "ASI-31b",
    FEW_WEIGHTS,
    "least(eps) <= delta",
    Step("above 1", "1 < T/delta", arithmetic(("1/delta", "1 <= T"), ("1/delta", "delta < 1"))),
    Step("X", "0 < X", analysis("0 < log(y)", "(1, oo)", "above 1", y="T/delta")),
    Step(
        "cube",
        "(w*a*X)**3 = eps*eta**3*T*X**3",
        arithmetic(
            ("w**3*X**3", "cube root"),
            ("(w**2 + w*eta + eta**2)*eps*T*X**3", "one rate"),
            ("-w**3*X**3*n", "batches"),
            ("w**3*X**3*eps", "n*B = T"),
        ),
    ),
    Step("cubes", "(w*a*X)**3 <= eps**3", arithmetic("cube", ("eps", RATE[0]), ("eps*(eps + m)", "m <= eps")), RATE),
    Step("rate", "w*a*X <= eps", arithmetic((f"1/({CUBES})", "cubes")), RATE, ("X",)),
    Step("all", "least(eps) <= delta", apply("L2P at a small rate", "rate"), RATE),
    where=RATE,
    variables={"m": "real, 0 < m, m <= eps"},
    let={"X": X},
    samples={"m": (Fraction(1), Fraction(9, 10))},
)
