"""StatDP: an event is chosen on a sixth of the answers and tested on the others, the shares of its own defaults."""

from typing import Any

from lines import Answer, serve
from statdp.hypotest import hypothesis_test
from statdp.selectors import select_event

SHARE = 6


class InOrder:
    """Answers that were drawn before, given out one by one as a mechanism gives them; and a pool of no processes."""

    _processes = 1

    def __init__(self, answers: Any) -> None:
        self.answers = [iter(each) for each in answers]

    def draw(self, _rng: Any, place: int) -> Any:
        """Return the next answer on an input."""
        found = next(self.answers[place])
        return found if found.ndim == 0 else tuple(found)

    @staticmethod
    def imap_unordered(function: Any, items: Any) -> Any:
        """Do it here."""
        return map(function, items)


def audit(question: dict[str, Any], first: Any, second: Any) -> Answer:
    """Return whether the p-value that StatDP reports is below alpha."""
    few = len(first) // SHARE
    training = InOrder((first[: few + 1], second[: few + 1]))
    chosen = select_event(training.draw, [(0, 1, {})], question["epsilon"], few, training, quiet=True)
    rest = InOrder((first[few + 1 :], second[few + 1 :]))
    count = len(first) - few - 2
    event = chosen[3]
    p_value = hypothesis_test(rest.draw, 0, 1, {}, event, question["epsilon"], count, rest, report_p2=False)
    return {"flag": bool(p_value < question["alpha"]), "note": f"p = {p_value:.3g}"}


if __name__ == "__main__":
    serve(audit, delta=False, nan=False)
