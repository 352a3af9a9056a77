"""Theorems 3.10 and 3.12: privacy at their parameters (ASI-31, ASI-32, ASI-37)."""

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
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, inequality, nonnegative
from dpassay.proofs_check.lazy_to_private.lemmas import SAMPLE, coin, sample
from dpassay.proofs_check.lazy_to_private.parameters_310 import is_proof_310, proof_310, usual
from dpassay.reference import lazy_to_private

TENTH: Final = Fraction(1, 10)

# ASI-31b: the moments of the loss. v = eps u stands for the order u, a = n^{1/3}, x = log(T/delta), and M for the mean
# number of draws.

_MOMENTS: Final = (
    "Release also which models are new (then what is released tells the models played and all zeta_s). Given the past "
    "the coins have equal laws for both sequences, but for S_{s_0+1}, which costs at most e_0 <= 2 w/p, and each new "
    "model P against Q has E_P (P/Q)^u <= e^c, c = u (u + 1) w^2/2. At each step x is new with probability at most r = "
    "1 - (1 - p) e^{-3 B w} and y with probability p, so for the loss Z, one conditional expectation after another, E "
    "e^{uZ} <= e^{u e_0} ((1 + r (e^c - 1))(1 + p (e^c - 1)))^{n-1} <= exp(u e_0 + M (e^c - 1)) with M = (n - 1)(r + "
    "p). And delta(eps) = E (1 - e^{eps - Z})_+ <= e^{-u eps - g(u)} E e^{uZ}, where g(u) = (1 + u) log(1 + u) - u log "
    "u, since (1 - e^{-t}) e^{-ut} is largest at e^{-t} = u/(1 + u). "
)
_PARAMETERS: Final = (
    "Now p = 10 w/eps, so e_0 <= eps/5 and B w <= p/10, hence r + p <= min(2, 2.3 p). Let u = v/eps; as eps <= 1, c <= "
    "v (v + 1) p^2/200 and g(u) >= g(v). So delta(eps) <= delta follows from (*): 4v/5 + g(v) - M (e^c - 1) >= "
    "log(1/delta) = x - log T, where x = log(T/delta) and log T >= log n = 3 log a. For n = 1 nothing released depends "
    "on the data. The rate gives p <= 10/(a x), and the left side of (*) falls with p. (i) a x <= 10: M < 2 (a^3 - 1), "
    "c <= v (v + 1)/200 and x <= 10/a; (*) holds with v = 8 for 5/4 <= a <= 2 and with v = 3 for 2 <= a <= 31/10, and "
    "for larger a there is no such x > log T. (ii) a x >= 10 and x <= 24/5: then x > 3 log a >= 3 log(10/x) needs x > "
    "33/10. With v = 3 the bound M (e^c - 1) <= 23 (a^2/x)(e^{6/(a x)^2} - 1) falls with a, and 3 log a grows, so a = "
    "10/x is the worst, and (*) holds. (iii) a x >= 10 and x >= 24/5: let v = 5x/4 >= 6, so that 4v/5 = x. (*) is g(v) "
    "+ 3 log a >= M (e^c - 1), where M <= (115/4) a^2/v and c <= (25/32)(1 + 1/v)/a^2; again the worst a is the least, "
    "25/(2v) for v <= 25/2, and 1 beyond."
)
_G8, _G3 = "(9*log(9) - 8*log(8))", "(4*log(4) - 3*log(3))"
_G: Final = "((1 + v)*log(1 + v) - v*log(v))"


