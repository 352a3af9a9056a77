"""ASI-43b: the lower bound of Theorem 4.2 for two models and more."""

from __future__ import annotations

from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive, identity, inequality
from dpassay.proofs_check.lazy_to_private.followed_tree import long_games


@claim(
    "ASI-43b",
    location="Theorem 4.2, for d >= 2",
    latex=r"d \ge 2,\ \varepsilon \ge 100\log^{3/2}(dT)/T \Rightarrow \exists\, \ell_1, \dots, \ell_T:\ "
    r"\mathbf{Reg}_T \ge \Omega\big(\sqrt{T} + T^{1/3}/\varepsilon^{2/3}\big)",
    text="The same for d >= 2 models: for each fixed d >= 2 there is a constant.",
    adjacency="one_loss",
    assumed=("the regret of the follower of the noisy tree (ASI-44-corrected)",),
    corrected_by="ASI-43-corrected",
)
def asi_43b() -> Case:
    """The binary tree, followed with uniform draws."""
    return Case(
        argument="ASI-44-corrected is an eps^2-concentrated algorithm of Condition 4.1 with regret at most m sqrt(d ln "
        "d)/eps + T (L + 1) eps/(2 sqrt(pi) m) + (d - 1)(T/L + 1) on all losses, T <= 2^m. With T = 2^{4k}, eps = "
        "T^{-3/4} = 2^{-3k} and L = T^{1/2} this is 2^{3k} times a bound linear in k, for each fixed d: for d = 2 at "
        "most 6k 2^{3k} (1/sqrt(pi) < 3/5). The claim is at least T^{1/3}/eps^{2/3} = 2^{10k/3}. The ratio is at most "
        "6k 2^{-k/3} <= 108/(k (ln 2)^2), because e^u >= u^2/2, and goes to 0: no constant will do. The precondition "
        "holds for all k >= 16.",
        counterexample=Goal(
            "c = 1/1000, two models",
            counterexample("asi43b"),
            Hunt("asi43b", lambda: long_games(("1/1000",), (2, 3))),
        ),
        sharper=(
            Goal(
                "for d = 2 the regret over 2^{3k} is at most 6k",
                inequality(
                    "6*k - 4*k*sqrt(2*log(2)) - 3/(40*k)*(1 + exp(-2*k*log(2))) - exp(-k*log(2)) - exp(-3*k*log(2))",
                    "k",
                    "[1, oo)",
                    ">",
                ),
            ),
            Goal("the exponent of the claim: 4k/3 + (2/3) 3k", identity("4*k/3 + 2/3*(3*k)", "3*k + k/3")),
            Goal("e^u >= u^2/2", inequality("exp(u) - u**2/2", "u", "[0, oo)", ">")),
            Goal("108/(k l^2) = 6k/((k l/3)^2/2)", identity("6*k/((k*l/3)**2/2)", "108/(k*l**2)")),
            Goal(
                "eps >= 100 log^{3/2}(2T)/T, squared and times 2^{8k}, k >= 16",
                inequality("exp(2*k*log(2)) - 10000*((4*k + 1)*log(2))**3", "k", "[16, oo)", ">"),
            ),
            Goal("ratios below 10^-1 to 10^-8, with 2, 3 and 10 models", exhaustive("asi43b-below", "falling-ratios")),
            Goal(
                "for no c: the regret is at most 108/(k (ln 2)^2) times the claim at c = 1, for every k",
                inequality("108/(k*log(2)**2) - 6*k*exp(-k*log(2)/3)", "k", "[1, oo)", ">"),
            ),
        ),
        twins=(
            Twin("with the true lower bound", counterexample("asi43b-true")),
            Twin("ratios below c^4", exhaustive("asi43b-far-below", "falling-ratios"), of=6),
            Twin(
                "20/(k (ln 2)^2) times",
                inequality("20/(k*log(2)**2) - 6*k*exp(-k*log(2)/3)", "k", "[1, oo)", ">"),
                of=7,
            ),
        ),
        remarks=(
            "eps = T^{-3/4} is one example. For eps = T^{-c}, 1/2 < c < 1, and each fixed d the same algorithm, with L "
            "of order eps^{-1/2}, and with T^{-2/3} in place of eps where eps is larger, is below the claim by a power "
            "of T. So T^{1/3}/eps^{2/3} is not optimal for the family of Condition 4.1 there.",
            "For d = 2 no blocks are needed (remark of ASI-39c): the model played in round t has the law of a_(t-G), G "
            "geometric of mean 1, which gives m sqrt(2 ln 2)/eps + 2 T eps/(sqrt(pi) m), and of order sqrt(T) log T at "
            "eps = T^{-1/2}: below the claim by a power of T wherever eps = T^{-c}, 1/4 < c < 1.",
            "Rounds of drawing that do not depend on the losses do not save it (ASI-43c); rounds that are independent "
            "of the models too do (ASI-43c-corrected). L2P is neither.",
            "Where eps >= T^{-1/4} the claim for d >= 2 is of order sqrt(T), which is true.",
        ),
    )
