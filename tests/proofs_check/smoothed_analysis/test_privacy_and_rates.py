"""The claims on the privacy of MWEM and of nets, on rates and errors: what is sharper is false, and what follows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpassay.exact import as_real
from dpassay.proofs_check import registry
from dpassay.proofs_check.certify import find_evidence
from dpassay.proofs_check.models.acceptances import Draws
from dpassay.proofs_check.models.adaptive_composition import COMPOSITION
from dpassay.proofs_check.models.covered_classes import COVERED
from dpassay.proofs_check.models.evaluated_candidates import Sizes, groups
from dpassay.proofs_check.models.mwem_rates import Numbers
from dpassay.proofs_check.models.mwem_runs import Run, transcript
from dpassay.proofs_check.models.nets_on_samples import NETS
from dpassay.proofs_check.models.offset_thresholds import UNSHIFTED
from dpassay.proofs_check.models.reduced_domains import REDUCED
from dpassay.proofs_check.models.sampled_data_sets import NEARBY
from dpassay.proofs_check.models.scored_choices import Scores
from dpassay.proofs_check.models.sign_matrices import FACTORED, rank
from dpassay.proofs_check.models.subsampled_nets import Net
from dpassay.proofs_check.proof.register import REFUTATIONS, THEOREMS, Refutation
from dpassay.proofs_check.proof.verdict import Graph, refute
from dpassay.proofs_check.smoothed_analysis.domain_reduction import FAILS
from dpassay.proofs_check.smoothed_analysis.errors_of_nets import WRONG
from dpassay.proofs_check.smoothed_analysis.hrs_24 import brackets
from dpassay.proofs_check.smoothed_analysis.hrs_41 import failure, sample_size, vc_dimension
from dpassay.proofs_check.smoothed_analysis.nets import RELEASED, RELEASED2
from dpassay.proofs_check.smoothed_analysis.private_runs import many_queries, run_of, three_points, two_points

HALF, ONE = Fraction(1, 2), Fraction(1)
TWO, MANY, THREE = next(two_points()), next(many_queries()), next(three_points())
BITS = tuple(tuple(Fraction(int(x == y)) for x in range(4)) for y in range(4))
NET = Net(BITS[:1], (0,), 0, 1, 7, 1, ((0,),), HALF)
WIDE = replace(NET, queries=(tuple(2 * v - 1 for v in BITS[0]),), low=Fraction(-1), width=Fraction(2))
MOVED = f"E({RELEASED}, V) <= exp({{0}}*eps)*E({RELEASED2}, V)"
USUAL = Numbers(100, 3, 4, ONE, Fraction(1, 10), Fraction(1, 3))
TIED = Scores((Fraction(0), *[Fraction(1, 10)] * 20))
KEPT = list(REDUCED.settings())[-1]
"""All draws are kept."""
SHARPER: dict[str, tuple[str, Any, dict[str, Any]]] = {
    "HRS-29a": ("f <= exp(4/5*eps)*f2", run_of(THREE, 0, 1), {}),
    "HRS-29b-corrected": ("f <= exp(19/10*eps)*f2", run_of(MANY, -1, 2), {}),
    "HRS-29c-corrected": ("f <= exp(23/20*eps)*f2", run_of(THREE, 0, 1, choice=2), {}),
    "HRS-29-corrected": ("f <= exp(11/20*eps)*f2", run_of(TWO, -1, 2, choice=8, noise=4), {}),
    "HRS-40a": (MOVED.format("3/5"), NET, {}),
    "HRS-40b-corrected": (MOVED.format("6/5"), WIDE, {}),
    "HRS-40-corrected": (MOVED.format("3/5"), replace(WIDE, share=Fraction(4)), {}),
    "HRS-35a": ("2*sqrt(L/t) + 10*t*A <= 11*R", USUAL, {}),
    "HRS-35-corrected": ("1/n + 2*sqrt(L/T) + 10*T*A <= 1/n + 5*R", USUAL, {}),
    "HRS-36-corrected": ("1/n + 2*g + 5*d*(log(164*n) + L)/(n*e) <= 1/n + 5*root", replace(USUAL, rounds=1), {}),
    "HRS-37b": (
        "rate <= sqrt(d*(log(n) + L)*ell/(eps*n))*exp(1/8*log(L))",
        Numbers(1, 3, 4, ONE, Fraction(1, 10**6), HALF),
        {},
    ),
    "HRS-37-corrected": (
        "rate <= sqrt(d*(1 + log(n))*ell/(eps*n))*exp(1/2*log(L))",
        Numbers(1, 3, 4, ONE, Fraction(1, 10**6), HALF),
        {},
    ),
    "HRS-42a": ("both(x) = D(x)", Draws((HALF, HALF), HALF, 8, 1), {"x": 1}),
    "HRS-42b": ("sum(both(x), x, 1, N) = s/N", Draws((HALF, HALF), HALF, 8, 1), {}),
    "HRS-42c": (
        "k/s*(1 - exp(-k*w**2/(2*(1 + w)))) <= E(made) and E(made) <= k/(2*s)",
        Draws((HALF, HALF), HALF, 8, 1),
        {"w": ONE},
    ),
    "HRS-42d-corrected": (
        "Pr(sum(X(i), i, 1, m) <= k - 1) <= exp(-6*k)",
        Draws((HALF, HALF), HALF, 8, 1),
        {"eta": Fraction(9, 10)},
    ),
    "HRS-42e": ("log(2) + ell + d <= 5/4*(ell + d)", Numbers(1, 1, 1, HALF, HALF, HALF), {}),
    "HRS-42f": (f"{FAILS} + 1 <= exp(-ell)", KEPT, {}),
    "HRS-42g-corrected": (f"{FAILS} + 1 <= exp(-ell)", KEPT, {}),
    "HRS-43a-corrected": (
        "sum(p(h)*[-n*u(h) < -n*u(m) - 2/eps*t/100], h, 1, C) <= exp(-t)",
        TIED,
        {"t": ONE},
    ),
    "HRS-43b": ("log(C) <= size*log(M)/2", list(NEARBY.settings())[1], {}),
    "HRS-43d": (
        "y(j) - b(j) <= chi + gamma and b(j) - y(j) <= chi + gamma",
        next(iter(NEARBY.settings())),
        {"j": 1},
    ),
    "HRS-43c-sharp": (
        "sum(p(h)*[-n*u(h) < -n*u(m) - n*gamma/10**4], h, 1, C) <= eta",
        TIED,
        {"gamma": Fraction(100), "eta": HALF},
    ),
    "HRS-43c": (
        "sum(p(h)*[-n*u(h) < -n*u(m) - n*gamma/10**4], h, 1, C) <= eta",
        TIED,
        {"gamma": Fraction(100), "eta": HALF},
    ),
    "HRS-43e-corrected": ("4/(eps*n)*(Q/gamma**2 + ell) <= gamma/2", USUAL, {"Q": ONE}),
    "HRS-43f": (f"E({WRONG}) + 1 <= exp(-ell)", list(NETS.settings())[-1], {"b": ONE}),
    "HRS-43g": (f"E({WRONG}) + 1 <= exp(-ell)", list(NETS.settings())[-2], {"b": ONE}),
    "HRS-44a-corrected": (
        "cover(sigma/(2*n)) <= exp(d*log(n/(2*sigma)))",
        list(COVERED.settings())[1],
        {"n": ONE, "sigma": Fraction(9, 10)},
    ),
    "HRS-44c": (
        "cover(sigma/(2*n)) <= exp(1)*exp(d*log(n/(2*sigma)))",
        list(COVERED.settings())[1],
        {"n": ONE, "sigma": Fraction(9, 10)},
    ),
    "HRS-44b-corrected": ("leaves = exp(d*log(n**2*exp(2*L)/4))", USUAL, {}),
    "HRS-44d-corrected": (
        "work = size*K*exp(size*log(M)) and work <= K*exp(size*log(M))",
        Sizes(2, 2, 1),
        {},
    ),
    "HRS-44d-sharp": ("grouped <= exp(size*log(m))", next(groups()), {}),
    "HRS-24c-corrected": (
        "1 < F(x, f)*(sum(A(x, k)*B(k, f), k, 1, r) - c(f))",
        next(iter(UNSHIFTED.settings())),
        {"x": 1, "f": 1},
    ),
    "HRS-24b-corrected": (
        "1 < F(x, f)*sum(A(x, k)*B(k, f), k, 1, r)",
        next(iter(FACTORED.settings())),
        {"x": 1, "f": 1},
    ),
}


@pytest.mark.parametrize("name", SHARPER)
def test_a_sharper_claim_is_false(name: str) -> None:
    formula, setting, values = SHARPER[name]
    exact = {key: Fraction(value) for key, value in values.items()}
    refute(Refutation(replace(THEOREMS[name].statement, formula=formula), setting, exact))


def test_a_sharper_part_is_false() -> None:
    """One randomized response that tells the truth with probability 2/3: 2/3 - e^b/3 is above e^-4 at b = 13/20."""
    statement = replace(THEOREMS["HRS-36-corrected: privacy"].statement, formula="delta(b) <= exp(-40*ell)")
    refute(Refutation(statement, next(iter(COMPOSITION.settings())), {"b": Fraction(13, 20), "ell": Fraction(1, 10)}))


ROWS = {24, 29, 35, 36, 37, 40, 41, 42, 43, 44}
CITED = {"HRS-24a", "HRS-41"}


def ours() -> set[str]:
    """The claims of these rows."""
    return {name for name in registry.CLAIMS if name.startswith("HRS-") and int(name[4:6]) in ROWS}


def test_every_claim_but_two_is_proved_or_refuted_without_words() -> None:
    graph = Graph(find_evidence)
    verdicts = {name: graph.verdict(name) for name in sorted(ours() - CITED)}
    assert set(verdicts.values()) == {"proved", "refuted"}
    assert {name for name, verdict in verdicts.items() if verdict == "refuted"} == ours() & set(REFUTATIONS)
    assert not [name for name in ours() if registry.CLAIMS[name].decide().beyond]


def test_what_is_refuted_is_corrected_by_what_is_established() -> None:
    for name in ours() & set(REFUTATIONS):
        assert registry.CLAIMS[name].corrected_by in THEOREMS


def test_every_theorem_has_a_twin() -> None:
    assert ours() & set(THEOREMS) == set(SHARPER)


def test_the_smallest_run_by_hand() -> None:
    """Scores 2 and 0 of the chosen query against 0 of the other, and noise that moves by 1 of 2."""
    run: Run = run_of(TWO, -1, 2)
    weight = as_real(HALF).exp()
    ratio = (weight / (weight + 1)) * 2 * as_real(ONE).exp()
    assert (as_real(transcript(run, 0)) / transcript(run, 1) - ratio).ball(100).contains(0)


def test_small_classes_by_hand() -> None:
    assert vc_dimension([[0, 1]]) == 0
    assert vc_dimension([[0, 0], [0, 1], [1, 0], [1, 1]]) == 2
    assert sample_size([[0, 1]], HALF, HALF, ONE) == 6  # 4 log 4 = 5.5...
    assert failure([HALF, HALF], [[0, 1]], Fraction(1, 4), 2) == HALF
    assert brackets([HALF, HALF], HALF) == 2
    assert brackets([Fraction(1, 4)] * 4, Fraction(1, 5)) == 5
    assert rank(((ONE, ONE), (ONE, ONE))) == 1
    assert rank(((Fraction(0), ONE), (ONE, Fraction(0)))) == 2
