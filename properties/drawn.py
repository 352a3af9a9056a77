"""A property held against drawn inputs; how many, and whether the same ones each time, may be a Hypothesis profile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Flaky, InvalidArgument
from hypothesis.strategies import SearchStrategy, tuples

from dpassay.exact.entrance import explain_failures
from dpassay.properties.run import Violation, described

__all__ = ["PROFILES", "check_profile", "for_all", "settings_of"]

PROFILES: Final = {"dpassay-quick": 5, "dpassay-thorough": 500}
"""Profiles that are there beside those that a test suite registers, and the number of inputs that each draws."""

for _name, _examples in PROFILES.items():
    settings.register_profile(_name, derandomize=True, database=None, max_examples=_examples)


def check_profile(profile: str) -> None:
    """Raise ``ValueError`` unless Hypothesis knows the profile; "" stands for none."""
    if profile:
        try:
            settings.get_profile(profile)
        except InvalidArgument:
            expected = f"a registered profile of Hypothesis, such as {', '.join(PROFILES)}"
            raise ValueError(f"profile = {profile!r}: expected {expected}") from None


def settings_of(profile: str, examples: int) -> settings:
    """Return the settings of a profile, or without one so many examples, the same ones each time.

    Nothing is stored and nothing is timed. What fails is shrunk.
    """
    check_profile(profile)
    chosen = settings.get_profile(profile) if profile else settings(derandomize=True, database=None)
    return settings(
        chosen,
        max_examples=chosen.max_examples if profile else examples,
        database=None,
        deadline=None,
        print_blob=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )


def for_all(strategy: SearchStrategy[Any], holds_for: Callable[[Any], None], chosen: settings) -> None:
    """Run a property on drawn examples; what fails is shrunk first."""

    @chosen
    @given(tuples(strategy))
    def run(drawn: tuple[Any]) -> None:
        holds_for(drawn[0])

    try:
        run()
    except Flaky as error:
        raise Violation(f"the same input passed once and failed once: {described(error)}") from error


explain_failures(__name__)
