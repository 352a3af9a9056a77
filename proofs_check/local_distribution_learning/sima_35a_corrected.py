"""SIMA-35a-corrected: for eps <= K/2 Algorithm 1 with the printed learning rate has 12 times the risk of Theorem 4.

K, T >= 2 and 0 < delta <= 1; eta = sqrt(2 K ln K/T), gamma = ln T. The accumulated noise regularizes the learner. Fix
the labels. Let l_t = -log p-bar_{t,j}[Y'_t], whose entries lie in an interval of width below L = log((K + 1) T) in each
round, u_t = -(l_1 + ... + l_t), N_t the noises of scale b, S_n = N_1 + ... + N_n, x = eta c. Then w^t is the gradient
of F(u) = (1/x) log sum_j e^(x u_j) at u_{t-1} + S_{t-1}. Put F_n(u) = E F(u + S_n). With D_t the Bregman remainder of
F_{t-1} from u_{t-1} to u_t, E w^t.l_t = F_{t-1}(u_{t-1}) - F_{t-1}(u_t) + D_t, so that sum_t E w^t.l_t = F_0(0) -
F_T(u_T) + sum_t (F_t - F_{t-1})(u_t) + sum_t D_t. Here F_0(0) = log K/x and F_T(u_T) >= E (u_T + S_T)_{j*} = -sum_t
l_{t,j*}. No event is needed, for the noises have the mean 0.

(a) F is convex, so (F_m - F_{m-1})(u) <= E gradF(u + S_m).N_m = (1/m) E gradF(u + S_m).S_m, as N_1, ..., N_m are
exchangeable, and that is at most (1/m) E max_i S_m^i <= (b/m) (log K + m log(1/(1 - h^2)))/h for 0 < h < 1, as E e^(h
N/b) = 1/(1 - h^2); at h^2 = 1/(2m), with log(1/(1 - s)) <= 2 s log 2 for s <= 1/2, it is b sqrt(2/m) (log K + log 2).

(b) The Hessian of F_n has rows of sum 0 and no positive entry off the diagonal, so its form at a vector with entries in
an interval of width L is at most L^2 (trace)/2. By parts, E f'(N) = E f(N) sign(N)/b for Laplace N, so the trace,
averaged over k <= n, is at most (1/(n b)) E max_i sum_k sign(N_k^i) <= (1/b) sqrt(2 log K/n), by Hoeffding's lemma for
signs.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.claim import Case, Goal, Twin, claim
from dpassay.proofs_check.kernel.statements import (
    exhaustive,
)
from dpassay.proofs_check.local_distribution_learning.clipping import EVERY_LABEL
from dpassay.proofs_check.local_distribution_learning.sima_35 import BOUND, KNOWN, LET, LOG_DELTA, ROOTS
from dpassay.proofs_check.local_distribution_learning.sima_42 import G
from dpassay.proofs_check.local_distribution_learning.sizes import LOGS, MANY
from dpassay.proofs_check.models.private_schemes import WITH_PRINTED_RATE
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, analysis, apply, arithmetic, constant, words


@claim(
    "SIMA-35a-corrected",
    location="Theorem 4, for Algorithm 1 with the printed learning rate, eps <= K/2",
    latex=r"\epsilon \le K/2:\ \text{Algorithm 1 as printed has KL-risk} \le 12\sqrt{2T\log K}\Big(\log(KT) + "
    r"\tfrac{(\sqrt{K\ln\frac1\delta} + \sqrt{K\epsilon})\log^2(KT)}{\epsilon}\Big)",
    text="For eps <= K/2, K, T >= 2 and 0 < delta <= 1, Algorithm 1 as printed, with eta = sqrt(2 K log K/T) and "
    "gamma = log T, has at most 12 times the KL-risk of Theorem 4.",
    assumed=(EVERY_LABEL,),
)
def sima_35a_corrected() -> Case:
    """The accumulated noise regularizes the learner."""
    return Case(
        checks=(
            Goal(
                "the sum of all terms, at 270 points, K, T = 2, 3, 10, 10^3, 10^6",
                exhaustive("sima35a-terms-12", "sima-terms-half"),
            ),
            Goal("(a): E max_i S_m^i for m = 1 or K = 2, exactly", exhaustive("sima35a-largest", "sima-largest")),
            Goal("(b): the signs of up to 20 noises, exactly", exhaustive("sima35a-signs", "sima-signs")),
            Goal("(b): the trace for K = 2 and one noise", exhaustive("sima35a-trace", "sima-traces")),
        ),
        explicit=True,
        twins=(
            Twin("9 times the bound", exhaustive("sima35a-terms-9", "sima-terms-half"), of=0),
            Twin("(a) with 11/20 of the bound", exhaustive("sima35a-largest-too-sharp", "sima-largest"), of=1),
            Twin("(b) with 4/5 of the bound for signs", exhaustive("sima35a-signs-too-sharp", "sima-signs"), of=2),
            Twin("(b) with 2/5 of the bound for the trace", exhaustive("sima35a-trace-too-sharp", "sima-traces"), of=3),
        ),
        remarks=(
            "For T = 1, K >= 2 the weights are equal, and the risk is below log(K + 1) <= 12 sqrt(2 log K) log K.",
            "The bound without the factor gamma + log K + log T, which c' brings in, is what (a) and (b) give for "
            "large learning rates: the first term log K/x may be made small.",
        ),
    )


POTENTIAL: Final = f"S*(l + 2*b*{G})/(2*sqrt(K))"
DRIFT: Final = "sqrt(2)*b*(log(K) + log(2))"
BEND: Final = "L**2*sqrt(2*log(K))/(4*b)"
WHERE: Final = (*MANY, "2*eps <= K")
POSITIVE: Final = (*KNOWN, "scale is positive")
SCALE_AT_LEAST: Final = (
    Step("under the root", "2*eps**2 <= K*eps", arithmetic(("eps", WHERE[2])), WHERE),
    Step(
        "root of K eps",
        "sqrt(2*eps**2) <= sqrt(K*eps)",
        apply("sqrt grows", "under the root", A="2*eps**2", B="K*eps"),
        WHERE,
    ),
    Step("root of eps", "sqrt(2*eps**2) = sqrt(2)*eps", apply("root of a square", u="sqrt(2)*eps")),
    Step(
        "scale at least",
        "sqrt(2)*l <= b",
        arithmetic(("l/eps", "root of K eps"), ("-l/eps", "root of eps")),
        WHERE,
        KNOWN,
    ),
    Step("four", "4 <= K*T", arithmetic(("T", "2 <= K"), ("2", "2 <= T")), MANY),
    Step("log of four", "1 <= l", analysis("1 <= log(z)", "[4, oo)", "four", z="K*T"), MANY),
    Step("scale is positive", "0 < b", arithmetic("scale at least", ("sqrt(2)", "log of four")), WHERE, KNOWN),
)
theorem(
    "SIMA-35a-corrected",
    WITH_PRINTED_RATE,
    BOUND,
    *LOGS,
    LOG_DELTA,
    *ROOTS,
    *SCALE_AT_LEAST,
    Step(
        "clipping",
        "risk <= induced + 3*l",
        words(
            "By SIMA-48 and SIMA-49-corrected a round adds (ln R + ln T)/T - ln(1 - 1/T), where R < (K + 1) "
            "T. Over T rounds that is at most 3 ln(KT) by SIMA-50-corrected.",
            missing="noises with densities: the models of the game have finitely many outcomes, so that its "
            "noises are given; with given noises it is `what clipping adds`",
        ),
        MANY,
    ),
    Step(
        "potential",
        f"induced <= {POTENTIAL} + sum(drift(t), t, 1, T) + sum(bend(k), k, 0, T - 1)",
        words(
            "The mean over the labels of the log-likelihoods paid, less those of the truth, is at least "
            "induced (SIMA-47). It is F_0(0) less F_T(u_T), at least what the truth collects, and the drifts "
            "and bends of all rounds. F_0(0) = ln K/x with x = eta c, which is the first term.",
            missing="a potential with noise in it: means under densities",
        ),
        WHERE,
        KNOWN,
    ),
    Step(
        "drift of a round",
        f"drift(t) <= {DRIFT}/sqrt(t)",
        words(
            "F is convex and the noises are exchangeable, so t drift(t) is at most the mean of the largest of "
            "K sums of t noises. By their moments at h with h^2 = 1/(2 t) that is at most sqrt(2 t) b (ln K + "
            "ln 2).",
            missing="exchangeable noises with densities",
        ),
        WHERE,
        KNOWN,
    ),
    Step(
        "bend of a round",
        f"bend(k) <= {BEND}/sqrt(k)",
        words(
            "The form of the Hessian of F_k at a vector of width L is at most L^2/2 times its trace. By "
            "parts, averaged over the k noises, the trace is at most the mean of the largest of K sums of k "
            "signs over k b, so at most sqrt(2 ln K/k)/b.",
            missing="integration by parts under densities",
        ),
        (*WHERE, "1 <= k"),
        POSITIVE,
    ),
    Step(
        "first bend",
        "bend(0) <= L",
        words(
            "The log-likelihoods of a round lie in an interval of width below L, and F has slopes that add up to 1.",
            missing="derivatives of the potential",
        ),
    ),
    # sums over the rounds
    Step("log 2", "0 <= log(2)", constant()),
    Step("drift at least 0", f"0 <= {DRIFT}", arithmetic(), WHERE, (*POSITIVE, "log 2")),
    Step(
        "drifts",
        f"sum(drift(t), t, 1, T) <= 2*{DRIFT}*sqrt(T)",
        apply("sum below inverse roots", "drift of a round", x="t: drift(t)", c=DRIFT, n="T"),
        WHERE,
        (*POSITIVE, "drift at least 0"),
    ),
    Step("bend at least 0", f"0 <= {BEND}", arithmetic(), WHERE, POSITIVE),
    Step(
        "later bends",
        f"sum(bend(k), k, 1, T - 1) <= 2*{BEND}*sqrt(T - 1)",
        apply("sum below inverse roots", "bend of a round", x="k: bend(k)", c=BEND, n="T - 1"),
        WHERE,
        (*POSITIVE, "bend at least 0"),
    ),
    Step(
        "bends",
        "sum(bend(k), k, 0, T - 1) = sum(bend(k), k, 0, 0) + sum(bend(k), k, 1, T - 1)",
        apply("sum in two parts", f="k: bend(k)", low="0", mid="0", high="T - 1"),
    ),
    Step("fewer", "sqrt(T - 1) <= sqrt(T)", apply("sqrt grows", A="T - 1", B="T")),
    Step(
        "all bends",
        f"sum(bend(k), k, 0, T - 1) <= L + 2*{BEND}*sqrt(T)",
        arithmetic("bends", "first bend", "later bends", (f"2*{BEND}", "fewer")),
        WHERE,
        (*POSITIVE, "bend at least 0"),
    ),
    # the first term
    Step("q at least 0", "0 <= q", arithmetic(), (), KNOWN),
    Step("one", "1 <= 2*sqrt(2)", constant()),
    Step("scale, in q", "l*b <= 2*sqrt(2)*q", arithmetic(("sqrt(K*eps)*l**2/eps", "one")), (), KNOWN),
    Step("both", f"{G} <= 2*l", apply("logs of both sizes", K="K", T="T"), MANY),
    Step(
        "inverse of c",
        f"l + 2*b*{G} <= l + 8*sqrt(2)*q",
        arithmetic(("2*b", "both"), ("4", "scale, in q")),
        WHERE,
        POSITIVE,
    ),
    Step("root of K", "sqrt(2) <= sqrt(K)", apply("sqrt grows", A="2", B="K"), MANY),
    Step("inverse root", "1/sqrt(K) <= sqrt(2)/2", arithmetic(("sqrt(2)/2/sqrt(K)", "root of K")), MANY),
    Step("root of 2", "sqrt(2) <= 1416/1000", constant()),
    Step(
        "first term",
        f"{POTENTIAL} <= S*(354/1000*l + 4*q)",
        arithmetic(
            ("S/(2*sqrt(K))", "inverse of c"), ("S/2*(l + 8*sqrt(2)*q)", "inverse root"), ("S/4*l", "root of 2")
        ),
        WHERE,
        (*POSITIVE, "q at least 0"),
    ),
    # the drifts
    Step("twice", "K*2 <= K*T", arithmetic(("K", "2 <= T")), MANY),
    Step("log of twice", "log(K*2) <= l", apply("log grows", "twice", A="K*2", B="K*T"), MANY),
    Step("product", "log(K*2) = log(K) + log(2)", apply("log of a product", A="K", B="2")),
    Step("logs", "log(K) + log(2) <= l", arithmetic("log of twice", ("-1", "product")), MANY),
    Step("at 2", "64 <= (34/5)**2*2*log(K)", analysis("64 <= (34/5)**2*2*log(z)", "[2, oo)", z="K"), MANY),
    Step("squares of both", "(8*sqrt(T))**2 <= (34/5*S)**2", arithmetic(("T", "at 2")), MANY, KNOWN),
    Step("root of T", "8*sqrt(T) <= 34/5*S", arithmetic(("1/(8*sqrt(T) + 34/5*S)", "squares of both")), MANY, KNOWN),
    Step(
        "second term",
        f"2*{DRIFT}*sqrt(T) <= 34/5*S*q",
        arithmetic(("2*sqrt(2)*b*sqrt(T)", "logs"), ("2*sqrt(2)*sqrt(T)", "scale, in q"), ("q", "root of T")),
        WHERE,
        (*POSITIVE, "q at least 0"),
    ),
    # the bends
    Step("one more", "L <= 13/10*l", apply("one hypothesis more", K="K", T="T"), MANY),
    Step("number", "13/10 <= sqrt(2)", constant()),
    Step("L and b", "L <= b", arithmetic("one more", ("l", "number"), "scale at least"), WHERE, KNOWN),
    Step("L at least 0", "0 <= L", analysis("0 <= log(z)", "[1, oo)", z="(K + 1)*T")),
    Step("log K is positive", "0 < log(K)", analysis("0 < log(z)", "[2, oo)", z="K"), MANY),
    Step(
        "S",
        "S = sqrt(2*log(K))*sqrt(T)",
        apply("root of a square", u="sqrt(2*log(K))*sqrt(T)"),
        MANY,
        ("log K is positive",),
    ),
    Step("share of L", "L**2/b <= L", arithmetic(("L/b", "L and b")), WHERE, (*POSITIVE, "L at least 0")),
    Step(
        "third term",
        f"2*{BEND}*sqrt(T) <= 13/20*S*l",
        arithmetic(("-L**2/(2*b)", "S"), ("S/2", "share of L"), ("S/2", "one more")),
        WHERE,
        POSITIVE,
    ),
    Step(
        "all",
        BOUND,
        arithmetic(
            "clipping",
            "potential",
            "drifts",
            "all bends",
            "first term",
            "second term",
            "third term",
            "one more",
            ("43/10*l", "root"),
        ),
        WHERE,
        (*POSITIVE, "q at least 0", "drift at least 0"),
    ),
    where=WHERE,
    let=LET,
)
