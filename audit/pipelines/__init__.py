"""Pipelines: recorded on one input, replayed on its neighbor with the same answers; their loss is computed exactly.

A pipeline is a function of its data and of the answers that its noise primitives give. The trace of a run is the list
of calls of primitives, with their inputs and answers, and then the release. Two things make a trace private: the two
runs ask for the same calls, whatever the answers are, and release the same; and the losses of the calls add up to no
more than the claim. So an audit by replay has two parts.

* **Parting.** With the same answers the runs on two neighbors must agree in the kind, order, shape and parameters of
  the calls, in all but their inputs, and in the release, which is then a function of the answers. The first difference
  is reported with its place in the code. By itself it leaves the verdict open: what was drawn may stand, on the
  neighbor, for another answer that is as likely, and may never be released. It is a violation where the release alone
  tells: an event of it, chosen from some runs and counted in others, is certainly too likely on one input (``told``).
* **Cost.** A call whose law is known has an exact loss on its two inputs: log p(answer) - log q(answer). One sequence
  of answers in the support whose losses sum to more than epsilon breaks a pure claim, so answers are chosen, and
  steered to where they tell most. With delta or rho the losses are composed exactly, where the inputs are the same for
  all answers that were tried. Where they are not, delta is bounded from below by sequences that are drawn.

What a call's input is: a draw `rng.laplace(loc, scale)` has its place as input. It stays unseen while numbers are added
to it and it is multiplied, so that `x + rng.laplace(scale=b)` is one call with the input x. A comparison of what nobody
has seen is a call whose answer is a bit, as a coin `rng.random() < p` with the input p, and a sum of several draws is
one call whose answer is the sum. A weighted choice has its weights as input. A draw that is looked at before anything
was added has no input: it costs nothing itself, and where it is used in a way that is not recorded the verdict is open.
Where a uniform number lies among limits, as `numpy.searchsorted` and `numpy.digitize` say, is a weighted choice. A
scale of Laplace or normal noise that depends on the data is a part of the input. Noise that is compared before data
are added to it has an answer on the neighbor that the comparison may contradict; the verdict then is open, too.

What is trusted: the law of each primitive, which `dpassay audit` tests. Inputs, parameters and answers are doubles and
so exact rationals; that numpy adds noise in doubles, whose low bits leak, is no part of this law, and is said. What is
held to the claim is the trace: who sees less than all answers may learn less.

The runs are in the target's process (`dpassay.audit.answers.worker_replaying`). Here they are judged: ``traces`` is
what comes of them, ``laws`` knows the loss of a call, ``cost`` adds up, ``trace_cost`` says it in the terms of the
claim, ``assess`` says what follows.
"""
