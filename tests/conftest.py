"""What all tests share: the Hypothesis profiles.

`dev` is the default: few examples, new ones on each run. `ci` draws the same examples on each run, so that a
build fails for a change and never by chance. `thorough` looks for longer. A profile is chosen by
`pytest --hypothesis-profile=NAME`. None has a limit of time: how long an example takes depends on the machine.
"""

from hypothesis import HealthCheck, settings

TIMELESS = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

settings.register_profile("dev", TIMELESS, max_examples=50)
settings.register_profile("ci", TIMELESS, max_examples=100, derandomize=True, print_blob=True)
settings.register_profile("thorough", TIMELESS, max_examples=2_000)
settings.load_profile("dev")