def _moment_goals() -> tuple[Goal, ...]:
    """See ``_MOMENTS`` and ``_PARAMETERS``."""
    return (
        Goal("the mean number of draws: 2p + (1 - p) 3p/10 <= 23p/10", nonnegative("23/10*p - 2*p - (1 - p)*3/10*p")),
        Goal("1 - e^{-u} <= u", inequality("u - 1 + exp(-u)", "u", "[0, oo)")),
        Goal("g grows: its slope is log(1 + 1/u)", inequality("log(z)", "z", "(1, oo)", ">")),
        Goal("(e^z - 1)/z grows", inequality("z*exp(z) - exp(z) + 1", "z", "[0, oo)")),
        Goal(
            "(i), v = 8",
            inequality(f"32/5 + {_G8} - 2*(a**3 - 1)*(exp(9/25) - 1) - 10/a + 3*log(a)", "a", "[5/4, 2]", ">"),
        ),
        Goal(
            "(i), v = 3",
            inequality(f"12/5 + {_G3} - 2*(a**3 - 1)*(exp(3/50) - 1) - 10/a + 3*log(a)", "a", "[2, 31/10]", ">"),
        ),
        Goal("(i), beyond", inequality("3*a*log(a) - 10", "a", "[31/10, oo)", ">")),
        Goal("(ii), small x", inequality("3*log(10/x) - x", "x", "(0, 33/10]", ">")),
        Goal(
            "(ii), v = 3",
            inequality(f"12/5 + {_G3} - 2300/x**3*(exp(3/50) - 1) - x + 3*log(10/x)", "x", "[33/10, 24/5]", ">"),
        ),
        Goal(
            "(iii), v <= 25/2, with (115/4) (25/2)^2 = 71875/16",
            inequality(f"{_G} + 3*log(25/(2*v)) - 71875/(16*v**3)*(exp(v*(v + 1)/200) - 1)", "v", "[6, 25/2]", ">"),
        ),
        Goal(
            "(iii), v >= 25/2, a = 1, with g(v) = log(1 + v) + v log(1 + 1/v)",
            inequality("log(1 + v) + v*log(1 + 1/v) - 115/(4*v)*(exp(25/32*(1 + 1/v)) - 1)", "v", "[25/2, oo)", ">"),
        ),
    )


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
    goals = _moment_goals()
    return Case(
        argument="Let w = eta, n = T/B = eps T and a = n^{1/3}; then eta <= eps/(a x). "
        + SAMPLE
        + " "
        + _MOMENTS
        + _PARAMETERS,
        proof=(*sample(), *coin(), *goals),
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
            Twin("eps/10", exhaustive("asi31b-tenth", "dp-ope"), of=len(sample()) + len(coin()) + len(goals)),
            Twin("eps/5", exhaustive("asi31b-fifth", "dp-ope-games"), of=len(sample()) + len(coin()) + len(goals) + 1),
            Twin(
                "(iii) with a quarter more draws",
                inequality(
                    f"{_G} + 3*log(25/(2*v)) - 5/4*71875/(16*v**3)*(exp(v*(v + 1)/200) - 1)", "v", "[6, 25/2]", ">"
                ),
                of=len(sample()) + len(coin()) + 9,
            ),
        ),
        remarks=(
            "It holds for what the proof releases, (x_s, y_s, zeta_s), and with the bits that tell which models are "
            "new; the argument does not cover the coins S_s and S'_s told apart.",
        ),
    )


@claim(
    "ASI-37-corrected",
    location="Theorem 3.12, privacy, with a larger p",
    latex=r"w = \max(\eta, \beta L D),\ \varepsilon B \le 1,\ w \le \frac{\varepsilon}{(T/B)^{1/3}\log(T/\delta)},\ p "
    r"= \frac{10w}{\varepsilon} < 1 \Rightarrow (\varepsilon, \delta)\text{-DP}",
    text="L2P with regularized multiplicative weights, any beta, lambda and eta, is (eps, delta)-private with p = 10 "
    "w/eps, w = max(eta, beta L D), if eps <= 1, eps B <= 1, w <= eps/((T/B)^{1/3} log(T/delta)) and p < 1.",
    checked=("0 < delta < 1",),
    assumed=("L-Lipschitz losses on a set of diameter D", "B and T/B are whole"),
    adjacency="one_loss",
)
def asi_37_corrected() -> Case:
    """On a set of diameter D, beta times a loss has the range beta L D: multiplicative weights of that rate."""
    goals = _moment_goals()
    return Case(
        argument="A loss has a range of at most L D on X, so RMW is multiplicative weights with the rate b = beta L D "
        "and losses in [0, 1] (a constant in a loss cancels), on a space with the base measure e^{-beta "
        "lambda |x|^2}. So all facts on one sample and one coin hold with b in place of eta, but that the "
        "coin is min(1, e^{-2 B eta} f(x)/f(y)), at least e^{-2 B eta - B b} >= e^{-3 B w}, and that it may "
        "be clipped, which only brings the two sequences' coins closer; q <= 1 replaces q <= e^{-B eta}, and "
        "e_0 <= 2 b/p <= 2 w/p. Let n = T/B and a = n^{1/3}. " + SAMPLE + " " + _MOMENTS + _PARAMETERS,
        proof=(*sample(), *coin(), *goals),
        checks=(
            Goal(
                "at eta = beta L D = w, eps B = 1: the bound by moments itself, in balls",
                exhaustive("asi31b", "dp-ope"),
            ),
        ),
        twins=(
            Twin("eps/10", exhaustive("asi31b-tenth", "dp-ope"), of=len(sample()) + len(coin()) + len(goals)),
            Twin(
                "(i) with v = 8 beyond a = 2",
                inequality(f"32/5 + {_G8} - 2*(a**3 - 1)*(exp(9/25) - 1) - 10/a + 3*log(a)", "a", "[5/4, 5/2]", ">"),
                of=len(sample()) + len(coin()) + 4,
            ),
        ),
        remarks=(
            "Neither convexity nor Gaussian concentration is used; with them a smaller p may do (not worked out).",
            "At the printed beta and lambda, beta L D = max(eta^2 sqrt T, eta sqrt(d log T))/20.",
        ),
    )
