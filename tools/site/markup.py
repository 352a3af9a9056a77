"""What templates of claims ask for: formulas, links to claims and steps, addresses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from dpassay.proofs_check.registry import CLAIMS
from tools.site import formulas

TEMPLATES: Final = Path(__file__).parent / "templates"
LONGEST: Final = 300
"""Characters of a value: the record has the whole."""
_ID: Final = re.compile(r"\b[A-Z]{3,5}-\d\d[a-z]?(?:-[a-z]+)?\b")
_STEP: Final = re.compile(r"\[([^\[\]]+)\]")


@dataclass(frozen=True, slots=True)
class Part:
    """A formula of a claim with the steps of its proof; ``prefix`` begins their addresses."""

    name: str
    prefix: str
    root: Mapping[str, Any]
    steps: frozenset[str]
    lemmas: frozenset[str]


@cache
def environment() -> Environment:
    """The templates with their filters; a name that is not there is an error."""
    made = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    made.filters |= {
        "formula": formula,
        "link": link,
        "linked": linked,
        "reason": reason,
        "shortened": shortened,
        "slug": slug,
    }
    return made


def formula(text: str) -> Markup:
    """Typeset a formula; what is none, such as a value that is a list, stands as it is."""
    try:
        return Markup(formulas.of_formula(text))  # noqa: S704  # names are escaped there
    except (ValueError, RecursionError):
        return Markup("<code>{}</code>").format(text)


def slug(text: str) -> str:
    """Return a text as it may stand in an address."""
    return re.sub(r"[^0-9a-z]+", "-", text.lower()).strip("-")


def link(name: str) -> Markup:
    """Return the name of a claim as a link to its page, and any other one as it is."""
    if name not in CLAIMS:
        return Markup(escape(name))  # noqa: S704  # escaped
    return Markup('<a href="{0}.html">{0}</a>').format(name)


def linked(text: str) -> Markup:
    """Make links of the ids in a text."""
    return Markup(_ID.sub(lambda found: str(link(found[0])), escape(text, quote=False)))  # noqa: S704  # escaped


def reason(text: str, part: Part) -> Markup:
    """Make links of the steps, the claims and the lemma that a step names."""

    def of_step(found: re.Match[str]) -> str:
        name = found[1]
        return f'[<a href="#{part.prefix}{slug(name)}">{name}</a>]' if name in part.steps else found[0]

    told = _STEP.sub(of_step, str(linked(text)))
    for name in sorted(part.lemmas, key=len, reverse=True):  # one name may begin another
        shown = escape(name, quote=False)
        told = re.sub(rf"^by {re.escape(shown)}(?=,|$)", f'by <a href="#{slug(f"lemma {name}")}">{shown}</a>', told)
    return Markup(told)  # noqa: S704  # escaped


def shortened(text: str) -> str:
    """Return the two ends of a long text."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 4 :]}"
