"""Bracketing and covering numbers of finite classes, exactly: the smallest families, found by an exact set cover.

Source: Haghtalab, Roughgarden and Shetty, "Smoothed Analysis of Online and Differentially Private Learning", Section 2,
Definition 2.1.

Members fit in one eps-bracket when the points at which any two of them differ have probability at most eps together. So
only the brackets matter that are hulls of members. As printed, the ends of a bracket are any functions, and a cover may
leave the class; ``inside`` asks for ends, and functions of the cover, that are members.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from dpassay.analysis.bracketing import Bracket, Weights, weights
from dpassay.analysis.classes import HypothesisClass, all_functions
from dpassay.analysis.set_cover import least_set_cover
from dpassay.analysis.set_packing import packing
from dpassay.exact import Dist
from dpassay.exact.entrance import explain_failures


def held(bracket: Bracket, functions: HypothesisClass) -> int:
    """Return the mask of the members, by their places in the class, that a bracket holds."""
    return _mask(i for i, member in enumerate(functions.members) if bracket.holds(member))


def brackets_of(functions: HypothesisClass, law: Dist[int], radius: object, *, inside: bool = False) -> list[Bracket]:
    """Return eps-brackets that suffice: hulls of members that cannot be widened, or all whose ends are members."""
    scaled = weights(law, functions.points)
    most = scaled.most(radius)
    if inside:
        return [
            Bracket(f, g)
            for f in functions.members
            for g in functions.members
            if f & ~g == 0 and scaled.share(f ^ g) <= most
        ]
    return _widest_hulls(functions.members, scaled, most)


def least_bracketing(
    functions: HypothesisClass, law: Dist[int], radius: object, *, inside: bool = False
) -> tuple[Bracket, ...]:
    """Return a smallest eps-bracketing."""
    listed = brackets_of(functions, law, radius, inside=inside)
    by_members = {held(bracket, functions): bracket for bracket in listed}
    return tuple(by_members[one] for one in least_set_cover(len(functions), list(by_members)))


def bracketing_number(functions: HypothesisClass, law: Dist[int], radius: object, *, inside: bool = False) -> int:
    """Return the size of the smallest eps-bracketing, eps the radius."""
    return len(least_bracketing(functions, law, radius, inside=inside))


def bracketing_packing(functions: HypothesisClass, law: Dist[int], radius: object) -> tuple[Fraction, ...]:
    """Return a number a member, of which no eps-bracket holds more than 1: their sum is at most the number."""
    listed = brackets_of(functions, law, radius)
    return packing(len(functions), [held(bracket, functions) for bracket in listed])


def least_cover(functions: HypothesisClass, law: Dist[int], radius: object, *, inside: bool = True) -> tuple[int, ...]:
    """Return a smallest eps-cover, of members, or else of any functions: all of 2^n are tried."""
    scaled = weights(law, functions.points)
    most = scaled.most(radius)
    centers = functions.members if inside else all_functions(functions.points).members
    by_members = {_near(center, functions.members, scaled, most): center for center in centers}
    return tuple(by_members[one] for one in least_set_cover(len(functions), list(by_members)))


def covering_number(functions: HypothesisClass, law: Dist[int], radius: object, *, inside: bool = True) -> int:
    """Return the size of the smallest eps-cover, eps the radius."""
    return len(least_cover(functions, law, radius, inside=inside))


def _mask(elements: Iterable[int]) -> int:
    mask = 0
    for element in elements:
        mask |= 1 << element
    return mask


def _near(center: int, members: Sequence[int], scaled: Weights, most: int) -> int:
    return _mask(i for i, member in enumerate(members) if scaled.share(center ^ member) <= most)


def _widest_hulls(members: Sequence[int], scaled: Weights, most: int) -> list[Bracket]:
    """Return the narrow hulls of members from which no wider one, still narrow, is reached by adding a member."""
    waiting = [(member, member) for member in members]
    seen, widest, narrow = set(waiting), [], {0: True}
    while waiting:
        lower, upper = waiting.pop()
        final = True
        for member in members:
            wider = lower & member, upper | member
            region = wider[0] ^ wider[1]
            if region not in narrow:
                narrow[region] = scaled.share(region) <= most
            if wider != (lower, upper) and narrow[region]:
                final = False
                if wider not in seen:
                    seen.add(wider)
                    waiting.append(wider)
        if final:
            widest.append(Bracket(lower, upper))
    return widest


explain_failures(__name__)
