"""Finite laws: two of them are reduced to atoms of their likelihood ratio, merged once for many divergences."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import Any

from dpassay.exact.atom_sums import atoms_kl, atoms_power_moment, renyi_of_moment
from dpassay.exact.dist import Dist
from dpassay.exact.enclosed_loss import EnclosedLoss
from dpassay.exact.expnumber import Number
from dpassay.exact.kinds.kind import Kind, Row, parts_of_row
from dpassay.exact.lattice_loss import LatticeLoss
from dpassay.exact.logform import LogForm
from dpassay.exact.power_pairs import PowerPair
from dpassay.exact.product_loss import ProductLoss
from dpassay.exact.profile import Atom, Profile
from dpassay.exact.rationals import Rational, as_integer, require
from dpassay.exact.real import Real

Loss = Profile | LatticeLoss | EnclosedLoss | ProductLoss[Any]
MOST_EXACT_ROWS = 24
"""Laws of products with more outcomes than this have enclosed divergences."""
_LOSSES: deque[tuple[Dist[Any], Dist[Any], Loss]] = deque(maxlen=4)
"""The last losses with their laws: a pair is asked for its delta at one e^eps after another."""


class FiniteKind(Kind[Dist[Any]]):
    """Finite laws."""

    name = "finite"
    is_finite = True
    has_exact_epsilon = True

    def max_ratio(self, p: Dist[Any], q: Dist[Any]) -> Number | Real | None:
        """Return the supremum of p(E)/q(E); None where it is infinite."""
        return _loss(p, q).max_ratio

    def hockey_stick(self, p: Dist[Any], q: Dist[Any], t: Number) -> Number | Real:
        """Return the hockey-stick divergence at e^eps = t; enclosed where its exact form would be a very long sum."""
        return _loss(p, q).delta(t)

    def kl(self, p: Dist[Any], q: Dist[Any]) -> LogForm | Real | None:
        """Return the KL divergence; None where it is infinite."""
        known = _loss(p, q)
        return known.kl() if isinstance(known, ProductLoss) else atoms_kl(self.profile(p, q).atoms)

    def renyi(self, p: Dist[Any], q: Dist[Any], alpha: int) -> LogForm | Real | None:
        """Return the Renyi divergence of integer order; None where it is infinite."""
        known = _loss(p, q)
        if isinstance(known, ProductLoss):
            return known.renyi(alpha)
        return renyi_of_moment(atoms_power_moment(self.profile(p, q).atoms, alpha), alpha)

    def profile(self, p: Dist[Any], q: Dist[Any]) -> Profile:
        """Return the exact privacy profile; ``ValueError`` of laws of products whose exact sums would be too long."""
        known = _loss(p, q)
        if isinstance(known, ProductLoss):
            expected = f"at most {MOST_EXACT_ROWS} rows of products, or hockey_stick_divergence, which is enclosed"
            require(False, "laws", f"of {len(p)} rows", expected)
        return known if isinstance(known, Profile) else Profile.from_atoms(_atoms_of(p, q))

    def curve(self, p: Dist[Any], q: Dist[Any]) -> Callable[[Number], Number | Real]:
        """Return ``hockey_stick`` as a function of e^eps; likelihood ratios are merged once."""
        return _loss(p, q).delta

    def epsilon(self, p: Dist[Any], q: Dist[Any], delta: Fraction) -> LogForm | Real | None:
        """Return the least eps >= 0 at which ``hockey_stick`` is at most ``delta``; None where there is none."""
        known = _loss(p, q)
        return super().epsilon(p, q, delta) if isinstance(known, ProductLoss) else known.epsilon(delta)

    def form(self, law: Dist[Any]) -> tuple[int, ...]:
        """Return the shape of one outcome, all of which have one."""
        outcome = law.outcomes[0]
        return (len(outcome),) if isinstance(outcome, tuple) else ()

    def is_possible(self, law: Dist[Any], value: Any) -> bool:
        """Tell whether the law can give a value: an outcome."""
        return law.pmf(value) > 0

    def places(self, law: Dist[Any]) -> Sequence[Any]:
        """Return the outcomes in increasing order."""
        return sorted(law.outcomes)

    def read_place(self, law: Dist[Any], text: str) -> Any:
        """Read an outcome: an integer, or a row of integers where the law's outcomes are rows."""
        is_row = self.form(law) != ()
        outcome = tuple(as_integer(part, "at") for part in parts_of_row(text)) if is_row else as_integer(text, "at")
        some = self.places(law)
        expected = f"one of the {len(some)} outcomes, from {some[0]} to {some[-1]}"
        require(outcome in law.outcomes, "at", f"{text!r:.60}", expected)
        return outcome

    def words(self, place: Any, number: Callable[[Rational], str]) -> str:
        """Return the outcome as Python writes it."""
        return str(place)

    def rows(self, law: Dist[Any], places: Sequence[Any]) -> Iterator[Row]:
        """Yield the row of each outcome, in increasing order."""
        order, wanted = self.places(law), set(places)
        shown = [k for k, outcome in enumerate(order) if outcome in wanted]
        rows = islice(law.cumulative(shown[0]), shown[-1] - shown[0] + 1) if shown else ()
        return (Row(*row) for row in rows if row[0] in wanted)


def _atoms_of(p: Dist[Any], q: Dist[Any]) -> tuple[Atom, ...]:
    """Return atoms of the outcomes of either law, one for all that share their two probabilities."""
    pairs = {y: (p.pmf(y), q.pmf(y)) for y in dict.fromkeys((*p.outcomes, *q.outcomes))}
    shared = {(id(a), id(b)): (a, b) for a, b in pairs.values()}
    counts = Counter((id(a), id(b)) for a, b in pairs.values())
    return tuple(Atom(a * counts[key], b * counts[key]) for key, (a, b) in shared.items())


def _loss(p: Dist[Any], q: Dist[Any]) -> Loss:
    """Return the privacy loss of the pair, merged by likelihood ratio: all that any of its divergences needs."""
    for first, second, known in _LOSSES:
        if first is p and second is q:
            return known
    found = _loss_of_products(p, q) or _loss_of_powers(p, q) or Profile.from_atoms(_atoms_of(p, q))
    _LOSSES.append((p, q, found))
    return found


def _loss_of_products(p: Dist[Any], q: Dist[Any]) -> ProductLoss[Any] | None:
    if p.products is None or q.products is None or max(len(p), len(q)) <= MOST_EXACT_ROWS:
        return None
    return ProductLoss(p.products, q.products)


def _loss_of_powers(p: Dist[Any], q: Dist[Any]) -> Loss | None:
    pair = PowerPair.of(p.powers, q.powers) if p.powers and q.powers else None
    return pair.loss() if pair else None
