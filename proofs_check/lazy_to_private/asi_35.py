"""ASI-35."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from dpassay.exact import (
    as_real,
)
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import (
    told,
)
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import (
    counterexample,
    exhaustive,
    identity,
    inequality,
    nonnegative,
)
from dpassay.proofs_check.lazy_to_private.alternating import (
    ALTERNATING,
    alternating_checks,
    alternating_goals,
    tanh_goals,
)
from dpassay.proofs_check.lazy_to_private.lazy_games import (
    marginal_goals,
)
from dpassay.proofs_check.lazy_to_private.printed_rates import (
    is_dp_ope,
    log_experts,
    printed_regret,
)
from dpassay.proofs_check.lemmas import hoeffding
from dpassay.proofs_check.numbers import at_most


def _is_free(instance: Instance) -> bool:
    """Reg_T <= C sqrt(T log d)."""
    bound = log_experts(instance).sqrt() * (instance["k"] ** 2 * Fraction(instance["constant"]))
    return at_most(printed_regret(instance), bound)


told(
    "asi35",
    "Reg_T <= C sqrt(T log d) at eps = T^(-1/4) with the parameters of Theorem 3.10",
    is_dp_ope,
    lambda i: {"Reg_T": printed_regret(i), "sqrt(T log d)": log_experts(i).sqrt() * i["k"] ** 2},
)(_is_free)
told("asi35-three-quarters", "Reg_T <= C T^(3/4) there, for C >= 1", is_dp_ope)(
    lambda i: at_most(printed_regret(i), as_real(i["k"] ** 3 * max(Fraction(1), Fraction(i["constant"]))))
)


def _as_many_experts_as_rounds() -> Iterator[Instance]:
    for constant, k, rate in product((1000, 100, 10, 1), (10**3, 10**5, 10**7), ("statement", "proof")):
        yield {"k": k, "experts": k**4, "delta_power": 2, "rate": rate, "constant": str(constant)}


@claim(
    "ASI-35",
    location="Section 1.1, privacy for free",
    latex=r"d = \mathsf{poly}(T),\ \varepsilon \ge T^{-1/4} \Rightarrow \mathbf{Reg}_T \text{ of the order of } "
    r"\sqrt{T \log d}; \quad K \approx \sqrt T \text{ instances with } \varepsilon = 1 \text{ in all}",
    text="For d = poly(T) it suffices that eps >= T^{-1/4} for regret of the order sqrt(T log d) of non-private "
    "learning, so that about sqrt(T) instances can be solved with eps = 1 in all.",
    checked=("B = 1/eps is whole and divides T", "p = 10 eta/eps < 1", "losses in [0, 1]"),
    assumed=("x_1 and y_1 are independent", "the algorithm is that of Theorem 3.10"),
    corrected_by="ASI-35-corrected",
)
def asi_35() -> Case:
    """At eps = T^(-1/4) the regret is of order T^(3/4)."""
    return Case(
        argument="Take T = k^4, eps = T^{-1/4} = 1/k, d = T and alternating batches, which charge one half of the "
        "experts "
        f"and the other. Then eps_0 >= eps and eta = 1/k^2 (for T >= 3). {ALTERNATING} So the regret is (k^4/4) "
        f"tanh(1/(2k)) >= "
        "(3/32) k^3, and sqrt(T log d) = k^2 sqrt(4 ln k); ln k <= 4 k^{1/4} makes the quotient at least (3/128) "
        "k^{7/8}, far beyond logarithms. With the eta of the proof it is smaller by log(T/delta), and diverges too. K "
        "= sqrt T instances with eps = 1 in all have eps of order T^{-1/4} each under advanced composition, so the "
        "second statement falls with the first.",
        counterexample=Goal(
            "T = k^4, eps = 1/k, d = T", counterexample("asi35"), Hunt("asi35", _as_many_experts_as_rounds)
        ),
        sharper=(
            *alternating_goals(),
            *alternating_checks(),
            *tanh_goals(),
            Goal("(k^4/4)(3/4)(1/(2k))", identity("k**4/4*3/4*(k*(1/k**2)/2)", "3/32*k**3")),
            Goal("ln k <= 4 k^(1/4), from z = k^(1/4)", inequality("z - 1 - log(z)", "z", "(0, oo)")),
            Goal("(3/32) z^24/(z^16 sqrt(16 z^2)), z = k^(1/8)", identity("3/32*z**24/(z**16*4*z)", "3/128*z**7")),
            Goal(
                "for no C, k = z^8, squared: (3/32) k^3 is at least (3/128) k^(7/8) times k^2 sqrt(4 "
                "ln k), for every k",
                inequality("(3/32*z**24)**2 - (3/128*z**7)**2*z**32*(32*log(z))", "z", "[1, oo)", ">"),
            ),
        ),
        twins=(
            Twin("T^{3/4}", counterexample("asi35-three-quarters")),
            Twin(
                "(3/64) k^(7/8) times",
                inequality("(3/32*z**24)**2 - (3/64*z**7)**2*z**32*(32*log(z))", "z", "[1, oo)", ">"),
                of=10,
            ),
        ),
        remarks=(
            "The arithmetic from the printed rate is right up to logarithms: T^{1/3}/eps^{2/3} <= sqrt T from eps = "
            "T^{-1/4} on; the rate is not (ASI-33). With the best parameters under Theorem 3.2 the regret for d = 2 at "
            "eps = T^{-1/4} is still at least of order T^{11/20} (ASI-33-sharp).",
            "T^{2/5}/eps^{3/5} <= sqrt T from eps = T^{-1/6} on: the threshold, and the number T^{1/3} of instances, "
            "that the text attributes to earlier work.",
        ),
    )


@claim(
    "ASI-35-corrected",
    location="Section 1.1, privacy for free",
    latex=r"\varepsilon \ge T^{-1/6}: \quad B = 1,\ \eta = \min\big\{\tfrac{\varepsilon}{(768 T l^2)^{1/3}}, \sqrt{8 "
    r"\ln d/T}\big\},\ p = 8\eta/\varepsilon: \quad \mathbf{Reg}_T \le \sqrt{T \ln d/2} + (768\, l^2)^{1/3} \sqrt T "
    r"\ln d",
    text="For eps >= T^{-1/6} and l = log(1/delta_1) >= 1, L2P over multiplicative weights with B = 1, p = 8 eta/eps "
    "and eta = min(eps/(768 T l^2)^{1/3}, sqrt(8 ln d/T)) meets the eps of Theorem 3.2 and has regret at most sqrt(T "
    "ln d/2) + (768 l^2)^{1/3} sqrt(T) ln d: of the order of sqrt(T log d), up to logarithms.",
    checked=(
        "d >= 2",
        "l >= 1",
        "eps <= 1",
        "eps >= T^{-1/6}",
        "T >= 2 l and eps l <= 8, for other preconditions of Theorem 3.2",
    ),
    assumed=("losses in [0, 1]", "that Theorem 3.2 gives privacy with its eps is ASI-09, not this claim"),
)
def asi_35_corrected() -> Case:
    """B = 1, the rate T^(1/3)/eps."""
    return Case(
        argument="The four terms of the eps of Theorem 3.2: 2 eta/p = eps/4. With x^2 = 6 T eta^2 p l^2 = 48 T eta^3 "
        "l^2/eps <= eps^2/16 the last is at most eps/4. The third, 3 T eta^2 p l/2 = x^2/(4 l) <= eps^2/(64 l) <= "
        "eps/4. And eta <= eps/9 <= eps/4, as 768 > 9^3. Also p = 8 eta/eps <= 8/9 < 1, and eta B l/p = eps l/8 (at "
        "most 1 for eps l <= 8). The regret is at most ln d/eta + eta T/8 (ASI-11-sharp); ln d/eta is at most the sum "
        "of sqrt(T ln d/8) and ln d (768 T l^2)^{1/3}/eps, eta T/8 <= sqrt(T ln d/8), and T^{1/3}/eps <= sqrt T.",
        proof=(
            Goal("2 eta/p = eps/4", identity("2*h/(8*h/e)", "e/4")),
            Goal("6 T eta^2 p l^2 = 48 T eta^3 l^2/eps", identity("6*T*h**2*(8*h/e)*l**2", "48*T*h**3*l**2/e")),
            Goal("... at eta^3 = eps^3/(768 T l^2): eps^2/16", identity("48*T*(e**3/(768*T*l**2))*l**2/e", "e**2/16")),
            Goal("the third term: x^2/(4 l)", identity("3*T*h**2*p*l/2", "6*T*h**2*p*l**2/(4*l)")),
            Goal("eps^2/(64 l) <= eps/4, times 64 l/eps", nonnegative("16*l - e", ("1 - e", "l - 1"))),
            Goal("768 >= 9^3", nonnegative("768 - 9**3")),
            Goal("1/4 + 1/4 + 1/4 + 1/9 <= 1", nonnegative("1 - 3/4 - 1/9")),
            Goal("ln d/sqrt(8 ln d/T), with 8 s^2 = T ln d: s", identity("v/(8*s/(8*s**2/v))", "s")),
            Goal("eta T/8 at the same eta: s", identity("8*s/(8*s**2/v)*(8*s**2/v)/8", "s")),
            Goal("2 sqrt(1/8) = sqrt(1/2)", identity("(2*s)**2", "4*s**2")),
            Goal("T^{1/3}/eps <= sqrt T, T = t^6, for eps >= 1/t", nonnegative("t**3*e - t**2", ("t*e - 1", "t"))),
            *marginal_goals(),
            *hoeffding(),
        ),
        checks=(Goal("small games: ln d/eta + eta B T/8", exhaustive("asi11-sharp-hedge", "regret-lazy-games")),),
        twins=(
            Twin("with eps >= 2/(3 t)", nonnegative("t**3*e - t**2", ("3*t*e - 2", "t")), of=10),
            Twin("with 700 in place of 768", nonnegative("700 - 9**3"), of=5),
        ),
        remarks=(
            "Below T^{-1/6}, beyond logarithms, no parameters under Theorem 3.2 do so, for d = 2 (ASI-33-sharp): the "
            "threshold is that of earlier work.",
        ),
    )
