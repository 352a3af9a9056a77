"""SCOTT-16: (A + B)/T, the output of Algorithm 2, estimates KL(Pi || P).

A adds up + log r(x_t), so that the mean of (A + B)/T is -KL(Pi || P): the sign is wrong. So is then Theorem 4.7, that
the TAgg model is unbiased (SCOTT-22). SCOTT-16-corrected: (B - A)/T has the right mean, where all clients report; with
one noise in A and B it has none at all (SCOTT-19), so the sign belongs into A, or the noises are independent. With
sampled clients a logarithm has another mean, as in the trusted model.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from dpassay.exact import LogForm, log
from dpassay.proofs_check.claim import Case, Goal, Hunt, Twin, claim
from dpassay.proofs_check.instances import BETWEEN, FROM_0, entries, family, row_of, told, whole
from dpassay.proofs_check.kernel.finite import Instance
from dpassay.proofs_check.kernel.statements import counterexample, exhaustive
from dpassay.proofs_check.models.private_estimates_of_kl_sums import SUMS, Sums, chances, divergence
from dpassay.proofs_check.models.sensitivity_of_kl import law, total
from dpassay.proofs_check.proof.register import refuted, theorem
from dpassay.proofs_check.proof.statements import Step, apply, arithmetic, inside

FULL: Final = ("the reference and the data have full support", "all clients report, and all data are counted")
NOISE: Final = ("the noise has mean 0 and is left out",)


@claim(
    "SCOTT-16",
    location="Algorithm 2, last line",
    latex=r"\mathbb E \tfrac{A + B}{T} = D_{KL}(\Pi \| P)",
    text="(A + B)/T estimates KL(Pi || P): that is its mean, but for the noise.",
    checked=FULL,
    assumed=NOISE,
    corrected_by="SCOTT-16-corrected",
)
def scott_16() -> Case:
    """A has the wrong sign."""
    return _wrong_sign()


@claim(
    "SCOTT-22",
    location="Theorem 4.7",
    latex=r"\mathbb E \tfrac{A + B}{T} = D_{KL}(\Pi \| P)",
    text="PRIEST-KLD under the TAgg model is an unbiased estimator of KL(Pi || P), as Algorithm 2 computes it.",
    checked=FULL,
    assumed=NOISE,
    corrected_by="SCOTT-16-corrected",
)
def scott_22() -> Case:
    """A has the wrong sign."""
    return _wrong_sign()


@claim(
    "SCOTT-16-corrected",
    location="Algorithm 2 and Theorem 4.7",
    latex=r"\mathbb E \tfrac{A + B}{T} = -D_{KL}(\Pi \| P), \quad \mathbb E \tfrac{B - A}{T} = D_{KL}(\Pi \| P)",
    text="The mean of (A + B)/T is -KL(Pi || P), and that of (B - A)/T is KL(Pi || P), for every lambda.",
    checked=FULL,
    assumed=NOISE,
)
def scott_16_corrected() -> Case:
    """The mean of log r is -KL(Pi || P), and that of r is 1."""
    return Case(
        checks=(Goal("two and three cells, exactly", exhaustive("scott16-corrected", "scott-sums")),),
        twins=(Twin("as printed", exhaustive("scott16", "scott-sums")),),
    )


def _wrong_sign() -> Case:
    return Case(
        argument="The mean of log r(x_t) is -KL(Pi || P), and that of r(x_t) - 1 is 0. With the reference (1/3, 2/3) "
        "and data (1/2, 1/2) the mean is -0.0566 in the place of 0.0566.",
        counterexample=Goal("two cells", counterexample("scott16"), Hunt("scott16", few_sums)),
        twins=(Twin("(B - A)/T", counterexample("scott16-corrected")),),
    )


@entries(reference=row_of(BETWEEN, least=2), data=row_of(BETWEEN, least=2), samples=whole(1, 3), weight=FROM_0).where
def is_sums(instance: Instance) -> bool:
    """Two laws on as many cells, one to three samples and lambda."""
    laws = [list(map(Fraction, instance[name])) for name in ("reference", "data")]
    return len(laws[0]) == len(laws[1]) and all(sum(law) == 1 for law in laws)


def as_sums(instance: Instance) -> Sums:
    """Read such an instance."""
    return Sums(law(*instance["reference"]), law(*instance["data"]), instance["samples"], Fraction(instance["weight"]))


def _mean(at: Sums, sign: int) -> LogForm:
    """The mean of (B + sign A)/T over all samples."""

    def value(cells: tuple[int, ...]) -> LogForm:
        return total(log(at.ratios[x]) * sign + at.weight * (at.ratios[x] - 1) for x in cells) / at.samples

    return total(value(cells) * chance for cells, chance in chances(at).items())


told("scott16", "the mean of (A + B)/T is KL(Pi || P)", is_sums)(
    lambda instance: (_mean(as_sums(instance), 1) - divergence(as_sums(instance))).is_zero()
)
told("scott16-corrected", "the mean of (B - A)/T is KL(Pi || P), and that of (A + B)/T is -KL(Pi || P)", is_sums)(
    lambda instance: (
        (_mean(as_sums(instance), -1) - divergence(as_sums(instance))).is_zero()
        and (_mean(as_sums(instance), 1) + divergence(as_sums(instance))).is_zero()
    )
)


@family("scott-sums", "three pairs of laws on two or three cells, T = 1, 2, lambda = 0, 1, 4")
def few_sums() -> Iterator[Instance]:
    """Small laws and few samples."""
    for reference, data in (
        (["1/3", "2/3"], ["1/2", "1/2"]),
        (["1/4", "3/4"], ["4/5", "1/5"]),
        (["1/2", "1/3", "1/6"], ["1/6", "1/3", "1/2"]),
    ):
        for samples in (1, 2):
            for weight in ("0", "1", "4"):
                yield {"reference": reference, "data": data, "samples": samples, "weight": weight}


SMALLEST: Final = Sums(law("1/3", "2/3"), law("1/2", "1/2"), 1, Fraction(1))
A, B = "sum(log(r(t)), t, 1, T)", "sum(lam*(r(t) - 1), t, 1, T)"
for number in ("SCOTT-16", "SCOTT-22"):
    refuted(number, SUMS, f"E({A} + {B})/T = D", setting=SMALLEST)
MEANS: Final = f"E({A} + {B})/T = -D and E({B} - {A})/T = D"
theorem(
    "SCOTT-16-corrected",
    SUMS,
    MEANS,
    Step(
        "mean of A",
        f"E({A}) = sum(E(log(r(t))), t, 1, T)",
        apply("expectation of a sum", P="P", X="t: log(r(t))", low="1", high="T"),
    ),
    Step(
        "logs",
        "sum(E(log(r(t))), t, 1, T) = sum(-D, t, 1, T)",
        arithmetic(inside("sum(-_, t, 1, T)", "divergence")),
    ),
    Step(
        "mean of B",
        f"E({B}) = sum(E(lam*(r(t) - 1)), t, 1, T)",
        apply("expectation of a sum", P="P", X="t: lam*(r(t) - 1)", low="1", high="T"),
    ),
    Step(
        "excesses",
        "sum(E(lam*(r(t) - 1)), t, 1, T) = sum(0, t, 1, T)",
        arithmetic(inside("sum(lam*_, t, 1, T)", "a ratio has mean 1")),
    ),
    Step(
        "sum",
        f"E({A} + {B})/T = -D",
        arithmetic(*(("1/T", name) for name in ("mean of A", "logs", "mean of B", "excesses"))),
    ),
    Step(
        "difference",
        f"E({B} - {A})/T = D",
        arithmetic(("-1/T", "logs"), ("1/T", "excesses")),
    ),
)
