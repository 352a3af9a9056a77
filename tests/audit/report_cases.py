"""Audits of every verdict, whose reports are looked at."""

from datetime import UTC, datetime
from html.parser import HTMLParser

SAMPLES = 2_000
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)

TARGETS = """
import sys
import numpy as np


def honest(data, *, size, rng, epsilon, categories):
    keep = rng.random(size) < np.expm1(epsilon) / (np.exp(epsilon) + categories - 1)
    return np.where(keep, data, rng.integers(0, categories, size))


few = honest


def loud(data, *, size, rng, epsilon, categories):
    return honest(data, size=size, rng=rng, epsilon=2 * epsilon, categories=categories)


def beyond(data, *, size, rng, epsilon, categories):
    return rng.integers(0, categories + 1, size)


def textbook(data, *, size, rng, epsilon, sensitivity):
    return data + rng.laplace(scale=sensitivity / epsilon, size=size)


def raises(data, *, size, epsilon, categories):
    print("</pre><script>alert(1)</script>\\x1b[31mred\\x07")
    print("a < b & c", file=sys.stderr)
    raise RuntimeError("<img src=x onerror=alert(2)>")


def pairs(data, *, size, epsilon, categories):
    return np.zeros((size, 2))


def level(data, *, size, rng, learning_rate, rounds, experts):
    return rng.integers(0, experts, (size, rounds))


def tagged(data, *, size, rng, hypotheses, **parameters):
    return np.column_stack([rng.integers(len(hypotheses), size=size), rng.laplace(size=size)])


def telling_bits(data, *, size, rng, hypotheses, **parameters):
    return np.rint(rng.laplace(size=(size, len(hypotheses))) * 2**20) / 2**20 + data * 2.0**-21
"""

RESPONSE = {"epsilon": "1", "categories": "3"}
LAPLACE = {"epsilon": "3/2", "sensitivity": "1"}
WEIGHTS = {"exp_learning_rate": "3/2", "rounds": "2", "experts": "2"}
REPORT = {"epsilon": "1", "hypotheses": "1/2,1/2;1/3,2/3", "rounds": "4"}
CASES: dict[str, tuple[str, dict[str, object], str]] = {
    "honest": ("randomized_response", RESPONSE, "consistent"),
    "few": ("randomized_response", {"epsilon": "1/100", "categories": "3"}, "inconclusive"),
    "loud": ("randomized_response", RESPONSE, "violation"),
    "beyond": ("randomized_response", RESPONSE, "violation"),
    "textbook": ("laplace", LAPLACE, "violation"),
    "raises": ("randomized_response", RESPONSE, "could not run"),
    "pairs": ("randomized_response", RESPONSE, "could not run"),
    "absent": ("randomized_response", RESPONSE, "could not run"),
    "level": ("multiplicative_weights", WEIGHTS, "violation"),
    "tagged": ("private_exp3", REPORT, "violation"),
    "telling_bits": ("private_wma", {**REPORT, "delta": "1/100"}, "violation"),
}


class Page(HTMLParser):
    """The tags, the attributes and the text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.words += data
