"""The claims on the privacy of private KL estimation: verdicts, what is sharper and false, and what is needed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.proofs_check import registry
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.models.private_estimates_of_kl_bias import Noisy
from dpassay.proofs_check.models.private_estimates_of_kl_cells import Answers
from dpassay.proofs_check.models.private_estimates_of_kl_numbers import Clients
from dpassay.proofs_check.models.private_estimates_of_kl_scales import Scales
from dpassay.proofs_check.models.private_estimates_of_kl_sums import Sums
from dpassay.proofs_check.models.sensitivity_of_kl import Neighbors, law
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, Refutation
from dpassay.proofs_check.proof.verdict import Graph, refute

HALF = law("1/2", "1/2")
LOG = "log(5/(4*d))"
ONE = Neighbors(HALF, (3, 2), (1, 0), Fraction(1))
NO_LAMBDA = replace(ONE, weight=Fraction(0))
FAR = Neighbors(law("999/1000", "1/1000"), (3, 2000), (1, 0))
BOTH = Answers((5, 0), (1, 1), delta=Fraction(1, 1000))
TERM = "(l1*(h(1, 1)/(N*pi(1)) - 1) - log(h(1, 1)/(N*pi(1))))"
OTHER = "(l2*(h(2, 1)/(N*pi(1)) - 1) - log(h(2, 1)/(N*pi(1))))"
SCALE = Scales(3, Fraction(1), Fraction(1))
TWO_VALUED = Sums(law("1/3", "2/3"), law("1/2", "1/2"), 1, Fraction(1))
NOISE = Noisy(Fraction(1, 2), (Fraction(1, 4), Fraction(-1, 4)), Fraction(1, 100))
SHARPER: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "SCOTT-16-corrected": ("E(sum(log(r(t)), t, 1, T))/T = D", TWO_VALUED, {}),
    "SCOTT-17-corrected": (f"alone({LOG}*S**2/(4*eps**2)) <= d", NO_LAMBDA, {"S": Fraction(41, 100)}),
    "SCOTT-18-corrected": ("released(part) = 4/T**2*scale", SCALE, {}),
    "SCOTT-18b": ("released(part**2) = 2*scale**2", SCALE, {}),
    "SCOTT-18c-corrected": ("released(part_root**2) = scale**2", SCALE, {}),
    "SCOTT-18d": ("of_two(part_root**2) = 2*scale**2", SCALE, {}),
    "SCOTT-19-sharp": ("shared(v) < 1", ONE, {"v": Fraction(10**9)}),
    "SCOTT-20-corrected": (
        f"both({LOG}*T**2*(S**2 + U**2)/(4*eps**2)) <= d",
        ONE,
        {"S": Fraction(41, 100), "U": Fraction(2, 5)},
    ),
    "SCOTT-20c": (f"both(2*{LOG}*(T*R)**2/(8*eps**2)) <= d", replace(ONE, samples=(2, 0)), {"R": Fraction(41, 100)}),
    "SCOTT-21-corrected": (
        "est(1) - est(2) <= 9/10*S and est(2) - est(1) <= 9/10*S",
        NO_LAMBDA,
        {"S": Fraction(41, 100)},
    ),
    "SCOTT-23-corrected": (
        "variance(1) <= (lam**2*(al - 1)*(1 - 1/be) - 2*lam*J + 9/10*(be - 1)*(1 - 1/al) - D**2)/T",
        Sums(law("49/100", "51/100"), law("1/2", "1/2"), 1, Fraction(0)),
        {},
    ),
    "SCOTT-24-corrected": ("J/V <= 1", Sums(law("1/2", "1/2"), law("1/3", "2/3"), 1, Fraction(1)), {}),
    "SCOTT-25-corrected": (f"both(2*{LOG}*S**2/(2*eps**2)) <= d", ONE, {"S": Fraction(41, 100)}),
    "SCOTT-26": ("kl(2) - kl(1) < 2/5", FAR, {}),
    "SCOTT-26b": ("kl(2) - kl(1) < 2/3", Neighbors(law("999/1000", "1/1000"), (2, 99), (1, 0), least=1), {}),
    "SCOTT-26-sharp": ("kl(2) - kl(1) <= 99/100*pi(1)*log(3/2) - pi(2)*log((M + 1)/M)", FAR, {}),
    "SCOTT-27-corrected": ("5 < h(1, 1) + h(1, 2)", ONE, {}),
    "SCOTT-28-corrected": ("kl(2) - kl(1) < 9/10*log((c + 1)/c)", FAR, {}),
    "SCOTT-29-corrected": (
        f"{OTHER} - {TERM} <= b*g + S/2",
        ONE,
        {"l1": 0, "l2": 0, "g": 0, "b": 1, "S": Fraction(41, 100)},
    ),
    "SCOTT-29c": (
        f"{OTHER} - {TERM} <= (al + 1)*g + l2/(N*m) + log(2)/2",
        ONE,
        {"l1": 0, "l2": 0, "g": 0, "al": 2, "m": Fraction(1, 2)},
    ),
    "SCOTT-30-corrected": (f"cells(2*{LOG}*m/(4*N**2*eps**2)) <= d", BOTH, {"m": 2}),
    "SCOTT-30b": (f"cells(2*{LOG}/(2*N**2*eps**2)) <= d", BOTH, {}),
    "SCOTT-31-corrected": ("h(1, 1)/N - h(2, 1)/N < 1/N", BOTH, {}),
    "SCOTT-32": (f"cells(2*{LOG}/(2*N**2*eps**2)) <= d", BOTH, {}),
    "SCOTT-32b": (f"cells(2*{LOG}*(1/N**3)/eps**2) <= d", BOTH, {}),
    "SCOTT-33-corrected": ("E(-log(X)) >= -log(p) + E((X - p)**2)/top**2 + 1/10", NOISE, {}),
    "SCOTT-34-corrected": ("noise(e) = 2*l/e**2", SCALE, {"e": 2}),
    "SCOTT-35": ("10*9/2 = 90", Clients(3600), {}),
    "SCOTT-35b-corrected": ("660 < 177/1000*n", Clients(3725), {}),
    "SCOTT-35c-corrected": ("2*2**16 < 131072", Clients(3600), {}),
}


def _exact(values: dict[str, Any]) -> dict[str, Any]:
    return {name: Fraction(value) for name, value in values.items()}


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_claim_is_false(name: str) -> None:
    formula, setting, values = SHARPER[name]
    refute(Refutation(replace(THEOREMS[name].statement, formula=formula), setting, _exact(values)))


def test_a_large_eps_needs_more_noise() -> None:
    """The classical calibration is for eps up to 1: at eps = 8 and delta = 1/20 it is not enough."""
    statement = THEOREMS["SCOTT-32"].statement
    setting = replace(BOTH, epsilon=Fraction(8), delta=Fraction(1, 20))
    refute(Refutation(replace(statement, where=("s(1) + s(2) <= 2",)), setting, {}))


def test_more_samples_need_more_noise() -> None:
    statement = THEOREMS["SCOTT-30-corrected"].statement
    refute(Refutation(replace(statement, where=("eps <= 1",)), replace(BOTH, samples=(50, 50)), {"m": Fraction(2)}))


OURS = {*range(16, 36), 38}


def ours() -> set[str]:
    """The claims on privacy, by their numbers."""
    return {name for name in registry.CLAIMS if name.startswith("SCOTT-") and int(name[6:8]) in OURS}


def test_every_claim_is_proved_or_refuted_without_words() -> None:
    graph = Graph(find_evidence)
    verdicts = {name: graph.verdict(name) for name in sorted(ours())}
    assert set(verdicts.values()) == {"proved", "refuted"}
    assert {name for name, verdict in verdicts.items() if verdict == "refuted"} == ours() & set(REFUTATIONS)


def test_what_is_refuted_is_corrected_by_what_is_proved() -> None:
    for name in ours() & set(REFUTATIONS):
        assert registry.CLAIMS[name].corrected_by in THEOREMS


def test_every_theorem_has_a_twin() -> None:
    assert ours() & set(THEOREMS) == set(SHARPER)
