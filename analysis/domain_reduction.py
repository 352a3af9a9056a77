"""Domain reduction: which points of a uniform sample stand for one of a smooth law, and how many have to be drawn.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed analysis of online and differentially private learning", Appendix
G, proof of Lemma G.3. A uniform point u of N is accepted with probability sigma N D(u), which is at most 1 where D is
sigma-smooth. Then a draw is accepted with probability sigma (HRS-42b), and what is accepted has the law D (HRS-42a);
so k of m draws are accepted as often as k of m coins of bias sigma come up.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dpassay.exact import Dist, as_fraction, as_positive_integer, binomials, require
from dpassay.exact.entrance import explain_failures

MOST_DRAWS = 2000


def acceptances(law: Sequence[object], sigma: object) -> tuple[Fraction, ...]:
    """Return sigma N D(u) for each point u; ``ValueError`` unless D is a sigma-smooth law."""
    share = as_fraction(sigma, "sigma")
    require(0 < share <= 1, "sigma", sigma, "a number above 0 and at most 1")
    masses = tuple(as_fraction(mass, f"law[{u}]") for u, mass in enumerate(law))
    is_law = bool(masses) and min(masses) >= 0 and sum(masses) == 1
    require(is_law, "law", f"{law!r:.60}", "probabilities of total 1")
    most = 1 / (share * len(masses))
    require(max(masses) <= most, "law", f"with the mass {max(masses)}", f"masses of at most {most}, as sigma says")
    return tuple(share * len(masses) * mass for mass in masses)


def one_draw(law: Sequence[object], sigma: object) -> Dist[tuple[int, ...]]:
    """The law of a draw: (u, 1) for a point that is accepted, (u, 0) for one that is not."""
    accepted = acceptances(law, sigma)
    points = Dist.uniform(range(len(accepted)))
    return points.bind(lambda u: Dist({(u, 1): accepted[u], (u, 0): 1 - accepted[u]}))


def accepted_law(law: Sequence[object], sigma: object) -> Dist[int]:
    """The law of a point, given that it is accepted."""
    return one_draw(law, sigma).condition(lambda drawn: drawn[1] == 1).map(lambda drawn: drawn[0])


def acceptance(law: Sequence[object], sigma: object) -> Fraction:
    """The probability that a draw is accepted."""
    return as_fraction(one_draw(law, sigma).probability(lambda drawn: drawn[1] == 1), "probability")


def too_few(wanted: int, draws: int, sigma: object) -> Fraction:
    """The probability that of so many draws fewer than ``wanted`` are accepted."""
    k, m, share = (
        as_positive_integer(wanted, "wanted"),
        as_positive_integer(draws, "draws"),
        as_fraction(sigma, "sigma"),
    )
    require(0 < share <= 1, "sigma", sigma, "a number above 0 and at most 1")
    require(m <= MOST_DRAWS, "draws", f"{draws!r:.60}", f"at most {MOST_DRAWS}")
    counts = list(binomials(m))
    return sum((counts[j] * share**j * (1 - share) ** (m - j) for j in range(min(k, m + 1))), Fraction(0))


explain_failures(__name__)
