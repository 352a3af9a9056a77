"""What all tests share: the Hypothesis profiles.

`dev` is the default: few examples, new ones on each run. `ci` draws the same examples on each run, so that a
build fails for a change and never by chance. `thorough` looks for longer. A profile is chosen by
`pytest --hypothesis-profile=NAME`.
"""

from datetime import timedelta

from hypothesis import settings

settings.register_profile("dev", max_examples=50, deadline=timedelta(seconds=5))
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, print_blob=True)
settings.register_profile("thorough", max_examples=2_000, deadline=None)
settings.load_profile("dev")
