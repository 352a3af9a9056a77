"""What printed statements cite, and how a location names them."""

from __future__ import annotations

import pytest

from dpassay.proofs_check.printed_uses import PROOFS, USES, named, proved, relying
from dpassay.proofs_check.registry import CLAIMS
from dpassay.proofs_check.sources import SOURCES


@pytest.mark.parametrize(
    ("prefix", "location", "names", "proofs"),
    [
        ("ASI", "proof of Proposition 3.3, total variation", ["Proposition 3.3"], ["Proposition 3.3"]),
        ("ASI", "Theorem 3.2 and Proposition 3.3, regret", ["Theorem 3.2", "Proposition 3.3"], []),
        ("ASI", "After the proof of Theorem 4.2", [], []),
        ("ASI", "Lemma A.1", ["Lemma A.1"], []),
        (
            "HRS",
            "Theorems 4.1 and 4.2, Algorithms 2 and 3",
            ["Theorem 4.1", "Theorem 4.2", "Algorithm 2", "Algorithm 3"],
            [],
        ),
        ("HRS", "Appendix C.2, end of the proof of Lemma 3.2", ["Lemma 3.2"], ["Lemma 3.2"]),
        ("HRS", "C.3, (6)", ["Theorem 3.3"], ["Theorem 3.3"]),
        ("LEC", "Section 1, second display", ["Section 1"], []),
        ("SCOTT", "Algorithms 1 to 3, of lambda_0", ["Algorithm 1", "Algorithm 2", "Algorithm 3"], []),
        ("SCOTT", "after Definition 3.3", [], []),
        ("HRS", "Theorem 4.3, E.2 and Algorithm 3, as it is printed", ["Theorem 4.3", "Algorithm 3"], []),
        ("SCOTT", "A.1, after (1)", ["Theorem 4.4"], ["Theorem 4.4"]),
        ("SIMA", "Appendix A, before and in (24)", ["Theorem 3"], ["Theorem 3"]),
        ("SIMA", "Section 4.2, (8) and (9)", ["Section 4.2", "Algorithm 1"], []),
    ],
)
def test_a_location_names_statements(prefix: str, location: str, names: list[str], proofs: list[str]) -> None:
    assert (named(prefix, location), proved(prefix, location)) == (names, proofs)


def test_what_relies_on_a_statement_relies_on_what_it_cites() -> None:
    assert relying("SIMA", ["Lemma 4"]) == ["Lemma 5", "Theorem 4", "Lemma 8", "Theorem 5", "Theorem 6", "Theorem 2"]
    assert relying("SIMA", ["Theorem 6"]) == []
    assert relying("ASI", ["Lemma 3.8"]) == ["Theorem 3.2", "Theorem 3.10", "Theorem 3.12"]


def test_every_source_is_told_of() -> None:
    assert set(USES) == set(PROOFS) == set(SOURCES)


@pytest.mark.parametrize("prefix", USES)
def test_what_cites_is_a_statement_of_the_catalogue(prefix: str) -> None:
    located = {
        name
        for entry in CLAIMS.values()
        if entry.source.prefix == prefix
        for name in (*named(prefix, entry.location), *proved(prefix, entry.location))
    }
    unknown = {name for name in (*USES[prefix], *PROOFS[prefix].values()) if name not in located}
    assert unknown <= {"Section 1, second display"}


@pytest.mark.parametrize("prefix", USES)
def test_nothing_relies_on_itself(prefix: str) -> None:
    for statement in USES[prefix]:
        for used in USES[prefix][statement]:
            assert used not in relying(prefix, [statement])
