"""The page of a claim, made of its record: sections of HTML, each of a template in ``templates/claim``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from dpassay import __version__
from dpassay.proofs_check import certificates, content_hash, present
from dpassay.proofs_check.coq import record as second_checker
from dpassay.proofs_check.errata import ADJACENCY
from dpassay.proofs_check.errata_examples import COMPARED
from dpassay.proofs_check.failing import failure
from dpassay.proofs_check.goal_texts import evidence_text, numbers_of, statement_text, value_text
from dpassay.proofs_check.proof.register import THEOREMS
from dpassay.proofs_check.registry import CLAIMS
from tools.site import foundations, layers, mathml
from tools.site.markup import Part, environment, slug

FALSE: Final = ("counterexample", "broken step")
"""What goals are for that show where something fails."""
LEDGER: Final = Path(certificates.LEDGER)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page: its heading and what stands below it."""

    title: str
    html: str


def sections(record: Mapping[str, Any]) -> Iterator[Section]:
    """Yield the sections of the page of a record that have anything in them."""
    for title, name, entries in (
        ("Claim", "statement", _statement(record)),
        ("Where it fails", "fails", _fails(record)),
        ("Formula and proof" if "steps" in record.get("root", {}) else "Formula", "formula", _formula(record)),
        ("What it rests on, and what rests on it", "rests", _rests(record)),
        ("Checked besides", "besides", _besides(record)),
        ("Recompute and cite", "cite", _cite(record)),
    ):
        if any(entries.values()):
            template = environment().get_template(f"claim/{name}.html")
            html = template.render(claim=CLAIMS[record["id"]], verdict=record["verdict"], **entries)
            yield Section(title, html)


def _statement(record: Mapping[str, Any]) -> dict[str, Any]:
    claim = CLAIMS[record["id"]]
    conditions = [("precondition", text) for text in claim.checked]
    conditions += [("assumed", text) for text in claim.assumed]
    conditions += [("neighbors", ADJACENCY[claim.adjacency])] if claim.adjacency else []
    conditions += [("no formula", claim.no_formula)] if claim.no_formula else []
    conditions += [("beyond the formula", record["beyond"])] if record.get("beyond") else []
    correction = claim.corrected_by
    return {
        "latex": Markup(mathml.of_latex(claim.latex, display=True)),  # noqa: S704  # ours
        "standing": foundations.counted(claim.id),
        "conditions": conditions,
        "correction": correction,
        "correction_text": "" if correction is None else CLAIMS[correction].text,
        "correction_verdict": "" if correction is None else certificates.load(correction)["verdict"],
        "argument": record["argument"],
    }


def _fails(record: Mapping[str, Any]) -> dict[str, Any]:
    goals = [_false(goal) for goal in record["goals"] if goal["role"] in FALSE]
    failing = failure(record["id"]) if record["verdict"] == "refuted" else None
    return {
        "goals": goals,
        "failing": failing,
        "model": record["root"]["model"] if failing else "",
        "compared": COMPARED[failing.operator] if failing else "",
    }


def _false(goal: Mapping[str, Any]) -> dict[str, Any]:
    statement, evidence = goal["statement"], goal["evidence"]
    instance = evidence.get("instance", {}) if isinstance(evidence, Mapping) else {}
    return {
        "words": goal["words"].rstrip("."),
        "told": statement_text(statement),
        "instance": [(name, value_text(value)) for name, value in instance.items()],
        "numbers": list(numbers_of(statement, evidence).items()),
    }


def _formula(record: Mapping[str, Any]) -> dict[str, Any]:
    return {"parts": list(_parts(record["id"], record["root"])) if record.get("root") else []}


def _parts(id: str, root: Mapping[str, Any], name: str = "") -> Iterator[Part]:  # noqa: A002  # the name that it has
    prefix = f"{slug(name)}-step-" if name else "step-"
    names = frozenset(step["name"] for step in root.get("steps", ()))
    yield Part(name, prefix, root, names, frozenset(_lemmas(id)))
    for part, inner in root.get("parts", {}).items():
        yield from _parts(id, inner, part)


def _lemmas(id: str) -> list[str]:  # noqa: A002  # the name that it has everywhere
    """The lemmas that a claim rests on: what is proved in steps and is no claim."""
    return [name for name in foundations.below(id) if name in THEOREMS and name not in CLAIMS]


def _rests(record: Mapping[str, Any]) -> dict[str, Any]:
    name = record["id"]
    below = foundations.below(name)
    drawn = (
        layers.svg(below, f"What {name} rests on, and what corrects it, as a graph", _place) if len(below) > 1 else ""
    )
    return {
        "graph": Markup(drawn),  # noqa: S704  # its names are escaped
        "claims": sorted(other for other in below if other in CLAIMS and other != name),
        "lemmas": [_lemma(other) for other in _lemmas(name)],
        "trusted": foundations.trusted(name),
        "second": second_checker.page(name, LEDGER),
        "users": foundations.used_by(name),
    }


def _lemma(name: str) -> dict[str, Any]:
    stated = THEOREMS[name].statement
    told = {entry: getattr(stated, entry) for entry in ("formula", "where", "let", "given", "model")}
    return {"name": name, **told}


def _place(name: str) -> tuple[str, str]:
    """Where a node of the graph leads, and its kind."""
    if name in CLAIMS:
        return f"{name}.html", f"claim {certificates.load(name)['verdict']}"
    return f"#{slug(f'lemma {name}')}", "lemma"


def _besides(record: Mapping[str, Any]) -> dict[str, Any]:
    goals = [
        {
            "role": goal["role"],
            "words": goal["words"].rstrip("."),
            "told": statement_text(goal["statement"]),
            "shown": evidence_text(goal["statement"], goal["evidence"]),
        }
        for goal in record["goals"]
        if goal["role"] not in FALSE
    ]
    return {"goals": goals, "twins": [twin["words"] for twin in record["twins"]], "remarks": record["remarks"]}


def _cite(record: Mapping[str, Any]) -> dict[str, Any]:
    claim = CLAIMS[record["id"]]
    own = content_hash.file_hash((LEDGER / f"{claim.id}.json").read_bytes())
    note = f"SHA-256 of the record {own}, of the ledger {_whole()}"
    wrong = record["verdict"] in {"refuted", "repaired"}
    return {
        "bibtex": present.bibtex(claim, record["verdict"], __version__, note=note),
        "erratum": f"../docs/errata/{claim.source.prefix}.html#{claim.id.lower()}" if wrong else "",
    }


@cache
def _whole() -> str:
    return content_hash.ledger_hash(content_hash.files_of(LEDGER))
