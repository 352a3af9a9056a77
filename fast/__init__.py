"""One module a mechanism: the NumPy implementation, vectorized over runs.

`dpassay.fast.<mechanism>` holds a function of the mechanism's own name,

    f(data, *, size, rng, epsilon=None, exp_eps=None, ...) -> array of shape (size,)

which returns `size` independent outputs of the mechanism on ONE input `data`; `rng` is a
`numpy.random.Generator` and the only source of randomness, and exactly one of `epsilon` and `exp_eps` (a
rational, e^epsilon) is given.

The samplers are derived from the definitions in the papers that their modules cite, in floating point. What
that costs is said in each module, and what NumPy's own draws are worth in `dpassay.fast.draws`. Two caveats
hold for all of them:

* Randomness: NumPy's bit generators are not cryptographic. Whoever sees enough outputs of one can predict
  the others.
* Time: none of these functions runs in constant time. Rejection, and NumPy's ziggurats beneath, make the
  time of a call depend on the draws, and an observer who times single calls learns something about the
  noise.
"""

from pkgutil import iter_modules

__all__ = [module.name for module in iter_modules(__path__)]  # each is imported where it is asked for
