"""Algorithm 1 with given noises, from round to round: for SIMA-34-corrected.

Where all noises are below c', the losses are in [0, 2], so that exponential weights have a small regret
(SIMA-33-corrected), and from that the divergences of the clipped laws follow (SIMA-47). In all rounds label clipping
adds at most 3 log(K T).
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.local_distribution_learning import sima_33, sima_47
from dpassay.proofs_check.local_distribution_learning.clipping_of_a_round import SOME_INTEGER, of_round
from dpassay.proofs_check.models.noisy_games import CLIPPED, GAME, GAME_1, KL, LOSS, NOISE
from dpassay.proofs_check.proof.of_anything import of_anything
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Apply, Step, analysis, apply, arithmetic, together, use

REGISTERED: Final = (sima_33, sima_47)
MANY: Final = ("2 <= K", "2 <= T")
Q: Final = "sum(q(t, s, z)*(lq(t, s, z) - log(mix(t, z))), z, 1, N(t))"
R: Final = "(1 + (T - 1)*N(t)/M)"
EXCESS: Final = f"(log({R}) + log(T))/T - log(1 - 1/T)"
theorem(
    "what clipping adds in a round",
    GAME,
    f"{KL} <= {CLIPPED} + 3*log(K*T)/T",
    SOME_INTEGER,
    Step("half", "1/T <= 1/2", arithmetic(("1/(2*T)", "2 <= T")), MANY),
    Step("positive", "0 < 1 - 1/T", arithmetic("half"), MANY),
    Step("more", "0 <= (T - 1)*N(t)/M", arithmetic(("N(t)/M", "1 <= T"))),
    Step("large", f"0 < {R}", arithmetic("more")),
    Step("same", f"{KL} = {Q}", of_round("SIMA-48", j="s")),
    Step(
        "clipped",
        f"{Q} <= {CLIPPED} + {EXCESS}",
        of_round("SIMA-49-corrected", j="s"),
        MANY,
        ("positive", "large"),
    ),
    Step(
        "in all",
        f"log({R}) + log(T) - T*log(1 - 1/T) <= 3*log(K*T)",
        of_round("SIMA-50-corrected"),
        MANY,
        ("positive", "large"),
    ),
    Step(
        "all",
        f"{KL} <= {CLIPPED} + 3*log(K*T)/T",
        arithmetic("same", "clipped", ("1/T", "in all")),
        MANY,
    ),
    where=MANY,
)
RISK: Final = f"E(sum({CLIPPED}, t, 1, T))"
theorem(
    "what clipping adds",
    GAME,
    f"risk <= {RISK} + 3*log(K*T)",
    Step("round", f"{KL} <= {CLIPPED} + 3*log(K*T)/T", apply("what clipping adds in a round"), MANY),
    Step(
        "rounds",
        f"sum({KL}, t, 1, T) <= sum({CLIPPED} + 3*log(K*T)/T, t, 1, T)",
        apply("sum grows", "round", f=f"t: {KL}", g=f"t: {CLIPPED} + 3*log(K*T)/T", low="1", high="T"),
        MANY,
    ),
    Step(
        "mean of the rounds",
        f"E(sum({KL}, t, 1, T)) <= E(sum({CLIPPED} + 3*log(K*T)/T, t, 1, T))",
        apply(
            "expectation grows",
            "rounds",
            P="P",
            X=f"sum({KL}, t, 1, T)",
            Y=f"sum({CLIPPED} + 3*log(K*T)/T, t, 1, T)",
        ),
        MANY,
    ),
    Step("all", f"risk <= {RISK} + 3*log(K*T)", arithmetic("risk", "mean of the rounds"), MANY),
    where=MANY,
)
ENDS: Final = "1/(T*(M + m*(M - 1))) <= 1/(T*N(t)) <= p(t, j, z) <= 1/M"
"""Of the likelihoods."""
SPAN: Final = "log(K*T) + 2*low"
theorem(
    "losses with small noises",
    GAME,
    "0 <= Y(t, j) and Y(t, j) <= 2",
    SOME_INTEGER,
    Step("likely", "p(t, j, z) <= 1/M", of_round("SIMA-27-corrected", j="j", z="z")),
    Step("not unlikely", "1/(T*N(t)) <= p(t, j, z)", of_round("SIMA-27-corrected", j="j", z="z")),
    Step("most", "N(t) <= M + m*(M - 1)", of_round("SIMA-27-corrected")),
    Step("fewer", "M + m*(M - 1) < (K + 1)*M", arithmetic(("M", "m <= K"))),
    Step("on the path", "at(t, z)*p(t, j, z) <= at(t, z)/M", arithmetic(("at(t, z)", "likely"))),
    Step(
        "path",
        "sum(at(t, z)*p(t, j, z), z, 1, N(t)) <= sum(at(t, z)/M, z, 1, N(t))",
        apply("sum grows", "on the path", f="z: at(t, z)*p(t, j, z)", g="z: at(t, z)/M", low="1", high="N(t)"),
    ),
    Step("at most", "exp(lk(t, j)) <= 1/M", arithmetic("likelihood of the path", "path", ("1/M", "one integer"))),
    Step("inverse of M", "exp(-log(M)) = 1/M", apply("power of minus a log", x="M")),
    Step("powers above", "exp(lk(t, j)) <= exp(-log(M))", arithmetic("at most", ("-1", "inverse of M"))),
    Step("above", "lk(t, j) <= -log(M)", apply("exp reflects", "powers above", A="lk(t, j)", B="-log(M)")),
    Step(
        "at least 0",
        "0 <= Y(t, j)",
        arithmetic(("-1", "loss"), ("g", "above"), ("g", "noise below")),
    ),
    Step("on it", "at(t, z)/(T*N(t)) <= at(t, z)*p(t, j, z)", arithmetic(("at(t, z)", "not unlikely"))),
    Step(
        "path from below",
        "sum(at(t, z)/(T*N(t)), z, 1, N(t)) <= sum(at(t, z)*p(t, j, z), z, 1, N(t))",
        apply("sum grows", "on it", f="z: at(t, z)/(T*N(t))", g="z: at(t, z)*p(t, j, z)", low="1", high="N(t)"),
    ),
    Step(
        "factor",
        "sum(1/(T*N(t))*at(t, z), z, 1, N(t)) = 1/(T*N(t))*sum(at(t, z), z, 1, N(t))",
        apply("constant factor", f="z: at(t, z)", c="1/(T*N(t))", low="1", high="N(t)"),
    ),
    Step(
        "at least",
        "1/(T*N(t)) <= exp(lk(t, j))",
        arithmetic(
            ("-1", "likelihood of the path"), "path from below", ("-1", "factor"), ("-1/(T*N(t))", "one integer")
        ),
    ),
    Step("inverse of T N", "exp(-log(T*N(t))) = 1/(T*N(t))", apply("power of minus a log", x="T*N(t)")),
    Step("powers below", "exp(-log(T*N(t))) <= exp(lk(t, j))", arithmetic("at least", "inverse of T N")),
    Step("below", "-log(T*N(t)) <= lk(t, j)", apply("exp reflects", "powers below", A="-log(T*N(t))", B="lk(t, j)")),
    Step("hypotheses", "(K + 1)*T <= (K*T)**2", arithmetic(("K*T", "two or more"), ("T", "1 <= K"))),
    Step(
        "number",
        "T*N(t) <= M*(K*T)**2",
        arithmetic(("T", "most"), ("T", "fewer"), ("M", "hypotheses")),
    ),
    Step("logs", "log(T*N(t)) <= log(M*(K*T)**2)", apply("log grows", "number", A="T*N(t)", B="M*(K*T)**2")),
    Step(
        "of the product",
        "log(M*(K*T*(K*T))) = log(M) + log(K*T*(K*T))",
        apply("log of a product", A="M", B="K*T*(K*T)"),
    ),
    Step("of the square", "log(K*T*(K*T)) = log(K*T) + log(K*T)", apply("log of a product", A="K*T", B="K*T")),
    Step(
        "at most 2",
        "Y(t, j) <= 2",
        arithmetic(
            "loss",
            ("g", "below"),
            ("g", "noise above"),
            ("g", "logs"),
            ("g", "of the product"),
            ("g", "of the square"),
            ("2", "constant"),
        ),
    ),
    Step("end", "0 <= Y(t, j)", together("at least 0")),
    Step("all", "Y(t, j) <= 2", together("at most 2")),
)
PAID: Final = "sum(sum(w(t, j)*Y(t, j), j, 1, K), t, 1, T)"
ROOT: Final = "sqrt(2*T*log(K))"
B: Final = f"{ROOT}*({SPAN})"
SHIFT: Final = "log(M) - low"
GIVEN_LOSS: Final = f"sum(w(t, j)*(-(lk(t, j) + x(t, j) + {SHIFT})), j, 1, K) + lk(t, s) + x(t, s) + {SHIFT}"
FROM_LABELS: Final = (
    *("weights", "known", "mixture of the path", "divergence", "divergence of the mixture"),
    "regret of the losses",
)


def from_regret(bound: str) -> Apply:
    """SIMA-47: the divergences of the clipped laws, from a bound on the expected regret of the losses."""
    return apply(
        of_anything("SIMA-47"),
        *FROM_LABELS,
        T="T",
        K="K",
        s="s",
        B=bound,
        P="P",
        after="t: after(t)",
        w="t, j: w(t, j)",
        l="t, j: lk(t, j)",
        lm="t: lm(t)",
        x="t, j: x(t, j)",
        kl="t, j: kl(t, j)",
        klm=f"t: {CLIPPED}",
        d=SHIFT,
    )


theorem(
    "the regret of noisy weights",
    GAME_1,
    f"E(sum({GIVEN_LOSS}, t, 1, T)) <= {B}",
    Step("least", "0 <= Y(t, j)", apply("losses with small noises")),
    Step("largest", "Y(t, j) <= 2", apply("losses with small noises")),
    Step("drawn, weighed", "drawn(k)*Y(t, k) <= drawn(k)*2", arithmetic(("drawn(k)", use("largest", j="k")))),
    Step(
        "all drawn",
        f"{LOSS} <= sum(drawn(k)*2, k, 1, K)",
        apply("sum grows", "drawn, weighed", f="k: drawn(k)*Y(t, k)", g="k: drawn(k)*2", low="1", high="K"),
    ),
    Step("drawn at most 2", f"{LOSS} <= 2", arithmetic("all drawn", ("2", "one drawn"))),
    Step("drawn, at least 0", "0 <= drawn(k)*Y(t, k)", arithmetic(("drawn(k)", use("least", j="k")))),
    Step(
        "drawn at least 0",
        f"0 <= {LOSS}",
        apply("sum grows", "drawn, at least 0", f="k: 0", g="k: drawn(k)*Y(t, k)", low="1", high="K"),
    ),
    Step("entropy", "0 <= log(K)", analysis("0 <= log(z)", "[1, oo)", z="K")),
    Step(
        "path by path",
        f"{PAID} - sum(Y(t, s), t, 1, T) <= {ROOT}",
        apply(
            of_anything("SIMA-33-corrected"),
            "least",
            "largest",
            "drawn at least 0",
            "drawn at most 2",
            "rate",
            "first",
            "update",
            "weights",
            "mean",
            T="T",
            K="K",
            a="a",
            c="2",
            s="2",
            i="s",
            w="t, i: w(t, i)",
            v="t, i: Y(t, i)",
            y="t: pick(t)",
            loss=f"t: {LOSS}",
            paid=PAID,
        ),
        (),
        ("entropy",),
    ),
    Step(
        "a loss",
        f"w(t, j)*Y(t, j) = g*(w(t, j)*(-(lk(t, j) + x(t, j) + {SHIFT})))",
        arithmetic(("w(t, j)", "loss")),
    ),
    Step(
        "all losses",
        f"sum(w(t, j)*Y(t, j), j, 1, K) = sum(g*(w(t, j)*(-(lk(t, j) + x(t, j) + {SHIFT}))), j, 1, K)",
        apply(
            "sum of equals",
            "a loss",
            f="j: w(t, j)*Y(t, j)",
            g=f"j: g*(w(t, j)*(-(lk(t, j) + x(t, j) + {SHIFT})))",
            low="1",
            high="K",
        ),
    ),
    Step(
        "unscaled",
        f"{GIVEN_LOSS} = ({SPAN})*(sum(w(t, j)*Y(t, j), j, 1, K) - Y(t, s))",
        arithmetic(
            (f"-({SPAN})", "all losses"),
            (SPAN, use("loss", j="s")),
            (f"-({GIVEN_LOSS})", "constant"),
        ),
    ),
    Step(
        "all unscaled",
        f"sum({GIVEN_LOSS}, t, 1, T) = sum(({SPAN})*(sum(w(t, j)*Y(t, j), j, 1, K) - Y(t, s)), t, 1, T)",
        apply(
            "sum of equals",
            "unscaled",
            f=f"t: {GIVEN_LOSS}",
            g=f"t: ({SPAN})*(sum(w(t, j)*Y(t, j), j, 1, K) - Y(t, s))",
            low="1",
            high="T",
        ),
    ),
    Step("log K T", "0 <= log(K*T)", analysis("0 <= log(z)", "[1, oo)", "two or more", z="K*T")),
    Step("span", f"0 <= {SPAN}", arithmetic("log K T")),
    Step(
        "on a path",
        f"sum({GIVEN_LOSS}, t, 1, T) <= {B}",
        arithmetic("all unscaled", (SPAN, "path by path")),
        (),
        ("entropy", "span"),
    ),
    Step(
        "all",
        f"E(sum({GIVEN_LOSS}, t, 1, T)) <= {B}",
        apply("expectation grows", "on a path", P="P", X=f"sum({GIVEN_LOSS}, t, 1, T)", Y=B),
        (),
        ("entropy",),
    ),
    variables={"k": "integer, 1 <= k, k <= K"},
)
theorem(
    "clipped laws under noisy weights",
    GAME_1,
    f"{RISK} <= {B} + noise",
    Step("entropy", "0 <= log(K)", analysis("0 <= log(z)", "[1, oo)", z="K")),
    Step(
        "regret of the losses",
        f"E(sum({GIVEN_LOSS}, t, 1, T)) <= {B}",
        apply("the regret of noisy weights"),
        (),
        ("entropy",),
    ),
    Step("from the regret", f"{RISK} <= {B} + {NOISE}", from_regret(B), (), ("entropy",)),
    Step("all", f"{RISK} <= {B} + noise", arithmetic("from the regret", ("-1", "noise terms")), (), ("entropy",)),
)
