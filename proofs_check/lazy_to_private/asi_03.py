"""ASI-03: group privacy: on data that differ in k elements, (k eps, k e^((k-1) eps) delta)-indistinguishable.

Lemma 2.5, for any (eps, delta)-private algorithm; the number of elements is m here. One element at a time costs a
factor e^eps and delta: all of them cost delta (1 + e^eps + ... + e^((m-1) eps)), where no term is above the last one;
and back again as much.
"""

from __future__ import annotations

from typing import Final

from dpassay.proofs_check.models.chain_of_neighbors import CHAIN
from dpassay.proofs_check.proof.register import theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, together, use

FORTH: Final = "x(0, l) <= exp(m*eps)*x(m, l) + m*exp((m - 1)*eps)*delta"
BACK: Final = "x(m, l) <= exp(m*eps)*x(0, l) + m*exp((m - 1)*eps)*delta"
ASI_03: Final = theorem(
    "ASI-03",
    CHAIN,
    f"{FORTH} and {BACK}",
    Step(
        "group",
        "x(0, l) <= exp(m*eps)*x(m, l) + delta*sum(exp(j*eps), j, 0, m - 1)",
        apply("group privacy", "private", x="k: x(k, l)", m="m", eps="eps", delta="delta"),
    ),
    Step("later", "j*eps <= (m - 1)*eps", arithmetic(("eps", "j <= m - 1"))),
    Step("grows", "exp(j*eps) <= exp((m - 1)*eps)", apply("exp grows", "later", A="j*eps", B="(m - 1)*eps")),
    Step(
        "terms",
        "sum(exp(j*eps), j, 0, m - 1) <= m*exp((m - 1)*eps)",
        apply("sum grows", "grows", f="j: exp(j*eps)", g="j: exp((m - 1)*eps)", low="0", high="m - 1"),
    ),
    Step("forth", FORTH, arithmetic("group", ("delta", "terms"))),
    Step(
        "reversed",
        "x(m - k, l) <= exp(eps)*x(m - k - 1, l) + delta",
        arithmetic(use("private, back", k="m - k - 1")),
    ),
    Step(
        "group, back",
        "x(m, l) <= exp(m*eps)*x(0, l) + delta*sum(exp(j*eps), j, 0, m - 1)",
        apply("group privacy", "reversed", x="k: x(m - k, l)", m="m", eps="eps", delta="delta"),
    ),
    Step("back", BACK, arithmetic("group, back", ("delta", "terms"))),
    Step("all", f"{FORTH} and {BACK}", together("forth", "back")),
    variables={"j": "integer, 0 <= j, j <= m - 1"},
)
